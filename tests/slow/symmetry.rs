//! The symmetries of a board, from the plane it is drawn in.

use super::board::{Board, MADELL, board, coordinates};
use super::position::{Line, Position, Side};
use std::collections::HashMap;

/// Where each point goes, by name.
pub type Symmetry = HashMap<String, String>;

/// The symmetries of a board. On most the eight of the square; on boards of rings without a centre,
/// each also with the inner and the outer ring exchanged.
pub fn symmetries(name: &str) -> Vec<Symmetry> {
    match name {
        // The wheel turns by one point of its ring, and may be seen in a mirror; its hub stays.
        "shisima" => {
            let mut found = wheel(&["a3 b3 c3 c2 c1 b1 a1 a2"], 1, &[&[0]]);
            for symmetry in &mut found {
                symmetry.insert("b2".to_string(), "b2".to_string());
            }
            found
        }
        // Three triangles, each a ring of six points that turns by a whole side; the inner and the
        // outer may be exchanged.
        "madell" => wheel(&MADELL, 2, &[&[0, 1, 2], &[2, 1, 0]]),
        // The triangle has only its median to be mirrored in.
        "tsoro" => {
            let board = board(name).expect("a board");
            let points = &board.points;
            let same = points
                .iter()
                .map(|point| (point.clone(), point.clone()))
                .collect();
            let mirrored = |point: &String| {
                let (x, y) = from_centre(board, point);
                (point.clone(), at(board, -x, y))
            };
            vec![same, points.iter().map(mirrored).collect()]
        }
        _ => of_square(name),
    }
}

/// The symmetries of rings that turn together: by `step` points at a time, mirrored or not, with
/// the rings in each of the `orders`.
fn wheel(rings: &[&str], step: usize, orders: &[&[usize]]) -> Vec<Symmetry> {
    let rings: Vec<Vec<&str>> = rings.iter().map(|ring| ring.split(' ').collect()).collect();
    let count = rings[0].len();
    let mut found = Vec::new();
    for order in orders {
        for mirror in [false, true] {
            for turn in (0..count).step_by(step) {
                let mut symmetry = Symmetry::new();
                for (ring, image) in rings.iter().zip(order.iter()) {
                    for (place, point) in ring.iter().enumerate() {
                        let place = if mirror { count - place } else { place };
                        symmetry.insert(
                            point.to_string(),
                            rings[*image][(place + turn) % count].to_string(),
                        );
                    }
                }
                found.push(symmetry);
            }
        }
    }
    found
}

fn of_square(name: &str) -> Vec<Symmetry> {
    let board = board(name).unwrap_or_else(|| panic!("{name} is no board"));
    let rings = match name {
        "six" => 2,
        "nine" | "twelve" | "triple" => 3,
        _ => 0,
    };
    let mut found = Vec::new();
    for exchange in [false, true] {
        if exchange && rings == 0 {
            continue;
        }
        for mirror in [false, true] {
            for quarters in 0..4 {
                let image = |point: &String| {
                    let (mut x, mut y) = from_centre(board, point);
                    if mirror {
                        x = -x;
                    }
                    for _ in 0..quarters {
                        (x, y) = (-y, x);
                    }
                    if exchange {
                        // The ring is the greater distance; the innermost is 1, the outermost
                        // `rings`.
                        let ring = x.abs().max(y.abs());
                        x = x / ring * (rings + 1 - ring);
                        y = y / ring * (rings + 1 - ring);
                    }
                    (point.clone(), at(board, x, y))
                };
                found.push(board.points.iter().map(image).collect());
            }
        }
    }
    found
}

fn from_centre(board: &Board, point: &str) -> (i32, i32) {
    let (file, rank) = coordinates(point);
    (file - board.side / 2, rank - board.side / 2)
}

fn at(board: &Board, x: i32, y: i32) -> String {
    let letter = |from: u8, number: i32| (from + (number + board.side / 2) as u8) as char;
    format!("{}{}", letter(b'a', x), letter(b'1', y))
}

/// A position line seen through a symmetry of its board.
pub fn map_line(line: &str, symmetry: &Symmetry) -> String {
    let position = Position::read(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    let board = position.board();
    let image = |point: usize| {
        board
            .point(&symmetry[&board.points[point]])
            .expect("a point")
    };
    let mut mapped = position.clone();
    for point in 0..board.points.len() {
        mapped.men[image(point)] = position.men[point];
    }
    let mut marked: Vec<usize> = position.marked.iter().map(|point| image(*point)).collect();
    marked.sort();
    mapped.marked = marked;
    for side in [Side::White, Side::Black] {
        let line = |line: &Line| {
            let mut line: Line = line.iter().map(|point| image(*point)).collect();
            line.sort();
            line
        };
        let mut lines: Vec<Line> = position.used.of(side).iter().map(line).collect();
        lines.sort();
        *mapped.used.of_mut(side) = lines;
    }
    let way = |(from, to)| (image(from), image(to));
    mapped.last_closing.white = position.last_closing.white.map(way);
    mapped.last_closing.black = position.last_closing.black.map(way);
    mapped.line()
}

/// A turn of a position seen through a symmetry of its board.
pub fn map_move(line: &str, mv: &str, symmetry: &Symmetry) -> String {
    if mv == "pass" {
        return mv.to_string();
    }
    let position = Position::read(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    let mut text = String::new();
    for part in mv.split_inclusive(['-', 'x']) {
        let point = part.trim_end_matches(['-', 'x']);
        // A removal begins with its x.
        if !point.is_empty() {
            text += &symmetry[point];
        }
        text += &part[point.len()..];
    }
    position.in_point_order(&text)
}
