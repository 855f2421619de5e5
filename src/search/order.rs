//! Which turn to try first: the remembered one, captures, what refuted a sister position, what has done well.

use crate::board::{MAX_POINTS, Points};
use crate::moves::Move;
use crate::position::{Position, Side};

const REMEMBERED: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BLOCK: i32 = 1 << 20;
const HISTORY_LIMIT: i32 = 1 << 14;
/// The way of a placing begins here.
const HAND: usize = MAX_POINTS;

/// What the search learns about turns while it goes.
pub(super) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    ways: Vec<i32>,
    taken: [[i32; MAX_POINTS]; 2],
}

fn way(side: Side, mv: Move) -> usize {
    let from = mv.from().map_or(HAND, |point| point.index());
    let to = mv.to().map_or(0, |point| point.index());
    (side as usize * (MAX_POINTS + 1) + from) * MAX_POINTS + to
}

fn learn(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
}

impl Order {
    pub fn new(plies: usize) -> Self {
        Self {
            killers: vec![[None; 2]; plies],
            ways: vec![0; 2 * (MAX_POINTS + 1) * MAX_POINTS],
            taken: [[0; MAX_POINTS]; 2],
        }
    }

    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.ways.fill(0);
        self.taken = [[0; MAX_POINTS]; 2];
    }

    /// Scores turns for [`pick`]: the higher, the earlier.
    pub fn score(&self, position: &Position, moves: &[Move], scores: &mut Vec<i32>, first: Option<Move>, ply: usize) {
        let side = position.turn();
        let board = position.board();
        let (own, enemy, empty) = (position.men(side), position.men(side.other()), position.empty());
        // Points where the other side could close, and men worth taking: two of a mill whose third point is empty, or
        // one that holds up a mill of ours.
        let (mut threatened, mut useful) = (0, 0);
        for mill in board.mills() {
            let lacking = mill.minus(enemy).bits();
            let close = lacking & lacking.wrapping_sub(1) == 0 && lacking & empty.bits() != 0;
            threatened |= if close { lacking } else { 0 };
            useful |= if close { mill.bits() & !lacking } else { 0 };
            let lacking = mill.minus(own).bits();
            useful |= if lacking & lacking.wrapping_sub(1) == 0 { lacking & enemy.bits() } else { 0 };
        }
        let (threatened, useful) = (Points::from_bits(threatened), Points::from_bits(useful));
        let killers = self.killers[ply];
        scores.clear();
        scores.extend(moves.iter().map(|&mv| {
            if Some(mv) == first {
                return REMEMBERED;
            }
            let captures = mv.captures();
            let mut score = self.ways[way(side, mv)];
            if captures.is_empty() {
                if killers.contains(&Some(mv)) {
                    score += KILLER;
                }
                if mv.to().is_some_and(|to| threatened.contains(to)) {
                    score += BLOCK;
                }
            } else {
                score += CAPTURE * captures.len() as i32;
                for taken in captures {
                    score += self.taken[side as usize][taken.index()];
                    if useful.contains(taken) {
                        score += BLOCK;
                    }
                }
            }
            score
        }));
    }

    /// A turn was good enough to spare the rest; `before` were tried in vain.
    pub fn refuted(&mut self, side: Side, mv: Move, depth: i32, ply: usize, before: &[Move]) {
        let bonus = (depth * depth * 4).min(HISTORY_LIMIT / 8);
        learn(&mut self.ways[way(side, mv)], bonus);
        if mv.captures().is_empty() {
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        for taken in mv.captures() {
            learn(&mut self.taken[side as usize][taken.index()], bonus);
        }
        for &failed in before {
            let captures = failed.captures();
            if captures.is_empty() {
                learn(&mut self.ways[way(side, failed)], -bonus);
            }
            for taken in captures {
                learn(&mut self.taken[side as usize][taken.index()], -bonus);
            }
        }
    }
}

/// Brings the best of the turns from `from` on to `from`; ties go to the earlier.
#[inline]
pub(super) fn pick(moves: &mut [Move], scores: &mut [i32], from: usize) -> Move {
    let mut best = from;
    for i in from + 1..scores.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    moves.swap(from, best);
    scores.swap(from, best);
    moves[from]
}
