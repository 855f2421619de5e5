//! What a search is told besides the position.

use super::taste::Taste;

/// The deepest that a search goes, in plies, quiescence apart.
pub const MAX_DEPTH: u32 = 100;

/// When a search ends of itself, and how it errs. By default it errs in nothing and ends when the game's value is
/// proved, or at [`MAX_DEPTH`].
///
/// A search that has a limit or a taste begins with an empty memory, so that its result depends on nothing else; one
/// without uses what the searches before have found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The plies to search, quiescence apart. Without a taste, late turns are searched less deep at first, and as deep as
    /// the others only if they turn out better.
    pub depth: Option<u32>,
    /// The nodes to search.
    pub nodes: Option<u64>,
    /// So many of the best turns each get an exact score and a line of their own; at least 1, which is the default. It
    /// limits nothing: with more, a search takes longer for the same depth. A search with a taste has one line.
    pub lines: u32,
    /// How to err.
    pub taste: Option<Taste>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: None, nodes: None, lines: 1, taste: None }
    }
}
