//! Samples, and what is said of a player in them, against the solver in memory.

use super::common::{Dir, merels, refusal, rules, stdout};
use super::{GAME, solved};
use merels::position::{BySide, Phase, Setup, Side};
use merels::random::Random;
use merels::tablebase::Solution;
use merels::tablebase::directory::Tables;
use merels::value::Value;
use merels::{Position, Wdl, perft};
use merels_cli::arena::keep::{Share, is_ban_near, judge, judge_all};
use merels_cli::arena::sample::{placings, sample};
use merels_cli::arena::{Closer, PerfectPlayer, Player};
use merels_solve::disk::Scope;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const PHASES: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];

fn value(solution: &Solution, position: &Position) -> Wdl {
    match solution.value(position).unwrap() {
        Value::Win(_) => Wdl::Win,
        Value::Loss(_) => Wdl::Loss,
        Value::Draw => Wdl::Draw,
    }
}

/// The values after all turns, to the side that plays them.
fn after_each(solution: &Solution, position: &Position) -> Vec<Wdl> {
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| value(solution, &position.play(mv).unwrap()).before())
        .collect()
}

fn same_by_symmetry(one: &Position, other: &Position) -> bool {
    let all = one.board().symmetries().iter();
    all.map(|symmetry| one.mapped(symmetry))
        .any(|image| image.identity() == other.identity())
}

#[test]
fn a_sample_is_what_it_says() {
    let (_dir, tables, solution) = solved(&rules(GAME));
    let draw = |seed| sample(&tables, &PHASES, 31, seed, &[], |_| {}).unwrap();
    let positions = draw(5);
    assert_eq!(positions, draw(5));
    assert_ne!(positions, draw(6));
    let others = sample(&tables, &[Phase::Flying], 20, 5, &positions, |_| {}).unwrap();
    assert!(others.iter().all(|other| {
        !positions
            .iter()
            .any(|position| same_by_symmetry(position, other))
    }));

    for (i, position) in positions.iter().enumerate() {
        assert_eq!(
            position.phase(position.side_to_move()),
            PHASES[i % 3],
            "{position}"
        );
        assert_eq!(position.clock(), 0);
        let values = after_each(&solution, position);
        assert!(
            values
                .iter()
                .any(|&after| after < value(&solution, position)),
            "nothing spoils {position}"
        );
        let again = positions[..i]
            .iter()
            .find(|earlier| same_by_symmetry(earlier, position));
        assert_eq!(again, None, "{position} is there twice");
    }
    assert_eq!(positions.len(), 31);
}

#[test]
fn placings_are_spread_over_the_phase() {
    let (dir, _) = super::common::solved(&rules("five[fly=3]"), Scope::WHOLE);
    let tables = Tables::open(&dir.0).unwrap();
    let mut counts = [0_usize; 10];
    for position in sample(&tables, &[Phase::Placing], 40, 5, &[], |_| {}).unwrap() {
        counts[placings(&position)] += 1;
    }
    // Hardly any turn spoils something before; so few men make few positions of those that there
    // are.
    assert!(counts[8].min(counts[9]) >= 8 && counts[6] > 0, "{counts:?}");
}

#[test]
fn a_judgement_is_what_the_solution_says() {
    let (_dir, tables, solution) = solved(&rules(GAME));
    let positions = sample(&tables, &PHASES, 60, 1, &[], |_| {}).unwrap();
    let mut spoilt = 0;
    for position in &positions {
        let found = judge(&tables, &mut Closer::default(), position).unwrap();
        assert_eq!(found.before, value(&solution, position), "{position}");
        assert_eq!(
            Some(&found.before),
            after_each(&solution, position).iter().max(),
            "{position}"
        );
        let after = |mv| value(&solution, &position.play(mv).unwrap()).before();
        assert_eq!(found.after, after(found.mv), "{position}");
        assert_eq!(after(found.better), found.before, "{position}");
        assert_eq!(found.is_kept(), found.after == found.before);
        spoilt += usize::from(!found.is_kept());
    }
    assert!(
        spoilt > 5 && spoilt < 55,
        "{spoilt} spoilt: that tells nothing"
    );

    let stop = AtomicBool::new(false);
    let hire = || Ok(Box::new(PerfectPlayer::new(Arc::clone(&tables))) as Box<dyn Player>);
    let all = judge_all(&tables, &positions, 2, &stop, hire, |_| {}).unwrap();
    assert_eq!(
        Share::of(&all, |_| true),
        Share {
            kept: 60,
            total: 60
        }
    );
    assert!(
        all.iter()
            .zip(&positions)
            .all(|(found, position)| found.position == *position)
    );
}

