//! A reviewed game as plain data.

use super::Both;
use crate::game::{Game, NodeId};
use crate::position::Side;
use crate::review::{self, Judgement, PositionScores};
use serde::Serialize;
use tsify::Tsify;

/// How far a statement can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// It rests on estimates.
    Estimate,
}

/// A turn that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Judged {
    /// The number of the node after it.
    pub node: usize,
    /// Who played it.
    pub side: Side,
    /// What it did to the value.
    pub judgement: Judgement,
    /// What it lost, in games won: 0 to 1.
    pub lost: f64,
    /// Whether the scores before and after it are exact.
    pub exact: bool,
    /// How certain it is that no other turn would have kept the value; null where another would.
    pub only: Option<Certainty>,
}

/// What White may expect in a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
pub struct Expected {
    /// In games won: 0 to 1.
    pub white: f64,
    /// Whether it is exact.
    pub exact: bool,
}

/// A game that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ReviewInfo {
    /// For each position of the line, the first included; null where it has no score.
    pub values: Vec<Option<Expected>>,
    /// The turns in order.
    pub turns: Vec<Judged>,
    /// The turning points by their place in `turns`, the worst first.
    pub turning: Vec<usize>,
    /// In per cent; null for a side that had nothing to keep.
    pub accuracy: Both<Option<f64>>,
}

/// Judges the line from the start to a node, see [`review::review`].
#[cold]
pub fn review(game: &Game, last: NodeId, known: PositionScores) -> ReviewInfo {
    let judged = review::review(game, last, known);
    ReviewInfo {
        values: judged
            .values
            .iter()
            .map(|value| value.map(|(white, exact)| Expected { white, exact }))
            .collect(),
        turns: judged
            .turns
            .iter()
            .map(|turn| Judged {
                node: turn.node.index(),
                side: turn.side,
                judgement: turn.judgement,
                lost: turn.lost,
                exact: turn.exact,
                only: turn.only.map(|exact| {
                    if exact {
                        Certainty::Exact
                    } else {
                        Certainty::Estimate
                    }
                }),
            })
            .collect(),
        turning: judged.turning,
        accuracy: Both::of(|side: Side| judged.accuracy[side as usize]),
    }
}
