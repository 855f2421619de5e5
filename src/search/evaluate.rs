//! The static evaluation: the net, or hand-made weights for men, mobility, closed and open mills,
//! and blocked men.

use super::net::Net;
use super::score::MAX_EVALUATION;
use crate::board::Points;
use crate::position::{Position, Side};
use crate::rules::{Goal, Phases, Rules};

/// The weights of the evaluation's terms, in hundredths of a man.
struct TermWeights {
    man: i32,
    /// Mobility: per move to an empty neighbour.
    mobility: i32,
    /// Per man without an empty neighbour.
    blocked: i32,
    mill: i32,
    /// Two men of a mill, the third point empty, and a man that can move there.
    open: i32,
    /// Two men of a mill and the third point empty, but no man that can move there.
    half: i32,
    /// Two or more open mills of the side not to move: one of them closes.
    fork: i32,
    /// A man that leaves one mill to close another.
    swing: i32,
    /// Per line through a point with a man on it.
    lines: i32,
}

const PLACING: TermWeights = TermWeights {
    man: 100,
    mobility: 3,
    blocked: -8,
    mill: 12,
    open: 14,
    half: 14,
    fork: 35,
    swing: 20,
    lines: 3,
};
const MOVING: TermWeights = TermWeights {
    man: 100,
    mobility: 5,
    blocked: -10,
    mill: 10,
    open: 24,
    half: 6,
    fork: 35,
    swing: 55,
    lines: 1,
};
const MILL_WINS: TermWeights = TermWeights {
    man: 0,
    mobility: 4,
    blocked: -12,
    mill: 0,
    open: 25,
    half: 8,
    fork: 60,
    swing: 0,
    lines: 4,
};
/// A flying side's score in place of its mobility.
const FLYING: i32 = 45;
/// Two men that a man of the other side can come between, which takes both.
const BETWEEN: i32 = 16;
/// Two or more such pairs of the side to move: it can save one of them.
const FORK_BETWEEN: i32 = 70;
/// The bonus for the side to move.
const TEMPO: i32 = 6;

/// The static evaluation for the side to move, in hundredths of a man. It does not detect the end
/// of the game.
pub fn evaluate(position: &Position) -> i32 {
    match Net::of(position.rules()) {
        Some(net) if net.covers(position) => net
            .evaluate(position)
            .clamp(-MAX_EVALUATION, MAX_EVALUATION),
        _ => Evaluator::new(position.rules(), true).hand_made(position),
    }
}

/// The static evaluation for a rule set, with its board precomputed.
pub(super) struct Evaluator {
    /// The net for these rules, if there is one and it is wanted.
    net: Option<&'static Net>,
    /// Sets of their indices fit into 32 bits.
    mills: [u32; 32],
    mill_count: usize,
    /// By side: the indices of the lines that are mills of the other side only, as the men began
    /// there.
    home: [u32; 2],
    neighbours: [u32; 32],
    /// The least number of mills through a point.
    least_lines: i32,
    /// The points with at least one mill more, at least two more, …
    more_lines: Vec<u32>,
}

impl Evaluator {
    /// An evaluator for games by these rules; a `naive` one does without the net.
    pub fn new(rules: &Rules, naive: bool) -> Self {
        let board = rules.board;
        let (mut mills, mut neighbours) = ([0; 32], [0; 32]);
        for (place, mill) in mills.iter_mut().zip(board.mills()) {
            *place = mill.bits();
        }
        for point in board.points() {
            neighbours[point.index()] = board.neighbours(point).bits();
        }
        let with = |count: usize| -> Points {
            board
                .points()
                .filter(|&point| board.partners(point).len() >= count)
                .collect()
        };
        let least = (1..)
            .take_while(|&count| with(count) == board.points())
            .count();
        let more_lines = (least + 1..)
            .map(|count| with(count).bits())
            .take_while(|&points| points != 0)
            .collect();
        let net = if naive { None } else { Net::of(rules) };
        let is_home = |side, i: usize| u32::from(rules.is_home(side, board.mills()[i])) << i;
        let home = Side::BOTH
            .map(|side| (0..board.mills().len()).fold(0, |all, i| all | is_home(side, i)));
        Self {
            net,
            mills,
            mill_count: board.mills().len(),
            home,
            neighbours,
            least_lines: least as i32,
            more_lines,
        }
    }

    /// The evaluation for the side to move, in hundredths of a man: by the net where it covers the
    /// position, otherwise by hand-made weights.
    pub fn evaluate(&self, position: &Position) -> i32 {
        match self.net {
            Some(net) if net.covers(position) => net
                .evaluate(position)
                .clamp(-MAX_EVALUATION, MAX_EVALUATION),
            _ => self.hand_made(position),
        }
    }

