//! A move as text: `d6`, `f2-f4`, `d6xa1`, `d6xa1xb2`, `pass`; also the same syntax with other
//! point names.

use super::error::ReadError;
use super::fault::TextError;
use crate::board::{Board, Point, Points};
use crate::coded::clip;
use crate::moves::Move;

/// Reads a turn on a board, whether or not it is legal anywhere. Captures may come in any order.
/// Reading stops at the first point that is unknown or comes again, so that at most 26 points are
/// looked at.
///
/// # Errors
/// If the board does not have a point, or a man is taken twice.
pub fn read_move(text: &str, board: &Board) -> Result<Move, ReadError> {
    read_turn(text, TextError::PointMissing, |name| board.point(name))
}

/// Reads a turn in PlayOK's numbers.
pub(super) fn read_numbers(text: &str, board: &Board) -> Result<Move, ReadError> {
    read_turn(text, TextError::NumberMissing, |name| {
        let plain = name.bytes().all(|b| b.is_ascii_digit()) && !name.starts_with('0');
        let number: usize = name.parse().ok().filter(|_| plain)?;
        Point::new(number.checked_sub(1)?).filter(|&point| board.points().contains(point))
    })
}

/// Reads a turn whose points have the names that `point` knows; `missing` is the error where there
/// is no name.
fn read_turn(
    text: &str,
    missing: TextError,
    point: impl Fn(&str) -> Option<Point>,
) -> Result<Move, ReadError> {
    if text == "pass" {
        return Ok(Move::PASS);
    }
    let named = |at: usize, name: &str| -> Result<Point, ReadError> {
        point(name).ok_or_else(|| {
            let reason = match name {
                "" => missing.clone(),
                _ => TextError::NoPoint { given: clip(name) },
            };
            ReadError::at(text, at, reason)
        })
    };
    let mut parts = text.split('x');
    let way = parts.next().unwrap_or_default();
    if way.is_empty()
        && let (Some(man), None) = (parts.next().filter(|man| !man.is_empty()), parts.next())
    {
        return named(1, man).map(Move::remove);
    }
    let parts = text.split('x').skip(1);
    let mv = match way.split_once('-') {
        None => Move::place(named(0, way)?, Points::EMPTY),
        Some((from, to)) => {
            let (from, to) = (named(0, from)?, named(from.len() + 1, to)?);
            Move::slide(from, to, Points::EMPTY)
        }
    };
    let mut at = way.len();
    let mut captures = Points::EMPTY;
    for name in parts {
        let taken = named(at + 1, name)?;
        if captures.contains(taken) {
            return Err(ReadError::at(
                text,
                at + 1,
                TextError::TakenTwice {
                    point: name.to_owned(),
                },
            ));
        }
        captures = captures.with(taken);
        at += 1 + name.len();
    }
    Ok(mv.taking(captures))
}
