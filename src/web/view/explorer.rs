//! The opening explorer as plain data.

use super::{PositionValues, all_written, values_without_distances};
use crate::position::Position;
use crate::tablebase::explorer::{Placing, explore};
use crate::value::{Probe, Wdl};
use serde::Serialize;
use tsify::Tsify;

/// A turn, together with those that a symmetry of the position makes the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ExplorerPlacing {
    /// The turns.
    pub turns: Vec<String>,
    /// The value to the side that plays one of them.
    pub value: Wdl,
    /// The number of legal replies to each.
    pub replies: u32,
    /// How many of these replies keep the value that the other side then has (all of them where it
    /// is lost anyway); null where that is not known.
    pub holding: Option<u32>,
}

/// What exact values say about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct Explored {
    /// Its turns, the best first, and among equals those with the fewest good replies.
    pub placings: Vec<ExplorerPlacing>,
    /// Its value and those of its turns.
    pub values: PositionValues,
}

/// What exact values say about a position; `None` if the value of a turn is not known, or the game
/// is over.
pub fn explored(source: &dyn Probe, position: &Position) -> Option<Explored> {
    let found = explore(source, position)?;
    let value_of = |mv| {
        found
            .iter()
            .find(|placing| placing.moves.contains(&mv))
            .map(|placing| (mv, placing.value))
    };
    let turns = position
        .legal_moves()
        .into_iter()
        .map(value_of)
        .collect::<Option<Vec<_>>>()?;
    let values = values_without_distances(position, found.first()?.value, &turns);
    Some(Explored {
        placings: placings(position, &found),
        values,
    })
}

/// The explorer's entries for a position.
pub fn placings(position: &Position, placings: &[Placing]) -> Vec<ExplorerPlacing> {
    let board = position.board();
    let view = |placing: &Placing| ExplorerPlacing {
        turns: all_written(board, &placing.moves),
        value: placing.value,
        replies: placing.replies,
        holding: placing.holding,
    };
    placings.iter().map(view).collect()
}
