//! `merels puzzles`: the same seed writes the same puzzles, from tables or solved in memory; what
//! cannot be made it refuses.

use super::common::{Dir, merels, refusal, rules, solved};
use merels::puzzle::read;
use merels_solve::disk::Scope;
use std::fs;

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let rules = rules("five");
    let (tables, _) = solved(&rules, Scope::WHOLE);
    let out = Dir::new();
    let file = out.file("five.txt");
    let made = |arguments: &[&str]| {
        let paths = [
            "puzzles",
            "five",
            "--count",
            "12",
            "--out",
            file.to_str().unwrap(),
        ];
        let output = merels(&[&paths[..], arguments].concat());
        assert!(output.status.success(), "{output:?}");
        fs::read_to_string(&file).unwrap()
    };
    let one = made(&["--seed", "3"]);
    assert_eq!(read(&one).unwrap().len(), 12);
    assert_eq!(made(&["--seed", "3"]), one);
    assert_eq!(
        made(&["--seed", "3", "--data", tables.text()]),
        one,
        "values are values"
    );
    assert_ne!(made(&["--seed", "4"]), one);
}

#[test]
fn the_program_says_why_there_are_no_puzzles() {
    let (tables, _) = solved(&rules("three[goal=capture,men=4]"), Scope::WHOLE);
    let out = Dir::new();
    let file = out.file("x.txt");
    let refused = |arguments: &[&str]| {
        let paths = ["puzzles", "--out", file.to_str().unwrap()];
        refusal(&[&paths[..], arguments].concat())
    };
    assert!(
        refused(&["five", "--data", tables.text()])
            .contains("the tables are of three[goal=capture,men=4]")
    );
    assert!(refused(&["five", "--data", Dir::new().text()]).contains("no tables"));
    assert!(refused(&["morabaraba"]).contains("re-forming ban"));
    // In a game that the first mill wins there is little to find.
    assert!(refused(&["three", "--count", "40"]).contains("the games gave only"));
    assert!(!file.exists());
}
