//! How strong a player is, and how it errs: ten levels, from one that a beginner can beat to all that the search can do.
//!
//! A level is a mixture of depth, attention and taste, never a random blunder from a clear sky. Low levels think few
//! turns ahead, overlook mills that could be closed later (their own and the other side's), judge roughly and play a
//! slightly worse turn as gladly as the best. Nearly always they close a mill in front of them, and a turn that wins on
//! the spot is never missed.

use crate::position::Position;
use crate::search::{Limits, Taste, seed_for};

/// A level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name as a player reads it.
    pub name: &'static str,
    /// One sentence on it.
    pub about: &'static str,
    /// How long it may think, in milliseconds; a person is willing to wait so long.
    pub millis: u32,
    depth: Option<u32>,
    nodes: Option<u64>,
    taste: Option<Taste>,
}

impl Level {
    /// The limits of a search by this level in this position. A game has a seed of its own, so that games differ; the
    /// same seed and position give the same turn. The time is the caller's to keep.
    pub fn limits(&self, position: &Position, seed: u64) -> Limits {
        let taste = self.taste.map(|taste| Taste { seed: seed_for(seed, position), ..taste });
        Limits { depth: self.depth, nodes: self.nodes, taste }
    }
}

/// The levels, the weakest first; the page and the engine count them from 1.
pub const LEVELS: [Level; 10] = [
    level(
        "Newcomer",
        "Plays what looks natural and overlooks most of what you are up to.",
        1,
        2_000,
        (45, 30, 190, 24),
    ),
    level("Beginner", "Closes its own mills and seldom minds yours.", 1, 3_000, (35, 25, 140, 12)),
    level("Learner", "Sees a mill that is about to close, most of the time.", 2, 6_000, (30, 20, 90, 6)),
    level("Casual", "Looks two turns ahead, now and then past something.", 3, 12_000, (25, 16, 56, 0)),
    level("Regular", "Looks three turns ahead and likes variety.", 4, 25_000, (18, 10, 22, 0)),
    level("Skilled", "Rarely overlooks a threat.", 5, 60_000, (16, 9, 14, 0)),
    level("Strong", "Misses nothing near and plans a little.", 6, 150_000, (12, 6, 0, 0)),
    level("Expert", "Thinks far ahead and gives little away.", 8, 500_000, (7, 3, 0, 0)),
    level("Master", "Thinks as far ahead as a second allows and varies its openings.", 12, 2_000_000, (3, 0, 0, 0)),
    Level {
        name: "Champion",
        about: "Everything that the search can do in two seconds.",
        millis: 2_000,
        depth: None,
        nodes: None,
        taste: None,
    },
];

/// The level that plays by exact values, where there are some; without them it is the last of [`LEVELS`]. The caller asks
/// the solution: this is only what a player reads of it.
pub const PERFECT: Level = Level {
    name: "Perfect",
    about: "Knows every position: wins what is won, as fast as can be, and never loses a draw.",
    ..LEVELS[LEVELS.len() - 1]
};

/// A level that errs by (margin, noise, overlooks, overlooks_own), see [`Taste`].
const fn level(
    name: &'static str,
    about: &'static str,
    depth: u32,
    nodes: u64,
    (margin, noise, overlooks, overlooks_own): (u16, u16, u8, u8),
) -> Level {
    let taste = Taste { margin, noise, overlooks, overlooks_own, seed: 0 };
    Level { name, about, millis: 1_000, depth: Some(depth), nodes: Some(nodes), taste: Some(taste) }
}
