//! The commands.

use merels::search::Limits;

/// What the engine has to do after a line; options and position are in the
/// [`Session`](super::Session).
#[derive(Clone, Debug, PartialEq)]
pub enum EngineCommand {
    /// Nothing.
    Nothing,
    /// `uci`: print the lines of [`introduction`](super::introduction).
    Introduce,
    /// `isready`: print `readyok` when everything is ready.
    Ready,
    /// A new game, or other rules: clear the transposition table.
    Forget,
    /// The level has changed.
    Level,
    /// A new transposition table of this size, in MiB.
    Hash(u32),
    /// Exact values from this directory; `None` for none.
    Data(Option<String>),
    /// Search the session's position.
    Go(Search),
    /// `quit`.
    Quit,
}

/// What to do with a line that arrives during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meanwhile {
    /// Stop the search.
    Stop,
    /// `quit`: stop the search and exit.
    Quit,
    /// Queue it until the search ends.
    Wait,
    /// Print `readyok`.
    Ready,
    /// Handle it at once: it does not affect the search.
    Now,
}

impl Meanwhile {
    /// By the first word of the line.
    pub fn of(line: &str) -> Self {
        match line.split_whitespace().next() {
            Some("stop") => Self::Stop,
            Some("quit") => Self::Quit,
            Some("go" | "position" | "setoption" | "ucinewgame") => Self::Wait,
            Some("isready") => Self::Ready,
            _ => Self::Now,
        }
    }
}

/// A search that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Its limits and handicap.
    pub limits: Limits,
    /// The time in milliseconds; `None` for no limit.
    pub millis: Option<u64>,
    /// No new iteration begins after this time, in milliseconds.
    pub soft: Option<u64>,
    /// It runs until `stop`, even if there is nothing more to find.
    pub infinite: bool,
    /// Only nodes or depth end it: it is deterministic.
    pub counted: bool,
}
