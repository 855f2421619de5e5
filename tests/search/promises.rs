//! What the search promises whatever the position, the level and the limits.

use super::random::{self, Random};
use super::twin::wins;
use super::{searched, specs, start, to_depth, to_nodes};
use merels::Position;
use merels::level::LEVELS;
use merels::notation::read_move;
use merels::search::{Handicap, Limits, Score, Searcher, Status};
use proptest::prelude::*;

#[test]
fn the_result_does_not_depend_on_how_the_work_is_sliced() {
    let mut random = Random::new(3);
    for spec in specs() {
        for (handicapped, lines) in [(false, 1), (true, 1), (false, 3)] {
            let (root, earlier) = random::position(start(spec), 60, &mut random);
            let mut handicap = Handicap::default();
            (handicap.margin, handicap.noise, handicap.seed) = (20, 10, 9);
            (handicap.blind_spots, handicap.blind_spots_own) = (40, 20);
            let mut limits = Limits::default().nodes(3_000).depth(12).lines(lines);
            limits.handicap = handicapped.then_some(handicap);
            let mut results = Vec::new();
            // The same searcher for all: a limited search must not depend on what was searched
            // before.
            let mut searcher = Searcher::new(1).unwrap();
            for slice in [1, 7, 1000, u64::MAX] {
                searcher.start(&root, &earlier, limits);
                while searcher.step(slice) == Status::Running {}
                results.push((
                    searcher.best_move(),
                    searcher.nodes(),
                    searcher.infos().to_vec(),
                ));
            }
            assert!(
                results.windows(2).all(|two| two[0] == two[1]),
                "{root}: {results:?}"
            );
        }
    }
}

#[test]
fn a_step_visits_no_more_than_it_may() {
    let mut random = Random::new(4);
    for spec in specs() {
        let (root, earlier) = random::position(start(spec), 60, &mut random);
        let mut searcher = Searcher::new(1).unwrap();
        searcher.start(&root, &earlier, to_nodes(5_000));
        let mut status = Status::Running;
        while status == Status::Running {
            let (before, slice) = (searcher.nodes(), 1 + random.below(100) as u64);
            status = searcher.step(slice);
            assert!(searcher.nodes() - before <= slice && searcher.nodes() <= 5_000);
            assert!(status == Status::Done || searcher.nodes() > before);
        }
        assert_eq!(searcher.step(10), Status::Done);
    }
}

/// Whether and how it is cut short, the move is there and legal, and so is what is expected to
/// follow.
#[test]
fn every_answer_is_legal() {
    let mut random = Random::new(5);
    for spec in specs() {
        random::play(start(spec), 80, &mut random, |root, earlier| {
            let legal = root.legal_moves();
            let mut searcher = Searcher::new(0).unwrap();
            for (i, level) in LEVELS.iter().enumerate() {
                let limits = level.limits(root, i as u64).nodes(60 + 40 * i as u64);
                searcher.start(root, earlier, limits);
                assert!(
                    legal.contains(&searcher.best_move().unwrap()),
                    "{root}, at once"
                );
                while searcher.step(50) == Status::Running {
                    assert!(
                        legal.contains(&searcher.best_move().unwrap()),
                        "{root}, level {i}"
                    );
                }
                assert!(
                    legal.contains(&searcher.best_move().unwrap()),
                    "{root}, level {i}"
                );
                for info in searcher.infos() {
                    info.pv
                        .iter()
                        .fold(*root, |position, &mv| position.play(mv).unwrap());
                }
            }
        });
    }
}

#[test]
fn a_win_on_the_spot_is_always_played() {
    let mut random = Random::new(6);
    for spec in specs() {
        let mut found = 0;
        // In a Once-Only Mill played at random a win on the spot is rare.
        for _ in 0..4_000 {
            if found > 100 {
                break;
            }
            random::play(start(spec), 120, &mut random, |root, earlier| {
                if found > 100 || !root.legal_moves().iter().any(|&mv| wins(root, mv)) {
                    return;
                }
                found += 1;
                for (i, level) in LEVELS.iter().enumerate() {
                    for limits in [
                        level.limits(root, found),
                        to_nodes(i as u64),
                        Limits::default(),
                    ] {
                        let mut searcher = Searcher::new(0).unwrap();
                        searcher.start(root, earlier, limits);
                        assert!(
                            wins(root, searcher.best_move().unwrap()),
                            "{root}, level {}",
                            i + 1
                        );
                    }
                }
                assert_eq!(
                    searched(0, root, earlier, to_nodes(9))
                        .info()
                        .unwrap()
                        .score,
                    Score::Win(1),
                    "{root}"
                );
            });
        }
        assert!(found > 20, "{spec}: only {found} found");
    }
}

