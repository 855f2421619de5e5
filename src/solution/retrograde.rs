//! Retrograde analysis in memory: the values of a sector and its mirror from those of the sectors they lead to.
//!
//! Forward first: each canonical position looks up the successors that lie in finished sectors and counts the distinct
//! ones that lie in the pair itself. Then backward, by length: a position lost in `d` plies makes its predecessors won
//! in `d + 1`; one won in `d` takes one from their counts, and a predecessor whose count reaches zero is lost. What is
//! never reached is a draw. Successors and predecessors are both made canonical and counted once each, which keeps
//! symmetric positions exact. (R. Gasser, "Solving Nine Men's Morris", 1996, has the method.)

use super::index::SectorIndex;
use super::{DRAW, Entry, Sector, Solution, Unsolvable};
use crate::board::{Board, Points};
use crate::position::Position;
use crate::rules::{Blocked, Full, Goal, Mills, Rules};

/// How far a [`Solver`] has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Pairs not yet solved, the next one last.
    open: Vec<Vec<Sector>>,
    progress: Progress,
}

impl Solver {
    /// To solve everything that play from the start can reach.
    pub fn new(rules: &Rules) -> Result<Self, Unsolvable> {
        Self::for_sectors(rules, Sector::reachable(rules))
    }

    /// To solve a position's sector, its mirror and all that they lead to.
    pub fn near(position: &Position) -> Result<Self, Unsolvable> {
        let rules = position.rules();
        Self::for_sectors(rules, Sector::of(position).closure(rules))
    }

    fn for_sectors(rules: &Rules, sectors: Vec<Sector>) -> Result<Self, Unsolvable> {
        let solution = Solution::new(*rules, &sectors)?;
        let slots = |sector: &Sector| solution.index.sector(sector.own, sector.other).len();
        let progress = Progress { done: 0, all: sectors.iter().map(slots).sum() };
        let mut open: Vec<Vec<Sector>> = Vec::new();
        for &sector in &sectors {
            let mirror = sector.mirrored();
            match open.iter_mut().find(|pair| pair[0] == mirror) {
                Some(pair) if pair.len() == 1 => pair.push(sector),
                _ => open.push(vec![sector]),
            }
        }
        open.reverse();
        Ok(Self { solution, open, progress })
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Solves the next pair of sectors; whether there is more to do.
    pub fn step(&mut self) -> bool {
        if let Some(pair) = self.open.pop() {
            let tables = Pair::new(&self.solution, &pair).solve();
            self.progress.done += tables.iter().map(Vec::len).sum::<usize>();
            self.solution.tables.extend(pair.into_iter().zip(tables));
        }
        !self.open.is_empty()
    }

    /// Solves all that is left.
    pub fn finish(mut self) -> Solution {
        while self.step() {}
        self.solution
    }

    /// The values so far.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// In [`Half::longest`]: some successor is no win for the other side, so the position is not lost.
const NEVER_LOST: Entry = Entry::MAX;
/// In [`Half::values`]: not decided (a draw, if it stays so).
const OPEN: Entry = DRAW;

/// One sector while it is solved.
struct Half<'a> {
    sector: Sector,
    index: SectorIndex<'a>,
    values: Vec<Entry>,
    /// By slot: distinct successors within the pair that are not yet known to be won for the other side.
    counts: Vec<u8>,
    /// By slot: the longest win of the other side among the successors outside the pair, as an entry.
    longest: Vec<Entry>,
}

struct Pair<'a> {
    solution: &'a Solution,
    board: &'static Board,
    rules: &'a Rules,
    /// The sector and its mirror, or just one that is its own mirror or leads only to others.
    halves: Vec<Half<'a>>,
    /// By entry: positions (half, slot) that have that value unless they have a shorter one.
    buckets: Vec<Vec<(u8, u32)>>,
}

/// Where a turn leads.
enum Next {
    /// Into the other half of the pair, at this slot.
    Inside(usize),
    /// To a value already known.
    Known(Entry),
}

impl<'a> Pair<'a> {
    fn new(solution: &'a Solution, sectors: &[Sector]) -> Self {
        let half = |&sector: &Sector| {
            let index = solution.index.sector(sector.own, sector.other);
            let slots = index.len();
            Half { sector, index, values: vec![OPEN; slots], counts: vec![0; slots], longest: vec![DRAW; slots] }
        };
        let halves = sectors.iter().map(half).collect();
        Self { solution, board: solution.rules.board, rules: &solution.rules, halves, buckets: Vec::new() }
    }

