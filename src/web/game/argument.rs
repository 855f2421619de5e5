//! Checks the arguments that only the game's API has.

use crate::position::Side;
use crate::web::argument::{field, whole};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws where a proxy was revoked.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
}

/// The maximum length of a list.
const LONGEST_LIST: u64 = 100_000;
/// `Number.MAX_SAFE_INTEGER`.
pub(super) const MOST_WHOLE: u64 = (1 << 53) - 1;

/// A list argument, each item of which is checked.
pub(super) fn list<T, E: From<JsError>>(
    value: &JsValue,
    what: &str,
    item: impl Fn(&JsValue) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    items(value, what)?.iter().map(item).collect()
}

/// A list argument; its items are still to be checked.
pub(super) fn items(value: &JsValue, what: &str) -> Result<Vec<JsValue>, JsError> {
    if !is_array(value).unwrap_or(false) {
        return Err(JsError::new(&format!("{what} must be a list")));
    }
    let length = field(value, "length", what)?;
    let length = whole(&length, "the length of a list", 0, LONGEST_LIST)?;
    let item = |i: u64| js_sys::Reflect::get_u32(value, i as u32);
    let items = (0..length).map(item).collect::<Result<_, _>>();
    items.map_err(|_| JsError::new(&format!("{what} must be a list that can be read")))
}

/// A side argument.
pub(super) fn side(value: &JsValue) -> Result<Side, JsError> {
    let side = value.as_string().as_deref().and_then(Side::named);
    side.ok_or_else(|| JsError::new("the side must be white or black"))
}
