//! The exact values of a game in a directory, whatever its form.

use super::directory::{ProbeError, Tables, shown};
use super::opening::ShippedOpening;
use super::pack::{Estimate, PackDirectory, PackError};
use crate::value::{Probe, ProbeChain};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a directory cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// Its tables.
    #[error(transparent)]
    Tables(#[from] ProbeError),
    /// Its pack.
    #[error("{path} {1}", path = shown(.0))]
    Pack(PathBuf, #[source] PackError),
}

/// A directory of exact values.
///
/// ```no_run
/// use merels::search::evaluate;
/// use merels::tablebase::Data;
/// use merels::{Position, Preset, Wdl};
/// use std::path::Path;
///
/// // A folder of the repository: it is not part of the crate.
/// let values = Data::open(Path::new("data/nine"), evaluate)?.all_values();
/// let start = Position::start(Preset::Nine.rules())?;
/// assert_eq!(values.value(&start), Some(Wdl::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Data {
    /// Tables, as `merels solve` writes them.
    Tables(Arc<Tables>),
    /// A pack, as `merels pack` writes it.
    Pack(Arc<PackDirectory>),
}

impl Data {
    /// Opens a directory. The searches in a pack try turns in the order of the estimate.
    ///
    /// # Errors
    /// If it holds neither tables nor a pack, or they cannot be read.
    pub fn open(directory: &Path, estimate: Estimate) -> Result<Self, DataError> {
        if PackDirectory::is_one(directory) {
            let pack = PackDirectory::open(directory);
            return pack
                .map(|pack| Self::Pack(Arc::new(pack.ordered_by(estimate))))
                .map_err(|error| DataError::Pack(directory.into(), error));
        }
        Ok(Self::Tables(Arc::new(Tables::open(directory)?)))
    }

    /// Its values.
    pub fn values(&self) -> Arc<dyn Probe> {
        match self {
            Self::Tables(tables) => Arc::clone(tables) as Arc<_>,
            Self::Pack(pack) => Arc::clone(pack) as Arc<_>,
        }
    }

    /// All its values. A pack leaves out the first placings: those come with the program and are
    /// read only when a position needs them.
    pub fn all_values(&self) -> Arc<dyn Probe> {
        match self {
            Self::Pack(pack) => match ShippedOpening::of(pack.pack().rules()) {
                Some(opening) => Arc::new(ProbeChain(vec![Arc::new(opening), self.values()])),
                None => self.values(),
            },
            Self::Tables(_) => self.values(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::evaluate;
    use crate::tablebase::opening::Opening;
    use crate::{Position, Preset, Wdl};

    /// They take a second to read. No other test of this program reads these.
    #[test]
    fn the_first_placings_are_read_as_far_as_they_are_asked_for() {
        let rules = Preset::Nine.rules();
        let values = Data::open(Path::new("data/nine"), evaluate)
            .unwrap()
            .all_values();
        let position = |line: &str| line.parse::<Position>().unwrap();
        let moving = position("nine WWW/3/3/6/BB1/BB1/3 w 0,0 0 20");
        assert_eq!(values.value(&moving), Some(Wdl::Draw));
        let start = position("nine 3/3/3/6/3/3/3 w 9,9 0 1");
        assert!(values.covers(&start));
        assert!(Opening::shipped_if_read(&rules).is_none());
        let play = |position: &Position| position.after(*position.legal_moves().last().unwrap());
        let game: Vec<_> = std::iter::successors(Some(start), |before| Some(play(before)))
            .take(10)
            .collect();
        let early: Vec<_> = game[..9].iter().map(|early| values.value(early)).collect();
        assert_eq!(early[0], Some(Wdl::Draw));
        assert!(Opening::shipped_if_read(&rules).is_none());
        // The last layer comes when all is read.
        assert!(values.value(&game[9]).is_some());
        let opening = Opening::shipped_if_read(&rules).unwrap();
        for (position, value) in game.iter().zip(early) {
            assert_eq!(value, opening.value(position), "{position}");
        }
    }
}
