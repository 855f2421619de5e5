//! Writes a game record.

use super::lexer::END_MARK;
use super::tags::OWN_TAGS;
use crate::game::{Game, NodeId};
use crate::moves::Move;
use crate::position::{Outcome, Position};
use std::fmt::Write;

/// Where lines end at the latest, if there is a space to end them at.
const COLUMNS: usize = 80;
/// The tags that stand before the game's own, in this order, where they are given.
const FIRST_TAGS: [&str; 4] = ["Event", "Date", "White", "Black"];

/// Writes the whole game: tags, the moves with comments, glyphs and variations, the result. Lines
/// have at most 80 characters, but for long words and tags.
///
/// The tags come in a fixed order: `Event`, `Date`, `White` and `Black` where they are set,
/// `Result`, `Variant`, `Position` where the game does not begin at the start, `Termination` where
/// its end was declared, then the others in the order they were set.
///
/// [`read_record`](super::read_record) gives the game back with all of it but the node that one is
/// looking at, with these exceptions: comments lose white space at their ends, and their line ends
/// become `\n`. `Result` and the moves' result are of the main line's end.
pub fn write_record(game: &Game) -> String {
    let variant = game.node(NodeId::ROOT).position().rules().to_string();
    let mut text = write_tags(game, Some(&variant), None);
    let mut atoms = Atoms::default();
    let end = game.main_line().pop().unwrap_or(NodeId::ROOT);
    write_remarks(game, NodeId::ROOT, end, &mut atoms);

    // Not recursive: variations may lie deeper in one another than the stack allows.
    let mut steps = vec![WriteStep::GoOn {
        after: NodeId::ROOT,
        number: true,
    }];
    while let Some(step) = steps.pop() {
        match step {
            WriteStep::GoOn { after, number } => {
                let Some((&main, others)) = game.node(after).children().split_first() else {
                    continue;
                };
                write_move(game, main, number, &mut atoms);
                let has_remarks = write_remarks(game, main, end, &mut atoms);
                steps.push(WriteStep::GoOn {
                    after: main,
                    number: has_remarks || !others.is_empty(),
                });
                steps.extend(
                    others
                        .iter()
                        .rev()
                        .map(|&other| WriteStep::Variation(other)),
                );
            }
            WriteStep::Variation(first) => {
                atoms.open("(");
                write_move(game, first, true, &mut atoms);
                let number = write_remarks(game, first, end, &mut atoms);
                steps.push(WriteStep::Close);
                steps.push(WriteStep::GoOn {
                    after: first,
                    number,
                });
            }
            WriteStep::Close => atoms.close(")"),
        }
    }
    atoms.push(game.outcome_at(end).map_or("*", Outcome::result).to_owned());
    atoms.write(&mut text);
    text
}

enum WriteStep {
    /// The moves after a node; whether a second move of a turn needs its number.
    GoOn {
        after: NodeId,
        number: bool,
    },
    Variation(NodeId),
    Close,
}

