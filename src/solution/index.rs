//! Numbering positions up to symmetry: a *slot* for every pair of (canonical set of the side to move, set of the other
//! side among the points left free).
//!
//! Sets of `n` points fall into classes under the board's symmetries; each class has one representative, the one of
//! lowest colexicographic rank. A position is turned so that the mover's men are a representative; its slot is then
//! `class * C(free, m) + rank of the other set among the free points`. Where the representative has symmetries of its
//! own, several slots hold the same position; the lowest is the *canonical* one, and [`SectorIndex::slot`] returns
//! that one only.

use crate::board::{Board, MAX_POINTS, Points};

/// `CHOOSE[n][k]`: in how many ways `k` of `n` points can be chosen.
const CHOOSE: [[u32; MAX_POINTS + 1]; MAX_POINTS + 1] = {
    let mut table = [[0; MAX_POINTS + 1]; MAX_POINTS + 1];
    let mut n = 0;
    while n <= MAX_POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` points out of `n`.
pub(crate) const fn choose(n: usize, k: usize) -> u32 {
    if k > n { 0 } else { CHOOSE[n][k] }
}

/// The colexicographic rank of a set among the sets of its size.
#[inline]
pub(crate) fn rank(set: u32) -> u32 {
    let mut left = set;
    let mut rank = 0;
    let mut taken = 1;
    while left != 0 {
        rank += CHOOSE[left.trailing_zeros() as usize][taken];
        taken += 1;
        left &= left - 1;
    }
    rank
}

/// The next set of the same size in colexicographic order; the caller knows when to stop.
#[inline]
pub(crate) fn next_set(set: u32) -> u32 {
    if set == 0 {
        return 0;
    }
    let low = set & set.wrapping_neg();
    let ripple = u64::from(set) + u64::from(low);
    (ripple | (((u64::from(set) ^ ripple) >> 2) / u64::from(low))) as u32
}

/// The symmetries of a board as table look-ups, a byte of the set at a time.
#[derive(Debug)]
pub(crate) struct Turns {
    tables: Vec<[[u32; 256]; 3]>,
}

impl Turns {
    pub(crate) fn new(board: &Board) -> Self {
        let count = board.points().len();
        let table = |map: &[u8; MAX_POINTS]| {
            let mut table = [[0; 256]; 3];
            for (third, bytes) in table.iter_mut().enumerate() {
                for (byte, image) in bytes.iter_mut().enumerate() {
                    let points = (0..8).filter(|bit| byte >> bit & 1 == 1).map(|bit| third * 8 + bit);
                    *image = points.filter(|&point| point < count).fold(0, |set, point| set | 1 << map[point]);
                }
            }
            table
        };
        Self { tables: board.symmetries().iter().map(table).collect() }
    }

    #[inline]
    pub(crate) fn apply(&self, symmetry: usize, set: u32) -> u32 {
        let [low, middle, high] = &self.tables[symmetry];
        low[set as usize & 255] | middle[set as usize >> 8 & 255] | high[set as usize >> 16 & 255]
    }

    pub(crate) fn count(&self) -> usize {
        self.tables.len()
    }
}

/// The classes of the sets of one size.
#[derive(Debug)]
pub(crate) struct Classes {
    /// By rank of a set: its class, and the symmetry that turns it into the representative (in the lowest 4 bits).
    class_and_turn: Vec<u32>,
    pub(crate) representatives: Vec<u32>,
    /// By class: a bit for each symmetry that leaves the representative as it is.
    pub(crate) stabilisers: Vec<u16>,
}

impl Classes {
    fn new(turns: &Turns, points: usize, size: usize) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let all = choose(points, size) as usize;
        let mut classes =
            Self { class_and_turn: vec![UNSEEN; all], representatives: Vec::new(), stabilisers: Vec::new() };
        let mut set = (1u32 << size) - 1;
        for own_rank in 0..all {
            if classes.class_and_turn[own_rank] == UNSEEN {
                let class = classes.representatives.len() as u32;
                let mut stabiliser = 0;
                // Symmetry `s` takes the representative to an image; the inverse is found by trying.
                for s in 0..turns.count() {
                    let image = turns.apply(s, set);
                    if image == set {
                        stabiliser |= 1 << s;
                    }
                    let entry = &mut classes.class_and_turn[rank(image) as usize];
                    if *entry == UNSEEN {
                        let back = (0..turns.count()).find(|&back| turns.apply(back, image) == set);
                        *entry = class << 4 | back.expect("a group has inverses") as u32;
                    }
                }
                classes.representatives.push(set);
                classes.stabilisers.push(stabiliser);
            }
            set = next_set(set);
        }
        classes
    }

    /// The class of a set, and the symmetry that turns it into the representative.
    #[inline]
    pub(crate) fn find(&self, set: u32) -> (usize, usize) {
        self.find_ranked(rank(set) as usize)
    }

    /// The same for a set's rank.
    #[inline]
    pub(crate) fn find_ranked(&self, rank: usize) -> (usize, usize) {
        let entry = self.class_and_turn[rank];
        ((entry >> 4) as usize, (entry & 15) as usize)
    }
}

/// What the indexes of all sectors of a board share.
#[derive(Debug)]
pub struct BoardIndex {
    board: &'static Board,
    turns: Turns,
    classes: Vec<Classes>,
}

impl BoardIndex {
    /// Tables for sets of up to `most` men.
    pub fn new(board: &'static Board, most: usize) -> Self {
        let turns = Turns::new(board);
        let points = board.points().len();
        let classes = (0..=most).map(|size| Classes::new(&turns, points, size)).collect();
        Self { board, turns, classes }
    }

    /// The largest sets that there are tables for.
    pub(crate) fn most(&self) -> usize {
        self.classes.len() - 1
    }

    /// The symmetries.
    pub(crate) fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The classes of the sets of so many points.
    pub(crate) fn classes(&self, size: usize) -> &Classes {
        &self.classes[size]
    }

    /// The board.
    pub(crate) fn board(&self) -> &'static Board {
        self.board
    }

    /// The index of the positions with so many men of the side to move and of the other side on the board.
    pub fn sector(&self, own: usize, other: usize) -> SectorIndex<'_> {
        let free = self.board.points().len() - own;
        SectorIndex { shared: self, classes: &self.classes[own], others: choose(free, other), other }
    }
}

/// The numbering of one sector's positions.
#[derive(Clone, Copy, Debug)]
pub struct SectorIndex<'a> {
    shared: &'a BoardIndex,
    classes: &'a Classes,
    /// Sets of the other side for each set of the mover.
    others: u32,
    other: usize,
}

impl SectorIndex<'_> {
    /// How many slots there are: canonical ones and their doubles.
    pub fn len(&self) -> usize {
        self.classes.representatives.len() * self.others as usize
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The canonical slot of a position: the men of the side to move, and the other's. They must be disjoint sets of
    /// this sector's sizes.
    #[inline]
    pub fn slot(&self, own: Points, other: Points) -> usize {
        let entry = self.classes.class_and_turn[rank(own.bits()) as usize];
        let (class, turn) = ((entry >> 4) as usize, (entry & 15) as usize);
        let turned = self.shared.turns.apply(turn, other.bits());
        let representative = self.classes.representatives[class];
        let stabiliser = self.classes.stabilisers[class];
        let mut best = rank_among_free(representative, turned);
        let mut more = stabiliser & !1;
        while more != 0 {
            let image = self.shared.turns.apply(more.trailing_zeros() as usize, turned);
            best = best.min(rank_among_free(representative, image));
            more &= more - 1;
        }
        class * self.others as usize + best as usize
    }

    /// Calls `visit` with every canonical slot and its position, in order.
    pub fn each(&self, mut visit: impl FnMut(usize, Points, Points)) {
        for class in 0..self.classes.representatives.len() {
            self.each_of_class(class, &mut visit);
        }
    }

    fn each_of_class(&self, class: usize, visit: &mut impl FnMut(usize, Points, Points)) {
        let own = self.classes.representatives[class];
        let stabiliser = self.classes.stabilisers[class] & !1;
        let free: Vec<u32> =
            self.shared.board.points().minus(Points::from_bits(own)).map(|p| p.index() as u32).collect();
        let mut packed = (1u32 << self.other) - 1;
        for of_class in 0..self.others {
            let other = spread(packed, &free);
            let mut more = stabiliser;
            let mut canonical = true;
            while more != 0 && canonical {
                let image = self.shared.turns.apply(more.trailing_zeros() as usize, other);
                canonical = rank_among_free(own, image) >= of_class;
                more &= more - 1;
            }
            if canonical {
                let slot = class * self.others as usize + of_class as usize;
                visit(slot, Points::from_bits(own), Points::from_bits(other));
            }
            packed = next_set(packed);
        }
    }

    /// The position of a slot: the men of the side to move, and the other's.
    pub fn position(&self, slot: usize) -> (Points, Points) {
        let class = slot / self.others as usize;
        let own = self.classes.representatives[class];
        let mut left = (slot % self.others as usize) as u32;
        let mut packed = 0;
        for taken in (1..=self.other).rev() {
            // The highest point of the set with that rank: the last `p` with C(p, taken) <= left.
            let point = (taken - 1..MAX_POINTS).take_while(|&p| CHOOSE[p][taken] <= left).last().unwrap_or(taken - 1);
            packed |= 1 << point;
            left -= CHOOSE[point][taken];
        }
        let mut free = [0; MAX_POINTS];
        let points = self.shared.board.points().minus(Points::from_bits(own));
        for (entry, point) in free.iter_mut().zip(points) {
            *entry = point.index() as u32;
        }
        (Points::from_bits(own), Points::from_bits(spread(packed, &free)))
    }
}

/// The set whose `i`-th free point is in `packed`.
#[inline]
pub(crate) fn spread(packed: u32, free: &[u32]) -> u32 {
    let mut left = packed;
    let mut set = 0;
    while left != 0 {
        set |= 1 << free[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    set
}

/// The rank of `other` among the sets of its size of the points that `own` leaves free.
#[inline]
pub(crate) fn rank_among_free(own: u32, other: u32) -> u32 {
    let mut left = other;
    let mut rank = 0;
    let mut taken = 1;
    while left != 0 {
        let low = left & left.wrapping_neg();
        let place = low.trailing_zeros() - (own & (low - 1)).count_ones();
        rank += CHOOSE[place as usize][taken];
        taken += 1;
        left ^= low;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_positions_are_inverse() {
        for (board, own, other) in [(Board::SIX, 3, 4), (Board::SEVEN, 4, 3), (Board::NINE, 3, 3), (Board::THREE, 3, 3)]
        {
            let shared = BoardIndex::new(board, 4);
            let index = shared.sector(own, other);
            let mut count = 0;
            index.each(|slot, mover, waiting| {
                assert_eq!((mover.len(), waiting.len()), (own, other));
                assert_eq!(index.slot(mover, waiting), slot);
                assert_eq!(index.position(slot), (mover, waiting));
                count += 1;
            });
            assert!(count <= index.len());
        }
    }
}
