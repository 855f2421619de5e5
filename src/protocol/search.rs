//! `go`: what ends a search.

use super::{Complaint, Session, number, refuse, shown};
use crate::level::LEVELS;
use crate::search::Limits;

/// A search that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// What ends it of itself, and how it errs.
    pub limits: Limits,
    /// It has so many milliseconds; `None`: as many as it takes.
    pub millis: Option<u64>,
    /// It goes on until it is told to stop, even where there is no more to find.
    pub infinite: bool,
    /// Only nodes or depth end it: it has the same answer every time.
    pub counted: bool,
}

impl Search {
    /// Reads the words after `go`.
    pub(super) fn read(session: &Session, text: &str) -> Result<Self, Complaint> {
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
                _ => return refuse(format!("go knows depth, nodes, movetime and infinite, not {}", shown(word))),
            };
            *limit = Some(number(words.next().unwrap_or_default(), word, least, most)?);
        }
        let counted = (nodes.is_some() || depth.is_some()) && millis.is_none() && !infinite;
        // Nothing was asked for: the level knows what to do.
        let plain = !counted && millis.is_none() && !infinite;
        let level = session.level();
        // The strongest have no limits of their own where some are given.
        let free = session.level_number() >= LEVELS.len() && !plain;
        let usual = if free { Limits::default() } else { level.limits(session.position(), session.seed()) };
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let limits = Limits {
            depth: least(usual.depth.map(u64::from), depth).map(|depth| depth as u32),
            nodes: least(usual.nodes, nodes),
            lines: session.lines(),
            // Even a first man may lose the game: the perfect one does not vary it.
            taste: usual.taste.filter(|_| !session.is_perfect()),
        };
        let millis = if plain { Some(level.millis.into()) } else { millis.filter(|_| !infinite) };
        Ok(Self { limits, millis, infinite, counted })
    }
}
