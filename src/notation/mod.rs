//! Positions, moves and games as text: the crate's own notation (`rules.md`, "Notation") and other programs' formats.
//!
//! Every reader refuses what it does not understand with a [`ReadError`](crate::error::ReadError) that says where and
//! why, and none panics on any text.

mod line;
mod turn;

pub use turn::read_move;
