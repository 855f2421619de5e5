//! The forward pass: the value of a position by the moves that lead to finished sectors, and the
//! number of moves that lead elsewhere.
//!
//! A sector is processed block by block, where the block's men are those of the side that *waits*:
//! the other side's moves then stay in the block, and only captures leave it. The value of a closed
//! mill depends only on the set that closed it, so it is computed once per set, however many moves
//! lead there.

use super::error::{OutOfMemory, filled};
use super::solution::Solution;
use crate::board::{MAX_POINTS, Point, Points};
use crate::rules::{Blocked, Full, Goal, Mills, Rules};
use crate::tablebase::entry::{DRAW, Entry};
use crate::tablebase::local::{Local, Locals, capture_maps};
use crate::tablebase::packed::{PackedMap, each_bit, place};
use crate::tablebase::ranks::choose;
use crate::tablebase::sector::Sector;

/// An entry of the side to move as a number that is the greater the better it is: 0 for none, then
/// losses, the longer the better, draws, and wins, the shorter the better.
type EntryScore = u16;
const NONE: EntryScore = 0;
const DRAWN: EntryScore = 0x8000;

/// The score, to the player who moved there, of a position with this entry.
#[inline]
fn score_of(successor: Entry) -> EntryScore {
    match successor {
        DRAW => DRAWN,
        entry if entry % 2 == 1 => EntryScore::MAX - (entry + 1),
        entry => entry + 1,
    }
}

/// What is known of a position before the other sector of its pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartialValue {
    /// Its value.
    Value(Entry),
    /// It is drawn whatever the pair's other positions are worth.
    Over,
    /// It is not lost; it is won where a turn inside the pair wins.
    NotLost,
    /// It depends on this many turns inside the pair; the others lose, at the latest with this
    /// entry (0: there are no others).
    Open(u8, Entry),
}

/// A man that may be taken: which map carries the block's packed sets over, and what follows.
struct TakableMan<'a> {
    map: usize,
    /// The values after a move and after a placing, by rank; `None` where the other side has too
    /// few men then.
    moved: Option<&'a [Entry]>,
    placed: Option<&'a [Entry]>,
}

/// Looks forward from the positions of one sector.
pub(super) struct Forward<'a> {
    solution: &'a Solution,
    locals: &'a Locals,
    rules: &'a Rules,
    sector: Sector,
    moves: bool,
    flies: bool,
    block: &'a Local,
    /// Does a mill of the mover capture in this block?
    captures: bool,
    takable: Vec<TakableMan<'a>>,
    maps: Vec<PackedMap>,
    /// By rank: what is reached by placing a man without a capture; `None` where the other side has
    /// too few men.
    placed: Option<&'a [Entry]>,
    /// By rank of the set that closed a mill by a move, or by a placing: the score of the best
    /// capture.
    by_move: Vec<EntryScore>,
    by_placing: Vec<EntryScore>,
    /// By packed point: from where closings there were looked at; empty between positions.
    seen: [u32; MAX_POINTS],
}

impl<'a> Forward<'a> {
    pub(super) fn new(
        solution: &'a Solution,
        locals: &'a Locals,
        sector: Sector,
    ) -> Result<Self, OutOfMemory> {
        let rules = &solution.rules;
        let block = &locals.of_size(sector.other)[0];
        let mills = rules.goal == Goal::Capture;
        let kept = |wanted: bool, men: usize| {
            let sets = choose(block.size(), men) as usize;
            filled(NONE, if wanted && mills { sets } else { 0 })
        };
        Ok(Self {
            solution,
            locals,
            rules,
            sector,
            moves: sector.may_move(rules),
            flies: flies(rules, sector),
            block,
            captures: false,
            takable: Vec::new(),
            maps: Vec::new(),
            placed: None,
            by_move: kept(sector.may_move(rules), sector.own)?,
            by_placing: kept(sector.own_hand > 0, sector.own + 1)?,
            seen: [0; MAX_POINTS],
        })
    }

