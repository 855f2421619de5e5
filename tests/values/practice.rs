//! Exercises: against a second, plain reading of what each kind asks, and drawn from games of
//! levels with the solution of Nine Men's Morris.

use crate::slow::{self, Rng};
use merels::chances::Replier;
use merels::level::LEVELS;
use merels::moves::History;
use merels::practice::{ExerciseKind, as_beginning, holding, key};
use merels::search::{Searcher, Status, evaluate};
use merels::tablebase::{Data, Solver};
use merels::value::Probe;
use merels::{Move, Position, Preset, Rules, Side, Wdl};
use std::collections::HashSet;
use std::path::Path;

/// The longest game, in plies.
const LONGEST: usize = 150;

/// A level's move.
fn chosen(searcher: &mut Searcher, history: &History, level: usize, seed: u64) -> Option<Move> {
    let position = history.position();
    let limits = LEVELS[level - 1].limits(position, seed);
    searcher.start(position, history.earlier(), limits);
    while searcher.step(u64::MAX) == Status::Running {}
    searcher.best_move()
}

/// The positions of a game of two levels.
fn game(searcher: &mut Searcher, rules: Rules, levels: [usize; 2], seed: u64) -> Vec<Position> {
    let mut history = History::from(Position::start(rules).unwrap());
    let mut seen = Vec::new();
    while history.position().outcome().is_none() && seen.len() < LONGEST {
        seen.push(*history.position());
        let level = levels[history.position().side_to_move() as usize];
        let mv = chosen(searcher, &history, level, seed).unwrap();
        history.play(mv).unwrap();
    }
    seen
}

/// Whether a position is an exercise, read plainly from its line and the slow rules.
fn plainly(kind: ExerciseKind, line: &str, source: &dyn Probe) -> bool {
    let successors = slow::successors(line);
    if slow::outcome(line).is_some() || successors.is_empty() {
        return false;
    }
    let words: Vec<&str> = line.split(' ').collect();
    let count = |man: char| words[1].chars().filter(|&c| c == man).count();
    let hands: Vec<usize> = words[3].split(',').map(|n| n.parse().unwrap()).collect();
    let men = [count('W'), count('B')];
    let worth = |next: &str| {
        let position: Position = next.parse().unwrap();
        source.value_or_outcome(&position).unwrap().before()
    };
    let moves: Vec<(&str, Wdl)> = successors
        .iter()
        .map(|(mv, next)| (mv.as_str(), worth(next)))
        .collect();
    let value = moves.iter().map(|&(_, value)| value).max().unwrap();
    let (holds, fails): (Vec<_>, Vec<_>) = moves.iter().partition(|&&(_, worth)| worth == value);
    if value == Wdl::Loss || fails.is_empty() {
        return false;
    }
    let takes = |mv: &str| mv.contains('x');
    let placed = hands == [0, 0];
    if kind == ExerciseKind::Take {
        // The same man to the same point: what it takes is all that differs.
        let way = |mv: &str| mv.split('x').next().unwrap().to_owned();
        return placed
            && holds.iter().all(|&&(mv, _)| takes(mv))
            && holds.iter().any(|&&(right, _)| {
                fails
                    .iter()
                    .any(|&&(wrong, _)| takes(wrong) && way(wrong) == way(right))
            });
    }
    if moves.iter().any(|&(mv, _)| takes(mv)) {
        return false;
    }
    let in_all = [men[0] + hands[0], men[1] + hands[1]];
    let flying = in_all.contains(&3) && in_all.iter().all(|n| (3..=5).contains(n));
    match kind {
        ExerciseKind::Win => value == Wdl::Win && placed && !flying,
        ExerciseKind::Hold => value == Wdl::Draw && placed && !flying,
        ExerciseKind::Opening => {
            (2..=5).contains(&(men[0] + men[1])) && men == [6 - hands[0], 6 - hands[1]]
        }
        _ => placed && flying,
    }
}

