//! The solver of large games, native only: win, loss or draw for every position of a game, class by class, into files
//! that [`crate::solution::table`] reads.
//!
//! A *class* (sector) is given by the men of either side on the board and in hand. Classes are solved in the order of
//! [`Plan`]; those whose moves stay inside are solved with their mirror. `forward` values the turns that leave a
//! class, `retrograde` the rest. The design follows the published solutions of Nine Men's Morris
//! (R. Gasser, "Solving Nine Men's Morris", 1996; G. E. Gévay and G. Danner, "Calculating ultrastrong and extended
//! solutions for Nine Men's Morris, Morabaraba, and Lasker", 2016) in its classes and its counting of successors.

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
