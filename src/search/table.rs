//! The transposition table: what the search remembers of positions, in bounded memory.
//!
//! An entry holds the whole 64-bit hash, which is a bijection of the position's exact key, so that two positions are
//! never taken for each other (but for the salts of the re-forming ban and the clock, one chance in 2⁶⁴).

use super::hash::mix;
use super::score::{is_decided, is_distant, plies_to_end};
use crate::board::{Point, Points};
use crate::moves::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

/// An entry: the hash with the data mixed in, and the data. Of two threads that write at the same time, one may leave the
/// first word and the other the second; then they do not fit together, and the entry is of no position.
#[derive(Default)]
struct Entry {
    mixed: AtomicU64,
    /// From the lowest bit: captures 15, to 5, from 5, score 16, depth 7, bound 2, generation 14. 0: empty.
    data: AtomicU64,
}

impl Entry {
    /// The data, if it is of this hash.
    #[inline]
    fn of(&self, hash: u64) -> Option<u64> {
        let (mixed, data) = (self.mixed.load(Relaxed), self.data.load(Relaxed));
        (mixed ^ data == hash && data != 0).then_some(data)
    }

    #[inline]
    fn set(&self, hash: u64, data: u64) {
        self.mixed.store(hash ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Most positions are searched no deeper than that, and their like comes again soon or never: a small table of their own,
/// which stays near the processor, spares them the way to the memory (7 % of the time of `merels bench`).
pub(super) const NEAR_DEPTH: i32 = 2;
const NEAR_BYTES: u64 = 1 << 19;
const WAYS: usize = 4;
const GENERATIONS: u64 = 1 << 14;
const PLACED: u64 = 31;
const NO_MOVE: u64 = 30;
/// No man, in the place of one that is taken.
const NONE_TAKEN: u64 = 31;
/// A turn that takes more men than that is not remembered.
const MOST_TAKEN: usize = 3;

#[derive(Default)]
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

/// The table; several searches may use it at the same time.
pub(super) struct Table(Vec<Bucket>);

/// What a search wants of the table: whose entries it sees, and which give way first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Era {
    generation: u64,
    /// Tells the searches apart that must not see each other's entries.
    salt: u64,
}

impl Era {
    /// Among the entries of this one, those of trees that end where positions have other known values than so: 0 for
    /// trees without knowledge, which is what this era itself sees.
    pub fn among(self, ends: u64) -> Self {
        let salt = if ends == 0 { self.salt } else { mix(self.salt ^ ends << 56) };
        Self { salt, ..self }
    }
}

impl Table {
    /// A table of so many MiB; of none, it remembers nothing.
    pub fn new(mebibytes: u32) -> Result<Self, NoMemory> {
        Self::of_bytes(u64::from(mebibytes) << 20).ok_or(NoMemory { mebibytes })
    }

    /// A table for positions that are searched to [`NEAR_DEPTH`] at most, beside one of so many MiB.
    pub fn near(mebibytes: u32) -> Result<Self, NoMemory> {
        Self::of_bytes(NEAR_BYTES.min(u64::from(mebibytes) << 20)).ok_or(NoMemory { mebibytes })
    }

    /// An empty table of the same size.
    pub fn another(&self) -> Result<Self, NoMemory> {
        let bytes = (self.0.len() * size_of::<Bucket>()) as u64;
        Self::of_bytes(bytes).ok_or(NoMemory { mebibytes: (bytes >> 20) as u32 })
    }

    fn of_bytes(bytes: u64) -> Option<Self> {
        let count = usize::try_from(bytes).ok()? / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Self(buckets))
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.forget(0, self.0.len());
    }

    fn forget(&self, from: usize, to: usize) {
        self.0[from..to].iter().flat_map(|bucket| &bucket.0).for_each(|entry| entry.set(0, 0));
    }

    /// A new search begins: what is there gives way to its entries.
    pub fn age(&self, era: Era) -> Era {
        let generation = (era.generation + 1) % GENERATIONS;
        // Numbers of generations recur; until then what is older has gone, a part of the table each time.
        let part = |generation: u64| (self.0.len() as u128 * u128::from(generation) / u128::from(GENERATIONS)) as usize;
        self.forget(part(generation), part(generation + 1));
        Era { generation, ..era }
    }

    /// A new search begins that is to see nothing of the ones before: like [`clear`](Self::clear), but at once.
    pub fn renew(&self, era: Era) -> Era {
        let salt = mix(era.salt.wrapping_add(1));
        Era { salt, ..self.age(era) }
    }

    #[inline]
    fn index(&self, hash: u64) -> usize {
        (((hash >> 32) * self.0.len() as u64) >> 32) as usize
    }

    /// Begins to fetch what is known of a position from memory, so that it is there when it is asked for.
    #[inline]
    pub fn touch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.0.get(self.index(hash)) {
            safe_arch::prefetch_t0(bucket);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is known of the position with this hash, its ply in the tree being `ply`.
    #[inline]
    pub fn probe(&self, era: Era, hash: u64, ply: usize) -> Option<Known> {
        let bucket = self.0.get(self.index(hash))?;
        let hash = hash ^ era.salt;
        bucket.0.iter().find_map(|entry| entry.of(hash)).map(|data| unpack(data, ply as i32))
    }

    /// Remembers it. Of the entries that share its place, one of an earlier search goes first, then the shallowest.
    #[inline]
    pub fn store(&self, era: Era, hash: u64, known: Known, ply: usize) {
        let Some(bucket) = self.0.get(self.index(hash)) else { return };
        let hash = hash ^ era.salt;
        let mut worst = &bucket.0[0];
        let mut least = u64::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            let current = data != 0 && data >> 50 == era.generation;
            if data != 0 && entry.mixed.load(Relaxed) ^ data == hash {
                // A shallow bound tells less than a deep score of the same search.
                if current && depth_of(data) > known.depth + 3 && known.bound != Bound::Exact {
                    return;
                }
                worst = entry;
                break;
            }
            let worth = if current { 1 + depth_of(data) as u64 } else { 0 };
            if worth < least {
                (worst, least) = (entry, worth);
            }
        }
        worst.set(hash, pack(known, era.generation, ply as i32));
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 41 & 127) as i32
}

fn pack(known: Known, generation: u64, ply: i32) -> u64 {
    let none = NO_MOVE << 20;
    let best = known.best.filter(|mv| mv.captures().len() <= MOST_TAKEN).map_or(none, |mv| {
        let point = |point: Option<Point>| point.map_or(PLACED, |point| point.index() as u64);
        let mut taken = mv.captures().map(|point| point.index() as u64);
        let captures = (0..MOST_TAKEN).fold(0, |all, _| all << 5 | taken.next().unwrap_or(NONE_TAKEN));
        captures | point(mv.to()) << 15 | point(mv.from()) << 20
    });
    let score = match known.score {
        score if !is_distant(score) => score,
        score if score > 0 => score + ply,
        score => score - ply,
    };
    best | u64::from(score as i16 as u16) << 25
        | (known.depth as u64 & 127) << 41
        | (known.bound as u64) << 48
        | generation << 50
}

fn unpack(data: u64, ply: i32) -> Known {
    let point = |bits: u64| Point::from_bits((bits & 31) as u8);
    let captures = || {
        let taken = (0..MOST_TAKEN).map(|i| data >> (5 * i)).filter(|bits| bits & 31 != NONE_TAKEN);
        taken.map(point).collect::<Points>()
    };
    let best = match (data >> 20 & 31, data >> 15 & 31) {
        (NO_MOVE, _) => None,
        (PLACED, PLACED) => Some(Move::PASS),
        (PLACED, to) => Some(Move::place(point(to), captures())),
        (from, to) => Some(Move::slide(point(from), point(to), captures())),
    };
    let score = match i32::from((data >> 25) as u16 as i16) {
        score if !is_distant(score) => score,
        score if score > 0 => score - ply,
        score => score + ply,
    };
    let bound = match data >> 48 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Known { best, score, depth: depth_of(data), bound }
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
                let (table, era) = (Table::new(1).unwrap(), Era::default());
                table.store(era, 77, known, 5);
                assert_eq!(table.probe(era, 77, 5), Some(known));
                assert_eq!(table.probe(era, 78, 5), None);
                assert_eq!(table.probe(table.age(era), 77, 5), Some(known));
                assert_eq!(table.probe(table.renew(era), 77, 5), None);
            }
        }
    }

    /// Until the number of a generation recurs, all that it left has been forgotten.
    #[test]
    fn old_entries_go() {
        let table = Table::new(1).unwrap();
        let known = Known { best: None, score: 1, depth: 1, bound: Bound::Exact };
        let mut era = Era::default();
        (0..1000u64).for_each(|i| table.store(era, i << 48 | i, known, 0));
        for _ in 0..GENERATIONS {
            era = table.age(era);
        }
        assert_eq!(era, Era::default());
        assert!((0..1000u64).all(|i| table.probe(era, i << 48 | i, 0).is_none()));
    }

    #[test]
    fn no_memory_is_an_error() {
        // The most that can be asked for: 4 PiB.
        let asked = Table::new(u32::MAX);
        assert_eq!(asked.err(), Some(NoMemory { mebibytes: u32::MAX }));
        assert!(Table::new(0).unwrap().probe(Era::default(), 1, 0).is_none());
    }
}
