//! Proof search: finds by exhaustive search what a side can force within a few of its moves.

use crate::board::Point;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::search::MovePrior;

/// What is to be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The game is won.
    Win,
    /// A running mill: of the last two turns each closes a mill, both with the same man, which goes
    /// there and back; or the game is won.
    Mill,
}

/// A node of the proof tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNode {
    /// The position.
    pub position: Position,
    /// The way that the man of a running mill has to go back.
    pub back: Option<(Point, Point)>,
}

impl ProofNode {
    /// After a turn that has nothing to do with a running mill: the first one of the solver, and
    /// all of the other side.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.position.play_unchecked(mv);
        next
    }

    /// After a turn of the solver other than the first.
    #[must_use]
    pub fn after_solver(&self, mv: Move) -> Self {
        Self {
            back: mv.to().zip(mv.from()),
            ..self.after(mv)
        }
    }
}

/// A proof search with a transposition table.
#[derive(Debug)]
pub struct Prover {
    goal: Goal,
    nodes: u64,
    max_nodes: u64,
    /// Killers, by turns left: the last reply that escaped.
    escapes: Vec<Option<Move>>,
    table: ProofTable,
}

impl Prover {
    /// A prover that gives up after `max_nodes` nodes.
    pub fn new(goal: Goal, max_nodes: u64) -> Self {
        Self {
            goal,
            nodes: 0,
            max_nodes,
            escapes: Vec::new(),
            table: ProofTable::default(),
        }
    }

    /// The nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a turn of the solver, with `left` turns left including this one, can by itself be
    /// part of a solution.
    pub fn fits(&self, node: &ProofNode, mv: Move, left: usize) -> bool {
        let ProofNode { position, back } = node;
        match (self.goal, left) {
            (Goal::Win, _) | (Goal::Mill, 3..) => true,
            (Goal::Mill, 2) => {
                let came_out = |from| position.in_mills(position.side_to_move()).contains(from);
                mv.from().is_some_and(came_out) && !position.closes(mv).is_empty()
            }
            (Goal::Mill, _) => mv.from().zip(mv.to()) == *back && !position.closes(mv).is_empty(),
        }
    }

    /// Whether the side to move can force the goal in at most `left` turns; `None` if the prover
    /// gave up.
    pub fn succeeds(&mut self, node: &ProofNode, left: usize) -> Option<bool> {
        let solver = node.position.side_to_move();
        if left == 0 || (self.goal == Goal::Win && self.is_hopeless(&node.position, left)) {
            return Some(false);
        }
        let key = node.position.key() | (left as u64) << LEFT;
        if left > 1
            && let Some(known) = self.table.get(key)
        {
            return Some(known);
        }
        let moves = node.position.legal_moves();
        let (taking, others) = (
            |mv: &&Move| !mv.captures().is_empty(),
            |mv: &&Move| mv.captures().is_empty(),
        );
        let mut found = false;
        for &mv in moves
            .iter()
            .filter(taking)
            .chain(moves.iter().filter(others))
        {
            if self.fits(node, mv, left) && self.works(node, mv, left, solver)? {
                found = true;
                break;
            }
        }
        if left > 1 {
            self.table.insert(key, found);
        }
        Some(found)
    }

