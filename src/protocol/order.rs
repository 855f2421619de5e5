//! What there is to do.

use crate::search::Limits;

/// What there is to do after a line; what it has set, the [`Session`](super::Session) knows by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Nothing.
    Nothing,
    /// `uci`: to say the lines of [`introduction`](super::introduction).
    Introduce,
    /// `isready`: to say `readyok` when everything is ready.
    Ready,
    /// A new game, or one by other rules: what was found so far is to be forgotten.
    Forget,
    /// The level has changed.
    Level,
    /// A table of so many MiB in place of the one before.
    Hash(u32),
    /// Exact values from this directory; from none, where it is `None`.
    Data(Option<String>),
    /// To search the session's position.
    Go(Search),
    /// `quit`.
    Quit,
}

/// What there is to do with a line that comes in during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meanwhile {
    /// The search is to end.
    Stop,
    /// `quit`: the search is to end soon, and everything after it.
    Quit,
    /// It has to wait for the end of the search.
    Wait,
    /// To say `readyok`.
    Ready,
    /// It can be taken at once, and changes nothing.
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
    /// What ends it of itself, and how it errs.
    pub limits: Limits,
    /// It has so many milliseconds; `None`: as many as it takes.
    pub millis: Option<u64>,
    /// It goes on until it is told to stop, even where there is no more to find.
    pub infinite: bool,
    /// Only nodes or depth end it: it has the same answer every time.
    pub counted: bool,
}
