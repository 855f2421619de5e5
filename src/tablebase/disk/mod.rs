//! The solver of large games, native only: win, loss or draw for every position of a game, sector by sector, into files
//! that [`Table`](super::Table) reads.
//!
//! A *sector* (sector) is given by the men of either side on the board and in hand. Sectors are solved in the order of
//! [`Plan`]; those whose moves stay inside are solved with their mirror. `forward` values the turns that leave a
//! sector, `retrograde` the rest. The design follows the published solutions of Nine Men's Morris
//! (R. Gasser, "Solving Nine Men's Morris", 1996; G. E. Gévay and G. Danner, "Calculating ultrastrong and extended
//! solutions for Nine Men's Morris, Morabaraba, and Lasker", 2016) in its sectors and its counting of successors.

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
pub use store::{Store, tables_in};
pub use verify::{Verified, verify, verify_sample};
