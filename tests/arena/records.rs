//! The file of a match's games, whatever becomes of the match.

use super::common::{Dir, merels, refusal, rules, stdout};
use merels::notation::{GameReader, read_records};
use merels_solve::disk::Scope;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

const GOOD: &str = "An earlier match.\n";

/// A directory with a file of an earlier match.
fn earlier() -> (Dir, String) {
    let dir = Dir::new();
    let file = dir.file("games.txt");
    fs::write(&file, GOOD).unwrap();
    (dir, file.to_str().unwrap().to_owned())
}

/// The files of matches that were not finished.
fn unfinished(dir: &Dir) -> Vec<String> {
    let names = dir
        .contents()
        .into_keys()
        .filter(|name| name.starts_with("games.txt.unfinished-"));
    names
        .map(|name| dir.file(&name).to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_match_that_cannot_begin_leaves_the_file_as_it_is() {
    let (dir, file) = earlier();
    let said = refusal(&[
        "match",
        "--bare",
        "random",
        "engine:/no/such/program",
        "--games",
        "2",
        "--records",
        &file,
    ]);
    assert!(said.contains("cannot start /no/such/program"), "{said}");
    assert_eq!(
        dir.contents().into_values().collect::<Vec<_>>(),
        [GOOD.as_bytes()]
    );
}

#[test]
fn a_match_that_fails_says_where_its_games_are() {
    let (tables, _) = super::common::solved(&rules("three"), Scope::WHOLE);
    fs::remove_file(tables.file("3-3.wdl")).unwrap();
    let (dir, file) = earlier();
    // A mill to be closed at once, for either player; then a position whose table is missing.
    let openings = tables.file("openings.txt");
    fs::write(
        &openings,
        "three WW1/BB1/3 w 1,1 0 3\nthree W1W/B1B/WB1 w 0,0 0 4\n",
    )
    .unwrap();
    let player = format!("perfect:{}", tables.text());
    let variant = [
        "match",
        "closer",
        &player,
        "--variant",
        "three",
        "--games",
        "4",
        "--records",
        &file,
    ];
    let output = merels(
        &[
            &variant[..],
            &["--openings-file", openings.to_str().unwrap()],
        ]
        .concat(),
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let [left] = &unfinished(&dir)[..] else {
        panic!("{:?}", dir.contents().keys())
    };
    assert!(
        said.trim_end()
            .ends_with(&format!("; the games that have ended are in {left}")),
        "{said}"
    );
    assert!(
        read_records(&fs::read_to_string(left).unwrap())
            .unwrap()
            .len()
            >= 2
    );
    assert_eq!(fs::read_to_string(file).unwrap(), GOOD);
}

#[test]
fn a_match_that_is_killed_leaves_its_games_and_the_file_as_it_is() {
    let (dir, file) = earlier();
    let mut before = Vec::new();
    for _ in 0..2 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_merels"))
            .args([
                "match",
                "random",
                "random",
                "--variant",
                "six",
                "--games",
                "10000000",
                "--records",
                &file,
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let left = loop {
            let new = unfinished(&dir)
                .into_iter()
                .find(|path| !before.contains(path));
            match new.filter(|path| fs::metadata(path).is_ok_and(|there| there.len() >= 20_000)) {
                Some(path) => break path,
                None => assert!(child.try_wait().unwrap().is_none(), "it has ended"),
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&left) && said.lines().count() == 1, "{said}");
        let games = GameReader::new(fs::read_to_string(&left).unwrap());
        let mut read = 0;
        for (_, game) in games {
            read += usize::from(game.is_ok());
        }
        assert!(read > 10, "{read} games");
        assert_eq!(fs::read_to_string(&file).unwrap(), GOOD);
        before.push(left);
    }
    // The next one goes to its end, and touches none of that.
    let bytes = fs::read(&before[0]).unwrap();
    stdout(&[
        "match",
        "random",
        "random",
        "--variant",
        "six",
        "--games",
        "3",
        "--records",
        &file,
    ]);
    assert_eq!(
        read_records(&fs::read_to_string(&file).unwrap())
            .unwrap()
            .len(),
        3
    );
    assert!(fs::read(&before[0]).unwrap() == bytes);
    assert_eq!(dir.contents().len(), 3);
}

#[cfg(unix)]
#[test]
fn a_pipe_gets_every_game_once() {
    let text = stdout(&[
        "match",
        "random",
        "random",
        "--variant",
        "six",
        "--games",
        "4",
        "--records",
        "/dev/stdout",
    ]);
    assert_eq!(text.matches("[Event ").count(), 4, "{text}");
    if fs::metadata("/dev/full").is_ok() {
        let output = merels(&[
            "match",
            "random",
            "random",
            "--variant",
            "six",
            "--games",
            "2",
            "--records",
            "/dev/full",
        ]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("error: cannot write /dev/full: "),
            "{output:?}"
        );
    }
}

/// Each game takes some 50 KB of memory, and the program hardly more than one.
#[cfg(unix)]
#[test]
fn a_match_keeps_no_games() {
    let dir = Dir::new();
    let file = dir.file("games.txt");
    let limited = "ulimit -v 400000; exec \"$0\" \"$@\"";
    let players = [
        "match",
        "random",
        "random",
        "--bare",
        "--variant",
        "six",
        "--games",
        "20000",
        "--threads",
        "2",
    ];
    for records in [&[][..], &["--records", file.to_str().unwrap()]] {
        let output = Command::new("sh")
            .args(
                [
                    &["-c", limited, env!("CARGO_BIN_EXE_merels")],
                    &players[..],
                    records,
                ]
                .concat(),
            )
            // A reserve for each thread is no use of memory.
            .env("MALLOC_ARENA_MAX", "1")
            .output()
            .unwrap();
        assert!(
            String::from_utf8_lossy(&output.stdout).contains(" 20000 games: "),
            "{output:?}"
        );
    }
    // In their order, whichever ended first.
    let text = fs::read_to_string(&file).unwrap();
    let rounds = text.lines().filter_map(|line| {
        line.strip_prefix("[Round \"")?
            .strip_suffix("\"]")?
            .parse::<usize>()
            .ok()
    });
    assert!(rounds.eq(1..=20_000));
}
