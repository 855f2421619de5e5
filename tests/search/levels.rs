//! The levels against each other, at a fraction of their nodes.

use super::start;
use merels::level::LEVELS;
use merels::search::{Searcher, Status};
use merels::{Outcome, Side};

const NODES: u64 = 6_000;

/// Plays a game between two levels, counted from 1. The winner; `None` for a draw.
fn play(spec: &str, levels: [usize; 2], seed: u64) -> Option<Side> {
    let mut position = start(spec);
    let mut searcher = Searcher::new(1).unwrap();
    let mut earlier = Vec::new();
    for _ in 0..200 {
        if let Some(outcome) = position.outcome() {
            return Outcome::winner(outcome);
        }
        let level = &LEVELS[levels[position.side_to_move() as usize] - 1];
        let limits = level.limits(&position, seed);
        let nodes = limits.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        searcher.start(&position, &earlier, limits.nodes(nodes));
        while searcher.step(u64::MAX) == Status::Running {}
        earlier.push(position.identity());
        position.play_unchecked(searcher.best_move().unwrap());
    }
    None
}

/// The first level's points of twice as many as games were played.
fn points(spec: &str, strong: usize, weak: usize, games: u64) -> u64 {
    (0..games)
        .map(|seed| {
            let (levels, own) = if seed % 2 == 0 {
                ([strong, weak], Side::White)
            } else {
                ([weak, strong], Side::Black)
            };
            match play(spec, levels, seed) {
                None => 1,
                Some(winner) if winner == own => 2,
                Some(_) => 0,
            }
        })
        .sum()
}

#[test]
fn a_higher_level_beats_a_lower() {
    for (spec, strong, weak, least) in [("nine", 8, 2, 34), ("nine", 5, 1, 32), ("six", 8, 2, 30)] {
        let points = points(spec, strong, weak, 20);
        assert!(
            points >= least,
            "{spec}: level {strong} has {points} of 40 points against level {weak}"
        );
    }
}

#[test]
fn without_a_strong_net_high_levels_look_further() {
    for level in &LEVELS[7..9] {
        let depth = |spec| level.limits(&start(spec), 1).depth.unwrap();
        for (with, without) in [
            ("nine", "picaria"),
            ("lasker", "dooz"),
            ("twelve", "six"),
            ("shax", "shisima"),
        ] {
            assert!(
                depth(with) < depth(without),
                "{}: {with}, {without}",
                level.name
            );
        }
    }
}

#[test]
fn games_vary_with_the_seed_and_only_with_it() {
    let opening = |seed: u64| {
        let mut position = start("nine");
        let mut searcher = Searcher::new(1).unwrap();
        for _ in 0..6 {
            searcher.start(&position, &[], LEVELS[2].limits(&position, seed));
            while searcher.step(u64::MAX) == Status::Running {}
            position.play_unchecked(searcher.best_move().unwrap());
        }
        position.to_string()
    };
    assert_eq!(opening(1), opening(1));
    let mut openings: Vec<_> = (0..8).map(opening).collect();
    openings.sort_unstable();
    openings.dedup();
    assert!(openings.len() >= 6, "only {} openings of 8", openings.len());
}

#[test]
fn levels_are_named_and_bounded() {
    for (i, level) in LEVELS.iter().enumerate() {
        assert!(
            !level.name.is_empty() && level.about.ends_with('.'),
            "level {}",
            i + 1
        );
        assert!((100..=5_000).contains(&level.millis), "level {}", i + 1);
    }
}
