//! PlayOK's numbers for the points of the large boards: 1 = a7 … 24 = g1, row by row.

use super::error::ReadError;
use super::record::{Dialect, read_one};
use super::write::{Atoms, write_tags};
use crate::board::Point;
use crate::game::{Game, NodeId};
use crate::moves::Move;
use crate::position::Outcome;
use crate::rules::Preset;

/// Reads a game that is written in PlayOK's numbers: `1. 5 14 2. 12-13x7 …`. A capture may also
/// stand by itself after its move, `12-13 x7`.
///
/// Tags, comments, variations, move numbers and the result are as in
/// [`read_record`](super::read_record); each may be missing. The rules are those of Nine Men's
/// Morris unless a `Variant` tag says otherwise. The limits are the same.
///
/// # Errors
/// As in [`read_record`](super::read_record).
pub fn read_playok(text: &str) -> Result<Game, ReadError> {
    read_one(text, Dialect::Numbers)
}

/// Writes the main line of a game in PlayOK's numbers, with its tags and its result, wrapped at 80
/// columns. `None` where the board has not 24 points: they have no numbers then.
#[cold]
pub fn write_playok(game: &Game) -> Option<String> {
    let rules = game.node(NodeId::ROOT).position().rules();
    if rules.board.points().len() != 24 {
        return None;
    }
    let mut text = write_tags(game, *rules != Preset::Nine.rules());
    let mut atoms = Atoms::default();
    let line = game.main_line();
    for (i, pair) in line.windows(2).enumerate() {
        let before = game.node(pair[0]).position();
        if before.side_to_move() == rules.first.into() {
            atoms.push(format!("{}.", before.number()));
        } else if i == 0 {
            atoms.push(format!("{}...", before.number()));
        }
        atoms.push(game.node(pair[1]).mv().map_or_else(String::new, in_numbers));
    }
    let end = line.last().and_then(|&end| game.outcome_at(end));
    atoms.push(end.map_or("*", Outcome::result).to_owned());
    atoms.write(&mut text);
    Some(text)
}

fn in_numbers(mv: Move) -> String {
    let number = |point: Point| point.index() + 1;
    let way = match (mv.from(), mv.to()) {
        (Some(from), Some(to)) => format!("{}-{}", number(from), number(to)),
        (None, Some(to)) => number(to).to_string(),
        (_, None) if mv == Move::PASS => "pass".to_owned(),
        (_, None) => String::new(),
    };
    mv.captures()
        .fold(way, |text, taken| format!("{text}x{}", number(taken)))
}
