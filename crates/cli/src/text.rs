//! Reads whole text files.

use crate::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest file that is read, in bytes: some three million games. What is longer may have no
/// end, as a device or a pipe.
const LONGEST: u64 = 1 << 30;

/// A file's text; `-` is the standard input. `Err` names the file that cannot be opened, is no
/// UTF-8 or is longer than [`LONGEST`].
pub fn read(path: &Path) -> Result<String, Failure> {
    let refused = |reason: String| Failure::Message(format!("{}: {reason}", path.display()));
    let text = read_at_most(path, LONGEST).map_err(|error| refused(error.to_string()))?;
    text.ok_or_else(|| refused(format!("it has more than {LONGEST} bytes")))
}

/// None where the file is longer; of one that knows its length nothing is read then.
fn read_at_most(path: &Path, longest: u64) -> io::Result<Option<String>> {
    let source: &mut dyn Read = if path == Path::new("-") {
        &mut io::stdin()
    } else {
        let file = File::open(path)?;
        if file.metadata()?.len() > longest {
            return Ok(None);
        }
        &mut { file }
    };
    let mut text = String::new();
    let length = source.take(longest + 1).read_to_string(&mut text)?;
    Ok((length as u64 <= longest).then_some(text))
}