#[test]
fn the_ban_changes_no_moves_unless_it_is_near() {
    let mut random = Random::new(3);
    let (with, without) = (rules("morabaraba"), rules("morabaraba[reform=allow]"));
    let (mut near, mut matter) = (0, 0);
    for _ in 0..200 {
        let mut setup = Setup::start(without);
        setup.hands = BySide([0; 2]);
        for side in Side::BOTH {
            for _ in 0..5 + random.below(5) {
                let taken = setup.men[Side::White].or(setup.men[Side::Black]);
                let free: Vec<_> = without.board.points().minus(taken).into_iter().collect();
                setup.men[side] = setup.men[side].with(*random.pick(&free).unwrap());
            }
        }
        let plain = Position::try_from(setup).unwrap();
        setup.rules = with;
        let banned = Position::try_from(setup).unwrap();
        assert!(!is_ban_near(&plain), "there is no ban in {plain}");
        for after in banned.legal_moves().into_iter().map(|mv| banned.after(mv)) {
            assert!(
                after.closing(banned.side_to_move()).is_none() || is_ban_near(&after),
                "it holds in {after}"
            );
        }
        let same = perft(&banned, 4) == perft(&plain, 4);
        assert!(
            same || is_ban_near(&banned),
            "the ban changes the moves after {banned}"
        );
        near += usize::from(is_ban_near(&banned));
        matter += usize::from(!same);
    }
    assert!(
        near < 190 && matter > 20 && matter * 2 > near,
        "{near} near, {matter} matter"
    );
}

#[test]
fn tables_without_the_ban_judge_positions_with_it() {
    let (dir, _) = super::common::solved(&rules("five[fly=3]"), Scope::WHOLE);
    let tables = Tables::open(&dir.0).unwrap();
    // By another name and with another draw rule, as Morabaraba differs from Twelve.
    let banned = "six[fly=3,men=5,reform=ban,ten=either]";
    let with_ban =
        |position: &Position| format!("{position} -,-").replacen("five[fly=3]", banned, 1);
    let positions = sample(&tables, &PHASES, 90, 2, &[], |_| {}).unwrap();
    let (mut judged, mut near) = (0, 0);
    for position in &positions {
        let banned: Position = with_ban(position).parse().unwrap();
        if is_ban_near(&banned) {
            near += 1;
            continue;
        }
        let found = judge(&tables, &mut Closer::default(), &banned).unwrap();
        let plain = judge(&tables, &mut Closer::default(), position).unwrap();
        assert_eq!(found.position, banned);
        assert_eq!(
            (found.mv, found.before, found.after),
            (plain.mv, plain.before, plain.after)
        );
        judged += 1;
    }
    assert!(judged > 50 && near > 0, "{judged} judged, {near} near");

    let file = dir.file("ban.txt");
    let run = |lines: String, told: fn(&[&str]) -> String| {
        fs::write(&file, lines).unwrap();
        told(&[
            "keep",
            "run",
            file.to_str().unwrap(),
            "--data",
            dir.text(),
            "--nodes",
            "40",
        ])
    };
    let told = run(
        positions
            .iter()
            .map(|position| with_ban(position) + "\n")
            .collect(),
        stdout,
    );
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(
        lines[0],
        format!("{near} positions left out: the re-forming ban holds or is near")
    );
    assert!(
        lines[1].starts_with("all ") && lines[1].contains(&format!(" of {judged:>5} ")),
        "{told}"
    );
    let other = "five[reform=ban] 3/3/4/3/3 w 5,5 0 1 -,-".to_owned();
    assert!(run(other, refusal).contains("the tables are of five[fly=3]"));
}

