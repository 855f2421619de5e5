//! The values of positions that are not stored, by an alpha-beta search down to stored ones.

use super::stored::Stored;
use crate::board::Points;
use crate::moves::Move;
use crate::position::Position;
use crate::tablebase::{Sector, Wdl};
use std::collections::HashMap;

/// Where the values of stored positions come from.
pub(super) trait Values {
    /// The value of a stored position.
    fn value(&mut self, position: &Position) -> Wdl;

    /// Whether the value of a stored position is there, or must first be decoded.
    fn is_ready(&self, position: &Position) -> bool;
}

/// The bounds of a position's value: at least, at most.
type Bounds = (Wdl, Wdl);

/// A search, and what it has found out.
pub(super) struct Search<'a, V> {
    stored: &'a Stored,
    values: &'a mut V,
    bounds: HashMap<(u32, u32, u8), Bounds>,
}

impl<'a, V: Values> Search<'a, V> {
    pub(super) fn new(stored: &'a Stored, values: &'a mut V) -> Self {
        Self { stored, values, bounds: HashMap::new() }
    }

    /// The value of a position to the side to move, of the game without draws by repetition or count.
    pub(super) fn value(&mut self, position: &Position) -> Wdl {
        self.search(position, Wdl::Loss, Wdl::Win)
    }

    /// The value if it is between the bounds; else a value beyond the one that it is beyond.
    fn search(&mut self, position: &Position, least: Wdl, most: Wdl) -> Wdl {
        if let Some(value) = ended(position) {
            return value;
        }
        if self.is_stored(position) {
            return self.values.value(position);
        }
        let key = key(position);
        let (low, high) = self.bounds.get(&key).copied().unwrap_or((Wdl::Loss, Wdl::Win));
        if low >= most || low == high {
            return low;
        }
        if high <= least {
            return high;
        }
        let (least, most) = (least.max(low), most.min(high));
        let mut best = Wdl::Loss;
        for (_, mv) in self.ordered(position) {
            let value = self.search(&position.after(mv), most.before(), best.max(least).before()).before();
            best = best.max(value);
            if best >= most {
                break;
            }
        }
        let low = if best > least { best } else { low };
        let high = if best < most { best } else { high };
        self.bounds.insert(key, (low, high));
        best
    }

    /// The turns, the most promising first: ends, captures, and what is decoded already.
    fn ordered(&mut self, position: &Position) -> Vec<(i32, Move)> {
        let mut turns = Vec::new();
        position.generate_into(&mut turns);
        let mut turns: Vec<_> = turns.into_iter().map(|mv| (self.order(&position.after(mv), mv), mv)).collect();
        turns.sort_by_key(|&(order, _)| order);
        turns
    }

    /// Less for a turn that should be looked at sooner.
    fn order(&self, next: &Position, mv: Move) -> i32 {
        if ended(next).is_some() {
            return -3;
        }
        let ready = self.is_stored(next) && self.values.is_ready(next);
        -2 * i32::from(ready) - i32::from(!mv.captures().is_empty())
    }

    fn is_stored(&self, position: &Position) -> bool {
        let (own, other) = sides(position);
        self.stored.contains(Sector::of(position), own, other)
    }
}

/// The men of the side to move, and the other's.
fn sides(position: &Position) -> (Points, Points) {
    let mover = position.turn();
    (position.men(mover), position.men(mover.other()))
}

/// What names a position: the same for both colours.
fn key(position: &Position) -> (u32, u32, u8) {
    let (own, other) = sides(position);
    let [own_hand, other_hand] = [position.turn(), position.turn().other()].map(|side| position.hand(side) as u8);
    (own.bits(), other.bits(), own_hand << 4 | other_hand)
}

/// The value of a game that is over, draws by repetition and count aside.
fn ended(position: &Position) -> Option<Wdl> {
    let blocked = || if position.can_move() { None } else { position.outcome_when_blocked() };
    let outcome = position.outcome_but_blocked_or_clocks().or_else(blocked)?;
    Some(outcome.value(position.turn()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::rules::Rules;
    use crate::tablebase::memory::{Solution, Solver};

    /// Stored values from a solution in memory; nothing else may be asked for.
    struct Solved<'a>(&'a Solution, Stored);

    impl Values for Solved<'_> {
        fn value(&mut self, position: &Position) -> Wdl {
            let (own, other) = sides(position);
            assert!(self.1.contains(Sector::of(position), own, other));
            crate::tablebase::Probe::value(self.0, position).unwrap()
        }

        fn is_ready(&self, position: &Position) -> bool {
            position.key().is_multiple_of(2)
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
                        let Some(&mv) = random.pick(&position.legal_moves()) else { break };
                        position = position.after(mv);
                    }
                    let (own, other) = sides(&position);
                    let sector = Sector::of(&position);
                    let in_hand = sector.own_hand + sector.other_hand;
                    if in_hand > hands + 2 || stored.contains(sector, own, other) || position.outcome().is_some() {
                        continue;
                    }
                    searched += 1;
                    let found = Search::new(&stored, &mut Solved(&solution, stored)).value(&position);
                    assert_eq!(Some(found), crate::tablebase::Probe::value(&solution, &position), "{position}");
                }
                assert!(searched > 40, "{spec}: {searched}");
            }
        }
    }
}
