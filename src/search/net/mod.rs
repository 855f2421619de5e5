//! A small neural net, trained on exact values, that evaluates positions by patterns of five
//! points.
//!
//! Every point and two mills through it form a *pattern*: five points, each empty, own or the
//! opponent's, so 243 states. A state adds a row of 64 small integers to the sums of the hidden
//! units; each sum is clipped and squared, and the output layer weights them. Rows belong to a
//! *stage* of the game (early placing, flying, …), biases and output weights to the numbers of men
//! ([`stage`]).
//!
//! The units come in orbits of sixteen, one for each symmetry of the board. All units of an orbit
//! share a row, seen through their symmetry. So a position and its mirror image have exactly the
//! same value, and the file holds one row of 4 numbers where the net has one of 64. All arithmetic
//! uses integers: every platform gets the same result.
//!
//! The sums are recomputed for every position. An incremental update would have to keep both sides'
//! views, since own and opponent swap with every move: a placing would touch five patterns twice,
//! two rows each, of the 24 that are read now; a slide would touch more.
//!
//! `training/README.md` describes how the weights were trained.

mod family;
mod loading;
mod stage;
mod weights;

use crate::board::Board;
use crate::patterns::{MAX_PATTERNS, Patterns, STATES};
use crate::position::{Position, Side};
pub(crate) use loading::has_strong_net;
pub use loading::{is_weights_file, load_weights, missing_weights};
use stage::{bucket_of, stage_of};
pub use weights::WeightsError;
use weights::{CLIP, Head, ORBIT, ORBITS, Weights};
use wide::{i8x32, i16x32, i32x16};

/// The output is divided by two to this.
const OUTPUT_SHIFT: u32 = 14;

/// Half of what one state adds to the units, two orbits in a vector; so two rows can be added in
/// bytes. Aligned, a row is one cache line, otherwise mostly two.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Row([i8x32; ORBITS / 2]);

/// The biases and output weights of a bucket, two orbits in a vector.
struct Output {
    bias: [i16x32; ORBITS / 2],
    weight: [i32x16; ORBITS / 2],
    base: i32,
}

/// A net, ready to evaluate positions of its board.
pub(super) struct Net {
    patterns: Patterns,
    /// With how many men a side flies in the games that it was trained on.
    flying: usize,
    /// By stage, pattern and state.
    rows: Vec<Row>,
    outputs: Vec<Output>,
}

impl Net {
    /// Reads the weights of the family of this name from the bytes of their file: its board, and
    /// with how many men a side flies.
    fn read(name: &str, board: &Board, flying: usize, bytes: &[u8]) -> Result<Self, WeightsError> {
        let patterns = Patterns::new(board);
        let weights = Weights::read(name, patterns.count(), bytes)?;
        let rows = expand(board, &patterns, &weights);
        Ok(Self {
            patterns,
            flying,
            rows,
            outputs: weights.heads.iter().map(Output::new).collect(),
        })
    }

    /// Whether the net was trained on positions like this one, in which a side flies with as many
    /// men.
    #[inline]
    pub fn covers(&self, position: &Position) -> bool {
        let [white, black] =
            Side::BOTH.map(|side| position.may_fly(side) == (position.in_all(side) <= self.flying));
        white && black
    }

    /// The evaluation for the side to move, in hundredths of a man: at 100 a win becomes likelier
    /// than a draw.
    pub fn evaluate(&self, position: &Position) -> i32 {
        // A compile-time count lets the loops unroll.
        match self.patterns.count() {
            24 => self.forward::<24>(position),
            _ => self.forward::<MAX_PATTERNS>(position),
        }
    }

    #[inline]
    fn forward<const PATTERNS: usize>(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let mut states = [0; PATTERNS];
        self.patterns.add(&mut states, position.men(us).bits(), 1);
        self.patterns
            .add(&mut states, position.men(us.other()).bits(), 2);
        let from = stage_of(position) * PATTERNS * STATES;
        let rows = &self.rows[from..from + PATTERNS * STATES];
        let row = |pattern: usize| &rows[pattern * STATES + usize::from(states[pattern])].0;
        let mut sums = [i16x32::ZERO; ORBITS / 2];
        for pattern in (0..PATTERNS).step_by(2) {
            let (first, second) = (row(pattern), row(pattern + 1));
            for (half, sum) in sums.iter_mut().enumerate() {
                *sum += i16x32::from(first[half] + second[half]);
            }
        }
        self.outputs[bucket_of(position)].evaluate(sums)
    }
}

impl Output {
    fn new(head: &Head) -> Self {
        let orbit = |lane: usize, half: usize, lanes: usize| half * 2 + lane / (lanes / 2);
        Self {
            bias: std::array::from_fn(|half| {
                i16x32::new(std::array::from_fn(|i| head.bias[orbit(i, half, 32)]))
            }),
            weight: std::array::from_fn(|half| {
                i32x16::new(std::array::from_fn(|i| head.weight[orbit(i, half, 16)]))
            }),
            base: head.base,
        }
    }

    /// The evaluation, from half of what the states add to the units.
    #[inline]
    fn evaluate(&self, sums: [i16x32; ORBITS / 2]) -> i32 {
        let mut total = i32x16::ZERO;
        for (half, sum) in sums.into_iter().enumerate() {
            let units = (self.bias[half] + sum + sum)
                .max(i16x32::ZERO)
                .min(i16x32::splat(CLIP));
            total += units.dot(units) * self.weight[half];
        }
        (self.base + total.reduce_add()) >> OUTPUT_SHIFT
    }
}

/// Makes the rows of all units from those of the orbits.
fn expand(board: &Board, patterns: &Patterns, weights: &Weights) -> Vec<Row> {
    let of_stage = patterns.count() * STATES;
    let mut rows = vec![[[0; 2 * ORBIT]; ORBITS / 2]; weights.rows.len()];
    for (unit, symmetry) in board.symmetries().iter().enumerate() {
        for pattern in 0..patterns.count() {
            let Some(image) = patterns.image(symmetry, pattern) else {
                continue;
            };
            for (state, stage) in (0..STATES).flat_map(|state| {
                (0..weights.rows.len())
                    .step_by(of_stage)
                    .map(move |stage| (state, stage))
            }) {
                for (orbit, &weight) in weights.rows[stage + image(state)].iter().enumerate() {
                    rows[stage + pattern * STATES + state][orbit / 2][orbit % 2 * ORBIT + unit] =
                        weight / 2;
                }
            }
        }
    }
    rows.into_iter()
        .map(|halves| Row(halves.map(i8x32::new)))
        .collect()
}
