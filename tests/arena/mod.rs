//! Players that meet, and how well they keep the value: on small games that are solved in a moment.

mod estimate;
mod external;
mod keep;
mod meet;
mod records;
mod sprt;

use crate::solve::common::{self, Dir};
use merels::Rules;
use merels::tablebase::directory::Tables;
use merels::tablebase::{Solution, Solver};
use merels_solve::disk::Scope;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A game with all phases: some 300,000 positions.
const GAME: &str = "six[fly=3,men=4]";

/// A game's tables, and the values by the solver in memory, which shares nothing with them but the
/// index.
fn solved(rules: &Rules) -> (Dir, Arc<Tables>, Arc<Solution>) {
    static KNOWN: Mutex<BTreeMap<String, Arc<Solution>>> = Mutex::new(BTreeMap::new());
    let (dir, _) = common::solved(rules, Scope::WHOLE);
    let tables = Arc::new(Tables::open(&dir.0).unwrap());
    let mut known = KNOWN.lock().unwrap();
    let solution = known
        .entry(rules.to_string())
        .or_insert_with(|| Arc::new(Solver::new(rules).unwrap().finish()));
    (dir, tables, Arc::clone(solution))
}
