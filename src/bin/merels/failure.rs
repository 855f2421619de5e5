//! What ends the program early, and what it tells beside its output.

use std::fmt::Display;
use std::io::{self, Write};

/// What ends the program with a message.
pub enum Failure {
    Said(String),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Tells on standard error what goes on.
pub fn note(line: impl Display) {
    // There is nobody to tell if this fails.
    let _ = writeln!(io::stderr(), "{line}");
}
