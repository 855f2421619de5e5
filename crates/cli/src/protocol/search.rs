//! The search limits of `go`.

use super::command::Search;
use super::error::{CommandError, number, refuse, shown};
use super::session::Session;
use super::time::{Clock, TimeFactors};
use merels::level::LEVELS;
use merels::position::{BySide, Phase, Side};
use merels::search::Limits;

/// The clocks of both sides that were given.
#[derive(Default)]
struct Clocks {
    left: BySide<Option<u64>>,
    increment: BySide<u64>,
    moves_to_go: Option<u64>,
    given: bool,
}

impl Clocks {
    /// Takes a word of `go` and the one that follows it; `Ok(false)` if it is about no clock.
    fn read(&mut self, word: &str, value: &str) -> Result<bool, CommandError> {
        // More than 49 days are not a game.
        let most = u64::from(u32::MAX);
        // A referee that grants some lag says of a clock that has run out by how much.
        let left = || match value.strip_prefix('-') {
            Some(over) => number(over, word, 0, most).map(|_| 0),
            None => number(value, word, 0, most),
        };
        match word {
            "wtime" => self.left[Side::White] = Some(left()?),
            "btime" => self.left[Side::Black] = Some(left()?),
            "winc" => self.increment[Side::White] = number(value, word, 0, most)?,
            "binc" => self.increment[Side::Black] = number(value, word, 0, most)?,
            "movestogo" => self.moves_to_go = Some(number(value, word, 1, most)?),
            _ => return Ok(false),
        }
        self.given = true;
        Ok(true)
    }

    /// The clock of the side to move; `None` if no clocks were given.
    fn of(&self, side: Side) -> Result<Option<Clock>, CommandError> {
        match self.left[side] {
            Some(left) => Ok(Some(Clock {
                left,
                increment: self.increment[side],
                moves_to_go: self.moves_to_go,
            })),
            None if !self.given => Ok(None),
            None => {
                let word = match side {
                    Side::White => "wtime",
                    Side::Black => "btime",
                };
                refuse(format!("{side} is to move: go wants {word}"))
            }
        }
    }
}

impl Session {
    /// Parses the words after `go`.
    pub(super) fn read_search(&self, text: &str) -> Result<Search, CommandError> {
        let (mut depth, mut nodes, mut millis, mut infinite) = (None, None, None, false);
        let mut clocks = Clocks::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let value = words.clone().next().unwrap_or_default();
            if clocks.read(word, value)? {
                words.next();
                continue;
            }
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
                        "go knows depth, nodes, movetime, wtime, btime, winc, binc, movestogo and infinite, not {}",
                        shown(word)
                    ));
                }
            };
            *limit = Some(number(value, word, least, most)?);
            words.next();
        }
        let time = clocks
            .of(self.position().side_to_move())?
            .map(|clock| clock.limits(self.time_factors()));
        let timed = millis.is_some() || time.is_some();
        let counted = (nodes.is_some() || depth.is_some()) && !timed && !infinite;
        // No limits given: the level's own apply.
        let plain = !counted && !timed && !infinite;
        let level = self.level();
        // The strongest levels drop their own limits if some are given.
        let free = self.level_number() >= LEVELS.len() && !plain;
        let usual = if free {
            Limits::default()
        } else {
            level.limits(self.position(), self.seed())
        };
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let mut limits = Limits::default().lines(self.lines());
        limits.depth = least(usual.depth.map(u64::from), depth).map(|depth| depth as u32);
        limits.nodes = least(usual.nodes, nodes);
        // The perfect level does not vary its first placing: even that may lose.
        limits.handicap = usual.handicap.filter(|_| !self.is_perfect());
        let millis = if plain {
            Some(level.millis.into())
        } else {
            least(millis, time.map(|time| time.hard)).filter(|_| !infinite)
        };
        Ok(Search {
            limits,
            millis,
            soft: time.map(|time| time.soft).filter(|_| !infinite),
            infinite,
            counted,
        })
    }

    /// What the time for a move depends on besides the clock.
    fn time_factors(&self) -> TimeFactors {
        let position = self.position();
        TimeFactors {
            forced: position.legal_moves().len() < 2,
            flying: position.phase(position.side_to_move()) == Phase::Flying,
        }
    }
}
