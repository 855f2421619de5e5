//! A mistake, and what is known of it.

use super::force::{Force, ended, moves};
use super::values::{CachedProbe, Unknown};
use crate::board::Point;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::value::{Probe, Wdl};

/// How many positions all searches of one reason may visit.
const MOST_NODES: u64 = 100_000;

/// A move that gave the value away, and what was asked about it so far.
pub(super) struct Case<'a> {
    /// Before the mistake, without draws by a count.
    pub position: Position,
    /// The mistake.
    pub mistake: Move,
    /// After it.
    pub after: Position,
    /// Who made it.
    pub mover: Side,
    /// The value before and after it, to the mover.
    pub had: Wdl,
    pub has: Wdl,
    /// The moves that hold the value.
    pub holding: Vec<Move>,
    /// The replies that keep what the mistake gave.
    pub answers: Vec<Move>,
    pub values: CachedProbe<'a>,
    pub force: Force,
}

impl<'a> Case<'a> {
    /// `None` if the move gives nothing away.
    pub(super) fn new(
        position: &Position,
        mistake: Move,
        probe: &'a dyn Probe,
    ) -> Result<Option<Self>, Unknown> {
        let values = CachedProbe::new(Some(probe));
        let position = without_draws(position);
        let mover = position.side_to_move();
        let after = position.after(mistake);
        let has = values.of(&after)?.before();
        // Most moves are no mistakes, and this is sooner known than what every move is worth.
        if values.of(&position) == Ok(has) {
            return Ok(None);
        }
        let worths = all(&position, &values)?;
        let had = worths.iter().map(|&(_, worth)| worth).max();
        let Some(had) = had.filter(|&had| had > has) else {
            return Ok(None);
        };
        let holding = worths.iter().filter(|&&(_, worth)| worth == had);
        let holding = holding.map(|&(mv, _)| mv).collect();
        let answers = if ended(&after).is_some() {
            Vec::new()
        } else {
            let worths = all(&after, &values)?;
            let keep = worths.iter().filter(|&&(_, worth)| worth == has.before());
            keep.map(|&(mv, _)| mv).collect()
        };
        Ok(Some(Self {
            position,
            mistake,
            after,
            mover,
            had,
            has,
            holding,
            answers,
            values,
            force: Force::new(MOST_NODES),
        }))
    }

    /// A move to which others are preferred, where no values are known.
    pub(super) fn estimated(position: &Position, mistake: Move, better: &[Move]) -> Self {
        let position = without_draws(position);
        let after = position.after(mistake);
        let over = ended(&after).is_some();
        Self {
            position,
            mistake,
            after,
            mover: position.side_to_move(),
            had: Wdl::Draw,
            has: Wdl::Draw,
            holding: better.to_vec(),
            answers: if over { Vec::new() } else { moves(&after) },
            values: CachedProbe::new(None),
            force: Force::new(MOST_NODES),
        }
    }

    /// Whom the mistake helps.
    pub(super) fn other(&self) -> Side {
        self.mover.other()
    }

    /// The positions after the moves that hold, where the game goes on.
    pub(super) fn held(&self) -> Vec<Position> {
        let after = self.holding.iter().map(|&mv| self.position.after(mv));
        after.filter(|next| ended(next).is_none()).collect()
    }

    /// Whether something is so after the mistake and after no holding move.
    pub(super) fn only_now(
        &mut self,
        mut holds: impl FnMut(&mut Self, &Position) -> Option<bool>,
    ) -> bool {
        let after = self.after;
        holds(self, &after) == Some(true)
            && self
                .held()
                .iter()
                .all(|next| holds(self, next) == Some(false))
    }

    /// Whether all men are placed.
    pub(super) fn is_placed(&self) -> bool {
        Side::BOTH
            .into_iter()
            .all(|side| self.position.hand(side) == 0)
    }

    /// The point that every answer goes to, if there is one.
    pub(super) fn common_goal(&self) -> Option<Point> {
        let to = self.answers.first()?.to()?;
        self.answers
            .iter()
            .all(|answer| answer.to() == Some(to))
            .then_some(to)
    }
}

fn without_draws(position: &Position) -> Position {
    let mut position = *position;
    position.rules = position.rules.without_draw_rules();
    position
}

/// The moves of a position and what they are worth to the side that plays them.
pub(super) fn all(position: &Position, values: &CachedProbe) -> Result<Vec<(Move, Wdl)>, Unknown> {
    // All are asked before one that is not known ends it.
    let worths: Vec<_> = moves(position)
        .into_iter()
        .map(|mv| (mv, values.after(position, mv)))
        .collect();
    worths
        .into_iter()
        .map(|(mv, worth)| Ok((mv, worth?)))
        .collect()
}
