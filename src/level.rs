//! Playing strength: ten levels, from one that a beginner can beat to the full strength of the
//! search, and Perfect, which plays by exact values.
//!
//! A level is a depth, a node limit and a [`Handicap`]; it never blunders at random. Low levels
//! search few plies, so they miss a mill two moves away, a man about to be blocked, or the second
//! of two threats. They overlook mills that either side could close later, use the hand-made
//! evaluation with noise, and choose among moves within a margin. They nearly always close an
//! available mill, and never miss an immediate win. The two levels below the last search little and
//! rely on the net; without a strong net they look further instead.

use crate::position::Position;
use crate::rules::Goal;
use crate::search::{Handicap, Limits, has_strong_net, seed_for};

/// A level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name as a player reads it.
    pub name: &'static str,
    /// One sentence on it.
    pub about: &'static str,
    /// The maximum thinking time, in milliseconds.
    pub millis: u32,
    play: Play,
    /// How it plays games without a strong net, if different.
    without_net: Option<Play>,
}

/// How a level searches, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Play {
    depth: Option<u32>,
    nodes: u64,
    handicap: Option<Handicap>,
}

impl Level {
    /// The limits of a search at this level in this position. The seed varies the play from game to
    /// game; the same seed and position give the same move. The time is up to the caller.
    pub fn limits(&self, position: &Position, seed: u64) -> Limits {
        // The first placing decides so little that variety costs nothing.
        let first = position.hand(position.side_to_move()) == usize::from(position.rules().men);
        let varied = Handicap {
            margin: VARIETY,
            ..Handicap::default()
        };
        let without_net = self
            .without_net
            .filter(|_| !has_strong_net(position.rules()));
        let Play {
            depth,
            nodes,
            handicap,
        } = without_net.unwrap_or(self.play);
        // Where the first mill wins, overlooking one loses the game.
        let halved = position.rules().goal == Goal::Mill && depth != Some(1);
        let handicap = handicap
            .or(first.then_some(varied))
            .map(|handicap| Handicap {
                blind_spots: handicap.blind_spots / if halved { 2 } else { 1 },
                seed: seed_for(seed, position),
                ..handicap
            });
        Limits {
            depth,
            nodes: Some(nodes),
            handicap,
            ..Limits::default()
        }
    }
}

impl Level {
    /// How many plies it looks ahead, and how it errs: with a strong net, if there is one.
    pub(crate) fn sight(&self) -> (Option<u32>, Handicap) {
        (self.play.depth, self.play.handicap.unwrap_or_default())
    }
}

/// The margin of the strongest levels' first placing, in hundredths of a man.
const VARIETY: u16 = 25;

/// The levels, the weakest first; the page and the engine count them from 1.
///
/// ```
/// use merels::level::LEVELS;
/// use merels::search::{Searcher, Status};
/// use merels::{Position, Preset};
///
/// let position = Position::start(Preset::Six.rules())?;
/// let mut searcher = Searcher::new(1)?;
/// searcher.start(&position, &[], LEVELS[1].limits(&position, 7));
/// while searcher.step(1000) == Status::Running {}
/// assert!(searcher.best_move().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[rustfmt::skip]
pub const LEVELS: &[Level] = &[
    level("Novice", "Plays what looks natural and misses most of what you're planning.", 1, 300,
        Handicap { margin: 105, noise: 105, blind_spots: 235, blind_spots_own: 80, naive: true, seed: 0 }),
    level("Beginner", "Closes its own mills and often overlooks yours.", 1, 500,
        Handicap { margin: 66, noise: 66, blind_spots: 188, blind_spots_own: 28, naive: true, seed: 0 }),
    level("Learner", "Blocks many of your mills, but not all.", 1, 1_000,
        Handicap { margin: 44, noise: 45, blind_spots: 104, blind_spots_own: 10, naive: true, seed: 0 }),
    level("Hobbyist", "Sees your reply to its move and sometimes misses something.", 2, 3_000,
        Handicap { margin: 30, noise: 25, blind_spots: 60, blind_spots_own: 0, naive: true, seed: 0 }),
    level("Club player", "Sees its move, your reply and its next move, and likes variety.", 3, 8_000,
        Handicap { margin: 25, noise: 18, blind_spots: 30, blind_spots_own: 0, naive: true, seed: 0 }),
    level("Tactician", "Rarely overlooks a threat.", 4, 20_000,
        Handicap { margin: 19, noise: 10, blind_spots: 8, blind_spots_own: 0, naive: true, seed: 0 }),
    level("Strategist", "Misses nothing nearby and plans a little.", 6, 60_000,
        Handicap { margin: 14, noise: 6, blind_spots: 0, blind_spots_own: 0, naive: true, seed: 0 }),
    level("Expert", "Judges positions well and gives little away.", 3, 10_000,
        Handicap { margin: 56, noise: 56, blind_spots: 0, blind_spots_own: 0, naive: false, seed: 0 })
        .without_net(7, 100_000, Handicap { margin: 14, noise: 6, blind_spots: 0, blind_spots_own: 0, naive: false, seed: 0 }),
    level("Master", "Judges positions very well, makes few mistakes and varies its openings.", 5, 50_000,
        Handicap { margin: 26, noise: 19, blind_spots: 0, blind_spots_own: 0, naive: false, seed: 0 })
        .without_net(9, 300_000, Handicap { margin: 6, noise: 2, blind_spots: 0, blind_spots_own: 0, naive: false, seed: 0 }),
    Level {
        name: "Champion",
        about: "Plays at full strength.",
        millis: 2_000,
        play: Play { depth: None, nodes: 1_000_000, handicap: None },
        without_net: None,
    },
];

/// The level that plays by exact values, if there are any; without them it is the last of
/// [`LEVELS`]. Probing is up to the caller: this is only what a player reads of it.
pub const PERFECT: Level = Level {
    name: "Perfect",
    about: "Knows the value of every position: wins what is won and never loses a draw.",
    ..LEVELS[LEVELS.len() - 1]
};

const fn level(
    name: &'static str,
    about: &'static str,
    depth: u32,
    nodes: u64,
    handicap: Handicap,
) -> Level {
    Level {
        name,
        about,
        millis: 1_000,
        play: Play::new(depth, nodes, handicap),
        without_net: None,
    }
}

impl Level {
    const fn without_net(self, depth: u32, nodes: u64, handicap: Handicap) -> Self {
        Self {
            without_net: Some(Play::new(depth, nodes, handicap)),
            ..self
        }
    }
}

impl Play {
    const fn new(depth: u32, nodes: u64, handicap: Handicap) -> Self {
        Self {
            depth: Some(depth),
            nodes,
            handicap: Some(handicap),
        }
    }
}
