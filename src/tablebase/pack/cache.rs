//! Decodes blocks, as far as a search needs them, and keeps the latest.

use super::block::Coding;
use super::format::{PackError, block_of};
use super::reader::{BlockName, Pack, Pieces};
use crate::tablebase::coder::Decoder;
use crate::value::Wdl;
use std::collections::{HashMap, VecDeque};

/// The most bytes of decoded blocks that are kept.
const CACHED: usize = 48 << 20;

/// The most bytes of decoder state that are kept.
const READINGS: usize = 16 << 20;

impl Pack {
    /// Starts decoding a block.
    fn begin(&self, name: BlockName, pieces: &impl Pieces) -> Result<Reading, PackError> {
        let (place, count, block) = self
            .bundle_of(name)
            .ok_or(PackError::Damaged("a block of it is missing"))?;
        // Both are asked for, so that who fetches them hears of both.
        let (model, bundle) = (self.model(name.entry, pieces), pieces.read(place));
        let (model, bundle) = (model?, bundle?);
        let coded = block_of(&bundle, count, block)?;
        let coding = Coding::new(&model, &self.block(name));
        Ok(Reading {
            coding,
            decoder: Decoder::new(coded.to_vec(), 0),
        })
    }

    /// Decodes a block: the values by slot; those that are not stored are nonsense.
    pub fn read(&self, name: BlockName, pieces: &impl Pieces) -> Result<Vec<Wdl>, PackError> {
        let mut block = Decoded::new(self, name);
        block.decode(self, name, usize::MAX, pieces)?;
        Ok(block.values)
    }
}

/// A block that is being decoded.
struct Reading {
    coding: Coding,
    decoder: Decoder,
}

/// The values of a block, decoded up to some slot: a search rarely needs them all.
struct Decoded {
    /// By slot.
    values: Vec<Wdl>,
    /// The first slot that is not decoded.
    end: usize,
    /// The decoder's state there; without it, decoding starts over.
    reading: Option<Reading>,
    /// The cache's clock when it was last asked for.
    used: u64,
}

impl Decoded {
    fn new(pack: &Pack, name: BlockName) -> Self {
        let slots = pack.blocks(pack.index.sectors[name.entry].sector()).slots();
        Self {
            values: vec![Wdl::Draw; slots],
            end: 0,
            reading: None,
            used: 0,
        }
    }

    /// Decodes up to this slot.
    fn decode(
        &mut self,
        pack: &Pack,
        name: BlockName,
        slot: usize,
        pieces: &impl Pieces,
    ) -> Result<(), PackError> {
        let mut reading = self
            .reading
            .take()
            .map_or_else(|| pack.begin(name, pieces), Ok)?;
        let model = pack.model(name.entry, pieces)?;
        reading.coding.code(
            &model,
            &pack.block(name),
            &mut reading.decoder,
            slot,
            &mut self.values,
        );
        self.reading = Some(reading);
        self.end = slot.saturating_add(1);
        Ok(())
    }
}

/// Decoded blocks.
pub struct Cache {
    blocks: HashMap<BlockName, Decoded>,
    /// Counts the questions, so that the block that was asked for least recently can be dropped.
    clock: u64,
    /// Blocks whose decoding can continue, the latest last. Their state takes more memory than
    /// their values.
    readings: VecDeque<BlockName>,
    bytes: usize,
    /// The most bytes that are kept.
    most: usize,
    /// How many blocks were decoded, most of them in part.
    pub decoded: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::of(CACHED)
    }
}

impl Cache {
    /// With room for that many bytes of decoded blocks.
    pub fn of(most: usize) -> Self {
        Self {
            blocks: HashMap::new(),
            clock: 0,
            readings: VecDeque::new(),
            bytes: 0,
            most,
            decoded: 0,
        }
    }

    fn reading_bytes(&self) -> usize {
        let readings = self
            .readings
            .iter()
            .filter_map(|name| self.blocks.get(name)?.reading.as_ref());
        readings.map(|reading| reading.coding.bytes()).sum()
    }

    /// A value, if it is already decoded.
    pub(super) fn get(&self, name: BlockName, slot: usize) -> Option<Wdl> {
        self.blocks
            .get(&name)
            .filter(|block| slot < block.end)
            .map(|block| block.values[slot])
    }

    /// Whether some of a block is decoded.
    pub(super) fn has_begun(&self, name: BlockName) -> bool {
        self.blocks.contains_key(&name)
    }

    /// Notes that a block was asked for.
    pub(super) fn touch(&mut self, name: BlockName) {
        self.clock += 1;
        if let Some(block) = self.blocks.get_mut(&name) {
            block.used = self.clock;
        }
    }

    /// Decodes a value.
    pub(super) fn decode(
        &mut self,
        pack: &Pack,
        name: BlockName,
        slot: usize,
        pieces: &impl Pieces,
    ) -> Result<Wdl, PackError> {
        if let Some(block) = self.blocks.get_mut(&name) {
            block.decode(pack, name, slot, pieces)?;
        } else {
            let mut block = Decoded::new(pack, name);
            block.decode(pack, name, slot, pieces)?;
            self.bytes += block.values.len();
            self.decoded += 1;
            self.blocks.insert(name, block);
        }
        let value = self.blocks[&name].values[slot];
        self.touch(name);
        self.readings.retain(|&other| other != name);
        self.readings.push_back(name);
        while self.reading_bytes() > READINGS && self.readings.len() > 1 {
            if let Some(block) = self
                .readings
                .pop_front()
                .and_then(|name| self.blocks.get_mut(&name))
            {
                block.reading = None;
            }
        }
        while self.bytes > self.most && self.blocks.len() > 1 {
            // Among thousands of blocks, which takes far less time than decoding one.
            let oldest = self
                .blocks
                .iter()
                .min_by_key(|(_, block)| block.used)
                .map(|(&name, _)| name);
            let dropped = oldest.and_then(|name| self.blocks.remove(&name));
            self.bytes -= dropped.map_or(0, |block| block.values.len());
        }
        Ok(value)
    }
}
