//! The opening explorer: of small games against a plain count, the shipped one against the shipped values of the first
//! placings and, with `MERELS_TABLES`, against the tables that it was made from; files that were changed.

use crate::slow::Rng;
use merels::search::MovePrior;
use merels::tablebase::Solver;
use merels::tablebase::directory::Tables;
use merels::tablebase::explorer::{Explorer, MakeError, Placing, explore, make};
use merels::tablebase::opening::Opening;
use merels::tablebase::opening::format::OpeningError;
use merels::tablebase::{Probe, Wdl};
use merels::{Move, Position, Preset, Rules};
use std::collections::BTreeMap;

static SHIPPED: &[u8] = include_bytes!("../../data/nine.explorer");

fn rules(spec: &str) -> Rules {
    spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn made(source: &dyn Probe, rules: &Rules, plies: usize, width: usize) -> Result<(Vec<u8>, Explorer), MakeError> {
    let prior = MovePrior::new(rules);
    make(source, rules, plies, width, |position, turns| prior.weights(position, turns))
}

/// Each turn with its value, the replies and those that hold: turn by turn, without symmetries.
fn plainly(source: &dyn Probe, position: &Position) -> BTreeMap<String, (Wdl, u32, u32)> {
    let of = |turn: Move| {
        let after = position.play(turn).unwrap();
        let worth = |reply| source.value(&after.play(reply).unwrap()).unwrap().before();
        let replies: Vec<Wdl> = after.legal_moves().into_iter().map(worth).collect();
        let best = *replies.iter().max().unwrap();
        let holding = replies.iter().filter(|&&value| value == best).count();
        (turn.display(position.board()).to_string(), (best.before(), replies.len() as u32, holding as u32))
    };
    position.legal_moves().into_iter().map(of).collect()
}

fn by_turn(position: &Position, placings: &[Placing]) -> BTreeMap<String, (Wdl, u32, u32)> {
    let mut found = BTreeMap::new();
    for placing in placings {
        let told = (placing.told.value, placing.told.replies, placing.told.holding.unwrap());
        for turn in &placing.turns {
            let before = found.insert(turn.display(position.board()).to_string(), told);
            assert!(before.is_none(), "{position}: a turn stands twice");
        }
    }
    found
}

/// A position after so many random turns.
fn any(rng: &mut Rng, rules: Rules, plies: usize) -> Position {
    let mut position = Position::start(rules).unwrap();
    for _ in 0..plies {
        position = position.play(rng.pick(&position.legal_moves())).unwrap();
    }
    position
}

#[test]
fn of_small_games_all_is_told() {
    let mut rng = Rng::new(1);
    for (spec, plies) in [("six[men=4]", 5), ("five", 5), ("seven[men=4]", 4), ("six[first=black,men=4]", 5)] {
        let rules = rules(spec);
        let solution = Solver::new(&rules).unwrap().finish();
        let (file, explorer) = made(&solution, &rules, plies, usize::MAX).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(made(&solution, &rules, plies, usize::MAX).unwrap().0, file, "{spec}: the same bytes every time");
        assert_eq!(explorer.plies(), plies);
        for _ in 0..200 {
            let played = rng.below(plies);
            let position = any(&mut rng, rules, played);
            let wanted = plainly(&solution, &position);
            let placings = explorer.explore(&position).unwrap_or_else(|| panic!("{position}"));
            assert_eq!(by_turn(&position, &placings), wanted, "{position}");
            assert_eq!(by_turn(&position, &explore(&solution, &position).unwrap()), wanted, "{position}");
            let order = |placing: &Placing| (std::cmp::Reverse(placing.told.value), placing.told.holding);
            assert!(placings.is_sorted_by_key(order), "{position}");
        }
        assert_eq!(explorer.explore(&any(&mut rng, rules, plies)), None, "{spec}: it ends there");
    }
}

#[test]
fn only_what_is_asked_for_is_told() {
    let rules = rules("six[men=4]");
    let solution = Solver::new(&rules).unwrap().finish();
    let (_, narrow) = made(&solution, &rules, 5, 3).unwrap();
    assert!((10..=13).contains(&narrow.positions()), "{}", narrow.positions());
    let line = |line: &str| line.parse::<Position>().unwrap();
    assert!(narrow.explore(&line("six[men=4] 3/3/4/3/3 w 4,4 0 1")).is_some());
    assert!(narrow.explore(&line("six[first=black,men=4,quiet=9] 3/3/4/3/3 b 4,4 0 1")).is_some());
    assert!(narrow.explore(&line("six 3/3/4/3/3 w 6,6 0 1")).is_none(), "other rules");
    assert!(narrow.explore(&line("six[men=4] W2/3/4/3/3 w 3,4 0 1")).is_none(), "a turn was passed");
    assert!(narrow.explore(&line("six[men=4] WWW/BBB/1W1B/3/3 w 0,0 0 5")).is_none(), "a later phase");
    // What ends a game, and what no source knows.
    assert_eq!(explore(&solution, &line("six[men=4] WW1/3/4/3/BBB w 0,0 0 5")), None);
    assert_eq!(explore(&*Opening::shipped(), &line("six[men=4] 3/3/4/3/3 w 4,4 0 1")), None);
}

#[test]
fn what_cannot_be_made_is_not_made() {
    let rules_of = rules;
    let rules = rules("six[men=4]");
    let solution = Solver::new(&rules).unwrap().finish();
    let refused = |spec: &str, plies| made(&solution, &rules_of(spec), plies, 9).map(|_| ()).unwrap_err().to_string();
    assert_eq!(refused("six[men=4]", 9), "of six[men=4] at most 5 plies can be told");
    assert_eq!(refused("lasker", 3), "lasker has no placings that can be told of");
    assert!(refused("nine", 3).contains("there is no value of “nine "), "values of another game");
}

#[test]
fn changed_files_are_refused() {
    let rules = rules("six[men=4]");
    let solution = Solver::new(&rules).unwrap().finish();
    let (file, _) = made(&solution, &rules, 4, 20).unwrap();
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Explorer::read(&changed).is_err(), "byte {at}");
        assert!(matches!(Explorer::read(&file[..at]), Err(OpeningError::Length { found, .. }) if found == at));
    }
    assert!(matches!(Explorer::read(&[&file[..], &[0]].concat()), Err(OpeningError::Length { .. })));
    // With a checksum that is right for what was changed: whatever comes of it, it is no other explorer.
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let mut bytes = file[..file.len() - 4].to_vec();
        let at = 8 + rng.below(bytes.len() - 8);
        bytes[at] ^= 1 << rng.below(8);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        match Explorer::read(&bytes) {
            Err(_) => {}
            Ok(_) => assert!(at > file.len() - 10, "byte {at}: only the last bits may mean nothing"),
        }
    }
    // Each is refused where the other is wanted.
    let opening: &[u8] = include_bytes!("../../data/nine.opening");
    assert_eq!(Explorer::read(opening).unwrap_err(), OpeningError::NotAnOpening);
    assert_eq!(Opening::read(SHIPPED).unwrap_err(), OpeningError::NotAnOpening);
}

