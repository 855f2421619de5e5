//! Puzzles as plain data.

use super::side_name;
use crate::puzzle::{Puzzle, Verdict};
use crate::tablebase::Wdl;
use serde::Serialize;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleView {
    /// The position line.
    pub line: String,
    /// Who solves it: `white`, `black`.
    pub solver: &'static str,
    /// `win`, `hold`, `only`, `take`, `mill`.
    pub kind: &'static str,
    /// How many turns of the solver it takes.
    pub turns: usize,
    /// How hard it is, from 800 to 2200.
    pub rating: u16,
    /// The turns of both sides.
    pub solution: Vec<String>,
}

/// A puzzle.
pub fn puzzle(puzzle: &Puzzle) -> PuzzleView {
    let board = puzzle.position.board();
    PuzzleView {
        line: puzzle.position.to_string(),
        solver: side_name(puzzle.solver()),
        kind: puzzle.kind.id(),
        turns: puzzle.turns,
        rating: puzzle.rating,
        solution: puzzle.solution.iter().map(|turn| turn.display(board).to_string()).collect(),
    }
}

/// What is said of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictView {
    /// Whether it is right.
    pub right: bool,
    /// Whether the puzzle is solved with it.
    pub solved: bool,
    /// `win`, `draw` or `loss`, to the side that plays it; `None` where that is not known.
    pub value: Option<String>,
    /// What the other side replies.
    pub reply: Option<String>,
}

/// What is said of a turn in a puzzle.
pub fn verdict(puzzle: &Puzzle, verdict: &Verdict) -> VerdictView {
    VerdictView {
        right: verdict.right,
        solved: verdict.solved,
        value: verdict.value.as_ref().map(Wdl::to_string),
        reply: verdict.reply.map(|turn| turn.display(puzzle.position.board()).to_string()),
    }
}
