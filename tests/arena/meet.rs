//! Matches: who wins, the same games again, records, openings.

use super::common::{Dir, merels, refusal, rules, stdout};
use super::{GAME, solved};
use merels::notation::{read_record, read_records, write_record};
use merels::value::Value;
use merels::{Game, Preset, Rules, Side};
use merels_cli::arena::series::{End, Played, Series, Standings};
use merels_cli::arena::{Setting, Spec, openings};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn specs(texts: &[&str]) -> Vec<Spec> {
    texts.iter().map(|text| spec(text)).collect()
}

fn play(
    players: &[Spec],
    openings: &[Game],
    games: usize,
    seed: u64,
    threads: usize,
) -> Vec<Played> {
    let setting = Setting::default();
    let series = Series {
        players,
        setting: &setting,
        openings,
        games,
        seed,
        threads,
        most_plies: None,
    };
    all(&series)
}

/// The games of a series in their order.
fn all(series: &Series<'_>) -> Vec<Played> {
    let mut games = BTreeMap::new();
    series
        .play(&AtomicBool::new(false), |at, played| {
            assert!(games.insert(at, played).is_none())
        })
        .unwrap();
    assert!(games.keys().copied().eq(0..games.len()));
    games.into_values().collect()
}

fn standings(games: &[Played]) -> Standings {
    let mut standings = Standings::default();
    games.iter().for_each(|played| standings.count(played));
    assert_eq!(standings.games(), games.len() as u64);
    standings
}

fn start(rules: Rules) -> Vec<Game> {
    vec![Game::start(rules).unwrap()]
}

#[test]
fn the_perfect_player_loses_only_what_is_lost() {
    for game in [GAME, "three", "nine-holes", "five[men=4]"] {
        let rules = rules(game);
        let (dir, _, solution) = solved(&rules);
        let openings: Vec<_> = (0..3)
            .flat_map(|n| openings::random(rules, n, 6, 1, None).unwrap())
            .collect();
        for other in ["random", "closer", "nodes:300"] {
            let players = [spec(&format!("perfect:{}", dir.text())), spec(other)];
            let games = play(&players, &openings, 36, 7, 1);
            let mut points = 0;
            for played in &games {
                let side = played.side_of(0).unwrap();
                let opening = openings[played.number / 2 % openings.len()].position();
                let value = solution.value(opening).unwrap();
                let lost = match value {
                    Value::Draw => false,
                    Value::Win(_) => opening.side_to_move() != side,
                    Value::Loss(_) => opening.side_to_move() == side,
                };
                let points_here = played.halves(side);
                assert!(
                    lost || points_here > 0,
                    "{game} against {other}:\n{}",
                    write_record(&played.game)
                );
                points += usize::from(points_here);
            }
            let won = points > 36 || other == "nodes:300";
            assert!(won, "{game}: {points} of 72 against {other}");
        }
    }
}

#[test]
fn a_won_game_is_won() {
    // White wins Three Men's Morris from the centre.
    let (dir, ..) = solved(&rules("three"));
    let players = [spec(&format!("perfect:{}", dir.text())), spec("nodes:2000")];
    let games = play(&players, &start(rules("three")), 40, 3, 1);
    let white = standings(&games).tally(0, |players| players[Side::White] == 0);
    assert_eq!((white.wins, white.games()), (20, 20));
}

