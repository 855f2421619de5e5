//! The opening explorer: small games against a plain count, and Nine against its shipped values.

use crate::slow::Rng;
use merels::tablebase::Solver;
use merels::tablebase::explorer::{Placing, explore};
use merels::tablebase::opening::Opening;
use merels::value::{Probe, Wdl};
use merels::{Move, Position, Preset, Rules};
use std::collections::BTreeMap;

fn rules(spec: &str) -> Rules {
    spec.parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Each turn with its value, the replies and those that hold: turn by turn, without symmetries.
fn plainly(source: &dyn Probe, position: &Position) -> BTreeMap<String, (Wdl, u32, u32)> {
    let of = |turn: Move| {
        let after = position.play(turn).unwrap();
        let worth = |reply| source.value(&after.play(reply).unwrap()).unwrap().before();
        let replies: Vec<Wdl> = after.legal_moves().into_iter().map(worth).collect();
        let best = *replies.iter().max().unwrap();
        let holding = replies.iter().filter(|&&value| value == best).count();
        (
            turn.display(position.board()).to_string(),
            (best.before(), replies.len() as u32, holding as u32),
        )
    };
    position.legal_moves().into_iter().map(of).collect()
}

fn by_turn(position: &Position, placings: &[Placing]) -> BTreeMap<String, (Wdl, u32, u32)> {
    let mut found = BTreeMap::new();
    for placing in placings {
        let what = (placing.value, placing.replies, placing.holding.unwrap());
        assert!(placing.moves.is_sorted(), "{position}");
        for turn in &placing.moves {
            let before = found.insert(turn.display(position.board()).to_string(), what);
            assert!(before.is_none(), "{position}: a turn is listed twice");
        }
    }
    found
}

/// The position after a number of random turns.
fn random_position(rng: &mut Rng, rules: Rules, plies: usize) -> Position {
    let mut position = Position::start(rules).unwrap();
    for _ in 0..plies {
        position = position.play(rng.pick(&position.legal_moves())).unwrap();
    }
    position
}

/// Compares the explorer's turns with the plain count, and checks their order.
fn compare(source: &dyn Probe, position: &Position) {
    let placings = explore(source, position).unwrap_or_else(|| panic!("{position}"));
    assert_eq!(
        by_turn(position, &placings),
        plainly(source, position),
        "{position}"
    );
    let order = |placing: &Placing| (std::cmp::Reverse(placing.value), placing.holding);
    assert!(placings.is_sorted_by_key(order), "{position}");
}

#[test]
fn small_games_agree_with_a_plain_count() {
    let mut rng = Rng::new(1);
    for (spec, plies) in [
        ("six[men=4]", 5),
        ("five", 5),
        ("seven[men=4]", 4),
        ("six[first=black,men=4]", 5),
    ] {
        let rules = rules(spec);
        let solution = Solver::new(&rules).unwrap().finish();
        for _ in 0..200 {
            let played = rng.below(plies);
            compare(&solution, &random_position(&mut rng, rules, played));
        }
    }
}

#[test]
fn nine_agrees_with_its_shipped_values() {
    let mut rng = Rng::new(3);
    let opening = Opening::shipped(&Preset::Nine.rules()).unwrap();
    let line = "nine 3/3/3/6/3/3/3 w 9,9 0 1".parse().unwrap();
    let sizes: Vec<usize> = explore(&*opening, &line)
        .unwrap()
        .iter()
        .map(|placing| placing.moves.len())
        .collect();
    assert_eq!(sizes.iter().sum::<usize>(), 24);
    assert_eq!(
        sizes.len(),
        4,
        "corners and midpoints, of the middle ring and of the two others"
    );
    for game in 0..60 {
        let position = random_position(
            &mut rng,
            Preset::Nine.rules(),
            game % (opening.placings() - 1),
        );
        compare(&*opening, &position);
    }
    // One ply later the values are known, but not those of the replies.
    let position = random_position(&mut rng, Preset::Nine.rules(), opening.placings() - 1);
    let placings = explore(&*opening, &position).unwrap();
    assert!(
        placings
            .iter()
            .all(|placing| placing.value == Wdl::Win || placing.holding.is_none())
    );
    assert_eq!(
        explore(
            &*opening,
            &random_position(&mut rng, Preset::Nine.rules(), opening.placings())
        ),
        None
    );
}

#[test]
fn nothing_is_listed_where_the_game_is_over_or_the_rules_are_others() {
    let solution = Solver::new(&rules("six[men=4]")).unwrap().finish();
    let line = |line: &str| line.parse::<Position>().unwrap();
    assert_eq!(
        explore(&solution, &line("six[men=4] WW1/3/4/3/BBB w 0,0 0 5")),
        None
    );
    assert_eq!(
        explore(
            &*Opening::shipped(&Preset::Nine.rules()).unwrap(),
            &line("six[men=4] 3/3/4/3/3 w 4,4 0 1")
        ),
        None
    );
}
