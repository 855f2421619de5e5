//! Blocks: all positions that share the men of one side, seen from the points that those leave free.
//!
//! A block's own men are the representative of a class (see [`super::index`]); the other side's men are a *packed* set,
//! whose bit `i` is the `i`-th free point. Moves of the other side stay inside the block: in packed coordinates they are
//! look-ups in the block's own small tables. What leaves a block is carried over by a [`Carry`].

use super::index::{BoardIndex, choose};
use crate::board::{Board, MAX_POINTS, Points};

/// The lower part of a packed set; the rest is the upper part.
const LOW: u32 = 12;
const LOW_MASK: u32 = (1 << LOW) - 1;
/// The most mills that a board has.
const MAX_MILLS: usize = 20;

/// Colexicographic ranks by table look-up, and the sets of a size in that order.
#[derive(Debug)]
pub(super) struct Ranks {
    low: Vec<u32>,
    /// By the number of points below, then by the upper part.
    high: Vec<u32>,
    high_bits: u32,
    /// By size: the sets of so many out of [`Ranks::sets`]' points, in order.
    sets: Vec<Vec<u32>>,
}

impl Ranks {
    /// For sets of up to `most` points of a board.
    pub(super) fn new(board: &Board, most: usize) -> Self {
        let points = board.points().len() as u32;
        let high_bits = points.saturating_sub(LOW);
        let part = |bits: u32, first: u32, below: usize| {
            let points = Points::from_bits(bits).enumerate();
            points.map(|(i, point)| choose(point.index() + first as usize, below + i + 1)).sum()
        };
        let low = (0..1 << LOW).map(|bits| part(bits, 0, 0)).collect();
        let mut high = Vec::new();
        for below in 0..=LOW as usize {
            high.extend((0..1 << high_bits).map(|bits| part(bits, LOW, below)));
        }
        let mut sets = vec![Vec::new(); most + 1];
        for (size, sets) in sets.iter_mut().enumerate() {
            let mut set = (1u32 << size) - 1;
            for _ in 0..choose(points as usize, size) {
                sets.push(set);
                set = super::index::next_set(set);
            }
        }
        Self { low, high, high_bits, sets }
    }

    /// The rank of a set among those of its size.
    #[inline]
    pub(super) fn rank(&self, set: u32) -> usize {
        let low = set & LOW_MASK;
        let high = (low.count_ones() << self.high_bits | set >> LOW) as usize;
        (self.low[low as usize] + self.high[high]) as usize
    }

    /// The sets of `size` out of `points`, in order of their rank.
    #[inline]
    pub(super) fn sets(&self, size: usize, points: usize) -> &[u32] {
        &self.sets[size][..choose(points, size) as usize]
    }
}

/// What the moves around a representative need.
#[derive(Debug)]
pub(super) struct Block {
    /// The representative.
    pub(super) men: u32,
    /// The symmetries, apart from the identity, that leave it as it is.
    pub(super) stabiliser: u16,
    /// All free points, packed.
    pub(super) free: u32,
    /// The free points next to one of the men, packed.
    pub(super) border: u32,
    /// By packed point: its free neighbours, packed.
    pub(super) neighbours: [u32; MAX_POINTS],
    mills: [u32; MAX_MILLS],
    mill_count: u8,
    points: u32,
    /// Which bits move down by 1, 2, 4 and 8 places when the gaps of the men are closed (Warren, "Hacker's Delight").
    shifts: [u32; 4],
}

impl Block {
    pub(super) fn new(board: &Board, men: u32, stabiliser: u16) -> Self {
        let points = board.points().bits() & !men;
        let mut shifts = [0; 4];
        let mut left = points;
        let mut gaps = !points << 1;
        for (i, shift) in shifts.iter_mut().enumerate() {
            let mut odd = gaps;
            for by in [1, 2, 4, 8, 16] {
                odd ^= odd << by;
            }
            *shift = odd & left;
            left = (left ^ *shift) | *shift >> (1 << i);
            gaps &= !odd;
        }
        let mut block = Self {
            men,
            stabiliser: stabiliser & !1,
            free: (1 << points.count_ones()) - 1,
            border: 0,
            neighbours: [0; MAX_POINTS],
            mills: [0; MAX_MILLS],
            mill_count: 0,
            points,
            shifts,
        };
        for (i, point) in Points::from_bits(points).enumerate() {
            block.neighbours[i] = block.pack(board.neighbours(point).bits() & points);
        }
        let next_to = Points::from_bits(men).fold(0, |all, man| all | board.neighbours(man).bits());
        block.border = block.pack(next_to & points);
        for mill in board.mills().iter().filter(|mill| mill.bits() & men == 0) {
            block.mills[usize::from(block.mill_count)] = block.pack(mill.bits());
            block.mill_count += 1;
        }
        block
    }

