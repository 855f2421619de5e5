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
use super::line::{check_length, digits, fields};
use crate::board::{Board, Point, Points};
use crate::coded::clip;
use crate::position::{BySide, DrawBy, Outcome, Position, Setup, SetupError, Side, Slide, WinBy};
use crate::rules::{Placing, Reform, Rules};

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

/// Reads an MFEN as a position of these rules, whose board must have 24 points: it does not tell
/// the rules.
///
/// # Errors
/// If a field is not understood, the fields contradict each other, a man is yet to be removed, the
/// position is illegal, or the text is longer than [`LONGEST_POSITION`](super::LONGEST_POSITION).
#[cold]
pub fn read_mfen(text: &str, rules: Rules) -> Result<Position, ReadError> {
    check_length(text)?;
    let board = rules.board;
    if board.points().len() != ORDER.len() {
        let (points, rules) = (ORDER.len(), rules.to_string());
        return Err(ReadError::at(
            text,
            0,
            TextError::FenBoard { points, rules },
        ));
    }
    let wrong = |(at, given): (usize, &str)| {
        let given = clip(given);
        ReadError::at(text, at, TextError::Mfen { given })
    };
    let mut rest = fields(text);
    let mut next = |field: Field| {
        let ends = || ReadError::at(text, text.len(), TextError::LineEnds { field });
        rest.next().ok_or_else(ends)
    };
    for expected in [SIGNATURE, PROFILE] {
        let field = next(Field::Board)?;
        (field.1 == expected)
            .then_some(())
            .ok_or_else(|| wrong(field))?;
    }
    let at_board = next(Field::Board)?;
    let (men, marked) =
        read_rings(at_board.1, &rules).map_err(|error| error.within(text, at_board.0))?;
    let at_side = next(Field::Side)?;
    let (at_phase, at_action) = (next(Field::Side)?, next(Field::Side)?);
    let (at, given) = next(Field::Hands)?;
    let hands = given
        .split_once(',')
        .and_then(|(white, black)| Some(BySide([digits(white)?, digits(black)?])));
    let given = clip(given);
    let hands = hands.ok_or_else(|| ReadError::at(text, at, TextError::HandsField { given }))?;
    let pending = next(Field::Remove)?;
    let (at, given) = next(Field::Clock)?;
    let (most, given) = (u16::MAX, (digits(given), clip(given)));
    let clock = given.0.ok_or_else(|| {
        let given = given.1;
        ReadError::at(text, at, TextError::ClockField { most, given })
    })?;
    let at_plies = next(Field::Turn)?;
    let plies: u64 = digits(at_plies.1).ok_or_else(|| wrong(at_plies))?;
    let number = u32::try_from(plies / 2 + 1).map_err(|_| wrong(at_plies))?;
    let at_outcome = next(Field::Turn)?;
    if pending.1 != "-" || at_action.1 == "r" {
        let at = if pending.1 == "-" {
            at_action.0
        } else {
            pending.0
        };
        return Err(ReadError::at(text, at, TextError::FenMiddle));
    }
    let side_to_move = match (at_side.1, at_outcome.1) {
        ("w", "-") => Side::White,
        ("b", "-") => Side::Black,
        ("-", given) => over(given, plies, rules).ok_or_else(|| wrong(at_outcome))?,
        ("w" | "b", _) => return Err(wrong(at_outcome)),
        (given, _) => {
            let given = clip(given);
            return Err(ReadError::at(
                text,
                at_side.0,
                TextError::SideLetter { given },
            ));
        }
    };
    let phase = match at_side.1 {
        "-" => "o",
        _ if hands[side_to_move] > 0 => "p",
        _ => "m",
    };
    for field in [at_phase, at_action] {
        (field.1 == phase)
            .then_some(())
            .ok_or_else(|| wrong(field))?;
    }
    let mut setup = Setup {
        men,
        marked,
        hands,
        side_to_move,
        clock,
        number,
        ..Setup::start(rules)
    };
    let mut last = "";
    for field in rest {
        let (key, value) = field.1.split_once('=').ok_or_else(|| wrong(field))?;
        let read = (key > last)
            .then(|| read_extra(key, value, &mut setup))
            .flatten();
        read.ok_or_else(|| wrong(field))?;
        last = key;
    }
    setup.try_into().map_err(|error| {
        let at = match error {
            SetupError::InHand { .. } => at,
            _ => at_board.0,
        };
        ReadError::at(text, at, error)
    })
}

