//! The slow rules against themselves, the published numbers and the rule cases: the referee is
//! examined before it is trusted.

use crate::slow;
use crate::slow::board::{BOARDS, board};
use crate::slow::{CAPTURES, PRESETS, Rng, Rules};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fs;
use std::path::PathBuf;

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", name]
        .iter()
        .collect()
}

#[test]
fn boards_have_the_counts_of_the_rules() {
    let expected = [
        ("nine-holes", 9, 12, 6, 8),
        ("three", 9, 16, 8, 8),
        ("six", 16, 20, 8, 16),
        ("seven", 17, 24, 14, 8),
        ("nine", 24, 32, 16, 16),
        ("twelve", 24, 40, 20, 16),
        ("triple", 24, 40, 16, 16),
        ("picaria", 13, 28, 16, 8),
        ("shisima", 9, 16, 4, 16),
        ("tsoro", 7, 10, 5, 2),
        ("madell", 18, 24, 12, 12),
    ];
    assert_eq!(expected.map(|(name, ..)| name), BOARDS);
    for (name, points, edges, mills, symmetries) in expected {
        let board = board(name).expect("a board");
        assert_eq!(board.points.len(), points, "{name}: points");
        assert_eq!(board.edges.len(), edges, "{name}: edges");
        assert_eq!(board.mills.len(), mills, "{name}: mills");
        assert_eq!(
            slow::symmetries(name).len(),
            symmetries,
            "{name}: symmetries"
        );
    }
}

#[test]
fn symmetries_keep_edges_and_mills_and_differ() {
    for name in BOARDS {
        let board = board(name).expect("a board");
        let mut seen = BTreeSet::new();
        for symmetry in slow::symmetries(name) {
            let image = |point: usize| {
                board
                    .point(&symmetry[&board.points[point]])
                    .expect("a point")
            };
            let edges: BTreeSet<(usize, usize)> = board
                .edges
                .iter()
                .map(|(one, other)| {
                    (
                        image(*one).min(image(*other)),
                        image(*one).max(image(*other)),
                    )
                })
                .collect();
            assert_eq!(edges, board.edges, "{name}");
            let mill = |mill: &Vec<usize>| {
                let mut mapped: Vec<usize> = mill.iter().map(|point| image(*point)).collect();
                mapped.sort();
                mapped
            };
            assert_eq!(
                board.mills.iter().map(mill).collect::<BTreeSet<_>>(),
                board.mills,
                "{name}"
            );
            seen.insert((0..board.points.len()).map(image).collect::<Vec<_>>());
        }
        assert_eq!(
            seen.len(),
            slow::symmetries(name).len(),
            "{name}: twice the same symmetry"
        );
    }
}

/// Positions of so many men a side, counted up to symmetry by Burnside's lemma.
fn canonical(name: &str, white: usize, black: usize) -> u64 {
    let symmetries = slow::symmetries(name);
    let mut fixed = 0;
    for symmetry in &symmetries {
        // ways[w][b]: colourings of the cycles so far that the symmetry leaves alone.
        let mut ways = vec![vec![0u64; black + 1]; white + 1];
        ways[0][0] = 1;
        let mut done = BTreeSet::new();
        for start in symmetry.keys() {
            let mut length = 0;
            let mut point = start;
            while done.insert(point) {
                length += 1;
                point = &symmetry[point];
            }
            if length == 0 {
                continue;
            }
            let mut next = ways.clone();
            for w in 0..=white {
                for b in 0..=black {
                    if w >= length {
                        next[w][b] += ways[w - length][b];
                    }
                    if b >= length {
                        next[w][b] += ways[w][b - length];
                    }
                }
            }
            ways = next;
        }
        fixed += ways[white][black];
    }
    fixed / symmetries.len() as u64
}

#[test]
fn positions_up_to_symmetry_are_as_many_as_published() {
    assert_eq!(canonical("nine", 3, 3), 169_626);
    assert_eq!(canonical("nine", 3, 4), 760_398);
    assert_eq!(canonical("nine", 3, 5), 2_580_390);
    assert_eq!(canonical("nine", 3, 6), 6_875_320);
    let all: u64 = (3..=9)
        .flat_map(|white| (3..=9).map(move |black| canonical("nine", white, black)))
        .sum();
    assert_eq!(all, 8_904_593_601);
}

