//! The file format of a table: the values of one sector, as win, loss and draw in two bits, or as
//! the distance in one byte.
//!
//! Everything is little-endian.
//!
//! | offset | size | what |
//! | --- | --- | --- |
//! | 0 | 8 | magic: `89 4D 45 52 45 4C 53 0A` (`\x89MERELS\n`) |
//! | 8 | 2 | version, 1 |
//! | 10 | 1 | content: 0 win/loss bits, 1 distances |
//! | 11 | 1 | which side's set determines the block: 0 the side to move, 1 the other |
//! | 12 | 4 | men of the side to move and of the other on the board, then in hand |
//! | 16 | 4 | blocks |
//! | 20 | 4 | slots in a block |
//! | 24 | 4 | bytes in a block |
//! | 28 | 4 | bytes in a chunk, the unit of checksums |
//! | 32 | 3 × 8 | canonical positions won, lost, drawn for the side to move |
//! | 56 | 2 × 2 | plies of the longest win and the longest loss; `FFFF` if unknown or none |
//! | 60 | 4 | bytes in the rule set's text |
//! | 64 | | the rule set as [`Rules`] writes it, zeros up to a multiple of 8 |
//! | | 4 + 4 | CRC-32 of all bytes so far; zeros |
//! | | | the blocks: win bits then loss bits (each padded to 8 bytes), or one byte per slot |
//! | | 4 each | CRC-32 of each chunk of the blocks' bytes, the last of which may be shorter |
//! | | 4 | CRC-32 of those checksums |
//!
//! A byte of distance is 0 for a draw, else plies + 1 (at most 253 plies): even for a win, odd for
//! a loss.

use super::numbering::Blocks;
use super::sector::Sector;
use crate::binary::{BadStart, add_checksum, checked, number_at, split_header, start};
use crate::rules::Rules;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use thiserror::Error;

// As in PNG: a first byte that is no ASCII, and a line feed, which a transfer as text would change.
const MAGIC: [u8; 8] = *b"\x89MERELS\n";
const VERSION: u16 = 1;
const FIXED: usize = 64;
/// Longer than any rule set is written.
const LONGEST_RULES: usize = 4096;
/// The number of ways in which twelve men can stand on 24 points.
const MOST_SETS: u32 = 2_704_156;
/// Bytes under one checksum.
pub const CHUNK: usize = 1 << 16;

/// Whose set of men names the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum First {
    /// The side to move's.
    Mover = 0,
    /// The other's.
    Waiting = 1,
}

impl First {
    /// Of a sector's table: the side with more men in all, board and hand together (its sets are
    /// the larger, so that blocks are small and many); of two equals the one with fewer in hand,
    /// then the side to move.
    pub fn of(sector: Sector) -> Self {
        let Sector {
            own,
            other,
            own_hand,
            other_hand,
        } = sector;
        match (own + own_hand)
            .cmp(&(other + other_hand))
            .then(other_hand.cmp(&own_hand))
        {
            std::cmp::Ordering::Less => Self::Waiting,
            _ => Self::Mover,
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Mover => Self::Waiting,
            Self::Waiting => Self::Mover,
        }
    }

    /// Puts what belongs to the side to move and to the other in block order: first, second.
    pub fn order<T>(self, mover: T, waiting: T) -> (T, T) {
        match self {
            Self::Mover => (mover, waiting),
            Self::Waiting => (waiting, mover),
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        [Self::Mover, Self::Waiting]
            .into_iter()
            .find(|&first| first as u8 == byte)
    }
}

/// What a table stores for each slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Win, loss or draw: a bit for a win, and one for a loss.
    Wdl = 0,
    /// The distance in plies.
    Distance = 1,
}

impl Content {
    /// Bytes of a block with that many slots.
    pub fn block_bytes(self, slots: usize) -> usize {
        match self {
            Self::Wdl => 2 * 8 * slots.div_ceil(64),
            Self::Distance => slots,
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        [Self::Wdl, Self::Distance]
            .into_iter()
            .find(|&content| content as u8 == byte)
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wdl => "values",
            Self::Distance => "distances",
        })
    }
}

