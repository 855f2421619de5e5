//! The boundary to JavaScript: typed, small, and suspicious.
//!
//! This file and those of its modules are the only ones that name `wasm_bindgen`, `js_sys` or `serde_wasm_bindgen`.
//! Arguments come in as whatever JavaScript has and are checked here;
//! bad ones throw an `Error` whose message says what is wrong, and leave the object as it was. What a player may have
//! caused carries a code as well.

mod collection;
mod engine;
mod explain;
mod explorer;
mod given;
mod learning;
mod puzzles;
mod schooling;
mod solver;
mod study;

use crate::game::{Game, PlayError, RemarkError};
use crate::moves::IllegalMove;
use crate::notation::{
    ReadError, read_any, read_move, read_record, write_fen, write_link, write_playok, write_position_link, write_record,
};
use crate::position::{Position, SetupError};
use crate::rules::Rules;
use crate::rules::text::SENTENCES;
use crate::view;
use given::{MOST_WHOLE, bytes, field, function, list, side, text, whole};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type SideName = 'white' | 'black';
export type PhaseName = 'placing' | 'moving' | 'flying';
export interface VariantInfo {
  /** The rule set as it is written: `nine`, `nine[fly=never]`. */
  spec: string; /** By which name and summary are translated. */ id: string;
  name: string; summary: string; kind: 'preset' | 'named'; board: string; men: number;
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
  /** The preset or named set that it is, as in `VariantInfo`; null where it is neither. */
  id: string | null;
  spec: string; name: string; base: string; custom: boolean; men: number;
  options: {
    key: string; title: string; value: string; words: string; changed: boolean;
    choices: { value: string; words: string }[];
  }[];
  board: BoardInfo;
}
/** A sentence with its name, for a translation; `values` are what is filled in at `{name}`. */
export interface Sentence { id: string; values: Record<string, string>; text: string }
/** The exact rules of a game. */
export interface RulesText {
  sections: {
    title: Sentence;
    clauses: {
      sentence: Sentence;
      /** The option that decides it. */
      option: string | null;
      /** What the preset says in its place, where the option was changed. */
      usual: Sentence | null;
      /** Where the sources disagree, and who says what. */
      dispute: Sentence | null;
    }[];
  }[];
  sources: string[];
}
/** A position that is being set up; `men` by point. */
export interface SetupDraft {
  spec: string; men: ('' | SideName)[]; turn: SideName; hands: { white: number; black: number };
}
export interface SetupFault {
  /** The error's code, as in `Refusal`. */
  id: string;
  text: string; side: SideName | null; men: number | null; most: number;
}
export interface SetupCheck {
  /** The position line, legal or not. */
  line: string;
  /** Everything that keeps it from being a position. */
  faults: SetupFault[];
  /** How the game is over in it, if it is. */
  outcome: GameOutcome | null;
}
/** What is thrown where a text, a position or a turn is refused, by which the message can be said in other languages. */
export interface Refusal extends Error {
  code: string;
  /** What is filled in: a number, a text, the id of a word (a side, a variant, a field), or how a game ended. */
  params: Record<string, number | string | GameOutcome>;
  /** Where in the text, from 1; null where that does not apply. */
  line: number | null; column: number | null;
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
/** Why a man may not be taken or moved now. */
export interface Explanation { id: 'in-hand' | 'no-way' | 'protected'; side: SideName; text: string }
export interface MoveNode {
  id: number; parent: number; text: string; side: SideName; number: number; comment: string; glyphs: number[];
  /** Between the start and the current position, or where redo leads. */
  onPath: boolean;
}
export interface GameOutcome {
  winner: SideName | null;
  /** Who has lost, or cannot move where that is a draw. */
  loser: SideName | null;
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
  /** The draws by a count that are in force, and how far each has come; in plies, or in times of this position. */
  limits: { reason: 'quiet' | 'ten-moves' | 'repetition'; count: number; limit: number }[];
  /** Where the side that is not to move could close a mill if it were its turn. */
  threats: string[];
  /** How the next turn of the side that is not to move may begin, whatever is played before; most will not be legal. */
  premoves: { from: string | null; to: string }[];
  /** Has the game come to an end, on its main line or on the one that is shown? */
  finished: boolean;
  /** What is said about the game as a whole. */
  comment: string;
  node: number;
  /** Each before those after it; of those with one parent the main line's first. */
  moves: MoveNode[];
}
export interface LevelInfo { level: number; name: string; about: string; /** How long it may think. */ millis: number;
  /** Does it play by exact values? It is for games that are solved; the search has the levels before it. */
  perfect: boolean;
}
"#;

/// What is thrown: an `Error` in English, with what the page needs to say it in other languages where it is about what
/// a player has written or done. An argument that no honest caller sends is answered in English only.
#[derive(Debug)]
pub struct Refused(JsValue);

impl From<Refused> for JsValue {
    fn from(refused: Refused) -> Self {
        refused.0
    }
}

impl From<JsError> for Refused {
    fn from(error: JsError) -> Self {
        Self(error.into())
    }
}

impl From<view::Refusal> for Refused {
    fn from(refusal: view::Refusal) -> Self {
        let error = js_sys::Error::new(&refusal.message);
        let told = data(&refusal).unwrap_or_else(JsValue::from);
        for name in ["code", "params", "line", "column"] {
            let value = js_sys::Reflect::get(&told, &name.into()).unwrap_or(JsValue::NULL);
            // A property of a new object can always be set.
            let _ = js_sys::Reflect::set(&error, &name.into(), &value);
        }
        Self(error.into())
    }
}

impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Self {
        view::refused_text(&error).into()
    }
}

