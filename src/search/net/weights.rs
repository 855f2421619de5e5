//! The weights file.
//!
//! All numbers are little-endian. In order:
//!
//! - `MERELNET` and version 1 (one byte)
//! - the name of the games: its length (one byte), then the name
//! - the numbers of orbits and stages (one byte each), buckets and patterns (two bytes each)
//! - for every bucket: the biases (i16, one per orbit), the output weights (i32), the output's base
//!   (i32)
//! - for every orbit, stage, pattern and state: a weight (i8), an even number
//! - CRC-32 of everything before it

use super::stage::{BUCKETS, STAGES};
use crate::binary::checked;
use crate::patterns::STATES;
use thiserror::Error;

pub(super) const MAGIC: &[u8; 8] = b"MERELNET";
const VERSION: u8 = 1;
/// Orbits of units that share their rows.
pub(super) const ORBITS: usize = 4;
/// Units of an orbit, one for each symmetry of the board.
pub(super) const ORBIT: usize = 16;
/// A hidden unit is clipped here: 127 is about two.
pub(super) const CLIP: i16 = 127;

/// Why a weights file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It is too short or too long.
    #[error("the weights are cut off or too long")]
    Length,
    /// It is not a weights file, or it is of another version.
    #[error("these are no weights of this version")]
    Format,
    /// It is for other games, or for a net of another size.
    #[error("the weights are of other games or another net")]
    Shape,
    /// Its checksum is wrong.
    #[error("the weights are damaged")]
    Checksum,
    /// A weight is odd, or so large that the sums would overflow.
    #[error("a weight is odd or too large")]
    Range,
}

/// The biases and output weights of a bucket.
#[derive(Clone)]
pub(super) struct Head {
    pub bias: [i16; ORBITS],
    pub weight: [i32; ORBITS],
    pub base: i32,
}

impl Head {
    /// Whether no sum can overflow, whatever the units are.
    fn is_in_range(&self) -> bool {
        let orbit = ORBIT as i64 * i64::from(CLIP).pow(2);
        let output: i64 = self
            .weight
            .iter()
            .map(|&weight| orbit * i64::from(weight).abs())
            .sum();
        output + i64::from(self.base).abs() <= i32::MAX.into()
            && self.bias.iter().all(|bias| bias.unsigned_abs() < 1 << 14)
    }
}

/// The weights as in the file.
pub(super) struct Weights {
    pub heads: Vec<Head>,
    /// By stage, pattern and state.
    pub rows: Vec<[i8; ORBITS]>,
}

impl Weights {
    /// Reads the weights for the family of this name, whose board has `patterns` patterns.
    pub fn read(of: &str, patterns: usize, bytes: &[u8]) -> Result<Self, WeightsError> {
        let (body, _) = bytes.split_last_chunk::<4>().ok_or(WeightsError::Length)?;
        let mut rest = ByteReader(body);
        let name = rest.name()?;
        checked(bytes).ok_or(WeightsError::Checksum)?;
        let [orbits, stages] = rest.take::<2>()?;
        let sizes = [rest.u16()?, rest.u16()?];
        let shape = (
            name,
            usize::from(orbits),
            usize::from(stages),
            sizes.map(usize::from),
        );
        if shape != (of.as_bytes(), ORBITS, STAGES, [BUCKETS, patterns]) {
            return Err(WeightsError::Shape);
        }
        let mut heads = Vec::with_capacity(BUCKETS);
        for _ in 0..BUCKETS {
            let mut head = Head {
                bias: [0; ORBITS],
                weight: [0; ORBITS],
                base: 0,
            };
            for bias in &mut head.bias {
                *bias = i16::from_le_bytes(rest.take()?);
            }
            for weight in &mut head.weight {
                *weight = i32::from_le_bytes(rest.take()?);
            }
            head.base = i32::from_le_bytes(rest.take()?);
            heads.push(head);
        }
        let count = STAGES * patterns * STATES;
        let mut rows = vec![[0; ORBITS]; count];
        for orbit in 0..ORBITS {
            for (row, &weight) in rows.iter_mut().zip(rest.slice(count)?) {
                row[orbit] = weight as i8;
            }
        }
        if !rest.0.is_empty() {
            return Err(WeightsError::Length);
        }
        let even = rows.iter().flatten().all(|weight: &i8| weight % 2 == 0);
        if even && heads.iter().all(Head::is_in_range) {
            Ok(Self { heads, rows })
        } else {
            Err(WeightsError::Range)
        }
    }
}

