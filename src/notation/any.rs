//! Reads text in any supported format.

use super::around::read_inside;
use super::error::{ReadError, ReadErrorKind};
use super::fault::TextError;
use super::fen::read_fen;
use super::herd::{is_herd, read_herd};
use super::lexer::{Lexer, Token, is_delimiter, result, skip_space};
use super::likely::likeliest;
use super::link::{is_link, read_link};
use super::mfen::{is_mfen, read_mfen};
use super::record::{Dialect, How, LONGEST_RECORD, Reading, read_as_far};
use super::signs::{is_space, unescape_html, way_sign};
use super::turn::names;
use crate::coded::clip;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{Preset, Rules, RulesError};

/// Reads a game or a position from pasted text: a position line, a FEN of mill programs or an MFEN
/// (as of Nine Men's Morris), a position of Morabaraba servers (`0,0 a7,d7 a1 w - - 0`), a game
/// record, a list of PlayOK's numbers, or the tail of a link. White space around it does not
/// matter. Each byte is looked at only a few times to recognise the format.
///
/// # Errors
/// If the text cannot be read; the error is that of the format which it looks most like, whose
/// limit on length holds, too.
pub fn read_any(text: &str) -> Result<Game, ReadError> {
    read_any_with(text, Preset::Nine.rules())
}

/// The same, with the rules of a FEN or MFEN, which does not tell them. If their board has not 24
/// points, those of Nine Men's Morris are taken.
///
/// # Errors
/// As of [`read_any`].
pub fn read_any_with(text: &str, rules: Rules) -> Result<Game, ReadError> {
    if !SEES_AROUND {
        return read_text(text, rules, None, false)?.strictly();
    }
    let read = |text: &str| read_text(text, rules, None, false);
    also_escaped(text, &read, &read)?.strictly()
}

/// Reads as much of the text as it can: a record may end before a capture, go wrong in its
/// middle, or have words around it, such as those of a mail. The rules of a record whose `Variant`
/// is unknown or does not tell are `answer`; without one, it is read as the likeliest game.
///
/// ```
/// use merels::{Preset, notation::read_begin};
///
/// let text = "[Variant \"Twelf Men Morris\"] 1. a1 d6 2. b2 d2 3. c3xd2";
/// let reading = read_begin(text, Preset::Nine.rules(), None)?;
/// assert!(reading.error.is_some(), "no game is called that");
/// assert_eq!(reading.games[0], Preset::Twelve.rules());
/// let read = read_begin(text, Preset::Nine.rules(), Some(reading.games[0]))?;
/// assert!(read.error.is_none() && read.games.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If not even the beginning can be read.
pub fn read_begin(text: &str, rules: Rules, answer: Option<Rules>) -> Result<Reading, ReadError> {
    if !SEES_AROUND {
        return read_text(text, rules, answer, true);
    }
    let read = |text: &str| read_likely(text, rules, answer);
    let inside = |text: &str| match read(text) {
        Ok(reading) if reading.error.is_none() || !reading.games.is_empty() => Ok(reading),
        whole => read_inside(text, whole, &read),
    };
    also_escaped(text, &read, &inside)
}

/// Reads a text, and where it goes wrong, another way: without signs as HTML writes them.
#[inline(never)]
fn also_escaped(
    text: &str,
    read: &dyn Fn(&str) -> Result<Reading, ReadError>,
    other: &dyn Fn(&str) -> Result<Reading, ReadError>,
) -> Result<Reading, ReadError> {
    match read(text) {
        Ok(reading) if reading.error.is_none() => return Ok(reading),
        _ => {}
    }
    let Some(plain) = unescape_html(text) else {
        return other(text);
    };
    let place = |error: ReadError| error.in_escaped(text);
    let mut reading = other(&plain).map_err(place)?;
    reading.error = reading.error.map(place);
    Ok(reading)
}

