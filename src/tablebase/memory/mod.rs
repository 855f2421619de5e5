//! Exact values computed and kept in memory, as the page does: the number of plies to the end of
//! the game under best play, or a draw, for every position of a small rule set or of a few sectors
//! of a large one.
//!
//! `retrograde` computes the values of a sector and its mirror, or `rounds` in small games of which
//! it does not know all rules; [`Solution`] stores and looks them up, and [`stream`] writes and
//! reads them.

mod error;
mod forward;
mod limits;
mod retrograde;
mod rounds;
mod solution;
pub mod stream;

pub use error::{OutOfMemory, Unsolvable};
pub use limits::{MOST_POSITIONS, check, fits_in_memory, only_in_memory};
pub use retrograde::{Progress, Solver};
pub use solution::{Solution, Statistics};
