//! The FEN of other mill programs: one line of 17 fields.
//!
//! | fields | |
//! | --- | --- |
//! | 1 | inner, middle and outer ring, with `/` between, clockwise from top middle; `O` White, `@` Black, `X` marked, `*` empty |
//! | 2 | the side to move: `w`, `b` |
//! | 3 | the phase: `r` ready, `p` placing, `m` moving, `o` over |
//! | 4 | the next action: `p` place, `s` select, `r` remove, `?` none |
//! | 5–8 | men on the board and in hand: White's two numbers, then Black's |
//! | 9, 10 | how many men White and Black have yet to remove, negative: of their own; of both 0 with `r` it is one |
//! | 11–14 | the last move that closed a mill, from and to: White's, then Black's; 0 or -1 for none |
//! | 15 | the points of the lines that each side has used, as a bit set, White's in the upper half |
//! | 16, 17 | plies since the last capture or placing; the number of the move pair |
//!
//! Older versions have 11 of them, with one number for 9 and 10 and without 11–15, or 12, without
//! 11–15. Whatever is missing has its usual value.
//!
//! After them may come `ids:nodes`; `s:1`, where a blocked side removes a man and then moves; and
//! `c:`, `i:` or `l:` with other kinds of capture, of which none may be pending. Fields 11–15
//! number the points of the rings in the order of field 1, starting from 8, or from 0 after
//! `ids:nodes`.

use super::error::ReadError;
use super::fault::{Field, Ring, TextError};
use super::line::{check_length, fields};
use crate::board::{Board, Point, Points};
use crate::coded::clip;
use crate::position::{BySide, Position, Setup, SetupError, Side, Slide};
use crate::rules::{Phases, Placing, Reform, Rules};
use std::str::FromStr;

const FIELDS: usize = 17;
/// The rings and the side to move tell a position.
const FEWEST: usize = 2;
const FIRST_NUMBER: usize = 8;
/// The points in the order of the first field.
const ORDER: [&str; 24] = [
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", //
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", //
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7",
];
const RINGS: [Ring; 3] = [Ring::Inner, Ring::Middle, Ring::Outer];

