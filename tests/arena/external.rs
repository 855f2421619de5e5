//! Other programs as players: one that plays well, and some that fail. No search of our own plays
//! against those, so `--bare`: reading the values of the first placings takes longer than the
//! match.

use super::common::{Dir, merels, refusal, stdout};
use merels::notation::read_records;
use merels::{Game, Preset, Side};
use merels_cli::arena::{External, Player, Setting, Spec};
use std::fs;
use std::process::Command;
use std::time::Duration;

/// A program that answers as a shell script says; `go` is what it does when it is to play.
fn script(go: &str) -> String {
    format!(
        "engine:sh -c 'while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) {go};; esac; done'"
    )
}

#[test]
fn our_own_engine_plays_as_the_search_does() {
    let dir = Dir::new();
    let engine = format!(
        "engine:{} engine?nodes=300&Hash=16",
        env!("CARGO_BIN_EXE_merels")
    );
    let play = |player: &str, name: &str| {
        let file = dir.file(name);
        let path = file.to_str().unwrap();
        stdout(&[
            "match",
            player,
            "closer",
            "--games",
            "4",
            "--openings",
            "2",
            "--records",
            path,
        ]);
        let games = read_records(&fs::read_to_string(file).unwrap()).unwrap();
        games
            .iter()
            .map(|game| (*game.position(), game.outcome()))
            .collect::<Vec<_>>()
    };
    assert_eq!(play(&engine, "engine.txt"), play("nodes:300", "own.txt"));
}

#[test]
fn a_program_that_never_answers_is_refused() {
    let message = refusal(&["match", "--bare", "engine:true", "random"]);
    assert!(
        message.contains("true: the program has ended before uci"),
        "{message}"
    );
    let message = refusal(&["match", "--bare", "engine:cat", "random", "--patience", "1"]);
    assert!(
        message.contains("cat: the program hangs: no uciok in 1 s"),
        "{message}"
    );
    let message = refusal(&["match", "--bare", "engine:/no/such/program", "random"]);
    assert!(
        message.contains("cannot start /no/such/program"),
        "{message}"
    );
    assert!(refusal(&["match", "--bare", "engine:sh 'x", "random"]).contains("sh 'x: "));
}

#[test]
fn patience_may_be_without_end() {
    let most = u64::MAX.to_string();
    for limit in ["", &format!("?movetime={most}")] {
        let player = script("echo bestmove a1") + limit;
        let text = stdout(&[
            "match",
            "--bare",
            "random",
            &player,
            "--games",
            "2",
            "--patience",
            &most,
        ]);
        assert!(text.contains("forfeit 2"), "{text}");
    }
}

#[test]
fn a_program_that_fails_loses_the_game() {
    let dir = Dir::new();
    for (go, why) in [
        ("echo bestmove a1", "a1 is illegal"),
        (
            "exit 3",
            "the program has ended before bestmove (exit status: 3)",
        ),
        ("exec sleep 30", "the program hangs: no bestmove in 1 s"),
        // Without end, and a line that is longer than any may be.
        ("exec yes", "the program hangs: no bestmove in 1 s"),
        (
            "exec head -c 50000000 /dev/zero",
            "the program has ended before bestmove (exit status: 0)",
        ),
        ("printf bestmove%90000s\\\\n x", "no turn"),
        ("echo bestmove", "no turn"),
        ("echo bestmove none", "no turn"),
    ] {
        let records = dir.file("games.txt");
        let path = records.to_str().unwrap();
        let player = script(go);
        let output = merels(&[
            "match",
            "--bare",
            &player,
            "random",
            "--games",
            "2",
            "--patience",
            "1",
            "--records",
            path,
        ]);
        let (out, errors) = (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        );
        assert!(output.status.success(), "{go}: {errors}");
        assert!(
            out.contains("0 won, 0 drawn, 2 lost") && out.contains("forfeit 2"),
            "{go}: {out}"
        );
        assert_eq!(
            errors
                .lines()
                .filter(|line| line.contains("forfeits") && line.contains(why))
                .count(),
            2,
            "{errors}"
        );
        let games = read_records(&fs::read_to_string(&records).unwrap()).unwrap();
        for (game, side) in games.iter().zip(Side::BOTH) {
            assert_eq!(game.outcome().unwrap().winner(), Some(side.other()), "{go}");
            assert!(
                game.tag("Reason")
                    .is_some_and(|reason| reason.contains(why)),
                "{go}: {:?}",
                game.tags()
            );
        }
    }
}

#[test]
fn a_program_that_never_ends_its_line_fills_no_memory() {
    let limited = "ulimit -v 400000; exec \"$0\" \"$@\"";
    let player = script("exec head -c 600000000 /dev/zero");
    let output = Command::new("sh")
        .args([
            "-c",
            limited,
            env!("CARGO_BIN_EXE_merels"),
            "match",
            "--bare",
            &player,
            "random",
            "--games",
            "2",
            "--patience",
            "10",
        ])
        // A reserve for each thread is no use of memory.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stdout).contains("forfeit 2"),
        "{output:?}"
    );
}

#[test]
fn a_program_is_asked_as_the_protocol_says() {
    let dir = Dir::new();
    let heard = dir.file("heard.txt");
    let command = format!(
        "sh -c 'while read -r line; do echo \"$line\" >> {}; case $line in uci) echo option name Seed type spin; echo uciok;; \
         isready) echo readyok;; go*) echo info; echo bestmove d7;; esac; done'",
        heard.display()
    );
    let options = vec![("Hash".to_owned(), "4".to_owned())];
    let mut player = External::new(&command, "nodes 7", options, Duration::from_secs(20)).unwrap();
    let mut game = Game::start(Preset::Nine.rules()).unwrap();
    let turns = ["d6", "b4"]
        .map(|turn| merels::notation::read_move(turn, game.position().board()).unwrap());
    for turn in turns {
        game.play(turn).unwrap();
    }
    player.begin(11).unwrap();
    assert_eq!(
        player
            .choose(&game)
            .unwrap()
            .display(game.position().board())
            .to_string(),
        "d7"
    );
    drop(player);
    let expected = "uci\nsetoption name Hash value 4\nucinewgame\nsetoption name Seed value 11\nisready\n\
                    position line nine 3/3/3/6/3/3/3 w 9,9 0 1 moves d6 b4\ngo nodes 7\n";
    assert_eq!(fs::read_to_string(heard).unwrap(), expected);
}

#[test]
fn a_program_that_died_is_started_anew() {
    let Spec::Engine { command, .. } = script("exit 1").parse().unwrap() else {
        panic!("it is an engine")
    };
    let mut setting = Setting::default();
    setting.patience = Duration::from_secs(20);
    let mut player = format!("engine:{command}")
        .parse::<Spec>()
        .unwrap()
        .player(&setting)
        .unwrap();
    let game = Game::start(Preset::Nine.rules()).unwrap();
    for _ in 0..2 {
        player.begin(1).unwrap();
        assert!(
            player
                .choose(&game)
                .unwrap_err()
                .to_string()
                .contains("has ended")
        );
        assert!(
            player
                .choose(&game)
                .unwrap_err()
                .to_string()
                .contains("does not run")
        );
    }
}