    /// Whether a turn that fits forces the goal, with `left` turns left including this one; `None`
    /// if the prover gave up.
    pub fn works(&mut self, node: &ProofNode, mv: Move, left: usize, solver: Side) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.max_nodes {
            return None;
        }
        let next = if self.goal == Goal::Mill && left < 3 {
            node.after_solver(mv)
        } else {
            node.after(mv)
        };
        match next.position.outcome() {
            Some(outcome) => Some(outcome.winner() == Some(solver)),
            None if left == 1 => Some(self.goal == Goal::Mill),
            None => Some(self.escape(&next, left - 1)?.is_none()),
        }
    }

    /// A reply after which the solver cannot force the goal in `left` turns, if there is one; the
    /// outer `None` if the prover gave up.
    pub fn escape(&mut self, node: &ProofNode, left: usize) -> Option<Option<Move>> {
        let mut replies = node.position.legal_moves();
        if self.escapes.len() <= left {
            self.escapes.resize(left + 1, None);
        }
        if let Some(place) = replies
            .iter()
            .position(|&reply| Some(reply) == self.escapes[left])
        {
            replies.swap(0, place);
        }
        for reply in replies {
            if self.is_escape(node, reply, left)? {
                self.escapes[left] = Some(reply);
                return Some(Some(reply));
            }
        }
        Some(None)
    }

    /// Whether the solver cannot force the goal in `left` turns after this reply; `None` if the
    /// prover gave up.
    pub fn is_escape(&mut self, node: &ProofNode, reply: Move, left: usize) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.max_nodes {
            return None;
        }
        let next = node.after(reply);
        match next.position.outcome() {
            Some(outcome) => Some(outcome.winner() != Some(next.position.side_to_move())),
            None => Some(!self.succeeds(&next, left)?),
        }
    }

    /// The toughest defence against a solver who forces the goal in `left` turns: the reply that
    /// holds out longest; among equals, the likeliest by the move prior. `None` if the prover gave
    /// up or the game is over.
    pub fn defence(&mut self, node: &ProofNode, left: usize) -> Option<Move> {
        let replies = node.position.legal_moves();
        let weights = MovePrior::new(node.position.rules()).weights(&node.position, &replies);
        let mut best = None;
        for (&reply, weight) in replies.iter().zip(weights) {
            let mut takes = left;
            while self.goal == Goal::Win && takes > 1 && !self.is_escape(node, reply, takes - 1)? {
                takes -= 1;
            }
            if best.is_none_or(|(so_far, _)| (takes, weight) > so_far) {
                best = Some(((takes, weight), reply));
            }
        }
        best.map(|(_, reply)| reply)
    }

    /// Whether the game cannot be won in `left` turns: too few men can be captured, and the other
    /// side still has men in hand and so cannot be blocked.
    fn is_hopeless(&self, position: &Position, left: usize) -> bool {
        let (other, rules) = (position.side_to_move().other(), position.rules());
        let each = crate::rules::Mills::One == rules.mills;
        let taken = left * (1 + usize::from(rules.takes_between()));
        let free = position.empty().minus(rules.barred()).len();
        each && position.in_all(other) >= rules.least_men() + taken
            && position.hand(other) >= left
            && free > 2 * left
    }
}

/// The layout of an entry: [`Position::key`], above it the turns left, whether they suffice, and
/// whether the slot is used.
const LEFT: u32 = 57;
const SUFFICES: u64 = 1 << 62;
const FULL: u64 = 1 << 63;

/// The prover's transposition table: an open-addressing hash map. The standard library's map would
/// be several times the code, which the page loads first.
#[derive(Debug, Default)]
struct ProofTable {
    /// At least half of the slots are empty.
    slots: Vec<u64>,
    count: usize,
}

impl ProofTable {
    /// The slot of a key, or the empty one where it belongs.
    fn find(&self, key: u64) -> usize {
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        loop {
            place &= self.slots.len() - 1;
            if self.slots[place] == 0 || self.slots[place] & !SUFFICES == key | FULL {
                return place;
            }
            place += 1;
        }
    }

    fn get(&self, key: u64) -> Option<bool> {
        let place = if self.slots.is_empty() {
            0
        } else {
            self.slots[self.find(key)]
        };
        (place != 0).then_some(place & SUFFICES != 0)
    }

    fn insert(&mut self, key: u64, suffices: bool) {
        if 2 * self.count >= self.slots.len() {
            let room = vec![0; (2 * self.slots.len()).max(64)];
            for place in std::mem::replace(&mut self.slots, room)
                .into_iter()
                .filter(|&place| place != 0)
            {
                let at = self.find(place & !(FULL | SUFFICES));
                self.slots[at] = place;
            }
        }
        let at = self.find(key);
        self.count += usize::from(self.slots[at] == 0);
        self.slots[at] = key | FULL | if suffices { SUFFICES } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashMap;

    #[test]
    fn entries_are_found_again() {
        let (mut known, mut plain) = (ProofTable::default(), HashMap::new());
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let (low, left, holds) = (
                random.below(30_000) as u64,
                random.below(4) as u64,
                random.below(2) == 1,
            );
            let key = low | left << LEFT;
            assert_eq!(known.get(key), plain.get(&key).copied());
            known.insert(key, holds);
            plain.insert(key, holds);
        }
        assert_eq!(known.count, plain.len());
    }
}
