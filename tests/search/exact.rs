//! A search that may ask for exact values.

use super::random::{self, Random};
use super::{start, to_nodes};
use merels::level::LEVELS;
use merels::search::{Limits, Score, Searcher, Status};
use merels::tablebase::{Sector, Solution, Solver};
use merels::value::Value;
use merels::{Position, Probe, ProbeChain, Setup, Side, Wdl};
use std::sync::{Arc, OnceLock};

fn solved(spec: &str) -> Arc<Solution> {
    Arc::new(Solver::new(start(spec).rules()).unwrap().finish())
}

/// Three Men's Morris in full.
pub fn three() -> &'static Arc<Solution> {
    static THREE: OnceLock<Arc<Solution>> = OnceLock::new();
    THREE.get_or_init(|| solved("three"))
}

/// Five Men's Morris in full.
pub fn five() -> &'static Arc<Solution> {
    static FIVE: OnceLock<Arc<Solution>> = OnceLock::new();
    FIVE.get_or_init(|| solved("five"))
}

/// A source that does not tell all that it knows.
pub struct Partly {
    pub all: Arc<Solution>,
    pub least_on_board: usize,
    pub slow: bool,
}

impl Probe for Partly {
    fn value(&self, position: &Position) -> Option<Wdl> {
        Probe::value(&*self.all, position)
    }

    fn covers(&self, position: &Position) -> bool {
        let Sector { own, other, .. } = Sector::of(position);
        own + other >= self.least_on_board && self.all.covers(position)
    }

    fn is_slow(&self, _: &Position) -> bool {
        self.slow
    }
}

pub fn asking(source: Arc<dyn Probe>, root: &Position, limits: Limits) -> Searcher {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_exact(Some(source));
    searcher.start(root, &[], limits);
    while searcher.step(u64::MAX) == Status::Running {}
    searcher
}

/// With distances the search has nothing to do: the quickest win, the slowest loss, and the line to
/// it.
#[test]
fn distances_are_played_and_shown() {
    let mut random = Random::new(21);
    let (mut decided, mut drawn) = (0, 0);
    for (spec, solution) in [("three", three()), ("five", five())] {
        for _ in 0..200 {
            let (root, _) = random::position(start(spec), 40, &mut random);
            if root.outcome().is_some() {
                continue;
            }
            let searcher = asking(solution.clone(), &root, to_nodes(2_000));
            let (info, value) = (searcher.info().unwrap(), solution.value(&root).unwrap());
            assert!(
                solution
                    .best_moves(&root)
                    .contains(&searcher.best_move().unwrap()),
                "{root}"
            );
            let plies = match value {
                Value::Draw => {
                    assert_eq!(info.score, Score::Draw, "{root}");
                    drawn += 1;
                    continue;
                }
                Value::Win(plies) => {
                    assert_eq!(info.score, Score::Win(plies), "{root}");
                    plies
                }
                Value::Loss(plies) => {
                    assert_eq!(info.score, Score::Loss(plies), "{root}");
                    plies
                }
            };
            decided += 1;
            let last = info
                .pv
                .iter()
                .fold(root, |position, &mv| position.play(mv).unwrap());
            assert!(plies > 40 || last.outcome().is_some(), "{root}");
        }
    }
    assert!(
        decided > 50 && drawn > 50,
        "{decided} decided, {drawn} drawn"
    );
}

/// Without distances the value is kept, and what is reported is what is known.
/// (A draw by repetition would be known to the search alone, so no game came before.)
#[test]
fn values_without_distances_are_kept() {
    let mut random = Random::new(22);
    for slow in [false, true] {
        for least_on_board in [0, 3, 6] {
            let source = || Partly {
                all: five().clone(),
                least_on_board,
                slow,
            };
            for _ in 0..60 {
                let root = random::position(start("five"), 30, &mut random).0;
                let knows = root
                    .legal_moves()
                    .iter()
                    .all(|&mv| source().covers(&root.after(mv)));
                if root.outcome().is_some() || !knows {
                    continue;
                }
                let searcher = asking(Arc::new(source()), &root, to_nodes(2_000));
                let played = root.after(searcher.best_move().unwrap());
                let value = Probe::value(&**five(), &root).unwrap();
                let after = Probe::value(&**five(), &played).map(Wdl::before);
                // A turn that ends the game is not in the tables.
                assert!(
                    played.outcome().is_some() || after == Some(value),
                    "{root}: {value}, then {after:?}"
                );
                match (value, searcher.info().unwrap().score) {
                    (Wdl::Draw, score) => assert_eq!(score, Score::Draw, "{root}"),
                    (Wdl::Win, score) => assert!(
                        matches!(score, Score::Win(_) | Score::Cp(10_000)),
                        "{root}: {score}"
                    ),
                    (Wdl::Loss, score) => {
                        assert!(
                            matches!(score, Score::Loss(_) | Score::Cp(-10_000)),
                            "{root}: {score}"
                        );
                    }
                }
            }
        }
    }
}

