//! Exact values in the search: what their source has told about the root, and where they end the tree.

use super::draw_clock::plies_left;
use super::score::{KNOWN, WON};
use crate::position::Position;
use crate::tablebase::{Probe, Wdl};
use std::sync::Arc;

/// A slow source is asked about positions that are to be searched so deep at least: below, searching is as quick.
const LEAST_DEPTH: i32 = 2;

/// What is known of a turn at the root: its value to the side that plays it, and the plies to the end.
#[derive(Clone, Copy, Default)]
pub(super) struct Answer {
    pub value: Option<Wdl>,
    pub plies: Option<u32>,
    /// A draw clock may end the game before.
    pub late: bool,
}

impl Answer {
    /// What the turn is certainly worth.
    pub fn certain(&self) -> Option<Wdl> {
        self.value.filter(|_| !self.late)
    }
}

/// The source of exact values, and what it has told about the root.
#[derive(Default)]
pub(super) struct Knowledge {
    source: Option<Arc<dyn Probe>>,
    /// It is asked in this search.
    asking: bool,
    /// So many turns of the root have been asked about; `None` when that is over.
    pub asked: Option<usize>,
    /// The root's value to the side to move.
    pub root: Option<Wdl>,
    /// All turns left at the root are known to have that value.
    pub sorted: bool,
    /// A slow source has just been asked.
    pause: bool,
}

impl Knowledge {
    pub fn of(source: Option<Arc<dyn Probe>>) -> Self {
        Self { source, ..Self::default() }
    }

    /// The same source, of which nothing has been asked yet.
    pub fn anew(&self) -> Self {
        Self::of(self.source.clone())
    }

    /// Who is asked.
    pub fn whom(&self) -> Option<&dyn Probe> {
        self.source.as_deref()
    }

    /// A search begins.
    pub fn begin(&mut self, asking: bool) {
        self.asking = asking && self.source.is_some();
        self.asked = self.asking.then_some(0);
        (self.root, self.sorted, self.pause) = (None, false, false);
    }

    /// The value of the root, where all turns that are searched keep it.
    pub fn of_root(&self) -> Option<Wdl> {
        self.root.filter(|_| self.sorted)
    }

    /// Positions of another value end the tree.
    pub fn value_of_tree(&self) -> Option<Wdl> {
        self.root
    }

    /// Whether an answer about the position takes much longer than looking at it.
    pub fn is_slow(&self, position: &Position) -> bool {
        self.source_for(position).is_some_and(|source| source.is_slow(position))
    }

    /// The value of a position to its side to move, where it is known.
    pub fn value(&mut self, position: &Position) -> Option<Wdl> {
        self.answer(position).value
    }

    /// Whether a slow source has been asked since the last call.
    #[inline]
    pub fn asked_slowly(&mut self) -> bool {
        std::mem::take(&mut self.pause)
    }

    /// The source, if it may know the position.
    fn source_for(&self, position: &Position) -> Option<&dyn Probe> {
        self.source.as_deref().filter(|source| source.may_know(position))
    }

    pub fn answer(&mut self, position: &Position) -> Answer {
        let Some(source) = self.source_for(position) else { return Answer::default() };
        let value = source.value(position);
        let plies = if matches!(value, None | Some(Wdl::Draw)) { None } else { source.plies(position) };
        let late = plies.is_some_and(|plies| i64::from(plies) > i64::from(plies_left(position)));
        self.pause |= source.is_slow(position);
        Answer { value, plies, late }
    }

    /// The score of a position in the tree whose value is known and not the root's: there the search is over. Where it is
    /// the root's, all positions would look the same, and it goes on.
    #[inline]
    pub fn ask(&mut self, position: &Position, ply: usize, depth: i32, plies_left: i32) -> Option<i32> {
        if !self.asking {
            return None;
        }
        let source = self.source.as_deref().filter(|source| source.may_know(position))?;
        let slow = source.is_slow(position);
        if slow && depth < LEAST_DEPTH {
            return None;
        }
        self.pause |= slow;
        let value = source.value(position)?;
        let for_root = if ply.is_multiple_of(2) { value } else { value.before() };
        if self.root == Some(for_root) {
            return None;
        }
        if value == Wdl::Draw {
            return Some(0);
        }
        let score = match source.plies(position) {
            // A draw clock may end the game before.
            Some(plies) if i64::from(plies) > i64::from(plies_left) => return None,
            Some(plies) if plies < 900 => WON - ply as i32 - plies as i32,
            _ => KNOWN - ply as i32,
        };
        Some(if value == Wdl::Win { score } else { -score })
    }
}
