//! JavaScript API: a game, its rules, and setting up a position.

mod analysis;
mod argument;
mod collection;
mod engine;
mod explain;
mod explorer;
mod loading;
mod puzzles;

use crate::game::Game;
use crate::notation::{
    read_any_with, read_begin, read_record, write_fen, write_link, write_mfen, write_playok,
    write_position_link, write_record, write_sanmill,
};
use crate::position::Position;
use crate::rules::Preset;
#[cfg(feature = "package")]
use crate::rules::Rules;
use crate::rules::text::rules_in_words;
use crate::web::argument::{JsNumber, JsText, field, given, list, rule_set, text, turn, whole};
use crate::web::{Data, Refused, data, view};
use argument::side;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The crate's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Every game that is offered: the presets, then the named sets.
#[wasm_bindgen(unchecked_return_type = "VariantInfo[]")]
pub fn variants() -> Data {
    data(&view::variants())
}

/// A rule set in full: its name, its options in words, its board. Throws where `spec` is not a rule
/// set.
#[wasm_bindgen(unchecked_return_type = "RulesInfo")]
pub fn rules(spec: &JsText) -> Data {
    let rules = rule_set(spec)?;
    data(&view::rules(&rules))
}

/// The exact rules of a game in sentences. Throws where `spec` is not a rule set.
#[wasm_bindgen(js_name = rulesText, unchecked_return_type = "RulesText")]
pub fn rules_text(spec: &JsText) -> Data {
    let rules = rule_set(spec)?;
    data(&rules_in_words(&rules))
}

/// Checks a position that is being set up: everything that is wrong with it, or how the game is
/// over in it. Throws where it is not even a setup: the rule set is invalid, or the men are for
/// another board.
#[wasm_bindgen(js_name = checkSetup, unchecked_return_type = "SetupCheck")]
pub fn check_setup(#[wasm_bindgen(unchecked_param_type = "SetupDraft")] setup: &JsValue) -> Data {
    let hands = field(setup, "hands", "the setup")?;
    let hand = |name: &str| -> Result<u8, Refused> {
        let hand = field(&hands, name, "the hands")?;
        Ok(whole(&hand, "a hand", 0, u8::MAX.into())? as u8)
    };
    let from = field(setup, "from", "the setup")?;
    let draft = view::SetupDraft {
        men: list(&field(setup, "men", "the setup")?, "the men", |man| {
            text(man, "a man")
        })?,
        spec: text(&field(setup, "spec", "the setup")?, "the rule set")?,
        turn: text(&field(setup, "turn", "the setup")?, "the side")?,
        hands: view::Both {
            white: hand("white")?,
            black: hand("black")?,
        },
        from: given(&from)
            .map(|line| text(line, "the position line"))
            .transpose()?,
    };
    let setup =
        view::read_setup(draft.spec.parse()?, &draft).map_err(|reason| Refused::misuse(&reason))?;
    data(&view::check_setup(&setup))
}

#[wasm_bindgen(typescript_custom_section)]
const READING: &str = r"
/** A pasted text as far as it could be read. */
export interface Reading {
  game: Game;
  /** The last turn, where the text ends before its capture. */
  half: { from: string | null; to: string } | null;
  /** Why the rest could not be read: an `Error` with a refusal's properties. */
  error: (Error & Refusal) | null;
  /** Does the text tell which game it is? */
  told: boolean;
}
";

#[cfg(feature = "package")]
#[wasm_bindgen(typescript_custom_section)]
const READING_AROUND: &str = r"
export interface Reading {
  /**
   * Where the text does not tell which game it is, or names one that is not known: the rule sets that
   * it may be of, the likeliest first. `game` is of the first; unknown, this is an `error`, too.
   */
  games: string[];
  /** Were words around the game left out, such as those of a mail? */
  leftOut: boolean;
}
";

/// A turn without its captures.
#[derive(Serialize)]
struct Half {
    from: Option<String>,
    to: String,
}

#[cfg(feature = "package")]
fn games(of: &[Rules]) -> Data {
    data(&of.iter().map(Rules::to_string).collect::<Vec<_>>())
}

