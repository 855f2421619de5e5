//! What a position is worth before anybody moves: men, room to move, mills open and closed, men shut in.

use super::score::MOST;
use crate::board::Points;
use crate::position::{Position, Side};
use crate::rules::{Goal, Phases};

/// What each trait of a position counts, in hundredths of a man.
struct Weights {
    man: i32,
    /// For every way along a line to an empty point.
    step: i32,
    /// For every man without such a way.
    shut_in: i32,
    mill: i32,
    /// Two of a mill, the third point empty, and a man that can go there.
    open: i32,
    /// Two of a mill and the third point empty, but no man near.
    half: i32,
    /// Two open mills of the side that is not to move: one of them closes.
    fork: i32,
    /// A man that leaves one mill to close another.
    swing: i32,
    /// For every line through a point that has a man on it.
    lines: i32,
}

const PLACING: Weights =
    Weights { man: 100, step: 3, shut_in: -8, mill: 12, open: 14, half: 14, fork: 35, swing: 20, lines: 3 };
const MOVING: Weights =
    Weights { man: 100, step: 5, shut_in: -10, mill: 10, open: 24, half: 6, fork: 35, swing: 55, lines: 1 };
const MILL_WINS: Weights =
    Weights { man: 0, step: 4, shut_in: -12, mill: 0, open: 25, half: 8, fork: 60, swing: 0, lines: 4 };
/// What a flying side has instead of steps.
const FLYING: i32 = 45;
/// For the side to move.
const TEMPO: i32 = 6;

/// An estimate of the position for the side to move, in hundredths of a man. It does not look whether the game is over.
pub fn evaluate(position: &Position) -> i32 {
    let rules = position.rules();
    let placing = position.hand(Side::White) + position.hand(Side::Black) > 0;
    let weights = match rules.goal {
        Goal::Mill => &MILL_WINS,
        Goal::Capture if placing => &PLACING,
        Goal::Capture => &MOVING,
    };
    let us = position.turn();
    let them = us.other();
    let (own, enemy, empty) = (position.men(us), position.men(them), position.empty());
    let board = position.board();

    let (mut own_steps, mut enemy_steps, mut near) = (0, 0, 0);
    for point in empty {
        let around = board.neighbours(point);
        own_steps += around.and(own).len();
        enemy_steps += around.and(enemy).len();
        near |= around.bits();
    }
    let near = Points::from_bits(near);
    let ours = Lines::of(position, us);
    let theirs = Lines::of(position, them);

    let men = position.in_all(us) as i32 - position.in_all(them) as i32;
    let mut score = men * weights.man;
    score += room(position, us, own_steps as i32, own.minus(near).len() as i32, weights);
    score -= room(position, them, enemy_steps as i32, enemy.minus(near).len() as i32, weights);
    score += ours.worth(weights) - theirs.worth(weights);
    // Quiescence sees what the side to move closes; of two mills that the other may close, one remains.
    if theirs.open > 1 {
        score -= weights.fork;
    }
    (score + TEMPO).clamp(-MOST, MOST)
}

fn room(position: &Position, side: Side, steps: i32, shut_in: i32, weights: &Weights) -> i32 {
    if position.may_fly(side) && position.hand(side) == 0 {
        return FLYING;
    }
    steps * weights.step + shut_in * weights.shut_in
}

/// A side's mills, closed and to be.
#[derive(Default)]
struct Lines {
    mills: i32,
    open: i32,
    half: i32,
    swing: i32,
    through: i32,
}

impl Lines {
    #[inline]
    fn of(position: &Position, side: Side) -> Self {
        let board = position.board();
        let (men, empty) = (position.men(side), position.empty());
        let hand = position.hand(side) > 0;
        let steps = !hand || position.rules().phases == Phases::Mixed;
        let flies = steps && position.may_fly(side);
        let mut lines = Self::default();
        let mut closed = 0u32;
        for mill in board.mills() {
            let missing = mill.minus(men);
            lines.through += 3 - missing.len() as i32;
            if missing.is_empty() {
                lines.mills += 1;
                closed |= mill.bits();
            }
        }
        let closed = Points::from_bits(closed);
        for mill in board.mills() {
            let missing = mill.minus(men);
            if missing.len() != 1 || !empty.contains_all(missing) {
                continue;
            }
            let Some(third) = Points::next(&mut { missing }) else { continue };
            let others = men.minus(*mill);
            let movers = if flies {
                others
            } else if steps {
                board.neighbours(third).and(others)
            } else {
                Points::EMPTY
            };
            if hand || !movers.is_empty() {
                lines.open += 1;
                lines.swing += i32::from(!movers.and(closed).is_empty());
            } else {
                lines.half += 1;
            }
        }
        lines
    }

    fn worth(&self, weights: &Weights) -> i32 {
        self.mills * weights.mill
            + self.open * weights.open
            + self.half * weights.half
            + self.swing.min(1) * weights.swing
            + self.through * weights.lines
    }
}
