//! What is wrong with a line.

use super::lines::{LONGEST_LINE, TooLong};
use crate::search::NoMemory;
use std::fmt;

/// What is wrong with a line: one line of text, and short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint(pub(super) String);

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

/// No order, and why.
pub(super) fn refuse<T>(message: impl Into<String>) -> Result<T, Complaint> {
    Err(Complaint(message.into()))
}

/// A whole number within a range; `what` is what it is for.
pub(super) fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, Complaint> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|number| plain && (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None => refuse(format!("{what} wants a number from {least} to {most}, not {}", shown(text))),
    }
}

/// A word of a line as a complaint shows it: short, in quotes, on one line.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("“{short}{more}”")
}
