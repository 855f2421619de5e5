//! A small neural net that predicts the values of all positions of a block.
//!
//! Each state of each pattern of five points ([`Patterns`]) adds a row of small integers to the
//! sums of the hidden units. The sums are clipped and multiplied in pairs; a second layer and the
//! outputs follow. As in the evaluation (`search::net`) the units come in orbits of sixteen, one
//! for each symmetry of the board, that share their rows.
//!
//! From one position of a block to the next mostly a few men at the first points change. So the
//! sums are kept for each point, of the patterns that are settled when the men there and at all
//! later points are known, and only those before the last change are computed again.

use crate::board::{Board, Points};
use crate::patterns::{Patterns, STATES};
use serde::{Deserialize, Serialize};
use wide::{i8x32, i16x32, i32x16};

/// Hidden units.
pub const UNITS: usize = 128;
/// Units that share their rows.
pub const ORBIT: usize = 16;
/// Orbits of hidden units.
pub const ORBITS: usize = UNITS / ORBIT;
/// Products of pairs of units.
pub const PRODUCTS: usize = UNITS / 2;
/// Units of the second layer.
pub const SECOND: usize = 32;
/// Patterns of the board.
pub const PATTERNS: usize = 24;
/// 1 in the hidden units, less a little.
const ONE: i16 = 127;
// The product of two units fits into the 16 bits of a lane, and so does the sum of all rows; a
// row's place in the table fits as well.
const _: () = assert!((ONE as i32) * (ONE as i32) <= i16::MAX as i32);
const _: () =
    assert!(PATTERNS * 128 <= i16::MAX as usize && PATTERNS * STATES <= u16::MAX as usize);
/// The product of two units loses this many bits: 1 is 127 again, or nearly.
const PRODUCT_SHIFT: i32 = 7;
/// The sums of the second layer lose this many bits: 1 is 128 then, with weights in 64ths. So its
/// biases are in 8192ths (128 × 64).
const SECOND_SHIFT: i32 = 6;
/// Units of the second layer are at most this: 8.
const MOST: i32 = 1024;
/// The outputs lose this many bits: they are in 256ths then, with weights in 256ths. So their
/// biases are in 32768ths (128 × 256).
const OUTPUT_SHIFT: i32 = 7;
/// Vectors of the sums.
const VECTORS: usize = UNITS / 32;

type Sums = [i16x32; VECTORS];
type Second = [i32x16; SECOND / 16];

/// The sums for the latest position of a block, from which those of the next are computed.
pub struct Accumulator {
    /// The states of the patterns without men of the other side.
    before: [u8; PATTERNS],
    /// The points that settle patterns, the last point first, and which patterns.
    points: Vec<(usize, Vec<usize>)>,
    /// Before the first of these points, and after each.
    sums: [Sums; PATTERNS + 1],
    /// The men of the other side.
    last: u32,
    /// The second layer's bias, and the weights of both outputs.
    second_bias: Second,
    output: [Second; 2],
}

/// Two answers as log-odds, in 256ths: is it a win; and if not, is it a loss?
pub type LogOdds = [i32; 2];

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
pub struct SectorHead {
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
    pub fn is_sound(&self) -> bool {
        self.rows.len() == PATTERNS * STATES && self.second.len() == PRODUCTS
    }
}

/// A net's body, ready to be used.
pub struct PackNet {
    patterns: Patterns,
    /// By pattern and state.
    rows: Vec<[i8x32; VECTORS]>,
    /// By pairs of products: for each unit of the second layer the two weights.
    second: [[i16x32; SECOND / 16]; PRODUCTS / 2],
}

impl PackNet {
    pub fn new(board: &Board, body: &Body) -> Self {
        let patterns = Patterns::new(board);
        let mut rows = vec![[[0i8; 32]; VECTORS]; PATTERNS * STATES];
        for (number, symmetry) in board.symmetries().iter().enumerate() {
            for pattern in 0..PATTERNS {
                // A unit's row for a state is its orbit's first unit's for the state seen through
                // the unit's symmetry.
                let Some(image) = patterns.image(symmetry, pattern) else {
                    continue;
                };
                for state in 0..STATES {
                    for (orbit, &weight) in body.rows[image(state)].iter().enumerate() {
                        let unit = number * ORBITS + orbit;
                        rows[pattern * STATES + state][unit / 32][unit % 32] = weight;
                    }
                }
            }
        }
        let pair = |pair: usize, vector: usize| {
            i16x32::new(std::array::from_fn(|lane| {
                body.second[2 * pair + lane % 2][16 * vector + lane / 2].into()
            }))
        };
        Self {
            patterns,
            rows: rows.into_iter().map(|row| row.map(i8x32::new)).collect(),
            second: std::array::from_fn(|n| std::array::from_fn(|vector| pair(n, vector))),
        }
    }

