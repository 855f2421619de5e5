//! The rule cases of `tests/data/rules/` (one or more for every sentence of the rule text) against
//! the crate. `tests/data/README.md` has their format; `tests/wasm/rules.test.mjs` runs the same
//! files against the WebAssembly.

use merels::board::{Board, Points};
use merels::game::NodeId;
use merels::notation::{read_fen, read_move, read_playok, read_record};
use merels::position::Outcome;
use merels::{Game, Position, Preset, ReadError, Rules, Side};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().expect("a list of moves");
    list.iter()
        .map(|text| text.as_str().expect("a move").to_owned())
        .collect()
}

fn legal(game: &Game) -> BTreeSet<String> {
    if game.outcome().is_some() {
        return BTreeSet::new();
    }
    let position = game.position();
    position
        .legal_moves()
        .into_iter()
        .map(|mv| mv.display(position.board()).to_string())
        .collect()
}

fn play(game: &mut Game, text: &str) -> Result<(), String> {
    let mv = read_move(text, game.position().board()).map_err(|error| error.to_string())?;
    game.play(mv).map(|_| ()).map_err(|error| error.to_string())
}

fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn expect_text(found: &str, expected: &Value) -> Result<(), String> {
    expect(expected.as_str() == Some(found), || {
        format!("expected {expected}, found {found}")
    })
}

/// A text that must be refused, with a fragment of the message.
fn check_refused<T>(case: &Value, result: Result<T, String>) -> Result<(), String> {
    let fragment = case["refused"]
        .as_str()
        .expect("refused: a fragment of the message");
    let message = result.err().ok_or("was accepted")?;
    expect(message.to_lowercase().contains(fragment), || {
        format!("{message:?} does not say {fragment:?}")
    })
}

fn start(spec: &str) -> Result<Position, String> {
    let rules: Rules = spec.parse().map_err(|error: ReadError| error.to_string())?;
    Position::start(rules).map_err(|error| error.to_string())
}

fn check_spec(case: &Value, spec: &str) -> Result<(), String> {
    let start = start(spec);
    if case.get("refused").is_some() {
        return check_refused(case, start);
    }
    let start = start?;
    if let Some(normal) = case.get("normal") {
        expect_text(&start.rules().to_string(), normal)?;
    }
    if let Some(name) = case.get("name") {
        expect_text(&start.rules().name(), name)?;
    }
    case.get("start")
        .map_or(Ok(()), |line| expect_text(&start.to_string(), line))
}

fn check_board(case: &Value, name: &str) -> Result<(), String> {
    let board = Board::by_name(name).ok_or("no such board")?;
    let point = |name: &str| {
        board
            .point(name)
            .unwrap_or_else(|| panic!("{name} is a point"))
    };
    let line = |text: &str| -> Points { text.split('-').map(point).collect() };
    let edges = board
        .points()
        .map(|point| board.neighbours(point).len())
        .sum::<usize>()
        / 2;
    let counts = [
        ("points", board.points().len()),
        ("edges", edges),
        ("mills", board.mills().len()),
        ("symmetries", board.symmetries().len()),
    ];
    for (key, count) in counts {
        if let Some(expected) = case.get(key) {
            expect(expected.as_u64() == Some(count as u64), || {
                format!("{count} {key}")
            })?;
        }
    }
    for (key, joined) in [("joined", true), ("apart", false)] {
        for pair in case.get(key).map(texts).unwrap_or_default() {
            let (a, b) = pair.split_once('-').expect("a pair of points");
            expect(
                board.neighbours(point(a)).contains(point(b)) == joined,
                || format!("{pair} {key}"),
            )?;
        }
    }
    for (key, is_mill) in [("lines", true), ("no_lines", false)] {
        for three in case.get(key).map(texts).unwrap_or_default() {
            expect(board.mills().contains(&line(&three)) == is_mill, || {
                format!("{three} {key}")
            })?;
        }
    }
    Ok(())
}

fn check_fen(case: &Value, fen: &str) -> Result<(), String> {
    let read = read_fen(fen, Preset::Nine.rules()).map_err(|error| error.to_string());
    if case.get("refused").is_some() {
        check_refused(case, read)
    } else {
        expect_text(&read?.to_string(), &case["then"])
    }
}

/// A record, whose main line is the moves of the case.
fn check_record(case: &Value, record: &str) -> Result<(), String> {
    let read = read_record(record).map_err(|error| error.to_string());
    if case.get("refused").is_some() {
        return check_refused(case, read);
    }
    let game = read?;
    expect_text(
        &game.node(NodeId::ROOT).position().to_string(),
        &case["line"],
    )?;
    expect(played(&game) == texts(&case["moves"]), || {
        format!("the main line is {:?}", played(&game))
    })?;
    expect_text(game.outcome().map_or("*", Outcome::result), &case["result"])
}

