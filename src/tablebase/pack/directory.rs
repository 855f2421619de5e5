//! A pack in a directory, as a source of values.

use super::cache::Cache;
use super::find::{Found, find};
use super::format::{PackError, Place};
use super::reader::{Pack, Pieces};
use super::search::{Estimate, KnownBounds};
use crate::position::Position;
use crate::tablebase::directory::{open_file, shown};
use crate::tablebase::format::Source;
use crate::value::{Probe, Wdl};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The names of the index and of the checksums.
pub const INDEX: &str = "index";
pub const CHECKSUMS: &str = "checksums";

/// A pack in a directory.
pub struct PackDirectory {
    pack: Pack,
    pub parts: Parts,
    /// One for each thread that is asking.
    memories: Mutex<Vec<ProbeCache>>,
    /// The first fault that a search has met, and whether it was told.
    fault: OnceLock<String>,
    reported: AtomicBool,
}

/// What earlier questions have decoded and found out.
#[derive(Default)]
pub struct ProbeCache {
    pub cache: Cache,
    pub known: KnownBounds,
}

/// The files of the parts, opened as they are needed.
pub struct Parts {
    directory: PathBuf,
    files: Vec<OnceLock<File>>,
}

impl PackDirectory {
    /// Whether a directory holds a pack.
    pub fn is_one(directory: &Path) -> bool {
        directory.join(INDEX).is_file()
    }

    /// Reads the index and the checksums, and looks whether all parts belong to them.
    ///
    /// # Errors
    /// If a file is missing, damaged, of another version, or of another pack.
    pub fn open(directory: &Path) -> Result<Self, PackError> {
        let read = |name: &str| {
            let missing = |error| PackError::File(name.to_owned(), error);
            fs::read(directory.join(name)).map_err(missing)
        };
        let pack = Pack::open(&read(INDEX)?, &read(CHECKSUMS)?)?;
        let files = (0..pack.parts()).map(|_| OnceLock::new()).collect();
        let parts = Parts {
            directory: directory.to_owned(),
            files,
        };
        for part in 0..pack.parts() {
            let head = pack.part_head(part);
            let mut found = vec![0; head.len()];
            parts.file(part)?.read_at(0, &mut found)?;
            pack.expect_part(part, &found)?;
        }
        Ok(Self {
            pack,
            parts,
            memories: Mutex::default(),
            fault: OnceLock::new(),
            reported: AtomicBool::new(false),
        })
    }

    /// Has searches try turns first that lead to a low estimate: then they decode half as many
    /// blocks.
    #[must_use]
    pub fn ordered_by(self, estimate: Estimate) -> Self {
        Self {
            pack: self.pack.ordered_by(estimate),
            ..self
        }
    }

    /// The pack.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The value of a position to the side to move; `None` where the pack does not know it.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn value(&self, position: &Position) -> Result<Option<Wdl>, PackError> {
        // A thread that panicked here left nothing half done.
        let memories = || self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = memories().pop().unwrap_or_default();
        let value = self.value_by(&mut memory, position);
        memories().push(memory);
        value
    }

    pub fn value_by(
        &self,
        memory: &mut ProbeCache,
        position: &Position,
    ) -> Result<Option<Wdl>, PackError> {
        if !self.pack.covers(position) {
            return Ok(None);
        }
        memory.known.limit();
        match find(
            &self.pack,
            &self.parts,
            &mut memory.cache,
            &mut memory.known,
            position,
            usize::MAX,
        )? {
            Found::Value(value) => Ok(Some(value)),
            Found::More | Found::Absent => Ok(None),
        }
    }
}

impl Parts {
    /// The number of bytes of a part's file.
    pub fn length(&self, part: u16) -> Result<u64, PackError> {
        Ok(self.file(part)?.length()?)
    }

    fn file(&self, part: u16) -> Result<&File, PackError> {
        let cell = self
            .files
            .get(usize::from(part))
            .ok_or(PackError::OtherPack)?;
        if let Some(file) = cell.get() {
            return Ok(file);
        }
        let file = open_file(&self.directory.join(part.to_string()))?;
        Ok(cell.get_or_init(|| file))
    }
}

impl Pieces for Parts {
    fn read(&self, place: &Place) -> Result<Vec<u8>, PackError> {
        let mut found = vec![0; (place.bytes.end - place.bytes.start) as usize];
        self.file(place.part)?
            .read_at(place.bytes.start, &mut found)?;
        place.check(&found)?;
        Ok(found)
    }
}

/// A pack that cannot be read knows nothing; the first error is reported.
impl Probe for PackDirectory {
    fn value(&self, position: &Position) -> Option<Wdl> {
        Self::value(self, position).unwrap_or_else(|error| {
            self.fault
                .get_or_init(|| format!("{} {error}", shown(&self.parts.directory)));
            None
        })
    }

    fn fault(&self) -> Option<String> {
        self.fault
            .get()
            .filter(|_| !self.reported.swap(true, Relaxed))
            .cloned()
    }

    fn covers(&self, position: &Position) -> bool {
        self.pack.covers(position)
    }

    fn is_slow(&self, _: &Position) -> bool {
        true
    }

    fn is_for_root(&self, _: &Position) -> bool {
        true
    }
}
