//! The `merels` program as a shell sees it: what it prints, where, and the exit status. Its engine,
//! its matches and its solver are in files of their own.

mod arena;
mod engine;
mod everyday;
mod slow;
mod solve;

use serde_json::{Value, json};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_merels");

fn merels(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = merels(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn perft_counts() {
    assert_eq!(stdout(&["perft", "nine", "0"]), "1\n");
    assert_eq!(stdout(&["perft", "nine", "4"]), "255024\n");
    assert_eq!(stdout(&["perft", "nine[first=black]", "3"]), "12144\n");
    let line = "nine W2/W2/W2/W1B3/1BB/1BB/2B w 0,0 3 20";
    assert_eq!(
        stdout(&["perft", "nine", "1", "--position", line]),
        format!("{}\n", stdout(&["moves", line]).lines().count())
    );
}

#[test]
fn perft_divides_and_ends_with_the_count() {
    let divided = stdout(&["perft", "three", "3", "--divide"]);
    let lines: Vec<_> = divided.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "a3 56");
    let sum: u64 = lines[..9]
        .iter()
        .map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap())
        .sum();
    assert_eq!(lines[9], sum.to_string());
    assert_eq!(lines[9], stdout(&["perft", "three", "3"]).trim());
}

/// The objects that a command writes with `--json`, one a line.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let output = merels(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    text.lines().map(object).collect()
}

#[test]
fn json_says_the_same_as_the_text() {
    let start = "three 3/3/3 w 3,3 0 1";
    assert_eq!(
        objects(&["perft", "three", "2"]),
        [json!({ "position": start, "depth": 2, "count": 72 })]
    );
    let divided = &objects(&["perft", "three", "3", "--divide"])[0];
    assert_eq!(divided["moves"][0], json!({ "move": "a3", "count": 56 }));
    let counts = divided["moves"].as_array().unwrap().iter();
    let sum: u64 = counts.map(|mv| mv["count"].as_u64().unwrap()).sum();
    assert_eq!(divided["count"], sum);
    let line = "three 3/1W1/3 b 2,3 0 1";
    let moves = ["a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1"];
    assert_eq!(
        objects(&["moves", line]),
        [json!({ "position": line, "moves": moves })]
    );
    // A list that grows is one object a line.
    let jobs = objects(&["plan", "three"]);
    let rows = String::from_utf8(merels(&["plan", "three"]).stdout).unwrap();
    assert_eq!(jobs.len(), rows.lines().count() - 1);
    for (job, row) in jobs.iter().zip(rows.lines().skip(1)) {
        let joined = |name: &str| {
            let names = job[name].as_array().unwrap().iter();
            let names: Vec<_> = names.map(|name| name.as_str().unwrap()).collect();
            names.join(" ")
        };
        let told = format!(
            "{},{},{},{},{},{},{:.1}",
            job["sector"].as_str().unwrap(),
            joined("solved_with"),
            joined("needs"),
            job["slots"],
            job["disk_bytes"],
            job["memory_bytes"],
            job["core_seconds"].as_f64().unwrap()
        );
        assert_eq!(told, row);
    }
}

