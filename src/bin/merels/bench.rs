//! Fixed searches whose total of nodes is the same on every machine, until the search or the rules change.

use crate::Failure;
use merels::Position;
use merels::search::{Limits, Searcher, Status};
use std::io::{self, Write};
use std::time::Instant;

/// Position lines and depths: for every preset the start and a position from the middle of a game.
const SEARCHES: &[(&str, u32)] = &[("three 3/3/3 w 3,3 0 1", 8)];

pub fn run() -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Said(error.to_string());
    let mut searcher = Searcher::new(16).map_err(|error| wrong(&error))?;
    let mut nodes = 0;
    let began = Instant::now();
    for &(line, depth) in SEARCHES {
        let position: Position = line.parse().map_err(|error| wrong(&error))?;
        searcher.clear();
        searcher.start(&position, &[], Limits { depth: Some(depth), ..Limits::default() });
        while searcher.step(u64::MAX) == Status::Running {}
        nodes += searcher.nodes();
    }
    let micros = began.elapsed().as_micros().max(1);
    let mut out = io::stdout().lock();
    writeln!(out, "nodes {nodes}")?;
    Ok(writeln!(out, "nps {}", u128::from(nodes) * 1_000_000 / micros)?)
}
