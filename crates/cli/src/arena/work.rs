//! Runs independent jobs on a few threads and yields their results as they finish.

use super::player::Fault;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does pieces 0 to `count` on `threads` threads, each of which has a worker of its own (`hire`).
/// `take` gets each result with the number of its piece, one at a time, as it completes. If fewer
/// threads can be started, those do the work, or the caller's. Once `stop` is set no further piece
/// starts; running ones are finished.
///
/// # Errors
/// The first fault of a worker or a piece, which ends all work.
pub fn work<W, T>(
    threads: usize,
    count: usize,
    stop: &AtomicBool,
    hire: impl Fn() -> Result<W, Fault> + Sync,
    piece: impl Fn(&mut W, usize) -> Result<T, Fault> + Sync,
    take: impl FnMut(usize, T) + Send,
) -> Result<(), Fault> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let take = Mutex::new(take);
    let run = || -> Result<(), Fault> {
        let mut worker = hire()?;
        while !failed.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                break;
            }
            let result = piece(&mut worker, at)?;
            take.lock().unwrap_or_else(PoisonError::into_inner)(at, result);
        }
        Ok(())
    };
    let watched = || run().inspect_err(|_| failed.store(true, Ordering::Relaxed));
    thread::scope(|scope| {
        let wanted = 0..threads.clamp(1, count.max(1));
        let hired = wanted.map_while(|_| thread::Builder::new().spawn_scoped(scope, watched).ok());
        let hired: Vec<_> = hired.collect();
        if hired.is_empty() {
            watched()?;
        }
        hired
            .into_iter()
            .try_for_each(|thread| match thread.join() {
                Ok(outcome) => outcome,
                Err(panic) => std::panic::resume_unwind(panic),
            })
    })
}