#[test]
fn the_perfect_level_keeps_what_the_tables_say() {
    // So small that the level does not use up its time.
    let rules = rules("three");
    let (_dir, tables, solution) = solved(&rules);
    let openings = openings::random(rules, 3, 3, 4, Some(&*tables)).unwrap();
    for opening in &openings {
        assert_eq!(solution.value(opening.position()), Some(Value::Draw));
    }
    let mut setting = Setting::default();
    setting.perfect = Some(tables);
    let players = specs(&["level:perfect", "depth:4"]);
    let (players, openings) = (&players[..], &openings[..]);
    let series = Series {
        players,
        setting: &setting,
        openings,
        games: 6,
        seed: 1,
        threads: 1,
        most_plies: None,
    };
    let games = all(&series);
    assert_eq!(
        (standings(&games).tally(0, |_| true).losses, games.len()),
        (0, 6)
    );
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_threads() {
    let players = specs(&["nodes:200", "level:2", "closer", "random"]);
    let openings = openings::random(Preset::Nine.rules(), 3, 2, 1, None).unwrap();
    let records = |seed, threads| -> Vec<_> {
        let games = play(&players, &openings, 4, seed, threads);
        games
            .iter()
            .map(|played| write_record(&played.game))
            .collect()
    };
    let once = records(1, 1);
    assert_eq!(once.len(), 6 * 4);
    assert_eq!(records(1, 3), once);
    assert_ne!(records(2, 1), once);
}

#[test]
fn colours_and_openings_alternate() {
    let players = specs(&["random", "closer"]);
    let openings = openings::random(Preset::Nine.rules(), 4, 3, 1, None).unwrap();
    let games = play(&players, &openings, 8, 1, 1);
    for (i, played) in games.iter().enumerate() {
        assert_eq!(
            (played.number, played.side_of(0)),
            (i, Some(Side::BOTH[i % 2]))
        );
        let begun = played.game.main_line()[4];
        assert_eq!(
            played.game.node(begun).position(),
            openings[i / 2 % 3].position()
        );
    }
    let standings = standings(&games);
    let (one, other) = (standings.tally(0, |_| true), standings.tally(1, |_| true));
    assert_eq!(one, other.reversed());
    assert_eq!(one.games(), 8);
    assert!(
        other.wins > 4,
        "{other:?}: closing mills is better than nothing"
    );
}

#[test]
fn a_long_game_is_drawn_where_that_is_asked() {
    let players = specs(&["random", "random"]);
    let setting = Setting::default();
    let openings = start(Preset::Nine.rules());
    let base = Series {
        players: &players,
        setting: &setting,
        openings: &openings,
        games: 3,
        seed: 1,
        threads: 1,
        most_plies: Some(9),
    };
    for played in all(&base) {
        assert_eq!(
            (played.end.clone(), played.game.main_line().len() - 1),
            (End::TooLong, 9)
        );
        assert_eq!(
            read_record(&write_record(&played.game)).unwrap().outcome(),
            played.game.outcome()
        );
    }
    // One that is to be stopped ends with what is done.
    let stop = AtomicBool::new(false);
    let series = Series {
        games: 1000,
        ..base
    };
    let mut games = 0;
    let take = |_, _| {
        games += 1;
        stop.store(true, Ordering::Relaxed);
    };
    series.play(&stop, take).unwrap();
    assert_eq!(games, 1);
}

#[test]
fn a_player_is_written_as_it_is_read() {
    for text in [
        "level:1",
        "level:10",
        "level:perfect",
        "movetime:100",
        "nodes:5000",
        "depth:7",
        "closer",
        "random",
    ] {
        assert_eq!(spec(text).to_string(), text);
    }
    let engine = "engine:some program --x?movetime=50&Hash=3";
    assert_eq!(spec(engine).to_string(), engine);
    assert_eq!(
        spec("engine:x"),
        Spec::Engine {
            command: "x".into(),
            limits: vec![],
            options: vec![]
        }
    );
    assert_eq!(spec("level:11"), spec("level:perfect"));
    for text in [
        "", "-", "level", "level:0", "level:12", "nodes:", "nodes:x", "depth:-1", "perfect",
        "perfect:", "engine:",
    ] {
        assert!(text.parse::<Spec>().is_err(), "{text}");
    }
    for text in ["closer:1", "engine:x?nodes=y", "engine:x?nodes"] {
        assert!(text.parse::<Spec>().is_err(), "{text}");
    }
}

#[test]
fn openings_are_read_from_lines() {
    let nine = Preset::Nine.rules();
    let line = "nine 1B1/1W1/3/6/3/3/3 w 8,8 0 2";
    let games = openings::read(&format!("# two\n\nd6 d7\n{line}\n"), nine).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].position(), games[1].position());
    for (text, why) in [
        ("d6\nd6 d6", "line 2, d6: "),
        ("d6 j9", "line 1, j9: "),
        (
            "three 3/3/3 w 3,3 0 1",
            "line 1, the position is one of three, not of nine",
        ),
        (
            "nine 3/3/3/6/3/3/3 w 2,9 0 1",
            "line 1, the game is over there",
        ),
        ("# nothing", "there are no openings"),
    ] {
        let fault = openings::read(text, nine).unwrap_err().to_string();
        assert!(fault.contains(why), "{text}: {fault}");
    }
}

