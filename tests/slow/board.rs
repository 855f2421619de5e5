//! The boards, drawn from their points' names as the rules give them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A board: what is joined and what counts as a mill. Points are numbered row by row from the top,
/// left to right.
#[derive(Debug, PartialEq)]
pub struct Board {
    pub name: &'static str,
    /// Files and ranks of the square the board is drawn in.
    pub side: i32,
    pub points: Vec<String>,
    pub edges: BTreeSet<(usize, usize)>,
    pub mills: BTreeSet<Vec<usize>>,
    /// The straight lines of three points, from end to end: the mills, and what is a line and no
    /// mill.
    pub lines: BTreeSet<[usize; 3]>,
    pub centre: Option<usize>,
    /// Where White's and Black's men begin, in the games that begin with men on the board.
    pub starts: Option<[Vec<usize>; 2]>,
    pub neighbours: Vec<Vec<usize>>,
    mills_through: Vec<Vec<Vec<usize>>>,
    ranks: Vec<Vec<usize>>,
}

/// Names of all boards.
pub const BOARDS: [&str; 11] = [
    "nine-holes",
    "three",
    "six",
    "seven",
    "nine",
    "twelve",
    "triple",
    "picaria",
    "shisima",
    "tsoro",
    "madell",
];

/// The three triangles of Madell, outer, middle, inner, each clockwise from its top: corner, middle
/// of a side, corner …
pub const MADELL: [&str; 3] = [
    "e9 g5 i1 e1 a1 c5",
    "e8 g4 h2 e2 b2 c4",
    "e7 f5 g3 e3 c3 d5",
];

/// A board by its name.
pub fn board(name: &str) -> Option<&'static Board> {
    static ALL: OnceLock<BTreeMap<&'static str, Board>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        BOARDS
            .iter()
            .map(|name| (*name, draw(name).finish(name)))
            .collect()
    });
    all.get(name)
}

/// File and rank of a point's name, from 0.
pub fn coordinates(point: &str) -> (i32, i32) {
    let mut letters = point.chars();
    let file = letters.next().expect("a file") as i32 - 'a' as i32;
    let rank = letters.next().expect("a rank") as i32 - '1' as i32;
    assert!(letters.next().is_none(), "{point} is no point");
    (file, rank)
}

impl Board {
    /// Number of a point.
    pub fn point(&self, name: &str) -> Option<usize> {
        self.points.iter().position(|point| point == name)
    }

    /// The ranks of the board from the top, each with its points from the left.
    pub fn ranks(&self) -> &[Vec<usize>] {
        &self.ranks
    }

    /// The mills through a point.
    pub fn mills_through(&self, point: usize) -> &[Vec<usize>] {
        &self.mills_through[point]
    }
}

/// Lines drawn so far, by name.
#[derive(Default)]
struct Drawing {
    points: BTreeSet<String>,
    joined: Vec<(String, String)>,
    mills: Vec<Vec<String>>,
    lines: Vec<Vec<String>>,
    centre: Option<&'static str>,
    starts: Option<[&'static str; 2]>,
}

impl Drawing {
    /// A line whose neighbouring points are joined.
    fn line(&mut self, points: &str) -> Vec<String> {
        let line: Vec<String> = points.split([' ', '-']).map(String::from).collect();
        self.points.extend(line.iter().cloned());
        for pair in line.windows(2) {
            self.joined.push((pair[0].clone(), pair[1].clone()));
        }
        line
    }

    /// A straight line of three.
    fn straight(&mut self, points: &str) -> Vec<String> {
        let line = self.line(points);
        assert_eq!(line.len(), 3);
        self.lines.push(line.clone());
        line
    }

    /// A straight line of three that is a mill too.
    fn mill(&mut self, points: &str) {
        let line = self.straight(points);
        self.mills.push(line);
    }

    /// The corners and the middles of the sides, in a circle from a corner; the sides are mills.
    fn ring(&mut self, points: &str) {
        let ring: Vec<&str> = points.split(' ').collect();
        for corner in (0..ring.len()).step_by(2) {
            let side = [
                ring[corner],
                ring[corner + 1],
                ring[(corner + 2) % ring.len()],
            ];
            self.mill(&side.join(" "));
        }
    }

