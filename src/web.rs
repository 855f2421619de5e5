//! The boundary to JavaScript: typed, small, and suspicious.
//!
//! This is the only file that names `wasm_bindgen`, `js_sys` or `serde_wasm_bindgen`. Arguments come in as whatever
//! JavaScript has and are checked here (a number parameter would be truncated in silence); bad ones throw an `Error`
//! whose message says what is wrong, and leave the object as it was.

use crate::game::Game;
use crate::notation::read_move;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::view;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type SideName = 'white' | 'black';
export type PhaseName = 'placing' | 'moving' | 'flying';
export interface VariantInfo {
  /** The rule set as it is written: `nine`, `nine[fly=never]`. */
  spec: string; name: string; summary: string; kind: 'preset' | 'named'; board: string; men: number;
}
export interface BoardInfo {
  name: string;
  /** Files and ranks: 3, 5 or 7. */
  side: number;
  /** Row by row from the top; `x` is the file from 0, `y` the rank from 0 at the bottom. */
  points: { name: string; x: number; y: number }[];
  edges: [number, number][];
  mills: number[][];
}
export interface RulesInfo {
  spec: string; name: string; base: string; custom: boolean; men: number;
  options: {
    key: string; title: string; value: string; words: string; changed: boolean;
    choices: { value: string; words: string }[];
  }[];
  board: BoardInfo;
}
/** A whole turn, its captures included. */
export interface LegalMove {
  text: string; kind: 'place' | 'move' | 'pass'; side: SideName;
  from: string | null; to: string | null;
  captures: string[];
  /** The mills that it closes, as point indexes. */
  closes: number[][];
}
export type PlayedMove = LegalMove;
export interface MoveNode {
  id: number; parent: number; text: string; side: SideName; number: number; comment: string; glyphs: number[];
  /** Between the start and the current position, or where redo leads. */
  onPath: boolean;
}
export interface GameOutcome {
  winner: SideName | null;
  reason: 'fewer-than-three' | 'mill' | 'blocked' | 'neither-can-move' | 'full-board' | 'ten-moves' | 'quiet'
    | 'repetition' | 'resignation' | 'agreement' | 'time';
  text: string;
}
export interface GameState {
  spec: string; line: string;
  /** The position line that the game began with, and the turns from there: what an engine is told. */
  start: string; played: string[];
  men: ('' | SideName)[];
  turn: SideName;
  phase: { white: PhaseName; black: PhaseName };
  hands: { white: number; black: number };
  lost: { white: number; black: number };
  legal: LegalMove[];
  inMill: boolean[];
  last: PlayedMove | null;
  outcome: GameOutcome | null;
  /** Plies since the last capture or placing. */
  clock: number;
  turnNumber: number; ply: number; occurrences: number; canUndo: boolean; canRedo: boolean;
  node: number;
  moves: MoveNode[];
}
"#;

/// A text argument.
fn text(value: &JsValue, name: &str) -> Result<String, JsError> {
    value.as_string().ok_or_else(|| JsError::new(&format!("{name} must be a text")))
}

/// A whole number argument, `least` to `most`.
fn whole(value: &JsValue, name: &str, least: u32, most: u32) -> Result<u32, JsError> {
    let number = value.as_f64().filter(|n| n.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(n));
    number
        .map(|n| n as u32)
        .ok_or_else(|| JsError::new(&format!("{name} must be a whole number from {least} to {most}")))
}

/// A side argument.
fn side(value: &JsValue) -> Result<Side, JsError> {
    match value.as_string().as_deref() {
        Some("white") => Ok(Side::White),
        Some("black") => Ok(Side::Black),
        _ => Err(JsError::new("the side must be white or black")),
    }
}

fn data(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}

/// The crate's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Every game that is offered: the presets, then the named sets.
#[wasm_bindgen(unchecked_return_type = "VariantInfo[]")]
pub fn variants() -> Result<JsValue, JsError> {
    data(&view::variants())
}

