//! A pack of values as plain data.

use crate::tablebase::pack::{InquiryProgress, Place};
use serde::Serialize;
use tsify::Tsify;

/// Where pieces of a pack are: in which part, from which byte to before which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct PackPlace {
    /// The part.
    pub part: u16,
    /// The first byte.
    pub start: u64,
    /// The byte after the last.
    pub end: u64,
}

/// Where a piece is.
pub fn pack_place(place: &Place) -> PackPlace {
    PackPlace {
        part: place.part,
        start: place.bytes.start,
        end: place.bytes.end,
    }
}

/// How far the search for a position's values has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct PackProgress {
    /// Whether there is more to decode, pieces must be inserted first, or all values are found.
    #[tsify(type = "'more' | 'absent' | 'done'")]
    pub state: InquiryProgress,
    /// The pieces that it needs.
    pub asked: Vec<PackPlace>,
}

/// How far the search for a position's values has come.
pub fn pack_progress(state: InquiryProgress, asked: &[Place]) -> PackProgress {
    PackProgress {
        state,
        asked: asked.iter().map(pack_place).collect(),
    }
}
