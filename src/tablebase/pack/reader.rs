//! An open pack, and the values of its positions.

use super::block::Model;
use super::format::{Index, PackError, Place, block_of};
use super::net::Net;
use super::search::{Search, Values};
use super::stored::{Part, Stored};
use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::coder::Decoder;
use crate::tablebase::logistic::Logistic;
use crate::tablebase::numbering::{Blocks, Numbering};
use crate::tablebase::{Sector, Wdl};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The most bytes of decoded blocks that are kept.
const CACHED: usize = 48 << 20;

/// The most plies before the stored one of the placing phase that are searched.
const MOST_PLIES: usize = 4;

/// A pack's index, and what decodes its blocks.
pub struct Pack {
    pub(super) rules: Rules,
    pub(super) stored: Stored,
    pub(super) numbering: Numbering,
    pub(super) index: Index,
    pub(super) sum: u32,
    places: Vec<Vec<Place>>,
    sectors: HashMap<Sector, usize>,
    logistic: Logistic,
    nets: Vec<OnceLock<Net>>,
    /// By number of men of the side to move: how many of the blocks before one have both colours even.
    even: Vec<OnceLock<Vec<u32>>>,
}

/// A block: the number of its sector in the index, and its own in the numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BlockName {
    pub(super) entry: usize,
    pub(super) block: usize,
}

impl Pack {
    /// Reads the index.
    ///
    /// # Errors
    /// If it is damaged, of another version, or no such file.
    pub fn open(index: &[u8]) -> Result<Self, PackError> {
        let (index, sum) = Index::read(index)?;
        Self::new(index, sum)
    }

    pub(super) fn new(index: Index, sum: u32) -> Result<Self, PackError> {
        let rules = index.rules()?;
        // The nets see the 24 patterns of this board.
        let stored = if rules.board == Board::NINE { Stored::new(&rules, index.hands.into()) } else { None };
        let stored = stored.ok_or(PackError::Damaged("no pack can be of its rules"))?;
        let numbering = Numbering::new(rules.board, rules.men.into());
        for entry in &index.sectors {
            let sector = entry.sector();
            let fits = numbering.fits(sector.own, sector.other) && entry.is_sound(index.bodies.len());
            if !fits || !index.bodies.iter().all(super::net::Body::is_sound) {
                return Err(PackError::Damaged("a sector of it is impossible"));
            }
        }
        Ok(Self {
            places: index.places(),
            sectors: index.sectors.iter().enumerate().map(|(n, entry)| (entry.sector(), n)).collect(),
            nets: index.bodies.iter().map(|_| OnceLock::new()).collect(),
            even: (0..=rules.men).map(|_| OnceLock::new()).collect(),
            logistic: Logistic::new(),
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

    /// How many parts the pack has.
    pub fn parts(&self) -> u16 {
        self.places.iter().flatten().last().map_or(0, |place| place.part + 1)
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
        let Sector { own_hand, other_hand, .. } = Sector::of(position);
        // In play the side to move has one man more in hand, or both have the same number.
        let regular = own_hand == other_hand || own_hand == other_hand + 1;
        regular
            && own_hand + other_hand <= usize::from(self.index.hands) + MOST_PLIES
            && position.rules().without_draw_rules() == self.rules
    }

    pub(super) fn blocks(&self, sector: Sector) -> Blocks<'_> {
        self.numbering.blocks(sector.own, sector.other)
    }

    /// How many blocks before this one are stored.
    pub(super) fn ordinal(&self, sector: Sector, block: usize) -> usize {
        if self.stored.part(sector) != Part::Quarter {
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
                .scan(0, |sum, block| if block < blocks.count() { before(sum, block) } else { Some(*sum) })
                .collect()
        });
        even[block] as usize
    }

    /// The block of a stored position and its slot; `None` where the pack does not have it.
    fn locate(&self, position: &Position) -> Option<(BlockName, usize)> {
        let sector = Sector::of(position);
        let &entry = self.sectors.get(&sector)?;
        let (own, other) = (position.men(position.turn()), position.men(position.turn().other()));
        let blocks = self.blocks(sector);
        let number = blocks.canonical(own, other);
        Some((BlockName { entry, block: number / blocks.slots() }, number % blocks.slots()))
    }

    /// Where a block's bundle is, how many blocks it has, and which of them it is.
    fn place(&self, name: BlockName) -> Option<(&Place, usize, usize)> {
        let entry = &self.index.sectors[name.entry];
        let sector = entry.sector();
        let each = entry.blocks as usize;
        let ordinal = self.ordinal(sector, name.block);
        let all = self.ordinal(sector, self.blocks(sector).count());
        let bundle = ordinal / each;
        Some((self.places[name.entry].get(bundle)?, each.min(all - bundle * each), ordinal % each))
    }

    pub(super) fn model(&self, entry: usize) -> Model<'_> {
        let entry = &self.index.sectors[entry];
        let body = usize::from(entry.body);
        let net = self.nets[body].get_or_init(|| Net::new(self.rules.board, &self.index.bodies[body]));
        Model { board: self.rules.board, logistic: &self.logistic, net, head: &entry.head, mixer: &entry.mixer }
    }

