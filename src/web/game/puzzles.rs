//! JavaScript API: puzzles, read from their file, and judging answers.

use crate::puzzle::{CheckError, Puzzle, read};
use crate::web::argument::{JsNumber, JsText, JsTexts, list, text, turn, whole};
use crate::web::{Data, Refused, data, view};
use wasm_bindgen::prelude::*;

/// The puzzles of a file.
#[wasm_bindgen(js_name = Puzzles)]
#[derive(Debug)]
pub struct WebPuzzles(Vec<Puzzle>);

#[wasm_bindgen(js_class = Puzzles)]
impl WebPuzzles {
    /// Reads a file. Throws where a line is not a puzzle, with its number and the reason.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &JsText) -> Result<WebPuzzles, Refused> {
        Ok(Self(
            read(&text(file, "the puzzles")?).map_err(JsError::from)?,
        ))
    }

    /// All of them, the easiest first.
    #[wasm_bindgen(unchecked_return_type = "PuzzleInfo[]")]
    pub fn list(&self) -> Data {
        data(&self.0.iter().map(view::puzzle).collect::<Vec<_>>())
    }

    /// Judges a turn of the solver in the puzzle with this index, after the turns that both sides
    /// have played so far. Throws where there is no such puzzle, or a turn cannot be read or
    /// played.
    #[wasm_bindgen(unchecked_return_type = "PuzzleVerdict")]
    pub fn check(&self, index: &JsNumber, played: &JsTexts, turn: &JsText) -> Data {
        let index = whole(index, "the puzzle", 0, u32::MAX.into())? as usize;
        let puzzle = self.0.get(index);
        let puzzle = puzzle.ok_or_else(|| Refused::misuse("there is no such puzzle"))?;
        let read = |mv: &JsValue| self::turn(mv, "a turn", puzzle.position.board());
        let played = list(played, "the turns", read)?;
        let verdict = puzzle
            .check(&played, read(turn)?)
            .map_err(|error| match error {
                CheckError::Illegal(error) => Refused::from(error),
                error => JsError::from(error).into(),
            })?;
        data(&view::verdict(puzzle, &verdict))
    }
}
