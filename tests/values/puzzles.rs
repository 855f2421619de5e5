//! The puzzles that are shipped: each is proved again, slowly and plainly. What search can show is
//! searched through, all turns of both sides; exact values are computed here, or are those of the
//! first placings that are shipped; with `MERELS_TABLES`, those of Nine, Lasker, Eleven or Twelve
//! Men's Morris are compared with the tables of the whole game too.

use crate::slow::Rng;
use merels::puzzle::{CheckError, Puzzle, PuzzleKind, Wrong, read, write};
use merels::tablebase::directory::Tables;
use merels::tablebase::opening::Opening;
use merels::tablebase::{Sector, Solver};
use merels::value::{Probe, ProbeChain, Wdl};
use merels::{Move, Position, Preset, Rules, Setup, Side};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

static FILES: [(&str, &str, usize); 6] = [
    ("nine", include_str!("../../data/puzzles/nine.txt"), 500),
    ("six", include_str!("../../data/puzzles/six.txt"), 100),
    ("seven", include_str!("../../data/puzzles/seven.txt"), 100),
    ("lasker", include_str!("../../data/puzzles/lasker.txt"), 120),
    ("eleven", include_str!("../../data/puzzles/eleven.txt"), 120),
    ("twelve", include_str!("../../data/puzzles/twelve.txt"), 120),
];

