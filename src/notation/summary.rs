//! A game's entry in a list of games: what is shown and searched.

use crate::game::{Game, NodeId};
use crate::position::Outcome;
use crate::rules::Rules;
use serde::Serialize;

/// The number of turns that are shown as the opening.
const OPENING: usize = 8;

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "web"),
    derive(tsify::Tsify),
    tsify(rename = "FileSummary")
)]
#[non_exhaustive]
pub struct Summary {
    /// The event tag; empty, like the next three, if it is missing or `?`.
    pub event: String,
    /// The date tag, usually `2026.11.21`.
    pub date: String,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// `*` where the game goes on.
    #[cfg_attr(
        all(target_arch = "wasm32", feature = "web"),
        tsify(type = "'1-0' | '0-1' | '1/2-1/2' | '*'")
    )]
    pub result: &'static str,
    /// The rule set.
    #[serde(rename = "spec")]
    #[cfg_attr(all(target_arch = "wasm32", feature = "web"), tsify(type = "string"))]
    pub rules: Rules,
    /// The number of turns in the main line.
    pub plies: usize,
    /// The first eight of them, with spaces between.
    pub opening: String,
}

impl Summary {
    /// The summary of a game.
    pub fn of(game: &Game) -> Self {
        let tag = |name| {
            game.tag(name)
                .filter(|value| !matches!(*value, "?" | "-"))
                .unwrap_or_default()
                .to_owned()
        };
        let line = game.main_line();
        let turns = line.iter().take(OPENING + 1).filter_map(|&id| {
            let node = game.node(id);
            Some(node.mv()?.display(node.position().board()).to_string())
        });
        Self {
            event: tag("Event"),
            date: tag("Date"),
            white: tag("White"),
            black: tag("Black"),
            result: line
                .last()
                .and_then(|&end| game.outcome_at(end))
                .map_or("*", Outcome::result),
            rules: *game.node(NodeId::ROOT).position().rules(),
            plies: line.len() - 1,
            opening: turns.collect::<Vec<_>>().join(" "),
        }
    }

    /// The text that a search goes through, in lower case: names, event, date, result, the rules
    /// and their name, the first turns.
    pub fn words(&self) -> String {
        let rules = self.rules.to_string();
        let name = self.rules.name();
        let parts = [
            &self.white,
            &self.black,
            &self.event,
            &self.date,
            self.result,
            &rules,
            &name,
            &self.opening,
        ];
        parts.join("\n").to_lowercase()
    }

    /// Whether every word of a search, separated by spaces, occurs in [`words`](Self::words).
    pub fn matches(&self, search: &str) -> bool {
        let words = self.words();
        search
            .to_lowercase()
            .split_whitespace()
            .all(|word| words.contains(word))
    }
}
