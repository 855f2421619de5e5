//! Among turns of equal exact value, those that a human answers wrongly most often.
//!
//! How likely an answer is goes by how it looks to somebody who counts men, mills and room to move: the best-looking
//! weighs most, and one that looks a little worse half as much. What a turn is worth as a trap is the weight of the
//! answers that spoil the other side's value among all.

use super::Searcher;
use super::evaluate::Judge;
use crate::exact::Wdl;
use crate::position::{Outcome, Position};

/// An answer that looks so much worse, in hundredths of a man, is half as likely.
const HALF: i32 = 40;
/// No answer is less likely than the best-looking one by more than two to this.
const MOST_HALVINGS: i32 = 6;
/// A trap is as good as the best if it has at least so many tenths of its worth: among those the search chooses.
const AS_GOOD: u64 = 8;

impl Searcher {
    /// Leaves at the root the best traps, where all answers to all its turns are known by a quick source. Where the side
    /// to move wins there are none: every answer loses.
    pub(super) fn prefer_traps(&mut self, root: &Position, value: Option<Wdl>) {
        if self.knowledge.is_slow() || self.done || value == Some(Wdl::Win) {
            return;
        }
        let naive = Judge::new(root.rules(), true);
        let mut worths = Vec::with_capacity(self.root.len());
        for turn in 0..self.root.len() {
            let mut next = *root;
            next.play_unchecked(self.root[turn].mv);
            let Some(worth) = self.worth_as_trap(&next, &naive) else { return };
            worths.push(worth);
        }
        let best = worths.iter().copied().max().unwrap_or(0);
        let mut worths = worths.into_iter();
        self.root.retain(|_| worths.next().is_some_and(|worth| worth * 10 >= best * AS_GOOD));
    }

    /// Of a thousand answers here, how many spoil what the side to move has; `None` where that is not known of all.
    fn worth_as_trap(&mut self, position: &Position, naive: &Judge) -> Option<u64> {
        let mut answers = Vec::new();
        for mv in position.legal_moves() {
            let mut next = *position;
            next.play_unchecked(mv);
            let (value, looks) = match next.outcome() {
                Some(Outcome::Draw(_)) => (Wdl::Draw, 0),
                // Nobody overlooks that.
                Some(Outcome::Win(winner, _)) if winner == position.turn() => return Some(0),
                Some(Outcome::Win(..)) => (Wdl::Loss, i32::MIN / 2),
                None => (self.knowledge.value(&next)?.before(), -naive.estimate(&next)),
            };
            answers.push((value, looks));
        }
        let value = answers.iter().map(|&(value, _)| value).max()?;
        let best_looking = answers.iter().map(|&(_, looks)| looks).max()?;
        let weight = |looks: i32| 1u64 << (MOST_HALVINGS - ((best_looking - looks) / HALF).min(MOST_HALVINGS));
        let all: u64 = answers.iter().map(|&(_, looks)| weight(looks)).sum();
        let spoiling: u64 = answers.iter().filter(|&&(other, _)| other < value).map(|&(_, looks)| weight(looks)).sum();
        Some(spoiling * 1_000 / all)
    }
}
