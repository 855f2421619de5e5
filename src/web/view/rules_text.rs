//! The rules in sentences, as sent to the page.

use crate::rules::Rules;
use crate::rules::text::{self, Clause, SOURCES, Section, rules_in_words};
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::Tsify;

/// The exact rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct RulesText {
    /// In the order in which they are read.
    pub sections: Vec<RulesSection>,
    /// The books that they name.
    pub sources: &'static [&'static str],
}

/// Rules that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct RulesSection {
    /// The heading.
    pub title: Sentence,
    /// The rules under it.
    pub clauses: Vec<RulesClause>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct RulesClause {
    /// What it says.
    pub sentence: Sentence,
    /// The option that decides it; null where none does.
    pub option: Option<&'static str>,
    /// What the preset says in its place; null where the option was not changed.
    pub usual: Option<Sentence>,
    /// What the sources disagree about, and who says what; null where they agree.
    pub dispute: Option<Sentence>,
}

/// A sentence with its name, for a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct Sentence {
    /// Its name.
    pub id: String,
    /// What is filled in at its `{places}`.
    pub values: BTreeMap<&'static str, String>,
    /// In English, filled in.
    pub text: String,
}

impl From<text::Sentence> for Sentence {
    fn from(sentence: text::Sentence) -> Self {
        let text = sentence.text();
        let mut values = BTreeMap::new();
        // To collect them would sort them first, which is much code.
        values.extend(sentence.values);
        Self {
            id: sentence.id,
            values,
            text,
        }
    }
}

impl From<Clause> for RulesClause {
    fn from(clause: Clause) -> Self {
        Self {
            sentence: clause.sentence.into(),
            option: clause.option,
            usual: clause.usual.map(Sentence::from),
            dispute: clause.dispute.map(Sentence::from),
        }
    }
}

impl From<Section> for RulesSection {
    fn from(section: Section) -> Self {
        Self {
            title: section.title.into(),
            clauses: section.clauses.into_iter().map(RulesClause::from).collect(),
        }
    }
}

/// The exact rules of a game.
pub fn rules_text(rules: &Rules) -> RulesText {
    RulesText {
        sections: rules_in_words(rules)
            .into_iter()
            .map(RulesSection::from)
            .collect(),
        sources: &SOURCES,
    }
}
