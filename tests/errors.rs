//! The codes of the errors: a table of them all, which the translations are held against, and texts that bring them about.

use merels::error::sentences;
use merels::notation::{Field, Ring};
use std::collections::BTreeMap;
use std::fmt::Write;

/// `code,sentence`, and the words that stand in sentences as `field.…` and `ring.…`.
const TABLE: &str = include_str!("data/errors.csv");

#[test]
fn the_table_has_every_code_with_its_sentence() {
    let mut all = BTreeMap::new();
    for (code, sentence) in sentences() {
        let before = all.insert(code.to_owned(), sentence);
        assert!(before.is_none_or(|before| before == sentence), "{code} stands for two sentences");
    }
    for (kind, words) in [("field", Field::WORDS), ("ring", Ring::WORDS)] {
        all.extend(words.iter().map(|(id, english)| (format!("{kind}.{id}"), *english)));
    }
    let mut table = String::from("code,sentence\n");
    for (code, sentence) in all {
        writeln!(table, "{code},\"{sentence}\"").unwrap();
    }
    assert_eq!(TABLE, table, "tests/data/errors.csv should be:\n{table}");
}
