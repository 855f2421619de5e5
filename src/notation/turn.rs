//! A turn as text: `d6`, `f2-f4`, `d6xa1`, `d6xa1xb2`, `pass`.

use crate::board::{Board, Point, Points};
use crate::error::{ReadError, quote};
use crate::moves::Move;

/// Reads a turn on a board, whether or not it is legal anywhere. Captures may come in any order.
pub fn read_move(text: &str, board: &Board) -> Result<Move, ReadError> {
    if text == "pass" {
        return Ok(Move::PASS);
    }
    let mut parts = text.split('x');
    let way = parts.next().unwrap_or_default();
    let mut at = 0;
    let point = |at: usize, name: &str| -> Result<Point, ReadError> {
        let reason = || match name {
            "" => "a point such as a1 is missing".to_owned(),
            _ => format!("{} is not a point of this board", quote(name)),
        };
        board.point(name).ok_or_else(|| ReadError::at(text, at, reason()))
    };
    let mv = match way.split_once('-') {
        None => Move::place(point(0, way)?, Points::EMPTY),
        Some((from, to)) => {
            let (from, to) = (point(0, from)?, point(from.len() + 1, to)?);
            Move::slide(from, to, Points::EMPTY)
        }
    };
    at += way.len();
    let mut captures = Points::EMPTY;
    for name in parts {
        let taken = point(at + 1, name)?;
        if captures.contains(taken) {
            return Err(ReadError::at(text, at + 1, format!("{} is taken twice", board.coordinate(taken))));
        }
        captures = captures.with(taken);
        at += 1 + name.len();
    }
    Ok(mv.taking(captures))
}
