//! Families of games that share a net.

use crate::board::Board;
use crate::rules::{Goal, Least, Phases, Rules};

/// Games that are similar enough for one net to evaluate them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Nine Men's Morris.
    Nine,
    /// Lasker Morris: men may move while there are some in hand.
    Lasker,
    /// The games on the board with diagonals.
    Twelve,
}

impl Family {
    pub const ALL: [Self; 3] = [Self::Nine, Self::Lasker, Self::Twelve];

    /// The family of a rule set, if it belongs to any.
    pub fn of(rules: &Rules) -> Option<Self> {
        let board = rules.board;
        if rules.least != Least::Three || rules.takes_between() {
            return None;
        }
        match (rules.goal, rules.phases) {
            (Goal::Capture, Phases::Split) if board == Board::NINE && rules.men <= 9 => Some(Self::Nine),
            (Goal::Capture, Phases::Mixed) if board == Board::NINE && rules.men <= 10 => Some(Self::Lasker),
            (Goal::Capture, Phases::Split) if board == Board::TWELVE && rules.men <= 12 => Some(Self::Twelve),
            _ => None,
        }
    }

    /// Its name in the weights file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nine => "nine",
            Self::Lasker => "lasker",
            Self::Twelve => "twelve",
        }
    }

    pub fn board(self) -> &'static Board {
        match self {
            Self::Nine | Self::Lasker => Board::NINE,
            Self::Twelve => Board::TWELVE,
        }
    }
}
