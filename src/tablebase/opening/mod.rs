//! Exact values of a game's opening, as compact data shipped with the program: win, loss or draw
//! for every position up to a number of placings by both sides.
//!
//! Only values are stored, not positions, in the order of a walk that the reader repeats. Each
//! value is coded in fewer bits the more predictable it is. [`mod@format`] describes the file,
//! [`Opening`] looks values up, and [`OpeningReader`] reads in small steps, so that a thread can do
//! other work in between.

pub mod format;
#[doc(hidden)]
pub mod layer;
mod maps;
mod model;
mod shipped;
#[doc(hidden)]
pub mod walk;

use crate::board::Board;
use crate::checksum::Crc32;
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::coder::Decoder;
use crate::tablebase::numbering::Numbering;
use crate::value::{Probe, Wdl};
use format::{OpeningError, OpeningHeader};
use layer::{Layer, Stage, UNKNOWN, can_be_placed, wdl};
pub use shipped::ShippedOpening;
use walk::{Walk, WalkStep};

/// The values of the first placings of a game.
#[derive(Debug)]
pub struct Opening {
    rules: Rules,
    numbering: Numbering,
    #[doc(hidden)]
    pub layers: Vec<Layer>,
}

/// The positions of a layer that are won, drawn and lost for the side to move, up to symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Opening {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is damaged, of another version, or not such a file.
    pub fn read(bytes: &[u8]) -> Result<Self, OpeningError> {
        let mut reader = OpeningReader::new(bytes.to_vec())?;
        while reader.step()? {}
        reader.finish()
    }

    /// What a walk has read or made.
    #[doc(hidden)]
    pub fn of(walk: Walk, placings: usize) -> Self {
        let Walk {
            rules,
            numbering,
            mut layers,
            ..
        } = walk;
        layers.truncate(placings + 1);
        Self {
            rules,
            numbering,
            layers,
        }
    }

    /// The rules that the values are of, the draw rules aside.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.rules.board
    }

    /// The maximum number of placings by both sides for which values are known. In games where all
    /// men are placed before any moves, that is the number of plies.
    pub fn placings(&self) -> usize {
        self.layers.len() - 1
    }

    /// The decoded values, sector by sector, each after a byte that says whether it has any: for
    /// [`OpeningReader::with_values`].
    pub fn values(&self) -> Vec<u8> {
        let mut values = Vec::new();
        for (placings, layer) in self.layers.iter().enumerate() {
            for stage in Stage::all(&self.rules, placings) {
                let sector = layer.bytes(&stage);
                values.push(u8::from(!sector.is_empty()));
                values.extend_from_slice(sector);
            }
        }
        values
    }

    /// Bytes of memory that the values take.
    pub fn memory(&self) -> usize {
        let stages = (0..=self.placings()).flat_map(|placings| Stage::all(&self.rules, placings));
        stages
            .map(|stage| self.layers[stage.placings()].bytes(&stage).len())
            .sum()
    }

    /// The counts of the layer with `placings` placings by both sides.
    pub fn counts(&self, placings: usize) -> Counts {
        let mut counts = Counts::default();
        for stage in Stage::all(&self.rules, placings) {
            self.numbering
                .blocks(stage.own, stage.other)
                .each_canonical(
                    |slot, _, _| match wdl(self.layers[placings].get(&stage, slot)) {
                        Some(Wdl::Win) => counts.wins += 1,
                        Some(Wdl::Draw) => counts.draws += 1,
                        Some(Wdl::Loss) => counts.losses += 1,
                        None => {}
                    },
                );
        }
        counts
    }

    fn known(&self) -> WholeLayers<'_> {
        WholeLayers {
            rules: &self.rules,
            numbering: &self.numbering,
            layers: &self.layers,
        }
    }
}

impl Probe for Opening {
    /// `None` too for most positions that play cannot reach.
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.known().value(position)
    }

    fn covers(&self, position: &Position) -> bool {
        self.known().placed(position).is_some()
    }
}

/// Layers that are whole, from the start of the game on.
struct WholeLayers<'a> {
    rules: &'a Rules,
    numbering: &'a Numbering,
    layers: &'a [Layer],
}

