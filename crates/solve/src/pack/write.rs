//! Makes a pack from tables.

use super::PackingError;
use crate::atomic_file::write_atomically;
use crate::disk::Store;
use merels::tablebase::coder::Encoder;
use merels::tablebase::pack::block::Coding;
use merels::tablebase::pack::directory::{CHECKSUMS, INDEX};
use merels::tablebase::pack::format::{
    self, Checksums, Index, PackError, Place, bundle, write_body,
};
use merels::tablebase::pack::reader::{BlockName, Pack};
use merels::tablebase::pack::stored::StoredPart;
use merels::tablebase::{First, Sector};
use merels::value::Wdl;
use rayon::prelude::*;
use std::fs;
use std::path::Path;

/// About how many bytes a bundle should have: what is fetched at once.
const BUNDLE: usize = 4096;

/// A sector that is done.
#[derive(Clone, Copy, Debug)]
pub struct PackedSector {
    /// The sector.
    pub sector: Sector,
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    /// Positions stored.
    pub positions: u64,
    /// Bytes that they take.
    pub bytes: u64,
}

/// Codes the sectors of a model from tables, and writes the pack to a directory. Sectors that an
/// earlier run has coded are left as they are.
///
/// # Errors
/// If a table cannot be read, or a file cannot be written.
pub fn write(
    store: &Store,
    model: &[u8],
    out: &Path,
    report: &dyn Fn(&PackedSector),
) -> Result<(), PackingError> {
    let (pack, bodies) = Pack::of_model(model)?;
    fs::create_dir_all(out)?;
    let bodies = bodies
        .iter()
        .map(write_body)
        .collect::<Result<Vec<_>, _>>()?;
    let mut index = pack.index.clone();
    index.bodies = bodies.iter().map(|body| body.len() as u32).collect();
    let count = index.sectors.len();
    let coded = |sector: Sector| out.join(format!("{sector}.coded"));
    for number in 0..count {
        let path = coded(index.sectors[number].sector());
        let (blocks, bundles, positions) = match fs::read(&path) {
            Ok(bytes) => split(&bytes)?.0,
            Err(_) => code(&pack, store, number, &path)?,
        };
        let entry = &mut index.sectors[number];
        (entry.blocks, entry.bundles) = (blocks, bundles);
        let (sector, bytes) = (entry.sector(), entry.bytes());
        report(&PackedSector {
            sector,
            number: number + 1,
            count,
            positions,
            bytes,
        });
    }
    let (file, sum) = format::file(format::INDEX, &index)?;
    let mut pieces = PieceWriter::new(&index, sum, out)?;
    for body in &bodies {
        pieces.put(body)?;
    }
    for entry in &index.sectors {
        let bytes = fs::read(coded(entry.sector()))?;
        let (_, mut rest) = split(&bytes)?;
        for &length in &entry.bundles {
            let (bundle, after) = rest.split_at_checked(length as usize).ok_or(CUT)?;
            pieces.put(bundle)?;
            rest = after;
        }
    }
    // The index last: without it there is no pack.
    let checksums = pieces.finish()?;
    let checksums = format::file(
        format::CHECKSUMS,
        &Checksums {
            index: sum,
            pieces: checksums,
        },
    )?
    .0;
    write_atomically(&out.join(CHECKSUMS), &checksums)?;
    write_atomically(&out.join(INDEX), &file)?;
    for entry in &index.sectors {
        fs::remove_file(coded(entry.sector()))?;
    }
    Ok(())
}

/// Writes pieces into parts, one part at a time.
struct PieceWriter<'a> {
    index: &'a Index,
    sum: u32,
    out: &'a Path,
    places: std::vec::IntoIter<Place>,
    /// The number of the part that is being filled, and its bytes.
    part: (u16, Vec<u8>),
    checksums: Vec<[u8; 4]>,
}

