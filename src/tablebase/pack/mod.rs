//! A pack: every value of a large game in as few bytes as can be, for the page.
//!
//! Of the moving phase only a quarter of the positions is stored (`stored`), of the placing phase
//! one ply; an alpha-beta search finds the values of the others (`search`). The positions with the
//! same men of the side to move are a block, decoded in order, up to the position asked for: a
//! small neural net predicts the value of each (`net`), the predictions are corrected by how wrong
//! they were for similar positions of the block (`context`), and a range coder codes what the
//! prediction leaves open. All arithmetic uses integers, so that every platform decodes the same
//! values.

#[doc(hidden)]
pub mod block;
#[doc(hidden)]
pub mod cache;
#[doc(hidden)]
pub mod context;
#[doc(hidden)]
pub mod directory;
mod find;
#[doc(hidden)]
pub mod format;
mod inquiry;
#[doc(hidden)]
pub mod net;
#[doc(hidden)]
pub mod reader;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod stored;

pub use directory::PackDirectory;
pub use format::{PackError, Place};
pub use inquiry::{Fetched, Inquiry, InquiryProgress};
pub use reader::Pack;
pub use search::Estimate;
