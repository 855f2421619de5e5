//! A position with the moves that led to it.

use super::{IllegalMove, Move};
use crate::position::Position;

/// A position, and the identities of those before it: what a search takes repetition from.
#[derive(Clone, Debug)]
pub struct History {
    position: Position,
    earlier: Vec<u128>,
}

impl From<Position> for History {
    /// A game that begins there.
    fn from(position: Position) -> Self {
        Self {
            position,
            earlier: Vec::new(),
        }
    }
}

impl History {
    /// Where it leads.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The [identities](Position::identity) of the positions before that, in order.
    pub fn earlier(&self) -> &[u128] {
        &self.earlier
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is illegal; then nothing is changed.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position.play(mv)?;
        self.earlier.push(self.position.identity());
        self.position = next;
        Ok(())
    }
}
