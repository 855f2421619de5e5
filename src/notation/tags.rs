//! The tags of a game record.

use super::error::ReadError;
use super::fen::read_fen;
use super::names::{Variant, find};
use crate::game::{MAX_TAGS, RemarkError};
use crate::position::Position;
use crate::rules::Rules;

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
        // Of two with one name, the first stays.
        match own {
            Some(own) => drop(self.own[own].get_or_insert((value_at, value))),
            None if self.kept.iter().any(|(_, kept, _)| kept == name) => {}
            None => self.kept.push((at, name.to_owned(), value)),
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

    /// Where the game begins, by `Variant`, `Position` and `FEN`, and its rules if these do not tell
    /// them.
    ///
    /// The rules are `answer` where the variant is unknown or untold, and `usual` where there is no
    /// answer.
    pub fn position(
        &self,
        text: &str,
        usual: Rules,
        answer: Option<Rules>,
    ) -> Result<(Position, Option<Rules>), ReadError> {
        let inside = |at: usize| move |error: ReadError| error.within_lines(text, at);
        if let Some((at, line)) = self.own("Position") {
            return Ok((line.parse().map_err(inside(at))?, None));
        }
        let variant = self.own("Variant");
        let mut untold = None;
        let rules = match variant.map(|(_, name)| find(name)) {
            None => usual,
            Some(Variant::Rules(rules)) => rules,
            Some(Variant::Untold) => {
                untold = Some(usual).filter(|_| answer.is_none());
                answer.unwrap_or(usual)
            }
            Some(Variant::Unknown) => match (answer, variant) {
                (None, Some((at, name))) => name.parse().map_err(inside(at))?,
                _ => answer.unwrap_or(usual),
            },
        };
        if let Some((at, fen)) = self.own("FEN") {
            return Ok((read_fen(fen, rules).map_err(inside(at))?, untold));
        }
        let at = variant.map_or(0, |(at, _)| at);
        let position = Position::start(rules);
        let position = position.map_err(|error| ReadError::in_lines(text, at, error))?;
        Ok((position, untold))
    }

    /// Whether they leave it open which points the board has.
    pub fn may_be_large(&self) -> bool {
        let variant = self.own("Variant").map(|(_, name)| find(name));
        let other = ["Position", "FEN"]
            .iter()
            .any(|tag| self.own(tag).is_some());
        !other
            && match variant {
                Some(Variant::Rules(rules)) => rules.board.points().len() == 24,
                _ => true,
            }
    }
}