/// In games of weak levels by rules in which men fly at three.
#[test]
fn exercises_of_a_small_game_are_what_a_plain_reading_says() {
    let rules: Rules = "six[fly=3]".parse().unwrap();
    let solution = Solver::new(&rules).unwrap().finish();
    let (mut searcher, mut rng) = (Searcher::new(1).unwrap(), Rng::new(51));
    let mut found = [0; 5];
    for seed in 0..30 {
        let levels = [1 + rng.below(3), 1 + rng.below(3)];
        for position in game(&mut searcher, rules, levels, seed) {
            let Some((value, keeps)) = holding(&position, &solution) else {
                panic!("{position}");
            };
            let line = as_beginning(&position).unwrap().to_string();
            for &kind in ExerciseKind::ALL {
                let fits = kind.fits(&position, value, &keeps);
                assert_eq!(
                    fits,
                    plainly(kind, &line, &solution),
                    "{}: {position}",
                    kind.id()
                );
                assert!(!fits || kind.admits(&position), "{}: {position}", kind.id());
                found[kind as usize] += u32::from(fits);
            }
        }
    }
    assert!(found.iter().all(|&found| found > 2), "{found:?}");
}

#[test]
fn an_exercise_is_known_again_whichever_way_the_board_is_turned() {
    let (mut rng, mut keys) = (Rng::new(7), HashSet::new());
    for _ in 0..200 {
        let line = slow::random_position("nine", &mut rng);
        let position: Position = line.parse().unwrap();
        let of = |position: &Position| key(ExerciseKind::Hold, position);
        for symmetry in position.rules().symmetries() {
            assert_eq!(of(&position.mapped(symmetry)), of(&position), "{position}");
        }
        assert_ne!(of(&position), key(ExerciseKind::Take, &position));
        keys.insert(of(&position));
    }
    assert!(keys.len() > 150, "{}", keys.len());
}

