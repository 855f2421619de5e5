//! Reads text in any supported format.

use super::error::ReadError;
use super::fault::TextError;
use super::fen::read_fen;
use super::lexer::{Lexer, Token, is_delimiter};
use super::link::{is_link, read_link};
use super::playok::read_playok;
use super::record::{LONGEST_RECORD, RESULTS, read_record};
use crate::coded::clip;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{Preset, Rules};

/// Reads a game or a position from pasted text: a position line, a 17-field FEN (as of Nine Men's
/// Morris), a game record, a list of PlayOK's numbers, or the tail of a link. White space around it
/// does not matter. Each byte is looked at only a few times to recognise the format.
///
/// # Errors
/// If the text cannot be read; the error is that of the format which it looks most like, whose
/// limit on length holds, too.
pub fn read_any(text: &str) -> Result<Game, ReadError> {
    read_any_with(text, Preset::Nine.rules())
}

/// The same, with the rules of a FEN, which does not tell them. If their board has not 24 points,
/// those of Nine Men's Morris are taken.
///
/// # Errors
/// As of [`read_any`].
#[cold]
pub fn read_any_with(text: &str, rules: Rules) -> Result<Game, ReadError> {
    let nine = Preset::Nine.rules();
    let rules = if rules.board.points().len() == nine.board.points().len() {
        rules
    } else {
        nine
    };
    let line = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let at = line.as_ptr() as usize - text.as_ptr() as usize;
    let place = |error: ReadError| {
        let byte = at
            + line
                .char_indices()
                .nth(error.column() - 1)
                .map_or(line.len(), |(byte, _)| byte);
        match text.contains('\n') {
            true => ReadError::in_lines(text, byte, error.why().clone()),
            false => ReadError::at(text, byte, error.why().clone()),
        }
    };
    match looks_like(line) {
        Format::Nothing => Err(ReadError::at(text, 0, TextError::NothingToRead)),
        Format::Position => Ok(Game::from_position(
            line.parse::<Position>().map_err(place)?,
        )),
        Format::Fen => Ok(Game::from_position(read_fen(line, rules).map_err(place)?)),
        Format::Link => read_link(line).map_err(place),
        Format::Numbers => read_playok(text),
        Format::Record => read_record(text),
        Format::Unknown(word) => Err(place(ReadError::at(
            line,
            0,
            TextError::Unknown { given: clip(word) },
        ))),
    }
}

enum Format<'a> {
    Nothing,
    Position,
    Fen,
    Link,
    Numbers,
    Record,
    Unknown(&'a str),
}

fn looks_like(text: &str) -> Format<'_> {
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else {
        return Format::Nothing;
    };
    if is_link(text) {
        return Format::Link;
    }
    let second = words.next().unwrap_or_default();
    let begins_as_tags_or_remarks = first.starts_with(['[', '{', '(', ';', '%']);
    // More than one word without blanks between them is of a record, whatever a remark or a tag in
    // it says.
    let one_word = !first.contains(is_delimiter);
    if first.contains('/') && first.chars().all(|c| "O@*X/".contains(c))
        || one_word && first.contains(['@', '*']) && first.len() > 8
    {
        return Format::Fen;
    }
    let variant = first.split('[').next().unwrap_or_default();
    let rows = second.contains('/')
        && second
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'/');
    let name = variant
        .bytes()
        .all(|b| b.is_ascii_alphabetic() || b == b'-');
    if !begins_as_tags_or_remarks
        && (Preset::by_id(variant).is_some() || name && rows && !RESULTS.contains(&second))
    {
        return Format::Position;
    }
    match first_move(text) {
        Some(word) if is_number_move(word) => Format::Numbers,
        Some(word)
            if !begins_as_tags_or_remarks
                && !word.bytes().any(|b| b.is_ascii_digit())
                && word != "pass" =>
        {
            Format::Unknown(first)
        }
        _ => Format::Record,
    }
}

/// The first word that tells how the points of a record are named: a bare number may be a move or a
/// move's number, and is only given where all are.
fn first_move(text: &str) -> Option<&str> {
    let mut lexer = Lexer::new(text.get(..LONGEST_RECORD).unwrap_or(text));
    let mut number = None;
    while let Ok(Some((_, token))) = lexer.token() {
        match token {
            Token::Word(word) if RESULTS.contains(&word) => {}
            Token::Word(word) if word.bytes().all(|b| b.is_ascii_digit()) => {
                number = number.or(Some(word))
            }
            Token::Word(word) => return Some(word),
            _ => {}
        }
    }
    number
}

/// Whether the points of a record are given in PlayOK's numbers.
pub(super) fn is_in_numbers(text: &str) -> bool {
    first_move(text).is_some_and(is_number_move)
}

/// Whether the word is made as moves in numbers are.
fn is_number_move(word: &str) -> bool {
    word.bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'x'))
}
