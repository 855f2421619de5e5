//! Tablebases: exact values of whole games, of their endgames, or of their openings.
//!
//! Values ignore draws by repetition and move count: a position in which neither side can force an
//! end is a draw. A [`Sector`] holds all positions with the same counts of men; [`numbering`]
//! numbers its positions up to symmetry. [`memory`] solves small games in memory, `disk` large ones
//! into files. [`mod@format`] describes the files, which are read as a [`Table`] or, for a whole
//! directory, as `directory::Tables`. The opening values of a large game come with the program
//! ([`opening`]). Every source of values implements [`Probe`].
//!
//! There are two retrograde engines, which share the numbering, the blocks and the values.
//! [`memory`] puts positions into queues by distance; it also knows the rules that the other leaves
//! out (a capture for each mill, a draw or a pass for a blocked side, mills that are always
//! protected) and distances with men in hand. `disk` works in rounds over planes of bits or bytes,
//! on all cores, in a fraction of the memory.

mod coder;
#[cfg(not(target_arch = "wasm32"))]
mod data;
#[cfg(not(target_arch = "wasm32"))]
pub mod directory;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
mod entry;
pub mod explorer;
// In the page tables are read only; what writes them is not there.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod format;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod local;
mod logistic;
pub mod memory;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod numbering;
pub mod opening;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod pack;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod packed;
mod ranks;
mod sector;
mod table;

#[cfg(not(target_arch = "wasm32"))]
pub use data::{Data, DataError};
pub use format::{Content, First, file_name};
pub use memory::{
    MOST_POSITIONS, NoMemory, Progress, Solution, Solver, Statistics, Unsolvable, fits_in_memory,
};
pub use sector::Sector;
pub use table::Table;
