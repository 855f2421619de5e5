//! The root: its moves, iterative deepening, and progress reports.

use super::aspiration::{ASPIRATION_DEPTH, AspirationWindow};
use super::exact_values::ProbeResult;
use super::move_picker::ScoredMove;
use super::pv_lines::RootLine;
use super::root_move::{RootMove, sort_by_greatest};
use super::score::{self, Score, WON, is_decided, is_in_reach, plies_to_end};
use super::{Info, MAX_DEPTH, Searcher};
use crate::moves::Move;
use crate::position::{Outcome, Position};
use crate::value::Wdl;

impl Searcher {
    /// Lists the root moves, the most promising first. Returns whether there is anything to search.
    pub(super) fn list_root_moves(&mut self, root: &Position) -> bool {
        let mut moves = Vec::new();
        for mv in root.legal_moves() {
            let next = root.after(mv);
            let value = match next
                .outcome()
                .map(|outcome| outcome.value(root.side_to_move()))
            {
                // Nothing is better, and no handicap misses it.
                Some(Wdl::Win) if !self.multi_pv.is_on() => {
                    self.best = Some(mv);
                    self.infos.push(Info {
                        depth: 1,
                        line: 1,
                        score: Score::Win(1),
                        nodes: 0,
                        pv: vec![mv],
                    });
                    return false;
                }
                Some(Wdl::Win) => WON,
                Some(Wdl::Draw) => 0,
                Some(Wdl::Loss) => -WON,
                None if next.side_to_move() == root.side_to_move() => {
                    self.evaluator.evaluate(&next)
                }
                None => -self.evaluator.evaluate(&next),
            };
            moves.push((value, mv));
        }
        if let Some(handicap) = self.limits.handicap {
            handicap.hide_at_root(root, &mut moves);
        }
        sort_by_greatest(&mut moves, |&(value, _)| value);
        let root_move = |(_, mv)| RootMove {
            mv,
            settled: None,
            score: None,
            known: ProbeResult::default(),
            line: RootLine::default(),
        };
        self.root.extend(moves.into_iter().map(root_move));
        self.best = self.root.first().map(|root| root.mv);
        self.best.is_some()
    }

    /// Starts the next iteration.
    pub(super) fn deepen(&mut self) {
        self.depth = (self.depth + 1).max(self.first_depth);
        if self.multi_pv.is_on() {
            self.ply = 0;
            return self.deepen_lines();
        }
        let full =
            self.limits.handicap.is_some() || self.to_confirm.is_some() || self.infos.is_empty();
        let aspires = self.depth >= ASPIRATION_DEPTH && !full;
        self.aspiration = if aspires {
            AspirationWindow::around(self.frames[0].best)
        } else {
            AspirationWindow::FULL
        };
        self.search_root(self.best);
    }

    /// Starts to search the root to the current depth, with this move first.
    fn search_root(&mut self, first: Option<Move>) {
        self.ply = 0;
        if let Some(at) = self.root.iter().position(|root| Some(root.mv) == first) {
            self.root[..=at].rotate_right(1);
        }
        let ply = &mut self.plies[0];
        ply.moves.clear();
        ply.pv.clear();
        for (i, root) in self.root.iter_mut().enumerate() {
            root.score = None;
            ply.moves.push(ScoredMove {
                mv: root.mv,
                score: -(i as i32),
            });
        }
        // Only a shorter win than the one to confirm matters.
        let floor = self
            .to_confirm
            .filter(|&found| found > 0)
            .unwrap_or(self.aspiration.alpha());
        self.frames[0].begin(floor, self.aspiration.beta(), self.depth);
    }

    /// Records the score of a root move that was searched with the full window.
    pub(super) fn score_root(&mut self, mv: Move, value: i32) {
        if let Some(root) = self.root.iter_mut().find(|root| root.mv == mv) {
            root.score = Some(value);
        }
    }