#[test]
fn a_match_is_told_as_json() {
    let arguments = ["match", "closer", "random", "--bare", "--games", "6"];
    let told = &objects(&arguments)[0];
    let text = stdout(&arguments);
    let pair = &told["pairs"][0];
    assert_eq!(pair["players"], json!(["closer", "random"]));
    for (name, begin) in [
        ("all", "all"),
        ("as_white", "as White"),
        ("as_black", "as Black"),
    ] {
        let tally = &pair[name];
        let counts = format!(
            "{} won, {} drawn, {} lost; score {:.1} %",
            tally["won"],
            tally["drawn"],
            tally["lost"],
            100.0 * tally["score"].as_f64().unwrap()
        );
        let line = text.lines().find(|line| line.starts_with(begin)).unwrap();
        assert!(line.contains(&counts), "{line}: {counts}");
    }
    assert_eq!(
        (&told["games"], &told["stopped"]),
        (&json!(6), &json!(false))
    );
    let ends = told["ends"].as_object().unwrap().values();
    assert_eq!(ends.map(|count| count.as_u64().unwrap()).sum::<u64>(), 6);
    assert!(told.get("sprt").is_none());

    let tested = objects(&[&arguments[..], &["--sprt", "0", "5"]].concat());
    let sprt = &tested[0]["sprt"];
    let pairs = sprt["pairs"].as_array().unwrap().iter();
    assert_eq!(pairs.map(|count| count.as_u64().unwrap()).sum::<u64>(), 3);
    assert_eq!(sprt["accepted"], Value::Null);
    assert_eq!((&sprt["elo1"], &sprt["alpha"]), (&json!(5.0), &json!(0.05)));
    let three = [
        "match", "closer", "random", "random", "--bare", "--games", "1",
    ];
    assert_eq!(objects(&three)[0]["pairs"].as_array().unwrap().len(), 3);
}

#[test]
fn moves_are_listed_and_nothing_else() {
    assert_eq!(
        stdout(&["moves", "three 3/1W1/3 b 2,3 0 1"]),
        "a3\nb3\nc3\na2\nc2\na1\nb1\nc1\n"
    );
    assert_eq!(
        stdout(&["moves", "three WWW/BB1/3 b 0,1 0 3"]),
        "",
        "the game is over"
    );
    let capture = stdout(&["moves", "nine WW1/3/3/6/3/3/BB1 w 7,7 0 3"]);
    assert!(capture.lines().any(|line| line == "g7xa1"), "{capture}");
}

