//! Atomic files: the old file stays in place until the new one is complete.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;
use thiserror::Error;

/// The maximum length, in bytes, of a temporary file's name before its suffix, so that the whole is
/// a valid file name.
const MAX_PREFIX: usize = 100;

/// Why a file cannot be written, with its name.
#[derive(Debug, Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct WriteError {
    path: PathBuf,
    /// The reason.
    #[source]
    pub error: io::Error,
}

impl WriteError {
    fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self { path, error }
    }
}

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
    /// Begins to write a file.
    ///
    /// # Errors
    /// If none can be written there.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        if path == Path::new("-") {
            // Elsewhere `-` is the standard output: a file of this name is not what was meant.
            let refused = io::Error::other("expected the name of a file (./- if it is that)");
            return Err(WriteError::of(path)(refused));
        }
        let begun = place(path).and_then(|(place, there)| match &there {
            Some(there) if !there.is_file() => Ok((File::create(place)?, None)),
            _ => begin_beside(place, there.as_ref()),
        });
        let (file, unfinished) = begun.map_err(WriteError::of(path))?;
        Ok(Self {
            file: io::BufWriter::new(file),
            unfinished,
            path: path.to_owned(),
        })
    }

    /// Writes what comes next.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.file
            .write_all(bytes)
            .map_err(WriteError::of(&self.path))
    }

    /// Flushes what was written so far, and keeps the temporary file from now on, whatever happens.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self) -> Result<(), WriteError> {
        self.file.flush().map_err(WriteError::of(&self.path))?;
        if let Some((unfinished, _)) = &mut self.unfinished {
            unfinished.disable_cleanup(true);
        }
        Ok(())
    }

    /// The temporary file, until it is finished.
    pub fn temporary(&self) -> Option<&Path> {
        self.unfinished.as_ref().map(|(path, _)| &**path)
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// If it cannot be written to the disk or moved.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.put_in_place().map_err(WriteError::of(&self.path))
    }

    fn put_in_place(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((unfinished, place)) = self.unfinished.take() {
            put_in_place(self.file.get_ref(), unfinished, &place)?;
        }
        Ok(())
    }
}

/// Writes a file: whatever happens, its place has the old one, or none, or all of this.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
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
    // Open to others as any new file is: one of `tempfile`'s own is not.
    let begun = tempfile::Builder::new()
        .prefix(&prefix)
        .make_in(directory, |path| File::create_new(path))?;
    if let Some(there) = there {
        begun.as_file().set_permissions(there.permissions())?;
    }
    let (file, unfinished) = begun.into_parts();
    Ok((file, Some((unfinished, place))))
}

/// Moves a written file to its place; removes it if that fails. It has to be on the disk before: a
/// crash soon afterwards would leave an empty file in place of the old one.
///
/// # Errors
/// If it cannot be written to the disk or moved.
pub fn put_in_place(file: &File, unfinished: TempPath, path: &Path) -> io::Result<()> {
    file.sync_all()?;
    Ok(unfinished.persist(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("model");
        for bytes in [&b"the old one"[..], b"new"] {
            write_atomically(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        // Nothing can be moved over a directory.
        let taken = directory.path().join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(write_atomically(&taken, b"new").is_err());
        let names = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, ["model", "taken"]);
    }
}
