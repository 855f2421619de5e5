//! The engine protocol, as far as it is a matter of texts: lines into orders, and what the orders before have set. Whoever
//! runs an engine by it reads [lines](read_line), has its [`Session`] take them, and carries out each [`Order`].
//!
//! Every line has an answer, whatever its bytes: an order, or a [`Complaint`] of one line that leaves the session as it was.
//! Bounds: a line has at most [`LONGEST_LINE`] bytes; what a session keeps is one position and 16 bytes for each turn of
//! its line (at most [`LONGEST_LINE`] / 3 turns); the table that is asked for has at most [`MOST_HASH`] MiB.

mod lines;
mod search;
mod session;

pub use lines::{LONGEST_LINE, Line, TooLong, read_line};
pub use search::Search;
pub use session::{DEFAULT_HASH, MOST_HASH, MOST_LINES, MOST_THREADS, PERFECT, Session};

use crate::search::NoMemory;
use std::fmt;

/// What is wrong with a line: one line of text, and short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint(String);

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Complaint {}

impl From<TooLong> for Complaint {
    fn from(_: TooLong) -> Self {
        Self(format!("a line has at most {LONGEST_LINE} bytes"))
    }
}

impl From<NoMemory> for Complaint {
    fn from(error: NoMemory) -> Self {
        Self(error.to_string())
    }
}

impl Complaint {
    /// A directory of values cannot be used.
    pub fn of_data(why: &impl fmt::Display) -> Self {
        Self(format!("Data, {why}"))
    }

    /// A command came during an endless search, and so many bytes of them wait for its end already.
    pub fn too_much(most: usize) -> Self {
        Self(format!("{most} bytes of commands wait for the end of the search: stop it first"))
    }
}

fn refuse<T>(message: impl Into<String>) -> Result<T, Complaint> {
    Err(Complaint(message.into()))
}

/// What there is to do after a line; what it has set, the [`Session`] knows by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Nothing.
    Nothing,
    /// `uci`: to say the lines of [`introduction`].
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

/// What an engine says of itself: its name and author, its options, and that this is all.
pub fn introduction() -> Vec<String> {
    let levels = PERFECT - 1;
    vec![
        format!("id name Merels {}", env!("CARGO_PKG_VERSION")),
        "id author the Merels contributors".to_owned(),
        format!("option name Variant type string default {}", crate::Preset::Nine.id()),
        format!("option name Level type spin default {levels} min 1 max {PERFECT}"),
        format!("option name Seed type spin default 0 min 0 max {}", u64::MAX),
        format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        format!("option name Hash type spin default {DEFAULT_HASH} min 0 max {MOST_HASH}"),
        "option name Data type string default <empty>".to_owned(),
        "uciok".to_owned(),
    ]
}

/// A whole number within a range; `what` is what it is for.
fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, Complaint> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|number| plain && (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None => refuse(format!("{what} wants a number from {least} to {most}, not {}", shown(text))),
    }
}

/// A word of a line as a complaint shows it: short, in quotes, on one line.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("“{short}{more}”")
}
