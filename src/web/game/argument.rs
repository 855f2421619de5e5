//! Checks the arguments that only the game's API has.

use crate::position::Side;
use crate::web::Refused;
use wasm_bindgen::prelude::*;

/// `Number.MAX_SAFE_INTEGER`.
pub(super) const MOST_WHOLE: u64 = (1 << 53) - 1;

/// A side argument.
pub(super) fn side(value: &JsValue) -> Result<Side, Refused> {
    let side = value.as_string().as_deref().and_then(Side::named);
    side.ok_or_else(|| Refused::misuse("the side must be white or black"))
}
