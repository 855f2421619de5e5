//! The transposition table: what the search remembers of positions, in bounded memory.
//!
//! An entry holds the whole 64-bit hash, which is a bijection of the position's exact key, so that two positions are
//! never taken for each other (but for the salts of the re-forming ban and the clock, one chance in 2⁶⁴).

use super::score::{is_decided, is_distant, plies_to_end};
use crate::board::{Point, Points};
use crate::moves::Move;

/// What an entry's score says of the position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the score or less.
    Upper = 1,
    /// It is the score or more.
    Lower = 2,
    /// It is the score.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The move that was best or refuted.
    pub best: Option<Move>,
    /// From the side to move, the end's distance counted from this position.
    pub score: i32,
    /// How deep it was searched; [`SOLID`] where nothing was left open.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

/// The depth of a score that rests on ends of the game alone: deeper search cannot change it.
pub(super) const SOLID: i32 = 127;

#[derive(Clone, Copy, Default)]
struct Entry {
    hash: u64,
    /// From the lowest bit: captures 24, to 5, from 5, score 16, depth 7, bound 2, generation 5. 0: empty.
    data: u64,
}

const WAYS: usize = 4;
const GENERATIONS: u64 = 32;
const PLACED: u64 = 31;
const NO_MOVE: u64 = 30;

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// The memory asked for is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// What was asked for, in MiB.
    pub mebibytes: u32,
}

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no memory for a table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for NoMemory {}

pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u64,
    /// The generations since everything was forgotten; above [`GENERATIONS`], their numbers recur.
    generations: u64,
    /// Tells the searches apart that must not see each other's entries.
    salt: u64,
}

impl Table {
    /// A table of so many MiB; of none, it remembers nothing.
    pub fn new(mebibytes: u32) -> Result<Self, NoMemory> {
        let no_memory = NoMemory { mebibytes };
        let bytes = usize::try_from(u64::from(mebibytes) << 20).map_err(|_| no_memory)?;
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| no_memory)?;
        buckets.resize(count, Bucket::default());
        Ok(Self { buckets, generation: 0, generations: 1, salt: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        (self.generation, self.generations, self.salt) = (0, 1, 0);
    }

    /// A new search begins: what is there gives way to its entries.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.generations += 1;
    }

    /// A new search begins that is to see nothing of the ones before: like [`clear`](Self::clear), but at once.
    pub fn renew(&mut self) {
        if self.generations >= GENERATIONS {
            return self.clear();
        }
        self.age();
        self.salt = super::mix(self.salt.wrapping_add(1));
    }

    fn index(&self, hash: u64) -> usize {
        (((hash >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// What is known of the position with this hash, its ply in the tree being `ply`.
    #[inline]
    pub fn probe(&self, hash: u64, ply: usize) -> Option<Known> {
        let bucket = self.buckets.get(self.index(hash))?;
        let hash = hash ^ self.salt;
        let entry = bucket.0.iter().find(|entry| entry.hash == hash && entry.data != 0)?;
        Some(unpack(entry.data, ply as i32))
    }

    /// Remembers it. Of the entries that share its place, one of an earlier search goes first, then the shallowest.
    #[inline]
    pub fn store(&mut self, hash: u64, known: Known, ply: usize) {
        let (index, generation) = (self.index(hash), self.generation);
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let hash = hash ^ self.salt;
        let mut worst = 0;
        let mut least = u64::MAX;
        for (way, entry) in bucket.0.iter().enumerate() {
            if entry.hash == hash && entry.data != 0 {
                // A shallow bound tells less than a deep score of the same search.
                let old = unpack(entry.data, 0);
                if entry.data >> 59 == generation && old.depth > known.depth + 3 && known.bound != Bound::Exact {
                    return;
                }
                worst = way;
                break;
            }
            let current = entry.data != 0 && entry.data >> 59 == generation;
            let worth = if current { 1 + (entry.data >> 50 & 127) } else { 0 };
            if worth < least {
                (worst, least) = (way, worth);
            }
        }
        bucket.0[worst] = Entry { hash, data: pack(known, generation, ply as i32) };
    }
}

fn pack(known: Known, generation: u64, ply: i32) -> u64 {
    let (from, to, captures) = match known.best {
        None => (NO_MOVE, 0, 0),
        Some(mv) => (
            mv.from().map_or(PLACED, |p| p.index() as u64),
            mv.to().map_or(PLACED, |p| p.index() as u64),
            mv.captures().bits(),
        ),
    };
    let score = match known.score {
        score if !is_distant(score) => score,
        score if score > 0 => score + ply,
        score => score - ply,
    };
    u64::from(captures)
        | to << 24
        | from << 29
        | u64::from(score as i16 as u16) << 34
        | (known.depth as u64 & 127) << 50
        | (known.bound as u64) << 57
        | generation << 59
}

fn unpack(data: u64, ply: i32) -> Known {
    let captures = Points::from_bits(data as u32 & 0xff_ffff);
    let best = match (data >> 29 & 31, data >> 24 & 31) {
        (NO_MOVE, _) => None,
        (PLACED, PLACED) => Some(Move::PASS),
        (PLACED, to) => Some(Move::place(Point::from_bits(to as u8), captures)),
        (from, to) => Some(Move::slide(Point::from_bits(from as u8), Point::from_bits(to as u8), captures)),
    };
    let score = match i32::from((data >> 34) as u16 as i16) {
        score if !is_distant(score) => score,
        score if score > 0 => score - ply,
        score => score + ply,
    };
    let bound = match data >> 57 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Known { best, score, depth: (data >> 50 & 127) as i32, bound }
}

impl Known {
    /// The score, if it decides a search to `depth` with this window. A decided game's score is good at any depth,
    /// unless a draw clock with `plies_left` would end the game first.
    #[inline]
    pub fn cutoff(&self, alpha: i32, beta: i32, depth: i32, ply: usize, plies_left: i32) -> Option<i32> {
        let decided = is_decided(self.score);
        if decided && plies_to_end(self.score) - ply as i32 > plies_left {
            return None;
        }
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        // A proof of a win says the least that can be had, of a loss the most.
        let proved = decided
            && if self.score > 0 {
                self.score >= beta && self.bound != Bound::Upper
            } else {
                self.score <= alpha && self.bound != Bound::Lower
            };
        (fits && (self.depth >= depth || proved)).then_some(self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(index: usize) -> Point {
        Point::new(index).unwrap()
    }

    #[test]
    fn every_kind_of_entry_comes_back() {
        let captures = Points::EMPTY.with(point(3)).with(point(23));
        let moves = [
            None,
            Some(Move::PASS),
            Some(Move::place(point(0), captures)),
            Some(Move::slide(point(23), point(0), Points::EMPTY)),
        ];
        for best in moves {
            for (score, depth, bound) in [(-3, 1, Bound::Upper), (29_950, 99, Bound::Lower), (-29_950, 0, Bound::Exact)]
            {
                let known = Known { best, score, depth, bound };
                let mut table = Table::new(1).unwrap();
                table.store(77, known, 5);
                assert_eq!(table.probe(77, 5), Some(known));
                assert_eq!(table.probe(78, 5), None);
                table.renew();
                assert_eq!(table.probe(77, 5), None);
            }
        }
    }

    #[test]
    fn no_memory_is_an_error() {
        // The most that can be asked for: 4 PiB.
        let asked = Table::new(u32::MAX);
        assert_eq!(asked.err(), Some(NoMemory { mebibytes: u32::MAX }));
        assert!(Table::new(0).unwrap().probe(1, 0).is_none());
    }
}
