//! The reason of a mistake, as plain data.

use super::{all_written, names};
use crate::position::{Position, Side};
use crate::reason::{LineStart, Reason, ReasonKind};
use crate::value::Wdl;
use serde::Serialize;
use tsify::Tsify;

/// Why a move gave its value away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct ReasonInfo {
    /// What it claims.
    pub kind: ReasonKind,
    /// The side that made the mistake.
    pub side: Side,
    /// What the position was worth to it.
    pub had: Wdl,
    /// What the mistake left of that.
    pub has: Wdl,
    /// The points concerned, see the kind.
    pub points: Vec<String>,
    /// The mills or lines concerned, each with its points.
    pub mills: Vec<Vec<String>>,
    /// Within how many turns; 0 where the kind says nothing of turns.
    pub turns: usize,
    /// How many men; 0 where the kind says nothing of men.
    pub margin: usize,
    /// Whether the line begins with the mistake or with a better move.
    pub start: LineStart,
    /// The line that shows it, from the position before the mistake.
    pub line: Vec<String>,
    /// Whether the line ends with a side that has won.
    pub ends: bool,
    /// The moves that would have held.
    pub holding: Vec<String>,
    /// The other side's moves after the mistake that keep what it gave.
    pub answers: Vec<String>,
    /// Whether exact values say that it was a mistake. Where it is an estimate, `had` and `has` say
    /// nothing, `holding` are the turns that were said to be better, and there are no `answers`.
    pub exact: bool,
}

/// The reason of a mistake in this position.
pub fn reason(position: &Position, reason: &Reason) -> ReasonInfo {
    let board = position.board();
    ReasonInfo {
        kind: reason.kind,
        side: reason.side,
        had: reason.had,
        has: reason.has,
        points: names(board, reason.points),
        mills: reason
            .mills
            .iter()
            .map(|&mill| names(board, mill))
            .collect(),
        turns: reason.turns,
        margin: reason.margin,
        start: reason.start,
        line: all_written(board, &reason.line),
        ends: reason.ends(position),
        holding: all_written(board, &reason.holding),
        answers: all_written(board, &reason.answers),
        exact: reason.exact,
    }
}
