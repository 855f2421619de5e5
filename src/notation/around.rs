//! Finds a record in a text that says more: a mail with a greeting before it and a name after it.
//!
//! What is left out must read as words: a line that has more turns and numbers of turns than words
//! may be a part of the game that was mistyped, and is never passed over.

use super::error::{ReadError, ReadErrorKind};
use super::fault::TextError;
use super::lexer::{Lexer, Token, result, skip_space};
use super::record::Reading;
use super::signs::is_space;
use super::split::tag_name;

/// Words with fewer turns than this are no record that goes wrong: “1. a4 sheet”.
const FEWEST: usize = 2;

/// The record in a text that could not be read as a `whole`, by a reader of its parts.
#[cold]
pub(super) fn read_inside(
    text: &str,
    whole: Result<Reading, ReadError>,
    read: &dyn Fn(&str) -> Result<Reading, ReadError>,
) -> Result<Reading, ReadError> {
    if whole.as_ref().is_ok_and(|reading| turns(reading) > 0) {
        return whole.map(|found| without_end(text, found, read));
    }
    let Some((at, Ok(found))) = begins(text).map(|at| (at, read(&text[at..]))) else {
        return whole;
    };
    let mut found = without_end(&text[at..], found, read);
    if found.error.is_some() && found.games.is_empty() && turns(&found) < FEWEST {
        return whole;
    }
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let lines = text[..line].matches('\n').count();
    let characters = text[line..at].chars().count();
    found.error = found.error.map(|error| error.further(lines, characters));
    found.left_out = true;
    Ok(found)
}

/// What was read of a record, or all of it where it only went wrong at words after it.
fn without_end(
    record: &str,
    found: Reading,
    read: &dyn Fn(&str) -> Result<Reading, ReadError>,
) -> Reading {
    match ends(record, &found).map(|end| read(&record[..end])) {
        Some(Ok(cut)) if cut.error.is_none() && turns(&cut) == turns(&found) => Reading {
            left_out: true,
            ..cut
        },
        _ => found,
    }
}

fn turns(reading: &Reading) -> usize {
    reading.game.main_line().len() - 1
}

/// Where a record begins after words: at the begin of a line, or after a colon.
fn begins(text: &str) -> Option<usize> {
    /// How many colons of a line are looked at.
    const MOST: usize = 8;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let colons = line.match_indices(": ").map(|(at, colon)| at + colon.len());
        let mut heads = std::iter::once(0).chain(colons.take(MOST));
        let head = heads.find(|&head| is_head(&line[head..]));
        if !are_words(&line[..head.unwrap_or(line.len())]) {
            return None;
        }
        if let Some(head) = head {
            return (at + head > 0).then_some(at + head);
        }
        at += line.len();
    }
    None
}

/// Where the words after a record begin that went wrong at them: after its result, or after an empty
/// line.
fn ends(record: &str, reading: &Reading) -> Option<usize> {
    let error = reading.error.as_ref()?;
    let mut at = 0;
    let mut is_after_gap = false;
    let mut lines = record.split_inclusive('\n');
    for line in lines.by_ref().take(error.line()? - 1) {
        at += line.len();
        is_after_gap = is_gap(line);
    }
    let line = lines.next()?;
    if matches!(error.why(), ReadErrorKind::Text(TextError::AfterResult)) {
        at += line.char_indices().nth(error.column() - 1)?.0;
    } else if !is_after_gap && !is_gap(line) {
        return None;
    }
    record[at..].lines().all(are_words).then_some(at)
}

/// Whether nothing stands in a line but what quotes, fences and separates.
fn is_gap(line: &str) -> bool {
    line.chars().all(|c| is_space(c) || ">~-_".contains(c))
}

/// Whether a line begins a record: with a tag, or with the number of the first move and a move.
fn is_head(line: &str) -> bool {
    if tag_name(&line[skip_space(line, 0)..], false).is_some() {
        return true;
    }
    let mut lexer = Lexer::new(line);
    let is_first = matches!(
        lexer.token(),
        Ok(Some((
            _,
            Token::Number { number: 1, .. } | Token::Word("1")
        )))
    );
    let is_move = |word: &str| word.bytes().any(|b| b.is_ascii_digit()) && result(word).is_none();
    is_first && matches!(lexer.token(), Ok(Some((_, Token::Word(word)))) if is_move(word))
}

/// Whether a line is of words: has at least as many of them as of turns and their numbers.
fn are_words(line: &str) -> bool {
    let (mut words, mut moves) = (0, 0);
    for word in line.split_whitespace() {
        let bytes = word.as_bytes();
        let number = word.trim_end_matches(['.', ')', ',']);
        let is_point = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit();
        if bytes.windows(2).any(is_point)
            || (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
        {
            moves += 1;
        } else if bytes.len() > 1 && bytes.iter().any(|b| b.is_ascii_alphabetic() || *b > 127) {
            words += 1;
        }
    }
    words >= moves && tag_name(&line[skip_space(line, 0)..], false).is_none()
}
