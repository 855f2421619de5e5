//! Searches for a second, and shows what it sees meanwhile: `cargo run --release --example search`
//!
//! The search has no clock: the caller steps it until the time is up.

use merels::search::{Limits, Searcher, Status};
use merels::{Position, Preset};
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let position = match std::env::args().nth(1) {
        Some(line) => line.parse()?,
        None => Position::start(Preset::Lasker.rules())?,
    };
    let mut searcher = Searcher::new(64)?;
    searcher.start(&position, &[], Limits::default());
    let end = Instant::now() + Duration::from_secs(1);
    let mut depth = 0;
    while searcher.step(10_000) == Status::Running && Instant::now() < end {
        if searcher.depth() > depth
            && let Some(info) = searcher.info()
        {
            depth = searcher.depth();
            println!(
                "depth {depth}: {:?}, {} nodes",
                info.score,
                searcher.nodes()
            );
        }
    }
    if let Some(best) = searcher.best_move() {
        println!("best: {}", best.display(position.board()));
    }
    Ok(())
}
