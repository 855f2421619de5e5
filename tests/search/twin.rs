//! The twin: plain minimax over everything, no window, no order, no memory. Slow and obvious.

use super::random::{self, Random};
use super::{searched, specs, start, times, to_depth};
use merels::rules::{Again, Between, Goal, Least, Placing, Repeat};
use merels::search::{Handicap, Limits, Score, evaluate};
use merels::{Move, Outcome, Position};

const WON: i32 = 30_000;
/// How many captures in a row are followed below the last ply.
const QUIESCENCE: i32 = 6;
/// It gives up after this many positions: men that fly and take can make millions of a few plies.
const MAX_NODES: u64 = 40_000;

pub struct Twin {
    /// Identities from the root on.
    pub path: Vec<u128>,
    pub earlier: Vec<u128>,
    pub nodes: u64,
}

impl Twin {
    /// Whether it gave up, so that its value means nothing.
    pub fn gave_up(&self) -> bool {
        self.nodes > MAX_NODES
    }

    pub fn minimax(&mut self, position: &Position, depth: i32) -> i32 {
        self.nodes += 1;
        if self.gave_up() {
            return 0;
        }
        let ply = self.path.len() as i32;
        if let Some(outcome) = position.outcome() {
            return match outcome.winner() {
                None => 0,
                Some(side) if side == position.side_to_move() => WON - ply,
                Some(_) => ply - WON,
            };
        }
        let identity = position.identity();
        let before = self
            .earlier
            .iter()
            .filter(|&&earlier| earlier == identity)
            .count();
        let threefold = position.rules().repeat == Repeat::Threefold && before >= 2;
        if ply > 0 && (threefold || self.path.contains(&identity)) {
            return 0;
        }
        let mut best = -WON;
        let mut moves = position.legal_moves();
        if depth <= 0 {
            best = evaluate(position);
            moves.retain(|&mv| is_noisy(position, mv));
            let most = if position.rules().again == Again::Capture {
                1
            } else {
                QUIESCENCE
            };
            if depth <= -most {
                moves.retain(|&mv| wins(position, mv) && last_man(position));
            }
        }
        self.path.push(identity);
        for mv in moves {
            best = best.max(self.value_of(position, mv, depth));
        }
        self.path.pop();
        best
    }

    /// The value of a move for the side that plays it.
    pub fn value_of(&mut self, position: &Position, mv: Move, depth: i32) -> i32 {
        let next = position.after(mv);
        let value = self.minimax(&next, depth - 1);
        if next.side_to_move() == position.side_to_move() {
            value
        } else {
            -value
        }
    }
}

fn last_man(position: &Position) -> bool {
    let rules = position.rules();
    // Where turns need not alternate, a win at once is not looked for.
    if rules.is_special() {
        return false;
    }
    let least = if rules.least == Least::One { 1 } else { 3 };
    let pair = usize::from(matches!(rules.between, Between::Taken | Between::Either));
    rules.goal == Goal::Mill || position.in_all(position.side_to_move().other()) <= least + pair
}

fn is_noisy(position: &Position, mv: Move) -> bool {
    let wins = position.rules().goal == Goal::Mill && !position.closes(mv).is_empty();
    let costs_a_man_in_hand =
        position.rules().placing == Placing::Hand && !position.closes(mv).is_empty();
    wins || costs_a_man_in_hand || !mv.captures().is_empty()
}

pub fn wins(position: &Position, mv: Move) -> bool {
    position.after(mv).outcome().and_then(Outcome::winner) == Some(position.side_to_move())
}

pub fn as_number(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Win(plies) => WON - plies as i32,
        Score::Loss(plies) => plies as i32 - WON,
        Score::Draw => 0,
    }
}

#[test]
fn the_search_finds_what_plain_minimax_finds() {
    let mut random = Random::new(1);
    for spec in specs() {
        let mut left = times() * 400_000;
        let mut compared = 0;
        while left > 0 && compared < times() * 100 {
            let (root, earlier) = random::position(start(spec), 70, &mut random);
            let deepest = match root.legal_moves().len() {
                0..=12 => 4,
                13..=20 => 2,
                _ => 1,
            };
            let depth = 1 + random.below(deepest) as u32;
            // With a handicap nothing is reduced or pruned.
            let limits = to_depth(depth).handicap(Handicap::default());
            let searcher = searched(0, &root, &earlier, limits);
            let info = searcher.info().unwrap();
            let mut twin = Twin {
                path: Vec::new(),
                earlier,
                nodes: 0,
            };
            let value = twin.minimax(&root, info.depth as i32);
            left = left.saturating_sub(twin.nodes);
            if twin.gave_up() {
                continue;
            }
            assert_eq!(as_number(info.score), value, "{root}, depth {}", info.depth);
            compared += 1;
        }
        assert!(compared >= 10, "{spec}: only {compared} compared");
    }
}

/// With a table, what is remembered of one path is used on another; what is proved must stay the
/// same.
#[test]
fn a_table_proves_the_same_wins() {
    let mut random = Random::new(2);
    let mut proved = 0;
    for spec in specs() {
        for _ in 0..60 {
            let (root, _) = random::position(start(spec), 90, &mut random);
            // With a handicap nothing is reduced or pruned.
            let whole = |depth| to_depth(depth).handicap(Handicap::default());
            let plain = searched(0, &root, &[], whole(4));
            let table = searched(1, &root, &[], whole(4));
            let (plain, table) = (plain.info().unwrap().score, table.info().unwrap().score);
            if !matches!(plain, Score::Cp(_)) {
                proved += 1;
                assert_eq!(table, plain, "{root}");
            }
            match table {
                Score::Win(plies) | Score::Loss(plies) if plies <= 6 => {
                    let check = searched(0, &root, &[], whole(plies)).info().unwrap().score;
                    assert!(matches!(
                        (table, check),
                        (Score::Win(_), Score::Win(_)) | (Score::Loss(_), Score::Loss(_))
                    ));
                }
                _ => {}
            }
        }
    }
    assert!(proved > 100, "only {proved} positions were decided");
}

/// Late turns are searched less deep at first, and some not at all; all the same, what is proved is
/// true and no shorter way is missed.
#[test]
fn reductions_prove_nothing_wrong() {
    // What is not decided by then costs the most and shows nothing.
    const NODES: u64 = 20_000;
    let mut random = Random::new(7);
    let mut proved = 0;
    for spec in specs() {
        for _ in 0..times() * 50 {
            let (root, _) = random::position(start(spec), 90, &mut random);
            let limits = Limits::default().depth(9).nodes(NODES);
            let searcher = searched(1, &root, &[], limits);
            let score = searcher
                .info()
                .unwrap_or_else(|| panic!("nothing is found in {root}"))
                .score;
            if let Score::Win(plies @ 3..=7) | Score::Loss(plies @ 2..=7) = score
                && searcher.nodes() < NODES
            {
                proved += 1;
                let plain = to_depth(plies).handicap(Handicap::default());
                assert_eq!(
                    searched(1, &root, &[], plain).info().unwrap().score,
                    score,
                    "{root}"
                );
            }
        }
    }
    assert!(proved > 100, "only {proved} positions were decided");
}
