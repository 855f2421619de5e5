//! The transposition table: a fixed-size cache of search results.
//!
//! An entry stores the full 64-bit hash. It is a bijection of the position's exact key, so keys
//! cannot collide, except through the salts of the re-forming ban and the clock, with probability
//! 2⁻⁶⁴.

use super::hash::mix;
use super::score::{INFINITE, is_decided, is_distant, plies_to_end};
use crate::board::{MAX_POINTS, Point, Points};
use crate::moves::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// How an entry's score bounds the position's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At most the score: the search failed low.
    Upper = 1,
    /// At least the score: the search failed high.
    Lower = 2,
    /// Exactly the score.
    Exact = 3,
}

/// An entry as probed or stored: the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The best or refuting move, which is searched first next time.
    pub best_move: Option<Move>,
    /// From the side to move, the end's distance counted from this position.
    pub score: i32,
    /// The depth searched, in plies; [`PROVEN`] if deeper search cannot change the score.
    pub depth: i32,
    /// How the score bounds the value.
    pub bound: Bound,
}

/// The depth of a proven score, one that rests on ends of the game alone.
pub(super) const PROVEN: i32 = 127;

/// A slot: the hash xor the data, and the data (Hyatt's lockless hashing). If two threads write at
/// the same time and their words mix, the two no longer match, and the slot belongs to no position.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    /// From the lowest bit: captures 15, to 5, from 5, score 16, depth 7, bound 2, generation 14.
    /// 0: empty.
    data: AtomicU64,
}

impl Slot {
    /// The data, if the slot belongs to this hash.
    #[inline]
    fn load(&self, hash: u64) -> Option<u64> {
        let (mixed, data) = (self.mixed.load(Relaxed), self.data.load(Relaxed));
        (mixed ^ data == hash && data != 0).then_some(data)
    }

