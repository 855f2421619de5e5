//! A block seen from inside: its free points packed, with their edges and mills.

use super::map::INVALID;
use crate::board::{Board, Point, Points};

/// The points that a block's first side leaves free, numbered from 0, and the board on them.
pub(super) struct Local {
    /// The first side's men.
    pub(super) men: Points,
    /// How many points are free.
    pub(super) count: usize,
    /// The free points.
    pub(super) points: [u8; 24],
    /// All free points, packed.
    pub(super) all: u32,
    /// By free point: its free neighbours.
    pub(super) adjacent: [u32; 24],
    /// The mills on free points only.
    mills: [u32; 20],
    mill_count: usize,
}

impl Local {
    pub(super) fn new(board: &'static Board, men: Points) -> Self {
        let free = board.points().minus(men);
        let mut local = Self {
            men,
            count: free.len(),
            points: [0; 24],
            all: (1u32 << free.len()) - 1,
            adjacent: [0; 24],
            mills: [0; 20],
            mill_count: 0,
        };
        for (i, point) in free.enumerate() {
            local.points[i] = point.index() as u8;
        }
        for i in 0..local.count {
            let point = Point::new(local.points[i].into()).expect("a point");
            local.adjacent[i] = local.pack(board.neighbours(point));
        }
        for &mill in board.mills() {
            if mill.and(men).is_empty() {
                local.mills[local.mill_count] = local.pack(mill);
                local.mill_count += 1;
            }
        }
        local
    }

    /// The free points of a set, packed.
    pub(super) fn pack(&self, set: Points) -> u32 {
        (0..self.count).filter(|&i| set.bits() >> self.points[i] & 1 == 1).fold(0, |packed, i| packed | 1 << i)
    }

    /// The bit of a point of the board; [`INVALID`] where the first side has a man on it.
    #[inline]
    pub(super) fn bit(&self, point: usize) -> u32 {
        match self.men.bits() >> point & 1 {
            1 => INVALID,
            _ => 1 << (point as u32 - (self.men.bits() & ((1 << point) - 1)).count_ones()),
        }
    }

    #[inline(always)]
    fn mills(&self) -> &[u32] {
        &self.mills[..self.mill_count]
    }

    /// The men of a packed set that stand in a mill of it.
    #[inline(always)]
    pub(super) fn in_mills(&self, men: u32) -> u32 {
        self.mills().iter().fold(0, |all, &mill| if mill & !men == 0 { all | mill } else { all })
    }

    /// The points where one more man would complete a mill.
    #[inline(always)]
    pub(super) fn closers(&self, men: u32) -> u32 {
        self.mills().iter().fold(0, |all, &mill| {
            let missing = mill & !men;
            if missing & missing.wrapping_sub(1) == 0 { all | missing } else { all }
        })
    }

    /// Whether a man that comes to `to` completes a mill of `men`, the others.
    #[inline(always)]
    pub(super) fn closes(&self, to: u32, men: u32) -> bool {
        let with = men | to;
        self.mills().iter().any(|&mill| mill & to != 0 && mill & !with == 0)
    }
}

/// The points of a packed set, one bit at a time.
#[inline(always)]
pub(super) fn each_bit(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let low = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (low != 0).then_some(low)
    })
}

/// Calls `visit` with the index of every bit set in `words`.
#[inline(always)]
pub(super) fn each_slot(words: impl Iterator<Item = u64>, mut visit: impl FnMut(usize)) {
    for (i, mut word) in words.enumerate() {
        while word != 0 {
            visit(i * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}
