//! Helpers: searchers of the same position in other threads, which share the memory.

use super::{Limits, MAX_DEPTH, NoMemory, Searcher};
use std::sync::Arc;

impl Searcher {
    /// Another searcher of what was just begun here, to be stepped in another thread. What it finds it puts into the
    /// memory that both share, so that this one need not search it again; it has no limit of nodes, and what it
    /// reports is to be ignored. Every second one, by `number`, is a ply ahead, so that not all search the same.
    ///
    /// The search is no longer the same every time. Helpers have to end before anything is begun or cleared here.
    /// `Err` where there is no memory for another.
    pub fn helper(&self, number: u32) -> Result<Self, NoMemory> {
        let mut helper = Self::with(Arc::clone(&self.table), self.near.another()?);
        helper.own_era = self.own_era;
        helper.knowledge = self.knowledge.anew();
        helper.earlier.clone_from(&self.earlier);
        helper.first_depth = (1 + number as i32 % 2).min(self.limits.depth.unwrap_or(MAX_DEPTH).max(1) as i32);
        helper.begin(&self.frames[0].position, Limits { nodes: None, ..self.limits });
        let turns: Vec<_> = self.root.iter().map(|root| root.mv).collect();
        helper.keep_only(&turns);
        Ok(helper)
    }
}
