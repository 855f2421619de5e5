//! Numbers positions up to symmetry: a *block* for every canonical set of one side's men, and in it
//! a *slot* for every set of the other side's men among the points left free.
//!
//! Sets of `n` points fall into classes under the board's symmetries; the set of lowest
//! colexicographic rank represents its class. A position is mapped so that the first side's men are
//! a representative; its slot is then the rank of the other set among the free points. The second
//! side's moves stay inside a block. The first side's moves take a whole block to another one, with
//! the second side's set mapped by one symmetry. Where a representative has symmetries of its own,
//! several slots hold the same position; the lowest is the *canonical* one.

use super::packed::Pext;
use super::ranks::{Ranks, choose, next_set, rank};
use crate::board::{Board, MAX_POINTS, MAX_SYMMETRIES, Points};
use crate::rules::Rules;

/// The symmetries of a board as table look-ups, a byte of the set at a time.
#[derive(Debug)]
pub struct Symmetries {
    tables: Vec<[[u32; 256]; 3]>,
    inverses: Vec<u8>,
}

impl Symmetries {
    /// Those of a board that the rules do not tell apart.
    pub fn of(rules: &Rules) -> Self {
        Self::new(rules.board, rules.symmetries())
    }

    fn new(board: &Board, all: &[[u8; MAX_POINTS]]) -> Self {
        let count = board.points().len();
        let table = |map: &[u8; MAX_POINTS]| {
            let mut table = [[0; 256]; 3];
            for (third, bytes) in table.iter_mut().enumerate() {
                for (byte, image) in bytes.iter_mut().enumerate() {
                    let points = (0..8)
                        .filter(|bit| byte >> bit & 1 == 1)
                        .map(|bit| third * 8 + bit);
                    *image = points
                        .filter(|&point| point < count)
                        .fold(0, |set, point| set | 1 << map[point]);
                }
            }
            table
        };
        let undoes = |a: &[u8; MAX_POINTS], b: &[u8; MAX_POINTS]| {
            (0..count).all(|point| usize::from(b[usize::from(a[point])]) == point)
        };
        let inverse = |a| {
            all.iter()
                .position(|b| undoes(a, b))
                .expect("a group has inverses") as u8
        };
        Self {
            tables: all.iter().map(table).collect(),
            inverses: all.iter().map(inverse).collect(),
        }
    }

    /// The set, by number, after a symmetry.
    #[inline]
    pub fn apply(&self, symmetry: usize, set: u32) -> u32 {
        let [low, middle, high] = &self.tables[symmetry];
        low[set as usize & 255] | middle[set as usize >> 8 & 255] | high[set as usize >> 16 & 255]
    }

    /// The symmetry that undoes this one.
    #[inline]
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverses[symmetry].into()
    }

    /// The number of symmetries.
    pub fn count(&self) -> usize {
        self.tables.len()
    }
}

/// A class of sets that are the same up to symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its representative.
    pub men: u32,
    /// A bit for each symmetry, apart from the identity, that leaves the representative as it is.
    pub stabiliser: u16,
    /// Packs sets of the points that the representative leaves free.
    pub free: Pext,
}

/// The classes of the sets of one size.
#[derive(Debug)]
pub struct Classes {
    /// By rank of a set: its class, and the symmetry that maps it to the representative (in the
    /// lowest 4 bits).
    found: Vec<u32>,
    all: Vec<Class>,
}

/// Bits of a symmetry's number.
const SYMMETRY: u32 = 4;
// A class has a stabiliser of 16 bits, one for each symmetry.
const _: () = assert!(MAX_SYMMETRIES <= 1 << SYMMETRY && MAX_SYMMETRIES <= u16::BITS as usize);

