//! The FEN of other mill programs: one line of 17 fields.
//!
//! | fields | |
//! | --- | --- |
//! | 1 | inner, middle and outer ring, with `/` between, clockwise from top middle; `O` White, `@` Black, `*` empty |
//! | 2 | the side to move: `w`, `b` |
//! | 3 | the phase: `r` ready, `p` placing, `m` moving, `o` over |
//! | 4 | the next action: `p` place, `s` select, `r` remove, `?` none |
//! | 5–8 | men on the board and in hand: White's two numbers, then Black's |
//! | 9, 10 | how many men White and Black have yet to remove in this move |
//! | 11–14 | the last move that closed a mill, from and to: White's, then Black's; 0 or -1 for none |
//! | 15 | mills closed, as a bit set; ignored, written as 0 |
//! | 16, 17 | plies since the last capture or placing; the number of the move pair |
//!
//! Fields 11–14 number the points of the rings in the order of field 1, starting from 8.

use super::error::ReadError;
use super::fault::{Field, Ring, TextError};
use super::line::{check_length, fields};
use crate::board::{Board, Point};
use crate::coded::clip;
use crate::position::{BySide, Position, Setup, SetupError, Side, Slide};
use crate::rules::{Phases, Reform, Rules};
use std::str::FromStr;

const FIELDS: usize = 17;
const FIRST_NUMBER: usize = 8;
/// The points in the order of the first field.
const ORDER: [&str; 24] = [
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", //
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", //
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7",
];
const RINGS: [Ring; 3] = [Ring::Inner, Ring::Middle, Ring::Outer];

/// Reads the 17-field FEN of other mill programs as a position of these rules, whose board must have 24 points: a FEN
/// does not tell the rules.
///
/// # Errors
/// If a field is missing or not understood, a number contradicts the men, the position is in the middle of a turn (a
/// man is yet to be removed) or illegal, or the text is longer than [`LONGEST_POSITION`](super::LONGEST_POSITION).
#[cold]
pub fn read_fen(text: &str, rules: Rules) -> Result<Position, ReadError> {
    check_length(text)?;
    let board = rules.board;
    if board.points().len() != ORDER.len() {
        return Err(ReadError::at(text, 0, TextError::FenBoard { points: ORDER.len(), rules: rules.to_string() }));
    }
    let all: Vec<_> = fields(text).collect();
    if let Some(&(at, field)) = all.get(FIELDS) {
        return Err(ReadError::at(text, at, TextError::FenLong { fields: FIELDS, given: clip(field) }));
    }
    let field = |number: usize| {
        let here = all.get(number - 1).copied();
        here.ok_or_else(|| ReadError::at(text, text.len(), TextError::FenShort { fields: FIELDS, given: all.len() }))
    };
    let letter = |number: usize, known: &[&str], why: fn(String) -> TextError| {
        let (at, letter) = field(number)?;
        let wrong = || ReadError::at(text, at, why(clip(letter)));
        known.iter().position(|&one| one == letter).ok_or_else(wrong)
    };
    field(FIELDS)?; // before looking at any of them

    let (at, men) = field(1)?;
    let men = read_rings(men, board).map_err(|error| error.within(text, at))?;
    let turn = Side::BOTH[letter(2, &["w", "b"], |given| TextError::SideLetter { given })?];
    let moving = letter(3, &["r", "p", "m", "o"], |given| TextError::FenPhase { given })? == 2;
    if letter(4, &["p", "s", "?", "r"], |given| TextError::FenAction { given })? == 3 {
        let (at, _) = field(4)?;
        return Err(ReadError::at(text, at, TextError::FenMiddle));
    }
    let mut hands = BySide([0; 2]);
    for side in Side::BOTH {
        let here = 5 + 2 * side as usize;
        let on_board: usize = read_number(text, field(here)?, Field::Men)?;
        if on_board != men[side].len() {
            let reason = TextError::FenMen { side, men: men[side].len(), given: on_board };
            return Err(ReadError::at(text, field(here)?.0, reason));
        }
        hands[side] = read_number(text, field(here + 1)?, Field::Hand)?;
        if moving && hands[side] > 0 && rules.phases == Phases::Split {
            let reason = TextError::FenHand { side };
            return Err(ReadError::at(text, field(here + 1)?.0, reason));
        }
    }
    for number in [9, 10] {
        let (at, left) = field(number)?;
        if read_number::<i32>(text, (at, left), Field::Remove)? != 0 {
            return Err(ReadError::at(text, at, TextError::FenMiddle));
        }
    }
    let mut closing = BySide::default();
    for side in Side::BOTH {
        let here = 11 + 2 * side as usize;
        let (from, to) = (read_point(text, field(here)?, board)?, read_point(text, field(here + 1)?, board)?);
        if let (Some(from), Some(to), Reform::Ban) = (from, to, rules.reform) {
            // A man that has since been taken can go nowhere, and needs no ban.
            let stands = men[side].contains(to) && !men[side].contains(from);
            closing[side] = stands.then_some(Slide { from, to });
        }
    }
    read_number::<u64>(text, field(15)?, Field::Mills)?;
    let clock = read_number(text, field(16)?, Field::Clock)?;
    // Programs that count turns from 0 mean the first.
    let number = read_number::<u32>(text, field(17)?, Field::Turn)?.max(1);
    let setup = Setup { rules, men, hands, turn, clock, number, closing };
    setup.try_into().map_err(|error: SetupError| {
        let number = match error {
            SetupError::TooMany { side, .. } | SetupError::Missing { side, .. } => 5 + 2 * side as usize,
            _ => 1,
        };
        ReadError::at(text, all.get(number - 1).map_or(0, |&(at, _)| at), error)
    })
}

