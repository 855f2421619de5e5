//! The six boards: points, point sets, adjacency, mills, symmetries and coordinates, with one table per board.
//!
//! A board is defined by its *lines*: the mills and, on boards that have them, the two-point spokes. Everything else
//! (points, edges, mill partners, symmetries) is derived from the lines at compile time, so there is one place to get
//! wrong. `tests/rules/board.rs` checks the counts.

use std::fmt;

/// The most points that any board has.
pub const MAX_POINTS: usize = 24;
/// A multiple of the eight that fit into a vector.
const MAX_MILLS: usize = 24;
/// Three points that no board has.
const NO_MILL: Points = Points(7 << 28);
const MAX_MILLS_A_POINT: usize = 6;
/// The most symmetries that any board has.
pub const MAX_SYMMETRIES: usize = 16;

/// A point of a board, by its index: row by row from the top, left to right (a7 = 0 … g1 = 23 on the large boards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point with an index below [`MAX_POINTS`]; `None` above.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_POINTS { Some(Self(index as u8)) } else { None }
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
#[derive(Debug)]
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
    symmetries: [[u8; MAX_POINTS]; MAX_SYMMETRIES],
    symmetry_count: u8,
}

impl Board {
    /// 3×3, rows and columns.
    pub const NINE_HOLES: &'static Self = &const { Self::build("nine-holes", 3, 0, ORTHOGONAL) };
    /// 3×3 with both diagonals.
    pub const THREE: &'static Self = &const { Self::build("three", 3, 0, WITH_DIAGONALS) };
    /// Two rings.
    pub const SIX: &'static Self = &const { Self::build("six", 5, 2, TWO_RINGS) };
    /// Two rings and a cross.
    pub const SEVEN: &'static Self = &const { Self::build("seven", 5, 0, RINGS_AND_CROSS) };
    /// Three rings.
    pub const NINE: &'static Self = &const { Self::build("nine", 7, 3, THREE_RINGS) };
    /// Three rings and diagonals.
    pub const TWELVE: &'static Self = &const { Self::build("twelve", 7, 3, RINGS_AND_DIAGONALS) };
    /// Every board, small to large.
    pub const ALL: [&'static Self; 6] =
        [Self::NINE_HOLES, Self::THREE, Self::SIX, Self::SEVEN, Self::NINE, Self::TWELVE];

    /// The board of that name, as in [`Board::name`].
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|board| board.name == name)
    }

    /// Its name in rule sets: `nine-holes`, `three`, `six`, `seven`, `nine`, `twelve`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How many files and ranks: 3, 5 or 7.
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

    /// What `part` leaves of each mill, in one set. `part` also sees sets that are no mills, of points that no board has:
    /// the loops have a fixed length, so that they become a few vector instructions. Perft and search live here.
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

    /// How many mills a man on `point` completes (or is part of), `men` being the other men of its side.
    #[inline]
    pub fn mills_through(&self, point: Point, men: Points) -> usize {
        self.partners(point).iter().filter(|&&partners| men.contains_all(partners)).count()
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
            if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
        })
    }

    /// The symmetries, the identity first: `symmetry[i]` is where point `i` goes. Each maps edges to edges and mills
    /// to mills.
    pub fn symmetries(&self) -> &[[u8; MAX_POINTS]] {
        &self.symmetries[..self.symmetry_count as usize]
    }

    /// The file and the rank of a point, both from 0, rank 0 at the bottom.
    pub fn file_and_rank(&self, point: Point) -> (usize, usize) {
        let (file, rank) = self.files_ranks[point.index()];
        (file.into(), rank.into())
    }

    /// The point's coordinate: a file letter and a rank digit, `d6`.
    pub fn coordinate(&self, point: Point) -> Coordinate {
        Coordinate(self.files_ranks[point.index()])
    }

    /// The point with that coordinate; `None` where the board has none there.
    pub fn point(&self, coordinate: &str) -> Option<Point> {
        let &[file, rank] = coordinate.as_bytes() else { return None };
        let here = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
        let index = self.files_ranks[..self.points as usize].iter().position(|&at| at == here)?;
        Point::new(index)
    }

    const fn build(name: &'static str, side: u8, rings: i32, lines: &[&str]) -> Self {
        let mut board = Self {
            name,
            side,
            points: 0,
            files_ranks: [(0, 0); MAX_POINTS],
            neighbours: [Points::EMPTY; MAX_POINTS],
            mills: [NO_MILL; MAX_MILLS],
            mill_count: 0,
            partners: [[Points::EMPTY; MAX_MILLS_A_POINT]; MAX_POINTS],
            partner_count: [0; MAX_POINTS],
            symmetries: [[0; MAX_POINTS]; MAX_SYMMETRIES],
            symmetry_count: 0,
        };
        board.number_points(lines);
        let mut l = 0;
        while l < lines.len() {
            board.add_line(lines[l].as_bytes());
            l += 1;
        }
        board.find_symmetries(rings);
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

    const fn add_line(&mut self, line: &[u8]) {
        let mut set = Points::EMPTY;
        let mut i = 0;
        while i + 1 < line.len() {
            let point = self.index_of(line[i] - b'a', line[i + 1] - b'1');
            set = set.with(point);
            if i > 0 {
                let before = self.index_of(line[i - 3] - b'a', line[i - 2] - b'1');
                self.neighbours[before.index()] = self.neighbours[before.index()].with(point);
                self.neighbours[point.index()] = self.neighbours[point.index()].with(before);
            }
            i += 3;
        }
        if set.len() < 3 {
            return; // a spoke of two points: an edge, no mill
        }
        self.mills[self.mill_count as usize] = set;
        self.mill_count += 1;
        let mut p = 0;
        while p < self.points as usize {
            let point = Point(p as u8);
            if set.contains(point) {
                self.partners[p][self.partner_count[p] as usize] = set.without(point);
                self.partner_count[p] += 1;
            }
            p += 1;
        }
    }

    /// The eight symmetries of the square, and each with the rings turned inside out where the board has rings only.
    const fn find_symmetries(&mut self, rings: i32) {
        let middle = self.side as i32 / 2;
        let swaps = if rings > 0 { 2 } else { 1 };
        let mut s = 0;
        while s < 8 * swaps {
            let mut p = 0;
            while p < self.points as usize {
                let (file, rank) = self.files_ranks[p];
                let (mut x, mut y) = (file as i32 - middle, rank as i32 - middle);
                if s >= 8 {
                    let ring = if x.abs() > y.abs() { x.abs() } else { y.abs() };
                    (x, y) = (x / ring * (rings + 1 - ring), y / ring * (rings + 1 - ring));
                }
                if s & 1 != 0 {
                    x = -x;
                }
                if s & 2 != 0 {
                    y = -y;
                }
                if s & 4 != 0 {
                    (x, y) = (y, x);
                }
                let image = self.index_of((x + middle) as u8, (y + middle) as u8);
                self.symmetries[s][p] = image.0;
                p += 1;
            }
            s += 1;
        }
        self.symmetry_count = s as u8;
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

/// A point's name on its board, `a7`; made by [`Board::coordinate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate((u8, u8));

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = self.0;
        write!(f, "{}{}", char::from(b'a' + file), char::from(b'1' + rank))
    }
}