impl Classes {
    fn new(board: &Board, symmetries: &Symmetries, size: usize) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let points = board.points();
        let sets = choose(points.len(), size) as usize;
        let mut classes = Self {
            found: vec![UNSEEN; sets],
            all: Vec::new(),
        };
        // By rank, so that the first set seen of a class is the one of lowest rank.
        let mut set = (1u32 << size) - 1;
        for number in 0..sets {
            if classes.found[number] == UNSEEN {
                let class = classes.all.len() as u32;
                let mut stabiliser = 0;
                for symmetry in 0..symmetries.count() {
                    let image = symmetries.apply(symmetry, set);
                    if image == set {
                        stabiliser |= 1 << symmetry;
                    }
                    let entry = &mut classes.found[rank(image) as usize];
                    // From the image back to the representative.
                    if *entry == UNSEEN {
                        *entry = class << SYMMETRY | symmetries.inverse(symmetry) as u32;
                    }
                }
                let free = Pext::new(points.bits() & !set);
                classes.all.push(Class {
                    men: set,
                    // Symmetry 0 is the identity.
                    stabiliser: stabiliser & !1,
                    free,
                });
            }
            set = next_set(set);
        }
        classes
    }

    /// The classes, in order.
    pub fn all(&self) -> &[Class] {
        &self.all
    }

    /// The class of the set with this rank, and the symmetry that maps the set to the
    /// representative.
    #[inline]
    pub fn find_ranked(&self, rank: usize) -> (usize, usize) {
        let entry = self.found[rank];
        (
            (entry >> SYMMETRY) as usize,
            (entry & ((1 << SYMMETRY) - 1)) as usize,
        )
    }
}

/// What the numberings of all tables of a board share.
#[derive(Debug)]
pub struct Numbering {
    board: &'static Board,
    symmetries: Symmetries,
    classes: Vec<Classes>,
    ranks: Ranks,
}

impl Numbering {
    /// For sets of up to `most` men.
    pub fn new(board: &'static Board, most: usize) -> Self {
        Self::with(board, most, Symmetries::new(board, board.symmetries()))
    }

    /// For the sets of up to `most` men in games by these rules.
    pub fn of(rules: &Rules, most: usize) -> Self {
        Self::with(rules.board, most, Symmetries::of(rules))
    }

    fn with(board: &'static Board, most: usize, symmetries: Symmetries) -> Self {
        let classes = (0..=most)
            .map(|size| Classes::new(board, &symmetries, size))
            .collect();
        Self {
            board,
            symmetries,
            classes,
            ranks: Ranks::new(board),
        }
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Whether there is a numbering for these numbers of men.
    pub fn fits(&self, first: usize, second: usize) -> bool {
        first.max(second) < self.classes.len() && first + second <= self.board.points().len()
    }

    /// The numbering of the positions with these numbers of men on the board, at most as many as
    /// [`new`](Self::new) was told.
    pub fn blocks(&self, first: usize, second: usize) -> Blocks<'_> {
        let free = self.board.points().len() - first;
        Blocks {
            shared: self,
            classes: &self.classes[first],
            second,
            free,
            slots: choose(free, second) as usize,
        }
    }

    /// The symmetries of the board.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// The ranks of sets of points.
    pub fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// The classes of the sets of `size` points.
    pub fn classes(&self, size: usize) -> &Classes {
        &self.classes[size]
    }

    /// The class of a set, and the symmetry that maps the set to the representative.
    #[inline]
    pub fn find(&self, set: u32) -> (usize, usize) {
        self.classes[set.count_ones() as usize].find_ranked(self.ranks.rank(set))
    }
}

/// The numbering of the positions with given numbers of men on the board.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    shared: &'a Numbering,
    classes: &'a Classes,
    second: usize,
    /// How many points the first side leaves free.
    free: usize,
    slots: usize,
}

impl<'a> Blocks<'a> {
    /// How many blocks.
    pub fn count(&self) -> usize {
        self.classes.all.len()
    }

    /// How many slots each block has.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many slots all blocks have together: canonical ones and their doubles.
    pub fn len(&self) -> usize {
        self.count() * self.slots
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many words of 64 bits a block's slots take, a bit each.
    pub fn words(&self) -> usize {
        self.slots.div_ceil(64)
    }

    /// The class of a block.
    #[inline]
    pub fn class(&self, block: usize) -> &'a Class {
        &self.classes.all[block]
    }

    /// The first side's men in a block.
    #[inline]
    pub fn men(&self, block: usize) -> Points {
        Points::from_bits(self.class(block).men)
    }

    /// The points that the first side leaves free in a block.
    pub fn free(&self, block: usize) -> Points {
        Points::from_bits(self.class(block).free.mask())
    }

