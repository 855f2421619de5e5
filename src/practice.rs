//! Exercises: positions of games in which the side to move has something to lose, by kind.
//!
//! [`ExerciseKind::admits`] needs only the men, so that few values are asked for, and
//! [`ExerciseKind::fits`] decides by the values of the moves. How hard an exercise is, is how likely
//! its first move is missed: see [`chances`](crate::chances). `docs/practice.md` has the figures.

use crate::checksum::Crc32;
use crate::moves::Move;
use crate::position::{Position, Setup, SetupError};
use crate::rules::{Begin, Goal, Rules};
use crate::side::Side;
use crate::value::{Probe, Wdl};

/// What is asked of the side to move. In every kind some move gives the value away; in all but
/// [`Take`](Self::Take) no mill can be closed at once, which would decide too much, and in all but
/// [`Opening`](Self::Opening) all men are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExerciseKind {
    /// Win what is won.
    Win,
    /// Hold what is drawn.
    Hold,
    /// Place the men from near the beginning, where nothing is lost yet.
    Opening,
    /// Close a mill and take the right man: nothing but a mill keeps the value, and the same mill
    /// with another man taken gives it away.
    Take,
    /// Keep the value with three men against three, four or five, the three of which fly.
    Fly,
}

/// The plies of placing that are over where an opening begins.
const BEGUN: std::ops::RangeInclusive<usize> = 2..=5;
/// The men of a side that flies, and the most men of the other.
const FLYING: (usize, usize) = (3, 5);

impl ExerciseKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Win, Self::Hold, Self::Opening, Self::Take, Self::Fly];

    /// A fixed word for it: `win`, `hold`, `opening`, `take`, `fly`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Hold => "hold",
            Self::Opening => "opening",
            Self::Take => "take",
            Self::Fly => "fly",
        }
    }

    /// The kind of that word.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.id() == id)
    }

    /// Whether games by these rules can have such exercises.
    pub fn is_in(self, rules: &Rules) -> bool {
        match self {
            Self::Win | Self::Hold => true,
            Self::Opening => rules.begin != Begin::Board,
            Self::Take => rules.goal == Goal::Capture,
            Self::Fly => {
                rules.goal == Goal::Capture
                    && usize::from(rules.men) > FLYING.0
                    && rules
                        .flying_limit()
                        .is_some_and(|limit| (FLYING.0..FLYING.1).contains(&limit))
            }
        }
    }

    /// Whether a position can be such an exercise, by its men.
    pub fn admits(self, position: &Position) -> bool {
        if position.outcome().is_some() || position.is_to_remove() {
            return false;
        }
        let legal = position.legal_moves();
        let may_take = legal.iter().any(|mv| !mv.captures().is_empty());
        if may_take != (self == Self::Take) {
            return false;
        }
        let hands = Side::BOTH.map(|side| position.hand(side));
        if self == Self::Opening {
            let placed = 2 * usize::from(position.rules().men) - hands[0] - hands[1];
            let on_board = Side::BOTH.map(|side| position.men(side).len());
            return BEGUN.contains(&placed) && on_board[0] + on_board[1] == placed;
        }
        hands == [0, 0]
            && match self {
                Self::Fly => flies(position) && self.is_in(position.rules()),
                Self::Win | Self::Hold => !flies(position),
                Self::Opening | Self::Take => true,
            }
    }

    /// Whether a position of this value is such an exercise; `holding` are all moves that keep the
    /// value.
    pub fn fits(self, position: &Position, value: Wdl, holding: &[Move]) -> bool {
        let legal = position.legal_moves();
        let asked = match self {
            Self::Win => value == Wdl::Win,
            Self::Hold => value == Wdl::Draw,
            Self::Opening | Self::Take | Self::Fly => value != Wdl::Loss,
        };
        if !asked || !self.admits(position) || holding.is_empty() || holding.len() >= legal.len() {
            return false;
        }
        if self != Self::Take {
            return true;
        }
        let takes = |mv: &Move| !mv.captures().is_empty();
        let same_way = |mv: &Move, other: &Move| {
            mv.taking(other.captures()) == *other && takes(mv) && !holding.contains(mv)
        };
        holding.iter().all(takes)
            && holding
                .iter()
                .any(|right| legal.iter().any(|mv| same_way(mv, right)))
    }
}

/// The value of a position and the moves that keep it; `None` if the value of one is not known, or
/// the game is over.
pub fn holding(position: &Position, source: &dyn Probe) -> Option<(Wdl, Vec<Move>)> {
    let value = |mv: Move| Some((mv, source.value_or_outcome(&position.after(mv))?.before()));
    let moves = position.legal_moves().into_iter().map(value);
    let moves = moves.collect::<Option<Vec<_>>>()?;
    let best = moves.iter().map(|&(_, value)| value).max()?;
    let keeps = moves.into_iter().filter(|&(_, value)| value == best);
    Some((best, keeps.map(|(mv, _)| mv).collect()))
}

/// The position without what was played before: an exercise begins a game.
///
/// # Errors
/// If it is not a legal position then.
pub fn as_beginning(position: &Position) -> Result<Position, SetupError> {
    Setup {
        clock: 0,
        number: 1,
        ..(*position).into()
    }
    .try_into()
}

/// A number by which an exercise is known again, the same for its images under the symmetries of
/// the board.
pub fn key(kind: ExerciseKind, position: &Position) -> u32 {
    let symmetries = position.rules().symmetries().iter();
    let images = symmetries.map(|symmetry| position.mapped(symmetry).identity());
    let least = images.min().unwrap_or_else(|| position.identity());
    let mut crc = Crc32::new();
    crc.update(&least.to_le_bytes());
    crc.update(kind.id().as_bytes());
    crc.finish()
}

/// Whether a side has three men that fly, and the other few.
fn flies(position: &Position) -> bool {
    let men = Side::BOTH.map(|side| position.in_all(side));
    let few = |&side: &Side| position.in_all(side) == FLYING.0 && position.may_fly(side);
    men.iter().all(|men| (FLYING.0..=FLYING.1).contains(men)) && Side::BOTH.iter().any(few)
}