/// Reads the 17-field FEN of other mill programs as a position of these rules, whose board must
/// have 24 points: a FEN does not tell the rules.
///
/// # Errors
/// If a field is not understood, a number contradicts the men, the position is in the
/// middle of a turn (a man is yet to be removed) or illegal, or the text is longer than
/// [`LONGEST_POSITION`](super::LONGEST_POSITION).
#[cold]
pub fn read_fen(text: &str, rules: Rules) -> Result<Position, ReadError> {
    check_length(text)?;
    let board = rules.board;
    if board.points().len() != ORDER.len() {
        return Err(ReadError::at(
            text,
            0,
            TextError::FenBoard {
                points: ORDER.len(),
                rules: rules.to_string(),
            },
        ));
    }
    let (all, after): (Vec<_>, Vec<_>) = fields(text).partition(|(_, field)| !field.contains(':'));
    let mut tokens = Tokens::default();
    for &(at, token) in all.iter().skip(FIELDS).chain(&after) {
        let unknown = || {
            ReadError::at(
                text,
                at,
                TextError::FenLong {
                    fields: FIELDS,
                    given: clip(token),
                },
            )
        };
        tokens.read(token).ok_or_else(unknown)?;
    }
    if all.len() < FEWEST {
        return Err(ReadError::at(
            text,
            text.len(),
            TextError::FenShort {
                fields: FEWEST,
                given: all.len(),
            },
        ));
    }
    let given = places(all.len(), all[1].1);
    let missing = |number: usize| match number {
        3 => "r",
        4 => "?",
        11..=14 => "-1",
        17 => "1",
        _ => "0",
    };
    let is_given = |number: usize| given.iter().position(|&place| place == number);
    let field = |number: usize| match is_given(number) {
        Some(here) => all[here],
        None => (text.len(), missing(number)),
    };
    let letter = |number: usize, known: &[&str], why: fn(String) -> TextError| {
        let (at, letter) = field(number);
        let wrong = || ReadError::at(text, at, why(clip(letter)));
        known
            .iter()
            .position(|&one| one == letter)
            .ok_or_else(wrong)
    };
    let (at, men) = field(1);
    let (men, marked) = read_men(men, &rules).map_err(|error| error.within(text, at))?;
    let turn = Side::BOTH[letter(2, &["w", "b"], |given| TextError::SideLetter { given })?];
    let phase = letter(3, &["r", "p", "m", "o"], |given| TextError::FenPhase {
        given,
    })?;
    let (moving, is_over) = (phase == 2, phase == 3);
    let action = letter(4, &["p", "s", "r", "?"], |given| TextError::FenAction {
        given,
    })?;
    let removes = action == 2;
    let few = |side| men[side].len() < 3;
    let is_placing =
        !moving && !is_over && (is_given(3).is_some() || Side::BOTH.into_iter().any(few));
    let mut hands = BySide([0; 2]);
    for side in Side::BOTH {
        let here = 5 + 2 * side as usize;
        let on_board: usize = read_number(text, field(here), Field::Men)?;
        if is_given(here).is_some() && on_board != men[side].len() {
            let reason = TextError::FenMen {
                side,
                men: men[side].len(),
                given: on_board,
            };
            return Err(ReadError::at(text, field(here).0, reason));
        }
        let in_hand = usize::from(rules.men).saturating_sub(men[side].len());
        hands[side] = match is_given(here + 1) {
            Some(_) => read_number(text, field(here + 1), Field::Hand)?,
            None if is_placing => in_hand as u8,
            None => 0,
        };
        if moving && hands[side] > 0 && rules.phases == Phases::Split {
            let reason = TextError::FenHand { side };
            return Err(ReadError::at(text, field(here + 1).0, reason));
        }
    }
    let mut owed = BySide([
        read_number(text, field(9), Field::Remove)?,
        read_number(text, field(10), Field::Remove)?,
    ]);
    if removes && owed.0 == [0, 0] {
        owed[turn] = 1;
    }
    let at_fault = if removes {
        4
    } else {
        9 + usize::from(owed.0[0] == 0)
    };
    let middle = |(at, _): (usize, &str)| ReadError::at(text, at, TextError::FenMiddle);
    if tokens.is_blocked && removes {
        owed[turn] = 0;
    } else if (action < 3 && removes != (owed[turn] != 0))
        || (owed.0 != [0, 0] && !rules.owes_removals())
    {
        return Err(middle(field(at_fault)));
    }
    let mut closing = BySide::default();
    for side in Side::BOTH {
        let here = 11 + 2 * side as usize;
        let point = |number| read_point(text, field(number), board, tokens.first_number());
        let (from, to) = (point(here)?, point(here + 1)?);
        if let (Some(from), Some(to), Reform::Ban) = (from, to, rules.reform) {
            // A man that has since been taken can go nowhere, and needs no ban.
            let stands = men[side].contains(to) && !men[side].contains(from);
            closing[side] = stands.then_some(Slide { from, to });
        }
    }
    let mills = read_number::<u64>(text, field(15), Field::Mills)?;
    let used = if rules.remembers_lines() {
        BySide([mills >> 32, mills])
            .map(|points| lines_within(board, points >> tokens.first_number()))
    } else {
        BySide::default()
    };
    let clock = read_number(text, field(16), Field::Clock)?;
    // Programs that count turns from 0 mean the first.
    let number = read_number::<u32>(text, field(17), Field::Turn)?.max(1);
    let setup = Setup {
        men,
        marked,
        hands,
        side_to_move: turn,
        clock,
        number,
        closing,
        owed,
        used,
        ..Setup::start(rules)
    };
    let position: Result<Position, SetupError> = setup.try_into();
    if removes
        && position
            .as_ref()
            .is_ok_and(|position| position.outcome().is_none() && !position.is_to_remove())
    {
        return Err(middle(field(at_fault)));
    }
    position.map_err(|error| {
        let number = match error {
            SetupError::TooMany { side, .. } | SetupError::Missing { side, .. } => {
                5 + 2 * side as usize
            }
            _ => 1,
        };
        let at = all.get(number - 1).map_or(0, |&(at, _)| at);
        ReadError::at(text, at, error).with_setup(setup)
    })
}