const ORTHOGONAL: &[&str] = &["a3-b3-c3", "a2-b2-c2", "a1-b1-c1", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1"];

const WITH_DIAGONALS: &[&str] =
    &["a3-b3-c3", "a2-b2-c2", "a1-b1-c1", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1", "a3-b2-c1", "a1-b2-c3"];

#[rustfmt::skip]
const TWO_RINGS: &[&str] = &[
    "a5-c5-e5", "e5-e3-e1", "e1-c1-a1", "a1-a3-a5",
    "b4-c4-d4", "d4-d3-d2", "d2-c2-b2", "b2-b3-b4",
    "c5-c4", "e3-d3", "c1-c2", "a3-b3",
];

#[rustfmt::skip]
const RINGS_AND_CROSS: &[&str] = &[
    "a5-c5-e5", "e5-e3-e1", "e1-c1-a1", "a1-a3-a5",
    "b4-c4-d4", "d4-d3-d2", "d2-c2-b2", "b2-b3-b4",
    "c5-c4-c3", "e3-d3-c3", "c1-c2-c3", "a3-b3-c3",
    "c4-c3-c2", "b3-c3-d3",
];

#[rustfmt::skip]
const THREE_RINGS: &[&str] = &[
    "a7-d7-g7", "g7-g4-g1", "g1-d1-a1", "a1-a4-a7",
    "b6-d6-f6", "f6-f4-f2", "f2-d2-b2", "b2-b4-b6",
    "c5-d5-e5", "e5-e4-e3", "e3-d3-c3", "c3-c4-c5",
    "d7-d6-d5", "g4-f4-e4", "d1-d2-d3", "a4-b4-c4",
];

#[rustfmt::skip]
const RINGS_AND_DIAGONALS: &[&str] = &[
    "a7-d7-g7", "g7-g4-g1", "g1-d1-a1", "a1-a4-a7",
    "b6-d6-f6", "f6-f4-f2", "f2-d2-b2", "b2-b4-b6",
    "c5-d5-e5", "e5-e4-e3", "e3-d3-c3", "c3-c4-c5",
    "d7-d6-d5", "g4-f4-e4", "d1-d2-d3", "a4-b4-c4",
    "a7-b6-c5", "g7-f6-e5", "g1-f2-e3", "a1-b2-c3",
];
