//! What a turn leads to: the board after it, what is remembered, whose turn is next.

use super::position::{Position, Side};
use super::turns::{Motion, Turn};

impl Position {
    /// The position after a turn.
    pub fn after(&self, turn: &Turn) -> Position {
        let side = self.to_move;
        let mut next = self.clone();
        next.play_on_board(self, turn);
        next.remember(self, turn);

        let ended_placing = !self.hands_empty() && next.hands_empty();
        if ended_placing {
            next.to_move = next.end_placing(side);
        } else {
            next.to_move = next.next_side(self, turn);
        }
        if next.hands_empty() {
            next.marked.clear();
            next.first_mill = None;
        }

        let begins = self.rules.begins();
        if side != begins || next.to_move == begins {
            next.turn += 1;
        }
        next
    }

    /// Men, hands, marked points and the clock.
    fn play_on_board(&mut self, before: &Position, turn: &Turn) {
        let side = before.to_move;
        let enemy = side.enemy();
        self.clock += 1;
        match turn.motion {
            Motion::Place(to) => {
                self.men[to] = Some(side);
                *self.hands.of_mut(side) -= 1;
                *self.hands.of_mut(enemy) -= before.lost_from_hand(side, turn.motion);
                self.clock = 0;
            }
            Motion::Move(from, to) => {
                self.men[from] = None;
                self.men[to] = Some(side);
            }
            Motion::Remove | Motion::Pass => {}
        }
        let marks =
            matches!(turn.motion, Motion::Place(_)) && self.rules.played("placing") == "mark";
        for point in &turn.captures {
            self.men[*point] = None;
            self.clock = 0;
            if marks {
                self.marked.push(*point);
                self.marked.sort();
            }
        }
    }

    /// Closing slides, used lines, removals owed, the first mill, and whether a side must free the
    /// other.
    fn remember(&mut self, before: &Position, turn: &Turn) {
        let side = before.to_move;
        let enemy = side.enemy();
        let lines = before.closed_lines(side, turn.motion);
        if self.rules.is("reform", "ban") {
            *self.last_closing.of_mut(side) = match turn.motion {
                Motion::Move(from, to) if !lines.is_empty() => Some((from, to)),
                _ => None,
            };
            // The man that closed is gone, and the memory of it.
            if self
                .last_closing
                .of(enemy)
                .is_some_and(|(_, to)| turn.captures.contains(&to))
            {
                *self.last_closing.of_mut(enemy) = None;
            }
        }
        match self.rules.played("lines") {
            "once" => {
                self.used.of_mut(side).extend(lines.iter().cloned());
                self.used.of_mut(side).sort();
            }
            "another" if !lines.is_empty() => {
                *self.used.of_mut(side) = lines.clone();
                self.used.of_mut(side).sort();
            }
            _ => {}
        }
        // Only where this is asked for, and only while placing goes on: the turn that ends it is
        // still one of these.
        let placing = !before.hands_empty();
        if self.rules.is("starts", "first-mill")
            && placing
            && !lines.is_empty()
            && self.first_mill.is_none()
        {
            self.first_mill = Some(side);
        }
        let owed = self.owed.of_mut(side);
        match turn.motion {
            Motion::Remove if *owed == -1 => *owed = 0,
            Motion::Remove if *owed > 0 => *owed -= 1,
            Motion::Pass => *owed = 0,
            _ => {}
        }
        // A side that passes because it cannot move must be freed.
        let blocked = turn.motion == Motion::Pass && *before.owed.of(side) == 0;
        self.must_free = blocked && self.rules.is("blocked", "free");
    }

    /// What happens when placing ends, and who starts then. `last`: the side that had the last
    /// turn.
    fn end_placing(&mut self, last: Side) -> Side {
        self.marked.clear();
        let starter = match self.rules.option("starts") {
            "next" => last.enemy(),
            "second" => self.rules.begins().enemy(),
            _ => self.first_mill.unwrap_or(last),
        };
        if self.rules.played("placing") == "count" {
            self.owed.white = owed_by(self.mills_of(Side::White), self.mills_of(Side::Black));
            self.owed.black = owed_by(self.mills_of(Side::Black), self.mills_of(Side::White));
        } else if self.empty().is_empty() {
            match self.rules.played("full") {
                "one" => *self.owed.of_mut(starter) = 1,
                "each" => {
                    *self.owed.of_mut(starter) = 1;
                    *self.owed.of_mut(starter.enemy()) = 1;
                }
                _ => {}
            }
        }
        starter
    }

    /// How many mills of a side stand on the board.
    fn mills_of(&self, side: Side) -> i32 {
        self.board()
            .mills
            .iter()
            .filter(|mill| self.holds(side, mill))
            .count() as i32
    }

    /// Whose turn is next, where placing has not just ended.
    fn next_side(&self, before: &Position, turn: &Turn) -> Side {
        let side = before.to_move;
        let enemy = side.enemy();
        let again = match turn.motion {
            // While removals are owed one after another; one who took because he was blocked has
            // his turn yet.
            Motion::Remove if *before.owed.of(side) != 0 => *self.owed.of(side) != 0,
            Motion::Remove => true,
            Motion::Pass => false,
            Motion::Place(_) => {
                let in_hand = *self.hands.of(side) > 0;
                self.rules.played("placing") == "again"
                    && before.closed(side, turn.motion) > 0
                    && in_hand
            }
            Motion::Move(..) => {
                self.rules.played("again") == "capture" && !turn.captures.is_empty()
            }
        };
        if again { side } else { enemy }
    }
}

/// How many removals a side owes for its own mills and the enemy's, where they are counted.
fn owed_by(own: i32, enemy: i32) -> i32 {
    match (own, enemy) {
        (0, 0) => -1,
        (_, 0) => 2,
        (0, _) => 1,
        _ if own > enemy => enemy + 1,
        _ => own,
    }
}
