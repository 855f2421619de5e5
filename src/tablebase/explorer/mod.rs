//! The opening explorer: the value of each placing in a game's first plies, and the number of replies that hold
//! against it.
//!
//! [`explore`] computes both from any source of exact values. [`Explorer`] reads them from a small file that covers
//! the likeliest positions of each ply, up to a given number. The file has the format of
//! [`opening::format`](super::opening::format). It does not store the positions: the reader repeats the writer's
//! walk.

#[cfg(not(target_arch = "wasm32"))]
mod make;
mod placings;
mod walk;

#[cfg(not(target_arch = "wasm32"))]
pub use make::{MakeError, make};
pub use placings::Told;

use super::coder::Decoder;
use super::numbering::Symmetries;
use super::opening::format::{OpeningError, OpeningHeader};
use super::opening::is_placing_game;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::tablebase::{Probe, Wdl};
use placings::{Canonical, placings};
use walk::{Nodes, Walk};

const MAGIC: [u8; 8] = *b"\x89MERELX\n";

/// A placing, and those that are the same by a symmetry of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The placings, the man taken with each included; the first one stands for all.
    pub turns: Vec<Move>,
    /// What is told of each.
    pub told: Told,
}

/// What is told of the placings of a game's first plies.
#[derive(Debug)]
pub struct Explorer {
    rules: Rules,
    plies: usize,
    turns: Symmetries,
    nodes: Nodes,
}

impl Explorer {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is damaged, of another version, or not such a file.
    pub fn read(bytes: &[u8]) -> Result<Self, OpeningError> {
        let (header, at) = OpeningHeader::read(bytes, MAGIC, most_plies)?;
        let mut decoder = Decoder::new(bytes.to_vec(), at);
        let turns = Symmetries::new(header.rules.board);
        let walk = Walk::take(&header.rules, header.plies, &turns, &mut decoder, &mut ());
        let walk = walk.ok_or(OpeningError::Values)?;
        if walk.checksum != header.values {
            return Err(OpeningError::Values);
        }
        Ok(Self { rules: header.rules, plies: header.plies, turns, nodes: walk.nodes })
    }

    /// The rules that it is of, the draw rules aside.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many plies it covers.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Of how many positions it tells the placings, up to symmetry.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The placings of a position, the best first, of equals the one that fewest replies hold against; `None` where
    /// nothing is told of it.
    pub fn explore(&self, position: &Position) -> Option<Vec<Placing>> {
        if position.rules().without_draw_rules() != self.rules || !is_opening(position) {
            return None;
        }
        let canonical = Canonical::of(position, &self.turns);
        let told = self.nodes.get(canonical.key)?;
        let back = canonical.back();
        let turned = |turns: Vec<Move>| turns.into_iter().map(|turn| turn.mapped(&back)).collect();
        let placings = placings(&canonical.position, &self.turns).into_iter().map(turned);
        Some(sorted(placings.zip(told).map(|(turns, &told)| Placing { turns, told }).collect()))
    }
}

/// The turns of a position as exact values tell of them, sorted like [`Explorer::explore`]; `None` where the value of one
/// is not known, or the game is over.
pub fn explore(source: &dyn Probe, position: &Position) -> Option<Vec<Placing>> {
    let told = |turns: Vec<Move>| {
        let after = position.after(turns[0]);
        Some(Placing { told: tell(source, &after)?, turns })
    };
    let turns = Symmetries::new(position.board());
    let placings = placings(position, &turns).into_iter().map(told).collect::<Option<Vec<_>>>()?;
    (!placings.is_empty()).then(|| sorted(placings))
}

/// What is told of the turn that led to a position.
fn tell(source: &dyn Probe, after: &Position) -> Option<Told> {
    let value = source.value_or_outcome(after)?;
    let turns = after.legal_moves();
    let holds = |&turn: &Move| Some(source.value_or_outcome(&after.after(turn))?.before() == value);
    let holding = if value == Wdl::Loss {
        Some(turns.len() as u32)
    } else {
        let held = turns.iter().map(holds).collect::<Option<Vec<bool>>>();
        held.map(|held| held.into_iter().filter(|&held| held).count() as u32)
    };
    Some(Told { value: value.before(), replies: turns.len() as u32, holding })
}

/// By insertion: a general sort would be much more code, and the page loads it first of all.
fn sorted(placings: Vec<Placing>) -> Vec<Placing> {
    let mut found: Vec<Placing> = Vec::with_capacity(placings.len());
    for Placing { turns, told } in placings {
        let mut in_order: Vec<Move> = Vec::with_capacity(turns.len());
        for turn in turns {
            in_order.insert(in_order.partition_point(|&before| before < turn), turn);
        }
        let order = |told: &Told, first: Move| (std::cmp::Reverse(told.value), told.holding, first);
        let this = order(&told, in_order[0]);
        let at = found.partition_point(|before| order(&before.told, before.turns[0]) < this);
        found.insert(at, Placing { turns: in_order, told });
    }
    found
}

/// Of how many plies of a game placings can be told: none of them ends the game, and all are answered by placing; 0 where
/// a game has no such plies.
fn most_plies(rules: &Rules) -> usize {
    let men = usize::from(rules.men);
    // The third man that a side places is the first to take one.
    let lost = |ply: usize| ply.div_ceil(2).saturating_sub(2);
    let most = if is_placing_game(rules) { 2 * men } else { 0 };
    (1..most).take_while(|&ply| men >= 3 + lost(ply + 1)).last().unwrap_or(0)
}

/// Whether placings alone can lead to a position, judging by its hands.
fn is_opening(position: &Position) -> bool {
    let (own, other) = (position.hand(position.turn()), position.hand(position.turn().other()));
    position.closing(Side::White).is_none() && (own == other || own == other + 1) && own > 0
}
