//! Compares a pack with the tables that it was made from.

use super::directory::PackDirectory;
use super::format::PackError;
use super::reader::BlockName;
use super::write::PackedSector;
use crate::tablebase::First;
use crate::tablebase::disk::Store;
use rayon::prelude::*;

/// Decodes everything and compares each value with the tables'. How many values there are.
///
/// # Errors
/// If a file cannot be read or is damaged, or a value differs.
pub fn verify(directory: &PackDirectory, store: &Store, told: &dyn Fn(&PackedSector)) -> Result<u64, PackError> {
    let pack = directory.pack();
    let count = pack.index.sectors.len();
    let mut sum = 0;
    for (number, entry) in pack.index.sectors.iter().enumerate() {
        let sector = entry.sector();
        let blocks = pack.blocks(sector);
        let values = store.values(sector, First::Mover)?;
        let compare = |block: usize| {
            let name = BlockName { entry: number, block };
            let slots: Vec<_> = pack.block(name).slots(0).collect();
            if slots.is_empty() {
                return Ok(0);
            }
            let found = pack.read(name, &directory.parts)?;
            match slots.iter().find(|&&(slot, _)| found[slot] != values.get(block, slot)) {
                None => Ok(slots.len() as u64),
                Some(_) => Err(PackError::Damaged("a value differs from the tables'")),
            }
        };
        let positions = (0..blocks.count()).into_par_iter().map(compare).try_reduce(|| 0, |a, b| Ok(a + b))?;
        told(&PackedSector { sector, number: number + 1, count, positions, bytes: entry.bytes() });
        sum += positions;
    }
    Ok(sum)
}