    /// The evaluation by hand-made weights, in hundredths of a man.
    pub fn hand_made(&self, position: &Position) -> i32 {
        let placing = position.hand(Side::White) + position.hand(Side::Black) > 0;
        let weights = match position.rules().goal {
            Goal::Mill => &MILL_WINS,
            Goal::Capture if placing => &PLACING,
            Goal::Capture => &MOVING,
        };
        let us = position.side_to_move();
        let them = us.other();
        let (own, enemy, empty) = (
            position.men(us).bits(),
            position.men(them).bits(),
            position.empty().bits(),
        );

        // The number of every point's empty neighbours, for all points at once: one bit plane per
        // binary digit.
        // Each empty point adds one to its neighbours, with the carries of a binary addition; four
        // digits count to 15.
        let mut planes = [0u32; 4];
        for point in bits(empty) {
            let mut carry = self.neighbours[point];
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        let steps = |men: u32| -> i32 {
            (0..4)
                .map(|i| ((planes[i] & men).count_ones() << i) as i32)
                .sum()
        };
        let near = planes.iter().fold(0, |all, plane| all | plane);
        let men = position.in_all(us) as i32 - position.in_all(them) as i32;
        let mut score = men * weights.man;
        score += mobility(
            position,
            us,
            steps(own),
            (own & !near).count_ones() as i32,
            weights,
        );
        score -= mobility(
            position,
            them,
            steps(enemy),
            (enemy & !near).count_ones() as i32,
            weights,
        );
        let [ours, theirs] = self.lines(position, us);
        score += ours.score(weights) - theirs.score(weights);
        // Quiescence sees the mills of the side to move; of two that the other side may close, only
        // one can be blocked.
        if theirs.open > 1 {
            score -= weights.fork;
        }
        if position.rules().takes_between() && position.rules().takes_pairs() {
            score += self.between(position, us);
        }
        (score + TEMPO).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The score of pairs of men that a man of the other side can come between.
    fn between(&self, position: &Position, us: Side) -> i32 {
        let pairs = |side: Side| {
            let (takers, hand) = (
                position.men(side.other()).bits(),
                position.hand(side.other()) > 0,
            );
            let gaps = position
                .board()
                .between(position.men(side))
                .and(position.empty());
            gaps.filter(|gap| hand || self.neighbours[gap.index()] & takers != 0)
                .count() as i32
        };
        let [ours, theirs] = [us, us.other()].map(pairs);
        (theirs - ours) * BETWEEN - if ours > 1 { FORK_BETWEEN } else { 0 }
    }

    /// The mill counts of the side to move and of the other.
    #[inline]
    fn lines(&self, position: &Position, us: Side) -> [MillCounts; 2] {
        let sides = [us, us.other()];
        let men = sides.map(|side| position.men(side).bits());
        let empty = position.empty().bits();
        // First all mills, branch-free, as sets of their indices, then the few that count.
        let (mut closed, mut two) = ([0u32; 2], [0u32; 2]);
        for (i, mill) in self.mills[..self.mill_count].iter().enumerate() {
            for side in 0..2 {
                // Without its lowest point nothing is left: one is missing, or none.
                let missing = mill & !men[side];
                let one = missing & missing.wrapping_sub(1) == 0;
                closed[side] |= u32::from(missing == 0) << i;
                two[side] |= u32::from(one & (missing & empty != 0)) << i;
            }
        }
        [0, 1].map(|side| {
            let home = self.home[sides[side] as usize];
            let (closed, two) = (closed[side] & !home, two[side] & !home);
            let mut lines = MillCounts {
                mills: closed.count_ones() as i32,
                ..MillCounts::default()
            };
            // Points differ by a line or two: what all have in common is counted at once.
            lines.through = self.least_lines * men[side].count_ones() as i32;
            for points in &self.more_lines {
                lines.through += (points & men[side]).count_ones() as i32;
            }
            let in_mills = bits(closed).fold(0, |all, i| all | self.mills[i]);
            let hand = position.hand(sides[side]) > 0;
            let steps = !hand || position.rules().phases == Phases::Mixed;
            let flies = steps && position.may_fly(sides[side]);
            for i in bits(two) {
                let others = men[side] & !self.mills[i];
                let movers = if !steps {
                    0
                } else if flies {
                    others
                } else {
                    // One point of it is empty; `& 31` spares the check of the bounds.
                    self.neighbours[(self.mills[i] & empty).trailing_zeros() as usize & 31] & others
                };
                if hand || movers != 0 {
                    lines.open += 1;
                    lines.swing += i32::from(movers & in_mills != 0);
                } else {
                    lines.half += 1;
                }
            }
            lines
        })
    }
}

fn mobility(
    position: &Position,
    side: Side,
    steps: i32,
    blocked: i32,
    weights: &TermWeights,
) -> i32 {
    if position.may_fly(side) && position.hand(side) == 0 {
        return FLYING;
    }
    steps * weights.mobility + blocked * weights.blocked
}

/// A side's closed, open and half-open mills.
#[derive(Default)]
struct MillCounts {
    mills: i32,
    open: i32,
    half: i32,
    swing: i32,
    through: i32,
}

impl MillCounts {
    fn score(&self, weights: &TermWeights) -> i32 {
        self.mills * weights.mill
            + self.open * weights.open
            + self.half * weights.half
            + self.swing.min(1) * weights.swing
            + self.through * weights.lines
    }
}

/// The indices of the set bits.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
