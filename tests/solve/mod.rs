//! The solver of large games and its files: against the solver in memory, against published tables,
//! against plain value iteration; stopped, killed and resumed; with files that are damaged and a
//! disk that is full.
//!
//! What takes longer runs when asked for, best with `--release`:
//!
//! - `MERELS_MEN=14`: the most men in all for the moving sectors of Nine Men's Morris and its like
//!   (7 or 8 unless told);
//! - `MERELS_RULE_SETS=200`: so many random rule sets (6);
//! - `MERELS_PLAIN=7`: plain value iteration as far as it goes, and Seven Men's Morris by both
//!   solvers (6 leaves out three men against four);
//! - `MERELS_TABLES=DIR`: whatever tables the directory has against the published ones.

pub mod common;
mod damage;
mod disk;
mod distance;
mod opening;
mod pack;
mod plain;
mod plan;
mod puzzles;
mod resume;
mod values;
