//! Errors that end the program, and messages on standard error.

use merels::coded::escaped;
use merels_solve::atomic_file::WriteError;
use std::fmt::Display;
use std::io::{self, Write};

/// What ends the program with a message.
pub enum Failure {
    Message(String),
    Output(io::Error),
}

impl Failure {
    pub fn from_error(error: impl Display) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// A pipe closed by its reader is not a fault.
impl From<WriteError> for Failure {
    fn from(failed: WriteError) -> Self {
        match failed.error.kind() {
            io::ErrorKind::BrokenPipe => Self::Output(failed.error),
            _ => Self::from_error(failed),
        }
    }
}

/// Tells on standard error what goes on, in one line whatever is in it.
pub fn note(line: impl Display) {
    // There is nobody to tell if this fails.
    let _ = writeln!(io::stderr(), "{}", escaped(&line.to_string()));
}