#[test]
fn perft_agrees_with_the_table() {
    let table = fs::read_to_string(data("perft.csv")).expect("the table");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("preset,depth,whole_turns"));
    let mut tried = BTreeSet::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let (preset, depth, turns): (&str, u32, u64) = (
            fields[0],
            fields[1].parse().expect("a depth"),
            fields[2].parse().expect("a count"),
        );
        if turns < 400_000 {
            assert_eq!(
                slow::perft(&slow::standard_start(preset), depth),
                turns,
                "{line}"
            );
            tried.insert(preset);
        }
    }
    assert_eq!(tried.len(), PRESETS.len(), "every preset is in the table");
}

/// Rule sets beyond the presets, so that every option is tried.
const CUSTOM: [&str; 44] = [
    "nine[first=black,protect=always]",
    "nine[ten=both]",
    "nine[fly=never]",
    "three[fly=3]",
    "five[fly=3]",
    "seven[fly=3]",
    "nine[fly=4,mills=each]",
    "twelve[mills=each,protect=never]",
    "seven[fly=always,men=8,mills=each]",
    "nine[blocked=pass,fly=never]",
    "six[blocked=draw,quiet=30]",
    "twelve[full=play,blocked=pass,men=12,reform=ban]",
    "nine[goal=mill,men=5]",
    "five[phases=mixed,reform=ban]",
    "lasker[reform=ban,ten=either]",
    "morabaraba[fly=always,protect=always]",
    "marelle-triple[between=taken,fly=jump,least=1]",
    "lasker[between=taken,least=1,men=6]",
    "six[fly=jump,least=1,phases=mixed,reform=ban]",
    "seven[centre=barred,phases=mixed]",
    "picaria[centre=free,men=6]",
    "three[begin=board,blocked=pass,fly=jump]",
    "shisima[begin=hand,centre=barred,men=4]",
    "tsoro-yematatu[fly=always]",
    "nine[men=12,placing=hand]",
    "twelve[full=each,mills=each,placing=hand]",
    "twelve[placing=mark,reform=ban]",
    "lasker[mills=each,placing=mark]",
    "twelve[full=loses,placing=none,starts=second]",
    "twelve[first=black,full=loses,placing=none]",
    "nine[again=capture,placing=again,reform=ban]",
    "six[men=8,phases=mixed,placing=again]",
    "six[blocked=pass,men=8,mills=each,placing=count,protect=always]",
    "nine[lines=once,men=12,phases=mixed,placing=count]",
    "twelve[full=one,lines=once,placing=again,starts=first-mill]",
    "five[blocked=take,reform=ban]",
    "twelve[blocked=take,fly=never,full=each,placing=none]",
    "six[blocked=free,men=8,placing=none,full=one]",
    "lasker[blocked=free,fly=never,reform=ban]",
    "seven[between=taken,blocked=free,lines=once]",
    "six[blocked=free,first=black,men=8,placing=mark,starts=first-mill]",
    "three[blocked=take,full=one,goal=mill,lines=once,placing=count,starts=first-mill]",
    "six[blocked=free,men=8,placing=again,full=each,starts=second]",
    "three[blocked=free,goal=mill,men=4]",
];

fn rule_sets() -> Vec<String> {
    PRESETS
        .iter()
        .chain(&CAPTURES)
        .chain(&CUSTOM)
        .map(|spec| Rules::read(spec).expect("a rule set").spec().to_string())
        .collect()
}

#[test]
fn random_positions_are_positions_and_turns_lead_to_positions() {
    for (number, spec) in rule_sets().iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        for _ in 0..100 {
            let line = slow::random_position(spec, &mut rng);
            assert_eq!(slow::Position::read(&line).expect(&line).line(), line);
            let turns = slow::successors(&line);
            assert_eq!(turns.is_empty(), slow::outcome(&line).is_some(), "{line}");
            let names: BTreeSet<&String> = turns.iter().map(|(mv, _)| mv).collect();
            assert_eq!(names.len(), turns.len(), "{line}: a turn twice");
            for (mv, next) in &turns {
                assert_eq!(
                    slow::Position::read(next).expect(next).line(),
                    *next,
                    "{line} {mv}"
                );
            }
        }
    }
}

