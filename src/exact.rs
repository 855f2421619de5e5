//! Exact values without distances, and where they come from: what a solution knows and a search may ask.

use crate::position::Position;
use std::fmt;

/// What a position is worth to the side to move, without the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The value, to the player who moved there, of a position with this value.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// A source of exact values: tables in a directory, a solution in memory, the shipped values of the first placings.
///
/// Values are of the game without repetition and move-count draws, as the solution's are.
pub trait Exact: Send + Sync {
    /// A position's value to the side to move; `None` where it is not known.
    fn value(&self, position: &Position) -> Option<Wdl>;

    /// The plies to the end under best play, where that is known too; only asked where the value is a win or a loss.
    fn plies(&self, position: &Position) -> Option<u32> {
        let _ = position;
        None
    }
}
