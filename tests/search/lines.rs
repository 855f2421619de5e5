//! Several lines at once (MultiPV).

use super::exact::{Partly, asking, five, three};
use super::random::{self, Random};
use super::twin::{Twin, as_number};
use super::{searched, specs, start, to_depth};
use merels::search::{Info, Limits, Score, Searcher, Status};
use merels::value::Value;
use merels::{Position, Probe, Wdl};
use std::sync::Arc;

fn lines(lines: u32, limits: Limits) -> Limits {
    limits.lines(lines)
}

/// The reports, those that came together in one list.
fn blocks(searcher: &Searcher) -> Vec<&[Info]> {
    searcher
        .infos()
        .chunk_by(|one, next| next.line == one.line + 1)
        .collect()
}

#[test]
fn each_line_is_worth_what_plain_minimax_finds() {
    let mut random = Random::new(31);
    let mut all = 0;
    for spec in specs() {
        let mut left: u64 = 200_000;
        let mut compared = 0;
        while left > 0 && compared < 60 {
            let (root, earlier) = random::position(start(spec), 70, &mut random);
            let turns = root.legal_moves();
            let deepest = match turns.len() {
                0 => continue,
                // Deeper, turns are reduced and pruned.
                1..=20 => 2,
                _ => 1,
            };
            let depth = 1 + random.below(deepest) as u32;
            let wanted = 2 + random.below(turns.len()) as u32;
            let searcher = searched(0, &root, &earlier, lines(wanted, to_depth(depth)));
            let depth = searcher.info().unwrap().depth as i32;
            let mut twin = Twin {
                path: vec![root.identity()],
                earlier,
                nodes: 0,
            };
            let mut values: Vec<_> = turns
                .iter()
                .map(|&mv| (mv, twin.value_of(&root, mv, depth)))
                .collect();
            left = left.saturating_sub(twin.nodes);
            if twin.gave_up() {
                continue;
            }
            for (i, info) in searcher.lines().iter().enumerate() {
                let value = values.iter().find(|&&(mv, _)| mv == info.pv[0]).unwrap().1;
                assert_eq!(
                    as_number(info.score),
                    value,
                    "{root}, depth {depth}, line {}",
                    i + 1
                );
            }
            values.sort_by_key(|&(_, value)| -value);
            let found: Vec<_> = searcher
                .lines()
                .iter()
                .map(|info| as_number(info.score))
                .collect();
            let best: Vec<_> = values
                .iter()
                .map(|&(_, value)| value)
                .take(wanted as usize)
                .collect();
            // From the second ply on, a turn may be pruned that would have been one of them.
            assert!(
                found.is_sorted_by(|one, next| one >= next),
                "{root}: {found:?}"
            );
            assert!(
                depth > 1 || found == best,
                "{root}, {wanted} lines: {found:?}, {best:?}"
            );
            compared += 1;
        }
        all += compared;
    }
    assert!(all > 300, "only {all} compared");
}

/// A line is no more cut short than the tree is: it ends where the search did, or the game, or
/// where it repeats itself.
fn assert_whole(root: &Position, info: &Info) {
    let mut seen = vec![root.identity()];
    let last = info.pv.iter().fold(*root, |position, &mv| {
        let next = position
            .play(mv)
            .unwrap_or_else(|error| panic!("{root}: {info:?}: {error}"));
        seen.push(next.identity());
        next
    });
    let recurs = seen[..seen.len() - 1].contains(&last.identity());
    let decided = !matches!(info.score, Score::Cp(_));
    assert!(
        info.pv.len() >= info.depth as usize || last.outcome().is_some() || recurs || decided,
        "{root}: {info:?}"
    );
    assert!(
        info.pv.len() >= 2 || info.depth == 1 || last.outcome().is_some(),
        "{root}: {info:?}"
    );
}

#[test]
fn lines_are_whole_and_the_best_turn_begins_the_first() {
    let mut random = Random::new(32);
    for spec in specs() {
        for wanted in [1, 2, 3, 5, 400] {
            for _ in 0..4 {
                let (root, _) = random::position(start(spec), 60, &mut random);
                let turns = root.legal_moves().len();
                if turns == 0 {
                    continue;
                }
                let mut searcher = Searcher::new(1).unwrap();
                searcher.start(&root, &[], lines(wanted, Limits::default().nodes(20_000)));
                while searcher.step(777) == Status::Running {
                    assert_eq!(searcher.info(), searcher.lines().first());
                    let first = searcher.info().map(|info| info.pv[0]);
                    assert!(first.is_none() || searcher.best_move() == first, "{root}");
                }
                assert_eq!(
                    searcher.best_move(),
                    searcher.info().map(|info| info.pv[0]),
                    "{root}"
                );
                for block in blocks(&searcher) {
                    assert_eq!(block.len(), turns.min(wanted as usize), "{root}: {block:?}");
                    assert!(
                        block
                            .iter()
                            .enumerate()
                            .all(|(i, info)| info.line as usize == i + 1),
                        "{block:?}"
                    );
                    assert!(
                        block.is_sorted_by_key(|info| -as_number(info.score)),
                        "{root}: {block:?}"
                    );
                    let mut first: Vec<_> = block
                        .iter()
                        .map(|info| info.pv[0].display(root.board()).to_string())
                        .collect();
                    first.sort_unstable();
                    first.dedup();
                    assert_eq!(first.len(), block.len(), "{root}: {block:?}");
                    block.iter().for_each(|info| assert_whole(&root, info));
                }
            }
        }
    }
}