    fn finish(self, name: &'static str) -> Board {
        let mut points: Vec<String> = self.points.into_iter().collect();
        points.sort_by_key(|point| {
            let (file, rank) = coordinates(point);
            (-rank, file)
        });
        let number = |point: &String| {
            points
                .iter()
                .position(|other| other == point)
                .expect("a point")
        };
        let mut edges = BTreeSet::new();
        let mut neighbours = vec![Vec::new(); points.len()];
        for (one, other) in &self.joined {
            let (one, other) = (number(one), number(other));
            if edges.insert((one.min(other), one.max(other))) {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
        let mills = self.mills.iter().map(|mill| {
            let mut mill: Vec<usize> = mill.iter().map(number).collect();
            mill.sort();
            mill
        });
        let mills: BTreeSet<Vec<usize>> = mills.collect();
        let lines = self
            .lines
            .iter()
            .map(|line| [number(&line[0]), number(&line[1]), number(&line[2])])
            .collect();
        let named = |name: &str| number(&name.to_string());
        let centre = self.centre.map(named);
        let starts = self
            .starts
            .map(|sides| sides.map(|names| names.split(' ').map(named).collect()));
        let through = |point| {
            mills
                .iter()
                .filter(|mill| mill.contains(&point))
                .cloned()
                .collect()
        };
        let mills_through = (0..points.len()).map(through).collect();
        let side = 1 + points
            .iter()
            .map(|point| coordinates(point).0)
            .max()
            .expect("points");
        let mut ranks = vec![Vec::new(); side as usize];
        for (number, point) in points.iter().enumerate() {
            let (_, rank) = coordinates(point);
            ranks[(side - 1 - rank) as usize].push(number);
        }
        // A rank without points is not written.
        ranks.retain(|rank| !rank.is_empty());
        Board {
            name,
            side,
            points,
            edges,
            mills,
            lines,
            centre,
            starts,
            neighbours,
            mills_through,
            ranks,
        }
    }
}

fn draw(name: &str) -> Drawing {
    let mut drawing = Drawing::default();
    match name {
        // a1…c3, rows and columns; no diagonals.
        "nine-holes" => {
            for mill in [
                "a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3",
            ] {
                drawing.mill(mill);
            }
            drawing.centre = Some("b2");
        }
        // The above, and b2 joined to the four corners; both diagonals are mills.
        "three" => {
            drawing = draw("nine-holes");
            drawing.mill("a1 b2 c3");
            drawing.mill("a3 b2 c1");
            drawing.starts = Some(["a1 b1 c1", "a3 b3 c3"]);
        }
        // Two rings; a spoke has two points and is no mill.
        "six" => {
            drawing.ring("a5 c5 e5 e3 e1 c1 a1 a3");
            drawing.ring("b4 c4 d4 d3 d2 c2 b2 b3");
            for spoke in ["c5-c4", "e3-d3", "c1-c2", "a3-b3"] {
                drawing.line(spoke);
            }
        }
        // Two rings and a cross.
        "seven" => {
            drawing = draw("six");
            for spoke in ["c5-c4-c3", "e3-d3-c3", "c1-c2-c3", "a3-b3-c3"] {
                drawing.mill(spoke);
            }
            drawing.mill("c4-c3-c2");
            drawing.mill("b3-c3-d3");
            drawing.centre = Some("c3");
        }
        // Three rings, spokes at the four midpoints.
        "nine" => {
            drawing.ring("a7 d7 g7 g4 g1 d1 a1 a4");
            drawing.ring("b6 d6 f6 f4 f2 d2 b2 b4");
            drawing.ring("c5 d5 e5 e4 e3 d3 c3 c4");
            for spoke in ["d7-d6-d5", "g4-f4-e4", "d1-d2-d3", "a4-b4-c4"] {
                drawing.mill(spoke);
            }
        }
        // And the four diagonals.
        "twelve" => {
            drawing = draw("nine");
            for diagonal in ["a7-b6-c5", "g7-f6-e5", "g1-f2-e3", "a1-b2-c3"] {
                drawing.mill(diagonal);
            }
        }
        // Twelve's points and lines; the diagonals are lines to move on, and no mills.
        "triple" => {
            drawing = draw("nine");
            for diagonal in ["a7-b6-c5", "g7-f6-e5", "g1-f2-e3", "a1-b2-c3"] {
                drawing.straight(diagonal);
            }
        }
        // The nine points of a square of four cells, and the middle of each cell, joined to the
        // cell's corners. Every straight line of three neighbours is a mill.
        "picaria" => {
            for row in ["a5 c5 e5", "a3 c3 e3", "a1 c1 e1"] {
                drawing.mill(row);
            }
            for column in ["a5 a3 a1", "c5 c3 c1", "e5 e3 e1"] {
                drawing.mill(column);
            }
            for falling in ["a5 b4 c3", "b4 c3 d2", "c3 d2 e1", "c5 d4 e3", "a3 b2 c1"] {
                drawing.mill(falling);
            }
            for rising in ["a1 b2 c3", "b2 c3 d4", "c3 d4 e5", "a3 b4 c5", "c1 d2 e3"] {
                drawing.mill(rising);
            }
            drawing.centre = Some("c3");
        }
        // A hub and a ring of eight; the mills are the four lines through the hub.
        "shisima" => {
            drawing.line("a3 b3 c3 c2 c1 b1 a1 a2 a3");
            for mill in ["a3 b2 c1", "b3 b2 b1", "c3 b2 a1", "a2 b2 c2"] {
                drawing.mill(mill);
            }
            drawing.centre = Some("b2");
            drawing.starts = Some(["a1 b1 c1", "a3 b3 c3"]);
        }
        // A triangle, its median and a bar across it.
        "tsoro" => {
            for down in ["c5 b3 a1", "c5 c3 c1", "c5 d3 e1"] {
                drawing.mill(down);
            }
            for across in ["b3 c3 d3", "a1 c1 e1"] {
                drawing.mill(across);
            }
        }
        // Three triangles, one in another; the corners are joined, and these lines are mills too.
        "madell" => {
            let triangles = MADELL.map(|triangle| triangle.split(' ').collect::<Vec<_>>());
            for triangle in MADELL {
                drawing.ring(triangle);
            }
            for corner in [0, 2, 4] {
                drawing.mill(
                    &[
                        triangles[0][corner],
                        triangles[1][corner],
                        triangles[2][corner],
                    ]
                    .join(" "),
                );
            }
        }
        _ => unreachable!("{name} is no board"),
    }
    drawing
}
