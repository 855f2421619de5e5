//! `Move`, a complete move including its capture.

use crate::board::{Board, MAX_POINTS, Point, Points};
use std::fmt;
use std::num::NonZero;

/// A whole turn: one man placed, slid or flown, and the men taken with it. Small and `Copy`; read
/// together with the position that it is played in. [`Move::display`] writes it.
///
/// One word, since a search compares and copies little else. From the lowest bit: captures 24, to
/// 5, from 5, kind 3. No kind is 0, so that an `Option` is no larger.
///
/// ```
/// use merels::Position;
/// use merels::notation::read_move;
///
/// let position: Position = "nine WW1/1B1/3/4BW/B2/1W1/1B1 w 0,0 0 20".parse()?;
/// let turn = read_move("g4-g7xf4", position.board())?;
/// assert_eq!(turn.captures().len(), 1);
/// assert_eq!(turn.display(position.board()).to_string(), "g4-g7xf4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZero<u64>);

#[derive(Clone, Copy)]
pub(super) enum DecodedMove {
    Place(Point),
    Slide(Point, Point),
    Remove,
    Pass,
}

const TO: u32 = 24;
const FROM: u32 = 29;
const KIND: u32 = 34;
const PLACE: u64 = 1 << KIND;
const SLIDE: u64 = 2 << KIND;
const PASS: u64 = 3 << KIND;
const REMOVE: u64 = 4 << KIND;

impl Move {
    /// No man is moved: what a blocked player does where the rules say so.
    pub const PASS: Self = Self::new(PASS);

    #[inline]
    const fn new(bits: u64) -> Self {
        match NonZero::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZero::<u64>::MAX), // not reached: each kind has a bit
        }
    }

    #[inline]
    const fn bits(self) -> u64 {
        self.0.get()
    }

    /// A placing.
    #[inline]
    pub const fn place(to: Point, captures: Points) -> Self {
        Self::new(PLACE | (to.index() as u64) << TO | captures.bits() as u64)
    }

    /// A slide or a flight.
    #[inline]
    pub const fn slide(from: Point, to: Point, captures: Points) -> Self {
        Self::new(
            SLIDE
                | (from.index() as u64) << FROM
                | (to.index() as u64) << TO
                | captures.bits() as u64,
        )
    }

    /// A turn that removes a man and moves none, where one is owed or the player is blocked.
    pub const fn remove(man: Point) -> Self {
        Self::new(REMOVE | 1 << man.index())
    }

    #[inline]
    pub(super) const fn kind(self) -> DecodedMove {
        let (from, to) = (
            Point::from_bits((self.bits() >> FROM & 31) as u8),
            Point::from_bits((self.bits() >> TO & 31) as u8),
        );
        match self.bits() >> KIND << KIND {
            PLACE => DecodedMove::Place(to),
            SLIDE => DecodedMove::Slide(from, to),
            REMOVE => DecodedMove::Remove,
            _ => DecodedMove::Pass,
        }
    }

    /// The point that a man leaves; `None` in a placing, a removal and a pass.
    #[inline]
    pub const fn from(self) -> Option<Point> {
        match self.kind() {
            DecodedMove::Slide(from, _) => Some(from),
            DecodedMove::Place(_) | DecodedMove::Remove | DecodedMove::Pass => None,
        }
    }

    /// The point that a man comes to; `None` in a removal and a pass.
    #[inline]
    pub const fn to(self) -> Option<Point> {
        match self.kind() {
            DecodedMove::Place(to) | DecodedMove::Slide(_, to) => Some(to),
            DecodedMove::Remove | DecodedMove::Pass => None,
        }
    }

    /// The men taken, marked or removed: usually none or one, more where each of several mills
    /// takes one.
    #[inline]
    pub const fn captures(self) -> Points {
        Points::from_bits(self.bits() as u32 & 0xff_ffff)
    }

    /// The move with other captures.
    #[inline]
    #[must_use]
    pub const fn taking(self, captures: Points) -> Self {
        Self::new(self.bits() & !0xff_ffff | captures.bits() as u64)
    }

    /// A number for the move without its captures, below [`Move::WAYS`]: where from, a hand
    /// counting as a point, and where to.
    #[inline]
    pub(crate) const fn way(self) -> usize {
        let from = if self.bits() & SLIDE != 0 {
            (self.bits() >> FROM & 31) as usize
        } else {
            MAX_POINTS
        };
        from * MAX_POINTS + (self.bits() >> TO & 31) as usize
    }

    /// How many ways there are.
    pub(crate) const WAYS: usize = (MAX_POINTS + 1) * MAX_POINTS;

    /// The move as it is written on a board: `d6`, `f2-f4xd5`, `xd5`, `pass`.
    pub fn display(self, board: &'static Board) -> impl fmt::Display {
        DisplayMove(self, board)
    }

    /// The same move seen through a symmetry of its board.
    #[must_use]
    pub fn mapped(self, symmetry: &[u8; MAX_POINTS]) -> Self {
        let point = |point: Point| Point::from_bits(symmetry[point.index()]);
        let captures = self.captures().map(point).collect();
        match self.kind() {
            DecodedMove::Place(to) => Self::place(point(to), captures),
            DecodedMove::Slide(from, to) => Self::slide(point(from), point(to), captures),
            DecodedMove::Remove => self.taking(captures),
            DecodedMove::Pass => Self::PASS,
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
            DecodedMove::Place(to) => write!(f, "{}", board.coordinate(to))?,
            DecodedMove::Slide(from, to) => {
                write!(f, "{}-{}", board.coordinate(from), board.coordinate(to))?
            }
            DecodedMove::Remove => {}
            DecodedMove::Pass => f.write_str("pass")?,
        }
        mv.captures()
            .into_iter()
            .try_for_each(|taken| write!(f, "x{}", board.coordinate(taken)))
    }
}
