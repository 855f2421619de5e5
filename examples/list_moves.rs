//! Lists the legal moves of a position: `cargo run --example list_moves -- "nine 3/1W1/3/6/3/3/3 b 8,9 0 1"`

use merels::{Position, Preset};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let position = match std::env::args().nth(1) {
        Some(line) => line.parse()?,
        None => Position::start(Preset::Nine.rules())?,
    };
    println!("{position}");
    for turn in position.legal_moves() {
        println!("{}", turn.display(position.board()));
    }
    Ok(())
}
