//! Ranks of sets: a set's index among those of its size in colexicographic order.

use crate::board::{Board, MAX_POINTS};
use std::sync::OnceLock;

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
pub const fn choose(n: usize, k: usize) -> u32 {
    if k > n { 0 } else { CHOOSE[n][k] }
}

/// The colexicographic rank of a set among the sets of its size.
#[inline]
pub fn rank(set: u32) -> u32 {
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

/// The next set of the same size in colexicographic order, by Gosper's hack; the caller knows when
/// to stop.
#[inline]
pub fn next_set(set: u32) -> u32 {
    if set == 0 {
        return 0;
    }
    // Adding the lowest bit moves the upper end of the lowest run of ones up by one. The rest of
    // that run goes to the bottom: what has changed is the run and one bit more, of which two go.
    let low = set & set.wrapping_neg();
    let ripple = u64::from(set) + u64::from(low);
    (ripple | (((u64::from(set) ^ ripple) >> 2) / u64::from(low))) as u32
}

/// Points whose ranks are looked up at once, low and high.
const LOW: usize = 11;
const HIGH: usize = MAX_POINTS - LOW;
/// Room for the number of men in the low part, 0 to 11.
const COUNTS: usize = 16;
/// Above the rank in an entry of the low table: the number of men.
const RANK_BITS: u32 = 27;
const _: () = assert!(LOW < COUNTS && COUNTS <= 1 << (u32::BITS - RANK_BITS));
const _: () = assert!(choose(MAX_POINTS, MAX_POINTS / 2) < 1 << RANK_BITS);

/// Ranks by table look-up.
#[derive(Debug)]
pub struct Ranks {
    points: usize,
    low: Box<[u32; 1 << LOW]>,
    high: Box<[u32; COUNTS << HIGH]>,
    /// By size: all sets of the board's points, by rank.
    sets: [OnceLock<Vec<u32>>; MAX_POINTS + 1],
}

impl Ranks {
    /// For the points of a board.
    pub fn new(board: &Board) -> Self {
        let mut low = Box::new([0; 1 << LOW]);
        for (set, entry) in low.iter_mut().enumerate() {
            let count = set.count_ones();
            *entry = rank(set as u32) | count << RANK_BITS;
        }
        // On the heap from the start: half a megabyte is a lot for a stack.
        let mut high: Box<[u32; COUNTS << HIGH]> =
            vec![0; COUNTS << HIGH].try_into().expect("of that length");
        // What a point adds to the rank depends on how many men are below it, those in the low part
        // included.
        for set in 0..1usize << HIGH {
            for below in 0..COUNTS {
                let mut rank = 0u32;
                for (taken, point) in (0..HIGH).filter(|point| set >> point & 1 == 1).enumerate() {
                    rank =
                        rank.wrapping_add(choose(LOW + point, (below + taken + 1).min(MAX_POINTS)));
                }
                high[set * COUNTS + below] = rank;
            }
        }
        Self {
            points: board.points().len(),
            low,
            high,
            sets: Default::default(),
        }
    }

    /// The rank of a set among the sets of its size.
    #[inline(always)]
    pub fn rank(&self, set: u32) -> usize {
        let low = self.low[set as usize & ((1 << LOW) - 1)];
        let high = (set as usize >> LOW) * COUNTS + (low >> RANK_BITS) as usize;
        // The mask changes nothing, but spares the check of the bounds.
        ((low & ((1 << RANK_BITS) - 1)) + self.high[high & ((COUNTS << HIGH) - 1)]) as usize
    }

    /// The sets of `size` among the first `points` points, by rank.
    #[inline]
    pub fn sets(&self, size: usize, points: usize) -> &[u32] {
        // In colexicographic order the sets of the first points come first: a part of the list for
        // the whole board will do.
        let all = self.sets[size].get_or_init(|| {
            let first = (1u32 << size) - 1;
            std::iter::successors(Some(first), |&set| Some(next_set(set)))
                .take(choose(self.points, size) as usize)
                .collect()
        });
        &all[..choose(points, size) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_plain_formula() {
        let ranks = Ranks::new(Board::NINE);
        for size in 0..=12 {
            for (number, &set) in ranks.sets(size, MAX_POINTS).iter().enumerate().step_by(97) {
                assert_eq!(set.count_ones() as usize, size);
                assert_eq!(ranks.rank(set), number);
                assert_eq!(rank(set) as usize, number);
            }
        }
    }
}
