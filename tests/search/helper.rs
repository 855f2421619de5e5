//! Helpers in other threads.

use super::random::{self, Random};
use super::{searched, specs, start, to_depth};
use merels::search::{Handicap, Score, Searcher, Status};
use std::thread;

fn run(searcher: &mut Searcher) {
    while searcher.step(500) == Status::Running {}
}

#[test]
fn with_helpers_the_same_is_proved() {
    let mut random = Random::new(41);
    let mut proved = 0;
    for spec in specs() {
        for number in 0..12 {
            let (root, earlier) = random::position(start(spec), 90, &mut random);
            let limits = to_depth(6).lines(1 + number % 3);
            let mut searcher = Searcher::new(1).unwrap();
            searcher.start(&root, &earlier, limits);
            let helpers: Vec<_> = (1..=2)
                .map(|number| searcher.helper(number).unwrap())
                .collect();
            thread::scope(|scope| {
                for mut helper in helpers {
                    scope.spawn(move || run(&mut helper));
                }
                run(&mut searcher);
            });
            let Some(info) = searcher.info() else {
                continue;
            };
            assert!(
                root.legal_moves().contains(&searcher.best_move().unwrap()),
                "{root}"
            );
            searcher.lines().iter().for_each(|info| {
                info.pv
                    .iter()
                    .fold(root, |position, &mv| position.play(mv).unwrap());
            });
            if let Score::Win(plies) | Score::Loss(plies) = info.score
                && plies <= 6
            {
                proved += 1;
                // With a handicap nothing is reduced.
                let plain = to_depth(plies).handicap(Handicap::default());
                let alone = searched(0, &root, &earlier, plain).info().unwrap().score;
                let won = matches!(info.score, Score::Win(_));
                assert!(
                    if won {
                        matches!(alone, Score::Win(_))
                    } else {
                        matches!(alone, Score::Loss(_))
                    },
                    "{root}"
                );
            }
        }
    }
    assert!(proved > 30, "only {proved} were decided");
}

/// What the helper has searched before need not be searched again.
#[test]
fn the_memory_is_shared() {
    let (root, _) = random::position(start("nine"), 8, &mut Random::new(42));
    let alone = searched(4, &root, &[], to_depth(8));
    let mut helped = Searcher::new(4).unwrap();
    helped.start(&root, &[], to_depth(8));
    run(&mut helped.helper(1).unwrap());
    run(&mut helped);
    assert!(
        helped.nodes() * 4 < alone.nodes() * 3,
        "{} and {}",
        helped.nodes(),
        alone.nodes()
    );
    // Nothing of it is seen by the next search.
    helped.start(&root, &[], to_depth(8));
    run(&mut helped);
    assert_eq!(
        (helped.nodes(), helped.infos()),
        (alone.nodes(), alone.infos())
    );
}
