//! Errors in commands.

use super::lines::{LONGEST_LINE, TooLong};
use merels::search::NoMemory;
use std::fmt;
use thiserror::Error;

/// Why a command is refused: one short line of text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CommandError(pub(super) String);

impl From<TooLong> for CommandError {
    fn from(_: TooLong) -> Self {
        Self(format!("a line has at most {LONGEST_LINE} bytes"))
    }
}

impl From<NoMemory> for CommandError {
    fn from(error: NoMemory) -> Self {
        Self(error.to_string())
    }
}

impl CommandError {
    /// The directory of the option `Data` cannot be used.
    pub fn of_data(why: &impl fmt::Display) -> Self {
        Self(format!("Data, {why}"))
    }

    /// A command came during an infinite search, and the queue of `most` bytes is full.
    pub fn queue_full(most: usize) -> Self {
        Self(format!(
            "{most} bytes of commands wait for the end of the search: stop it first"
        ))
    }
}

/// Refuses a command.
pub(super) fn refuse<T>(message: impl Into<String>) -> Result<T, CommandError> {
    Err(CommandError(message.into()))
}

/// Parses a whole number within a range; `what` names it in the error.
pub(super) fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, CommandError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text
        .parse()
        .ok()
        .filter(|number| plain && (least..=most).contains(number))
    {
        Some(number) => Ok(number),
        None => refuse(format!(
            "{what} wants a number from {least} to {most}, not {}",
            shown(text)
        )),
    }
}

/// A word as an error shows it: short, in quotes, on one line.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    let more = if text.chars().nth(LONGEST).is_some() {
        "…"
    } else {
        ""
    };
    format!("“{short}{more}”")
}