    /// How many points are free.
    pub(super) fn size(&self) -> usize {
        self.free.count_ones() as usize
    }

    /// The mills of free points, packed.
    #[inline]
    pub(super) fn mills(&self) -> &[u32] {
        &self.mills[..usize::from(self.mill_count)]
    }

    /// Packs a set of free points.
    #[inline]
    pub(super) fn pack(&self, set: u32) -> u32 {
        let mut set = set;
        for (i, &shift) in self.shifts.iter().enumerate() {
            let moving = set & shift;
            set = (set ^ moving) | moving >> (1 << i);
        }
        set
    }

    /// The set of points that was packed.
    #[inline]
    pub(super) fn unpack(&self, packed: u32) -> u32 {
        let mut set = packed;
        for (i, &shift) in self.shifts.iter().enumerate().rev() {
            set = (set & !shift) | (set << (1 << i) & shift);
        }
        set & self.points
    }
}

/// Takes packed sets from one block to another, by table look-up on either half of the set.
#[derive(Debug, Default)]
pub(super) struct Carry {
    low: Vec<u32>,
    high: Vec<u32>,
    split: u32,
}

impl Carry {
    /// Where `to` gives each packed point's image, as a set.
    pub(super) fn set(&mut self, size: usize, to: impl Fn(usize) -> u32) {
        let split = size / 2;
        self.split = split as u32;
        let fill = |table: &mut Vec<u32>, bits: usize, first: usize| {
            table.clear();
            table.push(0);
            for bit in 0..bits {
                let image = to(first + bit);
                for i in 0..1 << bit {
                    table.push(table[i] | image);
                }
            }
        };
        fill(&mut self.low, split, 0);
        fill(&mut self.high, size - split, split);
    }

    #[inline]
    pub(super) fn apply(&self, packed: u32) -> u32 {
        self.low[(packed & ((1 << self.split) - 1)) as usize] | self.high[(packed >> self.split) as usize]
    }
}

/// The blocks of all representatives, by size and class.
#[derive(Debug)]
pub(super) struct Blocks {
    by_size: Vec<Vec<Block>>,
    pub(super) ranks: Ranks,
}

impl Blocks {
    pub(super) fn new(index: &BoardIndex, most: usize) -> Self {
        let board = index.board();
        let of_size = |size| {
            let classes = index.classes(size);
            let sets = classes.representatives.iter().zip(&classes.stabilisers);
            sets.map(|(&men, &stabiliser)| Block::new(board, men, stabiliser)).collect()
        };
        let by_size = (0..=most).map(of_size).collect();
        Self { by_size, ranks: Ranks::new(board, most + 1) }
    }

    #[inline]
    pub(super) fn of_size(&self, size: usize) -> &[Block] {
        &self.by_size[size]
    }
}

/// The points of a packed set, as numbers.
#[inline]
pub(super) fn each_bit(mut set: u32, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_and_ranks_are_inverse() {
        for board in Board::ALL {
            let ranks = Ranks::new(board, 5);
            for size in 0..=5 {
                for (i, &set) in ranks.sets(size, board.points().len()).iter().enumerate() {
                    assert_eq!(ranks.rank(set), i);
                    let block = Block::new(board, set, 1);
                    for packed in [0, 1, 0b101, 0b1101, block.free] {
                        assert_eq!(block.pack(block.unpack(packed & block.free)), packed & block.free);
                        assert_eq!(block.unpack(packed & block.free) & set, 0);
                    }
                }
            }
        }
    }
}
