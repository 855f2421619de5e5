//! How likely a player answers wrongly: against a second, plain reading of the model, and against
//! the games of the levels.

use crate::slow::Rng;
use merels::chances::Replier;
use merels::notation::GameReader;
use merels::search::{Handicap, Limits, Score, Searcher, Status, evaluate};
use merels::tablebase::opening::Opening;
use merels::tablebase::{Data, Solver};
use merels::value::{Probe, Wdl};
use merels::{Game, Move, Position, Preset};
use std::collections::HashMap;
use std::path::Path;

/// A score, wins and losses as 100 men.
fn ended(position: &Position, side: merels::Side) -> Option<f64> {
    let winner = position.outcome()?.winner();
    Some(winner.map_or(
        0.0,
        |winner| if winner == side { 10_000.0 } else { -10_000.0 },
    ))
}

/// What a search for `depth` plies from here, without errors, says to the side to move.
fn searched(position: &Position, depth: u32) -> f64 {
    let mut searcher = Searcher::new(1).unwrap();
    let mut handicap = Handicap::default();
    handicap.naive = true;
    let limits = Limits::default().depth(depth).handicap(handicap);
    searcher.start(position, &[], limits);
    while searcher.step(1_000) == Status::Running {}
    match searcher.info().unwrap().score {
        Score::Cp(score) => score.into(),
        Score::Win(_) => 10_000.0,
        Score::Loss(_) => -10_000.0,
        Score::Draw => 0.0,
    }
}

/// What [`Replier`] finds.
#[derive(Debug)]
struct Plain {
    all: u32,
    holding: u32,
    missed: f64,
}

/// The replies as level 5 chooses them, in a game without a net: it looks three plies ahead and
/// overlooks 30 mills of 256.
fn plainly(position: &Position, source: &dyn Probe, temperature: f64) -> Plain {
    let side = position.side_to_move();
    let mut all = Vec::new();
    for mv in position.legal_moves() {
        let next = position.play(mv).unwrap();
        let value = source.value_or_outcome(&next).unwrap().before();
        let (glance, look) = match ended(&next, side) {
            Some(score) => (score, score),
            None => (-f64::from(evaluate(&next)), -searched(&next, 2)),
        };
        all.push((value, glance, look));
    }
    let best = all.iter().map(|reply| reply.0).max().unwrap();
    let wrong = |score: fn(&(Wdl, f64, f64)) -> f64| {
        let most = all.iter().map(score).fold(f64::MIN, f64::max);
        let weight = |reply| ((score(reply) - most) / temperature).exp();
        let sum: f64 = all.iter().map(weight).sum();
        all.iter()
            .filter(|reply| reply.0 < best)
            .map(|reply| weight(reply) / sum)
            .sum::<f64>()
    };
    let blind = 30.0 / 256.0;
    Plain {
        all: all.len() as u32,
        holding: all.iter().filter(|reply| reply.0 == best).count() as u32,
        missed: blind * wrong(|reply| reply.1) + (1.0 - blind) * wrong(|reply| reply.2),
    }
}

#[test]
fn a_small_game_agrees_with_a_plain_reading() {
    let rules = "six[men=4]".parse().unwrap();
    let solution = Solver::new(&rules).unwrap().finish();
    let mut player = Replier::with_temperature(5, 20.0).unwrap();
    let (mut rng, mut wrong) = (Rng::new(5), 0);
    for game in 0..60 {
        let mut position = Position::start(rules).unwrap();
        for _ in 0..game % 16 {
            if position.outcome().is_none() {
                position = position.play(rng.pick(&position.legal_moves())).unwrap();
            }
        }
        let found = player.replies(&position, &solution);
        if position.outcome().is_some() {
            assert_eq!(found, None, "{position}");
            continue;
        }
        let (found, plain) = (found.unwrap(), plainly(&position, &solution, 20.0));
        assert_eq!(
            (found.all, found.holding),
            (plain.all, plain.holding),
            "{position}"
        );
        assert!(
            (found.missed - plain.missed).abs() < 1e-9,
            "{position}: {found:?}, {plain:?}"
        );
        wrong += u32::from(found.holding < found.all);
    }
    assert!(
        wrong > 20,
        "{wrong} positions in which a reply can be wrong"
    );
}

/// Nobody misses a mill that wins, a block that must be seen is missed by some, and weaker levels
/// miss it more often; where every reply holds nothing is missed.
#[test]
fn nine_as_a_player_would_expect() {
    let opening = Opening::shipped(&Preset::Nine.rules()).unwrap();
    let after = |turns: &[&str]| {
        let mut game = Game::start(Preset::Nine.rules()).unwrap();
        for turn in turns {
            game.play(merels::notation::read_move(turn, game.position().board()).unwrap())
                .unwrap();
        }
        *game.position()
    };
    let missed = |level: usize, turns: &[&str]| {
        let mut player = Replier::of_level(level).unwrap().unwrap();
        player.replies(&after(turns), &*opening).unwrap()
    };
    assert_eq!((missed(5, &[]).holding, missed(5, &[]).missed), (24, 0.0));
    // White threatens d5: only there Black holds.
    let threat = &["d6", "f4", "d7"];
    let levels = [3, 4, 5, 6].map(|level| missed(level, threat).missed);
    assert_eq!(missed(5, threat).holding, 1);
    assert!(
        levels.is_sorted_by(|weaker, stronger| weaker > stronger),
        "{levels:?}"
    );
    assert!(levels[0] > 0.1 && levels[3] < 0.1, "{levels:?}");
    for level in [2, 7] {
        assert!(Replier::of_level(level).unwrap().is_none());
    }
}

