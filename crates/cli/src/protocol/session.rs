//! A session: its options and position.

use super::command::EngineCommand;
use super::error::{CommandError, number, refuse, shown};
use merels::level::{LEVELS, Level, PERFECT as PERFECT_LEVEL};
use merels::moves::History;
use merels::notation::read_move;
use merels::position::Position;
use merels::rules::{Preset, Rules};

/// The default size of the transposition table, in MiB.
pub const DEFAULT_HASH: u32 = 64;
/// The maximum size of the transposition table, in MiB.
pub const MAX_HASH: u32 = 1 << 16;
/// The maximum MultiPV: no position has more moves.
pub const MAX_LINES: u32 = 500;
/// The maximum number of threads.
pub const MAX_THREADS: usize = 256;
/// The number of the level that plays by exact values: one more than the number of [`LEVELS`].
pub const PERFECT: usize = LEVELS.len() + 1;

/// The options, the position, and the turns that led to it.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Rules,
    /// From 1 to [`PERFECT`].
    level: usize,
    seed: u64,
    lines: u32,
    threads: usize,
    history: History,
}

impl Default for Session {
    fn default() -> Self {
        let rules = Preset::Nine.rules();
        let history = start(rules).unwrap_or_else(|_| unreachable!("presets are sound"));
        Self {
            rules,
            level: LEVELS.len(),
            seed: 0,
            lines: 1,
            threads: 1,
            history,
        }
    }
}

fn start(rules: Rules) -> Result<History, CommandError> {
    Position::start(rules)
        .map(History::from)
        .or_else(|error| refuse(error.to_string()))
}

impl Session {
    /// The level, which knows its limits.
    pub fn level(&self) -> &'static Level {
        LEVELS.get(self.level - 1).unwrap_or(&PERFECT_LEVEL)
    }

    /// Its number, from 1 to [`PERFECT`].
    pub fn level_number(&self) -> usize {
        self.level
    }

    /// Whether it is to go by exact values.
    pub fn is_perfect(&self) -> bool {
        self.level == PERFECT
    }

    /// The seed that makes a level's games differ.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// MultiPV: the number of lines.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The position to search.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The identities of the game's positions before that one.
    pub fn earlier(&self) -> &[u128] {
        self.history.earlier()
    }

    /// Parses a line and applies it to the session.
    ///
    /// # Errors
    /// If it is not a command, or cannot be executed; the session is then unchanged.
    pub fn take(&mut self, line: &str) -> Result<EngineCommand, CommandError> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            // There is no search to stop.
            "" | "stop" => Ok(EngineCommand::Nothing),
            "quit" => Ok(EngineCommand::Quit),
            "uci" => Ok(EngineCommand::Introduce),
            "isready" => Ok(EngineCommand::Ready),
            "ucinewgame" => Ok(EngineCommand::Forget),
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "go" => self.read_search(rest).map(EngineCommand::Go),
            _ => refuse(format!("unknown command {}", shown(line))),
        }
    }

    fn set_position(&mut self, text: &str) -> Result<EngineCommand, CommandError> {
        let mut words = text.split_whitespace();
        let mut history = match words.next() {
            Some("start") => {
                if let Some(word) = words.next().filter(|&word| word != "moves") {
                    return refuse(format!("moves should follow, not {}", shown(word)));
                }
                start(self.rules)?
            }
            Some("line") => {
                let line: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
                let position: Result<Position, _> = line.join(" ").parse();
                position
                    .map(History::from)
                    .or_else(|error| refuse(format!("position line, {error}")))?
            }
            _ => {
                return refuse(
                    "position wants start or line LINE, and moves MOVE… if some were played",
                );
            }
        };
        for (i, word) in words.enumerate() {
            let wrong =
                |reason: String| CommandError(format!("move {}, {}: {reason}", i + 1, shown(word)));
            let mv = read_move(word, history.position().board())
                .map_err(|error| wrong(error.to_string()))?;
            history.play(mv).map_err(|error| wrong(error.to_string()))?;
        }
        // Table entries of other rules would be wrong.
        let other = history.position().rules() != self.position().rules();
        self.history = history;
        Ok(if other {
            EngineCommand::Forget
        } else {
            EngineCommand::Nothing
        })
    }

    /// Parses `name NAME value VALUE`.
    fn set_option(&mut self, text: &str) -> Result<EngineCommand, CommandError> {
        let named = text.strip_prefix("name ").map(|rest| {
            let rest = rest.strip_suffix(" value").unwrap_or(rest);
            rest.split_once(" value ").unwrap_or((rest, ""))
        });
        let Some((name, value)) = named.map(|(name, value)| (name.trim(), value.trim())) else {
            return refuse("setoption wants name NAME value VALUE");
        };
        match name.to_ascii_lowercase().as_str() {
            "variant" => {
                let rules: Rules = value
                    .parse()
                    .or_else(|error| refuse(format!("Variant, {error}")))?;
                self.history = start(rules)?;
                self.rules = rules;
                return Ok(EngineCommand::Forget);
            }
            "level" => {
                self.level = if value.eq_ignore_ascii_case("perfect") {
                    PERFECT
                } else {
                    number(value, "Level", 1, PERFECT as u64)? as usize
                };
                return Ok(EngineCommand::Level);
            }
            "seed" => self.seed = number(value, "Seed", 0, u64::MAX)?,
            "multipv" => self.lines = number(value, "MultiPV", 1, MAX_LINES.into())? as u32,
            "threads" => self.threads = number(value, "Threads", 1, MAX_THREADS as u64)? as usize,
            "hash" => {
                return Ok(EngineCommand::Hash(
                    number(value, "Hash", 0, MAX_HASH.into())? as u32,
                ));
            }
            "data" => {
                let path = (!["", "<empty>"].contains(&value)).then(|| value.to_owned());
                return Ok(EngineCommand::Data(path));
            }
            _ => return refuse(format!("no option is called {}", shown(name))),
        }
        Ok(EngineCommand::Nothing)
    }
}