/// Where the values are far from the root, the search finds its way to them.
#[test]
fn known_positions_in_the_tree_guide_the_search() {
    let mut random = Random::new(23);
    let (mut right, mut all) = (0, 0);
    for _ in 0..60 {
        let root = random::position(start("five"), 4, &mut random).0;
        if root.outcome().is_some() || Sector::of(&root).own + Sector::of(&root).other > 4 {
            continue;
        }
        let source = Partly {
            all: five().clone(),
            least_on_board: 7,
            slow: false,
        };
        let searcher = asking(Arc::new(source), &root, to_nodes(60_000));
        let played = root.after(searcher.best_move().unwrap());
        let value = Probe::value(&**five(), &root).unwrap();
        all += 1;
        right += u32::from(Probe::value(&**five(), &played).map(Wdl::before) == Some(value));
    }
    assert!(all > 20 && right == all, "{right} of {all}");
}

/// A level that errs knows nothing that its handicap does not let it see.
#[test]
fn weak_levels_ask_nobody() {
    let root = start("five");
    let limits = LEVELS[0].limits(&root, 5);
    let asked = asking(five().clone(), &root, limits);
    let plain = super::searched(1, &root, &[], limits);
    assert_eq!(
        (asked.best_move(), asked.infos()),
        (plain.best_move(), plain.infos())
    );
}

#[test]
fn several_sources_are_one() {
    let none = Partly {
        all: five().clone(),
        least_on_board: 99,
        slow: false,
    };
    let several = ProbeChain(vec![Arc::new(none), three().clone(), five().clone()]);
    for spec in ["three", "five", "six"] {
        let root = start(spec);
        let known = [three(), five()]
            .into_iter()
            .find_map(|source| Probe::value(&**source, &root));
        assert_eq!(several.value(&root), known, "{spec}");
        assert_eq!(several.covers(&root), known.is_some(), "{spec}");
    }
    assert!(ProbeChain::default().value(&start("three")).is_none());
}

/// A slow source slows nobody down where a quick one knows.
#[test]
fn of_several_sources_only_the_one_that_is_asked_is_slow() {
    let quick = Partly {
        all: five().clone(),
        least_on_board: 1,
        slow: false,
    };
    let slow = Partly {
        all: five().clone(),
        least_on_board: 0,
        slow: true,
    };
    let several = ProbeChain(vec![Arc::new(quick), Arc::new(slow)]);
    let root = start("five");
    assert!(several.is_slow(&root));
    assert!(!several.is_slow(&root.after(root.legal_moves()[0])));
}

/// Knows everything, but only from a turn on.
struct Later(Arc<Solution>, u32);

impl Probe for Later {
    fn value(&self, position: &Position) -> Option<Wdl> {
        Probe::value(&*self.0, position)
    }

    fn plies(&self, position: &Position) -> Option<u32> {
        self.0.plies(position)
    }

    fn covers(&self, position: &Position) -> bool {
        position.number() >= self.1 && self.0.covers(position)
    }
}

