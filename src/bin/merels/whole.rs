//! Files that are there whole or not at all: what stood there before stays until the new one is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its place, and moved there when all of it is on the disk.
pub struct Whole {
    file: io::BufWriter<File>,
    /// Where it is written, and where it goes; only the second where that is no file, but a pipe or a device.
    unfinished: Option<PathBuf>,
    path: PathBuf,
}

impl Whole {
    pub fn create(path: &Path) -> io::Result<Self> {
        // What a link leads to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let beside = fs::metadata(&path).map_or(true, |there| there.is_file());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".part{}", std::process::id()));
        let unfinished = beside.then(|| path.with_file_name(name));
        let file = io::BufWriter::new(File::create(unfinished.as_ref().unwrap_or(&path))?);
        Ok(Self { file, unfinished, path })
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(unfinished) = &self.unfinished {
            self.file.get_ref().sync_all()?;
            fs::rename(unfinished, &self.path)?;
            self.unfinished = None;
        }
        Ok(())
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        // What is there of it is of no use; if it cannot be removed, it only takes room.
        let _ = self.unfinished.as_ref().map(fs::remove_file);
    }
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = Whole::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.finish()
}
