//! Makes packs: trains the nets that predict a game's values, writes the pack, and checks it.

mod sample;
mod stats;
mod train;
mod verify;
mod write;

pub use sample::{ComparedSector, Sample, compare};
pub use stats::stats;
pub use train::{Trained, Training, train};
pub use verify::{check, verify};
pub use write::{PackedSector, write};

use crate::atomic_file::WriteError;
use crate::disk;
use merels::tablebase::pack::PackError;
use std::io;
use thiserror::Error;

/// Why a pack cannot be made, or does not agree with its tables.
#[derive(Debug, Error)]
pub enum PackingError {
    /// The pack itself.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A file could not be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The tables that it is made from or compared with.
    #[error(transparent)]
    Tables(#[from] disk::Error),
    /// It gives this position another value than the tables.
    #[error("gives another value than the tables to {0}")]
    Differs(String),
}
