//! Turns: what the side to move may do.

use super::position::{Line, Position, Side};
use std::collections::BTreeSet;

/// What the side to move does with its own man.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    Place(usize),
    /// A slide or a flight, from, to.
    Move(usize, usize),
    /// No man of one's own is placed or moved; one man is removed, the only one of the turn's
    /// captures.
    Remove,
    Pass,
}

/// One whole turn: the man moved and the men removed or marked with it, in point order.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub motion: Motion,
    pub captures: Vec<usize>,
}

/// The turn of a side that can do nothing.
pub const PASS: Turn = Turn {
    motion: Motion::Pass,
    captures: Vec::new(),
};

/// The turn that removes one man.
fn remove(point: usize) -> Turn {
    Turn {
        motion: Motion::Remove,
        captures: vec![point],
    }
}

impl Position {
    /// The legal turns: none when the game is over, a pass where the rules make a player pass.
    pub fn legal(&self) -> Vec<Turn> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.turns_or_pass()
    }

    /// The legal turns of a game that is not over.
    pub fn turns_or_pass(&self) -> Vec<Turn> {
        let side = self.to_move;
        let turns = if *self.owed.of(side) != 0 {
            self.owed_removals()
        } else if self.must_free {
            self.freeing_turns()
        } else {
            let turns = self.turns(side);
            if turns.is_empty() && self.rules.played("blocked") == "take" {
                self.removals_beside()
            } else {
                turns
            }
        };
        if turns.is_empty() {
            // Nobody to remove, or blocked and not over.
            return vec![PASS];
        }
        turns
    }

    /// The turns of a side that owes removals: one man is removed.
    fn owed_removals(&self) -> Vec<Turn> {
        let own = self.to_move;
        let men = if *self.owed.of(own) == -1 {
            self.standing(own)
        } else {
            self.takable(own.enemy())
        };
        men.into_iter().map(remove).collect()
    }

    /// The turns of a blocked side that takes: an enemy man next to one of its own is removed,
    /// protected or not.
    pub fn removals_beside(&self) -> Vec<Turn> {
        let own = self.to_move;
        let beside = |point: &usize| {
            self.board().neighbours[*point]
                .iter()
                .any(|next| self.men[*next] == Some(own))
        };
        self.standing(own.enemy())
            .into_iter()
            .filter(beside)
            .map(remove)
            .collect()
    }

    /// The turns of a side that must free the other: those it would have otherwise, without
    /// captures, after which the other side has a turn.
    pub fn freeing_turns(&self) -> Vec<Turn> {
        let mut asked = self.clone();
        asked.must_free = true;
        let mut turns = asked.turns(self.to_move);
        turns.retain(|turn| asked.after(turn).has_turn(self.to_move.enemy()));
        turns
    }

    /// The turns in which a side places or moves a man, as if it were to move and the game not
    /// over.
    fn turns(&self, side: Side) -> Vec<Turn> {
        let mut turns = Vec::new();
        for motion in self.motions(side) {
            if self.banned(side, motion) && self.closed(side, motion) > 0 {
                continue; // as in `has_turn`
            }
            for captures in self.captures(side, motion) {
                turns.push(Turn { motion, captures });
            }
        }
        turns
    }

    /// Has a side such a turn?
    pub fn has_turn(&self, side: Side) -> bool {
        let allowed = |motion| !self.banned(side, motion) || self.closed(side, motion) == 0;
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
                    let jumps = self.rules.is("fly", "jump") && self.jumps(from, to);
                    let leaps = self.rules.is("fly", "leap")
                        && self.in_all(side) <= 3
                        && self.leaps(side.enemy(), from, to);
                    let takes =
                        self.rules.played("leap") == "take" && self.leaps(side.enemy(), from, to);
                    if flies || steps || jumps || leaps || takes {
                        motions.push(Motion::Move(from, to));
                    }
                }
            }
        }
        motions
    }

    /// Do these two points end a straight line of three with a man, of either side, in its middle?
    pub fn jumps(&self, from: usize, to: usize) -> bool {
        let ends = |line: &&[usize; 3]| {
            (line[0], line[2]) == (from, to) || (line[0], line[2]) == (to, from)
        };
        self.board()
            .lines
            .iter()
            .filter(ends)
            .any(|line| self.men[line[1]].is_some())
    }

    /// Do these two points end a straight line of three with a man of this side in its middle?
    pub fn leaps(&self, over: Side, from: usize, to: usize) -> bool {
        self.board().lines.iter().any(|&[first, middle, last]| {
            let ends = (first, last) == (from, to) || (last, first) == (from, to);
            ends && self.men[middle] == Some(over)
        })
    }

    /// How many mills the man just placed or moved completes.
    pub fn closed(&self, side: Side, motion: Motion) -> usize {
        self.closed_lines(side, motion).len()
    }

    /// The mills that he completes: nothing is taken yet. Where lines count once, a line that the
    /// side has used before is not closed again.
    pub fn closed_lines(&self, side: Side, motion: Motion) -> Vec<Line> {
        let (from, to) = match motion {
            Motion::Place(to) => (None, to),
            Motion::Move(from, to) => (Some(from), to),
            Motion::Remove | Motion::Pass => return Vec::new(),
        };
        let full = |line: &&Line| {
            line.iter()
                .all(|&point| point == to || (self.men[point] == Some(side) && Some(point) != from))
        };
        let used = |line: &Line| {
            self.rules.played("lines") != "always" && self.used.of(side).contains(line)
        };
        let lines = self.board().mills_through(to).iter().filter(full);
        lines
            .filter(|line| self.counts(side, line) && !used(line))
            .cloned()
            .collect()
    }

    /// Has the side a man on each point of this mill?
    pub fn holds(&self, side: Side, mill: &[usize]) -> bool {
        mill.iter().all(|point| self.men[*point] == Some(side)) && self.counts(side, mill)
    }

    /// Does this line count as a mill for the side? Where the men start on the board, their own
    /// starting line does not.
    fn counts(&self, side: Side, mill: &[usize]) -> bool {
        if self.rules.is("begin", "board") {
            let home = self.home(side);
            return !mill.iter().all(|point| home.contains(point));
        }
        true
    }

    /// Re-forming ban: does the man that closed a line on its owner's last move go straight back?
    fn banned(&self, side: Side, motion: Motion) -> bool {
        match (motion, self.last_closing.of(side)) {
            (Motion::Move(from, to), Some((came_from, went_to))) => {
                from == *went_to && to == *came_from
            }
            _ => false,
        }
    }

    /// How many men the mills that a motion closes cost the enemy: one, or one for each.
    fn cost(&self, side: Side, motion: Motion) -> usize {
        if self.rules.is("goal", "mill") || self.must_free {
            return 0; // nothing is ever taken, or not now
        }
        let closed = self.closed(side, motion);
        if self.rules.is("mills", "each") {
            closed
        } else {
            closed.min(1)
        }
    }

    /// How many of them he loses from his hand.
    pub fn lost_from_hand(&self, side: Side, motion: Motion) -> usize {
        let placed = matches!(motion, Motion::Place(_));
        if placed && self.rules.played("placing") == "hand" {
            self.cost(side, motion).min(*self.hands.of(side.enemy()))
        } else {
            0
        }
    }

    /// The sets of enemy men that may be removed or marked with a move. The empty set: no capture.
    fn captures(&self, side: Side, motion: Motion) -> BTreeSet<Vec<usize>> {
        let mut number = self.cost(side, motion);
        if let Motion::Place(_) = motion {
            match self.rules.played("placing") {
                "take" | "mark" => {}
                "hand" => number -= self.lost_from_hand(side, motion),
                _ => number = 0, // nothing is taken
            }
        }
        // A man who is leapt over is gone before anything else is taken.
        let leapt = self.leapt(side, motion);
        if let Some(point) = leapt {
            let mut rest = self.clone();
            rest.men[point] = None;
            let leap = |mut set: Vec<usize>| {
                set.push(point);
                set.sort();
                set
            };
            return rest.captures(side, motion).into_iter().map(leap).collect();
        }
        // What the mills take, or one pair, or one enclosed man: one of all these, if there is any.
        let mut sets = self.removals(side.enemy(), number);
        let between = self.rules.option("between");
        if self.rules.is("goal", "capture") && !self.must_free {
            if ["taken", "either"].contains(&between) {
                sets.extend(self.pairs(side, motion));
            }
            if ["enclosed", "either"].contains(&between) {
                sets.extend(self.enclosed(side, motion));
            }
        }
        if sets.len() > 1 {
            sets.remove(&Vec::new());
        }
        sets
    }

    /// The enemy man who stands between where a man came from and went to, on a straight line of
    /// these three points, and is taken for it.
    fn leapt(&self, side: Side, motion: Motion) -> Option<usize> {
        let Motion::Move(from, to) = motion else {
            return None;
        };
        let over = |&&[one, middle, other]: &&[usize; 3]| {
            [(one, other), (other, one)].contains(&(from, to))
                && self.men[middle] == Some(side.enemy())
        };
        let takes = self.rules.played("leap") == "take" && !self.must_free;
        let line = self.board().lines.iter().find(over).filter(|_| takes)?;
        Some(line[1])
    }

    /// The pairs of enemy men between whom a man comes: the two ends of a straight line with him in
    /// the middle.
    fn pairs(&self, side: Side, motion: Motion) -> Vec<Vec<usize>> {
        let (Motion::Place(to) | Motion::Move(_, to)) = motion else {
            return Vec::new();
        };
        let mut pairs = Vec::new();
        for [one, middle, other] in &self.board().lines {
            let enemies = [one, other]
                .iter()
                .all(|end| self.men[**end] == Some(side.enemy()));
            if *middle == to && enemies {
                pairs.push(vec![*one.min(other), *one.max(other)]);
            }
        }
        pairs
    }

    /// The enemy men who may be taken and stand between the man who is placed or moved and another
    /// one of his side: the middles of straight lines with these two at the ends.
    fn enclosed(&self, side: Side, motion: Motion) -> Vec<Vec<usize>> {
        let (from, to) = match motion {
            Motion::Place(to) => (None, to),
            Motion::Move(from, to) => (Some(from), to),
            Motion::Remove | Motion::Pass => return Vec::new(),
        };
        let takable = self.takable(side.enemy());
        let mut enclosed = Vec::new();
        for &[one, middle, other] in &self.board().lines {
            let partner = match to {
                _ if to == one => other,
                _ if to == other => one,
                _ => continue,
            };
            let stays = self.men[partner] == Some(side) && Some(partner) != from;
            if stays && takable.contains(&middle) {
                enclosed.push(vec![middle]);
            }
        }
        enclosed
    }

    /// All ways to remove `number` men of `enemy`, or as many as may be taken.
    fn removals(&self, enemy: Side, number: usize) -> BTreeSet<Vec<usize>> {
        let takable = if number == 0 {
            Vec::new()
        } else {
            self.takable(enemy)
        };
        if takable.is_empty() {
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
        let unprotected: Vec<usize> = all
            .iter()
            .copied()
            .filter(|point| !self.in_mill(*point))
            .collect();
        match self.rules.option("protect") {
            "never" => all,
            "always" => unprotected,
            _ if unprotected.is_empty() => all,
            _ => unprotected,
        }
    }

    /// Does the man on this point stand in a mill?
    pub fn in_mill(&self, point: usize) -> bool {
        let Some(side) = self.men[point] else {
            return false;
        };
        self.board()
            .mills_through(point)
            .iter()
            .any(|mill| self.holds(side, mill))
    }

    /// Has a side a mill on the board?
    pub fn has_mill(&self, side: Side) -> bool {
        self.standing(side)
            .into_iter()
            .any(|point| self.in_mill(point))
    }

    /// A turn in notation.
    pub fn text(&self, turn: &Turn) -> String {
        let name = |point: usize| &self.board().points[point];
        let mut text = match turn.motion {
            Motion::Place(to) => name(to).clone(),
            Motion::Move(from, to) => format!("{}-{}", name(from), name(to)),
            Motion::Remove => String::new(),
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