    /// The values in a finished sector of the positions in which the men of a class have the move.
    fn slice(&self, sector: Sector, class: usize) -> Option<&'a [Entry]> {
        if sector.is_lost(self.rules) {
            return None;
        }
        let free = self.solution.board().points().len() - sector.own;
        let sets = choose(free, sector.other) as usize;
        Some(&self.solution.tables[&sector][class * sets..][..sets])
    }

    /// Turns to the next block; [`look`](Self::look) is about it from here on.
    pub(super) fn enter(&mut self, class: usize) {
        self.block = &self.locals.of_size(self.sector.other)[class];
        let takable = self.rules.takable(Points::from_bits(self.block.men));
        self.captures = self.rules.goal == Goal::Capture
            && !takable.is_empty()
            && !self.block.mills().is_empty();
        let places = self.sector.own_hand > 0;
        if places {
            self.placed = self.slice(self.sector.after_placing(0), class);
        }
        self.takable.clear();
        if !self.captures {
            return;
        }
        self.by_move.fill(NONE);
        self.by_placing.fill(NONE);
        let classes = capture_maps(
            self.rules,
            &self.solution.numbering,
            self.block,
            &mut self.maps,
        );
        for (map, class) in classes.into_iter().enumerate() {
            // Fewer than three men close no mill: then there is no such sector, and nobody asks for
            // it.
            let sector = self.sector;
            let moved = if self.moves && sector.own > 2 {
                self.slice(sector.after_move(1), class)
            } else {
                None
            };
            let placed = if places && sector.own > 1 {
                self.slice(sector.after_placing(1), class)
            } else {
                None
            };
            self.takable.push(TakableMan { map, moved, placed });
        }
    }

    /// The position of the block in which the mover has these men, packed.
    pub(super) fn look(&mut self, own: u32) -> PartialValue {
        if let Some(found) = self.ended(own) {
            return found;
        }
        let empty = self.block.all & !own;
        let mut best = NONE;
        let mut inside = 0;
        let mut turns = 0;
        if self.sector.own_hand > 0 {
            turns += empty.count_ones();
            best = self.placings(own, empty);
        }
        if self.moves {
            let (all, kept) = self.mobility(own, empty);
            turns += all;
            inside = kept;
            best = best.max(self.closings(own, empty, &mut inside));
        }
        if turns == 0 {
            return self.blocked(own, empty);
        }
        match best {
            DRAWN => PartialValue::NotLost,
            score if score > DRAWN => PartialValue::Value(EntryScore::MAX - score),
            longest if inside == 0 => PartialValue::Value(longest),
            longest => PartialValue::Open(
                u8::try_from(inside).expect("a position has under 256 successors"),
                longest,
            ),
        }
    }

    /// What the position is worth where the game is over though the side to move could move.
    fn ended(&self, own: u32) -> Option<PartialValue> {
        if self.rules.goal == Goal::Mill {
            let board = self.solution.board();
            if !board.in_mills(Points::from_bits(self.block.men)).is_empty() {
                return Some(PartialValue::Value(1));
            }
            if self.block.mills().iter().any(|mill| mill & !own == 0) {
                return Some(PartialValue::Over); // cannot arise: the mover would have won
            }
        }
        (own == self.block.all && self.rules.full == Full::Draw).then_some(PartialValue::Over)
    }

    fn blocked(&self, own: u32, empty: u32) -> PartialValue {
        match self.rules.blocked {
            Blocked::Lose => PartialValue::Value(1),
            Blocked::Draw => PartialValue::Over,
            Blocked::Pass if self.passes(own, empty) => PartialValue::Open(1, 0),
            Blocked::Pass => PartialValue::NotLost,
            Blocked::Take | Blocked::Free => unreachable!("such games are not solved"),
        }
    }

    /// Whether the mover, who has no turn, passes: the other side can move.
    fn passes(&self, own: u32, empty: u32) -> bool {
        let other = self.sector.mirrored();
        debug_assert_eq!(own & empty, 0);
        let walks = other.may_move(self.rules)
            && (self.block.border & empty != 0
                || (flies(self.rules, other) && other.own > 0 && empty != 0));
        self.moves && (walks || (other.own_hand > 0 && empty != 0))
    }

    /// Whether the position is one in which the mover passes.
    pub(super) fn is_pass(&self, own: u32) -> bool {
        let empty = self.block.all & !own;
        let placing = self.sector.own_hand > 0 && empty != 0;
        !placing
            && self.mobility(own, empty).0 == 0
            && self.ended(own).is_none()
            && self.passes(own, empty)
    }

    /// How many moves there are, without placings; twice, for the caller to take the captures off.
    #[inline]
    fn mobility(&self, own: u32, empty: u32) -> (u32, u32) {
        let mut all = 0;
        if self.flies {
            all = own.count_ones() * empty.count_ones();
        } else {
            let (few, many) = if own.count_ones() < empty.count_ones() {
                (own, empty)
            } else {
                (empty, own)
            };
            for point in each_bit(few) {
                all += (self.block.neighbours[place(point)] & many).count_ones();
            }
        }
        (all, all)
    }

    /// From where a man may move to a packed point.
    #[inline]
    fn sources(&self, to: u32, own: u32) -> u32 {
        if self.flies {
            own
        } else {
            self.block.neighbours[place(to)] & own
        }
    }

    /// The best placing.
    fn placings(&mut self, own: u32, empty: u32) -> EntryScore {
        let mut best = NONE;
        let closers = if self.captures {
            self.block.closers(own)
        } else {
            0
        };
        match self.placed {
            None if empty & !closers != 0 => best = score_of(1),
            None => {}
            Some(placed) => {
                let ranks = self.solution.numbering.ranks();
                for to in each_bit(empty & !closers) {
                    best = best.max(score_of(placed[ranks.rank(own | to)]));
                }
            }
        }
        for to in each_bit(closers) {
            let closed = if self.rules.mills == Mills::Each {
                self.block.closes(to, own)
            } else {
                1
            };
            best = best.max(self.capture(own | to, closed, true));
        }
        best
    }

    /// The best move that captures; each is taken off the number of those that stay inside.
    fn closings(&mut self, own: u32, empty: u32, inside: &mut u32) -> EntryScore {
        let mut best = NONE;
        if !self.captures {
            return best;
        }
        let block = self.block;
        for mill in block.mills() {
            let missing = mill & !own;
            if !missing.is_power_of_two() {
                continue;
            }
            let near = self.sources(missing, own) & !mill;
            let seen = &mut self.seen[place(missing)];
            let sources = near & !*seen;
            *seen |= sources;
            *inside -= sources.count_ones();
            for from in each_bit(sources) {
                let rest = own & !from;
                let closed = if self.rules.mills == Mills::Each {
                    block.closes(missing, rest)
                } else {
                    1
                };
                best = best.max(self.capture(rest | missing, closed, false));
            }
        }
        for to in each_bit(empty) {
            self.seen[place(to)] = 0;
        }
        best
    }

    /// The best capture where the mover's men, packed, have just closed `closed` mills.
    #[inline]
    fn capture(&mut self, own: u32, closed: usize, placed: bool) -> EntryScore {
        if closed > 1 {
            let men = (self.block.free.unpack(own), self.block.men);
            return self.capture_several(men, closed, 0, placed);
        }
        let ranks = self.solution.numbering.ranks();
        let rank = ranks.rank(own);
        let kept = if placed {
            self.by_placing[rank]
        } else {
            self.by_move[rank]
        };
        if kept != NONE {
            return kept;
        }
        let mut best = NONE;
        for takable in &self.takable {
            best = best.max(
                match if placed {
                    takable.placed
                } else {
                    takable.moved
                } {
                    None => score_of(1),
                    Some(values) => score_of(values[ranks.rank(self.maps[takable.map].apply(own))]),
                },
            );
        }
        if placed {
            self.by_placing[rank] = best;
        } else {
            self.by_move[rank] = best;
        }
        best
    }

    /// The best of all ways to take a man for each mill, while there are men to take; written
    /// plainly, since it is rare.
    fn capture_several(
        &self,
        (own, other): (u32, u32),
        closed: usize,
        taken: usize,
        placed: bool,
    ) -> EntryScore {
        let takable = if closed > 0 {
            self.rules.takable(Points::from_bits(other))
        } else {
            Points::EMPTY
        };
        if takable.is_empty() {
            let after = if placed {
                Sector::after_placing
            } else {
                Sector::after_move
            };
            let sector = after(self.sector, taken);
            if sector.is_lost(self.rules) {
                return score_of(1);
            }
            return score_of(self.solution.entry(
                sector,
                Points::from_bits(other),
                Points::from_bits(own),
            ));
        }
        let without = |man: Point| other & !(1 << man.index());
        takable
            .map(|man| self.capture_several((own, without(man)), closed - 1, taken + 1, placed))
            .max()
            .unwrap_or(NONE)
    }

    /// Calls `visit` with the mover's men, packed, before each move inside the pair that leads to
    /// these.
    #[inline]
    pub(super) fn each_before(&self, own: u32, mut visit: impl FnMut(u32)) {
        let closed = if self.captures {
            self.block.in_mills(own)
        } else {
            0
        };
        let empty = self.block.all & !own;
        // A man that stands in a mill would have taken one.
        for to in each_bit(own & !closed) {
            for from in each_bit(self.sources(to, empty)) {
                visit(own & !to | from);
            }
        }
    }

    /// Turns to a block for [`each_before`](Self::each_before) and [`is_pass`](Self::is_pass)
    /// alone.
    #[inline]
    pub(super) fn enter_backward(&mut self, class: usize) {
        self.block = &self.locals.of_size(self.sector.other)[class];
        self.captures = self.rules.goal == Goal::Capture
            && !self.block.mills().is_empty()
            && !self
                .rules
                .takable(Points::from_bits(self.block.men))
                .is_empty();
    }
}

/// Whether the side to move may fly.
pub(super) fn flies(rules: &Rules, sector: Sector) -> bool {
    rules
        .flying_limit()
        .is_some_and(|limit| sector.own + sector.own_hand <= limit)
}