fn check_playok(case: &Value, numbers: &str) -> Result<(), String> {
    let record = format!("[Position {}]\n\n{numbers}", case["line"]);
    let game = read_playok(&record).map_err(|error| error.to_string())?;
    expect(played(&game) == texts(&case["moves"]), || {
        format!("the numbers mean {:?}", played(&game))
    })
}

fn played(game: &Game) -> Vec<String> {
    let board = game.position().board();
    let moves = game
        .path(game.current())
        .into_iter()
        .filter_map(|id| game.node(id).mv());
    moves.map(|mv| mv.display(board).to_string()).collect()
}

fn check(case: &Value) -> Result<(), String> {
    let text = |key: &str| case.get(key).and_then(Value::as_str);
    if let Some(line) = text("read") {
        return check_refused(
            case,
            line.parse::<Position>().map_err(|error| error.to_string()),
        );
    }
    if let Some(spec) = text("spec") {
        return check_spec(case, spec);
    }
    if let Some(board) = text("board") {
        return check_board(case, board);
    }
    if let Some(fen) = text("fen") {
        return check_fen(case, fen);
    }
    if let Some(record) = text("record") {
        check_record(case, record)?;
    }
    if let Some(numbers) = text("playok") {
        check_playok(case, numbers)?;
    }
    if case.get("record").is_some() && case.get("refused").is_some() {
        return Ok(());
    }
    check_position(
        case,
        text("line").ok_or("a case needs something to look at")?,
    )
}

fn check_position(case: &Value, line: &str) -> Result<(), String> {
    let position: Position = line.parse().map_err(|error: ReadError| error.to_string())?;
    if case.get("then").is_none() || case.get("moves").is_some() {
        expect_text(&position.to_string(), &Value::from(line))?;
    }
    let mut game = Game::from_position(position);
    for text in case.get("moves").map(texts).unwrap_or_default() {
        play(&mut game, &text).map_err(|error| format!("{text}: {error}"))?;
    }
    let found = legal(&game);
    if let Some(expected) = case.get("legal") {
        expect(found == texts(expected).into_iter().collect(), || {
            format!("expected {expected}, found {found:?}")
        })?;
    }
    for text in case.get("has").map(texts).unwrap_or_default() {
        expect(found.contains(&text), || {
            format!("expected {text} in {found:?}")
        })?;
    }
    for text in case.get("lacks").map(texts).unwrap_or_default() {
        expect(!found.contains(&text), || {
            format!("did not expect {text} in {found:?}")
        })?;
    }
    if let Some(count) = case.get("count") {
        expect(Some(found.len() as u64) == count.as_u64(), || {
            format!("expected {count}, found {found:?}")
        })?;
    }
    if let Some(then) = case.get("then") {
        expect_text(&game.position().to_string(), then)?;
    }
    if let Some(expected) = case.get("outcome") {
        let found = game.outcome().map_or(
            Value::Null,
            |outcome| json!({ "winner": outcome.winner().map(Side::name), "reason": outcome.id() }),
        );
        expect(found == *expected, || {
            format!("expected {expected}, found {found}")
        })?;
    }
    if let Some(turn) = case.get("play").and_then(Value::as_str) {
        let before = game.position().to_string();
        let message = play(&mut game, turn)
            .err()
            .ok_or_else(|| format!("{turn} was accepted"))?;
        expect(
            !message.is_empty() && before == game.position().to_string(),
            || format!("{turn} changed the game"),
        )?;
    }
    Ok(())
}

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules");
    let mut faults = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let cases: Vec<Value> =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for case in &cases {
            count += 1;
            if let Err(fault) = check(case) {
                faults.push(format!(
                    "{}: {}: {fault}\n  {case}",
                    path.display(),
                    case["about"]
                ));
            }
        }
    }
    assert!(count >= 700, "only {count} cases were found");
    assert!(
        faults.is_empty(),
        "{} of {count} cases fail:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Counts of more than a billion with `MERELS_EVERY=1`.
#[test]
fn perft_agrees_with_the_reference() {
    let all = std::env::var_os("MERELS_EVERY").is_some();
    let table =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.csv"))
            .unwrap();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let [preset, depth, turns] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        rows += 1;
        let turns: u64 = turns.parse().unwrap();
        if turns > 1_000_000_000 && !all {
            continue;
        }
        let start = Position::start(preset.parse().unwrap()).unwrap();
        assert_eq!(
            merels::perft(&start, depth.parse().unwrap()),
            turns,
            "{row}"
        );
    }
    assert!(rows >= 19, "the reference alone has nineteen rows");
}
