//! The files of a pack.
//!
//! `index` says how everything else is to be read: the magic `\x89MERELP\n`, the version (2 bytes),
//! the CRC-32 of the rest (4), and an [`Index`] as
//! [postcard](https://postcard.jamesmunns.com/wire-format) writes it. All numbers of fixed size are
//! little-endian.
//!
//! The nets and the coded blocks follow one another in parts `0`, `1`, …, of [`PART_BYTES`] at
//! most. A net is a [`Body`] as postcard writes it after its CRC-32 (4 bytes). Some neighbouring
//! blocks of a sector are a *bundle*, which is read as a whole: its CRC-32 (4 bytes), the lengths
//! of its blocks but the last (as postcard writes numbers), and the blocks. Each is in one part. A
//! part begins with the magic `\x89MERELQ\n`, the version (2), its number (2), the CRC-32 in the
//! index file's head (4), the length of the rules (2), and the rules.
//!
//! `checksums` binds each piece (a net or a bundle) to its place: a file like `index` with the
//! magic `\x89MERELC\n` and [`Checksums`]. A piece that is intact but stands in the place of
//! another has another checksum than the one listed.
//!
//! A model, which the training writes and a pack is made by, is a file like `index` with the magic
//! `\x89MERELT\n` and a [`PackModel`].

use super::context::Mixer;
use super::net::{Body, SectorHead, UNITS};
use crate::binary::{BadStart, number_at, split_header, start};
use crate::checksum::Crc32;
use crate::rules::Rules;
use crate::tablebase::Sector;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use thiserror::Error;

type Magic = [u8; 8];
pub const INDEX: Magic = *b"\x89MERELP\n";
pub const CHECKSUMS: Magic = *b"\x89MERELC\n";
pub const MODEL: Magic = *b"\x89MERELT\n";
const PART: Magic = *b"\x89MERELQ\n";
const VERSION: u16 = 1;
/// What stands before the index proper: magic, version, checksum.
const HEAD: usize = 8 + 2 + 4;
/// The most bytes of a part: what is fetched at once from a host that sends whole files only.
pub const PART_BYTES: u64 = 16 << 20;

/// Why a pack, or a piece of one, is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackError {
    /// It could not be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// One of its files cannot be read.
    #[error("cannot be read: {0}: {1}")]
    File(String, #[source] std::io::Error),
    /// It does not begin as a pack does.
    #[error("is no pack of values")]
    NotAPack,
    /// It is of a version of the format that is not known here.
    #[error("is of version {0} of the format, and only {VERSION} is known")]
    Version(u16),
    /// Some bytes are missing or were changed.
    #[error("was cut short or changed: {0}")]
    Damaged(&'static str),
    /// It belongs to another pack.
    #[error("belongs to another pack")]
    OtherPack,
    /// A piece of it was not fetched yet.
    #[error("is not all here")]
    Absent,
}

/// What predicts the values of a sector.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Predictor {
    /// Men on the board and in hand: of the side to move, and of the other.
    own: (u8, u8),
    other: (u8, u8),
    /// Which net it has.
    pub body: u8,
    pub head: SectorHead,
    pub mixer: Mixer,
}

impl Predictor {
    pub fn sector(&self) -> Sector {
        let [own, own_hand, other, other_hand] =
            [self.own.0, self.own.1, self.other.0, self.other.1].map(usize::from);
        Sector {
            own,
            other,
            own_hand,
            other_hand,
        }
    }
}

/// What predicts the values of a whole game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PackModel {
    pub rules: String,
    /// Positions with this many men in hand are stored.
    pub hands: u8,
    pub bodies: Vec<Body>,
    pub sectors: Vec<Predictor>,
}

/// A sector of a pack.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PackEntry {
    pub predictor: Predictor,
    /// Blocks of a bundle; the last may have fewer.
    pub blocks: u32,
    /// The bytes of each bundle.
    pub bundles: Vec<u32>,
}

impl PackEntry {
    pub fn sector(&self) -> Sector {
        self.predictor.sector()
    }

    /// The bytes of its bundles.
    pub fn bytes(&self) -> u64 {
        self.bundles.iter().map(|&size| u64::from(size)).sum()
    }

    /// Whether its numbers can be.
    pub fn is_sound(&self, bodies: usize) -> bool {
        let Predictor { body, head, .. } = &self.predictor;
        usize::from(*body) < bodies && head.bias.len() == UNITS && self.blocks > 0
    }
}

