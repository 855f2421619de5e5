//! The limits of a search.

use super::handicap::Handicap;

/// The maximum depth of a search, in plies, without quiescence.
pub const MAX_DEPTH: u32 = 100;

/// When a search ends, and its handicap. By default it has none and ends when the game's value is
/// proved, or at [`MAX_DEPTH`].
///
/// A search with a limit or a handicap starts with an empty transposition table, so that its result
/// depends on nothing else; one without reuses the table of the searches before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum depth in plies, without quiescence. Without a handicap, late moves are reduced,
    /// and nodes near the leaves pruned.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// MultiPV: the number of best moves that each get an exact score and a line; at least 1, the
    /// default. With more, a search takes longer for the same depth. A search with a handicap has
    /// one line.
    pub lines: u32,
    /// How the search errs; `None` for full strength.
    pub handicap: Option<Handicap>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            lines: 1,
            handicap: None,
        }
    }
}

impl Limits {
    /// With a maximum depth in plies.
    pub fn depth(self, depth: u32) -> Self {
        let depth = Some(depth);
        Self { depth, ..self }
    }

    /// With a maximum number of nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        let nodes = Some(nodes);
        Self { nodes, ..self }
    }

    /// With a number of best moves.
    pub fn lines(self, lines: u32) -> Self {
        Self { lines, ..self }
    }

    /// With a handicap.
    pub fn handicap(self, handicap: Handicap) -> Self {
        let handicap = Some(handicap);
        Self { handicap, ..self }
    }
}
