//! Tablebases: exact values of whole games, of their endgames, or of their openings.
//!
//! Values ignore draws by repetition and move count: a position in which neither side can force an
//! end is a draw. A [`Sector`] holds all positions with the same counts of men; [`numbering`]
//! numbers its positions up to symmetry. [`memory`] solves small games in memory; the package
//! `merels-solve` solves large ones into files. [`mod@format`] describes the files, which are read as
//! a [`Table`] or, for a whole directory, as [`directory::Tables`]. The opening values of a large
//! game come with the program ([`opening`]). Every source of values implements
//! [`Probe`](crate::value::Probe).
//!
//! There are two retrograde engines, which share the numbering, the blocks and the values.
//! [`memory`] puts positions into queues by distance; it also knows the rules that the other leaves
//! out (a capture for each mill, a draw or a pass for a blocked side, mills that are always
//! protected) and distances with men in hand. The other works in rounds over planes of bits or bytes,
//! on all cores, in a fraction of the memory.

#[doc(hidden)]
pub mod coder;
mod data;
pub mod directory;
mod entry;
pub mod explorer;
// In the page tables are read only; what writes them is not there.
pub mod format;
#[doc(hidden)]
pub mod local;
#[doc(hidden)]
pub mod logistic;
pub mod memory;
pub mod numbering;
pub mod opening;
pub mod pack;
#[doc(hidden)]
pub mod packed;
#[doc(hidden)]
pub mod ranks;
mod sector;
mod table;

pub use data::{Data, DataError};
pub use format::{Content, First, file_name};
pub use memory::{
    MOST_POSITIONS, OutOfMemory, Progress, Solution, Solver, Statistics, Unsolvable, fits_in_memory,
};
pub use sector::Sector;
pub use table::Table;
