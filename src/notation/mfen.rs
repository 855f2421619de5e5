//! MFEN, the positions of the [Mill Interchange Format][mif], version 1.0: one line of 11 fields.
//!
//! | fields | |
//! | --- | --- |
//! | 1, 2 | `MFEN/1.0 mill24-state-v1` |
//! | 3 | outer, middle and inner ring, with `/` between, clockwise from the top left; `W`, `B`, `.`, and `w`, `b` for marked men |
//! | 4 | the side to move: `w`, `b`, or `-` where the game is over |
//! | 5, 6 | phase and action: `p` places, `m` moves, `r` removes (an action only), `o` over |
//! | 7 | men in hand: White's, Black's |
//! | 8 | the removals that are pending; `-` for none |
//! | 9, 10 | plies without progress, and plies in all |
//! | 11 | `-`, or who has won (`w`, `b`, `d` for a draw) and why: `b:no-legal-move` |
//!
//! After them come `lm`, the last moves that closed a mill, and `ul`, the lines that each side has
//! used, where the rules remember them, and `pc`, the men that were placed, which no rules here
//! need. The rules are not in it, and nothing of a turn that is half made is read or written.
//!
//! [mif]: https://github.com/calcitem/mill-interchange-format

use super::error::ReadError;
use super::fault::{Field, Ring, TextError};
use super::fen::{Letter, read_rings};
use super::line::{check_length, digits, fields};
use crate::board::{Board, Point, Points};
use crate::coded::clip;
use crate::position::{BySide, DrawBy, Outcome, Position, Setup, Side, Slide, WinBy};
use crate::rules::{Placing, Reform, Rules};
use std::str::FromStr;

const SIGNATURE: &str = "MFEN/1.0";
const PROFILE: &str = "mill24-state-v1";
const RINGS: [Ring; 3] = [Ring::Outer, Ring::Middle, Ring::Inner];
/// The points in the order of the third field.
const ORDER: [&str; 24] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", //
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", //
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4",
];
/// The numbers of the lines: four sides of each ring, the four that join middles of sides, the
/// diagonals.
const LINES: usize = 20;

/// Whether a text is made as such a position, of whatever version.
pub(super) fn is_mfen(text: &str) -> bool {
    text.starts_with("MFEN/")
}

/// How many fields stand before those that only some rules have.
const FIELDS: usize = 11;

/// A field, and the byte that it begins at.
type At<'a> = (usize, &'a str);

/// Reads an MFEN as a position of these rules, whose board must have 24 points: it does not tell
/// the rules.
///
/// # Errors
/// If a field is not understood, the fields contradict each other, a man is yet to be removed, the
/// position is illegal, or the text is longer than [`LONGEST_POSITION`](super::LONGEST_POSITION).
#[cold]
pub fn read_mfen(text: &str, rules: Rules) -> Result<Position, ReadError> {
    check_length(text)?;
    let points = ORDER.len();
    if rules.board.points().len() != points {
        let rules = rules.to_string();
        return Err(ReadError::at(
            text,
            0,
            TextError::FenBoard { points, rules },
        ));
    }
    let all: Vec<_> = fields(text).collect();
    let wrong = |field: At| wrong(text, field);
    for (place, expected) in [SIGNATURE, PROFILE].into_iter().enumerate() {
        if let Some(&field) = all.get(place).filter(|(_, given)| *given != expected) {
            return Err(wrong(field));
        }
    }
    let Some((
        &[
            _,
            _,
            board,
            side,
            phase,
            action,
            hands,
            pending,
            clock,
            plies,
            outcome,
        ],
        rest,
    )) = all.split_first_chunk::<FIELDS>()
    else {
        let field = Field::Turn;
        return Err(ReadError::at(
            text,
            text.len(),
            TextError::LineEnds { field },
        ));
    };
    let (men, marked) = read_men(board.1, &rules).map_err(|error| error.within(text, board.0))?;
    let mut setup = Setup {
        men,
        marked,
        ..Setup::start(rules)
    };
    setup.hands = BySide(two(hands.1).ok_or_else(|| {
        let given = clip(hands.1);
        ReadError::at(text, hands.0, TextError::HandsField { given })
    })?);
    setup.clock = digits(clock.1).ok_or_else(|| {
        let (most, given) = (u16::MAX, clip(clock.1));
        ReadError::at(text, clock.0, TextError::ClockField { most, given })
    })?;
    let count = digits::<u64>(plies.1).filter(|&count| count / 2 < u64::from(u32::MAX));
    let count = count.ok_or_else(|| wrong(plies))?;
    setup.number = (count / 2) as u32 + 1;
    if pending.1 != "-" || action.1 == "r" {
        let (at, _) = if pending.1 == "-" { action } else { pending };
        return Err(ReadError::at(text, at, TextError::FenMiddle));
    }
    let is_over = side.1 == "-";
    setup.side_to_move = match side.1 {
        "w" => Side::White,
        "b" => Side::Black,
        "-" => over(outcome.1, count, &rules).ok_or_else(|| wrong(outcome))?,
        given => {
            let given = clip(given);
            return Err(ReadError::at(text, side.0, TextError::SideLetter { given }));
        }
    };
    if !is_over && outcome.1 != "-" {
        return Err(wrong(outcome));
    }
    let expected = match setup.hands[setup.side_to_move] {
        _ if is_over => "o",
        0 => "m",
        _ => "p",
    };
    for field in [phase, action] {
        if field.1 != expected {
            return Err(wrong(field));
        }
    }
    let mut last = "";
    for &field in rest {
        let key = field.1.split('=').next().unwrap_or_default();
        if key <= last || read_extra(field.1, &mut setup).is_none() {
            return Err(wrong(field));
        }
        last = key;
    }
    setup
        .try_into()
        .map_err(|error| ReadError::at(text, board.0, error).with_setup(setup))
}

