//! What can go wrong in a long computation, in words.

use crate::board::Points;
use crate::rules::Rules;
use crate::tablebase::Sector;
use crate::tablebase::directory::{ProbeError, shown};
use crate::tablebase::format::TableError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why the large solver stopped. What was finished before stays and is used next time.
#[derive(Debug)]
pub enum Error {
    /// The rule set has an option that it does not handle.
    Unsupported(&'static str),
    /// No such sector in this game.
    NoSuchSector(Sector),
    /// A file that is needed is not there.
    Missing(PathBuf),
    /// A file was refused.
    Table(PathBuf, TableError),
    /// A file or directory cannot be read or written; a full disk is one reason.
    Io(PathBuf, io::Error),
    /// There is not enough memory: bytes wanted.
    Memory(usize),
    /// A value does not follow from its successors': the file and the position.
    Wrong(PathBuf, String),
    /// A table was refused, or a position, while values were looked up.
    Probe(ProbeError),
    /// A file has no position that can be.
    NoPosition(PathBuf),
    /// A distance does not fit into a byte.
    TooLong(Sector),
    /// The user stopped it.
    Stopped,
}

impl Error {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io(path, error)
    }

    /// The value in this file of the position with these men, the side to move's first, does not follow.
    pub(super) fn wrong(path: PathBuf, rules: &Rules, sector: Sector, own: Points, other: Points) -> Self {
        let line = sector.position(rules, own, other).map(|position| position.to_string());
        Self::Wrong(path, line.unwrap_or_else(|| format!("{own:?} against {other:?}")))
    }

    pub(super) fn table(path: &Path) -> impl FnOnce(TableError) -> Self {
        let path = path.to_owned();
        move |error| Self::Table(path, error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(option) => {
                write!(f, "the solver of large games does not handle {option}; small boards are solved in memory")
            }
            Self::NoSuchSector(sector) => write!(f, "the game has no sector {sector}"),
            Self::Missing(path) => write!(f, "{} is needed first, and not there", shown(path)),
            Self::Table(path, error) => write!(f, "{} {error}", shown(path)),
            Self::Io(path, error) => write!(f, "{}: {error}", shown(path)),
            Self::Memory(bytes) => write!(f, "{} MB of memory are not to be had", bytes >> 20),
            Self::Wrong(path, position) => {
                write!(f, "{}: the value of “{position}” does not follow from its successors", shown(path))
            }
            Self::NoPosition(path) => write!(f, "{} holds no position of the game", shown(path)),
            Self::Probe(error) => error.fmt(f),
            Self::TooLong(sector) => {
                write!(f, "the distances of sector {sector} do not fit its file: 253 plies are the most")
            }
            Self::Stopped => f.write_str("stopped; what is finished stays, and the same command goes on from there"),
        }
    }
}

impl std::error::Error for Error {}

impl From<ProbeError> for Error {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

/// Zeros, or an error where there is no room.
pub(super) fn reserve<T: Default>(count: usize) -> Result<Vec<T>, Error> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).map_err(|_| Error::Memory(count * size_of::<T>()))?;
    zeros.resize_with(count, T::default);
    Ok(zeros)
}
