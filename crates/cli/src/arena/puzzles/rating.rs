//! Rates puzzles by how hard they are for a search and how tempting the wrong moves look.

use super::super::player::Fault;
use merels::moves::Move;
use merels::position::Position;
use merels::search::{Handicap, Limits, MovePrior, Searcher, Status};

/// The limits of the rating search: depth in plies, and nodes.
const DEEPEST: u32 = 7;
const NODES: u64 = 60_000;
/// The rating of a puzzle that is solved at once, with few moves to choose from.
const BASE: u64 = 640;
/// For each ply that a search must look ahead until it has found the first turn and keeps to it.
const A_PLY: u64 = 110;
/// For each wrong move, up to a maximum number.
const A_WRONG: u64 = 3;
const MAX_WRONG: u64 = 40;
/// In thousandths: for a thousandth of the turns that are wrong, each counted as often as it looks
/// good.
const A_TRAP: u64 = 350;
/// For each turn of the solver after the first.
const A_TURN: u64 = 70;

/// Rates puzzles.
pub(super) struct Rater {
    searcher: Searcher,
    prior: MovePrior,
}

impl Rater {
    pub(super) fn new(prior: MovePrior) -> Result<Self, Fault> {
        Ok(Self {
            searcher: Searcher::new(1).map_err(Fault::of)?,
            prior,
        })
    }

    /// The rating of a puzzle with the right first move `right` that takes `turns` turns of the
    /// solver.
    pub(super) fn rate(&mut self, position: &Position, right: Move, turns: usize) -> u16 {
        let legal = position.legal_moves();
        let weights = self.prior.weights(position, &legal);
        let all: u64 = weights.iter().sum();
        let wrong = legal
            .iter()
            .zip(&weights)
            .filter(|&(&turn, _)| turn != right)
            .map(|(_, weight)| weight);
        let trap = wrong.sum::<u64>() * 1000 / all;
        let wrong = (legal.len() as u64 - 1).min(MAX_WRONG);
        let rating = BASE
            + A_PLY * u64::from(self.depth_found(position, right))
            + A_WRONG * wrong
            + A_TRAP * trap / 1000
            + A_TURN * (turns as u64 - 1);
        rating.clamp(800, 2200) as u16
    }

    /// The depth from which a search with the hand-made evaluation plays the move; one more than
    /// its maximum depth if it does not.
    fn depth_found(&mut self, position: &Position, right: Move) -> u32 {
        let mut handicap = Handicap::default();
        handicap.naive = true;
        self.searcher.start(
            position,
            &[],
            Limits::default()
                .depth(DEEPEST)
                .nodes(NODES)
                .handicap(handicap),
        );
        while self.searcher.step(u64::MAX) == Status::Running {}
        let mut found = DEEPEST + 1;
        for info in self.searcher.infos().iter().rev() {
            if info.pv.first() != Some(&right) {
                break;
            }
            found = info.depth;
        }
        found
    }
}
