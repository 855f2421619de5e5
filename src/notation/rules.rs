//! Reads a rule set.

use super::error::ReadError;
use crate::coded::clip;
use crate::rules::{Preset, Rules, RulesError};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::str::FromStr;

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl FromStr for Rules {
    type Err = ReadError;

    /// Reads `nine` or `nine[fly=never,mills=each]`. Options may come in any order and name a
    /// default, each only once. Reading stops at the first one that is unknown, so a long text
    /// costs no more than there are options.
    #[cold]
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let fail = |at: usize, reason: RulesError| ReadError::at(text, at, reason);
        let (id, options) = match text.split_once('[') {
            None => (text, None),
            Some((id, rest)) => match rest.strip_suffix(']') {
                Some(options) => (id, Some(options)),
                None => return Err(fail(text.len(), RulesError::OptionsOpen)),
            },
        };
        let mut rules = id.parse::<Preset>()?.rules();
        let Some(options) = options else {
            return Ok(rules);
        };
        let mut at = id.len() + 1;
        let mut seen: Vec<&str> = Vec::new();
        for option in options.split(',') {
            let Some((key, value)) = option.split_once('=') else {
                return Err(fail(
                    at,
                    RulesError::NotAnOption {
                        given: clip(option),
                    },
                ));
            };
            if seen.contains(&key) {
                return Err(fail(
                    at,
                    RulesError::OptionTwice {
                        option: key.to_owned(),
                    },
                ));
            }
            rules.set(key, value).map_err(|reason| fail(at, reason))?;
            seen.push(key);
            at += option.len() + 1;
        }
        rules.check().map_err(|reason| fail(id.len() + 1, reason))?;
        Ok(rules)
    }
}
