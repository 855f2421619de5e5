//! An error on its way to the page, which says it in the language that is spoken there.

use super::OutcomeView;
use crate::coded::{Coded, Param};
use crate::notation::ReadError;
use serde::Serialize;
use std::collections::BTreeMap;

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// In English.
    pub message: String,
    /// By which it is translated.
    pub code: &'static str,
    /// What is filled in.
    pub params: BTreeMap<&'static str, Value>,
    /// Where in the text, from 1; `None` where it is not about a text, or the text has one line.
    pub line: Option<usize>,
    /// The character in the line, from 1; `None` where it is not about a text.
    pub column: Option<usize>,
}

/// What is filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A text, or the id of a word.
    Text(String),
    /// How a game has ended.
    Ended(OutcomeView),
}

/// An error that is not about a place in a text.
pub fn refusal(error: &dyn Coded) -> Refusal {
    let value = |param| match param {
        Param::Number(number) => Value::Number(number),
        Param::Text(text) => Value::Text(text),
        Param::Word { id, .. } => Value::Text(id.to_owned()),
        Param::Ended(outcome) => Value::Ended(outcome.into()),
    };
    let params = error.params().into_iter().map(|(name, param)| (name, value(param))).collect();
    Refusal { message: error.to_string(), code: error.code(), params, line: None, column: None }
}

/// An error of a reader.
pub fn refused_text(error: &ReadError) -> Refusal {
    Refusal { line: error.line(), column: Some(error.column()), ..refusal(error) }
}