#[test]
fn symmetry_changes_nothing() {
    for (number, spec) in rule_sets().iter().enumerate() {
        let mut rng = Rng::new(1000 + number as u64);
        let rules = Rules::read(spec).expect("a rule set");
        let mut symmetries = slow::symmetries(rules.option("board"));
        if rules.is("begin", "board") {
            // The lines that men start on are no mills of theirs, so each side's must stay where
            // they are.
            symmetries.retain(|symmetry| {
                rules.board().starts.iter().flatten().all(|home| {
                    let image = |point: &usize| {
                        rules
                            .board()
                            .point(&symmetry[&rules.board().points[*point]])
                    };
                    home.iter()
                        .map(image)
                        .all(|image| image.is_some_and(|point| home.contains(&point)))
                })
            });
            assert!(symmetries.len() > 1);
        }
        for _ in 0..60 {
            let line = slow::random_position(spec, &mut rng);
            let symmetry = &rng.pick(&symmetries);
            let mapped = slow::map_line(&line, symmetry);
            assert_eq!(slow::outcome(&mapped), slow::outcome(&line), "{line}");
            let mut expected: Vec<(String, String)> = slow::successors(&line)
                .iter()
                .map(|(mv, next)| {
                    (
                        slow::map_move(&line, mv, symmetry),
                        slow::map_line(next, symmetry),
                    )
                })
                .collect();
            expected.sort();
            assert_eq!(slow::successors(&mapped), expected, "{line}");
        }
    }
}

/// Values of all positions that can come from the start, for the side to move, without repetition
/// and counters: what nobody can force is a draw.
fn solve(spec: &str) -> HashMap<String, &'static str> {
    let key = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        format!("{} 0 1", fields[..4].join(" "))
    };
    let start = key(&slow::standard_start(spec));
    let mut after: HashMap<String, Vec<String>> = HashMap::new();
    let mut before: HashMap<String, Vec<String>> = HashMap::new();
    let mut values: HashMap<String, &'static str> = HashMap::new();
    let mut decided = VecDeque::new();
    let mut open = vec![start];
    while let Some(line) = open.pop() {
        if after.contains_key(&line) {
            continue;
        }
        let next: Vec<String> = slow::successors(&line)
            .iter()
            .map(|(_, next)| key(next))
            .collect();
        for position in &next {
            before
                .entry(position.clone())
                .or_default()
                .push(line.clone());
            open.push(position.clone());
        }
        if let Some((winner, _)) = slow::outcome(&line) {
            let mover = if line.contains(" w ") {
                "white"
            } else {
                "black"
            };
            let value = match winner {
                None => "draw",
                Some(winner) if winner == mover => "win",
                Some(_) => "loss",
            };
            values.insert(line.clone(), value);
            decided.push_back(line.clone());
        }
        after.insert(line, next);
    }
    // Back from the ends: a move to a lost position wins, a position whose moves all lead to won
    // ones is lost.
    while let Some(line) = decided.pop_front() {
        for earlier in before.get(&line).into_iter().flatten() {
            if values.contains_key(earlier) {
                continue;
            }
            let next: Vec<Option<&str>> = after[earlier]
                .iter()
                .map(|next| values.get(next).copied())
                .collect();
            let value = if next.contains(&Some("loss")) {
                "win"
            } else if next.iter().all(|value| *value == Some("win")) {
                "loss"
            } else {
                continue;
            };
            values.insert(earlier.clone(), value);
            decided.push_back(earlier.clone());
        }
    }
    after
        .into_keys()
        .map(|line| (line.clone(), values.get(&line).copied().unwrap_or("draw")))
        .collect()
}

#[test]
fn three_mens_morris_is_won_by_the_centre_only() {
    let values = solve("three");
    let start = slow::standard_start("three");
    assert_eq!(values[&start], "win");
    for (mv, next) in slow::successors(&start) {
        let opponent = match mv.as_str() {
            "b2" => "loss",
            "a1" | "a3" | "c1" | "c3" => "draw",
            _ => "win",
        };
        assert_eq!(values[&next], opponent, "{mv}");
    }
}

