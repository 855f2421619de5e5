//! A solution: the values in memory, and looking them up.

use super::error::Unsolvable;
use super::limits::check;
use crate::board::{Board, MAX_POINTS, Point, Points};
use crate::moves::Move;
use crate::position::{Outcome, Position, Side};
use crate::rules::{Begin, Rules};
use crate::tablebase::entry::{Entry, value_of};
use crate::tablebase::numbering::Numbering;
use crate::tablebase::sector::Sector;
use crate::value::{Probe, Value, Wdl};
use std::collections::BTreeMap;

/// The values of the sectors solved so far.
#[derive(Debug)]
pub struct Solution {
    pub(super) rules: Rules,
    /// The sectors that were asked for.
    pub(super) roots: Vec<Sector>,
    pub(super) numbering: Numbering,
    pub(super) tables: BTreeMap<Sector, Vec<Entry>>,
}

impl Solution {
    /// With no sector solved yet, and room for those.
    pub(super) fn new(
        rules: Rules,
        roots: &[Sector],
        sectors: &[Sector],
    ) -> Result<Self, Unsolvable> {
        check(&rules, roots)?;
        let most = sectors
            .iter()
            .map(|sector| sector.own.max(sector.other))
            .max()
            .unwrap_or(0);
        let numbering = Numbering::of(&rules, most);
        Ok(Self {
            rules,
            roots: roots.to_vec(),
            numbering,
            tables: BTreeMap::new(),
        })
    }

    /// The rules that it is for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board that it is for.
    pub fn board(&self) -> &'static Board {
        self.rules.board
    }

    /// The sectors solved, and how many slots each has.
    pub fn sectors(&self) -> impl Iterator<Item = (Sector, usize)> {
        self.tables
            .iter()
            .map(|(&sector, table)| (sector, table.len()))
    }

    /// A position's value; `None` where its sector is not solved. The position must be of the
    /// solution's rules (the side that begins does not matter, nor do the draw rules by repetition
    /// and count).
    pub fn value(&self, position: &Position) -> Option<Value> {
        if let Some(outcome) = position.outcome_but_blocked_or_clocks() {
            return match outcome.value(position.side_to_move()) {
                Wdl::Draw => Some(Value::Draw),
                Wdl::Loss => Some(Value::Loss(0)),
                Wdl::Win => None,
            };
        }
        let sector = Sector::of(position);
        let solved = self.tables.contains_key(&sector);
        solved.then(|| {
            let [own, other] = self.men(position);
            value_of(self.entry(sector, own, other))
        })
    }

    /// The men of the side to move and the other's. Where they began on points of their own, the
    /// board is turned for Black, so that they are White's: the tables are of White to move.
    fn men(&self, position: &Position) -> [Points; 2] {
        let men = [position.side_to_move(), position.side_to_move().other()]
            .map(|side| position.men(side));
        if self.rules.begin == Begin::Hand || position.side_to_move() == Side::White {
            return men;
        }
        let [white, black] = self.rules.board.starts();
        let image = |map: &[u8; MAX_POINTS], men: Points| -> Points {
            men.map(|point| Point::from_bits(map[point.index()]))
                .collect()
        };
        let turned = self
            .board()
            .symmetries()
            .iter()
            .find(|map| image(map, black) == white && image(map, white) == black);
        turned.map_or(men, |map| men.map(|men| image(map, men)))
    }

    /// The entry of a position of a solved sector: the men of the side to move, and the other's.
    pub(super) fn entry(&self, sector: Sector, own: Points, other: Points) -> Entry {
        let blocks = self.numbering.blocks(sector.own, sector.other);
        let (block, slot) = blocks.locate(own, other);
        self.tables[&sector][block * blocks.slots() + slot]
    }

    /// Every legal turn with its value to the side to move; `None` where some successor is not
    /// solved.
    pub fn move_values(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let mut turns = Vec::new();
        if position.outcome_but_blocked_or_clocks().is_none() {
            position.generate_into(&mut turns);
        }
        let value = |mv: Move| {
            let next = position.after(mv);
            Some((mv, self.value(&next)?.before()))
        };
        turns.into_iter().map(value).collect()
    }

    /// The turns that are best by these values: the quickest wins, else the draws, else the longest
    /// losses. Empty where the game is over or some successor is not solved.
    pub fn best_moves(&self, position: &Position) -> Vec<Move> {
        let values = self.move_values(position).unwrap_or_default();
        let best = values.iter().map(|(_, value)| value.order()).max();
        values
            .into_iter()
            .filter(|(_, value)| Some(value.order()) == best)
            .map(|(mv, _)| mv)
            .collect()
    }

    /// The draw by a count of plies that ends a decided game first, and after how many plies, where
    /// both sides play as [`best_moves`](Self::best_moves) has it, the first of them where there
    /// are several; `None` where none does.
    pub fn draw_before_end(&self, position: &Position) -> Option<(Outcome, u32)> {
        if !matches!(self.value(position)?, Value::Win(_) | Value::Loss(_)) {
            return None;
        }
        let mut position = *position;
        for plies in 0.. {
            match position.outcome() {
                Some(draw @ Outcome::Draw(_)) => return Some((draw, plies)),
                Some(_) => return None,
                None => position.play_unchecked(*self.best_moves(&position).first()?),
            }
        }
        None
    }

    /// Counts of won, lost and drawn canonical positions of a sector, and its longest win and loss.
    pub fn statistics(&self, sector: Sector) -> Option<Statistics> {
        let table = self.tables.get(&sector)?;
        let mut found = Statistics::default();
        self.numbering
            .blocks(sector.own, sector.other)
            .each_canonical(|slot, _, _| match value_of(table[slot]) {
                Value::Win(plies) => {
                    found.wins += 1;
                    found.longest_win = found.longest_win.max(Some(plies));
                }
                Value::Loss(plies) => {
                    found.losses += 1;
                    found.longest_loss = found.longest_loss.max(Some(plies));
                }
                Value::Draw => found.draws += 1,
            });
        Some(found)
    }
}

impl Probe for Solution {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let value = self.covers(position).then(|| Self::value(self, position))?;
        value.map(|value| match value {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        })
    }

    fn plies(&self, position: &Position) -> Option<u32> {
        match self
            .covers(position)
            .then(|| Self::value(self, position))??
        {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    fn covers(&self, position: &Position) -> bool {
        self.tables.contains_key(&Sector::of(position))
            && position.rules().without_draw_rules() == self.rules.without_draw_rules()
    }
}

/// What [`Solution::statistics`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Canonical positions won for the side to move.
    pub wins: u64,
    /// Lost for it.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// Plies of the longest win.
    pub longest_win: Option<u32>,
    /// Plies of the longest loss.
    pub longest_loss: Option<u32>,
}
