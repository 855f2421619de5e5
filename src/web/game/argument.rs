//! Checks the arguments that only the game's API has.

use crate::position::Side;
use crate::web::{bytes, text};
use wasm_bindgen::prelude::*;

/// A text argument that may be left out.
pub(super) fn optional_text(value: &JsValue, name: &str) -> Result<Option<String>, JsError> {
    if value.is_null() || value.is_undefined() {
        Ok(None)
    } else {
        text(value, name).map(Some)
    }
}

/// `Number.MAX_SAFE_INTEGER`.
pub(super) const MOST_WHOLE: u64 = (1 << 53) - 1;

/// An argument of bytes that may be left out.
pub(super) fn optional_bytes(value: &JsValue) -> Result<Vec<u8>, JsError> {
    if value.is_null() || value.is_undefined() {
        Ok(Vec::new())
    } else {
        bytes(value)
    }
}

/// A side argument.
pub(super) fn side(value: &JsValue) -> Result<Side, JsError> {
    let side = value.as_string().as_deref().and_then(Side::named);
    side.ok_or_else(|| JsError::new("the side must be white or black"))
}