/// The name of a sector's file in a directory of tables.
pub fn file_name(sector: Sector, content: Content) -> String {
    format!(
        "{sector}.{}",
        if content == Content::Wdl {
            "wdl"
        } else {
            "distance"
        }
    )
}

/// Bytes that can be read at any place: a slice, a file, ranges fetched from elsewhere.
pub trait Source {
    /// How many bytes there are.
    ///
    /// # Errors
    /// If the length cannot be read.
    fn length(&self) -> io::Result<u64>;
    /// Fills `into` from `offset` on.
    ///
    /// # Errors
    /// If the source cannot be read, or ends before.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()>;
}

impl Source for [u8] {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(offset)
            .ok()
            .filter(|&from| from <= self.len());
        let found = from.and_then(|from| self[from..].get(..into.len()));
        into.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        read_exact_at(self, offset, into)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, into: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut offset: u64, mut into: &mut [u8]) -> io::Result<()> {
    while !into.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, into, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        offset += read as u64;
        into = &mut into[read..];
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Why a table was refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It could not be read.
    #[error("cannot be read: {0}")]
    Io(#[source] io::Error),
    /// It does not begin as a table does.
    #[error("is not a table of values")]
    NotATable,
    /// It is of a version of the format that is not known here.
    #[error("is of version {0} of the format, and only {VERSION} is known")]
    Version(u16),
    /// It is of other rules, of another sector or of other content.
    #[error("holds {found}, not {wanted}")]
    Other {
        /// What was wanted.
        wanted: String,
        /// What it is.
        found: String,
    },
    /// It is shorter or longer than its header says, in bytes.
    #[error("is {found} bytes long, not {wanted}: it was cut short or grown")]
    Length {
        /// What the header says.
        wanted: u64,
        /// What is there.
        found: u64,
    },
    /// It ended before what was read of it: it has become shorter since it was opened.
    #[error("ends too early: it was cut short while it was read")]
    Short,
    /// Its header contradicts itself.
    #[error("has a header that contradicts itself")]
    Header,
    /// Bytes were changed: a checksum fails; the part of the file is named.
    #[error("was changed: the checksum of {0} is wrong")]
    Checksum(String),
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Short,
            _ => Self::Io(error),
        }
    }
}

/// What a table says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rules, without those that values do not depend on.
    pub rules: Rules,
    /// The counts of men.
    pub sector: Sector,
    /// Whose set names the block.
    pub first: First,
    /// What is stored.
    pub content: Content,
    /// Blocks.
    pub blocks: u32,
    /// Slots in each.
    pub slots: u32,
    /// Canonical positions won for the side to move.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// Plies of the longest win, where distances are known.
    pub longest_win: Option<u16>,
    /// Plies of the longest loss.
    pub longest_loss: Option<u16>,
}

impl Header {
    /// Of a table with these blocks, nothing counted yet.
    pub fn new(
        rules: &Rules,
        sector: Sector,
        first: First,
        content: Content,
        blocks: &Blocks<'_>,
    ) -> Self {
        Self::sized(
            rules,
            sector,
            first,
            content,
            [blocks.count() as u32, blocks.slots() as u32],
        )
    }

    /// The same for a number of blocks and of slots in each.
    pub fn sized(
        rules: &Rules,
        sector: Sector,
        first: First,
        content: Content,
        size: [u32; 2],
    ) -> Self {
        let [blocks, slots] = size;
        Self {
            rules: rules.without_draw_rules(),
            sector,
            first,
            content,
            blocks,
            slots,
            wins: 0,
            losses: 0,
            draws: 0,
            longest_win: None,
            longest_loss: None,
        }
    }

