//! Searches of fixed positions. The total number of nodes is the same on every machine and changes
//! only with the search or the rules.

use crate::Failure;
use merels::Position;
use merels::search::{Limits, Searcher, Status, evaluate};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Position lines and depths: for every preset the start and positions from 9, 24 and 40 plies into
/// a game.
#[rustfmt::skip]
const SEARCHES: &[(&str, u32)] = &[
    ("three 3/3/3 w 3,3 0 1", 9),
    ("three WBW/1B1/1WB b 0,0 3 5", 24),
    ("three BW1/W1B/1BW w 0,0 18 13", 24),
    ("three W1B/BWW/2B w 0,0 34 21", 24),
    ("nine-holes 3/3/3 w 3,3 0 1", 18),
    ("nine-holes W1B/W1B/B1W b 0,0 3 5", 21),
    ("nine-holes B1W/W1B/B1W w 0,0 18 13", 23),
    ("nine-holes BWW/1BB/1W1 w 0,0 34 21", 21),
    ("five 3/3/4/3/3 w 5,5 0 1", 9),
    ("five BBW/1W1/BW2/3/WWB b 0,1 0 5", 17),
    ("five BWW/1BW/1WBB/BW1/3 w 0,0 14 13", 19),
    ("five WB1/WWB/BBW1/3/BW1 w 0,0 30 21", 20),
    ("six 3/3/4/3/3 w 6,6 0 1", 9),
    ("six BWW/2B/2WB/1B1/WW1 b 1,2 0 5", 19),
    ("six WWB/WB1/BBBW/1W1/BW1 w 0,0 12 13", 22),
    ("six 1BW/WBW/WBBB/1W1/1BW w 0,0 28 21", 23),
    ("seven 3/3/5/3/3 w 7,7 0 1", 11),
    ("seven 3/1BB/W1WB1/1WW/1W1 b 2,3 0 5", 15),
    ("seven WW1/1BB/WBB1W/1BW/3 w 0,0 2 13", 19),
    ("seven BW1/WBW/1BWBW/WB1/WB1 w 0,0 26 21", 20),
    ("nine 3/3/3/6/3/3/3 w 9,9 0 1", 8),
    ("nine 1B1/1W1/B2/BWW3/W2/B2/W2 b 4,5 0 5", 9),
    ("nine W1W/B1B/1B1/1B2W1/BW1/BBW/2W w 0,0 2 13", 12),
    ("nine 1W1/1W1/1W1/2W1B1/3/BB1/1B1 w 0,0 3 21", 9),
    ("lasker 3/3/3/6/3/3/3 w 10,10 0 1", 8),
    ("lasker 3/1W1/2B/1WWB2/2B/WB1/3 b 5,6 0 5", 8),
    ("lasker WWB/WBB/2W/WWBBW1/1B1/B1W/BW1 w 1,1 5 13", 11),
    ("lasker W2/1BB/1W1/WB1W2/B2/2W/WB1 w 0,0 7 21", 11),
    ("eleven 3/3/3/6/3/3/3 w 11,11 0 1", 8),
    ("eleven W1B/2W/W1B/2BW2/W1B/3/3 b 6,7 0 5", 9),
    ("eleven B2/WWB/W2/WWWBW1/W1B/BWB/1BB w 0,0 2 13", 10),
    ("eleven BBW/WW1/B1W/BW1BBB/W2/3/B1W w 0,0 10 21", 11),
    ("twelve 3/3/3/6/3/3/3 w 12,12 0 1", 8),
    ("twelve 3/WWW/3/1WB3/3/B1B/W2 b 7,8 0 5", 10),
    ("twelve WWW/BBW/2W/WB1WB1/WB1/BBW/BBB w 0,0 0 13", 12),
    ("twelve B1W/1BW/WWW/BBB3/3/3/B1W w 0,0 0 21", 11),
    ("morabaraba 3/3/3/6/3/3/3 w 12,12 0 1 -,-", 8),
    ("morabaraba 3/WWW/3/1WB3/3/B1B/W2 b 7,8 0 5 -,-", 10),
    ("morabaraba WWW/BWW/1BW/WB2B1/WB1/BBW/BBB w 0,0 0 13 -,-", 13),
    ("morabaraba W2/W1W/B2/1BB2W/BBB/3/W2 w 0,0 0 21 -,d2-d3", 11),
];

pub fn run() -> Result<(), Failure> {
    let mut searcher = Searcher::new(16).map_err(Failure::from_error)?;
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for &(line, depth) in SEARCHES {
        let position: Position = line.parse().map_err(Failure::from_error)?;
        // Neither an empty table nor the weights that are read once are part of the search.
        searcher.clear();
        evaluate(&position);
        let began = Instant::now();
        searcher.start(&position, &[], Limits::default().depth(depth));
        while searcher.step(u64::MAX) == Status::Running {}
        time += began.elapsed();
        nodes += searcher.nodes();
    }
    let micros = time.as_micros().max(1);
    let mut out = io::stdout().lock();
    writeln!(out, "nodes {nodes}")?;
    Ok(writeln!(
        out,
        "nps {}",
        u128::from(nodes) * 1_000_000 / micros
    )?)
}
