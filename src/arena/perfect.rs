//! The perfect player, which plays by exact values.

use super::move_values::MoveValues;
use super::player::{Fault, Player};
use super::simple::any_of;
use crate::game::Game;
use crate::moves::Move;
use crate::random::Random;
use crate::tablebase::Wdl;
use crate::tablebase::directory::Tables;
use std::sync::Arc;

/// Plays by exact values. Among moves of equal value it chooses one that leaves the opponent the fewest replies that keep
/// the value, at random among equals. In a won game it avoids positions that occurred before.
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
        let judged = MoveValues::of(&self.tables, position)?;
        let won = judged.value() == Some(Wdl::Win);
        let mut weighed = Vec::new();
        for mv in judged.keeping() {
            let next = position.after(mv);
            let before = if won { occurrences(game, next.identity()) } else { 0 };
            let replies = MoveValues::of(&self.tables, &next)?.keeping().count();
            weighed.push(((before, replies), mv));
        }
        let least = weighed.iter().map(|&(weight, _)| weight).min();
        let best: Vec<Move> =
            weighed.into_iter().filter(|&(weight, _)| Some(weight) == least).map(|(_, mv)| mv).collect();
        any_of(&best, &mut self.random)
    }
}

/// How often a position has occurred in the game so far.
fn occurrences(game: &Game, identity: u128) -> usize {
    let path = game.path(game.current());
    path.into_iter().filter(|&id| game.node(id).position().identity() == identity).count()
}
