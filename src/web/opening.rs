//! The exact values of first placings at the boundary: the page fetches their file, the engine reads it in small steps.

use super::engine::Engine;
use super::text;
use crate::rules::Rules;
use crate::solution::opening::{Opening, Reader};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// Whether the file of first placings that comes with the page is of a rule set. Throws where `spec` is none.
#[wasm_bindgen(js_name = hasOpening)]
pub fn has_opening(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<bool, JsError> {
    let rules: Rules = text(spec, "the rule set")?.parse()?;
    Ok(Opening::is_shipped_for(&rules))
}

#[wasm_bindgen]
impl Engine {
    /// Begins to read a file of first placings; nothing is known of it yet. Throws where it was changed, or is of
    /// another version, or no such file.
    pub fn learn(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    ) -> Result<(), JsError> {
        let bytes = bytes.dyn_ref::<js_sys::Uint8Array>();
        let bytes = bytes.ok_or_else(|| JsError::new("the bytes must be a Uint8Array"))?;
        self.learning = Some(Reader::new(bytes.to_vec())?);
        Ok(())
    }

    /// Reads on for a few milliseconds; whether there is more to read. When there is not, the next search goes by these
    /// values: not to be called while one is under way. Throws where they are not what was written.
    #[wasm_bindgen(js_name = learnOn)]
    pub fn learn_on(&mut self) -> Result<bool, JsError> {
        let Some(mut reader) = self.learning.take() else { return Ok(false) };
        if reader.step()? {
            self.learning = Some(reader);
            return Ok(true);
        }
        self.searcher.set_exact(Some(Arc::new(reader.finish()?)));
        Ok(false)
    }
}