    /// Bytes of a block.
    pub fn block_bytes(&self) -> usize {
        self.content.block_bytes(self.slots as usize)
    }

    /// Bytes of all blocks.
    pub fn payload_bytes(&self) -> u64 {
        u64::from(self.blocks) * self.block_bytes() as u64
    }

    /// Where the blocks begin.
    pub fn payload_offset(&self) -> u64 {
        (FIXED + self.rules.to_string().len()).next_multiple_of(8) as u64 + 8
    }

    /// Chunks of the payload.
    pub fn chunks(&self) -> u64 {
        self.payload_bytes().div_ceil(CHUNK as u64)
    }

    /// Bytes of the whole file.
    pub fn file_bytes(&self) -> u64 {
        self.payload_offset() + self.payload_bytes() + 4 * self.chunks() + 4
    }

    /// As it stands in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = self.rules.to_string();
        let mut bytes = start(&MAGIC, VERSION);
        bytes.push(self.content as u8);
        bytes.push(self.first as u8);
        let Sector {
            own,
            other,
            own_hand,
            other_hand,
        } = self.sector;
        bytes.extend([own, other, own_hand, other_hand].map(|count| count as u8));
        for number in [
            self.blocks,
            self.slots,
            self.block_bytes() as u32,
            CHUNK as u32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.wins, self.losses, self.draws] {
            bytes.extend(number.to_le_bytes());
        }
        for plies in [self.longest_win, self.longest_loss] {
            bytes.extend(plies.unwrap_or(u16::MAX).to_le_bytes());
        }
        bytes.extend((rules.len() as u32).to_le_bytes());
        bytes.extend(rules.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        add_checksum(&mut bytes);
        bytes.extend([0; 4]);
        bytes
    }

    /// Reads the header and compares the file's length with it.
    ///
    /// # Errors
    /// If the source cannot be read, is not a table, or has another length.
    pub fn read(source: &(impl Source + ?Sized)) -> Result<Self, TableError> {
        let found = source.length()?;
        let mut begin = [0; FIXED];
        let begin = &mut begin[..found.min(FIXED as u64) as usize];
        source.read_at(0, begin)?;
        let fixed = split_header::<FIXED>(&MAGIC, VERSION, begin);
        let (fixed, _) = fixed.map_err(|bad| match bad {
            BadStart::Magic => TableError::NotATable,
            BadStart::Short => TableError::Length {
                wanted: FIXED as u64,
                found,
            },
            BadStart::Version(version) => TableError::Version(version),
        })?;
        let u16_at = |at: usize| u16::from_le_bytes(number_at(fixed, at));
        let u32_at = |at: usize| u32::from_le_bytes(number_at(fixed, at));
        let u64_at = |at: usize| u64::from_le_bytes(number_at(fixed, at));
        let rules_bytes = u32_at(60) as usize;
        if rules_bytes > LONGEST_RULES {
            return Err(TableError::Header);
        }
        let bytes = (FIXED + rules_bytes).next_multiple_of(8);
        let wanted = bytes as u64 + 8;
        if found < wanted {
            return Err(TableError::Length { wanted, found });
        }
        let mut whole = vec![0; bytes + 8];
        source.read_at(0, &mut whole)?;
        let (with_checksum, zeros) = whole.split_at(bytes + 4);
        let Some(header) = checked(with_checksum).filter(|_| zeros == [0; 4]) else {
            return Err(TableError::Checksum("the header".to_owned()));
        };
        let rules = std::str::from_utf8(&header[FIXED..FIXED + rules_bytes])
            .map_err(|_| TableError::Header)?;
        let plies = |at: usize| Some(u16_at(at)).filter(|&plies| plies != u16::MAX);
        let header = Self {
            rules: rules.parse().map_err(|_| TableError::Header)?,
            sector: Sector {
                own: fixed[12].into(),
                other: fixed[13].into(),
                own_hand: fixed[14].into(),
                other_hand: fixed[15].into(),
            },
            first: First::from_byte(fixed[11]).ok_or(TableError::Header)?,
            content: Content::from_byte(fixed[10]).ok_or(TableError::Header)?,
            blocks: u32_at(16),
            slots: u32_at(20),
            wins: u64_at(32),
            losses: u64_at(40),
            draws: u64_at(48),
            longest_win: plies(56),
            longest_loss: plies(58),
        };
        // Before anything is worked out from them: no board has more sets of men.
        let sized = header.blocks <= MOST_SETS && header.slots <= MOST_SETS;
        let Sector {
            own,
            other,
            own_hand,
            other_hand,
        } = header.sector;
        let men = usize::from(header.rules.men);
        let fits = own + own_hand <= men && other + other_hand <= men;
        if !sized
            || !fits
            || header.block_bytes() as u64 != u64::from(u32_at(24))
            || u32_at(28) as usize != CHUNK
        {
            return Err(TableError::Header);
        }
        let wanted = header.file_bytes();
        if found != wanted {
            return Err(TableError::Length { wanted, found });
        }
        Ok(header)
    }

