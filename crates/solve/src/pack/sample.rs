//! Compares the search for values that a pack does not store with tables, at random positions, and
//! times the pack.

use super::PackingError;
use crate::disk::{self, Store};
use merels::board::Points;
use merels::position::Position;
use merels::random::Random;
use merels::tablebase::directory::Tables;
use merels::tablebase::pack::directory::{PackDirectory, ProbeCache};
use merels::tablebase::pack::format::{PackEntry, PackError};
use merels::tablebase::pack::reader::Pack;
use merels::tablebase::pack::search::{KnownBounds, StoredValues};
use merels::tablebase::{Content, Sector};
use merels::value::Wdl;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The number of positions drawn from each sector.
    pub positions: usize,
    /// The number of them that are timed, each with an empty cache. For the others every block is
    /// decoded once and kept, in 6 GB of memory for the whole of Nine.
    pub timed: usize,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// A sector that was compared.
#[derive(Clone, Debug)]
pub struct ComparedSector {
    /// The sector.
    pub sector: Sector,
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    /// Positions.
    pub positions: u64,
    /// Their turns.
    pub turns: u64,
    /// Of each position that was timed: the blocks decoded for its value and those of all turns,
    /// and the time.
    pub timed: Vec<(usize, Duration)>,
}

/// As many draws for each position as are made before a sector is given up: some have no position
/// in which the game goes on.
const TRIES: usize = 100;

/// Draws positions of every sector that the pack covers, and compares their values, and those after
/// all turns, with the tables'.
///
/// # Errors
/// If a file cannot be read or is damaged, a table is missing, or a value differs.
pub fn compare(
    directory: &PackDirectory,
    tables: &Path,
    sample: &Sample,
    report: &mut dyn FnMut(&ComparedSector),
) -> Result<(), PackingError> {
    let store = Store::existing(tables)?;
    let tables = Tables::open(tables).map_err(disk::Error::from)?;
    let headers = store.headers()?;
    let mut sectors: Vec<Sector> = headers
        .iter()
        .filter(|header| header.content == Content::Wdl)
        .map(|header| header.sector)
        .collect();
    sectors.retain(|&sector| directory.pack().covers_sector(sector));
    sectors.sort();
    let count = sectors.len();
    let blocks = DecodedBlocks::new(directory);
    for (number, &sector) in sectors.iter().enumerate() {
        let positions = draw(directory, sector, sample);
        let (timed, others) = positions.split_at(sample.timed.min(positions.len()));
        let timed = timed.par_iter().map(|position| {
            let mut memory = ProbeCache::default();
            let began = Instant::now();
            let found = values(position, |position| {
                directory.value_by(&mut memory, position)
            })?;
            let took = began.elapsed();
            check(&tables, position, &found)?;
            Ok((found.len(), memory.cache.decoded, took))
        });
        let timed = timed.collect::<Result<Vec<_>, PackingError>>()?;
        let others = others.par_iter().map(|position| {
            let mut known = KnownBounds::default();
            let found = values(position, |position| {
                search(directory.pack(), &blocks, &mut known, position)
            })?;
            check(&tables, position, &found)?;
            Ok(found.len())
        });
        let others: usize = others.try_reduce(|| 0, |a, b| Ok::<_, PackingError>(a + b))?;
        let values = others + timed.iter().map(|&(values, ..)| values).sum::<usize>();
        report(&ComparedSector {
            sector,
            number: number + 1,
            count,
            positions: positions.len() as u64,
            turns: (values - positions.len()) as u64,
            timed: timed
                .into_iter()
                .map(|(_, blocks, took)| (blocks, took))
                .collect(),
        });
    }
    Ok(())
}

