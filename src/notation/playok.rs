//! PlayOK's numbers for the points of the large boards: 1 = a7 … 24 = g1, row by row.

use super::error::ReadError;
use super::record::{Dialect, read_one};
use super::write::{main_line, write_tags};
use crate::board::Point;
use crate::game::{Game, NodeId};
use crate::moves::Move;
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
    let variant = (*rules != Preset::Nine.rules()).then(|| rules.to_string());
    let mut text = write_tags(game, variant.as_deref(), None);
    main_line(game, &in_numbers).write(&mut text);
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
