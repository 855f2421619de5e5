//! The mill games: Nine Men's Morris and its whole family, their rules, a search, and their exact values.
//!
//! Modules build on each other in this order, and none looks back: [`board`] (points, mills, symmetries), [`rules`]
//! (options and presets), [`position`] (what may stand on the board), [`moves`] (whole turns), [`game`] (the tree of
//! moves played), [`notation`] (all of it as text).
//!
//! ```
//! use merels::notation::read_move;
//! use merels::{Position, Preset};
//!
//! let mut position = Position::start(Preset::Nine.rules())?;
//! assert_eq!(position.legal_moves().len(), 24);
//! position = position.play(read_move("d6", position.board())?)?;
//! assert_eq!(position.to_string(), "nine 3/1W1/3/6/3/3/3 b 8,9 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(not(target_arch = "wasm32"))]
pub mod arena;
pub mod board;
pub mod coded;
pub mod error;
pub mod exact;
pub mod explain;
pub mod game;
pub mod level;
pub mod moves;
pub mod notation;
pub mod position;
pub mod puzzle;
#[cfg(not(target_arch = "wasm32"))]
mod random;
pub mod review;
pub mod rules;
pub mod search;
pub mod solution;
#[cfg(not(target_arch = "wasm32"))]
pub mod solve;
pub mod view;

#[cfg(target_arch = "wasm32")]
pub mod web;

pub use board::{Board, Point, Points};
pub use coded::Coded;
pub use error::ReadError;
pub use exact::{Exact, Several, Wdl};
pub use game::Game;
pub use moves::{Move, perft};
pub use position::{Outcome, Phase, Position, Setup, Side};
pub use rules::{Preset, Rules};
