//! A game as a list of all its positions. Every count is made afresh each time.

use super::Outcome;
use super::position::Position;
use super::rules::Rules;
use super::turns::{Motion, Turn};

/// A game from its first position on.
pub struct Game {
    positions: Vec<Position>,
    /// What must be the same in each of them for it to be repeated.
    same: Vec<String>,
    turns: Vec<Turn>,
}

impl Game {
    /// A new game.
    pub fn start(spec: &str) -> Game {
        let rules = Rules::read(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
        let start = Position::start(rules);
        Game {
            same: vec![start.same()],
            positions: vec![start],
            turns: Vec::new(),
        }
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("the start at least")
    }

    /// How often it has been reached.
    pub fn occurrences(&self) -> usize {
        let now = self.same.last().expect("the start at least");
        self.same.iter().filter(|same| *same == now).count()
    }

    /// Plies since the last capture, removal or placing.
    pub fn quiet(&self) -> usize {
        let quiet =
            |turn: &&Turn| !matches!(turn.motion, Motion::Place(_)) && turn.captures.is_empty();
        self.turns.iter().rev().take_while(quiet).count()
    }

    /// How it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let threefold = position.rules.is("repeat", "3") && self.occurrences() >= 3;
        position
            .outcome()
            .or(threefold.then_some((None, "repetition")))
    }

    /// The legal turns while it goes on, by their texts in order.
    pub fn legal(&self) -> Vec<(String, Turn)> {
        let position = self.position();
        let mut turns: Vec<_> = position
            .turns_or_pass()
            .into_iter()
            .map(|turn| (position.text(&turn), turn))
            .collect();
        turns.sort_by(|one, other| one.0.cmp(&other.0));
        turns
    }

    /// Plays one of them.
    pub fn play(&mut self, turn: Turn) {
        let next = self.position().after(&turn);
        self.same.push(next.same());
        self.positions.push(next);
        self.turns.push(turn);
    }
}
