//! The best turns at the root, where several lines are asked for.

use super::limits::Limits;
use super::score::{INFINITE, is_distant};
use crate::moves::Move;
use crate::tablebase::Wdl;

/// How far apart turns of different value stand: further than scores reach.
const CLASS: i32 = 4 * INFINITE;

/// What is kept of a turn at the root.
#[derive(Default)]
pub(super) struct Line {
    /// What follows it, itself included, where its score is exact.
    pub pv: Vec<Move>,
    /// Its score rests on ends of the game alone.
    pub solid: bool,
    /// Its score is final: it need not be searched again.
    pub fixed: bool,
}

/// The best turns so far.
#[derive(Default)]
pub(super) struct Lines {
    /// So many are asked for; 0 before the first search.
    pub wanted: usize,
    /// Their merits and places in the root's list, in this iteration, the best first.
    pub best: Vec<(i32, usize)>,
    /// The values of all turns at the root are known.
    pub known: bool,
    /// What the turn that is being searched has to beat.
    pub bar: i32,
}

impl Lines {
    /// A search begins.
    pub fn begin(&mut self, limits: &Limits) {
        self.wanted = if limits.taste.is_none() { limits.lines.max(1) as usize } else { 1 };
        self.known = false;
        self.best.clear();
    }

    /// Whether more than the best turn is looked for.
    #[inline]
    pub fn several(&self) -> bool {
        self.wanted > 1
    }

    /// By which turns are ordered: their value where it is known, then the score. Among turns of unknown value a known
    /// draw is one, whatever the search makes of it.
    pub fn merit(&self, known: Option<Wdl>, score: i32) -> i32 {
        match known {
            Some(Wdl::Win) => CLASS + score,
            Some(Wdl::Loss) => score - CLASS,
            Some(Wdl::Draw) => i32::from(self.known) * score,
            None if is_distant(score) => CLASS * score.signum() + score,
            None => score,
        }
    }

    /// The score that a turn has to exceed for a merit above `least`; `INFINITE` where none suffices.
    pub fn bar(&self, known: Option<Wdl>, least: i32) -> i32 {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        // A merit never falls as the score rises.
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.merit(known, middle + 1) > least { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// The turns at the root are no longer where they were.
    pub fn forget(&mut self) {
        self.best.clear();
    }

    pub fn insert(&mut self, merit: i32, turn: usize) {
        let at = self.best.partition_point(|&(other, _)| other >= merit);
        self.best.insert(at, (merit, turn));
        self.best.truncate(self.wanted);
    }
}
