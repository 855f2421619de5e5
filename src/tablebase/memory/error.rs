//! Why values are not to be had in memory.

/// There is not enough memory for the values of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is not enough memory for the exact values")
    }
}

impl std::error::Error for NoMemory {}

/// A table of `len` equal entries.
pub(super) fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, NoMemory> {
    let mut table = Vec::new();
    table.try_reserve_exact(len).map_err(|_| NoMemory)?;
    table.resize(len, value);
    Ok(table)
}

/// Why a rule set has no [`Solution`](super::Solution).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// The re-forming ban makes a position's value depend on the move before.
    ReformBan,
}

impl std::fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ReformBan => f.write_str("with the re-forming ban, a position's value depends on the move before it"),
        }
    }
}

impl std::error::Error for Unsolvable {}
