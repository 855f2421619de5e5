//! JavaScript API: which positions are exercises.

use crate::practice::{ExerciseKind, as_beginning, key};
use crate::side::Side;
use crate::web::argument::{
    JsNumber, JsText, JsTexts, list, position, rule_set, text, turn, whole,
};
use crate::web::{Data, Refused, data};
use wasm_bindgen::prelude::*;

/// A kind argument.
fn read(value: &JsValue) -> Result<ExerciseKind, Refused> {
    ExerciseKind::by_id(&text(value, "the kind")?).ok_or_else(|| Refused::misuse("no such kind"))
}

/// The kinds of exercises that games by a rule set can have: `win`, `hold`, `opening`, `take`,
/// `fly`. Throws where `spec` is not a rule set.
#[wasm_bindgen(js_name = exerciseKinds, unchecked_return_type = "string[]")]
pub fn exercise_kinds(spec: &JsText) -> Data {
    let rules = rule_set(spec)?;
    let kinds = ExerciseKind::ALL.iter().copied();
    let ids = kinds
        .filter(|kind| kind.is_in(&rules))
        .map(ExerciseKind::id);
    data(&ids.collect::<Vec<_>>())
}

/// The position as the beginning of an exercise; nothing if by its men it cannot be one of this
/// kind, or if there are more than `most` on the board. Throws on a bad kind, position line or number.
#[wasm_bindgen(js_name = exerciseLine)]
pub fn exercise_line(
    kind: &JsText,
    line: &JsText,
    most: &JsNumber,
) -> Result<Option<String>, Refused> {
    let (kind, position) = (read(kind)?, position(line)?);
    let most = whole(most, "the number of men", 0, u32::MAX.into())? as usize;
    let men: usize = Side::BOTH.map(|side| position.men(side).len()).iter().sum();
    let fits = men <= most && kind.admits(&position);
    let begins = fits.then(|| as_beginning(&position));
    Ok(begins.transpose()?.map(|position| position.to_string()))
}

/// A number by which an exercise is known again, whichever way the board is turned; nothing where
/// the position is none of this kind. `value` is `win`, `draw` or `loss` to the side to move,
/// `holding` are all turns that keep it. Throws on a bad kind, position line or value, and where a
/// turn cannot be read.
#[wasm_bindgen(js_name = exerciseKey)]
pub fn exercise_key(
    kind: &JsText,
    line: &JsText,
    #[wasm_bindgen(unchecked_param_type = "'win' | 'draw' | 'loss'")] value: &JsValue,
    holding: &JsTexts,
) -> Result<Option<u32>, Refused> {
    let (kind, position) = (read(kind)?, position(line)?);
    let value = text(value, "the value")?
        .parse()
        .map_err(|_| Refused::misuse("the value must be win, draw or loss"))?;
    let holding = list(holding, "the turns", |mv| {
        turn(mv, "a turn", position.board())
    })?;
    let fits = kind.fits(&position, value, &holding);
    Ok(fits.then(|| key(kind, &position)))
}