/// What a pack holds, and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Index {
    pub rules: String,
    /// Positions with this many men in hand are stored.
    pub hands: u8,
    /// The bytes of each net.
    pub bodies: Vec<u32>,
    pub sectors: Vec<PackEntry>,
}

/// What each piece must be.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checksums {
    /// The checksum in the head of the index file that the pieces belong to.
    pub index: u32,
    /// Of each piece in order, the CRC-32 that it begins with, little-endian: postcard would write
    /// most numbers of 32 bits as five bytes.
    pub pieces: Vec<[u8; 4]>,
}

/// Where a piece, a net or a bundle of blocks, is and what it must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The part.
    pub part: u16,
    /// From where to where.
    pub bytes: Range<u64>,
    /// The CRC-32 of the piece after its first four bytes, which are this number, too.
    pub checksum: u32,
}

impl Place {
    /// Checks that these are the bytes of the piece there, and not of another one.
    ///
    /// # Errors
    /// If they are damaged, of another piece, or too few or too many.
    pub fn check(&self, bytes: &[u8]) -> Result<(), PackError> {
        if bytes.len() as u64 != self.bytes.end.saturating_sub(self.bytes.start) {
            return Err(PackError::Damaged("a piece of it has another length"));
        }
        let Some((sum, rest)) = bytes.split_first_chunk::<4>() else {
            return Err(PackError::Damaged("a piece of it has no checksum"));
        };
        let sum = u32::from_le_bytes(*sum);
        if Crc32::of(rest) != sum {
            return Err(PackError::Damaged("the checksum of a piece is wrong"));
        }
        if sum != self.checksum {
            return Err(PackError::Damaged(
                "a piece of it stands in the place of another",
            ));
        }
        Ok(())
    }
}

const TOO_LARGE: PackError = PackError::Damaged("it is too large");

/// The file of an index, of checksums or of a model, and its checksum.
pub fn file(magic: Magic, content: &impl Serialize) -> Result<(Vec<u8>, u32), PackError> {
    let rest = postcard::to_allocvec(content).map_err(|_| TOO_LARGE)?;
    let sum = Crc32::of(&rest);
    let head = start(&magic, VERSION);
    Ok(([&head[..], &sum.to_le_bytes(), &rest].concat(), sum))
}

/// Reads such a file.
pub fn read<T: DeserializeOwned>(magic: Magic, bytes: &[u8]) -> Result<(T, u32), PackError> {
    let (head, rest) = split::<HEAD>(magic, bytes)?;
    // Behind the magic and the version.
    let sum = u32::from_le_bytes(number_at(head, 10));
    if Crc32::of(rest) != sum {
        return Err(PackError::Damaged("its checksum is wrong"));
    }
    Ok((
        postcard::from_bytes(rest).map_err(|_| PackError::Damaged("it cannot be read"))?,
        sum,
    ))
}

impl Index {
    pub fn rules(&self) -> Result<Rules, PackError> {
        self.rules
            .parse()
            .map_err(|_| PackError::Damaged("it is of unknown rules"))
    }

    /// What a part begins with; `sum` is the checksum of the index.
    pub fn part_head(&self, part: u16, sum: u32) -> Vec<u8> {
        let rules = self.rules.as_bytes();
        let length = rules.len() as u16;
        let numbers = [part.to_le_bytes(), length.to_le_bytes()];
        [
            &start(&PART, VERSION)[..],
            &numbers[0],
            &sum.to_le_bytes(),
            &numbers[1],
            rules,
        ]
        .concat()
    }

    /// Looks whether bytes begin as that part does.
    pub fn expect_part(&self, part: u16, sum: u32, bytes: &[u8]) -> Result<(), PackError> {
        // The magic and the version come first, so that another format is named as such.
        split::<10>(PART, bytes)?;
        if bytes.starts_with(&self.part_head(part, sum)) {
            Ok(())
        } else {
            Err(PackError::OtherPack)
        }
    }

