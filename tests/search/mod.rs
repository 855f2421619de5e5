//! The search against a slow twin, its promises one by one, and the levels against each other.

mod exact;
mod helper;
mod levels;
mod lines;
mod promises;
mod random;
mod twin;

use merels::rules::Preset;
use merels::search::{Limits, Searcher, Status};
use merels::{Position, Rules};

/// Options that change what the search has to see.
const OPTIONS: [&str; 17] = [
    "nine[mills=each]",
    "nine[blocked=pass]",
    "nine[quiet=7]",
    "nine[ten=both]",
    "nine[first=black,protect=always]",
    "seven[mills=each,protect=never]",
    "five[fly=3]",
    "six[blocked=draw]",
    "five[fly=always,phases=mixed]",
    "three[blocked=pass,fly=3]",
    "morabaraba[men=5,quiet=5]",
    "twelve[board=six,full=play,men=8]",
    "nao-guti[board=six,men=6]",
    "six[between=taken,phases=mixed]",
    "six[between=enclosed,men=5]",
    "seven[between=either,least=1]",
    "six[leap=take,men=5]",
];

/// How much is compared with the twin: four times as much with `MERELS_PLAIN=1`.
fn times() -> u64 {
    if std::env::var_os("MERELS_PLAIN").is_some() {
        4
    } else {
        1
    }
}

/// Every preset, and those options.
fn specs() -> Vec<&'static str> {
    Preset::ALL
        .iter()
        .map(|preset| preset.id())
        .chain(OPTIONS)
        .collect()
}

fn start(spec: &str) -> Position {
    let rules: Rules = spec.parse().unwrap();
    Position::start(rules).unwrap()
}

/// A search that is run to its end.
fn searched(hash: u32, root: &Position, earlier: &[u128], limits: Limits) -> Searcher {
    let mut searcher = Searcher::new(hash).unwrap();
    searcher.start(root, earlier, limits);
    while searcher.step(u64::MAX) == Status::Running {}
    searcher
}

fn to_depth(depth: u32) -> Limits {
    Limits::default().depth(depth)
}

fn to_nodes(nodes: u64) -> Limits {
    Limits::default().nodes(nodes)
}
