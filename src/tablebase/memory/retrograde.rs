//! Retrograde analysis in memory: computes the values of a sector and its mirror from those of the
//! sectors they lead to.
//!
//! The forward pass looks up each position's successors in finished sectors and counts those inside
//! the pair. The backward pass goes by distance: a position lost in `d` plies makes its
//! predecessors won in `d + 1`; a position won in `d` lowers its predecessors' counts by one, and a
//! predecessor whose count reaches zero is lost. Positions that are never reached are draws. (R.
//! Gasser, "Solving Nine Men's Morris", 1996, describes the method.)
//!
//! A position has two places: one in the block of the waiting side's men, where the mover's moves
//! stay inside, and one in the block of the mover's men, where the other side's moves that led to
//! it stay inside. The first holds the counts of undecided positions, the second the final values.
//! A position moves from one to the other once, when it is decided. Symmetric positions need no
//! special case: every place counts its own moves, and every slot that holds a decided position
//! notifies the places before it once.

use super::error::{OutOfMemory, Unsolvable, filled};
use super::forward::{Forward, PartialValue};
use super::limits::{MOST_POSITIONS, check, needs_rounds};
use super::rounds;
use super::solution::Solution;
use crate::position::Position;
use crate::rules::{Blocked, Rules};
use crate::tablebase::entry::{DRAW, Entry};
use crate::tablebase::local::Locals;
use crate::tablebase::ranks::choose;
use crate::tablebase::sector::Sector;

/// How far a [`Solver`] has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Slots of the sectors that are finished.
    pub done: usize,
    /// Slots of all sectors to be solved.
    pub all: usize,
}

/// Solves sector pairs one after another, so that a caller can show progress and stop in between.
#[derive(Debug)]
pub struct Solver {
    solution: Solution,
    locals: Locals,
    /// Pairs not yet solved, the next one last.
    open: Vec<Vec<Sector>>,
    progress: Progress,
}

impl Solver {
    /// To solve everything that play from the start can reach.
    ///
    /// # Errors
    /// If the rule set cannot be solved, or has more than [`MOST_POSITIONS`]: see
    /// [`fits_in_memory`](super::fits_in_memory). [`for_sectors`](Self::for_sectors) has no such
    /// limit.
    pub fn new(rules: &Rules) -> Result<Self, Unsolvable> {
        let whole = [Sector::start(rules)];
        check(rules, &whole)?;
        if Sector::positions(&whole, rules) > MOST_POSITIONS {
            return Err(Unsolvable::TooMany);
        }
        Self::for_sectors(rules, &whole)
    }

    /// To solve a position's sector, its mirror and all that they lead to, however many positions
    /// these are: [`step`](Self::step) says where memory ends.
    ///
    /// # Errors
    /// If the rule set cannot be solved.
    pub fn near(position: &Position) -> Result<Self, Unsolvable> {
        Self::for_sectors(position.rules(), &[Sector::of(position)])
    }

    /// To solve some sectors, their mirrors and all that they lead to, however many positions
    /// these are.
    ///
    /// # Errors
    /// If the rule set cannot be solved.
    pub fn for_sectors(rules: &Rules, roots: &[Sector]) -> Result<Self, Unsolvable> {
        let sectors = Sector::closure(roots, rules);
        let solution = Solution::new(*rules, roots, &sectors)?;
        let slots = |sector: &Sector| solution.numbering.blocks(sector.own, sector.other).len();
        let progress = Progress {
            done: 0,
            all: sectors.iter().map(slots).sum(),
        };
        let mut open: Vec<Vec<Sector>> = Vec::new();
        for &sector in &sectors {
            let mirror = sector.mirrored();
            match open.iter_mut().find(|pair| pair[0] == mirror) {
                Some(pair) if pair.len() == 1 => pair.push(sector),
                _ => open.push(vec![sector]),
            }
        }
        open.reverse();
        let most = sectors
            .iter()
            .map(|sector| sector.own.max(sector.other))
            .max()
            .unwrap_or(0);
        let locals = Locals::new(&solution.numbering, most);
        Ok(Self {
            solution,
            locals,
            open,
            progress,
        })
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Solves the next pair of sectors; whether there is more to do.
    ///
    /// # Errors
    /// If there is not enough memory; what was solved before stays, and the pair can be tried
    /// again.
    pub fn step(&mut self) -> Result<bool, OutOfMemory> {
        self.step_alive(&mut || {})
    }

    /// As [`Solver::step`], which may take seconds: meanwhile it calls `alive`, some thousand
    /// positions apart, for a caller that must tell long work from a hang.
    ///
    /// # Errors
    /// As for [`Solver::step`].
    pub fn step_alive(&mut self, alive: &mut dyn FnMut()) -> Result<bool, OutOfMemory> {
        if needs_rounds(&self.solution.rules) {
            if let Some(pair) = self.open.last() {
                self.progress.done += rounds::solve(&mut self.solution, pair, alive)?;
                self.open.pop();
            }
        } else if let Some(pair) = self.open.last() {
            let tables = OpenPair::new(&self.solution, &self.locals, pair)?.solve(alive)?;
            self.progress.done += tables.iter().map(Vec::len).sum::<usize>();
            self.solution
                .tables
                .extend(self.open.pop().into_iter().flatten().zip(tables));
        }
        Ok(!self.open.is_empty())
    }

    /// Solves all that is left.
    ///
    /// # Panics
    /// Where there is not enough memory: [`step`](Self::step) until it is done does not.
    pub fn finish(mut self) -> Solution {
        while self.step().expect("the values fit into memory") {}
        self.solution
    }

    /// The values, of the sectors solved so far.
    pub fn into_solution(self) -> Solution {
        self.solution
    }

    /// The values so far.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// How many positions are decided between two calls of `alive`.
const SLOTS_PER_CHECK: usize = 4096;

/// In [`OpenSector::state`], with the longest loss by a turn out of the pair in the other bits: not
/// decided.
const OPEN: u16 = 0x8000;
/// Not decided, and not to be lost.
const NOT_LOST: u16 = 0xFFFF;
/// A draw, final.
const OVER: u16 = 0x7FFF;

/// One sector while it is solved.
struct OpenSector<'a> {
    sector: Sector,
    forward: Forward<'a>,
    /// Sets of the mover in a block of the waiting side.
    sets: usize,
    /// By block of the waiting side and rank of the mover's men: the entry, if decided (perhaps by
    /// a shorter win to come).
    state: Vec<u16>,
    /// By the same: turns inside the pair that are not yet known to be won for the other side.
    counts: Vec<u8>,
    /// The values, by slot: block of the mover and rank of the waiting side's men.
    values: Vec<Entry>,
    /// By entry: places in `state` that have it, unless they have a lower one by now.
    buckets: Vec<Vec<u32>>,
}

struct OpenPair<'a> {
    solution: &'a Solution,
    locals: &'a Locals,
    /// The sector and its mirror, or just one that is its own mirror or leads only to others.
    halves: Vec<OpenSector<'a>>,
    no_memory: bool,
}

