//! A turn as text: `d6`, `f2-f4`, `d6xa1`, `d6xa1xb2`, `pass`; and the same shape with other names for the points.

use crate::board::{Board, Point, Points};
use crate::error::{ReadError, quote};
use crate::moves::Move;

/// Reads a turn on a board, whether or not it is legal anywhere. Captures may come in any order.
///
/// `Err` at the point that the board does not have, or that is taken twice.
pub fn read_move(text: &str, board: &Board) -> Result<Move, ReadError> {
    read_turn(text, "a point such as a1", |name| board.point(name))
}

/// Reads a turn whose points have the names that `point` knows. `example` tells what a name looks like.
pub(super) fn read_turn(text: &str, example: &str, point: impl Fn(&str) -> Option<Point>) -> Result<Move, ReadError> {
    if text == "pass" {
        return Ok(Move::PASS);
    }
    let named = |at: usize, name: &str| -> Result<Point, ReadError> {
        point(name).ok_or_else(|| {
            let reason = match name {
                "" => format!("{example} is missing"),
                _ => format!("{} is not a point of this board", quote(name)),
            };
            ReadError::at(text, at, reason)
        })
    };
    let mut parts = text.split('x');
    let way = parts.next().unwrap_or_default();
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
            return Err(ReadError::at(text, at + 1, format!("{name} is taken twice")));
        }
        captures = captures.with(taken);
        at += 1 + name.len();
    }
    Ok(mv.taking(captures))
}
