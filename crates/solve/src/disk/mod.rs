//! The solver for large games, native only. It computes win, loss or draw for every position,
//! sector by sector, and writes files that [`Table`](merels::tablebase::Table) reads.
//!
//! A *sector* holds the positions with the same numbers of men of each side on the board and in
//! hand. Sectors are solved in the order of [`Plan`]; a sector whose moves stay inside is solved
//! together with its mirror. `forward` evaluates the moves that leave a sector, `retrograde` the
//! rest. The sectors and the counting of successors follow the published solutions of Nine Men's
//! Morris (R. Gasser, "Solving Nine Men's Morris", 1996; G. E. Gévay and G. Danner, "Calculating
//! Ultrastrong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris", 2014).

mod codes;
mod error;
mod forward;
mod job;
mod plan;
mod planes;
mod retrograde;
mod store;
mod values;
mod verify;

pub use error::Error;
pub use job::{Event, Solve, solve};
pub use plan::{Job, Plan, Scope};
pub(super) use planes::Planes;
pub use store::{Store, tables_in};
pub use verify::{Verified, verify, verify_sample};
