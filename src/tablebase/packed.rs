//! Packed sets: the points of a mask, such as those that a block leaves free, moved together into
//! the low bits. Maps take them from one mask to another, with a table look-up for each half of the
//! set.

use crate::board::MAX_POINTS;

/// Moves the bits of a mask together and apart again, as the instructions PEXT and PDEP do (H. S.
/// Warren, "Hacker's Delight", 7-4). For masks with at most 15 gaps.
#[derive(Clone, Copy, Debug)]
pub struct Pext {
    mask: u32,
    /// Which bits move down by 1, 2, 4 and 8 places.
    shifts: [u32; 4],
}

impl Pext {
    pub fn new(mask: u32) -> Self {
        let mut shifts = [0; 4];
        let mut left = mask;
        // A bit moves down by the number of gaps below it, which is taken apart into powers of two.
        let mut gaps = !mask << 1;
        for (i, shift) in shifts.iter_mut().enumerate() {
            // The exclusive or of all gaps up to each place: whether there is an odd number of
            // them, so that the bit moves by this power of two.
            let mut odd = gaps;
            for by in [1, 2, 4, 8, 16] {
                odd ^= odd << by;
            }
            *shift = odd & left;
            left = (left ^ *shift) | *shift >> (1 << i);
            // Every other gap is left, and counts twice as much.
            gaps &= !odd;
        }
        Self { mask, shifts }
    }

    /// The bits moved together.
    #[inline(always)]
    pub fn mask(&self) -> u32 {
        self.mask
    }

    /// How many bits the mask has.
    #[inline]
    pub fn size(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Packs a subset of the mask.
    #[inline(always)]
    pub fn pack(&self, set: u32) -> u32 {
        let mut set = set;
        for (i, &shift) in self.shifts.iter().enumerate() {
            let moving = set & shift;
            set = (set ^ moving) | moving >> (1 << i);
        }
        set
    }

    /// The subset of the mask that was packed.
    #[inline(always)]
    pub fn unpack(&self, packed: u32) -> u32 {
        let mut set = packed;
        for (i, &shift) in self.shifts.iter().enumerate().rev() {
            set = (set & !shift) | (set << (1 << i) & shift);
        }
        set & self.mask
    }
}

/// The points of a packed set, one bit at a time.
#[inline(always)]
pub fn each_bit(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let low = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (low != 0).then_some(low)
    })
}

/// The place of a bit.
#[inline(always)]
pub fn place(bit: u32) -> usize {
    bit.trailing_zeros() as usize
}

/// In an image: the set holds a point that is not free in the other block. Above all points, so
/// that it stays where images are joined.
pub const INVALID: u32 = 1 << 31;

/// What follows for whole sets from what is given for each point.
#[derive(Debug)]
struct Halves {
    low: Box<[u32; 1 << (MAX_POINTS / 2)]>,
    high: Box<[u32; 1 << (MAX_POINTS / 2)]>,
    /// How many points belong to the lower half.
    split: usize,
}

impl Halves {
    fn new() -> Self {
        let zeros = || Box::new([0; 1 << (MAX_POINTS / 2)]);
        Self {
            low: zeros(),
            high: zeros(),
            split: 0,
        }
    }

    fn fill(&mut self, points: &[u32], join: impl Fn(u32, u32) -> u32) {
        self.split = points.len() / 2;
        let (low, high) = points.split_at(self.split);
        for (table, points) in [(&mut self.low[..], low), (&mut self.high[..], high)] {
            // The sets with a point as their highest are those without it once more: each is joined
            // to one that is done.
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
        // The mask changes nothing, but spares the check of the bounds.
        let mask = self.low.len() - 1;
        let low = packed as usize & ((1 << self.split) - 1);
        (
            self.low[low & mask],
            self.high[packed as usize >> self.split & mask],
        )
    }
}

/// Where each free point goes, and what follows from it for whole sets.
#[derive(Debug)]
pub struct PackedMap {
    images: [u32; MAX_POINTS],
    count: usize,
    halves: Halves,
}

impl Default for PackedMap {
    fn default() -> Self {
        Self::new()
    }
}

impl PackedMap {
    /// Of no points.
    pub fn new() -> Self {
        Self {
            images: [0; MAX_POINTS],
            count: 0,
            halves: Halves::new(),
        }
    }

    /// Sets the image of each of `count` free points: a bit, or [`INVALID`].
    pub fn set_points(&mut self, count: usize, mut image: impl FnMut(usize) -> u32) {
        self.count = count;
        for (i, entry) in self.images[..count].iter_mut().enumerate() {
            *entry = image(i);
        }
    }

    /// Fills the tables, by which [`PackedMap::apply`] works.
    pub fn fill(&mut self) {
        self.halves.fill(&self.images[..self.count], |a, b| a | b);
    }

    /// How many entries `fill` would write: what it costs.
    pub fn fill_cost(&self) -> usize {
        2 << (self.count / 2)
    }

    /// The image of a set, after [`PackedMap::fill`]; [`INVALID`] and more where it has none.
    #[inline(always)]
    pub fn apply(&self, packed: u32) -> u32 {
        let (low, high) = self.halves.of(packed);
        low | high
    }

    /// The same without the tables.
    #[inline]
    pub fn apply_slowly(&self, packed: u32) -> u32 {
        each_bit(packed).fold(0, |image, bit| image | self.images[place(bit)])
    }
}

/// Sums over packed sets.
pub struct PackedSum(Halves);

impl PackedSum {
    /// With these weights of the free points.
    pub fn new(weights: &[u32]) -> Self {
        let mut halves = Halves::new();
        halves.fill(weights, |a, b| a + b);
        Self(halves)
    }

    /// The sum of the weights of a set's points.
    #[inline(always)]
    pub fn of(&self, packed: u32) -> u32 {
        let (low, high) = self.0.of(packed);
        low + high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_inverse_to_unpacking() {
        let mut mask = 0x9e37_79b9;
        for _ in 0..1_000 {
            mask = u32::wrapping_mul(mask, 0x85eb_ca6b) ^ mask >> 13;
            let mask = mask & 0xff_ffff;
            if mask.count_zeros() > 8 + 15 {
                continue;
            }
            let pext = Pext::new(mask);
            for packed in [0, 1, 0b101, 0b1101, (1 << mask.count_ones()) - 1] {
                let packed = packed & ((1 << mask.count_ones()) - 1);
                let set = pext.unpack(packed);
                assert_eq!((set & !mask, set.count_ones()), (0, packed.count_ones()));
                assert_eq!(pext.pack(set), packed);
                // A bit at a time.
                let bits: Vec<u32> = (0..24).filter(|bit| mask >> bit & 1 == 1).collect();
                let slow = bits
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| packed >> i & 1 == 1);
                assert_eq!(set, slow.fold(0, |set, (_, bit)| set | 1 << bit));
            }
        }
    }
}
