//! A turn at the root, with what is known of it.

use super::knowledge::Answer;
use super::lines::Line;
use crate::moves::Move;

/// A turn at the root.
pub(super) struct RootMove {
    pub mv: Move,
    /// Its score in the last iteration that was finished, where it was exact.
    pub settled: Option<i32>,
    /// Its score in this iteration, where it is exact.
    pub score: Option<i32>,
    /// What the exact values say of it.
    pub known: Answer,
    /// What is kept of it where several lines are asked for.
    pub line: Line,
}
