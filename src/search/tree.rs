//! The tree: an explicit stack of frames instead of recursion, so that the search can stop after any node and go on.

use super::closings::{closings_into, wins_at_once};
use super::score::{INFINITE, WON};
use super::table::{Bound, Known, SOLID};
use super::{QUIESCENCE, Searcher, hash, mix, order};
use crate::moves::Move;
use crate::position::{Outcome, Position};
use crate::rules::Ten;

/// A position that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    position: Position,
    /// What repetition compares.
    hash: u64,
    alpha: i32,
    beta: i32,
    /// The alpha that it began with.
    floor: i32,
    depth: i32,
    pub best: i32,
    pub best_move: Option<Move>,
    /// The next of the ply's moves.
    next: usize,
    /// The window of the move that is being searched is empty: is it better, yes or no?
    probing: bool,
    /// It is better; by how much is still to be found.
    again: bool,
    /// The score rests on ends of the game alone.
    pub solid: bool,
}

/// What comes of looking at a position.
enum Seen {
    /// Its score, and whether that rests on ends of the game alone.
    Value(i32, bool),
    /// Its turns have to be searched; its frame is on the stack.
    Open,
}

impl Frame {
    pub fn root(position: &Position) -> Self {
        Self {
            position: *position,
            hash: hash(position.identity()),
            alpha: 0,
            beta: 0,
            floor: 0,
            depth: 0,
            best: 0,
            best_move: None,
            next: 0,
            probing: false,
            again: false,
            solid: true,
        }
    }

    pub fn begin(&mut self, alpha: i32, beta: i32, depth: i32) {
        *self = Self { alpha, beta, floor: alpha, depth, best: -INFINITE, ..Self::root(&self.position) };
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    fn is_done(&self, moves: usize) -> bool {
        self.alpha >= self.beta || (self.next >= moves && !self.again)
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
            if frame.is_done(ply.moves.len()) {
                let value = self.leave();
                if self.ply == 0 {
                    self.finish_iteration();
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
                ply.moves[frame.next - 1]
            } else {
                let mv = order::pick(&mut ply.moves, &mut ply.scores, frame.next);
                frame.next += 1;
                mv
            };
            let (mut alpha, beta) = (frame.alpha, frame.beta);
            let taste = self.limits.taste.filter(|_| self.ply == 0);
            frame.probing = false;
            if let Some(taste) = taste {
                // Exact scores for all turns that may be chosen.
                alpha = (alpha - 1 - i32::from(taste.margin)).max(-INFINITE);
            } else {
                frame.probing = frame.next > 1 && !frame.again && frame.depth > 0 && beta - alpha > 1;
            }
            frame.again = false;
            let beta = if frame.probing { alpha + 1 } else { beta };
            let depth = frame.depth - 1;
            let mut child = frame.position;
            child.play_unchecked(mv);
            if let Seen::Value(value, solid) = self.enter(child, -beta, -alpha, depth) {
                self.take(value, solid);
            }
        }
    }

    /// Looks at a position one ply above the top frame.
    fn enter(&mut self, position: Position, mut alpha: i32, mut beta: i32, depth: i32) -> Seen {
        self.nodes += 1;
        let ply = self.ply + 1;
        let on_pv = beta - alpha > 1;
        self.plies[ply].pv.clear();
        let solid = |value| Seen::Value(value, true);
        // The order in which ends are looked for is the rules'.
        if let Some(outcome) = position.outcome_but_blocked_or_clocks() {
            return solid(value_of(outcome, &position, ply));
        }
        if !position.can_move()
            && let Some(outcome) = position.outcome_when_blocked()
        {
            return solid(value_of(outcome, &position, ply));
        }
        if position.outcome_by_clock().is_some() {
            return Seen::Value(0, false);
        }
        let hash = hash(position.identity());
        if self.recurs(&position, hash) {
            return Seen::Value(0, false);
        }
        // Nothing here can be better than a win next ply, or worse than having lost.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return solid(alpha);
        }
        let overlooks = self.limits.taste.is_some_and(|taste| taste.overlooks > 0);
        if !overlooks && wins_at_once(&position) {
            return solid(WON - ply as i32 - 1);
        }
        let frame = Frame {
            position,
            hash,
            alpha,
            beta,
            floor: alpha,
            depth,
            best: -INFINITE,
            best_move: None,
            next: 0,
            probing: false,
            again: false,
            solid: true,
        };
        if depth <= 0 { self.enter_quiescence(frame, ply) } else { self.enter_full(frame, ply, on_pv) }
    }

    fn enter_quiescence(&mut self, mut frame: Frame, ply: usize) -> Seen {
        let mut stand = self.judge.evaluate(&frame.position);
        if let Some(taste) = self.limits.taste.filter(|taste| taste.noise > 0) {
            stand += taste.misjudges(frame.hash);
        }
        if stand >= frame.beta || frame.depth <= -QUIESCENCE {
            return Seen::Value(stand, false);
        }
        let moves = &mut self.plies[ply].moves;
        moves.clear();
        closings_into(&frame.position, moves);
        if let Some(taste) = self.limits.taste.filter(|taste| taste.overlooks > 0) {
            moves.retain(|&mv| !taste.overlooks(&frame.position, mv));
        }
        if moves.is_empty() {
            return Seen::Value(stand, false);
        }
        frame.best = stand;
        frame.alpha = frame.alpha.max(stand);
        frame.solid = false;
        self.push(frame, ply, None)
    }

