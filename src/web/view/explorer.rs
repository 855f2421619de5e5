//! The opening explorer as plain data.

use super::{PositionValues, all_written, values_without_distances};
use crate::chances::{Replier, Replies};
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
    /// How likely a club player (level 5) plays another reply, in per cent; null where that is not
    /// known.
    pub missed: Option<u32>,
}

/// The replies in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct RepliesInfo {
    /// The number of legal ones.
    pub replies: u32,
    /// How many of them keep the value.
    pub holding: u32,
    /// How likely a club player (level 5) plays another, in per cent.
    pub missed: u32,
}

/// The level of a club player.
const CLUB_PLAYER: usize = 5;

/// A club player; `None` where there is not enough memory.
pub fn club_player() -> Option<Replier> {
    Replier::of_level(CLUB_PLAYER).ok().flatten()
}

/// The replies in a position; `None` if the value of one is not known, or the game is over.
pub fn replies(
    source: &dyn Probe,
    position: &Position,
    player: &mut Replier,
) -> Option<RepliesInfo> {
    let Replies {
        all,
        holding,
        missed,
    } = player.replies(position, source)?;
    Some(RepliesInfo {
        replies: all,
        holding,
        missed: (missed * 100.0).round() as u32,
    })
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
    let mut placings = placings(position, &found);
    let mut player = club_player();
    for (placing, found) in placings.iter_mut().zip(&found) {
        let after = position.after(found.moves[0]);
        let replies = player
            .as_mut()
            .and_then(|player| replies(source, &after, player));
        placing.missed = replies.map(|replies| replies.missed);
    }
    Some(Explored { placings, values })
}

/// The explorer's entries for a position.
pub fn placings(position: &Position, placings: &[Placing]) -> Vec<ExplorerPlacing> {
    let board = position.board();
    let view = |placing: &Placing| ExplorerPlacing {
        turns: all_written(board, &placing.moves),
        value: placing.value,
        replies: placing.replies,
        holding: placing.holding,
        missed: None,
    };
    placings.iter().map(view).collect()
}
