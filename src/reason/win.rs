//! What a side can force until the game ends, by the rules alone.

use super::force::{Force, ended, goals, moves};
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::rules::{Goal, Mills};

impl Force {
    /// Whether the side to move can win within `turns` of its own, whatever the other replies;
    /// `None` if it gave up.
    pub(super) fn wins(&mut self, position: &Position, turns: usize) -> Option<bool> {
        if is_hopeless(position, position.side_to_move().other(), turns) {
            return Some(false);
        }
        if let Some(found) = self.won(position, turns) {
            return Some(found);
        }
        self.count()?;
        let mut found = false;
        for mv in self.promising(position, turns) {
            if self.wins_by(position, mv, turns)? {
                found = true;
                break;
            }
        }
        self.note_won(position, turns, found);
        Some(found)
    }

    /// The same with this move as the first of them.
    pub(super) fn wins_by(&mut self, position: &Position, mv: Move, turns: usize) -> Option<bool> {
        let next = position.after(mv);
        match ended(&next) {
            Some(outcome) => Some(outcome.winner() == Some(position.side_to_move())),
            None => self.loses(&next, turns - 1),
        }
    }

    /// Whether the side to move loses within `turns` of the other side, whatever it plays; `None`
    /// if it gave up.
    fn loses(&mut self, position: &Position, turns: usize) -> Option<bool> {
        let side = position.side_to_move();
        if is_hopeless(position, side, turns) {
            return Some(false);
        }
        // What takes or parries is likeliest to hold.
        let goals = goals(&position.with_turn_passed());
        let mut replies = moves(position);
        replies.sort_by_key(|mv| {
            let parries = mv.to().is_some_and(|to| goals.contains(to));
            (mv.captures().is_empty(), !parries)
        });
        for reply in replies {
            let next = position.after(reply);
            let lost = match ended(&next) {
                Some(outcome) => outcome.winner() == Some(side.other()),
                None => self.wins(&next, turns)?,
            };
            if !lost {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The moves that can win within `turns`, those that take first, then those that threaten to.
    fn promising(&self, position: &Position, turns: usize) -> Vec<Move> {
        let victim = position.side_to_move().other();
        let mut promising = moves(position);
        promising
            .retain(|mv| !mv.captures().is_empty() || !is_hopeless(position, victim, turns - 1));
        promising.sort_by_cached_key(|&mv| {
            let threatens = || super::force::can_take(&position.after(mv).with_turn_passed());
            (
                mv.captures().is_empty(),
                mv.captures().is_empty() && !threatens(),
            )
        });
        promising
    }

    /// A shortest way to win within `turns`, against the replies that hold out longest.
    pub(super) fn victory(&mut self, position: &Position, turns: usize) -> Option<Vec<Move>> {
        let mut promising = self.promising(position, turns).into_iter();
        let mv = promising.find(|&mv| self.wins_by(position, mv, turns) == Some(true))?;
        self.victory_by(position, mv)
    }

    /// The same that begins with this move.
    pub(super) fn victory_by(&mut self, position: &Position, mv: Move) -> Option<Vec<Move>> {
        let next = position.after(mv);
        let mut line = vec![mv];
        if ended(&next).is_some() {
            return Some(line);
        }
        let goals = goals(&next.with_turn_passed());
        let mut longest = None;
        for reply in moves(&next) {
            let then = next.after(reply);
            let turns = if ended(&then).is_some() {
                0
            } else {
                (1..=super::force::MOST_TURNS)
                    .find(|&turns| self.wins(&then, turns) != Some(false))?
            };
            let order = (turns, reply.to().is_some_and(|to| goals.contains(to)));
            if longest.is_none_or(|(so_far, _)| order > so_far) {
                longest = Some((order, reply));
            }
        }
        let ((turns, _), reply) = longest?;
        line.push(reply);
        if turns > 0 {
            line.extend(self.victory(&next.after(reply), turns)?);
        }
        Some(line)
    }
}

/// Whether a side can neither lose too many men nor be left without a move within so many turns of
/// the other.
fn is_hopeless(position: &Position, victim: Side, turns: usize) -> bool {
    let rules = position.rules();
    let enough = rules.goal != Goal::Mill
        && rules.mills == Mills::One
        && position.in_all(victim) >= rules.least_men() + turns;
    let free = position.empty().minus(rules.barred()).len() > 2 * turns;
    turns == 0 || (enough && free && (position.may_fly(victim) || position.hand(victim) >= turns))
}
