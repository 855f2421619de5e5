//! The engine protocol, as far as it is a matter of texts: lines into orders, and what the orders before have set. Whoever
//! runs an engine by it reads [lines](read_line), has its [`Session`] take them, and carries out each [`Order`].
//!
//! Every line has an answer, whatever its bytes: an order, or a [`Complaint`] of one line that leaves the session as it was.
//! Bounds: a line has at most [`LONGEST_LINE`] bytes; what a session keeps is one position and 16 bytes for each turn of
//! its line (at most [`LONGEST_LINE`] / 3 turns); the table that is asked for has at most [`MOST_HASH`] MiB.

mod complaint;
mod lines;
mod order;
mod search;
mod session;

pub use complaint::Complaint;
pub use lines::{LONGEST_LINE, Line, TooLong, read_line};
pub use order::{Meanwhile, Order, Search};
pub use session::{DEFAULT_HASH, MOST_HASH, MOST_LINES, MOST_THREADS, PERFECT, Session};

use crate::rules::Preset;

/// What an engine says of itself: its name and author, its options, and that this is all.
pub fn introduction() -> Vec<String> {
    let levels = PERFECT - 1;
    vec![
        format!("id name Merels {}", env!("CARGO_PKG_VERSION")),
        "id author the Merels contributors".to_owned(),
        format!("option name Variant type string default {}", Preset::Nine.id()),
        format!("option name Level type spin default {levels} min 1 max {PERFECT}"),
        format!("option name Seed type spin default 0 min 0 max {}", u64::MAX),
        format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        format!("option name Hash type spin default {DEFAULT_HASH} min 0 max {MOST_HASH}"),
        "option name Data type string default <empty>".to_owned(),
        "uciok".to_owned(),
    ]
}
