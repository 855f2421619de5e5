//! Reads a file of games, some of which may be invalid.

use super::any::is_in_numbers;
use super::error::ReadError;
use super::record::{Dialect, read_one};
use super::split::Splitter;
use crate::game::Game;
use std::ops::Range;

/// Where a game stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordPlace {
    /// Its bytes, without the white space around it. By themselves they read as the same game.
    pub bytes: Range<usize>,
    /// The line that it begins in, from 1.
    pub line: usize,
}

/// A text of many games that is read piece by piece: records or PlayOK's numbers, one after
/// another. A game that cannot be read does not affect the others.
///
/// Each game has the limits of [`read_record`](super::read_record); the text may be of any length.
#[derive(Clone, Debug)]
pub struct GameReader<T> {
    text: T,
    splitter: Splitter,
    /// A byte, how many lines end before it, and how many characters stand between the last of them
    /// and it.
    counted: (usize, usize, usize),
}

impl<T: AsRef<str>> GameReader<T> {
    /// Begins with a text.
    pub fn new(text: T) -> Self {
        let splitter = Splitter::new(text.as_ref());
        Self {
            text,
            splitter,
            counted: (0, 0, 0),
        }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        self.text.as_ref()
    }

    /// The number of bytes that have been read.
    pub fn at(&self) -> usize {
        self.splitter.at()
    }
}

impl<T: AsRef<str>> Iterator for GameReader<T> {
    type Item = (RecordPlace, Result<Game, ReadError>);

    /// The next game, or why it cannot be read: with line and character in the whole text.
    // In the page, size counts for more than speed.
    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        let text = self.text.as_ref();
        let bytes = self.splitter.next(text)?;
        let (at, mut lines, mut before) = self.counted;
        // Counted once: a whole file may stand in one line.
        for c in text[at..bytes.start].chars() {
            (lines, before) = if c == '\n' {
                (lines + 1, 0)
            } else {
                (lines, before + 1)
            };
        }
        self.counted = (bytes.start, lines, before);
        let record = &text[bytes.clone()];
        let dialect = if is_in_numbers(record) {
            Dialect::Numbers
        } else {
            Dialect::Coordinates
        };
        let read = read_one(record, dialect).map_err(|error| error.further(lines, before));
        Some((
            RecordPlace {
                bytes,
                line: lines + 1,
            },
            read,
        ))
    }
}
