//! Puzzles as text, one per line.
//!
//! The first line is `merels puzzles 1`. Every other line has five fields, separated by `;`:
//!
//! | field | content |
//! | --- | --- |
//! | position | a position line; the side to move solves |
//! | kind | `win 3`, `hold 1`, …: the kind and the number of moves the solver needs |
//! | solution | the moves of both sides, separated by spaces; the first is the only right one |
//! | rating | an integer from 800 to 2200 |
//! | wrong moves | all other first moves, in groups separated by commas |
//!
//! A group starts with one word: the outcome of its moves (`+` a win, but not the one asked for;
//! `=` a draw; `-` a loss; `?` unknown) and the reply that shows it (`.` if the game is over). The
//! moves follow. In `-d6xa1 a7 g7,=b4 d5`, a7 and g7 lose to d6xa1, and d5 draws after b4.

use super::{Puzzle, PuzzleKind, Wrong};
use crate::moves::Move;
use crate::notation::read_move;
use crate::position::Position;
use crate::value::Wdl;
use thiserror::Error;

const HEADER: &str = "merels puzzles 1";
/// Easier and harder ones are called so.
const RATINGS: std::ops::RangeInclusive<u16> = 800..=2200;
/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 22;
/// No puzzle takes more turns.
const MAX_TURNS: usize = 9;

/// Why a text is no file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
#[non_exhaustive]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// Reads a file of puzzles. The time for a line is linear in its length.
///
/// # Errors
/// If a field of a line is missing or wrong, a turn is illegal or left out, or the text is longer
/// than four mebibytes.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    if text.len() > LONGEST {
        return Err(PuzzleError {
            line: 1,
            why: format!("no more than {LONGEST} bytes are read"),
        });
    }
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, first)| first != HEADER) {
        return Err(PuzzleError {
            line: 1,
            why: format!("it must be “{HEADER}”"),
        });
    }
    lines
        .map(|(i, line)| read_puzzle(line).map_err(|why| PuzzleError { line: i + 1, why }))
        .collect()
}

/// The text of a file of puzzles.
pub fn write(puzzles: &[Puzzle]) -> String {
    let mut text = format!("{HEADER}\n");
    for puzzle in puzzles {
        let board = puzzle.position.board();
        let word = |mv: Move| mv.display(board).to_string();
        let solution: Vec<String> = puzzle.solution.iter().copied().map(word).collect();
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for wrong in &puzzle.wrong {
            let head = format!(
                "{}{}",
                mark(wrong.value),
                wrong.reply.map_or(".".to_owned(), word)
            );
            match groups.iter_mut().find(|(known, _)| *known == head) {
                Some((_, moves)) => moves.push(word(wrong.mv)),
                None => groups.push((head, vec![word(wrong.mv)])),
            }
        }
        let groups: Vec<String> = groups
            .iter()
            .map(|(head, moves)| format!("{head} {}", moves.join(" ")))
            .collect();
        let (kind, solution, groups) = (puzzle.kind.id(), solution.join(" "), groups.join(","));
        text += &format!(
            "{};{kind} {};{solution};{};{groups}\n",
            puzzle.position, puzzle.turns, puzzle.rating
        );
    }
    text
}

const MARKS: [(char, Option<Wdl>); 4] = [
    ('+', Some(Wdl::Win)),
    ('=', Some(Wdl::Draw)),
    ('-', Some(Wdl::Loss)),
    ('?', None),
];

fn mark(value: Option<Wdl>) -> char {
    MARKS
        .into_iter()
        .find(|&(_, known)| known == value)
        .map_or('?', |(mark, _)| mark)
}

