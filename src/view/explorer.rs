//! The opening explorer as plain data.

use crate::position::Position;
use crate::tablebase::Wdl;
use crate::tablebase::explorer::Placing;
use serde::Serialize;

/// A turn, together with those that a symmetry of the position makes the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExplorerPlacing {
    /// The turns.
    pub turns: Vec<String>,
    /// The value to the side that plays one of them.
    pub value: Wdl,
    /// The number of legal replies to each.
    pub replies: u32,
    /// How many of these replies keep the value that the other side then has (all of them where it is lost anyway); null
    /// where that is not known.
    pub holding: Option<u32>,
}

/// The explorer's entries for a position.
pub fn placings(position: &Position, placings: &[Placing]) -> Vec<ExplorerPlacing> {
    let board = position.board();
    let view = |placing: &Placing| ExplorerPlacing {
        turns: placing.turns.iter().map(|turn| turn.display(board).to_string()).collect(),
        value: placing.value,
        replies: placing.replies,
        holding: placing.holding,
    };
    placings.iter().map(view).collect()
}
