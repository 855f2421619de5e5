//! JavaScript API: what a move does, as facts, and whether it meets a lesson's conditions.

use crate::explain::{Condition, describe_move};
use crate::moves::Move;
use crate::position::Position;
use crate::web::argument::{JsText, JsTexts, items, position, text, turn};
use crate::web::{Data, Refused, data, view};
use wasm_bindgen::prelude::*;

#[cold]
fn read(line: &JsText, mv: &JsText) -> Result<(Position, Move), Refused> {
    let position = position(line)?;
    Ok((position, turn(mv, "the turn", position.board())?))
}

/// What a turn does. Throws on a bad position line, and where the turn cannot be read or is not
/// legal.
#[cold]
#[wasm_bindgen(js_name = describeMove, unchecked_return_type = "MoveFacts")]
pub fn describe(line: &JsText, turn: &JsText) -> Data {
    let (position, mv) = read(line, turn)?;
    data(&view::move_facts(&position, mv)?)
}

/// The index of the first condition, such as `closes !opens` or `turn:d6,d2`, that a turn meets;
/// nothing where it meets none. Throws where `describeMove` does, and where a condition cannot be
/// read.
#[wasm_bindgen(js_name = firstThatHolds)]
pub fn first_that_holds(
    line: &JsText,
    turn: &JsText,
    conditions: &JsTexts,
) -> Result<Option<u32>, Refused> {
    let (position, mv) = read(line, turn)?;
    let facts = describe_move(&position, mv)?;
    for (index, condition) in items(conditions, "the conditions")?.iter().enumerate() {
        let condition = Condition::read(&text(condition, "a condition")?, position.board())
            .map_err(JsError::from)?;
        if condition.holds(mv, &facts) {
            return Ok(Some(index as u32));
        }
    }
    Ok(None)
}
