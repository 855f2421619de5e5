//! The line to the first lasting gain, where no reason is near.

use super::case::Case;
use super::force::{can_take, ended, moves, takes};
use super::values::Unknown;
use super::{Reason, ReasonKind};
use crate::moves::Move;
use crate::position::Position;
use crate::search::evaluate;
use crate::value::Wdl;

/// How long a line is at most, in plies.
const LONGEST: usize = 24;
/// How much of it is shown where it leads to no gain.
const SHOWN: usize = 8;
/// Within how many turns a take is looked for at each step.
const SOON: usize = 3;

impl Case<'_> {
    pub(super) fn far(&mut self) -> Result<Reason, Unknown> {
        let better = self.holding.first().copied();
        let (found, mut position, gains) = match better {
            Some(better) if self.has == Wdl::Draw => {
                let found = self.missed(ReasonKind::Far, better, Vec::new());
                (found, self.position.after(better), self.mover)
            }
            _ => (
                self.allowed(ReasonKind::Far, Vec::new()),
                self.after,
                self.other(),
            ),
        };
        let mut line = found.line.clone();
        let mut turns = usize::from(gains == self.mover);
        let mut gained = false;
        while !gained && line.len() < LONGEST && ended(&position).is_none() {
            let mine = position.side_to_move() == gains;
            let mv = if mine {
                self.best_gain(&position)?
            } else {
                self.best_reply(&position)?
            };
            turns += usize::from(mine);
            let taken = mine && takes(&position, mv);
            line.push(mv);
            position = position.after(mv);
            gained = ended(&position).is_some() || (taken && !can_take(&position));
        }
        if !gained {
            line.truncate(SHOWN);
            turns = 0;
        }
        Ok(Reason { line, ..found }.within(turns))
    }

    /// A move that keeps the value, the one that takes soonest.
    fn best_gain(&mut self, position: &Position) -> Result<Move, Unknown> {
        let worth = self.values.of(position)?;
        let mut best: Vec<_> = moves(position)
            .into_iter()
            .map(|mv| {
                let next = position.after(mv);
                let soon = if takes(position, mv) {
                    0
                } else {
                    (1..SOON)
                        .find(|&turns| self.force.cannot_stop(&next, turns) == Some(true))
                        .unwrap_or(SOON)
                };
                ((soon, evaluate(&next)), mv)
            })
            .collect();
        best.sort_by_key(|&(order, _)| order);
        for &(_, mv) in &best {
            if self.values.after(position, mv)? == worth {
                return Ok(mv);
            }
        }
        best.first().map(|&(_, mv)| mv).ok_or(Unknown)
    }

    /// A reply that does not let them take soon.
    fn best_reply(&mut self, position: &Position) -> Result<Move, Unknown> {
        let best = moves(position).into_iter().max_by_key(|&mv| {
            let next = position.after(mv);
            let soon = (1..SOON).find(|&turns| self.force.takes(&next, turns) == Some(true));
            (soon.unwrap_or(SOON), -evaluate(&next))
        });
        best.ok_or(Unknown)
    }
}
