//! How much room a pack's sectors take.

use super::write::PackedSector;
use merels::tablebase::pack::reader::{BlockName, Pack};
use rayon::prelude::*;

/// The sectors of a pack, with the positions that are stored and the bytes that they take.
pub fn stats(pack: &Pack) -> impl Iterator<Item = PackedSector> {
    let count = pack.index.sectors.len();
    pack.index
        .sectors
        .iter()
        .enumerate()
        .map(move |(number, entry)| {
            let sector = entry.sector();
            let stored = |block: usize| {
                pack.block(BlockName {
                    entry: number,
                    block,
                })
                .slots(0)
                .count() as u64
            };
            let positions = (0..pack.blocks(sector).count())
                .into_par_iter()
                .map(stored)
                .sum();
            PackedSector {
                sector,
                number: number + 1,
                count,
                positions,
                bytes: entry.bytes(),
            }
        })
}