/// A rule set in full: its name, its options in words, its board. Throws where `spec` is not a rule set.
#[wasm_bindgen(unchecked_return_type = "RulesInfo")]
pub fn rules(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<JsValue, JsError> {
    let rules: Rules = text(spec, "the rule set")?.parse()?;
    data(&view::rules(&rules))
}

/// The number of sequences of `depth` whole turns from a position. Throws on a bad position line.
#[wasm_bindgen]
pub fn perft(
    #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] depth: &JsValue,
) -> Result<f64, JsError> {
    let position: Position = text(line, "the position")?.parse()?;
    Ok(crate::perft(&position, whole(depth, "the depth", 0, 99)?) as f64)
}

/// A game: the tree of turns played, and where one stands in it.
#[wasm_bindgen(js_name = Game)]
#[derive(Debug)]
pub struct WebGame(Game);

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// A new game by a rule set. Throws where `spec` is none.
    pub fn start(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<WebGame, JsError> {
        let rules: Rules = text(spec, "the rule set")?.parse()?;
        Ok(Self(Game::start(rules)?))
    }

    /// A game that begins with a position. Throws on a bad position line.
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(#[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue) -> Result<WebGame, JsError> {
        let position: Position = text(line, "the position")?.trim().parse()?;
        Ok(Self(Game::from_position(position)))
    }

    /// All that is needed to draw the game and to go on with it.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> Result<JsValue, JsError> {
        data(&view::game(&self.0))
    }

    /// Plays a whole turn, such as `d6`, `f2-f4xd5` or `pass`. Throws where it is not one, or not legal.
    pub fn play(&mut self, #[wasm_bindgen(unchecked_param_type = "string")] turn: &JsValue) -> Result<(), JsError> {
        let mv = read_move(&text(turn, "the move")?, self.0.position().board())?;
        self.0.play(mv)?;
        Ok(())
    }

    /// Goes a turn back; whether there was one. Nothing is deleted.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Goes a turn forward again; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.0.redo()
    }

    /// Goes to a node of the tree, 0 for the start. Throws where there is no such node.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] node: &JsValue) -> Result<(), JsError> {
        let last = self.0.nodes().len() - 1;
        let index = whole(node, "the node", 0, u32::try_from(last).unwrap_or(u32::MAX))?;
        if let Some(id) = self.0.node_id(index as usize) {
            self.0.go_to(id);
        }
        Ok(())
    }

    /// A side gives up. Throws where the game is over.
    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] loser: &JsValue,
    ) -> Result<(), JsError> {
        Ok(self.0.resign(side(loser)?)?)
    }

    /// A side has used up its time. Throws where the game is over.
    #[wasm_bindgen(js_name = loseOnTime)]
    pub fn lose_on_time(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] loser: &JsValue,
    ) -> Result<(), JsError> {
        Ok(self.0.lose_on_time(side(loser)?)?)
    }

    /// The players agree on a draw. Throws where the game is over.
    #[wasm_bindgen(js_name = agreeDraw)]
    pub fn agree_draw(&mut self) -> Result<(), JsError> {
        Ok(self.0.agree_draw()?)
    }

    /// The line of the current position.
    pub fn line(&self) -> String {
        self.0.position().to_string()
    }

    /// Sets a tag of the record.
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue,
    ) -> Result<(), JsError> {
        self.0.set_tag(&text(name, "the tag's name")?, &text(value, "the tag")?);
        Ok(())
    }

    /// A tag of the record.
    pub fn tag(&self, #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue) -> Option<String> {
        self.0.tag(&name.as_string()?).map(str::to_owned)
    }

    /// What may be said of the man on a point to a player who would take or move it; empty where nothing stands in
    /// the way. Throws where there is no such point.
    pub fn explain(&self, #[wasm_bindgen(unchecked_param_type = "string")] point: &JsValue) -> Result<String, JsError> {
        let position = self.0.position();
        let point = position.board().point(&text(point, "the point")?);
        let point = point.ok_or_else(|| JsError::new("this board has no such point"))?;
        Ok(position.explain(point).unwrap_or_default())
    }
}