/// Random positions of a sector in which the game goes on, each once.
fn draw(directory: &PackDirectory, sector: Sector, sample: &Sample) -> Vec<Position> {
    let pack = directory.pack();
    let blocks = pack.blocks(sector);
    let mut random = Random::new(sample.seed);
    let (mut drawn, mut positions) = (HashSet::new(), Vec::new());
    for _ in 0..sample.positions.saturating_mul(TRIES) {
        if positions.len() == sample.positions {
            break;
        }
        let (own, other) =
            blocks.position(random.below(blocks.count()), random.below(blocks.slots()));
        let position = sector.position(pack.rules(), own, other);
        if let Some(position) = position.filter(|position| position.outcome().is_none())
            && drawn.insert(blocks.canonical(own, other))
        {
            positions.push(position);
        }
    }
    positions
}

/// The value of a position and those after its turns.
fn values(
    position: &Position,
    mut value: impl FnMut(&Position) -> Result<Option<Wdl>, PackError>,
) -> Result<Vec<Wdl>, PackError> {
    let value = |position: Position| match position.outcome() {
        Some(outcome) => Ok(outcome.value(position.side_to_move())),
        None => value(&position)?.ok_or(PackError::Damaged("a position is not known")),
    };
    with_next(position).map(value).collect()
}

/// Stored values: each block is decoded as a whole when it is first asked for, and kept.
struct DecodedBlocks<'a> {
    directory: &'a PackDirectory,
    /// By sector of the pack and block.
    decoded: Vec<Vec<OnceLock<Vec<Wdl>>>>,
}

impl<'a> DecodedBlocks<'a> {
    fn new(directory: &'a PackDirectory) -> Self {
        let pack = directory.pack();
        let blocks = |entry: &PackEntry| {
            (0..pack.blocks(entry.sector()).count())
                .map(|_| OnceLock::new())
                .collect()
        };
        Self {
            directory,
            decoded: pack.index.sectors.iter().map(blocks).collect(),
        }
    }

    fn value(&self, position: &Position) -> Result<Wdl, PackError> {
        let pack = self.directory.pack();
        let (name, slot) = pack
            .locate(position)
            .ok_or(PackError::Damaged("a sector of it is missing"))?;
        let cell = &self.decoded[name.entry][name.block];
        let values = match cell.get() {
            Some(values) => values,
            None => {
                let values = pack.read(name, &self.directory.parts)?;
                cell.get_or_init(|| values)
            }
        };
        Ok(values[slot])
    }
}

/// Answers the questions of one search.
struct SampleAnswers<'a> {
    blocks: &'a DecodedBlocks<'a>,
    error: Option<PackError>,
}

impl StoredValues for SampleAnswers<'_> {
    fn value(&mut self, position: &Position) -> Option<Wdl> {
        self.blocks
            .value(position)
            .map_err(|error| self.error.get_or_insert(error))
            .ok()
    }

    fn goes_on(&self) -> bool {
        false
    }

    fn is_ready(&self, _: &Position) -> bool {
        false
    }

    fn has_begun(&self, _: Sector, _: Points) -> bool {
        false
    }
}

/// The value that the pack's search finds. As blocks are kept, turns are ordered by what costs
/// little: captures first.
fn search(
    pack: &Pack,
    blocks: &DecodedBlocks<'_>,
    known: &mut KnownBounds,
    position: &Position,
) -> Result<Option<Wdl>, PackError> {
    let mut answers = SampleAnswers {
        blocks,
        error: None,
    };
    let value = pack.search(
        &mut answers,
        known,
        |next| next.in_all(next.side_to_move()) as i32,
        position,
    );
    answers.error.map_or(Ok(value), Err)
}

/// A position and those after its turns.
fn with_next(position: &Position) -> impl Iterator<Item = Position> {
    let turns = position
        .legal_moves()
        .into_iter()
        .map(|mv| position.after(mv));
    std::iter::once(*position).chain(turns)
}

fn check(tables: &Tables, position: &Position, found: &[Wdl]) -> Result<(), PackingError> {
    for (position, &found) in with_next(position).zip(found) {
        let value = match position.outcome() {
            Some(outcome) => Some(outcome.value(position.side_to_move())),
            None => tables.value(&position).map_err(disk::Error::from)?,
        };
        if value != Some(found) {
            return Err(PackingError::Differs(position.to_string()));
        }
    }
    Ok(())
}