/// Worked out here; nobody is known to have published them. The first turns that do not keep the
/// value, and what they give the opponent.
#[test]
fn games_of_three_men_from_beyond_europe_have_these_values() {
    let games: [(&str, &str, &[&str], &str); 4] = [
        ("tsoro-yematatu", "draw", &[], ""),
        ("tant-fant", "draw", &["a1-b2", "c1-b2"], "win"),
        ("shisima", "draw", &["a1-b2", "c1-b2"], "win"),
        (
            "picaria",
            "win",
            &["a1", "a5", "b2", "b4", "d2", "d4", "e1", "e5"],
            "draw",
        ),
    ];
    for (spec, value, worse, gives) in games {
        let values = solve(spec);
        let start = slow::standard_start(spec);
        assert_eq!(values[&start], value, "{spec}");
        let kept = if value == "win" { "loss" } else { "draw" };
        for (mv, next) in slow::successors(&start) {
            let fields: Vec<&str> = next.split(' ').collect();
            let next = format!("{} 0 1", fields[..4].join(" "));
            let expected = if worse.contains(&mv.as_str()) {
                gives
            } else {
                kept
            };
            assert_eq!(values[&next], expected, "{spec}: {mv}");
        }
        // Nobody is ever shut in.
        let blocked =
            |line: &&String| slow::outcome(line).is_some_and(|(_, reason)| reason == "blocked");
        assert_eq!(values.keys().find(blocked), None, "{spec}");
    }
}

/// What is wrong with one case, if anything.
fn examine(case: &Value) -> Result<(), String> {
    let text = |key: &str| {
        case.get(key)
            .map(|value| value.as_str().unwrap_or_else(|| panic!("{key}: no text")))
    };
    let texts = |key: &str| -> Option<Vec<String>> {
        let list = case
            .get(key)?
            .as_array()
            .unwrap_or_else(|| panic!("{key}: no list"));
        Some(
            list.iter()
                .map(|value| value.as_str().expect("a text").to_string())
                .collect(),
        )
    };
    let refused = |why: Result<String, String>| match why {
        Ok(line) => Err(format!("not refused: {line}")),
        Err(why)
            if why
                .to_lowercase()
                .contains(text("refused").expect("refused")) =>
        {
            Ok(())
        }
        Err(why) => Err(format!("refused, but: {why}")),
    };
    let equal = |what: &str, found: &str, wanted: &str| {
        if found == wanted {
            Ok(())
        } else {
            Err(format!("{what}: found {found}, wanted {wanted}"))
        }
    };
    for key in case.as_object().expect("an object").keys() {
        if !KEYS.contains(&key.as_str()) {
            return Err(format!("{key}: no such key"));
        }
    }
    if text("rule").is_none() || text("about").is_none() {
        return Err("rule and about are wanted".to_string());
    }

    if let Some(name) = text("board") {
        return examine_board(case, name);
    }
    if let Some(spec) = text("spec") {
        if case.get("refused").is_some() {
            return refused(Rules::read(spec).map(|rules| rules.spec().to_string()));
        }
        let rules = Rules::read(spec)?;
        if let Some(normal) = text("normal") {
            equal("normal", rules.spec(), normal)?;
        }
        if let Some(start) = text("start") {
            equal("start", &slow::standard_start(spec), start)?;
        }
        return Ok(());
    }
    if let Some(line) = text("read") {
        return refused(slow::Position::read(line).map(|position| position.line()));
    }
    if let Some(fen) = text("fen") {
        if case.get("refused").is_some() {
            return refused(slow::from_fen(fen));
        }
        return equal("fen", &slow::from_fen(fen)?, text("then").expect("then"));
    }

    let start = text("line").ok_or("nothing to look at")?;
    let mut moves = texts("moves").unwrap_or_default();
    if let Some(playok) = text("playok") {
        let read: Vec<String> = playok
            .split(' ')
            .map(slow::from_playok)
            .collect::<Result<_, _>>()?;
        equal("playok", &read.join(" "), &moves.join(" "))?;
    }
    if let Some(record) = text("record") {
        let read = slow::main_line(record);
        if case.get("refused").is_some() {
            return refused(
                read.and_then(|moves| slow::play(start, &moves))
                    .map(|(line, _)| line),
            );
        }
        let read = read?;
        if case.get("moves").is_some() {
            equal("record", &read.join(" "), &moves.join(" "))?;
        }
        moves = read;
    }
    let (line, over) = slow::play(start, &moves)?;
    if let Some(mv) = text("play") {
        if over.is_some() {
            return refused(Err(format!("{mv}: the game is over")));
        }
        return refused(slow::try_after(&line, mv));
    }
    let legal = if over.is_some() {
        Vec::new()
    } else {
        slow::legal(&line)
    };
    if let Some(mut wanted) = texts("legal") {
        wanted.sort();
        equal("legal", &legal.join(" "), &wanted.join(" "))?;
    }
    for mv in texts("has").unwrap_or_default() {
        if !legal.contains(&mv) {
            return Err(format!(
                "{mv} should be legal; legal are {}",
                legal.join(" ")
            ));
        }
    }
    for mv in texts("lacks").unwrap_or_default() {
        if legal.contains(&mv) {
            return Err(format!("{mv} should not be legal"));
        }
    }
    if let Some(count) = case.get("count") {
        equal("count", &legal.len().to_string(), &count.to_string())?;
    }
    if let Some(then) = text("then") {
        equal("then", &line, then)?;
    } else {
        equal("line", &slow::Position::read(start)?.line(), start)?;
    }
    if let Some(outcome) = case.get("outcome") {
        let wanted = outcome
            .as_object()
            .map(|outcome| (outcome["winner"].as_str(), outcome["reason"].as_str()));
        let found = over.map(|(winner, reason)| (winner, Some(reason)));
        equal("outcome", &format!("{found:?}"), &format!("{wanted:?}"))?;
    }
    // Only the smallest game is small enough for this solver.
    if let Some(value) = text("value")
        && line.starts_with("three ")
    {
        let fields: Vec<&str> = line.split(' ').collect();
        let key = format!("{} 0 1", fields[..4].join(" "));
        equal("value", solve("three")[&key], value)?;
    }
    Ok(())
}

