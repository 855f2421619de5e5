//! Traps: among moves of equal exact value, prefers those that humans most often answer wrongly.
//!
//! The likelihood of a reply is its [`MovePrior`]. A move's trap value is the share of the replies
//! that give away the opponent's exact value.

use super::Searcher;
use super::move_prior::{MovePrior, weights};
use crate::position::Position;
use crate::value::Wdl;

/// Traps of at least this many tenths of the best one's worth are kept; the search chooses among
/// them.
const AS_GOOD: u64 = 8;

impl Searcher {
    /// Keeps only the best traps at the root, if a fast source knows the values of all replies to
    /// all root moves. A won position has no traps: every reply loses.
    pub(super) fn prefer_traps(&mut self, root: &Position, value: Option<Wdl>) {
        let handicap = self.limits.handicap.is_some();
        if handicap || self.exact.is_slow(root) || self.done || value == Some(Wdl::Win) {
            return;
        }
        let prior = MovePrior::new(root.rules());
        let mut worths = Vec::with_capacity(self.root.len());
        for at in 0..self.root.len() {
            let next = root.after(self.root[at].mv);
            let Some(worth) = self.worth_as_trap(&next, &prior) else {
                return;
            };
            worths.push(worth);
        }
        let best = worths.iter().copied().max().unwrap_or(0);
        let mut worths = worths.into_iter();
        self.root.retain(|_| {
            worths
                .next()
                .is_some_and(|worth| worth * 10 >= best * AS_GOOD)
        });
    }

    /// How many of 1000 likely replies here give away the side to move's exact value; `None` if the
    /// value of some reply is unknown.
    fn worth_as_trap(&mut self, position: &Position, prior: &MovePrior) -> Option<u64> {
        let (mut values, mut scores) = (Vec::new(), Vec::new());
        for mv in position.legal_moves() {
            let next = position.after(mv);
            let value = match next
                .outcome()
                .map(|outcome| outcome.value(position.side_to_move()))
            {
                // Nobody overlooks an immediate win.
                Some(Wdl::Win) => return Some(0),
                Some(value) => value,
                None => self.exact.value(&next)?.before(),
            };
            values.push(value);
            scores.push(prior.static_score(&next, position.side_to_move()));
        }
        let best = values.iter().copied().max()?;
        let weights = weights(&scores);
        let spoiling = values
            .iter()
            .zip(&weights)
            .filter(|&(&value, _)| value < best)
            .map(|(_, weight)| weight);
        Some(spoiling.sum::<u64>() * 1_000 / weights.iter().sum::<u64>())
    }
}
