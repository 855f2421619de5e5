//! Native only: players that meet, and how well they play.
//!
//! A [`Player`] chooses a turn in a game; a [`Spec`] is what one is, as text. [`series`] lets players meet, [`sample`]
//! draws positions in which a turn can spoil the exact value, and [`keep`] counts how often a player's turn does not.

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
mod work;

pub use external::External;
pub use move_values::MoveValues;
pub use perfect::PerfectPlayer;
pub use player::{Fault, Player};
pub use searching::{AtLevel, Limit, Searching};
pub use simple::{Closer, Randomly};
pub use spec::{Setting, Spec, SpecError};
pub use work::work;