/// Whose turn it would be after an end: that of a player who has no move, otherwise that of the
/// next ply. `None` where it is no end.
fn over(outcome: &str, plies: u64, rules: Rules) -> Option<Side> {
    let (result, reason) = outcome.split_once(':')?;
    let next = Side::from(rules.first);
    let next = if plies.is_multiple_of(2) {
        next
    } else {
        next.other()
    };
    let loser = match result {
        "w" => Side::Black,
        "b" => Side::White,
        "d" => next,
        _ => return None,
    };
    match reason {
        "no-legal-move" | "no-legal-primary-action" => Some(loser),
        "fewer-than-minimum" | "board-full" | "no-progress" | "repetition" | "agreement"
        | "resignation" | "adjudication" => Some(next),
        _ => None,
    }
}

/// Reads what follows the fields into a setup. `None` if it is unknown or wrong.
fn read_extra(key: &str, value: &str, setup: &mut Setup) -> Option<()> {
    let rules = setup.rules;
    let board = rules.board;
    let (white, black) = value.split_once(if key == "lm" { ';' } else { ',' })?;
    match key {
        "lm" => {
            for (side, value) in Side::BOTH.into_iter().zip([white, black]) {
                let (from, to) = value.split_once(',')?;
                let [from, to] = [from, to].map(|name| match name {
                    "-" => Some(None),
                    name => board.point(name).map(Some),
                });
                let slide = from?.zip(to?).map(|(from, to)| Slide { from, to });
                // A man that has since been taken can go nowhere, and needs no ban.
                let stands = |&Slide { from, to }: &Slide| {
                    setup.men[side].contains(to) && !setup.men[side].contains(from)
                };
                if rules.reform == Reform::Ban {
                    setup.closing[side] = slide.filter(stands);
                }
            }
        }
        "ul" => {
            let used = [white, black].map(|hex| u32::from_str_radix(hex, 16).ok());
            let used = BySide([used[0]?, used[1]?]);
            if rules.remembers_lines() {
                setup.used = used.map(|used| {
                    (0..LINES)
                        .filter(|id| used >> id & 1 != 0)
                        .map(|id| board.mills_where(|mill| mill == line(board, id)))
                        .fold(0, |all, line| all | line)
                });
            }
        }
        "pc" => {
            let _: [u32; 2] = [digits(white)?, digits(black)?];
        }
        _ => return None,
    }
    Some(())
}

/// The points of a line by its number.
fn line(board: &Board, id: usize) -> Points {
    let places = match id {
        0..12 => [0, 1, 2].map(|i| id / 4 * 8 + (id % 4 * 2 + i) % 8),
        12..16 => [0, 8, 16].map(|ring| ring + (id - 12) * 2 + 1),
        _ => [0, 8, 16].map(|ring| ring + (id - 16) % 4 * 2),
    };
    let points = places.into_iter();
    points
        .filter_map(|place| board.point(ORDER[place]))
        .collect()
}

