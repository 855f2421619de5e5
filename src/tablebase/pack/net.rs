//! A small neural net that predicts the values of all positions of a block.
//!
//! Each state of each pattern of five points ([`Patterns`]) adds a row of small integers to the sums of the hidden
//! units. The sums are clipped and multiplied in pairs; a second layer and the outputs follow. As in the evaluation
//! (`search::net`) the units come in orbits of sixteen, one for each symmetry of the board, that share their rows.
//!
//! From one position of a block to the next mostly a few men at the first points change. So the sums are kept for each
//! point, of the patterns that are settled when the men there and at all later points are known, and only those before
//! the last change are computed again.

use crate::board::{Board, Points};
use crate::patterns::{Patterns, STATES};
use serde::{Deserialize, Serialize};
use wide::{i8x32, i16x32, i32x16};

/// Hidden units.
pub const UNITS: usize = 128;
/// Units that share their rows.
pub(super) const ORBIT: usize = 16;
/// Orbits of hidden units.
pub const ORBITS: usize = UNITS / ORBIT;
/// Products of pairs of units.
pub(super) const PRODUCTS: usize = UNITS / 2;
/// Units of the second layer.
pub const SECOND: usize = 32;
/// Patterns of the board.
pub(super) const PATTERNS: usize = 24;
/// 1 in the hidden units, less a little.
const ONE: i16 = 127;
/// The product of two units loses this many bits: 1 is 127 again, or nearly.
const PRODUCT_SHIFT: i32 = 7;
/// The sums of the second layer lose this many bits: 1 is 128 then, with weights in 64ths.
const SECOND_SHIFT: i32 = 6;
/// Units of the second layer are at most this: 8.
const MOST: i32 = 1024;
/// The outputs lose this many bits: they are in 256ths then, with weights in 256ths.
const OUTPUT_SHIFT: i32 = 7;
/// Vectors of the sums.
const VECTORS: usize = UNITS / 32;

type Sums = [i16x32; VECTORS];

/// Two answers as log-odds, in 256ths: is it a win; and if not, is it a loss?
pub(super) type LogOdds = [i32; 2];

/// The part of a net that several sectors share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// By pattern and state, for the first unit of each orbit; in 128ths.
    pub rows: Vec<[i8; ORBITS]>,
    /// By product of two hidden units, the weights of the second layer; in 64ths.
    pub second: Vec<[i8; SECOND]>,
}

/// The part that belongs to one sector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// By hidden unit; in 128ths.
    pub bias: Vec<i16>,
    /// In 8192ths.
    pub second_bias: [i32; SECOND],
    /// By unit of the second layer, the weights of both outputs; in 256ths.
    pub output: [[i16; 2]; SECOND],
    /// In 32768ths.
    pub output_bias: [i32; 2],
}

impl Body {
    /// Whether it has the right size.
    pub(super) fn is_sound(&self) -> bool {
        self.rows.len() == PATTERNS * STATES && self.second.len() == PRODUCTS
    }
}

/// A net's body, ready to be used.
pub(super) struct Net {
    patterns: Patterns,
    /// By pattern and state.
    rows: Vec<[i8x32; VECTORS]>,
    /// By pairs of products: for each unit of the second layer the two weights.
    second: [[i16x32; SECOND / 16]; PRODUCTS / 2],
}

impl Net {
    pub(super) fn new(board: &Board, body: &Body) -> Self {
        let patterns = Patterns::new(board);
        let mut rows = vec![[[0i8; 32]; VECTORS]; PATTERNS * STATES];
        for (number, symmetry) in board.symmetries().iter().enumerate() {
            for pattern in 0..PATTERNS {
                let Some(image) = patterns.image(symmetry, pattern) else { continue };
                for state in 0..STATES {
                    for (orbit, &weight) in body.rows[image(state)].iter().enumerate() {
                        let unit = number * ORBITS + orbit;
                        rows[pattern * STATES + state][unit / 32][unit % 32] = weight;
                    }
                }
            }
        }
        let pair = |pair: usize, vector: usize| {
            i16x32::new(std::array::from_fn(|lane| body.second[2 * pair + lane % 2][16 * vector + lane / 2].into()))
        };
        Self {
            patterns,
            rows: rows.into_iter().map(|row| row.map(i8x32::new)).collect(),
            second: std::array::from_fn(|n| std::array::from_fn(|vector| pair(n, vector))),
        }
    }

