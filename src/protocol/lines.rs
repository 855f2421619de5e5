//! What comes in: lines of whatever bytes.

use std::io::{BufRead, Read};

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: u64 = 1 << 20;

/// A line of the input, if it was not too long.
pub type Line = Result<String, TooLong>;

/// A line was longer than [`LONGEST_LINE`]: half a command is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// A line without the white space around it, its bytes made text whatever they are; `None` at the end of the input, or
/// where it cannot be read. No more than [`LONGEST_LINE`] bytes are kept of any.
pub fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes).ok()?;
    if read as u64 > LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
        return Some(Err(TooLong));
    }
    (read > 0).then(|| Ok(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
