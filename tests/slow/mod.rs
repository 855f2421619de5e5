//! The rules of the family a second time: slow, plain, written from the rules' text alone.
//!
//! It is the referee of the fast rules, so it shares nothing with them: no tables, no bit sets,
//! positions as lists of men, everything said in text at the border. Text goes in (position lines,
//! moves), text comes out.
#![allow(dead_code, unused_imports)] // each test program uses its own part

pub mod board;
pub mod end;
pub mod game;
pub mod line;
pub mod next;
pub mod notation;
pub mod position;
pub mod random;
pub mod random_state;
pub mod rules;
pub mod symmetry;
pub mod turns;

pub use game::Game;
pub use notation::{from_fen, from_playok, main_line};
pub use position::Position;
pub use random::{Rng, random_line, random_position};
pub use rules::{CAPTURES, PRESETS, Rules};
pub use symmetry::{map_line, map_move, symmetries};

/// How a game ended: the winner, if there is one, and why.
pub type Outcome = (Option<&'static str>, &'static str);

/// A position line, or a panic that says what is wrong with it.
fn read(line: &str) -> Position {
    Position::read(line).unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// All legal whole turns in notation, sorted; none if the position is the end of a game.
pub fn legal(line: &str) -> Vec<String> {
    let position = read(line);
    let mut texts: Vec<String> = position
        .legal()
        .iter()
        .map(|turn| position.text(turn))
        .collect();
    texts.sort();
    texts
}

/// All legal whole turns, each with the position line it leads to, sorted.
pub fn successors(line: &str) -> Vec<(String, String)> {
    let position = read(line);
    let mut found: Vec<(String, String)> = position
        .legal()
        .iter()
        .map(|turn| (position.text(turn), position.after(turn).line()))
        .collect();
    found.sort();
    found
}

/// The position line after a turn, or why the turn is refused.
pub fn try_after(line: &str, mv: &str) -> Result<String, String> {
    let position = Position::read(line)?;
    Ok(position.after(&position.find(mv)?).line())
}

/// The position line after a legal turn.
pub fn after(line: &str, mv: &str) -> String {
    try_after(line, mv).unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// The outcome by the position alone, without repetition. `None`: the game goes on.
pub fn outcome(line: &str) -> Option<Outcome> {
    read(line).outcome()
}

/// Plays turns from a position, with the repetition rule, and tells the line reached and whether
/// the game is over. A turn after the end is refused.
pub fn play(line: &str, moves: &[impl AsRef<str>]) -> Result<(String, Option<Outcome>), String> {
    let mut position = Position::read(line)?;
    let mut seen = vec![position.same()];
    let mut over = position.outcome();
    for mv in moves {
        let mv = mv.as_ref();
        if let Some((_, reason)) = over {
            return Err(format!("{mv}: the game is over ({reason})"));
        }
        position = position.after(&position.find(mv)?);
        seen.push(position.same());
        over = position.outcome();
        if over.is_none() && position.rules.is("repeat", "3") {
            let times = seen
                .iter()
                .filter(|earlier| **earlier == position.same())
                .count();
            if times >= 3 {
                over = Some((None, "repetition"));
            }
        }
    }
    Ok((position.line(), over))
}

/// Number of sequences of `depth` whole turns.
pub fn perft(line: &str, depth: u32) -> u64 {
    fn count(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return position.legal().len() as u64;
        }
        position
            .legal()
            .iter()
            .map(|turn| count(&position.after(turn), depth - 1))
            .sum()
    }
    count(&read(line), depth)
}

/// The start position of a rule set, as a line.
pub fn standard_start(spec: &str) -> String {
    let rules = Rules::read(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
    Position::start(rules).line()
}
