//! The options: what there is to set, and setting it.

use super::input::{Trouble, number, said, shown};
use super::{Engine, say, start};
use merels::level::LEVELS;
use merels::search::Searcher;
use merels::solution::table::directory::Tables;
use merels::{Preset, Rules};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// In MiB.
pub const DEFAULT_HASH: u32 = 64;
const MOST_HASH: u32 = 1 << 16;
/// No position has more turns.
const MOST_LINES: u32 = 500;
const MOST_THREADS: usize = 256;
/// One more than the levels that search.
const PERFECT: usize = LEVELS.len() + 1;

/// Says what can be set.
pub fn list() -> io::Result<()> {
    say(format_args!("option name Variant type string default {}", Preset::Nine.id()))?;
    say(format_args!("option name Level type spin default {} min 1 max {PERFECT}", LEVELS.len()))?;
    say(format_args!("option name Seed type spin default 0 min 0 max {}", u64::MAX))?;
    say(format_args!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"))?;
    say(format_args!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
    say(format_args!("option name Hash type spin default {DEFAULT_HASH} min 0 max {MOST_HASH}"))?;
    say("option name Data type string default <empty>")
}

impl Engine {
    /// Carries out `name NAME value VALUE`.
    pub(super) fn set_option(&mut self, text: &str) -> Result<(), Trouble> {
        let named = text.strip_prefix("name ").map(|rest| {
            let rest = rest.strip_suffix(" value").unwrap_or(rest);
            rest.split_once(" value ").unwrap_or((rest, ""))
        });
        let Some((name, value)) = named.map(|(name, value)| (name.trim(), value.trim())) else {
            return said("setoption wants name NAME value VALUE");
        };
        match name.to_ascii_lowercase().as_str() {
            "variant" => {
                let rules: Rules = value.parse().or_else(|error| said(format!("Variant, {error}")))?;
                self.position = start(rules)?;
                self.rules = rules;
                self.earlier.clear();
                self.searcher.clear();
            }
            "level" => {
                self.level = if value.eq_ignore_ascii_case("perfect") {
                    PERFECT
                } else {
                    number(value, "Level", 1, PERFECT as u64)? as usize
                };
                self.known.go_by_solutions(self.level == PERFECT);
                self.searcher.set_exact(self.known.source());
            }
            "seed" => self.seed = number(value, "Seed", 0, u64::MAX)?,
            "multipv" => self.lines = number(value, "MultiPV", 1, MOST_LINES.into())? as u32,
            "threads" => self.threads = number(value, "Threads", 1, MOST_THREADS as u64)? as usize,
            "hash" => {
                let hash = number(value, "Hash", 0, MOST_HASH.into())? as u32;
                self.searcher = Searcher::new(hash).or_else(|error| said(error.to_string()))?;
                self.searcher.set_exact(self.known.source());
            }
            "data" => {
                self.known.set_data(match value {
                    "" | "<empty>" => None,
                    path => {
                        Some(Arc::new(Tables::open(Path::new(path)).or_else(|error| said(format!("Data, {error}")))?))
                    }
                });
                self.searcher.set_exact(self.known.source());
            }
            _ => return said(format!("no option is called {}", shown(name))),
        }
        Ok(())
    }
}
