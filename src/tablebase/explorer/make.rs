//! Builds an explorer file from any source of exact values.

use super::placings::{Canonical, Told, placings};
use super::walk::{MOST_POSITIONS, MOST_REPLIES, Teller, Walk};
use super::{Explorer, MAGIC, most_plies, tell};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::Probe;
use crate::tablebase::coder::Encoder;
use crate::tablebase::numbering::Symmetries;
use crate::tablebase::opening::format::{OpeningError, OpeningHeader};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use thiserror::Error;

/// Why there is no file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MakeError {
    /// This game has no explorer of that many plies; the maximum follows.
    #[error(fmt = plies_told)]
    Plies(String, usize),
    /// The value of a position is not known.
    #[error("there is no value of “{0}”")]
    NoValue(String),
    /// The values contradict each other there, or there are more replies or positions than can be told.
    #[error("the placings of “{0}” cannot be told")]
    Wrong(String),
    /// What was written cannot be read.
    #[error(transparent)]
    Unreadable(#[from] OpeningError),
}

fn plies_told(rules: &str, most: &usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match most {
        0 => write!(f, "{rules} has no placings that can be told of"),
        most => write!(f, "of {rules} at most {most} plies can be told"),
    }
}

/// How many times likelier than it looks a placing is that keeps the value.
const KEEPING: u64 = 4;
/// All that is likely, shared among the positions of a ply.
const WHOLE: u64 = 1 << 60;

/// A file that tells of the placings of a game's first plies: of the start, and of the `width` likeliest positions after
/// each ply, all of them where there are fewer. `looks` gives the weights of a position's turns by their looks; how likely
/// a position is follows from these and from what the turns keep, over all ways that lead there.
///
/// # Errors
/// If the game has no explorer of that many plies, or the source has no value of a position or contradicts itself.
pub fn make(
    source: &dyn Probe,
    rules: &Rules,
    plies: usize,
    width: usize,
    looks: impl Fn(&Position, &[Move]) -> Vec<u64>,
) -> Result<(Vec<u8>, Explorer), MakeError> {
    let rules = rules.without_draw_rules();
    if plies > most_plies(&rules) {
        return Err(MakeError::Plies(rules.to_string(), most_plies(&rules)));
    }
    let start = Position::start(rules).map_err(|_| MakeError::Plies(rules.to_string(), 0))?;
    let turns = Symmetries::new(rules.board);
    let start = Canonical::of(&start, &turns);
    let mut chosen = Chosen { turns, kept: vec![BTreeSet::new()], told: HashMap::new() };
    let mut layer = BTreeMap::from([(start.key, (start.position, WHOLE))]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (position, likely) in layer.values() {
            chosen.spread(source, position, *likely, &looks, &mut next)?;
        }
        layer = likeliest(next, width);
        chosen.kept.push(layer.keys().copied().collect());
    }
    let mut encoder = Encoder::new();
    let turns = Symmetries::new(rules.board);
    let walk = Walk::take(&rules, plies, &turns, &mut encoder, &mut chosen);
    let walk = walk.ok_or_else(|| MakeError::Wrong(rules.to_string()))?;
    let header = OpeningHeader { rules, plies, values: walk.checksum };
    let file = header.file(MAGIC, &encoder.finish());
    let explorer = Explorer::read(&file)?;
    Ok((file, explorer))
}

type Layer = BTreeMap<u64, (Position, u64)>;

/// The likeliest positions of a ply.
fn likeliest(layer: Layer, width: usize) -> Layer {
    let mut order: Vec<(u64, u64)> = layer.iter().map(|(&key, &(_, likely))| (likely, key)).collect();
    order.sort_unstable_by_key(|&(likely, key)| (std::cmp::Reverse(likely), key));
    let keep: BTreeSet<u64> = order.into_iter().take(width.min(MOST_POSITIONS)).map(|(_, key)| key).collect();
    layer.into_iter().filter(|(key, _)| keep.contains(key)).collect()
}

/// The positions that are told of, by ply, and what is told.
struct Chosen {
    turns: Symmetries,
    kept: Vec<BTreeSet<u64>>,
    /// Of the placing that leads to the position of a key.
    told: HashMap<u64, Told>,
}

impl Chosen {
    /// Finds what is told of a position's placings, and shares out among what they lead to how likely it is.
    fn spread(
        &mut self,
        source: &dyn Probe,
        position: &Position,
        likely: u64,
        looks: impl Fn(&Position, &[Move]) -> Vec<u64>,
        next: &mut Layer,
    ) -> Result<(), MakeError> {
        let placings = placings(position, &self.turns);
        let first: Vec<Move> = placings.iter().map(|turns| turns[0]).collect();
        let mut afters = Vec::new();
        for &turn in &first {
            let after = position.after(turn);
            let canonical = Canonical::of(&after, &self.turns);
            let told = match self.told.get(&canonical.key) {
                Some(told) => *told,
                None => tell(source, &after).ok_or_else(|| MakeError::NoValue(after.to_string()))?,
            };
            if told.holding.is_none() {
                return Err(MakeError::NoValue(after.to_string()));
            }
            if told.replies > MOST_REPLIES || told.holding == Some(0) {
                return Err(MakeError::Wrong(after.to_string()));
            }
            self.told.insert(canonical.key, told);
            afters.push((canonical, told.value));
        }
        let best = afters.iter().map(|&(_, value)| value).max();
        let weight = |((turns, looks), (_, value)): ((&Vec<Move>, u64), &(Canonical, _))| {
            looks * turns.len() as u64 * if Some(*value) == best { KEEPING } else { 1 }
        };
        let weights: Vec<u64> = placings.iter().zip(looks(position, &first)).zip(&afters).map(weight).collect();
        let all: u64 = weights.iter().sum();
        for ((after, _), weight) in afters.into_iter().zip(weights) {
            let share = (u128::from(likely) * u128::from(weight) / u128::from(all)) as u64;
            next.entry(after.key).or_insert((after.position, 0)).1 += share;
        }
        Ok(())
    }
}

impl Teller for Chosen {
    fn tell(&mut self, after: &Position) -> Told {
        self.told[&Canonical::of(after, &self.turns).key]
    }

    fn goes_on(&mut self, ply: usize, key: u64) -> bool {
        self.kept[ply].contains(&key)
    }
}
