//! What the engine learns after the page is playable: the page fetches the files, the engine reads them in small steps.

use super::engine::Engine;
use super::learning::Learning;
use super::{Refused, bytes, data, text};
use crate::rules::Rules;
use crate::search::{is_weights_file, load_weights, missing_weights};
use crate::tablebase::opening::{Opening, Reader};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The names of the files that make the engine stronger in games of a rule set: exact values of first placings, weights
/// that are not built in. Throws where `spec` is none.
#[wasm_bindgen(unchecked_return_type = "string[]")]
pub fn schooling(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<JsValue, Refused> {
    let rules: Rules = text(spec, "the rule set")?.parse()?;
    let opening = Opening::is_shipped_for(&rules).then(|| "nine.opening".to_owned());
    Ok(data(&opening.into_iter().chain(missing_weights(&rules)).collect::<Vec<_>>())?)
}

#[wasm_bindgen]
impl Engine {
    /// Begins to read one of the files; nothing is known of it yet. Throws where it was changed, or is of another
    /// version, or no such file.
    pub fn learn(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] file: &JsValue,
    ) -> Result<(), JsError> {
        let bytes = bytes(file)?;
        self.learning = Some(if is_weights_file(&bytes) {
            Learning::Weights(bytes)
        } else {
            Learning::Opening(Box::new(Reader::new(bytes)?))
        });
        Ok(())
    }

    /// Reads on for a few milliseconds; whether there is more to read. When there is not, the next search goes by what
    /// was read: not to be called while one is under way. Throws where it is not what was written.
    #[wasm_bindgen(js_name = learnOn)]
    pub fn learn_on(&mut self) -> Result<bool, JsError> {
        match self.learning.take() {
            None => {}
            Some(Learning::Weights(bytes)) => {
                load_weights(&bytes)?;
                // What it remembers was judged by other weights.
                self.searcher.clear();
            }
            Some(Learning::Opening(mut reader)) => {
                if reader.step()? {
                    self.learning = Some(Learning::Opening(reader));
                    return Ok(true);
                }
                self.searcher.set_exact(Some(Arc::new(reader.finish()?)));
            }
        }
        Ok(false)
    }
}
