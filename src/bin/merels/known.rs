//! What the engine knows for certain: the values of first placings that come with the program, a directory's, and those
//! of a small game that it solves itself.

use merels::Rules;
use merels::exact::{Exact, Several};
use merels::solution::opening::Opening;
use merels::solution::{Solution, Solver};
use merels::view;
use std::sync::{Arc, OnceLock};
use std::thread;

/// The sources of exact values.
#[derive(Default)]
pub struct Known {
    data: Option<Arc<dyn Exact>>,
    opening: Option<Arc<Opening>>,
    reading: bool,
    /// Small games are solved and gone by.
    solving: bool,
    solved: Option<Solved>,
}

/// A game that is being solved, or is.
struct Solved {
    rules: Rules,
    /// `None` in it: it cannot be.
    values: Arc<OnceLock<Option<Arc<Solution>>>>,
    /// The values have been taken up.
    told: bool,
}

impl Known {
    /// Puts a directory's values in place of the one's before.
    pub fn set_data(&mut self, data: Option<Arc<dyn Exact>>) {
        self.data = data;
    }

    /// Whether a game that is small enough is to be solved, so that its values are known.
    pub fn go_by_solutions(&mut self, go: bool) {
        self.solving = go;
    }

    /// Takes up the values of a game, as far as there are any: those of its first placings and, if that was asked for,
    /// all. They are read and computed in the background; what is not there yet is left for another time, or waited for.
    /// Whether there is anything new.
    pub fn take_up(&mut self, rules: &Rules, wait: bool) -> bool {
        let opening = self.take_up_opening(rules, wait);
        self.take_up_solution(rules, wait) || opening
    }

    fn take_up_opening(&mut self, rules: &Rules, wait: bool) -> bool {
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

    fn take_up_solution(&mut self, rules: &Rules, wait: bool) -> bool {
        // By these a game is solved whatever its draws by a count.
        let rules = rules.without_draw_rules();
        if !self.solving || view::solvable(&rules).extent != "all" {
            return false;
        }
        if self.solved.as_ref().is_none_or(|solved| solved.rules != rules) {
            let values = Arc::<OnceLock<_>>::default();
            let there = Arc::clone(&values);
            thread::spawn(move || there.get_or_init(|| solve(&rules)).is_some());
            self.solved = Some(Solved { rules, values, told: false });
        }
        let Some(solved) = &mut self.solved else { return false };
        if wait {
            // Whoever comes first solves it, the other waits.
            solved.values.get_or_init(|| solve(&rules));
        }
        let there = solved.values.get().is_some_and(Option::is_some);
        there && !std::mem::replace(&mut solved.told, true)
    }

    /// All of them, the quick ones first; `None` where there are none.
    pub fn source(&self) -> Option<Arc<dyn Exact>> {
        let solved = self.solved.as_ref().filter(|_| self.solving).and_then(|solved| solved.values.get()?.clone());
        let solved = solved.map(|solution| solution as Arc<dyn Exact>);
        let opening = self.opening.clone().map(|opening| opening as Arc<dyn Exact>);
        let sources: Vec<_> = solved.into_iter().chain(opening).chain(self.data.clone()).collect();
        if sources.is_empty() { None } else { Some(Arc::new(Several(sources))) }
    }
}

/// All values of a game; `None` where there is no memory for them.
fn solve(rules: &Rules) -> Option<Arc<Solution>> {
    let mut solver = Solver::new(rules).ok()?;
    while solver.step().ok()? {}
    Some(Arc::new(solver.into_solution()))
}

/// The values of first placings that come with the program, if there are any by these rules, for players that all know
/// them: read at once.
pub fn shipped_for(rules: &Rules) -> Option<Arc<dyn Exact>> {
    Opening::is_shipped_for(rules).then(|| Opening::shipped() as Arc<dyn Exact>)
}
