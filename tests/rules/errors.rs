//! The codes of the errors: a table of them all, which the translations are held against, and texts
//! that bring them about.

use merels::moves::IllegalMove;
use merels::notation::{
    Field, Ring, read_any, read_fen, read_move, read_playok, read_record, sentences,
};
use merels::{Board, Coded, Position, Preset};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;

/// `code,sentence`, and the words that stand in sentences as `field.…` and `ring.…`.
const TABLE: &str = include_str!("../data/errors.csv");

#[test]
fn the_table_has_every_code_with_its_sentence() {
    let mut all = BTreeMap::new();
    for (code, sentence) in sentences() {
        let before = all.insert(code.to_owned(), sentence);
        assert!(
            before.is_none_or(|before| before == sentence),
            "{code} stands for two sentences"
        );
    }
    for (kind, words) in [("field", Field::WORDS), ("ring", Ring::WORDS)] {
        all.extend(
            words
                .iter()
                .map(|(id, english)| (format!("{kind}.{id}"), *english)),
        );
    }
    let mut table = String::from("code,sentence\n");
    for (code, sentence) in all {
        writeln!(table, "{code},\"{sentence}\"").unwrap();
    }
    assert_eq!(TABLE, table, "tests/data/errors.csv should be:\n{table}");
}

/// Codes that no text of the suite brings about: limits, which `tests/rules/notation.rs` tries,
/// refused turns, which `tests/rules/refusals.rs` tries, and what is wrong only with positions that
/// no text can tell.
const ELSEWHERE: [&str; 31] = [
    "banned",
    "centre",
    "fen-board",
    "game-full",
    "link-too-long",
    "mill-or-two",
    "must-pass",
    "must-take-both",
    "must-take-enclosed",
    "must-take-leapt",
    "no-ban",
    "no-jump",
    "no-man",
    "none-in-hand",
    "none-to-take",
    "not-enclosed",
    "not-one-of-two",
    "not-neighbours",
    "not-on-board",
    "not-owed",
    "off-board",
    "one-capture",
    "protected",
    "shared",
    "shut",
    "takes-several",
    "too-deep",
    "too-long",
    "too-many-moves",
    "too-many-tags",
    "used-lines",
];

#[test]
fn every_code_is_brought_about_by_some_text() {
    let suite = include_str!("../data/notation/bad.txt");
    let mut seen = BTreeSet::new();
    for block in suite.split("\n=== ").skip(1) {
        let (head, text) = block.split_once('\n').unwrap_or((block, ""));
        let reader = head.split(" | ").next().unwrap_or_default();
        let error = match reader.split_once(' ') {
            Some((_, board)) => read_move(text, Board::by_name(board).unwrap()).err(),
            None => match reader {
                "line" => text.parse::<Position>().err(),
                "record" => read_record(text).err(),
                "playok" => read_playok(text).err(),
                "fen" => read_fen(text, Preset::Nine.rules()).err(),
                _ => read_any(text).err(),
            },
        };
        seen.insert(error.unwrap_or_else(|| panic!("{text} is read")).code());
    }
    let unseen: BTreeSet<_> = sentences()
        .map(|(code, _)| code)
        .filter(|code| !seen.contains(code))
        .collect();
    assert_eq!(unseen, BTreeSet::from(ELSEWHERE));
}

#[test]
fn an_error_has_its_source() {
    let error = read_record("1. a1 a1 *").unwrap_err();
    let cause = error
        .source()
        .and_then(|why| why.source())
        .and_then(|why| why.downcast_ref());
    assert_eq!(
        cause,
        Some(&IllegalMove::NotEmpty {
            point: "a1".to_owned()
        })
    );
    assert!(
        "nine[fly=7]"
            .parse::<merels::Rules>()
            .unwrap_err()
            .source()
            .is_some_and(|why| why.source().is_none())
    );
}
