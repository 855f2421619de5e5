//! The opening explorer as plain data.

use crate::position::Position;
use crate::tablebase::explorer::Placing;
use serde::Serialize;

/// A turn and those that are the same by a symmetry of the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacingView {
    /// The turns.
    pub turns: Vec<String>,
    /// `win`, `draw` or `loss`, to the side that plays one of them.
    pub value: String,
    /// How many legal turns answer each.
    pub replies: u32,
    /// How many of these keep what the other side has then; `None` where that is not known.
    pub holding: Option<u32>,
}

/// What is told of a position's turns.
pub fn placings(position: &Position, placings: &[Placing]) -> Vec<PlacingView> {
    let board = position.board();
    let view = |placing: &Placing| PlacingView {
        turns: placing.turns.iter().map(|turn| turn.display(board).to_string()).collect(),
        value: placing.told.value.to_string(),
        replies: placing.told.replies,
        holding: placing.told.holding,
    };
    placings.iter().map(view).collect()
}
