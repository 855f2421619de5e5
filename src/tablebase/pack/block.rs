//! The values of one block, coded.

use super::context::{Context, Mixer, Prediction};
use super::net::{Head, Net};
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

impl Predictions<'_> {
    /// Codes the values of the coded slots of a block: writes what `values` holds by slot, or reads into it.
    pub(super) fn code(
        &self,
        coder: &mut impl Coder,
        stored: &Stored,
        sector: Sector,
        blocks: &Blocks<'_>,
        block: usize,
        values: &mut [Wdl],
    ) {
        let own = blocks.men(block);
        let slots: Vec<_> = slots(stored, sector, blocks, block).collect();
        let others: Vec<u32> = slots.iter().map(|&(slot, _)| blocks.position(block, slot).1.bits()).collect();
        let predicted = self.net.predict(self.head, own, &others);
        let mut context = Context::new(self.mixer, self.board, own);
        for (&(slot, set), &predicted) in slots.iter().zip(&predicted) {
            let predicted = Prediction::new(self.logistic, predicted);
            let [win, loss] = context.correct(set, &predicted).map(|odds| self.logistic.squash(odds));
            let value = &mut values[slot];
            *value = if coder.code(win, *value == Wdl::Win) {
                Wdl::Win
            } else if coder.code(loss, *value == Wdl::Loss) {
                Wdl::Loss
            } else {
                Wdl::Draw
            };
            context.learn(set, &predicted, *value);
        }
    }
}
