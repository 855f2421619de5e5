//! The net against a slow twin: the file of weights read by its description, every symmetry of the
//! position looked at one by one, nothing shared and nothing worked out before.

use crate::slow::Rng;
use merels::search::evaluate;
use merels::{Board, Move, Outcome, Point, Position, Preset, Side};
use std::path::Path;

const ORBITS: usize = 4;
const STAGES: usize = 8;
const BUCKETS: usize = 420;
const STATES: usize = 243;

/// A file of weights and the games that it judges.
struct Net {
    name: &'static str,
    file: Vec<u8>,
    games: &'static [Preset],
}

fn nets() -> impl Iterator<Item = Net> {
    let all: [(&str, &[Preset]); 12] = [
        ("nine", &[Preset::Nine]),
        ("lasker", &[Preset::Lasker]),
        (
            "twelve",
            &[Preset::Eleven, Preset::Twelve, Preset::Morabaraba],
        ),
        ("nao-guti", &[Preset::NaoGuti]),
        ("marelle-triple", &[Preset::MarelleTriple]),
        ("mul-mulan", &[Preset::MulMulan]),
        ("dooz", &[Preset::Dooz]),
        ("one-time", &[Preset::OneTime]),
        (
            "cham-gonu",
            &[Preset::ChamGonu, Preset::ZhiQi, Preset::DaSanQi],
        ),
        ("cheng-san-qi", &[Preset::ChengSanQi]),
        ("nerenchi", &[Preset::Nerenchi]),
        ("el-filja", &[Preset::ElFilja, Preset::Shax]),
    ];
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    all.into_iter().map(move |(name, games)| {
        let file = std::fs::read(data.join(name).with_extension("net")).unwrap();
        Net { name, file, games }
    })
}

impl Net {
    fn number(&self, at: usize, bytes: usize) -> i64 {
        let sign = i64::from(self.file[at + bytes - 1] as i8) << (8 * (bytes - 1));
        (0..bytes - 1).fold(sign, |all, i| all | i64::from(self.file[at + i]) << (8 * i))
    }

    fn slow(&self, position: &Position) -> i64 {
        let us = position.side_to_move();
        let sides = [us, us.other()];
        let hands = sides.map(|side| position.hand(side));
        let men = sides.map(|side| position.in_all(side));
        let begun_with = usize::from(position.rules().men);
        let placing = hands != [0, 0];
        let stage = match (placing, position.may_fly(us), position.may_fly(us.other())) {
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
            let lost = men.map(|men| (begun_with - men).min(3));
            100 + 32 * hands[0].min(9)
                + 8 * lost[0]
                + 2 * lost[1]
                + usize::from(hands[0] > hands[1])
        } else {
            10 * (men[0].max(3) - 3) + men[1].max(3) - 3
        };
        let patterns = patterns(position.board());
        let heads = 8 + 1 + 1 + self.name.len() + 2 + 4;
        let head = heads + bucket * (ORBITS * 6 + 4);
        let rows = heads + BUCKETS * (ORBITS * 6 + 4);
        let mut total = self.number(head + ORBITS * 6, 4);
        for orbit in 0..ORBITS {
            let bias = self.number(head + 2 * orbit, 2);
            let weight = self.number(head + 2 * ORBITS + 4 * orbit, 4);
            for symmetry in position.board().symmetries() {
                let mapped = position.mapped(symmetry);
                let digit = |point: usize| match mapped.man(Point::new(point).unwrap()) {
                    None => 0,
                    Some(side) if side == us => 1,
                    Some(_) => 2,
                };
                let sum = patterns.iter().enumerate().fold(bias, |sum, (i, pattern)| {
                    let state = pattern
                        .iter()
                        .rev()
                        .fold(0, |state, &point| 3 * state + digit(point));
                    sum + self.number(
                        rows + ((orbit * STAGES + stage) * patterns.len() + i) * STATES + state,
                        1,
                    )
                });
                total += weight * sum.clamp(0, 127).pow(2);
            }
        }
        total.div_euclid(1 << 14).clamp(-20_000, 20_000)
    }
}