    /// What it holds, in words.
    pub fn name(&self) -> String {
        name(&self.rules, self.sector, self.content)
    }

    /// Refuses a table in a file that is named as that of another sector or of other content.
    ///
    /// # Errors
    /// If its name says so.
    pub fn expect_name(&self, path: &Path) -> Result<(), TableError> {
        let own = file_name(self.sector, self.content);
        if path.file_name().is_some_and(|name| *name == *own) {
            return Ok(());
        }
        let named = path
            .file_stem()
            .and_then(|stem| stem.to_str()?.parse().ok());
        let wanted = named
            .map(|sector| name(&self.rules, sector, self.content))
            .filter(|name| *name != self.name());
        Err(TableError::Other {
            wanted: wanted.unwrap_or("what its name says".to_owned()),
            found: self.name(),
        })
    }

    /// Checks that the table is of these rules, this sector and this content.
    ///
    /// # Errors
    /// If it is of other rules, of another sector or of other content.
    pub fn expect(
        &self,
        rules: &Rules,
        sector: Sector,
        content: Content,
    ) -> Result<(), TableError> {
        let wanted = name(&rules.without_draw_rules(), sector, content);
        let found = self.name();
        if wanted == found {
            Ok(())
        } else {
            Err(TableError::Other { wanted, found })
        }
    }

    /// Checks that the table has the numbering of `blocks`.
    ///
    /// # Errors
    /// If the numbering is another.
    pub fn expect_blocks(&self, blocks: &Blocks<'_>) -> Result<(), TableError> {
        let same = self.blocks as usize == blocks.count() && self.slots as usize == blocks.slots();
        if same {
            Ok(())
        } else {
            Err(TableError::Header)
        }
    }
}

/// What a table of these holds, in words.
fn name(rules: &Rules, sector: Sector, content: Content) -> String {
    format!("{content} of {rules}, sector {sector}")
}

/// The checksums of the chunks of a payload, as they stand at the end of the file.
pub fn trailer(checksums: &[u32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = checksums
        .iter()
        .flat_map(|checksum| checksum.to_le_bytes())
        .collect();
    add_checksum(&mut bytes);
    bytes
}

/// Reads the checksums of the chunks.
///
/// # Errors
/// If they cannot be read, or do not agree with their own checksum.
pub fn read_trailer(
    source: &(impl Source + ?Sized),
    header: &Header,
) -> Result<Vec<u32>, TableError> {
    let mut bytes = vec![0; 4 * header.chunks() as usize + 4];
    source.read_at(header.payload_offset() + header.payload_bytes(), &mut bytes)?;
    let checksums =
        checked(&bytes).ok_or_else(|| TableError::Checksum("the list of checksums".to_owned()))?;
    Ok(checksums
        .chunks_exact(4)
        .map(|four| u32::from_le_bytes(number_at(four, 0)))
        .collect())
}
