//! What the engine is learning.

use crate::tablebase::opening::Reader;

/// A file that is being read.
#[derive(Debug)]
pub(super) enum Learning {
    Opening(Box<Reader>),
    Weights(Vec<u8>),
}
