//! [`Move`], a complete move including its capture; move generation; perft; why a move is illegal.

use crate::board::{Point, Points};
use crate::position::{Position, Side, Slide};
use crate::rules::{First, Goal, Mills, Phases, Placing, Reform};
use captures::Closing;
use mv::DecodedMove;

mod captures;
mod history;
mod mv;
mod perft;
mod refusal;
mod special;

pub use history::History;
pub use mv::Move;
pub use perft::perft;
pub use refusal::{IllegalMove, Man, Restriction};

impl Position {
    /// Every legal move, in a fixed order; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.generate_into(&mut moves);
        }
        moves
    }

    /// Appends every move that the rules allow, a forced pass included. Assumes that the game is
    /// not over for any other reason than that no move is left; callers must have checked.
    pub fn generate_into(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        if self.is_pending() {
            moves.extend(self.pending_moves());
        } else {
            self.each_move(|mv| moves.push(mv));
        }
        if moves.len() == before && self.outcome_when_blocked().is_none() {
            moves.push(Move::PASS);
        }
    }

    /// Whether the move could be legal here: it moves a man of the side to move from where one is
    /// to where none is, and takes enemy men. Use it to vet a hash move, which may come from
    /// another position.
    #[inline]
    pub(crate) fn is_plausible(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let (own, enemy) = (self.men(side), self.men(side.other()));
        let comes = match mv.kind() {
            DecodedMove::Place(_) => self.hand(side) > 0,
            DecodedMove::Slide(from, _) => own.contains(from),
            DecodedMove::Remove | DecodedMove::Pass => false,
        } && !self.is_pending();
        comes
            && mv.to().is_some_and(|to| self.empty().contains(to))
            && enemy.contains_all(mv.captures())
    }

    /// Calls `visit` with the moves of [`generate_into`](Self::generate_into) that close a mill, or
    /// take men without one.
    #[inline]
    pub(crate) fn generate_closings(&self, mut visit: impl FnMut(Move)) {
        if self.is_pending() {
            return self.pending_moves().into_iter().for_each(visit);
        }
        let mut takable = None;
        self.each_closing(|mv, closing| {
            let takable = *takable.get_or_insert_with(|| self.takable(self.side_to_move().other()));
            self.each_capture(mv, closing, takable, &mut visit);
            true
        });
    }

    /// Calls `visit` with the moves of [`generate_into`](Self::generate_into) that neither close a
    /// mill nor take men, and with the points that they lead to; not with a pass.
    #[inline]
    pub(crate) fn generate_others(&self, mut visit: impl FnMut(Move, Point)) {
        if self.is_pending() {
            return;
        }
        self.each_without_captures(|mv, closing| {
            if let Some(to) = mv.to().filter(|_| closing == Closing::NOTHING) {
                visit(mv, to);
            }
        });
    }

    /// Whether some move of the side to move closes a mill; it need not take anything.
    #[inline]
    pub(crate) fn can_close(&self) -> bool {
        self.can_do(|closing| closing.mills() > 0)
    }

    /// Whether the side to move has a move that captures more than this many men by `between`.
    #[inline]
    pub(crate) fn can_take_between(&self, more_than: usize) -> bool {
        self.rules().takes_between()
            && match more_than {
                0 => self.can_do(|closing| closing.between() != 0),
                1 => self.can_do(|closing| closing.between() & Closing::PAIR != 0),
                _ => false,
            }
    }

    fn can_do(&self, what: impl Fn(Closing) -> bool) -> bool {
        let mut any = false;
        self.each_closing(|_, closing| {
            any = what(closing);
            !any
        });
        any
    }

    /// How many legal moves there are, without making them; 0 when the game is over.
    pub fn count_legal_moves(&self) -> u64 {
        if self.outcome_but_blocked_or_clocks().is_some() || self.outcome_by_clock().is_some() {
            return 0;
        }
        let rules = self.rules();
        let one_capture =
            rules.goal == Goal::Capture && rules.mills == Mills::One && !rules.takes_between();
        let count = if one_capture
            && !self.special
            && self.hand(self.side_to_move()) > 0
            && rules.phases == Phases::Split
        {
            self.count_placings()
        } else {
            let mut count = if self.is_pending() {
                return self.count_pending();
            } else {
                0
            };
            self.each_move(|_| count += 1);
            count
        };
        if count == 0 && self.outcome_when_blocked().is_none() {
            1
        } else {
            count
        }
    }

    /// [`count_legal_moves`](Self::count_legal_moves) where all moves are placings with at most one
    /// capture: the closing ones are counted in one go.
    fn count_placings(&self) -> u64 {
        let empty = self.placeable();
        let closing = self
            .board()
            .closers(self.men(self.side_to_move()))
            .and(empty);
        let captures = if closing.is_empty() {
            1
        } else {
            self.takable(self.side_to_move().other()).len().max(1)
        };
        // A placing that closes a mill counts once for each man it may take, and at least once.
        ((empty.len() - closing.len()) + closing.len() * captures) as u64
    }

    /// Whether the side to move has a move other than a pass.
    pub fn can_move(&self) -> bool {
        if self.is_pending() {
            self.has_pending()
        } else {
            self.has_ordinary_move()
        }
    }

    /// Whether the side to move can place or move a man.
    pub(crate) fn has_ordinary_move(&self) -> bool {
        let side = self.side_to_move();
        let (own, empty) = (self.men(side), self.empty());
        if self.hand(side) > 0 && !self.placeable().is_empty() {
            return true;
        }
        // The only move may be the one that is banned.
        if self.rules().reform == Reform::Ban && self.closing(side).is_some() {
            return !self.moves_and_mills().is_empty();
        }
        if self.hand(side) > 0 && self.rules().phases == Phases::Split {
            return false;
        }
        if self.may_fly(side) {
            return !own.is_empty() && !empty.is_empty();
        }
        own.into_iter()
            .any(|from| !self.steps(side, from).and(empty).is_empty())
    }

    /// The points where a man may be placed.
    #[inline]
    fn placeable(&self) -> Points {
        self.empty().minus(self.rules().barred())
    }

    /// The points where the side that is not to move could close a mill if it were its turn now:
    /// what the side to move may want to prevent. None where the game is over, or where that side
    /// would first have to remove a man or free the other.
    #[cold]
    pub fn threats(&self) -> Points {
        let mut threats = Points::EMPTY;
        let passed = self.with_turn_passed();
        if self.outcome().is_none() && !passed.is_pending() {
            for (mv, closing) in passed.moves_and_mills() {
                if closing.mills() > 0 {
                    threats = mv.to().map_or(threats, |to| threats.with(to));
                }
            }
        }
        threats
    }

    /// The ways that the side which is not to move may have on its next turn, whatever is played
    /// before: from where (`None` from the hand) and to where. Most will not be legal then; a move
    /// that begins otherwise never will. Points where its own men stand are left out, and so is
    /// everything where the game is over.
    #[cold]
    pub fn ways_to_come(&self) -> Vec<(Option<Point>, Point)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let (board, rules, side) = (self.board(), self.rules(), self.side_to_move().other());
        let own = self.men(side);
        let free = board.points().minus(own);
        let mut ways = Vec::new();
        if self.hand(side) > 0 {
            // While the others place, their men stand still.
            let still = rules.phases == Phases::Split
                && self.hand(self.side_to_move()) > 0
                && !self.special;
            let goals = if still { self.empty() } else { free };
            ways.extend(goals.minus(rules.barred()).map(|to| (None, to)));
            // A hand may be emptied by a mill of the other side.
            if rules.phases == Phases::Split && rules.placing != Placing::Hand {
                return ways;
            }
        }
        // Captures in between may be what lets its men fly: one man, two that had one between them,
        // or one for each mill through a point; and one that is leapt over.
        let most_lost = match rules.mills {
            Mills::One => 1 + usize::from(rules.takes_between()),
            Mills::Each => board
                .points()
                .map(|point| board.partners(point).len())
                .max()
                .unwrap_or(0),
        } + usize::from(rules.leaps());
        let may_fly = rules
            .flying_limit()
            .is_some_and(|limit| self.in_all(side).saturating_sub(most_lost) <= limit);
        for from in own {
            let targets = match () {
                () if may_fly => free,
                // By then a man may stand anywhere.
                () if rules.jumps() => board
                    .neighbours(from)
                    .or(board.jumps(from, board.points()))
                    .and(free),
                () => board.neighbours(from).and(free),
            };
            ways.extend(targets.map(|to| (Some(from), to)));
        }
        ways
    }

    /// The same with the other side to move.
    pub(crate) fn with_turn_passed(&self) -> Self {
        Self {
            side_to_move: self.side_to_move().other(),
            ..*self
        }
    }

    /// Calls `visit` with every move of a position that is not [pending](Self::is_pending); not
    /// with a pass.
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        let mut takable = None;
        self.each_without_captures(|mv, closing| {
            if closing == Closing::NOTHING {
                return visit(mv);
            }
            let takable = *takable.get_or_insert_with(|| self.takable(self.side_to_move().other()));
            self.each_capture(mv, closing, takable, &mut visit);
        });
    }

    /// Each move without its captures, and what it closes:
    /// [`each_without_captures`](Self::each_without_captures) where speed does not matter.
    #[cold]
    #[inline(never)]
    fn moves_and_mills(&self) -> Vec<(Move, Closing)> {
        let mut moves = Vec::new();
        self.each_without_captures(|mv, closing| moves.push((mv, closing)));
        moves
    }

    /// Calls `visit` with each move, without its captures, and what it closes.
    #[inline]
    fn each_without_captures(&self, mut visit: impl FnMut(Move, Closing)) {
        let (board, rules, side) = (self.board(), self.rules(), self.side_to_move());
        let (own, empty) = (self.men(side), self.empty());
        // Few points are worth a closer look: those where a man of this side completes a line, be
        // it with the very man that moves, which `closes_on` then leaves out.
        let between = self.between();
        let closers = board.closers(own).or(between);
        let closing = |to: Point, men: Points| {
            if closers.contains(to) {
                self.closes_on(to, men, between)
            } else {
                Closing::NOTHING
            }
        };
        if self.hand(side) > 0 {
            for to in self.placeable() {
                visit(Move::place(to, Points::EMPTY), closing(to, own));
            }
            if rules.phases == Phases::Split {
                return;
            }
        }
        let flies = self.may_fly(side);
        let banned = if rules.reform == Reform::Ban {
            self.closing(side)
        } else {
            None
        };
        for from in own {
            let rest = own.without(from);
            let targets = if flies {
                empty
            } else {
                self.steps(side, from).and(empty)
            };
            for to in targets {
                let closing = closing(to, rest);
                if closing.mills() > 0 && banned == Some(Slide { from: to, to: from }) {
                    continue;
                }
                visit(Move::slide(from, to, Points::EMPTY), closing);
            }
        }
    }

    /// Calls `visit` with each move that closes a mill or takes men without one, without its
    /// captures, until `visit` returns false.
    #[inline]
    fn each_closing(&self, mut visit: impl FnMut(Move, Closing) -> bool) {
        let (board, rules, side) = (self.board(), self.rules(), self.side_to_move());
        let own = self.men(side);
        let between = self.between();
        let closers = board.closers(own).or(between).and(self.empty());
        if closers.is_empty() {
            return;
        }
        if self.hand(side) > 0 {
            for to in closers.minus(rules.barred()) {
                let closing = self.closes_on(to, own, between);
                if closing != Closing::NOTHING && !visit(Move::place(to, Points::EMPTY), closing) {
                    return;
                }
            }
            if rules.phases == Phases::Split {
                return;
            }
        }
        let flies = self.may_fly(side);
        let banned = if rules.reform == Reform::Ban {
            self.closing(side)
        } else {
            None
        };
        for to in closers {
            let movers = if flies {
                own
            } else {
                self.steps(side, to).and(own)
            };
            for from in movers {
                let closing = self.closes_on(to, own.without(from), between);
                if closing == Closing::NOTHING
                    || (banned == Some(Slide { from: to, to: from }) && closing.mills() > 0)
                {
                    continue;
                }
                if !visit(Move::slide(from, to, Points::EMPTY), closing) {
                    return;
                }
            }
        }
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// If the move is not legal; the error says why.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        self.check(mv)?;
        Ok(self.after(mv))
    }

    /// The position after a move that is known to be legal, such as one that
    /// [`legal_moves`](Self::legal_moves) gave. With another it is nonsense (but nothing worse).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// [`after`](Self::after) in place.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        if self.special {
            return self.play_special(mv);
        }
        let side = self.side_to_move();
        let other = side.other();
        let ban = self.rules().reform == Reform::Ban;
        let closing = if ban { self.closing_slide(mv) } else { None };
        let last_of_pair = match self.rules().first {
            First::White => Side::Black,
            First::Black => Side::White,
        };
        self.move_man(mv);
        if !mv.captures().is_empty() {
            self.men[other] = self.men[other].minus(mv.captures());
            // A capture cannot be undone: nothing before it occurs again.
            self.clock = 0;
        }
        if ban {
            self.remember_closing(mv, closing);
        }
        // As in chess: a number is for a move of each side.
        self.number = self.number.saturating_add((side == last_of_pair).into());
        self.side_to_move = other;
    }

    /// Places or moves the man of a move, and counts on.
    #[inline]
    fn move_man(&mut self, mv: Move) {
        let side = self.side_to_move;
        match mv.kind() {
            DecodedMove::Place(to) => {
                self.men[side] = self.men[side].with(to);
                // Wraps only after a move that is not legal, of which nothing is promised.
                self.hands[side] = self.hands[side].wrapping_sub(1);
                self.clock = 0;
            }
            DecodedMove::Slide(from, to) => {
                self.men[side] = self.men[side].without(from).with(to);
                self.clock = self.clock.saturating_add(1);
            }
            DecodedMove::Remove | DecodedMove::Pass => self.clock = self.clock.saturating_add(1),
        }
    }

    /// For the re-forming ban, the slide with which this move closed a mill, if it did.
    #[inline(never)]
    fn remember_closing(&mut self, mv: Move, closing: Option<Slide>) {
        let other = self.side_to_move.other();
        self.memory.set_closing(self.side_to_move, closing);
        if self
            .memory
            .closing(other)
            .is_some_and(|slide| mv.captures().contains(slide.to))
        {
            self.memory.set_closing(other, None);
        }
    }

    /// The move as the re-forming ban remembers it: from where to where, if it closed a mill.
    fn closing_slide(&self, mv: Move) -> Option<Slide> {
        let DecodedMove::Slide(from, to) = mv.kind() else {
            return None;
        };
        let rest = self.men(self.side_to_move()).without(from);
        (self.closes_on(to, rest, Points::EMPTY) != Closing::NOTHING).then_some(Slide { from, to })
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    /// If it is not; the error says why.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let legal = self.legal_moves();
        if legal.contains(&mv) {
            Ok(())
        } else {
            Err(self.why_illegal(mv, &legal))
        }
    }
}
