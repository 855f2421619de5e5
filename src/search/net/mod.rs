//! A small neural net, trained on exact values, that evaluates positions by patterns of five points.
//!
//! Every point and two mills through it make a *pattern*: five points, each empty, own or the other's, 243 states. A
//! state adds a row of 64 small integers to the sums of the hidden units; each sum is clipped and squared, and
//! the output weighs them. Rows belong to a *stage* of the game (placing early, flying, …), biases and output weights to
//! the numbers of men ([`stage`]).
//!
//! The units come in orbits of sixteen, one for each symmetry of the board: all of an orbit have the same row, seen
//! through their symmetry. So a position and its mirror image have the same value exactly, and the file holds one row of
//! 4 numbers where the net has one of 64. All arithmetic is on integers: every platform finds the same.
//!
//! The sums are recomputed for every position. An incremental update would have to keep both sides' views, since own and
//! other swap with every turn: a placing would touch twice five patterns, two rows each, of the 24 that are read now, a
//! slide more than that.
//!
//! `training/README.md` describes how the weights were trained.

mod family;
mod loading;
mod stage;
mod weights;

use crate::board::{Board, MAX_POINTS};
use crate::position::{Position, Side};
use family::Family;
pub use loading::{is_weights_file, load_weights, missing_weights};
use stage::{bucket_of, stage_of};
pub use weights::WeightsError;
use weights::{Head, ORBITS, STATES, Weights};
use wide::{i8x16, i16x16};

/// Units that share their rows up to symmetry.
const ORBIT: usize = 16;
/// Points of a pattern.
const PATTERN: usize = 5;
/// The maximum number of patterns of a board: 24 points, half of them with three pairs of mills.
const MAX_PATTERNS: usize = 48;
/// A hidden unit is clipped here: 127 is about two.
const CLIP: i16 = 127;
/// The output is divided by two to this.
const OUTPUT_SHIFT: u32 = 14;

/// What one state adds to the units, orbit by orbit.
type Row = [[i8; ORBIT]; ORBITS];

/// A net, ready to evaluate positions of its board.
pub(super) struct Net {
    /// For every man, White's or the other's on every point, what it adds to the states of the patterns.
    men: [[[u8; MAX_PATTERNS]; MAX_POINTS]; 2],
    patterns: usize,
    /// By stage, pattern and state.
    rows: Vec<Row>,
    heads: Vec<Head>,
}

impl Net {
    /// Reads the weights of a family of games from the bytes of their file.
    fn read(family: Family, bytes: &[u8]) -> Result<Self, WeightsError> {
        let board = family.board();
        let patterns = patterns(board);
        let weights = Weights::read(family.name(), patterns.len(), bytes)?;
        let mut men = [[[0; MAX_PATTERNS]; MAX_POINTS]; 2];
        for (i, points) in patterns.iter().enumerate() {
            for (digit, &point) in points.iter().enumerate() {
                let place = 3u8.pow(digit as u32);
                men[0][point as usize][i] = place;
                men[1][point as usize][i] = 2 * place;
            }
        }
        Ok(Self { men, patterns: patterns.len(), rows: expand(board, &patterns, &weights), heads: weights.heads })
    }

    /// Whether the net was trained on positions like this one: a side with three men flies, a side with more does not.
    #[inline]
    pub fn covers(position: &Position) -> bool {
        let [white, black] = Side::BOTH.map(|side| position.may_fly(side) == (position.in_all(side) <= 3));
        white && black
    }

    /// The evaluation for the side to move, in hundredths of a man: at 100 a win becomes likelier than a draw.
    pub fn evaluate(&self, position: &Position) -> i32 {
        // A compile-time count lets the loops unroll.
        match self.patterns {
            24 => self.forward::<24>(position),
            _ => self.forward::<MAX_PATTERNS>(position),
        }
    }

    #[inline]
    fn forward<const PATTERNS: usize>(&self, position: &Position) -> i32 {
        let us = position.turn();
        let mut states = [0u8; PATTERNS];
        for (side, men) in [position.men(us), position.men(us.other())].into_iter().enumerate() {
            for point in men {
                for (state, &more) in states.iter_mut().zip(&self.men[side][point.index()]) {
                    *state += more;
                }
            }
        }
        let from = stage_of(position) * PATTERNS * STATES;
        let rows = &self.rows[from..from + PATTERNS * STATES];
        let active = std::array::from_fn(|i| &rows[i * STATES + usize::from(states[i])]);
        self.heads[bucket_of(position)].output::<PATTERNS>(active)
    }
}

impl Head {
    #[inline]
    fn output<const PATTERNS: usize>(&self, active: [&Row; PATTERNS]) -> i32 {
        let mut total = i64::from(self.base);
        for orbit in 0..ORBITS {
            // One orbit at a time, so that its sums stay in a register.
            let bias = i16x16::splat(self.bias[orbit]);
            let sums = active.iter().fold(bias, |sums, row| sums + i16x16::from(i8x16::new(row[orbit])));
            let units = sums.max(i16x16::ZERO).min(i16x16::splat(CLIP));
            total += i64::from(units.dot(units).reduce_add()) * i64::from(self.weight[orbit]);
        }
        (total >> OUTPUT_SHIFT) as i32
    }
}

/// Every point with two mills through it, in the order of the board: first the point, then the others by their index.
fn patterns(board: &Board) -> Vec<[u8; PATTERN]> {
    let mut patterns: Vec<[u8; PATTERN]> = Vec::new();
    for point in board.points() {
        let before = patterns.len();
        let partners = board.partners(point);
        for (i, first) in partners.iter().enumerate() {
            for second in &partners[i + 1..] {
                let mut pattern = [point.index() as u8; PATTERN];
                for (place, point) in pattern[1..].iter_mut().zip(first.or(*second)) {
                    *place = point.index() as u8;
                }
                // In order, without a general sort: that would be 16 KB of WebAssembly.
                let at = before + patterns[before..].partition_point(|known| *known < pattern);
                patterns.insert(at, pattern);
            }
        }
    }
    patterns
}

/// Makes the rows of all units from those of the orbits: a symmetry takes a pattern to a pattern, its points in another
/// order.
fn expand(board: &Board, patterns: &[[u8; PATTERN]], weights: &Weights) -> Vec<Row> {
    let of_stage = patterns.len() * STATES;
    let mut rows = vec![Row::default(); weights.rows.len()];
    for (unit, symmetry) in board.symmetries().iter().enumerate() {
        for (i, pattern) in patterns.iter().enumerate() {
            let image = pattern.map(|point| symmetry[point as usize]);
            let is_image =
                |other: &&[u8; PATTERN]| other[0] == image[0] && image.iter().all(|point| other.contains(point));
            let Some(onto) = patterns.iter().position(|other| is_image(&other)) else { continue };
            let digits = image.map(|point| patterns[onto].iter().position(|&other| other == point).unwrap_or(0));
            for state in 0..STATES {
                let mut mapped = 0;
                for (digit, &to) in digits.iter().enumerate() {
                    mapped += state / 3usize.pow(digit as u32) % 3 * 3usize.pow(to as u32);
                }
                for stage in 0..weights.rows.len() / of_stage {
                    let row = &weights.rows[stage * of_stage + onto * STATES + mapped];
                    for (orbit, &weight) in row.iter().enumerate() {
                        rows[stage * of_stage + i * STATES + state][orbit][unit] = weight;
                    }
                }
            }
        }
    }
    rows
}
