//! A judged game as plain data.

use super::{Both, side_name};
use crate::game::{Game, NodeId};
use crate::position::Side;
use crate::review::{self, PositionScores};
use serde::Serialize;

/// A turn that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedView {
    /// The number of the node after it.
    pub node: usize,
    /// Who played it.
    pub side: &'static str,
    /// What it did to the value.
    pub judgement: &'static str,
    /// What it lost, in games won.
    pub lost: f64,
    /// Whether the scores are exact.
    pub exact: bool,
    /// `exact` or `estimate` where no other turn would have kept the value.
    pub only: Option<&'static str>,
}

/// What White may expect in a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// In games won: 0 to 1.
    pub white: f64,
    /// Whether it is exact.
    pub exact: bool,
}

/// A game that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewView {
    /// For each position of the line.
    pub values: Vec<Option<Expected>>,
    /// The turns in order.
    pub turns: Vec<JudgedView>,
    /// Which of them are worth a word, the worst first.
    pub turning: Vec<usize>,
    /// In per cent.
    pub accuracy: Both<Option<f64>>,
}

/// Judges the line from the start to a node, see [`review::review`].
pub fn review(game: &Game, last: NodeId, known: PositionScores) -> ReviewView {
    let judged = review::review(game, last, known);
    ReviewView {
        values: judged.values.iter().map(|value| value.map(|(white, exact)| Expected { white, exact })).collect(),
        turns: judged
            .turns
            .iter()
            .map(|turn| JudgedView {
                node: turn.node.index(),
                side: side_name(turn.side),
                judgement: turn.judgement.id(),
                lost: turn.lost,
                exact: turn.exact,
                only: turn.only.map(|exact| if exact { "exact" } else { "estimate" }),
            })
            .collect(),
        turning: judged.turning,
        accuracy: Both::of(|side: Side| judged.accuracy[side as usize]),
    }
}
