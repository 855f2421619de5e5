//! A position's turns with their exact values.

use super::player::Fault;
use crate::moves::Move;
use crate::position::Position;
use crate::tablebase::Sector;
use crate::tablebase::directory::Tables;
use crate::tablebase::{Probe, Wdl};

/// A position's legal turns with their exact values to the side that plays them, best first.
#[derive(Clone, Debug)]
pub struct Judged(Vec<(Move, Wdl)>);

impl Judged {
    /// Looks the turns up.
    ///
    /// # Errors
    /// If a table is missing or refused.
    pub fn of(tables: &Tables, position: &Position) -> Result<Self, Fault> {
        let known = |(mv, value): (Move, Option<Wdl>)| match value {
            Some(value) => Ok((mv, value)),
            None => {
                let mut next = *position;
                next.play_unchecked(mv);
                Err(Fault(format!("there is no table of class {}", Sector::of(&next))))
            }
        };
        let moves = tables.move_values(position).map_err(Fault::of)?;
        moves.into_iter().map(known).collect::<Result<_, _>>().map(Self)
    }

    /// Asks any source of exact values; `None` where it does not know all turns, or the game is over.
    pub fn by(source: &dyn Probe, position: &Position) -> Option<Self> {
        let known = |mv: Move| {
            let mut next = *position;
            next.play_unchecked(mv);
            let ended = || match next.outcome()?.winner() {
                None => Some(Wdl::Draw),
                Some(winner) => Some(if winner == position.turn() { Wdl::Win } else { Wdl::Loss }),
            };
            Some((mv, ended().or_else(|| source.value(&next).map(Wdl::before))?))
        };
        let mut turns = position.legal_moves().into_iter().map(known).collect::<Option<Vec<_>>>()?;
        turns.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        (!turns.is_empty()).then_some(Self(turns))
    }

    /// The position's value; `None` where there are no turns.
    pub fn value(&self) -> Option<Wdl> {
        self.0.first().map(|&(_, value)| value)
    }

    /// What a turn leads to, to the side that plays it; `None` for an illegal one.
    pub fn after(&self, mv: Move) -> Option<Wdl> {
        self.0.iter().find(|&&(known, _)| known == mv).map(|&(_, value)| value)
    }

    /// The turns that keep the value.
    pub fn keeping(&self) -> impl Iterator<Item = Move> {
        self.0.iter().take_while(|&&(_, value)| Some(value) == self.value()).map(|&(mv, _)| mv)
    }

    /// Whether some turn spoils the value. One that keeps it there always is.
    pub fn can_be_spoilt(&self) -> bool {
        self.0.last().is_some_and(|&(_, value)| Some(value) != self.value())
    }
}
