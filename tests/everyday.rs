//! What a player asks the program: to show, to convert, to find a move.

use crate::{NINE, PROGRAM, merels, objects, stdout};
use merels::{Position, Rules};
use serde_json::json;
use std::process::Command;

#[test]
fn a_position_is_drawn() {
    let board = "\
3  W---B---.
   | \\ | / |
2  .---W---.
   | / | \\ |
1  .---.---B

   a   b   c

";
    let line = "three WB1/1W1/2B w 1,1 0 3";
    let told = "White to move; in hand: White 1, Black 1\n";
    assert_eq!(stdout(&["show", line]), format!("{board}{told}"));
    let drawn = objects(&["show", line])[0].clone();
    assert_eq!(drawn["white"], json!({ "men": ["a3", "b2"], "hand": 1 }));
    assert_eq!(drawn["to_move"], "white");
    let over = stdout(&["show", "three WWW/BB1/3 b 0,1 0 3"]);
    assert!(over.ends_with("White wins: White has a mill; in hand: White 0, Black 1\n"));
    // Each man and each empty point stands once on every board.
    for rules in objects(&["rules"]) {
        let rules: Rules = rules["rules"].as_str().unwrap().parse().unwrap();
        let start = Position::start(rules).unwrap().to_string();
        let signs = |sign| matches!(sign, 'W' | 'B' | '.');
        let board = stdout(&["show", &start]);
        let board = board.split("\n\n").next().unwrap();
        let count = board.chars().filter(|&sign| signs(sign)).count();
        assert_eq!(count, rules.board.points().len(), "{rules}");
    }
}

#[test]
fn the_games_and_their_options_are_listed() {
    let list = stdout(&["rules"]);
    assert!(list.contains("\nnine                             Nine Men's Morris\n"));
    assert!(list.contains("\nnine[fly=never]                  No flying\n"));
    let options = stdout(&["rules", "nine[fly=never,quiet=80]"]);
    for line in [
        "\n* fly=never        Men never fly\n  fly=3            With three men you may fly\n",
        "\n* quiet=80           1 to 1000, or never\n",
        "\n* men=9            3 to 12\n",
    ] {
        assert!(options.contains(line), "{line}{options}");
    }
    let told = &objects(&["rules", "nine[fly=never]"])[0];
    let all = told["options"].as_array().unwrap();
    let fly = all.iter().find(|option| option["key"] == "fly").unwrap();
    assert_eq!(
        (&fly["value"], &fly["choices"][1]["value"]),
        (&json!("never"), &json!("3"))
    );
}

