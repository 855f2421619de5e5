//! The directory of tables: loads inputs into memory and writes results atomically.

use super::error::Error;
use super::plan::Plan;
use super::planes::Planes;
use super::values::SectorValues;
use crate::atomic_file::put_in_place;
use merels::checksum::Crc32;
use merels::rules::Rules;
use merels::tablebase::Sector;
use merels::tablebase::directory::open_file;
use merels::tablebase::format::{CHUNK, Header, Source, TableError, read_trailer, trailer};
use merels::tablebase::numbering::{Blocks, Numbering};
use merels::tablebase::{Content, First, file_name};
use rayon::prelude::*;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What an unfinished file is called: its final name, this, a number of random letters and digits,
/// and an ending.
const UNFINISHED: &str = ".merels-";
const RANDOM: usize = 6;
const PART: &str = ".part";

/// A directory with the tables of one game.
pub struct Store {
    directory: PathBuf,
    rules: Rules,
    numbering: Numbering,
}

impl Store {
    /// Makes the directory where it is not there.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn open(directory: &Path, rules: &Rules) -> Result<Self, Error> {
        fs::create_dir_all(directory).map_err(Error::io(directory))?;
        let rules = rules.without_draw_rules();
        Ok(Self {
            directory: directory.to_owned(),
            rules,
            numbering: Numbering::new(rules.board, rules.men.into()),
        })
    }

    /// The directory as it is, for the game that its tables are of.
    ///
    /// # Errors
    /// If the directory has no tables, or they cannot be read.
    pub fn existing(directory: &Path) -> Result<Self, Error> {
        let tables = tables_in(directory)?;
        let (header, _) = tables
            .first()
            .ok_or_else(|| Error::Missing(directory.join("any table")))?;
        Self::open(directory, &header.rules)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What numbers the positions.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Its tables, every one of a sector that the game has.
    pub(super) fn tables(&self, plan: &Plan) -> Result<Vec<Header>, Error> {
        let tables = self.headers()?;
        for header in &tables {
            if !plan
                .jobs()
                .iter()
                .any(|job| job.sectors.contains(&header.sector))
            {
                let path = self.path(header.sector, header.content);
                let wanted = format!("those of a sector that {} has", self.rules);
                return Err(Error::table(&path)(TableError::Other {
                    wanted,
                    found: header.name(),
                }));
            }
        }
        Ok(tables)
    }

    /// The headers of the tables, in the order of their sectors.
    pub(crate) fn headers(&self) -> Result<Vec<Header>, Error> {
        Ok(tables_in(&self.directory)?
            .into_iter()
            .map(|(header, _)| header)
            .collect())
    }

    /// The file of a sector.
    pub fn path(&self, sector: Sector, content: Content) -> PathBuf {
        self.directory.join(file_name(sector, content))
    }

    /// The numbering of a sector, by the given side's sets.
    pub(super) fn blocks(&self, sector: Sector, first: First) -> Blocks<'_> {
        let (first, second) = first.order(sector.own, sector.other);
        self.numbering.blocks(first, second)
    }

    /// The header of a sector that is there and of these rules; `None` where there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is of other rules or another sector.
    pub fn header(&self, sector: Sector, content: Content) -> Result<Option<Header>, Error> {
        let path = self.path(sector, content);
        let file = match open_file(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            file => file
                .map_err(TableError::from)
                .map_err(Error::table(&path))?,
        };
        let header = Header::read(&file).map_err(Error::table(&path))?;
        header
            .expect(&self.rules, sector, content)
            .map_err(Error::table(&path))?;
        header
            .expect_blocks(&self.blocks(sector, header.first))
            .map_err(Error::table(&path))?;
        Ok(Some(header))
    }

    /// Reads a sector whole, numbered by the given side's sets; every checksum is compared.
    pub(super) fn load<V: SectorValues>(&self, sector: Sector, first: First) -> Result<V, Error> {
        let path = self.path(sector, V::CONTENT);
        let header = self
            .header(sector, V::CONTENT)?
            .ok_or_else(|| Error::Missing(path.clone()))?;
        let blocks = self.blocks(sector, header.first);
        let mut values = V::new(&blocks)?;
        let file = open_file(&path).map_err(Error::io(&path))?;
        let checksums = read_trailer(&file, &header).map_err(Error::table(&path))?;
        let read = |(chunk, bytes): (usize, &mut [u8])| {
            file.read_at(header.payload_offset() + (chunk * CHUNK) as u64, bytes)?;
            match Crc32::of(bytes) == checksums[chunk] {
                true => Ok(()),
                false => Err(TableError::Checksum(format!("chunk {chunk}"))),
            }
        };
        values
            .bytes_mut()
            .par_chunks_mut(CHUNK)
            .enumerate()
            .try_for_each(read)
            .map_err(Error::table(&path))?;
        match header.first == first {
            true => Ok(values),
            false => values.transposed(&blocks, &self.blocks(sector, first)),
        }
    }

    /// The values of a sector, numbered by the given side's sets.
    pub(crate) fn values(&self, sector: Sector, first: First) -> Result<Planes, Error> {
        self.load(sector, first)
    }

    /// Writes a sector, numbered by `First::of(sector)`, and says what is in it.
    pub(super) fn save<V: SectorValues>(
        &self,
        sector: Sector,
        values: &V,
    ) -> Result<Header, Error> {
        let first = First::of(sector);
        let blocks = self.blocks(sector, first);
        let mut header = Header::new(&self.rules, sector, first, V::CONTENT, &blocks);
        values.tally(&blocks, &mut header);
        let checksums: Vec<u32> = values.bytes().par_chunks(CHUNK).map(Crc32::of).collect();
        self.write(sector, &header, &checksums, values.bytes())?;
        Ok(header)
    }

    /// Removes what killed runs left of this file. What another run is writing now is locked, and
    /// stays; so does all of it where the file system has no locks.
    fn remove_unfinished(&self, name: &str) {
        for entry in fs::read_dir(&self.directory)
            .into_iter()
            .flatten()
            .flatten()
        {
            if !is_unfinished(&entry.file_name(), name)
                || !entry.file_type().is_ok_and(|kind| kind.is_file())
            {
                continue;
            }
            let Ok(file) = File::options().write(true).open(entry.path()) else {
                continue;
            };
            // Held until it is removed, so that a run that has created it but not locked it yet
            // finds it gone.
            if file.try_lock().is_ok() {
                // If it stays, it only takes room.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Begins a file beside its place, under a name that no other run has, and locks it.
    fn begin(&self, name: &str) -> io::Result<NamedTempFile> {
        let prefix = format!("{name}{UNFINISHED}");
        tempfile::Builder::new()
            .prefix(&prefix)
            .rand_bytes(RANDOM)
            .suffix(PART)
            .make_in(&self.directory, |path| {
                let file = File::create_new(path)?;
                // Without locks no run removes another's file.
                let _ = file.lock();
                // Where it was removed before it was locked, another name is tried.
                if path.exists() {
                    Ok(file)
                } else {
                    Err(io::ErrorKind::AlreadyExists.into())
                }
            })
    }

    /// Writes a file beside its place, and moves it there when all of it is on the disk.
    fn write(
        &self,
        sector: Sector,
        header: &Header,
        checksums: &[u32],
        payload: &[u8],
    ) -> Result<(), Error> {
        let name = file_name(sector, header.content);
        let path = self.directory.join(&name);
        self.remove_unfinished(&name);
        let write = || -> io::Result<()> {
            // Removed where anything fails.
            let unfinished = self.begin(&name)?;
            let mut file = BufWriter::with_capacity(1 << 20, unfinished.as_file());
            file.write_all(&header.to_bytes())?;
            file.write_all(payload)?;
            file.write_all(&trailer(checksums))?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?;
            let (file, unfinished) = unfinished.into_parts();
            put_in_place(&file, unfinished, &path)
        };
        write().map_err(Error::io(&path))
    }
}

/// Whether this is a name that [`Store::begin`] gives to a file that is to become `name`.
fn is_unfinished(found: &OsStr, name: &str) -> bool {
    let random = found.to_str().and_then(|found| {
        found
            .strip_prefix(name)?
            .strip_prefix(UNFINISHED)?
            .strip_suffix(PART)
    });
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The header of every table in a directory and the checksum of its whole, sectors in the order of
/// [`Sector`].
///
/// # Errors
/// If a table cannot be read, or its file has another table's name.
pub fn tables_in(directory: &Path) -> Result<Vec<(Header, u32)>, Error> {
    let mut found = Vec::new();
    let paths = fs::read_dir(directory)
        .map_err(Error::io(directory))?
        .map(|entry| Ok(entry?.path()));
    let mut paths = paths
        .collect::<io::Result<Vec<_>>>()
        .map_err(Error::io(directory))?;
    paths.sort();
    for path in paths {
        if !path
            .extension()
            .is_some_and(|extension| extension == "wdl" || extension == "distance")
        {
            continue;
        }
        let file = open_file(&path)
            .map_err(TableError::from)
            .map_err(Error::table(&path))?;
        let header = Header::read(&file).map_err(Error::table(&path))?;
        header.expect_name(&path).map_err(Error::table(&path))?;
        let checksums = read_trailer(&file, &header).map_err(Error::table(&path))?;
        // Without the checksums' own checksums: with them, the checksum of any whole is the same.
        let own = trailer(&checksums);
        let mut whole = header.to_bytes();
        whole.truncate(whole.len() - 8);
        whole.extend(&own[..own.len() - 4]);
        found.push((header, Crc32::of(&whole)));
    }
    found.sort_by_key(|(header, _)| (header.sector, header.content as u8));
    Ok(found)
}
