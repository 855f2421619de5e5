//! What a move closes, and which men it captures.

use super::Move;
use crate::board::{MAX_MILLS_A_POINT, Point, Points};
use crate::position::Position;
use crate::rules::{Goal, Lines, Mills};

/// What a move does before it captures: how many mills it closes, whether its man comes between two
/// that it may take, whether it encloses one, and whether it leaps over one.
///
/// All in one word, so that the generator asks with one comparison whether there is anything: the
/// count is in the bits below [`PAIR`](Self::PAIR).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Closing(usize);

const _: () = assert!(MAX_MILLS_A_POINT < Closing::PAIR);

impl Closing {
    pub(super) const NOTHING: Self = Self(0);
    pub(super) const PAIR: usize = 16;
    pub(super) const ENCLOSED: usize = 32;
    const LEAP: usize = 64;

    /// The mills, with what else it does as [`between`](Self::between) has it.
    #[inline]
    fn new(mills: usize, between: usize) -> Self {
        Self(mills | between)
    }

    #[inline]
    pub(super) fn mills(self) -> usize {
        self.0 & (Self::PAIR - 1)
    }

    /// What it takes without a mill: the bits [`PAIR`](Self::PAIR), [`ENCLOSED`](Self::ENCLOSED) and
    /// [`LEAP`](Self::LEAP).
    #[inline]
    pub(super) fn between(self) -> usize {
        self.0 & !(Self::PAIR - 1)
    }
}

impl Position {
    /// The points, free or not, where a man of the side to move may take men without a mill;
    /// [`takes_between`](Self::takes_between) knows whether this man does.
    #[inline]
    pub(super) fn between(&self) -> Points {
        if self.rules().takes_between() {
            self.points_between()
        } else {
            Points::EMPTY
        }
    }

    #[cold]
    fn points_between(&self) -> Points {
        let (side, mut points) = (self.side_to_move(), Points::EMPTY);
        let enemy = self.men(side.other());
        if self.rules().takes_pairs() {
            points = self.board().between(enemy);
        }
        if self.rules().takes_enclosed() || self.rules().leaps() {
            points = points.or(self.board().enclosing(self.men(side), enemy));
        }
        points
    }

    /// The enemy men without the one that a man of the side to move takes by leaping to `to`, `men`
    /// being the others of its side: those that are left for its other captures.
    #[cold]
    pub(super) fn not_leapt(&self, to: Point, men: Points) -> Points {
        let side = self.side_to_move();
        let enemy = self.men(side.other());
        if self.rules().leaps() {
            // The middle of the line that ends here and where the man came from.
            let from = self.men(side).minus(men);
            enemy.minus(self.board().enclosed(to, from, enemy))
        } else {
            enemy
        }
    }

    /// The pairs of these enemy men that a man of the side to move takes by coming between them on
    /// `to`.
    #[cold]
    fn pairs(&self, to: Point, enemy: Points) -> impl Iterator<Item = Points> {
        let pairs = self.rules().takes_pairs();
        self.board()
            .ends(to)
            .filter(move |&ends| pairs && enemy.contains_all(ends))
    }

    /// Those of these enemy men that a man of the side to move may take on `to` by enclosing them,
    /// `men` being the others of its side.
    #[cold]
    fn enclosed(&self, to: Point, men: Points, enemy: Points) -> Points {
        let takable = self.rules().takable_of(self.side_to_move().other(), enemy);
        self.enclosed_of(to, men, takable)
    }

    /// Those of these men of the other side.
    pub(super) fn enclosed_of(&self, to: Point, men: Points, others: Points) -> Points {
        if self.rules().takes_enclosed() {
            self.board().enclosed(to, men, others)
        } else {
            Points::EMPTY
        }
    }

    /// Whether a legal move takes its men, or may take them, without a mill.
    #[cold]
    pub(crate) fn takes_without_mill(&self, mv: Move) -> bool {
        let (taken, mut to) = (mv.captures(), mv.to().into_iter());
        to.any(|to| {
            let rest = self.rest(mv);
            let enemy = self.not_leapt(to, rest);
            let enclosed = self.enclosed(to, rest, enemy);
            self.pairs(to, enemy).any(|pair| pair == taken)
                || (taken.len() == 1 && !enemy.minus(enclosed).contains_all(taken))
        })
    }

    /// What a man of the side to move takes without a mill on `to`, as [`Closing::between`] has it,
    /// `men` being the others of its side.
    #[cold]
    pub(super) fn takes_between(&self, to: Point, men: Points) -> usize {
        let enemy = self.not_leapt(to, men);
        let pair = self.pairs(to, enemy).next().is_some();
        let encloses = !self.enclosed(to, men, enemy).is_empty();
        let leaps = enemy != self.men(self.side_to_move().other());
        Closing::PAIR * usize::from(pair)
            + Closing::ENCLOSED * usize::from(encloses)
            + Closing::LEAP * usize::from(leaps)
    }

