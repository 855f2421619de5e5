//! The move prior: how likely a human is to play a move, by a static evaluation of men, mills and
//! mobility.

use super::evaluate::Evaluator;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::value::Wdl;

/// A move that looks this much worse, in hundredths of a man, is half as likely.
const HALF_LIFE: i32 = 40;
/// The best-looking move is at most 2 to the power of this times as likely as any other.
const MAX_HALVINGS: i32 = 6;

/// Rates moves by the static evaluation after them, one ply deep.
pub struct MovePrior(Evaluator);

impl std::fmt::Debug for MovePrior {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MovePrior")
    }
}

impl MovePrior {
    /// A prior for games by these rules.
    pub fn new(rules: &Rules) -> Self {
        Self(Evaluator::new(rules, true))
    }

    /// The weight of each of `turns`, in their order: proportional to its likelihood and at least
    /// 1.
    pub fn weights(&self, position: &Position, moves: &[Move]) -> Vec<u64> {
        let score = |&mv: &Move| self.static_score(&position.after(mv), position.side_to_move());
        weights(&moves.iter().map(score).collect::<Vec<_>>())
    }

    /// The static score of the position after a move, for the side that played it, in hundredths of
    /// a man.
    pub(crate) fn static_score(&self, after: &Position, to: Side) -> i32 {
        match after.outcome().map(|outcome| outcome.value(to)) {
            // Halves: the difference of two scores does not overflow.
            Some(Wdl::Win) => i32::MAX / 2,
            Some(Wdl::Draw) => 0,
            Some(Wdl::Loss) => i32::MIN / 2,
            None if after.side_to_move() == to => self.0.hand_made(after),
            None => -self.0.hand_made(after),
        }
    }
}

/// The weights of moves with these static scores, in hundredths of a man.
pub(super) fn weights(scores: &[i32]) -> Vec<u64> {
    let best = scores.iter().copied().max().unwrap_or(0);
    let halvings = |score: i32| (best.saturating_sub(score) / HALF_LIFE).min(MAX_HALVINGS);
    scores
        .iter()
        .map(|&score| 1 << (MAX_HALVINGS - halvings(score)))
        .collect()
}
