//! Maps sets of points by table look-up, one byte of the set at a time.

use super::model::MOST_GROUPS;
use crate::board::{Board, MAX_POINTS, Points};

/// From sets to sets, given by what each point is mapped to.
pub struct PointSetMap([[u32; 256]; 3]);

impl PointSetMap {
    /// With the images of the single points.
    pub fn new(image: impl Fn(usize) -> u32) -> Self {
        let mut tables = [[0; 256]; 3];
        for (third, table) in tables.iter_mut().enumerate() {
            for byte in 1..256usize {
                table[byte] =
                    // A byte without its lowest point comes earlier in the table.
                    table[byte & (byte - 1)] | image(third * 8 + byte.trailing_zeros() as usize);
            }
        }
        Self(tables)
    }

    /// From the places among the points that `men` leave free to these points.
    pub fn unpacking(board: &Board, men: u32) -> Self {
        let free = free(board, men);
        Self::new(|place| free.get(place).map_or(0, |&point| 1 << point))
    }

    /// The other way; what is not free is left out. Before that, each point is turned.
    pub fn packing(board: &Board, men: u32, turn: impl Fn(u32) -> u32) -> Self {
        let free = free(board, men);
        let place = |point: u32| {
            free.iter()
                .position(|&at| 1 << at == point)
                .map_or(0, |place| 1 << place)
        };
        Self::new(|point| {
            if point < board.points().len() {
                place(turn(1 << point))
            } else {
                0
            }
        })
    }

    #[inline]
    pub fn apply(&self, set: u32) -> u32 {
        let [low, middle, high] = &self.0;
        low[set as usize & 255] | middle[set as usize >> 8 & 255] | high[set as usize >> 16 & 255]
    }
}

/// The points that a set leaves free, in order.
pub fn free(board: &Board, men: u32) -> Vec<u32> {
    board
        .points()
        .minus(Points::from_bits(men))
        .map(|point| point.index() as u32)
        .collect()
}

/// How the men of a set stand on the rings of a board: for each point a digit to the base of three,
/// 0 or 1; sixteen bits a ring. Of two sides, one counts twice.
#[derive(Debug)]
pub struct RingPatterns([[u64; 256]; 3]);

impl RingPatterns {
    pub fn new(board: &Board) -> Self {
        let mut worth = [0; MAX_POINTS];
        let mut size = [0; MOST_GROUPS];
        for point in board.points() {
            let (file, rank) = board.file_and_rank(point);
            let middle = board.side() / 2;
            let ring = middle - file.abs_diff(middle).max(rank.abs_diff(middle));
            // A ring has at most eight points, and 3⁸ is 6561: sixteen bits are enough.
            worth[point.index()] = 3u64.pow(size[ring]) << (16 * ring);
            size[ring] += 1;
        }
        let mut tables = [[0; 256]; 3];
        for (third, table) in tables.iter_mut().enumerate() {
            for byte in 1..256usize {
                table[byte] =
                    // Again without the lowest point.
                    table[byte & (byte - 1)] + worth[third * 8 + byte.trailing_zeros() as usize];
            }
        }
        Self(tables)
    }

    #[inline]
    pub fn of(&self, set: u32) -> u64 {
        let [low, middle, high] = &self.0;
        low[set as usize & 255] + middle[set as usize >> 8 & 255] + high[set as usize >> 16 & 255]
    }

    /// The patterns of two sides, ring by ring.
    #[inline]
    pub fn rings(own: u64, other: u64) -> [usize; MOST_GROUPS] {
        // No digit carries: a point has a man of one side at most, so it is 0, 1 or 2.
        let both = own + 2 * other;
        [
            both as usize & 0xffff,
            (both >> 16) as usize & 0xffff,
            (both >> 32) as usize & 0xffff,
        ]
    }
}
