//! Among turns of equal exact value, those that a human answers wrongly most often.
//!
//! How likely an answer is goes by how it looks ([`Natural`]). What a turn is worth as a trap is the weight of the answers
//! that spoil the other side's value among all.

use super::Searcher;
use super::natural::{Natural, weights};
use crate::position::{Outcome, Position};
use crate::tablebase::Wdl;

/// A trap is as good as the best if it has at least so many tenths of its worth: among those the search chooses.
const AS_GOOD: u64 = 8;

impl Searcher {
    /// Leaves at the root the best traps, where all answers to all its turns are known by a quick source. Where the side
    /// to move wins there are none: every answer loses.
    pub(super) fn prefer_traps(&mut self, root: &Position, value: Option<Wdl>) {
        if self.knowledge.is_slow(root) || self.done || value == Some(Wdl::Win) {
            return;
        }
        let natural = Natural::new(root.rules());
        let mut worths = Vec::with_capacity(self.root.len());
        for turn in 0..self.root.len() {
            let mut next = *root;
            next.play_unchecked(self.root[turn].mv);
            let Some(worth) = self.worth_as_trap(&next, &natural) else { return };
            worths.push(worth);
        }
        let best = worths.iter().copied().max().unwrap_or(0);
        let mut worths = worths.into_iter();
        self.root.retain(|_| worths.next().is_some_and(|worth| worth * 10 >= best * AS_GOOD));
    }

    /// Of a thousand answers here, how many spoil what the side to move has; `None` where that is not known of all.
    fn worth_as_trap(&mut self, position: &Position, natural: &Natural) -> Option<u64> {
        let (mut values, mut looks) = (Vec::new(), Vec::new());
        for mv in position.legal_moves() {
            let mut next = *position;
            next.play_unchecked(mv);
            let value = match next.outcome() {
                Some(Outcome::Draw(_)) => Wdl::Draw,
                // Nobody overlooks that.
                Some(Outcome::Win(winner, _)) if winner == position.turn() => return Some(0),
                Some(Outcome::Win(..)) => Wdl::Loss,
                None => self.knowledge.value(&next)?.before(),
            };
            values.push(value);
            looks.push(natural.looks(&next, position.turn()));
        }
        let best = values.iter().copied().max()?;
        let weights = weights(&looks);
        let spoiling = values.iter().zip(&weights).filter(|&(&value, _)| value < best).map(|(_, weight)| weight);
        Some(spoiling.sum::<u64>() * 1_000 / weights.iter().sum::<u64>())
    }
}
