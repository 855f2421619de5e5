//! An error as sent to the page, which shows it in the player's language.

use super::GameOutcome;
use crate::coded::{Coded, Param, as_object};
use crate::notation::ReadError;
use serde::{Serialize, Serializer};
use tsify::Tsify;

/// Why a text, a position or a turn was refused. What is thrown is an `Error` with these
/// properties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Refusal {
    /// In English.
    pub message: String,
    /// A fixed word, for translations.
    pub code: &'static str,
    /// What is filled in at the `{places}` of its sentence.
    #[serde(serialize_with = "as_object")]
    #[tsify(type = "Record<string, Param>")]
    pub params: Vec<(&'static str, Param)>,
    /// The line of the text, from 1; null where it is not about a text, or the text has one line.
    pub line: Option<usize>,
    /// The character in the line, from 1; null where it is not about a text.
    pub column: Option<usize>,
    /// The line of a position that can be read and is illegal, for `checkSetup`; otherwise null.
    pub position: Option<String>,
}

impl Serialize for Param {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Word { id, .. } => serializer.serialize_str(id),
            Self::Ended(outcome) => GameOutcome::from(*outcome).serialize(serializer),
        }
    }
}

/// An error that is not about a place in a text.
#[cold]
pub fn refusal(error: &dyn Coded) -> Refusal {
    Refusal {
        message: error.to_string(),
        code: error.code(),
        params: error.params(),
        line: None,
        column: None,
        position: None,
    }
}

/// A fault of the program that calls.
pub fn misuse(message: &str) -> Refusal {
    Refusal {
        message: message.to_owned(),
        code: "misuse",
        params: Vec::new(),
        line: None,
        column: None,
        position: None,
    }
}

/// An error of a reader.
pub fn refused_text(error: &ReadError) -> Refusal {
    Refusal {
        line: error.line(),
        column: Some(error.column()),
        position: error.position().map(str::to_owned),
        ..refusal(error)
    }
}
