//! Reads input lines of arbitrary bytes.

use std::io::{BufRead, Read};

/// The maximum length of a line, in bytes.
pub const LONGEST_LINE: u64 = 1 << 20;

/// A line of the input, if it was not too long.
pub type Line = Result<String, TooLong>;

/// A line was longer than [`LONGEST_LINE`]; it is skipped as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Reads a line, trimmed, with invalid UTF-8 replaced; `None` at the end of the input, or if it
/// cannot be read. At most [`LONGEST_LINE`] bytes are kept.
pub fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let read = input
        .by_ref()
        .take(LONGEST_LINE + 1)
        .read_until(b'\n', &mut bytes)
        .ok()?;
    if read as u64 > LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
        return Some(Err(TooLong));
    }
    (read > 0).then(|| Ok(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
