//! Reads what is one word: a game, a side, a value.

use super::error::ReadError;
use crate::coded::{clip, coded};
use crate::rules::{Preset, RulesError};
use crate::side::Side;
use crate::value::Wdl;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::str::FromStr;

coded! {
    /// Why a word is neither a side nor a value. Only programs meet it: [`sentences`](super::sentences)
    /// leaves it out.
    pub enum WordError {
        NotASide { given: String } = "not-a-side", "a side is white or black, not “{given}”";
        NotAValue { given: String } = "not-a-value", "a value is win, draw or loss, not “{given}”";
    }
}

impl FromStr for Preset {
    type Err = ReadError;

    /// Reads its [id](Preset::id): `nine`.
    #[cold]
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::by_id(text).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|preset| preset.id()).collect();
            let why = RulesError::NoVariant {
                given: clip(text),
                known: known.join(", "),
            };
            ReadError::at(text, 0, why)
        })
    }
}

impl Serialize for Preset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Preset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl FromStr for Side {
    type Err = WordError;

    /// Reads `white` or `black`, and with a capital as they are displayed.
    fn from_str(text: &str) -> Result<Self, WordError> {
        match text {
            "white" | "White" => Ok(Self::White),
            "black" | "Black" => Ok(Self::Black),
            _ => Err(WordError::NotASide { given: clip(text) }),
        }
    }
}

impl FromStr for Wdl {
    type Err = WordError;

    /// Reads `win`, `draw` or `loss`.
    fn from_str(text: &str) -> Result<Self, WordError> {
        match text {
            "win" => Ok(Self::Win),
            "draw" => Ok(Self::Draw),
            "loss" => Ok(Self::Loss),
            _ => Err(WordError::NotAValue { given: clip(text) }),
        }
    }
}