const KEYS: [&str; 31] = [
    "rule",
    "about",
    "line",
    "moves",
    "legal",
    "has",
    "lacks",
    "count",
    "then",
    "outcome",
    "play",
    "refused",
    "read",
    "spec",
    "normal",
    "start",
    "name",
    "board",
    "points",
    "edges",
    "mills",
    "symmetries",
    "joined",
    "apart",
    "lines",
    "no_lines",
    "playok",
    "fen",
    "record",
    "result",
    "value",
];

fn examine_board(case: &Value, name: &str) -> Result<(), String> {
    let board = board(name).ok_or("no such board")?;
    let counts = [
        ("points", board.points.len()),
        ("edges", board.edges.len()),
        ("mills", board.mills.len()),
        ("symmetries", slow::symmetries(name).len()),
    ];
    for (key, found) in counts {
        if case.get(key).is_some_and(|wanted| *wanted != found) {
            return Err(format!("{key}: found {found}"));
        }
    }
    let lists = |key: &str| -> Vec<Vec<usize>> {
        let texts = case
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let points = |text: &Value| {
            let names = text.as_str().expect("points").split('-');
            let mut points: Vec<usize> = names.map(|name| board.point(name).expect(name)).collect();
            points.sort();
            points
        };
        texts.map(points).collect()
    };
    let checks = [
        (
            "joined",
            true,
            lists("joined")
                .iter()
                .all(|pair| board.edges.contains(&(pair[0], pair[1]))),
        ),
        (
            "apart",
            false,
            lists("apart")
                .iter()
                .any(|pair| board.edges.contains(&(pair[0], pair[1]))),
        ),
        (
            "lines",
            true,
            lists("lines").iter().all(|mill| board.mills.contains(mill)),
        ),
        (
            "no_lines",
            false,
            lists("no_lines")
                .iter()
                .any(|mill| board.mills.contains(mill)),
        ),
    ];
    for (key, wanted, found) in checks {
        if wanted != found {
            return Err(format!("{key}: not so"));
        }
    }
    Ok(())
}

#[test]
fn rule_cases_hold() {
    let mut names: Vec<PathBuf> = fs::read_dir(data("rules"))
        .expect("the cases")
        .map(|entry| entry.expect("a file").path())
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut wrong = Vec::new();
    for name in names {
        let text = fs::read_to_string(&name).expect("a file of cases");
        let cases: Value =
            serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", name.display()));
        for (number, case) in cases
            .as_array()
            .expect("a list of cases")
            .iter()
            .enumerate()
        {
            if let Err(why) = examine(case) {
                let file = name.file_name().expect("a name").to_string_lossy();
                wrong.push(format!(
                    "{file} case {}: {}\n    {why}",
                    number + 1,
                    case["about"]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
