//! What can be solved in memory.

use super::error::Unsolvable;
use crate::rules::{Begin, Full, Least, Reform, Rules};
use crate::tablebase::sector::Sector;

/// The most positions that are solved in memory, in the page too: some 120 MB, at two bytes an
/// entry.
pub const MOST_POSITIONS: u64 = 60_000_000;

/// The most positions that are solved in rounds, each of which goes through all that are undecided
/// and plays their moves anew.
const MOST_IN_ROUNDS: u64 = 200_000;

/// Whether a game has rules for which it is solved in rounds.
pub(super) fn needs_rounds(rules: &Rules) -> bool {
    rules.jumps() || rules.begin == Begin::Board || !rules.barred().is_empty()
}

/// Whether all of a game can be solved in memory.
pub fn fits_in_memory(rules: &Rules) -> bool {
    let roots = [Sector::start(rules)];
    check(rules, &roots).is_ok() && Sector::positions(&roots, rules) <= MOST_POSITIONS
}

/// Whether some sectors of a game can be solved at all, whatever memory that takes.
///
/// # Errors
/// If the rules do not allow it.
pub fn check(rules: &Rules, roots: &[Sector]) -> Result<(), Unsolvable> {
    if rules.reform == Reform::Ban {
        Err(Unsolvable::ReformBan)
    } else if rules.takes_between() {
        Err(Unsolvable::Between)
    } else if rules.is_special() || rules.full == Full::Loses {
        Err(Unsolvable::Special)
    } else if needs_rounds(rules) && Sector::positions(roots, rules) > MOST_IN_ROUNDS {
        Err(Unsolvable::TooManyForRounds)
    } else {
        Ok(())
    }
}

/// The option by which a game has what the solver of large games leaves out, and this one has or
/// leaves out, too.
pub fn only_in_memory(rules: &Rules) -> Option<&'static str> {
    let options = [
        (
            rules.begin == Begin::Board,
            "men that begin on the board (begin=board)",
        ),
        (
            rules.takes_between(),
            "men taken without a mill (between, leap)",
        ),
        (
            !rules.barred().is_empty(),
            "a centre where no man is placed (centre=barred)",
        ),
        (rules.jumps(), "men that jump (fly=jump, fly=leap)"),
        (
            rules.is_special(),
            "turns that do not alternate, or that earlier ones decide (again, blocked, full, lines, placing, starts)",
        ),
        (
            rules.full == Full::Loses,
            "a full board that loses (full=loses)",
        ),
        (
            rules.least != Least::Three,
            "a game to the last man (least=1)",
        ),
    ];
    options
        .into_iter()
        .find(|&(found, _)| found)
        .map(|(_, option)| option)
}
