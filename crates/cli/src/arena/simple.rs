//! Simple players: a random one, and one with a fixed rule.

use super::player::{Fault, Player};
use merels::game::Game;
use merels::moves::Move;
use merels::position::Position;
use merels::random::Random;

/// Plays any legal turn.
#[derive(Clone, Debug)]
pub struct Randomly(Random);

impl Default for Randomly {
    fn default() -> Self {
        Self(Random::new(0))
    }
}

impl Player for Randomly {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        any_of(&game.position().legal_moves(), &mut self.0)
    }
}

/// Closes a mill when it can, taking any man; else blocks a mill that the other side could close;
/// else plays any legal turn.
#[derive(Clone, Debug)]
pub struct Closer(Random);

impl Default for Closer {
    fn default() -> Self {
        Self(Random::new(0))
    }
}

impl Player for Closer {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        any_of(&foremost(game.position()), &mut self.0)
    }
}

/// The turns that close a mill; where there are none, those that block one; else all.
fn foremost(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    let closing: Vec<_> = moves
        .iter()
        .copied()
        .filter(|&mv| !position.closes(mv).is_empty())
        .collect();
    if !closing.is_empty() {
        return closing;
    }
    let threats = position.threats();
    let blocks = |mv: &Move| mv.to().is_some_and(|to| threats.contains(to));
    let blocking: Vec<_> = moves.iter().copied().filter(blocks).collect();
    if blocking.is_empty() { moves } else { blocking }
}

pub(super) fn any_of(moves: &[Move], random: &mut Random) -> Result<Move, Fault> {
    random
        .pick(moves)
        .copied()
        .ok_or_else(|| Fault("there is no legal turn".to_owned()))
}
