//! An error as sent to the page, which shows it in the player's language.

use super::GameOutcome;
use crate::coded::{self, Coded};
use crate::notation::ReadError;
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::Tsify;

/// Why a text, a position or a turn was refused. What is thrown is an `Error` with these
/// properties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct Refusal {
    /// In English.
    pub message: String,
    /// A fixed word, for translations.
    pub code: &'static str,
    /// What is filled in at the `{places}` of its sentence.
    pub params: BTreeMap<&'static str, Param>,
    /// The line of the text, from 1; null where it is not about a text, or the text has one line.
    pub line: Option<usize>,
    /// The character in the line, from 1; null where it is not about a text.
    pub column: Option<usize>,
}

/// What is filled in at a place of an error's sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(untagged)]
pub enum Param {
    /// A number.
    Number(u64),
    /// A text, or the fixed word of something that has one: a side, a variant, a field.
    Text(String),
    /// How a game has ended.
    Ended(GameOutcome),
}

/// An error that is not about a place in a text.
#[cold]
pub fn refusal(error: &dyn Coded) -> Refusal {
    let value = |param| match param {
        coded::Param::Number(number) => Param::Number(number),
        coded::Param::Text(text) => Param::Text(text),
        coded::Param::Word { id, .. } => Param::Text(id.to_owned()),
        coded::Param::Ended(outcome) => Param::Ended(outcome.into()),
    };
    let mut params = BTreeMap::new();
    // To collect them would sort them first, which is much code.
    params.extend(
        error
            .params()
            .into_iter()
            .map(|(name, param)| (name, value(param))),
    );
    Refusal {
        message: error.to_string(),
        code: error.code(),
        params,
        line: None,
        column: None,
    }
}

/// An error of a reader.
pub fn refused_text(error: &ReadError) -> Refusal {
    Refusal {
        line: error.line(),
        column: Some(error.column()),
        ..refusal(error)
    }
}
