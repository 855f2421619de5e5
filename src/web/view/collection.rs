//! A file of games as plain data.

use super::{Refusal, refused_text};
use crate::game::Game;
use crate::notation::{ReadError, RecordPlace, Summary};
use serde::Serialize;
use tsify::Tsify;

/// A game of a file, or why it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct FileGame {
    /// Its first byte in the file, which is UTF-8.
    pub from: usize,
    /// The byte after its last: by themselves these bytes read as this game.
    pub to: usize,
    /// The line that it begins in, from 1.
    pub line: usize,
    /// What a list shows of it; null where it cannot be read.
    #[tsify(type = "FileSummary | null")]
    pub game: Option<Summary>,
    /// Why it cannot be read, with line and character in the file.
    pub fault: Option<Refusal>,
}

/// A game of a file, or why it cannot be read.
pub fn file_game(place: &RecordPlace, read: Result<Game, ReadError>) -> FileGame {
    let (game, fault) = match read {
        Ok(game) => (Some(Summary::of(&game)), None),
        Err(error) => (None, Some(refused_text(&error))),
    };
    FileGame {
        from: place.bytes.start,
        to: place.bytes.end,
        line: place.line,
        game,
        fault,
    }
}
