//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use tempfile::TempPath;

/// Writes a file: whatever happens, its place has the old one, or none, or all of this.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let name = path
        .file_name()
        .ok_or(io::ErrorKind::InvalidFilename)?
        .to_string_lossy();
    let prefix = format!("{name}.unfinished-");
    // Open to others as any new file is: one of `tempfile`'s own is not.
    let begun = tempfile::Builder::new()
        .prefix(&prefix)
        .make_in(directory, |path| File::create_new(path))?;
    let (mut file, unfinished) = begun.into_parts();
    file.write_all(bytes)?;
    put_in_place(&file, unfinished, path)
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
