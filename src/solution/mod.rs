//! Exact values: the number of plies to the end of the game under best play, or a draw, for every position of a rule
//! set that is small enough, or of a few sectors of a large one.
//!
//! Values are of the game without repetition and move-count draws (`rules.md`, "Exact values and draw rules"): a
//! position whose end nobody can force is a draw. [`numbering`] numbers positions, `retrograde` computes the values of a
//! sector and its mirror, [`Solution`] holds them and answers.

mod coder;
pub mod explorer;
mod forward;
// Some of these is only for the large solver, which the page does not have.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub(crate) mod local;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub(crate) mod map;
mod memory;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod numbering;
pub mod opening;
pub(crate) mod ranks;
mod retrograde;
mod sector;
pub mod stored;
pub mod table;

pub use memory::{MOST_POSITIONS, fits_in_memory};
pub use retrograde::{Progress, Solver};
pub use sector::Sector;

use crate::board::{Board, Points};
use crate::exact::{Exact, Wdl};
use crate::moves::Move;
use crate::position::{Outcome, Position, Side};
use crate::rules::{Reform, Rules};
use numbering::Numbering;
use std::collections::BTreeMap;

/// What a position is worth to the side to move. Lengths are plies to the end of the game under best play: the winner
/// makes it as short, the loser as long as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in so many plies, an odd number.
    Win(u32),
    /// The side to move loses in so many plies, an even number; 0 where the game is over.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
}

impl Value {
    /// The value, to the player who moved there, of a position with this value.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// Orders values by how good they are for the side to move: quick wins, slow wins, draws, slow losses, quick
    /// losses.
    pub fn order(self) -> i64 {
        match self {
            Self::Win(plies) => 1 << 32 | i64::from(u32::MAX - plies),
            Self::Draw => 0,
            Self::Loss(plies) => i64::from(plies) - (1 << 33),
        }
    }
}

/// A value in a table: 0 for a draw, else plies + 1; a win takes an odd number of plies, a loss an even one.
type Entry = u16;
const DRAW: Entry = 0;

fn value_of(entry: Entry) -> Value {
    match entry {
        DRAW => Value::Draw,
        entry if entry % 2 == 0 => Value::Win(u32::from(entry) - 1),
        entry => Value::Loss(u32::from(entry) - 1),
    }
}

/// There is not enough memory for the values of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is not enough memory for the exact values")
    }
}

impl std::error::Error for NoMemory {}

/// A table of so many entries, all the same.
fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, NoMemory> {
    let mut table = Vec::new();
    table.try_reserve_exact(len).map_err(|_| NoMemory)?;
    table.resize(len, value);
    Ok(table)
}

/// Why a rule set has no [`Solution`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// The re-forming ban makes a position's value depend on the move before.
    ReformBan,
}

impl std::fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ReformBan => f.write_str("with the re-forming ban, a position's value depends on the move before it"),
        }
    }
}

impl std::error::Error for Unsolvable {}

/// The values of the sectors solved so far.
#[derive(Debug)]
pub struct Solution {
    rules: Rules,
    /// The sectors that were asked for.
    roots: Vec<Sector>,
    numbering: Numbering,
    tables: BTreeMap<Sector, Vec<Entry>>,
}

impl Solution {
    /// With no sector solved yet, and room for those.
    fn new(rules: Rules, roots: &[Sector], sectors: &[Sector]) -> Result<Self, Unsolvable> {
        if rules.reform == Reform::Ban {
            return Err(Unsolvable::ReformBan);
        }
        let most = sectors.iter().map(|sector| sector.own.max(sector.other)).max().unwrap_or(0);
        let numbering = Numbering::new(rules.board, most);
        Ok(Self { rules, roots: roots.to_vec(), numbering, tables: BTreeMap::new() })
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
        self.tables.iter().map(|(&sector, table)| (sector, table.len()))
    }

    /// A position's value; `None` where its sector is not solved. The position must be of the solution's rules (the
    /// side that begins does not matter, nor do the draw rules by repetition and count).
    pub fn value(&self, position: &Position) -> Option<Value> {
        let (mover, other) = (position.turn(), position.turn().other());
        if let Some(outcome) = position.outcome_but_blocked_or_clocks() {
            return Some(match outcome.winner() {
                None => Value::Draw,
                Some(winner) if winner == other => Value::Loss(0),
                Some(_) => return None,
            });
        }
        let sector = Sector::of(position);
        let solved = self.tables.contains_key(&sector);
        solved.then(|| value_of(self.entry(sector, position.men(mover), position.men(other))))
    }

    /// The entry of a position of a solved sector: the men of the side to move, and the other's.
    fn entry(&self, sector: Sector, own: Points, other: Points) -> Entry {
        let blocks = self.numbering.blocks(sector.own, sector.other);
        let (block, slot) = blocks.locate(own, other);
        self.tables[&sector][block * blocks.slots() + slot]
    }

    /// Every legal turn with its value to the side to move; `None` where some successor is not solved.
    pub fn move_values(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let mut turns = Vec::new();
        if position.outcome_but_blocked_or_clocks().is_none() {
            position.generate_into(&mut turns);
        }
        let value = |mv: Move| {
            let mut next = *position;
            next.play_unchecked(mv);
            Some((mv, self.value(&next)?.before()))
        };
        turns.into_iter().map(value).collect()
    }

    /// The turns that are best by these values: the quickest wins, else the draws, else the longest losses. Empty where
    /// the game is over or some successor is not solved.
    pub fn best_moves(&self, position: &Position) -> Vec<Move> {
        let values = self.move_values(position).unwrap_or_default();
        let best = values.iter().map(|(_, value)| value.order()).max();
        values.into_iter().filter(|(_, value)| Some(value.order()) == best).map(|(mv, _)| mv).collect()
    }

    /// The draw by a count of plies that ends a decided game first, and after how many plies, where both sides play as
    /// [`best_moves`](Self::best_moves) has it, the first of them where there are several; `None` where none does.
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
        self.numbering.blocks(sector.own, sector.other).each_canonical(|slot, _, _| match value_of(table[slot]) {
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

impl Exact for Solution {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let value = self.may_know(position).then(|| Self::value(self, position))?;
        value.map(|value| match value {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        })
    }

    fn plies(&self, position: &Position) -> Option<u32> {
        match self.may_know(position).then(|| Self::value(self, position))?? {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    fn may_know(&self, position: &Position) -> bool {
        self.tables.contains_key(&Sector::of(position))
            && stored::of_values(position.rules()) == stored::of_values(&self.rules)
    }
}

/// What [`Solution::statistics`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl Sector {
    /// The sector of a position.
    pub fn of(position: &Position) -> Self {
        let (mover, other): (Side, Side) = (position.turn(), position.turn().other());
        Self {
            own: position.men(mover).len(),
            other: position.men(other).len(),
            own_hand: position.hand(mover),
            other_hand: position.hand(other),
        }
    }
}
