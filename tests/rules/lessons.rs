//! The lessons of the page's course: every position is legal, every accepted turn does what is
//! asked, every mistake that is spoken of can be made, and what is claimed of values is so.

use merels::board::Board;
use merels::explain::{Condition, Fact, Verdict, describe_move};
use merels::notation::read_move;
use merels::tablebase::{Sector, Solution, Solver};
use merels::{Move, Position, Preset, Rules};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The lessons in their order; those on games of the world, which go by their games' names; the one
/// before them all.
fn lessons() -> [Vec<Value>; 3] {
    ["course", "world", "first"].map(|name| match read(&format!("www/app/lessons/{name}.json")) {
        Value::Array(lessons) => lessons,
        other => panic!("{name}: {other}"),
    })
}

fn read(path: &str) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .map(|text| text.as_str().expect("a text"))
        .collect()
}

fn condition(text: &str, board: &'static Board) -> Result<Condition, String> {
    Condition::read(text, board).map_err(|error| error.to_string())
}

fn check(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Exact values by rule set, each solved once.
#[derive(Default)]
struct Values(BTreeMap<String, Solution>);

impl Values {
    fn of(&mut self, position: &Position) -> &Solution {
        let rules = position.rules();
        self.0.entry(rules.to_string()).or_insert_with(|| {
            let mut solver =
                Solver::for_sectors(rules, &roots(rules)).expect("a game that can be solved");
            while solver.step().expect("memory") {}
            solver.into_solution()
        })
    }
}

/// All of a small game; of a large one, endgames with eight men in all.
fn roots(rules: &Rules) -> Vec<Sector> {
    let all = vec![Sector::start(rules)];
    if Sector::positions(&all, rules) < 10_000_000 {
        all
    } else {
        Sector::endgames(rules, 8)
    }
}

/// Plays a step; the positions from which the next one begins.
fn check_step(
    step: &Value,
    before: &[Position],
    values: &mut Values,
) -> Result<Vec<Position>, String> {
    let positions = match step["line"].as_str() {
        Some(line) => vec![
            line.parse::<Position>()
                .map_err(|error| format!("{line}: {error}"))?,
        ],
        None => before.to_vec(),
    };
    check(!positions.is_empty(), || {
        "no position to begin from".to_owned()
    })?;
    let mut next = BTreeMap::new();
    for position in positions {
        let board = position.board();
        let name = |mv: Move| mv.display(board).to_string();
        let line = position.to_string();
        let goal = condition(step["goal"].as_str().ok_or("no goal")?, board)?;
        let mistakes: Vec<Condition> = texts(&step["mistakes"])
            .into_iter()
            .map(|text| condition(text, board))
            .collect::<Result<_, _>>()?;
        let turns: Vec<(Move, Vec<Fact>)> = position
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, describe_move(&position, mv).expect("a legal turn")))
            .collect();
        let (accepted, others): (Vec<_>, Vec<_>) =
            turns.iter().partition(|(mv, facts)| goal.holds(*mv, facts));
        check(!accepted.is_empty(), || {
            format!("{line}: no turn is accepted")
        })?;
        let answer = read_move(step["answer"].as_str().ok_or("no answer")?, board)
            .map_err(|error| error.to_string())?;
        let replies = texts(&step["reply"]);
        if step["line"].is_string() {
            check(accepted.iter().any(|(mv, _)| *mv == answer), || {
                format!("{line}: {} is not accepted", name(answer))
            })?;
        }
        for named in mistakes.iter().chain([&goal]).flat_map(Condition::turns) {
            check(turns.iter().any(|(mv, _)| *mv == named), || {
                format!("{line}: {} is not legal", name(named))
            })?;
        }
        let mut told = BTreeSet::new();
        for (mv, facts) in &others {
            let which = mistakes
                .iter()
                .position(|mistake| mistake.holds(*mv, facts));
            told.insert(which.ok_or_else(|| format!("{line}: nothing is said of {}", name(*mv)))?);
        }
        if step["line"].is_string() {
            check(told.len() == mistakes.len(), || {
                format!("{line}: only the mistakes {told:?} can be made")
            })?;
        }
        if let Some(claim) = step["proves"].as_str() {
            let solution = values.of(&position);
            let all = solution
                .move_values(&position)
                .ok_or_else(|| format!("{line}: not solved"))?;
            for (mv, value) in &all {
                let verdict = Verdict::of(
                    (*value).into(),
                    all.iter().map(|(_, value)| (*value).into()),
                );
                let good = accepted.iter().any(|(accepted, _)| accepted == mv);
                check((json!(verdict) == claim) == good, || {
                    format!("{line}: {} is {verdict:?}", name(*mv))
                })?;
            }
        }
        for (mv, _) in &accepted {
            let after = position.play(*mv).expect("a legal turn");
            let legal: Vec<String> = after
                .legal_moves()
                .into_iter()
                .map(|mv| mv.display(board).to_string())
                .collect();
            let Some(reply) = replies
                .iter()
                .find(|reply| legal.iter().any(|turn| turn == **reply))
            else {
                check(replies.is_empty(), || {
                    format!("{line} {}: no reply is legal", name(*mv))
                })?;
                if after.side_to_move() == position.side_to_move() {
                    next.insert(after.key(), after);
                }
                continue;
            };
            let reply = read_move(reply, board).map_err(|error| error.to_string())?;
            let after = after.play(reply).expect("a legal reply");
            next.insert(after.key(), after);
        }
    }
    Ok(next.into_values().collect())
}

