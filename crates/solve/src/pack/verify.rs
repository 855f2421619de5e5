//! Checks a pack by itself, and compares it with the tables that it was made from.

use super::PackingError;
use super::write::PackedSector;
use crate::disk::Store;
use merels::tablebase::First;
use merels::tablebase::pack::directory::PackDirectory;
use merels::tablebase::pack::format::{PackError, Place, block_of, read_body};
use merels::tablebase::pack::reader::{BlockName, Pieces};
use rayon::prelude::*;

/// Checks all that a pack says of itself, without decoding values: that its parts have the right
/// length, that every piece is intact and stands in its own place, that the nets can be read, and
/// that each sector has all of its blocks. How many pieces there are.
///
/// # Errors
/// If a file cannot be read or is damaged, or a piece is not the one that belongs there.
pub fn check(directory: &PackDirectory) -> Result<usize, PackError> {
    let (pack, parts) = (directory.pack(), &directory.parts);
    for part in 0..pack.parts() {
        let end = pack
            .places()
            .iter()
            .rfind(|place| place.part == part)
            .map_or(0, |place| place.bytes.end);
        if parts.length(part)? != end {
            return Err(PackError::Damaged("a part of it has another length"));
        }
    }
    let (nets, bundles) = pack.places().split_at(pack.index.bodies.len());
    nets.par_iter()
        .try_for_each(|place| read_body(&parts.read(place)?).map(drop))?;
    let mut bundles = bundles;
    for entry in &pack.index.sectors {
        let (own, rest) = bundles.split_at(entry.bundles.len());
        bundles = rest;
        let each = entry.blocks as usize;
        let blocks = pack.ordinal(entry.sector(), pack.blocks(entry.sector()).count());
        if own.len() != blocks.div_ceil(each) {
            return Err(PackError::Damaged(
                "a sector of it has too few blocks, or too many",
            ));
        }
        let whole = |(number, place): (usize, &Place)| {
            let count = each.min(blocks - number * each);
            block_of(&parts.read(place)?, count, count - 1).map(drop)
        };
        own.par_iter().enumerate().try_for_each(whole)?;
    }
    Ok(pack.places().len())
}

/// Decodes everything and compares each value with the tables'. How many values there are.
///
/// # Errors
/// If a file cannot be read or is damaged, or a value differs.
pub fn verify(
    directory: &PackDirectory,
    store: &Store,
    report: &dyn Fn(&PackedSector),
) -> Result<u64, PackingError> {
    let pack = directory.pack();
    let count = pack.index.sectors.len();
    let mut sum = 0;
    for (number, entry) in pack.index.sectors.iter().enumerate() {
        let sector = entry.sector();
        let blocks = pack.blocks(sector);
        let values = store.values(sector, First::Mover)?;
        let compare = |block: usize| {
            let name = BlockName {
                entry: number,
                block,
            };
            let slots: Vec<_> = pack.block(name).slots(0).collect();
            if slots.is_empty() {
                return Ok::<_, PackingError>(0);
            }
            let found = pack.read(name, &directory.parts)?;
            match slots
                .iter()
                .find(|&&(slot, _)| found[slot] != values.get(block, slot))
            {
                None => Ok(slots.len() as u64),
                Some(_) => Err(PackError::Damaged("a value differs from the tables'").into()),
            }
        };
        let positions = (0..blocks.count())
            .into_par_iter()
            .map(compare)
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        report(&PackedSector {
            sector,
            number: number + 1,
            count,
            positions,
            bytes: entry.bytes(),
        });
        sum += positions;
    }
    Ok(sum)
}
