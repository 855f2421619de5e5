//! The net against a slow twin: the file of weights read by its description, every symmetry of the position looked at
//! one by one, nothing shared and nothing worked out before.

use merels::search::evaluate;
use merels::{Board, Move, Outcome, Position, Preset, Side};
use std::collections::BTreeSet;

const FILE: &[u8] = include_bytes!("../src/search/net/nine.net");
const ORBITS: usize = 4;
const STAGES: usize = 8;
const BUCKETS: usize = 420;
const STATES: usize = 243;

fn number(at: usize, bytes: usize) -> i64 {
    let sign = i64::from(FILE[at + bytes - 1] as i8) << (8 * (bytes - 1));
    (0..bytes - 1).fold(sign, |all, i| all | i64::from(FILE[at + i]) << (8 * i))
}

/// The five points of the pattern around a point: it, then those in a mill with it, by index.
fn around(point: usize) -> Vec<usize> {
    let mut others = BTreeSet::new();
    for mill in Board::NINE.mills() {
        let points: Vec<usize> = mill.map(|point| point.index()).collect();
        if points.contains(&point) {
            others.extend(points.into_iter().filter(|&other| other != point));
        }
    }
    [vec![point], others.into_iter().collect()].concat()
}

fn slow(position: &Position) -> i64 {
    let us = position.turn();
    let sides = [us, us.other()];
    let hands = sides.map(|side| position.hand(side));
    let men = sides.map(|side| position.in_all(side));
    let placing = hands != [0, 0];
    let stage = match (placing, men[0] == 3, men[1] == 3) {
        (true, ..) if hands[0] >= 4 => 0,
        (true, ..) => 1,
        (false, true, true) => 7,
        (false, true, false) => 5,
        (false, false, true) => 6,
        _ if men[0] + men[1] <= 11 => 2,
        _ if men[0] + men[1] <= 14 => 3,
        _ => 4,
    };
    let bucket = if placing {
        let lost = men.map(|men| (9 - men).min(3));
        100 + 32 * hands[0] + 8 * lost[0] + 2 * lost[1] + usize::from(hands[0] > hands[1])
    } else {
        10 * (men[0] - 3) + men[1] - 3
    };
    let heads = 8 + 1 + 1 + 4 + 2 + 4;
    let head = heads + bucket * (ORBITS * 6 + 4);
    let rows = heads + BUCKETS * (ORBITS * 6 + 4);
    let mut total = number(head + ORBITS * 6, 4);
    for orbit in 0..ORBITS {
        let bias = number(head + 2 * orbit, 2);
        let weight = number(head + 2 * ORBITS + 4 * orbit, 4);
        for symmetry in Board::NINE.symmetries() {
            let mapped = position.mapped(symmetry);
            let digit = |point: &usize| match mapped.man(merels::Point::new(*point).unwrap()) {
                None => 0,
                Some(side) if side == us => 1,
                Some(_) => 2,
            };
            let sum = (0..24).fold(bias, |sum, point| {
                let state = around(point).iter().rev().fold(0, |state, point| 3 * state + digit(point));
                sum + number(rows + ((orbit * STAGES + stage) * 24 + point) * STATES + state, 1)
            });
            total += weight * sum.clamp(0, 127).pow(2);
        }
    }
    total.div_euclid(1 << 14).clamp(-20_000, 20_000)
}

/// A stream of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }
}

/// Positions of random games: the more captures are preferred, the sooner men fly.
fn positions(games: usize) -> Vec<Position> {
    let mut random = Random(7);
    let mut all = Vec::new();
    for _ in 0..games {
        let mut position = Position::start(Preset::Nine.rules()).unwrap();
        for _ in 0..120 {
            if position.outcome().is_some_and(|outcome: Outcome| outcome.id() != "quiet") {
                break;
            }
            let moves = position.legal_moves();
            let takes: Vec<Move> = moves.iter().copied().filter(|mv| !mv.captures().is_empty()).collect();
            let moves = if takes.is_empty() || random.below(3) == 0 { moves } else { takes };
            position = position.play(moves[random.below(moves.len())]).unwrap();
            all.push(position);
        }
    }
    all.retain(|position| Side::BOTH.iter().all(|&side| position.in_all(side) >= 3));
    all
}

#[test]
fn the_net_is_its_slow_twin() {
    let positions = positions(40);
    let flying = positions.iter().filter(|position| position.may_fly(position.turn())).count();
    assert!(positions.len() > 1_500 && flying > 100, "{} positions, {flying} flying", positions.len());
    for position in positions.iter().step_by(3) {
        assert_eq!(i64::from(evaluate(position)), slow(position), "{position}");
    }
}

#[test]
fn positions_that_are_one_by_symmetry_have_one_value() {
    for position in positions(10).iter().step_by(7) {
        let value = evaluate(position);
        for symmetry in Board::NINE.symmetries() {
            assert_eq!(evaluate(&position.mapped(symmetry)), value, "{position}");
        }
    }
}
