//! What a position is worth before anybody moves: men, room to move, mills open and closed, men shut in.

use super::net::Net;
use super::score::MOST;
use crate::board::Points;
use crate::position::{Position, Side};
use crate::rules::{Goal, Phases, Rules};

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
    match Net::of(position.rules()) {
        Some(net) if Net::covers(position) => net.evaluate(position).clamp(-MOST, MOST),
        _ => Judge::new(position.rules(), true).estimate(position),
    }
}

/// A board as the evaluation wants it.
pub(super) struct Judge {
    /// What was taught these rules, if anything was; what follows is then not asked.
    net: Option<&'static Net>,
    mills: [u32; 32],
    mill_count: usize,
    neighbours: [u32; 32],
    /// The mills through every point.
    least_lines: i32,
    /// The points with one mill more, with two more, …
    more_lines: Vec<u32>,
}

impl Judge {
    /// What judges games by these rules; a naive one does without what was learnt.
    pub fn new(rules: &Rules, naive: bool) -> Self {
        let board = rules.board;
        let (mut mills, mut neighbours) = ([0; 32], [0; 32]);
        for (place, mill) in mills.iter_mut().zip(board.mills()) {
            *place = mill.bits();
        }
        for point in board.points() {
            neighbours[point.index()] = board.neighbours(point).bits();
        }
        let with =
            |count: usize| -> Points { board.points().filter(|&point| board.partners(point).len() >= count).collect() };
        let least = (1..).take_while(|&count| with(count) == board.points()).count();
        let more_lines = (least + 1..).map(|count| with(count).bits()).take_while(|&points| points != 0).collect();
        let net = if naive { None } else { Net::of(rules) };
        Self { net, mills, mill_count: board.mills().len(), neighbours, least_lines: least as i32, more_lines }
    }

    pub fn evaluate(&self, position: &Position) -> i32 {
        match self.net {
            Some(net) if Net::covers(position) => net.evaluate(position).clamp(-MOST, MOST),
            _ => self.estimate(position),
        }
    }

    /// The estimate by hand-made weights.
    pub fn estimate(&self, position: &Position) -> i32 {
        let placing = position.hand(Side::White) + position.hand(Side::Black) > 0;
        let weights = match position.rules().goal {
            Goal::Mill => &MILL_WINS,
            Goal::Capture if placing => &PLACING,
            Goal::Capture => &MOVING,
        };
        let us = position.turn();
        let them = us.other();
        let (own, enemy, empty) = (position.men(us).bits(), position.men(them).bits(), position.empty().bits());

        // For every point the number of its empty neighbours, added up for all points at once, a plane of bits a digit.
        let mut planes = [0u32; 4];
        for point in bits(empty) {
            let mut carry = self.neighbours[point];
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        let steps = |men: u32| -> i32 { (0..4).map(|i| ((planes[i] & men).count_ones() << i) as i32).sum() };
        let near = planes.iter().fold(0, |all, plane| all | plane);
        let men = position.in_all(us) as i32 - position.in_all(them) as i32;
        let mut score = men * weights.man;
        score += room(position, us, steps(own), (own & !near).count_ones() as i32, weights);
        score -= room(position, them, steps(enemy), (enemy & !near).count_ones() as i32, weights);
        let [ours, theirs] = self.lines(position, us);
        score += ours.worth(weights) - theirs.worth(weights);
        // Quiescence sees what the side to move closes; of two mills that the other may close, one remains.
        if theirs.open > 1 {
            score -= weights.fork;
        }
        (score + TEMPO).clamp(-MOST, MOST)
    }

    /// The lines of the side to move and of the other.
    #[inline]
    fn lines(&self, position: &Position, us: Side) -> [Lines; 2] {
        let sides = [us, us.other()];
        let men = sides.map(|side| position.men(side).bits());
        let empty = position.empty().bits();
        // First all mills without a branch, as sets of their numbers, then the few that count.
        let (mut closed, mut two) = ([0u32; 2], [0u32; 2]);
        for (i, mill) in self.mills[..self.mill_count].iter().enumerate() {
            for side in 0..2 {
                let missing = mill & !men[side];
                let one = missing & missing.wrapping_sub(1) == 0;
                closed[side] |= u32::from(missing == 0) << i;
                two[side] |= u32::from(one & (missing & empty != 0)) << i;
            }
        }
        [0, 1].map(|side| {
            let mut lines = Lines { mills: closed[side].count_ones() as i32, ..Lines::default() };
            lines.through = self.least_lines * men[side].count_ones() as i32;
            for points in &self.more_lines {
                lines.through += (points & men[side]).count_ones() as i32;
            }
            let in_mills = bits(closed[side]).fold(0, |all, i| all | self.mills[i]);
            let hand = position.hand(sides[side]) > 0;
            let steps = !hand || position.rules().phases == Phases::Mixed;
            let flies = steps && position.may_fly(sides[side]);
            for i in bits(two[side]) {
                let others = men[side] & !self.mills[i];
                let movers = if !steps {
                    0
                } else if flies {
                    others
                } else {
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
    fn worth(&self, weights: &Weights) -> i32 {
        self.mills * weights.mill
            + self.open * weights.open
            + self.half * weights.half
            + self.swing.min(1) * weights.swing
            + self.through * weights.lines
    }
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
