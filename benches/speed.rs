//! How fast turns are counted and searched: the best of a few runs, in millions a second. `cargo
//! bench`, or `cargo bench -- search` for the names that contain the word.

use merels::search::{Limits, Searcher, Status, evaluate};
use merels::{Position, Preset, perft};
use std::time::Instant;

const RUNS: usize = 5;

fn main() {
    let wanted = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
        .unwrap_or_default();
    let measure = |name: &str, unit: &str, work: &mut dyn FnMut() -> u64| {
        if !name.contains(&wanted) {
            return;
        }
        let best = (0..RUNS).map(|_| {
            let began = Instant::now();
            let count = work();
            (count, began.elapsed().as_secs_f64())
        });
        let (count, seconds) = best.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 1.0));
        let millions = count as f64 / seconds / 1e6;
        println!("{name:<26} {count:>9} {unit} {seconds:>8.3} s {millions:>8.1} M/s");
    };
    for (preset, depth) in [
        (Preset::Nine, 6),
        (Preset::Twelve, 6),
        (Preset::Lasker, 5),
        (Preset::Seven, 6),
    ] {
        let start = Position::start(preset.rules()).expect("presets are sound");
        measure(
            &format!("perft {} {depth}", preset.id()),
            "turns",
            &mut || perft(&start, depth),
        );
    }
    let mut searcher = Searcher::new(16).expect("16 MiB are there");
    for (name, line) in [
        ("nine, the start", "nine 3/3/3/6/3/3/3 w 9,9 0 1"),
        (
            "nine, moving",
            "nine W1W/B1B/1B1/1B2W1/BW1/BBW/2W w 0,0 2 13",
        ),
        (
            "lasker, late",
            "lasker W2/1BB/1W1/WB1W2/B2/2W/WB1 w 0,0 7 21",
        ),
        ("twelve, the start", "twelve 3/3/3/6/3/3/3 w 12,12 0 1"),
        ("seven, the start", "seven 3/3/5/3/3 w 7,7 0 1"),
    ] {
        let position: Position = line.parse().expect("the line is sound");
        measure(&format!("search {name}"), "nodes", &mut || {
            searcher.start(
                &position,
                &[],
                Limits {
                    nodes: Some(1_000_000),
                    ..Limits::default()
                },
            );
            while searcher.step(u64::MAX) == Status::Running {}
            searcher.nodes()
        });
    }
    let start = Position::start(Preset::Nine.rules()).expect("presets are sound");
    let mut positions = vec![start];
    for i in 0..40 {
        let moves = positions[i].legal_moves();
        let next = positions[i].after(moves[i * 7 % moves.len()]);
        positions.push(next);
    }
    measure("evaluate nine", "times", &mut || {
        let rounds = 50_000;
        for _ in 0..rounds {
            for position in &positions {
                std::hint::black_box(evaluate(std::hint::black_box(position)));
            }
        }
        (rounds * positions.len()) as u64
    });
}
