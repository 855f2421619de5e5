//! JavaScript API: what only the npm package has.

use super::{Refused, data, text, whole};
use crate::position::Position;
use crate::rules::text::SENTENCES;
use wasm_bindgen::prelude::*;

/// Every sentence that `rulesText` can return, in English, with `{places}` to fill: the list for
/// translators.
#[wasm_bindgen(js_name = ruleSentences, unchecked_return_type = "[id: string, text: string][]")]
pub fn rule_sentences() -> Result<JsValue, JsError> {
    data(&SENTENCES)
}

/// The number of sequences of `depth` whole turns from a position. Throws on a bad position line.
#[wasm_bindgen]
pub fn perft(
    #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] depth: &JsValue,
) -> Result<f64, Refused> {
    let position: Position = text(line, "the position")?.parse()?;
    Ok(crate::perft(&position, whole(depth, "the depth", 0, 99)? as u32) as f64)
}
