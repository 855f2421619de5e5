//! The tree: an explicit stack of frames instead of recursion, so that the search can stop after any node and go on.
//!
//! Late turns are reduced, but nothing is pruned for a null move: in these games it is often bad to have to move, and a
//! side that may pass holds what it would have to give up.

use super::draw_clock::plies_left;
use super::frame::{Frame, Stage, Trial, frame_move};
use super::hash::{hash_of, mix};
use super::order::{Turn, pick};
use super::score::{INFINITE, WON};
use super::table::{Bound, Known, NEAR_DEPTH, SOLID, Table};
use super::{QUIESCENCE, Searcher};
use crate::moves::Move;
use crate::position::{Outcome, Position};
use crate::rules::Goal;

/// What comes of looking at a position.
enum Seen {
    /// Its score, and whether that rests on ends of the game alone.
    Value(i32, bool),
    /// Its turns have to be searched; its frame is on the stack.
    Open,
}

impl Frame {
    /// By how many plies less the turn before the next is searched at first: the more, the later it is and the deeper
    /// the search. What the order thinks much of is searched in full.
    #[inline]
    fn late(&self, turn: &Turn) -> i32 {
        if self.depth < REDUCED_DEPTH || self.next <= EARLY || !turn.is_quiet() {
            return 0;
        }
        let late = sixteen_log2(self.depth) * sixteen_log2(self.next as i32) / REDUCTION;
        let late = late - i32::from(self.beta - self.alpha > 1);
        late.clamp(0, self.depth - 2)
    }
}

impl Searcher {
    /// Searches until `stop` nodes have been visited, or a limit is reached.
    pub(super) fn run(&mut self, stop: u64) {
        loop {
            if self.knowledge.asked_slowly() {
                return;
            }
            let frame = &mut self.frames[self.ply];
            let ply = &mut self.plies[self.ply];
            let listed = frame.again || frame.next < ply.turns.len();
            if !listed && frame.alpha < frame.beta && frame.stage != Stage::Last {
                self.list_more();
                continue;
            }
            if !listed || frame.alpha >= frame.beta {
                let value = self.leave();
                if self.ply == 0 {
                    self.finish_depth();
                    if self.done {
                        return;
                    }
                } else {
                    let solid = self.frames[self.ply].solid;
                    self.ply -= 1;
                    self.take(value, solid);
                }
                continue;
            }
            if self.nodes >= self.node_limit {
                self.done = true;
                return;
            }
            if self.nodes >= stop {
                return;
            }
            let mv = if frame.again {
                frame.again = false;
                ply.turns[frame.next - 1].mv
            } else {
                frame.next += 1;
                frame.trial = if frame.next > 1 && frame.depth > 0 && frame.beta - frame.alpha > 1 {
                    Trial::Narrow
                } else {
                    Trial::Full
                };
                let mv = pick(&mut ply.turns, frame.next - 1);
                frame.reduction = if self.selective { frame.late(&ply.turns[frame.next - 1]) } else { 0 };
                mv
            };
            let mut narrow = frame.trial == Trial::Narrow;
            let (mut alpha, mut beta, mut depth) = (frame.alpha, frame.beta, frame.depth - 1 - frame.reduction);
            if self.ply == 0 && self.lines.several() {
                let Some(window) = self.open_line(mv) else { continue };
                ((alpha, beta), narrow) = (window, false);
                depth = self.depth - 1 - self.frames[0].reduction;
            } else if let Some(taste) = self.limits.taste.filter(|_| self.ply == 0) {
                // Exact scores for all turns that may be chosen.
                (frame.trial, narrow) = (Trial::Full, false);
                alpha = (alpha - 1 - i32::from(taste.margin)).max(-INFINITE);
            }
            if narrow {
                beta = alpha + 1;
            }
            // Played where it stays: a copy would have to wait for what was just written.
            let (below, above) = self.frames.split_at_mut(self.ply + 1);
            above[0].position = below[self.ply].position;
            above[0].position.play_unchecked(mv);
            if let Seen::Value(value, solid) = self.enter(-beta, -alpha, depth) {
                self.take(value, solid);
            }
        }
    }

