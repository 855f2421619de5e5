//! The walk over the positions that an explorer tells of, which writing and reading do alike: ply by ply, position by
//! position, placing by placing.
//!
//! Of each placing the value is coded, then how many replies hold, then whether the walk goes on with it; each as a
//! number of bits whose probabilities are learnt on the way, from the placings of the same ply before.

use super::{Canonical, Told, placings};
use crate::exact::Wdl;
use crate::position::Position;
use crate::rules::Rules;
use crate::solution::checksum::Crc32;
use crate::solution::coder::{Chance, Coder, shares};
use std::collections::BTreeMap;

/// Who knows what is to be written. Reading, the answers do not matter.
pub(super) trait Teller {
    /// What is told of the placing that led here.
    fn tell(&mut self, after: &Position) -> Told;
    /// Whether the walk goes on with the position of this key, after so many plies.
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
/// No file tells of more positions: who reads is not led on for ever.
pub(super) const MOST_POSITIONS: usize = 1 << 20;

/// All that a walk has come by.
pub(super) struct Walk {
    pub(super) nodes: BTreeMap<u64, Vec<Told>>,
    pub(super) checksum: u32,
}

impl Walk {
    /// Takes the walk from the start of a game through so many plies. `None` where it leads to what cannot be.
    pub(super) fn take(rules: &Rules, plies: usize, coder: &mut impl Coder, teller: &mut impl Teller) -> Option<Self> {
        let mut model = Model::new();
        let mut nodes = BTreeMap::new();
        let mut crc = Crc32::new();
        let start = Canonical::of(&Position::start(*rules).ok()?);
        let mut layer = BTreeMap::from([(start.key, (start.position, None))]);
        for ply in 0..plies {
            let mut next = BTreeMap::new();
            model.ply = ply;
            for (key, (position, told)) in layer {
                let mut all = Vec::new();
                model.begin_position(told);
                for turns in placings(&position) {
                    let mut after = position;
                    after.play_unchecked(turns[0]);
                    let told = model.code(
                        coder,
                        turns.len() as u32,
                        after.count_legal_moves() as u32,
                        &teller.tell(&after),
                    )?;
                    crc.update(&[told.value as u8, told.holding? as u8]);
                    all.push(told);
                    if ply + 1 == plies {
                        continue;
                    }
                    let after = Canonical::of(&after);
                    if !next.contains_key(&after.key)
                        && model.code_going_on(coder, &told, teller.goes_on(ply + 1, after.key))
                    {
                        next.insert(after.key, (after.position, Some(told)));
                    }
                }
                nodes.insert(key, all);
                if nodes.len() + next.len() > MOST_POSITIONS {
                    return None;
                }
            }
            layer = next;
        }
        Some(Self { nodes, checksum: crc.finish() })
    }
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
    chances: BTreeMap<Context, Chance>,
    /// The position's value and, of its turns still to come, how many keep it.
    own: usize,
    keeping: u32,
    left: u32,
    /// The value of the placing before this one of the same position.
    before: usize,
    /// By value: how many replies held against the last placing of that value in this position.
    held: [u32; VALUES],
}

/// What a bit is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Context {
    /// A question about the value: the position's value, what share of the turns to come keep it, the value before.
    Value { ply: usize, own: usize, share: u32, before: usize, question: usize },
    /// A bit of the count, by the count before and the higher bits.
    Held { ply: usize, value: usize, before: u32, bits: u32 },
    /// The same by how many turns keep the position's value.
    Among { ply: usize, value: usize, keeping: u32, bits: u32 },
    /// Whether the walk goes on.
    On { ply: usize, keeps: bool, value: usize, held: u32 },
}

impl Model {
    fn new() -> Self {
        let (own, before, held) = (NONE, NONE, [0; VALUES]);
        Self { ply: 0, shares: shares(), chances: BTreeMap::new(), own, keeping: 0, left: 0, before, held }
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
        let mut chance = |context| self.chances.entry(context).or_insert(Chance::EVEN).p;
        let p: u32 = contexts.iter().map(|&context| u32::from(chance(context))).sum();
        let bit = coder.code((p / N as u32).clamp(64, 65472), bit);
        for context in contexts {
            self.chances.entry(context).or_insert(Chance::EVEN).learn(bit, &self.shares);
        }
        bit
    }

    /// Codes what is told of a placing that stands for so many and has so many replies; `None` where it cannot be so.
    fn code(&mut self, coder: &mut impl Coder, turns: u32, replies: u32, told: &Told) -> Option<Told> {
        let Self { ply, own, before, keeping, left, .. } = *self;
        let share = match keeping {
            0 => 0,
            keeping if keeping >= left => 17,
            keeping => 1 + 15 * keeping / left,
        };
        let question = |question| Context::Value { ply, own, share, before, question };
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
        let (ply, before) = (self.ply, self.held[value]);
        // Small counts differ more than large ones.
        let before = if before < 16 { before } else { 11 + size(before) };
        let keeping = self.keeping;
        let mut bits = 1;
        for place in (0..8).rev() {
            let held = Context::Held { ply, value, before, bits };
            let among = Context::Among { ply, value, keeping, bits };
            let bit = self.bit(coder, [held, among], holding >> place & 1 == 1);
            bits = bits << 1 | u32::from(bit);
        }
        bits & MOST_REPLIES
    }

    fn code_going_on(&mut self, coder: &mut impl Coder, told: &Told, on: bool) -> bool {
        let (held, value) = (told.holding.map_or(0, size), told.value as usize);
        self.bit(coder, [Context::On { ply: self.ply, keeps: value == self.own, value, held }], on)
    }
}