/// The men, and the points of those that are marked.
fn read_rings(text: &str, rules: &Rules) -> Result<(BySide<Points>, Points), ReadError> {
    let (mut men, mut marked) = (BySide::<Points>::default(), Points::EMPTY);
    let mut rings = text.split('/');
    for (ring, names) in RINGS.into_iter().zip(ORDER.chunks(8)) {
        let missing = || ReadError::at(text, text.len(), TextError::FenRingMissing { ring });
        let given = rings.next().ok_or_else(missing)?;
        let begin = given.as_ptr() as usize - text.as_ptr() as usize;
        let mut points = names.iter().filter_map(|name| rules.board.point(name));
        for (i, letter) in given.char_indices() {
            let long = || ReadError::at(text, begin + i, TextError::FenRingLong { ring });
            let point = points.next().ok_or_else(long)?;
            match letter {
                'W' => men[Side::White] = men[Side::White].with(point),
                'B' => men[Side::Black] = men[Side::Black].with(point),
                'w' | 'b' if rules.placing == Placing::Mark => marked = marked.with(point),
                '.' => {}
                _ => {
                    let given = clip(letter.encode_utf8(&mut [0; 4]));
                    return Err(ReadError::at(text, begin + i, TextError::Mfen { given }));
                }
            }
        }
        if points.next().is_some() {
            let at = begin + given.len();
            return Err(ReadError::at(text, at, TextError::FenRingShort { ring }));
        }
    }
    match rings.next() {
        Some(more) => {
            let at = more.as_ptr() as usize - text.as_ptr() as usize;
            Err(ReadError::at(text, at - 1, TextError::FenRings))
        }
        None => Ok((men, marked)),
    }
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
    let letter = |name: &&str| match board.point(name).and_then(|point| position.man(point)) {
        Some(Side::White) => 'W',
        Some(Side::Black) => 'B',
        None => '.',
    };
    let rings: Vec<String> = ORDER
        .chunks(8)
        .map(|ring| ring.iter().map(letter).collect())
        .collect();
    let side = position.side_to_move();
    let phase = if position.hand(side) > 0 { "p" } else { "m" };
    let outcome = match position.outcome() {
        Some(outcome) => Some(reason(outcome)?),
        None => None,
    };
    let (turn, phase) = match (&outcome, side) {
        (Some(_), _) => ("-", "o"),
        (None, Side::White) => ("w", phase),
        (None, Side::Black) => ("b", phase),
    };
    let plies =
        u64::from(position.number().saturating_sub(1)) * 2 + u64::from(side != rules.first.into());
    let mut text = format!(
        "{SIGNATURE} {PROFILE} {} {turn} {phase} {phase} {},{} - {} {plies} {}",
        rings.join("/"),
        position.hand(Side::White),
        position.hand(Side::Black),
        position.clock(),
        outcome.as_deref().unwrap_or("-"),
    );
    if rules.reform == Reform::Ban {
        let closing = Side::BOTH.map(|side| match position.closing(side) {
            Some(Slide { from, to }) => [from, to].map(|point| name(board, point)).join(","),
            None => "-,-".to_owned(),
        });
        text += &format!(" lm={}", closing.join(";"));
    }
    if rules.remembers_lines() {
        let width = if board.mills().len() > 16 { 5 } else { 4 };
        let used = Side::BOTH.map(|side| {
            let lines: Vec<_> = position.used_lines(side).collect();
            let is_used = |&id: &usize| lines.contains(&line(board, id));
            let bits = (0..LINES).filter(is_used).fold(0, |all, id| all | 1 << id);
            format!("{bits:0width$x}")
        });
        text += &format!(" ul={}", used.join(","));
    }
    Some(text)
}

fn name(board: &Board, point: Point) -> String {
    board.coordinate(point).to_string()
}

/// An end as the last field has it; `None` for one that the format does not know.
fn reason(outcome: Outcome) -> Option<String> {
    let reason = match outcome {
        Outcome::Win(_, WinBy::FewerThanThree | WinBy::NoMen) => "fewer-than-minimum",
        Outcome::Win(_, WinBy::Blocked) => "no-legal-move",
        Outcome::Draw(DrawBy::Blocked(_) | DrawBy::NeitherCanMove) => "no-legal-move",
        Outcome::Win(_, WinBy::FullBoard) | Outcome::Draw(DrawBy::FullBoard) => "board-full",
        Outcome::Draw(DrawBy::TenMoves { .. } | DrawBy::Quiet(_)) => "no-progress",
        Outcome::Draw(DrawBy::Repetition) => "repetition",
        Outcome::Draw(DrawBy::Agreement) => "agreement",
        Outcome::Win(_, WinBy::Resignation) => "resignation",
        Outcome::Win(_, WinBy::Mill | WinBy::Time) => return None,
    };
    let result = match outcome.winner() {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "d",
    };
    Some(format!("{result}:{reason}"))
}
