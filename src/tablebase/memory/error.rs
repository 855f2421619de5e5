//! Why values cannot be computed in memory.

use thiserror::Error;

/// There is not enough memory for the values of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is not enough memory for the exact values")]
pub struct OutOfMemory;

/// A table of `len` equal entries.
pub(super) fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut table = Vec::new();
    table.try_reserve_exact(len).map_err(|_| OutOfMemory)?;
    table.resize(len, value);
    Ok(table)
}

/// Why a rule set has no [`Solution`](super::Solution).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// The re-forming ban makes a position's value depend on the move before.
    #[error("with the re-forming ban, a position's value depends on the move before it")]
    ReformBan,
    /// Captures without a mill are not among those that are looked for.
    #[error("captures without a mill are not solved")]
    Between,
    /// Earlier turns decide what is legal, or the turns do not alternate.
    #[error("games whose turns do not alternate, or depend on earlier turns, are not solved")]
    Special,
    /// The rules have something that is solved in rounds, and for those there are too many
    /// positions.
    #[error(
        "there are too many positions for rules with jumps, a barred centre or men that begin on the board"
    )]
    TooManyForRounds,
    /// All its positions together are more than are solved in memory.
    #[error("there are too many positions to solve the whole game in memory")]
    TooMany,
}
