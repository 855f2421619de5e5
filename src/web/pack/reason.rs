//! JavaScript API: why a move gave its value away.

use super::WebPack;
use crate::moves::Move;
use crate::position::Position;
use crate::reason::ReasonInquiry;
use crate::tablebase::opening::OpeningReader;
use crate::value::Probe;
use crate::web::argument::{
    JsBytes, JsNumber, JsOptionalBytes, JsText, JsTexts, bytes, list, optional_bytes, position,
    turn, whole,
};
use crate::web::{Data, Refused, data, view};
use wasm_bindgen::prelude::*;

/// A legal turn and its position.
pub(super) fn read(line: &JsValue, mv: &JsValue) -> Result<(Position, Move), Refused> {
    let position = position(line)?;
    let mv = turn(mv, "the turn", position.board())?;
    position.check(mv)?;
    Ok((position, mv))
}

/// What a turn allows or misses by force that the `better` turns do not, where no exact values are
/// known: those are the turns that a search prefers to it by about a man or more. Null where it
/// finds nothing of the kind. Throws on a bad position line, and where a turn cannot be read or is
/// not legal.
#[wasm_bindgen(js_name = estimatedReason, unchecked_return_type = "ReasonInfo | null")]
pub fn estimated_reason(line: &JsText, turn: &JsText, better: &JsTexts) -> Data {
    let (position, mistake) = read(line, turn)?;
    let better = list(better, "the better turns", |turn| {
        Ok::<_, Refused>(read(line, turn)?.1)
    })?;
    let found = crate::reason::estimated_reason(&position, mistake, &better);
    data(&found.map(|reason| view::reason(&position, &reason)))
}

#[wasm_bindgen(js_class = Pack)]
impl WebPack {
    /// Begins to look for the reason of a mistake, instead of the one asked for before; whether it
    /// can be found. It cannot where the position is of other rules, or too early for the pack and
    /// for the values of first placings that were loaded. Throws on a bad position line, and where
    /// the turn cannot be read or is not legal.
    #[wasm_bindgen(js_name = askReason)]
    pub fn ask_reason(&mut self, line: &JsText, turn: &JsText) -> Result<bool, Refused> {
        let (position, mv) = read(line, turn)?;
        let opening = self.opening.as_ref();
        let known =
            self.pack.covers(&position) || opening.is_some_and(|opening| opening.covers(&position));
        self.mistake = known.then(|| ReasonInquiry::new(position, mv));
        Ok(known)
    }

    /// Continues the search, decoding about `blocks` blocks. Returns its progress and the pieces it
    /// needs. Throws where a piece is damaged.
    #[wasm_bindgen(js_name = stepReason, unchecked_return_type = "PackProgress")]
    pub fn step_reason(&mut self, blocks: &JsNumber) -> Data {
        let blocks = whole(blocks, "the number of blocks", 1, 10_000)? as usize;
        let Some(inquiry) = &mut self.mistake else {
            return Err(Refused::misuse("nothing was asked"));
        };
        let opening = self.opening.as_ref().map(|opening| opening as &dyn Probe);
        let progress = inquiry.step(&self.pack, &mut self.fetched, opening, blocks)?;
        data(&view::pack_progress(progress, &self.fetched.take_asked()))
    }

    /// The reason that was asked for; null until it is found, and where the turn gives nothing
    /// away.
    #[wasm_bindgen(unchecked_return_type = "ReasonInfo | null")]
    pub fn reason(&self) -> Data {
        let found = self.mistake.as_ref().and_then(|inquiry| {
            let reason = inquiry.reason()??;
            Some(view::reason(inquiry.position(), reason))
        });
        data(&found)
    }

    /// Begins to load the exact values of first placings, for reasons, which `openingStep` goes on
    /// with. `values` is what `openingValues` of an engine gave for the file earlier, which saves
    /// decoding it. Throws where the file is damaged, of another version or of another kind.
    #[wasm_bindgen(js_name = loadOpening)]
    pub fn load_opening(
        &mut self,
        file: &JsBytes,
        values: &JsOptionalBytes,
    ) -> Result<(), Refused> {
        let values = optional_bytes(values)?;
        self.reading =
            Some(OpeningReader::with_values(bytes(file)?, &values).map_err(JsError::from)?);
        Ok(())
    }

    /// Loads for a few milliseconds; whether there is more to load. Throws where the file is
    /// damaged.
    #[wasm_bindgen(js_name = openingStep)]
    pub fn opening_step(&mut self) -> Result<bool, Refused> {
        let Some(mut reader) = self.reading.take() else {
            return Ok(false);
        };
        if reader.step().map_err(JsError::from)? {
            self.reading = Some(reader);
            return Ok(true);
        }
        self.opening = Some(reader.finish().map_err(JsError::from)?);
        Ok(false)
    }
}