/// Positions of the shipped explorer, at random, each symmetry and both colours with them.
fn walk(explorer: &Explorer, games: usize, mut visit: impl FnMut(usize, &Position, &[Placing])) {
    let mut rng = Rng::new(3);
    let mut by_ply = vec![0; explorer.plies()];
    for _ in 0..games {
        let mut position = Position::start(rules(rng.pick::<&str>(&["nine", "nine[first=black]"]))).unwrap();
        for (ply, seen) in by_ply.iter_mut().enumerate() {
            let Some(placings) = explorer.explore(&position) else {
                assert!(ply > 4, "of the first plies all are told: {position}");
                break;
            };
            visit(ply, &position, &placings);
            *seen += 1;
            // On to where more is told.
            let turns = placings.iter().map(|placing| rng.pick(&placing.turns));
            let next: Vec<Position> = turns.map(|turn| position.play(turn).unwrap()).collect();
            let told: Vec<Position> = next.iter().copied().filter(|next| explorer.explore(next).is_some()).collect();
            position = rng.pick(if told.is_empty() { &next } else { &told });
        }
    }
    assert!(by_ply.iter().all(|&seen| seen >= 10), "{by_ply:?}");
}

#[test]
fn the_shipped_explorer_agrees_with_the_shipped_values() {
    assert!(SHIPPED.len() < 300_000, "{}", SHIPPED.len());
    let explorer = Explorer::read(SHIPPED).unwrap();
    assert_eq!((*explorer.rules(), explorer.plies()), (Preset::Nine.rules(), 10));
    assert!(explorer.positions() > 25_000, "{}", explorer.positions());
    let opening = Opening::shipped();
    walk(&explorer, 200, |ply, position, placings| {
        // Values of so many plies: of the turns' replies only as far.
        if ply + 2 <= opening.plies() {
            assert_eq!(by_turn(position, placings), plainly(&*opening, position), "{position}");
            assert_eq!(explore(&*opening, position).unwrap(), placings, "{position}");
        } else if ply < opening.plies() {
            for placing in explore(&*opening, position).unwrap() {
                let same = placings.iter().find(|other| other.turns == placing.turns).unwrap();
                assert_eq!((placing.told.value, placing.told.replies), (same.told.value, same.told.replies));
                assert!(placing.told.holding.is_none() || placing.told.holding == same.told.holding);
            }
        }
    });
}

/// Only where the tables of the whole game are: `MERELS_TABLES=DIR`.
#[test]
fn the_shipped_explorer_agrees_with_the_tables() {
    let Ok(directory) = std::env::var("MERELS_TABLES") else { return };
    let tables = Tables::open(directory.as_ref()).unwrap();
    if *tables.rules() != Preset::Nine.rules() {
        return;
    }
    let explorer = Explorer::read(SHIPPED).unwrap();
    walk(&explorer, 200, |_, position, placings| {
        let position: Position = position.to_string().replace("nine[first=black]", "nine").parse().unwrap();
        assert_eq!(by_turn(&position, placings), plainly(&tables, &position), "{position}");
    });
    assert!(made(&tables, &Preset::Nine.rules(), 10, 5_000).unwrap().0 == SHIPPED, "the same bytes again");
}
