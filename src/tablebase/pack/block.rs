//! The values of one block, coded.

use super::context::{Context, Mixer, Prediction};
use super::net::{Head, Net, Walk};
use super::stored::{Part, Stored};
use crate::board::Board;
use crate::tablebase::coder::Coder;
use crate::tablebase::logistic::Logistic;
use crate::tablebase::numbering::Blocks;
use crate::tablebase::{Sector, Wdl};

/// What predicts the values of a sector.
pub(super) struct Predictions<'a> {
    pub(super) board: &'static Board,
    pub(super) logistic: &'a Logistic,
    pub(super) net: &'a Net,
    pub(super) head: &'a Head,
    pub(super) mixer: &'a Mixer,
}

/// The slots of a block that are coded, with what is packed there: the canonical ones among those stored.
pub(super) fn slots<'a>(
    stored: &'a Stored,
    sector: Sector,
    blocks: &'a Blocks<'a>,
    block: usize,
) -> impl Iterator<Item = (usize, u32)> + 'a {
    let part = stored.part(sector);
    let own = blocks.men(block);
    let all = part == Part::All;
    let some = part != Part::None && (all || stored.is_even(own));
    let sets = if some { blocks.sets() } else { &[] };
    let colour = blocks.class(block).free.pack(stored.colour().minus(own).bits());
    sets.iter()
        .enumerate()
        .filter(move |&(slot, set)| {
            (all || (set & colour).count_ones().is_multiple_of(2))
                && (blocks.is_plain(block) || blocks.is_canonical(block, slot))
        })
        .map(|(slot, &set)| (slot, set))
}

/// A block being coded, in the order of its slots. Coding can stop at any slot and continue later.
pub(super) struct Coding {
    /// The coded slots, what is packed there, and the men of the other side.
    slots: Vec<(usize, u32, u32)>,
    /// Which of them is next.
    next: usize,
    walk: Walk,
    context: Context,
}

impl Coding {
    pub(super) fn new(
        model: &Predictions<'_>,
        stored: &Stored,
        sector: Sector,
        blocks: &Blocks<'_>,
        block: usize,
    ) -> Self {
        let own = blocks.men(block);
        let slots = slots(stored, sector, blocks, block);
        Self {
            slots: slots.map(|(slot, set)| (slot, set, blocks.position(block, slot).1.bits())).collect(),
            next: 0,
            walk: model.net.walk(model.head, own),
            context: Context::new(model.mixer, model.board, own),
        }
    }

    /// About how much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.slots[..]) + self.context.bytes()
    }

    /// Codes the values up to this slot: writes what `values` holds by slot, or reads into it.
    pub(super) fn code(&mut self, model: &Predictions<'_>, coder: &mut impl Coder, last: usize, values: &mut [Wdl]) {
        while let Some(&(slot, set, other)) = self.slots.get(self.next).filter(|&&(slot, ..)| slot <= last) {
            let predicted = model.net.predict(model.head, &mut self.walk, other);
            let predicted = Prediction::new(model.logistic, predicted);
            let [win, loss] = self.context.correct(set, &predicted).map(|odds| model.logistic.squash(odds));
            let value = &mut values[slot];
            *value = if coder.code(win, *value == Wdl::Win) {
                Wdl::Win
            } else if coder.code(loss, *value == Wdl::Loss) {
                Wdl::Loss
            } else {
                Wdl::Draw
            };
            self.context.learn(set, &predicted, *value);
            self.next += 1;
        }
    }
}
