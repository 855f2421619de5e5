//! What a training learns by: the stored positions of a sector, with their values.

use crate::disk::{Planes, Store};
use crate::pack::PackingError;
use merels::random::Random;
use merels::tablebase::numbering::Blocks;
use merels::tablebase::pack::stored::{Stored, StoredPart};
use merels::tablebase::{First, Sector};
use merels::value::Wdl;

/// A sector to learn, with its values.
pub(super) struct Dataset<'a> {
    pub(super) sector: Sector,
    pub(super) stored: &'a Stored,
    pub(super) blocks: Blocks<'a>,
    /// The blocks that are stored.
    pub(super) kept: Vec<usize>,
    pub(super) planes: Planes,
}

/// A position to learn.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) own: u32,
    pub(super) other: u32,
    pub(super) value: Wdl,
}

impl<'a> Dataset<'a> {
    pub(super) fn new(
        store: &'a Store,
        stored: &'a Stored,
        sector: Sector,
    ) -> Result<Self, PackingError> {
        let blocks = store.numbering().blocks(sector.own, sector.other);
        let all = stored.part(sector) == StoredPart::All;
        let kept = (0..blocks.count())
            .filter(|&block| all || stored.is_even(blocks.men(block)))
            .collect();
        Ok(Self {
            sector,
            stored,
            blocks,
            kept,
            planes: store.values(sector, First::Mover)?,
        })
    }

    /// About how many positions are stored.
    pub(super) fn size(&self) -> f64 {
        // Of a quarter, `kept` are the even blocks, half of all, and of these half of the
        // positions.
        let share = if self.stored.part(self.sector) == StoredPart::All {
            1.0
        } else {
            0.5
        };
        self.kept.len() as f64 * self.blocks.slots() as f64 * share
    }

    /// Positions drawn at random from one block.
    pub(super) fn draw(&self, random: &mut Random, count: usize, examples: &mut Vec<Example>) {
        let block = self.kept[random.below(self.kept.len())];
        let all = self.stored.part(self.sector) == StoredPart::All;
        for _ in 0..count {
            let (slot, other) = loop {
                let slot = random.below(self.blocks.slots());
                let other = self.blocks.position(block, slot).1;
                let single = self.blocks.is_plain(block) || self.blocks.is_canonical(block, slot);
                if single && (all || self.stored.is_even(other)) {
                    break (slot, other);
                }
            };
            let own = self.blocks.men(block).bits();
            examples.push(Example {
                own,
                other: other.bits(),
                value: self.planes.get(block, slot),
            });
        }
    }
}
