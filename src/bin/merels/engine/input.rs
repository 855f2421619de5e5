//! What comes in: lines of whatever bytes, words and numbers, and what is wrong with them.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// What is wrong with a command, or with the output.
pub enum Trouble {
    Said(String),
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

pub fn said<T>(message: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Said(message.into()))
}

/// A line of the input, if it was not too long.
pub type Line = Result<String, TooLong>;

/// A line was longer than [`LONGEST_LINE`]: half a command is none.
pub struct TooLong;

impl From<TooLong> for Trouble {
    fn from(_: TooLong) -> Self {
        Self::Said(format!("a line has at most {LONGEST_LINE} bytes"))
    }
}

/// Sends the lines of the standard input, until it ends or nobody listens.
pub fn read_lines(lines: &Sender<Line>) {
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input) {
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// A line, its bytes made text whatever they are; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes).ok()?;
    if read as u64 > LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
        return Some(Err(TooLong));
    }
    (read > 0).then(|| Ok(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// A whole number within a range; `what` is what it is for.
pub fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, Trouble> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|number| plain && (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None => said(format!("{what} wants a number from {least} to {most}, not {}", shown(text))),
    }
}

/// A word of the input as a message shows it: short, in quotes, on one line.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("“{short}{more}”")
}
