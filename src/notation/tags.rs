//! The tags of a game record.

use super::error::ReadError;
use super::fault::TextError;
use super::fen::read_fen;
use crate::game::{MAX_TAGS, RemarkError};
use crate::position::Position;
use crate::rules::{Preset, Rules};

/// The tags that are not kept as such, since the game itself knows what they say.
pub(super) const OWN_TAGS: [&str; 6] = [
    "Result",
    "Variant",
    "Position",
    "FEN",
    "SetUp",
    "Termination",
];

/// The tags of a record, each with the byte that it begins at; those of [`OWN_TAGS`] by themselves,
/// with that of its value.
#[derive(Default)]
pub(super) struct Tags {
    pub kept: Vec<(usize, String, String)>,
    own: [Option<(usize, String)>; OWN_TAGS.len()],
}

impl Tags {
    pub fn add(
        &mut self,
        text: &str,
        at: usize,
        name: &str,
        value: String,
        value_at: usize,
    ) -> Result<(), ReadError> {
        let own = OWN_TAGS
            .iter()
            .position(|own| own.eq_ignore_ascii_case(name));
        let twice = match own {
            Some(own) => self.own[own].replace((value_at, value)).is_some(),
            None => {
                let twice = self.kept.iter().any(|(_, kept, _)| kept == name);
                self.kept.push((at, name.to_owned(), value));
                twice
            }
        };
        if twice {
            return Err(ReadError::in_lines(
                text,
                at,
                TextError::TagTwice {
                    tag: format!("{name:.40}"),
                },
            ));
        }
        if self.kept.len() > MAX_TAGS {
            return Err(ReadError::in_lines(
                text,
                at,
                RemarkError::TooManyTags { most: MAX_TAGS },
            ));
        }
        Ok(())
    }

    pub fn own(&self, name: &str) -> Option<(usize, &str)> {
        let own = OWN_TAGS.iter().position(|&own| own == name)?;
        self.own[own]
            .as_ref()
            .map(|(at, value)| (*at, value.as_str()))
    }

    /// Where the game begins, by `Variant`, `Position` and `FEN`.
    pub fn position(&self, text: &str) -> Result<Position, ReadError> {
        let inside = |at: usize| move |error: ReadError| error.within_lines(text, at);
        let variant = match self.own("Variant") {
            Some((at, spec)) => Some((at, spec.parse::<Rules>().map_err(inside(at))?)),
            None => None,
        };
        let rules = variant.map_or(Preset::Nine.rules(), |(_, rules)| rules);
        if let Some((at, line)) = self.own("Position") {
            let position: Position = line.parse().map_err(inside(at))?;
            return match variant {
                Some((at, rules)) if rules != *position.rules() => {
                    let (given, other) = (rules.to_string(), position.rules().to_string());
                    Err(ReadError::in_lines(
                        text,
                        at,
                        TextError::VariantDiffers { given, other },
                    ))
                }
                _ => Ok(position),
            };
        }
        if let Some((at, fen)) = self.own("FEN") {
            return read_fen(fen, rules).map_err(inside(at));
        }
        let at = variant.map_or(0, |(at, _)| at);
        Position::start(rules).map_err(|error| ReadError::in_lines(text, at, error))
    }
}
