//! The search limits of `go`.

use super::command::Search;
use super::error::{CommandError, number, refuse, shown};
use super::session::Session;
use merels::level::LEVELS;
use merels::search::Limits;

impl Session {
    /// Parses the words after `go`.
    pub(super) fn read_search(&self, text: &str) -> Result<Search, CommandError> {
        let (mut depth, mut nodes, mut millis, mut infinite) = (None, None, None, false);
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let (limit, least, most) = match word {
                "infinite" => {
                    infinite = true;
                    continue;
                }
                "depth" => (&mut depth, 1, u64::from(u32::MAX)),
                "nodes" => (&mut nodes, 1, u64::MAX),
                "movetime" => (&mut millis, 0, u64::from(u32::MAX)),
                _ => {
                    return refuse(format!(
                        "go knows depth, nodes, movetime and infinite, not {}",
                        shown(word)
                    ));
                }
            };
            *limit = Some(number(words.next().unwrap_or_default(), word, least, most)?);
        }
        let counted = (nodes.is_some() || depth.is_some()) && millis.is_none() && !infinite;
        // No limits given: the level's own apply.
        let plain = !counted && millis.is_none() && !infinite;
        let level = self.level();
        // The strongest levels drop their own limits if some are given.
        let free = self.level_number() >= LEVELS.len() && !plain;
        let usual = if free {
            Limits::default()
        } else {
            level.limits(self.position(), self.seed())
        };
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let limits = Limits {
            depth: least(usual.depth.map(u64::from), depth).map(|depth| depth as u32),
            nodes: least(usual.nodes, nodes),
            lines: self.lines(),
            // The perfect level does not vary its first placing: even that may lose.
            handicap: usual.handicap.filter(|_| !self.is_perfect()),
        };
        let millis = if plain {
            Some(level.millis.into())
        } else {
            millis.filter(|_| !infinite)
        };
        Ok(Search {
            limits,
            millis,
            infinite,
            counted,
        })
    }
}
