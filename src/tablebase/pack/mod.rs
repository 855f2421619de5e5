//! A pack: every value of a large game in as few bytes as can be, for the page.
//!
//! Of the moving phase only a quarter of the positions is stored (`stored`), of the placing phase
//! one ply; an alpha-beta search finds the values of the others (`search`). The positions with the
//! same men of the side to move are a block, decoded in order, up to the position asked for: a
//! small neural net predicts the value of each (`net`), the predictions are corrected by how wrong
//! they were for similar positions of the block (`context`), and a range coder codes what the
//! prediction leaves open. All arithmetic uses integers, so that every platform decodes the same
//! values.

mod block;
mod context;
#[cfg(not(target_arch = "wasm32"))]
mod directory;
mod format;
mod inquiry;
mod net;
mod reader;
#[cfg(not(target_arch = "wasm32"))]
mod sample;
mod search;
#[cfg(not(target_arch = "wasm32"))]
mod stats;
mod stored;
#[cfg(not(target_arch = "wasm32"))]
mod train;
#[cfg(not(target_arch = "wasm32"))]
mod verify;
#[cfg(not(target_arch = "wasm32"))]
mod write;

pub use format::{PackError, Place};
pub use inquiry::{Fetched, Inquiry, Progress};
pub use reader::Pack;
pub use search::Estimate;

#[cfg(not(target_arch = "wasm32"))]
pub use {
    context::Mixer,
    directory::PackDirectory,
    format::model,
    net::{Body, Head, ORBITS, SECOND, UNITS},
    sample::{ComparedSector, Sample, compare},
    stats::stats,
    train::{Trained, Training, train},
    verify::{check, verify},
    write::{PackedSector, write},
};
