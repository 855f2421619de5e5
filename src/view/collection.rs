//! A file of many games as plain data.

use super::{Refusal, refused_text};
use crate::game::Game;
use crate::notation::{Place, ReadError, Summary};
use serde::Serialize;

/// A game of a file, or why it is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileGame {
    /// Its first byte.
    pub from: usize,
    /// The byte after its last.
    pub to: usize,
    /// The line that it begins in, from 1.
    pub line: usize,
    /// What a list shows of it; `None` where it cannot be read.
    pub game: Option<FileSummary>,
    /// Why it cannot be read.
    pub fault: Option<Refusal>,
}

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileSummary {
    /// Of a tag of that name, as are the next three; empty where it says nothing.
    pub event: String,
    /// As it is written.
    pub date: String,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// As it is written.
    pub result: &'static str,
    /// The rule set.
    pub spec: String,
    /// The turns of the main line.
    pub plies: usize,
    /// The first of them.
    pub opening: String,
}

/// A game of a file, or why it is none.
pub fn file_game(place: &Place, read: Result<Game, ReadError>) -> FileGame {
    let (game, fault) = match read {
        Ok(game) => {
            let Summary { event, date, white, black, result, rules, plies, opening } = Summary::of(&game);
            let spec = rules.to_string();
            (Some(FileSummary { event, date, white, black, result, spec, plies, opening }), None)
        }
        Err(error) => (None, Some(refused_text(&error))),
    };
    FileGame { from: place.bytes.start, to: place.bytes.end, line: place.line, game, fault }
}