#[test]
fn a_game_that_is_over_has_no_answer() {
    for line in [
        "three WWW/BB1/3 b 0,1 0 3",
        "nine W2/3/3/6/3/3/WWB w 0,0 0 9",
    ] {
        let root: Position = line.parse().unwrap();
        let searcher = searched(1, &root, &[], Limits::default());
        assert_eq!(
            (searcher.best_move(), searcher.info()),
            (None, None),
            "{line}"
        );
    }
}

/// Three Men's Morris: the centre wins, an edge loses.
#[test]
fn three_mens_morris_is_solved() {
    let root = start("three");
    let searcher = searched(1, &root, &[], to_depth(12));
    let centre = read_move("b2", root.board()).unwrap();
    assert_eq!(searcher.best_move(), Some(centre));
    assert_eq!(searcher.info().unwrap().score, Score::Win(9));
    for (first, value) in [
        ("b2", Some(Score::Loss(8))),
        ("a2", Some(Score::Win(0))),
        ("a1", None),
    ] {
        let next = root.after(read_move(first, root.board()).unwrap());
        let score = searched(1, &next, &[], to_depth(14)).info().unwrap().score;
        match value {
            Some(Score::Win(_)) => assert!(matches!(score, Score::Win(_)), "{first}: {score}"),
            Some(loss) => assert_eq!(score, loss, "{first}"),
            None => assert!(matches!(score, Score::Cp(_)), "{first}: {score}"),
        }
    }
}

/// The last man fills the board: nothing is left open, so the draw is proved. Any other 0 is an
/// estimate.
#[test]
fn a_draw_is_called_one_only_where_it_is_proved() {
    let last: Position = "twelve WBW/BWB/BWB/WBWBWW/BWB/BWW/WB1 b 0,1 0 12"
        .parse()
        .unwrap();
    let searcher = searched(1, &last, &[], to_depth(9));
    assert_eq!(searcher.info().unwrap().score, Score::Draw);
    let clock: Position = "nine[quiet=50] W1B/1B1/3/4W1/W2/3/B2 w 0,0 49 40"
        .parse()
        .unwrap();
    assert_eq!(
        searched(1, &clock, &[], to_depth(9)).info().unwrap().score,
        Score::Cp(0)
    );
}

/// A position that has occurred twice is drawn when it comes again: the losing side goes for it,
/// the winning avoids it.
#[test]
fn the_third_occurrence_is_seen() {
    let root: Position = "nine[fly=never] W1W/1B1/W2/1W2B1/3/3/2B w 0,0 40 30"
        .parse()
        .unwrap();
    let mut searcher = searched(0, &root, &[], to_depth(1));
    let best = searcher.best_move().unwrap();
    let next = root.after(best).identity();
    searcher.start(
        &root,
        &[next, root.identity(), next, root.identity()],
        to_depth(1),
    );
    while searcher.step(u64::MAX) == Status::Running {}
    assert_ne!(searcher.best_move(), Some(best));
    // Once before is not enough.
    searcher.start(&root, &[next, root.identity()], to_depth(1));
    while searcher.step(u64::MAX) == Status::Running {}
    assert_eq!(searcher.best_move(), Some(best));
}

proptest! {
    #[test]
    fn symmetric_positions_are_worth_the_same(seed: u64, spec in prop::sample::select(specs()), which: usize) {
        let (root, _) = random::position(start(spec), 70, &mut Random::new(seed));
        let symmetries = root.rules().symmetries();
        let mapped = root.mapped(&symmetries[which % symmetries.len()]);
        // With a handicap nothing is pruned.
        let limits = to_depth(2).handicap(Handicap::default());
        let [here, there] = [root, mapped].map(|root| searched(0, &root, &[], limits).info().unwrap().score);
        prop_assert_eq!(here, there);
    }
}
