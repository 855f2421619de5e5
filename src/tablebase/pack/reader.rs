//! An open pack, and the values of its positions.

use super::block::{PackBlock, Predictions};
use super::format::{
    self, CHECKSUMS, Checksums, INDEX, Index, MODEL, PackEntry, PackError, PackModel, Place,
    Predictor,
};
use super::net::{Body, PackNet};
use super::search::{Estimate, KnownBounds, PackSearch, StoredValues};
use super::stored::{Stored, StoredPart};
use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::Sector;
use crate::tablebase::logistic::Logistic;
use crate::tablebase::numbering::{Blocks, Numbering};
use crate::value::Wdl;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The most plies before the stored one of the placing phase that are searched.
const MOST_PLIES: usize = 4;

/// A pack's index, and what decodes its blocks.
pub struct Pack {
    pub rules: Rules,
    pub stored: Stored,
    pub numbering: Numbering,
    pub index: Index,
    sum: u32,
    /// Every piece, the nets first.
    places: Vec<Place>,
    /// By sector, the number of its first bundle among the pieces.
    firsts: Vec<usize>,
    pub(super) sectors: HashMap<Sector, usize>,
    /// The sectors that play can reach. Of the others it has none, nor of all that they lead to.
    reached: HashSet<Sector>,
    logistic: Logistic,
    nets: Vec<OnceLock<PackNet>>,
    /// By which a search orders turns.
    pub(super) estimate: Estimate,
    /// By number of men of the side to move: how many of the blocks before one have both colours
    /// even.
    even: Vec<OnceLock<Vec<u32>>>,
}

/// A block: the number of its sector in the index, and its own in the numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockName {
    pub entry: usize,
    pub block: usize,
}

impl Pack {
    /// Reads the index, and the checksums that say which piece belongs where.
    ///
    /// # Errors
    /// If one is damaged, of another version, no such file, or they are of two packs.
    pub fn open(index: &[u8], checksums: &[u8]) -> Result<Self, PackError> {
        let (index, sum) = format::read(INDEX, index)?;
        let (Checksums { index: of, pieces }, _) = format::read(CHECKSUMS, checksums)?;
        if of != sum {
            return Err(PackError::OtherPack);
        }
        let count = pieces.len();
        let pack = Self::new(index, sum, pieces.into_iter().map(u32::from_le_bytes))?;
        if pack.places.len() == count {
            Ok(pack)
        } else {
            Err(PackError::OtherPack)
        }
    }

    /// Has searches try turns first that lead to a low estimate: then they decode half as many
    /// blocks.
    #[must_use]
    pub fn ordered_by(self, estimate: Estimate) -> Self {
        Self { estimate, ..self }
    }

    /// A pack of nothing, by a model.
    pub fn of_model(model: &[u8]) -> Result<(Self, Vec<Body>), PackError> {
        let PackModel {
            rules,
            hands,
            bodies,
            sectors,
        } = format::read(MODEL, model)?.0;
        let sectors = sectors.into_iter().map(|predictor| PackEntry {
            predictor,
            blocks: 1,
            bundles: Vec::new(),
        });
        let index = Index {
            rules,
            hands,
            bodies: vec![0; bodies.len()],
            sectors: sectors.collect(),
        };
        let pack = Self::new(index, 0, std::iter::repeat(0))?;
        for (net, body) in pack.nets.iter().zip(&bodies) {
            if !body.is_sound() {
                return Err(PackError::Damaged("a net of it is impossible"));
            }
            net.get_or_init(|| PackNet::new(pack.rules.board, body));
        }
        Ok((pack, bodies))
    }

    fn new(
        index: Index,
        sum: u32,
        checksums: impl Iterator<Item = u32>,
    ) -> Result<Self, PackError> {
        let rules = index.rules()?;
        // The nets see the 24 patterns of this board.
        let stored = if rules.board == Board::NINE {
            Stored::new(&rules, index.hands.into())
        } else {
            None
        };
        let stored = stored.ok_or(PackError::Damaged("no pack can be of its rules"))?;
        let numbering = Numbering::new(rules.board, rules.men.into());
        for entry in &index.sectors {
            let sector = entry.sector();
            if !numbering.fits(sector.own, sector.other) || !entry.is_sound(index.bodies.len()) {
                return Err(PackError::Damaged("a sector of it is impossible"));
            }
        }
        let (places, firsts) = index.places(checksums)?;
        Ok(Self {
            places,
            firsts,
            sectors: index
                .sectors
                .iter()
                .enumerate()
                .map(|(n, entry)| (entry.sector(), n))
                .collect(),
            reached: Sector::closure(&[Sector::start(&rules)], &rules)
                .into_iter()
                .collect(),
            nets: index.bodies.iter().map(|_| OnceLock::new()).collect(),
            even: (0..=rules.men).map(|_| OnceLock::new()).collect(),
            logistic: Logistic::new(),
            estimate: |_| 0,
            rules,
            stored,
            numbering,
            index,
            sum,
        })
    }

    /// The rules that the values are of, the draw rules aside.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The checksum of the index: another pack has another one.
    pub fn checksum(&self) -> u32 {
        self.sum
    }

    /// How many parts the pack has.
    pub fn parts(&self) -> u16 {
        self.places
            .last()
            .map_or(0, |place| place.part.saturating_add(1))
    }

