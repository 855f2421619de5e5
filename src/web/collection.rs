//! A file of many games at the boundary, read a few at a time.

use super::{data, text, whole};
use crate::notation::GameReader;
use crate::view;
use wasm_bindgen::prelude::*;

/// A look at so many of its first games tells what a text is.
const LOOK: usize = 20;

/// Whether a text holds several games, of which one of the first at least can be read.
#[wasm_bindgen(js_name = holdsMany)]
pub fn holds_many(#[wasm_bindgen(unchecked_param_type = "string")] of: &JsValue) -> Result<bool, JsError> {
    let first = GameReader::new(text(of, "the text")?).take(LOOK).map(|(_, read)| read.is_ok()).collect::<Vec<_>>();
    Ok(first.len() > 1 && first.contains(&true))
}

/// A text of many games, records or PlayOK's numbers, one after another. One that cannot be read costs nothing but itself.
#[wasm_bindgen(js_name = GameFile)]
#[derive(Debug)]
pub struct WebGameFile(GameReader<String>);

#[wasm_bindgen(js_class = GameFile)]
impl WebGameFile {
    /// Begins with a text. Throws where it is none.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] file: &JsValue) -> Result<WebGameFile, JsError> {
        Ok(Self(GameReader::new(text(file, "the file")?)))
    }

    /// Reads up to `count` games more, fewer only at the end. Throws where `count` is no number from 1 to 100,000.
    #[wasm_bindgen(unchecked_return_type = "FileGame[]")]
    pub fn read(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] count: &JsValue,
    ) -> Result<JsValue, JsError> {
        let count = whole(count, "the number of games", 1, 100_000)? as usize;
        let games = self.0.by_ref().take(count).map(|(place, read)| view::file_game(&place, read));
        data(&games.collect::<Vec<_>>())
    }

    /// How much of it is read: 0 to 1.
    pub fn progress(&self) -> f64 {
        self.0.at() as f64 / self.0.text().len().max(1) as f64
    }
}
