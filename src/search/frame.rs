//! A position on the stack of those that are being searched.

use super::hash::hash_of;
use super::order::Turn;
use super::score::INFINITE;
use crate::moves::Move;
use crate::position::Position;

/// A position that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub position: Position,
    /// What repetition compares.
    pub hash: u64,
    pub alpha: i32,
    pub beta: i32,
    /// The alpha that it began with.
    pub floor: i32,
    pub depth: i32,
    pub best: i32,
    pub best_move: Option<Move>,
    /// The next of the ply's turns.
    pub next: usize,
    /// Which turns are still to be listed.
    pub stage: Stage,
    /// How the turn before the next is searched.
    pub trial: Trial,
    /// By so many plies less deep.
    pub reduction: i32,
    /// The turn before the next is to be searched once more.
    pub again: bool,
    /// The score rests on ends of the game alone.
    pub solid: bool,
}

/// The turns of a position are listed in parts, so that a position that is refuted early costs little.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing is listed but the remembered turn. Those that close a mill come next.
    Closings,
    /// The others come next.
    Others,
    /// There are no more.
    Last,
}

/// How a turn is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trial {
    /// With an empty window: is it better, yes or no?
    Narrow,
    /// With the whole window.
    Full,
}

impl Frame {
    /// A frame that nothing is searched in yet.
    pub fn new(position: &Position) -> Self {
        Self {
            position: *position,
            hash: hash_of(position),
            alpha: 0,
            beta: 0,
            floor: 0,
            depth: 0,
            best: 0,
            best_move: None,
            next: 0,
            stage: Stage::Last,
            trial: Trial::Full,
            reduction: 0,
            again: false,
            solid: true,
        }
    }

    /// Begins to search its turns, all of them listed.
    #[inline]
    pub fn begin(&mut self, alpha: i32, beta: i32, depth: i32) {
        (self.alpha, self.beta, self.floor, self.depth) = (alpha, beta, alpha, depth);
        (self.best, self.best_move, self.next) = (-INFINITE, None, 0);
        (self.stage, self.trial, self.again, self.solid) = (Stage::Last, Trial::Full, false, true);
    }
}

/// The turn before the next.
pub(super) fn frame_move(turns: &[Turn], next: usize) -> Move {
    turns[next - 1].mv
}
