//! Exact values as plain data.

use crate::explain::Verdict;
use crate::position::Position;
use crate::rules::{Reform, Rules};
use crate::tablebase::{MOST_POSITIONS, Sector, Solution, Value};
use serde::Serialize;

/// The men, of both sides together, with whom an endgame begins that is solved apart.
pub const ENDGAME_MEN: usize = 8;

/// An exact value to the side to move, with the plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ValueView {
    /// It wins.
    Win(u32),
    /// It loses.
    Loss(u32),
    /// Nobody can force a win.
    Draw(bool),
}

impl From<Value> for ValueView {
    fn from(value: Value) -> Self {
        match value {
            Value::Win(plies) => Self::Win(plies),
            Value::Loss(plies) => Self::Loss(plies),
            Value::Draw => Self::Draw(true),
        }
    }
}

/// A legal turn and its value to the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The turn.
    pub text: String,
    /// Its value.
    pub value: ValueView,
    /// How many different values are better: 0 for the best turns, the same for equal values.
    pub rank: usize,
    /// What it does to the position's value, see [`Verdict`].
    pub verdict: &'static str,
}

/// A draw by a count of plies that ends a decided game first, if both sides play for the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// As in an outcome: `quiet` or `ten-moves`.
    pub reason: &'static str,
    /// After how many plies.
    pub plies: u32,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionValues {
    /// Its value to the side to move.
    pub value: ValueView,
    /// What ends it first, if something does.
    pub counter: Option<Counter>,
    /// Its legal turns.
    pub moves: Vec<MoveValue>,
}

/// A position's values; `None` where they are not solved, or the game is over.
pub fn values(solution: &Solution, position: &Position) -> Option<PositionValues> {
    if position.rules() != solution.rules() || position.outcome().is_some() {
        return None;
    }
    let value = solution.value(position)?;
    let moves = solution.move_values(position)?;
    // A general sort would be much more code, and the page loads it first of all.
    let mut orders: Vec<i64> = Vec::new();
    for (_, value) in &moves {
        if let Err(at) = orders.binary_search(&value.order()) {
            orders.insert(at, value.order());
        }
    }
    let view = |(mv, value): &(crate::Move, Value)| MoveValue {
        text: mv.display(position.board()).to_string(),
        value: (*value).into(),
        rank: orders.iter().filter(|&&order| order > value.order()).count(),
        verdict: Verdict::of(*value, moves.iter().map(|(_, value)| *value)).id(),
    };
    let counter = solution.draw_before_end(position);
    Some(PositionValues {
        value: value.into(),
        counter: counter.map(|(draw, plies)| Counter { reason: draw.id(), plies }),
        moves: moves.iter().map(view).collect(),
    })
}

/// What a page can solve of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solvable {
    /// `all`: every position that play can reach; `endgames`: those without men in hand and with few on the board;
    /// `none`.
    pub extent: &'static str,
    /// Why it is not all: `ban`, for the re-forming ban makes a position's value depend on the move before; `size`.
    pub reason: Option<&'static str>,
    /// About how many positions all of them are; 0 where that is not asked.
    pub positions: u32,
    /// With how many men together on the board the endgames begin.
    pub men: usize,
}

/// What a page can solve of a rule set.
pub fn solvable(rules: &Rules) -> Solvable {
    let of = |extent, reason, positions| Solvable { extent, reason, positions, men: ENDGAME_MEN };
    if rules.reform == Reform::Ban {
        return of("none", Some("ban"), 0);
    }
    let positions = Sector::positions(&[Sector::start(rules)], rules);
    if positions <= MOST_POSITIONS {
        return of("all", None, positions.try_into().unwrap_or(u32::MAX));
    }
    let endgames = Sector::positions(&endgames(rules), rules);
    of(
        if endgames <= MOST_POSITIONS { "endgames" } else { "none" },
        Some("size"),
        positions.try_into().unwrap_or(u32::MAX),
    )
}

/// The sectors of the endgames that are solved apart.
pub fn endgames(rules: &Rules) -> Vec<Sector> {
    Sector::endgames(rules, ENDGAME_MEN)
}
