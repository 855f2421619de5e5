//! Reads a book of openings.

use super::{Book, Entry, Name, Source};
use crate::coded::clip;
use crate::moves::Move;
use crate::notation::read_move;
use crate::rules::Rules;
use thiserror::Error;

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Why a text is no book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
#[non_exhaustive]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// An entry that is being read, and the line where it began.
struct Draft {
    line: usize,
    entry: Entry,
}

pub(super) fn read(text: &str) -> Result<Book, BookError> {
    let fail = |line, why| BookError { line, why };
    if text.len() > LONGEST {
        return Err(fail(1, format!("no more than {LONGEST} bytes are read")));
    }
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (number, first) = lines.next().unwrap_or((1, ""));
    let mut book = game(first).map_err(|why| fail(number, why))?;
    let mut sources = Vec::new();
    let mut drafts: Vec<Draft> = Vec::new();
    for (number, line) in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let read = match word {
            "source" => source(&mut book, rest).map(|()| sources.push(number)),
            "line" => entry(&book, rest).map(|entry| {
                drafts.push(Draft {
                    line: number,
                    entry,
                });
            }),
            _ => match drafts.last_mut() {
                Some(draft) => field(&book, &mut draft.entry, word, rest),
                None => Err(format!("“{}” belongs to an opening", clip(word))),
            },
        };
        read.map_err(|why| fail(number, why))?;
    }
    for Draft { line, entry } in drafts {
        finish(&mut book, entry).map_err(|why| fail(line, why))?;
    }
    if let Some(unused) = (0..sources.len()).find(|&source| !is_used(&book, source)) {
        return Err(fail(
            sources[unused],
            "no opening names this source".to_owned(),
        ));
    }
    book.hand_down();
    Ok(book)
}

fn game(line: &str) -> Result<Book, String> {
    let spec = line.strip_prefix("game ");
    let spec = spec.ok_or("a book begins with “game” and the rules")?;
    let rules: Rules = spec.parse().map_err(|error| format!("{error}"))?;
    Book::new(rules).map_err(|error| format!("{error}"))
}

fn source(book: &mut Book, rest: &str) -> Result<(), String> {
    let (id, text) = rest
        .split_once(' ')
        .ok_or("a source has a word and a text")?;
    if source_of(book, id).is_ok() {
        return Err(format!("there is a source “{}” already", clip(id)));
    }
    book.sources.push(Source {
        id: id.to_owned(),
        text: text.to_owned(),
    });
    Ok(())
}

fn source_of(book: &Book, id: &str) -> Result<usize, String> {
    let found = book.sources.iter().position(|source| source.id == id);
    found.ok_or_else(|| format!("there is no source “{}”", clip(id)))
}

fn entry(book: &Book, moves: &str) -> Result<Entry, String> {
    Ok(Entry {
        moves: legal(book, moves)?,
        names: Vec::new(),
        plain: None,
        seen: Vec::new(),
        idea: String::new(),
        disputed: None,
        node: 0,
    })
}

fn legal(book: &Book, text: &str) -> Result<Vec<Move>, String> {
    let mut position = book.nodes[0].position;
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let refused = |error: String| format!("“{}”: {error}", clip(word));
        let mv = read_move(word, position.board()).map_err(|error| refused(error.to_string()))?;
        position = position
            .play(mv)
            .map_err(|error| refused(error.to_string()))?;
        moves.push(mv);
    }
    if moves.is_empty() {
        return Err("an opening has moves".to_owned());
    }
    Ok(moves)
}

fn field(book: &Book, entry: &mut Entry, word: &str, rest: &str) -> Result<(), String> {
    let once = |is_new: bool| match is_new && !rest.is_empty() {
        true => Ok(rest.to_owned()),
        false => Err(format!("an opening has one “{word}”, and a text in it")),
    };
    match word {
        "name" => {
            let named = rest
                .strip_suffix(')')
                .and_then(|rest| rest.rsplit_once(" ("));
            let (text, id) = named.ok_or("a name ends with its source in brackets")?;
            entry.names.push(Name {
                text: text.to_owned(),
                source: source_of(book, id)?,
            });
        }
        "see" => {
            for id in rest.split_whitespace() {
                entry.seen.push(source_of(book, id)?);
            }
        }
        "plain" => entry.plain = Some(once(entry.plain.is_none())?),
        "idea" => entry.idea = once(entry.idea.is_empty())?,
        "disputed" => entry.disputed = Some(once(entry.disputed.is_none())?),
        _ => return Err(format!("no line of a book begins with “{}”", clip(word))),
    }
    Ok(())
}

fn finish(book: &mut Book, entry: Entry) -> Result<(), String> {
    if entry.names.is_empty() && entry.plain.is_none() {
        return Err("this opening has neither a name nor a plain description".to_owned());
    }
    if entry.idea.is_empty() {
        return Err("this opening has no idea".to_owned());
    }
    let node = book.add(&entry.moves);
    if let Some(other) = book.entries.iter().find(|other| other.node == node) {
        let board = book.rules.board;
        let words = other.moves.iter().map(|mv| mv.display(board).to_string());
        let line = words.collect::<Vec<_>>().join(" ");
        return Err(format!("it ends in the same position as {line}"));
    }
    book.entries.push(Entry { node, ..entry });
    Ok(())
}

fn is_used(book: &Book, source: usize) -> bool {
    book.entries.iter().any(|entry| {
        entry.seen.contains(&source) || entry.names.iter().any(|name| name.source == source)
    })
}
