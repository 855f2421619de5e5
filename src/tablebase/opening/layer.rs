//! Layers: the positions with the same number of placings by both sides, sector by sector, two bits
//! each. In games where all men are placed before any moves, that is the number of plies.

use super::model::MOST_MEN;
use crate::rules::{Goal, Mills, Phases, Reform, Rules};
use crate::tablebase::Sector;
use crate::tablebase::memory::only_in_memory;
use crate::tablebase::numbering::Numbering;
use crate::tablebase::ranks::choose;
use crate::value::Wdl;

/// A value as it is kept: that of [`Wdl`], or this where there is none.
pub const UNKNOWN: u8 = 3;
// Four of them make a byte of ones, which tables are filled with and recognised by.
const _: () = assert!(UNKNOWN * 0b01_01_01_01 == u8::MAX);

pub fn wdl(code: u8) -> Option<Wdl> {
    [Wdl::Loss, Wdl::Draw, Wdl::Win]
        .get(usize::from(code))
        .copied()
}

/// Whether the first placings of a game can be kept at all: a mill takes one man, and nothing but
/// men, hands and turn matters.
pub fn is_placing_game(rules: &Rules) -> bool {
    let plain =
        rules.goal == Goal::Capture && rules.mills == Mills::One && rules.reform == Reform::Allow;
    plain && only_in_memory(rules).is_none()
}

/// More slots than anybody keeps: at two bits each, 25 MB.
const MOST_SLOTS: u64 = 100_000_000;

/// The maximum number of placings for which values can be kept: one man is still in hand, and
/// memory suffices.
pub fn most_placings(rules: &Rules) -> usize {
    let mut slots = 0;
    let mut fits = |placings: &usize| {
        slots += Stage::all(rules, *placings)
            .iter()
            .map(|stage| stage.slots(rules))
            .sum::<u64>();
        slots <= MOST_SLOTS && most_men(rules, *placings) <= MOST_MEN
    };
    (1..2 * usize::from(rules.men))
        .take_while(&mut fits)
        .last()
        .unwrap_or(0)
}

/// Whether the side to move can have placed `own` men and the other side `other`. Where men may
/// move before all are placed, any split is possible once each side has had its first turn, which
/// is always a placing.
pub fn can_be_placed(rules: &Rules, own: usize, other: usize) -> bool {
    match rules.phases {
        Phases::Split => own <= other && other <= own + 1,
        Phases::Mixed => (own == 0 && other <= 1) || (own > 0 && other > 0),
    }
}

/// The maximum number of men that one side can have placed, out of `placings` by both.
pub fn most_men(rules: &Rules, placings: usize) -> usize {
    let most = match rules.phases {
        Phases::Split => placings.div_ceil(2),
        // All but the other side's first; of a single placing, that one.
        Phases::Mixed => placings.saturating_sub(1).max(placings.min(1)),
    };
    most.min(rules.men.into())
}

/// A sector of a layer, and which men were lost on the way there.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Men that have been placed: the side to move's, the other's.
    pub placed: (usize, usize),
    /// Men on the board: the side to move's, the other's.
    pub own: usize,
    pub other: usize,
    /// Men that they have lost.
    pub lost: (usize, usize),
    /// Whether men may have moved, and so opened their mills again.
    moved: bool,
}

impl Stage {
    /// The sectors of a layer in which play goes on, those without captures first. Some may not be
    /// reached at all.
    pub fn all(rules: &Rules, placings: usize) -> Vec<Self> {
        let men = usize::from(rules.men);
        let mut stages = Vec::new();
        for captures in [false, true] {
            for own in 0..=placings {
                let placed = (own, placings - own);
                if own.max(placed.1) <= men && can_be_placed(rules, own, placed.1) {
                    Self::add(rules, placed, captures, &mut stages);
                }
            }
        }
        stages
    }

    /// Adds the sectors for one split of the placings: the one without captures, or all others.
    fn add(rules: &Rules, placed: (usize, usize), captures: bool, stages: &mut Vec<Self>) {
        // A capture takes a mill, and the first two placings of a side close none. Where men move,
        // three of them can capture again and again. The side that has just had its turn has a man
        // on the board.
        let moved = rules.phases == Phases::Mixed;
        let most = |lost: usize, took: usize| {
            if moved && took > 2 {
                lost
            } else {
                took.saturating_sub(2).min(lost)
            }
        };
        for first in 0..=most(placed.0, placed.1) {
            for second in 0..=most(placed.1.saturating_sub(1), placed.0) {
                let stage = Self::of(rules, placed, placed.0 - first, placed.1 - second);
                let sector = stage.sector(rules);
                // The side that captured last had three men on the board, and has lost none since.
                let taken = first + second == 0 || !moved || stage.own.max(stage.other) > 2;
                if captures == (first + second > 0)
                    && taken
                    && !sector.is_lost(rules)
                    && !sector.mirrored().is_lost(rules)
                {
                    stages.push(stage);
                }
            }
        }
    }

