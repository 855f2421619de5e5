//! Tablebases: exact values of whole games, or of their endgames and first placings.
//!
//! Values are of the game without repetition and move-count draws (`rules.md`, "Exact values and draw rules"): a
//! position whose end nobody can force is a draw. A [`Sector`] is all positions with the same counts of men; [`numbering`]
//! numbers its positions up to symmetry. [`memory`] solves small games in memory, `disk` large ones into files, in the
//! format of [`mod@format`], to be read as a [`Table`] or, a whole directory of them, as `directory::Tables`. The values of a
//! large game's first placings come with the program ([`opening`], [`explorer`]). Whatever knows values is a [`Probe`].

mod coder;
#[cfg(not(target_arch = "wasm32"))]
pub mod directory;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
pub mod explorer;
// In the page tables are read only; what writes them is not there.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod format;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod local;
pub mod memory;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub mod numbering;
pub mod opening;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod packed;
mod probe;
mod ranks;
mod sector;
mod table;
mod value;

pub use format::{Content, First, file_name};
pub use memory::{MOST_POSITIONS, NoMemory, Progress, Solution, Solver, Statistics, Unsolvable, fits_in_memory};
pub use probe::{Probe, ProbeChain};
pub use sector::Sector;
pub use table::Table;
pub use value::{Value, Wdl};
