//! Checks arguments, which may be any JavaScript value. A number parameter would be truncated
//! silently, and an uncaught exception from a getter or a proxy would leave the called object
//! borrowed for ever.

use super::Refused;
use crate::board::Board;
use crate::moves::Move;
use crate::notation::read_move;
use crate::position::Position;
use crate::rules::Rules;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // What TypeScript lets through. What comes may still be anything.
    #[wasm_bindgen(typescript_type = "string")]
    pub type JsText;
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type JsTexts;
    #[wasm_bindgen(typescript_type = "number")]
    pub type JsNumber;
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type JsBytes;
    #[wasm_bindgen(typescript_type = "Uint8Array | null | undefined")]
    pub type JsOptionalBytes;
    #[wasm_bindgen(typescript_type = "Extent")]
    pub type JsExtent;

    #[wasm_bindgen(js_name = Uint8Array)]
    type CopiedBytes;

    /// A copy that does not trust the array's own `length`, which may lie; its memory may be gone.
    #[wasm_bindgen(catch, constructor, js_class = "Uint8Array")]
    fn copied(bytes: &JsValue) -> Result<CopiedBytes, JsValue>;

    /// Throws where a proxy was revoked.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
}

/// The longest text that is accepted, in UTF-16 units; the readers have lower limits.
const LONGEST_TEXT: u32 = 1 << 26;
/// The maximum number of bytes in one argument.
const MOST_BYTES: u32 = 1 << 28;
/// The maximum length of a list.
const LONGEST_LIST: u64 = 100_000;

/// An argument that may be left out.
pub(super) fn given(value: &JsValue) -> Option<&JsValue> {
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

/// A text argument.
pub(super) fn text(value: &JsValue, name: &str) -> Result<String, Refused> {
    let wrong = || Refused::misuse(&format!("{name} must be a string"));
    if value.is_string() && value.unchecked_ref::<js_sys::JsString>().length() > LONGEST_TEXT {
        return Err(Refused::misuse(&format!("{name} is too long")));
    }
    value.as_string().ok_or_else(wrong)
}

/// A rule set argument.
pub(super) fn rule_set(spec: &JsValue) -> Result<Rules, Refused> {
    Ok(text(spec, "the rule set")?.parse()?)
}

/// A position line argument.
pub(super) fn position(line: &JsValue) -> Result<Position, Refused> {
    Ok(text(line, "the position")?.parse()?)
}

/// A turn argument; whether it is legal is still to be checked.
pub(super) fn turn(value: &JsValue, name: &str, board: &Board) -> Result<Move, Refused> {
    Ok(read_move(&text(value, name)?, board)?)
}

/// A whole number argument, `least` to `most`.
pub(super) fn whole(value: &JsValue, name: &str, least: u32, most: u64) -> Result<u64, Refused> {
    let number = value
        .as_f64()
        .filter(|n| n.fract() == 0.0 && (f64::from(least)..=most as f64).contains(n));
    let reason = || {
        Refused::misuse(&format!(
            "{name} must be a whole number from {least} to {most}"
        ))
    };
    number.map(|n| n as u64).ok_or_else(reason)
}

/// A property of an object argument.
pub(super) fn field(object: &JsValue, name: &str, what: &str) -> Result<JsValue, Refused> {
    let value = js_sys::Reflect::get(object, &name.into());
    value.map_err(|_| Refused::misuse(&format!("{what} must be an object that can be read")))
}

/// A list argument, each item of which is checked.
pub(super) fn list<T, E: From<Refused>>(
    value: &JsValue,
    what: &str,
    item: impl Fn(&JsValue) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    items(value, what)?.iter().map(item).collect()
}

/// A list argument; its items are still to be checked.
pub(super) fn items(value: &JsValue, what: &str) -> Result<Vec<JsValue>, Refused> {
    if !is_array(value).unwrap_or(false) {
        return Err(Refused::misuse(&format!("{what} must be a list")));
    }
    let length = whole(
        &field(value, "length", what)?,
        "the length of a list",
        0,
        LONGEST_LIST,
    )?;
    let item = |i: u64| js_sys::Reflect::get_u32(value, i as u32);
    let items = (0..length).map(item).collect::<Result<_, _>>();
    items.map_err(|_| Refused::misuse(&format!("{what} must be a list that can be read")))
}

/// An argument of bytes.
pub(super) fn bytes(value: &JsValue) -> Result<Vec<u8>, Refused> {
    let wrong = || Refused::misuse("the bytes must be a Uint8Array");
    if !value.is_instance_of::<js_sys::Uint8Array>() || !js_sys::ArrayBuffer::is_view(value) {
        return Err(wrong());
    }
    let copied = CopiedBytes::copied(value).map_err(|_| wrong())?;
    let copied: js_sys::Uint8Array = copied.unchecked_into();
    if copied.length() > MOST_BYTES {
        return Err(Refused::misuse("there are too many bytes"));
    }
    Ok(copied.to_vec())
}

/// The same, or none where they are left out.
pub(super) fn optional_bytes(value: &JsValue) -> Result<Vec<u8>, Refused> {
    given(value).map_or_else(|| Ok(Vec::new()), bytes)
}
