//! Puzzles: positions in which only one move is right, and how answers are judged.
//!
//! [`PuzzleKind`] defines what each kind claims. [`Puzzle::check`] judges a move and plays the
//! reply; what it cannot find out itself is stored in the puzzle ([`Wrong`]). [`read`] and
//! [`write()`] handle files of puzzles, and [`force`] is the search that proves what can be forced.

pub mod force;
mod text;

pub use text::{PuzzleError, read, write};

use crate::moves::{IllegalMove, Move};
use crate::position::{Position, Side};
use crate::value::Wdl;
use force::{Goal, ProofNode, Prover};
use serde::Serialize;
use thiserror::Error;

/// What is asked, and what is claimed. Values are of the game without repetition and move-count
/// draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PuzzleKind {
    /// Win in N turns: whatever the other side does, the game is won with the Nth turn or before.
    /// One first turn does it, and it cannot be done in fewer; after that, each turn is right that
    /// still wins in time.
    Win,
    /// Hold the draw: all turns but one lose.
    Hold,
    /// The only turn: it keeps the win, all others do not.
    Only,
    /// Don't take that man: a mill can be closed, but one whole turn only keeps the win or the
    /// draw, and some that close a mill do not.
    Take,
    /// Find the double mill: whatever the other side does, the second turn closes a mill with a man
    /// that comes from another, and the third one closes that again with the same man; or the game
    /// is won before. One first turn does it.
    Mill,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Win, Self::Hold, Self::Only, Self::Take, Self::Mill];

    /// A fixed word for it: `win`, `hold`, `only`, `take`, `mill`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Hold => "hold",
            Self::Only => "only",
            Self::Take => "take",
            Self::Mill => "mill",
        }
    }

    /// The kind of that word.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.id() == id)
    }

    /// What is to be forced, if it is something that a search can prove.
    pub fn goal(self) -> Option<Goal> {
        match self {
            Self::Win => Some(Goal::Win),
            Self::Mill => Some(Goal::Mill),
            Self::Hold | Self::Only | Self::Take => None,
        }
    }
}

/// A first turn that is not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The turn.
    pub mv: Move,
    /// What it leads to, to the side that plays it; `None` where that is not known. A win where
    /// what was asked for is not reached in time.
    pub value: Option<Wdl>,
    /// What shows that it is wrong; `None` where the game is over.
    pub reply: Option<Move>,
}

/// A puzzle.
///
/// ```
/// use merels::notation::read_move;
/// use merels::puzzle;
///
/// let text = "merels puzzles 1\nnine 3/3/BWW/2B2W/3/3/1BW w 0,0 0 1;hold 1;e5-e4;1021;-d1-c3xg4 d5-d6,-d1-c3xg7 g4-g7,-d1-c3xf4 g4-f4";
/// let [puzzle] = &puzzle::read(text)?[..] else { panic!("there is one") };
/// let turn = read_move("e5-e4", puzzle.position.board())?;
/// assert!(puzzle.check(&[], turn)?.right);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The side to move solves it.
    pub position: Position,
    /// What is asked.
    pub kind: PuzzleKind,
    /// How many turns of the solver it takes.
    pub turns: usize,
    /// The turns of both sides; the first is the only right one.
    pub solution: Vec<Move>,
    /// How hard it is, from 800 to 2200.
    pub rating: u16,
    /// All other first turns.
    pub wrong: Vec<Wrong>,
}

/// The verdict on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnVerdict {
    /// Whether it is right.
    pub right: bool,
    /// Whether the puzzle is solved with it.
    pub solved: bool,
    /// What it leads to, to the side that plays it, where that is known.
    pub value: Option<Wdl>,
    /// What the other side replies: to a right turn what makes it hardest, to a wrong one what
    /// shows it. `None` where the puzzle is solved or the game is over.
    pub reply: Option<Move>,
}

/// The maximum number of nodes for judging a turn. No generated puzzle needs a fifth of them.
const MAX_POSITIONS: u64 = 2_000_000;

