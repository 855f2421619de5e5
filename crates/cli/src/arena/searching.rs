//! The crate's own search as a player, with a limit or at a level.

use super::player::{Fault, Player, identities_before};
use merels::game::Game;
use merels::level::{Level, PERFECT};
use merels::moves::Move;
use merels::search::{Limits, Searcher, Status};
use merels::value::{Probe, Wdl};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of nodes between two checks of the clock.
const SLICE: u64 = 512;

/// When the search for a move ends. Without a limit it ends when the value is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Depth, nodes and handicap.
    pub search: Limits,
    /// The wall-clock time.
    pub time: Option<Duration>,
}

/// The search within a limit.
#[derive(Debug)]
pub struct Searching {
    searcher: Searcher,
    limit: Limit,
}

impl Searching {
    /// A search with a transposition table of `hash_mebibytes` MiB, and exact values to probe if
    /// there are any.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(
        limit: Limit,
        hash_mebibytes: u32,
        exact: Option<Arc<dyn Probe>>,
    ) -> Result<Self, Fault> {
        let mut searcher = Searcher::new(hash_mebibytes).map_err(Fault::of)?;
        searcher.set_exact(exact);
        Ok(Self { searcher, limit })
    }

    /// Searches a game's position within a limit.
    pub(super) fn search(&mut self, game: &Game, limit: Limit) -> Result<Move, Fault> {
        self.searcher
            .start(game.position(), &identities_before(game), limit.search);
        self.finish(limit)
    }

    /// Searches with the exact values of all moves.
    pub(super) fn choose_knowing(
        &mut self,
        game: &Game,
        values: &[(Move, Wdl)],
    ) -> Result<Move, Fault> {
        let values: Vec<_> = values
            .iter()
            .map(|&(mv, value)| (mv, value, None))
            .collect();
        self.searcher
            .start(game.position(), &identities_before(game), self.limit.search);
        self.searcher.know(&values);
        self.finish(self.limit)
    }

    fn finish(&mut self, limit: Limit) -> Result<Move, Fault> {
        let deadline = limit.time.and_then(|time| Instant::now().checked_add(time));
        let searcher = &mut self.searcher;
        let slice = if deadline.is_some() { SLICE } else { u64::MAX };
        while deadline.is_none_or(|deadline| Instant::now() < deadline)
            && searcher.step(slice) == Status::Running
        {}
        searcher
            .best_move()
            .ok_or_else(|| Fault("the search found no turn".to_owned()))
    }
}

impl Player for Searching {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        self.search(game, self.limit)
    }
}

/// The search at a level.
pub struct AtLevel {
    searching: Searching,
    level: &'static Level,
    seed: u64,
}

impl AtLevel {
    /// A level, with a transposition table of `hash_mebibytes` MiB; without a handicap it probes
    /// the exact values.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(
        level: &'static Level,
        hash_mebibytes: u32,
        exact: Option<Arc<dyn Probe>>,
    ) -> Result<Self, Fault> {
        Ok(Self {
            searching: Searching::new(Limit::default(), hash_mebibytes, exact)?,
            level,
            seed: 0,
        })
    }
}

impl Player for AtLevel {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        self.searching.begin(seed)
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let mut search = self.level.limits(game.position(), self.seed);
        if *self.level == PERFECT {
            // The perfect level does not vary its first placing: even that may lose.
            search.handicap = None;
        }
        // A level with a limit of nodes plays the same on every machine: the clock is only for
        // those that have none.
        let time = search
            .nodes
            .is_none()
            .then(|| Duration::from_millis(self.level.millis.into()));
        self.searching.search(game, Limit { search, time })
    }
}