    /// The predictions for a block: the men of the side to move, the men of the other side in each position, in
    /// colexicographic order, and the head of the sector.
    pub(super) fn predict(&self, head: &Head, own: Points, others: &[u32]) -> Vec<LogOdds> {
        let free = !own.bits();
        let mut before = [0; PATTERNS];
        self.patterns.add(&mut before, own.bits(), 1);
        // The patterns that are settled at each point, and those that only own men decide.
        let mut settled: [Vec<usize>; PATTERNS] = Default::default();
        let bias = std::array::from_fn(|n| i16x32::new(std::array::from_fn(|lane| head.bias[32 * n + lane])));
        let mut sums: [Sums; PATTERNS + 1] = [bias; PATTERNS + 1];
        for (pattern, &state) in before.iter().enumerate() {
            match self.patterns.points(pattern).filter(|&point| free >> point & 1 == 1).min() {
                Some(point) => settled[point].push(pattern),
                None => self.add(&mut sums[PATTERNS], pattern, state),
            }
        }
        // From the last point to the first; after a point come the sums of the next later one that settles something.
        let points: Vec<(usize, Vec<usize>)> =
            settled.into_iter().enumerate().rev().filter(|(_, patterns)| !patterns.is_empty()).collect();
        sums[0] = sums[PATTERNS];
        let mut last = u32::MAX;
        let outputs = others.iter().map(|&other| {
            let mut states = before;
            self.patterns.add(&mut states, other, 2);
            let changed = last ^ other;
            last = other;
            let first = points.partition_point(|&(point, _)| changed >> point == 0);
            for (n, (_, patterns)) in points.iter().enumerate().skip(first) {
                let mut sum = sums[n];
                for &pattern in patterns {
                    self.add(&mut sum, pattern, states[pattern]);
                }
                sums[n + 1] = sum;
            }
            self.outputs(head, &sums[points.len()])
        });
        outputs.collect()
    }

    #[inline(always)]
    fn add(&self, sums: &mut Sums, pattern: usize, state: u8) {
        for (sum, &row) in sums.iter_mut().zip(&self.rows[pattern * STATES + usize::from(state)]) {
            *sum += i16x32::from(row);
        }
    }

    /// The second layer and the outputs.
    #[inline(always)]
    fn outputs(&self, head: &Head, sums: &Sums) -> LogOdds {
        let units = sums.map(|sum| sum.max(i16x32::ZERO).min(i16x32::splat(ONE)));
        let mut second: [i32x16; SECOND / 16] =
            std::array::from_fn(|n| i32x16::new(std::array::from_fn(|lane| head.second_bias[16 * n + lane])));
        for n in 0..VECTORS / 2 {
            let products: i16x32 = (units[n] * units[n + VECTORS / 2]) >> PRODUCT_SHIFT;
            let pairs: i32x16 = bytemuck::cast(products);
            for (pair, weights) in pairs.to_array().into_iter().zip(&self.second[16 * n..]) {
                let both: i16x32 = bytemuck::cast(i32x16::splat(pair));
                for (sum, &weight) in second.iter_mut().zip(weights) {
                    *sum += both.dot(weight);
                }
            }
        }
        let mut outputs = head.output_bias;
        for (sum, weights) in second.iter().zip(head.output.chunks_exact(16)) {
            let units: i32x16 = (*sum >> SECOND_SHIFT).max(i32x16::ZERO).min(i32x16::splat(MOST));
            for (unit, weight) in units.to_array().into_iter().zip(weights) {
                outputs[0] += unit * i32::from(weight[0]);
                outputs[1] += unit * i32::from(weight[1]);
            }
        }
        outputs.map(|output| output >> OUTPUT_SHIFT)
    }
}
