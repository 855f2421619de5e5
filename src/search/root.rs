//! The root: its turns, the iterations, and what is reported of them.

use super::knowledge::Answer;
use super::lines::Line;
use super::order::Turn;
use super::root_move::RootMove;
use super::score::{self, Score, WON, is_decided, is_in_reach, plies_to_end};
use super::window::{ASPIRED_DEPTH, Window};
use super::{Info, MAX_DEPTH, Searcher};
use crate::moves::Move;
use crate::position::{Outcome, Position};

impl Searcher {
    /// Lists the turns at the root, the most promising first. Whether there is something to search.
    pub(super) fn list_root_moves(&mut self, root: &Position) -> bool {
        let side = root.turn();
        let mut moves = Vec::new();
        for mv in root.legal_moves() {
            let mut next = *root;
            next.play_unchecked(mv);
            let value = match next.outcome() {
                // Nothing is better, and no weakness excuses missing it.
                Some(Outcome::Win(winner, _)) if winner == side && !self.lines.several() => {
                    self.best = Some(mv);
                    self.infos.push(Info { depth: 1, line: 1, score: Score::Win(1), nodes: 0, pv: vec![mv] });
                    return false;
                }
                Some(Outcome::Win(winner, _)) => {
                    if winner == side {
                        WON
                    } else {
                        -WON
                    }
                }
                Some(Outcome::Draw(_)) => 0,
                None => -self.judge.evaluate(&next),
            };
            moves.push((value, mv));
        }
        if let Some(taste) = self.limits.taste {
            taste.overlook_at_root(root, &mut moves);
        }
        moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        let turn =
            |(_, mv)| RootMove { mv, settled: None, score: None, known: Answer::default(), line: Line::default() };
        self.root.extend(moves.into_iter().map(turn));
        self.best = self.root.first().map(|root| root.mv);
        self.best.is_some()
    }

    /// Begins the next iteration.
    pub(super) fn deepen(&mut self) {
        self.depth = (self.depth + 1).max(self.first_depth);
        if self.lines.several() {
            self.ply = 0;
            return self.deepen_lines();
        }
        let free = self.limits.taste.is_some() || self.found.is_some() || self.infos.is_empty();
        let aspires = self.depth >= ASPIRED_DEPTH && !free;
        self.window = if aspires { Window::around(self.frames[0].best) } else { Window::ALL };
        self.search_root(self.best);
    }

    /// Begins to search the root to the depth that is set, this turn first.
    fn search_root(&mut self, first: Option<Move>) {
        self.ply = 0;
        if let Some(at) = self.root.iter().position(|root| Some(root.mv) == first) {
            self.root[..=at].rotate_right(1);
        }
        let ply = &mut self.plies[0];
        ply.turns.clear();
        ply.pv.clear();
        for (i, root) in self.root.iter_mut().enumerate() {
            root.score = None;
            ply.turns.push(Turn { mv: root.mv, score: -(i as i32) });
        }
        // What is no sooner than the win that was found does not matter.
        let floor = self.found.filter(|&found| found > 0).unwrap_or(self.window.floor());
        self.frames[0].begin(floor, self.window.ceiling(), self.depth);
    }

    /// A turn at the root was searched with an open window.
    pub(super) fn score_root(&mut self, mv: Move, value: i32) {
        if let Some(root) = self.root.iter_mut().find(|root| root.mv == mv) {
            root.score = Some(value);
        }
    }

    /// A turn at the root is better than those before.
    pub(super) fn improve_root(&mut self, mv: Move, value: i32) {
        if self.found.is_some() && !is_decided(value) {
            return;
        }
        // Of a turn above the window neither the score nor the line is known yet.
        if value >= self.frames[0].beta {
            return;
        }
        if self.best.replace(mv) != Some(mv) {
            self.report(value, false);
        }
    }

    /// The root has been searched to the iteration's depth.
    pub(super) fn finish_depth(&mut self) {
        if self.lines.several() {
            return self.finish_lines();
        }
        if let Some(found) = self.found {
            return self.finish_confirming(found);
        }
        let frame = &self.frames[0];
        let (score, solid) = (frame.best, frame.solid);
        let promising = frame.best_move.filter(|_| score >= frame.beta);
        if self.window.widens_for(score) {
            return self.search_root(promising.or(self.best));
        }
        self.best = frame.best_move.or(self.best);
        self.report(score, solid);
        for root in &mut self.root {
            root.settled = root.score;
        }
        let in_reach = is_in_reach(score, self.depth);
        if in_reach && self.selective && !solid {
            self.confirm(score);
        } else if self.is_deepest() || in_reach || solid {
            // A shorter win would have been found: every turn was searched so deep.
            self.done = true;
        } else {
            self.deepen();
        }
    }

    /// Whether the depth is the last that may be searched.
    pub(super) fn is_deepest(&self) -> bool {
        self.depth >= self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as i32
    }

    /// A win or a loss that was found with late turns reduced is a real one, but it may not be the shortest: begins anew,
    /// reducing nothing and remembering nothing.
    fn confirm(&mut self, score: i32) {
        self.found = Some(score);
        self.reduce_nothing();
        self.depth = 0;
        self.deepen();
    }

    /// From here on no turn is reduced, and nothing is remembered of trees where some were.
    pub(super) fn reduce_nothing(&mut self) {
        self.selective = false;
        self.renew();
        self.go_by(self.knowledge.value_of_tree());
    }

    /// The root has been searched once more, with nothing reduced. What was found stands until something surer is.
    fn finish_confirming(&mut self, found: i32) {
        let frame = &self.frames[0];
        let (score, solid) = (frame.best, frame.solid);
        let surer = is_decided(score) && (found < 0 || score > found);
        if surer {
            self.best = frame.best_move.or(self.best);
            self.found = Some(score);
            self.report(score, solid);
        }
        let plies = plies_to_end(if surer { score } else { found });
        self.done = self.depth >= plies || (surer && found < 0);
        if !self.done {
            self.deepen();
        }
    }

    /// Notes what was found at the root.
    fn report(&mut self, score: i32, solid: bool) {
        let imprecise = self.limits.taste.is_some_and(|taste| taste.is_imprecise());
        let score = match self.knowledge.of_root() {
            _ if imprecise => Score::Cp(score.clamp(-score::MOST, score::MOST)),
            Some(value) => Score::known(value, score),
            None => Score::new(score, solid),
        };
        let pv = self.to_the_end(self.plies[0].pv.clone(), score);
        let info = Info { depth: self.depth as u32, line: 1, score, nodes: self.nodes, pv };
        match self.infos.last_mut() {
            Some(last) if last.depth == info.depth && last.pv.first() == info.pv.first() => *last = info,
            _ => self.infos.push(info),
        }
    }

    /// The line with its last turn, which the tree leaves out.
    pub(super) fn to_the_end(&self, mut pv: Vec<Move>, score: Score) -> Vec<Move> {
        if matches!(score, Score::Win(plies) | Score::Loss(plies) if pv.len() < plies as usize) {
            pv.extend(self.last_move(&pv));
        }
        pv
    }

    /// The turn that wins at once after these, if one does.
    fn last_move(&self, pv: &[Move]) -> Option<Move> {
        let mut position = self.frames[0].position;
        pv.iter().for_each(|&mv| position.play_unchecked(mv));
        position.legal_moves().into_iter().find(|&mv| {
            let mut next = position;
            next.play_unchecked(mv);
            next.outcome().and_then(Outcome::winner) == Some(position.turn())
        })
    }
}