    #[inline]
    fn store(&self, hash: u64, data: u64) {
        self.mixed.store(hash ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// The maximum depth, in plies, of entries in the shallow table. Most nodes are that shallow, and
/// transpose soon or never: a small table of their own, which stays in the processor's cache, saves
/// 7 % of the time of `merels bench`.
pub(super) const SHALLOW_DEPTH: i32 = 2;
const SHALLOW_BYTES: u64 = 1 << 19;
/// Slots per bucket.
const WAYS: usize = 4;
const GENERATIONS: u64 = 1 << (64 - AGE);
/// In place of the point that a man leaves: it is placed. With the same as its goal, it is a pass.
const PLACED: u64 = 31;
/// In place of the point that a man leaves: no move is stored.
const NO_MOVE: u64 = 30;
/// In place of a captured man: none.
const NONE_TAKEN: u64 = 31;
/// The maximum number of captures of a stored move; moves with more are not stored.
const MAX_CAPTURES: usize = 3;

// Where the fields of a slot's data begin. Points take five bits.
const TO: u32 = 5 * MAX_CAPTURES as u32;
const FROM: u32 = TO + 5;
const SCORE: u32 = FROM + 5;
const DEPTH: u32 = SCORE + 16;
const BOUND: u32 = DEPTH + 7;
const AGE: u32 = BOUND + 2;
// No point is taken for what stands in its place, and scores and depths fit into their fields.
const _: () = assert!(MAX_POINTS <= NO_MOVE as usize && NO_MOVE != PLACED);
const _: () = assert!(INFINITE <= i16::MAX as i32 && PROVEN < 1 << (BOUND - DEPTH));
// A bucket is a line of the processor's cache: looking at all its slots costs one access.
const _: () = assert!(size_of::<Bucket>() == 64);

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// The memory for a transposition table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no memory for a table of {mebibytes} MiB")]
pub struct NoMemory {
    /// The size requested, in MiB.
    pub mebibytes: u32,
}

/// A transposition table, which several threads may share.
pub(super) struct TranspositionTable(Vec<Bucket>);

/// A search's generation: which entries it sees, and which it replaces first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Generation {
    /// The age stamped on entries, below [`GENERATIONS`].
    age: u64,
    /// Separates searches that must not see each other's entries.
    salt: u64,
}

impl Generation {
    /// The same generation for trees with these exact-value cutoffs: a different `cutoffs` sees
    /// different entries. 0, a tree without exact values, is this generation itself.
    pub fn with_cutoffs(self, cutoffs: u64) -> Self {
        let salt = if cutoffs == 0 {
            self.salt
        } else {
            // Mixed, so that it is no other generation's salt.
            mix(self.salt ^ cutoffs << 56)
        };
        Self { salt, ..self }
    }
}

impl TranspositionTable {
    /// A table of `mebibytes` MiB; one of 0 MiB stores nothing.
    pub fn new(mebibytes: u32) -> Result<Self, NoMemory> {
        Self::of_bytes(u64::from(mebibytes) << 20).ok_or(NoMemory { mebibytes })
    }

    /// The table for depths up to [`SHALLOW_DEPTH`] beside one of `mebibytes` MiB, which is never
    /// larger than that.
    pub fn shallow(mebibytes: u32) -> Result<Self, NoMemory> {
        Self::of_bytes(SHALLOW_BYTES.min(u64::from(mebibytes) << 20)).ok_or(NoMemory { mebibytes })
    }

    /// An empty table of the same size as this one.
    pub fn same_size(&self) -> Result<Self, NoMemory> {
        let bytes = (self.0.len() * size_of::<Bucket>()) as u64;
        Self::of_bytes(bytes).ok_or(NoMemory {
            mebibytes: (bytes >> 20) as u32,
        })
    }

    fn of_bytes(bytes: u64) -> Option<Self> {
        let count = usize::try_from(bytes).ok()? / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Self(buckets))
    }

    /// Empties the table.
    pub fn clear(&self) {
        self.clear_range(0, self.0.len());
    }

    fn clear_range(&self, from: usize, to: usize) {
        self.0[from..to]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .for_each(|slot| slot.store(0, 0));
    }

    /// The generation of a new search, which still sees the older entries but replaces them first.
    pub fn age(&self, generation: Generation) -> Generation {
        let age = (generation.age + 1) % GENERATIONS;
        // Ages wrap around: each search clears a part of the table, so that no entry outlives the
        // cycle.
        let part =
            |age: u64| (self.0.len() as u128 * u128::from(age) / u128::from(GENERATIONS)) as usize;
        self.clear_range(part(age), part(age + 1));
        Generation { age, ..generation }
    }

    /// The generation of a new search that sees no older entries: like [`clear`](Self::clear), but
    /// in constant time.
    pub fn invalidate(&self, generation: Generation) -> Generation {
        let salt = mix(generation.salt.wrapping_add(1));
        Generation {
            salt,
            ..self.age(generation)
        }
    }

    #[inline]
    fn index(&self, hash: u64) -> usize {
        // The upper half of the hash as a fraction of the table: as even as a remainder, without a
        // division (D. Lemire, "Fast random integer generation in an interval", 2019).
        (((hash >> 32) * self.0.len() as u64) >> 32) as usize
    }

    /// Prefetches the bucket of a hash into the cache.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.0.get(self.index(hash)) {
            safe_arch::prefetch_t0(bucket);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// The entry of the position with this hash, with the score relative to the root, `ply` plies
    /// above.
    #[inline]
    pub fn probe(&self, generation: Generation, hash: u64, ply: usize) -> Option<TableEntry> {
        let bucket = self.0.get(self.index(hash))?;
        let hash = hash ^ generation.salt;
        bucket
            .0
            .iter()
            .find_map(|slot| slot.load(hash))
            .map(|data| unpack(data, ply as i32))
    }

    /// Stores an entry. In its bucket, entries of earlier searches are replaced first, then the
    /// shallowest.
    #[inline]
    pub fn store(&self, generation: Generation, hash: u64, entry: TableEntry, ply: usize) {
        let Some(bucket) = self.0.get(self.index(hash)) else {
            return;
        };
        let hash = hash ^ generation.salt;
        let mut worst = &bucket.0[0];
        let mut least = u64::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            let current = data != 0 && data >> AGE == generation.age;
            if data != 0 && slot.mixed.load(Relaxed) ^ data == hash {
                // A shallow bound does not replace a much deeper result of the same search.
                if current && depth_of(data) > entry.depth + 3 && entry.bound != Bound::Exact {
                    return;
                }
                worst = slot;
                break;
            }
            // Of an earlier search: nothing, and an empty slot too.
            let worth = if current {
                1 + depth_of(data) as u64
            } else {
                0
            };
            if worth < least {
                (worst, least) = (slot, worth);
            }
        }
        worst.store(hash, pack(entry, generation.age, ply as i32));
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> DEPTH & 127) as i32
}