/// Reads a text, as the likeliest game if it does not tell which.
#[inline(never)]
fn read_likely(text: &str, rules: Rules, answer: Option<Rules>) -> Result<Reading, ReadError> {
    let read = |answer| read_text(text, rules, answer, true);
    let reading = read(answer);
    let name = match &reading {
        Ok(reading) if !reading.games.is_empty() => "",
        Err(error) if answer.is_none() => match error.why() {
            ReadErrorKind::Rules(RulesError::NoVariant { given, .. }) => given,
            ReadErrorKind::Rules(_) => "",
            _ => return reading,
        },
        _ => return reading,
    };
    let games = likeliest(name, &|rules| read(Some(rules)));
    // Where no answer helps, the rules are those of a position line.
    match read(games.first().copied()) {
        Ok(likely) => Ok(Reading {
            games,
            error: reading.err().or(likely.error),
            ..likely
        }),
        Err(_) => reading,
    }
}

/// The rules of a format whose board has 24 points.
fn of_24_points(rules: Rules) -> Rules {
    let nine = Preset::Nine.rules();
    match rules.board.points().len() == nine.board.points().len() {
        true => rules,
        false => nine,
    }
}

/// A text without the space and the fences around it.
fn trimmed(text: &str) -> &str {
    let at = skip_space(text, 0);
    let is_fenced = text[..at].contains('~');
    text[at..].trim_end_matches(|c| is_space(c) || is_fenced && c == '~')
}

/// Whether words around a game, signs as HTML writes them and unknown games are seen to here. In the
/// page they would be a large part of the first load: it does so in `www/app/share`, when asked.
const SEES_AROUND: bool = cfg!(any(not(target_arch = "wasm32"), feature = "package"));

#[cold]
#[inline(never)]
fn read_text(
    text: &str,
    rules: Rules,
    answer: Option<Rules>,
    by_halves: bool,
) -> Result<Reading, ReadError> {
    let rules = of_24_points(rules);
    let line = trimmed(text);
    let at = line.as_ptr() as usize - text.as_ptr() as usize;
    let place = |error: ReadError| {
        let byte = at
            + line
                .char_indices()
                .nth(error.column() - 1)
                .map_or(line.len(), |(byte, _)| byte);
        error.placed(text, byte)
    };
    let whole = |position: Result<Position, ReadError>| {
        let game = Game::from_position(position.map_err(place)?);
        Ok(Reading::whole(game))
    };
    let record = |dialect| {
        let how = How {
            dialect,
            answer,
            by_halves,
        };
        read_as_far(text, how)
    };
    match looks_like(line) {
        Format::Nothing => Err(ReadError::at(text, 0, TextError::NothingToRead)),
        Format::Position => whole(line.parse()),
        Format::Fen => whole(read_fen(line, rules)),
        Format::Mfen => whole(read_mfen(line, rules)),
        Format::Herd => whole(read_herd(line)),
        Format::Link => Ok(Reading::whole(read_link(line).map_err(place)?)),
        Format::Numbers => record(Dialect::Numbers),
        Format::Record => record(Dialect::Coordinates),
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
    Mfen,
    Herd,
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
    if is_mfen(text) {
        return Format::Mfen;
    }
    let second = words.next().unwrap_or_default();
    let begins_as_tags_or_remarks = first.starts_with(['[', '{', '(', ';', '%']);
    // More than one word without blanks between them is of a record, whatever a remark or a tag in
    // it says.
    let one_word = !first.contains(is_delimiter);
    if first.contains('/') && first.chars().all(|c| "O@*X/".contains(c))
        || one_word
            && first.contains(['@', '*'])
            && first.len() > 8
            && !first.bytes().any(|b| b.is_ascii_digit())
    {
        return Format::Fen;
    }
    if is_herd(text) {
        return Format::Herd;
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
        && (Preset::by_id(variant).is_some() || name && rows && result(second).is_none())
    {
        return Format::Position;
    }
    match first_move(text) {
        Some(word) if is_number_move(word) => Format::Numbers,
        Some(word)
            if !begins_as_tags_or_remarks
                && !word.bytes().any(|b| b.is_ascii_digit())
                && !word.eq_ignore_ascii_case("pass") =>
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
            Token::Word(word) if result(word).is_some() => {}
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
    names(word).all(|name| name.bytes().all(|b| b.is_ascii_digit())) && way_sign(word).is_none()
}
