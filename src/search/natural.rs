//! How natural a turn looks to somebody who counts men, mills and room to move.

use super::evaluate::Judge;
use crate::moves::Move;
use crate::position::{Outcome, Position, Side};
use crate::rules::Rules;

/// A turn that looks so much worse, in hundredths of a man, is half as likely.
const HALF: i32 = 40;
/// No turn is less likely than the best-looking one by more than two to this.
const MOST_HALVINGS: i32 = 6;

/// Judges turns by their looks, one ply deep.
pub struct Natural(Judge);

impl std::fmt::Debug for Natural {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Natural")
    }
}

impl Natural {
    /// For games by these rules.
    pub fn new(rules: &Rules) -> Self {
        Self(Judge::new(rules, true))
    }

    /// How likely each of a position's turns is: the best-looking weighs most, and one that looks a little worse half as
    /// much; never nothing.
    pub fn weights(&self, position: &Position, turns: &[Move]) -> Vec<u64> {
        let looks = |&turn: &Move| {
            let mut next = *position;
            next.play_unchecked(turn);
            self.looks(&next, position.turn())
        };
        weights(&turns.iter().map(looks).collect::<Vec<_>>())
    }

    /// How good a position after a turn looks to the side that played it, in hundredths of a man.
    pub(super) fn looks(&self, after: &Position, to: Side) -> i32 {
        match after.outcome() {
            Some(Outcome::Draw(_)) => 0,
            Some(Outcome::Win(winner, _)) if winner == to => i32::MAX / 2,
            Some(Outcome::Win(..)) => i32::MIN / 2,
            None => -self.0.estimate(after),
        }
    }
}

/// How likely turns are that look like this.
pub(super) fn weights(looks: &[i32]) -> Vec<u64> {
    let best = looks.iter().copied().max().unwrap_or(0);
    let halvings = |looks: i32| (best.saturating_sub(looks) / HALF).min(MOST_HALVINGS);
    looks.iter().map(|&looks| 1 << (MOST_HALVINGS - halvings(looks))).collect()
}
