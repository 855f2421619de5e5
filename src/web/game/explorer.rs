//! JavaScript API: the opening explorer, from opening values that an engine has loaded, or from the
//! values of the turns.

use super::analysis::{JsMoveValues, move_values};
use super::engine::{Loading, WebEngine};
use crate::position::Position;
use crate::tablebase::explorer::explore;
use crate::value::{Probe, Wdl};
use crate::web::argument::{JsText, position};
use crate::web::{Data, Refused, data, view};
use wasm_bindgen::prelude::*;

/// The turns of a position, as `Engine.explore` lists them, from their exact values; the number of
/// replies that hold is unknown. Null if a value is missing or the game is over. Throws on a bad
/// position line, and if a turn or value cannot be read.
#[wasm_bindgen(unchecked_return_type = "ExplorerPlacing[] | null")]
pub fn placings(line: &JsText, values: &JsMoveValues) -> Data {
    let position = position(line)?;
    let source = TurnValues::read(values, &position)?;
    data(&explore(&source, &position).map(|placings| view::placings(&position, &placings)))
}

/// How many turns of a position keep its value, and how likely a club player misses them, from their
/// exact values. Null if a value is missing or the game is over. Throws on a bad position line, and if
/// a turn or value cannot be read.
#[wasm_bindgen(unchecked_return_type = "RepliesInfo | null")]
pub fn replies(line: &JsText, values: &JsMoveValues) -> Data {
    let position = position(line)?;
    let source = TurnValues::read(values, &position)?;
    let found =
        view::club_player().and_then(|mut player| view::replies(&source, &position, &mut player));
    data(&found)
}

/// The values of some positions, by their identities.
struct TurnValues(Vec<(u128, Wdl)>);

impl TurnValues {
    fn read(values: &JsMoveValues, position: &Position) -> Result<Self, Refused> {
        let values = move_values(values, position)?;
        let legal = position.legal_moves();
        let values = values.into_iter().filter(|(mv, _)| legal.contains(mv));
        let known = values.map(|(mv, value)| (position.after(mv).identity(), value.wdl().before()));
        Ok(Self(known.collect()))
    }
}

impl Probe for TurnValues {
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.0
            .iter()
            .find(|&&(known, _)| known == position.identity())
            .map(|&(_, value)| value)
    }
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// What the values that were loaded say about a position, or those that have been read of a file
    /// that is being loaded; null if they do not cover it. Throws on a bad position line.
    #[wasm_bindgen(unchecked_return_type = "Explored | null")]
    pub fn explore(&self, line: &JsText) -> Data {
        let position = position(line)?;
        let loaded = self.searcher.exact();
        let read: Option<&dyn Probe> = match &self.loading {
            Some(Loading::Opening(reader)) => Some(reader.as_ref()),
            _ => None,
        };
        let mut sources = loaded.into_iter().chain(read);
        data(&sources.find_map(|source| view::explored(source, &position)))
    }
}
