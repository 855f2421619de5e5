//! A move as text: `d6`, `f2-f4`, `d6xa1`, `d6xa1xb2`, `pass`; also the same syntax with other
//! point names, and as people and other programs write it: `F2–F4`, `f2 -> f4`, `d6:a1`.

use super::error::ReadError;
use super::fault::TextError;
use super::signs::{is_space, take_sign, way_sign};
use crate::board::{Board, Point, Points};
use crate::coded::clip;
use crate::moves::Move;

/// Reads a turn on a board, whether or not it is legal anywhere. Captures may come in any order,
/// letters may be capitals, other dashes and arrows stand for `-` and `:`, `×`, `*` and `take` for
/// `x`, with or without spaces.
/// Reading stops at the first point that is unknown or comes again, so that at most 26 points are
/// looked at.
///
/// # Errors
/// If the board does not have a point, or a man is taken twice.
pub fn read_move(text: &str, board: &Board) -> Result<Move, ReadError> {
    read_turn(text, || TextError::PointMissing, &|name| {
        board.point(&name.to_ascii_lowercase())
    })
}

/// The points that Morabaraba's official names stand for: the rings E, A and R from the outside,
/// each numbered clockwise from the top left.
const JUNCTIONS: [(char, [&str; 8]); 3] = [
    ('e', ["a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"]),
    ('a', ["b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"]),
    ('r', ["c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"]),
];

/// The point of a junction, by its coordinates.
pub(super) fn junction(name: &str) -> Option<&'static str> {
    let mut chars = name.chars();
    let ring = chars.next()?.to_ascii_lowercase();
    let number = chars.as_str().parse::<usize>().ok()?.checked_sub(1)?;
    let (_, points) = JUNCTIONS.iter().find(|(letter, _)| *letter == ring)?;
    points.get(number).copied()
}

/// Reads a turn in the names of junctions.
pub(super) fn read_junctions(text: &str, board: &Board) -> Result<Move, ReadError> {
    read_turn(text, || TextError::PointMissing, &|name| {
        board.point(junction(name)?)
    })
}

/// The points of a word, whatever they are called, without the signs between them.
pub(super) fn names(word: &str) -> impl Iterator<Item = &str> {
    split(word, |text| take_sign(text).or_else(|| way_sign(text)))
        .map(|name| name.trim_matches(is_space))
        .filter(|name| !name.is_empty())
}

/// Reads a turn in PlayOK's numbers.
pub(super) fn read_numbers(text: &str, board: &Board) -> Result<Move, ReadError> {
    read_turn(text, || TextError::NumberMissing, &|name| {
        let plain = name.bytes().all(|b| b.is_ascii_digit()) && !name.starts_with('0');
        let number: usize = name.parse().ok().filter(|_| plain)?;
        Point::new(number.checked_sub(1)?).filter(|&point| board.points().contains(point))
    })
}

/// Reads a turn whose points have the names that `point` knows; `missing` is the error where there
/// is no name.
fn read_turn(
    text: &str,
    missing: fn() -> TextError,
    point: &dyn Fn(&str) -> Option<Point>,
) -> Result<Move, ReadError> {
    if text.trim().eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let named = |name: &str| -> Result<Point, ReadError> {
        let at = name.as_ptr() as usize - text.as_ptr() as usize;
        let name = name.trim_matches(is_space);
        point(name).ok_or_else(|| {
            let reason = match name {
                "" => missing(),
                _ => TextError::NoPoint { given: clip(name) },
            };
            ReadError::at(text, at, reason)
        })
    };
    let mut parts = split(text, take_sign);
    let way = parts.next().unwrap_or_default();
    if way.trim_matches(is_space).is_empty()
        && let (Some(man), None) = (parts.next().filter(|man| !man.is_empty()), parts.next())
    {
        return named(man).map(Move::remove);
    }
    let mv = match cut(way, way_sign) {
        None => Move::place(named(way)?, Points::EMPTY),
        Some((from, to)) => Move::slide(named(from)?, named(to)?, Points::EMPTY),
    };
    let mut captures = Points::EMPTY;
    for name in split(text, take_sign).skip(1) {
        let taken = named(name)?;
        if captures.contains(taken) {
            let at = name.as_ptr() as usize - text.as_ptr() as usize;
            let point = clip(name.trim_matches(is_space));
            return Err(ReadError::at(text, at, TextError::TakenTwice { point }));
        }
        captures = captures.with(taken);
    }
    Ok(mv.taking(captures))
}

/// What stands before and after the first sign.
fn cut(text: &str, sign: fn(&str) -> Option<usize>) -> Option<(&str, &str)> {
    let starts = text.char_indices();
    let mut found = starts.filter_map(|(at, _)| Some((at, sign(&text[at..])?)));
    let (at, length) = found.next()?;
    Some((&text[..at], &text[at + length..]))
}

/// The parts between such signs.
fn split(text: &str, sign: fn(&str) -> Option<usize>) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (part, after) = match cut(text, sign) {
            Some((part, after)) => (part, Some(after)),
            None => (text, None),
        };
        rest = after;
        Some(part)
    })
}
