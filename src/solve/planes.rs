//! The values of one sector in memory: a bit for a win and one for a loss at every slot, block after block.

use super::error::{Error, reserve};
use super::map::PackedMap;
use crate::solution::index::rank_among_free;
use crate::solution::table::blocks::{Blocks, Shape};
use rayon::prelude::*;

/// Win and loss bits: of each block first its words of wins, then its words of losses. A slot with neither is drawn (or
/// not decided yet).
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Planes {
    /// Words of one of the two planes of a block.
    pub(super) words: usize,
    pub(super) bits: Vec<u64>,
}

/// A block's two planes.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) win: &'a [u64],
    pub(super) loss: &'a [u64],
}

impl Planes {
    pub(super) fn new(blocks: &Blocks<'_>) -> Result<Self, Error> {
        let words = blocks.words();
        Ok(Self { words, bits: reserve(2 * words * blocks.count())? })
    }

    #[inline]
    pub(super) fn block(&self, block: usize) -> Block<'_> {
        let (win, loss) = self.bits[2 * self.words * block..2 * self.words * (block + 1)].split_at(self.words);
        Block { win, loss }
    }

    /// The planes of every block, to be written in parallel.
    pub(super) fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = (&mut [u64], &mut [u64])> {
        let words = self.words;
        self.bits.par_chunks_mut(2 * words).map(move |block| block.split_at_mut(words))
    }

    /// The same values numbered by the other side's sets: `from` is the numbering they have, `to` the one wanted.
    pub(super) fn transposed(&self, shape: &Shape, from: &Blocks<'_>, to: &Blocks<'_>) -> Result<Self, Error> {
        let mut turned = Self::new(to)?;
        let per_block = 2 * self.words * 64;
        turned.blocks_mut().enumerate().for_each_init(Places::new, |places, (block, (win, loss))| {
            places.each(shape, from, to, block, |chunk, places| {
                for (i, &(there, slot)) in places.iter().enumerate() {
                    let place = there as usize * per_block + slot as usize;
                    let (word, bit) = (place / 64, place % 64);
                    win[chunk] |= (self.bits[word] >> bit & 1) << i;
                    loss[chunk] |= (self.bits[word + self.words] >> bit & 1) << i;
                }
            });
        });
        Ok(turned)
    }
}

/// Where the positions of a block are in the numbering by the other side's sets.
pub(super) struct Places {
    spread: PackedMap,
    found: [(u32, u32); 64],
}

impl Places {
    pub(super) fn new() -> Self {
        Self { spread: PackedMap::new(), found: [(0, 0); 64] }
    }

    /// Calls `visit` with the number of each chunk of 64 slots, and with block and slot of each in the numbering
    /// `from`. A chunk is found whole before any of it is read, so that the memory can look for many values at once.
    pub(super) fn each(
        &mut self,
        shape: &Shape,
        from: &Blocks<'_>,
        to: &Blocks<'_>,
        block: usize,
        mut visit: impl FnMut(usize, &[(u32, u32)]),
    ) {
        let first = to.men(block).bits();
        let free = to.free_points(block);
        self.spread.set_points(free.len(), |i| 1 << free[i]);
        self.spread.fill();
        for (chunk, sets) in to.sets().chunks(64).enumerate() {
            for (found, &packed) in self.found.iter_mut().zip(sets) {
                *found = locate(shape, from, self.spread.apply(packed), first);
            }
            visit(chunk, &self.found[..sets.len()]);
        }
    }
}

impl Block<'_> {
    /// The slots with neither a win nor a loss; `slots` is how many there are.
    pub(super) fn draws(self, slots: usize) -> impl Iterator<Item = u64> {
        let last = self.win.len() - 1;
        let rest = slots - last * 64;
        let mask = if rest == 64 { u64::MAX } else { (1 << rest) - 1 };
        let draws =
            move |(i, (&win, &loss)): (usize, (&u64, &u64))| !(win | loss) & if i == last { mask } else { u64::MAX };
        self.win.iter().zip(self.loss).enumerate().map(draws)
    }

    #[inline(always)]
    pub(super) fn wins_at(self, slot: usize) -> bool {
        self.win[slot / 64] >> (slot % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn loses_at(self, slot: usize) -> bool {
        self.loss[slot / 64] >> (slot % 64) & 1 == 1
    }
}

/// As [`Blocks::locate`], on plain bits.
#[inline(always)]
fn locate(shape: &Shape, blocks: &Blocks<'_>, first: u32, second: u32) -> (u32, u32) {
    let (block, turn) = blocks.find_ranked(shape.ranks().rank(first));
    let turned = shape.turns().apply(turn, second);
    (block as u32, rank_among_free(blocks.men(block).bits(), turned))
}

/// Bits set in a row of words.
pub(super) fn count(words: impl Iterator<Item = u64>) -> usize {
    words.map(|word| word.count_ones() as usize).sum()
}

/// Sets a bit.
#[inline(always)]
pub(super) fn set(words: &mut [u64], slot: usize) {
    words[slot / 64] |= 1 << (slot % 64);
}
