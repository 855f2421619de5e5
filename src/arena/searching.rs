//! The crate's own search as a player.

use super::player::{Fault, Player, identities_before};
use crate::game::Game;
use crate::moves::Move;
use crate::search::{Limits, Searcher, Status};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock.
const SLICE: u64 = 512;

/// When the search for a turn ends. Without any limit it ends when the value is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Depth, nodes, and how to err.
    pub search: Limits,
    /// The time by the clock.
    pub time: Option<Duration>,
}

/// The search within a limit.
#[derive(Debug)]
pub struct Searching {
    searcher: Searcher,
    limit: Limit,
}

impl Searching {
    /// A search with a transposition table of so many MiB. `Err` where there is no such memory.
    pub fn new(limit: Limit, hash_mebibytes: u32) -> Result<Self, Fault> {
        Ok(Self { searcher: Searcher::new(hash_mebibytes).map_err(Fault::of)?, limit })
    }

    /// Searches a game's position within a limit.
    pub(super) fn search(&mut self, game: &Game, limit: Limit) -> Option<Move> {
        let deadline = limit.time.and_then(|time| Instant::now().checked_add(time));
        let searcher = &mut self.searcher;
        searcher.start(game.position(), &identities_before(game), limit.search);
        let slice = if deadline.is_some() { SLICE } else { u64::MAX };
        while deadline.is_none_or(|deadline| Instant::now() < deadline) && searcher.step(slice) == Status::Running {}
        searcher.best_move()
    }
}

impl Player for Searching {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        self.search(game, self.limit).ok_or_else(|| Fault("the search found no turn".to_owned()))
    }
}
