//! The one error of every reader: where the text went wrong, and why.

use std::fmt;

/// A text that could not be read. Every reader of the crate returns it: it says where (a character, and a line where
/// the text has several) and why, in words that can be shown to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    line: Option<usize>,
    column: usize,
    reason: String,
}

impl ReadError {
    /// An error at a byte offset of a one-line text.
    pub fn at(text: &str, byte: usize, reason: impl Into<String>) -> Self {
        Self { line: None, column: column(text, byte), reason: reason.into() }
    }

    /// An error at a byte offset of a text that may have several lines.
    pub fn in_lines(text: &str, byte: usize, reason: impl Into<String>) -> Self {
        let before = &text.as_bytes()[..byte.min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count();
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        Self { line: Some(line + 1), column: column(&text[start..], byte.saturating_sub(start)), reason: reason.into() }
    }

    /// The line, counted from 1; `None` where the text is one line by definition.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The character in the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Why the text was refused.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The same error, for a text that begins at `byte` of the longer one-line text `whole`.
    pub(crate) fn within(self, whole: &str, byte: usize) -> Self {
        Self { column: self.column + column(whole, byte) - 1, ..self }
    }

    /// The same error of a one-line text, where that begins at `byte` of the text `whole` of several lines.
    pub(crate) fn within_lines(self, whole: &str, byte: usize) -> Self {
        let start = Self::in_lines(whole, byte, "");
        Self { line: start.line, column: start.column + self.column - 1, ..self }
    }
}

/// The character (from 1) that a byte offset falls on.
fn column(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|&(i, _)| i < byte).count() + 1
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}, character {}: {}", self.column, self.reason),
            None => write!(f, "character {}: {}", self.column, self.reason),
        }
    }
}

impl std::error::Error for ReadError {}

/// A word out of a text as an error message shows it: in quotes, and short whatever was pasted.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("“{shown}”")
}