    /// What a man of the side to move closes on `to`, `men` being the others; on the points
    /// `between` it may take men without one.
    #[inline]
    pub(super) fn closes_on(&self, to: Point, men: Points, between: Points) -> Closing {
        let is_home = self.rules().is_home(self.side_to_move(), men.with(to));
        let mills = match self.rules().lines {
            _ if is_home => 0,
            Lines::Always => self.board().mills_through(to, men),
            Lines::Once | Lines::Another => self.unused_lines(to, men).count_ones() as usize,
        };
        let between = if between.contains(to) {
            self.takes_between(to, men)
        } else {
            0
        };
        Closing::new(mills, between)
    }

    /// Calls `visit` with a move that closes mills or takes men without as often as there are ways
    /// to capture with it, `takable` being the men that the first of the mills may take.
    #[inline]
    pub(super) fn each_capture(
        &self,
        mv: Move,
        closing: Closing,
        takable: Points,
        mut visit: impl FnMut(Move),
    ) {
        if closing.between() == 0 && (takable.is_empty() || self.rules().goal == Goal::Mill) {
            return visit(mv);
        }
        let closing = if self.special {
            // Rules that say what a placing takes know no capture between two, and a leap places nothing.
            Closing::new(self.mills_that_take(mv, closing.mills()), closing.between())
        } else {
            closing
        };
        if closing == Closing::NOTHING {
            return visit(mv);
        }
        if closing.between() != 0 || (closing.mills() > 1 && self.rules().mills == Mills::Each) {
            return self
                .several_captures(mv, closing)
                .into_iter()
                .for_each(|captures| visit(mv.taking(captures)));
        }
        takable.for_each(|taken| visit(mv.taking(Points::EMPTY.with(taken))));
    }

    /// The sets of men that a move may take which closes more than one mill or takes men without
    /// one; sorted, each once. A man that is leapt over is in all of them.
    #[cold]
    fn several_captures(&self, mv: Move, closing: Closing) -> Vec<Points> {
        let other = self.side_to_move().other();
        let rest = self.rest(mv);
        let enemy = mv
            .to()
            .map_or(self.men(other), |to| self.not_leapt(to, rest));
        let leapt = self.men(other).minus(enemy);
        let most = self.mills_counted(closing.mills());
        let mut sets = Vec::new();
        if let Some(to) = mv.to().filter(|_| closing.between() != 0) {
            for pair in self.pairs(to, enemy) {
                add_set(&mut sets, leapt.or(pair));
            }
            for man in self.enclosed(to, rest, enemy) {
                add_set(&mut sets, leapt.with(man));
            }
        }
        // Where there is nothing else to take, the leap alone.
        if sets.is_empty() || (most > 0 && !self.rules().takable_of(other, enemy).is_empty()) {
            self.capture_sets(enemy, most, leapt, &mut sets);
        }
        sets
    }

    /// Adds every set of men that can be taken one after another, each by the protection rule as it
    /// then stands.
    fn capture_sets(&self, enemy: Points, left: usize, taken: Points, sets: &mut Vec<Points>) {
        let takable = self.rules().takable_of(self.side_to_move().other(), enemy);
        if left == 0 || takable.is_empty() {
            return add_set(sets, taken);
        }
        for man in takable {
            self.capture_sets(enemy.without(man), left - 1, taken.with(man), sets);
        }
    }

    /// The men of the side to move but the one that a move moves.
    pub(super) fn rest(&self, mv: Move) -> Points {
        let own = self.men(self.side_to_move());
        mv.from().map_or(own, |from| own.without(from))
    }

    /// The mills that the move closes (its captures do not matter).
    pub fn closes(&self, mv: Move) -> Vec<Points> {
        let Some(to) = mv.to() else { return Vec::new() };
        let rest = self.rest(mv);
        if self.rules().is_home(self.side_to_move(), rest.with(to)) {
            return Vec::new();
        }
        if self.rules().remembers_lines() {
            return self.board().mills_of(self.unused_lines(to, rest)).collect();
        }
        let through = self
            .board()
            .partners(to)
            .iter()
            .filter(|&&partners| rest.contains_all(partners));
        through.map(|partners| partners.with(to)).collect()
    }

    /// For how many of `mills` that a move closes at once it takes a man.
    pub(super) fn mills_counted(&self, mills: usize) -> usize {
        if self.rules().mills == Mills::Each {
            mills
        } else {
            mills.min(1)
        }
    }
}

/// Adds a set where it belongs in sorted ones, unless it is there.
fn add_set(sets: &mut Vec<Points>, set: Points) {
    if let Err(at) = sets.binary_search(&set) {
        sets.insert(at, set);
    }
}
