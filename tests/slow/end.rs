//! The end of the game, in the order of the rules' text.

use super::Outcome;
use super::position::{Position, Side};
use super::turns::PASS;

impl Position {
    /// How the game has ended, by the position alone.
    pub fn outcome(&self) -> Option<Outcome> {
        let both = [Side::White, Side::Black];
        if self.rules.is("goal", "capture") {
            for loser in both {
                if self.in_all(loser) < self.rules.least() {
                    let reason = if self.rules.least() == 1 {
                        "no-men"
                    } else {
                        "fewer-than-three"
                    };
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
        let owes = *self.owed.of(self.to_move) != 0;
        if self.empty().is_empty() && !owes {
            match self.rules.played("full") {
                "draw" => return Some((None, "full-board")),
                "loses" => return Some((Some(self.rules.begins().enemy().name()), "full-board")),
                _ => {}
            }
        }
        if !owes && let Some(outcome) = self.blocked() {
            return Some(outcome);
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

    /// The end because the side to move, which owes no removals, cannot do what it must.
    fn blocked(&self) -> Option<Outcome> {
        let side = self.to_move;
        let neither = Some((None, "neither-can-move"));
        if self.must_free {
            return if self.freeing_turns().is_empty() {
                neither
            } else {
                None
            };
        }
        if self.has_turn(side) {
            return None;
        }
        let loses = Some((Some(side.enemy().name()), "blocked"));
        match self.rules.played("blocked") {
            "lose" => loses,
            "draw" => Some((None, "blocked")),
            "pass" => {
                if self.has_turn(side.enemy()) {
                    None
                } else {
                    neither
                }
            }
            "take" => {
                if self.removals_beside().is_empty() {
                    loses
                } else {
                    None
                }
            }
            // The side passes, and the other one has to have a turn that frees it.
            "free" => {
                if self.after(&PASS).freeing_turns().is_empty() {
                    neither
                } else {
                    None
                }
            }
            other => unreachable!("blocked={other}"),
        }
    }
}
