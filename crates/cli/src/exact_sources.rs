//! The engine's sources of exact values: the shipped opening values, a directory of tables, and
//! small games that it solves itself.

use merels::tablebase::opening::{Opening, ShippedOpening};
use merels::tablebase::{Solution, Solver, fits_in_memory};
use merels::value::{Probe, ProbeChain};
use merels::{Position, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

/// The sources of exact values.
#[derive(Default)]
pub struct ExactSources {
    data: Option<Arc<dyn Probe>>,
    opening: Option<Arc<Opening>>,
    /// The game whose first placings are being read, or were read last.
    reading: Option<Rules>,
    /// The game whose first placings are known to searches that begin with one of them.
    promised: Option<Rules>,
    /// Small games are solved and probed.
    solving: bool,
    solved: Option<Solved>,
}

/// A game that is being solved, or is.
struct Solved {
    rules: Rules,
    /// The values are no longer wanted.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Option<Solution>>>,
    /// `None` while it is being solved, or if it cannot be.
    values: Option<Arc<Solution>>,
}

impl Solved {
    /// Starts to solve a game in its own thread.
    fn begin(rules: Rules) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let stopped = Arc::clone(&stop);
        let thread = thread::Builder::new()
            .name("solver".to_owned())
            .spawn(move || solve(&rules, &stopped))
            .ok();
        Self {
            rules,
            stop,
            thread,
            values: None,
        }
    }

    /// Whether the thread is still at work.
    fn is_at_work(&self) -> bool {
        self.thread
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Takes the values from the thread, waiting for them; whether there are any.
    fn take_up(&mut self) -> bool {
        // A solver that has panicked has told so itself.
        let solved = self
            .thread
            .take()
            .and_then(|thread| thread.join().ok())
            .flatten();
        self.values = solved.map(Arc::new);
        self.values.is_some()
    }
}

impl ExactSources {
    /// Replaces the directory's values.
    pub fn set_data(&mut self, data: Option<Arc<dyn Probe>>) {
        self.data = data;
    }

    /// Whether a game that is small enough is to be solved, so that its values are known.
    pub fn go_by_solutions(&mut self, go: bool) {
        self.solving = go;
    }

    /// Updates the values for a position: those of the first placings, if it is one of them, and
    /// of the whole game, if it is to be solved. They are read and computed in the background; with
    /// `wait`, the call waits for them. Returns whether anything is new.
    pub fn take_up(&mut self, position: &Position, wait: bool) -> bool {
        let opening = self.take_up_opening(position, wait);
        self.take_up_solution(position.rules(), wait) || opening
    }

    /// The same for a search that has to give the same answer every time: it knows what there was
    /// when the engine was last [ready](Self::take_up), and the first placings if they were not
    /// needed then.
    pub fn take_up_promised(&mut self, position: &Position) -> bool {
        self.promised == Some(position.rules().without_draw_rules())
            && self.take_up_opening(position, true)
    }

    fn take_up_opening(&mut self, position: &Position, wait: bool) -> bool {
        let Some(shipped) = ShippedOpening::of(position.rules()) else {
            return false;
        };
        let rules = position.rules().without_draw_rules();
        if wait {
            self.promised = Some(rules);
        }
        // No later position has fewer placings.
        if !shipped.covers(position)
            || self
                .opening
                .as_ref()
                .is_some_and(|opening| *opening.rules() == rules)
        {
            return false;
        }
        if self.reading != Some(rules) {
            self.reading = Some(rules);
            // Where no thread can be started, they are read when they are waited for.
            let _ = thread::Builder::new().spawn(move || Opening::shipped(&rules));
        }
        self.opening = if wait {
            Opening::shipped(&rules)
        } else {
            Opening::shipped_if_read(&rules)
        };
        self.opening.is_some()
    }

    fn take_up_solution(&mut self, rules: &Rules, wait: bool) -> bool {
        // By these a game is solved whatever its draws by a count.
        let rules = rules.without_draw_rules();
        if !self.solving || !fits_in_memory(&rules) {
            return false;
        }
        if let Some(other) = self.solved.as_ref().filter(|solved| solved.rules != rules) {
            other.stop.store(true, Relaxed);
            // One at a time: games that come and go must not leave a crowd of solvers behind.
            if other.is_at_work() && !wait {
                return false;
            }
            // Its thread ends in less than a second; this game's values need the memory of its.
            if let Some(thread) = self.solved.take().and_then(|other| other.thread) {
                let _ = thread.join();
            }
        }
        let solved = self.solved.get_or_insert_with(|| Solved::begin(rules));
        solved.thread.is_some() && (wait || !solved.is_at_work()) && solved.take_up()
    }

    /// All sources, the fast ones first; `None` if there are none.
    pub fn source(&self) -> Option<Arc<dyn Probe>> {
        let solved = self
            .solved
            .as_ref()
            .filter(|_| self.solving)
            .and_then(|solved| solved.values.clone());
        let solved = solved.map(|solution| solution as Arc<dyn Probe>);
        let opening = self
            .opening
            .clone()
            .map(|opening| opening as Arc<dyn Probe>);
        let sources: Vec<_> = solved
            .into_iter()
            .chain(opening)
            .chain(self.data.clone())
            .collect();
        if sources.is_empty() {
            None
        } else {
            Some(Arc::new(ProbeChain(sources)))
        }
    }
}

/// All values of a game; `None` if there is too little memory, or they are no longer wanted.
fn solve(rules: &Rules, stop: &AtomicBool) -> Option<Solution> {
    let mut solver = Solver::new(rules).ok()?;
    while !stop.load(Relaxed) && solver.step().ok()? {}
    (!stop.load(Relaxed)).then(|| solver.into_solution())
}

/// The values of first placings that come with the program, for players that all know them: read at
/// once, but only if one of these positions, with which games begin, is among them.
pub fn shipped_for<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
) -> Option<Arc<dyn Probe>> {
    let known = |position: &&Position| {
        ShippedOpening::of(position.rules()).is_some_and(|opening| opening.covers(position))
    };
    let first = positions.into_iter().find(known)?;
    Opening::shipped(first.rules()).map(|opening| opening as Arc<dyn Probe>)
}

/// What to say of the [fault](Probe::fault) of a source.
pub fn without(fault: &str) -> String {
    format!("{fault}; the search goes on without it")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They take a second to read. No other test of this program reads these.
    #[test]
    fn the_first_placings_are_read_for_positions_among_them() {
        let position = |line: &str| line.parse::<Position>().unwrap();
        let start = position("nine 3/3/3/6/3/3/3 w 9,9 0 1");
        let moving = position("nine WWW/3/3/6/BB1/BB1/3 w 0,0 0 20");
        let mut sources = ExactSources::default();
        assert!(!sources.take_up_promised(&start));
        for wait in [false, true] {
            assert!(!sources.take_up(&moving, wait));
        }
        assert!(sources.source().is_none() && sources.reading.is_none());
        // After `readyok` they are promised.
        assert!(sources.take_up_promised(&start));
        assert!(sources.source().unwrap().value(&start).is_some());
        assert!(!sources.take_up(&start, true));
    }
}
