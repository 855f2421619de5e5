//! Estimates of proportions and scores from counts, with 95 % confidence intervals.

/// The standard normal deviate that 2.5 % exceed.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval (1927) of a share of which `hits` of `total` were found: from and to,
/// between 0 and 1. Unlike the usual one it says something sensible where all or none are hits.
/// Nothing found says nothing: 0 to 1.
pub fn wilson(hits: u64, total: u64) -> (f64, f64) {
    if total == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (total as f64, hits as f64 / total as f64);
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((middle - half) / scale).max(0.0),
        ((middle + half) / scale).min(1.0),
    )
}

/// The results of some games, as one player counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game by its points: 1, ½ or 0, as 2, 1 or 0 halves.
    pub fn count(&mut self, halves: u8) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The results as the other player counts them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points per game, from 0 to 1; ½ where there are no games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    /// The 95 % interval of the score to be expected, from 0 to 1: mean and 1.96 standard
    /// deviations of what the results tell of the three probabilities, by Jeffreys' prior (half a
    /// game of each kind). So it is no point where all games ended alike.
    pub fn interval(&self) -> (f64, f64) {
        let all = self.games() as f64 + 1.5;
        let share = |count: u64| (count as f64 + 0.5) / all;
        let mean = share(self.wins) + 0.5 * share(self.draws);
        let square = share(self.wins) + 0.25 * share(self.draws);
        let half = Z * ((square - mean * mean) / (all + 1.0)).sqrt();
        ((mean - half).max(0.0), (mean + half).min(1.0))
    }
}

/// The difference in Elo points at which a score is to be expected; infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    // With the sign of zero that reads well.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}