fn pack(entry: TableEntry, age: u64, ply: i32) -> u64 {
    let none = NO_MOVE << FROM;
    let best_move = entry
        .best_move
        .filter(|mv| mv.captures().len() <= MAX_CAPTURES)
        .map_or(none, |mv| {
            let point = |point: Option<Point>| point.map_or(PLACED, |point| point.index() as u64);
            let mut taken = mv.captures().map(|point| point.index() as u64);
            let captures =
                (0..MAX_CAPTURES).fold(0, |all, _| all << 5 | taken.next().unwrap_or(NONE_TAKEN));
            captures | point(mv.to()) << TO | point(mv.from()) << FROM
        });
    // Distances are counted from the position in the table and from the root in the search: the
    // same position may be met at another ply.
    let score = match entry.score {
        score if !is_distant(score) => score,
        score if score > 0 => score + ply,
        score => score - ply,
    };
    best_move
        | u64::from(score as i16 as u16) << SCORE
        | (entry.depth as u64 & 127) << DEPTH
        | (entry.bound as u64) << BOUND
        | age << AGE
}

fn unpack(data: u64, ply: i32) -> TableEntry {
    let point = |bits: u64| Point::from_bits((bits & 31) as u8);
    let captures = || {
        let taken = (0..MAX_CAPTURES)
            .map(|i| data >> (5 * i))
            .filter(|bits| bits & 31 != NONE_TAKEN);
        taken.map(point).collect::<Points>()
    };
    let best_move = match (data >> FROM & 31, data >> TO & 31) {
        (NO_MOVE, _) => None,
        (PLACED, PLACED) => Some(Move::PASS),
        (PLACED, to) => Some(Move::place(point(to), captures())),
        (from, to) => Some(Move::slide(point(from), point(to), captures())),
    };
    let score = match i32::from((data >> SCORE) as u16 as i16) {
        score if !is_distant(score) => score,
        score if score > 0 => score - ply,
        score => score + ply,
    };
    let bound = match data >> BOUND & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    TableEntry {
        best_move,
        score,
        depth: depth_of(data),
        bound,
    }
}

impl TableEntry {
    /// The score, if it cuts off a search to `depth` with this window. The score of a decided game
    /// is valid at any depth, unless a draw clock with `plies_left` would end the game first.
    #[inline]
    pub fn cutoff(
        &self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        plies_left: i32,
    ) -> Option<i32> {
        let decided = is_decided(self.score);
        if decided && plies_to_end(self.score) - ply as i32 > plies_left {
            return None;
        }
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        // A proven win is a lower bound, a proven loss an upper bound.
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
        for best_move in moves {
            for (score, depth, bound) in [
                (-3, 1, Bound::Upper),
                (29_950, 99, Bound::Lower),
                (-29_950, 0, Bound::Exact),
            ] {
                let entry = TableEntry {
                    best_move,
                    score,
                    depth,
                    bound,
                };
                let (table, generation) =
                    (TranspositionTable::new(1).unwrap(), Generation::default());
                table.store(generation, 77, entry, 5);
                assert_eq!(table.probe(generation, 77, 5), Some(entry));
                assert_eq!(table.probe(generation, 78, 5), None);
                assert_eq!(table.probe(table.age(generation), 77, 5), Some(entry));
                assert_eq!(table.probe(table.invalidate(generation), 77, 5), None);
            }
        }
    }

    /// By the time an age comes round again, all its entries have been cleared.
    #[test]
    fn old_entries_go() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = TableEntry {
            best_move: None,
            score: 1,
            depth: 1,
            bound: Bound::Exact,
        };
        let mut generation = Generation::default();
        (0..1000u64).for_each(|i| table.store(generation, i << 48 | i, entry, 0));
        for _ in 0..GENERATIONS {
            generation = table.age(generation);
        }
        assert_eq!(generation, Generation::default());
        assert!((0..1000u64).all(|i| table.probe(generation, i << 48 | i, 0).is_none()));
    }

    #[test]
    fn no_memory_is_an_error() {
        // The maximum that can be requested: 4 PiB.
        let asked = TranspositionTable::new(u32::MAX);
        assert_eq!(
            asked.err(),
            Some(NoMemory {
                mebibytes: u32::MAX
            })
        );
        assert!(
            TranspositionTable::new(0)
                .unwrap()
                .probe(Generation::default(), 1, 0)
                .is_none()
        );
    }
}