/// The tags and the empty line after them.
///
/// A start that is not the usual one is told by its position line, or by a FEN if that is given.
#[cold]
pub(super) fn write_tags(game: &Game, variant: Option<&str>, fen: Option<String>) -> String {
    let root = *game.node(NodeId::ROOT).position();
    let end = game.main_line().pop().unwrap_or(NodeId::ROOT);
    let mut tags: Vec<(&str, String)> = Vec::new();
    tags.extend(
        FIRST_TAGS
            .iter()
            .filter_map(|&name| Some((name, game.tag(name)?.to_owned()))),
    );
    tags.push((
        "Result",
        game.outcome_at(end).map_or("*", Outcome::result).to_owned(),
    ));
    tags.extend(variant.map(|variant| ("Variant", variant.to_owned())));
    if Position::start(*root.rules()) != Ok(root) {
        tags.push(match fen {
            Some(fen) => ("FEN", fen),
            None => ("Position", root.to_string()),
        });
    }
    if let Some(declared) = game.node(end).declared() {
        tags.push(("Termination", declared.id().to_owned()));
    }
    for (name, value) in game.tags() {
        let own = OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
        if !own && !FIRST_TAGS.contains(&name.as_str()) {
            tags.push((name, value.clone()));
        }
    }
    let mut text = String::new();
    for (name, value) in tags {
        let value = one_line(&value).replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    text
}

/// Text as it is written between delimiters: on one line, backslashes doubled.
fn one_line(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace("\r\n", "\\n")
        .replace(['\n', '\r'], "\\n")
}

/// The numbered turns of the main line and the result, each turn as `turn` writes it.
pub(super) fn main_line(game: &Game, turn: &dyn Fn(Move) -> String) -> Atoms {
    let first = game.node(NodeId::ROOT).position().rules().first.into();
    let mut atoms = Atoms::default();
    let line = game.main_line();
    for (i, pair) in line.windows(2).enumerate() {
        let before = game.node(pair[0]).position();
        if before.side_to_move() == first {
            atoms.push(format!("{}.", before.number()));
        } else if i == 0 {
            atoms.push(format!("{}...", before.number()));
        }
        atoms.push(game.node(pair[1]).mv().map_or_else(String::new, turn));
    }
    let end = line.last().and_then(|&end| game.outcome_at(end));
    atoms.push(end.map_or("*", Outcome::result).to_owned());
    atoms
}

fn write_move(game: &Game, id: NodeId, number: bool, atoms: &mut Atoms) {
    let node = game.node(id);
    let (Some(parent), Some(mv)) = (node.parent(), node.mv()) else {
        return;
    };
    let before = game.node(parent).position();
    if before.side_to_move() == before.rules().first.into() {
        atoms.push(format!("{}.", before.number()));
    } else if number {
        atoms.push(format!("{}...", before.number()));
    }
    atoms.push(mv.display(before.board()).to_string());
}

/// Glyphs and comment; whether there was a comment.
#[cold]
fn write_remarks(game: &Game, id: NodeId, end: NodeId, atoms: &mut Atoms) -> bool {
    let node = game.node(id);
    for glyph in &node.glyphs {
        atoms.push(format!("${glyph}"));
    }
    let mut comment = one_line(node.comment.trim()).replace('}', "\\}");
    if comment.starts_with(END_MARK) {
        comment.insert(0, '\\');
    }
    let declared = node.declared().filter(|_| id != end);
    if comment.is_empty() && declared.is_none() {
        return false;
    }
    atoms.open("{");
    if let Some(declared) = declared {
        atoms.push(format!(
            "{END_MARK}{} {}]",
            declared.id(),
            declared.result()
        ));
    }
    let mut rest = comment.as_str();
    while let Some(space) = breakable_space(rest) {
        atoms.push(rest[..space].to_owned());
        rest = &rest[space + 1..];
    }
    if !rest.is_empty() {
        atoms.push(rest.to_owned());
    }
    atoms.close("}");
    true
}

/// The first space at which a comment may be broken: a single one, and not before `%`, which a line
/// must not begin with.
fn breakable_space(text: &str) -> Option<usize> {
    text.match_indices(' ').map(|(i, _)| i).find(|&i| {
        let before = text[..i].chars().next_back();
        let after = text[i + 1..].chars().next();
        before.is_some_and(|c| !c.is_whitespace())
            && after.is_some_and(|c| !c.is_whitespace() && c != '%')
    })
}

/// The words of a text, between which a line may end.
#[derive(Default)]
pub(super) struct Atoms {
    atoms: Vec<String>,
    opened: String,
}

impl Atoms {
    pub(super) fn push(&mut self, atom: String) {
        let opened = std::mem::take(&mut self.opened);
        self.atoms.push(opened + &atom);
    }

    /// Puts this before the next word.
    fn open(&mut self, before: &str) {
        self.opened.push_str(before);
    }

    /// Puts this after the last word.
    fn close(&mut self, after: &str) {
        if let Some(last) = self.atoms.last_mut() {
            last.push_str(after);
        }
    }

    /// Appends the words, in lines.
    pub(super) fn write(self, text: &mut String) {
        let mut column = 0;
        for atom in self.atoms {
            let width = atom.chars().count();
            if column > 0 {
                let fits = column + 1 + width <= COLUMNS;
                text.push(if fits { ' ' } else { '\n' });
                column = if fits { column + 1 } else { 0 };
            }
            text.push_str(&atom);
            column += width;
        }
        text.push('\n');
    }
}
