//! Merels: the rules, the search and the exact values of the mill games.
#[cfg(target_arch = "wasm32")]
pub mod web;
