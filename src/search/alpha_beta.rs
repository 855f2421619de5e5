//! Alpha-beta as a principal variation search, with an explicit stack of frames instead of
//! recursion, so that the search can stop after any node and resume.
//!
//! Late moves are reduced, and nodes near the leaves are pruned by the static evaluation. There is
//! no null-move pruning: zugzwang is common in these games, and a pass would keep what the side to
//! move has to give up.

use super::Searcher;
use super::draw_clock::plies_left;
use super::frame::{Frame, GenStage, SearchWindow, current_move};
use super::hash::{hash_of, mix};
use super::move_picker::{ScoredMove, pick};
use super::score::{INFINITE, WON, is_distant};
use super::transposition_table::{Bound, PROVEN, SHALLOW_DEPTH, TableEntry, TranspositionTable};
use crate::moves::Move;
use crate::position::{Outcome, Position};
use crate::rules::{Goal, Repeat};
use crate::value::Wdl;

/// The result of visiting a node.
pub(super) enum Visit {
    /// Its score for the side to move, and whether that is proven: it rests on ends of the game or
    /// exact values alone.
    Score(i32, bool),
    /// Its moves have to be searched; its frame is on top of the stack.
    Expand,
}

impl Frame {
    /// The late-move reduction of the current move, in plies: it grows with the depth and with the
    /// move's number. Only quiet moves are reduced, and PV nodes less.
    #[inline]
    fn late_move_reduction(&self, turn: &ScoredMove) -> i32 {
        if self.depth < LMR_MIN_DEPTH || self.next <= LMR_FULL_DEPTH_MOVES || !turn.is_quiet() {
            return 0;
        }
        let reduction = sixteen_log2(self.depth) * sixteen_log2(self.next as i32) / LMR_DIVISOR;
        let reduction = reduction - i32::from(self.beta - self.alpha > 1);
        reduction.clamp(0, self.depth - 2)
    }
}

