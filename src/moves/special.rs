//! What only some games have: removals without a move, turns that do not alternate, marked points,
//! lines that capture once.

use super::Move;
use super::mv::DecodedMove;
use crate::board::{Point, Points};
use crate::position::{Position, Side};
use crate::rules::{Again, Blocked, Full, Goal, Lines, Placing, Reform, Starts};

impl Position {
    /// Whether the side to move does something else in its turn than to place or move a man as it
    /// likes: it removes a man, or frees the other side.
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.special
            && (self.memory.is_pending()
                || (self.rules().blocked == Blocked::Take && !self.has_ordinary_move()))
    }

    /// Every move of a [pending](Self::is_pending) position but a pass.
    #[cold]
    pub(super) fn pending_moves(&self) -> Vec<Move> {
        if self.must_free() {
            self.freeing()
        } else {
            self.removable().map(Move::remove).collect()
        }
    }

    /// How many moves a [pending](Self::is_pending) position has, a pass included.
    #[cold]
    pub(super) fn count_pending(&self) -> u64 {
        match self.pending_moves().len() {
            0 => u64::from(self.outcome_when_blocked().is_none()),
            count => count as u64,
        }
    }

    /// Whether a [pending](Self::is_pending) position has a move other than a pass.
    #[cold]
    pub(super) fn has_pending(&self) -> bool {
        if self.must_free() {
            self.can_free()
        } else {
            !self.removable().is_empty()
        }
    }

    /// Whether the side to move removes a man in its turn and moves none.
    pub fn is_to_remove(&self) -> bool {
        self.is_pending() && !self.must_free()
    }

    /// The men that a move may remove: those owed, or those next to a blocked side's men.
    #[cold]
    pub(crate) fn removable(&self) -> Points {
        let (own, other) = (self.men(self.side_to_move), self.side_to_move.other());
        match self.owed(self.side_to_move) {
            0 if self.rules().goal == Goal::Mill => Points::EMPTY,
            // Nothing is owed: the side is blocked, and takes a man that stands in its way.
            0 => own
                .fold(Points::EMPTY, |all, man| {
                    all.or(self.board().neighbours(man))
                })
                .and(self.men(other)),
            owed if owed < 0 => own,
            _ => self.takable(other),
        }
    }

    /// The moves after which the other side, blocked now, can place or move a man; they take
    /// nothing.
    #[cold]
    fn freeing(&self) -> Vec<Move> {
        let frees = |&mv: &Move| {
            (Self {
                side_to_move: self.side_to_move.other(),
                ..self.after(mv)
            })
            .has_ordinary_move()
        };
        self.moves_and_mills()
            .into_iter()
            .map(|(mv, _)| mv)
            .filter(frees)
            .collect()
    }

    /// Whether the side to move can free the other, which is blocked.
    #[cold]
    pub(crate) fn can_free(&self) -> bool {
        !self.freeing().is_empty()
    }

    /// The lines that a man of the side to move completes on `to`, `men` being the others, and that
    /// it has not used before; a bit each.
    #[cold]
    pub(super) fn unused_lines(&self, to: Point, men: Points) -> u32 {
        let closed = self
            .board()
            .mills_where(|line| line.contains(to) && men.with(to).contains_all(line));
        closed & !self.memory.used(self.side_to_move)
    }

    /// How many of the `mills` that a move closes take a man from the board or mark one.
    #[cold]
    pub(super) fn mills_that_take(&self, mv: Move, mills: usize) -> usize {
        match (mv.kind(), self.rules().placing) {
            (DecodedMove::Place(_), Placing::Nothing | Placing::Again | Placing::Count) => 0,
            (DecodedMove::Place(_), Placing::Hand) => self
                .mills_counted(mills)
                .saturating_sub(self.hand(self.side_to_move.other())),
            _ => mills,
        }
    }

    /// [`play_unchecked`](Self::play_unchecked) under [special](crate::Rules::is_special) rules.
    #[cold]
    pub(super) fn play_special(&mut self, mv: Move) {
        let (before, rules) = (*self, *self.rules());
        let (side, other) = (self.side_to_move, self.side_to_move.other());
        let takes = rules.goal == Goal::Capture;
        let placed = matches!(mv.kind(), DecodedMove::Place(_));
        let closed = self.closes(mv);
        let closing = if rules.reform == Reform::Ban {
            self.closing_slide(mv)
        } else {
            None
        };
        if rules.remembers_lines() && takes && !closed.is_empty() {
            if rules.lines == Lines::Another {
                self.memory.clear_lines(side);
            }
            self.memory.use_lines(
                side,
                self.board().mills_where(|line| closed.contains(&line)),
            );
        }
        self.move_man(mv);
        if !mv.captures().is_empty() {
            self.men = self.men.map(|men| men.minus(mv.captures()));
            self.clock = 0;
        }
        if placed && rules.placing == Placing::Mark {
            self.open = self.open.minus(mv.captures());
        }
        if placed && rules.placing == Placing::Hand && takes && !before.must_free() {
            self.hands[other] -= self
                .mills_counted(closed.len())
                .min(self.hands[other].into()) as u8;
        }
        if rules.reform == Reform::Ban {
            self.remember_closing(mv, closing);
        }
        // Whatever was to be freed has been, or could not be.
        self.memory.set_must_free(false);
        let placing = before.hands.0 != [0, 0];
        if placing
            && !closed.is_empty()
            && rules.starts == Starts::FirstMill
            && self.first_mill().is_none()
        {
            self.memory.set_first_mill(Some(side));
        }
        self.side_to_move = match mv.kind() {
            _ if placing && self.hands.0 == [0, 0] => self.end_placing(side),
            DecodedMove::Remove => self.after_removal(),
            DecodedMove::Pass => {
                let blocked = self.owed(side) == 0;
                self.memory.set_owed(side, 0);
                self.memory
                    .set_must_free(blocked && rules.blocked == Blocked::Free);
                other
            }
            DecodedMove::Place(_)
                if takes
                    && rules.placing == Placing::Again
                    && !closed.is_empty()
                    && self.hands[side] > 0 =>
            {
                side
            }
            DecodedMove::Slide(..)
                if rules.again == Again::Capture && !mv.captures().is_empty() =>
            {
                side
            }
            DecodedMove::Place(_) | DecodedMove::Slide(..) => other,
        };
        let begins: Side = rules.first.into();
        self.number = self
            .number
            .saturating_add((side != begins || self.side_to_move == side).into());
    }

    /// The removal of a man leaves the turn with the side that owes more or is still to move, or
    /// gives it to the other.
    fn after_removal(&mut self) -> Side {
        let side = self.side_to_move;
        let owed = self.owed(side);
        // One less, towards 0 from either side: -1 is a man of its own.
        self.memory.set_owed(side, owed - owed.signum());
        if owed == 0 || self.owed(side) != 0 {
            side
        } else {
            side.other()
        }
    }

    /// Placing has ended with a move of `last`: empties the marked points, says what men are to be
    /// removed, and who is to move.
    fn end_placing(&mut self, last: Side) -> Side {
        let rules = *self.rules();
        self.open = self.board().points();
        let starter = match rules.starts {
            Starts::Next => last.other(),
            Starts::Second => Side::from(rules.first).other(),
            Starts::FirstMill => self.first_mill().unwrap_or(last),
        };
        self.memory.set_first_mill(None);
        if rules.goal == Goal::Mill {
            return starter;
        }
        let owed = match rules.full {
            _ if rules.placing == Placing::Count => self.owed_by_mills(),
            Full::One if self.empty().is_empty() => {
                Side::BOTH.map(|side| i8::from(side == starter))
            }
            Full::Each if self.empty().is_empty() => [1, 1],
            _ => [0, 0],
        };
        Side::BOTH
            .into_iter()
            .zip(owed)
            .for_each(|(side, owed)| self.memory.set_owed(side, owed));
        starter
    }

    /// How many men each side removes for the mills that stand when placing ends: where neither has
    /// one, one of its own.
    fn owed_by_mills(&self) -> [i8; 2] {
        let mills = self.men.0.map(|men| {
            self.board()
                .mills()
                .iter()
                .filter(|&&mill| men.contains_all(mill))
                .count() as i8
        });
        match mills {
            [0, 0] => [-1, -1],
            [_, 0] => [2, 1],
            [0, _] => [1, 2],
            [white, black] if white == black => mills,
            [white, black] if white < black => [white, white + 1],
            [_, black] => [black + 1, black],
        }
    }
}
