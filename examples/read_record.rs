//! Walks through a game with its comments: `cargo run --example read_record -- game.txt`

use merels::notation::read_record;
use std::error::Error;

const GAME: &str = "1. d6 {A crossing: four ways out.} f4 2. d2 (2. a1 {A corner has two.}) b4 *";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => GAME.to_owned(),
    };
    let game = read_record(&text)?;
    for id in game.main_line() {
        let node = game.node(id);
        let board = node.position().board();
        let turn = node.mv().map(|mv| mv.display(board).to_string());
        println!("{:12} {}", turn.unwrap_or_default(), node.comment);
        // The other children of the node before are variations.
        let siblings = node.parent().map(|before| game.node(before).children());
        for other in siblings.into_iter().flatten().filter(|other| **other != id) {
            if let Some(mv) = game.node(*other).mv() {
                println!("{:12} or {}", "", mv.display(board));
            }
        }
    }
    println!("{:?}", game.outcome());
    Ok(())
}
