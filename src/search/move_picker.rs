//! Move ordering: the hash move, captures, blocks, killers, history.

use crate::board::{MAX_POINTS, Points};
use crate::moves::Move;
use crate::position::{Position, Side};

// The classes of moves. Each is more than all below it together: a history score is within its
// limit, and captures, which count once each, are three at most in nearly every position.
const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BLOCK: i32 = 1 << 20;
const HISTORY_LIMIT: i32 = 1 << 14;

/// A move with its ordering score: higher scores are searched first.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
}

impl ScoredMove {
    /// Whether it captures nothing, blocks no mill and is no killer.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        // A bad history takes at most its limit from a block.
        self.mv.captures().is_empty() && self.score < BLOCK - HISTORY_LIMIT
    }
}

/// The statistics that order moves: killers by ply, history by side.
pub(super) struct MoveOrdering {
    /// By ply; [`Move::PASS`] stands for no killer.
    killers: Vec<[Move; 2]>,
    /// By side and [`Move::way`].
    history: [[i32; Move::WAYS]; 2],
    /// By side and the point captured on.
    capture_history: [[i32; MAX_POINTS]; 2],
}

/// Adds a bonus or malus; the gravity term keeps the value within `HISTORY_LIMIT`.
fn update_history(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
}

impl MoveOrdering {
    pub fn new(plies: usize) -> Self {
        let no_killers = [Move::PASS; 2];
        Self {
            killers: vec![no_killers; plies],
            history: [[0; Move::WAYS]; 2],
            capture_history: [[0; MAX_POINTS]; 2],
        }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.killers.len());
    }

    /// Appends all moves except a pass, the hash move with the highest score.
    pub fn add_all(
        &self,
        position: &Position,
        moves: &mut Vec<ScoredMove>,
        hash_move: Option<Move>,
        ply: usize,
    ) {
        let closing = moves.len();
        self.add_closings(position, moves, None);
        moves[closing..]
            .iter_mut()
            .for_each(|scored| scored.score += CAPTURE);
        self.add_others(position, moves, None, ply);
        if let Some(scored) = moves.iter_mut().find(|scored| Some(scored.mv) == hash_move) {
            scored.score = HASH_MOVE;
        }
    }

    /// Appends the moves that close a mill, except `skip`.
    #[inline]
    pub fn add_closings(
        &self,
        position: &Position,
        moves: &mut Vec<ScoredMove>,
        skip: Option<Move>,
    ) {
        let side = position.side_to_move();
        let (history, capture_history) = (
            &self.history[side as usize],
            &self.capture_history[side as usize],
        );
        let mut valuable = None;
        position.generate_closings(|mv| {
            if Some(mv) == skip {
                return;
            }
            let valuable = *valuable.get_or_insert_with(|| valuable_captures(position));
            let captures = mv.captures();
            let mut score = history[mv.way()] + CAPTURE * captures.len() as i32;
            for taken in captures {
                score += capture_history[taken.index()]
                    + if valuable.contains(taken) { BLOCK } else { 0 };
            }
            moves.push(ScoredMove { mv, score });
        });
    }

    /// Appends the moves that close no mill, except `skip` and a pass. The killers are those of
    /// this ply.
    #[inline]
    pub fn add_others(
        &self,
        position: &Position,
        moves: &mut Vec<ScoredMove>,
        skip: Option<Move>,
        ply: usize,
    ) {
        let history = &self.history[position.side_to_move() as usize];
        let killers = self.killers[ply];
        let threatened = threatened(position);
        position.generate_others(|mv, to| {
            if Some(mv) == skip {
                return;
            }
            let killer = if killers.contains(&mv) { KILLER } else { 0 };
            let block = if threatened.contains(to) { BLOCK } else { 0 };
            moves.push(ScoredMove {
                mv,
                score: history[mv.way()] + killer + block,
            });
        });
    }

    /// A move caused a beta cutoff: it gets a history bonus that grows with depth², and becomes a
    /// killer if it captures nothing; the moves `searched` before it get a malus.
    pub fn beta_cutoff(
        &mut self,
        side: Side,
        mv: Move,
        depth: i32,
        ply: usize,
        searched: &[ScoredMove],
    ) {
        // At most an eighth of the range, so that no cutoff alone fills it.
        let bonus = (depth * depth * 4).min(HISTORY_LIMIT / 8);
        let (history, capture_history) = (
            &mut self.history[side as usize],
            &mut self.capture_history[side as usize],
        );
        update_history(&mut history[mv.way()], bonus);
        if mv.captures().is_empty() {
            let killers = &mut self.killers[ply];
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
        }
        for taken in mv.captures() {
            update_history(&mut capture_history[taken.index()], bonus);
        }
        for failed in searched {
            let captures = failed.mv.captures();
            if captures.is_empty() {
                update_history(&mut history[failed.mv.way()], -bonus);
            }
            for taken in captures {
                update_history(&mut capture_history[taken.index()], -bonus);
            }
        }
    }
}

/// The points where the other side could close a mill, if it can get there.
#[inline]
fn threatened(position: &Position) -> Points {
    position
        .board()
        .closers(position.men(position.side_to_move().other()))
        .and(position.empty())
}

/// The men most worth capturing: two of a mill whose third point is empty, or one that blocks a
/// mill of ours.
#[inline]
fn valuable_captures(position: &Position) -> Points {
    let side = position.side_to_move();
    let (own, enemy) = (position.men(side).bits(), position.men(side.other()).bits());
    let empty = position.empty().bits();
    // Without its lowest point nothing is left. A full mill counts, too, but lacks no point.
    let one = |points: u32| points & points.wrapping_sub(1) == 0;
    position.board().union_of_mills(|mill| {
        let lacking = mill & !enemy;
        let close = if one(lacking) && lacking & empty != 0 {
            mill & !lacking
        } else {
            0
        };
        let lacking = mill & !own;
        close | if one(lacking) { lacking & enemy } else { 0 }
    })
}

/// Selects the best remaining move: swaps it to index `from`.
#[inline]
pub(super) fn pick(moves: &mut [ScoredMove], from: usize) -> Move {
    // Score and index in one number, so that the maximum is branch-free and ties go to the earlier
    // move.
    let rank =
        |(i, scored): (usize, &ScoredMove)| i64::from(scored.score) << 16 | (0xffff - i as i64);
    let best = moves
        .iter()
        .enumerate()
        .skip(from)
        .map(rank)
        .max()
        .map_or(from, |best| 0xffff - (best & 0xffff) as usize);
    moves.swap(from, best);
    moves[from].mv
}
