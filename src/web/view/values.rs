//! Exact values as plain data.

use super::written;
use crate::explain::Verdict;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Preset, Rules};
use crate::tablebase::memory::check;
use crate::tablebase::opening::Opening;
use crate::tablebase::{MOST_POSITIONS, Sector, Solution, Unsolvable};
use crate::value::{Value, Wdl};
use serde::Serialize;
use tsify::Tsify;

/// The number of men on the board, both sides' together, from which endgames are solved by
/// themselves.
pub const ENDGAME_MEN: usize = 8;

/// An exact value to the side to move, with the plies to the end of the game under best play; null
/// where their number is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub enum ExactValue {
    /// It wins.
    Win(Option<u32>),
    /// It loses.
    Loss(Option<u32>),
    /// Nobody can force a win.
    Draw(#[tsify(type = "true")] bool),
}

impl From<Value> for ExactValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Win(plies) => Self::Win(Some(plies)),
            Value::Loss(plies) => Self::Loss(Some(plies)),
            Value::Draw => Self::Draw(true),
        }
    }
}

impl From<Wdl> for ExactValue {
    fn from(value: Wdl) -> Self {
        match value {
            Wdl::Win => Self::Win(None),
            Wdl::Loss => Self::Loss(None),
            Wdl::Draw => Self::Draw(true),
        }
    }
}

impl ExactValue {
    /// The value without the distance.
    pub fn wdl(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Loss(_) => Wdl::Loss,
            Self::Draw(_) => Wdl::Draw,
        }
    }

    /// The plies to the end, where they are known.
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => plies,
            Self::Draw(_) => None,
        }
    }

    /// As [`Value::order`]; an unknown distance counts as the longest.
    fn order(self) -> i64 {
        match self {
            Self::Win(plies) => Value::Win(plies.unwrap_or(u32::MAX)).order(),
            Self::Loss(plies) => Value::Loss(plies.unwrap_or(u32::MAX)).order(),
            Self::Draw(_) => Value::Draw.order(),
        }
    }
}

/// A legal turn and its value to the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct MoveValue {
    /// The turn.
    pub text: String,
    /// Its value.
    pub value: ExactValue,
    /// How many different values are better: 0 for the best turns, the same for equal values.
    pub rank: usize,
    /// What it does to the position's value, for the side that plays it.
    pub verdict: Verdict,
}

/// A draw by a count that ends a decided game first if both sides play by the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct Counter {
    /// The reason that the draw would have.
    #[tsify(type = "'quiet' | 'ten-moves'")]
    pub reason: &'static str,
    /// The number of plies until then.
    pub plies: u32,
}

/// The exact values of a position and of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PositionValues {
    /// Its value to the side to move.
    pub value: ExactValue,
    /// The draw that comes first; null where none does.
    pub counter: Option<Counter>,
    /// The legal turns.
    pub moves: Vec<MoveValue>,
}

/// A position's values; `None` where they are not solved, or the game is over.
pub fn values(solution: &Solution, position: &Position) -> Option<PositionValues> {
    if position.rules() != solution.rules() || position.outcome().is_some() {
        return None;
    }
    let value = solution.value(position)?.into();
    let moves: Vec<_> = solution
        .move_values(position)?
        .into_iter()
        .map(|(mv, value)| (mv, value.into()))
        .collect();
    let counter = solution.draw_before_end(position);
    let counter = counter.map(|(draw, plies)| Counter {
        reason: draw.id(),
        plies,
    });
    Some(PositionValues {
        value,
        counter,
        moves: move_values(position, &moves),
    })
}

/// The values of a position and of its legal turns, each to the side that plays it, without
/// distances.
pub fn values_without_distances(
    position: &Position,
    value: Wdl,
    moves: &[(Move, Wdl)],
) -> PositionValues {
    let moves: Vec<_> = moves
        .iter()
        .map(|&(mv, value)| (mv, value.into()))
        .collect();
    PositionValues {
        value: value.into(),
        counter: None,
        moves: move_values(position, &moves),
    }
}

fn move_values(position: &Position, moves: &[(Move, ExactValue)]) -> Vec<MoveValue> {
    // A general sort would be much more code, and the page loads it first of all.
    let mut orders: Vec<i64> = Vec::new();
    for (_, value) in moves {
        if let Err(at) = orders.binary_search(&value.order()) {
            orders.insert(at, value.order());
        }
    }
    let view = |&(mv, value): &(Move, ExactValue)| MoveValue {
        text: written(position.board(), mv),
        value,
        rank: orders
            .iter()
            .filter(|&&order| order > value.order())
            .count(),
        verdict: Verdict::of(value.wdl(), moves.iter().map(|(_, value)| value.wdl())),
    };
    moves.iter().map(view).collect()
}

/// Which positions of a rule set are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// Every position that play can reach.
    All,
    /// Those without men in hand and with few on the board.
    Endgames,
}

/// Why a page cannot solve all of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum SolvingLimit {
    /// The re-forming ban makes a position's value depend on the move before.
    Ban,
    /// A man that takes the two between which it comes, which the solver leaves out.
    Between,
    /// Turns that do not alternate, or depend on earlier ones, which the solver leaves out.
    Special,
    /// There are too many positions.
    Size,
}

/// What a page can solve of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Solvable {
    /// Null where nothing can be solved.
    pub extent: Option<Extent>,
    /// Why not everything can be solved; null where it can.
    pub reason: Option<SolvingLimit>,
    /// The approximate number of positions in the whole game; 0 where it was not counted.
    pub positions: u64,
    /// The number of men on the board, both sides' together, from which endgames are solved.
    pub men: usize,
    /// The name of the pack that has the value of every position, without distances; null if it
    /// has no pack.
    #[tsify(type = "string | null")]
    pub pack: Option<&'static str>,
    /// Whether exact values of the first placings come with the program.
    pub opening: bool,
}

/// What a page can solve of a rule set.
pub fn solvable(rules: &Rules) -> Solvable {
    let pack = (rules.without_draw_rules() == Preset::Nine.rules()).then_some("nine");
    let opening = Opening::shipped_name(rules).is_some();
    let of = |extent, reason, positions| Solvable {
        extent,
        reason,
        positions,
        men: ENDGAME_MEN,
        pack,
        opening,
    };
    let whole = [Sector::start(rules)];
    match check(rules, &whole) {
        Err(Unsolvable::ReformBan) => return of(None, Some(SolvingLimit::Ban), 0),
        Err(Unsolvable::Between) => return of(None, Some(SolvingLimit::Between), 0),
        Err(Unsolvable::Special) => return of(None, Some(SolvingLimit::Special), 0),
        Ok(()) | Err(Unsolvable::TooManyForRounds | Unsolvable::TooMany) => {}
    }
    let positions = Sector::positions(&whole, rules);
    let fits = |roots: &[Sector]| {
        check(rules, roots).is_ok() && Sector::positions(roots, rules) <= MOST_POSITIONS
    };
    if fits(&whole) {
        return of(Some(Extent::All), None, positions);
    }
    of(
        fits(&endgames(rules)).then_some(Extent::Endgames),
        Some(SolvingLimit::Size),
        positions,
    )
}

/// The sectors of the endgames that are solved by themselves.
pub fn endgames(rules: &Rules) -> Vec<Sector> {
    Sector::endgames(rules, ENDGAME_MEN)
}
