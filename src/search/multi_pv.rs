//! MultiPV: each of the N best moves gets an exact score and a principal variation.
//!
//! The root is searched once per depth; a move has to beat the Nth best so far instead of the best.
//! Unlike a search for one line, exact values exclude no root move: moves of a better value rank
//! above those of a worse one, and each move's tree is cut off where its exact value changes.

use super::frame::{SearchWindow, current_move};
use super::move_picker::ScoredMove;
use super::pv_lines::RootLine;
use super::root_move::{RootMove, sort_by_greatest};
use super::score::{INFINITE, Score, WON, is_decided, is_in_reach};
use super::{Info, Searcher};
use crate::moves::Move;
use crate::value::Wdl;

impl Searcher {
    /// Begins the next iteration.
    pub(super) fn deepen_lines(&mut self) {
        // The best moves of the last iteration first, then the others in their order.
        let best = std::mem::take(&mut self.multi_pv.best);
        let mut moves: Vec<_> = std::mem::take(&mut self.root)
            .into_iter()
            .map(Some)
            .collect();
        self.root
            .extend(best.into_iter().filter_map(|(_, at)| moves[at].take()));
        self.root.extend(moves.into_iter().flatten());

        let ply = &mut self.plies[0];
        ply.moves.clear();
        ply.pv.clear();
        for (at, root) in self.root.iter_mut().enumerate() {
            root.score = root.score.filter(|_| root.line.fixed);
            match root.score {
                Some(score) => self
                    .multi_pv
                    .insert(self.multi_pv.rank(root.known.value, score), at),
                None => ply.moves.push(ScoredMove {
                    mv: root.mv,
                    score: -(at as i32),
                }),
            }
        }
        self.frames[0].begin(-INFINITE, INFINITE, self.depth);
    }

    /// The window to search a root move with; `None` if it cannot be among the best.
    pub(super) fn line_window(&mut self, mv: Move) -> Option<(i32, i32)> {
        let known = self.root.iter().find(|root| root.mv == mv)?.known.value;
        let last = self.multi_pv.best.get(self.multi_pv.wanted - 1);
        let alpha = last.map_or(-INFINITE, |&(least, _)| {
            self.multi_pv.alpha_for(known, least)
        });
        if alpha >= INFINITE {
            return None;
        }
        let frame = &mut self.frames[0];
        if alpha == -INFINITE {
            frame.window = SearchWindow::Full;
            frame.reduction = 0;
        }
        let beta = if frame.window == SearchWindow::Full {
            INFINITE
        } else {
            alpha + 1
        };
        self.multi_pv.alpha = alpha;
        self.cut_off_unlike(known);
        Some((alpha, beta))
    }

    /// Backs up the score of a root move.
    pub(super) fn back_up_line(&mut self, value: i32, proven: bool) {
        let better = value > self.multi_pv.alpha;
        let frame = &mut self.frames[0];
        // A reduced move beat alpha: re-search it at full depth.
        if better && frame.reduction > 0 {
            frame.reduction = 0;
            frame.re_search = true;
            return;
        }
        if better && frame.window == SearchWindow::Zero {
            frame.window = SearchWindow::Full;
            frame.re_search = true;
            return;
        }
        frame.proven &= proven;
        if !better {
            return;
        }
        let mv = current_move(&self.plies[0].moves, frame.next);
        let Some(at) = self.root.iter().position(|root| root.mv == mv) else {
            return;
        };
        let root = &mut self.root[at];
        root.score = Some(value);
        root.line.proven = proven;
        root.line.fixed = proven || (!self.selective && is_in_reach(value, self.depth));
        root.line.pv.clear();
        root.line.pv.push(mv);
        root.line.pv.extend_from_slice(&self.plies[1].pv);
        self.multi_pv
            .insert(self.multi_pv.rank(root.known.value, value), at);
        if self.has_all_lines() {
            self.report_lines();
        }
    }

    fn has_all_lines(&self) -> bool {
        self.multi_pv.best.len() == self.multi_pv.wanted.min(self.root.len())
    }

    /// Finishes the iteration: the root has been searched to its depth.
    pub(super) fn finish_lines(&mut self) {
        self.report_lines();
        let all = |holds: &dyn Fn(&RootMove, i32) -> bool| {
            self.multi_pv.best.iter().all(|&(_, at)| {
                self.root[at]
                    .score
                    .is_some_and(|score| holds(&self.root[at], score))
            })
        };
        let depth = self.depth;
        let all_fixed = all(&|root, score| root.line.fixed && is_decided(score));
        let all_in_reach =
            all(&|root, score| root.line.fixed && is_decided(score) || is_in_reach(score, depth));
        if self.is_deepest() || all_fixed || self.frames[0].proven {
            self.done = true;
            return;
        }
        if self.selective && all_in_reach {
            // The wins and losses are real, but perhaps not the shortest.
            self.stop_selecting();
        }
        self.deepen();
    }

    /// Records the best moves of the iteration.
    fn report_lines(&mut self) {
        let position = self.frames[0].position;
        let mut block = Vec::with_capacity(self.multi_pv.best.len());
        for place in 0..self.multi_pv.best.len() {
            let at = self.multi_pv.best[place].1;
            let RootMove {
                mv,
                known,
                ref line,
                ..
            } = self.root[at];
            if let Some(plies) = known.plies.filter(|_| line.pv.is_empty()) {
                self.root[at].line.pv = self.known_line(&position, mv, plies);
            }
            let root = &self.root[at];
            let Some(score) = root.score else { continue };
            let score = match root.known.certain() {
                Some(value) => Score::from_exact_value(value, score),
                None => Score::new(score, root.line.proven),
            };
            let pv = self.to_the_end(root.line.pv.clone(), score);
            block.push(Info {
                depth: self.depth as u32,
                line: place as u32 + 1,
                score,
                nodes: self.nodes,
                pv,
            });
        }
        self.best = block
            .first()
            .and_then(|info| info.pv.first().copied())
            .or(self.best);
        let shown = |info: &Info| (info.depth, info.score, info.pv.first().copied());
        let before = self.infos.len() - self.lines().len();
        if self.lines().iter().map(shown).eq(block.iter().map(shown)) {
            self.infos.truncate(before);
        }
        self.infos.extend(block);
    }

    /// All root moves have been probed: moves with known distances need no search, and those of a
    /// better value come first.
    pub(super) fn sort_lines(&mut self) {
        self.multi_pv.known = self
            .root
            .iter()
            .all(|root_move| root_move.known.value.is_some());
        for root_move in &mut self.root {
            let Some(plies) = root_move.known.plies else {
                continue;
            };
            let score = match root_move.known.certain() {
                Some(Wdl::Win) => WON - plies as i32,
                Some(Wdl::Loss) => plies as i32 - WON,
                _ => continue,
            };
            if is_decided(score) {
                root_move.score = Some(score);
                root_move.line = RootLine {
                    pv: Vec::new(),
                    proven: true,
                    fixed: true,
                };
            }
        }
        let lines = &self.multi_pv;
        sort_by_greatest(&mut self.root, |root_move| {
            lines.rank(root_move.known.value, root_move.score.unwrap_or(0))
        });
    }
}
