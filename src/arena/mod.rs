//! Native only: players that meet, and how well they play.
//!
//! A [`Player`] chooses a turn in a game. [`sample`] draws positions in which a turn can spoil the exact value, and
//! [`keep`] counts how often a player's turn does not.

pub mod estimate;
pub mod keep;
mod player;
pub mod sample;
mod searching;
mod work;

pub use player::{Fault, Player};
pub use searching::{Limit, Searching};
pub use work::{Progress, work};