#[test]
fn one_line_is_the_usual_search() {
    let root = start("nine");
    let plain = searched(1, &root, &[], to_depth(6));
    for wanted in [0, 1] {
        let one = searched(1, &root, &[], lines(wanted, to_depth(6)));
        assert_eq!((one.infos(), one.nodes()), (plain.infos(), plain.nodes()));
    }
    let level = merels::level::LEVELS[3].limits(&root, 7);
    let [one, many] = [1, 5].map(|wanted| searched(1, &root, &[], lines(wanted, level)));
    assert_eq!(
        (one.infos(), one.best_move()),
        (many.infos(), many.best_move()),
        "a handicap has one line"
    );
}

/// Of a solved game every turn has its exact value, the losing ones too.
#[test]
fn exact_values_are_those_of_all_turns() {
    let mut random = Random::new(33);
    let mut lost = 0;
    for (spec, solution) in [("three", three()), ("five", five())] {
        for _ in 0..100 {
            let (root, _) = random::position(start(spec), 40, &mut random);
            let Some(values) = solution
                .move_values(&root)
                .filter(|values| !values.is_empty())
            else {
                continue;
            };
            let limits = lines(400, Limits::default().nodes(3_000));
            let searcher = asking(solution.clone(), &root, limits);
            assert_eq!(searcher.lines().len(), values.len(), "{root}");
            for info in searcher.lines() {
                let value = values.iter().find(|(mv, _)| *mv == info.pv[0]).unwrap().1;
                let score = match value {
                    Value::Win(plies) => Score::Win(plies),
                    Value::Loss(plies) => Score::Loss(plies),
                    Value::Draw => Score::Draw,
                };
                assert_eq!(info.score, score, "{root}: {info:?}");
                let last = info
                    .pv
                    .iter()
                    .fold(root, |position, &mv| position.play(mv).unwrap());
                assert!(
                    value == Value::Draw || info.pv.len() == 40 || last.outcome().is_some(),
                    "{root}: {info:?}"
                );
                lost += usize::from(matches!(value, Value::Loss(_)));
            }
            let best = solution.best_moves(&root);
            assert!(best.contains(&searcher.best_move().unwrap()), "{root}");
        }
    }
    assert!(lost > 200, "only {lost} losing turns");
}

/// Values without distances, of all positions or of some: what is known is said, and stands in its
/// place.
#[test]
fn known_values_order_the_lines() {
    let mut random = Random::new(34);
    let mut mixed = 0;
    for slow in [false, true] {
        for least_on_board in [0, 3, 4, 6, 8] {
            for _ in 0..40 {
                let root = random::position(start("five"), 30, &mut random).0;
                if root.legal_moves().is_empty() {
                    continue;
                }
                let source = Partly {
                    all: five().clone(),
                    least_on_board,
                    slow,
                };
                let limits = lines(400, Limits::default().nodes(2_000));
                let searcher = asking(Arc::new(source), &root, limits);
                let source = Partly {
                    all: five().clone(),
                    least_on_board,
                    slow,
                };
                let mut before = Wdl::Win;
                let mut known = 0;
                for info in searcher.lines() {
                    let next = root.after(info.pv[0]);
                    let Some(value) = source.covers(&next).then(|| source.value(&next)).flatten()
                    else {
                        continue;
                    };
                    let value = value.before();
                    known += 1;
                    assert!(
                        value <= before,
                        "{root}: {info:?} is {value} and stands after {before}"
                    );
                    before = value;
                    match value {
                        Wdl::Draw => assert_eq!(info.score, Score::Draw, "{root}"),
                        Wdl::Win => {
                            assert!(
                                matches!(info.score, Score::Win(_) | Score::Cp(10_000)),
                                "{root}: {info:?}"
                            )
                        }
                        Wdl::Loss => {
                            assert!(
                                matches!(info.score, Score::Loss(_) | Score::Cp(-10_000)),
                                "{root}: {info:?}"
                            );
                        }
                    }
                }
                mixed += usize::from(known > 0 && known < searcher.lines().len());
                for info in searcher.infos() {
                    info.pv
                        .iter()
                        .fold(root, |position, &mv| position.play(mv).unwrap());
                }
                let kept = lines(400, Limits::default().nodes(1));
                let source = Partly {
                    all: five().clone(),
                    least_on_board: 0,
                    slow,
                };
                let at_once = asking(Arc::new(source), &root, kept).best_move().unwrap();
                let next = root.after(at_once);
                let value = Probe::value(&**five(), &next).map(Wdl::before);
                assert!(
                    next.outcome().is_some() || value == Probe::value(&**five(), &root),
                    "{root}"
                );
            }
        }
    }
    assert!(mixed > 5, "only {mixed} with known and unknown turns");
}