#[inline(never)]
fn wrong(text: &str, (at, given): At) -> ReadError {
    let given = clip(given);
    ReadError::at(text, at, TextError::Mfen { given })
}

/// Two numbers with a comma between them.
fn two<N: FromStr>(text: &str) -> Option<[N; 2]> {
    let (white, black) = text.split_once(',')?;
    Some([digits(white)?, digits(black)?])
}

/// Whose turn it would be after an end: that of a player who has no move, otherwise that of the
/// next ply. `None` where it is no end.
fn over(outcome: &str, plies: u64, rules: &Rules) -> Option<Side> {
    let (result, reason) = outcome.split_once(':')?;
    let mut next = Side::from(rules.first);
    if !plies.is_multiple_of(2) {
        next = next.other();
    }
    let loser = match result {
        "w" => Side::Black,
        "b" => Side::White,
        "d" => next,
        _ => return None,
    };
    match reason {
        NO_MOVE | "no-legal-primary-action" => Some(loser),
        TOO_FEW | FULL | NO_PROGRESS | "repetition" | "agreement" | "resignation"
        | "adjudication" => Some(next),
        _ => None,
    }
}

/// Reads what follows the fields into a setup. `None` if it is unknown or wrong.
fn read_extra(field: &str, setup: &mut Setup) -> Option<()> {
    let rules = setup.rules;
    let (key, value) = field.split_once('=')?;
    match key {
        "lm" => {
            let (white, black) = value.split_once(';')?;
            for (side, value) in Side::BOTH.into_iter().zip([white, black]) {
                let (from, to) = value.split_once(',')?;
                let (from, to) = (point_or_none(from)?, point_or_none(to)?);
                // A man that has since been taken can go nowhere, and needs no ban.
                if let (Some(from), Some(to), Reform::Ban) = (from, to, rules.reform)
                    && setup.men[side].contains(to)
                    && !setup.men[side].contains(from)
                {
                    setup.closing[side] = Some(Slide { from, to });
                }
            }
        }
        "ul" => {
            let (white, black) = value.split_once(',')?;
            for (side, hex) in Side::BOTH.into_iter().zip([white, black]) {
                let plain = hex.bytes().all(|b| b.is_ascii_hexdigit());
                let given = u32::from_str_radix(hex, 16).ok().filter(|_| plain)?;
                for id in (0..LINES).filter(|id| given >> id & 1 != 0) {
                    let line = line(id);
                    if rules.remembers_lines() {
                        setup.used[side] |= rules.board.mills_where(|mill| mill == line);
                    }
                }
            }
        }
        "pc" => drop(two::<u32>(value)?),
        _ => return None,
    }
    Some(())
}

/// A point, or `-`; `None` for anything else.
fn point_or_none(name: &str) -> Option<Option<Point>> {
    match name {
        "-" => Some(None),
        name => point(name).map(Some),
    }
}

/// A point of the boards with 24 points, all of which have the same.
// From several places: in the page, size counts for more than speed.
#[inline(never)]
fn point(name: &str) -> Option<Point> {
    Board::NINE.point(name)
}

