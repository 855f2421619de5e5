//! A sequential probability ratio test: is one player stronger than another by ELO1 rather than by
//! ELO0?
//!
//! It is the generalised test (GSPRT) that Fishtest, fastchess and cutechess run: results of pairs
//! of games with colours reversed, as five kinds (pentanomial), each hypothesis represented by the
//! likeliest probabilities with its expected score. M. Van den Bergh, "A practical introduction to
//! the GSPRT" and "The generalized maximum likelihood ratio for the expectation value of a
//! distribution", <https://www.cantate.be/Fishtest/>; bounds by A. Wald, "Sequential Tests of
//! Statistical Hypotheses" (1945).

use std::collections::HashMap;

/// What is counted in place of a kind of result that has not occurred: without it a few equal
/// results would be taken for certainty.
const UNSEEN: f64 = 1e-3;

/// The hypotheses, and how often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the difference in Elo points, of the expected score ([`elo`](super::estimate::elo)).
    pub elo0: f64,
    /// H1: a larger difference.
    pub elo1: f64,
    /// The share of tests that accept H1 where H0 is true.
    pub alpha: f64,
    /// The share of tests that accept H0 where H1 is true.
    pub beta: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtResult {
    /// Not enough yet.
    Open,
    /// The difference is ELO0 rather than ELO1.
    H0,
    /// The difference is ELO1 rather than ELO0.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of H1 to H0: how many results there are of each score, from 0 to
    /// the greatest in equal steps (five for pairs, three for games).
    pub fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = counts.iter().map(|&count| (count as f64).max(UNSEEN));
        let counts: Vec<f64> = counts.collect();
        let (h0, h1) = (
            likeliest(&counts, expected_score(self.elo0)),
            likeliest(&counts, expected_score(self.elo1)),
        );
        let ratios = h0.iter().zip(&h1).map(|(p0, p1)| (p1 / p0).ln());
        counts.iter().zip(ratios).map(|(n, ratio)| n * ratio).sum()
    }

    /// What a log-likelihood ratio says.
    pub fn verdict(&self, llr: f64) -> SprtResult {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            SprtResult::H0
        } else if llr >= upper {
            SprtResult::H1
        } else {
            SprtResult::Open
        }
    }
}

/// The score to be expected at a difference in Elo points: the reverse of
/// [`elo`](super::estimate::elo).
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probabilities with this expected score under which the results are likeliest: their
/// frequency, divided by 1 + x (a - score) for results worth a. The x at which they have this
/// expected score is found by bisection, since the sum falls with x.
fn likeliest(counts: &[f64], score: f64) -> Vec<f64> {
    let total: f64 = counts.iter().sum();
    let most = (counts.len() - 1) as f64;
    let result = |(i, count): (usize, &f64)| (i as f64 / most - score, count / total);
    let results: Vec<(f64, f64)> = counts.iter().enumerate().map(result).collect();
    // Between these all probabilities are positive.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let x = f64::midpoint(low, high);
        let sum: f64 = results.iter().map(|(a, p)| p * a / (1.0 + x * a)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    results.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}

/// The results of pairs of games, in whichever order they end.
#[derive(Clone, Debug, Default)]
pub struct GamePairs {
    /// Pairs by the points of the first player in halves, from 0 to 4.
    pub counts: [u64; 5],
    /// Pairs of which one game has ended, by their number.
    halves: HashMap<usize, u8>,
}

impl GamePairs {
    /// Counts a game by its number, from 0 (two in a row are a pair), and the first player's points
    /// in halves.
    pub fn count(&mut self, game: usize, halves: u8) {
        match self.halves.remove(&(game / 2)) {
            Some(other) => self.counts[usize::from(other + halves).min(4)] += 1,
            None => {
                self.halves.insert(game / 2, halves);
            }
        }
    }
}
