//! JavaScript API: a file of games, read a few at a time.

use crate::notation::GameReader;
use crate::web::argument::{JsNumber, JsText, text, whole};
use crate::web::{Data, Refused, data, view};
use wasm_bindgen::prelude::*;

/// The number of games that are read to tell whether a text holds several.
const LOOK: usize = 20;

/// Whether a text holds several games, at least one of which can be read among the first.
#[wasm_bindgen(js_name = holdsMany)]
pub fn holds_many(of: &JsText) -> Result<bool, Refused> {
    let first = GameReader::new(text(of, "the text")?)
        .take(LOOK)
        .map(|(_, read)| read.is_ok())
        .collect::<Vec<_>>();
    Ok(first.len() > 1 && first.contains(&true))
}

/// A text of many games, records or PlayOK's numbers, one after another. A game that cannot be read
/// does not affect the others.
#[wasm_bindgen(js_name = GameFile)]
#[derive(Debug)]
pub struct WebGameFile(GameReader<String>);

#[wasm_bindgen(js_class = GameFile)]
impl WebGameFile {
    /// Takes the text of a file. Throws where it is not a string.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &JsText) -> Result<WebGameFile, Refused> {
        Ok(Self(GameReader::new(text(file, "the file")?)))
    }

    /// Reads the next `count` games, fewer at the end. Throws where `count` is not a whole number
    /// from 1 to 100,000.
    #[wasm_bindgen(unchecked_return_type = "FileGame[]")]
    pub fn read(&mut self, count: &JsNumber) -> Data {
        let count = whole(count, "the number of games", 1, 100_000)? as usize;
        let games = self.0.by_ref().take(count);
        let games = games.map(|(place, read)| view::file_game(&place, read));
        data(&games.collect::<Vec<_>>())
    }

    /// The part of the file that has been read: 0 to 1.
    pub fn progress(&self) -> f64 {
        self.0.at() as f64 / self.0.text().len().max(1) as f64
    }
}