/// The points of a line by its number.
#[inline(never)]
fn line(id: usize) -> Points {
    let mut points = Points::EMPTY;
    for i in 0..3 {
        let place = match id {
            0..12 => id / 4 * 8 + (id % 4 * 2 + i) % 8,
            12..16 => i * 8 + (id - 12) * 2 + 1,
            _ => i * 8 + (id - 16) % 4 * 2,
        };
        if let Some(point) = point(ORDER[place]) {
            points = points.with(point);
        }
    }
    points
}

/// The men, and the points of those that are marked.
fn read_men(text: &str, rules: &Rules) -> Result<(BySide<Points>, Points), ReadError> {
    let order = RINGS.into_iter().zip(ORDER.chunks(8));
    read_rings(text, Board::NINE, order, |at, letter| {
        Ok(match letter {
            'W' => Letter::Man(Side::White),
            'B' => Letter::Man(Side::Black),
            'w' | 'b' if rules.placing == Placing::Mark => Letter::Marked,
            '.' => Letter::Empty,
            _ => {
                let letter = &text[at..at + letter.len_utf8()];
                return Err(wrong(text, (at, letter)));
            }
        })
    })
}

/// Writes a position as an MFEN; `None` where that cannot tell all of it: where the board has not
/// 24 points, a mill wins, men are marked (whose they were is forgotten here), a man is to be
/// removed or a side to be freed, or it matters who closed the first mill. The rules are not in it.
#[cold]
pub fn write_mfen(position: &Position) -> Option<String> {
    let (board, rules) = (position.board(), position.rules());
    let is_pending =
        position.is_to_remove() || position.must_free() || position.first_mill().is_some();
    if board.points().len() != ORDER.len() || is_pending || !position.marked().is_empty() {
        return None;
    }
    let side = position.side_to_move();
    let (turn, phase, result, reason) = match (position.outcome(), side) {
        (Some(outcome), _) => {
            let result = match outcome.winner() {
                Some(Side::White) => "w:",
                Some(Side::Black) => "b:",
                None => "d:",
            };
            ('-', 'o', result, reason(outcome)?)
        }
        (None, Side::White) => ('w', 'm', "-", ""),
        (None, Side::Black) => ('b', 'm', "-", ""),
    };
    let phase = if phase == 'm' && position.hand(side) > 0 {
        'p'
    } else {
        phase
    };
    let mut text = format!("{SIGNATURE} {PROFILE} ");
    for (i, name) in ORDER.iter().enumerate() {
        if i == 8 || i == 16 {
            text.push('/');
        }
        text.push(match point(name).and_then(|point| position.man(point)) {
            Some(Side::White) => 'W',
            Some(Side::Black) => 'B',
            None => '.',
        });
    }
    let [white, black] = Side::BOTH.map(|side| position.hand(side));
    let plies =
        u64::from(position.number().saturating_sub(1)) * 2 + u64::from(side != rules.first.into());
    text += &format!(
        " {turn} {phase} {phase} {white},{black} - {} {plies} {result}{reason}",
        position.clock(),
    );
    if rules.reform == Reform::Ban {
        let [white, black] = Side::BOTH.map(|side| match position.closing(side) {
            Some(Slide { from, to }) => {
                format!("{},{}", board.coordinate(from), board.coordinate(to))
            }
            None => "-,-".to_owned(),
        });
        text += &format!(" lm={white};{black}");
    }
    if rules.remembers_lines() {
        let width = if board.mills().len() > 16 { 5 } else { 4 };
        let [white, black] = Side::BOTH.map(|side| {
            let lines: Vec<_> = position.used_lines(side).collect();
            let used = (0..LINES).filter(|&id| lines.contains(&line(id)));
            used.fold(0_u32, |all, id| all | 1 << id)
        });
        text += &format!(" ul={white:0width$x},{black:0width$x}");
    }
    Some(text)
}

const TOO_FEW: &str = "fewer-than-minimum";
const NO_MOVE: &str = "no-legal-move";
const FULL: &str = "board-full";
const NO_PROGRESS: &str = "no-progress";

/// Why a position is an end, as the last field has it; `None` for what the format does not know.
fn reason(outcome: Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::Win(_, WinBy::FewerThanThree | WinBy::NoMen) => TOO_FEW,
        Outcome::Win(_, WinBy::Blocked)
        | Outcome::Draw(DrawBy::Blocked(_) | DrawBy::NeitherCanMove) => NO_MOVE,
        Outcome::Win(_, WinBy::FullBoard) | Outcome::Draw(DrawBy::FullBoard) => FULL,
        Outcome::Draw(DrawBy::TenMoves { .. } | DrawBy::Quiet(_)) => NO_PROGRESS,
        // No position by itself is one of the others.
        _ => return None,
    })
}
