//! What can be solved in memory.

use crate::rules::{Reform, Rules};
use crate::tablebase::sector::Sector;

/// The most positions that are solved in memory, in the page too: some 120 MB.
pub const MOST_POSITIONS: u64 = 60_000_000;

/// Whether all of a game can be solved in memory.
pub fn fits_in_memory(rules: &Rules) -> bool {
    rules.reform != Reform::Ban && Sector::positions(&[Sector::start(rules)], rules) <= MOST_POSITIONS
}
