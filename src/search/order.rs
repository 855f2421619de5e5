//! Which turn to try first: the remembered one, captures, what refuted a sister position, what has done well.

use crate::board::{MAX_POINTS, Points};
use crate::moves::Move;
use crate::position::{Position, Side};

const REMEMBERED: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BLOCK: i32 = 1 << 20;
const HISTORY_LIMIT: i32 = 1 << 14;

/// A turn in a list: the higher the score, the earlier it is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub mv: Move,
    pub score: i32,
}

impl Turn {
    /// Whether it takes no man, blocks no mill and has refuted nothing near.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.mv.captures().is_empty() && self.score < BLOCK - HISTORY_LIMIT
    }
}

/// What the search learns about turns while it goes.
pub(super) struct Order {
    /// By ply; a turn of no position where there is none.
    killers: Vec<[Move; 2]>,
    ways: [[i32; Move::WAYS]; 2],
    taken: [[i32; MAX_POINTS]; 2],
}

fn learn(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
}

impl Order {
    pub fn new(plies: usize) -> Self {
        let none = [Move::PASS; 2];
        Self { killers: vec![none; plies], ways: [[0; Move::WAYS]; 2], taken: [[0; MAX_POINTS]; 2] }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.killers.len());
    }

    /// Appends all turns but a pass, `first` with a score above all others.
    pub fn all_into(&self, position: &Position, turns: &mut Vec<Turn>, first: Option<Move>, ply: usize) {
        let closing = turns.len();
        self.closings_into(position, turns, None);
        turns[closing..].iter_mut().for_each(|turn| turn.score += CAPTURE);
        self.others_into(position, turns, None, ply);
        if let Some(turn) = turns.iter_mut().find(|turn| Some(turn.mv) == first) {
            turn.score = REMEMBERED;
        }
    }

    /// Appends the turns that close a mill, but for one.
    #[inline]
    pub fn closings_into(&self, position: &Position, turns: &mut Vec<Turn>, but: Option<Move>) {
        let side = position.turn();
        let (ways, taken_by) = (&self.ways[side as usize], &self.taken[side as usize]);
        let mut worth = None;
        position.generate_closings(|mv| {
            if Some(mv) == but {
                return;
            }
            let useful = *worth.get_or_insert_with(|| useful(position));
            let captures = mv.captures();
            let mut score = ways[mv.way()] + CAPTURE * captures.len() as i32;
            for taken in captures {
                score += taken_by[taken.index()] + if useful.contains(taken) { BLOCK } else { 0 };
            }
            turns.push(Turn { mv, score });
        });
    }

    /// Appends the other turns, but for one and a pass, at this ply of the tree.
    #[inline]
    pub fn others_into(&self, position: &Position, turns: &mut Vec<Turn>, but: Option<Move>, ply: usize) {
        let ways = &self.ways[position.turn() as usize];
        let killers = self.killers[ply];
        let threatened = threatened(position);
        position.generate_others(|mv, to| {
            if Some(mv) == but {
                return;
            }
            let killer = if killers.contains(&mv) { KILLER } else { 0 };
            let block = if threatened.contains(to) { BLOCK } else { 0 };
            turns.push(Turn { mv, score: ways[mv.way()] + killer + block });
        });
    }

    /// A turn was good enough to spare the rest; `before` were tried in vain.
    pub fn refuted(&mut self, side: Side, mv: Move, depth: i32, ply: usize, before: &[Turn]) {
        let bonus = (depth * depth * 4).min(HISTORY_LIMIT / 8);
        let (ways, taken_by) = (&mut self.ways[side as usize], &mut self.taken[side as usize]);
        learn(&mut ways[mv.way()], bonus);
        if mv.captures().is_empty() {
            let killers = &mut self.killers[ply];
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
        }
        for taken in mv.captures() {
            learn(&mut taken_by[taken.index()], bonus);
        }
        for failed in before {
            let captures = failed.mv.captures();
            if captures.is_empty() {
                learn(&mut ways[failed.mv.way()], -bonus);
            }
            for taken in captures {
                learn(&mut taken_by[taken.index()], -bonus);
            }
        }
    }
}

/// The points where the other side could close a mill, if it can get there.
#[inline]
fn threatened(position: &Position) -> Points {
    position.board().closers(position.men(position.turn().other())).and(position.empty())
}

/// The men worth taking: two of a mill whose third point is empty, or one that holds up a mill of ours.
#[inline]
fn useful(position: &Position) -> Points {
    let side = position.turn();
    let (own, enemy) = (position.men(side).bits(), position.men(side.other()).bits());
    let empty = position.empty().bits();
    let one = |points: u32| points & points.wrapping_sub(1) == 0;
    position.board().union_of_mills(|mill| {
        let lacking = mill & !enemy;
        let close = if one(lacking) && lacking & empty != 0 { mill & !lacking } else { 0 };
        let lacking = mill & !own;
        close | if one(lacking) { lacking & enemy } else { 0 }
    })
}

/// Brings the best of the turns from `from` on to `from`.
#[inline]
pub(super) fn pick(turns: &mut [Turn], from: usize) -> Move {
    // In one number, ties going to the earlier, so that nothing has to be guessed on the way.
    let rank = |(i, turn): (usize, &Turn)| i64::from(turn.score) << 16 | (0xffff - i as i64);
    let best =
        turns.iter().enumerate().skip(from).map(rank).max().map_or(from, |best| 0xffff - (best & 0xffff) as usize);
    turns.swap(from, best);
    turns[from].mv
}
