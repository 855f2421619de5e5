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
    pub game: Option<FileSummary>,
    /// Why it cannot be read, with line and character in the file.
    pub fault: Option<Refusal>,
}

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct FileSummary {
    /// The event tag; empty, like the next three, if it is missing.
    pub event: String,
    /// The date tag.
    pub date: String,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// `*` where the game goes on.
    #[tsify(type = "'1-0' | '0-1' | '1/2-1/2' | '*'")]
    pub result: &'static str,
    /// The rule set.
    pub spec: String,
    /// The number of turns in the main line.
    pub plies: usize,
    /// The first eight of them, with spaces between.
    pub opening: String,
}

/// A game of a file, or why it cannot be read.
pub fn file_game(place: &RecordPlace, read: Result<Game, ReadError>) -> FileGame {
    let (game, fault) = match read {
        Ok(game) => {
            let Summary {
                event,
                date,
                white,
                black,
                result,
                rules,
                plies,
                opening,
            } = Summary::of(&game);
            let spec = rules.to_string();
            (
                Some(FileSummary {
                    event,
                    date,
                    white,
                    black,
                    result,
                    spec,
                    plies,
                    opening,
                }),
                None,
            )
        }
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
