//! The values of one block, coded.

use super::context::{Context, Mixer, Prediction};
use super::net::{Accumulator, PackNet, SectorHead};
use super::stored::{Stored, StoredPart};
use crate::board::{Board, Points};
use crate::tablebase::Sector;
use crate::tablebase::coder::Coder;
use crate::tablebase::logistic::Logistic;
use crate::tablebase::numbering::Blocks;
use crate::value::Wdl;

/// What predicts the values of a sector.
pub struct Predictions<'a> {
    pub board: &'static Board,
    pub logistic: &'a Logistic,
    pub net: &'a PackNet,
    pub head: &'a SectorHead,
    pub mixer: &'a Mixer,
}

/// A block of a sector.
#[derive(Clone, Copy)]
pub struct PackBlock<'a> {
    pub stored: &'a Stored,
    pub sector: Sector,
    pub blocks: Blocks<'a>,
    /// Its number.
    pub number: usize,
}

impl<'a> PackBlock<'a> {
    /// The men of the side to move.
    fn own(&self) -> Points {
        self.blocks.men(self.number)
    }

    /// The slots that are coded, from this one on, with what is packed there: the canonical ones
    /// among those stored.
    pub fn slots(&self, from: usize) -> impl Iterator<Item = (usize, u32)> + use<'a> {
        let Self {
            stored,
            sector,
            blocks,
            number,
        } = *self;
        let own = self.own();
        let part = stored.part(sector);
        let all = part == StoredPart::All;
        // A block has one set of the side to move: of a quarter, the whole block is left out unless
        // that set is even.
        let some = part != StoredPart::None && (all || stored.is_even(own));
        let sets = if some { blocks.sets() } else { &[] };
        let colour = blocks
            .class(number)
            .free
            .pack(stored.colour().minus(own).bits());
        // `Stored::is_even` for packed sets.
        let is_stored = move |set: u32| all || (set & colour).count_ones().is_multiple_of(2);
        // Doubles of a position in the block are not coded; most blocks have none.
        let is_canonical = move |slot| blocks.is_plain(number) || blocks.is_canonical(number, slot);
        let sets = sets.iter().copied().enumerate().skip(from);
        sets.filter(move |&(slot, set)| is_stored(set) && is_canonical(slot))
    }
}

/// A block being coded, in the order of its slots. Coding can stop at any slot and continue later.
pub struct Coding {
    /// The first slot that is not yet coded.
    next: usize,
    walk: Accumulator,
    context: Context,
}

impl Coding {
    pub fn new(model: &Predictions<'_>, block: &PackBlock<'_>) -> Self {
        let own = block.own();
        Self {
            next: 0,
            walk: model.net.walk(model.head, own),
            context: Context::new(model.mixer, model.board, own, block.sector.other),
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.context.bytes()
    }

    /// Codes the values up to this slot: writes what `values` holds by slot, or reads into it.
    pub fn code(
        &mut self,
        model: &Predictions<'_>,
        block: &PackBlock<'_>,
        coder: &mut impl Coder,
        last: usize,
        values: &mut [Wdl],
    ) {
        let free = &block.blocks.class(block.number).free;
        let ranks = block.blocks.ranks();
        for (slot, set) in block.slots(self.next).take_while(|&(slot, _)| slot <= last) {
            let predicted = model
                .net
                .predict(model.head, &mut self.walk, free.unpack(set));
            let predicted = Prediction::new(model.logistic, predicted);
            let [win, loss] = self
                .context
                .correct(ranks, set, &predicted)
                .map(|odds| model.logistic.squash(odds));
            let value = &mut values[slot];
            // Two questions; the second is asked only where the answer to the first is no.
            *value = if coder.code(win, *value == Wdl::Win) {
                Wdl::Win
            } else if coder.code(loss, *value == Wdl::Loss) {
                Wdl::Loss
            } else {
                Wdl::Draw
            };
            self.context.learn(ranks, set, &predicted, *value);
            self.next = slot + 1;
        }
    }
}
