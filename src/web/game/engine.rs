//! JavaScript API: the search engine.

use super::analysis::{JsMoveValues, move_values};
use super::argument::MOST_WHOLE;
use crate::level::LEVELS;
use crate::moves::History;
use crate::search::{Limits, Searcher, Status};
use crate::tablebase::opening::{Opening, OpeningReader};
use crate::web::argument::{
    JsNumber, JsText, JsTexts, field, given, items, list, position, turn, whole,
};
use crate::web::{Data, Refused, data, view};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// What ends a search, and how many lines it has; without any limit it ends when the value is
/// proved.
#[derive(tsify::Tsify)]
struct SearchLimits {
    /// In plies.
    #[tsify(optional)]
    depth: Option<u32>,
    /// In positions visited.
    #[tsify(optional)]
    nodes: Option<u64>,
    /// A level's limits, by its number from 1.
    #[tsify(optional)]
    level: Option<usize>,
    /// Makes a level's games differ.
    #[tsify(optional)]
    seed: Option<u64>,
    /// The number of best turns that get a line each, 1 by default; a level that errs has one.
    #[tsify(optional)]
    lines: Option<u32>,
    /// The time from `go` on, in milliseconds.
    #[tsify(optional)]
    movetime: Option<u64>,
}

impl SearchLimits {
    fn read(limits: &JsValue) -> Result<Self, Refused> {
        let limit = |name: &str, least: u32, most: u64| -> Result<Option<u64>, Refused> {
            let value = field(limits, name, "the limits")?;
            let number = given(&value).map(|value| whole(value, name, least, most));
            number.transpose()
        };
        // The page is typed; a program that misspells a limit would search for ever.
        #[cfg(feature = "package")]
        if let Some(object) = limits.dyn_ref::<js_sys::Object>() {
            const KNOWN: [&str; 6] = ["depth", "nodes", "level", "seed", "lines", "movetime"];
            let keys = js_sys::Object::keys(object);
            if let Some(key) = keys
                .iter()
                .find(|key| !KNOWN.iter().any(|known| key == known))
            {
                let key = key.as_string().unwrap_or_default();
                return Err(Refused::misuse(&format!("there is no limit {key:?}")));
            }
        }
        Ok(Self {
            seed: limit("seed", 0, MOST_WHOLE)?,
            level: limit("level", 1, LEVELS.len() as u64)?.map(|level| level as usize),
            depth: limit("depth", 1, crate::search::MAX_DEPTH.into())?.map(|depth| depth as u32),
            nodes: limit("nodes", 1, MOST_WHOLE)?,
            lines: limit("lines", 1, u32::MAX.into())?.map(|lines| lines as u32),
            movetime: limit("movetime", 1, MOST_WHOLE)?,
        })
    }
}

/// A data file that is being loaded.
#[derive(Debug)]
pub(super) enum Loading {
    Opening(Box<OpeningReader>),
    Weights(Vec<u8>),
}

