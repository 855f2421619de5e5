//! Probes exact values at the root.

use super::draw_clock::plies_left;
use super::exact_values::ProbeResult;
use super::hash::hash_of;
use super::root_move::RootMove;
use super::score::Score;
use super::{Info, Searcher};
use crate::moves::Move;
use crate::position::{Outcome, Position, Side};
use crate::value::Wdl;

/// The maximum length of a line from exact values, in plies.
const MAX_LINE_PLIES: usize = 40;

impl Searcher {
    /// Probes the root moves that are not probed yet. Returns whether there is anything to search
    /// now.
    pub(super) fn probe_root(&mut self) -> bool {
        while let Some(next) = self.exact.next_root_move {
            if self.exact.probed_slow_source() {
                return false;
            }
            let root = self.frames[0].position;
            match self.root.get(next).map(|root_move| root_move.mv) {
                Some(mv) => {
                    self.root[next].known = self.probe_root_move(&root, mv);
                    self.exact.next_root_move = Some(next + 1);
                }
                None => {
                    self.exact.next_root_move = None;
                    self.sort_root(&root);
                }
            }
        }
        !self.done
    }

    fn probe_root_move(&mut self, root: &Position, mv: Move) -> ProbeResult {
        self.ended_by(root, mv).unwrap_or_else(|| {
            let ProbeResult { value, plies, late } = self.exact.lookup(&root.after(mv));
            ProbeResult {
                value: value.map(Wdl::before),
                plies: plies.map(|plies| plies + 1),
                late,
            }
        })
    }

    /// The value of a root move that ends the game or repeats a position.
    fn ended_by(&self, root: &Position, mv: Move) -> Option<ProbeResult> {
        let next = root.after(mv);
        if let Some(outcome) = next.outcome() {
            return Some(ProbeResult {
                value: Some(outcome.value(root.side_to_move())),
                plies: Some(1),
                late: false,
            });
        }
        let draw = ProbeResult {
            value: Some(Wdl::Draw),
            ..ProbeResult::default()
        };
        self.recurs_at(&next, hash_of(&next), 1).then_some(draw)
    }

    /// Tells the search just started the exact values of root moves, and their distances where they
    /// are known, as if they had been probed.
    pub fn know(&mut self, values: &[(Move, Wdl, Option<u32>)]) {
        if self.done {
            return;
        }
        let root = self.frames[0].position;
        for at in 0..self.root.len() {
            let mv = self.root[at].mv;
            let given =
                values
                    .iter()
                    .find(|&&(given, ..)| given == mv)
                    .map(|&(_, value, plies)| {
                        let late = plies.is_some_and(|plies| {
                            i64::from(plies) > i64::from(plies_left(&root.after(mv))) + 1
                        });
                        ProbeResult {
                            value: Some(value),
                            plies,
                            late,
                        }
                    });
            self.root[at].known = self.ended_by(&root, mv).or(given).unwrap_or_default();
        }
        self.exact.next_root_move = None;
        self.sort_root(&root);
    }

    /// All root moves have been probed: keeps those that keep the root's value.
    fn sort_root(&mut self, root: &Position) {
        let values = self.root.iter().map(|root_move| root_move.known.value);
        let best = values.clone().flatten().max();
        if self.multi_pv.is_on() {
            self.multi_pv.clear();
            self.sort_lines();
        } else if best == Some(Wdl::Win) || values.clone().all(|value| value.is_some()) {
            self.root.retain(|root_move| root_move.known.value == best);
            self.exact.root = best;
            // One certain win is enough; a loss has to be certain for every move.
            self.exact.sorted = match best {
                Some(Wdl::Win) => self.root.iter().any(|root_move| !root_move.known.late),
                _ => self.root.iter().all(|root_move| !root_move.known.late),
            };
            self.prefer_by_distance(root, best);
            self.prefer_new_positions(root, best);
            self.prefer_traps(root, best);
        } else {
            self.exact.root = self.exact.lookup(root).value;
        }
        self.cut_off_unlike(self.exact.root);
        if !self.done {
            self.best = self.root.first().map(|root_move| root_move.mv);
            self.depth = 0;
            self.deepen();
        }
    }

    /// Sets the value, to the side to move at the root, that positions in the tree have to keep:
    /// others are cut off.
    pub(super) fn cut_off_unlike(&mut self, value: Option<Wdl>) {
        self.exact.root = value;
        let white_moves = self.frames[0].position.side_to_move() == Side::White;
        // Table entries depend on the cutoffs.
        let cutoffs = match value.map(|value| if white_moves { value } else { value.before() }) {
            None => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Draw) => 2,
            Some(Wdl::Win) => 3,
        };
        self.generation = self.own_generation.with_cutoffs(cutoffs);
    }

    /// If the distances of all moves left are known, the search is over: the fastest win or the
    /// slowest loss is best.
    fn prefer_by_distance(&mut self, root: &Position, value: Option<Wdl>) {
        let distances = self.root.iter().map(|root_move| root_move.known.plies);
        let best = match value {
            Some(Wdl::Win) => distances.clone().flatten().min(),
            Some(Wdl::Loss) => distances.clone().flatten().max(),
            _ => None,
        };
        let Some(plies) = best.filter(|_| distances.clone().all(|plies| plies.is_some())) else {
            return;
        };
        // A draw clock may end the game first.
        if i64::from(plies) > i64::from(plies_left(root)) {
            return;
        }
        self.root
            .retain(|root_move| root_move.known.plies == Some(plies));
        let Some(mv) = self.root.first().map(|root_move| root_move.mv) else {
            return;
        };
        let score = if value == Some(Wdl::Win) {
            Score::Win(plies)
        } else {
            Score::Loss(plies)
        };
        let pv = self.known_line(root, mv, plies);
        self.best = Some(mv);
        self.infos.push(Info {
            depth: 1,
            line: 1,
            score,
            nodes: 0,
            pv,
        });
        self.done = true;
    }

    /// In a won game, moves to positions that have not occurred yet: without distances the search
    /// might go round in circles.
    fn prefer_new_positions(&mut self, root: &Position, value: Option<Wdl>) {
        let is_new =
            |root_move: &RootMove| !self.earlier.contains(&hash_of(&root.after(root_move.mv)));
        if value == Some(Wdl::Win) && !self.done && self.root.iter().any(is_new) {
            self.root.retain(is_new);
        }
    }

    /// The line after a move when both sides play by exact distances, at most 40 plies of it.
    pub(super) fn known_line(&mut self, root: &Position, mv: Move, plies: u32) -> Vec<Move> {
        let mut line = vec![mv];
        let mut position = root.after(mv);
        // A slow source is not probed for every reply.
        while line.len() < MAX_LINE_PLIES.min(plies as usize) && !self.exact.is_slow(&position) {
            let left = plies - line.len() as u32 - 1;
            let next = position.legal_moves().into_iter().find(|&mv| {
                let next = position.after(mv);
                match next.outcome() {
                    Some(outcome) => left == 0 && Outcome::winner(outcome).is_some(),
                    None => self.exact.lookup(&next).plies == Some(left),
                }
            });
            let Some(mv) = next else { break };
            line.push(mv);
            position = position.after(mv);
        }
        line
    }
}
