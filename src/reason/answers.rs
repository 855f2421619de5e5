//! What the moves that hold and the answers to the mistake have in common.

use super::allowed::closable;
use super::case::Case;
use super::force::{ended, goals, moves, takes};
use super::line::before;
use super::values::Unknown;
use super::{Reason, ReasonKind};
use crate::board::{Point, Points};
use crate::moves::Move;
use crate::position::{Position, Side};

type Found = Result<Option<Reason>, Unknown>;

/// Within how many turns a line goes on to what is taken.
const SOON: usize = 3;

impl Case<'_> {
    /// Another man should have been taken.
    pub(super) fn wrong_man(&mut self) -> Found {
        let MoveParts { from, to, taken } = parts(self.mistake);
        let same = |mv: &&Move| mv.from() == from && mv.to() == to;
        let right = self.holding.iter().filter(same);
        let right = right.fold(Points::EMPTY, |men, mv| men.or(mv.captures()));
        if taken.is_empty() || right.is_empty() {
            return Ok(None);
        }
        let line = self.punished()?;
        Ok(Some(self.allowed(ReasonKind::WrongMan, line).at(right)))
    }

    /// From after the mistake: to what they take soon, where they can, or an answer.
    fn punished(&mut self) -> Result<Vec<Move>, Unknown> {
        let after = self.after;
        for turns in 1..=SOON {
            if ended(&after).is_none() && self.force.takes(&after, turns) == Some(true) {
                if let Some(line) = self.attack(&after, turns)? {
                    return Ok(line);
                }
                break;
            }
        }
        Ok(self.answers.first().copied().into_iter().collect())
    }

    /// The other side flies, and has to.
    pub(super) fn lets_fly(&mut self) -> Found {
        let them = self.other();
        let may = !self.position.may_fly(them) && self.after.may_fly(them);
        let board = self.position.board();
        let flies = |mv: &Move| {
            mv.from()
                .zip(mv.to())
                .is_some_and(|(from, to)| !board.neighbours(from).contains(to))
        };
        if !may || self.answers.is_empty() || !self.answers.iter().all(flies) {
            return Ok(None);
        }
        let line = self.punished()?;
        let to = line[0].to().into_iter().collect();
        Ok(Some(self.allowed(ReasonKind::LetsFly, line).at(to)))
    }

    /// The mistake threatens to take, and the answer to that is good.
    pub(super) fn threat_parried(&mut self) -> Found {
        let goals = goals(&self.after.with_turn_passed());
        let parries =
            |&mv: &Move| !takes(&self.after, mv) && mv.to().is_some_and(|to| goals.contains(to));
        if takes(&self.position, self.mistake)
            || self.answers.is_empty()
            || !self.answers.iter().all(parries)
        {
            return Ok(None);
        }
        let line = self.punished()?;
        let mills = closable(&self.after.after(line[0]).with_turn_passed());
        let found = self.allowed(ReasonKind::ThreatParried, line);
        Ok(Some(found.at(goals).of(mills)))
    }

    /// A man is placed where no line is open to it.
    pub(super) fn wasted_man(&mut self) -> Found {
        let MoveParts { from, to, .. } = parts(self.mistake);
        let Some(to) = to.filter(|_| from.is_none()) else {
            return Ok(None);
        };
        let (board, them) = (self.position.board(), self.position.men(self.other()));
        let is_dead = |to: Point| {
            board
                .partners(to)
                .iter()
                .all(|line| !line.and(them).is_empty())
        };
        let blocks = board
            .partners(to)
            .iter()
            .any(|&line| them.contains_all(line));
        let dead = |mv: &Move| mv.from().is_none() && mv.to().is_some_and(is_dead);
        if !is_dead(to) || blocks || self.holding.iter().any(dead) {
            return Ok(None);
        }
        let lines = board
            .partners(to)
            .iter()
            .map(|line| line.with(to))
            .collect();
        let line = self.punished()?;
        let found = self.allowed(ReasonKind::WastedMan, line);
        Ok(Some(found.of(lines).at(Points::EMPTY.with(to))))
    }

    /// The point that the mistake's man left, where every answer goes there.
    fn left_to_them(&self) -> Option<Point> {
        let from = self.mistake.from();
        from.filter(|_| self.common_goal() == from)
    }

    /// Every answer goes where the mistake's man came from, out of a mill.
    pub(super) fn mill_opened(&mut self) -> Found {
        let Some(from) = self.left_to_them() else {
            return Ok(None);
        };
        let own = self.position.in_mills(self.mover);
        let mills = self.position.board().mills().iter().copied();
        let mills: Vec<_> = mills
            .filter(|&mill| mill.contains(from) && own.contains_all(mill))
            .collect();
        if mills.is_empty() {
            return Ok(None);
        }
        let line = self.punished()?;
        let found = self.allowed(ReasonKind::MillOpened, line);
        Ok(Some(found.of(mills).at(Points::EMPTY.with(from))))
    }

    /// Every answer goes where the mistake's man came from.
    pub(super) fn point_left(&mut self) -> Found {
        let Some(from) = self.left_to_them() else {
            return Ok(None);
        };
        let line = self.punished()?;
        let found = self.allowed(ReasonKind::PointLeft, line);
        Ok(Some(found.at(Points::EMPTY.with(from))))
    }

    /// Every answer goes to a point that a better move takes.
    pub(super) fn point_given(&mut self) -> Found {
        let Some(to) = self.common_goal() else {
            return Ok(None);
        };
        let there = self.holding.iter().filter(|mv| mv.to() == Some(to));
        if 2 * there.count() < self.holding.len() {
            return Ok(None);
        }
        let line = self.punished()?;
        let found = self.allowed(ReasonKind::PointGiven, line);
        Ok(Some(found.at(Points::EMPTY.with(to))))
    }

    /// Every answer goes to one point.
    pub(super) fn one_answer(&mut self) -> Found {
        let Some(to) = self.common_goal() else {
            return Ok(None);
        };
        let line = self.punished()?;
        let found = self.allowed(ReasonKind::OneAnswer, line);
        Ok(Some(found.at(Points::EMPTY.with(to))))
    }

    /// Only crossings hold.
    pub(super) fn crossing_missed(&mut self) -> Found {
        let board = self.position.board();
        let ways = |point: Point| board.neighbours(point).len();
        let most = board.points().map(ways).max().unwrap_or(0);
        let Some(right) = self.set_apart(|point| usize::from(ways(point) == most)) else {
            return Ok(None);
        };
        let line = self.punished()?;
        Ok(Some(
            self.allowed(ReasonKind::CrossingMissed, line).at(right),
        ))
    }

    /// Only points with more ways out hold.
    pub(super) fn few_ways(&mut self) -> Found {
        let (board, empty) = (self.position.board(), self.position.empty());
        let ways = |point: Point| board.neighbours(point).and(empty).len();
        if self.set_apart(ways).is_none() {
            return Ok(None);
        }
        let line = self.punished()?;
        let at = self.mistake.to().into_iter().collect();
        Ok(Some(self.allowed(ReasonKind::FewWays, line).at(at)))
    }

    /// The points that the holding moves go to, where each measures more than the one on which the
    /// mistake places a man, and where at least half of the points that measure so much hold.
    fn set_apart(&self, measure: impl Fn(Point) -> usize) -> Option<Points> {
        let to = self
            .mistake
            .to()
            .filter(|_| self.mistake.from().is_none())?;
        let right: Points = self.holding.iter().filter_map(|mv| mv.to()).collect();
        let least = right.map(&measure).min()?;
        let all: Points = moves(&self.position)
            .into_iter()
            .filter_map(|mv| mv.to())
            .filter(|&to| measure(to) >= least)
            .collect();
        (measure(to) < least && all.len() <= 2 * right.len()).then_some(right)
    }

    /// No move of the mistake's man holds.
    pub(super) fn man_needed(&mut self) -> Found {
        let from = self.mistake.from();
        let of_man = |mv: &&Move| mv.from() == from;
        let choice = moves(&self.position).iter().filter(of_man).count();
        if from.is_none() || choice < 2 || self.holding.iter().any(|mv| of_man(&mv)) {
            return Ok(None);
        }
        let line = self.punished()?;
        let at = from.into_iter().collect();
        Ok(Some(self.allowed(ReasonKind::ManNeeded, line).at(at)))
    }

    /// The other side's men that should have been shut in.
    pub(super) fn let_out(&mut self) -> Found {
        let them = self.other();
        let held = self.held();
        let Some(all) = common(held.iter().map(|next| stuck(next, them))) else {
            return Ok(None);
        };
        let men = all
            .and(self.after.men(them))
            .minus(stuck(&self.after, them));
        if men.is_empty() || self.after.may_fly(them) || held.len() < self.holding.len() {
            return Ok(None);
        }
        let line = self.answers.first().copied().into_iter().collect();
        Ok(Some(self.allowed(ReasonKind::LetOut, line).at(men)))
    }

    /// Men of its own that every answer shuts in.
    pub(super) fn men_shut_in(&mut self) -> Found {
        let after = self.answers.iter().map(|&mv| self.after.after(mv));
        let Some(all) = common(after.map(|next| stuck(&next, self.mover))) else {
            return Ok(None);
        };
        let men = all
            .and(self.after.men(self.mover))
            .minus(stuck(&self.after, self.mover));
        if men.is_empty() {
            return Ok(None);
        }
        let line = self.punished()?;
        Ok(Some(self.allowed(ReasonKind::MenShutIn, line).at(men)))
    }

    /// After an answer every move gives something up, and standing still would not.
    pub(super) fn zugzwang(&mut self) -> Found {
        if !self.is_placed() {
            return Ok(None);
        }
        let gave = self.has.before();
        for answer in self.answers.clone() {
            let next = self.after.after(answer);
            if ended(&next).is_some()
                || takes(&self.after, answer)
                || self.values.of(&next.with_turn_passed())? >= gave
            {
                continue;
            }
            let (turns, rest) = self.given_up(&next)?;
            let found = self.allowed(ReasonKind::Zugzwang, before(answer, rest));
            return Ok(Some(found.within(turns)));
        }
        Ok(None)
    }

    /// A better move would have left them in zugzwang.
    pub(super) fn zugzwang_missed(&mut self) -> Found {
        if !self.is_placed() {
            return Ok(None);
        }
        for better in self.holding.clone() {
            let next = self.position.after(better);
            if ended(&next).is_some()
                || takes(&self.position, better)
                || self.values.of(&next.with_turn_passed())? >= self.had
            {
                continue;
            }
            let (turns, rest) = self.given_up(&next)?;
            let found = self.missed(ReasonKind::ZugzwangMissed, better, rest);
            return Ok(Some(found.within(turns)));
        }
        Ok(None)
    }

    /// Within how many turns of the other side a position costs a man, and the line to there; 0
    /// and none where that takes longer.
    fn given_up(&mut self, position: &Position) -> Result<(usize, Vec<Move>), Unknown> {
        for turns in 1..=SOON {
            if self.force.cannot_stop(position, turns) == Some(true) {
                let line = self.defence(position, turns)?;
                return Ok(line.map_or((0, Vec::new()), |line| (turns, line)));
            }
        }
        Ok((0, Vec::new()))
    }
}

struct MoveParts {
    from: Option<Point>,
    to: Option<Point>,
    taken: Points,
}

fn parts(mv: Move) -> MoveParts {
    MoveParts {
        from: mv.from(),
        to: mv.to(),
        taken: mv.captures(),
    }
}

/// The men of a side that has to slide and cannot with these.
fn stuck(position: &Position, side: Side) -> Points {
    if position.may_fly(side) || position.hand(side) > 0 {
        return Points::EMPTY;
    }
    position
        .men(side)
        .filter(|&man| position.steps(side, man).and(position.empty()).is_empty())
        .collect()
}

/// What all sets have in common; `None` of no sets.
fn common(sets: impl Iterator<Item = Points>) -> Option<Points> {
    sets.reduce(Points::and)
}
