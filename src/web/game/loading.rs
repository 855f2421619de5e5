//! Data files that make the engine stronger. The page fetches them once it is playable, and the
//! engine loads them in small steps.

use super::engine::{Loading, WebEngine};
use crate::search::{is_weights_file, load_weights, missing_weights};
use crate::tablebase::opening::{Opening, OpeningReader};
use crate::value::{Probe, ProbeChain};
use crate::web::argument::{JsBytes, JsOptionalBytes, JsText, bytes, optional_bytes, rule_set};
use crate::web::{Data, Refused, data};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The names of the data files for a rule set that are not loaded yet: exact values of first
/// placings, weights that are not built in. Throws where `spec` is not a rule set.
#[wasm_bindgen(js_name = dataFiles, unchecked_return_type = "string[]")]
pub fn data_files(spec: &JsText) -> Data {
    let rules = rule_set(spec)?;
    let opening = Opening::shipped_name(&rules).map(str::to_owned);
    let files = opening.into_iter().chain(missing_weights(&rules));
    data(&files.collect::<Vec<_>>())
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// Begins to load a data file, which `loadStep` goes on with. `values` is what `openingValues`
    /// gave for the file earlier, which saves decoding it; others are left aside. Throws where the
    /// file is damaged, of another version or of another kind.
    pub fn load(&mut self, file: &JsBytes, values: &JsOptionalBytes) -> Result<(), Refused> {
        let bytes = bytes(file)?;
        self.loading = Some(if is_weights_file(&bytes) {
            Loading::Weights(bytes)
        } else {
            let values = optional_bytes(values)?;
            Loading::Opening(Box::new(
                OpeningReader::with_values(bytes, &values).map_err(JsError::from)?,
            ))
        });
        Ok(())
    }

    /// The decoded values of first placings that were loaded last, to be kept; nothing where none
    /// are loaded.
    #[wasm_bindgen(js_name = openingValues)]
    pub fn opening_values(&self) -> Option<Vec<u8>> {
        self.openings.last().map(|opening| opening.values())
    }

    /// Loads for a few milliseconds; whether there is more to load. When there is not, the next
    /// search uses the file: do not call it during a search. Throws where the file is damaged.
    #[wasm_bindgen(js_name = loadStep)]
    pub fn load_step(&mut self) -> Result<bool, Refused> {
        match self.loading.take() {
            None => {}
            Some(Loading::Weights(bytes)) => {
                load_weights(&bytes).map_err(JsError::from)?;
                // What it remembers was judged by other weights.
                self.searcher.clear();
            }
            Some(Loading::Opening(mut reader)) => {
                if reader.step().map_err(JsError::from)? {
                    self.loading = Some(Loading::Opening(reader));
                    return Ok(true);
                }
                self.openings
                    .push(Arc::new(reader.finish().map_err(JsError::from)?));
                let all = self
                    .openings
                    .iter()
                    .map(|opening| Arc::clone(opening) as Arc<dyn Probe>);
                self.searcher
                    .set_exact(Some(Arc::new(ProbeChain(all.collect()))));
            }
        }
        Ok(false)
    }
}
