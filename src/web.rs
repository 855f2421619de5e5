//! The boundary to JavaScript.
use wasm_bindgen::prelude::*;

/// The crate's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
