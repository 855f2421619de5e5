//! Chances: how likely a player of some level answers wrongly.
//!
//! Where all moves are worth the same, what counts is how hard the answer is. The model follows how
//! levels play: they choose by what they find as many plies ahead as they look, the less exactly
//! the weaker they are, and overlook mills. So a reply is chosen by a softmax of the scores that
//! the search finds at the level's depth; or, as often as the level has blind spots, by the
//! [`MovePrior`], which looks no further. `docs/chances.md` says how well that predicts the levels'
//! games.

use crate::level::LEVELS;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Handicap, Limits, MovePrior, NoMemory, Score, Searcher, Status};
use crate::value::{Probe, Wdl};

/// The temperatures of levels 3 to 6, in hundredths of a man, fitted to their games.
const TEMPERATURES: [f64; 4] = [30.0, 8.0, 8.0, 15.0];
/// The first of these levels.
const FIRST: usize = 3;
/// The score of a win, and the other way of a loss, in hundredths of a man.
const WON: i32 = 10_000;
/// Enough for searches of a few plies.
const HASH_MIB: u32 = 1;

/// The replies in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replies {
    /// The number of legal ones.
    pub all: u32,
    /// The number of those that keep the value: all of them if it is lost.
    pub holding: u32,
    /// How likely the player chooses another one, 0 to 1.
    pub missed: f64,
}

/// A player that answers moves.
#[derive(Debug)]
pub struct Replier {
    /// How far it looks, in plies after a reply.
    depth: u32,
    /// How often it overlooks what follows, 0 to 1.
    blind: f64,
    /// A reply that looks worse by so many hundredths of a man is 1/e times as likely.
    temperature: f64,
    searcher: Searcher,
}

impl Replier {
    /// A player of a level, 3 to 6; `None` for the others, which the model was not fitted to.
    ///
    /// # Errors
    /// If there is not enough memory for its search.
    pub fn of_level(level: usize) -> Result<Option<Self>, NoMemory> {
        let at = level.checked_sub(FIRST);
        match at.and_then(|at| TEMPERATURES.get(at)) {
            Some(&temperature) => Self::with_temperature(level, temperature).map(Some),
            None => Ok(None),
        }
    }

    /// A player that looks as far as a level, counted from 1, and chooses with another temperature.
    ///
    /// # Errors
    /// If there is not enough memory for its search.
    pub fn with_temperature(level: usize, temperature: f64) -> Result<Self, NoMemory> {
        let (depth, handicap) = LEVELS[level - 1].sight();
        Ok(Self {
            depth: depth.map_or(1, |plies| plies.saturating_sub(1).max(1)),
            blind: f64::from(handicap.blind_spots) / 256.0,
            temperature,
            searcher: Searcher::new(HASH_MIB)?,
        })
    }

    /// How many replies hold in a position, and how likely this player is to miss them. `None` if
    /// the value of one is not known, or the game is over.
    pub fn replies(&mut self, position: &Position, source: &dyn Probe) -> Option<Replies> {
        let moves = position.legal_moves();
        let value = |&mv: &Move| Some(source.value_or_outcome(&position.after(mv))?.before());
        let values = moves.iter().map(value).collect::<Option<Vec<Wdl>>>()?;
        let best = values.iter().copied().max()?;
        let holds: Vec<bool> = values.iter().map(|&value| value == best).collect();
        let holding = holds.iter().filter(|&&holds| holds).count();
        let missed = if holding == moves.len() {
            0.0
        } else {
            self.missed(position, &moves, &holds)
        };
        Some(Replies {
            all: moves.len() as u32,
            holding: holding as u32,
            missed,
        })
    }

    /// How likely it chooses a move that does not hold.
    fn missed(&mut self, position: &Position, moves: &[Move], holds: &[bool]) -> f64 {
        let shares = self.shares(position, moves);
        let wrong = shares.iter().zip(holds).filter(|&(_, &holds)| !holds);
        wrong.map(|(share, _)| share).sum()
    }

    /// How likely it chooses each of these moves, all that are legal in a position.
    pub fn shares(&mut self, position: &Position, moves: &[Move]) -> Vec<f64> {
        let prior = MovePrior::new(position.rules());
        let side = position.side_to_move();
        let next: Vec<Position> = moves.iter().map(|&mv| position.after(mv)).collect();
        let glances = next.iter().map(|next| prior.static_score(next, side));
        let glances = self.softmax(&glances.collect::<Vec<_>>());
        let looks: Vec<i32> = next.iter().map(|next| -self.look(next)).collect();
        let looks = self.softmax(&looks);
        let both = glances.into_iter().zip(looks);
        both.map(|(glance, look)| self.blind * glance + (1.0 - self.blind) * look)
            .collect()
    }

    /// What its search finds in a position, for the side to move.
    fn look(&mut self, position: &Position) -> i32 {
        if let Some(outcome) = position.outcome() {
            return match outcome.value(position.side_to_move()) {
                Wdl::Win => WON,
                Wdl::Draw => 0,
                Wdl::Loss => -WON,
            };
        }
        let naive = Handicap {
            naive: true,
            ..Handicap::default()
        };
        let limits = Limits::default().depth(self.depth).handicap(naive);
        self.searcher.start(position, &[], limits);
        while self.searcher.step(u64::MAX) == Status::Running {}
        match self.searcher.info().map(|info| info.score) {
            Some(Score::Cp(score)) => score,
            Some(Score::Win(_)) => WON,
            Some(Score::Loss(_)) => -WON,
            Some(Score::Draw) | None => 0,
        }
    }

    /// The share of each move in a softmax of these scores.
    fn softmax(&self, scores: &[i32]) -> Vec<f64> {
        let best = scores.iter().copied().max().unwrap_or(0);
        let weight = |score: i32| (f64::from(score.saturating_sub(best)) / self.temperature).exp();
        let weights: Vec<f64> = scores.iter().map(|&score| weight(score)).collect();
        let all: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / all).collect()
    }
}
