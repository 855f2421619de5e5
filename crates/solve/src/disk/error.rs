//! Errors of a long computation, with readable messages.

use merels::board::Points;
use merels::rules::Rules;
use merels::tablebase::Sector;
use merels::tablebase::directory::{ProbeError, shown};
use merels::tablebase::format::TableError;
use std::io;
use std::path::{Path, PathBuf};

/// Why the large solver stopped. What was finished before stays and is used next time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The rule set has an option that it does not handle.
    #[error("the solver of large games does not handle {0}; small boards are solved in memory")]
    Unsupported(&'static str),
    /// No such sector in this game.
    #[error("the game has no sector {0}")]
    NoSuchSector(Sector),
    /// A file that is needed is not there.
    #[error("{} is needed first, and not there", shown(.0))]
    Missing(PathBuf),
    /// A file was refused.
    #[error("{path} {1}", path = shown(.0))]
    Table(PathBuf, #[source] TableError),
    /// A file or directory cannot be read or written; a full disk is one reason.
    #[error("{path}: {1}", path = shown(.0))]
    Io(PathBuf, #[source] io::Error),
    /// There is not enough memory: bytes wanted.
    #[error("{} MB of memory are not available", .0 >> 20)]
    Memory(usize),
    /// A value does not follow from its successors': the file and the position.
    #[error("{path}: the value of “{1}” does not follow from its successors", path = shown(.0))]
    Wrong(PathBuf, String),
    /// A table was refused, or a position, while values were looked up.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A file has no position that can be.
    #[error("{} holds no position of the game", shown(.0))]
    NoPosition(PathBuf),
    /// A distance does not fit into a byte.
    #[error("the distances of sector {0} do not fit its file: 253 plies are the most")]
    TooLong(Sector),
    /// The user stopped it.
    #[error("stopped; what is finished stays, and the same command goes on from there")]
    Stopped,
}

impl Error {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io(path, error)
    }

    /// The value in this file of the position with these men, the side to move's first, does not
    /// follow.
    pub(super) fn wrong(
        path: PathBuf,
        rules: &Rules,
        sector: Sector,
        own: Points,
        other: Points,
    ) -> Self {
        let line = sector
            .position(rules, own, other)
            .map(|position| position.to_string());
        Self::Wrong(
            path,
            line.unwrap_or_else(|| format!("{own:?} against {other:?}")),
        )
    }

    pub(super) fn table(path: &Path) -> impl FnOnce(TableError) -> Self {
        let path = path.to_owned();
        move |error| Self::Table(path, error)
    }
}

/// Zeros, or an error where there is no room.
pub(super) fn reserve<T: Default>(count: usize) -> Result<Vec<T>, Error> {
    let mut zeros = Vec::new();
    zeros
        .try_reserve_exact(count)
        .map_err(|_| Error::Memory(count * size_of::<T>()))?;
    zeros.resize_with(count, T::default);
    Ok(zeros)
}
