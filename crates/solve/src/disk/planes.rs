//! Win, loss and draw: one bit for a win and one for a loss per slot.

use super::error::{Error, reserve};
use super::values::{DRAWS, NEVER_LOST, NO_TURN, Places, SectorValues, TurnScore, WINS};
use merels::tablebase::Content;
use merels::tablebase::format::Header;
use merels::tablebase::numbering::Blocks;
use merels::value::Wdl;
use rayon::prelude::*;

/// A loss among the scores.
const LOSES: TurnScore = 1;

/// Win and loss bits: of each block first its words of wins, then its words of losses. A slot with
/// neither is drawn (or not decided yet).
pub(crate) struct Planes {
    /// Words of one of the two planes of a block.
    words: usize,
    bits: Vec<u64>,
}

/// A block's two planes.
#[derive(Clone, Copy)]
pub(super) struct PlanesBlock<'a> {
    win: &'a [u64],
    loss: &'a [u64],
}

/// A block's two planes, to be written.
pub(super) struct PlanesBlockMut<'a> {
    win: &'a mut [u64],
    loss: &'a mut [u64],
}

impl Planes {
    /// The value at a slot.
    pub(crate) fn get(&self, block: usize, slot: usize) -> Wdl {
        let PlanesBlock { win, loss } = self.block(block);
        match (get(win, slot), get(loss, slot)) {
            (true, _) => Wdl::Win,
            (_, true) => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }
}

impl SectorValues for Planes {
    const CONTENT: Content = Content::Wdl;
    const DISTANCES: bool = false;
    type Block<'a> = PlanesBlock<'a>;
    type BlockMut<'a> = PlanesBlockMut<'a>;

    fn new(blocks: &Blocks<'_>) -> Result<Self, Error> {
        let words = blocks.words();
        Ok(Self {
            words,
            bits: reserve(2 * words * blocks.count())?,
        })
    }

    #[inline]
    fn block(&self, block: usize) -> PlanesBlock<'_> {
        let (win, loss) =
            self.bits[2 * self.words * block..2 * self.words * (block + 1)].split_at(self.words);
        PlanesBlock { win, loss }
    }

    fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = PlanesBlockMut<'_>> {
        let words = self.words;
        self.bits.par_chunks_mut(2 * words).map(move |block| {
            let (win, loss) = block.split_at_mut(words);
            PlanesBlockMut { win, loss }
        })
    }

    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.bits)
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.bits)
    }

    fn transposed(&self, from: &Blocks<'_>, to: &Blocks<'_>) -> Result<Self, Error> {
        let mut transposed = Self::new(to)?;
        // In bits: a plane of wins, a plane of losses.
        let per_block = 2 * self.words * 64;
        transposed.blocks_mut().enumerate().for_each_init(
            Places::new,
            |places, (block, PlanesBlockMut { win, loss })| {
                places.each(from, to, block, |chunk, places| {
                    for (i, &(there, slot)) in places.iter().enumerate() {
                        let place = there as usize * per_block + slot as usize;
                        let (word, bit) = (place / 64, place % 64);
                        win[chunk] |= (self.bits[word] >> bit & 1) << i;
                        loss[chunk] |= (self.bits[word + self.words] >> bit & 1) << i;
                    }
                });
            },
        );
        Ok(transposed)
    }

    fn tally(&self, blocks: &Blocks<'_>, header: &mut Header) {
        let count_block = |block: usize| {
            let here = self.block(block);
            if blocks.is_plain(block) {
                let [wins, losses] = [here.win, here.loss].map(|plane| count(plane) as u64);
                return [wins, losses, blocks.slots() as u64 - wins - losses];
            }
            let mut counts = [0; 3];
            for slot in (0..blocks.slots()).filter(|&slot| blocks.is_canonical(block, slot)) {
                counts[if get(here.win, slot) {
                    0
                } else {
                    2 - usize::from(get(here.loss, slot))
                }] += 1;
            }
            counts
        };
        let add = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        [header.wins, header.losses, header.draws] = (0..blocks.count())
            .into_par_iter()
            .map(count_block)
            .reduce(|| [0; 3], add);
    }

    fn difference(&self, other: &Self) -> Option<(usize, usize)> {
        let word = self
            .bits
            .iter()
            .zip(&other.bits)
            .position(|(a, b)| a != b)?;
        let bit = (self.bits[word] ^ other.bits[word]).trailing_zeros() as usize;
        Some((word / (2 * self.words), word % self.words * 64 + bit))
    }

    #[inline(always)]
    fn put_score(block: &mut PlanesBlockMut<'_>, slot: usize, score: TurnScore) {
        match score {
            WINS => set(block.win, slot),
            DRAWS => {}
            _ => set(block.loss, slot),
        }
    }

    #[inline(always)]
    fn score(block: PlanesBlock<'_>, slot: usize) -> TurnScore {
        match (get(block.win, slot), get(block.loss, slot)) {
            (true, _) => WINS,
            (_, true) => LOSES,
            _ => DRAWS,
        }
    }

    #[inline(always)]
    fn score_before(block: PlanesBlock<'_>, slot: usize) -> TurnScore {
        match (get(block.loss, slot), get(block.win, slot)) {
            (true, _) => WINS,
            (_, true) => LOSES,
            _ => DRAWS,
        }
    }

    #[inline(always)]
    fn each_score(block: PlanesBlock<'_>, before: bool, mut visit: impl FnMut(usize, TurnScore)) {
        each_slot(if before { block.loss } else { block.win }, |slot| {
            visit(slot, WINS)
        });
    }

    #[inline(always)]
    fn settle(block: &mut PlanesBlockMut<'_>, slot: usize, best: TurnScore, inside: &mut u8) {
        match best {
            WINS => {
                set(block.win, slot);
                *inside = 0;
            }
            DRAWS => *inside = NEVER_LOST,
            _ if *inside == 0 => set(block.loss, slot),
            _ => {}
        }
    }

    #[inline(always)]
    fn decide(block: &mut PlanesBlockMut<'_>, slot: usize, won: Option<bool>, plies: u8) {
        if plies == 0 {
            block.win[slot / 64] &= !(1 << (slot % 64));
            block.loss[slot / 64] &= !(1 << (slot % 64));
        }
        match won {
            Some(true) => set(block.win, slot),
            Some(false) => set(block.loss, slot),
            None => {}
        }
    }

    fn each_decided(block: &PlanesBlockMut<'_>, _: &[u8], mut visit: impl FnMut(usize, bool)) {
        each_slot(block.win, |slot| visit(slot, true));
        each_slot(block.loss, |slot| visit(slot, false));
    }

    #[inline(always)]
    fn plies(_: &PlanesBlockMut<'_>, _: usize) -> Option<u8> {
        None
    }

    fn finish(&mut self, _: &[u8]) {}
}

/// Bits set in a row of words.
pub(super) fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline(always)]
pub(super) fn get(words: &[u64], slot: usize) -> bool {
    words[slot / 64] >> (slot % 64) & 1 == 1
}

#[inline(always)]
pub(super) fn set(words: &mut [u64], slot: usize) {
    words[slot / 64] |= 1 << (slot % 64);
}

/// Calls `visit` with the index of every bit set in `words`.
#[inline(always)]
pub(super) fn each_slot(words: &[u64], mut visit: impl FnMut(usize)) {
    for (i, &word) in words.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            visit(i * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

const _: () = assert!(NO_TURN < LOSES && LOSES < DRAWS);
const _: () = assert!(
    cfg!(target_endian = "little"),
    "bits are written as they are in memory"
);
