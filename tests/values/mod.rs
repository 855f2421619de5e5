//! Exact values in memory and in the files that come with the crate, and what is made of them.

mod book;
mod chances;
mod explorer;
mod net;
mod opening;
mod practice;
mod puzzles;
mod reasons;
mod shipped;
mod six_family;
mod solution;
mod stored;
