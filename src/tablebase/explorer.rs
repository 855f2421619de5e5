//! The opening explorer: the value of each turn in a position, and the number of replies that hold
//! against it.

use super::numbering::Symmetries;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::value::{Probe, Wdl};

/// A turn, together with those that a symmetry of the position makes the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Placing {
    /// The turns, in order.
    pub moves: Vec<Move>,
    /// The value to the side that plays one of them.
    pub value: Wdl,
    /// The number of legal replies to each.
    pub replies: u32,
    /// The number of replies that keep the value that the other side then has: all of them if it is
    /// lost. `None` if their values are not known.
    pub holding: Option<u32>,
}

/// The turns of a position, the best first, and among equals those with the fewest holding replies.
/// `None` if the value of one is not known, or the game is over.
#[cold]
pub fn explore(source: &dyn Probe, position: &Position) -> Option<Vec<Placing>> {
    let placings = placings(position)
        .into_iter()
        .map(|moves| placing(source, position, moves));
    let placings = placings.collect::<Option<Vec<_>>>()?;
    (!placings.is_empty()).then(|| sorted(placings))
}

/// The value of turns that lead to the same position, up to symmetry, and the replies to them.
fn placing(source: &dyn Probe, position: &Position, moves: Vec<Move>) -> Option<Placing> {
    let after = position.after(moves[0]);
    let value = source.value_or_outcome(&after)?;
    let replies = after.legal_moves();
    let holds =
        |&reply: &Move| Some(source.value_or_outcome(&after.after(reply))?.before() == value);
    let holding = if value == Wdl::Loss {
        Some(replies.len() as u32)
    } else {
        let holding = replies.iter().map(holds).collect::<Option<Vec<bool>>>();
        holding.map(|holding| holding.into_iter().filter(|&holds| holds).count() as u32)
    };
    Some(Placing {
        moves,
        value: value.before(),
        replies: replies.len() as u32,
        holding,
    })
}

/// The legal moves, grouped by the symmetries of the position.
fn placings(position: &Position) -> Vec<Vec<Move>> {
    let all = Symmetries::of(position.rules());
    let men = Side::BOTH.map(|side| position.men(side).bits());
    let symmetries = position.rules().symmetries().iter().enumerate().skip(1);
    let own: Vec<_> = symmetries
        .filter(|&(s, _)| men.map(|men| all.apply(s, men)) == men)
        .collect();
    let mut found: Vec<Vec<Move>> = Vec::new();
    for mv in position.legal_moves() {
        let same = |moves: &&mut Vec<Move>| {
            own.iter()
                .any(|(_, symmetry)| moves[0].mapped(symmetry) == mv)
        };
        match found.iter_mut().find(same) {
            Some(moves) => moves.push(mv),
            None => found.push(vec![mv]),
        }
    }
    found
}

/// An insertion sort: the standard one is much more code, and is part of the page's first load.
fn sorted(placings: Vec<Placing>) -> Vec<Placing> {
    let mut found: Vec<Placing> = Vec::with_capacity(placings.len());
    for Placing {
        moves: unsorted,
        value,
        replies,
        holding,
    } in placings
    {
        let mut moves: Vec<Move> = Vec::with_capacity(unsorted.len());
        for mv in unsorted {
            moves.insert(moves.partition_point(|&before| before < mv), mv);
        }
        let placing = Placing {
            moves,
            value,
            replies,
            holding,
        };
        let at = found.partition_point(|before| order(before) < order(&placing));
        found.insert(at, placing);
    }
    found
}

fn order(placing: &Placing) -> (std::cmp::Reverse<Wdl>, Option<u32>, Move) {
    (
        std::cmp::Reverse(placing.value),
        placing.holding,
        placing.moves[0],
    )
}
