//! The six boards, drawn from their points' names as the rules give them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A board: what is joined and what counts as a mill. Points are numbered row by row from the top, left to right.
#[derive(Debug, PartialEq)]
pub struct Board {
    pub name: &'static str,
    /// Files and ranks of the square the board is drawn in.
    pub side: i32,
    pub points: Vec<String>,
    pub edges: BTreeSet<(usize, usize)>,
    pub mills: BTreeSet<Vec<usize>>,
    pub neighbours: Vec<Vec<usize>>,
    mills_through: Vec<Vec<Vec<usize>>>,
    ranks: Vec<Vec<usize>>,
}

/// Names of all boards.
pub const BOARDS: [&str; 6] = ["nine-holes", "three", "six", "seven", "nine", "twelve"];

/// A board by its name.
pub fn board(name: &str) -> Option<&'static Board> {
    static ALL: OnceLock<BTreeMap<&'static str, Board>> = OnceLock::new();
    let all = ALL.get_or_init(|| BOARDS.iter().map(|name| (*name, draw(name).finish(name))).collect());
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

    /// A line of three that is a mill too.
    fn mill(&mut self, points: &str) {
        let line = self.line(points);
        assert_eq!(line.len(), 3);
        self.mills.push(line);
    }

    /// Eight points in a circle from a corner; the four sides are mills.
    fn ring(&mut self, points: &str) {
        let ring: Vec<&str> = points.split(' ').collect();
        assert_eq!(ring.len(), 8);
        for corner in [0, 2, 4, 6] {
            let side = [ring[corner], ring[corner + 1], ring[(corner + 2) % 8]];
            self.mill(&side.join(" "));
        }
    }

    fn finish(self, name: &'static str) -> Board {
        let mut points: Vec<String> = self.points.into_iter().collect();
        points.sort_by_key(|point| {
            let (file, rank) = coordinates(point);
            (-rank, file)
        });
        let number = |point: &String| points.iter().position(|other| other == point).expect("a point");
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
        let through = |point| mills.iter().filter(|mill| mill.contains(&point)).cloned().collect();
        let mills_through = (0..points.len()).map(through).collect();
        let side = 1 + points.iter().map(|point| coordinates(point).0).max().expect("points");
        let mut ranks = vec![Vec::new(); side as usize];
        for (number, point) in points.iter().enumerate() {
            let (_, rank) = coordinates(point);
            ranks[(side - 1 - rank) as usize].push(number);
        }
        Board { name, side, points, edges, mills, neighbours, mills_through, ranks }
    }
}

fn draw(name: &str) -> Drawing {
    let mut drawing = Drawing::default();
    match name {
        // a1…c3, rows and columns; no diagonals.
        "nine-holes" => {
            for mill in ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3"] {
                drawing.mill(mill);
            }
        }
        // The above, and b2 joined to the four corners; both diagonals are mills.
        "three" => {
            drawing = draw("nine-holes");
            drawing.mill("a1 b2 c3");
            drawing.mill("a3 b2 c1");
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
        _ => unreachable!("{name} is no board"),
    }
    drawing
}