#[test]
fn the_program_samples_and_judges() {
    let (dir, ..) = solved(&rules(GAME));
    let (one, two) = (dir.file("one.txt"), dir.file("two.txt"));
    let out = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    for path in [&one, &two] {
        stdout(&[
            "keep",
            "sample",
            "--data",
            dir.text(),
            "--positions",
            "30",
            "--seed",
            "9",
            "--out",
            &out(path),
        ]);
    }
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(text, fs::read_to_string(&two).unwrap());
    assert_eq!(
        text.lines()
            .filter(|line| line.parse::<Position>().is_ok())
            .count(),
        30
    );
    assert!(text.lines().next().unwrap().starts_with("# "), "{text}");

    let run = |more: &[&str]| {
        let sample = out(&one);
        let mut arguments = vec![
            "keep",
            "run",
            &sample,
            "--data",
            dir.text(),
            "--nodes",
            "40",
        ];
        arguments.extend(more);
        stdout(&arguments)
    };
    // The last line is the time that it took.
    let table = |text: String| {
        text.lines()
            .rev()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let own = run(&[]);
    let all = own.lines().next().unwrap();
    assert!(
        all.starts_with("all ") && all.contains(" of    30 "),
        "{own}"
    );
    assert_eq!(table(run(&["--threads", "2"])), table(own.clone()));
    // The same search, asked by the protocol.
    let engine = format!("{} engine", env!("CARGO_BIN_EXE_merels"));
    assert_eq!(table(run(&["--engine", &engine])), table(own.clone()));

    let kept: usize = all.split_whitespace().nth(1).unwrap().parse().unwrap();
    let shown = run(&["--show"]);
    assert_eq!(
        shown
            .lines()
            .filter(|line| line.ends_with(" keeps it"))
            .count(),
        30 - kept
    );

    let told: serde_json::Value = serde_json::from_str(&run(&["--show", "--json"])).unwrap();
    assert_eq!(
        (&told["all"]["kept"], &told["all"]["total"]),
        (&kept.into(), &30.into())
    );
    assert_eq!(told["left_out"], 0);
    let lost = told["lost"].as_array().unwrap();
    assert_eq!(lost.len(), 30 - kept);
    let spoilt = told["spoilt"].as_array().unwrap().iter();
    let spoilt: u64 = spoilt.map(|change| change["count"].as_u64().unwrap()).sum();
    assert_eq!(spoilt as usize, lost.len());
    for name in ["placing", "moving", "flying", "draws", "wins"] {
        let [kept, total] = ["kept", "total"].map(|count| told[name][count].as_u64().unwrap());
        let row = own.lines().find(|line| line.starts_with(name)).unwrap();
        let written = format!(" {kept:>5} of {total:>5} ");
        assert!(row.contains(&written), "{row}: {written}");
    }
    assert!(run(&["--json"]).starts_with("{\"all\":"));
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let (dir, ..) = solved(&rules(GAME));
    let file = dir.file("lines.txt");
    let path = file.to_str().unwrap();
    let run = |text: &str| {
        fs::write(&file, text).unwrap();
        refusal(&["keep", "run", path, "--data", dir.text(), "--depth", "1"])
    };
    assert!(
        run("# nothing\nsix[fly=3,men=4] 3/3/4/3/3 w 4,4 0\n")
            .contains("lines.txt: line 2, character")
    );
    assert!(run("nine 3/3/3/6/3/3/3 w 9,9 0 1").contains("the tables are of six[fly=3,men=4]"));
    assert!(run("six[fly=3,men=4] WWW/3/BB2/3/3 b 0,0 0 9").contains("the game is over"));
    let missing = dir.file("missing");
    let missing = missing.to_str().unwrap();
    assert!(refusal(&["keep", "run", path, "--data", missing, "--depth", "1"]).contains("missing"));
    assert!(refusal(&["keep", "run", path, "--data", dir.text()]).contains("--movetime"));
    let phases = [
        "keep",
        "sample",
        "--data",
        dir.text(),
        "--out",
        path,
        "--phases",
        "placing,resting",
    ];
    assert!(refusal(&phases).contains("resting"));

    for positions in ["18446744073709551615", "100000000000"] {
        let said = refusal(&[
            "keep",
            "sample",
            "--data",
            dir.text(),
            "--out",
            path,
            "--positions",
            positions,
        ]);
        assert!(
            said.contains(&format!("{positions} is not in 0..=10000000")),
            "{said}"
        );
    }

    // There is no flying in this game, and so no end to looking for it but the games' number.
    let (three, _) = super::common::solved(&rules("three"), Scope::WHOLE);
    let few = Dir::new();
    let out = few.file("out.txt");
    let arguments = [
        "keep",
        "sample",
        "--data",
        three.text(),
        "--positions",
        "3",
        "--phases",
        "flying",
        "--out",
    ];
    let output = merels(&[&arguments[..], &[out.to_str().unwrap()]].concat());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("gave only 0 of 3 positions in the flying phase"),
        "{message}"
    );
    assert!(!out.exists());
}

#[test]
fn positions_for_training_that_cannot_be_had_are_refused() {
    let tables = super::common::solved(&rules(GAME), super::common::moving(8)).0;
    let out = tables.file("out.bin");
    let sample = |plies: &str| {
        refusal(&[
            "sample",
            "--data",
            tables.text(),
            "--positions",
            "10",
            "--plies",
            plies,
            "--out",
            out.to_str().unwrap(),
        ])
    };
    assert!(sample("0").contains("0 is not in 1.."));
    // Men are in hand for longer, and there are no tables of that.
    assert!(sample("3").contains("40000 games gave no position whose value is known"));
    assert!(!out.exists());
}