#[test]
fn games_have_the_exercises_that_their_rules_allow() {
    let kinds = |spec: &str| {
        let rules: Rules = spec.parse().unwrap();
        ExerciseKind::ALL
            .iter()
            .copied()
            .filter(|kind| kind.is_in(&rules))
            .map(ExerciseKind::id)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(kinds("nine"), "win hold opening take fly");
    assert_eq!(kinds("nine[fly=never]"), "win hold opening take");
    assert_eq!(kinds("three"), "win hold opening");
    for &kind in ExerciseKind::ALL {
        assert_eq!(ExerciseKind::by_id(kind.id()), Some(kind));
    }
}

/// An exercise of Nine Men's Morris.
struct Drawn {
    kind: ExerciseKind,
    position: Position,
    holding: Vec<Move>,
    /// How likely a player of level 5 misses it.
    missed: f64,
}

/// Draws so many exercises of each kind, one of a kind from a game at most.
fn draw(count: usize, source: &dyn Probe) -> Vec<Drawn> {
    let (mut searcher, mut rng) = (Searcher::new(1).unwrap(), Rng::new(500));
    let mut player = Replier::of_level(5).unwrap().unwrap();
    let (mut drawn, mut keys): (Vec<Drawn>, _) = (Vec::new(), HashSet::new());
    let lacks = |drawn: &[Drawn], kind: ExerciseKind| {
        drawn.iter().filter(|other| other.kind == kind).count() < count
    };
    for seed in 0.. {
        if ExerciseKind::ALL.iter().all(|&kind| !lacks(&drawn, kind)) {
            println!("{seed} games");
            break;
        }
        let levels = [2 + rng.below(4), 2 + rng.below(4)];
        let mut seen = game(&mut searcher, Preset::Nine.rules(), levels, seed);
        for at in (1..seen.len()).rev() {
            seen.swap(at, rng.below(at + 1));
        }
        for &kind in ExerciseKind::ALL {
            if !lacks(&drawn, kind) {
                continue;
            }
            let found = seen.iter().find_map(|position| {
                let position = as_beginning(position).ok()?;
                if !kind.admits(&position) || keys.contains(&key(kind, &position)) {
                    return None;
                }
                // Its own value is found much sooner than those of all moves.
                let own = source.value(&position)?;
                let wanted = match kind {
                    ExerciseKind::Win => own == Wdl::Win,
                    ExerciseKind::Hold => own == Wdl::Draw,
                    _ => own != Wdl::Loss,
                };
                if !wanted {
                    return None;
                }
                let (value, holding) = holding(&position, source)?;
                kind.fits(&position, value, &holding)
                    .then_some((position, holding))
            });
            let Some((position, holding)) = found else {
                continue;
            };
            keys.insert(key(kind, &position));
            if drawn.len() % 100 == 99 {
                println!("{} drawn", drawn.len() + 1);
            }
            drawn.push(Drawn {
                kind,
                position,
                holding,
                missed: player.replies(&position, source).unwrap().missed,
            });
        }
    }
    drawn
}

/// Checks the claims of an exercise by the slow rules and the values of all moves.
fn check(drawn: &Drawn, source: &dyn Probe) {
    let line = drawn.position.to_string();
    let worth = |next: &str| {
        let next: Position = next.parse().unwrap();
        source.value_or_outcome(&next).unwrap().before()
    };
    let moves: Vec<(String, Wdl)> = slow::successors(&line)
        .into_iter()
        .map(|(mv, next)| (mv, worth(&next)))
        .collect();
    let value = moves.iter().map(|&(_, value)| value).max().unwrap();
    let own = source.value(&drawn.position);
    assert!(own.is_none_or(|own| own == value), "{line}");
    assert!(value != Wdl::Loss, "{line}");
    assert!(
        drawn.kind != ExerciseKind::Win || value == Wdl::Win,
        "{line}"
    );
    assert!(
        drawn.kind != ExerciseKind::Hold || value == Wdl::Draw,
        "{line}"
    );
    let fails = moves.iter().filter(|&&(_, worth)| worth < value).count();
    assert_eq!(fails, moves.len() - drawn.holding.len(), "{line}");
    assert!(fails > 0, "{line}");
    let takes = |(mv, _): &(String, Wdl)| mv.contains('x');
    if drawn.kind == ExerciseKind::Take {
        let holds = |(_, worth): &&(String, Wdl)| *worth == value;
        assert!(moves.iter().filter(holds).all(takes), "{line}");
    } else {
        assert!(!moves.iter().any(takes), "{line}");
    }
    if drawn.kind == ExerciseKind::Fly {
        let men = Side::BOTH.map(|side| drawn.position.men(side).len());
        assert!(men.contains(&3) && men.iter().all(|n| (3..=5).contains(n)));
    }
}

/// Prints how often levels find a move that holds, by how likely level 5 is said to miss it.
#[test]
#[ignore = "it takes long and needs data/nine: docs/practice.md says how to run it"]
fn exercises_of_nine() {
    let count = std::env::var("MERELS_PRACTICE").map_or(500, |text| text.parse().unwrap());
    let source = Data::open(Path::new("data/nine"), evaluate)
        .unwrap()
        .all_values();
    let drawn = draw(count, &*source);
    for exercise in &drawn {
        check(exercise, &*source);
    }
    const BOUNDS: [f64; 5] = [0.0, 0.05, 0.2, 0.6, 1.01];
    let kinds = ExerciseKind::ALL.iter().copied().map(Some).chain([None]);
    let mut searcher = Searcher::new(16).unwrap();
    let tries: Vec<[bool; 4]> = drawn
        .iter()
        .enumerate()
        .map(|(seed, exercise)| {
            [2, 4, 6, 8].map(|level| {
                searcher.clear();
                let history = History::from(exercise.position);
                let mv = chosen(&mut searcher, &history, level, seed as u64).unwrap();
                exercise.holding.contains(&mv)
            })
        })
        .collect();
    for kind in kinds {
        println!("{}", kind.map_or("all", ExerciseKind::id));
        for bounds in BOUNDS.windows(2) {
            let within = |(exercise, _): &(&Drawn, &[bool; 4])| {
                kind.is_none_or(|kind| kind == exercise.kind)
                    && (bounds[0]..bounds[1]).contains(&exercise.missed)
            };
            let of: Vec<_> = drawn.iter().zip(&tries).filter(within).collect();
            let share = |at: usize| {
                let solved = of.iter().filter(|(_, solved)| solved[at]).count();
                format!("{:.0} %", 100.0 * solved as f64 / of.len().max(1) as f64)
            };
            let shares: Vec<String> = (0..4).map(share).collect();
            println!(
                "| {:.0} to {:.0} % | {} | {} |",
                100.0 * bounds[0],
                (100.0 * bounds[1]).min(100.0),
                of.len(),
                shares.join(" | ")
            );
        }
    }
}
