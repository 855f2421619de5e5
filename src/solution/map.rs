//! Taking packed sets from the free points of one block to those of another: a table look-up for each half of the set.

use crate::board::MAX_POINTS;

/// In an image: the set holds a point that is not free in the other block.
pub(crate) const INVALID: u32 = 1 << 31;

/// What follows for whole sets from what is given for each point.
#[derive(Debug)]
struct Halves {
    low: Box<[u32; 1 << (MAX_POINTS / 2)]>,
    high: Box<[u32; 1 << (MAX_POINTS / 2)]>,
    /// So many points belong to the lower half.
    split: usize,
}

impl Halves {
    fn new() -> Self {
        let zeros = || Box::new([0; 1 << (MAX_POINTS / 2)]);
        Self { low: zeros(), high: zeros(), split: 0 }
    }

    fn fill(&mut self, points: &[u32], join: impl Fn(u32, u32) -> u32) {
        self.split = points.len() / 2;
        let (low, high) = points.split_at(self.split);
        for (table, points) in [(&mut self.low[..], low), (&mut self.high[..], high)] {
            table[0] = 0;
            for (i, &point) in points.iter().enumerate() {
                let (done, next) = table.split_at_mut(1 << i);
                for (entry, &smaller) in next.iter_mut().zip(done.iter()) {
                    *entry = join(smaller, point);
                }
            }
        }
    }

    #[inline(always)]
    fn of(&self, packed: u32) -> (u32, u32) {
        let mask = self.low.len() - 1;
        let low = packed as usize & ((1 << self.split) - 1);
        (self.low[low & mask], self.high[packed as usize >> self.split & mask])
    }
}

/// Where each free point goes, and what follows from it for whole sets.
#[derive(Debug)]
pub(crate) struct PackedMap {
    images: [u32; MAX_POINTS],
    count: usize,
    halves: Halves,
}

impl PackedMap {
    pub(crate) fn new() -> Self {
        Self { images: [0; MAX_POINTS], count: 0, halves: Halves::new() }
    }

    /// Sets the image of each of `count` free points: a bit, or [`INVALID`].
    pub(crate) fn set_points(&mut self, count: usize, image: impl Fn(usize) -> u32) {
        self.count = count;
        for (i, entry) in self.images[..count].iter_mut().enumerate() {
            *entry = image(i);
        }
    }

    /// Fills the tables, by which [`PackedMap::apply`] works.
    pub(crate) fn fill(&mut self) {
        self.halves.fill(&self.images[..self.count], |a, b| a | b);
    }

    /// How many entries `fill` would write: what it costs.
    pub(crate) fn fill_cost(&self) -> usize {
        2 << (self.count / 2)
    }

    /// The image of a set, after [`PackedMap::fill`]; [`INVALID`] and more where it has none.
    #[inline(always)]
    pub(crate) fn apply(&self, packed: u32) -> u32 {
        let (low, high) = self.halves.of(packed);
        low | high
    }

    /// The same without the tables.
    #[inline]
    pub(crate) fn apply_slowly(&self, packed: u32) -> u32 {
        super::local::each_bit(packed).fold(0, |image, bit| image | self.images[super::local::place(bit)])
    }
}

/// Sums over packed sets.
pub(crate) struct PackedSum(Halves);

impl PackedSum {
    /// With these weights of the free points.
    pub(crate) fn new(weights: &[u32]) -> Self {
        let mut halves = Halves::new();
        halves.fill(weights, |a, b| a + b);
        Self(halves)
    }

    /// The sum of the weights of a set's points.
    #[inline(always)]
    pub(crate) fn of(&self, packed: u32) -> u32 {
        let (low, high) = self.0.of(packed);
        low + high
    }
}
