//! JavaScript API: puzzles, read from their file, and judging answers.

use crate::moves::Move;
use crate::notation::read_move;
use crate::puzzle::{CheckError, Puzzle, read};
use crate::web::view;
use crate::web::{Refused, data, list, text, whole};
use wasm_bindgen::prelude::*;

/// The puzzles of a file.
#[wasm_bindgen(js_name = Puzzles)]
#[derive(Debug)]
pub struct WebPuzzles(Vec<Puzzle>);

#[wasm_bindgen(js_class = Puzzles)]
impl WebPuzzles {
    /// Reads a file. Throws where a line is not a puzzle, with its number and the reason.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] file: &JsValue,
    ) -> Result<WebPuzzles, JsError> {
        Ok(Self(read(&text(file, "the puzzles")?)?))
    }

    /// All of them, the easiest first.
    #[wasm_bindgen(unchecked_return_type = "PuzzleInfo[]")]
    pub fn list(&self) -> Result<JsValue, JsError> {
        data(&self.0.iter().map(view::puzzle).collect::<Vec<_>>())
    }

    /// Judges a turn of the solver in the puzzle with this index, after the turns that both sides
    /// have played so far. Throws where there is no such puzzle, or a turn cannot be read or
    /// played.
    #[wasm_bindgen(unchecked_return_type = "PuzzleVerdict")]
    pub fn check(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string[]")] played: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] turn: &JsValue,
    ) -> Result<JsValue, Refused> {
        let index = whole(index, "the puzzle", 0, u32::MAX.into())? as usize;
        let puzzle = self
            .0
            .get(index)
            .ok_or_else(|| JsError::new("there is no such puzzle"))?;
        let played = list(played, "the turns")?;
        let read = |turn: &JsValue| -> Result<Move, Refused> {
            Ok(read_move(&text(turn, "a turn")?, puzzle.position.board())?)
        };
        let played = played.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let verdict = puzzle
            .check(&played, read(turn)?)
            .map_err(|error| match error {
                CheckError::Illegal(error) => Refused::from(error),
                error => JsError::from(error).into(),
            })?;
        Ok(data(&view::verdict(puzzle, &verdict))?)
    }
}