    /// Looks at the position that was just played, one ply above the top frame.
    fn enter(&mut self, mut alpha: i32, mut beta: i32, depth: i32) -> Seen {
        self.nodes += 1;
        let ply = self.ply + 1;
        let on_pv = beta - alpha > 1;
        if on_pv {
            self.plies[ply].pv.clear();
        }
        let position = &self.frames[ply].position;
        // What quiescence plays can never be undone, so that nothing recurs there but at its root.
        let mut hash = 0;
        if depth > 0 || position.clock() >= RECURS || self.noisy {
            hash = hash_of(position);
            if depth > 0 {
                self.table_for(depth).touch(hash);
            }
        }
        let solid = |value| Seen::Value(value, true);
        // The order in which ends are looked for is the rules'.
        if let Some(outcome) = position.outcome_but_blocked_or_clocks() {
            return solid(value_of(outcome, position, ply));
        }
        let can_move = position.can_move();
        if !can_move && let Some(outcome) = position.outcome_when_blocked() {
            return solid(value_of(outcome, position, ply));
        }
        if position.outcome_by_clock().is_some() || self.recurs_at(position, hash, ply) {
            return Seen::Value(0, false);
        }
        // Nothing here can be better than a win next ply, or worse than having lost.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return solid(alpha);
        }
        if !self.overlooking && wins_at_once(position) {
            return solid(WON - ply as i32 - 1);
        }
        self.frames[ply].hash = hash;
        if depth <= 0 {
            self.enter_quiescence(alpha, beta, depth, ply)
        } else {
            self.enter_full(alpha, beta, depth, ply, on_pv, can_move)
        }
    }

    fn enter_quiescence(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> Seen {
        let frame = &mut self.frames[ply];
        let mut stand = self.judge.evaluate(&frame.position);
        if let Some(taste) = self.limits.taste.filter(|_| self.noisy) {
            stand += taste.misjudges(frame.hash);
        }
        if stand >= beta || depth <= -QUIESCENCE {
            return Seen::Value(stand, false);
        }
        let turns = &mut self.plies[ply].turns;
        turns.clear();
        self.order.closings_into(&frame.position, turns, None);
        // Where no man may be taken, a mill changes little.
        if frame.position.rules().goal == Goal::Capture
            && turns.first().is_some_and(|turn| turn.mv.captures().is_empty())
        {
            return Seen::Value(stand, false);
        }
        if let Some(taste) = self.limits.taste.filter(|_| self.overlooking) {
            turns.retain(|turn| !taste.overlooks(&frame.position, turn.mv));
        }
        if turns.is_empty() {
            return Seen::Value(stand, false);
        }
        frame.begin(alpha.max(stand), beta, depth);
        (frame.floor, frame.best, frame.solid) = (alpha, stand, false);
        self.ply = ply;
        Seen::Open
    }

    fn enter_full(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize, on_pv: bool, can_move: bool) -> Seen {
        let frame = &self.frames[ply];
        let plies_left = plies_left(&frame.position);
        let key = salted(frame.hash, plies_left);
        let known = self.table_for(depth).probe(self.era, key, ply);
        if let Some(known) = known.filter(|_| !on_pv)
            && let Some(value) = known.cutoff(alpha, beta, depth, ply, plies_left)
        {
            return Seen::Value(value, known.depth == SOLID);
        }
        let frame = &mut self.frames[ply];
        if let Some(value) = self.knowledge.ask(&frame.position, ply, depth, plies_left) {
            let known = Known { best: None, score: value, depth: SOLID, bound: Bound::Exact };
            self.table_for(depth).store(self.era, key, known, ply);
            return Seen::Value(value, true);
        }
        frame.begin(alpha, beta, depth);
        let turns = &mut self.plies[ply].turns;
        turns.clear();
        let first = known.and_then(|known| known.best).filter(|&mv| frame.position.is_plausible(mv));
        if !can_move {
            turns.push(Turn { mv: Move::PASS, score: 0 });
        } else if let Some(taste) = self.limits.taste.filter(|_| self.overlooking) {
            self.order.all_into(&frame.position, turns, first, ply);
            let seen = |turn: &Turn| !taste.overlooks(&frame.position, turn.mv);
            if turns.iter().any(seen) {
                turns.retain(seen);
            }
        } else {
            frame.stage = Stage::Closings;
            turns.extend(first.map(|mv| Turn { mv, score: 0 }));
        }
        self.ply = ply;
        Seen::Open
    }

    /// The table for positions that are searched so deep.
    #[inline]
    fn table_for(&self, depth: i32) -> &Table {
        if depth <= NEAR_DEPTH { &self.near } else { &self.table }
    }

    /// Lists the next part of the top frame's turns.
    fn list_more(&mut self) {
        let frame = &mut self.frames[self.ply];
        let turns = &mut self.plies[self.ply].turns;
        // What was listed before the closings is the remembered turn, if there is one.
        let first = turns.first().map(|turn| turn.mv);
        if frame.stage == Stage::Closings {
            frame.stage = Stage::Others;
            self.order.closings_into(&frame.position, turns, first);
        } else {
            frame.stage = Stage::Last;
            self.order.others_into(&frame.position, turns, first, self.ply);
        }
    }

    /// Whether a position at this ply has occurred in the tree, or twice in the game before.
    #[inline]
    pub(super) fn recurs_at(&self, position: &Position, hash: u64, mut ply: usize) -> bool {
        if position.clock() < RECURS {
            return false;
        }
        let mut back = usize::from(position.clock());
        // Only every second position has the same side to move.
        while back >= 2 && ply >= 2 {
            (ply, back) = (ply - 2, back - 2);
            if self.frames[ply].hash == hash {
                return true;
            }
        }
        if back < 2 || self.earlier.is_empty() {
            return false;
        }
        let back = (back - ply.min(back)).min(self.earlier.len());
        self.earlier[self.earlier.len() - back..].iter().filter(|&&earlier| earlier == hash).count() >= 2
    }

    /// Hands a child's score to the frame that is now on top.
    fn take(&mut self, value: i32, solid: bool) {
        let value = -value;
        let at_root = self.ply == 0;
        if at_root && self.lines.several() {
            return self.take_line(value, solid);
        }
        let frame = &mut self.frames[self.ply];
        // Better than thought: once more, as deep as the others.
        if frame.reduction > 0 && value > frame.alpha {
            frame.reduction = 0;
            frame.again = true;
            return;
        }
        if frame.trial == Trial::Narrow && value > frame.alpha && value < frame.beta {
            frame.trial = Trial::Full;
            frame.again = true;
            return;
        }
        if at_root && frame.trial == Trial::Full {
            self.score_root(frame_move(&self.plies[0].turns, self.frames[0].next), value);
        }
        let frame = &mut self.frames[self.ply];
        if value >= frame.beta {
            frame.solid = solid;
        } else {
            frame.solid &= solid;
        }
        if value <= frame.best {
            return;
        }
        let (below, above) = self.plies.split_at_mut(self.ply + 1);
        let of_ply = &mut below[self.ply];
        let mv = frame_move(&of_ply.turns, frame.next);
        frame.best = value;
        frame.best_move = Some(mv);
        if value <= frame.alpha {
            return;
        }
        if frame.beta - frame.floor > 1 {
            of_ply.pv.clear();
            of_ply.pv.push(mv);
            if frame.trial == Trial::Full {
                of_ply.pv.extend_from_slice(&above[0].pv);
            }
        }
        frame.alpha = value;
        if at_root {
            self.improve_root(mv, value);
        }
    }

    /// The top frame is searched through: what is learnt from it, and its score.
    fn leave(&mut self) -> i32 {
        let frame = &self.frames[self.ply];
        let value = frame.best;
        if frame.depth <= 0 || self.ply == 0 {
            return value;
        }
        let bound = if value >= frame.beta {
            Bound::Lower
        } else if value > frame.floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(mv) = frame.best_move.filter(|_| bound == Bound::Lower) {
            let before = &self.plies[self.ply].turns[..frame.next - 1];
            self.order.refuted(frame.position.turn(), mv, frame.depth, self.ply, before);
        }
        let known = Known {
            best: frame.best_move.filter(|_| bound != Bound::Upper),
            score: value,
            depth: if frame.solid { SOLID } else { frame.depth },
            bound,
        };
        self.table_for(frame.depth).store(self.era, salted(frame.hash, plies_left(&frame.position)), known, self.ply);
        value
    }
}

