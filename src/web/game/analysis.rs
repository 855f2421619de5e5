//! JavaScript API: analysing a game with remarks, removed and restored lines, and reviews.

use super::WebGame;
use crate::game::NodeId;
use crate::moves::Move;
use crate::position::Position;
use crate::review::{PositionScores, WON, expected, is_exact, review};
use crate::search::Score;
use crate::web::argument::{JsNumber, JsText, field, given, list, rule_set, text, turn, whole};
use crate::web::view::{self, ExactValue};
use crate::web::{Data, Refused, data};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Pick<MoveValue, 'text' | 'value'>[]")]
    pub type JsMoveValues;
}

/// How much of a rule set can be solved in a page. Throws where `spec` is not a rule set.
#[wasm_bindgen(unchecked_return_type = "Solvable")]
pub fn solvable(spec: &JsText) -> Data {
    let rules = rule_set(spec)?;
    data(&view::solvable(&rules))
}

/// A score argument; `None` where nothing is given.
fn score(value: &JsValue) -> Result<Option<Score>, Refused> {
    if given(value).is_none() {
        return Ok(None);
    }
    if let Some(cp) = number(&field(value, "cp", "a score")?) {
        return Ok(Some(Score::Cp(cp)));
    }
    match exact_value(value)? {
        Some(ExactValue::Win(plies)) => Ok(Some(plies.map_or(Score::Cp(WON), Score::Win))),
        Some(ExactValue::Loss(plies)) => Ok(Some(plies.map_or(Score::Cp(-WON), Score::Loss))),
        Some(ExactValue::Draw(_)) => Ok(Some(Score::Draw)),
        None => Err(Refused::misuse("a score must be cp, win, loss or draw")),
    }
}

fn number(value: &JsValue) -> Option<i32> {
    value
        .as_f64()
        .filter(|n| n.fract() == 0.0 && n.abs() < 1e6)
        .map(|n| n as i32)
}

/// An exact value argument; `None` where it is something else.
fn exact_value(value: &JsValue) -> Result<Option<ExactValue>, Refused> {
    let plies = |name: &str| -> Result<Option<Option<u32>>, Refused> {
        let plies = field(value, name, "a value")?;
        let known = number(&plies).and_then(|n| u32::try_from(n).ok());
        Ok((plies.is_null() || known.is_some()).then_some(known))
    };
    if let Some(plies) = plies("win")? {
        return Ok(Some(ExactValue::Win(plies)));
    }
    if let Some(plies) = plies("loss")? {
        return Ok(Some(ExactValue::Loss(plies)));
    }
    let draw = field(value, "draw", "a value")?.as_bool();
    Ok((draw == Some(true)).then_some(ExactValue::Draw(true)))
}

/// An argument of turns with their exact values.
pub(super) fn move_values(
    values: &JsValue,
    position: &Position,
) -> Result<Vec<(Move, ExactValue)>, Refused> {
    list(values, "the values", |known| {
        let mv = field(known, "text", "a turn's value")?;
        let value = exact_value(&field(known, "value", "a turn's value")?)?;
        let value = value.ok_or_else(|| Refused::misuse("a value must be win, loss or draw"))?;
        Ok((turn(&mv, "a turn", position.board())?, value))
    })
}

/// What the side to move may expect of a score, in games won, and whether that is exact. Throws
/// where it is not a score.
#[wasm_bindgen(unchecked_return_type = "[share: number, exact: boolean]")]
pub fn expectation(#[wasm_bindgen(unchecked_param_type = "Score")] of: &JsValue) -> Data {
    let score = score(of)?.ok_or_else(|| Refused::misuse("there is no score"))?;
    data(&(expected(score), is_exact(score)))
}

impl WebGame {
    /// A node argument.
    pub(super) fn node(&self, node: &JsValue) -> Result<NodeId, Refused> {
        let last = self.0.nodes().len() - 1;
        let index = whole(node, "the node", 0, last as u64)?;
        self.0
            .node_id(index as usize)
            .ok_or_else(|| Refused::misuse("that node was cut off"))
    }
}

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// The position line of a node. Throws where there is no such node.
    #[wasm_bindgen(js_name = lineAt)]
    pub fn line_at(&self, node: &JsNumber) -> Result<String, Refused> {
        Ok(self.0.node(self.node(node)?).position().to_string())
    }

    /// Sets the comment on a turn, or at node 0 on the game. Throws where there is no such node, or
    /// the record would become too long.
    #[wasm_bindgen(js_name = setComment)]
    pub fn set_comment(&mut self, node: &JsNumber, comment: &JsText) -> Result<(), Refused> {
        let (id, comment) = (self.node(node)?, text(comment, "the comment")?);
        Ok(self.0.set_comment(id, &comment)?)
    }

    /// Sets the glyphs of a turn by their numbers: 1 is a good turn, 2 a mistake. Throws where
    /// there is no such node, a glyph is not a whole number from 0 to 255, or the record would
    /// become too long.
    #[wasm_bindgen(js_name = setGlyphs)]
    pub fn set_glyphs(
        &mut self,
        node: &JsNumber,
        #[wasm_bindgen(unchecked_param_type = "number[]")] glyphs: &JsValue,
    ) -> Result<(), Refused> {
        let id = self.node(node)?;
        let glyph = |glyph: &JsValue| whole(glyph, "a glyph", 0, u8::MAX.into());
        let glyphs = list(glyphs, "the glyphs", |value| {
            Ok::<_, Refused>(glyph(value)? as u8)
        })?;
        Ok(self.0.set_glyphs(id, &glyphs)?)
    }

    /// Makes the line that leads to a node the main line. Throws where there is no such node.
    pub fn promote(&mut self, node: &JsNumber) -> Result<(), Refused> {
        let id = self.node(node)?;
        self.0.promote(id);
        Ok(())
    }

    /// Cuts a turn off, with everything after it; whether there was something to cut. Throws where
    /// there is no such node.
    pub fn cut(&mut self, node: &JsNumber) -> Result<bool, Refused> {
        let id = self.node(node)?;
        Ok(self.0.cut(id))
    }

    /// Restores what was cut off last and returns its first node; nothing where nothing was cut
    /// off.
    pub fn restore(&mut self) -> Option<usize> {
        self.0.restore().map(NodeId::index)
    }

    /// Judges the line from the start to a node by the scores of its positions, each to the side to
    /// move there, the start's first, or null. `others`, if given, are the scores of the best turn
    /// that was not played, by which the only right turns are found. Throws where there is no such
    /// node, or something is not a score.
    #[wasm_bindgen(unchecked_return_type = "ReviewInfo")]
    pub fn review(
        &self,
        node: &JsNumber,
        #[wasm_bindgen(unchecked_param_type = "(Score | null)[]")] scores: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "(Score | null)[]")] others: &JsValue,
    ) -> Data {
        let id = self.node(node)?;
        let scores = list(scores, "the scores", score)?;
        let others = match others.is_undefined() {
            true => Vec::new(),
            false => list(others, "the scores", score)?,
        };
        let known = PositionScores {
            scores: &scores,
            others: &others,
        };
        data(&review(&self.0, id, known))
    }
}
