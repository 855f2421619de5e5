//! Openings: random, or from a file.

use super::player::{Fault, value_of};
use super::sample::up_to_symmetry;
use super::simple::any_of;
use merels::game::Game;
use merels::notation::read_move;
use merels::position::Position;
use merels::random::Random;
use merels::rules::Rules;
use merels::value::{Probe, Wdl};
use std::collections::HashSet;

/// The maximum number of tries without finding any opening.
const MAX_IN_VAIN: usize = 2_000;

/// Makes `count` openings of `plies` random moves, after which the game is not over; with exact
/// values, only drawn ones. No two lead to the same position up to symmetry, unless there are too
/// few.
///
/// # Errors
/// If the rules are inconsistent, a value is not known, or too few openings are found.
pub fn random(
    rules: Rules,
    plies: usize,
    count: usize,
    seed: u64,
    exact: Option<&dyn Probe>,
) -> Result<Vec<Game>, Fault> {
    let start = Game::start(rules).map_err(Fault::of)?;
    let mut random = Random::new(seed);
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    // First only new positions; after this many tries, repeated ones too.
    let tries = count.saturating_mul(100).saturating_add(1_000);
    for tried in 0..tries.saturating_mul(2) {
        if found.len() == count || (found.is_empty() && tried >= MAX_IN_VAIN) {
            break;
        }
        let mut game = start.clone();
        for _ in 0..plies {
            if game.outcome().is_some() {
                break;
            }
            let mv = any_of(&game.position().legal_moves(), &mut random)?;
            game.play(mv).map_err(Fault::of)?;
        }
        let drawn = match exact {
            Some(source) => value_of(source, game.position())? == Wdl::Draw,
            None => true,
        };
        if game.outcome().is_none()
            && drawn
            && (known.insert(up_to_symmetry(game.position())) || tried >= tries)
        {
            found.push(game);
        }
    }
    if found.len() < count {
        return Err(Fault(format!(
            "only {} of {count} openings of {plies} plies were found",
            found.len()
        )));
    }
    Ok(found)
}

/// Reads openings, one per line: a position line, or moves from the start by these rules. Empty
/// lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a line cannot be read; the error names the line.
pub fn read(text: &str, rules: Rules) -> Result<Vec<Game>, Fault> {
    let lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let games = lines.map(|(i, line)| {
        read_one(line, rules).map_err(|fault| Fault(format!("line {i}, {fault}")))
    });
    let games = games.collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        Err(Fault("there are no openings".to_owned()))
    } else {
        Ok(games)
    }
}

fn read_one(line: &str, rules: Rules) -> Result<Game, Fault> {
    let game = if line.contains('/') {
        let position: Position = line.parse().map_err(Fault::of)?;
        if *position.rules() != rules {
            return Err(Fault(format!(
                "the position is one of {}, not of {rules}",
                position.rules()
            )));
        }
        Game::from_position(position)
    } else {
        let mut game = Game::start(rules).map_err(Fault::of)?;
        for word in line.split_whitespace() {
            let wrong = |error: &dyn std::fmt::Display| Fault(format!("{word}: {error}"));
            let mv = read_move(word, rules.board).map_err(|error| wrong(&error))?;
            game.play(mv).map_err(|error| wrong(&error))?;
        }
        game
    };
    if game.outcome().is_some() {
        Err(Fault("the game is over there".to_owned()))
    } else {
        Ok(game)
    }
}