/// A game: the tree of turns played, and the current position in it.
#[wasm_bindgen(js_name = Game)]
#[derive(Debug)]
pub struct WebGame(pub(in crate::web) Game);

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// A new game by a rule set. Throws where `spec` is not a rule set.
    pub fn start(spec: &JsText) -> Result<WebGame, Refused> {
        let rules = rule_set(spec)?;
        Ok(Self(Game::start(rules)?))
    }

    /// A game that begins with a position. Throws on a bad position line.
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(line: &JsText) -> Result<WebGame, Refused> {
        let position: Position = text(line, "the position")?.trim().parse()?;
        Ok(Self(Game::from_position(position)))
    }

    /// A game from its record. Throws where something in it cannot be read or played, with line and
    /// character.
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(record: &JsText) -> Result<WebGame, Refused> {
        Ok(Self(read_record(&text(record, "the record")?)?))
    }

    /// A game from pasted text: a position line, the 17-field FEN, an MFEN, a record, PlayOK's
    /// numbers. A FEN does not tell the rules: they are `spec`, or Nine Men's Morris if it is left
    /// out or its board has not 24 points. Throws where the text cannot be read, with the place and
    /// the reason.
    pub fn read(
        pasted: &JsText,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] spec: &JsValue,
    ) -> Result<WebGame, Refused> {
        let rules = match given(spec) {
            Some(spec) => text(spec, "the rules")?.parse()?,
            None => Preset::Nine.rules(),
        };
        Ok(Self(read_any_with(&text(pasted, "the text")?, rules)?))
    }

    /// Reads as much of the text as it can: it may end before a capture, go wrong later on, or
    /// (in the package) have words around it. Where its `Variant` is unknown or does not tell the game,
    /// `answer` is its rule set; without one, the package reads it as the likeliest game. Throws where
    /// not even the beginning can be read.
    #[wasm_bindgen(js_name = readBegin, unchecked_return_type = "Reading")]
    pub fn read_begin(
        pasted: &JsText,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] spec: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] answer: &JsValue,
    ) -> Data {
        let rules = given(spec).map_or_else(|| Ok(Preset::Nine.rules()), rule_set)?;
        let answer = given(answer).map(rule_set).transpose()?;
        let reading = read_begin(&text(pasted, "the text")?, rules, answer)?;
        let board = reading.game.position().board();
        let half = reading.half.and_then(|half| {
            let to = board.coordinate(half.to()?).to_string();
            let from = half.from().map(|from| board.coordinate(from).to_string());
            Some(Half { from, to })
        });
        let object = js_sys::Object::new();
        let error = reading
            .error
            .map(|error| JsValue::from(Refused::from(error)));
        for (name, value) in [
            ("half", data(&half)?),
            ("error", error.unwrap_or(JsValue::NULL)),
            ("told", reading.games.is_empty().into()),
            #[cfg(feature = "package")]
            ("games", games(&reading.games)?),
            #[cfg(feature = "package")]
            ("leftOut", reading.left_out.into()),
            ("game", Self(reading.game).into()),
        ] {
            // A property of a new object can always be set.
            let _ = js_sys::Reflect::set(&object, &name.into(), &value);
        }
        Ok(object.into())
    }

    /// Everything that is needed to draw the game and to continue it.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> Data {
        data(&view::game(&self.0))
    }

    /// Plays a whole turn, such as `d6`, `f2-f4xd5` or `pass`, and returns its node. Throws where
    /// it cannot be read or is illegal, or the game is full.
    pub fn play(&mut self, turn: &JsText) -> Result<usize, Refused> {
        let mv = self::turn(turn, "the move", self.0.position().board())?;
        Ok(self.0.play(mv)?.index())
    }

    /// A turn as records have it, of one that a person has typed. Throws where it cannot be read;
    /// whether it is legal is not checked.
    #[wasm_bindgen(js_name = asWritten)]
    pub fn as_written(&self, turn: &JsText) -> Result<String, Refused> {
        let board = self.0.position().board();
        let mv = self::turn(turn, "the move", board)?;
        Ok(mv.display(board).to_string())
    }

    /// Goes one turn back; `false` at the start. Nothing is deleted.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Goes one turn forward again; `false` at the end.
    pub fn redo(&mut self) -> bool {
        self.0.redo()
    }

    /// Goes to a node of the tree, 0 for the start. Throws where there is no such node.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, node: &JsNumber) -> Result<(), Refused> {
        let id = self.node(node)?;
        self.0.go_to(id);
        Ok(())
    }

    /// A side resigns. Throws where the game is over.
    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Side")] loser: &JsValue,
    ) -> Result<(), Refused> {
        Ok(self.0.resign(side(loser)?)?)
    }

    /// A side has used up its time. Throws where the game is over.
    #[wasm_bindgen(js_name = loseOnTime)]
    pub fn lose_on_time(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Side")] loser: &JsValue,
    ) -> Result<(), Refused> {
        Ok(self.0.lose_on_time(side(loser)?)?)
    }

    /// The players agree on a draw. Throws where the game is over.
    #[wasm_bindgen(js_name = agreeDraw)]
    pub fn agree_draw(&mut self) -> Result<(), Refused> {
        Ok(self.0.agree_draw()?)
    }

    /// Takes back a resignation, a loss on time or an agreed draw at the current position; `false`
    /// where there was none.
    pub fn retract(&mut self) -> bool {
        self.0.retract()
    }

    /// The line of the current position.
    pub fn line(&self) -> String {
        self.0.position().to_string()
    }

    /// The record of the whole game, with tags, comments and variations.
    pub fn record(&self) -> String {
        write_record(&self.0)
    }

    /// The current position in the 17 fields that other mill programs use; nothing on boards that
    /// these do not have.
    pub fn fen(&self) -> Option<String> {
        write_fen(self.0.position())
    }

    /// The current position in the Mill Interchange Format, MFEN 1.0; nothing where that cannot
    /// tell it.
    pub fn mfen(&self) -> Option<String> {
        write_mfen(self.0.position())
    }

    /// The current line of the game, short and safe in a link; `Game.read` reads it.
    pub fn link(&self) -> String {
        write_link(&self.0)
    }

    /// The current position, safe in a link; `Game.read` reads it.
    #[wasm_bindgen(js_name = positionLink)]
    pub fn position_link(&self) -> String {
        write_position_link(self.0.position())
    }

    /// The main line in PlayOK's numbers; nothing where these cannot express the game.
    pub fn playok(&self) -> Option<String> {
        write_playok(&self.0)
    }

    /// The main line as Sanmill writes it; nothing where it does not know the game.
    pub fn sanmill(&self) -> Option<String> {
        write_sanmill(&self.0)
    }

    /// Sets a tag of the record. Throws where the name is invalid, or the record would become too
    /// long.
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(&mut self, name: &JsText, value: &JsText) -> Result<(), Refused> {
        Ok(self
            .0
            .set_tag(&text(name, "the tag's name")?, &text(value, "the tag")?)?)
    }

    /// A tag of the record; nothing where it is not set.
    pub fn tag(&self, name: &JsText) -> Option<String> {
        self.0
            .tag(&text(name, "the tag's name").ok()?)
            .map(str::to_owned)
    }

    /// Why the man on a point may not be taken or moved now; null where it may, or the point is
    /// empty. Throws where there is no such point.
    #[wasm_bindgen(js_name = whyNot, unchecked_return_type = "Restriction | null")]
    pub fn why_not(&self, point: &JsText) -> Data {
        let position = self.0.position();
        let point = position.board().point(&text(point, "the point")?);
        let point = point.ok_or_else(|| Refused::misuse("this board has no such point"))?;
        data(&position.restriction(point).map(view::restriction))
    }
}

/// The levels of the computer, the weakest first.
#[wasm_bindgen(unchecked_return_type = "LevelInfo[]")]
pub fn levels() -> Data {
    data(&view::levels())
}
