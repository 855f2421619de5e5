//! What a better move would have forced.

use super::allowed::{MOST_COUNTED, MOST_NODES, MOST_WINS, node};
use super::case::Case;
use super::force::{Force, takes};
use super::line::before;
use super::values::Unknown;
use super::{LineStart, Reason, ReasonKind};
use crate::board::Points;
use crate::moves::Move;
use crate::puzzle::force::{Goal, Prover};
use crate::rules::Goal as GameGoal;
use std::ops::RangeInclusive;

type Found = Result<Option<Reason>, Unknown>;

impl Case<'_> {
    /// Every move that holds takes.
    pub(super) fn mill_missed(&mut self) -> Found {
        Ok(self.take_missed(ReasonKind::MillMissed).filter(|_| {
            let takes = |&mv: &Move| takes(&self.position, mv);
            self.holding.iter().all(takes)
        }))
    }

    /// Some move that holds takes.
    pub(super) fn mill_passed(&mut self) -> Found {
        Ok(self.take_missed(ReasonKind::MillPassed))
    }

    fn take_missed(&self, kind: ReasonKind) -> Option<Reason> {
        let takes = |&mv: &Move| takes(&self.position, mv);
        if takes(&self.mistake) {
            return None;
        }
        let closes = |mv: &Move| !self.position.closes(*mv).is_empty();
        let mut takers = self.holding.iter().copied().filter(takes);
        let better = takers.find(closes)?;
        let found = self.missed(kind, better, Vec::new()).within(1);
        let to = better
            .to()
            .map_or(Points::EMPTY, |to| Points::EMPTY.with(to));
        Some(found.of(self.position.closes(better)).at(to))
    }

    /// A better move would have taken a man within `turns` turns.
    pub(super) fn forced_missed(&mut self, turns: usize) -> Found {
        let (position, after) = (self.position, self.after);
        if takes(&position, self.mistake)
            || self.force.cannot_stop(&after, turns - 1) != Some(false)
        {
            return Ok(None);
        }
        for better in self.holding.clone() {
            if takes(&position, better) {
                return Ok(None);
            }
            let next = position.after(better);
            let sooner =
                (1..turns - 1).any(|fewer| self.force.cannot_stop(&next, fewer) != Some(false));
            if sooner {
                return Ok(None);
            }
        }
        for better in self.holding.clone() {
            let next = position.after(better);
            if self.force.cannot_stop(&next, turns - 1) == Some(true)
                && let Some(line) = self.defence(&next, turns - 1)?
                && self.ends_with_mill(&before(better, line.clone()))
            {
                let kind = ReasonKind::UnstoppableMissed;
                let found = self.missed(kind, better, line).within(turns);
                return Ok(Some(self.with_threats(found, ReasonKind::TwoMillsMissed)));
            }
        }
        Ok(None)
    }

    /// The mill could wait for a better move.
    pub(super) fn too_soon(&mut self) -> Found {
        let position = self.position;
        let all_wait = !self.holding.iter().any(|&mv| takes(&position, mv));
        if !takes(&position, self.mistake) || !all_wait {
            return Ok(None);
        }
        for turns in 2..=3 {
            for better in self.holding.clone() {
                let next = position.after(better);
                if self.force.cannot_stop(&next, turns - 1) == Some(true)
                    && let Some(line) = self.defence(&next, turns - 1)?
                    && self.ends_with_mill(&before(better, line.clone()))
                {
                    let found = self.missed(ReasonKind::TooSoon, better, line).within(turns);
                    return Ok(Some(self.with_threats(found, ReasonKind::TooSoon)));
                }
            }
        }
        Ok(None)
    }

    /// A running mill.
    pub(super) fn running_mill_missed(&mut self) -> Found {
        let start = node(&self.position);
        for turns in 2..=3 {
            let works = |mv: Move| {
                let mut prover = Prover::new(Goal::Mill, MOST_NODES);
                if prover.fits(&start, mv, turns) {
                    prover.works(&start, mv, turns, self.mover)
                } else {
                    Some(false)
                }
            };
            if works(self.mistake) != Some(false) {
                continue;
            }
            let Some(&better) = self.holding.iter().find(|&&mv| works(mv) == Some(true)) else {
                continue;
            };
            let next = if turns < 3 {
                start.after_solver(better)
            } else {
                start.after(better)
            };
            let reply = Prover::new(Goal::Mill, MOST_NODES).defence(&next, turns - 1);
            let Some(reply) = reply else {
                continue;
            };
            let Some(rest) = self.run(next.after(reply), turns - 1)? else {
                continue;
            };
            let found = self.missed(ReasonKind::RunningMillMissed, better, before(reply, rest));
            return Ok(self.with_run(found).map(|found| found.within(turns)));
        }
        Ok(None)
    }

    /// A better move wins the game within a few turns.
    pub(super) fn win_missed(&mut self, within: RangeInclusive<usize>) -> Found {
        let position = self.position;
        let mut force = Force::new(MOST_WINS);
        for turns in within {
            if force.wins_by(&position, self.mistake, turns) != Some(false) {
                continue;
            }
            for better in self.holding.clone() {
                if force.wins_by(&position, better, turns) == Some(true)
                    && let Some(line) = force.victory_by(&position, better)
                {
                    let found = self.reason(ReasonKind::WinMissed, LineStart::Better, line);
                    return Ok(Some(found.within(turns)));
                }
            }
        }
        Ok(None)
    }

    /// A better move wins men, all exchanges counted.
    pub(super) fn man_missed(&mut self) -> Found {
        if self.position.rules().goal == GameGoal::Mill {
            return Ok(None);
        }
        let position = self.position;
        for turns in 1..=MOST_COUNTED {
            for margin in (1..=turns as i32).rev() {
                let leads = |case: &mut Self, mv: Move| {
                    let margin = margin - i32::from(takes(&position, mv));
                    let leads = case.force.trails(&position.after(mv), turns - 1, margin);
                    (leads, margin)
                };
                if leads(self, self.mistake).0 != Some(false) {
                    continue;
                }
                for better in self.holding.clone() {
                    let (Some(true), rest) = leads(self, better) else {
                        continue;
                    };
                    let line = self.trail(&position.after(better), turns - 1, rest)?;
                    if let Some(line) = line {
                        let found = self.missed(ReasonKind::ManMissed, better, line);
                        return Ok(Some(found.within(turns).by(margin as usize)));
                    }
                }
            }
        }
        Ok(None)
    }
}
