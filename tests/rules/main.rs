//! The rules and the notation: boards, turns, games, and every text that is read or written.
//! It is one program because each test program is linked again after every change to the crate.

mod board;
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
mod random;
mod refusals;
mod review;
mod rule_cases;
mod rules;
#[path = "../slow/mod.rs"]
mod slow;
mod slow_self;
