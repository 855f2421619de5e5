//! What measures and talks: [`arena`] plays matches, [`protocol`] parses engine commands. The
//! `merels` program is built on both.

pub mod arena;
pub mod protocol;