    /// Every piece in order: each can be fetched and kept by itself.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The piece with these bytes of a part, if there is one.
    pub fn place(&self, part: u16, bytes: std::ops::Range<u64>) -> Option<&Place> {
        // By their ends, too: an empty piece starts where the next one does.
        let key = |place: &Place| (place.part, place.bytes.start, place.bytes.end);
        let found = self
            .places
            .binary_search_by_key(&(part, bytes.start, bytes.end), key)
            .ok()?;
        self.places.get(found)
    }

    /// All bytes, the index aside.
    pub fn bytes(&self) -> u64 {
        self.places
            .iter()
            .map(|place| place.bytes.end - place.bytes.start)
            .sum()
    }

    /// What a part begins with.
    pub fn part_head(&self, part: u16) -> Vec<u8> {
        self.index.part_head(part, self.sum)
    }

    /// Looks whether bytes begin as that part does.
    ///
    /// # Errors
    /// If they are no part, of another version, or of another pack.
    pub fn expect_part(&self, part: u16, bytes: &[u8]) -> Result<(), PackError> {
        self.index.expect_part(part, self.sum, bytes)
    }

    /// Whether a position is of these rules and its value can be found from what is stored.
    pub fn covers(&self, position: &Position) -> bool {
        self.covers_sector(Sector::of(position))
            && position.rules().without_draw_rules() == self.rules
    }

    pub fn covers_sector(&self, sector: Sector) -> bool {
        let Sector {
            own_hand,
            other_hand,
            ..
        } = sector;
        // In play the side to move has one man more in hand, or both have the same number.
        let regular = own_hand == other_hand || own_hand == other_hand + 1;
        regular
            && own_hand + other_hand <= usize::from(self.index.hands) + MOST_PLIES
            && self.reached.contains(&sector)
    }

    pub fn blocks(&self, sector: Sector) -> Blocks<'_> {
        self.numbering.blocks(sector.own, sector.other)
    }

    pub fn block(&self, BlockName { entry, block }: BlockName) -> PackBlock<'_> {
        let sector = self.index.sectors[entry].sector();
        PackBlock {
            stored: &self.stored,
            sector,
            blocks: self.blocks(sector),
            number: block,
        }
    }

    /// How many blocks before this one are stored.
    pub fn ordinal(&self, sector: Sector, block: usize) -> usize {
        if self.stored.part(sector) != StoredPart::Quarter {
            return block;
        }
        let even = self.even[sector.own].get_or_init(|| {
            let blocks = self.numbering.blocks(sector.own, 0);
            let before = |sum: &mut u32, block: usize| {
                let before = *sum;
                *sum += u32::from(self.stored.is_even(blocks.men(block)));
                Some(before)
            };
            (0..=blocks.count())
                .scan(0, |sum, block| {
                    if block < blocks.count() {
                        before(sum, block)
                    } else {
                        Some(*sum)
                    }
                })
                .collect()
        });
        even[block] as usize
    }

    /// The block of a stored position and its slot; `None` where the pack does not have it.
    pub fn locate(&self, position: &Position) -> Option<(BlockName, usize)> {
        let sector = Sector::of(position);
        let &entry = self.sectors.get(&sector)?;
        let (own, other) = (
            position.men(position.side_to_move()),
            position.men(position.side_to_move().other()),
        );
        let blocks = self.blocks(sector);
        let number = blocks.canonical(own, other);
        Some((
            BlockName {
                entry,
                block: number / blocks.slots(),
            },
            number % blocks.slots(),
        ))
    }

    /// Where a block's bundle is, how many blocks it has, and which of them it is.
    pub(super) fn bundle_of(&self, name: BlockName) -> Option<(&Place, usize, usize)> {
        let entry = &self.index.sectors[name.entry];
        let sector = entry.sector();
        let each = entry.blocks as usize;
        let ordinal = self.ordinal(sector, name.block);
        let all = self.ordinal(sector, self.blocks(sector).count());
        let bundle = ordinal / each;
        let place = (bundle < entry.bundles.len())
            .then(|| &self.places[self.firsts[name.entry] + bundle])?;
        Some((place, each.min(all - bundle * each), ordinal % each))
    }

    /// Searches for the value of a position to the side to move; `None` where a stored value is
    /// unavailable.
    pub fn search(
        &self,
        stored: &mut impl StoredValues,
        known: &mut KnownBounds,
        estimate: Estimate,
        position: &Position,
    ) -> Option<Wdl> {
        let value = PackSearch::new(&self.stored, stored, known, estimate).value(position)?;
        // Mostly the values of its turns are asked for next.
        known.insert(position, value);
        Some(value)
    }

    /// What predicts the values of a sector.
    pub fn model(&self, entry: usize, pieces: &impl Pieces) -> Result<Predictions<'_>, PackError> {
        let Predictor {
            body, head, mixer, ..
        } = &self.index.sectors[entry].predictor;
        let body = usize::from(*body);
        let net = match self.nets[body].get() {
            Some(net) => net,
            None => {
                let read = format::read_body(&pieces.read(&self.places[body])?)?;
                self.nets[body].get_or_init(|| PackNet::new(self.rules.board, &read))
            }
        };
        Ok(Predictions {
            board: self.rules.board,
            logistic: &self.logistic,
            net,
            head,
            mixer,
        })
    }
}

/// Where nets and bundles are read from.
pub trait Pieces {
    /// The piece there, checked.
    fn read(&self, place: &Place) -> Result<Vec<u8>, PackError>;
}