#[test]
fn every_lesson_holds() {
    let (mut values, mut wrong) = (Values::default(), Vec::new());
    for lesson in lessons().iter().flatten() {
        let mut positions = Vec::new();
        for (i, step) in lesson["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .enumerate()
        {
            match check_step(step, &positions, &mut values) {
                Ok(next) => positions = next,
                Err(reason) => {
                    wrong.push(format!("{} {}: {reason}", lesson["id"], i + 1));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_lesson_has_its_words() {
    let [course, world, first] = lessons();
    assert!(course.len() >= 20);
    for code in languages() {
        let words = read(&format!("www/app/lessons/{code}.json"));
        let all = course.len() + world.len() + first.len();
        assert_eq!(
            words.as_object().map(|words| words.len()),
            Some(all),
            "{code}"
        );
        check_words(&course, &words, &code, &["title", "about"]);
        check_words(&first, &words, &code, &["title", "about"]);
        check_words(&world, &words, &code, &["about"]);
    }
}

/// A game of the world is one on which no lesson of the course is.
#[test]
fn every_game_of_the_world_has_a_lesson() {
    let [course, world, _] = lessons();
    let rules = |lesson: &Value| {
        lesson["steps"][0]["line"]
            .as_str()
            .expect("a line")
            .parse::<Position>()
            .unwrap()
            .rules()
            .base()
    };
    let family: BTreeSet<_> = course.iter().map(rules).map(Preset::id).collect();
    let taught: Vec<_> = world
        .iter()
        .map(|lesson| (lesson["id"].as_str().unwrap(), rules(lesson).id()))
        .collect();
    assert!(
        taught
            .iter()
            .all(|(id, game)| id == game && !family.contains(game)),
        "{taught:?}"
    );
    let europe = ["nine-holes", "five", "seven", "eleven", "morabaraba"];
    let others = Preset::ALL
        .iter()
        .copied()
        .map(Preset::id)
        .filter(|id| !family.contains(id) && !europe.contains(id));
    assert_eq!(
        taught.iter().map(|(id, _)| *id).collect::<BTreeSet<_>>(),
        others.collect(),
        "www/app/lessons/world.json has a lesson of each"
    );
}

/// The languages of the page: each has a folder.
fn languages() -> Vec<String> {
    let files = fs::read_dir("www/app/i18n").expect("the words").flatten();
    let names = files.map(|file| file.file_name().into_string().unwrap_or_default());
    let languages: Vec<String> = names.filter(|name| name.len() == 2).collect();
    assert!(languages.len() > 10);
    languages
}

#[test]
fn the_pages_tell_the_same_in_every_language() {
    let english = read("www/app/lessons/en.pages.json");
    for code in languages() {
        let book = read(&format!("www/app/lessons/{code}.pages.json"));
        assert_same_shape(&english, &book, &code);
    }
}

/// The same keys and lists, with a text wherever there is one; boards and sources are not
/// translated.
fn assert_same_shape(english: &Value, other: &Value, at: &str) {
    match (english, other) {
        (Value::Object(english), Value::Object(other)) => {
            assert!(english.keys().eq(other.keys()), "{at}: {:?}", other.keys());
            english.iter().for_each(|(key, value)| {
                assert_same_shape(value, &other[key], &format!("{at}/{key}"))
            });
        }
        (Value::Array(english), Value::Array(other)) => {
            assert_eq!(english.len(), other.len(), "{at}");
            for (i, (english, other)) in english.iter().zip(other).enumerate() {
                assert_same_shape(english, other, &format!("{at}/{i}"));
            }
        }
        (Value::String(english), Value::String(other)) => {
            assert!(!other.trim().is_empty(), "{at}");
            if at.ends_with("/line") || at.contains("/sources/") {
                assert_eq!(english, other, "{at}");
            }
        }
        _ => assert_eq!(english, other, "{at}"),
    }
}

#[test]
fn boards_of_the_pages_are_positions() {
    let book = read("www/app/lessons/en.pages.json");
    let sections = ["strategy", "history"]
        .iter()
        .flat_map(|page| book[page].as_array().expect("sections"));
    let mut boards = 0;
    for line in sections.filter_map(|section| section["line"].as_str()) {
        boards += 1;
        assert!(
            line.parse::<Position>()
                .is_ok_and(|position| position.outcome().is_none()),
            "{line}"
        );
    }
    assert!(boards > 2);
}

fn check_words(lessons: &[Value], words: &Value, code: &str, keys: &[&str]) {
    for lesson in lessons {
        let id = lesson["id"].as_str().expect("an id");
        let told = &words[id];
        for &key in keys {
            assert!(
                told[key].as_str().is_some_and(|text| !text.is_empty()),
                "{code} {id}: {key}"
            );
        }
        let (steps, told) = (
            lesson["steps"].as_array().expect("steps"),
            told["steps"].as_array().expect(id),
        );
        assert_eq!(steps.len(), told.len(), "{code} {id}: steps");
        for (step, told) in steps.iter().zip(told) {
            assert!(
                told["task"].is_string() && told["right"].is_string(),
                "{code} {id}"
            );
            assert_eq!(
                texts(&step["mistakes"]).len(),
                texts(&told["mistakes"]).len(),
                "{code} {id}: mistakes"
            );
        }
    }
}