fn read_rings(text: &str, board: &Board) -> Result<BySide<crate::Points>, ReadError> {
    let mut men = BySide::<crate::Points>::default();
    let mut at = 0;
    let mut rings = text.split('/');
    for (ring, points) in RINGS.into_iter().zip(ORDER.chunks(8)) {
        let Some(men_of_ring) = rings.next() else {
            return Err(ReadError::at(text, text.len(), TextError::FenRingMissing { ring }));
        };
        let mut points = points.iter().filter_map(|&point| board.point(point));
        for (i, letter) in men_of_ring.char_indices() {
            let Some(point) = points.next() else {
                return Err(ReadError::at(text, at + i, TextError::FenRingLong { ring }));
            };
            match letter {
                'O' => men[Side::White] = men[Side::White].with(point),
                '@' => men[Side::Black] = men[Side::Black].with(point),
                '*' => {}
                'X' => {
                    return Err(ReadError::at(text, at + i, TextError::FenMarked));
                }
                _ => {
                    let given = clip(letter.encode_utf8(&mut [0; 4]));
                    return Err(ReadError::at(text, at + i, TextError::FenMan { given }));
                }
            }
        }
        at += men_of_ring.len();
        if points.next().is_some() {
            return Err(ReadError::at(text, at, TextError::FenRingShort { ring }));
        }
        at += 1;
    }
    match rings.next() {
        Some(_) => Err(ReadError::at(text, at - 1, TextError::FenRings)),
        None => Ok(men),
    }
}

/// A number in digits, with a sign only where its type has one.
fn read_number<N: FromStr>(text: &str, (at, written): (usize, &str), field: Field) -> Result<N, ReadError> {
    let plain = !written.starts_with('+');
    let number = written.parse().ok().filter(|_| plain);
    number.ok_or_else(|| ReadError::at(text, at, TextError::FenNumber { field, given: clip(written) }))
}

/// One of the fields 11–14.
fn read_point(text: &str, (at, field): (usize, &str), board: &Board) -> Result<Option<Point>, ReadError> {
    let number: i32 = read_number(text, (at, field), Field::Point)?;
    if matches!(number, -1 | 0) {
        return Ok(None);
    }
    let name = usize::try_from(number).ok().and_then(|n| ORDER.get(n.checked_sub(FIRST_NUMBER)?));
    match name.and_then(|name| board.point(name)) {
        Some(point) => Ok(Some(point)),
        None => Err(ReadError::at(text, at, TextError::FenPoint { given: clip(field) })),
    }
}

/// Writes a position as the 17-field FEN of other mill programs; `None` where the board has not 24 points. The rules
/// are not in it.
#[cold]
pub fn write_fen(position: &Position) -> Option<String> {
    let board = position.board();
    if board.points().len() != ORDER.len() {
        return None;
    }
    let ring = |points: &[&str]| -> String {
        let men = points.iter().filter_map(|&point| board.point(point)).map(|point| position.man(point));
        men.map(|man| man.map_or('*', |side| if side == Side::White { 'O' } else { '@' })).collect()
    };
    let rings: Vec<_> = ORDER.chunks(8).map(ring).collect();
    let [white, black] = Side::BOTH;
    let side = if position.turn() == white { 'w' } else { 'b' };
    let placing = position.hand(white) + position.hand(black) > 0;
    let (phase, action) = match position.outcome() {
        Some(_) => ('o', '?'),
        None if placing => ('p', 'p'),
        None => ('m', 's'),
    };
    let number = |point: Point| {
        let place = ORDER.iter().position(|&name| board.point(name) == Some(point));
        place.map_or(0, |place| place + FIRST_NUMBER)
    };
    let closing = |side| {
        let ends = position.closing(side).map(|Slide { from, to }| (number(from), number(to)));
        let (from, to) = ends.unwrap_or((0, 0));
        format!("{from} {to}")
    };
    Some(format!(
        "{} {side} {phase} {action} {} {} {} {} 0 0 {} {} 0 {} {}",
        rings.join("/"),
        position.men(white).len(),
        position.hand(white),
        position.men(black).len(),
        position.hand(black),
        closing(white),
        closing(black),
        position.clock(),
        position.number(),
    ))
}