fn read_puzzle(line: &str) -> Result<Puzzle, String> {
    let fields: Vec<&str> = line.split(';').collect();
    let [position, kind, solution, rating, wrong] = fields[..] else {
        return Err(format!("a puzzle has five fields, not {}", fields.len()));
    };
    let position: Position = position
        .parse()
        .map_err(|error| format!("the position: {error}"))?;
    if position.outcome().is_some() {
        return Err("the game is over in the position".to_owned());
    }
    let (kind, turns) = read_kind(kind)?;
    let solution = read_solution(&position, solution)?;
    if solution.len() != 2 * turns - 1 {
        return Err(format!(
            "the solution must have {} turns, not {}",
            2 * turns - 1,
            solution.len()
        ));
    }
    let rating = whole(rating, RATINGS)
        .ok_or_else(|| format!("the rating must be {RATINGS:?}, not “{rating}”"))?;
    let legal = position.legal_moves();
    let mut read = Vec::new();
    for group in wrong.split(',').filter(|group| !group.is_empty()) {
        read_group(&position, group, &mut read)?;
        if read.len() >= legal.len() {
            return Err("a turn is told of twice".to_owned());
        }
    }
    let times = |mv: &Move| {
        read.iter().filter(|wrong| wrong.mv == *mv).count() + usize::from(solution[0] == *mv)
    };
    for mv in legal {
        match times(&mv) {
            1 => {}
            0 => {
                return Err(format!(
                    "nothing is told of {}",
                    mv.display(position.board())
                ));
            }
            _ => return Err("a turn is told of twice".to_owned()),
        }
    }
    Ok(Puzzle {
        position,
        kind,
        turns,
        solution,
        rating,
        wrong: read,
    })
}

/// A whole number as it is written here, in a range.
fn whole(text: &str, range: std::ops::RangeInclusive<u16>) -> Option<u16> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number) && number.to_string() == text)
}

fn read_kind(text: &str) -> Result<(PuzzleKind, usize), String> {
    let wrong = || format!("“{}” is no kind of puzzle", crate::coded::clip(text));
    let (id, turns) = text.split_once(' ').ok_or_else(wrong)?;
    let kind = PuzzleKind::by_id(id).ok_or_else(wrong)?;
    let turns = whole(turns, 1..=MAX_TURNS as u16).ok_or_else(wrong)?.into();
    let fits = match kind {
        PuzzleKind::Win => true,
        PuzzleKind::Hold | PuzzleKind::Only | PuzzleKind::Take => turns == 1,
        PuzzleKind::Mill => turns == 3,
    };
    if fits {
        Ok((kind, turns))
    } else {
        Err(wrong())
    }
}

fn read_solution(position: &Position, text: &str) -> Result<Vec<Move>, String> {
    let mut position = *position;
    let play = |word: &str| {
        let mv = read_legal_move(&position, word)?;
        position.play_unchecked(mv);
        Ok(mv)
    };
    text.split(' ').map(play).collect()
}

fn read_legal_move(position: &Position, word: &str) -> Result<Move, String> {
    let shown = || crate::coded::clip(word);
    let mv =
        read_move(word, position.board()).map_err(|error| format!("“{}”: {error}", shown()))?;
    position
        .check(mv)
        .map_err(|error| format!("“{}”: {error}", shown()))?;
    Ok(mv)
}

fn read_group(position: &Position, group: &str, read: &mut Vec<Wrong>) -> Result<(), String> {
    let mut words = group.split(' ');
    let head = words.next().unwrap_or_default();
    let value = MARKS.into_iter().find(|&(mark, _)| head.starts_with(mark));
    let (mark, value) =
        value.ok_or_else(|| format!("“{}” is no value and reply", crate::coded::clip(head)))?;
    let reply = &head[mark.len_utf8()..];
    let before = read.len();
    for word in words {
        let mv = read_legal_move(position, word)?;
        let after = position.after(mv);
        let reply = match reply {
            "." if after.outcome().is_some() => None,
            reply => Some(read_legal_move(&after, reply)?),
        };
        read.push(Wrong { mv, value, reply });
    }
    if read.len() > before {
        Ok(())
    } else {
        Err("a group has no turns".to_owned())
    }
}
