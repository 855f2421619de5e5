//! JavaScript API: what only the npm package has.

use super::argument::{JsNumber, JsText, position, whole};
use super::{Data, Refused, data};
use crate::rules::text::SENTENCES;
use wasm_bindgen::prelude::*;

/// Every sentence that `rulesText` can return, in English, with `{places}` to fill: the list for
/// translators.
#[wasm_bindgen(js_name = ruleSentences, unchecked_return_type = "[id: string, text: string][]")]
pub fn rule_sentences() -> Data {
    data(&SENTENCES)
}

/// The number of sequences of `depth` whole turns from a position. Throws on a bad position line.
#[wasm_bindgen]
pub fn perft(line: &JsText, depth: &JsNumber) -> Result<f64, Refused> {
    let position = position(line)?;
    Ok(crate::perft(&position, whole(depth, "the depth", 0, 99)? as u32) as f64)
}