/// Which fields are given, of this many: older versions of a program write fewer.
fn places(given: usize, side: &str) -> Vec<usize> {
    let removes = if side == "b" { 10 } else { 9 };
    match given {
        11 => (1..=8).chain([removes, 16, 17]).collect(),
        12 => (1..=10).chain([16, 17]).collect(),
        16 => (1..=14).chain([16, 17]).collect(),
        _ => (1..=given.min(FIELDS)).collect(),
    }
}

/// What may follow the fields.
#[derive(Default)]
struct Tokens {
    /// Points are numbered from 0.
    has_nodes: bool,
    /// The side to move is blocked and removes a man first.
    is_blocked: bool,
}

impl Tokens {
    /// Reads a token. `None` if it is unknown, or means something that no rules here allow.
    fn read(&mut self, token: &str) -> Option<()> {
        match token {
            "ids:nodes" => self.has_nodes = true,
            "s:1" => self.is_blocked = true,
            _ => {
                let sides = ["c:", "i:", "l:"]
                    .iter()
                    .find_map(|kind| token.strip_prefix(kind))?;
                sides
                    .split('|')
                    .zip(["w", "b"])
                    .all(|(side, letter)| side == format!("{letter}-0-"))
                    .then_some(())?;
            }
        }
        Some(())
    }

    fn first_number(&self) -> usize {
        if self.has_nodes { 0 } else { FIRST_NUMBER }
    }
}

/// The lines of a board all of whose points are in this set of bits, the first of which is the
/// first point of [`ORDER`]; a bit each.
fn lines_within(board: &Board, bits: u64) -> u32 {
    let named = ORDER.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0);
    let points: Points = named.filter_map(|(_, name)| board.point(name)).collect();
    board.mills_where(|line| points.contains_all(line))
}

/// What a letter says of a point.
pub(super) enum Letter {
    Man(Side),
    Marked,
    Empty,
}

/// The men of three rings with `/` between, and the points of those that are marked.
///
/// `order` has the rings as they stand in the text, and the names of their points; `read` gets where
/// a letter is, in bytes.
pub(super) fn read_rings(
    text: &str,
    board: &Board,
    order: impl IntoIterator<Item = (Ring, &'static [&'static str])>,
    read: impl Fn(usize, char) -> Result<Letter, ReadError>,
) -> Result<(BySide<Points>, Points), ReadError> {
    let (mut men, mut marked) = (BySide::<Points>::default(), Points::EMPTY);
    let mut at = 0;
    let mut rings = text.split('/');
    for (ring, names) in order {
        let Some(given) = rings.next() else {
            return Err(ReadError::at(
                text,
                text.len(),
                TextError::FenRingMissing { ring },
            ));
        };
        let mut points = names.iter().filter_map(|name| board.point(name));
        for (i, letter) in given.char_indices() {
            let Some(point) = points.next() else {
                return Err(ReadError::at(text, at + i, TextError::FenRingLong { ring }));
            };
            match read(at + i, letter)? {
                Letter::Man(side) => men[side] = men[side].with(point),
                Letter::Marked => marked = marked.with(point),
                Letter::Empty => {}
            }
        }
        at += given.len();
        if points.next().is_some() {
            return Err(ReadError::at(text, at, TextError::FenRingShort { ring }));
        }
        at += 1;
    }
    match rings.next() {
        Some(_) => Err(ReadError::at(text, at - 1, TextError::FenRings)),
        None => Ok((men, marked)),
    }
}