    /// Starts a block: the head of its sector, and the men of the side to move.
    pub fn walk(&self, head: &SectorHead, own: Points) -> Accumulator {
        let free = !own.bits();
        let mut before = [0; PATTERNS];
        self.patterns.add(&mut before, own.bits(), 1);
        // The patterns that are settled at each point, and those that only own men decide.
        let mut settled: [Vec<usize>; PATTERNS] = Default::default();
        let bias = std::array::from_fn(|n| {
            i16x32::new(std::array::from_fn(|lane| head.bias[32 * n + lane]))
        });
        let mut first: Sums = bias;
        // Sets come in colexicographic order, in which the lowest points change most often: a
        // pattern is settled by the lowest of its points that the other side can stand on.
        for (pattern, &state) in before.iter().enumerate() {
            match self
                .patterns
                .points(pattern)
                .filter(|&point| free >> point & 1 == 1)
                .min()
            {
                Some(point) => settled[point].push(pattern),
                None => self.add(&mut first, pattern, state),
            }
        }
        let points = settled
            .into_iter()
            .enumerate()
            .rev()
            .filter(|(_, patterns)| !patterns.is_empty())
            .collect();
        let second = |of: &dyn Fn(usize) -> i32| {
            std::array::from_fn(|v| i32x16::new(std::array::from_fn(|lane| of(16 * v + lane))))
        };
        let second_bias = second(&|unit| head.second_bias[unit]);
        let output = [0, 1].map(|n| second(&|unit| head.output[unit][n].into()));
        Accumulator {
            before,
            points,
            sums: [first; PATTERNS + 1],
            // Differs from every set in the highest point: all sums are computed at first.
            last: u32::MAX,
            second_bias,
            output,
        }
    }

    /// The prediction for a position, by the men of the other side. Fastest in colexicographic
    /// order.
    #[inline]
    pub fn predict(&self, head: &SectorHead, walk: &mut Accumulator, other: u32) -> LogOdds {
        let Accumulator {
            before,
            points,
            sums,
            last,
            ..
        } = &mut *walk;
        let mut states = *before;
        self.patterns.add(&mut states, other, 2);
        let rows: [u16; PATTERNS] =
            std::array::from_fn(|pattern| (pattern * STATES) as u16 + u16::from(states[pattern]));
        let changed = *last ^ other;
        *last = other;
        // The first points are the highest: their sums stay where nothing changed there or above.
        let first = points.partition_point(|&(point, _)| changed >> point == 0);
        for (n, (_, patterns)) in points.iter().enumerate().skip(first) {
            // Two vectors at a time, so that they stay in registers.
            for v in (0..VECTORS).step_by(2) {
                let [mut first, mut second] = [sums[n][v], sums[n][v + 1]];
                for &pattern in patterns {
                    let row = &self.rows[usize::from(rows[pattern])];
                    first += i16x32::from(row[v]);
                    second += i16x32::from(row[v + 1]);
                }
                (sums[n + 1][v], sums[n + 1][v + 1]) = (first, second);
            }
        }
        self.outputs(head, walk)
    }

    #[inline(always)]
    fn add(&self, sums: &mut Sums, pattern: usize, state: u8) {
        for (sum, &row) in sums
            .iter_mut()
            .zip(&self.rows[pattern * STATES + usize::from(state)])
        {
            *sum += i16x32::from(row);
        }
    }

    /// The second layer and the outputs.
    #[inline(always)]
    fn outputs(&self, head: &SectorHead, walk: &Accumulator) -> LogOdds {
        let sums = &walk.sums[walk.points.len()];
        let units = sums.map(|sum| sum.max(i16x32::ZERO).min(i16x32::splat(ONE)));
        let mut second = walk.second_bias;
        for n in 0..VECTORS / 2 {
            // Each unit with the one that is half of all units away.
            let products: i16x32 = (units[n] * units[n + VECTORS / 2]) >> PRODUCT_SHIFT;
            // Two products in each lane of 32 bits, for `dot` with the two weights of each unit.
            let pairs: i32x16 = bytemuck::cast(products);
            for (pair, weights) in pairs.to_array().into_iter().zip(&self.second[16 * n..]) {
                let both: i16x32 = bytemuck::cast(i32x16::splat(pair));
                for (sum, &weight) in second.iter_mut().zip(weights) {
                    *sum += both.dot(weight);
                }
            }
        }
        let units = second.map(|sum: i32x16| {
            (sum >> SECOND_SHIFT)
                .max(i32x16::ZERO)
                .min(i32x16::splat(MOST))
        });
        std::array::from_fn(|n| {
            let sum = (0..SECOND / 16)
                .map(|v| units[v] * walk.output[n][v])
                .fold(i32x16::ZERO, |sum, v| sum + v);
            (head.output_bias[n] + sum.reduce_add()) >> OUTPUT_SHIFT
        })
    }
}
