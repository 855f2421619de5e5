//! The error type of every reader: where the text is wrong, and why.

use super::fault::TextError;
use super::signs::escaped_sign;
use crate::coded::{Coded, Param};
use crate::game::{PlayError, RemarkError};
use crate::moves::IllegalMove;
use crate::position::{Setup, SetupError};
use crate::rules::RulesError;
use std::fmt;
use thiserror::Error;

/// A text that could not be read. Every reader of the crate returns it: it says where (a character,
/// and a line where the text has several) and why, in words that can be shown to a player and by a
/// code that can be translated.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("{}character {column}: {why}", .line.map_or_else(String::new, |line| format!("line {line}, ")))]
pub struct ReadError {
    line: Option<usize>,
    column: usize,
    #[source]
    why: ReadErrorKind,
    position: Option<Box<str>>,
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// It breaks the format.
    Text(#[from] TextError),
    /// Its rule set is invalid.
    Rules(#[from] RulesError),
    /// Its position is illegal.
    Setup(#[from] SetupError),
    /// One of its turns cannot be played.
    Play(#[from] PlayError),
    /// A tag, comment or glyph in it is refused.
    Remark(#[from] RemarkError),
}

// As it displays: the fields would be a part of the page's WebAssembly.
impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ReadErrorKind {
    fn coded(&self) -> &dyn Coded {
        match self {
            Self::Text(error) => error,
            Self::Rules(error) => error,
            Self::Setup(error) => error,
            Self::Play(error) => error,
            Self::Remark(error) => error,
        }
    }
}

impl ReadError {
    /// An error at a byte offset of a one-line text.
    pub fn at(text: &str, byte: usize, why: impl Into<ReadErrorKind>) -> Self {
        Self {
            line: None,
            column: column(text, byte),
            why: why.into(),
            position: None,
        }
    }

    /// An error at a byte offset of a text that may have several lines.
    pub fn in_lines(text: &str, byte: usize, why: impl Into<ReadErrorKind>) -> Self {
        let (line, column) = line_and_column(text, byte);
        Self {
            line: Some(line),
            column,
            why: why.into(),
            position: None,
        }
    }

    /// The line, counted from 1; `None` where the text is one line by definition.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The character in the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Why the text was refused, in English.
    pub fn reason(&self) -> String {
        self.why.to_string()
    }

    /// Why the text was refused.
    pub fn why(&self) -> &ReadErrorKind {
        &self.why
    }

    /// The line of a position that can be read and is illegal, for a [`Setup`]: to be seen and put
    /// right.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    #[inline(never)]
    pub(super) fn with_setup(self, setup: Setup) -> Self {
        Self {
            position: Some(setup.to_string().into()),
            ..self
        }
    }

    /// The same error at a byte of another text, which may have several lines.
    pub(super) fn placed(self, text: &str, byte: usize) -> Self {
        let (line, column) = line_and_column(text, byte);
        Self {
            line: text.contains('\n').then_some(line),
            column,
            ..self
        }
    }

    /// The same error, for a text that begins at `byte` of the longer one-line text `whole`.
    pub(crate) fn within(self, whole: &str, byte: usize) -> Self {
        Self {
            column: self.column + column(whole, byte) - 1,
            ..self
        }
    }

    /// The same error of a one-line text, where that begins at `byte` of the text `whole` of
    /// several lines.
    pub(crate) fn within_lines(self, whole: &str, byte: usize) -> Self {
        let (line, column) = line_and_column(whole, byte);
        Self {
            line: Some(line),
            column: column + self.column - 1,
            ..self
        }
    }

    /// The same error where a text has signs as HTML writes them, of the text without these.
    pub(crate) fn in_escaped(self, escaped: &str) -> Self {
        let line = escaped.split('\n').nth(self.line.unwrap_or(1) - 1);
        let mut rest = line.unwrap_or_default();
        let mut column = 1;
        for _ in 1..self.column {
            let length = escaped_sign(rest).map_or(1, |(sign, _)| sign.len());
            column += length;
            rest = rest
                .char_indices()
                .nth(length)
                .map_or("", |(at, _)| &rest[at..]);
        }
        Self { column, ..self }
    }

    /// The same error of a text of several lines, where that begins `lines` lines and `characters`
    /// characters into a longer one.
    pub(crate) fn further(self, lines: usize, characters: usize) -> Self {
        let column = if self.line == Some(1) {
            self.column + characters
        } else {
            self.column
        };
        Self {
            line: self.line.map(|line| line + lines),
            column,
            ..self
        }
    }
}

/// The character (from 1) that a byte offset falls on.
fn column(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|&(i, _)| i < byte).count() + 1
}

fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..byte.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count();
    let start = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |i| i + 1);
    (line + 1, column(&text[start..], byte.saturating_sub(start)))
}

impl Coded for ReadError {
    fn code(&self) -> &'static str {
        self.why.coded().code()
    }

    fn sentence(&self) -> &'static str {
        self.why.coded().sentence()
    }

    #[cold]
    fn params(&self) -> Vec<(&'static str, Param)> {
        self.why.coded().params()
    }
}

/// Every code that an error of this crate may have which a player can meet, with its English
/// sentence: the list for translators.
pub fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = [
        TextError::SENTENCES,
        RulesError::SENTENCES,
        SetupError::SENTENCES,
        IllegalMove::SENTENCES,
        PlayError::SENTENCES,
        RemarkError::SENTENCES,
    ];
    all.into_iter().flatten().copied()
}
