//! Asks the solution of Nine Men's Morris for the value of each move:
//! `cargo run --release --example ask_pack -- data/nine`

use merels::search::evaluate;
use merels::tablebase::Data;
use merels::{Position, Preset, Wdl};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let directory = args
        .next()
        .map_or_else(|| "data/nine".into(), PathBuf::from);
    let position = match args.next() {
        Some(line) => line.parse()?,
        None => Position::start(Preset::Nine.rules())?,
    };
    // The search within a pack tries moves in the order of this estimate. The first placings are
    // not in the pack: `all_values` adds them.
    let values = Data::open(&directory, evaluate)?.all_values();
    for turn in position.legal_moves() {
        let after = position.play(turn)?;
        // What is won for the opponent is lost.
        let said = match values.value_or_outcome(&after) {
            Some(Wdl::Win) => "loses",
            Some(Wdl::Draw) => "draws",
            Some(Wdl::Loss) => "wins",
            None => "is not known",
        };
        println!("{} {said}", turn.display(position.board()));
    }
    Ok(())
}
