//! A root move and its results.

use super::exact_values::ProbeResult;
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

/// Sorts by the greatest key, stably. There are few root moves, and the library's sort would add 5
/// KB to the page for each type.
pub(super) fn sort_by_greatest<T>(moves: &mut [T], key: impl Fn(&T) -> i32) {
    for sorted in 1..moves.len() {
        let mut at = sorted;
        while at > 0 && key(&moves[at - 1]) < key(&moves[at]) {
            moves.swap(at - 1, at);
            at -= 1;
        }
    }
}
