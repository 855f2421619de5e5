//! How a game ends: the winner, if any, and the reason.

use crate::side::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WinBy {
    /// The loser has fewer than three men in all.
    FewerThanThree,
    /// The loser has no man left, in a game that goes on to the last.
    NoMen,
    /// The winner has a mill, in a game that a mill wins.
    Mill,
    /// The loser is to move and has no legal move.
    Blocked,
    /// The board is full, and by the rules the side that began the game loses.
    FullBoard,
    /// The loser has resigned.
    Resignation,
    /// The loser has run out of time.
    Time,
}

/// Why nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawBy {
    /// The side to move has no legal move, and by the rules that is a draw.
    Blocked(Side),
    /// A blocked player passes, but neither side can move.
    NeitherCanMove,
    /// The board is full.
    FullBoard,
    /// Ten moves each without a capture, at three men; whether both sides have three.
    TenMoves {
        /// Both sides have three men, not just one.
        both: bool,
    },
    /// The limit of plies without a capture or a placing was reached: this one.
    Quiet(u16),
    /// The position has occurred three times.
    Repetition,
    /// The players have agreed.
    Agreement,
}

/// How a game has ended. Displays as a sentence, [`Outcome::reason`] as its second half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side has won.
    Win(Side, WinBy),
    /// Nobody has.
    Draw(DrawBy),
}

impl Outcome {
    /// What the end is worth to a side.
    pub fn value(self, side: Side) -> Wdl {
        match self {
            Self::Draw(_) => Wdl::Draw,
            Self::Win(winner, _) if winner == side => Wdl::Win,
            Self::Win(..) => Wdl::Loss,
        }
    }

    /// Who has won; `None` in a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side, _) => Some(side),
            Self::Draw(_) => None,
        }
    }

    /// A fixed word for the reason, for programs: `fewer-than-three`, `no-men`, `mill`, `blocked`,
    /// `resignation`, `time`, `neither-can-move`, `full-board`, `ten-moves`, `quiet`, `repetition`,
    /// `agreement`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Win(_, WinBy::FewerThanThree) => "fewer-than-three",
            Self::Win(_, WinBy::NoMen) => "no-men",
            Self::Win(_, WinBy::Mill) => "mill",
            Self::Win(_, WinBy::Blocked) | Self::Draw(DrawBy::Blocked(_)) => "blocked",
            Self::Win(_, WinBy::FullBoard) | Self::Draw(DrawBy::FullBoard) => "full-board",
            Self::Win(_, WinBy::Resignation) => "resignation",
            Self::Win(_, WinBy::Time) => "time",
            Self::Draw(DrawBy::NeitherCanMove) => "neither-can-move",
            Self::Draw(DrawBy::TenMoves { .. }) => "ten-moves",
            Self::Draw(DrawBy::Quiet(_)) => "quiet",
            Self::Draw(DrawBy::Repetition) => "repetition",
            Self::Draw(DrawBy::Agreement) => "agreement",
        }
    }

    /// Why, in words: "Black has no move", "threefold repetition".
    pub fn reason(self) -> String {
        match self {
            Self::Win(side, by) => {
                let loser = side.other();
                match by {
                    WinBy::FewerThanThree => format!("{loser} has fewer than three men"),
                    WinBy::NoMen => format!("{loser} has no men left"),
                    WinBy::Mill => format!("{side} has a mill"),
                    WinBy::Blocked => format!("{loser} has no move"),
                    WinBy::FullBoard => format!("the board is full, and {loser} began"),
                    WinBy::Resignation => format!("{loser} resigns"),
                    WinBy::Time => format!("{loser} has run out of time"),
                }
            }
            Self::Draw(by) => match by {
                DrawBy::Blocked(side) => format!("{side} has no move"),
                DrawBy::NeitherCanMove => "neither side can move".to_owned(),
                DrawBy::FullBoard => "the board is full".to_owned(),
                DrawBy::TenMoves { both: true } => {
                    "both at three, ten moves without a capture".to_owned()
                }
                DrawBy::TenMoves { both: false } => {
                    "one side at three, ten moves without a capture".to_owned()
                }
                DrawBy::Quiet(plies) => format!("{plies} plies without a capture or a placing"),
                DrawBy::Repetition => "threefold repetition".to_owned(),
                DrawBy::Agreement => "agreed".to_owned(),
            },
        }
    }

    /// The result as a record has it: `1-0`, `0-1`, `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(side) => write!(f, "{side} wins: {}", self.reason()),
            None => write!(f, "Draw: {}", self.reason()),
        }
    }
}

/// What a position is worth to the side to move, without the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
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
