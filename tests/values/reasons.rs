//! The reasons of mistakes, against a second, plain reading of what each kind claims: every reply
//! is tried, with nothing but the moves of a position and the values.

use crate::slow;
use merels::board::{Point, Points};
use merels::notation::read_move;
use merels::position::{Outcome, WinBy};
use merels::random::Random;
use merels::reason::{LineStart, Reason, ReasonInquiry, ReasonKind, estimated_reason, reason};
use merels::search::evaluate;
use merels::tablebase::pack::{Fetched, InquiryProgress, Pack};
use merels::tablebase::{Data, Solver};
use merels::value::Probe;
use merels::{Move, Position, Preset, Rules, Setup, Side, Wdl};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Who says which moves a position has.
#[derive(Clone, Copy, PartialEq)]
enum Referee {
    Fast,
    /// The slow rules: for claims that need few positions.
    Slow,
}

/// The moves of a position and where they lead; none where the game is over.
type Successors = Vec<(Move, Position)>;

struct Twin<'a> {
    referee: Referee,
    probe: &'a dyn Probe,
    /// The most turns of a claim that is checked.
    most: usize,
    successors: RefCell<HashMap<u64, Successors>>,
    values: RefCell<HashMap<u64, Wdl>>,
    takes: RefCell<HashMap<(u64, usize), bool>>,
    leads: RefCell<HashMap<(u64, usize, i32), bool>>,
}

/// What is wrong with a reason.
type Verdict = Result<(), String>;

