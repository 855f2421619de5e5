//! The file of a game's opening values.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | magic: `89 4D 45 52 45 4C 4F 0A` (`\x89MERELO\n`) |
//! | 2 | version, 1: of the format and of the coding of values |
//! | 1 | the maximum number of placings by both sides |
//! | 1 | the length of the rule set's text |
//! | 4 | the length of the coded values |
//! | 4 | CRC-32 of the decoded values, two bits each, sector by sector |
//! | … | the rule set, without its draws by repetition and count |
//! | … | the coded values |
//! | 4 | CRC-32 of everything before |

use super::layer::{is_placing_game, most_placings};
use crate::binary::{BadStart, add_checksum, checked, number_at, split_header, start};
use crate::rules::Rules;
use thiserror::Error;

/// What a file begins with.
const MAGIC: [u8; 8] = *b"\x89MERELO\n";
const VERSION: u16 = 1;
const FIXED: usize = 20;

/// Why bytes are no values of first placings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// They begin in another way.
    #[error("these are no values of first placings")]
    NotAnOpening,
    /// They are of a version of the format that is not known here.
    #[error("the values of the first placings are of format {0}, and only {VERSION} is known")]
    Version(u16),
    /// They are fewer or more than the header says.
    #[error(
        "the values of the first placings are {found} bytes, not {wanted}: they were cut short or grown"
    )]
    Length {
        /// What the header says.
        wanted: usize,
        /// What is there.
        found: usize,
    },
    /// Some were changed: the checksum fails.
    #[error("the values of the first placings were changed: their checksum is wrong")]
    Checksum,
    /// The header names a game that has no such values, or too many placings of it.
    #[error("the values of the first placings are of a game that can have none")]
    Header,
    /// The values that come out are not those that were written.
    #[error("the values of the first placings were coded in a way that is not known")]
    Values,
}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningHeader {
    /// The rules, without those that values do not depend on.
    pub rules: Rules,
    /// The maximum number of placings by both sides for which values are known.
    pub placings: usize,
    /// The checksum of the values.
    pub values: u32,
}

impl OpeningHeader {
    /// A whole file with these coded values.
    pub fn file(&self, coded: &[u8]) -> Vec<u8> {
        let rules = self.rules.to_string();
        let mut bytes = start(&MAGIC, VERSION);
        bytes.extend([self.placings as u8, rules.len() as u8]);
        bytes.extend((coded.len() as u32).to_le_bytes());
        bytes.extend(self.values.to_le_bytes());
        bytes.extend(rules.as_bytes());
        bytes.extend(coded);
        add_checksum(&mut bytes);
        bytes
    }

    /// Reads the header, and checks the file's length and checksum against it. Also returns the
    /// offset of the coded values.
    ///
    /// # Errors
    /// If this is not such a file, or it is damaged.
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), OpeningError> {
        let found = bytes.len();
        let header = split_header::<FIXED>(&MAGIC, VERSION, bytes);
        let (fixed, rest) = header.map_err(|bad| match bad {
            BadStart::Magic => OpeningError::NotAnOpening,
            BadStart::Short => OpeningError::Length {
                wanted: FIXED,
                found,
            },
            BadStart::Version(version) => OpeningError::Version(version),
        })?;
        let number = |at: usize| u32::from_le_bytes(number_at(fixed, at));
        // The offsets of the table above.
        let (placings, text) = (usize::from(fixed[10]), usize::from(fixed[11]));
        let wanted = (FIXED + text + 4).saturating_add(number(12) as usize);
        if found != wanted {
            return Err(OpeningError::Length { wanted, found });
        }
        if checked(bytes).is_none() {
            return Err(OpeningError::Checksum);
        }
        let rules = std::str::from_utf8(&rest[..text])
            .ok()
            .and_then(|text| text.parse::<Rules>().ok());
        let rules =
            rules.filter(|rules| rules.without_draw_rules() == *rules && is_placing_game(rules));
        let rules = rules
            .filter(|rules| placings <= most_placings(rules))
            .ok_or(OpeningError::Header)?;
        Ok((
            Self {
                rules,
                placings,
                values: number(16),
            },
            FIXED + text,
        ))
    }
}
