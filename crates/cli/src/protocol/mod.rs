//! The engine protocol: parsing lines into commands, and the session's state. An engine reads
//! [lines](read_line), passes them to its [`Session`], and executes each [`EngineCommand`].
//!
//! Every line, whatever its bytes, gives a command, or a one-line [`CommandError`] that leaves the
//! session unchanged.
//!
//! Limits: a line has at most [`LONGEST_LINE`] bytes; a session stores one position and 16 bytes
//! per move of its line (at most [`LONGEST_LINE`] / 3 moves); the transposition table has at most
//! [`MAX_HASH`] MiB.

mod command;
mod error;
mod lines;
mod search;
mod session;
mod time;

pub use command::{EngineCommand, Meanwhile, Search};
pub use error::CommandError;
pub use lines::{LONGEST_LINE, Line, TooLong, read_line};
pub use session::{DEFAULT_HASH, MAX_HASH, MAX_LINES, MAX_THREADS, PERFECT, Session};
pub use time::{Clock, TimeFactors, TimeLimits};

use merels::rules::Preset;

/// The commands and options, for somebody who asks how to speak to the engine.
pub const HELP: &str = "\
Commands, one a line:
  uci, isready, ucinewgame, stop, quit
  setoption name NAME value VALUE
  position start [moves MOVE...]
  position line LINE [moves MOVE...]
  go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [infinite]

Names of options:
  Variant  a rule set
  Level    1 to 10; 11 or Perfect plays by exact values
  Seed     varies a level's play from game to game
  Hash     size of the transposition table in MiB
  Data     a directory of tables, or a pack
  MultiPV  number of best moves to report
  Threads  number of search threads

Example: printf 'position start moves d6 f4\\ngo depth 8\\n' | merels engine";

/// The answer to `uci`: `id`, the options, `uciok`.
pub fn introduction() -> Vec<String> {
    let levels = PERFECT - 1;
    vec![
        format!("id name Merels {}", env!("CARGO_PKG_VERSION")),
        "id author the Merels contributors".to_owned(),
        format!(
            "option name Variant type string default {}",
            Preset::Nine.id()
        ),
        format!("option name Level type spin default {levels} min 1 max {PERFECT}"),
        format!(
            "option name Seed type spin default 0 min 0 max {}",
            u64::MAX
        ),
        format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
        format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"),
        format!("option name Hash type spin default {DEFAULT_HASH} min 0 max {MAX_HASH}"),
        "option name Data type string default <empty>".to_owned(),
        "uciok".to_owned(),
    ]
}