    fn enter_full(&mut self, frame: Frame, ply: usize, on_pv: bool) -> Seen {
        let plies_left = plies_left(&frame.position);
        let known = self.table.probe(salted(frame.hash, plies_left), ply);
        if let Some(known) = known.filter(|_| !on_pv)
            && let Some(value) = known.cutoff(frame.alpha, frame.beta, frame.depth, ply, plies_left)
        {
            return Seen::Value(value, known.depth == SOLID);
        }
        if let Some(value) = self.knowledge.ask(&frame.position, ply, frame.depth, plies_left) {
            let known = Known { best: None, score: value, depth: SOLID, bound: Bound::Exact };
            self.table.store(salted(frame.hash, plies_left), known, ply);
            return Seen::Value(value, true);
        }
        let moves = &mut self.plies[ply].moves;
        moves.clear();
        frame.position.generate_into(moves);
        if let Some(taste) = self.limits.taste.filter(|taste| taste.overlooks > 0) {
            let seen = |mv: &Move| !taste.overlooks(&frame.position, *mv);
            if moves.iter().any(seen) {
                moves.retain(seen);
            }
        }
        self.push(frame, ply, known.and_then(|known| known.best))
    }

    fn push(&mut self, frame: Frame, ply: usize, first: Option<Move>) -> Seen {
        let of_ply = &mut self.plies[ply];
        self.order.score(&frame.position, &of_ply.moves, &mut of_ply.scores, first, ply);
        self.ply = ply;
        match self.frames.get_mut(ply) {
            Some(place) => *place = frame,
            None => self.frames.push(frame),
        }
        Seen::Open
    }

    /// Whether the position has occurred in the tree, or twice in the game before.
    fn recurs(&self, position: &Position, hash: u64) -> bool {
        self.recurs_at(position, hash, self.ply + 1)
    }

    /// The same for a position at this ply.
    pub(super) fn recurs_at(&self, position: &Position, hash: u64, mut ply: usize) -> bool {
        let mut back = usize::from(position.clock());
        if back < 4 {
            return false;
        }
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
        let (below, above) = self.plies.split_at_mut(self.ply + 1);
        let (of_ply, frame) = (&mut below[self.ply], &mut self.frames[self.ply]);
        let mv = of_ply.moves[frame.next - 1];
        if frame.probing && value > frame.alpha && value < frame.beta {
            frame.again = true;
            return;
        }
        if at_root
            && !frame.probing
            && let Some(root) = self.root.iter_mut().find(|root| root.mv == mv)
        {
            root.score = Some(value);
        }
        if value >= frame.beta {
            frame.solid = solid;
        } else {
            frame.solid &= solid;
        }
        if value <= frame.best {
            return;
        }
        frame.best = value;
        frame.best_move = Some(mv);
        if value <= frame.alpha {
            return;
        }
        if frame.beta - frame.floor > 1 {
            of_ply.pv.clear();
            of_ply.pv.push(mv);
            of_ply.pv.extend_from_slice(&above[0].pv);
        }
        frame.alpha = value;
        if at_root {
            self.best = Some(mv);
            if self.frames[0].next > 1 {
                self.report(value, false);
            }
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
            let before = &self.plies[self.ply].moves[..frame.next - 1];
            self.order.refuted(frame.position.turn(), mv, frame.depth, self.ply, before);
        }
        let known = Known {
            best: frame.best_move.filter(|_| bound != Bound::Upper),
            score: value,
            depth: if frame.solid { SOLID } else { frame.depth },
            bound,
        };
        self.table.store(salted(frame.hash, plies_left(&frame.position)), known, self.ply);
        value
    }
}

/// The score of a game that has ended, for the side to move.
fn value_of(outcome: Outcome, position: &Position, ply: usize) -> i32 {
    match outcome.winner() {
        None => 0,
        Some(winner) if winner == position.turn() => WON - ply as i32,
        Some(_) => ply as i32 - WON,
    }
}

/// The plies until a draw clock ends the game, if nothing sets it back.
#[inline]
pub(super) fn plies_left(position: &Position) -> i32 {
    let clock = i32::from(position.clock());
    let rules = position.rules();
    let quiet = rules.quiet.map_or(i32::MAX, |limit| i32::from(limit) - clock);
    if rules.ten == Ten::Never {
        return quiet;
    }
    let mut few = crate::position::Side::BOTH.into_iter().filter(|&side| position.in_all(side) <= 3);
    let applies = if rules.ten == Ten::Both { few.count() == 2 } else { few.next().is_some() };
    if applies { quiet.min(20 - clock) } else { quiet }
}

/// The hash that the table goes by: close to the end by a clock, positions with different clocks are different.
#[inline]
fn salted(hash: u64, plies_left: i32) -> u64 {
    /// About as far as searches see in practice.
    const CLOSE: i32 = 16;
    if plies_left >= CLOSE { hash } else { hash ^ mix(0x1000 + plies_left as u64) }
}
