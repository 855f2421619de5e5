//! A pack: every value of a large game in as few bytes as can be, for the page.
//!
//! Of the moving phase only a quarter of the positions is stored (`stored`), of the placing phase one ply; an alpha-beta
//! search finds the values of the others (`search`). The positions with the same men of the side to move are a block,
//! and a block is decoded as a whole: a small neural net predicts the value of each position (`net`), the predictions are
//! corrected by how wrong they were for similar positions of the block (`context`), and a range coder codes what the
//! prediction leaves open. All arithmetic uses integers, so that every platform decodes the same values.

mod block;
mod context;
mod directory;
mod format;
mod net;
mod reader;
mod search;
mod stored;
mod verify;
mod write;

pub use context::Mixer;
pub use directory::PackDirectory;
pub use format::PackError;
pub use format::model;
pub use net::{Body, Head, ORBITS, SECOND, UNITS};
pub use reader::Pack;
pub use verify::verify;
pub use write::{PackedSector, write};
