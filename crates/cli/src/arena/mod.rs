//! Matches between players, and measurements of how well they play. Native only.
//!
//! A [`Player`] chooses a move in a game; a [`Spec`] describes a player as text. [`series`] plays
//! matches, [`sample`] draws positions in which a move can lose exact value, and [`keep`] counts
//! how often a player's move keeps it.

pub mod estimate;
mod external;
pub mod keep;
mod move_values;
pub mod openings;
mod perfect;
mod player;
pub mod puzzles;
pub mod sample;
mod searching;
pub mod series;
mod simple;
mod spec;
pub mod sprt;
mod work;

pub use external::External;
pub use move_values::MoveValues;
pub use perfect::{ByValues, PerfectPlayer};
pub use player::{Fault, Player};
pub use searching::{AtLevel, Limit, Searching};
pub use simple::{Closer, Randomly};
pub use spec::{Setting, Spec, SpecError};
pub use work::work;
