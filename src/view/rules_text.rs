//! The rules in sentences, on their way to the page.

use crate::rules::Rules;
use crate::rules::text::{Clause, SOURCES, Section, Sentence, rules_in_words};
use serde::Serialize;
use std::collections::BTreeMap;

/// The exact rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesText {
    /// In the order in which they are read.
    pub sections: Vec<SectionView>,
    /// The books that they name.
    pub sources: &'static [&'static str],
}

/// Rules that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionView {
    /// The heading.
    pub title: SentenceView,
    /// The rules.
    pub clauses: Vec<ClauseView>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseView {
    /// What it says.
    pub sentence: SentenceView,
    /// The option that decides it.
    pub option: Option<&'static str>,
    /// What the preset says in its place, where the option was changed.
    pub usual: Option<SentenceView>,
    /// Where the sources disagree.
    pub dispute: Option<SentenceView>,
}

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SentenceView {
    /// Its name, for a translation.
    pub id: String,
    /// What is filled in.
    pub values: BTreeMap<&'static str, String>,
    /// In English, filled in.
    pub text: String,
}

impl From<Sentence> for SentenceView {
    fn from(sentence: Sentence) -> Self {
        let text = sentence.text();
        Self { id: sentence.id, values: sentence.values.into_iter().collect(), text }
    }
}

impl From<Clause> for ClauseView {
    fn from(clause: Clause) -> Self {
        Self {
            sentence: clause.sentence.into(),
            option: clause.option,
            usual: clause.usual.map(SentenceView::from),
            dispute: clause.dispute.map(SentenceView::from),
        }
    }
}

impl From<Section> for SectionView {
    fn from(section: Section) -> Self {
        Self { title: section.title.into(), clauses: section.clauses.into_iter().map(ClauseView::from).collect() }
    }
}

/// The exact rules of a game.
pub fn rules_text(rules: &Rules) -> RulesText {
    RulesText { sections: rules_in_words(rules).into_iter().map(SectionView::from).collect(), sources: &SOURCES }
}
