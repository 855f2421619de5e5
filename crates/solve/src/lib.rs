//! What makes exact values: [`disk`] solves large games into tables, [`pack`] packs whole solutions,
//! [`opening`] the first placings. Their readers are in [`merels::tablebase`].

pub mod atomic_file;
pub mod disk;
pub mod opening;
pub mod pack;
