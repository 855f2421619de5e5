//! Time management: from a player's clock to the time for one move.
//!
//! Two limits, as in most engines. Past the soft one no new iteration begins; the hard one ends the
//! search in the middle of an iteration. An iteration takes about as long as all before it
//! together, or longer: what is begun just before the soft limit ends at two or three times of it.
//!
//! Nothing here reads a clock or depends on earlier moves: the same numbers give the same limits.

/// What a move takes besides its search, in milliseconds: pipes, the referee, a processor that is
/// busy with something else, the last nodes after the hard limit.
const OVERHEAD: u64 = 20;

/// Without `movestogo` the rest of the game is taken for this many moves a side, however many were
/// played: so the time for a move shrinks with the clock and is never used up. Games between equals
/// last some 80 moves a side, the first of which decide most: they get the most.
const MOVES_LEFT: u64 = 40;

/// Where a side may fly, more is no use: 0.1 s a move already keeps every value of a sample of
/// flying positions (docs/strength.md).
const FLYING: u64 = 100;

/// What a player's clock shows, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: u64,
    /// What each move adds.
    pub increment: u64,
    /// The moves until the next time control, if there is one.
    pub moves_to_go: Option<u64>,
}

/// What matters of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeFactors {
    /// There is one legal move, or none.
    pub forced: bool,
    /// The side to move has so few men that it may fly.
    pub flying: bool,
}

/// The limits for one move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// No new iteration begins after it; at most the hard limit.
    pub soft: u64,
    /// The search ends.
    pub hard: u64,
}

impl Clock {
    /// The limits for a move.
    pub fn limits(self, factors: TimeFactors) -> TimeLimits {
        // There is nothing to think about, or no time to.
        if factors.forced || self.left <= OVERHEAD {
            return TimeLimits { soft: 0, hard: 0 };
        }
        let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        // The overhead of all these moves, and of one more in case. Where that is most of a short
        // clock, half of it is kept: a busy machine can take a tenth of a second at any time.
        let usable = self.left - (OVERHEAD * (moves + 1)).min(self.left / 2);
        // A quarter of the increment makes up for moves that took longer. It is added after the
        // move: this one has only what is on the clock.
        let mean = (usable / moves).saturating_add(self.increment / 4 * 3);
        // Half of what there is leaves a clock that is never empty; before a time control all of it
        // may go.
        let most = if moves == 1 { usable } else { usable / 2 };
        let (mut soft, mut hard) = (mean / 2, mean.saturating_mul(3).min(most));
        if factors.flying {
            (soft, hard) = (soft.min(FLYING / 2), hard.min(FLYING));
        }
        // At least a look: without a search a move is a guess.
        hard = hard.max(1);
        TimeLimits {
            soft: soft.min(hard),
            hard,
        }
    }
}