/// Why a turn cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It is not the solver's turn after these: the two sides play in turn, and the solver begins.
    #[error("after these turns it is not the solver's")]
    NotTheSolver,
    /// There is nothing left to solve.
    #[error("after these turns there is nothing left to solve")]
    Over,
    /// Whether the turn is right takes too long to find out.
    #[error("whether this turn is right takes too long to find out")]
    TooHard,
    /// One of the turns is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Puzzle {
    /// Who solves it.
    pub fn solver(&self) -> Side {
        self.position.side_to_move()
    }

    /// Judges a turn of the solver after those that both sides have `played` so far: right ones of
    /// the solver, any of the other side.
    ///
    /// # Errors
    /// If these turns cannot be played, the puzzle is over, or the proof takes too long.
    pub fn check(&self, played: &[Move], mv: Move) -> Result<TurnVerdict, CheckError> {
        if !played.len().is_multiple_of(2) {
            return Err(CheckError::NotTheSolver);
        }
        let mut node = ProofNode {
            position: self.position,
            back: None,
        };
        for (i, &mv) in played.iter().enumerate() {
            node.position.check(mv)?;
            node = if i == 0 || i % 2 == 1 {
                node.after(mv)
            } else {
                node.after_solver(mv)
            };
        }
        node.position.check(mv)?;
        let done = played.len() / 2;
        let left = self
            .turns
            .checked_sub(done)
            .filter(|&left| left > 0)
            .ok_or(CheckError::Over)?;
        if done == 0 {
            return Ok(self.check_first(mv));
        }
        let goal = self.kind.goal().ok_or(CheckError::Over)?;
        self.check_later(goal, &node, left, played, mv)
    }

    fn check_first(&self, mv: Move) -> TurnVerdict {
        if let Some(wrong) = self.wrong.iter().find(|wrong| wrong.mv == mv) {
            return TurnVerdict {
                right: false,
                solved: false,
                value: wrong.value,
                reply: wrong.reply,
            };
        }
        let value = match self.kind {
            PuzzleKind::Hold => Some(Wdl::Draw),
            PuzzleKind::Win | PuzzleKind::Only => Some(Wdl::Win),
            PuzzleKind::Take | PuzzleKind::Mill => None,
        };
        let reply = if self.turns > 1 {
            self.solution.get(1).copied()
        } else {
            None
        };
        TurnVerdict {
            right: true,
            solved: self.turns == 1,
            value,
            reply,
        }
    }

    fn check_later(
        &self,
        goal: Goal,
        node: &ProofNode,
        left: usize,
        played: &[Move],
        mv: Move,
    ) -> Result<TurnVerdict, CheckError> {
        let mut prover = Prover::new(goal, MAX_POSITIONS);
        let won = |right| {
            if right && goal == Goal::Win {
                Some(Wdl::Win)
            } else {
                None
            }
        };
        let fits = prover.fits(node, mv, left);
        let next = if fits {
            node.after_solver(mv)
        } else {
            node.after(mv)
        };
        if let Some(outcome) = next.position.outcome() {
            let right = outcome.winner() == Some(self.solver());
            return Ok(TurnVerdict {
                right,
                solved: right,
                value: won(right),
                reply: None,
            });
        }
        let escape = if fits && left > 1 {
            prover.escape(&next, left - 1).ok_or(CheckError::TooHard)?
        } else {
            None
        };
        let right = fits && escape.is_none() && (left > 1 || goal == Goal::Mill);
        let solved = right && left == 1;
        let any = || next.position.legal_moves().first().copied();
        let reply = if solved {
            None
        } else if right {
            let along = self.solution.len() > played.len() + 1
                && self.solution.starts_with(played)
                && self.solution[played.len()] == mv;
            // Every reply loses: it may do without the best one.
            if along {
                Some(self.solution[played.len() + 1])
            } else {
                prover.defence(&next, left - 1).or_else(any)
            }
        } else {
            escape.or_else(any)
        };
        Ok(TurnVerdict {
            right,
            solved,
            value: won(right),
            reply,
        })
    }
}
