//! Patterns of five points, by which the nets see a board: a point and two mills through it. Each
//! point is empty, has a man of the side to move, or one of the other side: 243 states.

use crate::board::{Board, MAX_POINTS};

/// Points of a pattern.
const PATTERN: usize = 5;
/// States of a pattern.
pub const STATES: usize = 243;
/// The maximum number of patterns of a board: 24 points, half of them with three pairs of mills.
pub const MAX_PATTERNS: usize = 48;
/// Points whose men are looked up at once.
const POINTS_AT_ONCE: usize = 6;

/// The patterns of a board.
pub struct Patterns {
    all: Vec<[u8; PATTERN]>,
    /// For every few points and every set of men on them, what own men there add to the states of
    /// the patterns; men of the other side add twice as much.
    digits: [[[u8; MAX_PATTERNS]; 1 << POINTS_AT_ONCE]; MAX_POINTS / POINTS_AT_ONCE],
}

impl Patterns {
    /// Of a board: every point with two mills through it, in the order of the board.
    pub fn new(board: &Board) -> Self {
        let all = patterns(board);
        let mut digits = [[[0; MAX_PATTERNS]; 1 << POINTS_AT_ONCE]; MAX_POINTS / POINTS_AT_ONCE];
        for (i, points) in all.iter().enumerate() {
            for (digit, &point) in points.iter().enumerate() {
                let (group, bit) = (
                    point as usize / POINTS_AT_ONCE,
                    point as usize % POINTS_AT_ONCE,
                );
                for (men, states) in digits[group].iter_mut().enumerate() {
                    states[i] += (men >> bit & 1) as u8 * 3u8.pow(digit as u32);
                }
            }
        }
        Self { all, digits }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The points of a pattern.
    pub fn points(&self, pattern: usize) -> impl Iterator<Item = usize> {
        self.all[pattern].into_iter().map(usize::from)
    }

    /// Adds to the states of the first `COUNT` patterns what men on these points add to them,
    /// `digit` being 1 for those of the side to move and 2 for the others.
    #[inline]
    pub fn add<const COUNT: usize>(&self, states: &mut [u8; COUNT], men: u32, digit: u8) {
        let mut added = [0; COUNT];
        for (group, digits) in self.digits.iter().enumerate() {
            let set =
                &digits[men as usize >> (group * POINTS_AT_ONCE) & ((1 << POINTS_AT_ONCE) - 1)];
            for (added, digits) in added.iter_mut().zip(set) {
                *added += digits;
            }
        }
        for (state, added) in states.iter_mut().zip(added) {
            *state += digit * added;
        }
    }

    /// Maps a state of a pattern to the row number, pattern × 243 + state, of its image under a
    /// symmetry of the board. `None` if the image is not a pattern.
    pub fn image(
        &self,
        symmetry: &[u8; MAX_POINTS],
        pattern: usize,
    ) -> Option<impl Fn(usize) -> usize + use<>> {
        let image = self.all[pattern].map(|point| symmetry[point as usize]);
        let is_image = |other: &&[u8; PATTERN]| {
            other[0] == image[0] && image.iter().all(|point| other.contains(point))
        };
        let onto = self.all.iter().position(|other| is_image(&other))?;
        let digits = image.map(|point| {
            self.all[onto]
                .iter()
                .position(|&other| other == point)
                .unwrap_or(0)
        });
        Some(move |state: usize| {
            let digit = |(digit, &to): (usize, &usize)| {
                state / 3usize.pow(digit as u32) % 3 * 3usize.pow(to as u32)
            };
            onto * STATES + digits.iter().enumerate().map(digit).sum::<usize>()
        })
    }
}

/// Every point with two mills through it, in the order of the board: first the point, then the
/// others by their index.
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
