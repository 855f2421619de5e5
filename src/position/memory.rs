//! What a position remembers beyond men, hands and side to move, under the rules that need it.

use crate::board::{MAX_MILLS, MAX_POINTS, Point};
use crate::side::Side;

/// A man's way over the board, without what it took: what the re-forming ban remembers of a closing
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The point it left.
    pub from: Point,
    /// The point it went to.
    pub to: Point,
}

/// All of it in one word, 0 where there is nothing to remember. From the lowest bit: the closing
/// slides of White and of Black, 16 bits each, or where lines do not [always](crate::rules::Lines)
/// capture their used lines, 20 each; from bit 51 the removals owed, 5 each, the first mill, 2, and whether
/// the other side must be freed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Memory(u64);

/// The most removals that a side can owe: one for each mill of a board, and one more (see
/// `owed_by_mills`).
pub(super) const MOST_OWED: i8 = LINES as i8 + 1;
/// From White's slide to Black's.
const SLIDE: u32 = 16;
/// Bits of a slide: from the lowest, where to, from where, and a 1 which tells it from no slide.
const SLIDE_BITS: u32 = POINT + POINT + 1;
/// Bits of a point.
const POINT: u32 = 5;
const IS_SLIDE: u64 = 1 << (2 * POINT);
/// The most mills of a board, a bit each.
const LINES: u32 = 20;
/// Where the marked points are put in [`Position::identity`](super::Position::identity): behind the
/// slides. The used lines reach further, but no rules have both lines that are used up and marked
/// points, or both such lines and slides.
pub(super) const MARKED: u32 = SLIDE + SLIDE_BITS;
const OWED: u32 = MARKED + MAX_POINTS as u32;
const OWED_BITS: u32 = 5;
/// An own man owed, in place of a count.
const OWN: u64 = 31;
const FIRST_MILL: u32 = OWED + 2 * OWED_BITS;
const MUST_FREE: u32 = FIRST_MILL + 2;
const _: () = assert!(MUST_FREE == 63 && 2 * LINES <= OWED);
const _: () = assert!(MAX_POINTS <= 1 << POINT && SLIDE_BITS <= SLIDE);
const _: () = assert!((MOST_OWED as u64) < OWN && OWN < 1 << OWED_BITS);
const _: () = assert!((LINES as usize).next_multiple_of(8) == MAX_MILLS);

impl Memory {
    pub const fn bits(self) -> u64 {
        self.0
    }

    fn get(self, at: u32, bits: u32) -> u64 {
        self.0 >> at & ((1 << bits) - 1)
    }

    fn set(&mut self, at: u32, bits: u32, value: u64) {
        let mask = (1 << bits) - 1;
        self.0 = self.0 & !(mask << at) | (value & mask) << at;
    }

    /// A side's last move, if it closed a mill by moving a man. Not where lines are remembered.
    #[inline]
    pub fn closing(self, side: Side) -> Option<Slide> {
        let bits = self.get(SLIDE * side as u32, SLIDE_BITS);
        let point = |bits: u64| Point::from_bits((bits & ((1 << POINT) - 1)) as u8);
        (bits & IS_SLIDE != 0).then(|| Slide {
            from: point(bits >> POINT),
            to: point(bits),
        })
    }

    #[inline]
    pub fn set_closing(&mut self, side: Side, slide: Option<Slide>) {
        let bits = slide.map_or(0, |Slide { from, to }| {
            IS_SLIDE | (from.index() as u64) << POINT | to.index() as u64
        });
        self.set(SLIDE * side as u32, SLIDE_BITS, bits);
    }

    /// The lines that a side has used, a bit for each. Only where lines are remembered.
    pub fn used(self, side: Side) -> u32 {
        self.get(LINES * side as u32, LINES) as u32
    }

    pub fn clear_lines(&mut self, side: Side) {
        self.set(LINES * side as u32, LINES, 0);
    }

    pub fn use_lines(&mut self, side: Side, lines: u32) {
        self.set(LINES * side as u32, LINES, (self.used(side) | lines).into());
    }

    /// How many men a side has to remove, -1 for one of its own.
    pub fn owed(self, side: Side) -> i8 {
        match self.get(OWED + OWED_BITS * side as u32, OWED_BITS) {
            OWN => -1,
            count => count as i8,
        }
    }

    pub fn set_owed(&mut self, side: Side, owed: i8) {
        let bits = if owed < 0 { OWN } else { owed as u64 };
        self.set(OWED + OWED_BITS * side as u32, OWED_BITS, bits);
    }

    pub fn first_mill(self) -> Option<Side> {
        match self.get(FIRST_MILL, 2) {
            0 => None,
            1 => Some(Side::White),
            _ => Some(Side::Black),
        }
    }

    pub fn set_first_mill(&mut self, side: Option<Side>) {
        self.set(FIRST_MILL, 2, side.map_or(0, |side| 1 + side as u64));
    }

    pub fn must_free(self) -> bool {
        // The highest bit: nothing is above it.
        self.0 >> MUST_FREE != 0
    }

    pub fn set_must_free(&mut self, must_free: bool) {
        self.set(MUST_FREE, 1, must_free.into());
    }

    /// Whether the side to move has something else to do than to place or move as it likes.
    #[inline]
    pub fn is_pending(self) -> bool {
        // One test of all the bits: the first mill is the only thing between them.
        self.0 & (1 << MUST_FREE | ((1 << (2 * OWED_BITS)) - 1) << OWED) != 0
    }

    /// The same seen through a symmetry, which maps points, and lines by their number.
    pub fn mapped(
        self,
        once: bool,
        point: impl Fn(Point) -> Point,
        line: impl Fn(usize) -> usize,
    ) -> Self {
        let mut mapped = self;
        // What is owed, the first mill and the freeing look the same from every side.
        mapped.set(0, MARKED.max(2 * LINES), 0);
        for side in Side::BOTH {
            if once {
                let lines = (0..LINES as usize).filter(|i| self.used(side) >> i & 1 != 0);
                mapped.use_lines(side, lines.fold(0, |all, i| all | 1 << line(i)));
            } else {
                let slide = self.closing(side).map(|Slide { from, to }| Slide {
                    from: point(from),
                    to: point(to),
                });
                mapped.set_closing(side, slide);
            }
        }
        mapped
    }
}
