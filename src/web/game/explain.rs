//! JavaScript API: what a move does, as facts, and whether it meets a lesson's conditions.

use crate::explain::{Condition, describe_move};
use crate::moves::Move;
use crate::notation::read_move;
use crate::position::Position;
use crate::web::view;
use crate::web::{Refused, data, list, text};
use wasm_bindgen::prelude::*;

#[cold]
fn read(line: &JsValue, turn: &JsValue) -> Result<(Position, Move), Refused> {
    let position: Position = text(line, "the position")?.parse()?;
    let mv = read_move(&text(turn, "the turn")?, position.board())?;
    Ok((position, mv))
}

/// What a turn does. Throws on a bad position line, and where the turn cannot be read or is not
/// legal.
#[cold]
#[wasm_bindgen(js_name = describeMove, unchecked_return_type = "MoveFacts")]
pub fn describe(
    #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] turn: &JsValue,
) -> Result<JsValue, Refused> {
    let (position, mv) = read(line, turn)?;
    Ok(data(&view::move_facts(&position, mv)?)?)
}

/// The index of the first condition, such as `closes !opens` or `turn:d6,d2`, that a turn meets;
/// nothing where it meets none. Throws where `describeMove` does, and where a condition cannot be
/// read.
#[wasm_bindgen(js_name = firstThatHolds)]
pub fn first_that_holds(
    #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] turn: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string[]")] conditions: &JsValue,
) -> Result<Option<u32>, Refused> {
    let (position, mv) = read(line, turn)?;
    let facts = describe_move(&position, mv)?;
    for (index, condition) in list(conditions, "the conditions")?.iter().enumerate() {
        let condition = Condition::read(&text(condition, "a condition")?, position.board())
            .map_err(JsError::from)?;
        if condition.holds(mv, &facts) {
            return Ok(Some(index as u32));
        }
    }
    Ok(None)
}