fn shipped(name: &str) -> Vec<Puzzle> {
    let (_, text, _) = FILES.iter().find(|(known, ..)| *known == name).unwrap();
    read(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The value of a position to its side to move, the end of the game included.
fn value(source: &dyn Probe, position: &Position) -> Option<Wdl> {
    match position.outcome().map(|outcome| outcome.winner()) {
        None => source.value(position),
        Some(None) => Some(Wdl::Draw),
        Some(Some(winner)) => Some(if winner == position.side_to_move() {
            Wdl::Win
        } else {
            Wdl::Loss
        }),
    }
}

/// Whether the solver, whose turn it is, wins with so many turns.
fn wins(position: &Position, left: usize) -> bool {
    let mut turns = position.legal_moves();
    turns.sort_by_key(|turn| turn.captures().is_empty());
    turns.into_iter().any(|turn| wins_by(position, turn, left))
}

fn wins_by(position: &Position, turn: Move, left: usize) -> bool {
    let next = position.after(turn);
    match next.outcome() {
        Some(outcome) => outcome.winner() == Some(position.side_to_move()),
        None => {
            left > 1
                && next
                    .legal_moves()
                    .into_iter()
                    .all(|reply| wins_after(&next, reply, left - 1))
        }
    }
}

/// Whether the solver wins with so many turns after this reply.
fn wins_after(position: &Position, reply: Move, left: usize) -> bool {
    let next = position.after(reply);
    match next.outcome() {
        Some(outcome) => outcome.winner() == Some(next.side_to_move()),
        None => wins(&next, left),
    }
}

/// Whether a first turn forces a running mill: the next turn moves a man out of one mill into
/// another, the one after that moves it back into the first.
fn runs_by(position: &Position, turn: Move) -> bool {
    let next = position.after(turn);
    match next.outcome() {
        Some(outcome) => outcome.winner() == Some(position.side_to_move()),
        None => next
            .legal_moves()
            .into_iter()
            .all(|reply| runs_after(&next, reply)),
    }
}

fn runs_after(position: &Position, reply: Move) -> bool {
    let next = position.after(reply);
    next.outcome().is_none() && there_and_back(&next)
}

/// Whether the solver has a turn out of a mill into a mill, after which, whatever is replied, the
/// way back closes again.
fn there_and_back(position: &Position) -> bool {
    let stands_in_mill = |from| {
        position
            .board()
            .in_mills(position.men(position.side_to_move()))
            .contains(from)
    };
    position.legal_moves().into_iter().any(|turn| {
        if !turn.from().is_some_and(stands_in_mill) || position.closes(turn).is_empty() {
            return false;
        }
        let next = position.after(turn);
        match next.outcome() {
            Some(outcome) => outcome.winner() == Some(position.side_to_move()),
            None => next.legal_moves().into_iter().all(|reply| {
                let after = next.after(reply);
                let goes_back = |back: &Move| back.from() == turn.to() && back.to() == turn.from();
                after
                    .legal_moves()
                    .iter()
                    .any(|back| goes_back(back) && !after.closes(*back).is_empty())
            }),
        }
    })
}

/// How often the value was known, and how often a search had to do.
#[derive(Default, Debug)]
struct Proofs {
    searched: usize,
    known: usize,
}

fn prove(puzzle: &Puzzle, source: &dyn Probe, proofs: &mut Proofs) {
    let Puzzle {
        position,
        kind,
        turns,
        solution,
        wrong,
        ..
    } = puzzle;
    let right = solution[0];
    let about = || write(std::slice::from_ref(puzzle));
    assert_eq!(wrong.len() + 1, position.legal_moves().len(), "{}", about());
    let known: Vec<Option<Wdl>> = wrong
        .iter()
        .map(|wrong| value(source, &position.after(wrong.mv)).map(Wdl::before))
        .collect();
    for (wrong, known) in wrong.iter().zip(&known) {
        assert!(known.is_none() || wrong.value == *known, "{}", about());
    }
    let by_right = value(source, &position.after(right)).map(Wdl::before);
    match kind {
        PuzzleKind::Win => {
            proofs.searched += 1;
            assert!(wins_by(position, right, *turns), "{}", about());
            assert!(
                !wins(position, turns - 1),
                "{}: it can be done sooner",
                about()
            );
            for Wrong { mv, reply, .. } in wrong {
                let next = position.after(*mv);
                // The reply alone shows that the turn is wrong; only where there is none it must be
                // the end.
                match reply {
                    Some(reply) => assert!(!wins_after(&next, *reply, turns - 1), "{}", about()),
                    None => assert_ne!(
                        next.outcome().and_then(|outcome| outcome.winner()),
                        Some(position.side_to_move())
                    ),
                }
            }
            assert!(by_right.is_none_or(|value| value == Wdl::Win));
        }
        PuzzleKind::Mill => {
            proofs.searched += 1;
            assert!(runs_by(position, right), "{}", about());
            assert!(
                !there_and_back(position),
                "{}: it is there already",
                about()
            );
            for Wrong { mv, reply, .. } in wrong {
                let next = position.after(*mv);
                match reply {
                    Some(reply) => assert!(!runs_after(&next, *reply), "{}", about()),
                    None => assert_ne!(
                        next.outcome().and_then(|outcome| outcome.winner()),
                        Some(position.side_to_move())
                    ),
                }
            }
            assert!(
                by_right.is_none_or(|value| value == Wdl::Win),
                "{}",
                about()
            );
        }
        PuzzleKind::Hold | PuzzleKind::Only | PuzzleKind::Take if by_right.is_some() => {
            proofs.known += 1;
            let own = by_right.unwrap();
            match kind {
                PuzzleKind::Hold => assert_eq!(own, Wdl::Draw, "{}", about()),
                PuzzleKind::Only => assert_eq!(own, Wdl::Win, "{}", about()),
                _ => assert_ne!(own, Wdl::Loss, "{}", about()),
            }
            for (Wrong { mv, reply, .. }, known) in wrong.iter().zip(&known) {
                let known = known.unwrap_or_else(|| panic!("{}", about()));
                assert!(known < own, "{}", about());
                let after = reply.map(|reply| position.after(*mv).after(reply));
                assert!(
                    after.is_none_or(|after| value(source, &after) == Some(known)),
                    "{}",
                    about()
                );
            }
        }
        PuzzleKind::Hold => {
            proofs.searched += 1;
            let next = position.after(right);
            assert!(next.outcome().is_none() && !wins(&next, 2), "{}", about());
            for Wrong { mv, reply, .. } in wrong {
                assert!(
                    wins_by(&position.after(*mv), reply.unwrap(), 2),
                    "{}",
                    about()
                );
            }
        }
        _ => panic!("nobody knows the value: {}", about()),
    }
    if *kind == PuzzleKind::Take {
        let closes = |turn: &Move| !turn.captures().is_empty();
        assert!(wrong.iter().any(|wrong| closes(&wrong.mv)), "{}", about());
    }
    prove_line(puzzle);
}

/// The turns that are told after the first: the solver's win in time, too.
fn prove_line(puzzle: &Puzzle) {
    let mut position = puzzle.position;
    for (i, &turn) in puzzle.solution.iter().enumerate() {
        assert!(position.legal_moves().contains(&turn));
        if puzzle.kind == PuzzleKind::Win && i % 2 == 0 {
            assert!(
                wins_by(&position, turn, puzzle.turns - i / 2),
                "{}",
                write(std::slice::from_ref(puzzle))
            );
        }
        position = position.after(turn);
    }
    if puzzle.kind == PuzzleKind::Win {
        assert_eq!(
            position.outcome().and_then(|outcome| outcome.winner()),
            Some(puzzle.solver())
        );
    }
}

fn solved(rules: Rules, roots: &[Sector]) -> Arc<dyn Probe> {
    Arc::new(Solver::for_sectors(&rules, roots).unwrap().finish())
}

/// The endgames with at most so many men.
fn endgames(rules: Rules, most: usize) -> Arc<dyn Probe> {
    let roots: Vec<Sector> = (6..=most)
        .flat_map(|men| Sector::endgames(&rules, men))
        .collect();
    solved(rules, &roots)
}

fn endgames_of_nine() -> Arc<dyn Probe> {
    static NINE: OnceLock<Arc<dyn Probe>> = OnceLock::new();
    Arc::clone(NINE.get_or_init(|| endgames(Preset::Nine.rules(), 9)))
}

fn endgames_of_twelve() -> Arc<dyn Probe> {
    static TWELVE: OnceLock<Arc<dyn Probe>> = OnceLock::new();
    Arc::clone(TWELVE.get_or_init(|| endgames(Preset::Twelve.rules(), 9)))
}

fn prove_all(name: &str, source: &dyn Probe) -> Proofs {
    prove_these(&shipped(name), source)
}

fn prove_these(puzzles: &[Puzzle], source: &dyn Probe) -> Proofs {
    let mut proofs = Proofs::default();
    puzzles
        .iter()
        .for_each(|puzzle| prove(puzzle, source, &mut proofs));
    proofs
}

#[test]
fn those_of_nine_mens_morris_are_proved() {
    let source = ProbeChain(vec![
        Opening::shipped(&Preset::Nine.rules()).unwrap(),
        endgames_of_nine(),
    ]);
    let Proofs { searched, known } = prove_all("nine", &source);
    assert!(
        searched > 150 && known > 150,
        "{searched} searched, {known} known"
    );
}

#[test]
fn those_of_six_mens_morris_are_proved() {
    let rules = Preset::Six.rules();
    prove_all("six", &*solved(rules, &[Sector::start(&rules)]));
}

/// The two in three without men in hand, or all of them: `MERELS_SEVEN=1`, as that takes the values
/// of the whole game.
#[test]
fn those_of_seven_mens_morris_are_proved() {
    let (rules, mut puzzles) = (Preset::Seven.rules(), shipped("seven"));
    if std::env::var_os("MERELS_SEVEN").is_some() {
        prove_these(&puzzles, &*solved(rules, &[Sector::start(&rules)]));
        return;
    }
    puzzles.retain(|puzzle| {
        Side::BOTH
            .iter()
            .all(|&side| puzzle.position.hand(side) == 0)
    });
    let Proofs { searched, known } = prove_these(&puzzles, &*endgames(rules, 14));
    assert!(
        searched > 20 && known > 20,
        "{searched} searched, {known} known"
    );
}

/// With all men placed and few of them left, it is the same game.
struct As(Preset, Arc<dyn Probe>);

impl Probe for As {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let all_placed = Side::BOTH.iter().all(|&side| position.hand(side) == 0);
        let mut other = Setup::from(*position);
        other.rules = self.0.rules();
        self.1
            .value(&Position::try_from(other).ok().filter(|_| all_placed)?)
    }
}

#[test]
fn those_of_lasker_morris_are_proved() {
    let opening = Opening::shipped(&Preset::Lasker.rules()).unwrap();
    let source = ProbeChain(vec![
        opening,
        Arc::new(As(Preset::Nine, endgames_of_nine())),
    ]);
    let Proofs { searched, known } = prove_all("lasker", &source);
    assert!(
        searched > 30 && known > 30,
        "{searched} searched, {known} known"
    );
}

#[test]
fn those_of_twelve_mens_morris_are_proved() {
    let source = ProbeChain(vec![
        Opening::shipped(&Preset::Twelve.rules()).unwrap(),
        endgames_of_twelve(),
    ]);
    let Proofs { searched, known } = prove_all("twelve", &source);
    assert!(
        searched > 30 && known > 30,
        "{searched} searched, {known} known"
    );
}

/// Their endgames are those of Twelve, which take a while: `MERELS_EVERY=1`.
#[test]
fn those_of_eleven_mens_morris_are_proved() {
    if std::env::var_os("MERELS_EVERY").is_none() {
        return;
    }
    let opening = Opening::shipped(&Preset::Eleven.rules()).unwrap();
    let source = ProbeChain(vec![
        opening,
        Arc::new(As(Preset::Twelve, endgames_of_twelve())),
    ]);
    let Proofs { searched, known } = prove_all("eleven", &source);
    assert!(
        searched > 30 && known > 30,
        "{searched} searched, {known} known"
    );
}

/// Only where the tables of the whole game are: `MERELS_TABLES=DIR`.
#[test]
fn those_of_large_games_agree_with_the_tables() {
    let Ok(directory) = std::env::var("MERELS_TABLES") else {
        return;
    };
    let tables = Tables::open(directory.as_ref()).unwrap();
    let of_tables =
        |name: &&str| *tables.rules() == name.parse::<Rules>().unwrap().without_draw_rules();
    let Some(name) = ["nine", "lasker", "eleven", "twelve"]
        .into_iter()
        .find(of_tables)
    else {
        println!(
            "skipped: no puzzles were made from tables of {}",
            tables.rules()
        );
        return;
    };
    for puzzle in shipped(name) {
        let of = |turn| {
            value(&tables, &puzzle.position.after(turn))
                .unwrap()
                .before()
        };
        let own = of(puzzle.solution[0]);
        assert_eq!(
            own,
            value(&tables, &puzzle.position).unwrap(),
            "the right turn keeps the value"
        );
        match puzzle.kind {
            PuzzleKind::Hold => assert_eq!(own, Wdl::Draw),
            PuzzleKind::Win | PuzzleKind::Only | PuzzleKind::Mill => assert_eq!(own, Wdl::Win),
            PuzzleKind::Take => assert_ne!(own, Wdl::Loss),
            other => unreachable!("{other:?} has no check"),
        }
        for wrong in &puzzle.wrong {
            assert_eq!(
                wrong.value,
                Some(of(wrong.mv)),
                "{}",
                write(std::slice::from_ref(&puzzle))
            );
            assert!(puzzle.kind.goal().is_some() || of(wrong.mv) < own);
        }
    }
}

#[test]
fn there_are_enough_of_every_kind() {
    for (name, text, least) in FILES {
        let puzzles = shipped(name);
        assert!(puzzles.len() >= least, "{name}: {}", puzzles.len());
        assert_eq!(write(&puzzles), text, "{name} is written as it was read");
        assert!(
            puzzles.is_sorted_by_key(|puzzle| puzzle.rating),
            "{name}: the easiest first"
        );
        for &kind in PuzzleKind::ALL {
            let count = puzzles.iter().filter(|puzzle| puzzle.kind == kind).count();
            assert!(
                count * 25 >= puzzles.len(),
                "{name}: {count} of {}",
                kind.id()
            );
        }
        let preset: Rules = name.parse().unwrap();
        assert!(
            puzzles
                .iter()
                .all(|puzzle| *puzzle.position.rules() == preset)
        );
        // Both sides solve, in all phases, with few men and with many.
        for side in Side::BOTH {
            assert!(
                puzzles
                    .iter()
                    .filter(|puzzle| puzzle.solver() == side)
                    .count()
                    * 4
                    > puzzles.len(),
                "{name}"
            );
        }
        let phases: BTreeSet<String> = puzzles
            .iter()
            .map(|puzzle| format!("{:?}", puzzle.position.phase(puzzle.solver())))
            .collect();
        assert!(phases.len() >= 2, "{name}: {phases:?}");
        let men = |puzzle: &Puzzle| {
            puzzle.position.men(Side::White).len() + puzzle.position.men(Side::Black).len()
        };
        assert!(
            puzzles.iter().map(men).collect::<BTreeSet<_>>().len() > 6,
            "{name}"
        );
        let easy = puzzles.iter().filter(|puzzle| puzzle.rating < 1000).count();
        assert!(easy * 5 < puzzles.len(), "{name}: {easy} are easy");
    }
}

/// Under no symmetry do two of them differ in fewer than two men.
#[test]
fn no_two_are_alike() {
    for (name, ..) in FILES {
        let puzzles = shipped(name);
        for (i, one) in puzzles.iter().enumerate() {
            let men = |position: &Position| {
                [
                    position.men(one.solver()),
                    position.men(one.solver().other()),
                ]
            };
            for other in &puzzles[..i] {
                let [own, enemy] = [
                    other.position.men(other.solver()),
                    other.position.men(other.solver().other()),
                ];
                for symmetry in one.position.board().symmetries() {
                    let [a, b] = men(&one.position.mapped(symmetry));
                    let differ = (a.bits() ^ own.bits()).count_ones()
                        + (b.bits() ^ enemy.bits()).count_ones();
                    assert!(
                        differ >= 4,
                        "{name}: {} and {}",
                        one.position,
                        other.position
                    );
                }
            }
        }
    }
}

/// Whoever plays the solution is right; whoever begins otherwise is shown why not; and whatever the
/// other side does, there is a right turn until the puzzle is solved.
#[test]
fn answers_are_judged() {
    let mut rng = Rng::new(7);
    for (name, ..) in FILES {
        for puzzle in shipped(name).iter().step_by(3) {
            let solution = &puzzle.solution;
            for at in (0..solution.len()).step_by(2) {
                let verdict = puzzle.check(&solution[..at], solution[at]).unwrap();
                assert!(verdict.right, "{}", puzzle.position);
                assert_eq!(
                    verdict.solved,
                    at + 1 == solution.len(),
                    "{}",
                    puzzle.position
                );
                assert_eq!(
                    verdict.reply,
                    solution.get(at + 1).copied(),
                    "{}",
                    puzzle.position
                );
            }
            for wrong in &puzzle.wrong {
                let verdict = puzzle.check(&[], wrong.mv).unwrap();
                assert!(!verdict.right && !verdict.solved);
                assert_eq!((verdict.value, verdict.reply), (wrong.value, wrong.reply));
            }
            if puzzle.turns > 1 {
                defend(puzzle, &mut rng);
            }
        }
    }
}

fn defend(puzzle: &Puzzle, rng: &mut Rng) {
    let mut line = vec![puzzle.solution[0]];
    let mut position = puzzle.position.after(line[0]);
    loop {
        let reply = rng.pick(&position.legal_moves());
        line.push(reply);
        position = position.after(reply);
        let turns = position.legal_moves();
        let verdicts: Vec<_> = turns
            .iter()
            .map(|&turn| puzzle.check(&line, turn).unwrap())
            .collect();
        let at = verdicts.iter().position(|verdict| verdict.right);
        let at = at.unwrap_or_else(|| panic!("{} after {line:?}", puzzle.position));
        for (turn, verdict) in turns.iter().zip(&verdicts) {
            let next = position.after(*turn);
            assert!(
                verdict
                    .reply
                    .is_none_or(|reply| next.legal_moves().contains(&reply))
            );
            assert!(verdict.reply.is_some() || verdict.solved || next.outcome().is_some());
            if puzzle.kind == PuzzleKind::Win {
                assert_eq!(
                    verdict.right,
                    wins_by(&position, *turn, puzzle.turns - line.len() / 2)
                );
            }
        }
        if verdicts[at].solved {
            return;
        }
        line.push(turns[at]);
        position = position.after(turns[at]);
    }
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let puzzle = &shipped("six")[0];
    let right = puzzle.solution[0];
    let legal = puzzle.position.after(right).legal_moves()[0];
    assert_eq!(puzzle.check(&[right], legal), Err(CheckError::NotTheSolver));
    assert!(matches!(
        puzzle.check(&[], Move::PASS),
        Err(CheckError::Illegal(_))
    ));
    let short = shipped("six")
        .into_iter()
        .find(|puzzle| puzzle.turns == 1)
        .unwrap();
    let reply = short.position.after(short.solution[0]).legal_moves()[0];
    let next = short
        .position
        .after(short.solution[0])
        .after(reply)
        .legal_moves()[0];
    assert_eq!(
        short.check(&[short.solution[0], reply], next),
        Err(CheckError::Over)
    );
}

#[test]
fn what_takes_too_long_to_judge_is_said_so() {
    let position: Position = "nine[fly=always] W1B/1W1/2B/1B1W2/1B1/1W1/W1B w 0,0 0 1"
        .parse()
        .unwrap();
    let mut solution = Vec::new();
    let mut stage = position;
    for turn in 0..17 {
        let legal = stage.legal_moves();
        let quiet: Vec<_> = legal
            .into_iter()
            .filter(|mv| mv.captures().is_empty())
            .collect();
        solution.push(quiet[turn % quiet.len()]);
        stage = stage.after(solution[turn]);
    }
    let puzzle = Puzzle {
        position,
        kind: PuzzleKind::Win,
        turns: 9,
        solution,
        rating: 800,
        wrong: Vec::new(),
    };
    let judged = puzzle.check(&puzzle.solution[..2], puzzle.solution[2]);
    assert_eq!(
        judged.map_err(|error| error.to_string()),
        Err("whether this turn is right takes too long to find out".to_owned())
    );
}

#[test]
fn damaged_lines_are_refused() {
    let line = "six 2B/W2/4/3/3 w 5,5 0 2;only 1;d2;1883;=c4 a5 c5 d4 a3 d3 e3 a1 c1 e1,=b2 b3 c2,=d4 c4,=b3 b2";
    let file = |line: &str| format!("merels puzzles 1\n{line}\n");
    assert_eq!(read(&file(line)).unwrap().len(), 1);
    assert_eq!(write(&read(&file(line)).unwrap()), file(line));
    let refused = |from: &str, to: &str| {
        assert!(line.contains(from), "{from}");
        let error = read(&file(&line.replacen(from, to, 1))).unwrap_err();
        assert_eq!(error.line, 2);
        error.why
    };
    assert!(refused("2B/W2", "2B/W3").starts_with("the position: "));
    assert!(refused("w 5,5", "w 0,0").contains("over") || !refused("w 5,5", "w 0,0").is_empty());
    assert_eq!(refused("only 1", "only 2"), "“only 2” is no kind of puzzle");
    assert_eq!(
        refused("only 1", "lonely 1"),
        "“lonely 1” is no kind of puzzle"
    );
    assert_eq!(refused(";only", ""), "a puzzle has five fields, not 4");
    assert_eq!(
        refused("only 1", "win 2"),
        "the solution must have 3 turns, not 1"
    );
    assert_eq!(refused(";d2;", ";e5;"), "“e5”: e5 is not empty");
    assert!(refused(";d2;", ";z9;").starts_with("“z9”: "));
    assert_eq!(
        refused("1883", "0800"),
        "the rating must be 800..=2200, not “0800”"
    );
    assert_eq!(
        refused("1883", "2201"),
        "the rating must be 800..=2200, not “2201”"
    );
    assert_eq!(refused(" b3 c2", " b3"), "nothing is told of c2");
    assert_eq!(refused("=b2 b3", "=b2 b3 b3"), "a turn is told of twice");
    assert_eq!(refused("=d4 c4", "~d4 c4"), "“~d4” is no value and reply");
    assert_eq!(refused("=d4 c4", "=d4"), "a group has no turns");
    assert!(
        refused("=d4 c4", "=b4 c4").contains("“b4”: "),
        "a reply that is not legal"
    );
    assert!(
        refused("=d4 c4", "=. c4").contains("“.”: "),
        "the game goes on"
    );
    assert_eq!(
        read("merels puzzles 2\n").unwrap_err().to_string(),
        "line 1: it must be “merels puzzles 1”"
    );
    assert_eq!(read("").unwrap_err().line, 1);
    // Whatever bytes are changed, nothing panics.
    let mut rng = Rng::new(9);
    for _ in 0..3_000 {
        let mut bytes = file(line).into_bytes();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = b" ;,=-x/abc123WBw\n"[rng.below(16)];
        }
        if let Ok(puzzles) = String::from_utf8(bytes).map(|text| read(&text)) {
            let _ = puzzles.map(|puzzles| assert_eq!(puzzles.len(), 1));
        }
    }
}
