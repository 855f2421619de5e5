//! A root move and its results.

use super::knowledge::ProbeResult;
use super::pv_lines::RootLine;
use crate::moves::Move;

/// A root move.
pub(super) struct RootMove {
    pub mv: Move,
    /// Its score in the last complete iteration, if it was exact.
    pub settled: Option<i32>,
    /// Its score in this iteration, if it is exact.
    pub score: Option<i32>,
    /// Its exact value, to the side that plays it.
    pub known: ProbeResult,
    /// Its line, for MultiPV.
    pub line: RootLine,
}
