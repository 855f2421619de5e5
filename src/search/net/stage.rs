//! The stages and buckets that select the weights for a position.

use crate::position::{Position, Side};

/// How many stages there are.
pub(super) const STAGES: usize = 8;
/// How many buckets there are: moving by the men of both sides, then placing.
pub(super) const BUCKETS: usize = MOVING + 10 * 32;
const MOVING: usize = 100;
const MAX_MEN: usize = 12;

/// The stage that the rows go by: 0 and 1 placing (own hand four or more, fewer), 2 to 4 moving (up
/// to eleven men in all, up to fourteen, more), 5 to 7 flying (the side to move, the other, both).
#[inline]
pub(super) fn stage_of(position: &Position) -> usize {
    let us = position.side_to_move();
    let hands = [us, us.other()].map(|side| position.hand(side));
    if hands[0] + hands[1] > 0 {
        return usize::from(hands[0] < 4);
    }
    match (position.may_fly(us), position.may_fly(us.other())) {
        (true, true) => 7,
        (true, false) => 5,
        (false, true) => 6,
        (false, false) => match position.in_all(us) + position.in_all(us.other()) {
            ..=11 => 2,
            12..=14 => 3,
            _ => 4,
        },
    }
}

/// The bucket that biases and output weights go by: in the moving phase the men of both sides, own
/// and other's; while men are in hand, the own hand, what either side has lost (three and more are
/// one), and whether the own hand is the larger.
#[inline]
pub(super) fn bucket_of(position: &Position) -> usize {
    let us = position.side_to_move();
    let hands = [us, us.other()].map(|side| position.hand(side));
    if hands[0] + hands[1] > 0 {
        let lost = [us, us.other()].map(|side: Side| position.lost(side).min(3));
        return MOVING
            + hands[0].min(9) * 32
            + lost[0] * 8
            + lost[1] * 2
            + usize::from(hands[0] > hands[1]);
    }
    let [own, other] = [us, us.other()].map(|side| position.in_all(side).clamp(3, MAX_MEN) - 3);
    own * 10 + other
}
