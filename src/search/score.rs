//! Scores: centi-men inside a narrow band, the ends of the game outside it.

use crate::tablebase::Wdl;
use std::fmt;

/// The score of a game that is won here; a win `n` plies away is `n` less.
pub(super) const WON: i32 = 30_000;
/// Scores beyond this are wins, beyond its negative losses.
const DECIDED: i32 = 29_000;
/// The score of a game that is known to be won here, nobody knows how soon; `n` plies away it is `n` less.
pub(super) const KNOWN: i32 = 25_000;
/// Scores beyond this tell how far away the end is, or the position of known value.
const DISTANT: i32 = 20_000;
/// The evaluation stays within this.
pub(super) const MOST: i32 = 10_000;
/// More than every score.
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

/// Whether the score is of an end no deeper than that. A shorter one would have been found, if nothing was reduced.
pub(super) fn is_in_reach(score: i32, depth: i32) -> bool {
    is_decided(score) && plies_to_end(score) <= depth
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate, in hundredths of a man. It ends at 10,000, which is also what a win counts that is known from exact
    /// values without a distance.
    Cp(i32),
    /// Proved: the side to move wins, the game lasting so many plies at most.
    Win(u32),
    /// Proved: the side to move loses, holding out so many plies at most.
    Loss(u32),
    /// Proved: neither side can win.
    Draw,
}

impl Score {
    /// The score of a root whose value is known, where the search gave this score.
    pub(super) fn known(value: Wdl, score: i32) -> Self {
        match value {
            Wdl::Draw => Self::Draw,
            Wdl::Win if score <= DECIDED => Self::Cp(MOST),
            Wdl::Loss if score >= -DECIDED => Self::Cp(-MOST),
            Wdl::Win | Wdl::Loss => Self::new(score, false),
        }
    }

    pub(super) fn new(score: i32, solid: bool) -> Self {
        match score {
            0 if solid => Self::Draw,
            _ if !is_decided(score) => Self::Cp(score.clamp(-MOST, MOST)),
            _ if score > 0 => Self::Win(plies_to_end(score).unsigned_abs()),
            _ => Self::Loss(plies_to_end(score).unsigned_abs()),
        }
    }
}

impl fmt::Display for Score {
    /// As the engine protocol has it: `cp 12`, `win 3`, `loss 4`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(score) => write!(f, "cp {score}"),
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}
