//! Exact values, each asked for once.

use crate::position::Position;
use crate::value::{Probe, Wdl};
use std::cell::RefCell;
use std::collections::HashMap;

/// A value that is needed and not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

/// A source and its answers so far; without a source all values are alike.
pub(super) struct CachedProbe<'a> {
    probe: Option<&'a dyn Probe>,
    known: RefCell<HashMap<u64, Option<Wdl>>>,
}

impl<'a> CachedProbe<'a> {
    pub(super) fn new(probe: Option<&'a dyn Probe>) -> Self {
        Self {
            probe,
            known: RefCell::default(),
        }
    }

    /// A position's value to the side to move, also where the game is over.
    pub(super) fn of(&self, position: &Position) -> Result<Wdl, Unknown> {
        let Some(probe) = self.probe else {
            return Ok(Wdl::Draw);
        };
        if let Some(outcome) = super::force::ended(position) {
            return Ok(outcome.value(position.side_to_move()));
        }
        let known = self.known.borrow().get(&position.key()).copied();
        let value = known.unwrap_or_else(|| {
            let value = probe.value(position);
            self.known.borrow_mut().insert(position.key(), value);
            value
        });
        value.ok_or(Unknown)
    }

    /// The value of the position that a turn leads to, to the side that plays it.
    pub(super) fn after(&self, position: &Position, mv: crate::Move) -> Result<Wdl, Unknown> {
        Ok(self.of(&position.after(mv))?.before())
    }
}