/// The family name in a weights file; only its header is read.
pub(super) fn name(bytes: &[u8]) -> Result<&[u8], WeightsError> {
    ByteReader(bytes).name()
}

/// The bytes left to read.
struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn slice(&mut self, bytes: usize) -> Result<&'a [u8], WeightsError> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or(WeightsError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(WeightsError::Length)?;
        self.0 = rest;
        Ok(*taken)
    }

    /// The header: magic, version and family name.
    fn name(&mut self) -> Result<&'a [u8], WeightsError> {
        if self.take::<8>()? != *MAGIC || self.take::<1>()? != [VERSION] {
            return Err(WeightsError::Format);
        }
        let [length] = self.take::<1>()?;
        self.slice(length.into())
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        self.take().map(u16::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::add_checksum;

    const NINE: &[u8] = include_bytes!("../../../data/nine.net");

    fn refusal(bytes: &[u8]) -> Option<WeightsError> {
        Weights::read("nine", 24, bytes).err()
    }

    #[test]
    fn the_shipped_weights_are_read() {
        assert_eq!(refusal(NINE), None);
    }

    #[test]
    fn cut_off_or_changed_weights_are_refused() {
        for length in [0, 3, 4, 8, 9, 20, 1_000, NINE.len() - 1] {
            assert!(refusal(&NINE[..length]).is_some(), "{length} bytes");
        }
        for at in [0, 8, 9, 14, 15, 16, 18, 100, 50_000, NINE.len() - 1] {
            let mut bytes = NINE.to_vec();
            bytes[at] ^= 0x10;
            assert!(refusal(&bytes).is_some(), "byte {at}");
        }
        let longer = [NINE, &[0]].concat();
        assert_eq!(refusal(&longer), Some(WeightsError::Checksum));
    }

    /// The shipped weights, with this byte so far from the end of the rows changed, and the
    /// checksum put right.
    fn changed(from_end: usize, byte: u8) -> Vec<u8> {
        let mut bytes = NINE[..NINE.len() - 4].to_vec();
        let at = bytes.len() - from_end;
        bytes[at] = byte;
        add_checksum(&mut bytes);
        bytes
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        let rows = ORBITS * STAGES * 24 * STATES;
        for (byte, fault) in [
            (0x80, None),
            (0x7e, None),
            (1, Some(WeightsError::Range)),
            (0xff, Some(WeightsError::Range)),
        ] {
            assert_eq!(refusal(&changed(1, byte)), fault, "{byte}");
        }
        // The last head: its base, then the last of its output weights.
        assert_eq!(refusal(&changed(rows + 1, 0x40)), None);
        assert_eq!(refusal(&changed(rows + 1, 0x7f)), Some(WeightsError::Range));
        assert_eq!(refusal(&changed(rows + 5, 1)), Some(WeightsError::Range));
        assert_eq!(
            refusal(&changed(rows + 4 + 4 * ORBITS + 1, 0x40)),
            Some(WeightsError::Range)
        );
    }

    #[test]
    fn the_most_negative_numbers_are_refused() {
        // In the first head: a bias, an output weight and the base.
        let head = MAGIC.len() + 1 + 1 + "nine".len() + 6;
        let weight = head + 2 * ORBITS;
        for (at, number) in [
            (head, &i16::MIN.to_le_bytes()[..]),
            (weight, &i32::MIN.to_le_bytes()),
            (weight + 4 * ORBITS, &i32::MIN.to_le_bytes()),
        ] {
            let mut bytes = NINE[..NINE.len() - 4].to_vec();
            bytes[at..at + number.len()].copy_from_slice(number);
            add_checksum(&mut bytes);
            assert_eq!(refusal(&bytes), Some(WeightsError::Range), "byte {at}");
        }
    }

    #[test]
    fn weights_of_other_games_are_refused() {
        assert_eq!(
            Weights::read("twelve", 48, NINE).err(),
            Some(WeightsError::Shape)
        );
        assert_eq!(
            Weights::read("lasker", 24, NINE).err(),
            Some(WeightsError::Shape)
        );
    }
}
