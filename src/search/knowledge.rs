//! Exact values in the search: which turns they leave at the root, and where they end the tree.

use super::score::{KNOWN, Score, WON};
use super::tree::plies_left;
use super::{Info, Searcher, hash_of};
use crate::exact::{Exact, Wdl};
use crate::moves::Move;
use crate::position::{Outcome, Position, Side};
use std::sync::Arc;

/// A slow source is asked about positions that are to be searched so deep at least: below, searching is as quick.
const LEAST_DEPTH: i32 = 2;
/// A line that exact values give is followed so far.
const LONGEST_LINE: usize = 40;

/// What is known of a turn at the root: its value to the side that plays it, and the plies to the end.
#[derive(Clone, Copy, Default)]
pub(super) struct Answer {
    pub value: Option<Wdl>,
    pub plies: Option<u32>,
    /// A draw clock may end the game before.
    pub late: bool,
}

impl Answer {
    /// What the turn is certainly worth.
    pub fn certain(&self) -> Option<Wdl> {
        self.value.filter(|_| !self.late)
    }
}

/// The source of exact values, and what it has told about the root.
#[derive(Default)]
pub(super) struct Knowledge {
    source: Option<Arc<dyn Exact>>,
    /// It is asked in this search.
    asking: bool,
    /// So many turns of the root have been asked about; `None` when that is over.
    asked: Option<usize>,
    /// The root's value to the side to move.
    root: Option<Wdl>,
    /// All turns left at the root are known to have that value.
    sorted: bool,
    /// A slow source has just been asked.
    pause: bool,
}

impl Knowledge {
    pub fn of(source: Option<Arc<dyn Exact>>) -> Self {
        Self { source, ..Self::default() }
    }

    /// The same source, of which nothing has been asked yet.
    pub fn anew(&self) -> Self {
        Self::of(self.source.clone())
    }

    /// Who is asked.
    pub fn whom(&self) -> Option<&dyn Exact> {
        self.source.as_deref()
    }

    /// A search begins.
    pub fn begin(&mut self, asking: bool) {
        self.asking = asking && self.source.is_some();
        self.asked = self.asking.then_some(0);
        (self.root, self.sorted, self.pause) = (None, false, false);
    }

    /// The value of the root, where all turns that are searched keep it.
    pub fn of_root(&self) -> Option<Wdl> {
        self.root.filter(|_| self.sorted)
    }

    /// Positions of another value end the tree.
    pub fn value_of_tree(&self) -> Option<Wdl> {
        self.root
    }

    /// Whether an answer about the position takes much longer than looking at it.
    pub fn is_slow(&self, position: &Position) -> bool {
        self.source_for(position).is_some_and(|source| source.is_slow(position))
    }

    /// The value of a position to its side to move, where it is known.
    pub fn value(&mut self, position: &Position) -> Option<Wdl> {
        self.answer(position).value
    }

    /// Whether a slow source has been asked since the last call.
    #[inline]
    pub fn asked_slowly(&mut self) -> bool {
        std::mem::take(&mut self.pause)
    }

    /// The source, if it may know the position.
    fn source_for(&self, position: &Position) -> Option<&dyn Exact> {
        self.source.as_deref().filter(|source| source.may_know(position))
    }

    fn answer(&mut self, position: &Position) -> Answer {
        let Some(source) = self.source_for(position) else { return Answer::default() };
        let value = source.value(position);
        let plies = if matches!(value, None | Some(Wdl::Draw)) { None } else { source.plies(position) };
        let late = plies.is_some_and(|plies| i64::from(plies) > i64::from(plies_left(position)));
        self.pause |= source.is_slow(position);
        Answer { value, plies, late }
    }

    /// The score of a position in the tree whose value is known and not the root's: there the search is over. Where it is
    /// the root's, all positions would look the same, and it goes on.
    #[inline]
    pub fn ask(&mut self, position: &Position, ply: usize, depth: i32, plies_left: i32) -> Option<i32> {
        if !self.asking {
            return None;
        }
        let source = self.source.as_deref().filter(|source| source.may_know(position))?;
        let slow = source.is_slow(position);
        if slow && depth < LEAST_DEPTH {
            return None;
        }
        self.pause |= slow;
        let value = source.value(position)?;
        let for_root = if ply.is_multiple_of(2) { value } else { value.before() };
        if self.root == Some(for_root) {
            return None;
        }
        if value == Wdl::Draw {
            return Some(0);
        }
        let score = match source.plies(position) {
            // A draw clock may end the game before.
            Some(plies) if i64::from(plies) > i64::from(plies_left) => return None,
            Some(plies) if plies < 900 => WON - ply as i32 - plies as i32,
            _ => KNOWN - ply as i32,
        };
        Some(if value == Wdl::Win { score } else { -score })
    }
}

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
