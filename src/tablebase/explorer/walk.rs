//! The walk over the positions of an explorer, shared by writing and reading: ply by ply, position by position,
//! placing by placing.
//!
//! For each placing, three things are coded: its value, the number of replies that hold, and whether the walk
//! continues with it. Each is a number of bits whose probabilities are learnt from the earlier placings of the same
//! ply.

use super::placings::{Canonical, Told, placings};
use crate::board::Points;
use crate::checksum::Crc32;
use crate::position::{Position, Setup, Side};
use crate::rules::Rules;
use crate::tablebase::Wdl;
use crate::tablebase::coder::{Chance, Coder, shares};
use crate::tablebase::numbering::Symmetries;

/// Who knows what is to be written. Reading, the answers do not matter.
pub(super) trait Teller {
    /// What is told of the placing that led here.
    fn tell(&mut self, after: &Position) -> Told;
    /// Whether the walk goes on with the position of this key, after this many plies.
    fn goes_on(&mut self, ply: usize, key: u64) -> bool;
}

impl Teller for () {
    fn tell(&mut self, _: &Position) -> Told {
        Told { value: Wdl::Draw, replies: 0, holding: Some(0) }
    }

    fn goes_on(&mut self, _: usize, _: u64) -> bool {
        false
    }
}

/// More replies than any placing of the first plies has.
pub(super) const MOST_REPLIES: u32 = 255;
/// No file tells of more positions of a ply, and of more placings: who reads is not led on for ever.
pub(super) const MOST_POSITIONS: usize = 1 << 16;
const MOST_TOLD: usize = 1 << 22;

/// What is told of positions: of each of its [`placings`], in their order.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    told: Vec<Told>,
    /// Ply by ply, in the order of [`Canonical::key`]: the key, and where in `told` the position's placings begin.
    layers: Vec<Vec<(u64, u32)>>,
}

impl Nodes {
    /// How many positions.
    pub(super) fn len(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// What is told of the placings of the position with this key, and of some positions after it.
    pub(super) fn get(&self, key: u64) -> Option<&[Told]> {
        let found = |layer: &Vec<(u64, u32)>| {
            let at = layer.binary_search_by(|&(known, _)| known.cmp(&key)).ok()?;
            self.told.get(layer[at].1 as usize..)
        };
        self.layers.iter().find_map(found)
    }
}

/// All that a walk has come by.
pub(super) struct Walk {
    pub(super) nodes: Nodes,
    pub(super) checksum: u32,
}

impl Walk {
    /// Takes the walk from the start of a game through `plies` plies. `None` where it leads to what cannot be.
    pub(super) fn take(
        rules: &Rules,
        plies: usize,
        turns: &Symmetries,
        coder: &mut impl Coder,
        teller: &mut impl Teller,
    ) -> Option<Self> {
        let mut model = Model::new();
        let mut nodes = Nodes::default();
        let mut crc = Crc32::new();
        let start = Canonical::of(&Position::start(*rules).ok()?, turns);
        // In the order of keys; a map would be much more code, and the page loads it first of all.
        let mut layer = vec![(start.key, None)];
        for ply in 0..plies {
            let mut next: Vec<(u64, Option<Told>)> = Vec::new();
            let mut places = Vec::with_capacity(layer.len());
            model.ply = ply;
            for (key, told) in layer {
                let position = of_key(rules, key)?;
                places.push((key, nodes.told.len() as u32));
                model.begin_position(told);
                for same in placings(&position, turns) {
                    let after = position.after(same[0]);
                    let replies = after.count_legal_moves() as u32;
                    let told = model.code(coder, same.len() as u32, replies, &teller.tell(&after))?;
                    crc.update(&[told.value as u8, told.holding? as u8]);
                    nodes.told.push(told);
                    if ply + 1 == plies {
                        continue;
                    }
                    let after = Canonical::of(&after, turns).key;
                    if let Err(at) = next.binary_search_by(|&(known, _)| known.cmp(&after))
                        && model.code_going_on(coder, &told, teller.goes_on(ply + 1, after))
                    {
                        next.insert(at, (after, Some(told)));
                    }
                }
                if nodes.told.len() > MOST_TOLD || next.len() > MOST_POSITIONS {
                    return None;
                }
            }
            nodes.layers.push(places);
            layer = next;
        }
        Some(Self { nodes, checksum: crc.finish() })
    }
}

/// The position of a key: see [`Position::key`].
fn of_key(rules: &Rules, key: u64) -> Option<Position> {
    let mut setup = Setup::start(*rules);
    setup.turn = Side::White;
    setup.men.0 = [key, key >> 24].map(|men| Points::from_bits(men as u32 & 0xff_ffff));
    setup.hands.0 = [key >> 48, key >> 52].map(|hand| hand as u8 & 15);
    setup.try_into().ok()
}

/// Counts that are alike to the model, from none to many.
const SIZES: u32 = 9;
/// Values, and none.
const VALUES: usize = 4;
const NONE: usize = 3;

fn size(count: u32) -> u32 {
    (u32::BITS - count.leading_zeros()).min(SIZES - 1)
}

/// What is learnt on the way.
struct Model {
    ply: usize,
    shares: Vec<i32>,
    /// By [`Context::place`].
    chances: Vec<Chance>,
    /// The position's value and, of its turns still to come, how many keep it.
    own: usize,
    keeping: u32,
    left: u32,
    /// The value of the placing before this one of the same position.
    before: usize,
    /// By value: how many replies held against the last placing of that value in this position.
    held: [u32; VALUES],
}

/// Later plies are alike to the model.
const PLIES: usize = 16;
/// Values of `share`, and of counts before: see [`Model::code`] and [`Model::code_held`].
const SHARES: usize = 18;
const BEFORE: usize = 20;
/// More turns that keep a value are alike.
const KEEPING: usize = 64;
const BITS: usize = 256;

/// What a bit is about.
#[derive(Clone, Copy)]
enum Context {
    /// A question about the value: the position's value, what share of the turns to come keep it, the value before.
    Value { own: usize, share: u32, before: usize, question: usize },
    /// A bit of the count, by the count before and the higher bits.
    Held { value: usize, before: u32, bits: u32 },
    /// The same by how many turns keep the position's value.
    Among { value: usize, keeping: u32, bits: u32 },
    /// Whether the walk goes on.
    On { keeps: bool, value: usize, held: u32 },
}

impl Context {
    const VALUES: usize = PLIES * VALUES * SHARES * VALUES * 2;
    const HELD: usize = PLIES * VALUES * BEFORE * BITS;
    const AMONG: usize = PLIES * VALUES * KEEPING * BITS;
    const ON: usize = PLIES * 2 * VALUES * SIZES as usize;
    const ALL: usize = Self::VALUES + Self::HELD + Self::AMONG + Self::ON;

