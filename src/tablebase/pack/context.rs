//! Corrects the net's predictions by how wrong they were for similar positions of the block.
//!
//! What a net gets wrong in one position it mostly gets wrong in its neighbours too. A neighbour
//! differs by one man of the other side, and its value is known when it comes before in the block's
//! order. The *error* of a prediction is 1 for what is so, else 0, less the predicted probability.
//! A tiny second net gets the mean errors of several kinds of neighbours, and adds to the log-odds.

use super::net::LogOdds;
use crate::board::{Board, MAX_POINTS, Point, Points};
use crate::tablebase::logistic::Logistic;
use crate::tablebase::packed::{Pext, each_bit, place};
use crate::tablebase::ranks::{Ranks, choose};
use crate::value::Wdl;
use serde::{Deserialize, Serialize};
use wide::{i16x32, i32x16};

/// Kinds of neighbours: all; and those where a man moves by two steps, by what is in between:
/// nothing, on a line or at a corner; a man of the side to move; one of the other side.
const KINDS: usize = 5;
const ALL: usize = 0;
const LINE: usize = 1;
const CORNER: usize = 2;
const OWN: usize = 3;
const OCCUPIED: usize = 4;
/// The log-odds, the probabilities, and for each kind of neighbours the two mean errors and how few
/// there are.
pub const INPUTS: usize = 4 + 3 * KINDS;
/// The same and a 0, to be added in pairs.
pub const PADDED: usize = INPUTS + 1;
pub const UNITS: usize = 16;
/// No more neighbours of a kind are possible: nine men, each at one of 20 other points, make 180.
const MOST_NEIGHBOURS: usize = 192;
/// Inputs, units and weights are in 256ths.
const SHIFT: i32 = 8;

/// The weights of a sector, in 256ths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mixer {
    /// By input, those of the units.
    pub first: [[i16; UNITS]; INPUTS],
    /// Of the units.
    pub bias: [i16; UNITS],
    /// By unit, those of the outputs.
    pub second: [[i16; 2]; UNITS],
    /// By input, those of the outputs.
    pub direct: [[i16; 2]; INPUTS],
    /// Of the outputs.
    pub output_bias: [i16; 2],
}

/// Sums of errors and how many there are, added at once: from the lowest bit 16 bits for losses, 16
/// for wins and 16 for the count. An error is in 128ths, and 128 more, so that nothing is negative.
type Errors = u64;

/// What one error adds to the count.
const COUNTED: Errors = 1 << 32;
/// By how many bits an error of 1 is shifted: it is 128.
const ERROR_SHIFT: u32 = 7;
/// An error of nothing: the 128 more, for wins and for losses.
const NONE: u32 = 1 << (16 + ERROR_SHIFT) | 1 << ERROR_SHIFT;
// With the 128 more an error is at most 256: no sum runs over into the one above it.
const _: () = assert!(MOST_NEIGHBOURS << (ERROR_SHIFT + 1) < 1 << 16);

/// The most pairs of points that are two steps apart: Nine Men's Morris has 60.
const MOST_PAIRS: usize = 64;

/// Two such points that the side to move leaves free, packed.
#[derive(Clone, Copy, Default)]
struct PointPair {
    both: u32,
    /// The kind of neighbours if no man of the other side is in between.
    kind: u8,
}

/// Sets of pairs: those of which a point is the later one, the earlier one, and in between.
#[derive(Clone, Copy, Default)]
struct PairSets {
    from: u64,
    to: u64,
    between: u64,
}

/// The pairs of a block, and those of each packed point.
struct Pairs {
    all: [PointPair; MOST_PAIRS],
    of: [PairSets; MAX_POINTS],
}

