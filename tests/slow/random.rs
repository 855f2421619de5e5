//! Random positions: half come from play, half are set up.

use super::position::{Each, Position, Side};
use super::random_state::{add_any_state, add_state, has_state, set_up_special};
use super::rules::Rules;
use std::sync::Arc;

/// SplitMix64: small, seeded, the same everywhere.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `below` - 1.
    pub fn below(&mut self, below: usize) -> usize {
        (self.next() % below as u64) as usize
    }

    pub fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A random position of a rule set, by play or by setting up, as a line.
pub fn random_position(spec: &str, rng: &mut Rng) -> String {
    if rng.one_in(2) {
        random_by_play(spec, rng)
    } else {
        random_by_setup(spec, rng)
    }
}

/// A position that some turns of random play from the start reach.
pub fn random_by_play(spec: &str, rng: &mut Rng) -> String {
    let rules = Rules::read(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
    let plies = rng.below(6 * rules.men() + 40);
    let mut position = Position::start(rules);
    let mut lines = vec![position.line()];
    for _ in 0..plies {
        let turns = position.legal();
        if turns.is_empty() {
            break;
        }
        position = position.after(&rng.pick(&turns));
        lines.push(position.line());
    }
    // Most games that ended are looked at before their end.
    let over = position.outcome().is_some();
    if over && !rng.one_in(4) {
        rng.pick(&lines)
    } else {
        lines.pop().expect("the start")
    }
}

/// A position with random men, hands, side, counters and closing slides.
pub fn random_by_setup(spec: &str, rng: &mut Rng) -> String {
    let rules = Arc::new(Rules::read(spec).unwrap_or_else(|why| panic!("{spec}: {why}")));
    loop {
        let position = set_up(&rules, rng);
        let line = position.line();
        if Position::read(&line).is_ok() {
            return line;
        }
    }
}

/// Men and hands at random, more or fewer than there may be: the line of a position, or of none.
pub fn random_line(spec: &str, rng: &mut Rng) -> String {
    let rules = Rules::read(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
    let men = rules.men();
    let mut position = Position::all_in_hand(rules);
    for side in [Side::White, Side::Black] {
        let placed = if rng.one_in(2) {
            men
        } else {
            rng.below(men + 2)
        };
        for _ in 0..placed.min(position.empty().len()) {
            let empty = position.empty();
            position.men[rng.pick(&empty)] = Some(side);
        }
        *position.hands.of_mut(side) = match rng.below(4) {
            0 => men.saturating_sub(placed),
            1 => rng.below(men + 1),
            _ => 0,
        };
    }
    position.to_move = rng.pick(&[Side::White, Side::Black]);
    add_any_state(&mut position, rng);
    position.line()
}

fn set_up(rules: &Arc<Rules>, rng: &mut Rng) -> Position {
    let special = if has_state(rules) {
        set_up_special(rules, rng)
    } else {
        None
    };
    let mut position = special.unwrap_or_else(|| set_up_men(rules, rng));
    position.clock = match rng.below(4) {
        0 | 1 => 0,
        2 => rng.below(30),
        _ => rng.below(105),
    };
    position.turn = 1 + position.clock / 2 + rules.men() + rng.below(40);
    if rules.is("reform", "ban") {
        let white = last_closing(&position, Side::White, rng);
        let black = last_closing(&position, Side::Black, rng);
        position.last_closing = Each { white, black };
    }
    add_state(&mut position, rng);
    position
}

/// Men, hands and the side to move.
fn set_up_men(rules: &Arc<Rules>, rng: &mut Rng) -> Position {
    let mut position = Position::all_in_hand((**rules).clone());
    let men = rules.men();
    let placed_all = rng.one_in(2) || rules.is("begin", "board");
    for side in [Side::White, Side::Black] {
        let in_all = match rng.below(16) {
            _ if rules.is("goal", "mill") => men,
            0 => rng.below(3),
            1..=4 if rules.least() < 3 => 1 + rng.below(3),
            1..=4 => 3,
            5..=6 => men.min(4),
            _ => 3 + rng.below(men - 2),
        };
        let in_hand = if placed_all { 0 } else { rng.below(in_all + 1) };
        *position.hands.of_mut(side) = in_hand;
        let mut to_place = in_all - in_hand;
        // A mill to begin with, often, or a double mill: the rules about mills are the ones to try.
        let mills: Vec<&Vec<usize>> = position.board().mills.iter().collect();
        let mut wanted: Vec<usize> = rng.pick(&mills).to_vec();
        if to_place >= 5 && rng.one_in(2) {
            let other = rng.pick(&mills);
            wanted.extend(other.iter().skip(rng.below(2)).take(2));
            wanted.sort();
            wanted.dedup();
        }
        let free = wanted.iter().all(|point| position.men[*point].is_none());
        if free && to_place >= wanted.len() && rng.one_in(2) {
            for point in &wanted {
                position.men[*point] = Some(side);
            }
            to_place -= wanted.len();
        }
        for _ in 0..to_place {
            let empty = position.empty();
            position.men[rng.pick(&empty)] = Some(side);
        }
    }
    position.to_move = rng.pick(&[Side::White, Side::Black]);
    position
}

/// A slide or flight by which a side may just have closed one of its mills.
fn last_closing(position: &Position, side: Side, rng: &mut Rng) -> Option<(usize, usize)> {
    let may_move = *position.hands.of(side) == 0 || position.rules.is("phases", "mixed");
    if !may_move || rng.one_in(4) {
        return None;
    }
    let mut ways = Vec::new();
    for to in position
        .standing(side)
        .into_iter()
        .filter(|point| position.in_mill(*point))
    {
        for from in position.empty() {
            let flies = position.rules.flies(position.in_all(side));
            let jumps = position.rules.is("fly", "jump") && position.jumps(from, to);
            let leaps = position.rules.is("fly", "leap") && position.leaps(side.enemy(), from, to);
            if flies || jumps || leaps || position.board().neighbours[from].contains(&to) {
                ways.push((from, to));
            }
        }
    }
    // Rather a way whose return closes the line that was left.
    let returns: Vec<(usize, usize)> = ways
        .iter()
        .copied()
        .filter(|(from, to)| {
            let own = |point: &usize| {
                point == from || (point != to && position.men[*point] == Some(side))
            };
            position
                .board()
                .mills_through(*from)
                .iter()
                .any(|mill| mill.iter().all(own))
        })
        .collect();
    if ways.is_empty() {
        None
    } else if returns.is_empty() {
        Some(rng.pick(&ways))
    } else {
        Some(rng.pick(&returns))
    }
}
