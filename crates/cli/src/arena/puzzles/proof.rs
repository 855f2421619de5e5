//! Decides what can be proved again without the tables of a large game.

use merels::position::{Position, Side};
use merels::rules::Rules;
use merels::tablebase::opening::ShippedOpening;
use merels::tablebase::{Sector, fits_in_memory};

/// The maximum number of men on the board, with none in hand, up to which endgames are solved in
/// memory in seconds.
pub const ENDGAME_MEN: usize = 9;

/// The classes that are solved in memory to make and to prove the puzzles of a game: all of it, or
/// the endgames.
pub fn sectors(rules: &Rules) -> Vec<Sector> {
    if fits_in_memory(rules) {
        vec![Sector::start(rules)]
    } else {
        (6..=ENDGAME_MEN)
            .flat_map(|men| Sector::endgames(rules, men))
            .collect()
    }
}

/// Whether the exact values of a position's turns can be proved again without the tables of a large
/// game.
pub fn provable(position: &Position) -> bool {
    let rules = position.rules();
    let hands: usize = Side::BOTH.iter().map(|&side| position.hand(side)).sum();
    let men: usize = Side::BOTH
        .iter()
        .map(|&side| position.men(side).len())
        .sum();
    // A wrong turn and its reply may place two more men.
    let placings = 2 * usize::from(rules.men) - hands + 2;
    fits_in_memory(rules)
        || (hands == 0 && men <= ENDGAME_MEN)
        || ShippedOpening::of(rules).is_some_and(|opening| placings <= opening.placings())
}