/// Every point with two mills through it, in order: the point, then the other points of the mills.
fn patterns(board: &Board) -> Vec<Vec<usize>> {
    let mills: Vec<Vec<usize>> = board
        .mills()
        .iter()
        .map(|mill| mill.into_iter().map(Point::index).collect())
        .collect();
    let mut all = Vec::new();
    for point in 0..board.points().len() {
        let through: Vec<&Vec<usize>> = mills.iter().filter(|mill| mill.contains(&point)).collect();
        let mut of_point = Vec::new();
        for (i, first) in through.iter().enumerate() {
            for second in &through[..i] {
                let mut others = [first.as_slice(), second].concat();
                others.retain(|&other| other != point);
                others.sort_unstable();
                of_point.push([vec![point], others].concat());
            }
        }
        of_point.sort();
        all.extend(of_point);
    }
    all
}

/// Positions of random games: the more captures are preferred, the sooner men fly.
fn positions(of: Preset, games: usize) -> Vec<Position> {
    let mut random = Rng::new(7);
    let mut all = Vec::new();
    for _ in 0..games {
        let mut position = Position::start(of.rules()).unwrap();
        for _ in 0..120 {
            if position
                .outcome()
                .is_some_and(|outcome: Outcome| outcome.id() != "quiet")
            {
                break;
            }
            let moves = position.legal_moves();
            let takes: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| !mv.captures().is_empty())
                .collect();
            let moves = if takes.is_empty() || random.below(3) == 0 {
                moves
            } else {
                takes
            };
            position = position.play(moves[random.below(moves.len())]).unwrap();
            all.push(position);
        }
    }
    let least = of.rules().get("least").unwrap().parse().unwrap();
    all.retain(|position| {
        Side::BOTH
            .iter()
            .all(|&side| position.in_all(side) >= least)
    });
    all
}

#[test]
fn the_nets_are_their_slow_twins() {
    for net in nets() {
        for &preset in net.games {
            let positions = positions(preset, 20);
            let flying = positions
                .iter()
                .filter(|position| position.may_fly(position.side_to_move()))
                .count();
            let flies = !matches!(preset.rules().get("fly").as_deref(), Some("never"));
            assert!(
                positions.len() > 700,
                "{preset:?}: {} positions",
                positions.len()
            );
            assert_eq!(flying > 40, flies, "{preset:?}: {flying} flying");
            for position in positions.iter().step_by(3) {
                assert_eq!(
                    i64::from(evaluate(position)),
                    net.slow(position),
                    "{position}"
                );
            }
        }
    }
}

/// Who has three men flies, who has more does not: where other rules have it otherwise, the net was
/// taught nothing.
#[test]
fn a_net_judges_only_men_that_fly_as_it_was_taught() {
    let (mut alike, mut apart) = (0, [0; 2]);
    for position in positions(Preset::Nine, 40).iter().step_by(3) {
        let under = |fly: &str| -> i32 {
            let line = position
                .to_string()
                .replacen("nine", &format!("nine[fly={fly}]"), 1);
            evaluate(&line.parse().unwrap())
        };
        let few = Side::BOTH
            .map(|side| position.in_all(side))
            .into_iter()
            .min()
            .unwrap();
        let same = [under("never"), under("4")].map(|value| value == evaluate(position));
        match few {
            3 => apart[0] += usize::from(!same[0]),
            _ => assert!(same[0], "{position}"),
        }
        match few {
            4 => apart[1] += usize::from(!same[1]),
            5.. => assert!(same[1], "{position}"),
            _ => {}
        }
        alike += usize::from(same == [true; 2]);
    }
    assert!(
        alike > 300 && apart[0] > 50 && apart[1] > 50,
        "{alike} alike, {apart:?} apart"
    );
}

#[test]
fn positions_that_are_one_by_symmetry_have_one_value() {
    for net in nets() {
        for position in positions(net.games[0], 10).iter().step_by(7) {
            let value = evaluate(position);
            for symmetry in position.board().symmetries() {
                assert_eq!(evaluate(&position.mapped(symmetry)), value, "{position}");
            }
        }
    }
}