#[test]
fn errors_are_one_line_on_stderr_and_status_2() {
    let wrong: [&[&str]; 26] = [
        &["best", "three WWW/BB1/3 b 0,1 0 3"],
        &["convert", "no-such-file", "--to", "fen"],
        &["convert", "Cargo.toml", "--to", "frobnish"],
        &["rules", "ninety"],
        &["frobnicate"],
        &["match", "random", "random", "--records", "-"],
        &["review", "no-such-file"],
        &["review", "Cargo.toml"],
        &["perft"],
        &["perft", "nine"],
        &["perft", "nine", "-1"],
        &["perft", "nine", "x"],
        &["perft", "ninety", "1"],
        &["perft", "nine[men=99]", "1"],
        &[
            "perft",
            "nine",
            "1",
            "--position",
            "six 3/3/4/3/3 w 6,6 0 1",
        ],
        &["perft", "nine", "1", "2"],
        &["perft", "nine", "1", "--frobnicate"],
        // Deeper than the stack.
        &["perft", "three[quiet=never]", "4294967295"],
        &["perft", "nine[quiet=never,repeat=never]", "100", "--divide"],
        &["moves"],
        &["moves", "nine\n3/3"],
        &["engine", "now"],
        &["completions"],
        &["completions", "frobnish"],
        &["man", "frobnicate"],
        &["man", "keep", "frobnicate"],
    ];
    for arguments in wrong {
        let output = merels(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
        assert!(
            message.starts_with("error: ") && message.len() > 12,
            "{arguments:?}: {message}"
        );
    }
}

/// The shipped pack of Nine Men's Morris.
const NINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/nine");

#[test]
fn a_mistake_is_explained() {
    let line = "nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10";
    assert_eq!(
        stdout(&["why", line, "b6-b4", "--data", NINE]),
        "Black answers c5-c4, and d7-d6-d5 can no longer be stopped.\n    \
         line: b6-b4 c5-c4 d7-g7 a7-d7xg7\n    what held: c3-c4\n"
    );
    let told = &objects(&["why", line, "b6-b4", "--data", NINE])[0];
    assert_eq!(told["kind"], "mill-unstoppable");
    assert_eq!(told["mills"], json!([["d7", "d6", "d5"]]));
    assert_eq!([&told["had"], &told["has"]], ["win", "loss"]);
    let output = merels(&["why", line, "c3-c4", "--data", NINE]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"error: the move gives nothing away\n");
}

#[test]
fn a_mistake_that_ends_the_game_says_who_wins() {
    let tables = format!("{}/why_three", env!("CARGO_TARGET_TMPDIR"));
    let solved = merels(&["solve", "three", "--out", &tables]);
    assert!(solved.status.success(), "{solved:?}");
    let line = "three W1B/1W1/3 b 1,2 0 2";
    assert_eq!(
        stdout(&["why", line, "a1", "--data", &tables]),
        "White threatened to close a3-b2-c1, and a1 does not stop that. \
         That wins the game for White.\n    line: a1 c1\n    what held: c1\n"
    );
}

#[test]
fn the_mistakes_of_a_game_are_explained_and_counted() {
    let record = format!("{}/why.txt", env!("CARGO_TARGET_TMPDIR"));
    let text = "[Position \"nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10\"]\n\n10. b6-b4 c5-c4 *\n";
    std::fs::write(&record, text).unwrap();
    let told = objects(&["why", &record, "--data", NINE]);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["game"], 1);
    assert!(stdout(&["why", &record, "--data", NINE]).starts_with("game 1, 10. b6-b4: Black"));
    let output = merels(&["why", &record, "--data", NINE, "--count"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("where the values are known,"), "{said}");
    let counts = String::from_utf8_lossy(&output.stdout);
    assert!(counts.contains("\nmill-unstoppable,0,1\n"), "{counts}");
    assert!(
        counts.ends_with("\nall,0,1\nexplained %,0.0,100.0\n"),
        "{counts}"
    );
}

#[test]
fn threads_without_measure_are_refused() {
    for command in [
        &["solve", "three", "--out", PROGRAM][..],
        &["verify", PROGRAM],
    ] {
        let output = merels(&[command, &["--threads", "100000"]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("100000 is not in 0..=1024"),
            "{output:?}"
        );
    }
}

#[test]
fn the_name_of_a_file_commands_no_terminal() {
    // In a directory that cannot be.
    let [name, shown] = ["\u{1b}[31m\nno\u{202e}", r"\u{1b}[31m\nno\u{202e}"]
        .map(|name| format!("{PROGRAM}/{name}"));
    let name = name.as_str();
    let (player, engine) = (format!("perfect:{name}"), format!("engine:'{name}'"));
    let commands: [&[&str]; 10] = [
        &["games", name],
        &["stats", name],
        &["verify", name],
        &["probe", name, "three 3/3/3 w 3,3 0 1"],
        &["why", "game", "--data", name],
        &["solve", "three", "--out", name],
        &["match", "random", &player],
        &["match", "--bare", "random", &engine],
        &["match", "random", "random", "--records", name],
        &["match", "random", "random", "--openings-file", name],
    ];
    for arguments in commands {
        let output = merels(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(
            message.contains(&shown) && message.lines().count() == 1,
            "{arguments:?}: {message}"
        );
        assert!(
            !message.trim_end().contains(char::is_control),
            "{arguments:?}: {message:?}"
        );
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(stdout(&["--help"]).contains("perft"));
    assert!(stdout(&["--version"]).starts_with("merels "));
    assert!(stdout(&["perft", "--help"]).contains("--divide"));
    // As with Cargo.
    assert!(stdout(&[]).contains("\nUsage: merels <COMMAND>\n"));
    assert!(stdout(&["keep"]).contains("\nUsage: merels keep <COMMAND>\n"));
}

#[test]
fn the_help_of_the_engine_has_all_its_options() {
    let help = stdout(&["engine", "--help"]);
    for line in merels_cli::protocol::introduction() {
        if let Some(option) = line.strip_prefix("option name ") {
            let (name, _) = option.split_once(' ').unwrap();
            assert!(help.contains(&format!("\n  {name:<7}  ")), "{name}");
        }
    }
}

#[test]
fn what_is_wrong_with_an_argument_is_said_plainly() {
    for (arguments, said) in [
        (
            &["perft", "nine", "x"][..],
            "'x' for '<DEPTH>': expected a whole number",
        ),
        (
            &[
                "best",
                "three 3/3/3 w 3,3 0 1",
                "--nodes",
                "99999999999999999999",
            ],
            "'--nodes <N>': the number is out of range",
        ),
        (
            &["match", "level:99", "random"],
            "level wants a number from 1 to 11, not \"99\"; level:perfect is the highest",
        ),
        (
            &["match", "random", "random", "--records", "-"],
            "cannot write -: expected the name of a file (./- if it is that)",
        ),
        (
            &["probe", NINE, "seven 3/3/5/3/3 w 7,7 0 1"],
            "error: the pack is of nine, not of seven",
        ),
    ] {
        let message = String::from_utf8(merels(arguments).stderr).unwrap();
        assert!(message.ends_with(&format!("{said}\n")), "{message}");
    }
}

#[test]
fn shells_and_man_are_told_of_every_option() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for word in ["perft", "sprt", "divide"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let page = stdout(&["man"]);
    assert!(page.contains(".TH merels 1 ") && page.contains("merels\\-match(1)"));
    let page = stdout(&["man", "match"]);
    assert!(page.contains(".TH merels-match 1 ") && page.contains("\\-\\-sprt"));
    let page = stdout(&["man", "keep", "run"]);
    assert!(page.contains(".TH merels-keep-run 1 ") && page.contains("\\-\\-show"));
}

/// `merels perft nine 3 --divide | head -1`
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [
        &["perft", "nine", "4", "--divide"][..],
        &["moves", "nine 3/3/3/6/3/3/3 w 9,9 0 1"],
        &["completions", "bash"],
        &["man", "match"],
    ] {
        let mut child = Command::new(PROGRAM)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

/// A commit that changes the total changes the file, and says so.
#[test]
fn bench_has_the_total_that_is_written_down() {
    let written = include_str!("data/bench.txt").trim();
    let shown = stdout(&["bench"]);
    assert_eq!(
        shown.lines().next(),
        Some(format!("nodes {written}").as_str()),
        "{shown}"
    );
}

#[test]
fn a_file_of_games_is_listed_and_searched() {
    let path = std::env::temp_dir().join(format!("merels-games-{}.txt", std::process::id()));
    let good = "[White \"Ann\"]\n\n1. d6 f4 1-0\n";
    std::fs::write(
        &path,
        format!("{good}\n1. zz *\n\n[Black \"Bob\"]\n\n1. 5 14 0-1\n"),
    )
    .unwrap();
    let file = path.to_str().unwrap();
    let listed = merels(&["games", file]);
    assert!(listed.status.success());
    let lines = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            "line 1: Ann - ?, 1-0, nine, 2 plies: d6 f4",
            "line 7: ? - Bob, 0-1, nine, 2 plies: d6 f4"
        ]
    );
    let told = merels(&["games", file, "--search", "Bob", "--json"]).stdout;
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(
        (&told["line"], &told["black"], &told["white"]),
        (&json!(7), &json!("Bob"), &Value::Null)
    );
    let told = String::from_utf8(listed.stderr).unwrap();
    assert!(
        told.starts_with("line 5, character 4: ")
            && told.ends_with("2 of 2 games; 1 could not be read\n"),
        "{told}"
    );
    let found = merels(&["games", file, "--search", "ANN d6", "--records"]);
    assert_eq!(
        String::from_utf8(found.stdout).unwrap(),
        format!("{good}\n")
    );
    let told = String::from_utf8(found.stderr).unwrap();
    assert!(
        told.ends_with("1 of 2 games; 1 could not be read\n"),
        "{told}"
    );
    std::fs::write(&path, "1. zz *\n").unwrap();
    let unread = merels(&["games", file]);
    let told = String::from_utf8(unread.stderr).unwrap();
    assert_eq!(unread.status.code(), Some(2), "{told}");
    assert!(
        told.ends_with(&format!("\nerror: {file}: no game of it could be read\n")),
        "{told}"
    );
    std::fs::write(&path, "").unwrap();
    assert!(
        merels(&["games", file]).status.success(),
        "nothing is wrong with it"
    );
    std::fs::remove_file(&path).unwrap();
    assert_eq!(merels(&["games", file]).status.code(), Some(2));
}

#[test]
fn a_file_without_an_end_is_refused() {
    let path = std::env::temp_dir().join(format!("merels-endless-{}.txt", std::process::id()));
    std::fs::File::create(&path)
        .unwrap()
        .set_len((1 << 30) + 1)
        .unwrap();
    let file = path.to_str().unwrap();
    let readers = [
        &["games", file][..],
        &["match", "random", "random", "--openings-file", file],
    ];
    let told = readers.map(|arguments| String::from_utf8(merels(arguments).stderr).unwrap());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        told[0],
        format!("error: {file}: it has more than 1073741824 bytes\n")
    );
    assert_eq!(told[1], told[0]);
}

#[test]
fn a_game_of_a_file_commands_no_terminal() {
    let path = std::env::temp_dir().join(format!("merels-forged-{}.txt", std::process::id()));
    let tags =
        "[White \"\u{1b}[31mred\\nline 9: forged\"]\n[Event \"\u{202e}a\u{9b}b\u{2028}c\u{7f}\"]\n";
    std::fs::write(&path, format!("{tags}\n1. d6 *\n")).unwrap();
    let listed = merels(&["games", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        String::from_utf8(listed.stdout).unwrap(),
        concat!(
            r"line 1: \u{1b}[31mred\nline 9: forged - ?, *, nine, 1 ply, \u{202e}a\u{9b}b\u{2028}c\u{7f}: d6",
            "\n"
        )
    );
}

/// A device that takes nothing, where the system has one.
fn full() -> Option<Stdio> {
    std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .ok()
        .map(Stdio::from)
}

#[test]
fn what_cannot_be_said_is_no_panic() {
    let path = std::env::temp_dir().join(format!("merels-unsaid-{}.txt", std::process::id()));
    std::fs::write(&path, "1. d6 *\n\n1. zz *\n").unwrap();
    let file = path.to_str().unwrap();
    for arguments in [
        &["games", file][..],
        &["plan", "three"],
        &["match", "random", "engine:true", "--games", "1"],
    ] {
        let program = || {
            let mut program = Command::new(PROGRAM);
            program
                .args(arguments)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            program
        };
        let usual = program().output().unwrap().status;
        if let Some(full) = full() {
            let status = program().stderr(full).output().unwrap().status;
            assert_eq!(status, usual, "{arguments:?}: nothing can be told");
        }
        if let (Some(full), true) = (full(), usual.success()) {
            let output = program().stdout(full).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
            assert!(
                String::from_utf8_lossy(&output.stderr).contains("error: cannot write: "),
                "{output:?}"
            );
        }
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn books_of_openings_are_shown_as_the_docs_have_them() {
    let read = |name: &str| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
        std::fs::read_to_string(format!("{root}{name}")).unwrap()
    };
    let docs = read("docs/openings.md");
    for game in ["nine", "lasker", "eleven", "twelve"] {
        let table = stdout(&["book", game]);
        assert!(docs.contains(&table), "merels book {game}");
        let file = read(&format!("data/openings/{game}.json"));
        assert_eq!(stdout(&["book", game, "--json"]), file);
    }
    // Those of the first placings are computed at once.
    let file = read("data/openings/eleven.json");
    assert_eq!(stdout(&["book", "eleven", "--shipped", "--json"]), file);
    let refused = merels(&["book", "three"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8(refused.stderr)
            .unwrap()
            .contains("no book of three")
    );
}