impl Pairs {
    fn new(board: &Board, own: Points, free: &Pext) -> Self {
        let mut pairs = Self {
            all: [PointPair::default(); MOST_PAIRS],
            of: Default::default(),
        };
        let packed = |point: Point| place(free.pack(1 << point.index()));
        let mut number = 0;
        for between in board.points() {
            let is_free = !own.contains(between);
            let ends = board.neighbours(between).minus(own);
            let earlier = |from| {
                ends.into_iter()
                    .take_while(move |&to| to < from)
                    .map(move |to| (from, to))
            };
            for (from, to) in ends.into_iter().flat_map(earlier) {
                let is_line = board
                    .mills()
                    .iter()
                    .any(|mill| mill.contains(from) && mill.contains(to));
                let kind = match (is_free, is_line) {
                    (false, _) => OWN,
                    (true, true) => LINE,
                    (true, false) => CORNER,
                };
                let (from, to) = (packed(from), packed(to));
                pairs.all[number] = PointPair {
                    both: 1 << from | 1 << to,
                    kind: kind as u8,
                };
                pairs.of[from].from |= 1 << number;
                pairs.of[to].to |= 1 << number;
                if is_free {
                    pairs.of[packed(between)].between |= 1 << number;
                }
                number += 1;
            }
        }
        pairs
    }
}

/// The predictions and errors of a block.
pub struct Context {
    /// The mixer's weights: by pair of inputs, for each unit the two weights; and for each output.
    first: [i16x32; PADDED / 2],
    bias: i32x16,
    second: [i32x16; 2],
    direct: [i16x32; 2],
    output_bias: [i32; 2],
    pairs: Pairs,
    /// By rank of a packed set with one man less: the errors of the positions that have one more.
    without: Vec<Errors>,
    /// By rank of a packed set: its error.
    errors: Vec<u32>,
    /// By count: what the sums of errors are multiplied by, and how few these are.
    shares: Vec<[i32; 2]>,
}

impl Context {
    /// For the block of these men of the side to move, with so many of the other side.
    pub fn new(mixer: &Mixer, board: &Board, own: Points, other: usize) -> Self {
        let free = Pext::new(board.points().minus(own).bits());
        let weight =
            |input: usize, unit: usize| mixer.first.get(input).map_or(0, |weights| weights[unit]);
        let first = |pair: usize| {
            i16x32::new(std::array::from_fn(|lane| {
                weight(2 * pair + lane % 2, lane / 2)
            }))
        };
        let shifted = |bias| i32::from(bias) << SHIFT;
        let [sets, less] =
            [other, other.saturating_sub(1)].map(|size| choose(free.size(), size) as usize);
        // Sums are divided by count + 1.5, as if one and a half neighbours had had no error: the
        // mean of few is worth less. It comes out in 1024ths, since most errors are small: 2^16 /
        // (2 count + 3) is 2^15 / (count + 1.5), and `inputs` takes 12 bits off, of which 3 are
        // from 128ths to 1024ths. The second number is 256 / (1 + 2.5 count), near 1 where few are.
        let few = |count: usize| {
            [
                (8 << 13) / (2 * count as i32 + 3),
                512 / (5 * count as i32 + 2),
            ]
        };
        Self {
            first: std::array::from_fn(first),
            bias: i32x16::new(mixer.bias.map(shifted)),
            second: std::array::from_fn(|n| {
                i32x16::new(mixer.second.map(|weights| weights[n].into()))
            }),
            direct: std::array::from_fn(|n| {
                i16x32::new(std::array::from_fn(|input| {
                    mixer.direct.get(input).map_or(0, |weights| weights[n])
                }))
            }),
            output_bias: mixer.output_bias.map(shifted),
            // Where no position was yet, the net was not wrong.
            pairs: Pairs::new(board, own, &free),
            without: vec![0; less],
            errors: vec![NONE; sets],
            shares: (0..MOST_NEIGHBOURS).map(few).collect(),
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.without[..]) + size_of_val(&self.errors[..])
    }

    /// The prediction for the position with this packed set of the other side's men, corrected.
    #[inline]
    pub fn correct(&self, ranks: &Ranks, set: u32, predicted: &Prediction) -> LogOdds {
        self.mix(&self.inputs(ranks, set, predicted), predicted.odds)
    }