/// The values of some positions, by their identities.
struct Known(HashMap<u128, Wdl>);

impl Probe for Known {
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.0.get(&position.identity()).copied()
    }
}

/// A move of a game in which another would have been worth less.
struct Choice {
    position: Position,
    level: usize,
    values: Known,
    /// It gave the value away.
    missed: bool,
    /// The share of the moves that do.
    wrong: f64,
}

/// The choices of levels 3 to 6 in a file of games, drawn at random.
fn choices(path: &str, source: &dyn Probe, count: usize) -> Vec<Choice> {
    let mut all: Vec<(usize, Position, Move)> = Vec::new();
    for (_, game) in GameReader::new(std::fs::read_to_string(path).unwrap()) {
        let game = game.unwrap();
        let level = |name: &str| {
            let player = game.tag(name).unwrap();
            player.strip_prefix("level:").unwrap().parse().unwrap()
        };
        let levels = [level("White"), level("Black")];
        for pair in game.main_line().windows(2) {
            let position = *game.node(pair[0]).position();
            if let Some(mv) = game.node(pair[1]).mv() {
                all.push((levels[position.side_to_move() as usize], position, mv));
            }
        }
    }
    let mut rng = Rng::new(1);
    for at in (1..all.len()).rev() {
        all.swap(at, rng.below(at + 1));
    }
    let choice = |(level, position, mv): (usize, Position, Move)| {
        let value = |mv: Move| {
            let next = position.after(mv);
            (next.identity(), source.value_or_outcome(&next).unwrap())
        };
        let values: HashMap<_, _> = position.legal_moves().into_iter().map(value).collect();
        let best = values.values().copied().min().unwrap();
        let wrong = position.legal_moves().into_iter().map(value);
        let wrong = wrong.filter(|&(_, value)| value > best).count();
        (wrong > 0).then(|| Choice {
            position,
            level,
            missed: values[&position.after(mv).identity()] > best,
            values: Known(values),
            wrong: wrong as f64 / position.legal_moves().len() as f64,
        })
    };
    all.into_iter().filter_map(choice).take(count).collect()
}

/// The loss of a prediction: the smaller, the better.
fn loss(chance: f64, missed: bool) -> f64 {
    -(if missed { chance } else { 1.0 - chance })
        .clamp(0.001, 0.999)
        .ln()
}

fn mean(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    numbers.clone().sum::<f64>() / numbers.count() as f64
}

/// Prints, for each level, the log loss of the model at several temperatures, and how it predicts
/// with its own.
#[test]
#[ignore = "it takes ten minutes: docs/chances.md says how to run it"]
fn how_well_the_games_of_levels_are_predicted() {
    let path = std::env::var("MERELS_GAMES").expect("MERELS_GAMES names a file of games");
    let count = std::env::var("MERELS_CHANCES").map_or(600, |text| text.parse().unwrap());
    let source = Data::open(Path::new("data/nine"), evaluate)
        .unwrap()
        .all_values();
    let choices = choices(&path, &*source, count);
    let chance = |player: &mut Replier, choice: &Choice| {
        player
            .replies(&choice.position, &choice.values)
            .unwrap()
            .missed
    };
    let mut predicted: Vec<(f64, bool)> = Vec::new();
    for level in 3..=6 {
        let of: Vec<&Choice> = choices
            .iter()
            .filter(|choice| choice.level == level)
            .collect();
        for temperature in [
            5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0,
        ] {
            let mut player = Replier::with_temperature(level, temperature).unwrap();
            let losses = of
                .iter()
                .map(|choice| loss(chance(&mut player, choice), choice.missed));
            let losses: Vec<f64> = losses.collect();
            println!(
                "level {level}, {temperature}: {:.3}",
                mean(losses.iter().copied())
            );
        }
        let mut player = Replier::of_level(level).unwrap().unwrap();
        let own: Vec<_> = of
            .iter()
            .map(|choice| (chance(&mut player, choice), choice.missed))
            .collect();
        let share = mean(of.iter().map(|choice| f64::from(u8::from(choice.missed))));
        println!(
            "level {level}: {} choices, {share:.3} missed; log loss {:.3}, of a random move {:.3}, of the share {:.3}",
            of.len(),
            mean(own.iter().map(|&(chance, missed)| loss(chance, missed))),
            mean(of.iter().map(|choice| loss(choice.wrong, choice.missed))),
            mean(of.iter().map(|choice| loss(share, choice.missed))),
        );
        predicted.extend(own);
    }
    for bin in 0..5 {
        let within = |&&(chance, _): &&(f64, bool)| ((chance * 5.0) as usize).min(4) == bin;
        let of: Vec<_> = predicted.iter().filter(within).collect();
        println!(
            "{}-{} %: {} choices, {:.3} predicted, {:.3} observed",
            bin * 20,
            bin * 20 + 20,
            of.len(),
            mean(of.iter().map(|&&(chance, _)| chance)),
            mean(of.iter().map(|&&(_, missed)| f64::from(u8::from(missed)))),
        );
    }
}