    /// The stage of a position with `own` and `other` men on the board, of those `placed`.
    pub fn of(rules: &Rules, placed: (usize, usize), own: usize, other: usize) -> Self {
        let moved = rules.phases == Phases::Mixed;
        Self {
            placed,
            own,
            other,
            lost: (placed.0 - own, placed.1 - other),
            moved,
        }
    }

    /// The number of placings by both sides, which is the index of the layer.
    pub fn placings(&self) -> usize {
        self.placed.0 + self.placed.1
    }

    pub fn sector(&self, rules: &Rules) -> Sector {
        let men = usize::from(rules.men);
        let (own_hand, other_hand) = (men - self.placed.0, men - self.placed.1);
        Sector {
            own: self.own,
            other: self.other,
            own_hand,
            other_hand,
        }
    }

    /// About how many slots it has.
    fn slots(&self, rules: &Rules) -> u64 {
        let points = rules.board.points().len();
        let pairs =
            u64::from(choose(points, self.own)) * u64::from(choose(points - self.own, self.other));
        pairs / rules.board.symmetries().len() as u64
    }

    /// Whether the reachable positions are marked by the positions that lead to them. After
    /// captures by both sides a mill may have been broken, and only play tells which positions are
    /// reachable. Elsewhere the number of mills tells; where men move, every position counts as
    /// reachable once a mill has been closed.
    pub fn is_marked(&self) -> bool {
        !self.moved && self.lost.0 > 0 && self.lost.1 > 0
    }

    /// Whether its positions lead to stages that are marked.
    pub fn marks(&self) -> bool {
        !self.moved && self.lost != (0, 0)
    }

    /// Whether these numbers of mills of the side to move and of the other are possible; for stages
    /// that are not marked.
    pub fn can_have(&self, own_mills: usize, other_mills: usize) -> bool {
        let fits = |mills: usize, took: usize| {
            // A side has closed a mill for each man that it took; where men don't move and the
            // other side took none, these mills still stand.
            if took == 0 {
                mills == 0
            } else {
                self.moved || mills >= took
            }
        };
        fits(own_mills, self.lost.1) && fits(other_mills, self.lost.0)
    }
}

/// The values of a layer's positions.
#[derive(Debug, Default)]
pub struct Layer {
    /// Indexed by the placings of the side to move and the men on the board; four slots a byte,
    /// empty where nothing is known.
    tables: Vec<Vec<u8>>,
}

/// The index of a stage's table.
fn place(stage: &Stage) -> usize {
    // Three digits to the base of the possible numbers of men. The placings of the other side are
    // what the layer leaves.
    const SIZES: usize = MOST_MEN + 1;
    (stage.placed.0 * SIZES + stage.own) * SIZES + stage.other
}

impl Layer {
    pub fn new() -> Self {
        Self {
            tables: vec![Vec::new(); (MOST_MEN + 1).pow(3)],
        }
    }

    /// The value in a slot of the sector.
    #[inline]
    pub fn get(&self, stage: &Stage, slot: usize) -> u8 {
        self.tables[place(stage)]
            // Four slots a byte, the first in the lowest bits.
            .get(slot / 4)
            .map_or(UNKNOWN, |byte| byte >> (slot % 4 * 2) & 3)
    }

    /// Puts a value there; the sector must have been given [`room`](Self::room).
    #[inline]
    pub fn set(&mut self, stage: &Stage, slot: usize, code: u8) {
        let byte = &mut self.tables[place(stage)][slot / 4];
        *byte = *byte & !(3 << (slot % 4 * 2)) | code << (slot % 4 * 2);
    }

    /// Whether nothing is known of a sector.
    pub fn is_empty(&self, stage: &Stage) -> bool {
        self.tables[place(stage)].is_empty()
    }

    /// Makes room for a sector, if there is none yet.
    pub fn room(&mut self, numbering: &Numbering, stage: &Stage) {
        let table = &mut self.tables[place(stage)];
        if table.is_empty() {
            *table = vec![u8::MAX; numbering.blocks(stage.own, stage.other).len().div_ceil(4)];
        }
    }

    /// Drops a sector of which nothing is known after all.
    pub fn tidy(&mut self, stage: &Stage) {
        let table = &mut self.tables[place(stage)];
        if table.iter().all(|&byte| byte == u8::MAX) {
            *table = Vec::new();
        }
    }

    /// Gives a sector these bytes.
    pub fn fill(&mut self, stage: &Stage, bytes: &[u8]) {
        self.tables[place(stage)] = bytes.to_vec();
    }

    /// The bytes of a sector's values.
    pub fn bytes(&self, stage: &Stage) -> &[u8] {
        &self.tables[place(stage)]
    }
}
