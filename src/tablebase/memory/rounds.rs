//! Small games with rules that the blocks of the other engine do not know: men that jump, a centre
//! where none is placed, men that begin on the board. Round `n` looks at every position and decides
//! those that end in `n` plies, by the moves of [`Position`] alone.

use super::error::{OutOfMemory, filled};
use super::solution::Solution;
use crate::position::{Outcome, Position};
use crate::tablebase::entry::{DRAW, Entry};
use crate::tablebase::sector::Sector;
use crate::value::{Value, Wdl};

/// An undecided position.
struct Open {
    sector: Sector,
    slot: usize,
    position: Position,
}

/// Solves sectors whose turns lead to each other or to solved ones, and adds them to the solution;
/// how many slots they have.
pub(super) fn solve(
    solution: &mut Solution,
    pair: &[Sector],
    alive: &mut dyn FnMut(),
) -> Result<usize, OutOfMemory> {
    let mut slots = 0;
    for &sector in pair {
        let table = filled(
            DRAW,
            solution.numbering.blocks(sector.own, sector.other).len(),
        )?;
        slots += table.len();
        solution.tables.insert(sector, table);
    }
    let mut open = Vec::new();
    for &sector in pair {
        list(solution, sector, &mut open);
    }
    // After the longest that is solved a round without a decision is the last but one.
    let longest = solution
        .tables
        .values()
        .flatten()
        .max()
        .map_or(0, |&entry| u32::from(entry));
    let mut turns = Vec::new();
    let (mut plies, mut last) = (0, longest + 1);
    while plies <= last {
        alive();
        open.retain(
            |Open {
                 sector,
                 slot,
                 position,
             }| {
                turns.clear();
                position.generate_into(&mut turns);
                let values = turns.iter().map(|&mv| solution.value(&position.after(mv)));
                let Some(entry) = decided(position, values, plies) else {
                    return true;
                };
                last = last.max(plies + 2);
                if let Some(table) = solution.tables.get_mut(sector) {
                    table[*slot] = entry;
                }
                false
            },
        );
        plies += 1;
    }
    Ok(slots)
}

/// Lists the positions of a sector in which the game is not over; where it is, writes down how.
fn list(solution: &mut Solution, sector: Sector, open: &mut Vec<Open>) {
    let blocks = solution.numbering.blocks(sector.own, sector.other);
    let mut lost = Vec::new();
    for slot in 0..blocks.len() {
        let (own, other) = blocks.position(slot / blocks.slots(), slot % blocks.slots());
        let Some(position) = sector.position(&solution.rules, own, other) else {
            continue;
        };
        match position.outcome_but_blocked_or_clocks() {
            None => open.push(Open {
                sector,
                slot,
                position,
            }),
            Some(outcome) if outcome.value(position.side_to_move()) == Wdl::Loss => lost.push(slot),
            Some(_) => {}
        }
    }
    if let Some(table) = solution.tables.get_mut(&sector) {
        lost.into_iter().for_each(|slot| table[slot] = 1);
    }
}

/// A position's entry, from those values of the positions after its turns that are known. `None`
/// unless the game ends in exactly `plies` plies.
fn decided(
    position: &Position,
    mut values: impl Iterator<Item = Option<Value>> + Clone,
    plies: u32,
) -> Option<Entry> {
    let wins = |value| matches!(value, Some(Value::Loss(left)) if left + 1 == plies);
    let loses = |value| matches!(value, Some(Value::Win(left)) if left < plies);
    let decided = if values.clone().next().is_none() {
        plies == 0 && matches!(position.outcome_when_blocked(), Some(Outcome::Win(..)))
    } else {
        values.clone().any(wins) || values.all(loses)
    };
    decided.then(|| plies as Entry + 1)
}
