//! Helper threads (lazy SMP): searchers of the same position that share the transposition table.

use super::{Limits, MAX_DEPTH, NoMemory, Searcher};
use std::sync::Arc;

impl Searcher {
    /// A helper for the search just started here, to be stepped in another thread. Its results
    /// reach this searcher through the shared transposition table; it has no node limit, and its
    /// reports are to be ignored. Every other helper, by `number`, starts one ply deeper, so that
    /// not all search the same tree.
    ///
    /// With helpers the search is no longer deterministic. They have to end before this searcher is
    /// started again or cleared.
    ///
    /// # Errors
    /// If the memory for its own small table cannot be allocated.
    pub fn helper(&self, number: u32) -> Result<Self, NoMemory> {
        let mut helper = Self::with(Arc::clone(&self.table), self.shallow.same_size()?);
        helper.own_generation = self.own_generation;
        helper.exact = self.exact.fresh();
        helper.earlier.clone_from(&self.earlier);
        helper.first_depth =
            (1 + number as i32 % 2).min(self.limits.depth.unwrap_or(MAX_DEPTH).max(1) as i32);
        helper.begin(
            &self.frames[0].position,
            Limits {
                nodes: None,
                ..self.limits
            },
        );
        let moves: Vec<_> = self.root.iter().map(|root| root.mv).collect();
        helper.keep_only(&moves);
        Ok(helper)
    }
}
