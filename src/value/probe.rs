//! Sources of exact values: what a search may query.

use super::Wdl;
use crate::position::Position;
use std::sync::Arc;

/// A source of exact values: tables in a directory, a solution in memory, the shipped values of the
/// first placings.
///
/// Values are of the game without repetition and move-count draws, as the solution's are.
pub trait Probe: Send + Sync {
    /// A position's value to the side to move; `None` where it is not known.
    fn value(&self, position: &Position) -> Option<Wdl>;

    /// A position's value to the side to move, also where the game is over; `None` where it is not
    /// known.
    fn value_or_outcome(&self, position: &Position) -> Option<Wdl> {
        match position.outcome() {
            Some(outcome) => Some(outcome.value(position.side_to_move())),
            None => self.value(position),
        }
    }

    /// The plies to the end under best play, where that is known too; only asked where the value is
    /// a win or a loss.
    fn plies(&self, position: &Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Whether it is worth asking: false only where the value is not known. It is asked often and
    /// must be quick, as by the counts of men.
    fn covers(&self, position: &Position) -> bool {
        let _ = position;
        true
    }

    /// Whether an answer about a position takes much longer than looking at it, as from a disk:
    /// then a search asks less often, and looks at its clock after every answer. Asked only where
    /// the source [covers](Self::covers) the position.
    fn is_slow(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Whether an answer takes so long that a search should ask about the moves at its root only.
    fn is_for_root(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// The first fault for which a value was not known, as that a file is damaged, in words: handed
    /// out once, so that it is told once. `None` without a fault, or after it was handed out.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// Several sources, asked in turn: the quick ones should stand first.
#[derive(Clone, Default)]
pub struct ProbeChain(pub Vec<Arc<dyn Probe>>);

impl Probe for ProbeChain {
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.0
            .iter()
            .filter(|source| source.covers(position))
            .find_map(|source| source.value(position))
    }

    fn plies(&self, position: &Position) -> Option<u32> {
        self.0
            .iter()
            .filter(|source| source.covers(position))
            .find_map(|source| source.plies(position))
    }

    fn covers(&self, position: &Position) -> bool {
        self.0.iter().any(|source| source.covers(position))
    }

    fn is_slow(&self, position: &Position) -> bool {
        self.0
            .iter()
            .find(|source| source.covers(position))
            .is_some_and(|source| source.is_slow(position))
    }

    fn is_for_root(&self, position: &Position) -> bool {
        self.0
            .iter()
            .find(|source| source.covers(position))
            .is_some_and(|source| source.is_for_root(position))
    }

    fn fault(&self) -> Option<String> {
        self.0.iter().find_map(|source| source.fault())
    }
}
