//! The turns that quiescence looks at: those that take a man, or close the mill that wins.

use crate::board::Points;
use crate::moves::Move;
use crate::position::{Position, Slide};
use crate::rules::{Goal, Mills, Phases, Reform};

/// Whether some turn of the side to move closes a mill; it need not take anything.
#[inline]
pub(super) fn can_close(position: &Position) -> bool {
    let mut any = false;
    each_way(position, |_, _| {
        any = true;
        false
    });
    any
}

/// Whether a turn wins on the spot, by the last mill or the last man that was needed. (Not every such turn is found:
/// one that blocks the other side is not.)
#[inline]
pub(super) fn wins_at_once(position: &Position) -> bool {
    match position.rules().goal {
        Goal::Mill => can_close(position),
        Goal::Capture => {
            let other = position.turn().other();
            position.in_all(other) == 3 && can_close(position) && !position.takable(other).is_empty()
        }
    }
}

/// Appends every turn that takes a man or, where a mill wins, closes one.
pub(super) fn closings_into(position: &Position, moves: &mut Vec<Move>) {
    let rules = position.rules();
    if rules.goal == Goal::Mill {
        return each_way(position, |turn, _| {
            moves.push(turn);
            true
        });
    }
    let takable = position.takable(position.turn().other());
    if takable.is_empty() {
        return;
    }
    let mut several = false;
    let before = moves.len();
    each_way(position, |turn, closed| {
        several |= closed > 1;
        moves.extend(takable.map(|taken| turn.taking(Points::EMPTY.with(taken))));
        true
    });
    if several && rules.mills == Mills::Each {
        moves.truncate(before);
        position.generate_into(moves);
        let mut kept = before;
        for i in before..moves.len() {
            if !moves[i].captures().is_empty() {
                moves[kept] = moves[i];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }
}

/// Calls `visit` with each turn that closes a mill, but for its captures, and the number of mills it closes, until
/// `visit` returns false.
#[inline]
fn each_way(position: &Position, mut visit: impl FnMut(Move, usize) -> bool) {
    let (board, rules, side) = (position.board(), position.rules(), position.turn());
    let (own, empty) = (position.men(side), position.empty());
    let closers = board.closers(own).and(empty);
    if closers.is_empty() {
        return;
    }
    if position.hand(side) > 0 {
        for to in closers {
            if !visit(Move::place(to, Points::EMPTY), board.mills_through(to, own)) {
                return;
            }
        }
        if rules.phases == Phases::Split {
            return;
        }
    }
    let flies = position.may_fly(side);
    let banned = if rules.reform == Reform::Ban { position.closing(side) } else { None };
    for to in closers {
        let movers = if flies { own } else { board.neighbours(to).and(own) };
        for from in movers {
            let closed = board.mills_through(to, own.without(from));
            if closed == 0 || banned == Some(Slide { from: to, to: from }) {
                continue;
            }
            if !visit(Move::slide(from, to, Points::EMPTY), closed) {
                return;
            }
        }
    }
}
