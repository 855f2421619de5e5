//! How the positions of one table are numbered: in *blocks*, one for each canonical set of the *first* side's men, and
//! inside a block by the rank of the *second* side's set among the points left free.
//!
//! The second side's moves stay inside a block; the first side's take a block as a whole to another, with the second
//! side's set turned by one symmetry. Where a canonical set has symmetries of its own, several slots hold the same
//! position; all of them carry its value.

use crate::board::{Board, MAX_POINTS, Points};
use crate::solution::index::{BoardIndex, Classes, Turns, choose, rank_among_free, spread};
use crate::solution::ranks::Ranks;

/// What all tables of a board share.
pub struct Shape {
    index: BoardIndex,
    ranks: Ranks,
    /// By symmetry: the one that undoes it.
    inverses: Vec<usize>,
}

impl Shape {
    /// For sets of up to `most` men.
    pub fn new(board: &'static Board, most: usize) -> Self {
        let index = BoardIndex::new(board, most);
        let all = board.symmetries();
        let undoes = |a: &[u8; MAX_POINTS], b: &[u8; MAX_POINTS]| {
            (0..board.points().len()).all(|point| usize::from(b[usize::from(a[point])]) == point)
        };
        let inverse = |a| all.iter().position(|b| undoes(a, b)).expect("a group has inverses");
        let inverses = all.iter().map(inverse).collect();
        Self { index, ranks: Ranks::new(board), inverses }
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.index.board()
    }

    /// Whether there is a numbering for so many men.
    pub(crate) fn fits(&self, first: usize, second: usize) -> bool {
        first.max(second) <= self.index.most() && first + second <= self.board().points().len()
    }

    /// The numbering of the positions with so many men on the board, no more than the shape is for.
    pub fn blocks(&self, first: usize, second: usize) -> Blocks<'_> {
        let free = self.board().points().len() - first;
        let slots = choose(free, second) as usize;
        Blocks { shape: self, classes: self.index.classes(first), second, free, slots }
    }

    pub(crate) fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    pub(crate) fn turns(&self) -> &Turns {
        self.index.turns()
    }

    /// Where a symmetry's opposite takes a point.
    #[inline]
    pub(crate) fn before_turn(&self, turn: usize, point: usize) -> usize {
        self.board().symmetries()[self.inverses[turn]][point].into()
    }
}

/// The numbering of one table's positions.
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    shape: &'a Shape,
    classes: &'a Classes,
    second: usize,
    /// How many points the first side leaves free.
    free: usize,
    slots: usize,
}

impl<'a> Blocks<'a> {
    /// How many blocks.
    pub fn count(&self) -> usize {
        self.classes.representatives.len()
    }

    /// How many slots each block has.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many words of 64 bits a block's slots take, a bit each.
    pub fn words(&self) -> usize {
        self.slots.div_ceil(64)
    }

    /// The first side's men in a block.
    #[inline]
    pub(crate) fn men(&self, block: usize) -> Points {
        Points::from_bits(self.classes.representatives[block])
    }

    /// The free points of a block, in order.
    pub(crate) fn free_points(&self, block: usize) -> Vec<u32> {
        self.shape.board().points().minus(self.men(block)).map(|point| point.index() as u32).collect()
    }

    /// The packed sets of the second side, by slot.
    pub(crate) fn sets(&self) -> &'a [u32] {
        self.shape.ranks.sets(self.second, self.free)
    }

    /// The block of a set of the first side, and the symmetry that takes it there.
    #[inline]
    pub(crate) fn find(&self, first: Points) -> (usize, usize) {
        self.classes.find(first.bits())
    }

    /// The same for the rank of a set among all sets of its size.
    #[inline]
    pub(crate) fn find_ranked(&self, rank: usize) -> (usize, usize) {
        self.classes.find_ranked(rank)
    }

    /// Where a position is: block and slot. The sets must be disjoint and of this table's sizes.
    #[inline]
    pub fn locate(&self, first: Points, second: Points) -> (usize, usize) {
        let (block, turn) = self.find(first);
        let turned = self.shape.turns().apply(turn, second.bits());
        let rank = rank_among_free(self.classes.representatives[block], turned);
        (block, rank as usize)
    }

    /// The men of either side at a slot.
    pub fn position(&self, block: usize, slot: usize) -> (Points, Points) {
        let second = spread(self.sets()[slot], &self.free_points(block));
        (self.men(block), Points::from_bits(second))
    }

    /// Whether no symmetry leaves a block's set as it is: then each slot is a position of its own.
    pub(crate) fn is_plain(&self, block: usize) -> bool {
        self.classes.stabilisers[block] == 1
    }

    /// Whether a slot is the first of those that hold its position.
    pub(crate) fn is_canonical(&self, block: usize, slot: usize) -> bool {
        let (first, second) = self.position(block, slot);
        let mut others = self.classes.stabilisers[block] & !1;
        while others != 0 {
            let image = self.shape.turns().apply(others.trailing_zeros() as usize, second.bits());
            if (rank_among_free(first.bits(), image) as usize) < slot {
                return false;
            }
            others &= others - 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_positions_are_inverse() {
        for (board, first, second) in
            [(Board::NINE, 3, 4), (Board::SEVEN, 4, 3), (Board::SIX, 5, 0), (Board::THREE, 0, 3), (Board::TWELVE, 2, 2)]
        {
            let shape = Shape::new(board, 5);
            let blocks = shape.blocks(first, second);
            for block in 0..blocks.count() {
                for slot in 0..blocks.slots() {
                    let (own, other) = blocks.position(block, slot);
                    assert!(own.and(other).is_empty());
                    assert_eq!((own.len(), other.len()), (first, second));
                    assert_eq!(blocks.locate(own, other), (block, slot));
                    assert!(!blocks.is_plain(block) || blocks.is_canonical(block, slot));
                }
            }
        }
    }
}
