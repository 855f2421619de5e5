//! Rule sets, positions, moves and games as text, in the crate's own notation and in other
//! programs' formats.
//!
//! | | read | write |
//! | --- | --- | --- |
//! | rule set, game | `Rules::from_str`, `Preset::from_str` | their `Display` |
//! | side, value | `Side::from_str`, `Wdl::from_str` | their `Display` |
//! | position line | `Position::from_str`, `Setup::from_str` | their `Display` |
//! | move | [`read_move`] | [`Move::display`](crate::Move::display) |
//! | game record | [`read_record`], [`read_records`] | [`write_record`] |
//! | a file of games | [`GameReader`] | |
//! | PlayOK's numbers | [`read_playok`] | [`write_playok`] |
//! | Sanmill's record | [`read_record`] | [`write_sanmill`] |
//! | 17-field FEN | [`read_fen`] | [`write_fen`] |
//! | MFEN 1.0 | [`read_mfen`] | [`write_mfen`] |
//! | the fragment of a link | [`read_link`] | [`write_link`], [`write_position_link`] |
//! | any of them, and Morabaraba servers' positions | [`read_any`] | |
//! | as much of one as can be read, in a mail and of an unknown game, too | [`read_begin`] | |
//!
//! Every reader rejects what it does not understand with a [`ReadError`] that says where and why;
//! [`read_begin`] says so, too, beside what it could read.
//! None panics on any text.
//!
//! The work of every reader is bounded, too: a position has at most [`LONGEST_POSITION`] bytes, a
//! game at most [`LONGEST_RECORD`], [`MAX_MOVES`] moves, variations [`DEEPEST_VARIATION`] deep and
//! [`MAX_REMARK_BYTES`](crate::game::MAX_REMARK_BYTES) of remarks. A [`Game`](crate::Game) has the
//! same limits, so that whatever is written can be read back. A [`GameReader`] looks at each byte
//! of its text a few times at most.

/// The longest text of one position that is read, in bytes: several times what any position needs.
pub const LONGEST_POSITION: usize = 1 << 12;

mod any;
mod around;
mod error;
mod extra_fields;
mod fault;
mod fen;
mod herd;
mod lexer;
mod likely;
mod line;
mod link;
mod many;
mod mfen;
mod names;
mod playok;
mod record;
mod rules;
mod sanmill;
mod signs;
mod split;
mod summary;
mod tags;
mod turn;
mod word;
mod write;

pub use any::{read_any, read_any_with, read_begin};
pub use error::{ReadError, ReadErrorKind, sentences};
pub use fault::{Field, Ring, TextError};
pub use fen::{read_fen, write_fen};
pub use link::{read_link, write_link, write_position_link};
pub use many::{GameReader, RecordPlace};
pub use mfen::{read_mfen, write_mfen};
pub use playok::{read_playok, write_playok};
pub use record::{
    DEEPEST_VARIATION, LONGEST_RECORD, MAX_MOVES, Reading, read_record, read_records,
};
pub use sanmill::write_sanmill;
pub use summary::Summary;
pub use turn::read_move;
pub use word::WordError;
pub use write::write_record;
