//! What positions remember, at random: marked points, used lines, removals owed, who closed the
//! first mill, who must free whom; and the positions in which these matter.

use super::position::{Line, Position, Side};
use super::random::Rng;
use super::rules::Rules;
use std::sync::Arc;

const BOTH: [Side; 2] = [Side::White, Side::Black];

/// Is there anything here to do for these rules? Where there is not, no random number is drawn.
pub fn has_state(rules: &Rules) -> bool {
    rules.played("placing") != "take"
        || !rules.is("lines", "always")
        || rules.is("starts", "second")
        || rules.is("starts", "first-mill")
        || rules.owes()
        || ["take", "free"].contains(&rules.option("blocked"))
        || rules.is("full", "loses")
}

/// Men and hands as they are just before or after placing ends, or with one side shut in; `None`:
/// as usual.
pub fn set_up_special(rules: &Arc<Rules>, rng: &mut Rng) -> Option<Position> {
    if rng.one_in(2) {
        return None;
    }
    let blocks = ["take", "free"].contains(&rules.option("blocked"));
    let flies = rules.is("fly", "always");
    if blocks && !flies && rng.one_in(2) {
        return shut_in(rules, rng);
    }
    if rules.is("begin", "board") {
        return None;
    }
    let mut position = Position::all_in_hand((**rules).clone());
    let men = rules.men();
    // Both with all their men, often: only then can the board be full.
    let complete = rules.is("goal", "mill") || rng.one_in(2);
    let hands = rng.pick(&[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]);
    for (side, in_hand) in [(Side::White, hands.0), (Side::Black, hands.1)] {
        let in_all = if complete {
            men
        } else {
            3 + rng.below(men - 2)
        };
        *position.hands.of_mut(side) = in_hand;
        for _ in 0..in_all - in_hand {
            let empty = position.empty();
            position.men[rng.pick(&empty)] = Some(side);
        }
    }
    position.to_move = match hands {
        (0, _) => Side::Black,
        (_, 0) => Side::White,
        _ => rng.pick(&BOTH),
    };
    Some(position)
}

/// One side, to move or not, with an enemy on every point it could go to, if that comes out.
fn shut_in(rules: &Arc<Rules>, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::all_in_hand((**rules).clone());
    let men = rules.men();
    let inside = rng.pick(&BOTH);
    let outside = inside.enemy();
    let goal = rules.is("goal", "mill");
    let fewest = rules
        .least()
        .max(if rules.is("fly", "never") { 1 } else { 4 });
    let number = if goal || fewest >= men {
        men
    } else {
        fewest + rng.below((men - fewest).min(4) + 1)
    };
    for _ in 0..number {
        let next: Vec<usize> = position
            .standing(inside)
            .iter()
            .flat_map(|point| position.board().neighbours[*point].clone())
            .collect();
        let next: Vec<usize> = next
            .into_iter()
            .filter(|point| position.men[*point].is_none())
            .collect();
        let from = if next.is_empty() || rng.one_in(4) {
            position.empty()
        } else {
            next
        };
        position.men[rng.pick(&from)] = Some(inside);
    }
    for point in position.standing(inside) {
        for next in position.board().neighbours[point].clone() {
            if position.men[next].is_none() {
                position.men[next] = Some(outside);
            }
        }
    }
    let around = position.standing(outside).len();
    let needed = rules.least().saturating_sub(around);
    if around + needed > men {
        return None;
    }
    let more = if goal {
        men - around
    } else {
        needed + rng.below(men - around - needed + 1)
    };
    let in_hand = if rules.is("begin", "board") || rng.one_in(2) {
        0
    } else {
        rng.below(more + 1)
    };
    for _ in 0..(more - in_hand).min(position.empty().len()) {
        let empty = position.empty();
        position.men[rng.pick(&empty)] = Some(outside);
    }
    *position.hands.of_mut(outside) = in_hand;
    *position.hands.of_mut(inside) = 0;
    position.to_move = rng.pick(&BOTH);
    Some(position)
}