    /// Where each piece is, the nets first, and the first piece of each sector. `checksums` has one
    /// for each piece.
    pub fn places(
        &self,
        checksums: impl IntoIterator<Item = u32>,
    ) -> Result<(Vec<Place>, Vec<usize>), PackError> {
        // All heads have the same length: the number and the checksum are of fixed size.
        let head = self.part_head(0, 0).len() as u64;
        let mut firsts = Vec::with_capacity(self.sectors.len());
        let mut sizes = self.bodies.clone();
        for sector in &self.sectors {
            firsts.push(sizes.len());
            sizes.extend(&sector.bundles);
        }
        let (mut part, mut at) = (0u16, head);
        let mut checksums = checksums.into_iter();
        let place = |bytes: u32| {
            let bytes = u64::from(bytes);
            // A piece is never divided; one that is larger than a part has a part of its own.
            if at + bytes > PART_BYTES && at > head {
                part = part
                    .checked_add(1)
                    .ok_or(PackError::Damaged("it has too many parts"))?;
                at = head;
            }
            at += bytes;
            let checksum = checksums
                .next()
                .ok_or(PackError::Damaged("some checksums are missing"))?;
            Ok(Place {
                part,
                bytes: at - bytes..at,
                checksum,
            })
        };
        let places = sizes
            .into_iter()
            .map(place)
            .collect::<Result<_, PackError>>()?;
        Ok((places, firsts))
    }
}

/// As [`split_header`].
fn split<const N: usize>(magic: Magic, bytes: &[u8]) -> Result<(&[u8; N], &[u8]), PackError> {
    split_header(&magic, VERSION, bytes).map_err(|bad| match bad {
        BadStart::Short if bytes.len() >= magic.len() => PackError::Damaged("it has no head"),
        BadStart::Magic | BadStart::Short => PackError::NotAPack,
        BadStart::Version(version) => PackError::Version(version),
    })
}

/// After their checksum.
fn checked(rest: &[u8]) -> Vec<u8> {
    [&Crc32::of(rest).to_le_bytes()[..], rest].concat()
}

/// What follows the checksum of a piece, which was checked by its [`Place`].
fn content(piece: &[u8]) -> &[u8] {
    piece.get(4..).unwrap_or_default()
}

/// A net.
pub fn write_body(body: &Body) -> Result<Vec<u8>, PackError> {
    Ok(checked(
        &postcard::to_allocvec(body).map_err(|_| TOO_LARGE)?,
    ))
}

pub fn read_body(piece: &[u8]) -> Result<Body, PackError> {
    let body: Option<Body> = postcard::from_bytes(content(piece)).ok();
    body.filter(Body::is_sound)
        .ok_or(PackError::Damaged("a net of it cannot be read"))
}

/// A bundle of coded blocks.
pub fn bundle(blocks: &[Vec<u8>]) -> Result<Vec<u8>, PackError> {
    let mut rest = Vec::new();
    // The last block ends where the bundle does.
    for block in blocks.iter().take(blocks.len().saturating_sub(1)) {
        rest.extend(postcard::to_allocvec(&block.len()).map_err(|_| TOO_LARGE)?);
    }
    rest.extend(blocks.iter().flatten());
    Ok(checked(&rest))
}

/// One of the `count` blocks of a bundle.
pub fn block_of(bundle: &[u8], count: usize, block: usize) -> Result<&[u8], PackError> {
    let mut rest = content(bundle);
    let wrong = PackError::Damaged("the lengths of a bundle's blocks are wrong");
    let mut lengths = Vec::with_capacity(count);
    for _ in 1..count {
        match postcard::take_from_bytes::<usize>(rest) {
            Ok((length, after)) => {
                lengths.push(length);
                rest = after;
            }
            Err(_) => return Err(wrong),
        }
    }
    let from = lengths
        .iter()
        .take(block)
        // Lengths may be anything in a forged file: `get` refuses what is beyond the end.
        .fold(0usize, |sum, &length| sum.saturating_add(length));
    let to = lengths
        .get(block)
        .map_or(rest.len(), |&length| from.saturating_add(length));
    rest.get(from..to).ok_or(wrong)
}

/// A model's file, from which a pack is made. Positions with `hands` men in hand
/// are stored; a sector has the net of one of the bodies.
///
/// # Errors
/// If it is too large.
pub fn model(
    rules: &Rules,
    hands: usize,
    bodies: Vec<Body>,
    sectors: Vec<(Sector, usize, SectorHead, Mixer)>,
) -> Result<Vec<u8>, PackError> {
    let predictor = |(sector, body, head, mixer)| {
        let Sector {
            own,
            other,
            own_hand,
            other_hand,
        } = sector;
        let [own, other] = [(own as u8, own_hand as u8), (other as u8, other_hand as u8)];
        Predictor {
            own,
            other,
            body: body as u8,
            head,
            mixer,
        }
    };
    let sectors = sectors.into_iter().map(predictor).collect();
    Ok(file(
        MODEL,
        &PackModel {
            rules: rules.to_string(),
            hands: hands as u8,
            bodies,
            sectors,
        },
    )?
    .0)
}