#[test]
fn the_program_saves_games_that_can_be_read_back() {
    let dir = Dir::new();
    let records = dir.file("games.txt");
    let path = records.to_str().unwrap();
    let once = stdout(&[
        "match",
        "level:1",
        "closer",
        "--variant",
        "six",
        "--games",
        "6",
        "--records",
        path,
    ]);
    let text = fs::read_to_string(&records).unwrap();
    let games = read_records(&text).unwrap();
    assert_eq!(games.len(), 6);
    let mut points = 0.0;
    for (i, game) in games.iter().enumerate() {
        let side = Side::BOTH[i % 2];
        assert_eq!(
            (
                game.tag(&side.to_string()),
                game.tag(&side.other().to_string())
            ),
            (Some("level:1"), Some("closer"))
        );
        let outcome = game.outcome().unwrap();
        assert_eq!(game.tag("Reason"), Some(outcome.id()));
        points += outcome
            .winner()
            .map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
    }
    assert!(
        once.contains(&format!("score {:.1} %", 100.0 * points / 6.0)),
        "{points}: {once}"
    );
    let records = ["--records", path, "--threads", "3"];
    let again = [
        "match",
        "level:1",
        "closer",
        "--variant",
        "six",
        "--games",
        "6",
    ];
    assert_eq!(stdout(&[&again[..], &records].concat()), once);
    assert_eq!(fs::read_to_string(path).unwrap(), text);
}

#[test]
fn the_program_tells_that_the_perfect_level_has_no_values() {
    let output = merels(&[
        "match",
        "level:perfect",
        "random",
        "--bare",
        "--variant",
        "three",
        "--games",
        "1",
    ]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "without --data, level:perfect plays as level:10\n"
    );
}

#[test]
fn the_program_shows_a_round_robin() {
    let text = stdout(&[
        "match",
        "--round-robin",
        "random",
        "closer",
        "nodes:50",
        "--variant",
        "three",
        "--games",
        "4",
    ]);
    let rows: Vec<_> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 2 + 3, "{text}");
    assert!(
        rows.iter().all(|row| row.matches('|').count() == 7),
        "{text}"
    );
    assert!(rows[4].starts_with("| 3 nodes:50 | "), "{text}");
    assert!(text.contains("\nnodes:50 against random: "), "{text}");
}

#[test]
fn the_program_refuses_what_it_cannot_play() {
    for (arguments, why) in [
        (&["match", "random"][..], "PLAYER"),
        (&["match", "random", "strong"], "is no player"),
        (
            &["match", "--bare", "random", "perfect:/no/such/directory"],
            "/no/such/directory",
        ),
        (
            &[
                "match",
                "random",
                "closer",
                "--openings",
                "2",
                "--openings-file",
                "x",
            ],
            "--openings",
        ),
        (
            &[
                "match",
                "random",
                "closer",
                "--openings-file",
                "/no/such/file",
            ],
            "/no/such/file",
        ),
        (
            &["match", "random", "closer", "--variant", "nine[men=2]"],
            "men",
        ),
        (
            &[
                "match",
                "--bare",
                "random",
                "closer",
                "--records",
                "/no/such/directory/file",
            ],
            "cannot write /no/such/directory/file: ",
        ),
        (
            &["match", "random", "closer", "--threads", "100000"],
            "100000 is not in 0..=1024",
        ),
        (
            &[
                "match",
                "--bare",
                "random",
                "closer",
                "--records",
                &"x".repeat(300),
            ],
            "xxx: ",
        ),
        (
            &[
                "match",
                "--bare",
                "random",
                "closer",
                "--records",
                "no directory/",
            ],
            "cannot write no directory/: ",
        ),
        (
            &[
                "match",
                "random",
                "closer",
                "--openings",
                "4294967295",
                "--games",
                "4294967295",
            ],
            "only 0 of 10000 openings",
        ),
    ] {
        let message = refusal(arguments);
        assert!(message.contains(why), "{arguments:?}: {message}");
        assert!(!message.contains("have ended"), "{arguments:?}: {message}");
    }
}

/// Before anything is read or computed, which is refused here, too.
#[test]
fn the_program_first_looks_at_directories_and_files() {
    let later = ["--openings-file", "/no/openings"];
    for wrong in [
        &["perfect:/no/directory"][..],
        &["closer", "--records", "/no/directory/file"],
    ] {
        let message = refusal(&[&["match", "random"], wrong, &later].concat());
        assert!(message.contains("/no/directory"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_has() {
    let dir = Dir::new();
    let records = dir.file("games.txt");
    let child = Command::new(env!("CARGO_BIN_EXE_merels"))
        .args([
            "match",
            "--bare",
            "random",
            "random",
            "--games",
            "10000000",
            "--records",
            records.to_str().unwrap(),
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first game has ended: it listens.
    while dir
        .contents()
        .into_values()
        .map(|bytes| bytes.len())
        .sum::<usize>()
        == 0
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let games = text.lines().next().and_then(|line| {
        line.strip_prefix("stopped after ")?
            .split(' ')
            .next()?
            .parse()
            .ok()
    });
    let games: usize = games.unwrap_or_else(|| panic!("{text}"));
    let saved = fs::read_to_string(&records).unwrap();
    assert_eq!(saved.matches("[Event ").count(), games);
    assert!(text.contains(&format!(" {games} games: ")), "{text}");
}
