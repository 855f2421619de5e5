//! Frames of the search stack.

use super::hash::hash_of;
use super::move_picker::ScoredMove;
use super::score::INFINITE;
use crate::moves::Move;
use crate::position::Position;

/// A node on the search stack.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub position: Position,
    /// What repetition detection compares.
    pub hash: u64,
    pub alpha: i32,
    pub beta: i32,
    /// Alpha at the start of the node.
    pub original_alpha: i32,
    pub depth: i32,
    /// The best score so far, fail-soft.
    pub best: i32,
    pub best_move: Option<Move>,
    /// The number of moves started: the current move is the one before this index.
    pub next: usize,
    /// The moves still to be generated.
    pub stage: GenStage,
    /// The window of the current move.
    pub window: SearchWindow,
    /// The late-move reduction of the current move, in plies.
    pub reduction: i32,
    /// Where only captures are searched (futility pruning): the score expected of the other moves.
    pub futility: Option<i32>,
    /// The current move is to be re-searched.
    pub re_search: bool,
    /// The score rests on ends of the game alone: deeper search cannot change it.
    pub proven: bool,
}

/// Moves are generated in stages, so that an early cutoff costs little.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GenStage {
    /// Only the hash move is in the list. Moves that close a mill come next.
    Closings,
    /// The other moves come next.
    Others,
    /// All moves are in the list.
    Done,
}

/// The window that a move is searched with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchWindow {
    /// A zero window (alpha, alpha + 1): only whether the move beats alpha.
    Zero,
    /// The node's own window.
    Full,
}

impl Frame {
    /// A frame whose search has not started.
    pub fn new(position: &Position) -> Self {
        Self {
            position: *position,
            hash: hash_of(position),
            alpha: 0,
            beta: 0,
            original_alpha: 0,
            depth: 0,
            best: 0,
            best_move: None,
            next: 0,
            stage: GenStage::Done,
            window: SearchWindow::Full,
            reduction: 0,
            futility: None,
            re_search: false,
            proven: true,
        }
    }

    /// Begins the node with all its moves generated.
    #[inline]
    pub fn begin(&mut self, alpha: i32, beta: i32, depth: i32) {
        (self.alpha, self.beta, self.original_alpha, self.depth) = (alpha, beta, alpha, depth);
        (self.best, self.best_move, self.next, self.futility) = (-INFINITE, None, 0, None);
        (self.stage, self.window, self.re_search, self.proven) =
            (GenStage::Done, SearchWindow::Full, false, true);
    }
}

/// The current move: the one before `next`.
pub(super) fn current_move(moves: &[ScoredMove], next: usize) -> Move {
    moves[next - 1].mv
}
