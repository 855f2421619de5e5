//! Finds the value of a position by a search that asks the pack.

use super::cache::Cache;
use super::format::PackError;
use super::reader::{BlockName, Pack, Pieces};
use super::search::{KnownBounds, StoredValues};
use crate::board::Points;
use crate::position::Position;
use crate::tablebase::Sector;
use crate::value::Wdl;

/// The most absent pieces that a search asks for at once.
const MOST_ABSENT: usize = 64;

/// Answers the questions of a search from a pack.
struct Answers<'a, P> {
    pack: &'a Pack,
    pieces: &'a P,
    cache: &'a mut Cache,
    /// How many blocks may still be decoded.
    blocks: usize,
    /// How many answers there were not, since a piece is absent.
    absent: usize,
    error: Option<PackError>,
}

impl<P: Pieces> Answers<'_, P> {
    fn find(&mut self, position: &Position) -> Result<Option<Wdl>, PackError> {
        let (name, slot) = self
            .pack
            .locate(position)
            .ok_or(PackError::Damaged("a sector of it is missing"))?;
        if let Some(value) = self.cache.get(name, slot) {
            self.cache.touch(name);
            return Ok(Some(value));
        }
        // Where no more blocks may be decoded, the search ends, and goes on another time.
        let Some(left) = self.blocks.checked_sub(1) else {
            return Ok(None);
        };
        let value = self.cache.decode(self.pack, name, slot, self.pieces)?;
        self.blocks = left;
        Ok(Some(value))
    }
}

impl<P: Pieces> StoredValues for Answers<'_, P> {
    fn value(&mut self, position: &Position) -> Option<Wdl> {
        self.find(position).unwrap_or_else(|error| {
            match error {
                // No fault: it can be fetched, and the search be tried again.
                PackError::Absent => self.absent += 1,
                // The first error is what is reported.
                error => _ = self.error.get_or_insert(error),
            }
            None
        })
    }

    fn goes_on(&self) -> bool {
        self.error.is_none() && self.blocks > 0 && self.absent < MOST_ABSENT
    }

    fn is_ready(&self, position: &Position) -> bool {
        self.pack
            .locate(position)
            .is_some_and(|(name, slot)| self.cache.get(name, slot).is_some())
    }

    fn has_begun(&self, sector: Sector, own: Points) -> bool {
        let name = |&entry| BlockName {
            entry,
            block: self.pack.numbering.find(own.bits()).0,
        };
        self.pack
            .sectors
            .get(&sector)
            .is_some_and(|entry| self.cache.has_begun(name(entry)))
    }
}

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The value to the side to move.
    Value(Wdl),
    /// It has decoded as many blocks as it may.
    More,
    /// Pieces are absent.
    Absent,
}

/// Searches for the value of a position to the side to move. Decodes at most `blocks` blocks.
pub fn find(
    pack: &Pack,
    pieces: &impl Pieces,
    cache: &mut Cache,
    known: &mut KnownBounds,
    position: &Position,
    blocks: usize,
) -> Result<Found, PackError> {
    let mut answers = Answers {
        pack,
        pieces,
        cache,
        blocks,
        absent: 0,
        error: None,
    };
    let value = pack.search(&mut answers, known, pack.estimate, position);
    match (answers.error, value) {
        (Some(error), _) => Err(error),
        (None, Some(value)) => Ok(Found::Value(value)),
        (None, None) if answers.absent > 0 => Ok(Found::Absent),
        (None, None) => Ok(Found::More),
    }
}