/// Whether a turn wins on the spot, by the last mill or the last man that was needed. (Not every such turn is found:
/// one that blocks the other side is not.)
#[inline]
fn wins_at_once(position: &Position) -> bool {
    match position.rules().goal {
        Goal::Mill => position.can_close(),
        Goal::Capture => {
            let other = position.turn().other();
            position.in_all(other) == 3 && position.can_close() && !position.takable(other).is_empty()
        }
    }
}

/// Late turns are searched less deep where so many plies are left,
const REDUCED_DEPTH: i32 = 3;
/// but not the first so many,
const EARLY: usize = 3;
/// and by the product of two logarithms, divided by this.
const REDUCTION: i32 = 600;

/// About sixteen times the binary logarithm.
#[inline]
fn sixteen_log2(number: i32) -> i32 {
    let whole = number.ilog2();
    16 * whole as i32 + ((16 * (number - (1 << whole))) >> whole)
}

/// A position can recur after so many plies without a capture or a placing.
const RECURS: u16 = 4;

/// The score of a game that has ended, for the side to move.
fn value_of(outcome: Outcome, position: &Position, ply: usize) -> i32 {
    match outcome.winner() {
        None => 0,
        Some(winner) if winner == position.turn() => WON - ply as i32,
        Some(_) => ply as i32 - WON,
    }
}

/// The hash that the table goes by: close to the end by a clock, positions with different clocks are different.
#[inline]
fn salted(hash: u64, plies_left: i32) -> u64 {
    /// About as far as searches see in practice.
    const CLOSE: i32 = 16;
    if plies_left >= CLOSE { hash } else { hash ^ mix(0x1000 + plies_left as u64) }
}