/// The placings of the side to move and of the other, from their hands; `None` if the position is
/// of other rules or has more placings than `most` by both sides.
fn placed(rules: &Rules, most: usize, position: &Position) -> Option<(usize, usize)> {
    let men = usize::from(rules.men);
    let (own_hand, other_hand) = (
        position.hand(position.side_to_move()),
        position.hand(position.side_to_move().other()),
    );
    let (own, other) = (men.checked_sub(own_hand)?, men.checked_sub(other_hand)?);
    let fits = own + other <= most && can_be_placed(rules, own, other);
    (fits && position.rules().without_draw_rules() == *rules).then_some((own, other))
}

impl WholeLayers<'_> {
    /// As [`placed`]; `None` if the position is not covered.
    fn placed(&self, position: &Position) -> Option<(usize, usize)> {
        placed(self.rules, self.layers.len().checked_sub(1)?, position)
    }

    fn value(&self, position: &Position) -> Option<Wdl> {
        let placed = self.placed(position)?;
        let (own, other) = (
            position.men(position.side_to_move()),
            position.men(position.side_to_move().other()),
        );
        if own.len() > placed.0 || other.len() > placed.1 {
            return None;
        }
        let stage = Stage::of(self.rules, placed, own.len(), other.len());
        let slot = self
            .numbering
            .blocks(own.len(), other.len())
            .canonical(own, other);
        wdl(self.layers[stage.placings()].get(&stage, slot))
    }
}

/// Reads a file in steps of a few milliseconds.
#[derive(Debug)]
pub struct OpeningReader {
    header: OpeningHeader,
    decoder: Decoder,
    walk: Walk,
    checksum: Crc32,
}

impl OpeningReader {
    /// Looks at the header and the file's checksum; the values are still to be read.
    ///
    /// # Errors
    /// If this is not such a file, or it is damaged.
    pub fn new(bytes: Vec<u8>) -> Result<Self, OpeningError> {
        let (header, at) = OpeningHeader::read(&bytes)?;
        let walk = Walk::new(header.rules, header.placings);
        Ok(Self {
            header,
            decoder: Decoder::new(bytes, at),
            walk,
            checksum: Crc32::new(),
        })
    }

    /// The same with values that [`Opening::values`] gave earlier: where they are those of the
    /// file, by its checksum, none is left to be decoded.
    ///
    /// # Errors
    /// As [`Self::new`]; values that are not of this file are left aside.
    pub fn with_values(bytes: Vec<u8>, values: &[u8]) -> Result<Self, OpeningError> {
        let mut reader = Self::new(bytes)?;
        if let Some(checksum) = reader.walk.restore(values, reader.header.values) {
            reader.checksum = checksum;
        }
        Ok(reader)
    }

    /// Reads some thousand values more; whether there is more to do.
    ///
    /// # Errors
    /// If the file ends long before its values do.
    pub fn step(&mut self) -> Result<bool, OpeningError> {
        // However few bytes there are, there may be a hundred million positions to walk through.
        if self.decoder.is_exhausted() {
            return Err(OpeningError::Values);
        }
        match self.walk.step(&mut self.decoder, &mut |_, _, _| UNKNOWN) {
            WalkStep::Part => {}
            WalkStep::Sector(stage) => self
                .checksum
                .update(self.walk.layers[stage.placings()].bytes(&stage)),
            WalkStep::Over => return Ok(false),
        }
        Ok(true)
    }

    fn known(&self) -> WholeLayers<'_> {
        WholeLayers {
            rules: &self.walk.rules,
            numbering: &self.walk.numbering,
            layers: self.walk.whole_layers(),
        }
    }

    /// The values, when there is no more to do.
    ///
    /// # Errors
    /// If they are not the values that were written: another program coded them in another way.
    pub fn finish(mut self) -> Result<Opening, OpeningError> {
        while self.step()? {}
        if self.checksum.finish() != self.header.values {
            return Err(OpeningError::Values);
        }
        Ok(Opening::of(self.walk, self.header.placings))
    }
}

/// What has been read so far: the first placings take a moment, all of them seconds.
impl Probe for OpeningReader {
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.known().value(position)
    }

    fn covers(&self, position: &Position) -> bool {
        self.known().placed(position).is_some()
    }
}
