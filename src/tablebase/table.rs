//! An open table, read from any [`Source`] of bytes.

use super::entry::value_of;
use super::format::{CHUNK, Content, Header, Source, TableError, read_trailer};
use super::numbering::Numbering;
use super::sector::Sector;
use crate::board::Points;
use crate::checksum::Crc32;
use crate::value::{Value, Wdl};
use std::sync::{Arc, Mutex};

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
    ///
    /// # Errors
    /// If the source cannot be read, is not a table, or is damaged.
    pub fn open(source: S, numbering: Arc<Numbering>) -> Result<Self, TableError> {
        let header = Header::read(&source)?;
        let Sector { own, other, .. } = header.sector;
        if header.rules.board != numbering.board() || !numbering.fits(own, other) {
            return Err(TableError::Header);
        }
        let checksums = read_trailer(&source, &header)?;
        let table = Self {
            sound: Mutex::new(vec![false; checksums.len()]),
            header,
            checksums,
            numbering,
            source,
        };
        let (first, second) = table
            .header
            .first
            .order(table.header.sector.own, table.header.sector.other);
        table
            .header
            .expect_blocks(&table.numbering.blocks(first, second))?;
        Ok(table)
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The value of the position with these men of the side to move and of the other; they must be
    /// of this table's counts.
    ///
    /// # Errors
    /// If the source cannot be read or is damaged.
    pub fn value(&self, own: Points, other: Points) -> Result<Wdl, TableError> {
        let (start, slot) = self.locate(own, other);
        match self.header.content {
            Content::Wdl => {
                // The first half of a block has a bit for each win, the second one for each loss.
                let byte = start + slot / 8;
                let losses = byte + self.header.block_bytes() / 2;
                Ok(
                    match (
                        self.byte(byte)? >> (slot % 8) & 1,
                        self.byte(losses)? >> (slot % 8) & 1,
                    ) {
                        (0, 0) => Wdl::Draw,
                        (_, 0) => Wdl::Win,
                        _ => Wdl::Loss,
                    },
                )
            }
            Content::Distance => Ok(match value_of(self.byte(start + slot)?.into()) {
                Value::Draw => Wdl::Draw,
                Value::Win(_) => Wdl::Win,
                Value::Loss(_) => Wdl::Loss,
            }),
        }
    }

    /// The value with its distance; `None` in a table that has no distances.
    ///
    /// # Errors
    /// If the source cannot be read or is damaged.
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
        let (block, slot) = self
            .numbering
            .blocks(first.len(), second.len())
            .locate(first, second);
        (block * self.header.block_bytes(), slot)
    }

    /// A byte of the payload, from a chunk whose checksum is right.
    fn byte(&self, at: usize) -> Result<u8, TableError> {
        let chunk = at / CHUNK;
        let known = self.sound.lock().is_ok_and(|sound| sound[chunk]);
        if !known {
            let end = (CHUNK as u64 * (chunk as u64 + 1)).min(self.header.payload_bytes());
            let mut bytes = vec![0; end as usize - chunk * CHUNK];
            self.source.read_at(
                self.header.payload_offset() + (chunk * CHUNK) as u64,
                &mut bytes,
            )?;
            if Crc32::of(&bytes) != self.checksums[chunk] {
                return Err(TableError::Checksum(format!("chunk {chunk}")));
            }
            if let Ok(mut sound) = self.sound.lock() {
                sound[chunk] = true;
            }
            return Ok(bytes[at % CHUNK]);
        }
        let mut byte = [0];
        self.source
            .read_at(self.header.payload_offset() + at as u64, &mut byte)?;
        Ok(byte[0])
    }
}
