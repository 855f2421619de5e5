//! Exact values in the search: probes at the root and cut-offs in the tree.

use super::draw_clock::plies_left;
use super::score::{KNOWN_WIN, WON};
use crate::position::Position;
use crate::value::{Probe, Wdl};
use std::sync::Arc;

/// The least remaining depth, in plies, at which a slow source is probed: below, searching is as
/// fast.
const MIN_SLOW_PROBE_DEPTH: i32 = 2;

/// The exact value of a position or root move, where it is known, and the distance to the end in
/// plies.
#[derive(Clone, Copy, Default)]
pub(super) struct ProbeResult {
    pub value: Option<Wdl>,
    pub plies: Option<u32>,
    /// A draw clock may end the game first.
    pub late: bool,
}

impl ProbeResult {
    /// The value, if no draw clock can change it.
    pub fn certain(&self) -> Option<Wdl> {
        self.value.filter(|_| !self.late)
    }
}

/// The source of exact values, and what it says about the root.
#[derive(Default)]
pub(super) struct ExactValues {
    source: Option<Arc<dyn Probe>>,
    /// It is probed in this search.
    enabled: bool,
    /// The index of the next root move to probe; `None` when all are probed.
    pub next_root_move: Option<usize>,
    /// The root's value to the side to move.
    pub root: Option<Wdl>,
    /// All moves left at the root are known to have that value.
    pub sorted: bool,
    /// A slow source has been probed since the last pause.
    pause: bool,
}

impl ExactValues {
    pub fn of(source: Option<Arc<dyn Probe>>) -> Self {
        Self {
            source,
            ..Self::default()
        }
    }

    /// The same source, with nothing probed yet.
    pub fn fresh(&self) -> Self {
        Self::of(self.source.clone())
    }

    /// The source, if there is one.
    pub fn source(&self) -> Option<&dyn Probe> {
        self.source.as_deref()
    }

    /// Begins a search, with probing enabled or not.
    pub fn begin(&mut self, enabled: bool) {
        self.enabled = enabled && self.source.is_some();
        self.next_root_move = self.enabled.then_some(0);
        (self.root, self.sorted, self.pause) = (None, false, false);
    }

    /// The value of the root, if all moves that are searched keep it.
    pub fn of_root(&self) -> Option<Wdl> {
        self.root.filter(|_| self.sorted)
    }

    /// The value that positions in the tree have to keep: others are cut off.
    pub fn value_of_tree(&self) -> Option<Wdl> {
        self.root
    }

    /// Whether probing this position takes much longer than searching a node.
    pub fn is_slow(&self, position: &Position) -> bool {
        self.source_for(position)
            .is_some_and(|source| source.is_slow(position))
    }

    /// The value of a position to its side to move, if it is known.
    pub fn value(&mut self, position: &Position) -> Option<Wdl> {
        self.lookup(position).value
    }

    /// Whether a slow source has been probed since the last call.
    #[inline]
    pub fn probed_slow_source(&mut self) -> bool {
        std::mem::take(&mut self.pause)
    }

    /// The source, if it may know this position.
    fn source_for(&self, position: &Position) -> Option<&dyn Probe> {
        self.source
            .as_deref()
            .filter(|source| source.covers(position))
    }

    /// The value and distance of a position to its side to move.
    pub fn lookup(&mut self, position: &Position) -> ProbeResult {
        let Some(source) = self.source_for(position) else {
            return ProbeResult::default();
        };
        let value = source.value(position);
        let plies = if matches!(value, None | Some(Wdl::Draw)) {
            None
        } else {
            source.plies(position)
        };
        let late = plies.is_some_and(|plies| i64::from(plies) > i64::from(plies_left(position)));
        self.pause |= source.is_slow(position);
        ProbeResult { value, plies, late }
    }

    /// The score of a position in the tree whose known value differs from the root's: a cutoff. A
    /// position that keeps the root's value is searched on, since otherwise all moves would look
    /// the same.
    #[inline]
    pub fn probe(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        plies_left: i32,
    ) -> Option<i32> {
        if !self.enabled {
            return None;
        }
        let source = self
            .source
            .as_deref()
            .filter(|source| source.covers(position))?;
        if source.is_for_root(position) {
            return None;
        }
        let slow = source.is_slow(position);
        if slow && depth < MIN_SLOW_PROBE_DEPTH {
            return None;
        }
        self.pause |= slow;
        let value = source.value(position)?;
        let for_root = if ply.is_multiple_of(2) {
            value
        } else {
            value.before()
        };
        if self.root == Some(for_root) {
            return None;
        }
        if value == Wdl::Draw {
            return Some(0);
        }
        let score = match source.plies(position) {
            // A draw clock may end the game first.
            Some(plies) if i64::from(plies) > i64::from(plies_left) => return None,
            Some(plies) if plies < 900 => WON - ply as i32 - plies as i32,
            _ => KNOWN_WIN - ply as i32,
        };
        Some(if value == Wdl::Win { score } else { -score })
    }
}
