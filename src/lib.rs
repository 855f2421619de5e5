//! The mill games, Nine Men's Morris and its relatives: rules, a search engine, and exact values.
//!
//! Modules build on each other in this order: [`coded`] (translatable errors), [`board`] (points,
//! mills, symmetries), [`rules`] (options and presets), [`position`] (legal positions), [`moves`]
//! (complete moves), [`game`] (the tree of moves played), [`notation`] (all of it as text),
//! [`value`] (win, draw, loss), then exact values and the search, which do not know each other, and
//! what is built on both.
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
//!
//! [`search`] finds good moves, [`tablebase`] has exact values:
//!
//! ```
//! use merels::search::{Limits, Searcher, Status};
//! use merels::tablebase::Solver;
//! use merels::{Position, Preset};
//!
//! // Three Men's Morris is won by the first player, by the centre only.
//! let start = Position::start(Preset::Three.rules())?;
//! let solution = Solver::new(start.rules())?.finish();
//! let best = solution.best_moves(&start);
//! assert_eq!(best.iter().map(|mv| mv.display(start.board()).to_string()).collect::<Vec<_>>(), ["b2"]);
//!
//! // The search finds it, too.
//! let mut searcher = Searcher::new(4)?;
//! searcher.start(&start, &[], Limits::default().depth(12));
//! while searcher.step(10_000) == Status::Running {}
//! assert_eq!(searcher.best_move(), best.first().copied());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All values of Nine Men's Morris are a pack of 76 MB, which is not part of the crate: it is the
//! folder `data/nine` of the repository, and [`tablebase::Data`] reads it. A host of the page has the
//! same files, with `.bin` after their names, in `data/nine-` and their checksum. [`tablebase::opening`]
//! has the first placings, of Lasker, Eleven and Twelve Men's Morris, too; they are part of the crate.
//!
//! Other modules: [`review`] judges a game that was played, [`explain`] says what a move does,
//! [`reason`] why it gave its value away, [`chances`] how likely it is answered wrongly, [`puzzle`]
//! asks for the only right move, [`practice`] for any, [`level`] plays more weakly, [`book`] names
//! openings. Compiled to WebAssembly, `web` is the JavaScript API. The program `merels`, and what
//! solves large games into tables, are packages of their own in the repository.
//!
//! # Features
//!
//! None is needed, natively or in WebAssembly. `web` and those that imply it (`game`, `pack`,
//! `package`) add the functions that JavaScript calls, and with them wasm-bindgen in one exact
//! version; `weights` puts a net into that module. They are for the page and the npm package, and
//! natively change nothing.
//!
//! The crate needs Rust 1.95; a later minor version of it may need a later one. `examples/` has programs
//! to begin with, the README the command line and the npm package, `docs/` the formats and the
//! figures.

// First, so that the documentation of `Position` begins with how to get one.
pub mod position;

mod binary;
pub mod board;
pub mod book;
pub mod chances;
#[doc(hidden)]
pub mod checksum;
pub mod coded;
pub mod explain;
pub mod game;
pub mod level;
pub mod moves;
pub mod notation;
mod outcome;
#[doc(hidden)]
pub mod patterns;
pub mod practice;
pub mod puzzle;
pub mod random;
pub mod reason;
pub mod review;
pub mod rules;
pub mod search;
mod side;
pub mod tablebase;
pub mod value;

#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub mod web;

#[doc(inline)]
pub use board::{Board, Point, Points};
#[doc(inline)]
pub use coded::Coded;
#[doc(inline)]
pub use game::Game;
#[doc(inline)]
pub use moves::{Move, perft};
#[doc(inline)]
pub use notation::ReadError;
#[doc(inline)]
pub use outcome::Outcome;
#[doc(inline)]
pub use position::{Phase, Position, Setup};
#[doc(inline)]
pub use rules::{Preset, Rules};
#[doc(inline)]
pub use side::Side;
#[doc(inline)]
pub use value::{Probe, ProbeChain, Wdl};
