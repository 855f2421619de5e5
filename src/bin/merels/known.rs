//! What the engine knows for certain: the values of first placings that come with the program, and a directory's.

use merels::Rules;
use merels::exact::{Exact, Several};
use merels::solution::opening::Opening;
use std::sync::Arc;
use std::thread;

/// The sources of exact values.
#[derive(Default)]
pub struct Known {
    data: Option<Arc<dyn Exact>>,
    opening: Option<Arc<Opening>>,
    reading: bool,
}

impl Known {
    /// Puts a directory's values in place of the one's before.
    pub fn set_data(&mut self, data: Option<Arc<dyn Exact>>) {
        self.data = data;
    }

    /// Takes up the values of first placings, if there are any by these rules. They are read in the background; what is
    /// still being read is left for another time, or waited for. Whether there is anything new.
    pub fn take_up(&mut self, rules: &Rules, wait: bool) -> bool {
        if self.opening.is_some() || !Opening::is_shipped_for(rules) {
            return false;
        }
        if !self.reading {
            self.reading = true;
            thread::spawn(Opening::shipped);
        }
        self.opening = if wait { Some(Opening::shipped()) } else { Opening::shipped_if_read() };
        self.opening.is_some()
    }

    /// All of them, the quick ones first; `None` where there are none.
    pub fn source(&self) -> Option<Arc<dyn Exact>> {
        let opening = self.opening.clone().map(|opening| opening as Arc<dyn Exact>);
        let sources: Vec<_> = opening.into_iter().chain(self.data.clone()).collect();
        if sources.is_empty() { None } else { Some(Arc::new(Several(sources))) }
    }
}

/// The values of first placings that come with the program, if there are any by these rules, for players that all know
/// them: read at once.
pub fn shipped_for(rules: &Rules) -> Option<Arc<dyn Exact>> {
    Opening::is_shipped_for(rules).then(|| Opening::shipped() as Arc<dyn Exact>)
}
