//! ProbeChain lines: so many of the best turns each get an exact score and a line of their own.
//!
//! The root is still searched once a depth: a turn has to beat the last of the best so far, not the first. Where exact
//! values are known, no turn is left out, as it is where one line is asked for: turns of a better value stand before
//! those of a worse one, and each is searched in a tree that goes on while its own value holds.

use super::frame::{Trial, frame_move};
use super::lines::Line;
use super::order::Turn;
use super::root_move::RootMove;
use super::score::{INFINITE, Score, WON, is_decided, is_in_reach};
use super::{Info, Searcher};
use crate::moves::Move;
use crate::tablebase::Wdl;
use std::cmp::Reverse;

impl Searcher {
    /// Begins the next iteration.
    pub(super) fn deepen_lines(&mut self) {
        // The best of the last one come first, the others as they stood.
        let best = std::mem::take(&mut self.lines.best);
        let mut turns: Vec<_> = std::mem::take(&mut self.root).into_iter().map(Some).collect();
        self.root.extend(best.into_iter().filter_map(|(_, turn)| turns[turn].take()));
        self.root.extend(turns.into_iter().flatten());

        let ply = &mut self.plies[0];
        ply.turns.clear();
        ply.pv.clear();
        for (turn, root) in self.root.iter_mut().enumerate() {
            root.score = root.score.filter(|_| root.line.fixed);
            match root.score {
                Some(score) => self.lines.insert(self.lines.merit(root.known.value, score), turn),
                None => ply.turns.push(Turn { mv: root.mv, score: -(turn as i32) }),
            }
        }
        self.frames[0].begin(-INFINITE, INFINITE, self.depth);
    }

    /// The window to search a turn at the root with; `None` where it cannot be among the best.
    pub(super) fn open_line(&mut self, mv: Move) -> Option<(i32, i32)> {
        let known = self.root.iter().find(|root| root.mv == mv)?.known.value;
        let last = self.lines.best.get(self.lines.wanted - 1);
        let bar = last.map_or(-INFINITE, |&(least, _)| self.lines.bar(known, least));
        if bar >= INFINITE {
            return None;
        }
        let frame = &mut self.frames[0];
        if bar == -INFINITE {
            frame.trial = Trial::Full;
            frame.reduction = 0;
        }
        let beta = if frame.trial == Trial::Full { INFINITE } else { bar + 1 };
        self.lines.bar = bar;
        self.go_by(known);
        Some((bar, beta))
    }

    /// Takes the score of a turn at the root.
    pub(super) fn take_line(&mut self, value: i32, solid: bool) {
        let better = value > self.lines.bar;
        let frame = &mut self.frames[0];
        // Better than thought: once more, as deep as the others.
        if better && frame.reduction > 0 {
            frame.reduction = 0;
            frame.again = true;
            return;
        }
        if better && frame.trial == Trial::Narrow {
            frame.trial = Trial::Full;
            frame.again = true;
            return;
        }
        frame.solid &= solid;
        if !better {
            return;
        }
        let mv = frame_move(&self.plies[0].turns, frame.next);
        let Some(at) = self.root.iter().position(|root| root.mv == mv) else { return };
        let root = &mut self.root[at];
        root.score = Some(value);
        root.line.solid = solid;
        root.line.fixed = solid || (!self.selective && is_in_reach(value, self.depth));
        root.line.pv.clear();
        root.line.pv.push(mv);
        root.line.pv.extend_from_slice(&self.plies[1].pv);
        self.lines.insert(self.lines.merit(root.known.value, value), at);
        if self.has_all_lines() {
            self.report_lines();
        }
    }

    fn has_all_lines(&self) -> bool {
        self.lines.best.len() == self.lines.wanted.min(self.root.len())
    }

    /// The root has been searched to the iteration's depth.
    pub(super) fn finish_lines(&mut self) {
        self.report_lines();
        let all = |wanted: &dyn Fn(&RootMove, i32) -> bool| {
            self.lines
                .best
                .iter()
                .all(|&(_, turn)| self.root[turn].score.is_some_and(|score| wanted(&self.root[turn], score)))
        };
        let depth = self.depth;
        let all_fixed = all(&|root, score| root.line.fixed && is_decided(score));
        let all_in_reach = all(&|root, score| root.line.fixed && is_decided(score) || is_in_reach(score, depth));
        if self.is_deepest() || all_fixed || self.frames[0].solid {
            self.done = true;
            return;
        }
        if self.selective && all_in_reach {
            // Real ends, but perhaps not the shortest.
            self.reduce_nothing();
        }
        self.deepen();
    }

    /// Notes the best turns of the iteration.
    fn report_lines(&mut self) {
        let position = self.frames[0].position;
        let mut block = Vec::with_capacity(self.lines.best.len());
        for place in 0..self.lines.best.len() {
            let turn = self.lines.best[place].1;
            let RootMove { mv, known, ref line, .. } = self.root[turn];
            if let Some(plies) = known.plies.filter(|_| line.pv.is_empty()) {
                self.root[turn].line.pv = self.known_line(&position, mv, plies);
            }
            let root = &self.root[turn];
            let Some(score) = root.score else { continue };
            let score = match root.known.certain() {
                Some(value) => Score::known(value, score),
                None => Score::new(score, root.line.solid),
            };
            let pv = self.to_the_end(root.line.pv.clone(), score);
            block.push(Info { depth: self.depth as u32, line: place as u32 + 1, score, nodes: self.nodes, pv });
        }
        self.best = block.first().and_then(|info| info.pv.first().copied()).or(self.best);
        let told = |info: &Info| (info.depth, info.score, info.pv.first().copied());
        let before = self.infos.len() - self.lines().len();
        if self.lines().iter().map(told).eq(block.iter().map(told)) {
            self.infos.truncate(before);
        }
        self.infos.extend(block);
    }

    /// All turns at the root have been asked about: turns with known distances need no search, and those of a better
    /// value come first.
    pub(super) fn sort_lines(&mut self) {
        self.lines.known = self.root.iter().all(|turn| turn.known.value.is_some());
        for turn in &mut self.root {
            let Some(plies) = turn.known.plies else { continue };
            let score = match turn.known.certain() {
                Some(Wdl::Win) => WON - plies as i32,
                Some(Wdl::Loss) => plies as i32 - WON,
                _ => continue,
            };
            if is_decided(score) {
                turn.score = Some(score);
                turn.line = Line { pv: Vec::new(), solid: true, fixed: true };
            }
        }
        let lines = &self.lines;
        self.root.sort_by_key(|turn| Reverse(lines.merit(turn.known.value, turn.score.unwrap_or(0))));
    }
}
