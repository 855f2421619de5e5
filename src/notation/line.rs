//! The position line: `variant board side hands clock turn`, and what only some rules remember.

use super::LONGEST_POSITION;
use super::error::ReadError;
use super::extra_fields;
use super::fault::{Field, TextError};
use crate::board::{Board, Point, Points};
use crate::coded::clip;
use crate::position::{BySide, Position, Setup, SetupError, Side};
use crate::rules::{Placing, Rules};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(*self).fmt(f)
    }
}

// The line: a failed comparison shows both positions at a glance.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// As its line.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = String::deserialize(deserializer)?;
        line.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.rules.board;
        write!(f, "{} ", self.rules)?;
        write_men(f, board, self)?;
        let side = match self.side_to_move {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let [white, black] = self.hands.0;
        write!(f, " {side} {white},{black} {} {}", self.clock, self.number)?;
        extra_fields::of(&self.rules).try_for_each(|field| write!(f, " {}", field.text(self)))
    }
}

fn write_men(f: &mut fmt::Formatter<'_>, board: &Board, setup: &Setup) -> fmt::Result {
    let rank = |point| board.file_and_rank(point).1;
    let mut empty = 0;
    let mut row = board.side() - 1;
    for point in board.points() {
        let man = Side::BOTH
            .into_iter()
            .find(|&side| setup.men[side].contains(point));
        let marked = setup.marked.contains(point);
        let new_row = rank(point) != row;
        if empty > 0 && (new_row || man.is_some() || marked) {
            write!(f, "{empty}")?;
            empty = 0;
        }
        if new_row {
            f.write_str("/")?;
            row = rank(point);
        }
        match man {
            Some(Side::White) => f.write_str("W")?,
            Some(Side::Black) => f.write_str("B")?,
            None if marked => f.write_str("X")?,
            None => empty += 1,
        }
    }
    if empty > 0 {
        write!(f, "{empty}")
    } else {
        Ok(())
    }
}

impl FromStr for Position {
    type Err = ReadError;

    /// Reads a position line and checks that it is a legal position. `Err` where it is not, or the
    /// line is longer than [`LONGEST_POSITION`].
    #[cold]
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let setup: Setup = text.parse()?;
        setup.try_into().map_err(|error| {
            let field = field_at_fault(&setup, &error);
            let at = fields(text).nth(field - 1).map_or(0, |(at, _)| at);
            ReadError::at(text, at, error).with_setup(setup)
        })
    }
}

/// The field of the line, from 1, that an error is best shown at.
fn field_at_fault(setup: &Setup, error: &SetupError) -> usize {
    match error {
        SetupError::Rules(_) => 1,
        SetupError::TooMany { side, .. } if setup.men[*side].len() <= setup.rules.men.into() => 4,
        SetupError::InHand { .. } => 4,
        SetupError::NumberZero => 6,
        SetupError::NoBan | SetupError::Closing { .. } | SetupError::Used => 7,
        SetupError::Owed | SetupError::FirstMill | SetupError::NotBlocked { .. } => {
            7 + extra_fields::of(&setup.rules)
                .position(|field| field.is_of(error))
                .unwrap_or(0)
        }
        _ => 2,
    }
}

/// Refuses a text of one line that is longer than any position.
pub(super) fn check_length(text: &str) -> Result<(), ReadError> {
    match text.len() > LONGEST_POSITION {
        true => Err(ReadError::at(
            text,
            LONGEST_POSITION,
            TextError::TooLong {
                most: LONGEST_POSITION,
            },
        )),
        false => Ok(()),
    }
}

/// The fields of a line, each with the byte that it begins at.
pub(super) fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
}

impl FromStr for Setup {
    type Err = ReadError;

