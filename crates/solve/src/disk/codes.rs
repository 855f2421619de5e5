//! Distances to the end of the game: one byte per slot.

use super::error::{Error, reserve};
use super::values::{DRAWS, NEVER_LOST, NO_TURN, Places, SectorValues, TurnScore};
use merels::tablebase::Content;
use merels::tablebase::format::Header;
use merels::tablebase::numbering::Blocks;
use rayon::prelude::*;

/// A distance in a byte: 0 for a draw, else plies + 1; even for a win, odd for a loss. While the
/// position is undecided, what the turns that leave the sector bring: the best win or the longest
/// loss.
type Code = u8;
const DRAW: Code = 0;
/// The game is over, and lost.
const LOST_NOW: Code = 1;
/// The longest distance in plies that fits.
pub(super) const LONGEST: u8 = 253;

/// The bytes of all blocks.
pub(super) struct Codes {
    slots: usize,
    bytes: Vec<u8>,
}

impl SectorValues for Codes {
    const CONTENT: Content = Content::Distance;
    const DISTANCES: bool = true;
    type Block<'a> = &'a [u8];
    type BlockMut<'a> = &'a mut [u8];

    fn new(blocks: &Blocks<'_>) -> Result<Self, Error> {
        Ok(Self {
            slots: blocks.slots(),
            bytes: reserve(blocks.len())?,
        })
    }

    fn block(&self, block: usize) -> &[u8] {
        &self.bytes[self.slots * block..self.slots * (block + 1)]
    }

    fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = &mut [u8]> {
        self.bytes.par_chunks_mut(self.slots)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn transposed(&self, from: &Blocks<'_>, to: &Blocks<'_>) -> Result<Self, Error> {
        let mut transposed = Self::new(to)?;
        transposed
            .blocks_mut()
            .enumerate()
            .for_each_init(Places::new, |places, (block, bytes)| {
                places.each(from, to, block, |chunk, places| {
                    for (byte, &(there, slot)) in bytes[chunk * 64..].iter_mut().zip(places) {
                        *byte = self.bytes[there as usize * self.slots + slot as usize];
                    }
                });
            });
        Ok(transposed)
    }

    fn tally(&self, blocks: &Blocks<'_>, header: &mut Header) {
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
        let counts = (0..blocks.count())
            .into_par_iter()
            .map(count_block)
            .reduce(|| [0; 256], add);
        // Losses are odd from 1 on, wins even from 2 on.
        let of = |first: usize| (first..256).step_by(2).map(|code| counts[code]).sum();
        let longest = |first: usize| {
            (first..256)
                .step_by(2)
                .filter(|&code| counts[code] > 0)
                .max()
        };
        header.draws = counts[usize::from(DRAW)];
        header.losses = of(1);
        header.wins = of(2);
        header.longest_loss = longest(1).map(|code| code as u16 - 1);
        header.longest_win = longest(2).map(|code| code as u16 - 1);
    }

    fn difference(&self, other: &Self) -> Option<(usize, usize)> {
        let at = self
            .bytes
            .iter()
            .zip(&other.bytes)
            .position(|(a, b)| a != b)?;
        Some((at / self.slots, at % self.slots))
    }

    #[inline(always)]
    fn put_score(block: &mut &mut [u8], slot: usize, score: TurnScore) {
        block[slot] = score;
    }

    #[inline(always)]
    fn score(block: &[u8], slot: usize) -> TurnScore {
        block[slot]
    }

    #[inline(always)]
    fn score_before(block: &[u8], slot: usize) -> TurnScore {
        match block[slot] {
            DRAW => DRAWS,
            // A ply more than there, and for the other side: the code would be one more. `code_of`
            // solved for the score: 255 - (code + 1) / 2 for the win, ((code + 1) - 1) / 2 for the
            // loss.
            code if code % 2 == 1 => 255 - code.div_ceil(2),
            code => code / 2,
        }
    }

    #[inline(always)]
    fn each_score(block: &[u8], before: bool, mut visit: impl FnMut(usize, TurnScore)) {
        for slot in 0..block.len() {
            visit(
                slot,
                if before {
                    Self::score_before(block, slot)
                } else {
                    Self::score(block, slot)
                },
            );
        }
    }

    #[inline(always)]
    fn settle(block: &mut &mut [u8], slot: usize, best: TurnScore, inside: &mut u8) {
        block[slot] = code_of(best);
        match best {
            NO_TURN if *inside == 0 => block[slot] = LOST_NOW,
            NO_TURN => {}
            score if score >= DRAWS => *inside = NEVER_LOST,
            // The losing turns that leave the sector are one more successor together, until the
            // longest one's time.
            _ => *inside += 1,
        }
    }

    #[inline(always)]
    fn decide(block: &mut &mut [u8], slot: usize, won: Option<bool>, plies: u8) {
        block[slot] = if won.is_some() { plies + 1 } else { DRAW };
    }

    fn each_decided(block: &&mut [u8], undecided: &[u8], mut visit: impl FnMut(usize, bool)) {
        for (slot, (&code, &undecided)) in block.iter().zip(undecided).enumerate() {
            if code == LOST_NOW && undecided == 0 {
                visit(slot, false);
            }
        }
    }

    #[inline(always)]
    fn plies(block: &&mut [u8], slot: usize) -> Option<u8> {
        block[slot].checked_sub(1)
    }

    fn finish(&mut self, undecided: &[u8]) {
        self.bytes
            .par_iter_mut()
            .zip(undecided)
            .for_each(|(code, &undecided)| {
                if undecided != 0 {
                    *code = DRAW;
                }
            });
    }
}

/// The code of a position whose best turn has this score.
#[inline(always)]
fn code_of(score: TurnScore) -> Code {
    match score {
        NO_TURN | DRAWS => DRAW,
        // From the quickest: wins 254, 253, … are the codes 2, 4, …, and losses 0, 1, … are 1, 3,
        // ….
        score if score > DRAWS => (255 - score) * 2,
        score => score * 2 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::WINS;
    use super::*;

    #[test]
    fn better_turns_score_more() {
        // From the best successor for the player who moves there to the worst.
        let codes: Vec<Code> = (1..=251)
            .step_by(2)
            .chain([DRAW])
            .chain((2..=252).rev().step_by(2))
            .collect();
        let score_before = |code: Code| Codes::score_before(&[code], 0);
        for pair in codes.windows(2) {
            assert!(score_before(pair[0]) > score_before(pair[1]), "{pair:?}");
        }
        for code in codes {
            let expected = if code == DRAW { DRAW } else { code + 1 };
            assert_eq!(code_of(score_before(code)), expected, "{code}");
            assert_ne!(score_before(code), NO_TURN);
        }
        assert_eq!(score_before(LOST_NOW), WINS);
    }
}
