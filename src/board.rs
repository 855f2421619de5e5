//! The boards: points, point sets, adjacency, mills, symmetries and coordinates, with one table per
//! board.
//!
//! A board is defined by its *lines*: the mills and, on boards that have them, spokes of two points
//! and paths that make no mill. Everything else (points, edges, mill partners, symmetries) is
//! derived from the lines at compile time, so there is one place to get wrong.
//! `tests/rules/board.rs` checks the counts.

mod drawings;
mod symmetries;

use drawings::{Drawing, SymmetryKind};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The most points that any board has.
pub const MAX_POINTS: usize = 24;
/// The most mills that any board has, up to a multiple of the eight that fit into a vector.
pub(crate) const MAX_MILLS: usize = 24;
/// The most straight lines of three points, mills or not.
const MAX_LINES: usize = 24;
/// Three points that no board has.
const NO_MILL: Points = Points(7 << 28);
pub(crate) const MAX_MILLS_A_POINT: usize = 8;
/// The most symmetries that any board has.
pub const MAX_SYMMETRIES: usize = 16;

/// A point of a board, by its index: row by row from the top, left to right (a7 = 0 … g1 = 23 on
/// the large boards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point with an index below [`MAX_POINTS`]; `None` above.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_POINTS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    pub(crate) const fn from_bits(index: u8) -> Self {
        Self(index)
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of points: bit `i` is the point with index `i`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u32);

impl Points {
    /// No point.
    pub const EMPTY: Self = Self(0);

    /// The set with these bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The first `count` points.
    pub const fn first_n(count: usize) -> Self {
        Self(((1u64 << count) - 1) as u32)
    }

    /// The bits, point `i` at bit `i`.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many points.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the point is one of them.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & (1 << point.0) != 0
    }

    /// Whether all of `other` are among them.
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// With the point.
    #[inline]
    #[must_use]
    pub const fn with(self, point: Point) -> Self {
        Self(self.0 | 1 << point.0)
    }

    /// Without the point.
    #[inline]
    #[must_use]
    pub const fn without(self, point: Point) -> Self {
        Self(self.0 & !(1 << point.0))
    }

    /// In either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// In both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// In this, not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Iterator for Points {
    type Item = Point;

    /// Takes the lowest point out.
    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (Self::len(*self), Some(Self::len(*self)))
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// A board: its drawing and what follows from it.
pub struct Board {
    name: &'static str,
    side: u8,
    points: u8,
    files_ranks: [(u8, u8); MAX_POINTS],
    neighbours: [Points; MAX_POINTS],
    mills: [Points; MAX_MILLS],
    mill_count: u8,
    /// For each point the other two points of every mill through it.
    partners: [[Points; MAX_MILLS_A_POINT]; MAX_POINTS],
    partner_count: [u8; MAX_POINTS],
    /// Of each straight line of three points the middle and the two ends; nothing after the last.
    middles: [Points; MAX_LINES],
    ends: [Points; MAX_LINES],
    line_count: u8,
    centre: Points,
    starts: [Points; 2],
    symmetries: [[u8; MAX_POINTS]; MAX_SYMMETRIES],
    symmetry_count: u8,
}

