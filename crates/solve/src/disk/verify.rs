//! Verification: checks every value against the values of its successors, and every checksum.

use super::codes::Codes;
use super::error::Error;
use super::job::Pair;
use super::plan::{Job, Plan, Scope};
use super::planes::Planes;
use super::retrograde::Half;
use super::store::Store;
use super::values::SectorValues;
use merels::random::Random;
use merels::tablebase::Sector;
use merels::tablebase::directory::{ProbeError, Tables, ended};
use merels::tablebase::{Content, First};
use merels::value::Wdl;
use std::path::Path;

/// What [`verify`] tells while it works; it goes on while the answer is `true`.
pub struct Verified {
    /// The sector that was verified.
    pub sector: Sector,
    /// Whether its values or its distances.
    pub content: Content,
    /// Canonical positions won, lost and drawn in it.
    pub counts: [u64; 3],
}

/// Verifies every table in the directory, all values: each must follow from those of its
/// successors, and the counts in the header must be those of the values. All checksums are compared
/// on the way. A table of a sector that the game does not have is refused. Returns how many slots
/// were looked at.
///
/// # Errors
/// If a table is refused, a value is wrong, or `watch` stops it.
pub fn verify(store: &Store, watch: &dyn Fn(&Verified) -> bool) -> Result<u64, Error> {
    let plan = Plan::new(store.rules(), Scope::WHOLE)?;
    store.tables(&plan)?;
    let jobs = plan.jobs().iter();
    jobs.map(|job| {
        Ok(verify_job::<Codes>(store, job, watch)? + verify_job::<Planes>(store, job, watch)?)
    })
    .sum()
}

/// Verifies the tables of a job, where they are there; returns how many slots were looked at.
fn verify_job<V: SectorValues>(
    store: &Store,
    job: &Job,
    watch: &dyn Fn(&Verified) -> bool,
) -> Result<u64, Error> {
    let headers = job
        .sectors
        .iter()
        .map(|&sector| store.header(sector, V::CONTENT));
    let headers = headers.collect::<Result<Vec<_>, _>>()?;
    if headers.iter().all(Option::is_none) {
        return Ok(0);
    }
    if let Some(missing) = headers.iter().position(Option::is_none) {
        return Err(Error::Missing(store.path(job.sectors[missing], V::CONTENT)));
    }
    let first_to_move = job.first_to_move();
    let stored = || -> Result<[Option<V>; 2], Error> {
        let load = |sector: Sector, first: First| {
            job.sectors
                .contains(&sector)
                .then(|| store.load(sector, first))
                .transpose()
        };
        Ok([
            load(first_to_move, First::Mover)?,
            load(first_to_move.mirrored(), First::Waiting)?,
        ])
    };
    let inside = if job.is_cyclic(store.rules()) {
        stored()?
    } else {
        [None, None]
    };
    let inside = match inside {
        [Some(first), Some(second)] => Some([first, second]),
        _ => None,
    };
    let pair = Pair::load(store, job, inside)?;
    let halves = stored()?;
    let mut slots = 0;
    for header in headers.into_iter().flatten() {
        let sector = header.sector;
        let first = First::of(sector);
        let found = halves[first as usize].as_ref().expect("its file is there");
        let expected = Half::look_forward(&pair.field, first == First::Mover)?.values;
        let blocks = store.blocks(sector, first);
        let path = store.path(sector, V::CONTENT);
        if let Some((block, slot)) = expected.difference(found) {
            if slot >= blocks.slots() {
                return Err(Error::Wrong(path, "a slot beyond the last".to_owned()));
            }
            let (one, two) = blocks.position(block, slot);
            let (own, other) = first.order(one, two);
            return Err(Error::wrong(path, store.rules(), sector, own, other));
        }
        let mut counted = header.clone();
        found.tally(&blocks, &mut counted);
        if counted != header {
            return Err(Error::Wrong(path, "the counts in the header".to_owned()));
        }
        slots += blocks.len() as u64;
        let counts = [header.wins, header.losses, header.draws];
        if !watch(&Verified {
            sector,
            content: V::CONTENT,
            counts,
        }) {
            return Err(Error::Stopped);
        }
    }
    Ok(slots)
}

/// After this many slots in a row without a legal position the search for one is given up.
const MOST_IN_VAIN: u32 = 1_000_000;

/// Verifies `count` positions drawn at random from all tables of a directory, one by one: by the
/// rules as the game is played by them and the reader of tables, nothing of the solver. `seed`
/// decides which. Returns how many were looked at.
///
/// # Errors
/// If a table is refused, or a value is wrong.
pub fn verify_sample(directory: &Path, store: &Store, count: u64, seed: u64) -> Result<u64, Error> {
    let tables = Tables::open(directory)?;
    let mut sectors = Vec::new();
    let mut total = 0u64;
    for header in store.tables(&Plan::new(store.rules(), Scope::WHOLE)?)? {
        if header.content == Content::Wdl {
            let path = store.path(header.sector, Content::Wdl);
            header
                .expect(store.rules(), header.sector, Content::Wdl)
                .map_err(Error::table(&path))?;
            header
                .expect_blocks(&store.blocks(header.sector, header.first))
                .map_err(Error::table(&path))?;
            total += u64::from(header.blocks) * u64::from(header.slots);
            sectors.push((total, header));
        }
    }
    if total == 0 {
        return Err(ProbeError::Empty(directory.to_owned()).into());
    }
    let mut random = Random::new(seed);
    let (mut looked, mut in_vain) = (0, 0);
    while looked < count {
        let at = random.below(total as usize) as u64;
        let (end, header) = &sectors[sectors.partition_point(|&(end, _)| end <= at)];
        let at = at + u64::from(header.blocks) * u64::from(header.slots) - end;
        let blocks = store.blocks(header.sector, header.first);
        let (one, two) = blocks.position(
            (at / u64::from(header.slots)) as usize,
            (at % u64::from(header.slots)) as usize,
        );
        let (own, other) = header.first.order(one, two);
        let Some(position) = header.sector.position(store.rules(), own, other) else {
            in_vain += 1;
            if in_vain == MOST_IN_VAIN {
                return Err(Error::NoPosition(store.path(header.sector, Content::Wdl)));
            }
            continue;
        };
        (looked, in_vain) = (looked + 1, 0);
        let found = tables.value(&position)?;
        let expected = match ended(store.rules(), &position) {
            Some(value) => Some(value),
            // Blocked: lost, by the rules that the solver handles.
            None => {
                let moves = tables.move_values(&position)?;
                if let Some(&(mv, _)) = moves.iter().find(|(_, value)| value.is_none()) {
                    let next = position.after(mv);
                    return Err(Error::Missing(store.path(Sector::of(&next), Content::Wdl)));
                }
                moves.first().map_or(Some(Wdl::Loss), |&(_, value)| value)
            }
        };
        if found != expected {
            let path = store.path(header.sector, Content::Wdl);
            return Err(Error::Wrong(path, position.to_string()));
        }
    }
    Ok(looked)
}
