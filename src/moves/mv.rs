//! `Move`, a complete move including its capture.

use crate::board::{Board, MAX_POINTS, Point, Points};
use std::fmt;

/// A whole turn: one man placed, slid or flown, and the men taken with it. Small and `Copy`; read together with the
/// position that it is played in. [`Move::display`] writes it.
///
/// One word, since a search compares and copies little else. From the lowest bit: captures 24, to 5, from 5, kind 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

#[derive(Clone, Copy)]
pub(super) enum MoveKind {
    Place(Point),
    Slide(Point, Point),
    Pass,
}

const TO: u32 = 24;
const FROM: u32 = 29;
const KIND: u32 = 34;

impl Move {
    /// No man is moved: what a blocked player does where the rules say so.
    pub const PASS: Self = Self(2 << KIND);

    /// A placing.
    #[inline]
    pub const fn place(to: Point, captures: Points) -> Self {
        Self(captures.bits() as u64 | (to.index() as u64) << TO)
    }

    /// A slide or a flight.
    #[inline]
    pub const fn slide(from: Point, to: Point, captures: Points) -> Self {
        Self(1 << KIND | (from.index() as u64) << FROM | (to.index() as u64) << TO | captures.bits() as u64)
    }

    #[inline]
    pub(super) const fn kind(self) -> MoveKind {
        let (from, to) = (Point::from_bits((self.0 >> FROM & 31) as u8), Point::from_bits((self.0 >> TO & 31) as u8));
        match self.0 >> KIND {
            0 => MoveKind::Place(to),
            1 => MoveKind::Slide(from, to),
            _ => MoveKind::Pass,
        }
    }

    /// The point that a man leaves; `None` in a placing and a pass.
    #[inline]
    pub const fn from(self) -> Option<Point> {
        match self.kind() {
            MoveKind::Slide(from, _) => Some(from),
            MoveKind::Place(_) | MoveKind::Pass => None,
        }
    }

    /// The point that a man comes to; `None` in a pass.
    #[inline]
    pub const fn to(self) -> Option<Point> {
        match self.kind() {
            MoveKind::Place(to) | MoveKind::Slide(_, to) => Some(to),
            MoveKind::Pass => None,
        }
    }

    /// The men taken: usually none or one, more where each of several mills takes one.
    #[inline]
    pub const fn captures(self) -> Points {
        Points::from_bits(self.0 as u32 & 0xff_ffff)
    }

    /// The turn with other captures.
    #[inline]
    #[must_use]
    pub const fn taking(self, captures: Points) -> Self {
        Self(self.0 & !0xff_ffff | captures.bits() as u64)
    }

    /// A number for the turn without its captures, below [`Move::WAYS`]: where from, a hand counting as a point, and
    /// where to.
    #[inline]
    pub(crate) const fn way(self) -> usize {
        let from = if self.0 >> KIND == 1 { (self.0 >> FROM & 31) as usize } else { MAX_POINTS };
        from * MAX_POINTS + (self.0 >> TO & 31) as usize
    }

    /// How many ways there are.
    pub(crate) const WAYS: usize = (MAX_POINTS + 1) * MAX_POINTS;

    /// The move as it is written on a board: `d6`, `f2-f4xd5`, `pass`.
    pub fn display(self, board: &'static Board) -> impl fmt::Display {
        DisplayMove(self, board)
    }

    /// The same move seen through a symmetry of its board.
    #[must_use]
    pub fn mapped(self, symmetry: &[u8; MAX_POINTS]) -> Self {
        let point = |point: Point| Point::from_bits(symmetry[point.index()]);
        let captures = self.captures().map(point).collect();
        match self.kind() {
            MoveKind::Place(to) => Self::place(point(to), captures),
            MoveKind::Slide(from, to) => Self::slide(point(from), point(to), captures),
            MoveKind::Pass => Self::PASS,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from().map(Point::index), self.to().map(Point::index));
        write!(f, "Move({from:?}, {to:?}, {:?})", self.captures())
    }
}

struct DisplayMove(Move, &'static Board);

impl fmt::Display for DisplayMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(mv, board) = self;
        match mv.kind() {
            MoveKind::Place(to) => write!(f, "{}", board.coordinate(to))?,
            MoveKind::Slide(from, to) => write!(f, "{}-{}", board.coordinate(from), board.coordinate(to))?,
            MoveKind::Pass => f.write_str("pass")?,
        }
        mv.captures().into_iter().try_for_each(|taken| write!(f, "x{}", board.coordinate(taken)))
    }
}
