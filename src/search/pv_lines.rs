//! The best moves at the root for MultiPV.

use super::limits::Limits;
use super::score::{INFINITE, is_distant};
use crate::moves::Move;
use crate::value::Wdl;

/// The distance between the ranks of moves of different exact values: more than the range of
/// scores.
const CLASS: i32 = 4 * INFINITE;

/// The line of a root move.
#[derive(Default)]
pub(super) struct RootLine {
    /// Its principal variation, itself included, if its score is exact.
    pub pv: Vec<Move>,
    /// Its score is proven: it rests on ends of the game or exact values alone.
    pub proven: bool,
    /// Its score is final: it is not searched again.
    pub fixed: bool,
}

/// The best root moves of an iteration.
#[derive(Default)]
pub(super) struct MultiPv {
    /// The number of lines requested; 0 before the first search.
    pub wanted: usize,
    /// Their ranks and indices in the root's list, the best first.
    pub best: Vec<(i32, usize)>,
    /// The exact values of all root moves are known.
    pub known: bool,
    /// The alpha of the current root move: the score that it has to exceed.
    pub alpha: i32,
}

impl MultiPv {
    /// Begins a search with these limits.
    pub fn begin(&mut self, limits: &Limits) {
        self.wanted = if limits.handicap.is_none() {
            limits.lines.max(1) as usize
        } else {
            1
        };
        self.known = false;
        self.best.clear();
    }

    /// Whether more than one line is requested.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.wanted > 1
    }

    /// The rank of a root move: by its exact value if that is known, then by its score. Among moves
    /// of unknown value, a known draw ranks as 0, whatever its score.
    pub fn rank(&self, known: Option<Wdl>, score: i32) -> i32 {
        match known {
            Some(Wdl::Win) => CLASS + score,
            Some(Wdl::Loss) => score - CLASS,
            Some(Wdl::Draw) => i32::from(self.known) * score,
            None if is_distant(score) => CLASS * score.signum() + score,
            None => score,
        }
    }

    /// The score that a move has to exceed for a rank above `least`; `INFINITE` if no score
    /// suffices.
    pub fn alpha_for(&self, known: Option<Wdl>, least: i32) -> i32 {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        // The rank is monotonic in the score.
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.rank(known, middle + 1) > least {
                high = middle
            } else {
                low = middle + 1
            }
        }
        low
    }

    /// Clears the best moves: the root's list has changed.
    pub fn clear(&mut self) {
        self.best.clear();
    }

    /// Inserts a root move by its rank; only the requested number of moves is kept.
    pub fn insert(&mut self, rank: i32, turn: usize) {
        let at = self.best.partition_point(|&(other, _)| other >= rank);
        self.best.insert(at, (rank, turn));
        self.best.truncate(self.wanted);
    }
}
