//! Distances of the moving phase: against the published longest wins and losses, and against the
//! solver in memory.

use super::common::{Dir, each_position, in_repository, moving, rules, stdout};
use merels::tablebase::Content;
use merels::tablebase::Solver;
use merels::tablebase::directory::Tables;
use merels::value::Value;
use merels::{Position, Rules};
use merels_solve::disk::{Plan, Solve, Store, verify};
use std::fs;

/// Solves part of a game with distances, and without, into a new directory.
fn solved(rules: &Rules, most_men: usize) -> (Dir, Store) {
    let dir = Dir::new();
    let store = Store::open(&dir.0, rules).unwrap();
    for content in [Content::Wdl, Content::Distance] {
        let solver = Solve {
            store: &store,
            watch: &|_| true,
            content,
        };
        for job in Plan::new(rules, moving(most_men)).unwrap().jobs() {
            solver.job(job).unwrap();
        }
    }
    (dir, store)
}

#[test]
fn longest_wins_and_losses_of_nine_are_the_published_ones() {
    let dir = Dir::new();
    stdout(&[
        "solve",
        "nine",
        "--distances",
        "--men",
        "8",
        "--out",
        dir.text(),
    ]);
    let published = fs::read_to_string(in_repository("tests/data/values/nine-moving.csv")).unwrap();
    let mut compared = 0;
    for row in stdout(&["stats", dir.text()]).lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let (men, counts, longest) = (&row[1..3], &row[6..9], &row[9..11]);
        let known = published
            .lines()
            .find(|line| line.starts_with(&format!("{},", men.join(","))))
            .unwrap();
        let zero = |plies: &str| {
            if plies.is_empty() {
                "0".to_owned()
            } else {
                plies.to_owned()
            }
        };
        let found = [men, counts].concat().join(",");
        assert_eq!(
            format!("{found},{},{}", zero(longest[0]), zero(longest[1])),
            known
        );
        assert_eq!(row[11], "distance");
        compared += 1;
    }
    assert_eq!(compared, 6);
}

#[test]
fn distances_are_those_of_the_solver_in_memory() {
    for (spec, most_men, least) in [
        ("six[men=4]", 8, 100_000),
        ("six[fly=3,men=4]", 8, 100_000),
        ("six[men=5,protect=never]", 7, 10_000),
        ("three", 6, 200),
        ("nine-holes[fly=4,goal=capture,men=4]", 8, 400),
        ("six[full=draw,men=8]", 7, 10_000),
    ] {
        let rules = rules(spec);
        let (dir, store) = solved(&rules, most_men);
        let tables = Tables::open(&dir.0).unwrap();
        let mut compared = 0;
        let mut solution = None;
        for job in Plan::new(&rules, moving(most_men))
            .unwrap()
            .jobs()
            .iter()
            .rev()
        {
            for &sector in &job.sectors {
                each_position(&store, sector, |position: &Position| {
                    let known = |solution: &Option<merels::tablebase::Solution>| {
                        solution.as_ref()?.value(position)
                    };
                    if known(&solution).is_none() {
                        solution = Some(Solver::near(position).unwrap().finish());
                    }
                    // None: the side to move has a mill already where a mill wins, which cannot
                    // arise.
                    let Some(value) = known(&solution) else {
                        return;
                    };
                    assert_eq!(
                        tables.distance(position).unwrap(),
                        Some(value),
                        "{position}"
                    );
                    compared += 1;
                });
            }
        }
        assert!(compared > least, "{spec}: only {compared} positions");
        verify(&store, &|_| true).unwrap();
    }
}

#[test]
fn a_wrong_distance_is_found() {
    let (dir, store) = solved(&rules("six[men=4]"), 8);
    let path = dir.file("4-3.distance");
    let mut bytes = fs::read(&path).unwrap();
    // The last byte before the checksums of its one chunk or more: the value of the last slot.
    let header = store
        .header("4-3".parse().unwrap(), Content::Distance)
        .unwrap()
        .unwrap();
    let last = (header.payload_offset() + header.payload_bytes()) as usize - 1;
    bytes[last] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let message = verify(&store, &|_| true).unwrap_err().to_string();
    assert!(
        message.contains("4-3.distance") && message.contains("checksum"),
        "{message}"
    );
}

#[test]
fn a_probe_shows_distances() {
    let (dir, _) = solved(&rules("nine"), 7);
    let line = "nine 3/3/1WW/4BB/2B/1B1/1W1 b 0,0 0 20";
    let printed = stdout(&["probe", dir.text(), line]);
    let position: Position = line.parse().unwrap();
    let solution = Solver::near(&position).unwrap().finish();
    let Some(Value::Win(plies)) = solution.value(&position) else {
        panic!("{line} is won")
    };
    assert_eq!(printed.lines().next().unwrap(), format!("win in {plies}"));
    let told = stdout(&["probe", dir.text(), line, "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["value"], &told["plies"]),
        (&"win".into(), &plies.into())
    );
    let best = &told["moves"][0];
    assert_eq!(
        printed.lines().nth(1).unwrap(),
        format!(
            "{} win in {}",
            best["move"].as_str().unwrap(),
            best["plies"]
        )
    );
}
