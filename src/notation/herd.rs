//! Positions as Morabaraba servers write them: `0,0 a7,d7 a1 w - - 0`.
//!
//! The fields are the cows in hand (White's, Black's), the points of White's cows, of Black's, the
//! side to move, White's last move, Black's, and the plies since the last capture or placing. `-`
//! stands for none. Only the first four are needed.

use super::error::ReadError;
use super::fault::{Field, TextError};
use super::line::{check_length, digits, fields};
use super::turn::read_move;
use crate::board::{Board, Points};
use crate::coded::clip;
use crate::position::{BySide, Position, Setup, Side, Slide};
use crate::rules::Preset;

/// Whether a text begins as such a position does.
pub(super) fn is_herd(text: &str) -> bool {
    let mut fields = fields(text).map(|(_, field)| field);
    let is_hands = |field: &str| read_hands(field).is_some();
    let are_cows =
        |field: &str| field == "-" || field.starts_with(|c: char| c.is_ascii_alphabetic());
    fields.next().is_some_and(is_hands)
        && fields.next().is_some_and(are_cows)
        && fields.next().is_some_and(are_cows)
        && fields.next().is_some_and(|side| side.len() == 1)
}

/// Reads such a position, of Morabaraba.
pub(super) fn read_herd(text: &str) -> Result<Position, ReadError> {
    check_length(text)?;
    let rules = Preset::Morabaraba.rules();
    let board = rules.board;
    let mut fields = fields(text);
    let mut next = |field: Field| {
        let ends = || ReadError::at(text, text.len(), TextError::LineEnds { field });
        fields.next().ok_or_else(ends)
    };
    let (at, given) = next(Field::Hands)?;
    let hands = read_hands(given);
    let given = clip(given);
    let hands = hands.ok_or_else(|| ReadError::at(text, at, TextError::HandsField { given }))?;
    let mut men = BySide::<Points>::default();
    let mut taken = Points::EMPTY;
    for side in Side::BOTH {
        let field = next(Field::Board)?;
        men[side] = read_cows(text, field, board, taken)?;
        taken = taken.or(men[side]);
    }
    let (at, side) = next(Field::Side)?;
    let side_to_move = match side {
        "w" | "W" => Side::White,
        "b" | "B" => Side::Black,
        given => {
            let given = clip(given);
            return Err(ReadError::at(text, at, TextError::SideLetter { given }));
        }
    };
    let mut closing = BySide::default();
    for side in Side::BOTH {
        let Some((at, given)) = fields.next().filter(|(_, given)| *given != "-") else {
            continue;
        };
        let last = read_move(given, board).map_err(|error| error.within(text, at))?;
        closing[side] = last.from().zip(last.to()).filter(|&(from, to)| {
            let in_mill =
                |line: &Points| line.contains(to) && { *line }.all(|p| men[side].contains(p));
            !taken.contains(from) && board.mills().iter().any(in_mill)
        });
    }
    let (at, clock) = fields.next().unwrap_or((text.len(), "0"));
    let most = u16::MAX;
    let given = clip(clock);
    let clock = digits(clock)
        .ok_or_else(|| ReadError::at(text, at, TextError::ClockField { most, given }))?;
    if let Some((at, given)) = fields.next() {
        let given = clip(given);
        return Err(ReadError::at(text, at, TextError::AfterLine { given }));
    }
    let setup = Setup {
        men,
        hands: BySide(hands),
        side_to_move,
        closing: BySide(
            closing
                .0
                .map(|slide| slide.map(|(from, to)| Slide { from, to })),
        ),
        clock,
        ..Setup::start(rules)
    };
    setup
        .try_into()
        .map_err(|error| ReadError::at(text, 0, error).with_setup(setup))
}

fn read_hands(field: &str) -> Option<[u8; 2]> {
    let (white, black) = field.split_once(',')?;
    Some([digits(white)?, digits(black)?])
}

/// Points with commas between them, none of which is among those taken.
fn read_cows(
    text: &str,
    (at, field): (usize, &str),
    board: &Board,
    taken: Points,
) -> Result<Points, ReadError> {
    let mut cows = Points::EMPTY;
    if field == "-" {
        return Ok(cows);
    }
    for name in field.split(',') {
        let point = board.point(&name.to_ascii_lowercase());
        let point = point.filter(|&point| !cows.or(taken).contains(point));
        let given = clip(name);
        let here = at + (name.as_ptr() as usize - field.as_ptr() as usize);
        let point = point.ok_or_else(|| ReadError::at(text, here, TextError::NoPoint { given }))?;
        cows = cows.with(point);
    }
    Ok(cows)
}