impl Searcher {
    /// Searches until `stop` nodes have been visited in all, or a limit is reached.
    pub(super) fn run(&mut self, stop: u64) {
        loop {
            if self.exact.probed_slow_source() {
                return;
            }
            let frame = &mut self.frames[self.ply];
            let ply = &mut self.plies[self.ply];
            let has_move = frame.re_search || frame.next < ply.moves.len();
            if !has_move && frame.alpha < frame.beta && frame.stage != GenStage::Done {
                self.generate_stage();
                continue;
            }
            if !has_move || frame.alpha >= frame.beta {
                let value = self.finish();
                if self.ply == 0 {
                    self.finish_iteration();
                    if self.done {
                        return;
                    }
                } else {
                    let proven = self.frames[self.ply].proven;
                    self.ply -= 1;
                    self.back_up(value, proven);
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
            let mv = if frame.re_search {
                frame.re_search = false;
                ply.moves[frame.next - 1].mv
            } else {
                frame.next += 1;
                frame.window = if frame.next > 1 && frame.depth > 0 && frame.beta - frame.alpha > 1
                {
                    SearchWindow::Zero
                } else {
                    SearchWindow::Full
                };
                let mv = pick(&mut ply.moves, frame.next - 1);
                frame.reduction = if self.selective {
                    frame.late_move_reduction(&ply.moves[frame.next - 1])
                } else {
                    0
                };
                mv
            };
            let mut zero_window = frame.window == SearchWindow::Zero;
            let (mut alpha, mut beta, mut depth) =
                (frame.alpha, frame.beta, frame.depth - 1 - frame.reduction);
            if self.ply == 0 && self.multi_pv.is_on() {
                let Some(window) = self.line_window(mv) else {
                    continue;
                };
                ((alpha, beta), zero_window) = (window, false);
                depth = self.depth - 1 - self.frames[0].reduction;
            } else if let Some(handicap) = self.limits.handicap.filter(|_| self.ply == 0) {
                // Every move that may be chosen needs an exact score.
                (frame.window, zero_window) = (SearchWindow::Full, false);
                // Moves within the margin of the best may be chosen too.
                alpha = (alpha - 1 - i32::from(handicap.margin)).max(-INFINITE);
            }
            if zero_window {
                beta = alpha + 1;
            }
            // Played in place: a copy would stall on the write just before it.
            let (below, above) = self.frames.split_at_mut(self.ply + 1);
            above[0].position = below[self.ply].position;
            above[0].position.play_unchecked(mv);
            let window = if self.has_same_turn_above(self.ply) {
                (alpha, beta)
            } else {
                (-beta, -alpha)
            };
            if let Visit::Score(value, proven) = self.visit(window.0, window.1, depth) {
                self.back_up(value, proven);
            }
        }
    }

    /// Whether the side to move at a ply is to move again in the position played from there.
    #[inline]
    fn has_same_turn_above(&self, ply: usize) -> bool {
        self.frames[ply].position.side_to_move() == self.frames[ply + 1].position.side_to_move()
    }

    /// Visits the position that was just played, one ply above the top frame.
    fn visit(&mut self, mut alpha: i32, mut beta: i32, depth: i32) -> Visit {
        self.nodes += 1;
        let ply = self.ply + 1;
        let on_pv = beta - alpha > 1;
        if on_pv {
            self.plies[ply].pv.clear();
        }
        let position = &self.frames[ply].position;
        // Quiescence plays captures only, which are irreversible: nothing repeats there except at
        // its root.
        let mut hash = 0;
        if depth > 0 || position.clock() >= MIN_REPETITION_PLIES || self.noisy {
            hash = hash_of(position);
            if depth > 0 {
                self.table_for(depth).prefetch(hash);
            }
        }
        let proven = |score| Visit::Score(score, true);
        // The rules say which end of the game takes precedence.
        if let Some(outcome) = position.outcome_but_blocked_or_clocks() {
            return proven(score_of(outcome, position, ply));
        }
        let can_move = position.can_move();
        if !can_move && let Some(outcome) = position.outcome_when_blocked() {
            return proven(score_of(outcome, position, ply));
        }
        if position.outcome_by_clock().is_some() || self.recurs_at(position, hash, ply) {
            return Visit::Score(0, false);
        }
        // Mate-distance pruning: no score is better than a win on the next ply, or worse than
        // having lost here.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return proven(alpha);
        }
        if !self.has_blind_spots && !position.special && wins_at_once(position) {
            return proven(WON - ply as i32 - 1);
        }
        self.frames[ply].hash = hash;
        if depth <= 0 {
            self.visit_quiescence(alpha, beta, depth, ply)
        } else {
            self.visit_interior(alpha, beta, depth, ply, on_pv, can_move)
        }
    }

    fn visit_interior(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        on_pv: bool,
        can_move: bool,
    ) -> Visit {
        let frame = &self.frames[ply];
        let plies_left = plies_left(&frame.position);
        let key = table_key(frame.hash, plies_left);
        let hit = self.table_for(depth).probe(self.generation, key, ply);
        if let Some(entry) = hit.filter(|_| !on_pv)
            && let Some(score) = entry.cutoff(alpha, beta, depth, ply, plies_left)
        {
            return Visit::Score(score, entry.depth == PROVEN);
        }
        let frame = &mut self.frames[ply];
        if let Some(value) = self.exact.probe(&frame.position, ply, depth, plies_left) {
            let entry = TableEntry {
                best_move: None,
                score: value,
                depth: PROVEN,
                bound: Bound::Exact,
            };
            self.table_for(depth)
                .store(self.generation, key, entry, ply);
            return Visit::Score(value, true);
        }
        let mut futility = None;
        if self.selective && !on_pv && can_move && depth <= MAX_PRUNING_DEPTH {
            let evaluation = self.static_evaluation(ply);
            let margin = PRUNING_MARGIN * depth;
            // Reverse futility pruning: the evaluation is so far above beta that the search will
            // hardly fall below it.
            if evaluation - margin >= beta && !is_distant(beta) {
                return Visit::Score(evaluation, false);
            }
            futility =
                Some(evaluation + margin).filter(|&score| score <= alpha && !is_distant(alpha));
        }
        let frame = &mut self.frames[ply];
        frame.begin(alpha, beta, depth);
        frame.futility = futility;
        let moves = &mut self.plies[ply].moves;
        moves.clear();
        let hash_move = hit
            .and_then(|entry| entry.best_move)
            .filter(|&mv| frame.position.is_plausible(mv));
        if !can_move {
            moves.push(ScoredMove {
                mv: Move::PASS,
                score: 0,
            });
        } else if let Some(handicap) = self.limits.handicap.filter(|_| self.has_blind_spots) {
            self.ordering
                .add_all(&frame.position, moves, hash_move, ply);
            let seen = |turn: &ScoredMove| !handicap.hides(&frame.position, turn.mv);
            if moves.iter().any(seen) {
                moves.retain(seen);
            }
        } else {
            frame.stage = GenStage::Closings;
            moves.extend(hash_move.map(|mv| ScoredMove { mv, score: 0 }));
        }
        self.ply = ply;
        Visit::Expand
    }

    /// The transposition table for positions searched to this depth, in plies.
    #[inline]
    fn table_for(&self, depth: i32) -> &TranspositionTable {
        if depth <= SHALLOW_DEPTH {
            &self.shallow
        } else {
            &self.table
        }
    }

    /// Generates the next stage of the top frame's moves.
    fn generate_stage(&mut self) {
        let frame = &mut self.frames[self.ply];
        let moves = &mut self.plies[self.ply].moves;
        // The first move is the hash move, or else a closing, which no later stage generates.
        let hash_move = moves.first().map(|turn| turn.mv);
        if frame.stage == GenStage::Closings {
            frame.stage = GenStage::Others;
            self.ordering
                .add_closings(&frame.position, moves, hash_move);
        } else {
            frame.stage = GenStage::Done;
            // Futility pruning: no move but a capture is expected to raise alpha. With the score
            // that was expected of them, the moves left out keep the node from counting as lost.
            if let Some(score) = frame.futility {
                frame.best = frame.best.max(score);
                frame.proven = false;
                return;
            }
            self.ordering
                .add_others(&frame.position, moves, hash_move, self.ply);
        }
    }

    /// Whether a position at this ply repeats one of the current line, or one that occurred twice
    /// in the game before: once, where the root is known to be won, since going back is no
    /// progress.
    #[inline]
    pub(super) fn recurs_at(&self, position: &Position, hash: u64, mut ply: usize) -> bool {
        if position.clock() < MIN_REPETITION_PLIES {
            return false;
        }
        let mut back = usize::from(position.clock());
        // Where turns alternate, only every other position has the same side to move.
        let step = if position.special { 1 } else { 2 };
        while back >= step && ply >= step {
            (ply, back) = (ply - step, back - step);
            if self.frames[ply].hash == hash {
                return true;
            }
        }
        if back < step || self.earlier.is_empty() {
            return false;
        }
        let enough = match self.exact.value_of_tree() {
            Some(Wdl::Win) => 1,
            _ if position.rules().repeat == Repeat::Threefold => 2,
            _ => return false,
        };
        let back = (back - ply.min(back)).min(self.earlier.len());
        self.earlier[self.earlier.len() - back..]
            .iter()
            .filter(|&&earlier| earlier == hash)
            .count()
            >= enough
    }

    /// Backs a child's score up into its parent, the top frame.
    fn back_up(&mut self, value: i32, proven: bool) {
        let value = if self.has_same_turn_above(self.ply) {
            value
        } else {
            -value
        };
        let at_root = self.ply == 0;
        if at_root && self.multi_pv.is_on() {
            return self.back_up_line(value, proven);
        }
        let frame = &mut self.frames[self.ply];
        // A reduced move beat alpha: re-search it at full depth.
        if frame.reduction > 0 && value > frame.alpha {
            frame.reduction = 0;
            frame.re_search = true;
            return;
        }
        // Principal variation search: a move that beats alpha in a zero window gets the full one.
        if frame.window == SearchWindow::Zero && value > frame.alpha && value < frame.beta {
            frame.window = SearchWindow::Full;
            frame.re_search = true;
            return;
        }
        if at_root && frame.window == SearchWindow::Full {
            self.score_root(
                current_move(&self.plies[0].moves, self.frames[0].next),
                value,
            );
        }
        let frame = &mut self.frames[self.ply];
        // One proven move proves a cutoff; without one, the score rests on all moves.
        if value >= frame.beta {
            frame.proven = proven;
        } else {
            frame.proven &= proven;
        }
        if value <= frame.best {
            return;
        }
        let (below, above) = self.plies.split_at_mut(self.ply + 1);
        let of_ply = &mut below[self.ply];
        let mv = current_move(&of_ply.moves, frame.next);
        frame.best = value;
        frame.best_move = Some(mv);
        if value <= frame.alpha {
            return;
        }
        if frame.beta - frame.original_alpha > 1 {
            of_ply.pv.clear();
            of_ply.pv.push(mv);
            // In a window of one there is no line above, but that of an earlier move.
            if frame.window == SearchWindow::Full && frame.beta - frame.alpha > 1 {
                of_ply.pv.extend_from_slice(&above[0].pv);
            }
        }
        frame.alpha = value;
        if at_root {
            self.improve_root(mv, value);
        }
    }

    /// Finishes the top frame: stores it, updates the move ordering on a beta cutoff, and returns
    /// its score.
    fn finish(&mut self) -> i32 {
        let frame = &self.frames[self.ply];
        let value = frame.best;
        if frame.depth <= 0 || self.ply == 0 {
            return value;
        }
        let bound = if value >= frame.beta {
            Bound::Lower
        } else if value > frame.original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(mv) = frame.best_move.filter(|_| bound == Bound::Lower) {
            let before = &self.plies[self.ply].moves[..frame.next - 1];
            self.ordering.beta_cutoff(
                frame.position.side_to_move(),
                mv,
                frame.depth,
                self.ply,
                before,
            );
        }
        let entry = TableEntry {
            // Where all moves failed low, the best is only the one with the greatest bound.
            best_move: frame.best_move.filter(|_| bound != Bound::Upper),
            score: value,
            depth: if frame.proven { PROVEN } else { frame.depth },
            bound,
        };
        self.table_for(frame.depth).store(
            self.generation,
            table_key(frame.hash, plies_left(&frame.position)),
            entry,
            self.ply,
        );
        value
    }
}

/// Whether the side to move can win with its next move, by closing a mill or by capturing. (A win
/// by blocking is not detected.)
#[inline]
fn wins_at_once(position: &Position) -> bool {
    match position.rules().goal {
        Goal::Mill => position.can_close(),
        Goal::Capture => {
            let other = position.side_to_move().other();
            let more = position
                .in_all(other)
                .saturating_sub(position.rules().least_men());
            (more == 0 && position.can_close() && !position.takable(other).is_empty())
                || position.can_take_between(more)
        }
    }
}

/// The least depth, in plies, at which late moves are reduced.
const LMR_MIN_DEPTH: i32 = 3;
/// How many moves of a node are searched at full depth before later ones are reduced.
const LMR_FULL_DEPTH_MOVES: usize = 3;
/// Divides the product of the two logarithms, of the depth and of the move's number. These are in
/// sixteenths, so 600 makes 256 / 600 = 0.43 of the true product.
const LMR_DIVISOR: i32 = 600;

/// The maximum depth, in plies, at which the static evaluation prunes.
const MAX_PRUNING_DEPTH: i32 = 5;
/// How much a ply is expected to change the evaluation at most, in hundredths of a man.
const PRUNING_MARGIN: i32 = 60;

/// Approximately 16 · log₂, for a number of at least 1.
#[inline]
fn sixteen_log2(number: i32) -> i32 {
    // Between two powers of two a straight line stands for the curve.
    let whole = number.ilog2();
    16 * whole as i32 + ((16 * (number - (1 << whole))) >> whole)
}

/// The least number of reversible plies after which a position can repeat.
const MIN_REPETITION_PLIES: u16 = 4;

/// The score of a game that has ended, for the side to move.
fn score_of(outcome: Outcome, position: &Position, ply: usize) -> i32 {
    match outcome.value(position.side_to_move()) {
        Wdl::Win => WON - ply as i32,
        Wdl::Draw => 0,
        Wdl::Loss => ply as i32 - WON,
    }
}

/// The key in the transposition table: near a draw by a clock, positions with different clocks have
/// different keys.
#[inline]
fn table_key(hash: u64, plies_left: i32) -> u64 {
    /// In plies, about the depth that searches reach in practice.
    const NEAR: i32 = 16;
    if plies_left >= NEAR {
        hash
    } else {
        // 0x1000 keeps clear of 0, of which `mix` makes 0: all salts change the key.
        hash ^ mix(0x1000 + plies_left as u64)
    }
}
