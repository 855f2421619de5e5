//! Turns and the end of the game, in the order of the rules' text.

use super::Outcome;
use super::position::{Position, Side};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the side to move does with its own man.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    Place(usize),
    /// A slide or a flight, from, to.
    Move(usize, usize),
    Pass,
}

/// One whole turn: the man moved and the enemy men removed with it, in point order.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub motion: Motion,
    pub captures: Vec<usize>,
}

impl Position {
    /// The legal turns: none when the game is over, a pass where the rules make a blocked player pass.
    pub fn legal(&self) -> Vec<Turn> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.turns_or_pass()
    }

    /// The legal turns of a game that is not over.
    pub fn turns_or_pass(&self) -> Vec<Turn> {
        let turns = self.turns(self.to_move);
        if turns.is_empty() {
            // Blocked and not over: only the rule "pass" leaves that.
            return vec![Turn { motion: Motion::Pass, captures: Vec::new() }];
        }
        turns
    }

    /// The turns in which a side places or moves a man, as if it were to move and the game not over.
    fn turns(&self, side: Side) -> Vec<Turn> {
        let mut turns = Vec::new();
        for motion in self.motions(side) {
            if self.closed(side, motion) > 0 && self.banned(side, motion) {
                continue; // as in `has_turn`
            }
            for captures in self.captures(side, motion) {
                turns.push(Turn { motion, captures });
            }
        }
        turns
    }

    /// Has a side such a turn?
    fn has_turn(&self, side: Side) -> bool {
        let allowed = |motion| self.closed(side, motion) == 0 || !self.banned(side, motion);
        self.motions(side).into_iter().any(allowed)
    }

    /// Placing, sliding and flying.
    fn motions(&self, side: Side) -> Vec<Motion> {
        let mut motions = Vec::new();
        let in_hand = *self.hands.of(side) > 0;
        // Place while men are in hand …
        if in_hand {
            let mut free = self.empty();
            if self.rules.is("centre", "barred") {
                free.retain(|point| Some(*point) != self.board().centre);
            }
            motions.extend(free.into_iter().map(Motion::Place));
        }
        // … then move; or either, each turn, while men are in hand.
        if !in_hand || self.rules.is("phases", "mixed") {
            let flies = self.rules.flies(self.in_all(side));
            let empty = self.empty();
            for from in self.standing(side) {
                for &to in &empty {
                    let steps = self.board().neighbours[from].contains(&to);
                    if flies || steps || (self.rules.is("fly", "jump") && self.jumps(from, to)) {
                        motions.push(Motion::Move(from, to));
                    }
                }
            }
        }
        motions
    }

    /// Do these two points end a straight line of three with a man, of either side, in its middle?
    pub fn jumps(&self, from: usize, to: usize) -> bool {
        let ends = |line: &&[usize; 3]| (line[0], line[2]) == (from, to) || (line[0], line[2]) == (to, from);
        self.board().lines.iter().filter(ends).any(|line| self.men[line[1]].is_some())
    }

    /// The board with one man placed or moved, nothing taken yet, and the point he comes to.
    fn moved(&self, side: Side, motion: Motion) -> Option<(Position, usize)> {
        let mut moved = self.clone();
        let to = match motion {
            Motion::Place(to) => to,
            Motion::Move(from, to) => {
                moved.men[from] = None;
                to
            }
            Motion::Pass => return None,
        };
        moved.men[to] = Some(side);
        Some((moved, to))
    }

    /// How many mills the man just placed or moved completes.
    fn closed(&self, side: Side, motion: Motion) -> usize {
        let Some((moved, to)) = self.moved(side, motion) else { return 0 };
        self.board().mills_through(to).iter().filter(|mill| moved.holds(side, mill)).count()
    }

    /// Does this line count as a mill for the side? Where the men start on the board, their own starting line does not.
    fn holds(&self, side: Side, mill: &[usize]) -> bool {
        if self.rules.is("begin", "board") {
            let home = self.home(side);
            if mill.iter().all(|point| home.contains(point)) {
                return false;
            }
        }
        mill.iter().all(|point| self.men[*point] == Some(side))
    }

    /// Re-forming ban: does the man that closed a line on its owner's last move go straight back?
    fn banned(&self, side: Side, motion: Motion) -> bool {
        match (motion, self.last_closing.of(side)) {
            (Motion::Move(from, to), Some((came_from, went_to))) => from == *went_to && to == *came_from,
            _ => false,
        }
    }

    /// The sets of enemy men that may be removed with a move. The empty set: no capture.
    fn captures(&self, side: Side, motion: Motion) -> BTreeSet<Vec<usize>> {
        if self.rules.is("goal", "mill") {
            return BTreeSet::from([Vec::new()]); // nothing is ever taken
        }
        let closed = self.closed(side, motion);
        let number = if self.rules.is("mills", "each") { closed } else { closed.min(1) };
        // What the mills take, or one pair: one of all these, if there is any.
        let mut sets = self.removals(side.enemy(), number);
        if self.rules.is("between", "taken") {
            sets.extend(self.pairs(side, motion));
        }
        if sets.len() > 1 {
            sets.remove(&Vec::new());
        }
        sets
    }

    /// The pairs of enemy men between whom a man comes: the two ends of a straight line with him in the middle.
    fn pairs(&self, side: Side, motion: Motion) -> Vec<Vec<usize>> {
        let Some((moved, to)) = self.moved(side, motion) else { return Vec::new() };
        let mut pairs = Vec::new();
        for [one, middle, other] in &self.board().lines {
            let enemies = [one, other].iter().all(|end| moved.men[**end] == Some(side.enemy()));
            if *middle == to && enemies {
                pairs.push(vec![*one.min(other), *one.max(other)]);
            }
        }
        pairs
    }

    /// Removing so many men of a side, one after another, as far as there are men that may be taken.
    fn removals(&self, enemy: Side, number: usize) -> BTreeSet<Vec<usize>> {
        let takable = self.takable(enemy);
        if number == 0 || takable.is_empty() {
            return BTreeSet::from([Vec::new()]);
        }
        let mut sets = BTreeSet::new();
        for point in takable {
            let mut left = self.clone();
            left.men[point] = None;
            for mut set in left.removals(enemy, number - 1) {
                set.push(point);
                set.sort();
                sets.insert(set);
            }
        }
        sets
    }

    /// The men of a side that may be taken.
    pub fn takable(&self, enemy: Side) -> Vec<usize> {
        let all = self.standing(enemy);
        let unprotected: Vec<usize> = all.iter().copied().filter(|point| !self.in_mill(*point)).collect();
        match self.rules.option("protect") {
            "never" => all,
            "always" => unprotected,
            _ if unprotected.is_empty() => all,
            _ => unprotected,
        }
    }

    /// Does the man on this point stand in a mill?
    pub fn in_mill(&self, point: usize) -> bool {
        let Some(side) = self.men[point] else { return false };
        self.board().mills_through(point).iter().any(|mill| self.holds(side, mill))
    }

    /// Has a side a mill on the board?
    pub fn has_mill(&self, side: Side) -> bool {
        self.standing(side).into_iter().any(|point| self.in_mill(point))
    }

    /// The end, as far as one position shows it.
    pub fn outcome(&self) -> Option<Outcome> {
        let both = [Side::White, Side::Black];
        let side = self.to_move;
        if self.rules.is("goal", "capture") {
            for loser in both {
                if self.in_all(loser) < self.rules.least() {
                    let reason = if self.rules.least() == 1 { "no-men" } else { "fewer-than-three" };
                    return Some((Some(loser.enemy().name()), reason));
                }
            }
        }
        if self.rules.is("goal", "mill") {
            for winner in both {
                if self.has_mill(winner) {
                    return Some((Some(winner.name()), "mill"));
                }
            }
        }
        if self.empty().is_empty() && self.rules.is("full", "draw") {
            return Some((None, "full-board"));
        }
        if !self.has_turn(side) {
            match self.rules.option("blocked") {
                "lose" => return Some((Some(side.enemy().name()), "blocked")),
                "draw" => return Some((None, "blocked")),
                _ if !self.has_turn(side.enemy()) => {
                    return Some((None, "neither-can-move"));
                }
                _ => {}
            }
        }
        let at_three = both.iter().filter(|side| self.in_all(**side) <= 3).count();
        let ten = match self.rules.option("ten") {
            "both" => at_three == 2,
            "either" => at_three >= 1,
            _ => false,
        };
        if ten && self.clock >= 20 {
            return Some((None, "ten-moves"));
        }
        if let Ok(quiet) = self.rules.option("quiet").parse::<usize>()
            && self.clock >= quiet
        {
            return Some((None, "quiet"));
        }
        None
    }

    /// The position after a turn.
    pub fn after(&self, turn: &Turn) -> Position {
        let side = self.to_move;
        let enemy = side.enemy();
        let mut next = self.clone();
        next.clock += 1;
        let mut closing = None;
        match turn.motion {
            Motion::Place(to) => {
                next.men[to] = Some(side);
                *next.hands.of_mut(side) -= 1;
                next.clock = 0;
            }
            Motion::Move(from, to) => {
                next.men[from] = None;
                next.men[to] = Some(side);
                if self.closed(side, turn.motion) > 0 {
                    closing = Some((from, to));
                }
            }
            Motion::Pass => {}
        }
        for point in &turn.captures {
            next.men[*point] = None;
            next.clock = 0;
        }
        if self.rules.is("reform", "ban") {
            *next.last_closing.of_mut(side) = closing;
            // The man that closed is gone, and the memory of it.
            if next.last_closing.of(enemy).is_some_and(|(_, to)| turn.captures.contains(&to)) {
                *next.last_closing.of_mut(enemy) = None;
            }
        }
        let second = if self.rules.is("first", "black") { Side::White } else { Side::Black };
        if side == second {
            next.turn += 1;
        }
        next.to_move = enemy;
        next.rules = Arc::clone(&self.rules);
        next
    }

    /// A turn in notation.
    pub fn text(&self, turn: &Turn) -> String {
        let name = |point: usize| &self.board().points[point];
        let mut text = match turn.motion {
            Motion::Place(to) => name(to).clone(),
            Motion::Move(from, to) => format!("{}-{}", name(from), name(to)),
            Motion::Pass => "pass".to_string(),
        };
        for point in &turn.captures {
            text += &format!("x{}", name(*point));
        }
        text
    }

    /// The legal turn that a text means. Captures may stand in any order: they are a set.
    pub fn find(&self, text: &str) -> Result<Turn, String> {
        let ordered = self.in_point_order(text);
        self.legal()
            .into_iter()
            .find(|turn| self.text(turn) == ordered)
            .ok_or_else(|| format!("{text}: no legal turn in {}", self.line()))
    }

    /// A turn's text with its captures in point order.
    pub fn in_point_order(&self, text: &str) -> String {
        let mut parts = text.split('x');
        let motion = parts.next().unwrap_or_default();
        let mut captures: Vec<&str> = parts.collect();
        captures.sort_by_key(|point| self.board().point(point));
        [&[motion], &captures[..]].concat().join("x")
    }
}
