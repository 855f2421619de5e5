//! `merels opening`: the file that it writes is the library's, and what cannot be written it
//! refuses.

use super::common::{Dir, merels, refusal, rules, solved};
use merels::tablebase::directory::Tables;
use merels::tablebase::opening::Opening;
use merels_solve::disk::Scope;
use merels_solve::opening::make;
use std::fs;

#[test]
fn the_program_writes_what_the_library_makes() {
    let rules = rules("three[goal=capture,men=4]");
    let (tables, _) = solved(&rules, Scope::WHOLE);
    let out = Dir::new();
    let (file, again) = (out.file("one.opening"), out.file("two.opening"));
    let run = |file: &std::path::Path| {
        let output = merels(&[
            "opening",
            "--data",
            tables.text(),
            "--out",
            file.to_str().unwrap(),
            "--placings",
            "7",
        ]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let said = run(&file);
    assert_eq!(run(&again), said);
    let bytes = fs::read(&file).unwrap();
    assert_eq!(
        bytes,
        fs::read(&again).unwrap(),
        "the same bytes every time"
    );
    assert_eq!(
        bytes,
        make(&Tables::open(&tables.0).unwrap(), &rules, 7)
            .unwrap()
            .0
    );
    let opening = Opening::read(&bytes).unwrap();
    assert_eq!(said.lines().count(), 2 + opening.placings());
    for (ply, line) in said.lines().skip(1).enumerate() {
        let counts = opening.counts(ply);
        let all = counts.wins + counts.draws + counts.losses;
        assert_eq!(
            line,
            format!(
                "{ply},{all},{},{},{}",
                counts.wins, counts.draws, counts.losses
            )
        );
    }
}

#[test]
fn the_program_says_why_there_is_no_file() {
    let (tables, _) = solved(&rules("three[goal=capture,men=4]"), Scope::WHOLE);
    let (other, _) = solved(&rules("three"), Scope::WHOLE);
    let out = Dir::new();
    let file = out.file("x.opening");
    let refused = |data: &Dir, placings: &str| {
        refusal(&[
            "opening",
            "--data",
            data.text(),
            "--out",
            file.to_str().unwrap(),
            "--placings",
            placings,
        ])
    };
    assert!(refused(&tables, "8").contains("at most 7 placings"));
    assert!(refused(&other, "3").contains("three is not a game whose first placings can be kept"));
    assert!(refused(&Dir::new(), "3").contains("no tables"));
    fs::remove_file(tables.file("1-1+3-3.wdl")).unwrap();
    assert!(refused(&tables, "3").contains("there is no value of “three[goal=capture,men=4]"));
    assert!(!file.exists());
}