/// The search. The caller steps it, so that a worker can answer messages in between.
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct WebEngine {
    pub(super) searcher: Searcher,
    root: Option<History>,
    /// When the search has to end, by [`now`].
    end: Option<f64>,
    /// The data file that is being loaded.
    pub(super) loading: Option<Loading>,
    /// The values of first placings that it plays by, a game each.
    pub(super) openings: Vec<Arc<Opening>>,
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// An engine with a transposition table of `hash` MiB, 1 to 1024. Throws where there is not
    /// enough memory.
    #[wasm_bindgen(constructor)]
    pub fn new(hash: &JsNumber) -> Result<WebEngine, Refused> {
        let hash = whole(hash, "the memory in MiB", 1, 1024)? as u32;
        let searcher = Searcher::new(hash).map_err(JsError::from)?;
        Ok(Self {
            searcher,
            root: None,
            end: None,
            loading: None,
            openings: Vec::new(),
        })
    }

    /// Sets the position to search: the one that the game began with, and the turns played since.
    /// Throws, and keeps the previous position, where they cannot be read or played.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, line: &JsText, moves: &JsTexts) -> Result<(), Refused> {
        let mut root = History::from(position(line)?);
        for mv in items(moves, "the moves")? {
            root.play(turn(&mv, "a move", root.position().board())?)?;
        }
        self.root = Some(root);
        Ok(())
    }

    /// Clears the transposition table: a new game begins.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Starts a search; no node is visited yet, but there is a best move unless the game is over.
    /// Throws where no position is set, or a limit is not a whole number in its range.
    pub fn go(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: &JsValue,
    ) -> Result<(), Refused> {
        let root = known(&self.root)?;
        let SearchLimits {
            depth,
            nodes,
            level,
            seed,
            lines,
            movetime,
        } = SearchLimits::read(limits)?;
        self.end = movetime.map(|millis| now() + millis as f64);
        let usual = match level {
            Some(level) => LEVELS[level - 1].limits(root.position(), seed.unwrap_or(0)),
            None => Limits::default(),
        };
        let (depth, nodes, lines) = (
            depth.or(usual.depth),
            nodes.or(usual.nodes),
            lines.unwrap_or(usual.lines),
        );
        self.searcher.start(
            root.position(),
            root.earlier(),
            Limits {
                depth,
                nodes,
                lines,
                ..usual
            },
        );
        Ok(())
    }

    /// Restricts the search that was just started to these turns, if one of them is legal. Throws
    /// where one cannot be read.
    #[wasm_bindgen(js_name = keepOnly)]
    pub fn keep_only(&mut self, turns: &JsTexts) -> Result<(), Refused> {
        let board = known(&self.root)?.position().board();
        let turns = list(turns, "the turns", |mv| turn(mv, "a turn", board))?;
        self.searcher.keep_only(&turns);
        Ok(())
    }

    /// Tells the search that was just started the exact values of turns. It then chooses among
    /// those of the best value, in a won game among those that repeat no position, and its scores
    /// are exact; with several lines it puts better values first. Throws where a turn or value
    /// cannot be read.
    pub fn know(&mut self, values: &JsMoveValues) -> Result<(), Refused> {
        let values = move_values(values, known(&self.root)?.position())?;
        let values: Vec<_> = values
            .into_iter()
            .map(|(mv, value)| (mv, value.wdl(), value.plies()))
            .collect();
        self.searcher.know(&values);
        Ok(())
    }

    /// Searches about `nodes` more nodes; whether the search has ended, as it does when its time is
    /// up.
    pub fn step(&mut self, nodes: &JsNumber) -> Result<bool, Refused> {
        let status = self
            .searcher
            .step(whole(nodes, "the nodes", 1, MOST_WHOLE)?);
        Ok(status == Status::Done || self.end.is_some_and(|end| now() >= end))
    }

    /// The latest result for the best turn; null before the first one.
    #[wasm_bindgen(unchecked_return_type = "SearchInfo | null")]
    pub fn info(&self) -> Data {
        let found = self.root.as_ref().zip(self.searcher.info());
        data(&found.map(|(root, info)| view::info(root.position(), info)))
    }

    /// The latest lines, the best first: as many as were asked for, or as there are legal turns.
    /// Empty where `info` is null.
    #[wasm_bindgen(unchecked_return_type = "SearchInfo[]")]
    pub fn lines(&self) -> Data {
        let lines = self.root.iter().flat_map(|root| {
            let lines = self.searcher.lines().iter();
            lines.map(|info| view::info(root.position(), info))
        });
        data(&lines.collect::<Vec<_>>())
    }

    /// The number of positions visited so far.
    pub fn nodes(&self) -> f64 {
        self.searcher.nodes() as f64
    }

    /// The best turn found so far; null where the game is over or no search was started.
    #[wasm_bindgen(js_name = bestMove, unchecked_return_type = "string | null")]
    pub fn best_move(&self) -> JsValue {
        let best = self.root.as_ref().zip(self.searcher.best_move());
        best.map_or(JsValue::NULL, |(root, best)| {
            view::written(root.position().board(), best).into()
        })
    }
}

/// The position that was set, with the turns before it.
fn known(root: &Option<History>) -> Result<&History, Refused> {
    root.as_ref()
        .ok_or_else(|| Refused::misuse("no position is set"))
}

#[wasm_bindgen]
extern "C" {
    /// The clock of pages, workers and Node, which all have it under this name.
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static CLOCK: web_sys::Performance;
}

/// The time in milliseconds; it never runs backwards.
fn now() -> f64 {
    CLOCK.with(web_sys::Performance::now)
}
