//! Taking packed sets from the free points of one block to those of another: a table look-up for each half of the set.

/// In an image: the set holds a point that is not free in the other block.
pub(super) const INVALID: u32 = 1 << 31;
const LOW: usize = 11;
const HIGH: usize = 13;

/// Where each free point goes, and what follows from it for whole sets.
pub(super) struct PackedMap {
    images: [u32; 24],
    count: usize,
    low: Box<[u32; 1 << LOW]>,
    high: Box<[u32; 1 << HIGH]>,
}

impl PackedMap {
    pub(super) fn new() -> Self {
        let high: Box<[u32; 1 << HIGH]> = vec![0; 1 << HIGH].try_into().expect("of that length");
        Self { images: [0; 24], count: 0, low: Box::new([0; 1 << LOW]), high }
    }

    /// Sets the image of each of `count` free points: a bit, or [`INVALID`].
    pub(super) fn set_points(&mut self, count: usize, image: impl Fn(usize) -> u32) {
        self.count = count;
        for (i, entry) in self.images[..count].iter_mut().enumerate() {
            *entry = image(i);
        }
    }

    /// Fills the tables, by which [`PackedMap::apply`] works.
    pub(super) fn fill(&mut self) {
        fill(&mut self.low[..], &self.images[..self.count.min(LOW)], |a, b| a | b);
        fill(&mut self.high[..], &self.images[self.count.min(LOW)..self.count], |a, b| a | b);
    }

    /// How many entries `fill` would write: what it costs.
    pub(super) fn fill_cost(&self) -> usize {
        (1 << self.count.min(LOW)) + (1 << self.count.saturating_sub(LOW))
    }

    /// The image of a set, after [`PackedMap::fill`]; [`INVALID`] and more where it has none.
    #[inline(always)]
    pub(super) fn apply(&self, packed: u32) -> u32 {
        self.low[packed as usize & ((1 << LOW) - 1)] | self.high[(packed as usize >> LOW) & ((1 << HIGH) - 1)]
    }

    /// The same without the tables.
    #[inline]
    pub(super) fn apply_slowly(&self, packed: u32) -> u32 {
        let mut left = packed;
        let mut image = 0;
        while left != 0 {
            image |= self.images[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        image
    }
}

/// Sums over packed sets, by the same two tables.
pub(super) struct PackedSum {
    low: Box<[u32; 1 << LOW]>,
    high: Box<[u32; 1 << HIGH]>,
}

impl PackedSum {
    pub(super) fn new() -> Self {
        let high: Box<[u32; 1 << HIGH]> = vec![0; 1 << HIGH].try_into().expect("of that length");
        Self { low: Box::new([0; 1 << LOW]), high }
    }

    /// With these weights of the free points.
    pub(super) fn fill(&mut self, weights: &[u32]) {
        let (low, high) = weights.split_at(weights.len().min(LOW));
        fill(&mut self.low[..], low, |a, b| a + b);
        fill(&mut self.high[..], high, |a, b| a + b);
    }

    /// The sum of the weights of a set's points.
    #[inline(always)]
    pub(super) fn of(&self, packed: u32) -> u32 {
        self.low[packed as usize & ((1 << LOW) - 1)] + self.high[(packed as usize >> LOW) & ((1 << HIGH) - 1)]
    }
}

fn fill(table: &mut [u32], points: &[u32], join: impl Fn(u32, u32) -> u32) {
    table[0] = 0;
    for (i, &point) in points.iter().enumerate() {
        let (done, next) = table.split_at_mut(1 << i);
        for (entry, &smaller) in next[..done.len()].iter_mut().zip(done.iter()) {
            *entry = join(smaller, point);
        }
    }
}
