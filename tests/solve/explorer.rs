//! `merels explorer`: the file that it writes is the library's, and what cannot be written it refuses.

use crate::common::{Dir, merels, refusal, rules, solved};
use merels::search::MovePrior;
use merels::tablebase::directory::Tables;
use merels::tablebase::disk::Scope;
use merels::tablebase::explorer::make;
use std::fs;

#[test]
fn the_program_writes_what_the_library_makes() {
    let rules = rules("three[goal=capture,men=4]");
    let (tables, _) = solved(&rules, Scope::WHOLE);
    let out = Dir::new();
    let (file, again) = (out.file("one.explorer"), out.file("two.explorer"));
    for file in [&file, &again] {
        let paths = ["--data", tables.text(), "--out", file.to_str().unwrap()];
        let output = merels(&[&["explorer"], &paths[..], &["--plies", "5", "--width", "30"]].concat());
        assert!(output.status.success(), "{output:?}");
    }
    let bytes = fs::read(&file).unwrap();
    assert_eq!(bytes, fs::read(&again).unwrap(), "the same bytes every time");
    let prior = MovePrior::new(&rules);
    let source = Tables::open(&tables.0).unwrap();
    let (made, explorer) = make(&source, &rules, 5, 30, |position, turns| prior.weights(position, turns)).unwrap();
    assert_eq!(bytes, made);
    assert!(explorer.positions() > 30 && explorer.positions() < 1 + 4 * 30, "{}", explorer.positions());
}

#[test]
fn the_program_says_why_there_is_no_file() {
    let (tables, _) = solved(&rules("three[goal=capture,men=4]"), Scope::WHOLE);
    let out = Dir::new();
    let file = out.file("x.explorer");
    let refused = |data: &Dir, plies: &str| {
        refusal(&["explorer", "--data", data.text(), "--out", file.to_str().unwrap(), "--plies", plies])
    };
    assert!(refused(&tables, "6").contains("at most 5 plies"));
    assert!(refused(&Dir::new(), "3").contains("no tables"));
    fs::remove_file(tables.file("1-1+3-3.wdl")).unwrap();
    assert!(refused(&tables, "3").contains("there is no value of “three[goal=capture,men=4]"));
    assert!(!file.exists());
}