    fn solve(mut self) -> Vec<Vec<Entry>> {
        for half in 0..self.halves.len() {
            self.look_forward(half);
        }
        self.work_backward();
        self.halves.into_iter().map(|half| half.values).collect()
    }

    /// The half that a turn within the pair leads to, from this one.
    fn mirror(&self, half: usize) -> Option<usize> {
        let mirror = self.halves[half].sector.mirrored();
        self.halves.iter().position(|other| other.sector == mirror)
    }

    fn push(&mut self, entry: Entry, half: usize, slot: usize) {
        let bucket = usize::from(entry);
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push((half as u8, slot as u32));
    }

    fn look_forward(&mut self, half: usize) {
        let Half { index, sector, .. } = self.halves[half];
        let mut inside = Vec::new();
        index.each(|slot, own, other| {
            if let Some(entry) = self.ended(own, other) {
                self.halves[half].longest[slot] = NEVER_LOST;
                if entry != DRAW {
                    self.push(entry, half, slot);
                }
                return;
            }
            inside.clear();
            let (mut shortest_win, mut longest_loss, mut drawn, mut turns) = (Entry::MAX, 0, false, 0);
            self.each_turn(half, sector, own, other, |next| {
                turns += 1;
                match next {
                    Next::Inside(slot) => inside.push(slot),
                    Next::Known(DRAW) => drawn = true,
                    Next::Known(entry) if entry % 2 == 1 => shortest_win = shortest_win.min(entry + 1),
                    Next::Known(entry) => longest_loss = longest_loss.max(entry + 1),
                }
            });
            if turns == 0 {
                match self.rules.blocked {
                    Blocked::Lose => self.push(1, half, slot),
                    Blocked::Draw => {}
                    Blocked::Pass => match self.passed(half, own, other) {
                        Some(next) => inside.push(next),
                        None => drawn = true,
                    },
                }
                if self.rules.blocked != Blocked::Pass {
                    self.halves[half].longest[slot] = NEVER_LOST;
                    return;
                }
            }
            inside.sort_unstable();
            inside.dedup();
            self.halves[half].counts[slot] = u8::try_from(inside.len()).expect("a position has under 256 successors");
            if shortest_win < Entry::MAX {
                self.push(shortest_win, half, slot);
            }
            self.halves[half].longest[slot] = match drawn || shortest_win < Entry::MAX {
                true => NEVER_LOST,
                false => longest_loss,
            };
            if inside.is_empty() && !drawn && shortest_win == Entry::MAX {
                self.push(longest_loss, half, slot);
            }
        });
    }

    /// The slot after a pass; `None` where the other side cannot move either.
    fn passed(&self, half: usize, own: Points, other: Points) -> Option<usize> {
        let mirror = self.mirror(half)?;
        let mut any = false;
        self.each_turn(mirror, self.halves[mirror].sector, other, own, |_| any = true);
        any.then(|| self.halves[mirror].index.slot(other, own))
    }

    /// The entry of a position in which the game is over though the side to move could move.
    fn ended(&self, own: Points, other: Points) -> Option<Entry> {
        if self.rules.goal == Goal::Mill {
            if !self.board.in_mills(other).is_empty() {
                return Some(1);
            }
            if !self.board.in_mills(own).is_empty() {
                return Some(DRAW); // cannot arise: the mover would have won
            }
        }
        let full = own.or(other) == self.board.points();
        (full && self.rules.full == Full::Draw).then_some(DRAW)
    }

    /// Calls `visit` with where each turn leads.
    fn each_turn(&self, half: usize, sector: Sector, own: Points, other: Points, mut visit: impl FnMut(Next)) {
        let empty = self.board.points().minus(own).minus(other);
        let takable = self.rules.takable(other);
        if sector.own_hand > 0 {
            for to in empty {
                let closed = self.board.mills_through(to, own);
                self.each_capture(closed, other, takable, &mut |left, captures| {
                    visit(self.known(sector.after_placing(captures), left, own.with(to)));
                });
            }
        }
        if !sector.may_move(self.rules) {
            return;
        }
        let flies = self.flies(sector);
        let mirror = self.mirror(half);
        for from in own {
            let rest = own.without(from);
            let targets = if flies { empty } else { self.board.neighbours(from).and(empty) };
            for to in targets {
                let closed = self.board.mills_through(to, rest);
                self.each_capture(closed, other, takable, &mut |left, captures| {
                    let moved = rest.with(to);
                    visit(match mirror {
                        Some(mirror) if captures == 0 => Next::Inside(self.halves[mirror].index.slot(left, moved)),
                        _ => self.known(sector.after_move(captures), left, moved),
                    });
                });
            }
        }
    }

