//! The interface of a player.

use merels::game::Game;
use merels::moves::Move;
use merels::position::Position;
use merels::value::{Probe, Wdl};
use std::fmt;
use thiserror::Error;

/// Chooses moves: a search, exact values, another program.
pub trait Player: Send {
    /// A new game begins: nothing of the last one is to be remembered. `seed` tells one game from
    /// another for those who choose at random; the same seed and the same positions give the same
    /// turns.
    ///
    /// # Errors
    /// If the player cannot begin: its program has died, for example.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// The turn in the position where the game stands, which is not over. It may be illegal: that
    /// is for the caller to find out.
    ///
    /// # Errors
    /// If the player has no turn to give.
    fn choose(&mut self, game: &Game) -> Result<Move, Fault>;
}

/// Why a player has no turn to give, in words: its program has died, a table is missing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Fault(pub String);

impl Fault {
    /// From another error, by its words.
    pub fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// The value of a position, which the source has to know.
pub(super) fn value_of(source: &dyn Probe, position: &Position) -> Result<Wdl, Fault> {
    let unknown = || {
        Fault(
            source
                .fault()
                .unwrap_or_else(|| format!("there is no value of {position}")),
        )
    };
    source.value_or_outcome(position).ok_or_else(unknown)
}

/// The identities of the positions before the one where the game stands, in order: what a search
/// takes repetition from.
pub(super) fn identities_before(game: &Game) -> Vec<u128> {
    let mut path = game.path(game.current());
    path.pop();
    path.into_iter()
        .map(|id| game.node(id).position().identity())
        .collect()
}