/// The men of the first field.
fn read_men(text: &str, rules: &Rules) -> Result<(BySide<Points>, Points), ReadError> {
    let order = RINGS.into_iter().zip(ORDER.chunks(8));
    read_rings(text, rules.board, order, |at, letter| {
        Ok(match letter {
            'O' => Letter::Man(Side::White),
            '@' => Letter::Man(Side::Black),
            '*' => Letter::Empty,
            'X' if rules.placing == Placing::Mark => Letter::Marked,
            'X' => return Err(ReadError::at(text, at, TextError::FenMarked)),
            _ => {
                let given = clip(letter.encode_utf8(&mut [0; 4]));
                return Err(ReadError::at(text, at, TextError::FenMan { given }));
            }
        })
    })
}

/// A number in digits, with a sign only where its type has one.
fn read_number<N: FromStr>(
    text: &str,
    (at, written): (usize, &str),
    field: Field,
) -> Result<N, ReadError> {
    let plain = !written.starts_with('+');
    let number = written.parse().ok().filter(|_| plain);
    number.ok_or_else(|| {
        ReadError::at(
            text,
            at,
            TextError::FenNumber {
                field,
                given: clip(written),
            },
        )
    })
}

/// One of the fields 11–14.
fn read_point(
    text: &str,
    (at, field): (usize, &str),
    board: &Board,
    first: usize,
) -> Result<Option<Point>, ReadError> {
    let number: i32 = read_number(text, (at, field), Field::Point)?;
    if number == -1 || (number == 0 && first > 0) {
        return Ok(None);
    }
    let name = usize::try_from(number)
        .ok()
        .and_then(|n| ORDER.get(n.checked_sub(first)?));
    match name.and_then(|name| board.point(name)) {
        Some(point) => Ok(Some(point)),
        None => Err(ReadError::at(
            text,
            at,
            TextError::FenPoint { given: clip(field) },
        )),
    }
}

/// Writes a position as the 17-field FEN of other mill programs; `None` where the board has not 24
/// points. The rules are not in it.
#[cold]
pub fn write_fen(position: &Position) -> Option<String> {
    let board = position.board();
    if board.points().len() != ORDER.len() {
        return None;
    }
    let ring = |points: &[&str]| -> String {
        let letter = |point| match position.man(point) {
            Some(Side::White) => 'O',
            Some(Side::Black) => '@',
            None if position.marked().contains(point) => 'X',
            None => '*',
        };
        points
            .iter()
            .filter_map(|&point| board.point(point))
            .map(letter)
            .collect()
    };
    let rings: Vec<_> = ORDER.chunks(8).map(ring).collect();
    let [white, black] = Side::BOTH;
    let side = if position.side_to_move() == white {
        'w'
    } else {
        'b'
    };
    let placing = position.hand(white) + position.hand(black) > 0;
    let (phase, action) = match position.outcome() {
        Some(_) => ('o', '?'),
        None if position.is_to_remove() => (if placing { 'p' } else { 'm' }, 'r'),
        None if placing => ('p', 'p'),
        None => ('m', 's'),
    };
    let number = |point: Point| {
        let place = ORDER
            .iter()
            .position(|&name| board.point(name) == Some(point));
        place.map_or(0, |place| place + FIRST_NUMBER)
    };
    let closing = |side| {
        let ends = position
            .closing(side)
            .map(|Slide { from, to }| (number(from), number(to)));
        let (from, to) = ends.unwrap_or((0, 0));
        format!("{from} {to}")
    };
    let used = |side| {
        position
            .used_lines(side)
            .flatten()
            .fold(0_u64, |all, point| all | 1 << number(point))
    };
    let mut owed = BySide(Side::BOTH.map(|side| position.owed(side)));
    // A blocked side removes one and then moves.
    let is_blocked = action == 'r' && owed.0 == [0, 0];
    if is_blocked {
        owed[position.side_to_move()] = 1;
    }
    Some(format!(
        "{} {side} {phase} {action} {} {} {} {} {} {} {} {} {} {} {}{}",
        rings.join("/"),
        position.men(white).len(),
        position.hand(white),
        position.men(black).len(),
        position.hand(black),
        owed[white],
        owed[black],
        closing(white),
        closing(black),
        used(white) << 32 | used(black),
        position.clock(),
        position.number(),
        if is_blocked { " s:1" } else { "" },
    ))
}
