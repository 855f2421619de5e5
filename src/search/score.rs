//! Scores: hundredths of a man within a band around 0; wins and losses, with their distance,
//! outside it.

use crate::value::Wdl;
use std::fmt;

/// The score of a game that is won here; a win `n` plies away is `n` less.
pub(super) const WON: i32 = 30_000;
/// Scores beyond this are wins, beyond its negative losses.
const DECIDED: i32 = 29_000;
/// The score of a game that is known to be won here, at an unknown distance; `n` plies away it is
/// `n` less.
pub(super) const KNOWN_WIN: i32 = 25_000;
/// Scores beyond this count plies, to the end of the game or to a position of known value.
const DISTANT: i32 = 20_000;
/// The maximum evaluation, in hundredths of a man.
pub(super) const MAX_EVALUATION: i32 = 10_000;
/// Greater than every score.
pub(super) const INFINITE: i32 = 32_000;

/// Whether the score says that the game is won or lost.
#[inline]
pub(super) const fn is_decided(score: i32) -> bool {
    score > DECIDED || score < -DECIDED
}

/// Whether the score counts plies from the root.
#[inline]
pub(super) const fn is_distant(score: i32) -> bool {
    score > DISTANT || score < -DISTANT
}

/// The plies from the root to the end of a decided game.
#[inline]
pub(super) const fn plies_to_end(score: i32) -> i32 {
    WON - score.abs()
}

/// Whether the score is of an end of the game at most `depth` plies away: without reductions, there
/// is no shorter one.
pub(super) fn is_in_reach(score: i32, depth: i32) -> bool {
    is_decided(score) && plies_to_end(score) <= depth
}

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in hundredths of a man, at most 10,000 either way, which is also the score of a
    /// win that is known without its distance.
    Cp(i32),
    /// Proved: the side to move wins in at most this many plies.
    Win(u32),
    /// Proved: the side to move loses, in at most this many plies.
    Loss(u32),
    /// Proved: neither side can win.
    Draw,
}

impl Score {
    /// The same for the other side.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
        }
    }

    /// The score of a root of known exact value, given the search's score.
    pub(super) fn from_exact_value(value: Wdl, score: i32) -> Self {
        match value {
            Wdl::Draw => Self::Draw,
            Wdl::Win if score <= DECIDED => Self::Cp(MAX_EVALUATION),
            Wdl::Loss if score >= -DECIDED => Self::Cp(-MAX_EVALUATION),
            Wdl::Win | Wdl::Loss => Self::new(score, false),
        }
    }

    /// From the search's score; `proven` tells a draw from an even estimate.
    pub(super) fn new(score: i32, proven: bool) -> Self {
        match score {
            0 if proven => Self::Draw,
            _ if !is_decided(score) => Self::Cp(score.clamp(-MAX_EVALUATION, MAX_EVALUATION)),
            _ if score > 0 => Self::Win(plies_to_end(score).unsigned_abs()),
            _ => Self::Loss(plies_to_end(score).unsigned_abs()),
        }
    }
}

impl fmt::Display for Score {
    /// As in the engine protocol: `cp 12`, `win 3`, `loss 4`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(score) => write!(f, "cp {score}"),
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}
