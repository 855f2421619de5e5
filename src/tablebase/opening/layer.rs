//! Layers: the positions after a number of plies, sector by sector, two bits each.

use super::model::MOST_MEN;
use crate::rules::{Goal, Mills, Phases, Reform, Rules};
use crate::tablebase::Sector;
use crate::tablebase::Wdl;
use crate::tablebase::numbering::Numbering;
use crate::tablebase::ranks::choose;

/// A value as it is kept: that of [`Wdl`], or this where there is none.
pub(super) const UNKNOWN: u8 = 3;

pub(super) fn wdl(code: u8) -> Option<Wdl> {
    [Wdl::Loss, Wdl::Draw, Wdl::Win].get(usize::from(code)).copied()
}

/// Whether the first placings of a game can be kept at all: men are placed before any is moved, a mill takes one man,
/// and nothing but men, hands and turn matters.
pub(super) fn is_placing_game(rules: &Rules) -> bool {
    rules.goal == Goal::Capture
        && rules.phases == Phases::Split
        && rules.mills == Mills::One
        && rules.reform == Reform::Allow
}

/// More slots than anybody keeps: at two bits each, 25 MB.
const MOST_SLOTS: u64 = 100_000_000;

/// The most plies for which values can be kept: the side to move still has a man to place, and memory suffices.
pub(super) fn most_plies(rules: &Rules) -> usize {
    let mut slots = 0;
    let mut fits = |ply: &usize| {
        slots += Stage::all(rules, *ply).iter().map(|stage| stage.slots(rules)).sum::<u64>();
        slots <= MOST_SLOTS
    };
    let most = (2 * usize::from(rules.men) - 1).min(2 * MOST_MEN - 1);
    (1..=most).take_while(&mut fits).last().unwrap_or(0)
}

/// The men that the side to move and the other have placed after `ply` plies.
pub(super) fn placed(ply: usize) -> (usize, usize) {
    (ply / 2, ply.div_ceil(2))
}

/// A sector of a layer, and which men were lost on the way there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    pub(super) ply: usize,
    /// Men on the board: the side to move's, the other's.
    pub(super) own: usize,
    pub(super) other: usize,
    /// Men that they have lost.
    pub(super) lost: (usize, usize),
}

impl Stage {
    /// The sectors of a layer in which play goes on, those without captures first. Some may not be reached at all.
    pub(super) fn all(rules: &Rules, ply: usize) -> Vec<Self> {
        let (own, other) = placed(ply);
        let mut stages = Vec::new();
        // Each man that is lost took a mill, whose first two men close nothing.
        for first in 0..=other.saturating_sub(2).min(own) {
            for second in 0..=own.saturating_sub(2).min(other) {
                let stage = Self { ply, own: own - first, other: other - second, lost: (first, second) };
                if !stage.sector(rules).is_lost(rules) && !stage.sector(rules).mirrored().is_lost(rules) {
                    stages.push(stage);
                }
            }
        }
        stages
    }

    pub(super) fn sector(&self, rules: &Rules) -> Sector {
        let (own, other) = placed(self.ply);
        let men = usize::from(rules.men);
        Sector { own: self.own, other: self.other, own_hand: men - own, other_hand: men - other }
    }

    /// About how many slots it has.
    fn slots(&self, rules: &Rules) -> u64 {
        let points = rules.board.points().len();
        let pairs = u64::from(choose(points, self.own)) * u64::from(choose(points - self.own, self.other));
        pairs / rules.board.symmetries().len() as u64
    }

    /// Whether both sides have lost men: then a mill may have been broken, and which positions are reached can only be
    /// found by playing. Elsewhere the mills tell.
    pub(super) fn is_mixed(&self) -> bool {
        self.lost.0 > 0 && self.lost.1 > 0
    }

    /// Whether these numbers of mills of the side to move and of the other can have arisen; for stages that are not mixed.
    pub(super) fn can_have(&self, own_mills: usize, other_mills: usize) -> bool {
        let fits = |mills: usize, took: usize| if took == 0 { mills == 0 } else { mills >= took };
        fits(own_mills, self.lost.1) && fits(other_mills, self.lost.0)
    }
}

/// The values of a layer's positions.
#[derive(Debug, Default)]
pub(super) struct Layer {
    /// By men on the board; four slots a byte, empty where nothing is known.
    tables: Vec<Vec<u8>>,
}

impl Layer {
    pub(super) fn new() -> Self {
        Self { tables: vec![Vec::new(); (MOST_MEN + 1) * (MOST_MEN + 1)] }
    }

    /// The value in a slot of the sector with these numbers of men of the side to move and of the other.
    #[inline]
    pub(super) fn get(&self, own: usize, other: usize, slot: usize) -> u8 {
        self.tables[own * (MOST_MEN + 1) + other].get(slot / 4).map_or(UNKNOWN, |byte| byte >> (slot % 4 * 2) & 3)
    }

    /// Puts a value there; the sector must have been given [`room`](Self::room).
    #[inline]
    pub(super) fn set(&mut self, own: usize, other: usize, slot: usize, code: u8) {
        let byte = &mut self.tables[own * (MOST_MEN + 1) + other][slot / 4];
        *byte = *byte & !(3 << (slot % 4 * 2)) | code << (slot % 4 * 2);
    }

    /// Whether nothing is known of a sector.
    pub(super) fn is_empty(&self, own: usize, other: usize) -> bool {
        self.tables[own * (MOST_MEN + 1) + other].is_empty()
    }

    /// Makes room for a sector, if there is none yet.
    pub(super) fn room(&mut self, numbering: &Numbering, own: usize, other: usize) {
        let table = &mut self.tables[own * (MOST_MEN + 1) + other];
        if table.is_empty() {
            *table = vec![u8::MAX; numbering.blocks(own, other).len().div_ceil(4)];
        }
    }

    /// Drops a sector of which nothing is known after all.
    pub(super) fn tidy(&mut self, own: usize, other: usize) {
        let table = &mut self.tables[own * (MOST_MEN + 1) + other];
        if table.iter().all(|&byte| byte == u8::MAX) {
            *table = Vec::new();
        }
    }

    /// Gives a sector these bytes.
    pub(super) fn fill(&mut self, own: usize, other: usize, bytes: &[u8]) {
        self.tables[own * (MOST_MEN + 1) + other] = bytes.to_vec();
    }

    /// The bytes of a sector's values.
    pub(super) fn bytes(&self, own: usize, other: usize) -> &[u8] {
        &self.tables[own * (MOST_MEN + 1) + other]
    }
}
