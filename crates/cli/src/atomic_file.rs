//! Atomic files: the old file stays in place until the new one is complete.

use crate::Failure;
use merels_solve::disk::put_in_place;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// The maximum length, in bytes, of a temporary file's name before its suffix, so that the whole is
/// a valid file name.
const MAX_PREFIX: usize = 100;

/// A file that is written to a temporary file beside its place, and renamed when it is complete and
/// on the disk. A pipe or a device is written to directly.
pub struct AtomicFile {
    file: io::BufWriter<File>,
    /// The temporary file, and its final path.
    unfinished: Option<(TempPath, PathBuf)>,
    /// The path as given.
    path: PathBuf,
}

impl AtomicFile {
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let begun = place(path).and_then(|(place, there)| match &there {
            Some(there) if !there.is_file() => Ok((File::create(place)?, None)),
            _ => begin_beside(place, there.as_ref()),
        });
        let (file, unfinished) = begun.map_err(|error| failed(path, error))?;
        Ok(Self {
            file: io::BufWriter::new(file),
            unfinished,
            path: path.to_owned(),
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file
            .write_all(bytes)
            .map_err(|error| failed(&self.path, error))
    }

    /// Flushes what was written so far, and keeps the temporary file from now on, whatever happens.
    pub fn keep(&mut self) -> Result<(), Failure> {
        self.file
            .flush()
            .map_err(|error| failed(&self.path, error))?;
        if let Some((unfinished, _)) = &mut self.unfinished {
            unfinished.disable_cleanup(true);
        }
        Ok(())
    }

    /// The temporary file, until it is finished.
    pub fn temporary(&self) -> Option<&Path> {
        self.unfinished.as_ref().map(|(path, _)| &**path)
    }

    pub fn finish(mut self) -> Result<(), Failure> {
        self.put_in_place()
            .map_err(|error| failed(&self.path, error))
    }

    fn put_in_place(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((unfinished, place)) = self.unfinished.take() {
            put_in_place(self.file.get_ref(), unfinished, &place)?;
        }
        Ok(())
    }
}

/// Writes a file atomically.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut file = AtomicFile::create(path)?;
    file.write(bytes.as_ref())?;
    file.finish()
}

/// The final path of a file, and what is there now: links are followed, so that their target is
/// replaced.
fn place(path: &Path) -> io::Result<(PathBuf, Option<fs::Metadata>)> {
    let mut path = path.to_owned();
    loop {
        match fs::metadata(&path) {
            // A pipe may have no path other than a link's.
            Ok(there) => return Ok((fs::canonicalize(&path).unwrap_or(path), Some(there))),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Err(_) => {}
        }
        // A link to a file that does not exist yet.
        let Ok(target) = fs::read_link(&path) else {
            return Ok((path, None));
        };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
}

/// Creates a temporary file beside `place` and named after it, with the permissions of the file
/// that is there.
fn begin_beside(
    place: PathBuf,
    there: Option<&fs::Metadata>,
) -> io::Result<(File, Option<(TempPath, PathBuf)>)> {
    // A path that ends in a slash would be a directory.
    let ends_so = |name: &&OsStr| {
        place
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(name.as_encoded_bytes())
    };
    let name = place
        .file_name()
        .filter(ends_so)
        .ok_or(io::ErrorKind::InvalidFilename)?
        .to_string_lossy();
    let prefix = format!(
        "{}.unfinished-",
        &name[..name.floor_char_boundary(MAX_PREFIX)]
    );
    let directory = place.parent().unwrap_or(Path::new(""));
    let begun = tempfile::Builder::new()
        .prefix(&prefix)
        .make_in(directory, |path| File::create_new(path))?;
    if let Some(there) = there {
        begun.as_file().set_permissions(there.permissions())?;
    }
    let (file, unfinished) = begun.into_parts();
    Ok((file, Some((unfinished, place))))
}

/// Why a file cannot be written, with its name. A pipe closed by its reader is not a fault.
fn failed(path: &Path, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::Message(format!("cannot write {}: {error}", path.display())),
    }
}