#[test]
fn a_game_goes_from_format_to_format() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("converted");
    std::fs::create_dir_all(&folder).unwrap();
    let record = "[Result \"*\"]\n[Variant \"nine\"]\n\n1. d6 f4 2. d2 b4 *\n";
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let game = file("record", record);
    for format in ["record", "playok", "sanmill", "link"] {
        let written = stdout(&["convert", &game, "--to", format]);
        let again = stdout(&["convert", &file(format, &written), "--to", "record"]);
        assert_eq!(again, record, "{format}: {written}");
    }
    let line = "nine 3/1W1/3/1B2B1/3/1W1/3 w 7,7 0 3\n";
    for format in ["line", "fen", "mfen"] {
        let written = stdout(&["convert", &game, "--to", format]);
        let again = stdout(&["convert", &file(format, &written), "--to", "line"]);
        assert_eq!(again, line, "{format}: {written}");
        let by = ["--to", "line", "--rules", "nine[fly=never]"];
        let by = stdout(&[&["convert", &file(format, &written)], &by[..]].concat());
        assert_eq!(by.starts_with("nine[fly=never] "), format != "line");
    }
    let piped = Command::new(PROGRAM)
        .args(["convert", "-", "--to", "line"])
        .stdin(std::fs::File::open(&game).unwrap())
        .output();
    assert_eq!(String::from_utf8(piped.unwrap().stdout).unwrap(), line);
    let six = file("six", "six 3/3/4/3/3 w 6,6 0 1");
    let refused = merels(&["convert", &six, "--to", "playok"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(
        message.ends_with("six: playok cannot say this of six\n"),
        "{message}"
    );
}

#[test]
fn the_best_move_is_found() {
    let start = "three 3/3/3 w 3,3 0 1";
    let told = stdout(&["best", start]);
    assert!(told.starts_with("b2\nscore win 9 depth 9 pv b2 "), "{told}");
    let told = &objects(&["best", start, "--nodes", "3000"])[0];
    assert_eq!(
        (&told["move"], &told["score"]),
        (&json!("b2"), &json!({ "win": 9 }))
    );
    // By a node or in no time, something is found.
    for limit in [["--nodes", "1"], ["--movetime", "0"], ["--depth", "1"]] {
        let told = stdout(&[&["best", "nine 3/3/3/6/3/3/3 w 9,9 0 1"], &limit[..]].concat());
        assert!(matches!(told.lines().count(), 1 | 2), "{told}");
    }
    // Only c3-c4 wins, as the pack knows, which has no distances.
    let line = "nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10";
    let told = &objects(&["best", line, "--data", NINE, "--depth", "1"])[0];
    assert_eq!(
        (&told["move"], &told["score"]),
        (&json!("c3-c4"), &json!({ "cp": 10_000 }))
    );
}

/// A record in a file of its own.
fn recorded(name: &str, text: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_game_is_reviewed_by_exact_values() {
    let tags = "[White \"Ann\"]\n[Position \"nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10\"]\n";
    let record = recorded(
        "exact-review.txt",
        &format!("{tags}\n10. b6-b4 c5-c4 (10... a7-a4) 11. d7-g7 a7-d7xg7 *\n"),
    );
    let told = stdout(&["review", &record, "--data", NINE]);
    assert_eq!(
        told,
        "\
game 1: Ann - ?, *
10. b6-b4            win       loss      turned a win into a loss
10... c5-c4          win       win       the only move that kept the result
11. d7-g7            loss      loss      kept the result
11... a7-d7xg7       win       win       kept the result
accuracy: White 0.0 %, Black 100.0 %
"
    );
    let game = &objects(&["review", &record, "--data", NINE])[0];
    assert_eq!(game["accuracy"], json!({ "white": 0.0, "black": 100.0 }));
    assert_eq!(game["moves"].as_array().unwrap().len(), 4);
    let first = &game["moves"][0];
    assert_eq!(
        [&first["move"], &first["side"], &first["judgement"]],
        ["b6-b4", "white", "win-lost"]
    );
    assert_eq!(
        (&first["before"], &first["after"], &first["exact"]),
        (
            &json!({ "cp": 10_000 }),
            &json!({ "cp": -10_000 }),
            &json!(true)
        )
    );
    assert_eq!(game["moves"][1]["only"], "exact");
}

#[test]
fn a_game_is_reviewed_by_the_search() {
    // White wins by the centre only, and not by the corner.
    let record = recorded(
        "estimated-review.txt",
        "[Variant \"three\"]\n\n1. a3 b2 2. c3 b3 3. b1 *\n\n[Variant \"three\"]\n\n1. a3 *\n",
    );
    let games = objects(&["review", &record]);
    assert_eq!(games.len(), 2);
    let moves = games[0]["moves"].as_array().unwrap();
    assert_eq!(moves[0]["before"], json!({ "win": 9 }));
    assert_ne!(moves[0]["judgement"], "kept");
    // Each move ends where the next begins, as the other side sees it.
    for pair in moves.windows(2) {
        let (after, before) = (&pair[0]["after"], &pair[1]["before"]);
        let turned = match (
            after["win"].as_u64(),
            after["loss"].as_u64(),
            after["cp"].as_i64(),
        ) {
            (Some(plies), _, _) => json!({ "loss": plies }),
            (_, Some(plies), _) => json!({ "win": plies }),
            (_, _, Some(cp)) => json!({ "cp": -cp }),
            _ => after.clone(),
        };
        assert_eq!(&turned, before, "{pair:?}");
    }
    // The second game is too short to say more than the first did of the same move.
    assert_eq!(games[1]["moves"][0], moves[0]);
    // The same every time, and quick by the clock.
    assert_eq!(objects(&["review", &record]), games);
    let told = stdout(&["review", &record, "--movetime", "0"]);
    assert!(told.contains("\n1. a3 "), "{told}");
    // A game that the rules have ended needs no search for its end.
    let over = recorded(
        "over-review.txt",
        "[Variant \"three\"]\n\n1. a3 a1 2. b3 b1 3. c3 1-0\n",
    );
    let last = objects(&["review", &over])[0]["moves"][4].clone();
    assert_eq!(last["after"], json!({ "win": 0 }));
    let empty = recorded("no-review.txt", "");
    let output = merels(&["review", &empty]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.ends_with("there is no game in it\n"), "{message}");
}