/// Adds to a position what its rules remember, so that it is allowed.
pub fn add_state(position: &mut Position, rng: &mut Rng) {
    let rules = Arc::clone(&position.rules);
    if !has_state(&rules) {
        return;
    }
    if rules.played("placing") == "mark" && !position.hands_empty() {
        let together = position.in_all(Side::White) + position.in_all(Side::Black);
        let most = (2 * rules.men())
            .saturating_sub(together)
            .min(position.empty().len());
        let number = if rng.one_in(4) {
            most
        } else {
            rng.below(most.min(4) + 1)
        };
        for _ in 0..number {
            mark(position, rng);
        }
    }
    if !rules.is("lines", "always") {
        for side in BOTH {
            *position.used.of_mut(side) = used_lines(position, side, rng);
        }
    }
    if rules.owes() && position.hands_empty() && rng.one_in(2) {
        let counts = rules.played("placing") == "count";
        let side = position.to_move;
        let most = if rng.one_in(8) { 21 } else { 3 };
        let some = |rng: &mut Rng| {
            if counts && rng.one_in(4) {
                -1
            } else {
                1 + rng.below(most) as i32
            }
        };
        *position.owed.of_mut(side) = some(rng);
        *position.owed.of_mut(side.enemy()) = if rng.one_in(2) { 0 } else { some(rng) };
    }
    if rules.is("starts", "first-mill") && !position.hands_empty() {
        position.first_mill = rng.pick(&[None, Some(Side::White), Some(Side::Black)]);
    }
    if rules.is("blocked", "free") {
        let blocked = !position.has_turn(position.to_move.enemy());
        let owed = position.owed.white != 0 || position.owed.black != 0;
        position.must_free = blocked && !owed && !rng.one_in(4);
    }
}

fn mark(position: &mut Position, rng: &mut Rng) {
    let empty = position.empty();
    if !empty.is_empty() {
        position.marked.push(rng.pick(&empty));
        position.marked.sort();
    }
}

/// Some lines of the board, rather those in which the side has two or three men: these may be
/// closed again.
fn used_lines(position: &Position, side: Side, rng: &mut Rng) -> Vec<Line> {
    let mut lines: Vec<Line> = position.board().mills.iter().cloned().collect();
    lines.retain(|line| {
        let men = line
            .iter()
            .filter(|point| position.men[**point] == Some(side))
            .count();
        if men >= 2 {
            rng.one_in(2)
        } else {
            rng.one_in(8)
        }
    });
    lines
}

/// Adds to a position what its rules remember, or what they would never: allowed or not.
pub fn add_any_state(position: &mut Position, rng: &mut Rng) {
    let rules = Arc::clone(&position.rules);
    if !has_state(&rules) {
        return;
    }
    let marks = if rules.is("placing", "mark") { 3 } else { 40 };
    if rng.one_in(marks) {
        for _ in 0..1 + rng.below(4) {
            mark(position, rng);
        }
    }
    if !rules.is("lines", "always") {
        for side in BOTH {
            let mut lines = used_lines(position, side, rng);
            if rng.one_in(12) && !lines.is_empty() {
                lines.push(rng.pick(&lines));
            }
            if rng.one_in(12) {
                // No line, most often.
                let last = position.men.len() - 1;
                let first = rng.below(last);
                lines.push(vec![first, first, first + 1 + rng.below(last - first)]);
            }
            lines.sort();
            *position.used.of_mut(side) = lines;
        }
    }
    if rules.owes() && rng.one_in(3) {
        position.owed.white = rng.pick(&[-1, 0, 0, 1, 1, 2, 21]);
        position.owed.black = rng.pick(&[-1, 0, 0, 1, 1, 2, 21]);
        if rng.one_in(8) {
            *position.owed.of_mut(rng.pick(&BOTH)) = rng.pick(&[-2, 22, 100]);
        }
    }
    if rules.is("starts", "first-mill") {
        position.first_mill = rng.pick(&[None, None, Some(Side::White), Some(Side::Black)]);
    }
    if rules.is("blocked", "free") {
        position.must_free = rng.one_in(6);
    }
}
