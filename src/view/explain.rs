//! What a turn does, as plain data.

use crate::board::Points;
use crate::explain::{describe_move, where_to_look};
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use serde::Serialize;

/// One thing that a turn does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactView {
    /// Its word, see [`FactKind`](crate::explain::FactKind).
    pub id: &'static str,
    /// The points that it is about.
    pub points: Vec<String>,
}

/// What a turn does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The weightiest first.
    pub facts: Vec<FactView>,
    /// Where to look for somebody who wants to find it.
    pub look: Vec<String>,
}

/// What a legal turn does. `Err` where it is not legal.
#[cold]
pub fn explained(position: &Position, mv: Move) -> Result<Explained, IllegalMove> {
    let found = describe_move(position, mv)?;
    let look = names(position, where_to_look(position, mv, &found));
    let mut facts = Vec::new();
    for fact in found {
        facts.push(FactView { id: fact.kind.id(), points: names(position, fact.points) });
    }
    Ok(Explained { facts, look })
}

#[cold]
fn names(position: &Position, points: Points) -> Vec<String> {
    points.map(|point| position.board().coordinate(point).to_string()).collect()
}
