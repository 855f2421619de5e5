//! What a side can force in a few of its turns, by the rules alone: every reply is tried.

use crate::board::Points;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Goal;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The most own turns that a search looks ahead.
pub(super) const MOST_TURNS: usize = 8;

/// A search with a table of what it has found; it gives up after some number of positions.
#[derive(Debug)]
pub(super) struct Force {
    left: u64,
    found: HashMap<Key, bool, BuildHasherDefault<KeyHasher>>,
    /// By turns left, the last reply that held.
    killers: [Option<Move>; MOST_TURNS + 1],
}

/// The kinds of question, above the 57 bits of a position in the key of an answer.
const TAKES: u64 = 0;
const LEADS: u64 = 1;
const WINS: u64 = 2;

impl Force {
    /// A search that gives up after `most` positions.
    pub(super) fn new(most: u64) -> Self {
        Self {
            left: most,
            found: HashMap::default(),
            killers: [None; MOST_TURNS + 1],
        }
    }

    /// Whether the side to move can take a man or win within `turns` of its own, whatever the other
    /// replies, before the other has taken one; `None` if it gave up.
    pub(super) fn takes(&mut self, position: &Position, turns: usize) -> Option<bool> {
        if turns == 0 || position.outcome_but_blocked_or_clocks().is_some() {
            return Some(false);
        }
        if can_take(position) {
            return Some(true);
        }
        let key = key(position, TAKES, turns, 0);
        if turns > 1
            && let Some(&found) = self.found.get(&key)
        {
            return Some(found);
        }
        self.count()?;
        let mut quiet = Vec::new();
        position.generate_into(&mut quiet);
        let mut nexts: Vec<_> = quiet.into_iter().map(|mv| position.after(mv)).collect();
        // A threat leaves few replies.
        if turns > 1 {
            nexts.sort_by_cached_key(|next| !can_take(&next.with_turn_passed()));
        }
        let mut found = false;
        for next in nexts {
            if self.cannot_stop(&next, turns - 1)? {
                found = true;
                break;
            }
        }
        if turns > 1 {
            self.found.insert(key, found);
        }
        Some(found)
    }

    /// Whether the side to move cannot keep the other from taking a man or winning within `turns`
    /// turns, even by taking one first; `None` if it gave up.
    pub(super) fn cannot_stop(&mut self, position: &Position, turns: usize) -> Option<bool> {
        if let Some(outcome) = ended(position) {
            return Some(outcome.winner() == Some(position.side_to_move().other()));
        }
        if turns == 0 || can_take(position) {
            return Some(false);
        }
        self.count()?;
        let goals = goals(&position.with_turn_passed());
        let mut replies = Vec::new();
        if position.can_close() {
            // Its mill takes nothing, but protects: every reply counts.
            position.generate_into(&mut replies);
        } else if goals.len() > 1 {
            return Some(true);
        } else {
            // Only a man who comes there stops a mill.
            position.generate_into(&mut replies);
            replies.retain(|reply| {
                goals.is_empty() || reply.to().is_some_and(|to| goals.contains(to))
            });
        }
        if let Some(at) = replies
            .iter()
            .position(|&reply| Some(reply) == self.killers[turns])
        {
            replies.swap(0, at);
        }
        for reply in replies {
            if !self.takes(&position.after(reply), turns)? {
                self.killers[turns] = Some(reply);
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the side to move can take at least `margin` times more often than the other in
    /// `turns` of its own turns and as many replies, or until the game ends, and not lose; `None`
    /// if it gave up.
    pub(super) fn leads(&mut self, position: &Position, turns: usize, margin: i32) -> Option<bool> {
        if turns == 0 || margin > turns as i32 {
            return Some(margin <= 0);
        }
        let key = key(position, LEADS, turns, margin);
        if let Some(&found) = self.found.get(&key) {
            return Some(found);
        }
        self.count()?;
        let mut found = false;
        for mv in taking_first(position) {
            let next = position.after(mv);
            let margin_then = margin - i32::from(takes(position, mv));
            // Nothing but a take on every turn is enough.
            if margin_then < turns as i32 && self.trails(&next, turns - 1, margin_then)? {
                found = true;
                break;
            }
        }
        self.found.insert(key, found);
        Some(found)
    }

    /// Whether the side to move cannot keep the other from being `margin` takes ahead after this
    /// reply and `turns` more turns and replies, or from not losing so; `None` if it gave up.
    pub(super) fn trails(
        &mut self,
        position: &Position,
        turns: usize,
        margin: i32,
    ) -> Option<bool> {
        if let Some(outcome) = ended(position) {
            return Some(outcome.winner() != Some(position.side_to_move()) && margin <= 0);
        }
        self.count()?;
        for reply in taking_first(position) {
            let next = position.after(reply);
            let margin_then = margin + i32::from(takes(position, reply));
            let leads = match ended(&next) {
                Some(outcome) => {
                    outcome.winner() != Some(position.side_to_move()) && margin_then <= 0
                }
                None => self.leads(&next, turns, margin_then)?,
            };
            if !leads {
                return Some(false);
            }
        }
        Some(true)
    }

    /// What was found of a win within `turns`.
    pub(super) fn won(&self, position: &Position, turns: usize) -> Option<bool> {
        self.found.get(&key(position, WINS, turns, 0)).copied()
    }

    /// Keeps what was found of a win within `turns`.
    pub(super) fn note_won(&mut self, position: &Position, turns: usize, found: bool) {
        self.found.insert(key(position, WINS, turns, 0), found);
    }

    pub(super) fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }
}

/// The moves of a position in which the game is not over.
pub(super) fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate_into(&mut moves);
    moves
}

/// How a game has ended, draws by a count aside.
pub(super) fn ended(position: &Position) -> Option<crate::Outcome> {
    position.outcome_but_blocked_or_clocks().or_else(|| {
        if position.can_move() {
            None
        } else {
            position.outcome_when_blocked()
        }
    })
}

/// Whether a move takes a man or wins.
pub(super) fn takes(position: &Position, mv: Move) -> bool {
    let wins = || {
        ended(&position.after(mv))
            .is_some_and(|outcome| outcome.winner() == Some(position.side_to_move()))
    };
    !mv.captures().is_empty() || wins()
}

/// The moves of a position in which the game is not over, those that take first.
fn taking_first(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate_into(&mut moves);
    moves.sort_by_key(|mv| mv.captures().is_empty());
    moves
}

/// Whether the side to move can take a man, or close the mill that wins.
pub(super) fn can_take(position: &Position) -> bool {
    let takable = || {
        position.rules().goal == Goal::Mill
            || !position.takable(position.side_to_move().other()).is_empty()
    };
    (position.can_close() && takable()) || position.can_take_between(0)
}

/// The points where the side to move takes a man, or closes the mill that wins.
pub(super) fn goals(position: &Position) -> Points {
    let mut goals = Points::EMPTY;
    let wins = position.rules().goal == Goal::Mill;
    position.generate_closings(|mv| {
        if let Some(to) = mv.to().filter(|_| wins || !mv.captures().is_empty()) {
            goals = goals.with(to);
        }
    });
    goals
}

/// What names a question exactly.
fn key(position: &Position, question: u64, turns: usize, margin: i32) -> Key {
    Key(position.key() | question << 57, turns as u8, margin as i8)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key(u64, u8, i8);

/// Mixes keys of few words.
#[derive(Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
