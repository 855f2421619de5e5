//! The condition that a lesson sets for a move, as text.

use super::{Fact, FactKind};
use crate::board::{Board, Point};
use crate::coded::clip;
use crate::moves::Move;
use crate::notation::read_move;
use thiserror::Error;

/// What a turn must be like: words that must all hold, `closes takes:c3 !opens`.
///
/// A word is the id of a [`FactKind`], alone or with a point that the fact must be about
/// (`blocks:d7`); `turn:d6,f4-f6xa1`, one of these turns; or `any`. A `!` before it turns it round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(Vec<Word>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    holds: bool,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Any,
    Turn(Vec<Move>),
    Fact(FactKind, Option<Point>),
}

/// A condition that cannot be read: the word that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{0}” is no condition")]
pub struct BadCondition(pub String);

impl Condition {
    /// Reads a condition on turns of a board.
    ///
    /// # Errors
    /// If the text is empty, or a word, a turn or a point is unknown.
    #[cold]
    pub fn read(text: &str, board: &'static Board) -> Result<Self, BadCondition> {
        let mut words = Vec::new();
        for word in text.split(' ') {
            words.push(Word::read(word, board).ok_or_else(|| BadCondition(clip(word)))?);
        }
        Ok(Self(words))
    }

    /// Whether it holds of a turn that does this.
    #[cold]
    pub fn holds(&self, mv: Move, facts: &[Fact]) -> bool {
        self.0
            .iter()
            .all(|word| word.what.holds(mv, facts) == word.holds)
    }

    /// The turns that it names.
    pub fn turns(&self) -> Vec<Move> {
        let named = |word: &Word| {
            if let What::Turn(turns) = &word.what {
                turns.clone()
            } else {
                Vec::new()
            }
        };
        self.0.iter().flat_map(named).collect()
    }
}

impl Word {
    #[cold]
    fn read(word: &str, board: &'static Board) -> Option<Self> {
        let bare = word.strip_prefix('!').unwrap_or(word);
        let (name, rest) = bare
            .split_once(':')
            .map_or((bare, None), |(name, rest)| (name, Some(rest)));
        let what = match (name, rest) {
            ("any", None) => What::Any,
            ("turn", Some(turns)) => {
                let mut all = Vec::new();
                for turn in turns.split(',') {
                    all.push(read_move(turn, board).ok()?);
                }
                What::Turn(all)
            }
            _ => {
                let kind = *FactKind::ALL.iter().find(|kind| kind.id() == name)?;
                let point = match rest {
                    Some(point) => Some(board.point(point)?),
                    None => None,
                };
                What::Fact(kind, point)
            }
        };
        Some(Self {
            holds: bare.len() == word.len(),
            what,
        })
    }
}

impl What {
    fn holds(&self, mv: Move, facts: &[Fact]) -> bool {
        match self {
            Self::Any => true,
            Self::Turn(turns) => turns.contains(&mv),
            Self::Fact(kind, point) => {
                let about = |fact: &Fact| point.is_none_or(|point| fact.points.contains(point));
                facts.iter().any(|fact| fact.kind == *kind && about(fact))
            }
        }
    }
}
