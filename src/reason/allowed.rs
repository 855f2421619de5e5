//! What the mistake lets the other side force.

use super::case::Case;
use super::force::{Force, ended, goals, moves, takes};
use super::line::before;
use super::values::Unknown;
use super::{Reason, ReasonKind};
use crate::board::Points;
use crate::moves::Move;
use crate::outcome::{Outcome, WinBy};
use crate::position::Position;
use crate::puzzle::force::{Goal, ProofNode, Prover};
use crate::rules::Goal as GameGoal;
use std::ops::RangeInclusive;

type Found = Result<Option<Reason>, Unknown>;

/// How many positions a proof may visit.
pub(super) const MOST_NODES: u64 = 25_000;
/// How many positions a search for the end of the game may visit.
pub(super) const MOST_WINS: u64 = 10_000;
/// Within how many turns men are counted.
pub(super) const MOST_COUNTED: usize = 5;

impl Case<'_> {
    /// They can close a mill at once.
    pub(super) fn mill_allowed(&mut self) -> Found {
        let after = self.after;
        if ended(&after).is_some() {
            return Ok(None);
        }
        let held: Vec<_> = self.held().iter().map(closable).collect();
        let known = closable(&self.position.with_turn_passed());
        let left = self.mistake.from();
        let mut best: Option<(ReasonKind, Points, Move)> = None;
        for &answer in &self.answers {
            if !takes(&after, answer) {
                continue;
            }
            for mill in after.closes(answer) {
                if held.iter().any(|mills| mills.contains(&mill)) {
                    continue;
                }
                let kind = if left.is_some_and(|from| mill.contains(from)) {
                    ReasonKind::PostLeft
                } else if known.contains(&mill) {
                    ReasonKind::BlockMissed
                } else {
                    ReasonKind::MillAllowed
                };
                if best.is_none_or(|(so_far, ..)| kind < so_far) {
                    best = Some((kind, mill, answer));
                }
            }
        }
        Ok(best.map(|(kind, mill, answer)| {
            let point = if kind == ReasonKind::PostLeft {
                left
            } else {
                answer.to()
            };
            let found = self.allowed(kind, vec![answer]).of(vec![mill]);
            found.at(point.into_iter().collect()).within(1)
        }))
    }

    /// After the mistake the other side can take in exactly `turns` turns.
    pub(super) fn forced(&mut self, turns: usize) -> Found {
        let after = self.after;
        if (1..turns).any(|fewer| self.force.takes(&after, fewer) != Some(false))
            || !self.only_now(|case, next| case.force.takes(next, turns))
        {
            return Ok(None);
        }
        let Some(line) = self.attack(&after, turns)? else {
            return Ok(None);
        };
        if !self.ends_with_mill(&before(self.mistake, line.clone())) {
            return Ok(None);
        }
        let found = self
            .allowed(ReasonKind::MillUnstoppable, line)
            .within(turns);
        Ok(Some(self.with_threats(found, ReasonKind::TwoMills)))
    }

    /// Whether the last move of a line closes a mill; else it wins by leaving no move.
    pub(super) fn ends_with_mill(&self, line: &[Move]) -> bool {
        let Some((&last, most)) = line.split_last() else {
            return false;
        };
        let end = most.iter().fold(self.position, |at, &mv| at.after(mv));
        !end.closes(last).is_empty()
    }

    /// Takes note of what a line that ends with a take threatens before its last reply, and makes
    /// it another kind where that are two mills or more.
    pub(super) fn with_threats(&self, found: Reason, two: ReasonKind) -> Reason {
        let Some((&last, most)) = found.line.split_last() else {
            return found;
        };
        let mut path = vec![self.position];
        for &mv in most {
            path.push(path[path.len() - 1].after(mv));
        }
        let end = path[path.len() - 1];
        let asked = path[path.len().saturating_sub(2)].with_turn_passed();
        let goals = goals(&asked);
        let closes = |to| {
            moves(&asked)
                .into_iter()
                .filter(|mv| mv.to() == Some(to))
                .find_map(|mv| asked.closes(mv).first().copied())
        };
        let mills: Vec<_> = goals.filter_map(closes).collect();
        if goals.len() > 1 && mills.len() == goals.len() {
            return Reason {
                kind: two,
                ..found.of(mills).at(goals)
            };
        }
        let to = last.to().map_or(Points::EMPTY, |to| Points::EMPTY.with(to));
        found.of(end.closes(last)).at(to)
    }

    /// A running mill.
    pub(super) fn running_mill(&mut self) -> Found {
        for turns in 2..=3 {
            if !self.only_now(|_, next| runs(next, turns)) {
                continue;
            }
            let after = self.after;
            let Some(line) = self.run(node(&after), turns)? else {
                return Ok(None);
            };
            let found = self.allowed(ReasonKind::RunningMill, line);
            return Ok(self.with_run(found).map(|found| found.within(turns)));
        }
        Ok(None)
    }

    /// The two mills of a line that ends with a man going there and back; `None` where the game
    /// ends instead.
    pub(super) fn with_run(&self, found: Reason) -> Option<Reason> {
        let mut position = self.position;
        let mut closed = Vec::new();
        for &mv in &found.line {
            closed.push((position.closes(mv), mv));
            position = position.after(mv);
        }
        let [.., (there, to), _, (back, from)] = &closed[..] else {
            return None;
        };
        let ways = [to.to(), from.to()].into_iter().flatten().collect();
        let mills = [there.first().copied()?, back.first().copied()?];
        (to.from() == from.to()).then(|| found.of(mills.to_vec()).at(ways))
    }

    /// From where the side to move can force a running mill.
    pub(super) fn run(
        &mut self,
        node: ProofNode,
        turns: usize,
    ) -> Result<Option<Vec<Move>>, Unknown> {
        let position = node.position;
        if turns == 0 || ended(&position).is_some() {
            return Ok(Some(Vec::new()));
        }
        let (side, worth) = (position.side_to_move(), self.values.of(&position)?);
        for mv in moves(&position) {
            let mut prover = Prover::new(Goal::Mill, MOST_NODES);
            if !prover.fits(&node, mv, turns)
                || prover.works(&node, mv, turns, side) != Some(true)
                || self.values.after(&position, mv)? != worth
            {
                continue;
            }
            let next = if turns < 3 {
                node.after_solver(mv)
            } else {
                node.after(mv)
            };
            if turns == 1 || ended(&next.position).is_some() {
                return Ok(Some(vec![mv]));
            }
            let Some(reply) = prover.defence(&next, turns - 1) else {
                continue;
            };
            if let Some(rest) = self.run(next.after(reply), turns - 1)? {
                return Ok(Some(before(mv, before(reply, rest))));
            }
        }
        Ok(None)
    }

    /// They win the game within a few turns.
    pub(super) fn beaten(&mut self, within: RangeInclusive<usize>) -> Found {
        let mut force = Force::new(MOST_WINS);
        for turns in within {
            if !self.only_now(|_, next| force.wins(next, turns)) {
                continue;
            }
            let Some(line) = force.victory(&self.after, turns) else {
                return Ok(None);
            };
            let end = line
                .iter()
                .fold(self.after, |position, &mv| position.after(mv));
            let (kind, men) = match ended(&end) {
                Some(Outcome::Win(_, WinBy::Blocked)) => (ReasonKind::ShutIn, end.men(self.mover)),
                _ => (ReasonKind::Beaten, Points::EMPTY),
            };
            return Ok(Some(self.allowed(kind, line).at(men).within(turns)));
        }
        Ok(None)
    }

    /// They win men, all exchanges counted.
    pub(super) fn man_lost(&mut self) -> Found {
        if self.position.rules().goal == GameGoal::Mill {
            return Ok(None);
        }
        for turns in 1..=MOST_COUNTED {
            for margin in (1..=turns as i32).rev() {
                if !self.only_now(|case, next| case.force.leads(next, turns, margin)) {
                    continue;
                }
                let after = self.after;
                let line = self.lead(&after, turns, margin)?;
                return Ok(line.map(|line| {
                    let found = self.allowed(ReasonKind::ManLost, line);
                    found.within(turns).by(margin as usize)
                }));
            }
        }
        Ok(None)
    }
}

/// The mills that the side to move can close at once.
pub(super) fn closable(position: &Position) -> Vec<Points> {
    let mut mills = Vec::new();
    for mv in moves(position) {
        for mill in position.closes(mv) {
            if !mills.contains(&mill) {
                mills.push(mill);
            }
        }
    }
    mills
}

/// The node of a proof that begins here.
pub(super) fn node(position: &Position) -> ProofNode {
    ProofNode {
        position: *position,
        back: None,
    }
}

/// Whether the side to move can force a running mill within some turns.
fn runs(position: &Position, turns: usize) -> Option<bool> {
    Prover::new(Goal::Mill, MOST_NODES).succeeds(&node(position), turns)
}
