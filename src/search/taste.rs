//! How a player errs: what it overlooks, how it misjudges, and how little it minds a slightly worse turn.

use super::hash::mix;
use super::score::is_decided;
use crate::moves::Move;
use crate::position::{Position, Side};

/// How a player errs, the same way for the same seed and position. The default never does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// Turns that are worse by up to so many hundredths of a man may be chosen, the worse the less often.
    pub margin: u16,
    /// The evaluation is off by up to so many hundredths of a man either way.
    pub noise: u16,
    /// Of 256 mills that could be closed later, so many are overlooked, by either side.
    pub overlooks: u8,
    /// Of 256 mills that could be closed at once, so many are overlooked; but never one that wins.
    pub overlooks_own: u8,
    /// It judges by what a beginner counts (men, mills, room to move), not by what was learnt from exact values.
    pub naive: bool,
    /// Tells one game, or one turn, from another.
    pub seed: u64,
}

impl Taste {
    /// Whether what it finds proves nothing.
    pub(super) fn is_imprecise(&self) -> bool {
        self.noise > 0 || self.overlooks > 0 || self.overlooks_own > 0
    }

    fn draw(&self, what: u64) -> u64 {
        mix(mix(self.seed ^ 0x6d65_7265_6c73) ^ what)
    }

    /// The error in the evaluation of the position with this hash.
    #[inline]
    pub(super) fn misjudges(&self, hash: u64) -> i32 {
        let noise = i64::from(self.noise);
        // The mean of two draws: small errors are the usual ones.
        let draw = self.draw(hash);
        let (a, b) = ((draw & 0xffff) as i64, (draw >> 16 & 0xffff) as i64);
        (((a + b) * noise / 0xffff) - noise) as i32
    }

    /// Whether a turn later in the tree is not thought of: one that closes a mill on a point that is overlooked.
    #[inline]
    pub(super) fn overlooks(&self, position: &Position, mv: Move) -> bool {
        self.is_overlooked(self.overlooks, position, mv, 0)
    }

    fn is_overlooked(&self, of_256: u8, position: &Position, mv: Move, what: u64) -> bool {
        let Some(to) = mv.to() else { return false };
        let side = position.turn();
        let salt = what << 16 | (side as u64) << 8 | to.index() as u64;
        if self.draw(!salt) & 255 >= of_256.into() {
            return false;
        }
        let own = position.men(side);
        position.board().mills_through(to, mv.from().map_or(own, |from| own.without(from))) > 0
    }

    /// Takes out the turns that it does not think of, unless that leaves none.
    pub(super) fn overlook_at_root(&self, root: &Position, moves: &mut Vec<(i32, Move)>) {
        let seen = |&(_, mv): &(i32, Move)| !self.is_overlooked(self.overlooks_own, root, mv, 1);
        if self.overlooks_own > 0 && moves.iter().any(seen) {
            moves.retain(seen);
        }
    }

    /// Chooses among turns with exact scores.
    pub(super) fn choose(&self, moves: impl Iterator<Item = (Move, i32)> + Clone) -> Option<Move> {
        let best = moves.clone().map(|(_, score)| score).max()?;
        let least = if is_decided(best) { best } else { best - i32::from(self.margin) };
        // The weight falls off to 1 at the margin.
        let weighed = moves.filter(|&(_, score)| score >= least).map(|(mv, score)| (mv, (score - least + 1) as u64));
        let total: u64 = weighed.clone().map(|(_, weight)| weight).sum();
        let mut at = self.draw(total ^ (best as u64) << 32) % total;
        for (mv, weight) in weighed {
            match at.checked_sub(weight) {
                None => return Some(mv),
                Some(rest) => at = rest,
            }
        }
        None
    }
}

/// A seed for a turn: the game's, mixed with the turn's number, so that a game's turns differ.
pub(crate) fn seed_for(seed: u64, position: &Position) -> u64 {
    let turn = u64::from(position.number()) << 1 | u64::from(position.turn() == Side::Black);
    mix(seed ^ mix(turn))
}
