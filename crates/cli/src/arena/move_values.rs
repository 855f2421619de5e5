//! A position's moves with their exact values.

use super::player::Fault;
use merels::moves::Move;
use merels::position::Position;
use merels::tablebase::Sector;
use merels::tablebase::directory::Tables;
use merels::value::{Probe, Wdl};

/// A position's legal moves with their exact values for the side that plays them, best first.
#[derive(Clone, Debug)]
pub struct MoveValues(Vec<(Move, Wdl)>);

impl MoveValues {
    /// Looks the moves up in tables.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn of(tables: &Tables, position: &Position) -> Result<Self, Fault> {
        let known = |(mv, value): (Move, Option<Wdl>)| match value {
            Some(value) => Ok((mv, value)),
            None => {
                let next = position.after(mv);
                Err(Fault(format!(
                    "there is no table of sector {}",
                    Sector::of(&next)
                )))
            }
        };
        let moves = tables.move_values(position).map_err(Fault::of)?;
        moves
            .into_iter()
            .map(known)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Asks any source of exact values; `None` if the value of some move is unknown, or the game is
    /// over.
    pub fn by(source: &dyn Probe, position: &Position) -> Option<Self> {
        let known = |mv: Move| Some((mv, source.value_or_outcome(&position.after(mv))?.before()));
        let mut turns = position
            .legal_moves()
            .into_iter()
            .map(known)
            .collect::<Option<Vec<_>>>()?;
        turns.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        (!turns.is_empty()).then_some(Self(turns))
    }

    /// The position's value; `None` if there are no moves.
    pub fn value(&self) -> Option<Wdl> {
        self.0.first().map(|&(_, value)| value)
    }

    /// A move's value for the side that plays it; `None` if it is illegal.
    pub fn after(&self, mv: Move) -> Option<Wdl> {
        self.0
            .iter()
            .find(|&&(known, _)| known == mv)
            .map(|&(_, value)| value)
    }

    /// The moves that keep the value.
    pub fn keeping(&self) -> impl Iterator<Item = Move> {
        self.0
            .iter()
            .take_while(|&&(_, value)| Some(value) == self.value())
            .map(|&(mv, _)| mv)
    }

    /// Whether some move loses value (there is always one that keeps it).
    pub fn can_be_spoilt(&self) -> bool {
        self.0
            .last()
            .is_some_and(|&(_, value)| Some(value) != self.value())
    }
}
