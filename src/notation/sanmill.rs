//! Records as Sanmill writes and reads them.

use super::fen::write_fen;
use super::write::{main_line, write_tags};
use crate::game::{Game, NodeId};
use crate::rules::Preset;

/// Its names for games.
const NAMES: [(Preset, &str); 13] = [
    (Preset::Nine, "Nine Men's Morris"),
    (Preset::Twelve, "Twelve Men's Morris"),
    (Preset::Morabaraba, "Morabaraba"),
    (Preset::Dooz, "Dooz"),
    (Preset::Lasker, "Lasker Morris"),
    (Preset::OneTime, "Russian Mill"),
    (Preset::ChamGonu, "Cham Gonu"),
    (Preset::ZhiQi, "Zhi Qi"),
    (Preset::ChengSanQi, "Cheng San Qi"),
    (Preset::DaSanQi, "Da San Qi"),
    (Preset::MulMulan, "Mul-Mulan"),
    (Preset::Nerenchi, "Nerenchi"),
    (Preset::ElFilja, "El Filja"),
];

/// Writes the main line of a game as Sanmill does: its name for the rules, and a FEN where the game
/// does not begin at the start. `None` where it has no name for the rules.
#[cold]
pub fn write_sanmill(game: &Game) -> Option<String> {
    let start = game.node(NodeId::ROOT).position();
    let of_game = |(preset, _): &&(Preset, &str)| preset.rules() == *start.rules();
    let (_, variant) = NAMES.iter().find(of_game)?;
    let fen = write_fen(start)?;
    let mut text = write_tags(game, Some(variant), Some(fen));
    let board = start.board();
    main_line(game, &|mv| mv.display(board).to_string()).write(&mut text);
    Some(text)
}
