//! JavaScript API: the opening explorer, from its own file or from opening values that an engine has loaded.

use super::engine::Engine;
use super::study::move_values;
use super::{Refused, bytes, data, text};
use crate::position::Position;
use crate::tablebase::explorer::{Explorer, explore};
use crate::tablebase::{Probe, Wdl};
use crate::view;
use wasm_bindgen::prelude::*;

/// The opening explorer of a game's first plies.
#[wasm_bindgen(js_name = Explorer)]
#[derive(Debug)]
pub struct WebExplorer(Explorer);

#[wasm_bindgen(js_class = Explorer)]
impl WebExplorer {
    /// Reads a file, which takes some hundred milliseconds. Throws where it is damaged, of another version or of
    /// another kind.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "Uint8Array")] file: &JsValue) -> Result<WebExplorer, JsError> {
        Ok(Self(Explorer::read(&bytes(file)?)?))
    }

    /// The number of plies that it covers.
    pub fn plies(&self) -> usize {
        self.0.plies()
    }

    /// The turns of a position, the best first, and among equals those that leave the fewest good replies; null where
    /// it does not cover the position. Throws on a bad position line.
    #[wasm_bindgen(unchecked_return_type = "ExplorerPlacing[] | null")]
    pub fn explore(&self, #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue) -> Result<JsValue, Refused> {
        let position: Position = text(line, "the position")?.parse()?;
        Ok(data(&self.0.explore(&position).map(|placings| view::placings(&position, &placings)))?)
    }
}

/// The turns of a position, as `Explorer.explore` has them, from the exact values of all of them; how many replies hold is
/// not known. Null where a value is missing, or the game is over. Throws on a bad position line, and where a turn or value
/// cannot be read.
#[wasm_bindgen(unchecked_return_type = "ExplorerPlacing[] | null")]
pub fn placings(
    #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Pick<MoveValue, 'text' | 'value'>[]")] values: &JsValue,
) -> Result<JsValue, Refused> {
    let position: Position = text(line, "the position")?.parse()?;
    let values = move_values(values, &position)?;
    let legal = position.legal_moves();
    let values = values.into_iter().filter(|(mv, _)| legal.contains(mv));
    let told = Told(values.map(|(mv, value)| (position.after(mv).identity(), value.wdl().before())).collect());
    Ok(data(&explore(&told, &position).map(|placings| view::placings(&position, &placings)))?)
}

/// The values of some positions, by their identities.
struct Told(Vec<(u128, Wdl)>);

impl Probe for Told {
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.0.iter().find(|&&(told, _)| told == position.identity()).map(|&(_, value)| value)
    }
}

#[wasm_bindgen]
impl Engine {
    /// The turns of a position, as `Explorer.explore` has them, from the values that were loaded; null where these
    /// do not cover the position. Throws on a bad position line.
    #[wasm_bindgen(unchecked_return_type = "ExplorerPlacing[] | null")]
    pub fn explore(&self, #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue) -> Result<JsValue, Refused> {
        let position: Position = text(line, "the position")?.parse()?;
        let placings = self.searcher.exact().and_then(|source| explore(source, &position));
        Ok(data(&placings.map(|placings| view::placings(&position, &placings)))?)
    }
}
