//! The draw clocks, which count plies without progress.

use crate::position::{Position, Side};
use crate::rules::Ten;

/// The plies until a draw clock ends the game, if nothing resets it; `i32::MAX` without a clock.
#[inline]
pub(super) fn plies_left(position: &Position) -> i32 {
    let clock = i32::from(position.clock());
    let rules = position.rules();
    let quiet = rules
        .quiet
        .map_or(i32::MAX, |limit| i32::from(limit.get()) - clock);
    if rules.ten == Ten::Never {
        return quiet;
    }
    let mut few = Side::BOTH
        .into_iter()
        .filter(|&side| position.in_all(side) <= 3);
    let applies = if rules.ten == Ten::Both {
        few.count() == 2
    } else {
        few.next().is_some()
    };
    if applies {
        // Ten moves of each side.
        quiet.min(20 - clock)
    } else {
        quiet
    }
}