    /// Reads and decodes a block: the values by slot; those that are not stored are nonsense.
    pub(super) fn read(&self, name: BlockName, bundles: &impl Bundles) -> Result<Vec<Wdl>, PackError> {
        let (place, count, block) = self.place(name).ok_or(PackError::Damaged("a block of it is missing"))?;
        let bundle = bundles.read(place.part, place.bytes.clone())?;
        Ok(self.decode(name, block_of(&bundle, count, block)?))
    }

    fn decode(&self, name: BlockName, coded: &[u8]) -> Vec<Wdl> {
        let sector = self.index.sectors[name.entry].sector();
        let blocks = self.blocks(sector);
        let mut values = vec![Wdl::Draw; blocks.slots()];
        let mut decoder = Decoder::new(coded.to_vec(), 0);
        self.model(name.entry).code(&mut decoder, &self.stored, sector, &blocks, name.block, &mut values);
        values
    }
}

/// Where bundles are read from.
pub(super) trait Bundles {
    /// The bytes of a part in this range.
    fn read(&self, part: u16, bytes: Range<u64>) -> Result<Vec<u8>, PackError>;
}

/// Decoded blocks, the latest last.
#[derive(Default)]
pub(super) struct Cache {
    blocks: HashMap<BlockName, Arc<[Wdl]>>,
    order: VecDeque<BlockName>,
    bytes: usize,
}

impl Cache {
    fn insert(&mut self, name: BlockName, values: Arc<[Wdl]>) {
        self.bytes += values.len();
        self.order.push_back(name);
        self.blocks.insert(name, values);
        while self.bytes > CACHED && self.order.len() > 1 {
            let oldest = self.order.pop_front().and_then(|name| self.blocks.remove(&name));
            self.bytes -= oldest.map_or(0, |values| values.len());
        }
    }
}

/// Answers the questions of a search from a pack.
struct Answers<'a, B> {
    pack: &'a Pack,
    bundles: &'a B,
    cache: &'a mut Cache,
    error: Option<PackError>,
}

impl<B: Bundles> Answers<'_, B> {
    fn block(&mut self, name: BlockName) -> Result<Arc<[Wdl]>, PackError> {
        if let Some(values) = self.cache.blocks.get(&name) {
            return Ok(Arc::clone(values));
        }
        let values = Arc::<[Wdl]>::from(self.pack.read(name, self.bundles)?);
        self.cache.insert(name, Arc::clone(&values));
        Ok(values)
    }
}

impl<B: Bundles> Values for Answers<'_, B> {
    fn value(&mut self, position: &Position) -> Wdl {
        let missing = || PackError::Damaged("a sector of it is missing");
        let found = self.pack.locate(position).ok_or_else(missing);
        found.and_then(|(name, slot)| Ok(self.block(name)?[slot])).unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            Wdl::Draw
        })
    }

    fn is_ready(&self, position: &Position) -> bool {
        self.pack.locate(position).is_some_and(|(name, _)| self.cache.blocks.contains_key(&name))
    }
}

/// The value of a position to the side to move.
pub(super) fn value(
    pack: &Pack,
    bundles: &impl Bundles,
    cache: &mut Cache,
    position: &Position,
) -> Result<Wdl, PackError> {
    let mut answers = Answers { pack, bundles, cache, error: None };
    let value = Search::new(&pack.stored, &mut answers).value(position);
    answers.error.map_or(Ok(value), Err)
}