    /// Reads a position line, whether or not the position is legal. `Err` where the text is not
    /// one, or is longer than [`LONGEST_POSITION`].
    #[cold]
    fn from_str(text: &str) -> Result<Self, ReadError> {
        check_length(text)?;
        let mut fields = fields(text);
        let mut next = |field: Field| {
            fields
                .next()
                .ok_or_else(|| ReadError::at(text, text.len(), TextError::LineEnds { field }))
        };

        let (at, variant) = next(Field::Variant)?;
        let rules: Rules = variant
            .parse()
            .map_err(|error: ReadError| error.within(text, at))?;
        let (at, men) = next(Field::Board)?;
        let (men, marked) = read_men(men, &rules).map_err(|error| error.within(text, at))?;
        let (at, side) = next(Field::Side)?;
        let turn = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => {
                return Err(ReadError::at(
                    text,
                    at,
                    TextError::SideLetter { given: clip(side) },
                ));
            }
        };
        let (at, field) = next(Field::Hands)?;
        let hands = field
            .split_once(',')
            .and_then(|(white, black)| Some([digits(white)?, digits(black)?]));
        let hands = hands
            .ok_or_else(|| ReadError::at(text, at, TextError::HandsField { given: clip(field) }))?;
        let (at, clock) = next(Field::Clock)?;
        let clock = digits(clock).ok_or_else(|| {
            ReadError::at(
                text,
                at,
                TextError::ClockField {
                    most: u16::MAX,
                    given: clip(clock),
                },
            )
        })?;
        let (at, number) = next(Field::Turn)?;
        let number = digits(number).ok_or_else(|| {
            ReadError::at(
                text,
                at,
                TextError::TurnField {
                    most: u32::MAX,
                    given: clip(number),
                },
            )
        })?;
        let mut setup = Self {
            men,
            marked,
            hands: BySide(hands),
            side_to_move: turn,
            clock,
            number,
            ..Self::start(rules)
        };
        let mut extra = extra_fields::of(&rules).peekable();
        let after = if extra.peek().is_none() {
            |given| TextError::AfterTurn { given }
        } else {
            |given| TextError::AfterLine { given }
        };
        for (at, field) in fields {
            let Some(extra) = extra.next() else {
                return Err(ReadError::at(text, at, after(clip(field))));
            };
            extra
                .read(field, &mut setup)
                .ok_or_else(|| ReadError::at(text, at, extra.error(clip(field))))?;
        }
        Ok(setup)
    }
}

/// A number in plain digits.
pub(super) fn digits<N: FromStr>(text: &str) -> Option<N> {
    text.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())?
}

/// Reads the board field: ranks from the top with `/` between them.
fn read_men(text: &str, rules: &Rules) -> Result<(BySide<Points>, Points), ReadError> {
    let board = rules.board;
    let (mut men, mut marked) = (BySide::<Points>::default(), Points::EMPTY);
    let mut at = 0;
    let mut rows = text.split('/');
    let ranks = board.ranks().count();
    for (given, mut places) in board.ranks().enumerate() {
        let Some(row) = rows.next() else {
            return Err(ReadError::at(
                text,
                text.len(),
                TextError::FewRanks { ranks, given },
            ));
        };
        let points = Points::len(places);
        let rank = places
            .into_iter()
            .next()
            .map_or(0, |point| board.file_and_rank(point).1 + 1);
        let mut after_digit = false;
        for (i, letter) in row.char_indices() {
            let mut place = |side: Side| -> Option<Point> {
                let point = places.next()?;
                men[side] = men[side].with(point);
                Some(point)
            };
            let fits = match letter {
                'W' => place(Side::White).is_some(),
                'B' => place(Side::Black).is_some(),
                'X' if rules.placing == Placing::Mark => places
                    .next()
                    .inspect(|&point| marked = marked.with(point))
                    .is_some(),
                '1'..='9' if after_digit => {
                    return Err(ReadError::at(text, at + i, TextError::TwoDigits));
                }
                '1'..='9' => (0..letter as u8 - b'0').all(|_| places.next().is_some()),
                _ => {
                    let given = clip(letter.encode_utf8(&mut [0; 4]));
                    return Err(ReadError::at(text, at + i, TextError::NotAMan { given }));
                }
            };
            if !fits {
                return Err(ReadError::at(
                    text,
                    at + i,
                    TextError::LongRank { rank, points },
                ));
            }
            after_digit = letter.is_ascii_digit();
        }
        if places.next().is_some() {
            return Err(ReadError::at(
                text,
                at + row.len(),
                TextError::ShortRank { rank, points },
            ));
        }
        at += row.len() + 1;
    }
    match rows.next() {
        Some(_) => Err(ReadError::at(text, at - 1, TextError::ManyRanks { ranks })),
        None => Ok((men, marked)),
    }
}
