//! The value of a position: win, loss or draw, and the distance to the end; and [`Probe`], what any
//! source of exact values answers.

mod probe;

pub use crate::outcome::Wdl;
pub use probe::{Probe, ProbeChain};

/// What a position is worth to the side to move. Lengths are plies to the end of the game under
/// best play: the winner makes it as short, the loser as long as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this many plies, an odd number.
    Win(u32),
    /// The side to move loses in this many plies, an even number; 0 where the game is over.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
}

impl Value {
    /// The value, to the player who moved there, of a position with this value.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// Orders values by how good they are for the side to move: quick wins, slow wins, draws, slow
    /// losses, quick losses.
    pub fn order(self) -> i64 {
        match self {
            Self::Win(plies) => 1 << 32 | i64::from(u32::MAX - plies),
            Self::Draw => 0,
            Self::Loss(plies) => i64::from(plies) - (1 << 33),
        }
    }
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Self {
        match value {
            Value::Win(_) => Self::Win,
            Value::Loss(_) => Self::Loss,
            Value::Draw => Self::Draw,
        }
    }
}
