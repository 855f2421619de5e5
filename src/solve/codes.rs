//! Distances of one class in memory: a byte at every slot, block after block.

use super::error::{Error, reserve};
use super::planes::Places;
use crate::solution::table::blocks::{Blocks, Shape};
use crate::solution::table::format::Header;
use rayon::prelude::*;

/// A distance in a byte: 0 for a draw, else plies + 1; even for a win, odd for a loss.
pub(super) type Code = u8;
pub(super) const DRAW: Code = 0;
/// The game is over, and lost.
pub(super) const LOST_NOW: Code = 1;
/// The longest that fits.
pub(super) const LONGEST: Code = 254;

/// The bytes of all blocks.
pub(super) struct Codes {
    pub(super) slots: usize,
    pub(super) bytes: Vec<Code>,
}

impl Codes {
    pub(super) fn new(blocks: &Blocks<'_>) -> Result<Self, Error> {
        Ok(Self { slots: blocks.slots(), bytes: reserve(blocks.slots() * blocks.count())? })
    }

    pub(super) fn block(&self, block: usize) -> &[u8] {
        &self.bytes[self.slots * block..self.slots * (block + 1)]
    }

    pub(super) fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = &mut [u8]> {
        self.bytes.par_chunks_mut(self.slots)
    }

    /// As [`super::planes::Planes::transposed`].
    pub(super) fn transposed(&self, shape: &Shape, from: &Blocks<'_>, to: &Blocks<'_>) -> Result<Self, Error> {
        let mut turned = Self::new(to)?;
        turned.blocks_mut().enumerate().for_each_init(Places::new, |places, (block, bytes)| {
            places.each(shape, from, to, block, |chunk, places| {
                for (byte, &(there, slot)) in bytes[chunk * 64..].iter_mut().zip(places) {
                    *byte = self.bytes[there as usize * self.slots + slot as usize];
                }
            });
        });
        Ok(turned)
    }

    /// Counts canonical positions and finds the longest win and loss.
    pub(super) fn tally(&self, blocks: &Blocks<'_>, header: &mut Header) {
        let count_block = |block: usize| {
            let mut counts = [0u64; 256];
            let plain = blocks.is_plain(block);
            for (slot, &code) in self.block(block).iter().enumerate() {
                counts[usize::from(code)] += u64::from(plain || blocks.is_canonical(block, slot));
            }
            counts
        };
        let add = |mut a: [u64; 256], b: [u64; 256]| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        };
        let counts = (0..blocks.count()).into_par_iter().map(count_block).reduce(|| [0; 256], add);
        let of = |first: usize| (first..256).step_by(2).map(|code| counts[code]).sum();
        let longest = |first: usize| (first..256).step_by(2).filter(|&code| counts[code] > 0).max();
        header.draws = counts[usize::from(DRAW)];
        header.losses = of(1);
        header.wins = of(2);
        header.longest_loss = longest(1).map(|code| code as u16 - 1);
        header.longest_win = longest(2).map(|code| code as u16 - 1);
    }
}

/// How good a turn is for the side that makes it, so that more is better: 0 for no turn, then losses from the quickest
/// on, a draw, wins to the quickest.
pub(super) type Score = u8;
pub(super) const NO_TURN: Score = 0;
pub(super) const DRAWS: Score = 127;
/// The turn that ends the game.
pub(super) const WINS_NOW: Score = 254;

/// The score of a turn to a position with this code.
#[inline(always)]
pub(super) fn score_before(code: Code) -> Score {
    match code {
        DRAW => DRAWS,
        code if code % 2 == 1 => 255 - code.div_ceil(2),
        code => code / 2,
    }
}

/// The code of a position whose best turn has this score.
#[inline(always)]
pub(super) fn code_of(score: Score) -> Code {
    match score {
        NO_TURN | DRAWS => DRAW,
        score if score > DRAWS => (255 - score) * 2,
        score => score * 2 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_turns_score_more() {
        // From the best successor for the player who moves there to the worst.
        let codes: Vec<Code> = (1..=251).step_by(2).chain([DRAW]).chain((2..=252).rev().step_by(2)).collect();
        for pair in codes.windows(2) {
            assert!(score_before(pair[0]) > score_before(pair[1]), "{pair:?}");
        }
        for code in codes {
            let expected = if code == DRAW { DRAW } else { code + 1 };
            assert_eq!(code_of(score_before(code)), expected, "{code}");
            assert_ne!(score_before(code), NO_TURN);
        }
        assert_eq!(score_before(LOST_NOW), WINS_NOW);
    }
}