    /// A root move raised alpha.
    pub(super) fn improve_root(&mut self, mv: Move, value: i32) {
        if self.to_confirm.is_some() && !is_decided(value) {
            return;
        }
        // A fail high: neither score nor line is known yet.
        if value >= self.frames[0].beta {
            return;
        }
        if self.best.replace(mv) != Some(mv) {
            self.report(value, false);
        }
    }

    /// Finishes the iteration: the root has been searched to its depth.
    pub(super) fn finish_iteration(&mut self) {
        if self.multi_pv.is_on() {
            return self.finish_lines();
        }
        if let Some(found) = self.to_confirm {
            return self.finish_confirming(found);
        }
        let frame = &self.frames[0];
        let (score, proven) = (frame.best, frame.proven);
        let promising = frame.best_move.filter(|_| score >= frame.beta);
        if self.aspiration.widen_if_failed(score) {
            return self.search_root(promising.or(self.best));
        }
        self.best = frame.best_move.or(self.best);
        self.report(score, proven);
        for root in &mut self.root {
            root.settled = root.score;
        }
        let in_reach = is_in_reach(score, self.depth);
        if in_reach && self.selective && !proven {
            self.confirm(score);
        } else if self.is_deepest() || in_reach || proven {
            // Every move was searched to this depth: there is no shorter win.
            self.done = true;
        } else {
            self.deepen();
        }
    }

    /// Whether the maximum depth is reached.
    pub(super) fn is_deepest(&self) -> bool {
        self.depth >= self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as i32
    }

    /// A win or loss found by a selective search is real but perhaps not the shortest: restarts
    /// without reductions and pruning, with empty tables.
    fn confirm(&mut self, score: i32) {
        self.to_confirm = Some(score);
        self.stop_selecting();
        self.depth = 0;
        self.deepen();
    }

    /// Turns reductions and pruning off, and hides the entries of selective searches.
    pub(super) fn stop_selecting(&mut self) {
        self.selective = false;
        self.invalidate();
        self.cut_off_unlike(self.exact.value_of_tree());
    }

    /// Finishes an iteration without reductions. The score to confirm stands until a better one is
    /// found.
    fn finish_confirming(&mut self, found: i32) {
        let frame = &self.frames[0];
        let (score, proven) = (frame.best, frame.proven);
        let surer = is_decided(score) && (found < 0 || score > found);
        if surer {
            self.best = frame.best_move.or(self.best);
            self.to_confirm = Some(score);
            self.report(score, proven);
        }
        let plies = plies_to_end(if surer { score } else { found });
        self.done = self.depth >= plies || (surer && found < 0);
        if !self.done {
            self.deepen();
        }
    }

    /// Records the result at the root.
    fn report(&mut self, score: i32, proven: bool) {
        let imprecise = self
            .limits
            .handicap
            .is_some_and(|handicap| handicap.is_imprecise());
        let score = match self.exact.of_root() {
            _ if imprecise => Score::Cp(score.clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION)),
            Some(value) => Score::from_exact_value(value, score),
            None => Score::new(score, proven),
        };
        let pv = self.to_the_end(self.plies[0].pv.clone(), score);
        let info = Info {
            depth: self.depth as u32,
            line: 1,
            score,
            nodes: self.nodes,
            pv,
        };
        match self.infos.last_mut() {
            Some(last) if last.depth == info.depth && last.pv.first() == info.pv.first() => {
                *last = info
            }
            _ => self.infos.push(info),
        }
    }

    /// The line with the winning last move, which the tree does not play.
    pub(super) fn to_the_end(&self, mut pv: Vec<Move>, score: Score) -> Vec<Move> {
        if matches!(score, Score::Win(plies) | Score::Loss(plies) if pv.len() < plies as usize) {
            pv.extend(self.last_move(&pv));
        }
        pv
    }

    /// A move that wins at once after this line, if there is one.
    fn last_move(&self, pv: &[Move]) -> Option<Move> {
        let mut position = self.frames[0].position;
        pv.iter().for_each(|&mv| position.play_unchecked(mv));
        position.legal_moves().into_iter().find(|&mv| {
            position.after(mv).outcome().and_then(Outcome::winner) == Some(position.side_to_move())
        })
    }
}
