//! A game or a position as the fragment of a link: short, and using only characters that mail and
//! chat programs leave unchanged.
//!
//! A position is its position line. A game is its start (a rule set or a position line), `~`, and
//! its moves with dots between them: `nine~d6.f4.b4`. A space is written `_`, and the brackets of a
//! rule set become parentheses.

use super::error::ReadError;
use super::fault::TextError;
use super::record::{LONGEST_RECORD, MAX_MOVES};
use super::turn::read_move;
use crate::game::{Game, NodeId};
use crate::position::Position;
use crate::rules::Rules;

/// Writes the line of a game that one stands in: from the start to the current position, and on
/// from there. Variations, comments and tags stay behind.
#[cold]
pub fn write_link(game: &Game) -> String {
    let start = game.node(NodeId::ROOT).position();
    let rules = start.rules();
    let usual = Position::start(*rules).is_ok_and(|usual| usual == *start);
    let head = if usual {
        rules.to_string()
    } else {
        start.to_string()
    };
    let line = game.path(game.current()).into_iter().chain(game.ahead());
    let moves: Vec<_> = line
        .filter_map(|id| game.node(id).mv())
        .map(|mv| mv.display(rules.board).to_string())
        .collect();
    format!("{}~{}", escape(&head), moves.join("."))
}

/// Writes a position.
pub fn write_position_link(position: &Position) -> String {
    escape(&position.to_string())
}

/// Reads the tail of a link.
///
/// # Errors
/// If a character cannot be read, a turn cannot be played, or the link is longer than
/// [`LONGEST_RECORD`] bytes or [`MAX_MOVES`] turns.
#[cold]
pub fn read_link(text: &str) -> Result<Game, ReadError> {
    if text.len() > LONGEST_RECORD {
        return Err(ReadError::at(
            text,
            LONGEST_RECORD,
            TextError::TooLong {
                most: LONGEST_RECORD,
            },
        ));
    }
    let (head, moves) = match text.split_once('~') {
        Some((head, moves)) => (head, Some(moves)),
        None => (text, None),
    };
    // Letter for letter, so that an error's place stays right.
    let plain: String = head.chars().map(unescape).collect();
    let mut game = if moves.is_none() || plain.contains(' ') {
        Game::from_position(plain.parse()?)
    } else {
        let rules: Rules = plain.parse()?;
        Game::start(rules).map_err(|error| ReadError::at(text, 0, error))?
    };
    let mut at = head.len() + 1;
    let moves = moves.unwrap_or_default();
    // A dot at the end may be that of a sentence.
    let moves = moves.strip_suffix('.').unwrap_or(moves);
    for (i, turn) in moves.split('.').enumerate() {
        if i >= MAX_MOVES {
            return Err(ReadError::at(
                text,
                at,
                TextError::LinkTooLong { most: MAX_MOVES },
            ));
        }
        if !turn.is_empty() {
            let mv =
                read_move(turn, game.position().board()).map_err(|error| error.within(text, at))?;
            game.play(mv)
                .map_err(|error| ReadError::at(text, at, error))?;
        }
        at += turn.len() + 1;
    }
    Ok(game)
}

/// Whether a text is made as the tail of a link is.
pub(super) fn is_link(text: &str) -> bool {
    text.contains(['~', '_'])
        && !text.contains(|c: char| c.is_whitespace() || "{;".contains(c))
        && text.starts_with(|c: char| c.is_ascii_lowercase())
}

fn escape(text: &str) -> String {
    let letter = |c| match c {
        ' ' => '_',
        '[' => '(',
        ']' => ')',
        c => c,
    };
    text.chars().map(letter).collect()
}

fn unescape(letter: char) -> char {
    match letter {
        '_' => ' ',
        '(' => '[',
        ')' => ']',
        letter => letter,
    }
}
