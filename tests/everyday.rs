//! What a player asks the program: to show, to convert, to find a move.

use crate::{NINE, merels, objects, stdout};
use merels::{Position, Rules};
use serde_json::json;

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
