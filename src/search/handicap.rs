//! Handicaps: how a weaker player errs, through blind spots, evaluation noise, and a margin for
//! slightly worse moves.

use super::hash::mix;
use super::score::is_decided;
use crate::moves::Move;
use crate::position::{Position, Side};

/// How a player errs, reproducibly for the same seed and position. The default never errs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Handicap {
    /// Moves that are worse by at most this, in hundredths of a man, may be chosen; the worse, the
    /// less often.
    pub margin: u16,
    /// The maximum error of the evaluation, in hundredths of a man either way.
    pub noise: u16,
    /// How many of 256 mills that either side could close later in the tree are overlooked.
    pub blind_spots: u8,
    /// How many of 256 mills that could be closed at the root are overlooked, but never one that
    /// wins.
    pub blind_spots_own: u8,
    /// Evaluates by hand-made weights (men, mills, mobility), as a beginner counts, instead of by
    /// the net.
    pub naive: bool,
    /// Varies the errors from game to game, and from move to move.
    pub seed: u64,
}

impl Handicap {
    /// Whether scores found with this handicap prove nothing.
    pub(super) fn is_imprecise(&self) -> bool {
        self.noise > 0 || self.blind_spots > 0 || self.blind_spots_own > 0
    }

    fn draw(&self, what: u64) -> u64 {
        // "merels" in ASCII: seed 0, too, is mixed to something.
        mix(mix(self.seed ^ 0x6d65_7265_6c73) ^ what)
    }

    /// The error in the evaluation of the position with this hash.
    #[inline]
    pub(super) fn evaluation_noise(&self, hash: u64) -> i32 {
        let noise = i64::from(self.noise);
        // The mean of two draws: small errors are the most frequent.
        let draw = self.draw(hash);
        // Each draw is of 0 to 0xffff, so the sum over 0xffff is 0 to 2: less 1, it is the error.
        let (a, b) = ((draw & 0xffff) as i64, (draw >> 16 & 0xffff) as i64);
        (((a + b) * noise / 0xffff) - noise) as i32
    }

    /// Whether a move in the tree is overlooked: one that closes a mill, or takes men, on a blind
    /// spot.
    #[inline]
    pub(super) fn hides(&self, position: &Position, mv: Move) -> bool {
        self.is_hidden(self.blind_spots, position, mv, 0)
    }

    fn is_hidden(&self, of_256: u8, position: &Position, mv: Move, what: u64) -> bool {
        let Some(to) = mv.to() else { return false };
        let side = position.side_to_move();
        // Not by where the man comes from: a blind spot is a point, whichever man goes there.
        let salt = what << 16 | (side as u64) << 8 | to.index() as u64;
        if self.draw(!salt) & 255 >= of_256.into() {
            return false;
        }
        let own = position.men(side);
        let rest = mv.from().map_or(own, |from| own.without(from));
        !mv.captures().is_empty() || position.board().mills_through(to, rest) > 0
    }

    /// Removes the overlooked moves at the root, unless none would be left.
    pub(super) fn hide_at_root(&self, root: &Position, moves: &mut Vec<(i32, Move)>) {
        let seen = |&(_, mv): &(i32, Move)| !self.is_hidden(self.blind_spots_own, root, mv, 1);
        if self.blind_spots_own > 0 && moves.iter().any(seen) {
            moves.retain(seen);
        }
    }

    /// Chooses among moves with exact scores.
    pub(super) fn choose(&self, moves: impl Iterator<Item = (Move, i32)> + Clone) -> Option<Move> {
        let best = moves.clone().map(|(_, score)| score).max()?;
        let least = if is_decided(best) {
            best
        } else {
            best - i32::from(self.margin)
        };
        // The weight falls off to 1 at the margin.
        let weighed = moves
            .filter(|&(_, score)| score >= least)
            .map(|(mv, score)| (mv, (score - least + 1) as u64));
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

/// The seed for a move: the game's seed mixed with the move number.
pub(crate) fn seed_for(seed: u64, position: &Position) -> u64 {
    let turn =
        u64::from(position.number()) << 1 | u64::from(position.side_to_move() == Side::Black);
    mix(seed ^ mix(turn))
}
