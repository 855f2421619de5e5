//! What a move does, as plain data.

use super::names;
use crate::explain::{FactKind, describe_move, where_to_look};
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use serde::Serialize;
use tsify::Tsify;

/// One thing that a turn does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(rename = "Fact")]
pub struct FactInfo {
    /// What kind of fact it is.
    pub id: FactKind,
    /// The points that it is about.
    pub points: Vec<String>,
}

/// What a turn does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct MoveFacts {
    /// The most important first.
    #[tsify(type = "Fact[]")]
    pub facts: Vec<FactInfo>,
    /// Where a player should look who wants to find it.
    pub look: Vec<String>,
}

/// What a legal turn does.
///
/// # Errors
/// If it is not legal.
#[cold]
pub fn move_facts(position: &Position, mv: Move) -> Result<MoveFacts, IllegalMove> {
    let found = describe_move(position, mv)?;
    let look = names(position.board(), where_to_look(position, mv, &found));
    let mut facts = Vec::new();
    for fact in found {
        facts.push(FactInfo {
            id: fact.kind,
            points: names(position.board(), fact.points),
        });
    }
    Ok(MoveFacts { facts, look })
}