impl<'a> PieceWriter<'a> {
    fn new(index: &'a Index, sum: u32, out: &'a Path) -> Result<Self, PackError> {
        let places = index.places(std::iter::repeat(0))?.0.into_iter();
        let part = (0, index.part_head(0, sum));
        Ok(Self {
            index,
            sum,
            out,
            places,
            part,
            checksums: Vec::new(),
        })
    }

    /// Adds the next piece.
    fn put(&mut self, piece: &[u8]) -> Result<(), PackingError> {
        let place = self.places.next().ok_or(CUT)?;
        if place.part != self.part.0 {
            self.write()?;
            self.part = (place.part, self.index.part_head(place.part, self.sum));
        }
        self.checksums.push(*piece.first_chunk().ok_or(CUT)?);
        self.part.1.extend(piece);
        Ok(())
    }

    fn write(&self) -> Result<(), PackingError> {
        let (number, bytes) = &self.part;
        Ok(write_atomically(&self.out.join(number.to_string()), bytes)?)
    }

    /// The checksums of the pieces.
    fn finish(self) -> Result<Vec<[u8; 4]>, PackingError> {
        self.write()?;
        Ok(self.checksums)
    }
}

/// The nets are there already.
struct Nothing;

impl merels::tablebase::pack::reader::Pieces for Nothing {
    fn read(&self, _: &Place) -> Result<Vec<u8>, PackError> {
        Err(PackError::Absent)
    }
}

/// The beginning of a coded sector's file: the blocks of a bundle, the sizes of the bundles, and
/// how many positions.
type CodedHead = (u32, Vec<u32>, u64);

const CUT: PackError = PackError::Damaged("a coded sector was cut short");

/// The head of a coded sector, and its bundles.
fn split(bytes: &[u8]) -> Result<(CodedHead, &[u8]), PackError> {
    postcard::take_from_bytes(bytes).map_err(|_| CUT)
}

/// Codes a sector into a file: a [`CodedHead`] and the bundles.
fn code(pack: &Pack, store: &Store, number: usize, path: &Path) -> Result<CodedHead, PackingError> {
    let sector = pack.index.sectors[number].sector();
    let blocks = pack.blocks(sector);
    let part = pack.stored.part(sector);
    let values = store.values(sector, First::Mover)?;
    let model = pack.model(number, &Nothing)?;
    let coded = |block: usize| {
        let mut here = vec![Wdl::Draw; blocks.slots()];
        let mut positions = 0;
        let block = pack.block(BlockName {
            entry: number,
            block,
        });
        for (slot, _) in block.slots(0) {
            here[slot] = values.get(block.number, slot);
            positions += 1;
        }
        let mut coder = Encoder::new();
        Coding::new(&model, &block).code(&model, &block, &mut coder, usize::MAX, &mut here);
        (coder.finish(), positions)
    };
    let stored = (0..blocks.count())
        .into_par_iter()
        .filter(|&block| part != StoredPart::Quarter || pack.stored.is_even(blocks.men(block)));
    let (coded, positions): (Vec<Vec<u8>>, Vec<u64>) = stored.map(coded).unzip();
    let bytes: usize = coded.iter().map(Vec::len).sum();
    // As many blocks as have that many bytes, by the mean. Of tiny blocks at most 64: all of a
    // bundle are fetched for one of them.
    let each = (BUNDLE * coded.len() / bytes.max(1)).clamp(1, 64);
    let bundles: Vec<Vec<u8>> = coded.chunks(each).map(bundle).collect::<Result<_, _>>()?;
    let head = (
        each as u32,
        bundles
            .iter()
            .map(|bundle| bundle.len() as u32)
            .collect::<Vec<_>>(),
        positions.iter().sum::<u64>(),
    );
    let file = [
        postcard::to_allocvec(&head).map_err(|_| CUT)?,
        bundles.concat(),
    ]
    .concat();
    write_atomically(path, &file)?;
    Ok(head)
}
