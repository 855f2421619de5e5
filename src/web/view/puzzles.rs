//! Puzzles as plain data.

use super::{all_written, written};
use crate::position::Side;
use crate::puzzle::{Puzzle, PuzzleKind, TurnVerdict};
use crate::value::Wdl;
use serde::Serialize;
use tsify::Tsify;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct PuzzleInfo {
    /// The position line; the side to move solves.
    pub line: String,
    /// Who solves it.
    pub solver: Side,
    /// What is asked.
    pub kind: PuzzleKind,
    /// The number of turns that the solver needs.
    pub turns: usize,
    /// How hard it is, from 800 to 2200.
    pub rating: u16,
    /// The turns of both sides; the first is the only right one.
    pub solution: Vec<String>,
}

/// A puzzle.
pub fn puzzle(puzzle: &Puzzle) -> PuzzleInfo {
    let board = puzzle.position.board();
    PuzzleInfo {
        line: puzzle.position.to_string(),
        solver: puzzle.solver(),
        kind: puzzle.kind,
        turns: puzzle.turns,
        rating: puzzle.rating,
        solution: all_written(board, &puzzle.solution),
    }
}

/// The verdict on a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PuzzleVerdict {
    /// Whether it is right.
    pub right: bool,
    /// Whether the puzzle is solved with it.
    pub solved: bool,
    /// What the turn leads to, to the side that plays it; null where that is not known. A wrong
    /// turn may be a win, only not the one that was asked for.
    pub value: Option<Wdl>,
    /// The other side's reply: to a wrong turn, the one that shows what is wrong with it. Null
    /// where there is no reply.
    pub reply: Option<String>,
}

/// The verdict on a turn in a puzzle.
pub fn verdict(puzzle: &Puzzle, verdict: &TurnVerdict) -> PuzzleVerdict {
    PuzzleVerdict {
        right: verdict.right,
        solved: verdict.solved,
        value: verdict.value,
        reply: verdict
            .reply
            .map(|turn| written(puzzle.position.board(), turn)),
    }
}