impl From<SetupError> for Refused {
    fn from(error: SetupError) -> Self {
        view::refusal(&error).into()
    }
}

impl From<IllegalMove> for Refused {
    fn from(error: IllegalMove) -> Self {
        view::refusal(&error).into()
    }
}

impl From<RemarkError> for Refused {
    fn from(error: RemarkError) -> Self {
        view::refusal(&error).into()
    }
}

impl From<PlayError> for Refused {
    fn from(error: PlayError) -> Self {
        view::refusal(&error).into()
    }
}

fn data(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer =
        serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true).serialize_maps_as_objects(true);
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
pub fn rules(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<JsValue, Refused> {
    let rules: Rules = text(spec, "the rule set")?.parse()?;
    Ok(data(&view::rules(&rules))?)
}

/// The exact rules of a game in sentences. Throws where `spec` is not a rule set.
#[wasm_bindgen(js_name = rulesText, unchecked_return_type = "RulesText")]
pub fn rules_text(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<JsValue, Refused> {
    let rules: Rules = text(spec, "the rule set")?.parse()?;
    Ok(data(&view::rules_text(&rules))?)
}

/// Every sentence that `rulesText` may say, in English, with `{places}` to fill: what there is to translate.
#[wasm_bindgen(js_name = ruleSentences, unchecked_return_type = "[id: string, text: string][]")]
pub fn rule_sentences() -> Result<JsValue, JsError> {
    data(&SENTENCES)
}

/// What is to be said of a position that somebody sets up: all that is wrong with it, or that it is over already. Throws
/// where it is not even a setup: a rule set that is none, men for another board.
#[wasm_bindgen(js_name = checkSetup, unchecked_return_type = "SetupCheck")]
pub fn check_setup(#[wasm_bindgen(unchecked_param_type = "SetupDraft")] setup: &JsValue) -> Result<JsValue, Refused> {
    let men = list(&field(setup, "men", "the setup")?, "the men")?;
    let hands = field(setup, "hands", "the setup")?;
    let hand = |name: &str| -> Result<u8, JsError> {
        Ok(whole(&field(&hands, name, "the hands")?, "a hand", 0, u8::MAX.into())? as u8)
    };
    let rules: Rules = text(&field(setup, "spec", "the setup")?, "the rule set")?.parse()?;
    let draft = view::SetupDraft {
        men: men.iter().map(|man| text(man, "a man")).collect::<Result<_, JsError>>()?,
        turn: text(&field(setup, "turn", "the setup")?, "the side")?,
        hands: view::Both { white: hand("white")?, black: hand("black")? },
    };
    let setup = view::read_setup(rules, &draft).map_err(|reason| JsError::new(&reason))?;
    Ok(data(&view::check_setup(&setup))?)
}

/// The number of sequences of `depth` whole turns from a position. Throws on a bad position line.
#[wasm_bindgen]
pub fn perft(
    #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] depth: &JsValue,
) -> Result<f64, Refused> {
    let position: Position = text(line, "the position")?.parse()?;
    Ok(crate::perft(&position, whole(depth, "the depth", 0, 99)? as u32) as f64)
}

/// A game: the tree of turns played, and where one stands in it.
#[wasm_bindgen(js_name = Game)]
#[derive(Debug)]
pub struct WebGame(Game);

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// A new game by a rule set. Throws where `spec` is none.
    pub fn start(#[wasm_bindgen(unchecked_param_type = "string")] spec: &JsValue) -> Result<WebGame, Refused> {
        let rules: Rules = text(spec, "the rule set")?.parse()?;
        Ok(Self(Game::start(rules)?))
    }

    /// A game that begins with a position. Throws on a bad position line.
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(#[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue) -> Result<WebGame, Refused> {
        let position: Position = text(line, "the position")?.trim().parse()?;
        Ok(Self(Game::from_position(position)))
    }

    /// A game from its record. Throws where something in it cannot be read or played, with line and character.
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(#[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue) -> Result<WebGame, Refused> {
        Ok(Self(read_record(&text(record, "the record")?)?))
    }

    /// A game from whatever somebody has pasted: a position line, the 17-field FEN, a record, PlayOK's numbers. Throws
    /// where it is none of them, or is one with a fault, with the place and the reason.
    pub fn read(#[wasm_bindgen(unchecked_param_type = "string")] pasted: &JsValue) -> Result<WebGame, Refused> {
        Ok(Self(read_any(&text(pasted, "the text")?)?))
    }

    /// All that is needed to draw the game and to go on with it.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> Result<JsValue, JsError> {
        data(&view::game(&self.0))
    }

    /// Plays a whole turn, such as `d6`, `f2-f4xd5` or `pass`. Throws where it is not one, or not legal, or
    /// the game has as many moves as a record may have.
    pub fn play(&mut self, #[wasm_bindgen(unchecked_param_type = "string")] turn: &JsValue) -> Result<(), Refused> {
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
        let id = self.node(node)?;
        self.0.go_to(id);
        Ok(())
    }

    /// A side gives up. Throws where the game is over.
    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] loser: &JsValue,
    ) -> Result<(), Refused> {
        Ok(self.0.resign(side(loser)?)?)
    }

    /// A side has used up its time. Throws where the game is over.
    #[wasm_bindgen(js_name = loseOnTime)]
    pub fn lose_on_time(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] loser: &JsValue,
    ) -> Result<(), Refused> {
        Ok(self.0.lose_on_time(side(loser)?)?)
    }

    /// The players agree on a draw. Throws where the game is over.
    #[wasm_bindgen(js_name = agreeDraw)]
    pub fn agree_draw(&mut self) -> Result<(), Refused> {
        Ok(self.0.agree_draw()?)
    }

    /// Takes back what was declared at the current position: it goes on there. `false` where nothing was.
    pub fn retract(&mut self) -> bool {
        self.0.retract()
    }

    /// The line of the current position.
    pub fn line(&self) -> String {
        self.0.position().to_string()
    }

    /// The record of the whole game: tags, comments, variations and all.
    pub fn record(&self) -> String {
        write_record(&self.0)
    }

    /// The current position in the 17 fields that other mill programs use; nothing on boards that they do not know.
    pub fn fen(&self) -> Option<String> {
        write_fen(self.0.position())
    }

    /// The line of the game that one stands in, short and safe in a link; `Game.read` reads it.
    pub fn link(&self) -> String {
        write_link(&self.0)
    }

    /// The current position, safe in a link; `Game.read` reads it.
    #[wasm_bindgen(js_name = positionLink)]
    pub fn position_link(&self) -> String {
        write_position_link(self.0.position())
    }

    /// The main line in PlayOK's numbers; nothing where the game cannot be written so.
    pub fn playok(&self) -> Option<String> {
        write_playok(&self.0)
    }

    /// Sets a tag of the record. Throws where the name is none, or it is more than a record may have.
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue,
    ) -> Result<(), Refused> {
        Ok(self.0.set_tag(&text(name, "the tag's name")?, &text(value, "the tag")?)?)
    }

    /// A tag of the record.
    pub fn tag(&self, #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue) -> Option<String> {
        self.0.tag(&text(name, "the tag's name").ok()?).map(str::to_owned)
    }

    /// What may be said of the man on a point to a player who would take or move it; null where nothing stands in
    /// the way. Throws where there is no such point.
    #[wasm_bindgen(unchecked_return_type = "Explanation | null")]
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] point: &JsValue,
    ) -> Result<JsValue, JsError> {
        let position = self.0.position();
        let point = position.board().point(&text(point, "the point")?);
        let point = point.ok_or_else(|| JsError::new("this board has no such point"))?;
        data(&position.restriction(point).map(view::restriction))
    }
}

/// The levels of the computer, the weakest first.
#[wasm_bindgen(unchecked_return_type = "LevelInfo[]")]
pub fn levels() -> Result<JsValue, JsError> {
    data(&view::levels())
}