fn claim(holds: bool, what: &str) -> Verdict {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl<'a> Twin<'a> {
    fn new(referee: Referee, probe: &'a dyn Probe, most: usize) -> Self {
        Self {
            referee,
            probe,
            most,
            successors: RefCell::default(),
            values: RefCell::default(),
            takes: RefCell::default(),
            leads: RefCell::default(),
        }
    }

    fn forget(&self) {
        self.successors.borrow_mut().clear();
        self.takes.borrow_mut().clear();
        self.leads.borrow_mut().clear();
    }

    fn successors(&self, position: &Position) -> Successors {
        if let Some(known) = self.successors.borrow().get(&position.key()) {
            return known.clone();
        }
        let found: Successors = match self.referee {
            Referee::Fast => {
                let play = |mv: Move| (mv, position.play(mv).unwrap());
                position.legal_moves().into_iter().map(play).collect()
            }
            Referee::Slow => slow::successors(&position.to_string())
                .into_iter()
                .map(|(mv, line)| {
                    (
                        read_move(&mv, position.board()).unwrap(),
                        line.parse().unwrap(),
                    )
                })
                .collect(),
        };
        self.successors
            .borrow_mut()
            .insert(position.key(), found.clone());
        found
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome()
    }

    fn value(&self, position: &Position) -> Wdl {
        if let Some(outcome) = self.outcome(position) {
            return outcome.value(position.side_to_move());
        }
        let known = self.values.borrow().get(&position.key()).copied();
        known.unwrap_or_else(|| {
            let value = self.probe.value(position).expect("a known value");
            self.values.borrow_mut().insert(position.key(), value);
            value
        })
    }

    fn is_taking(&self, position: &Position, mv: Move, next: &Position) -> bool {
        let wins = |outcome: Outcome| outcome.winner() == Some(position.side_to_move());
        !mv.captures().is_empty() || self.outcome(next).is_some_and(wins)
    }

    /// Whether the side to move can take within so many turns.
    fn takes(&self, position: &Position, turns: usize) -> bool {
        let key = (position.key(), turns);
        if let Some(&known) = self.takes.borrow().get(&key) {
            return known;
        }
        let successors = self.successors(position);
        let at_once = |(mv, next): &(Move, Position)| self.is_taking(position, *mv, next);
        let found = turns > 0
            && (successors.iter().any(at_once)
                || successors
                    .iter()
                    .any(|(_, next)| self.falls(next, turns - 1)));
        self.takes.borrow_mut().insert(key, found);
        found
    }

    /// Whether the side that is not to move can take within so many turns, whatever is played.
    fn falls(&self, position: &Position, turns: usize) -> bool {
        if let Some(outcome) = self.outcome(position) {
            return outcome.winner() == Some(position.side_to_move().other());
        }
        turns > 0
            && self
                .successors(position)
                .iter()
                .all(|(mv, next)| !self.is_taking(position, *mv, next) && self.takes(next, turns))
    }

    /// Whether the side to move leads by `margin` after `turns`.
    fn leads(&self, position: &Position, turns: usize, margin: i32) -> bool {
        if let Some(outcome) = self.outcome(position) {
            return outcome.winner() != Some(position.side_to_move().other()) && margin <= 0;
        }
        if turns == 0 || margin > turns as i32 {
            return margin <= 0;
        }
        let key = (position.key(), turns, margin);
        if let Some(&known) = self.leads.borrow().get(&key) {
            return known;
        }
        let mut successors = self.successors(position);
        successors.sort_by_key(|(mv, _)| mv.captures().is_empty());
        let found = successors.iter().any(|(mv, next)| {
            let taken = i32::from(self.is_taking(position, *mv, next));
            self.trails(next, turns - 1, margin - taken)
        });
        self.leads.borrow_mut().insert(key, found);
        found
    }

    fn trails(&self, position: &Position, turns: usize, margin: i32) -> bool {
        if let Some(outcome) = self.outcome(position) {
            return outcome.winner() != Some(position.side_to_move()) && margin <= 0;
        }
        // Nothing but a take on every turn would be enough.
        if margin > turns as i32 {
            return false;
        }
        let mut successors = self.successors(position);
        successors.sort_by_key(|(mv, _)| mv.captures().is_empty());
        successors.iter().all(|(mv, next)| {
            let taken = i32::from(self.is_taking(position, *mv, next));
            let lost = self
                .outcome(next)
                .is_some_and(|outcome| outcome.winner() == Some(position.side_to_move()));
            !lost && self.leads(next, turns, margin + taken)
        })
    }

    /// Whether the side to move can win within so many turns.
    fn wins(&self, position: &Position, turns: usize) -> bool {
        let side = position.side_to_move();
        turns > 0
            && self
                .successors(position)
                .iter()
                .any(|(_, next)| match self.outcome(next) {
                    Some(outcome) => outcome.winner() == Some(side),
                    None => self.succumbs(next, turns - 1),
                })
    }

    fn succumbs(&self, position: &Position, turns: usize) -> bool {
        let side = position.side_to_move();
        turns > 0
            && self
                .successors(position)
                .iter()
                .all(|(_, next)| match self.outcome(next) {
                    Some(outcome) => outcome.winner() == Some(side.other()),
                    None => self.wins(next, turns),
                })
    }

    /// Whether the side to move can force a running mill within so many turns; `back` is the way
    /// that its man has to go at the end.
    fn runs(&self, position: &Position, turns: usize, back: Option<(Point, Point)>) -> bool {
        turns > 0
            && self
                .successors(position)
                .iter()
                .any(|(mv, next)| self.runs_by(position, *mv, next, turns, back))
    }

    fn runs_by(
        &self,
        position: &Position,
        mv: Move,
        next: &Position,
        turns: usize,
        back: Option<(Point, Point)>,
    ) -> bool {
        let side = position.side_to_move();
        let way = mv.from().zip(mv.to());
        let closes = !position.closes(mv).is_empty();
        let fits = match turns {
            1 => closes && way == back,
            2 => {
                let in_mill = |from| mill_men(position, side).contains(from);
                closes && mv.from().is_some_and(in_mill)
            }
            _ => true,
        };
        if !fits {
            return false;
        }
        if let Some(outcome) = self.outcome(next) {
            return outcome.winner() == Some(side);
        }
        let back = if turns == 2 {
            way.map(|(from, to)| (to, from))
        } else {
            None
        };
        turns == 1
            || self
                .successors(next)
                .iter()
                .all(|(_, then)| match self.outcome(then) {
                    Some(outcome) => outcome.winner() == Some(side),
                    None => self.runs(then, turns - 1, back),
                })
    }

    /// Whether everything that a reason says is so; `None` where its values and its line are, and the
    /// rest takes too long to see.
    fn check(&self, position: &Position, mistake: Move, told: &Reason) -> Option<Verdict> {
        let plain = self
            .check_values(position, mistake, told)
            .and_then(|()| self.check_line(position, mistake, told));
        if told.turns > self.most && told.kind != ReasonKind::Far {
            return plain.err().map(Err);
        }
        Some(plain.and_then(|()| self.check_kind(position, mistake, told)))
    }

    fn check_values(&self, position: &Position, mistake: Move, told: &Reason) -> Verdict {
        let side = position.side_to_move();
        let after = position.play(mistake).unwrap();
        let worth = |position: &Position| -> Vec<(Move, Wdl)> {
            let successors = self.successors(position);
            let worth = successors
                .iter()
                .map(|(mv, next)| (*mv, self.value(next).before()));
            worth.collect()
        };
        let worths = worth(position);
        let had = worths.iter().map(|&(_, worth)| worth).max().unwrap();
        let has = self.value(&after).before();
        claim(told.side == side, "the side")?;
        claim(
            told.had == had && told.has == has && had > has,
            "the values",
        )?;
        let of = |worths: Vec<(Move, Wdl)>, wanted: Wdl| {
            let mut found: Vec<_> = worths
                .into_iter()
                .filter(|&(_, worth)| worth == wanted)
                .map(|(mv, _)| mv)
                .collect();
            found.sort();
            found
        };
        let sorted = |moves: &[Move]| {
            let mut moves = moves.to_vec();
            moves.sort();
            moves
        };
        claim(
            sorted(&told.holding) == of(worths, had),
            "the moves that hold",
        )?;
        claim(
            sorted(&told.answers) == of(worth(&after), has.before()),
            "the answers",
        )
    }

    /// The positions of a line, the first one included.
    fn path(&self, position: &Position, line: &[Move]) -> Result<Vec<Position>, String> {
        let mut path = vec![*position];
        for &mv in line {
            let successors = self.successors(&path[path.len() - 1]);
            let found = successors.into_iter().find(|&(other, _)| other == mv);
            path.push(found.ok_or("the line is not legal")?.1);
        }
        Ok(path)
    }

    fn check_line(&self, position: &Position, mistake: Move, told: &Reason) -> Verdict {
        let side = position.side_to_move();
        let path = self.path(position, &told.line)?;
        let (starts, gains) = match told.start {
            LineStart::Mistake => (told.line.first() == Some(&mistake), side.other()),
            LineStart::Better => (told.holding.contains(&told.line[0]), side),
        };
        claim(starts, "what the line begins with")?;
        for (before, after) in path.iter().zip(&path[1..]) {
            let keeps = self.value(before) == self.value(after).before();
            claim(
                before.side_to_move() != gains || keeps,
                "a move of the line that keeps nothing",
            )?;
        }
        Ok(())
    }

    /// Whether something is so after the mistake and after no holding move.
    fn only_now(
        &self,
        position: &Position,
        mistake: Move,
        told: &Reason,
        holds: impl Fn(&Position) -> bool,
    ) -> Verdict {
        claim(
            holds(&position.play(mistake).unwrap()),
            "what it claims after the mistake",
        )?;
        let held = told.holding.iter().map(|&mv| position.play(mv).unwrap());
        let mut held = held.filter(|next| self.outcome(next).is_none());
        claim(
            !held.any(|next| holds(&next)),
            "that holding moves avoid it",
        )
    }

    /// Lines to a take: the last move takes, and no other of them; its replies hold out as long as
    /// can be.
    fn check_forced(&self, position: &Position, told: &Reason, turns: usize) -> Verdict {
        let path = self.path(position, &told.line)?;
        let Some((&last, end)) = told.line.last().zip(path.len().checked_sub(2)) else {
            return Err("a line".to_owned());
        };
        claim(
            self.is_taking(&path[end], last, &path[end + 1]),
            "that the line takes",
        )?;
        claim(
            !mills_closed(&path[end], last).is_empty(),
            "that the line closes a mill",
        )?;
        let gains = path[end].side_to_move();
        let mut left = turns;
        for (at, position) in path[..=end].iter().enumerate().skip(1) {
            if position.side_to_move() == gains {
                continue;
            }
            if told.line[at - 1] != told.line[0] || told.start == LineStart::Better {
                left -= 1;
            }
            let distance = |next: &Position| (1..=left).find(|&turns| self.takes(next, turns));
            let best = self.successors(position).into_iter();
            let best = best.map(|(_, next)| (self.value(&next).before(), distance(&next)));
            let best = best.max_by_key(|&(value, distance)| (value, distance));
            let played = (self.value(&path[at + 1]).before(), distance(&path[at + 1]));
            claim(Some(played) == best, "that the line's replies hold out")?;
            left = played.1.unwrap_or(0);
        }
        self.check_threats(&path, told)
    }

    /// The mills and the points of a line that takes.
    fn check_threats(&self, path: &[Position], told: &Reason) -> Verdict {
        let end = path.len() - 2;
        let last = told.line[end];
        let asked = passed(&path[end - 1]);
        let mut goals: BTreeMap<Point, Vec<Points>> = BTreeMap::new();
        for (mv, next) in self.successors(&asked) {
            if self.is_taking(&asked, mv, &next) && mv.to().is_some() {
                goals
                    .entry(mv.to().unwrap())
                    .or_default()
                    .extend(mills_closed(&asked, mv));
            }
        }
        let two = matches!(told.kind, ReasonKind::TwoMills | ReasonKind::TwoMillsMissed);
        let soon = told.kind == ReasonKind::TooSoon && told.points.len() > 1;
        if two || soon {
            let points: Points = goals.keys().copied().collect();
            claim(
                goals.len() > 1 && points == told.points,
                "two points where it threatens",
            )?;
            let named = |mills: &Vec<Points>| mills.iter().any(|mill| told.mills.contains(mill));
            claim(goals.values().all(named), "the mills that it threatens")
        } else {
            let closed = mills_closed(&path[end], last);
            claim(told.mills == closed, "the mills that it closes")?;
            claim(
                told.points == last.to().into_iter().collect(),
                "where it closes them",
            )
        }
    }

    fn check_kind(&self, position: &Position, mistake: Move, told: &Reason) -> Verdict {
        use ReasonKind as Kind;
        let side = position.side_to_move();
        let them = side.other();
        let after = position.play(mistake).unwrap();
        let taking = |mv: Move| self.is_taking(position, mv, &position.play(mv).unwrap());
        let turns = told.turns;
        let only_now =
            |holds: &dyn Fn(&Position) -> bool| self.only_now(position, mistake, told, holds);
        let one = |point: Option<Point>| point.into_iter().collect::<Points>();
        match told.kind {
            Kind::WrongMan => {
                let same = |mv: &&Move| mv.from() == mistake.from() && mv.to() == mistake.to();
                let men = told.holding.iter().filter(same);
                let men = men.fold(Points::EMPTY, |men, mv| men.or(mv.captures()));
                claim(!mistake.captures().is_empty(), "that it takes")?;
                claim(!men.is_empty() && men == told.points, "the men")
            }
            Kind::LetsFly => {
                let flies = |mv: &Move| {
                    let ways = mv.from().zip(mv.to());
                    ways.is_some_and(|(from, to)| !position.board().neighbours(from).contains(to))
                };
                claim(
                    position.in_all(them) > 3 && after.in_all(them) == 3,
                    "that they fly now",
                )?;
                claim(
                    !told.answers.is_empty() && told.answers.iter().all(flies),
                    "flights",
                )
            }
            Kind::MillMissed | Kind::MillPassed => {
                let first = told.line[0];
                let all =
                    told.kind == Kind::MillPassed || told.holding.iter().all(|&mv| taking(mv));
                claim(!taking(mistake) && taking(first) && all, "a take")?;
                claim(
                    !told.mills.is_empty() && told.mills == mills_closed(position, first),
                    "its mills",
                )?;
                claim(told.points == one(first.to()), "its point")
            }
            Kind::PostLeft | Kind::BlockMissed | Kind::MillAllowed => {
                let (mill, answer) = (told.mills[0], told.line[1]);
                let could = |next: &Position| {
                    self.successors(next)
                        .iter()
                        .any(|(mv, _)| mills_closed(next, *mv).contains(&mill))
                };
                claim(mills_closed(&after, answer).contains(&mill), "the mill")?;
                claim(
                    self.is_taking(&after, answer, &after.play(answer).unwrap()),
                    "a take",
                )?;
                only_now(&could)?;
                let left = mistake.from().filter(|&from| mill.contains(from));
                match told.kind {
                    Kind::PostLeft => claim(told.points == one(left), "the post"),
                    Kind::BlockMissed => {
                        claim(
                            left.is_none() && told.points == one(answer.to()),
                            "the point",
                        )?;
                        claim(could(&passed(position)), "that they could before")
                    }
                    _ => claim(
                        left.is_none() && !could(&passed(position)),
                        "that it is new",
                    ),
                }
            }
            Kind::TwoMills | Kind::MillUnstoppable => {
                claim(
                    turns >= 2 && !self.takes(&after, turns - 1),
                    "that it is not sooner",
                )?;
                only_now(&|next| self.takes(next, turns))?;
                self.check_forced(position, told, turns)
            }
            Kind::TwoMillsMissed | Kind::UnstoppableMissed => {
                let forces = |mv: Move, turns: usize| {
                    taking(mv) || (turns > 1 && self.falls(&position.play(mv).unwrap(), turns - 1))
                };
                claim(!forces(mistake, turns), "that the mistake does not")?;
                claim(
                    !told.holding.iter().any(|&mv| forces(mv, turns - 1)),
                    "none sooner",
                )?;
                claim(
                    forces(told.line[0], turns) && !taking(told.line[0]),
                    "what it forces",
                )?;
                self.check_forced(position, told, turns)
            }
            Kind::TooSoon => {
                claim(taking(mistake), "that it takes")?;
                claim(
                    !told.holding.iter().any(|&mv| taking(mv)),
                    "that the others wait",
                )?;
                claim(
                    self.falls(&position.play(told.line[0]).unwrap(), turns - 1),
                    "the mill",
                )?;
                self.check_forced(position, told, turns)
            }
            Kind::RunningMill => {
                only_now(&|next| self.runs(next, turns, None))?;
                self.check_run(position, told)
            }
            Kind::RunningMillMissed => {
                let runs =
                    |mv: Move| self.runs_by(position, mv, &position.play(mv).unwrap(), turns, None);
                claim(!runs(mistake) && runs(told.line[0]), "the running mill")?;
                self.check_run(position, told)
            }
            Kind::ShutIn | Kind::Beaten => {
                only_now(&|next| self.wins(next, turns))?;
                let end = *self.path(position, &told.line)?.last().unwrap();
                let blocked = Some(Outcome::Win(them, WinBy::Blocked));
                let outcome = self.outcome(&end);
                claim(
                    outcome.is_some_and(|end| end.winner() == Some(them)),
                    "the end",
                )?;
                claim(
                    (outcome == blocked) == (told.kind == Kind::ShutIn),
                    "how it ends",
                )
            }
            Kind::WinMissed => {
                let wins = |mv: Move| {
                    let next = position.play(mv).unwrap();
                    match self.outcome(&next) {
                        Some(outcome) => outcome.winner() == Some(side),
                        None => self.succumbs(&next, turns - 1),
                    }
                };
                claim(!wins(mistake) && wins(told.line[0]), "the win")?;
                let end = *self.path(position, &told.line)?.last().unwrap();
                let winner = self.outcome(&end).and_then(Outcome::winner);
                claim(winner == Some(side), "the end")
            }
            Kind::ThreatParried => {
                let passed = passed(&after);
                let goal = |(mv, next): (Move, Position)| {
                    mv.to().filter(|_| self.is_taking(&passed, mv, &next))
                };
                let goals: Points = self
                    .successors(&passed)
                    .into_iter()
                    .filter_map(goal)
                    .collect();
                claim(told.points == goals && !goals.is_empty(), "the threat")?;
                claim(
                    !taking(mistake) && !told.answers.is_empty(),
                    "that it only threatens",
                )?;
                let parries = |&mv: &Move| {
                    !self.is_taking(&after, mv, &after.play(mv).unwrap())
                        && mv.to().is_some_and(|to| goals.contains(to))
                };
                claim(
                    told.answers.iter().all(parries),
                    "that all answers parry it",
                )
            }
            Kind::WastedMan => {
                let (board, theirs) = (position.board(), position.men(them));
                let lines = |to: Point| board.mills().iter().filter(move |mill| mill.contains(to));
                let dead = |to: Point| lines(to).all(|mill| !mill.and(theirs).is_empty());
                let to = mistake.to().filter(|_| mistake.from().is_none());
                claim(
                    told.points == one(to) && to.is_some_and(dead),
                    "the dead point",
                )?;
                let blocks = |mill: &&Points| mill.and(theirs).len() == 2;
                claim(
                    to.is_some_and(|to| !lines(to).any(|mill| blocks(&mill))),
                    "no block",
                )?;
                let wastes = |mv: &Move| mv.from().is_none() && mv.to().is_some_and(dead);
                claim(
                    !told.holding.iter().any(wastes),
                    "that the others waste nothing",
                )
            }
            Kind::MillOpened | Kind::PointLeft => {
                let there = |mv: &Move| mv.to() == mistake.from();
                claim(
                    told.points == one(mistake.from()) && !told.points.is_empty(),
                    "the point",
                )?;
                claim(
                    !told.answers.is_empty() && told.answers.iter().all(there),
                    "the answers",
                )?;
                let opened = told.mills.iter().all(|&mill| {
                    position.men(side).contains_all(mill) && mill.contains_all(told.points)
                });
                claim(
                    opened && told.mills.is_empty() == (told.kind == Kind::PointLeft),
                    "the mill",
                )
            }
            Kind::PointGiven => {
                let there = |mv: &&Move| one(mv.to()) == told.points;
                claim(told.answers.iter().all(|mv| there(&mv)), "the answers")?;
                let count = told.holding.iter().filter(there).count();
                claim(2 * count >= told.holding.len(), "half of the holding moves")
            }
            Kind::CrossingMissed => {
                let ways = |point: Point| position.board().neighbours(point).len();
                let most = position.board().points().map(ways).max().unwrap();
                let crossing = |point: Point| ways(point) == most;
                self.check_set_apart(position, mistake, told, &crossing)?;
                let right: Points = told.holding.iter().filter_map(|mv| mv.to()).collect();
                claim(told.points == right, "the crossings")
            }
            Kind::FewWays => {
                let empty = |point: &Point| position.empty().contains(*point);
                let ways = |point: Point| position.board().neighbours(point).filter(empty).count();
                let holding = told.holding.iter().filter_map(|mv| mv.to()).map(ways);
                let least = holding.min().unwrap();
                self.check_set_apart(position, mistake, told, &|point| ways(point) >= least)?;
                claim(told.points == one(mistake.to()), "its point")
            }
            Kind::ManNeeded => {
                let of_man = |mv: Move| mv.from() == mistake.from();
                let all = self.successors(position);
                let others = all.iter().filter(|&&(mv, _)| of_man(mv) && mv != mistake);
                claim(mistake.from().is_some() && others.count() > 0, "a choice")?;
                claim(
                    all.iter()
                        .all(|(mv, next)| !of_man(*mv) || self.value(next).before() < told.had),
                    "that no move of the man holds",
                )?;
                claim(told.points == one(mistake.from()), "its point")
            }
            Kind::OneAnswer => claim(
                !told.answers.is_empty()
                    && told.points.len() == 1
                    && told.answers.iter().all(|mv| one(mv.to()) == told.points),
                "the answers",
            ),
            Kind::Zugzwang => {
                let next = after.play(told.line[1]).unwrap();
                claim(
                    !self.is_taking(&after, told.line[1], &next),
                    "a quiet answer",
                )?;
                claim(
                    self.value(&passed(&next)) < told.has.before(),
                    "that standing still helps",
                )?;
                let all = self.successors(&next);
                claim(
                    all.iter()
                        .all(|(_, then)| self.value(then).before() < told.had),
                    "zugzwang",
                )?;
                claim(turns == 0 || self.falls(&next, turns), "what is given up")
            }
            Kind::ZugzwangMissed => {
                let next = position.play(told.line[0]).unwrap();
                claim(!taking(told.line[0]), "a quiet move")?;
                claim(
                    self.value(&passed(&next)) < told.had,
                    "that standing still helps",
                )?;
                let all = self.successors(&next);
                claim(
                    all.iter().all(|(_, then)| self.value(then) >= told.had),
                    "zugzwang",
                )?;
                claim(turns == 0 || self.falls(&next, turns), "what is given up")
            }
            Kind::ManLost => only_now(&|next| self.leads(next, turns, told.margin as i32)),
            Kind::ManMissed => {
                let leads = |mv: Move| {
                    let margin = told.margin as i32 - i32::from(taking(mv));
                    self.trails(&position.play(mv).unwrap(), turns - 1, margin)
                };
                claim(!leads(mistake) && leads(told.line[0]), "the lead")
            }
            Kind::LetOut => {
                let held = told.holding.iter().map(|&mv| position.play(mv).unwrap());
                let stuck = |next: &Position, man: Point| is_stuck(next, them, man);
                let all = |next: Position| told.points.into_iter().all(|man| stuck(&next, man));
                claim(
                    !told.points.is_empty() && held.into_iter().all(all),
                    "shut in",
                )?;
                claim(
                    !told.points.into_iter().any(|man| stuck(&after, man)),
                    "let out",
                )?;
                claim(after.men(them).contains_all(told.points), "the men")
            }
            Kind::MenShutIn => {
                let mut next = told.answers.iter().map(|&mv| after.play(mv).unwrap());
                let stuck = |next: &Position, man: Point| is_stuck(next, side, man);
                let all = |next: Position| told.points.into_iter().all(|man| stuck(&next, man));
                claim(!told.points.is_empty() && next.all(all), "shut in")?;
                claim(
                    !told.points.into_iter().any(|man| stuck(&after, man)),
                    "free before",
                )?;
                claim(after.men(side).contains_all(told.points), "the men")
            }
            Kind::Far => Ok(()),
            other => unreachable!("{other:?} has no check"),
        }
    }

    /// Whether all holding moves, and not the mistake, which places a man, go to points of a kind,
    /// and at least to half of those that a move can go to.
    fn check_set_apart(
        &self,
        position: &Position,
        mistake: Move,
        told: &Reason,
        fits: &dyn Fn(Point) -> bool,
    ) -> Verdict {
        let goals =
            |moves: Vec<Move>| -> Points { moves.iter().filter_map(|mv| mv.to()).collect() };
        let held = goals(told.holding.clone());
        let all = goals(
            self.successors(position)
                .iter()
                .map(|&(mv, _)| mv)
                .collect(),
        );
        let to = mistake.to().filter(|_| mistake.from().is_none());
        claim(
            to.is_some_and(|to| !fits(to)),
            "that the mistake goes elsewhere",
        )?;
        claim(
            !held.is_empty() && held.into_iter().all(fits),
            "where the holding moves go",
        )?;
        claim(
            2 * held.len() >= all.into_iter().filter(|&point| fits(point)).count(),
            "that half of them hold",
        )
    }

    fn check_run(&self, position: &Position, told: &Reason) -> Verdict {
        let path = self.path(position, &told.line)?;
        let end = told.line.len() - 1;
        let (out, back) = (told.line[end - 2], told.line[end]);
        claim(
            out.from() == back.to() && out.to() == back.from(),
            "a man who goes there and back",
        )?;
        let points: Points = [out.to(), back.to()].into_iter().flatten().collect();
        claim(told.points == points, "its points")?;
        claim(
            mills_closed(&path[end - 2], out).contains(&told.mills[0]),
            "the first mill",
        )?;
        claim(
            mills_closed(&path[end], back).contains(&told.mills[1]),
            "the second mill",
        )
    }
}

/// The same position with the other side to move.
fn passed(position: &Position) -> Position {
    let mut setup = Setup::from(*position);
    setup.side_to_move = setup.side_to_move.other();
    Position::try_from(setup).unwrap()
}

/// The mills that a move completes: all men stand there after it, and not before.
fn mills_closed(position: &Position, mv: Move) -> Vec<Points> {
    let Some(to) = mv.to() else {
        return Vec::new();
    };
    let mut men = position.men(position.side_to_move()).with(to);
    if let Some(from) = mv.from() {
        men = men.without(from);
    }
    let mills = position.board().mills().iter().copied();
    mills
        .filter(|mill| mill.contains(to) && men.contains_all(*mill))
        .collect()
}

fn mill_men(position: &Position, side: Side) -> Points {
    let mills = position.board().mills().iter().copied();
    let whole = mills.filter(|&mill| position.men(side).contains_all(mill));
    whole.fold(Points::EMPTY, Points::or)
}

/// Whether a man of a side that has to slide cannot.
fn is_stuck(position: &Position, side: Side, man: Point) -> bool {
    let ways = position.board().neighbours(man).and(position.empty());
    position.men(side).contains(man)
        && position.hand(side) == 0
        && !position.may_fly(side)
        && ways.is_empty()
}

/// Plays random games, takes more often than not when it can, and hands out the mistakes of them.
fn each_mistake(
    rules: Rules,
    seed: u64,
    probe: &dyn Probe,
    mut wants: impl FnMut(&Position) -> bool,
    mut tell: impl FnMut(&Position, Move, Reason) -> bool,
) {
    let mut random = Random::new(seed);
    loop {
        let mut position = Position::start(rules).unwrap();
        for _ in 0..120 {
            let moves = position.legal_moves();
            let Some(&any) = random.pick(&moves) else {
                break;
            };
            let taking: Vec<_> = moves
                .iter()
                .copied()
                .filter(|mv| !mv.captures().is_empty())
                .collect();
            let mv = match random.pick(&taking) {
                Some(&mv) if random.below(3) > 0 => mv,
                _ => any,
            };
            if wants(&position)
                && let Some(told) = reason(&position, mv, probe).expect("known values")
                && !tell(&position, mv, told)
            {
                return;
            }
            position = position.after(mv);
        }
    }
}

/// Checks the reasons of so many mistakes; how many of each kind there were, and how many of them
/// were checked.
fn check_many(
    twin: &Twin,
    rules: Rules,
    seed: u64,
    most: usize,
    wants: impl FnMut(&Position) -> bool,
) -> BTreeMap<ReasonKind, (usize, usize)> {
    let mut kinds: BTreeMap<ReasonKind, (usize, usize)> = BTreeMap::new();
    let mut seen = 0;
    each_mistake(rules, seed, twin.probe, wants, |position, mv, told| {
        twin.forget();
        let count = kinds.entry(told.kind).or_default();
        count.0 += 1;
        if let Some(verdict) = twin.check(position, mv, &told) {
            count.1 += 1;
            let mv = mv.display(position.board());
            assert_eq!(verdict, Ok(()), "{position}: {mv} {}", told.kind.id());
        }
        seen += 1;
        seen < most
    });
    kinds
}

/// A small game whose values are solved here.
#[test]
fn every_reason_of_a_small_game_is_true() {
    let rules: Rules = "six[men=5,fly=3]".parse().unwrap();
    let solution = Solver::new(&rules).unwrap().finish();
    let twin = Twin::new(Referee::Fast, &solution, 3);
    let kinds = check_many(&twin, rules, 1, 400, |_| true);
    assert!(kinds.len() > 10, "{kinds:?}");
    let twin = Twin::new(Referee::Slow, &solution, 2);
    check_many(&twin, rules, 2, 60, |_| true);
}

/// All values are alike.
struct Even;

impl Probe for Even {
    fn value(&self, _: &Position) -> Option<Wdl> {
        Some(Wdl::Draw)
    }
}

/// What is forced is forced whichever moves are said to be better.
#[test]
fn estimated_reasons_are_forced() {
    let twin = Twin::new(Referee::Fast, &Even, 2);
    let mut kinds: BTreeMap<ReasonKind, usize> = BTreeMap::new();
    let mut random = Random::new(3);
    for _ in 0..10 {
        let mut position = Position::start(Preset::Nine.rules()).unwrap();
        for _ in 0..60 {
            let mut pick = || random.pick(&position.legal_moves()).copied();
            let (Some(mv), Some(one), Some(other)) = (pick(), pick(), pick()) else {
                break;
            };
            // Where nothing is forced, it takes long to see.
            if random.below(5) == 0
                && let Some(told) = estimated_reason(&position, mv, &[one, other])
            {
                let text = || format!("{position}: {} {told:?}", mv.display(position.board()));
                assert!(!told.exact && told.answers.is_empty(), "{}", text());
                assert_eq!(told.holding, [one, other], "{}", text());
                if told.turns <= twin.most {
                    twin.forget();
                    assert_eq!(twin.check_kind(&position, mv, &told), Ok(()), "{}", text());
                    *kinds.entry(told.kind).or_default() += 1;
                }
            }
            position = position.after(mv);
        }
    }
    assert!(kinds.len() > 5, "{kinds:?}");
    let start = Position::start(Preset::Nine.rules()).unwrap();
    let moves = start.legal_moves();
    assert_eq!(estimated_reason(&start, moves[0], &[]), None);
    assert_eq!(estimated_reason(&start, moves[0], &moves), None);
}

fn lessons(name: &str) -> Vec<serde_json::Value> {
    let path = format!("www/app/lessons/{name}.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The position of a step of a lesson, `course mill 0`.
fn lesson(name: &str) -> String {
    let mut words = name.split(' ');
    let mut word = || words.next().expect("a file, a lesson and a step");
    let lessons = lessons(word());
    let (id, step) = (word(), word());
    let found = lessons.iter().find(|lesson| lesson["id"] == id).unwrap();
    let line = &found["steps"][step.parse::<usize>().unwrap()]["line"];
    line.as_str().expect("a position").to_owned()
}

/// Checks the cases of a file, whose head says how it is written; the kinds that it has.
fn check_cases(name: &str) -> Vec<ReasonKind> {
    let nine = Data::open(Path::new("data/nine"), evaluate).unwrap();
    let nine = nine.all_values();
    let three = Solver::new(&Preset::Three.rules()).unwrap().finish();
    let text = std::fs::read_to_string(Path::new("tests/data/reasons").join(name)).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (mut wrong, mut kinds) = (Vec::new(), Vec::new());
    let mut position = None;
    for line in lines {
        let Some((turn, expected)) = line.split_once(": ") else {
            let of_lesson = line.starts_with("course ") || line.starts_with("first ");
            let line = if of_lesson {
                lesson(line)
            } else {
                line.to_owned()
            };
            position = Some(line.parse::<Position>().unwrap());
            continue;
        };
        let position = position.as_ref().expect("a position before its moves");
        let probe: &dyn Probe = if position.rules().base() == Preset::Three {
            &three
        } else {
            &*nine
        };
        let mv = read_move(turn, position.board()).unwrap();
        let told = reason(position, mv, probe).expect("known values");
        let text = told.as_ref().map_or("nothing".to_owned(), |told| {
            let name = |point| position.board().coordinate(point).to_string();
            let points: Vec<_> = told.points.map(name).collect();
            format!("{}; {}; {}", told.kind.id(), points.join(" "), told.turns)
        });
        if text != expected {
            wrong.push(format!("{position}\n{turn}: {text}"));
        }
        if let Some(told) = told {
            let verdict = Twin::new(Referee::Fast, probe, 3).check(position, mv, &told);
            assert_eq!(
                verdict.unwrap_or(Ok(())),
                Ok(()),
                "{position}: {turn} {text}"
            );
            kinds.push(told.kind);
        }
    }
    assert!(wrong.is_empty(), "found instead:\n{}", wrong.join("\n"));
    kinds
}

#[test]
fn every_kind_has_a_case() {
    let kinds = check_cases("cases.txt");
    let all = ReasonKind::ALL.iter();
    let missing: Vec<_> = all.filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "kinds without a case: {missing:?}");
}

/// What goes wrong where a lesson has a mistake to explain: in the others every move holds.
#[test]
fn mistakes_in_lessons_have_reasons() {
    let kinds = check_cases("lessons.txt");
    assert!(!kinds.contains(&ReasonKind::Far));
}

#[test]
fn no_lesson_teaches_a_mistake() {
    let nine = Data::open(Path::new("data/nine"), evaluate).unwrap();
    let nine = nine.all_values();
    let mut wrong = Vec::new();
    for lesson in ["first", "course"].into_iter().flat_map(lessons) {
        for step in lesson["steps"].as_array().unwrap() {
            let Some(position) = step["line"].as_str() else {
                continue;
            };
            let position: Position = position.parse().unwrap();
            let answer = step["answer"].as_str().unwrap();
            let mv = read_move(answer, position.board()).unwrap();
            let is_nine = position.rules().base() == Preset::Nine;
            // Of the first placings no value is known here.
            if is_nine && matches!(reason(&position, mv, &*nine), Ok(Some(_))) {
                wrong.push(format!("{}: {position} {answer}", lesson["id"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The pieces are fetched as they are asked for.
#[test]
fn a_page_finds_the_same_reasons() {
    let file = |name: &str| std::fs::read(Path::new("data/nine").join(name)).unwrap();
    let pack = Pack::open(&file("index"), &file("checksums"))
        .unwrap()
        .ordered_by(evaluate);
    let whole = Data::open(Path::new("data/nine"), evaluate)
        .unwrap()
        .values();
    for (line, mv, kind) in [
        (
            "nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10",
            "b6-b4",
            Some(ReasonKind::MillUnstoppable),
        ),
        (
            "nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10",
            "c3-c4",
            None,
        ),
        (
            "nine 1W1/BBB/1W1/WWB1WB/1W1/BBB/BW1 w 0,0 6 13",
            "d3-e3",
            Some(ReasonKind::ZugzwangMissed),
        ),
    ] {
        let position: Position = line.parse().unwrap();
        let mv = read_move(mv, position.board()).unwrap();
        let mut inquiry = ReasonInquiry::new(position, mv);
        let mut fetched = Fetched::default();
        let mut fetches = 0;
        while inquiry.step(&pack, &mut fetched, None, 4).unwrap() != InquiryProgress::Done {
            let asked = fetched.take_asked();
            fetches += usize::from(!asked.is_empty());
            for place in asked {
                let bytes = place.bytes.start as usize..place.bytes.end as usize;
                let bytes = file(&place.part.to_string())[bytes].to_vec();
                fetched.insert(place, bytes).unwrap();
            }
        }
        let found = inquiry.reason().unwrap();
        assert_eq!(found.map(|found| found.kind), kind, "{line}");
        assert_eq!(found, reason(&position, mv, &*whole).unwrap().as_ref());
        assert!((1..50).contains(&fetches), "{fetches} fetches");
    }
}

/// Nine Men's Morris, by its pack: an hour.
#[test]
#[ignore = "it takes an hour: docs/reasons.md says how to run it"]
fn every_reason_of_nine_is_true() {
    let rules = Preset::Nine.rules();
    let probe = Data::open(Path::new("data/nine"), evaluate)
        .unwrap()
        .all_values();
    let count = |name: &str, usual: usize| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let seed = count("MERELS_REASONS_SEED", 1) as u64;
    let most = count("MERELS_REASONS", 10_000);
    let twin = Twin::new(Referee::Fast, &*probe, 3);
    let kinds = check_many(&twin, rules, seed, most, |position| {
        // The values of the middle placings take a second for each position.
        let hands = position.hand(Side::White) + position.hand(Side::Black);
        !(3..=12).contains(&hands)
    });
    for (kind, (all, checked)) in kinds {
        println!("{} {all} {checked}", kind.id());
    }
}
