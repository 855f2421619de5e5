//! The exact values: against a second solver without index, symmetry or bit tricks, against
//! published tables, and against themselves (every value follows from its successors').

use crate::slow;
use merels::position::Outcome;
use merels::tablebase::numbering::Numbering;
use merels::tablebase::{Sector, Solution, Solver};
use merels::value::Value;
use merels::{Position, Rules};
use std::collections::HashMap;
use std::sync::OnceLock;

fn rules(spec: &str) -> Rules {
    spec.parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn solve(spec: &str) -> Solution {
    Solver::new(&rules(spec)).unwrap().finish()
}

/// What a position is, apart from clock and number.
fn key(position: &Position) -> u64 {
    position.key()
}

/// Every position that play from the start can reach, with its successors, plain and unreduced.
struct Plain {
    positions: Vec<Position>,
    successors: Vec<Vec<usize>>,
    values: Vec<Option<Value>>,
}

impl Plain {
    fn explore(start: Position) -> Self {
        let mut numbers = HashMap::from([(key(&start), 0)]);
        let mut plain = Self {
            positions: vec![start],
            successors: Vec::new(),
            values: Vec::new(),
        };
        while plain.successors.len() < plain.positions.len() {
            let position = plain.positions[plain.successors.len()];
            let mut next = Vec::new();
            for mv in position.legal_moves() {
                let position = position.play(mv).unwrap();
                let number = *numbers.entry(key(&position)).or_insert_with(|| {
                    plain.positions.push(position);
                    plain.positions.len() - 1
                });
                next.push(number);
            }
            plain.values.push(match position.outcome() {
                None => None,
                Some(Outcome::Draw(_)) => Some(Value::Draw),
                Some(Outcome::Win(winner, _)) => {
                    assert_ne!(
                        winner,
                        position.side_to_move(),
                        "nobody wins by the other side's turn"
                    );
                    Some(Value::Loss(0))
                }
            });
            plain.successors.push(next);
        }
        plain
    }

    /// Forward value iteration: in round `n` whatever is decided in `n` plies, until a round
    /// decides nothing for longer than any successor could matter.
    fn iterate(&mut self) {
        let mut quiet = 0;
        for plies in 1.. {
            let decided: Vec<(usize, Value)> = (0..self.positions.len())
                .filter(|&i| self.values[i].is_none())
                .filter_map(|i| {
                    let next = || self.successors[i].iter().map(|&j| self.values[j]);
                    if next().any(|value| matches!(value, Some(Value::Loss(n)) if n + 1 == plies)) {
                        return Some((i, Value::Win(plies)));
                    }
                    let lost =
                        next().all(|value| matches!(value, Some(Value::Win(n)) if n < plies));
                    (lost && !self.successors[i].is_empty()).then_some((i, Value::Loss(plies)))
                })
                .collect();
            quiet = if decided.is_empty() { quiet + 1 } else { 0 };
            for (i, value) in decided {
                self.values[i] = Some(value);
            }
            if quiet > 2 {
                return;
            }
        }
    }
}

/// Without the draw rules by repetition and count, which exact values leave aside.
fn plain_rules(spec: &str) -> Rules {
    let mut rules = rules(spec);
    rules.set("quiet", "never").unwrap();
    rules.set("repeat", "never").unwrap();
    rules
}

#[test]
fn values_agree_with_plain_value_iteration() {
    let specs = [
        "three",
        "nine-holes",
        "three[fly=3]",
        "three[blocked=draw]",
        "three[blocked=pass]",
        "six[men=3]",
        "six[blocked=pass,men=3]",
        "six[men=3,protect=always]",
        "three[goal=capture,men=4]",
        "three[goal=capture,men=4,phases=mixed]",
        "nine-holes[goal=capture,men=4,fly=4,mills=each]",
    ];
    // MERELS_PLAIN asks for these too; the values of the second without the distances `six_family`
    // compares anyway.
    let larger = std::env::var_os("MERELS_PLAIN")
        .map(|_| ["six[fly=3,men=3,mills=each,protect=never]", "six[men=4]"]);
    for spec in specs.into_iter().chain(larger.into_iter().flatten()) {
        all_positions_agree(spec, 1000);
    }
}

#[test]
fn starts_have_their_published_values() {
    let three = solve("three");
    let start = Position::start(rules("three")).unwrap();
    for (mv, value) in three.move_values(&start).unwrap() {
        let point = mv.display(start.board()).to_string();
        let won = match point.as_str() {
            "b2" => matches!(value, Value::Win(_)),
            "a1" | "a3" | "c1" | "c3" => value == Value::Draw,
            _ => matches!(value, Value::Loss(_)),
        };
        assert!(
            won,
            "{point} is {value:?}: the centre wins, corners draw, edges lose"
        );
    }
    for spec in ["five", "six"] {
        assert_eq!(
            solve(spec).value(&Position::start(rules(spec)).unwrap()),
            Some(Value::Draw),
            "{spec}"
        );
    }
}

/// Own results, not known to be published.
#[test]
fn starts_have_the_values_that_were_found_here() {
    let start = Position::start(rules("nine-holes")).unwrap();
    let holes = solve("nine-holes");
    assert_eq!(holes.value(&start), Some(Value::Draw));
    assert_eq!(
        holes
            .move_values(&start)
            .unwrap()
            .iter()
            .filter(|(_, value)| *value == Value::Draw)
            .count(),
        9
    );
    // The largest of the small boards: 44.7 million slots. MERELS_SEVEN asks for it.
    if std::env::var_os("MERELS_SEVEN").is_some() {
        let seven = solve("seven");
        let start = Position::start(rules("seven")).unwrap();
        assert_eq!(seven.value(&start), Some(Value::Win(25)));
        let best = seven.best_moves(&start);
        assert_eq!(
            best.iter()
                .map(|mv| mv.display(start.board()).to_string())
                .collect::<Vec<_>>(),
            ["c3"]
        );
        let others = seven
            .move_values(&start)
            .unwrap()
            .into_iter()
            .filter(|(mv, _)| *mv != best[0]);
        assert!(
            others
                .clone()
                .all(|(_, value)| !matches!(value, Value::Win(_))),
            "{:?}",
            others.collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_draw_by_count_that_comes_before_the_end_is_seen() {
    let three = solve("three[quiet=4]");
    let mut seen = 0;
    let mut rng = slow::Rng::new(3);
    for _ in 0..5000 {
        let position: Position = slow::random_position("three[quiet=4]", &mut rng)
            .parse()
            .unwrap();
        let Some((draw, plies)) = three.draw_before_end(&position) else {
            continue;
        };
        assert_eq!(draw.id(), "quiet");
        let (Some(Value::Win(length)) | Some(Value::Loss(length))) = three.value(&position) else {
            panic!("{position}")
        };
        assert!(plies < length, "{position}");
        seen += 1;
    }
    assert!(seen > 0);
}

fn start_of(rules: Rules, own: usize, other: usize, hands: [usize; 2]) -> Position {
    // Any position of the sector: men on the first points for one side, on the last for the other.
    let mut setup = merels::Setup::start(rules);
    let points: Vec<_> = rules.board.points().collect();
    setup.men.0[0] = points[..own].iter().copied().collect();
    setup.men.0[1] = points[points.len() - other..].iter().copied().collect();
    setup.hands.0 = hands.map(|hand| u8::try_from(hand).unwrap());
    setup.try_into().unwrap()
}

/// The endgames of Nine Men's Morris with three men against four.
fn nine_at_seven() -> &'static Solution {
    static NINE: OnceLock<Solution> = OnceLock::new();
    NINE.get_or_init(|| {
        Solver::near(&start_of(plain_rules("nine"), 3, 4, [0, 0]))
            .unwrap()
            .finish()
    })
}

/// A row of a table: counts of men, then what a solver must find.
struct Row {
    sector: Sector,
    counts: [u64; 3],
    longest: [Option<u32>; 2],
}

fn rows(file: &str) -> Vec<Row> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/values")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let with_hands = text.starts_with("preset");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let n = |i: usize| fields[i].parse::<u64>().ok();
        let at = if with_hands { 6 } else { 2 };
        let men = |i: usize| n(i).unwrap() as usize;
        Row {
            sector: match with_hands {
                true => Sector {
                    own: men(1),
                    other: men(2),
                    own_hand: men(3),
                    other_hand: men(4),
                },
                false => Sector {
                    own: men(0),
                    other: men(1),
                    own_hand: 0,
                    other_hand: 0,
                },
            },
            counts: [n(at).unwrap(), n(at + 1).unwrap(), n(at + 2).unwrap()],
            longest: [n(at + 3).map(|n| n as u32), n(at + 4).map(|n| n as u32)],
        }
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn small_endgames_of_nine_agree_with_the_published_table() {
    // MERELS_MEN is the most men in all (7 unless told): 14 is the whole table but for the largest
    // classes.
    let most = std::env::var("MERELS_MEN")
        .ok()
        .map_or(7, |men| men.parse().expect("MERELS_MEN is a number"));
    let rows: Vec<_> = rows("nine-moving.csv")
        .into_iter()
        .filter(|row| row.sector.own + row.sector.other <= most)
        .collect();
    let mut checked = 0;
    for own in 3..=most / 2 {
        let near = || {
            Solver::near(&start_of(rules("nine"), own, most - own, [0, 0]))
                .unwrap()
                .finish()
        };
        let solution = if most == 7 { nine_at_seven() } else { &near() };
        for row in rows
            .iter()
            .filter(|row| row.sector.own == own || row.sector.other == own)
        {
            let Some(found) = solution.statistics(row.sector) else {
                continue;
            };
            assert_eq!(
                [found.wins, found.losses, found.draws],
                row.counts,
                "{:?}",
                row.sector
            );
            let longest = [
                found.longest_win.unwrap_or(0),
                found.longest_loss.unwrap_or(0),
            ];
            assert_eq!(longest.map(Some), row.longest, "{:?}", row.sector);
            checked += 1;
        }
    }
    assert!(checked >= rows.len(), "{checked} of {} rows", rows.len());
}

#[test]
fn classes_decoded_from_another_solution_agree() {
    let solution = nine_at_seven();
    let mut checked = 0;
    for row in rows("with-men-in-hand.csv") {
        // The others are of the large games' placing phases, out of reach here.
        let Some(found) = solution
            .statistics(row.sector)
            .filter(|_| row.sector.own_hand == 0)
        else {
            continue;
        };
        assert_eq!(
            [found.wins, found.losses, found.draws],
            row.counts,
            "{:?}",
            row.sector
        );
        let longest = [found.longest_win, found.longest_loss];
        assert_eq!(longest, row.longest, "{:?}", row.sector);
        checked += 1;
    }
    assert_eq!(checked, 3);
}

/// Values are right where each follows from its successors': a win is one ply longer than its
/// shortest loss, a loss one longer than its longest win, and a draw has a drawn successor and no
/// lost one. By induction over the plies wins and losses are true, and a draw can be held for ever.
/// Moves come from the rules, not from the solver.
#[test]
fn endgames_of_nine_are_proved_by_the_rules() {
    let all = std::env::var_os("MERELS_MEN").is_some();
    let nine = plain_rules("nine");
    let solution = nine_at_seven();
    let numbering = Numbering::new(nine.board, 4);
    for (own, other) in [(3, 3), (3, 4), (4, 3)] {
        let every = if all { 1 } else { 40 };
        let mut count = 0;
        numbering
            .blocks(own, other)
            .each_canonical(|_, mover, waiting| {
                count += 1;
                if count % every != 0 {
                    return;
                }
                let mut setup = merels::Setup::start(nine);
                setup.men.0 = [mover, waiting];
                setup.hands.0 = [0, 0];
                let position = Position::try_from(setup).unwrap();
                let value = solution.value(&position).unwrap();
                match position.outcome() {
                    Some(_) => assert_eq!(value, Value::Loss(0), "{position}"),
                    None => {
                        let moves = solution.move_values(&position).unwrap();
                        assert_eq!(moves.len(), position.legal_moves().len());
                        let best = moves
                            .into_iter()
                            .map(|(_, value)| value)
                            .max_by_key(|value| value.order());
                        assert_eq!(Some(value), best, "{position}");
                    }
                }
            });
        assert!(count > 100_000);
    }
}

#[test]
fn every_value_follows_from_its_successors() {
    for spec in ["three", "nine-holes", "five", "six[fly=3,men=4]"] {
        let rules = plain_rules(spec);
        let solution = Solver::new(&rules).unwrap().finish();
        let mut rng = slow::Rng::new(7);
        let mut checked = 0;
        while checked < 2_000 {
            let position: Position = slow::random_position(&rules.to_string(), &mut rng)
                .parse()
                .unwrap();
            let Some(value) = solution.value(&position) else {
                continue;
            };
            let best = solution
                .move_values(&position)
                .unwrap()
                .into_iter()
                .map(|(_, value)| value)
                .max_by_key(|v| v.order());
            if position.outcome().is_none() {
                assert_eq!(Some(value), best, "{position}");
            }
            checked += 1;
        }
    }
}

/// Compares the values of every position reachable from the start. There are `least` of them or
/// more.
fn all_positions_agree(spec: &str, least: usize) {
    let rules = plain_rules(spec);
    let solution = Solver::new(&rules).unwrap().finish();
    let mut plain = Plain::explore(Position::start(rules).unwrap());
    plain.iterate();
    for (position, value) in plain.positions.iter().zip(&plain.values) {
        assert_eq!(
            solution.value(position),
            Some(value.unwrap_or(Value::Draw)),
            "{position}"
        );
    }
    assert!(
        plain.positions.len() >= least,
        "{spec} has only {} positions",
        plain.positions.len()
    );
}

/// Games with rules that are solved in rounds, and games to the last man; the largest where
/// `MERELS_PLAIN` is given.
#[test]
fn values_of_the_games_of_the_world_agree_with_plain_value_iteration() {
    let larger =
        std::env::var_os("MERELS_PLAIN").map(|_| ("six[fly=3,least=1,men=3,mills=each]", 1_000));
    let quick = [
        ("picaria", 50_000),
        ("shisima", 1_000),
        ("tsoro-yematatu", 800),
        ("tant-fant", 1_000),
        ("tant-fant[blocked=pass,fly=jump]", 1_000),
        ("three[begin=board,goal=capture,protect=never]", 1_000),
        ("three[centre=barred,goal=capture,men=4,mills=each]", 1_000),
        ("tsoro-yematatu[goal=capture,least=1,phases=mixed]", 1_000),
        ("three[goal=capture,least=1,men=4]", 1_000),
        (
            "nine-holes[goal=capture,least=1,men=4,protect=never]",
            1_000,
        ),
    ];
    for (spec, least) in quick.into_iter().chain(larger) {
        all_positions_agree(spec, least);
    }
}

/// Own results, not known to be published: the value, and the first turns that keep it.
#[test]
fn the_games_of_the_world_have_the_values_that_were_found_here() {
    for (spec, value, keeping) in [
        ("picaria", Value::Win(7), "c5 a3 e3 c1"),
        ("shisima", Value::Draw, "a1-a2 b1-b2 c1-c2"),
        ("tsoro-yematatu", Value::Draw, "c5 b3 c3 d3 a1 c1 e1"),
        ("tant-fant", Value::Draw, "a1-a2 b1-b2 c1-c2"),
    ] {
        let start = Position::start(rules(spec)).unwrap();
        let solution = solve(spec);
        assert_eq!(solution.value(&start), Some(value), "{spec}");
        let moves: Vec<_> = solution
            .best_moves(&start)
            .iter()
            .map(|mv| mv.display(start.board()).to_string())
            .collect();
        assert_eq!(moves.join(" "), keeping, "{spec}");
    }
}

#[test]
fn what_is_not_modelled_is_refused() {
    use merels::tablebase::{Unsolvable, fits_in_memory};
    for (spec, why) in [
        ("mul-mulan", Unsolvable::Between),
        ("three[between=taken,goal=capture]", Unsolvable::Between),
        ("three[between=enclosed,goal=capture]", Unsolvable::Between),
        ("six[between=either]", Unsolvable::Between),
        ("six[leap=take]", Unsolvable::Between),
        ("seven[centre=barred]", Unsolvable::TooManyForRounds),
        ("nine[fly=jump]", Unsolvable::TooManyForRounds),
        ("morabaraba", Unsolvable::ReformBan),
        ("nine", Unsolvable::TooMany),
    ] {
        assert_eq!(Solver::new(&rules(spec)).err(), Some(why), "{spec}");
        assert!(!fits_in_memory(&rules(spec)), "{spec}");
    }
    assert!(fits_in_memory(&rules("six-penny-madell")));
}
