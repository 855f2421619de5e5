//! The values of positions that are not stored, by an alpha-beta search down to stored ones.

use super::stored::{Stored, StoredPart};
use crate::board::Points;
use crate::moves::Move;
use crate::position::Position;
use crate::tablebase::Sector;
use crate::value::Wdl;
use std::collections::HashMap;

/// Where the values of stored positions come from.
pub trait StoredValues {
    /// The value of a stored position; `None` where it is unavailable now.
    fn value(&mut self, position: &Position) -> Option<Wdl>;

    /// Whether the search should go on when a value is unavailable, to ask for what else it may
    /// need.
    fn goes_on(&self) -> bool;

    /// Whether the value of a stored position is there, or must first be decoded.
    fn is_ready(&self, position: &Position) -> bool;

    /// Whether the block with these men of the side to move is decoded, at least in part.
    fn has_begun(&self, sector: Sector, own: Points) -> bool;
}

/// The bounds of a position's value: at least, at most.
type Bounds = (Wdl, Wdl);

/// The most positions of which something is known: less than 10 MB.
const MOST_KNOWN: usize = 1 << 18;

/// What searches have found out. It stays right when one is cut off.
#[derive(Default)]
pub struct KnownBounds(HashMap<(u32, u32, u8), Bounds>);

impl KnownBounds {
    /// Takes note of the value of a position: no turn leads to a better one.
    pub fn insert(&mut self, position: &Position, value: Wdl) {
        for mv in position.legal_moves() {
            let bounds = self
                .0
                .entry(key(&position.after(mv)))
                .or_insert((Wdl::Loss, Wdl::Win));
            bounds.0 = bounds.0.max(value.before());
        }
    }

    /// Forgets everything where it is much.
    pub fn limit(&mut self) {
        if self.0.len() > MOST_KNOWN {
            self.0.clear();
        }
    }
}

/// Estimates a position for the side to move: more is better.
pub type Estimate = fn(&Position) -> i32;

/// A search.
pub struct PackSearch<'a, V> {
    stored: &'a Stored,
    values: &'a mut V,
    known: &'a mut KnownBounds,
    /// By which turns are ordered.
    estimate: Estimate,
}

impl<'a, V: StoredValues> PackSearch<'a, V> {
    pub fn new(
        stored: &'a Stored,
        values: &'a mut V,
        known: &'a mut KnownBounds,
        estimate: Estimate,
    ) -> Self {
        Self {
            stored,
            values,
            known,
            estimate,
        }
    }

    /// The value of a position to the side to move, of the game without draws by repetition or
    /// count; `None` where a value that it depends on is unavailable.
    pub fn value(&mut self, position: &Position) -> Option<Wdl> {
        self.search(position, Wdl::Loss, Wdl::Win)
    }

    /// The value if it is between the bounds; else a value beyond the one that it is beyond.
    fn search(&mut self, position: &Position, least: Wdl, most: Wdl) -> Option<Wdl> {
        if let Some(value) = ended(position) {
            return Some(value);
        }
        if self.is_stored(position) {
            return self.values.value(position);
        }
        let key = key(position);
        let (low, high) = self
            .known
            .0
            .get(&key)
            .copied()
            .unwrap_or((Wdl::Loss, Wdl::Win));
        // What is known suffices: the value, or that it is beyond a bound.
        if low >= most || low == high {
            return Some(low);
        }
        if high <= least {
            return Some(high);
        }
        let (least, most) = (least.max(low), most.min(high));
        let mut best = Wdl::Loss;
        let mut complete = true;
        for (_, mv) in self.ordered(position) {
            match self.search(&position.after(mv), most.before(), best.max(least).before()) {
                Some(value) => best = best.max(value.before()),
                // Another turn may be enough without it; else what it lacks has been asked for.
                None if self.values.goes_on() => complete = false,
                None => return None,
            }
            if best >= most {
                break;
            }
        }
        if best < most && !complete {
            return None;
        }
        // As in every alpha-beta search: below the window the value found is a bound from above,
        // beyond it one from below, and within it both.
        let low = if best > least { best } else { low };
        let high = if best < most { best } else { high };
        self.known.0.insert(key, (low, high));
        Some(best)
    }

