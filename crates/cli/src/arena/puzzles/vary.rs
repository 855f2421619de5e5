//! Removes duplicates: no two puzzles are alike under a symmetry of the board.

use merels::board::Points;
use merels::position::{Position, Side};

/// Positions that differ on fewer points are alike: a man that stands elsewhere makes two, one that
/// is missing one.
const LEAST_DIFFERENCE: usize = 4;

/// The positions so far.
#[derive(Debug, Default)]
pub(super) struct Variety {
    /// Men of the side to move and of the other.
    seen: Vec<[Points; 2]>,
}

impl Variety {
    /// Whether no position so far is like this one.
    pub(super) fn is_new(&self, position: &Position) -> bool {
        position
            .rules()
            .symmetries()
            .iter()
            .map(|symmetry| men(&position.mapped(symmetry)))
            .all(|[own, other]| {
                self.seen
                    .iter()
                    .all(|seen| differ(own, seen[0]) + differ(other, seen[1]) >= LEAST_DIFFERENCE)
            })
    }

    /// Remembers a position.
    pub(super) fn add(&mut self, position: &Position) {
        self.seen.push(men(position));
    }
}

fn men(position: &Position) -> [Points; 2] {
    let solver: Side = position.side_to_move();
    [position.men(solver), position.men(solver.other())]
}

fn differ(one: Points, other: Points) -> usize {
    one.minus(other).len() + other.minus(one).len()
}