    /// What the second net gets.
    #[inline]
    pub fn inputs(&self, ranks: &Ranks, set: u32, predicted: &Prediction) -> [i16; PADDED] {
        let mut kinds = [0; KINDS];
        let mut men = PairSets::default();
        // The sums of a set less one man are of all positions so far that have one man elsewhere.
        for man in each_bit(set) {
            kinds[ALL] += self.without[ranks.rank(set & !man)];
            let PairSets { from, to, between } = self.pairs.of[place(man)];
            men.from |= from;
            men.to |= to;
            men.between |= between;
        }
        // A man on the later point of a pair and none on the earlier one: moved there, it makes a
        // set that comes before this one, so its error is known.
        let mut left = men.from & !men.to;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            // The remainder changes nothing, but spares the check of the bounds.
            let PointPair { both, kind } = self.pairs.all[number as usize % MOST_PAIRS];
            let kind = if men.between >> number & 1 == 1 {
                OCCUPIED
            } else {
                kind.into()
            };
            kinds[kind] += COUNTED + Errors::from(self.errors[ranks.rank(set ^ both)]);
        }
        let Prediction { odds, win, loss } = *predicted;
        let mut inputs = [0i16; PADDED];
        // Log-odds in 64ths, probabilities in 256ths.
        inputs[..4].copy_from_slice(&[
            (odds[0] >> 2) as i16,
            (odds[1] >> 2) as i16,
            win as i16,
            loss as i16,
        ]);
        for (inputs, &errors) in inputs[4..].chunks_exact_mut(3).zip(&kinds) {
            let count = (errors >> 32) as i32;
            let [share, few] = self.shares[count as usize];
            // Without the 128 more of each error.
            let mean = |sum: Errors| {
                ((((sum & 0xffff) as i32 - (count << ERROR_SHIFT)) * share) >> 12) as i16
            };
            inputs.copy_from_slice(&[mean(errors >> 16), mean(errors), few as i16]);
        }
        inputs
    }

    fn mix(&self, inputs: &[i16; PADDED], predicted: LogOdds) -> LogOdds {
        let mut units = self.bias;
        // Two inputs at a time: both go into each lane, which `dot` multiplies by the two weights
        // of a unit and adds up.
        for (pair, &weights) in inputs.chunks_exact(2).zip(&self.first) {
            let both: i16x32 = bytemuck::cast(i32x16::splat(bytemuck::cast([pair[0], pair[1]])));
            units += both.dot(weights);
        }
        // Products of two numbers in 256ths are in 65536ths, as are the biases.
        let units: i32x16 = (units >> SHIFT).max(i32x16::ZERO);
        let mut padded = [0; 32];
        padded[..PADDED].copy_from_slice(inputs);
        let inputs = i16x32::new(padded);
        std::array::from_fn(|n| {
            let sum = (units * self.second[n] + inputs.dot(self.direct[n])).reduce_add();
            predicted[n] + ((sum + self.output_bias[n]) >> SHIFT)
        })
    }

    /// Remembers how wrong the net was.
    #[inline]
    pub fn learn(&mut self, ranks: &Ranks, set: u32, predicted: &Prediction, value: Wdl) {
        // In 256ths from -256 to 256, and 256 more; halved, they are in 128ths.
        let error = |is: bool, p: i32| ((i32::from(is) << 8) - p + 256) as u32 >> 1;
        let error = error(value == Wdl::Win, predicted.win) << 16
            | error(value == Wdl::Loss, predicted.loss);
        self.errors[ranks.rank(set)] = error;
        for man in each_bit(set) {
            self.without[ranks.rank(set & !man)] += COUNTED + Errors::from(error);
        }
    }
}

/// What the net alone says.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    pub odds: LogOdds,
    /// The probabilities of a win and of a loss, in 256ths.
    win: i32,
    loss: i32,
}

impl Prediction {
    #[inline]
    pub fn new(logistic: &Logistic, odds: LogOdds) -> Self {
        let [win, loss] = odds.map(|odds| logistic.squash(odds));
        // The second answer supposes that it is no win.
        Self {
            odds,
            win: (win >> 8) as i32,
            loss: (((65536 - win) * (loss >> 8)) >> 16) as i32,
        }
    }
}
