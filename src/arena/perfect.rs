//! The perfect player.

use super::judged::Judged;
use super::player::{Fault, Player};
use super::simple::any_of;
use crate::game::Game;
use crate::moves::Move;
use crate::random::Random;
use crate::tablebase::Wdl;
use crate::tablebase::directory::Tables;
use std::sync::Arc;

/// Plays by exact values. Among turns of equal value it takes the one that leaves the other side the fewest replies that
/// keep the value, and any of those at random. A won game it does not take back to a position that it had before, as
/// long as there is another way.
pub struct PerfectPlayer {
    tables: Arc<Tables>,
    random: Random,
}

impl PerfectPlayer {
    /// A player by these values.
    pub fn new(tables: Arc<Tables>) -> Self {
        Self { tables, random: Random::new(0) }
    }
}

impl Player for PerfectPlayer {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let position = game.position();
        let judged = Judged::of(&self.tables, position)?;
        let won = judged.value() == Some(Wdl::Win);
        let mut weighed = Vec::new();
        for mv in judged.keeping() {
            let mut next = *position;
            next.play_unchecked(mv);
            let before = if won { occurrences(game, next.identity()) } else { 0 };
            let replies = Judged::of(&self.tables, &next)?.keeping().count();
            weighed.push(((before, replies), mv));
        }
        let least = weighed.iter().map(|&(weight, _)| weight).min();
        let best: Vec<Move> =
            weighed.into_iter().filter(|&(weight, _)| Some(weight) == least).map(|(_, mv)| mv).collect();
        any_of(&best, &mut self.random)
    }
}

/// How often a position was there before.
fn occurrences(game: &Game, identity: u128) -> usize {
    let path = game.path(game.current());
    path.into_iter().filter(|&id| game.node(id).position().identity() == identity).count()
}