    /// Its place among all.
    fn place(self, ply: usize) -> usize {
        let ply = ply.min(PLIES - 1);
        match self {
            Self::Value { own, share, before, question } => {
                (((ply * VALUES + own) * SHARES + share as usize) * VALUES + before) * 2 + question
            }
            Self::Held { value, before, bits } => {
                Self::VALUES + ((ply * VALUES + value) * BEFORE + before as usize) * BITS + bits as usize
            }
            Self::Among { value, keeping, bits } => {
                let keeping = (keeping as usize).min(KEEPING - 1);
                Self::VALUES + Self::HELD + ((ply * VALUES + value) * KEEPING + keeping) * BITS + bits as usize
            }
            Self::On { keeps, value, held } => {
                let place = ((ply * 2 + usize::from(keeps)) * VALUES + value) * SIZES as usize + held as usize;
                Self::VALUES + Self::HELD + Self::AMONG + place
            }
        }
    }
}

impl Model {
    fn new() -> Self {
        let (own, before, held) = (NONE, NONE, [0; VALUES]);
        Self {
            ply: 0,
            shares: shares(),
            chances: vec![Chance::EVEN; Context::ALL],
            own,
            keeping: 0,
            left: 0,
            before,
            held,
        }
    }

    /// The turns of a position are to come, of which so much was told when it was reached.
    fn begin_position(&mut self, told: Option<Told>) {
        (self.before, self.held) = (NONE, [0; VALUES]);
        self.own = told.map_or(NONE, |told| told.value.before() as usize);
        self.keeping = told.and_then(|told| told.holding).unwrap_or(0);
        self.left = told.map_or(0, |told| told.replies);
    }

    /// Codes a bit whose probability is the mean of what some contexts say.
    fn bit<const N: usize>(&mut self, coder: &mut impl Coder, contexts: [Context; N], bit: bool) -> bool {
        let places = contexts.map(|context| context.place(self.ply));
        let p: u32 = places.iter().map(|&place| u32::from(self.chances[place].p)).sum();
        let bit = coder.code((p / N as u32).clamp(64, 65472), bit);
        for place in places {
            self.chances[place].learn(bit, &self.shares);
        }
        bit
    }

    /// Codes what is told of a placing that stands for so many and has so many replies; `None` where it cannot be so.
    fn code(&mut self, coder: &mut impl Coder, turns: u32, replies: u32, told: &Told) -> Option<Told> {
        let Self { own, before, keeping, left, .. } = *self;
        let share = match keeping {
            0 => 0,
            keeping if keeping >= left => 17,
            keeping => 1 + 15 * keeping / left,
        };
        let question = |question| Context::Value { own, share, before, question };
        let value = if self.bit(coder, [question(0)], told.value == Wdl::Draw) {
            Wdl::Draw
        } else if self.bit(coder, [question(1)], told.value == Wdl::Win) {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        let index = value as usize;
        // Against a winning placing all replies are as good: they are not counted.
        let holding = if value == Wdl::Win { replies } else { self.code_held(coder, index, told.holding?) };
        self.before = index;
        self.held[index] = holding;
        self.left = left.saturating_sub(turns);
        self.keeping = keeping.saturating_sub(if index == own { turns } else { 0 });
        (1..=replies.min(MOST_REPLIES)).contains(&holding).then_some(Told { value, replies, holding: Some(holding) })
    }

    fn code_held(&mut self, coder: &mut impl Coder, value: usize, holding: u32) -> u32 {
        let before = self.held[value];
        // Small counts differ more than large ones.
        let before = if before < 16 { before } else { 11 + size(before) };
        let keeping = self.keeping;
        let mut bits = 1;
        for place in (0..8).rev() {
            let held = Context::Held { value, before, bits };
            let among = Context::Among { value, keeping, bits };
            let bit = self.bit(coder, [held, among], holding >> place & 1 == 1);
            bits = bits << 1 | u32::from(bit);
        }
        bits & MOST_REPLIES
    }

    fn code_going_on(&mut self, coder: &mut impl Coder, told: &Told, on: bool) -> bool {
        let (held, value) = (told.holding.map_or(0, size), told.value as usize);
        self.bit(coder, [Context::On { keeps: value == self.own, value, held }], on)
    }
}
