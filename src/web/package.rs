//! JavaScript API: what only the npm package has.

use super::argument::{JsNumber, JsText, position, whole};
use super::game::WebGame;
use super::{Data, Refused, data, view};
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

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// The legal turns as `play` takes them; none when the game is over. Much faster than `state`.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn legal(&self) -> Data {
        let (game, position) = (&self.0, self.0.position());
        let legal = match game.outcome() {
            None => position.legal_moves(),
            Some(_) => Vec::new(),
        };
        let text = |mv| view::written(position.board(), mv);
        data(&legal.into_iter().map(text).collect::<Vec<_>>())
    }
}