impl<'a> OpenPair<'a> {
    fn new(
        solution: &'a Solution,
        locals: &'a Locals,
        sectors: &[Sector],
    ) -> Result<Self, OutOfMemory> {
        let half = |&sector: &Sector| {
            let points = solution.board().points().len();
            let sets = choose(points - sector.other, sector.own) as usize;
            let places = locals.of_size(sector.other).len() * sets;
            let counted = if sector.may_move(&solution.rules) {
                places
            } else {
                0
            };
            Ok(OpenSector {
                sector,
                forward: Forward::new(solution, locals, sector)?,
                sets,
                state: filled(DRAW, places)?,
                counts: filled(0, counted)?,
                values: filled(
                    DRAW,
                    solution.numbering.blocks(sector.own, sector.other).len(),
                )?,
                buckets: Vec::new(),
            })
        };
        let halves = sectors.iter().map(half).collect::<Result<_, _>>()?;
        Ok(Self {
            solution,
            locals,
            halves,
            no_memory: false,
        })
    }

    fn solve(mut self, alive: &mut dyn FnMut()) -> Result<Vec<Vec<Entry>>, OutOfMemory> {
        for half in 0..self.halves.len() {
            self.look_forward(half, alive);
        }
        let moves = |half: &OpenSector| half.sector.may_move(&self.solution.rules);
        if self.halves.iter().any(moves) {
            self.work_backward(alive);
        } else {
            (0..self.halves.len()).for_each(|half| self.turn_over(half, alive));
        }
        if self.no_memory {
            return Err(OutOfMemory);
        }
        Ok(self.halves.into_iter().map(|half| half.values).collect())
    }

    /// The half that a turn within the pair leads to, from this one, or comes from.
    fn mirror(&self, half: usize) -> Option<usize> {
        let mirror = self.halves[half].sector.mirrored();
        self.halves.iter().position(|other| other.sector == mirror)
    }

    fn look_forward(&mut self, half: usize, alive: &mut dyn FnMut()) {
        let moving = self
            .halves
            .iter()
            .any(|half| half.sector.may_move(&self.solution.rules));
        let OpenSector {
            sector,
            forward,
            sets,
            state,
            counts,
            buckets,
            ..
        } = &mut self.halves[half];
        let blocks = self.locals.of_size(sector.other);
        for (class, block) in blocks.iter().enumerate() {
            alive();
            forward.enter(class);
            let own_sets = self
                .solution
                .numbering
                .ranks()
                .sets(sector.own, block.size());
            for (place, &own) in (class * *sets..).zip(own_sets) {
                state[place] = match forward.look(own) {
                    PartialValue::Value(entry) => {
                        if moving && entry != DRAW {
                            self.no_memory |= !push(buckets, entry, place);
                        }
                        entry
                    }
                    PartialValue::Over if moving => OVER,
                    PartialValue::NotLost if moving => NOT_LOST,
                    PartialValue::Over | PartialValue::NotLost => DRAW,
                    PartialValue::Open(count, longest) => {
                        counts[place] = count;
                        OPEN | longest
                    }
                };
            }
        }
    }

