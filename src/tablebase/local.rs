//! The board as the second side sees it in one block: the points that the first side leaves free,
//! *packed*, so that bit `i` is the `i`-th free point.

use super::numbering::{Class, Numbering};
use super::packed::{INVALID, PackedMap, Pext};
use crate::board::{Board, MAX_MILLS, MAX_POINTS, Point, Points};
use crate::rules::Rules;

/// The free points of a block, their edges and their mills.
#[derive(Debug)]
pub struct Local {
    /// The first side's men.
    pub men: u32,
    /// Packs sets of free points.
    pub free: Pext,
    /// All free points, packed.
    pub all: u32,
    /// The free points next to one of the first side's men, packed.
    pub border: u32,
    /// By packed point: its free neighbours, packed.
    pub neighbours: [u32; MAX_POINTS],
    mills: [u32; MAX_MILLS],
    mill_count: usize,
}

impl Local {
    pub fn new(board: &Board, class: &Class) -> Self {
        let &Class { men, free, .. } = class;
        let mut local = Self {
            men,
            free,
            all: (1 << free.size()) - 1,
            border: 0,
            neighbours: [0; MAX_POINTS],
            mills: [0; MAX_MILLS],
            mill_count: 0,
        };
        for (neighbours, point) in local
            .neighbours
            .iter_mut()
            .zip(Points::from_bits(free.mask()))
        {
            *neighbours = free.pack(board.neighbours(point).bits() & free.mask());
        }
        let next_to = Points::from_bits(men).fold(0, |all, man| all | board.neighbours(man).bits());
        local.border = free.pack(next_to & free.mask());
        for mill in board.mills().iter().filter(|mill| mill.bits() & men == 0) {
            local.mills[local.mill_count] = free.pack(mill.bits());
            local.mill_count += 1;
        }
        local
    }

    /// How many points are free.
    pub fn size(&self) -> usize {
        self.free.size()
    }

    /// Packs a set of one point; [`INVALID`] where the first side has a man on it.
    #[inline]
    pub fn pack_or_invalid(&self, point: u32) -> u32 {
        // As `Pext::pack` for one point, only quicker.
        if self.men & point == 0 {
            1 << (self.free.mask() & (point - 1)).count_ones()
        } else {
            INVALID
        }
    }

    /// The mills of free points, packed.
    #[inline(always)]
    pub fn mills(&self) -> &[u32] {
        &self.mills[..self.mill_count]
    }

    /// The men of a packed set that stand in a mill of it.
    #[inline(always)]
    pub fn in_mills(&self, men: u32) -> u32 {
        self.mills().iter().fold(
            0,
            |all, &mill| if mill & !men == 0 { all | mill } else { all },
        )
    }

    /// The points where one more man would complete a mill.
    #[inline(always)]
    pub fn closers(&self, men: u32) -> u32 {
        self.mills().iter().fold(0, |all, &mill| {
            let missing = mill & !men;
            // Without its lowest point nothing is left: one point is missing, or none, which adds
            // none.
            if missing & missing.wrapping_sub(1) == 0 {
                all | missing
            } else {
                all
            }
        })
    }

    /// How many mills of `men`, the others, a man that comes to `to` completes.
    #[inline(always)]
    pub fn closes(&self, to: u32, men: u32) -> usize {
        let with = men | to;
        self.mills()
            .iter()
            .filter(|&&mill| mill & to != 0 && mill & !with == 0)
            .count()
    }
}

/// The local boards of all classes.
#[derive(Debug)]
pub struct Locals(Vec<Vec<Local>>);

impl Locals {
    /// For sets of up to `most` men of the first side.
    pub fn new(numbering: &Numbering, most: usize) -> Self {
        let board = numbering.board();
        let of_size = |size| {
            numbering
                .classes(size)
                .all()
                .iter()
                .map(|class| Local::new(board, class))
                .collect()
        };
        Self((0..=most).map(of_size).collect())
    }

    /// By class.
    #[inline]
    pub fn of_size(&self, size: usize) -> &[Local] {
        &self.0[size]
    }
}

/// Where captures lead from a block: for each man of the first side that may be taken, the class of
/// the men that are left, and in `maps` how packed sets of the second side are mapped there.
pub fn capture_maps(
    rules: &Rules,
    numbering: &Numbering,
    local: &Local,
    maps: &mut Vec<PackedMap>,
) -> Vec<usize> {
    let men = Points::from_bits(local.men);
    let takable = rules.takable(men);
    maps.resize_with(takable.len().max(maps.len()), PackedMap::new);
    let taken = |(man, map): (Point, &mut PackedMap)| {
        let (class, symmetry) = numbering.find(men.without(man).bits());
        let to = &numbering.classes(men.len() - 1).all()[class].free;
        let image = |i: usize| {
            to.pack(
                numbering
                    .symmetries()
                    .apply(symmetry, local.free.unpack(1 << i)),
            )
        };
        map.set_points(local.size(), image);
        map.fill();
        class
    };
    takable.zip(maps.iter_mut()).map(taken).collect()
}