/// A win that a draw clock may end first is not proved by its distance.
#[test]
fn a_win_beyond_the_draw_clock_is_not_a_known_one() {
    let mut random = Random::new(24);
    let mut tried = 0;
    for _ in 0..4_000 {
        let position = random::position(start("five"), 30, &mut random).0;
        let decided =
            |value| matches!(value, Some(Value::Win(plies) | Value::Loss(plies)) if plies > 20);
        if position.outcome().is_some()
            || position.hand(Side::White) + position.hand(Side::Black) > 0
            || !decided(five().value(&position))
        {
            continue;
        }
        let mut setup = Setup::from(position);
        setup.rules.quiet = std::num::NonZero::new(100);
        setup.clock = 94;
        let root = Position::try_from(setup).unwrap();
        for from in [0, root.number() + 1, root.number() + 2] {
            for lines in [1, 3] {
                let limits = to_nodes(3_000).lines(lines);
                let searcher = asking(Arc::new(Later(five().clone(), from)), &root, limits);
                for info in searcher.lines() {
                    // Some turns take a man, and set the clock back.
                    let next = root.after(info.pv[0]);
                    if next.clock() > 0 {
                        assert!(
                            !matches!(info.score, Score::Cp(10_000 | -10_000)),
                            "{root}: {:?}, from {from}",
                            info
                        );
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// All first turns draw; after one of them most answers lose.
struct Trap;

impl Probe for Trap {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let [white, black] = [Side::White, Side::Black].map(|side| position.men(side));
        let set = white.contains(position.board().point("b4").unwrap());
        Some(
            if set && black.len() == 1 && !black.contains(position.board().point("g7").unwrap()) {
                Wdl::Win
            } else {
                Wdl::Draw
            },
        )
    }

    fn covers(&self, position: &Position) -> bool {
        position.men(Side::White).len() + position.men(Side::Black).len() <= 2
    }
}

/// Of several turns that keep the value it takes the one that is answered wrongly most often.
#[test]
fn of_equal_turns_the_trap_is_set() {
    let root = start("nine");
    let searcher = asking(Arc::new(Trap), &root, to_nodes(2_000));
    assert_eq!(
        searcher
            .best_move()
            .unwrap()
            .display(root.board())
            .to_string(),
        "b4"
    );
    let mut without = Searcher::new(1).unwrap();
    without.start(&root, &[], to_nodes(2_000));
    while without.step(u64::MAX) == Status::Running {}
    assert_ne!(
        without
            .best_move()
            .unwrap()
            .display(root.board())
            .to_string(),
        "b4"
    );
}

/// Values that the caller tells count like those that a source knows.
#[test]
fn values_that_are_told_are_kept() {
    let mut random = Random::new(25);
    let (mut distances, mut lines) = (0, 0);
    for _ in 0..100 {
        let root = random::position(start("five"), 40, &mut random).0;
        let Some(values) = five()
            .move_values(&root)
            .filter(|_| root.outcome().is_none())
        else {
            continue;
        };
        let told = |limits, plies: bool| {
            let tell = |&(mv, value): &(_, Value)| match value {
                Value::Win(n) => (mv, Wdl::Win, plies.then_some(n)),
                Value::Loss(n) => (mv, Wdl::Loss, plies.then_some(n)),
                Value::Draw => (mv, Wdl::Draw, None),
            };
            let all: Vec<_> = values.iter().map(tell).collect();
            let mut searcher = Searcher::new(1).unwrap();
            searcher.start(&root, &[], limits);
            searcher.know(&all);
            while searcher.step(u64::MAX) == Status::Running {}
            searcher
        };
        let of = |mv| {
            values
                .iter()
                .find(|&&(other, _)| other == mv)
                .map(|&(_, value)| value)
                .unwrap()
        };
        let value = five().value(&root).unwrap();
        let best = of(told(to_nodes(500), false).best_move().unwrap());
        assert_eq!(Wdl::from(best), Wdl::from(value), "{root}");
        if value != Value::Draw {
            assert_eq!(
                of(told(to_nodes(500), true).best_move().unwrap()),
                value,
                "{root}"
            );
            distances += 1;
        }
        let several = told(to_nodes(2_000).lines(4), false);
        let found: Vec<_> = several
            .lines()
            .iter()
            .map(|line| (Wdl::from(of(line.pv[0])), line.score))
            .collect();
        assert!(
            found.is_sorted_by(|(a, _), (b, _)| a >= b),
            "{root}: {found:?}"
        );
        for (value, score) in found {
            let exact = match value {
                Wdl::Win => matches!(score, Score::Win(_) | Score::Cp(10_000)),
                Wdl::Loss => matches!(score, Score::Loss(_) | Score::Cp(-10_000)),
                Wdl::Draw => score == Score::Draw,
            };
            assert!(exact, "{root}: {value}, {score}");
            lines += 1;
        }
    }
    assert!(
        distances > 20 && lines > 100,
        "{distances} distances, {lines} lines"
    );
}

/// Who wins does not go back to a position that has occurred, if another turn wins too.
#[test]
fn a_won_game_goes_on() {
    for spec in ["nine", "nine[repeat=never]"] {
        let root: Position = format!("{spec} W1W/1W1/1W1/W5/1B1/1B1/B1B w 0,0 30 40")
            .parse()
            .unwrap();
        let turns = root.legal_moves();
        let best = |value, plies, earlier: &[u128]| {
            let told: Vec<_> = turns.iter().map(|&mv| (mv, value, plies)).collect();
            let mut searcher = Searcher::new(1).unwrap();
            searcher.start(&root, earlier, to_nodes(200));
            searcher.know(&told);
            while searcher.step(u64::MAX) == Status::Running {}
            searcher.best_move().unwrap()
        };
        let usual = best(Wdl::Win, None, &[]);
        let again = [root.after(usual).identity(), root.identity()];
        assert_ne!(best(Wdl::Win, None, &again), usual, "{spec}");
        let drawn = best(Wdl::Draw, None, &[]);
        assert_eq!(
            best(
                Wdl::Draw,
                None,
                &[root.after(drawn).identity(), root.identity()]
            ),
            drawn,
            "{spec}"
        );
        // Where there is no other, it has to be.
        let all: Vec<_> = turns.iter().map(|&mv| root.after(mv).identity()).collect();
        assert!(turns.contains(&best(Wdl::Win, None, &all)), "{spec}");
    }
}
