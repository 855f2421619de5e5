//! The rules and the notation: boards, turns, games, and every text that is read or written.

mod board;
mod book;
mod bounds;
mod differential;
mod ends;
mod errors;
mod explain;
mod fuzz;
mod games;
mod lessons;
mod many;
mod notation;
mod properties;
pub mod random;
mod refusals;
mod review;
mod rule_cases;
mod rule_sets;
mod slow_self;
