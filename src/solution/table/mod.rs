//! Tables of exact values as files: one for each sector, written by the large solver, read by [`Table`] from any
//! [`Source`] of bytes and by `directory::Tables` from a directory.

// In the page tables are read only; what writes them is not there.
#[cfg(not(target_arch = "wasm32"))]
pub mod directory;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod format;

use crate::board::Points;
use crate::checksum::Crc32;
use crate::exact::Wdl;
use crate::solution::numbering::Numbering;
use crate::solution::{Sector, Value, value_of};
use format::{CHUNK, Header, Source, TableError, read_trailer};
use std::fmt;
use std::sync::{Arc, Mutex};

/// Whose set of men names the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum First {
    /// The side to move's.
    Mover = 0,
    /// The other's.
    Waiting = 1,
}

impl First {
    /// Of a sector's table: the side with more men in all, board and hand together (its sets are the larger, so that
    /// blocks are small and many); of two equals the one with fewer in hand, then the side to move.
    pub fn of(sector: Sector) -> Self {
        let Sector { own, other, own_hand, other_hand } = sector;
        match (own + own_hand).cmp(&(other + other_hand)).then(other_hand.cmp(&own_hand)) {
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
        [Self::Mover, Self::Waiting].into_iter().find(|&first| first as u8 == byte)
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
    pub(crate) fn block_bytes(self, slots: usize) -> usize {
        match self {
            Self::Wdl => 2 * 8 * slots.div_ceil(64),
            Self::Distance => slots,
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        [Self::Wdl, Self::Distance].into_iter().find(|&content| content as u8 == byte)
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

/// The name of a class's file in a directory of tables.
pub fn file_name(sector: Sector, content: Content) -> String {
    format!("{sector}.{}", if content == Content::Wdl { "wdl" } else { "distance" })
}

/// An open table. Each chunk's checksum is compared when the chunk is first touched.
pub struct Table<S> {
    header: Header,
    checksums: Vec<u32>,
    sound: Mutex<Vec<bool>>,
    numbering: Arc<Numbering>,
    source: S,
}

impl<S: Source> Table<S> {
    /// Reads and checks the header and the list of checksums.
    pub fn open(source: S, numbering: Arc<Numbering>) -> Result<Self, TableError> {
        let header = Header::read(&source)?;
        let Sector { own, other, .. } = header.sector;
        if header.rules.board != numbering.board() || !numbering.fits(own, other) {
            return Err(TableError::Header);
        }
        let checksums = read_trailer(&source, &header)?;
        let table = Self { sound: Mutex::new(vec![false; checksums.len()]), header, checksums, numbering, source };
        let (first, second) = table.header.first.order(table.header.sector.own, table.header.sector.other);
        table.header.expect_blocks(&table.numbering.blocks(first, second))?;
        Ok(table)
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The value of the position with these men of the side to move and of the other; they must be of this table's
    /// counts.
    pub fn value(&self, own: Points, other: Points) -> Result<Wdl, TableError> {
        let (start, slot) = self.locate(own, other);
        match self.header.content {
            Content::Wdl => {
                let byte = start + slot / 8;
                let losses = byte + self.header.block_bytes() / 2;
                Ok(match (self.byte(byte)? >> (slot % 8) & 1, self.byte(losses)? >> (slot % 8) & 1) {
                    (0, 0) => Wdl::Draw,
                    (_, 0) => Wdl::Win,
                    _ => Wdl::Loss,
                })
            }
            Content::Distance => Ok(match value_of(self.byte(start + slot)?.into()) {
                Value::Draw => Wdl::Draw,
                Value::Win(_) => Wdl::Win,
                Value::Loss(_) => Wdl::Loss,
            }),
        }
    }

    /// The value with its distance; `None` in a table that has no distances.
    pub fn distance(&self, own: Points, other: Points) -> Result<Option<Value>, TableError> {
        match self.header.content {
            Content::Wdl => Ok(None),
            Content::Distance => {
                let (start, slot) = self.locate(own, other);
                Ok(Some(value_of(self.byte(start + slot)?.into())))
            }
        }
    }

    /// Where a position is: the byte at which its block begins, and its slot.
    fn locate(&self, own: Points, other: Points) -> (usize, usize) {
        let (first, second) = self.header.first.order(own, other);
        let (block, slot) = self.numbering.blocks(first.len(), second.len()).locate(first, second);
        (block * self.header.block_bytes(), slot)
    }

    /// A byte of the payload, from a chunk whose checksum is right.
    fn byte(&self, at: usize) -> Result<u8, TableError> {
        let chunk = at / CHUNK;
        let known = self.sound.lock().is_ok_and(|sound| sound[chunk]);
        if !known {
            let end = (CHUNK as u64 * (chunk as u64 + 1)).min(self.header.payload_bytes());
            let mut bytes = vec![0; end as usize - chunk * CHUNK];
            self.source.read_at(self.header.payload_offset() + (chunk * CHUNK) as u64, &mut bytes)?;
            if Crc32::of(&bytes) != self.checksums[chunk] {
                return Err(TableError::Checksum(format!("chunk {chunk}")));
            }
            if let Ok(mut sound) = self.sound.lock() {
                sound[chunk] = true;
            }
            return Ok(bytes[at % CHUNK]);
        }
        let mut byte = [0];
        self.source.read_at(self.header.payload_offset() + at as u64, &mut byte)?;
        Ok(byte[0])
    }
}