    /// Without moves inside the pair every value is known by now: it is only put where it belongs.
    fn turn_over(&mut self, half: usize, alive: &mut dyn FnMut()) {
        let OpenSector {
            sector,
            sets,
            state,
            values,
            ..
        } = &mut self.halves[half];
        let numbering = &self.solution.numbering;
        let waiting = numbering.blocks(sector.other, sector.own);
        let blocks = numbering.blocks(sector.own, sector.other);
        for (block, values) in values.chunks_mut(blocks.slots().max(1)).enumerate() {
            alive();
            for (slot, value) in values.iter_mut().enumerate() {
                let (own, other) = blocks.position(block, slot);
                let (class, rank) = waiting.locate(other, own);
                *value = state[class * *sets + rank];
            }
        }
    }

    fn work_backward(&mut self, alive: &mut dyn FnMut()) {
        let mut entry = 1;
        while self
            .halves
            .iter()
            .any(|half| half.buckets.len() > usize::from(entry))
        {
            for half in 0..self.halves.len() {
                // Places pushed meanwhile have longer values, so the bucket is complete.
                let bucket = self.halves[half]
                    .buckets
                    .get_mut(usize::from(entry))
                    .map(std::mem::take);
                for (number, place) in bucket.unwrap_or_default().into_iter().enumerate() {
                    if number.is_multiple_of(SLOTS_PER_CHECK) {
                        alive();
                    }
                    let OpenSector { state, .. } = &self.halves[half];
                    if state[place as usize] == entry {
                        self.decide(half, place as usize, entry);
                    }
                }
            }
            entry += 1;
        }
    }

    /// Writes a value down, for all slots that hold the position, and tells the positions before.
    fn decide(&mut self, half: usize, place: usize, entry: Entry) {
        let OpenSector { sector, sets, .. } = self.halves[half];
        let numbering = &self.solution.numbering;
        // From a block of the waiting side to one of the mover.
        let (other, own) = numbering
            .blocks(sector.other, sector.own)
            .position(place / sets, place % sets);
        let blocks = numbering.blocks(sector.own, sector.other);
        let (block, symmetry) = blocks.find(own);
        let other = numbering.symmetries().apply(symmetry, other.bits());
        let free = &blocks.class(block).free;
        for image in blocks.images(block, other) {
            self.write(half, block, free.pack(image), entry);
        }
    }

    fn write(&mut self, half: usize, class: usize, other: u32, entry: Entry) {
        let OpenSector { sector, .. } = self.halves[half];
        let (rules, ranks) = (&self.solution.rules, self.solution.numbering.ranks());
        let free = self.solution.board().points().len() - sector.own;
        let rank = ranks.rank(other);
        let slot =
            &mut self.halves[half].values[class * choose(free, sector.other) as usize + rank];
        if *slot != DRAW {
            return; // its predecessors know
        }
        *slot = entry;
        let Some(before) = self.mirror(half) else {
            return;
        };
        if !self.halves[before].sector.may_move(rules) {
            return;
        }
        let OpenSector {
            forward,
            sets,
            state,
            counts,
            buckets,
            ..
        } = &mut self.halves[before];
        let first = class * *sets;
        forward.enter_backward(class);
        let mut added = true;
        forward.each_before(other, |men| {
            let place = first + ranks.rank(men);
            added &= tell(state, counts, buckets, place, entry);
        });
        if rules.blocked == Blocked::Pass && forward.is_pass(other) {
            added &= tell(state, counts, buckets, first + rank, entry);
        }
        self.no_memory |= !added;
    }
}

/// Tells a position that one of its successors has the value; whether there was memory for it.
#[inline]
fn tell(
    state: &mut [u16],
    counts: &mut [u8],
    buckets: &mut Vec<Vec<u32>>,
    place: usize,
    successor: Entry,
) -> bool {
    let known = state[place];
    let entry = if successor % 2 == 1 {
        let better = known & OPEN != 0 || (known.is_multiple_of(2) && successor + 1 < known);
        if !better {
            return true;
        }
        successor + 1
    } else {
        if known & OPEN == 0 || known == NOT_LOST {
            return true;
        }
        counts[place] -= 1;
        if counts[place] > 0 {
            return true;
        }
        (known & !OPEN).max(successor + 1)
    };
    state[place] = entry;
    push(buckets, entry, place)
}

/// Notes a place that has an entry; whether there was memory for it.
#[inline]
fn push(buckets: &mut Vec<Vec<u32>>, entry: Entry, place: usize) -> bool {
    let bucket = usize::from(entry);
    if buckets.len() <= bucket {
        buckets.resize_with(bucket + 1, Vec::new);
    }
    let bucket = &mut buckets[bucket];
    // At least doubled, as `push` does, but asked for, since it may be refused.
    if bucket.len() == bucket.capacity() && bucket.try_reserve(bucket.len().max(256)).is_err() {
        return false;
    }
    bucket.push(place as u32);
    true
}
