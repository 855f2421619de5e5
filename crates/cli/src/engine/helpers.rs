//! Helper threads (lazy SMP): they search the same position with a shared transposition table.

use merels::search::{Searcher, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

/// Nodes between two checks of whether a helper should stop.
const SLICE: u64 = 512;

/// The helpers of one search; dropping them stops and joins them.
#[derive(Default)]
pub struct Helpers {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Helpers {
    /// Starts `count` helpers for a search that has just begun; fewer if there are not enough
    /// processors, memory or threads.
    pub fn of(searcher: &Searcher, count: usize) -> Self {
        let mut helpers = Self::default();
        // More threads than processors would only slow the main thread down.
        let others = thread::available_parallelism().map_or(0, |all| all.get() - 1);
        for number in 1..=count.min(others) {
            let Ok(helper) = searcher.helper(number as u32) else {
                break;
            };
            let shared = Arc::clone(&helpers.shared);
            let thread = thread::Builder::new().name(format!("helper {number}"));
            match thread.spawn(move || search(helper, &shared)) {
                Ok(thread) => helpers.threads.push(thread),
                Err(_) => break,
            }
        }
        helpers
    }

    /// The number of nodes they have visited.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        for thread in self.threads.drain(..) {
            // A panic has been reported already.
            let _ = thread.join();
        }
    }
}

fn search(mut searcher: Searcher, shared: &Shared) {
    let mut before = 0;
    while !shared.stop.load(Relaxed) && searcher.step(SLICE) == Status::Running {
        shared.nodes.fetch_add(searcher.nodes() - before, Relaxed);
        before = searcher.nodes();
    }
}
