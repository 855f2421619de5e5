//! The perfect players, which play by exact values.

use super::move_values::MoveValues;
use super::player::{Fault, Player, value_of};
use super::searching::{Limit, Searching};
use super::simple::any_of;
use merels::game::Game;
use merels::moves::Move;
use merels::random::Random;
use merels::search::Limits;
use merels::tablebase::directory::Tables;
use merels::value::{Probe, Wdl};
use std::sync::Arc;

/// Plays by exact values. Among moves of equal value it chooses one that leaves the opponent the
/// fewest replies that keep the value, at random among equals. In a won game it avoids positions
/// that occurred before.
pub struct PerfectPlayer {
    tables: Arc<Tables>,
    random: Random,
}

impl PerfectPlayer {
    /// A player by these values.
    pub fn new(tables: Arc<Tables>) -> Self {
        Self {
            tables,
            random: Random::new(0),
        }
    }
}

impl Player for PerfectPlayer {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let position = game.position();
        let judged = MoveValues::of(&self.tables, position)?;
        let won = judged.value() == Some(Wdl::Win);
        let mut weighed = Vec::new();
        for mv in judged.keeping() {
            let next = position.after(mv);
            let before = if won {
                occurrences(game, next.identity())
            } else {
                0
            };
            let replies = MoveValues::of(&self.tables, &next)?.keeping().count();
            weighed.push(((before, replies), mv));
        }
        let least = weighed.iter().map(|&(weight, _)| weight).min();
        let best: Vec<Move> = weighed
            .into_iter()
            .filter(|&(weight, _)| Some(weight) == least)
            .map(|(_, mv)| mv)
            .collect();
        any_of(&best, &mut self.random)
    }
}

/// The nodes of a search among the moves that keep the value.
const NODES: u64 = 20_000;

/// Plays by exact values that are slow to find, such as a pack's. A search that knows the values of
/// all moves chooses among the best, as the page's perfect level does.
pub struct ByValues {
    source: Arc<dyn Probe>,
    searching: Searching,
}

impl ByValues {
    /// A player by these values, whose search has a transposition table of `hash_mebibytes` MiB.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(source: Arc<dyn Probe>, hash_mebibytes: u32) -> Result<Self, Fault> {
        let search = Limits::default().nodes(NODES);
        let searching = Searching::new(Limit { search, time: None }, hash_mebibytes, None)?;
        Ok(Self { source, searching })
    }
}

impl Player for ByValues {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.searching.begin(seed)
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let position = game.position();
        // With this the values of the moves are found sooner.
        value_of(&*self.source, position)?;
        let value = |mv: Move| Ok((mv, value_of(&*self.source, &position.after(mv))?.before()));
        let values = position
            .legal_moves()
            .into_iter()
            .map(value)
            .collect::<Result<Vec<_>, Fault>>()?;
        self.searching.choose_knowing(game, &values)
    }
}

/// How often a position has occurred in the game so far.
fn occurrences(game: &Game, identity: u128) -> usize {
    let path = game.path(game.current());
    path.into_iter()
        .filter(|&id| game.node(id).position().identity() == identity)
        .count()
}