impl Board {
    /// 3×3, rows and columns.
    pub const NINE_HOLES: &'static Self = &const { Self::build(&drawings::NINE_HOLES) };
    /// 3×3 with both diagonals.
    pub const THREE: &'static Self = &const { Self::build(&drawings::THREE) };
    /// Two rings.
    pub const SIX: &'static Self = &const { Self::build(&drawings::SIX) };
    /// Two rings and a cross.
    pub const SEVEN: &'static Self = &const { Self::build(&drawings::SEVEN) };
    /// Three rings.
    pub const NINE: &'static Self = &const { Self::build(&drawings::NINE) };
    /// Three rings and diagonals.
    pub const TWELVE: &'static Self = &const { Self::build(&drawings::TWELVE) };
    /// Three rings and diagonals that make no mill.
    pub const TRIPLE: &'static Self = &const { Self::build(&drawings::TRIPLE) };
    /// Four crossed cells.
    pub const PICARIA: &'static Self = &const { Self::build(&drawings::PICARIA) };
    /// A wheel of eight spokes.
    pub const SHISIMA: &'static Self = &const { Self::build(&drawings::SHISIMA) };
    /// A triangle with its median and a bar.
    pub const TSORO: &'static Self = &const { Self::build(&drawings::TSORO) };
    /// Three triangles joined at their corners.
    pub const MADELL: &'static Self = &const { Self::build(&drawings::MADELL) };
    /// Every board: the squares from small to large, then the others.
    pub const ALL: &'static [&'static Self] = &[
        Self::NINE_HOLES,
        Self::THREE,
        Self::SIX,
        Self::SEVEN,
        Self::NINE,
        Self::TWELVE,
        Self::TRIPLE,
        Self::PICARIA,
        Self::SHISIMA,
        Self::TSORO,
        Self::MADELL,
    ];

    /// The board of that name, as in [`Board::name`].
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|board| board.name == name)
    }

    /// Its name in rule sets: `nine-holes`, `three`, `six`, `seven`, `nine`, `twelve`, `triple`,
    /// `picaria`, `shisima`, `tsoro`, `madell`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How many files and ranks: 3, 5, 7 or 9.
    pub fn side(&self) -> usize {
        self.side.into()
    }

    /// All its points.
    #[inline]
    pub const fn points(&self) -> Points {
        Points::first_n(self.points as usize)
    }

    /// The points joined to this one by an edge.
    #[inline]
    pub const fn neighbours(&self, point: Point) -> Points {
        self.neighbours[point.index()]
    }

    /// The lines that make a mill, three points each.
    #[inline]
    pub fn mills(&self) -> &[Points] {
        &self.mills[..self.mill_count as usize]
    }

    /// The mills for which `holds` is true, a bit for each of [`mills`](Self::mills).
    #[cold]
    pub(crate) fn mills_where(&self, holds: impl Fn(Points) -> bool) -> u32 {
        self.mills()
            .iter()
            .enumerate()
            .fold(0, |all, (i, &mill)| all | u32::from(holds(mill)) << i)
    }

    /// The mills with a bit in `bits`, in their order.
    pub(crate) fn mills_of(&self, bits: u32) -> impl Iterator<Item = Points> {
        self.mills()
            .iter()
            .enumerate()
            .filter(move |(i, _)| bits >> i & 1 != 0)
            .map(|(_, &mill)| mill)
    }

    /// What `part` leaves of each mill, in one set. `part` also sees sets that are no mills, of
    /// points that no board has: the loops have a fixed length, so that they become a few vector
    /// instructions. Perft and search live here.
    #[inline]
    pub(crate) fn union_of_mills(&self, part: impl Fn(u32) -> u32) -> Points {
        let (first, rest) = self.mills.split_at(16);
        let mut all = first.iter().fold(0, |all, mill| all | part(mill.bits()));
        if self.mill_count > 16 {
            all |= rest.iter().fold(0, |all, mill| all | part(mill.bits()));
        }
        Points::from_bits(all)
    }

    /// For every mill through the point, its other two points.
    #[inline]
    pub fn partners(&self, point: Point) -> &[Points] {
        &self.partners[point.index()][..self.partner_count[point.index()] as usize]
    }

    /// How many mills a man on `point` completes (or is part of), `men` being the other men of its
    /// side.
    #[inline]
    pub fn mills_through(&self, point: Point, men: Points) -> usize {
        self.partners(point)
            .iter()
            .filter(|&&partners| men.contains_all(partners))
            .count()
    }

    /// Every man that stands in a mill of `men`.
    #[inline]
    pub fn in_mills(&self, men: Points) -> Points {
        self.union_of_mills(|mill| if mill & !men.bits() == 0 { mill } else { 0 })
    }

    /// Every point, free or not, where one more man would complete a mill of `men`.
    #[inline]
    pub fn closers(&self, men: Points) -> Points {
        // One missing point: a power of two.
        self.union_of_mills(|mill| {
            let missing = mill & !men.bits();
            if missing & missing.wrapping_sub(1) == 0 {
                missing
            } else {
                0
            }
        })
    }

    /// The middles of the straight lines of three points whose ends both have one of `men`; the
    /// line need not be a mill.
    pub fn between(&self, men: Points) -> Points {
        self.lines()
            .filter(|&(_, ends)| men.contains_all(ends))
            .fold(Points::EMPTY, |all, (middle, _)| all.or(middle))
    }

    /// The two ends of every straight line of three points that has `middle` in its middle.
    pub fn ends(&self, middle: Point) -> impl Iterator<Item = Points> {
        self.lines()
            .filter(move |(at, _)| at.contains(middle))
            .map(|(_, ends)| ends)
    }

    /// The points at an end of a straight line of three points with one of `others` in its middle
    /// and one of `men` at its other end.
    pub(crate) fn enclosing(&self, men: Points, others: Points) -> Points {
        self.lines()
            .filter(|&(middle, ends)| others.contains_all(middle) && !ends.and(men).is_empty())
            .fold(Points::EMPTY, |all, (_, ends)| all.or(ends.minus(men)))
    }

    /// Those of `others` in the middle of a straight line of three points that ends here and on one
    /// of `men`.
    pub(crate) fn enclosed(&self, here: Point, men: Points, others: Points) -> Points {
        self.lines()
            .filter(|&(_, ends)| ends.contains(here) && men.contains_all(ends.without(here)))
            .fold(Points::EMPTY, |all, (middle, _)| all.or(middle))
            .and(others)
    }

    /// The points at the other end of a straight line of three points from here, over one of `men`
    /// in its middle.
    pub fn jumps(&self, from: Point, men: Points) -> Points {
        let over =
            |&(middle, ends): &(Points, Points)| ends.contains(from) && men.contains_all(middle);
        self.lines()
            .filter(over)
            .fold(Points::EMPTY, |all, (_, ends)| all.or(ends.without(from)))
    }

    /// The middle and the ends of every straight line of three points.
    fn lines(&self) -> impl Iterator<Item = (Points, Points)> {
        let lines = self.middles.iter().copied().zip(self.ends);
        lines.take(self.line_count.into())
    }

    /// The centre of the board, if it has one.
    #[inline]
    pub const fn centre(&self) -> Points {
        self.centre
    }

    /// Where White's and Black's men stand in a game that begins with men on the board; empty on
    /// boards that have no such points.
    #[inline]
    pub const fn starts(&self) -> [Points; 2] {
        self.starts
    }

    /// The symmetries, the identity first: `symmetry[i]` is where point `i` goes. Each maps edges
    /// to edges and mills to mills.
    pub const fn symmetries(&self) -> &[[u8; MAX_POINTS]] {
        self.symmetries.split_at(self.symmetry_count as usize).0
    }

    /// The file and the rank of a point, both from 0, rank 0 at the bottom.
    pub fn file_and_rank(&self, point: Point) -> (usize, usize) {
        let (file, rank) = self.files_ranks[point.index()];
        (file.into(), rank.into())
    }

    /// The points of each rank that has any, from the top.
    pub fn ranks(&self) -> impl Iterator<Item = Points> {
        let all = self.points();
        let of = move |rank| -> Points {
            all.filter(|&point| self.file_and_rank(point).1 == rank)
                .collect()
        };
        (0..self.side())
            .rev()
            .map(of)
            .filter(|points| !points.is_empty())
    }

    /// The point's coordinate: a file letter and a rank digit, `d6`.
    pub fn coordinate(&self, point: Point) -> Coordinate {
        Coordinate(self.files_ranks[point.index()])
    }

    /// The point with that coordinate; `None` where the board has none there.
    pub fn point(&self, coordinate: &str) -> Option<Point> {
        let &[file, rank] = coordinate.as_bytes() else {
            return None;
        };
        let here = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
        let index = self.files_ranks[..self.points as usize]
            .iter()
            .position(|&at| at == here)?;
        Point::new(index)
    }

    const fn build(drawing: &Drawing) -> Self {
        let mut board = Self {
            name: drawing.name,
            side: drawing.side,
            points: 0,
            files_ranks: [(0, 0); MAX_POINTS],
            neighbours: [Points::EMPTY; MAX_POINTS],
            mills: [NO_MILL; MAX_MILLS],
            mill_count: 0,
            partners: [[Points::EMPTY; MAX_MILLS_A_POINT]; MAX_POINTS],
            partner_count: [0; MAX_POINTS],
            middles: [Points::EMPTY; MAX_LINES],
            ends: [Points::EMPTY; MAX_LINES],
            line_count: 0,
            centre: Points::EMPTY,
            starts: [Points::EMPTY; 2],
            symmetries: [[0; MAX_POINTS]; MAX_SYMMETRIES],
            symmetry_count: 0,
        };
        board.number_points(drawing.lines);
        let mut l = 0;
        while l < drawing.lines.len() {
            let line = board.add_line(drawing.lines[l].as_bytes());
            if line.len() == 3 {
                board.add_mill(line);
            }
            l += 1;
        }
        l = 0;
        while l < drawing.paths.len() {
            board.add_line(drawing.paths[l].as_bytes());
            l += 1;
        }
        board.centre = board.points_of(drawing.centre.as_bytes());
        board.starts = [
            board.points_of(drawing.starts[0].as_bytes()),
            board.points_of(drawing.starts[1].as_bytes()),
        ];
        match drawing.symmetries {
            SymmetryKind::Square(rings) => board.find_symmetries_of_the_square(rings),
            SymmetryKind::Any => board.find_all_symmetries(),
        }
        board
    }

    /// Points are the places that some line names, row by row from the top.
    const fn number_points(&mut self, lines: &[&str]) {
        let mut rank = self.side;
        while rank > 0 {
            rank -= 1;
            let mut file = 0;
            while file < self.side {
                if named(lines, file, rank) {
                    self.files_ranks[self.points as usize] = (file, rank);
                    self.points += 1;
                }
                file += 1;
            }
        }
    }

    /// Joins the points of a line, which are returned.
    const fn add_line(&mut self, line: &[u8]) -> Points {
        let mut i = 3;
        while i < line.len() {
            let (before, point) = (self.point_at(line, i - 3), self.point_at(line, i));
            self.neighbours[before.index()] = self.neighbours[before.index()].with(point);
            self.neighbours[point.index()] = self.neighbours[point.index()].with(before);
            i += 3;
        }
        let set = self.points_of(line);
        if line.len() == "a1-b1-c1".len() {
            let middle = self.point_at(line, 3);
            self.middles[self.line_count as usize] = Points::EMPTY.with(middle);
            self.ends[self.line_count as usize] = set.without(middle);
            self.line_count += 1;
        }
        set
    }

    const fn add_mill(&mut self, mill: Points) {
        self.mills[self.mill_count as usize] = mill;
        self.mill_count += 1;
        let mut p = 0;
        while p < self.points as usize {
            let point = Point(p as u8);
            if mill.contains(point) {
                self.partners[p][self.partner_count[p] as usize] = mill.without(point);
                self.partner_count[p] += 1;
            }
            p += 1;
        }
    }

    /// The points that a line names.
    const fn points_of(&self, line: &[u8]) -> Points {
        let mut set = Points::EMPTY;
        let mut i = 0;
        while i < line.len() {
            set = set.with(self.point_at(line, i));
            i += 3;
        }
        set
    }

    const fn point_at(&self, line: &[u8], at: usize) -> Point {
        self.index_of(line[at] - b'a', line[at + 1] - b'1')
    }

    const fn index_of(&self, file: u8, rank: u8) -> Point {
        let mut p = 0;
        while p < self.points {
            let at = self.files_ranks[p as usize];
            if at.0 == file && at.1 == rank {
                return Point(p);
            }
            p += 1;
        }
        panic!("a line names a point that the board does not have")
    }
}

/// Whether some line names the place.
const fn named(lines: &[&str], file: u8, rank: u8) -> bool {
    let mut l = 0;
    while l < lines.len() {
        let line = lines[l].as_bytes();
        let mut i = 0;
        while i + 1 < line.len() {
            if line[i] == b'a' + file && line[i + 1] == b'1' + rank {
                return true;
            }
            i += 3;
        }
        l += 1;
    }
    false
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

// Its name: all that follows from it would fill a screen.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.name)
    }
}

/// A point's name on its board, `a7`; made by [`Board::coordinate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate((u8, u8));

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = self.0;
        write!(f, "{}{}", char::from(b'a' + file), char::from(b'1' + rank))
    }
}