    /// The turns, the most promising first: ends, what is decoded already, and the others by
    /// estimate. So half as many blocks are decoded as with captures first.
    fn ordered(&mut self, position: &Position) -> Vec<((u8, i32), Move)> {
        let mut moves = Vec::new();
        position.generate_into(&mut moves);
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|mv| (self.order(&position.after(mv)), mv))
            .collect();
        moves.sort_by_key(|&(order, _)| order);
        moves
    }

    /// Less for a turn, by where it leads, that should be looked at sooner.
    fn order(&self, next: &Position) -> (u8, i32) {
        if ended(next).is_some() {
            return (0, 0);
        }
        let is_cheap = if self.is_stored(next) {
            self.values.is_ready(next)
        } else {
            self.is_near(next)
        };
        (if is_cheap { 1 } else { 2 }, (self.estimate)(next))
    }

    /// Whether a quiet turn from a position that is not stored leads to a block that is decoded, at
    /// least in part.
    fn is_near(&self, position: &Position) -> bool {
        let Sector {
            own,
            other,
            own_hand,
            other_hand,
        } = Sector::of(position);
        let placed = usize::from(own_hand > 0);
        let sector = Sector {
            own: other,
            other: own + placed,
            own_hand: other_hand,
            other_hand: own_hand - placed,
        };
        let (mover, waiting) = sides(position);
        let is_stored = match self.stored.part(sector) {
            StoredPart::None => false,
            StoredPart::Quarter => {
                self.stored.is_even(waiting) && (placed > 0 || !self.stored.is_even(mover))
            }
            StoredPart::All => true,
        };
        is_stored && self.values.has_begun(sector, waiting)
    }

    fn is_stored(&self, position: &Position) -> bool {
        let (own, other) = sides(position);
        self.stored.contains(Sector::of(position), own, other)
    }
}

/// The men of the side to move, and the other's.
fn sides(position: &Position) -> (Points, Points) {
    let mover = position.side_to_move();
    (position.men(mover), position.men(mover.other()))
}

/// What names a position: the same for both colours.
fn key(position: &Position) -> (u32, u32, u8) {
    let (own, other) = sides(position);
    let [own_hand, other_hand] = [position.side_to_move(), position.side_to_move().other()]
        .map(|side| position.hand(side) as u8);
    // Hands have twelve men at most, which fit into four bits.
    (own.bits(), other.bits(), own_hand << 4 | other_hand)
}

/// The value of a game that is over, draws by repetition and count aside.
fn ended(position: &Position) -> Option<Wdl> {
    let blocked = || {
        if position.can_move() {
            None
        } else {
            position.outcome_when_blocked()
        }
    };
    let outcome = position.outcome_but_blocked_or_clocks().or_else(blocked)?;
    Some(outcome.value(position.side_to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::rules::Rules;
    use crate::tablebase::memory::{Solution, Solver};

    /// Stored values from a solution in memory; nothing else may be asked for. One answer of some
    /// is unavailable.
    struct PackedEndgame<'a> {
        solution: &'a Solution,
        stored: Stored,
        random: Random,
        every: usize,
    }

    impl StoredValues for PackedEndgame<'_> {
        fn value(&mut self, position: &Position) -> Option<Wdl> {
            let (own, other) = sides(position);
            assert!(self.stored.contains(Sector::of(position), own, other));
            if self.random.below(self.every) == 0 {
                return None;
            }
            crate::value::Probe::value(self.solution, position)
        }

        fn goes_on(&self) -> bool {
            self.every.is_multiple_of(2)
        }

        fn is_ready(&self, position: &Position) -> bool {
            position.key().is_multiple_of(2)
        }

        fn has_begun(&self, _: Sector, own: Points) -> bool {
            own.bits().is_multiple_of(3)
        }
    }

    #[test]
    fn a_search_finds_what_is_not_stored() {
        let mut random = Random::new(3);
        for spec in ["five", "five[fly=3]"] {
            let rules: Rules = spec.parse().unwrap();
            let mut solver = Solver::new(&rules).unwrap();
            while solver.step().unwrap() {}
            let solution = solver.finish();
            for hands in [0, 3] {
                let stored = Stored::new(&rules, hands).unwrap();
                let mut searched = 0;
                for _ in 0..150 {
                    let mut position = Position::start(rules).unwrap();
                    for _ in 0..random.below(60) {
                        let Some(&mv) = random.pick(&position.legal_moves()) else {
                            break;
                        };
                        position = position.after(mv);
                    }
                    let (own, other) = sides(&position);
                    let sector = Sector::of(&position);
                    let in_hand = sector.own_hand + sector.other_hand;
                    if in_hand > hands + 2
                        || stored.contains(sector, own, other)
                        || position.outcome().is_some()
                    {
                        continue;
                    }
                    searched += 1;
                    let right = crate::value::Probe::value(&solution, &position);
                    for every in [usize::MAX, 8, 9] {
                        let mut values = PackedEndgame {
                            solution: &solution,
                            stored,
                            random: random.clone(),
                            every,
                        };
                        let mut known = KnownBounds::default();
                        let found = (0..10_000).find_map(|_| {
                            PackSearch::new(
                                &stored,
                                &mut values,
                                &mut known,
                                crate::search::evaluate,
                            )
                            .value(&position)
                        });
                        assert_eq!(found, right, "{position}");
                    }
                }
                assert!(searched > 40, "{spec}: {searched}");
            }
        }
    }
}
