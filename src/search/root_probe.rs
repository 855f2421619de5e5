//! What exact values leave at the root.

use super::draw_clock::plies_left;
use super::hash::hash_of;
use super::knowledge::Answer;
use super::score::Score;
use super::{Info, Searcher};
use crate::moves::Move;
use crate::position::{Outcome, Position, Side};
use crate::tablebase::Wdl;

/// A line that exact values give is followed so far.
const LONGEST_LINE: usize = 40;

impl Searcher {
    /// Asks about the turns at the root, if that is still to be done. Whether there is something to search now.
    pub(super) fn ask_about_root(&mut self) -> bool {
        while let Some(next) = self.knowledge.asked {
            if self.knowledge.asked_slowly() {
                return false;
            }
            let root = self.frames[0].position;
            match self.root.get(next).map(|turn| turn.mv) {
                Some(mv) => {
                    self.root[next].known = self.ask_about_turn(&root, mv);
                    self.knowledge.asked = Some(next + 1);
                }
                None => {
                    self.knowledge.asked = None;
                    self.sort_root(&root);
                }
            }
        }
        !self.done
    }

    fn ask_about_turn(&mut self, root: &Position, mv: Move) -> Answer {
        let mut next = *root;
        next.play_unchecked(mv);
        if let Some(outcome) = next.outcome() {
            let value = match outcome.winner() {
                None => Wdl::Draw,
                Some(winner) if winner == root.turn() => Wdl::Win,
                Some(_) => Wdl::Loss,
            };
            return Answer { value: Some(value), plies: Some(1), late: false };
        }
        if self.recurs_at(&next, hash_of(&next), 1) {
            return Answer { value: Some(Wdl::Draw), ..Answer::default() };
        }
        let Answer { value, plies, late } = self.knowledge.answer(&next);
        Answer { value: value.map(Wdl::before), plies: plies.map(|plies| plies + 1), late }
    }

    /// All turns at the root have been asked about: leaves those that keep its value.
    fn sort_root(&mut self, root: &Position) {
        let values = self.root.iter().map(|turn| turn.known.value);
        let best = values.clone().flatten().max();
        if self.lines.several() {
            self.lines.forget();
            self.sort_lines();
        } else if best == Some(Wdl::Win) || values.clone().all(|value| value.is_some()) {
            self.root.retain(|turn| turn.known.value == best);
            self.knowledge.root = best;
            // One sure win is enough; a loss has to be sure of every turn.
            self.knowledge.sorted = match best {
                Some(Wdl::Win) => self.root.iter().any(|turn| !turn.known.late),
                _ => self.root.iter().all(|turn| !turn.known.late),
            };
            self.prefer_by_distance(root, best);
            self.prefer_traps(root, best);
        } else {
            self.knowledge.root = self.knowledge.answer(root).value;
        }
        self.go_by(self.knowledge.root);
        if !self.done {
            self.best = self.root.first().map(|turn| turn.mv);
            self.depth = 0;
            self.deepen();
        }
    }

    /// From here on the tree ends at positions whose known value is not this one, to the side to move at the root.
    pub(super) fn go_by(&mut self, value: Option<Wdl>) {
        self.knowledge.root = value;
        let white_moves = self.frames[0].position.turn() == Side::White;
        // What is remembered of positions depends on where the tree ended.
        let ends = match value.map(|value| if white_moves { value } else { value.before() }) {
            None => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Draw) => 2,
            Some(Wdl::Win) => 3,
        };
        self.era = self.own_era.among(ends);
    }

    /// Where the distances of all turns left are known, the search is over: the quickest win or the slowest loss is best.
    fn prefer_by_distance(&mut self, root: &Position, value: Option<Wdl>) {
        let distances = self.root.iter().map(|turn| turn.known.plies);
        let best = match value {
            Some(Wdl::Win) => distances.clone().flatten().min(),
            Some(Wdl::Loss) => distances.clone().flatten().max(),
            _ => None,
        };
        let Some(plies) = best.filter(|_| distances.clone().all(|plies| plies.is_some())) else { return };
        // A draw clock may end the game before.
        if i64::from(plies) > i64::from(plies_left(root)) {
            return;
        }
        self.root.retain(|turn| turn.known.plies == Some(plies));
        let Some(mv) = self.root.first().map(|turn| turn.mv) else { return };
        let score = if value == Some(Wdl::Win) { Score::Win(plies) } else { Score::Loss(plies) };
        let pv = self.known_line(root, mv, plies);
        self.best = Some(mv);
        self.infos.push(Info { depth: 1, line: 1, score, nodes: 0, pv });
        self.done = true;
    }

    /// What follows a turn where both sides play by exact distances.
    pub(super) fn known_line(&mut self, root: &Position, mv: Move, plies: u32) -> Vec<Move> {
        let mut line = vec![mv];
        let mut position = *root;
        position.play_unchecked(mv);
        // A slow source is not asked so often.
        while line.len() < LONGEST_LINE.min(plies as usize) && !self.knowledge.is_slow(&position) {
            let left = plies - line.len() as u32 - 1;
            let next = position.legal_moves().into_iter().find(|&mv| {
                let mut next = position;
                next.play_unchecked(mv);
                match next.outcome() {
                    Some(outcome) => left == 0 && Outcome::winner(outcome).is_some(),
                    None => self.knowledge.answer(&next).plies == Some(left),
                }
            });
            let Some(mv) = next else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }
}
