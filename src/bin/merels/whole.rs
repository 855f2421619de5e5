//! Files that are there whole or not at all: what stood there before stays until the new one is complete.

use crate::Failure;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A link may lead to a link; so many are followed.
const MOST_LINKS: usize = 40;
/// Of a long name so many bytes, at most, are in that of the file beside it: with its ending that must still be a name.
const LONGEST: usize = 100;

/// Why a file cannot be written, with its name. Whoever reads a pipe may have had enough, which is no fault.
pub fn failed(path: &Path, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::Said(format!("cannot write {}: {error}", path.display())),
    }
}

/// Where a file goes.
pub struct Place {
    /// Not a link: what a link leads to is replaced, not the link.
    path: PathBuf,
    /// What is there.
    there: Option<Metadata>,
}

impl Place {
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            if let Ok(there) = fs::metadata(&path) {
                // A pipe may have no other path than a link's.
                return Ok(Self { path: fs::canonicalize(&path).unwrap_or(path), there: Some(there) });
            }
            // A link that leads to what is not there yet.
            let Ok(target) = fs::read_link(&path) else { return Ok(Self { path, there: None }) };
            path = path.parent().unwrap_or(Path::new("")).join(target);
        }
        Err(io::Error::other("its links lead nowhere"))
    }

    /// Whether a file is there, or nothing: no pipe, no device.
    pub fn is_file(&self) -> bool {
        self.there.as_ref().is_none_or(Metadata::is_file)
    }

    /// The path of a file beside it, named after it.
    pub fn beside(&self, ending: &str) -> io::Result<PathBuf> {
        let name = self.path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
        Ok(self.path.with_file_name(format!("{}.{ending}", &name[..name.floor_char_boundary(LONGEST)])))
    }

    /// Begins a file beside it, which whoever may read what is there may read.
    pub fn create_beside(&self, path: &Path, options: &mut fs::OpenOptions) -> io::Result<File> {
        let file = options.write(true).open(path)?;
        let allowed = self.there.as_ref().map_or(Ok(()), |there| file.set_permissions(there.permissions()));
        allowed.map(|()| file).inspect_err(|_| drop(fs::remove_file(path)))
    }

    /// Opens what is there, a pipe or a device.
    pub fn open(&self) -> io::Result<File> {
        File::create(&self.path)
    }
}

/// A file that is written beside its place, and moved there when all of it is on the disk.
pub struct Whole {
    file: io::BufWriter<File>,
    /// Where it is written, and where it goes; only the second where that is no file, but a pipe or a device.
    unfinished: Option<PathBuf>,
    place: PathBuf,
    /// As it was asked for.
    path: PathBuf,
}

impl Whole {
    pub fn create(path: &Path) -> Result<Self, Failure> {
        Self::begin(path).map_err(|error| failed(path, error))
    }

    fn begin(path: &Path) -> io::Result<Self> {
        let place = Place::of(path)?;
        let unfinished = place.is_file().then(|| place.beside(&format!("part{}", std::process::id()))).transpose()?;
        let file = match &unfinished {
            Some(unfinished) => place.create_beside(unfinished, File::options().create(true).truncate(true))?,
            None => place.open()?,
        };
        Ok(Self { file: io::BufWriter::new(file), unfinished, place: place.path, path: path.to_owned() })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| failed(&self.path, error))
    }

    pub fn finish(mut self) -> Result<(), Failure> {
        self.put_in_place().map_err(|error| failed(&self.path, error))
    }

    fn put_in_place(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(unfinished) = &self.unfinished {
            self.file.get_ref().sync_all()?;
            fs::rename(unfinished, &self.place)?;
            self.unfinished = None;
        }
        Ok(())
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        // What is there of it is of no use; if it cannot be removed, it only takes room.
        let _ = self.unfinished.as_ref().map(fs::remove_file);
    }
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut file = Whole::create(path)?;
    file.write(bytes.as_ref())?;
    file.finish()
}