    fn flies(&self, sector: Sector) -> bool {
        self.rules.flying_limit().is_some_and(|limit| sector.own + sector.own_hand <= limit)
    }

    /// Calls `visit` with the men that the other side is left with, and how many were taken, for each way to capture.
    #[inline]
    fn each_capture(&self, closed: usize, other: Points, takable: Points, visit: &mut impl FnMut(Points, usize)) {
        if closed == 0 || self.rules.goal == Goal::Mill || takable.is_empty() {
            return visit(other, 0);
        }
        let more = if self.rules.mills == Mills::Each { closed - 1 } else { 0 };
        for man in takable {
            self.each_further_capture(more, other.without(man), 1, visit);
        }
    }

    /// As above, for the mills after the first. Sets may come more than once, which does no harm here.
    fn each_further_capture(&self, more: usize, other: Points, taken: usize, visit: &mut impl FnMut(Points, usize)) {
        let takable = if more > 0 { self.rules.takable(other) } else { Points::EMPTY };
        if takable.is_empty() {
            return visit(other, taken);
        }
        for man in takable {
            self.each_further_capture(more - 1, other.without(man), taken + 1, visit);
        }
    }

    /// The value of a position in a finished sector; `mover` has the move there.
    #[inline]
    fn known(&self, sector: Sector, mover: Points, waiting: Points) -> Next {
        if sector.is_lost(self.rules) {
            return Next::Known(1);
        }
        let table = &self.solution.tables[&sector];
        Next::Known(table[self.solution.index.sector(sector.own, sector.other).slot(mover, waiting)])
    }

    fn work_backward(&mut self) {
        let mut predecessors = Vec::new();
        let mut entry = 1;
        while usize::from(entry) < self.buckets.len() {
            // Positions pushed meanwhile have longer values, so the bucket is complete.
            for (half, slot) in std::mem::take(&mut self.buckets[usize::from(entry)]) {
                let (half, slot) = (usize::from(half), slot as usize);
                if self.halves[half].values[slot] != OPEN {
                    continue;
                }
                self.halves[half].values[slot] = entry;
                let Some(before) = self.mirror(half) else { continue };
                predecessors.clear();
                self.predecessors(half, before, slot, &mut predecessors);
                predecessors.sort_unstable();
                predecessors.dedup();
                for &slot in &predecessors {
                    self.tell(before, slot, entry);
                }
            }
            entry += 1;
        }
    }

    /// Tells a position that one of its successors has the value.
    fn tell(&mut self, half: usize, slot: usize, successor: Entry) {
        let Half { values, counts, longest, .. } = &mut self.halves[half];
        if values[slot] != OPEN {
            return;
        }
        if successor % 2 == 1 {
            longest[slot] = NEVER_LOST;
            return self.push(successor + 1, half, slot);
        }
        if longest[slot] == NEVER_LOST {
            return;
        }
        counts[slot] -= 1;
        if counts[slot] == 0 {
            let entry = longest[slot].max(successor + 1);
            self.push(entry, half, slot);
        }
    }

    /// The canonical slots, perhaps repeated, of the positions from which a turn within the pair leads to this one.
    fn predecessors(&self, half: usize, before: usize, slot: usize, found: &mut Vec<usize>) {
        let (own, other) = self.halves[half].index.position(slot);
        let sector = self.halves[before].sector;
        let empty = self.board.points().minus(own).minus(other);
        if sector.may_move(self.rules) {
            let flies = self.flies(sector);
            let quiet_mills = self.rules.goal == Goal::Mill || self.rules.takable(own).is_empty();
            for to in other {
                let rest = other.without(to);
                if !quiet_mills && self.board.mills_through(to, rest) > 0 {
                    continue; // it would have taken a man
                }
                let sources = if flies { empty } else { self.board.neighbours(to).and(empty) };
                for from in sources {
                    found.push(self.halves[before].index.slot(rest.with(from), own));
                }
            }
        }
        if self.rules.blocked == Blocked::Pass && self.passed(before, other, own).is_some() {
            let mut any = false;
            self.each_turn(before, sector, other, own, |_| any = true);
            if !any {
                found.push(self.halves[before].index.slot(other, own));
            }
        }
    }
}
