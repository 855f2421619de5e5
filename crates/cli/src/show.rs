//! `merels show`: a position as a board in text.

use crate::Failure;
use clap::Args;
use merels::position::BySide;
use merels::{Board, Point, Position, Setup, Side};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};

#[derive(Args)]
#[command(after_help = "Example: merels show \"nine 3/1W1/3/6/3/3/3 b 8,9 0 1\"")]
pub struct ShowArguments {
    /// A position line: "nine 3/3/3/6/3/3/3 w 9,9 0 1".
    #[arg(value_name = "LINE")]
    position: Position,
    /// Write one JSON object instead of lines of text.
    #[arg(long)]
    json: bool,
}

/// How many columns and rows of text there are from one file or rank to the next.
const WIDE: usize = 4;
const HIGH: usize = 2;

pub fn run(arguments: &ShowArguments) -> Result<(), Failure> {
    let position = &arguments.position;
    let text = if arguments.json {
        format!("{}\n", as_json(position))
    } else {
        format!("{}\n{}\n", drawn(position), told(position))
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// The board, with the names of its files and ranks.
fn drawn(position: &Position) -> String {
    let board = position.board();
    let side = board.side();
    let mut rows = vec![vec![' '; WIDE * (side - 1) + 1]; HIGH * (side - 1) + 1];
    for from in board.points() {
        for to in board.neighbours(from).filter(|&to| to > from) {
            draw_line(&mut rows, place(board, from), place(board, to));
        }
    }
    let shut = Setup::from(*position).marked;
    for point in board.points() {
        let (column, row) = place(board, point);
        rows[row][column] = match position.man(point) {
            Some(Side::White) => 'W',
            Some(Side::Black) => 'B',
            None if shut.contains(point) => 'x',
            None => '.',
        };
    }
    let mut text = String::new();
    for (row, signs) in rows.iter().enumerate() {
        let rank = if row % HIGH == 0 {
            (side - row / HIGH).to_string()
        } else {
            " ".to_owned()
        };
        let signs: String = signs.iter().collect();
        let _ = writeln!(text, "{}", format!("{rank}  {signs}").trim_end());
    }
    let files = (b'a'..).take(side).map(|file| char::from(file).to_string());
    let files: Vec<_> = files.collect();
    let _ = writeln!(text, "\n   {}", files.join(&" ".repeat(WIDE - 1)));
    text
}

/// The column and the row of a point.
fn place(board: &Board, point: Point) -> (usize, usize) {
    let (file, rank) = board.file_and_rank(point);
    (WIDE * file, HIGH * (board.side() - 1 - rank))
}

fn draw_line(rows: &mut [Vec<char>], from: (usize, usize), to: (usize, usize)) {
    let (from, to) = if from.1 <= to.1 {
        (from, to)
    } else {
        (to, from)
    };
    if from.1 == to.1 {
        rows[from.1][from.0.min(to.0)..=from.0.max(to.0)].fill('-');
        return;
    }
    let (wide, high) = (from.0.abs_diff(to.0), to.1 - from.1);
    for row in 1..high {
        // Rounded, so that both slopes of a triangle look the same.
        let along = (2 * wide * row + high) / (2 * high);
        let (column, sign) = match from.0.cmp(&to.0) {
            std::cmp::Ordering::Equal => (from.0, '|'),
            std::cmp::Ordering::Less => (from.0 + along, '\\'),
            std::cmp::Ordering::Greater => (from.0 - along, '/'),
        };
        let crossed = [rows[from.1 + row][column], sign];
        rows[from.1 + row][column] = match crossed {
            ['/', '\\'] | ['\\', '/'] => 'X',
            _ => sign,
        };
    }
}

/// Whose turn it is, or how the game ended, and what is in hand.
fn told(position: &Position) -> String {
    let BySide([white, black]) = BySide(Side::BOTH.map(|side| position.hand(side)));
    let turn = match position.outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!("{} to move", position.side_to_move()),
    };
    format!("{turn}; in hand: White {white}, Black {black}")
}

fn as_json(position: &Position) -> serde_json::Value {
    let board = position.board();
    let men = |side: Side| {
        let own = board
            .points()
            .filter(|&point| position.man(point) == Some(side));
        own.map(|point| board.coordinate(point).to_string())
            .collect::<Vec<_>>()
    };
    json!({
        "position": position.to_string(),
        "to_move": position.side_to_move().to_string().to_lowercase(),
        "white": { "men": men(Side::White), "hand": position.hand(Side::White) },
        "black": { "men": men(Side::Black), "hand": position.hand(Side::Black) },
        "outcome": position.outcome().map(|outcome| outcome.to_string()),
    })
}
