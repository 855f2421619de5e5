//! Lines that show what is forced. Every move of the side that gains keeps the value, and the other
//! side holds out as long as it can.

use super::case::Case;
use super::force::{can_take, ended, goals, moves, takes};
use super::values::Unknown;
use crate::moves::Move;
use crate::position::Position;

/// A line, where there is one whose moves all keep the value.
pub(super) type Line = Result<Option<Vec<Move>>, Unknown>;

impl Case<'_> {
    /// From where the side to move can take within `turns` to where it has.
    pub(super) fn attack(&mut self, position: &Position, turns: usize) -> Line {
        if ended(position).is_some() || turns == 0 {
            return Ok(None);
        }
        let worth = self.values.of(position)?;
        let (taking, quiet): (Vec<_>, Vec<_>) = moves(position)
            .into_iter()
            .partition(|&mv| takes(position, mv));
        for mv in taking {
            if self.values.after(position, mv)? == worth {
                return Ok(Some(vec![mv]));
            }
        }
        for mv in quiet {
            let next = position.after(mv);
            if self.force.cannot_stop(&next, turns - 1) == Some(true)
                && self.values.after(position, mv)? == worth
            {
                let rest = self.defence(&next, turns - 1)?;
                if let Some(rest) = rest {
                    return Ok(Some(before(mv, rest)));
                }
            }
        }
        Ok(None)
    }

    /// From where the other side can take within `turns`, whatever is played, to where it has.
    pub(super) fn defence(&mut self, position: &Position, turns: usize) -> Line {
        if ended(position).is_some() {
            return Ok(Some(Vec::new()));
        }
        let goals = goals(&position.with_turn_passed());
        let mut best = None;
        for mv in moves(position) {
            let next = position.after(mv);
            let Some(distance) =
                (1..=turns).find(|&turns| self.force.takes(&next, turns) == Some(true))
            else {
                return Ok(None);
            };
            let stops = mv.to().is_some_and(|to| goals.contains(to));
            let order = (self.values.after(position, mv)?, distance, stops);
            if best.is_none_or(|(so_far, _)| order > so_far) {
                best = Some((order, mv));
            }
        }
        let Some(((_, distance, _), mv)) = best else {
            return Ok(None);
        };
        let rest = self.attack(&position.after(mv), distance)?;
        Ok(rest.map(|rest| before(mv, rest)))
    }

    /// From where the side to move leads by `margin` after `turns` to where it has taken so often.
    pub(super) fn lead(&mut self, position: &Position, turns: usize, margin: i32) -> Line {
        if turns == 0 || ended(position).is_some() {
            return Ok((margin <= 0).then(Vec::new));
        }
        let worth = self.values.of(position)?;
        let (mut first, quiet): (Vec<_>, Vec<_>) = moves(position)
            .into_iter()
            .partition(|&mv| takes(position, mv));
        first.extend(quiet);
        for mv in first {
            let next = position.after(mv);
            let margin = margin - i32::from(takes(position, mv));
            if self.force.trails(&next, turns - 1, margin) == Some(true)
                && self.values.after(position, mv)? == worth
                && let Some(rest) = self.trail(&next, turns - 1, margin)?
            {
                return Ok(Some(before(mv, rest)));
            }
        }
        Ok(None)
    }

    /// The same from after a turn of the side that leads.
    pub(super) fn trail(&mut self, position: &Position, turns: usize, margin: i32) -> Line {
        // A lead that cannot be taken back at once is shown.
        if ended(position).is_some() || (margin <= 0 && !can_take(position)) {
            return Ok(Some(Vec::new()));
        }
        let mut best = None;
        for mv in moves(position) {
            let next = position.after(mv);
            let margin = margin + i32::from(takes(position, mv));
            let distance =
                (0..=turns).find(|&turns| self.force.leads(&next, turns, margin) == Some(true));
            let Some(distance) = distance else {
                return Ok(None);
            };
            let order = (self.values.after(position, mv)?, distance, margin);
            if best.is_none_or(|(so_far, _)| order > so_far) {
                best = Some((order, mv));
            }
        }
        let Some(((_, distance, margin), mv)) = best else {
            return Ok(None);
        };
        let rest = self.lead(&position.after(mv), distance, margin)?;
        Ok(rest.map(|rest| before(mv, rest)))
    }
}

pub(super) fn before(mv: Move, rest: Vec<Move>) -> Vec<Move> {
    let mut line = vec![mv];
    line.extend(rest);
    line
}
