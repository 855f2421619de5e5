//! Books of openings: which lines have a name, whose names they are, and the openings that a
//! position belongs to.
//!
//! A [`Book`] is read from a text of lines (`docs/openings.md` says how), and makes a tree of them
//! in which a position stands once, however it is reached and in whichever of the board's
//! symmetries. It knows no values: `merels book` computes them.

mod text;

use crate::board::MAX_POINTS;
use crate::moves::Move;
use crate::position::{Position, SetupError};
use crate::rules::{Preset, Rules};
use std::collections::HashMap;
pub use text::BookError;

/// The books that come with the program.
const SHIPPED: [(Preset, &str); 4] = [
    (Preset::Nine, include_str!("../data/openings/nine.txt")),
    (Preset::Lasker, include_str!("../data/openings/lasker.txt")),
    (Preset::Eleven, include_str!("../data/openings/eleven.txt")),
    (Preset::Twelve, include_str!("../data/openings/twelve.txt")),
];

/// Where names come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// What the entries call it.
    pub id: String,
    /// Author, title, place.
    pub text: String,
}

/// A name that somebody uses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Name {
    /// As it is written there.
    pub text: String,
    /// Which of the book's sources.
    pub source: usize,
}

/// An opening: a line with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The moves from the start of the game.
    pub moves: Vec<Move>,
    /// Its names, the best known first.
    pub names: Vec<Name>,
    /// A plain description, which programs translate, where no name is known.
    pub plain: Option<String>,
    /// Sources that describe it without a name.
    pub seen: Vec<usize>,
    /// What it is about, in English.
    pub idea: String,
    /// What sources disagree about, in English.
    pub disputed: Option<String>,
    /// The node of the position after it.
    pub node: usize,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// As the first line through it reaches it.
    pub position: Position,
    /// The moves of that line.
    pub moves: Vec<Move>,
    /// The opening that it belongs to: the one that ends here, or the last on the way.
    pub entry: Option<usize>,
    /// The moves that stay in the book, each with the node that it leads to; of moves that a
    /// symmetry of the position makes the same only one.
    pub next: Vec<(Move, usize)>,
}

/// A position in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Which node.
    pub node: usize,
    /// The symmetry that makes the node's position of the one that was looked for.
    pub symmetry: &'static [u8; MAX_POINTS],
}

/// A book of openings of one game.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Rules,
    sources: Vec<Source>,
    entries: Vec<Entry>,
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// If a line cannot be read as one of a book, a move is illegal, an opening has neither a name nor a
    /// description, a source is unknown or never used, or two openings end in the same position.
    pub fn read(text: &str) -> Result<Self, BookError> {
        text::read(text)
    }

    /// The book of a game that comes with the program; draws by repetition and count make no
    /// difference.
    pub fn shipped(rules: &Rules) -> Option<Self> {
        let rules = rules.without_draw_rules();
        let of_game = |(preset, _): &&(Preset, &str)| preset.rules() == rules;
        let (_, text) = SHIPPED.iter().find(of_game)?;
        Some(Self::read(text).expect("a book that tests read"))
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where its names come from.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The openings, in the order of the text.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The positions; the first is the start, and every other comes after one that leads to it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Looks a position up, in whichever symmetry and by whichever moves it was reached.
    pub fn find(&self, position: &Position) -> Option<Found> {
        if position.rules().without_draw_rules() != self.rules {
            return None;
        }
        self.rules.symmetries().iter().find_map(|symmetry| {
            let key = position.mapped(symmetry).key();
            let &node = self.by_key.get(&key)?;
            Some(Found { node, symmetry })
        })
    }

    /// The opening that a position belongs to.
    pub fn opening(&self, position: &Position) -> Option<&Entry> {
        let node = &self.nodes[self.find(position)?.node];
        node.entry.map(|entry| &self.entries[entry])
    }

    fn new(rules: Rules) -> Result<Self, SetupError> {
        let rules = rules.without_draw_rules();
        let start = Position::start(rules)?;
        Ok(Self {
            rules,
            sources: Vec::new(),
            entries: Vec::new(),
            nodes: vec![Node {
                position: start,
                moves: Vec::new(),
                entry: None,
                next: Vec::new(),
            }],
            by_key: HashMap::from([(start.key(), 0)]),
        })
    }

    /// The node of the position after these legal moves, and of those on the way.
    fn add(&mut self, moves: &[Move]) -> usize {
        let mut position = self.nodes[0].position;
        let mut here = Found {
            node: 0,
            symmetry: &self.rules.symmetries()[0],
        };
        for (ply, &mv) in moves.iter().enumerate() {
            position = position.after(mv);
            let after = self.find(&position).unwrap_or_else(|| {
                let node = self.nodes.len();
                self.nodes.push(Node {
                    position,
                    moves: moves[..=ply].to_vec(),
                    entry: None,
                    next: Vec::new(),
                });
                self.by_key.insert(position.key(), node);
                Found {
                    node,
                    symmetry: &self.rules.symmetries()[0],
                }
            });
            let next = &mut self.nodes[here.node].next;
            if next.iter().all(|&(_, node)| node != after.node) {
                next.push((mv.mapped(here.symmetry), after.node));
            }
            here = after;
        }
        here.node
    }

    /// Gives each position that no opening ends in the last one on the way to it.
    fn hand_down(&mut self) {
        for (index, entry) in self.entries.iter().enumerate() {
            self.nodes[entry.node].entry = Some(index);
        }
        for node in 0..self.nodes.len() {
            let entry = self.nodes[node].entry;
            for (_, next) in self.nodes[node].next.clone() {
                let next = &mut self.nodes[next];
                next.entry = next.entry.or(entry);
            }
        }
    }
}