    /// The ranks of sets of points.
    pub fn ranks(&self) -> &'a Ranks {
        &self.shared.ranks
    }

    /// The packed sets of the second side, by slot.
    pub fn sets(&self) -> &'a [u32] {
        self.shared.ranks.sets(self.second, self.free)
    }

    /// The block of a set of the first side, and the symmetry that takes it there.
    #[inline]
    pub fn find(&self, first: Points) -> (usize, usize) {
        self.classes
            .find_ranked(self.shared.ranks.rank(first.bits()))
    }

    /// Where a position is: block and slot, not always the canonical one. The sets must be disjoint
    /// and of this numbering's sizes.
    #[inline]
    pub fn locate(&self, first: Points, second: Points) -> (usize, usize) {
        let (block, symmetry) = self.find(first);
        let image = self.shared.symmetries.apply(symmetry, second.bits());
        (
            block,
            self.shared.ranks.rank(self.class(block).free.pack(image)),
        )
    }

    /// The number of a position's canonical slot among those of all blocks. The sets must be
    /// disjoint and of this numbering's sizes.
    #[inline]
    pub fn canonical(&self, first: Points, second: Points) -> usize {
        let (block, symmetry) = self.find(first);
        let image = self.shared.symmetries.apply(symmetry, second.bits());
        let slots = self
            .images(block, image)
            .map(|image| self.shared.ranks.rank(self.class(block).free.pack(image)));
        block * self.slots + slots.min().unwrap_or_default()
    }

    /// A set of the second side, and what the symmetries of a block's men make of it.
    #[inline]
    pub fn images(&self, block: usize, second: u32) -> impl Iterator<Item = u32> {
        let mut left = self.class(block).stabiliser;
        let others = std::iter::from_fn(move || {
            let symmetry = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            // Of 16 bits, an empty set has 16 zeros.
            (symmetry < 16).then(|| self.shared.symmetries.apply(symmetry, second))
        });
        std::iter::once(second).chain(others)
    }

    /// The men of either side at a slot.
    pub fn position(&self, block: usize, slot: usize) -> (Points, Points) {
        let Class { men, free, .. } = self.class(block);
        (
            Points::from_bits(*men),
            Points::from_bits(free.unpack(self.sets()[slot])),
        )
    }

    /// Whether no symmetry leaves a block's set as it is: then each slot is a position of its own.
    #[inline]
    pub fn is_plain(&self, block: usize) -> bool {
        self.class(block).stabiliser == 0
    }

    /// Whether a slot is the first of those that hold its position.
    #[inline]
    pub fn is_canonical(&self, block: usize, slot: usize) -> bool {
        let free = &self.class(block).free;
        // The rank grows with the set.
        let packed = self.sets()[slot];
        self.images(block, free.unpack(packed))
            .all(|image| free.pack(image) >= packed)
    }

    /// Calls `visit` with the number of every canonical slot among those of all blocks and its
    /// position, in order.
    pub fn each_canonical(&self, mut visit: impl FnMut(usize, Points, Points)) {
        for block in 0..self.count() {
            for slot in (0..self.slots).filter(|&slot| self.is_canonical(block, slot)) {
                let (first, second) = self.position(block, slot);
                visit(block * self.slots + slot, first, second);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_positions_are_inverse() {
        for (board, first, second) in [
            (Board::NINE, 3, 4),
            (Board::SEVEN, 4, 3),
            (Board::SIX, 5, 0),
            (Board::THREE, 0, 3),
            (Board::TWELVE, 2, 2),
        ] {
            let numbering = Numbering::new(board, 5);
            let blocks = numbering.blocks(first, second);
            let mut canonical = Vec::new();
            for block in 0..blocks.count() {
                for slot in 0..blocks.slots() {
                    let (own, other) = blocks.position(block, slot);
                    assert!(own.and(other).is_empty());
                    assert_eq!((own.len(), other.len()), (first, second));
                    assert_eq!(blocks.locate(own, other), (block, slot));
                    let number = block * blocks.slots() + slot;
                    let lowest = blocks.canonical(own, other);
                    assert!(lowest <= number && (lowest == number || !blocks.is_plain(block)));
                    assert_eq!(lowest == number, blocks.is_canonical(block, slot));
                    if lowest == number {
                        canonical.push((number, own, other));
                    }
                }
            }
            let mut visited = Vec::new();
            blocks.each_canonical(|number, own, other| visited.push((number, own, other)));
            assert_eq!(visited, canonical);
        }
    }
}
