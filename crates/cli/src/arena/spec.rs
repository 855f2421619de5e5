//! Players as text.

use super::external::External;
use super::perfect::{ByValues, PerfectPlayer};
use super::player::{Fault, Player};
use super::searching::{AtLevel, Limit, Searching};
use super::simple::{Closer, Randomly};
use merels::level::{LEVELS, Level, PERFECT};
use merels::search::{Limits, evaluate};
use merels::tablebase::Data;
use merels::value::Probe;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// A player as it is written on a command line:
///
/// | | |
/// | --- | --- |
/// | `level:N`, `level:perfect` | a level, from 1; the perfect one by exact values, where the setting has them |
/// | `movetime:MS`, `nodes:N`, `depth:N` | the search within a limit |
/// | `perfect:DIR` | exact values from a directory of tables or a pack |
/// | `closer` | closes mills, blocks mills, else plays at random |
/// | `random` | any legal turn |
/// | `engine:COMMAND` | a program; with `?movetime=MS`, `?nodes=N`, `?depth=N` or options, joined by `&` |
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A level by its number, from 1; one more is the perfect one.
    Level(usize),
    /// The search within a limit.
    Search(Limit),
    /// Exact values.
    Perfect(PathBuf),
    /// See [`Closer`].
    Closer,
    /// See [`Randomly`].
    Random,
    /// A program.
    Engine {
        /// How it is started.
        command: String,
        /// What follows `go`, by name.
        limits: Vec<(String, u64)>,
        /// The options to set, by name.
        options: Vec<(String, String)>,
    },
}

/// The limits that `go` knows.
const LIMITS: [&str; 3] = ["movetime", "nodes", "depth"];

/// Why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SpecError(String);

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let limit = |search, time| Ok(Self::Search(Limit { search, time }));
        match kind {
            "level" if rest.eq_ignore_ascii_case("perfect") => Ok(Self::Level(LEVELS.len() + 1)),
            "level" => number(rest, "level", 1, LEVELS.len() as u64 + 1)
                .map(|level| Self::Level(level as usize))
                .map_err(|SpecError(why)| {
                    SpecError(format!("{why}; level:perfect is the highest"))
                }),
            "movetime" => {
                let millis = number(rest, kind, 0, u64::from(u32::MAX))?;
                limit(Limits::default(), Some(Duration::from_millis(millis)))
            }
            "nodes" => limit(
                Limits::default().nodes(number(rest, kind, 1, u64::MAX)?),
                None,
            ),
            "depth" => {
                let depth = number(rest, kind, 1, u64::from(u32::MAX))? as u32;
                limit(Limits::default().depth(depth), None)
            }
            "perfect" if !rest.is_empty() => Ok(Self::Perfect(rest.into())),
            "closer" if rest.is_empty() => Ok(Self::Closer),
            "random" if rest.is_empty() => Ok(Self::Random),
            "engine" if !rest.is_empty() => engine(rest),
            _ => Err(SpecError(format!(
                "{text:?} is no player: level:N, movetime:MS, nodes:N, depth:N, perfect:DIR, closer, random or engine:COMMAND"
            ))),
        }
    }
}

fn engine(text: &str) -> Result<Spec, SpecError> {
    let (command, asked) = text.rsplit_once('?').unwrap_or((text, ""));
    let (mut limits, mut options) = (Vec::new(), Vec::new());
    for part in asked.split('&').filter(|part| !part.is_empty()) {
        match part.split_once('=') {
            Some((name, value)) if LIMITS.contains(&name) => {
                limits.push((name.to_owned(), number(value, name, 0, u64::MAX)?));
            }
            Some((name, value)) => options.push((name.to_owned(), value.to_owned())),
            None => return Err(SpecError(format!("{part:?} should be NAME=VALUE"))),
        }
    }
    Ok(Spec::Engine {
        command: command.to_owned(),
        limits,
        options,
    })
}

fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, SpecError> {
    let found = text
        .parse()
        .ok()
        .filter(|found| (least..=most).contains(found));
    found.ok_or_else(|| {
        SpecError(format!(
            "{what} wants a number from {least} to {most}, not {text:?}"
        ))
    })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) if *level > LEVELS.len() => f.write_str("level:perfect"),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Search(Limit { search, time }) => match (time, search.nodes, search.depth) {
                (Some(time), ..) => write!(f, "movetime:{}", time.as_millis()),
                (_, Some(nodes), _) => write!(f, "nodes:{nodes}"),
                (_, _, Some(depth)) => write!(f, "depth:{depth}"),
                _ => f.write_str("search"),
            },
            Self::Perfect(_) => f.write_str("perfect"),
            Self::Closer => f.write_str("closer"),
            Self::Random => f.write_str("random"),
            Self::Engine {
                command,
                limits,
                options,
            } => {
                let limits = limits.iter().map(|(name, value)| format!("{name}={value}"));
                let options = options
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"));
                let asked: Vec<_> = limits.chain(options).collect();
                let mark = if asked.is_empty() { "" } else { "?" };
                write!(f, "engine:{command}{mark}{}", asked.join("&"))
            }
        }
    }
}

/// What players need to be made.
pub struct Setting {
    /// The transposition table of each search of our own, in MiB.
    pub hash: u32,
    /// What every search of our own may ask, unless it errs on purpose.
    pub exact: Option<Arc<dyn Probe>>,
    /// What the perfect level asks instead, where there is such a thing.
    pub perfect: Option<Arc<dyn Probe>>,
    /// How long a program may take for a turn, beyond the time that it was given.
    pub patience: Duration,
    /// Directories that were opened, each once.
    opened: Mutex<HashMap<PathBuf, Data>>,
}

impl Default for Setting {
    /// 16 MiB a search, no exact values, a minute's patience.
    fn default() -> Self {
        let patience = Duration::from_secs(60);
        Self {
            hash: 16,
            exact: None,
            perfect: None,
            patience,
            opened: Mutex::default(),
        }
    }
}

impl Setting {
    /// The exact values in a directory, which is opened once.
    ///
    /// # Errors
    /// If there are none, or they cannot be opened.
    pub fn open(&self, directory: &Path) -> Result<Data, Fault> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(data) = opened.get(directory) {
            return Ok(data.clone());
        }
        let data = Data::open(directory, evaluate).map_err(Fault::of)?;
        opened.insert(directory.to_owned(), data.clone());
        Ok(data)
    }
}

impl Spec {
    /// Makes the player.
    ///
    /// # Errors
    /// If there is too little memory, its tables are missing, or its program does not start.
    pub fn player(&self, setting: &Setting) -> Result<Box<dyn Player>, Fault> {
        Ok(match self {
            Self::Level(number) => {
                let level: &'static Level = LEVELS.get(number - 1).unwrap_or(&PERFECT);
                let perfect = setting.perfect.clone().filter(|_| *level == PERFECT);
                Box::new(AtLevel::new(
                    level,
                    setting.hash,
                    perfect.or_else(|| setting.exact.clone()),
                )?)
            }
            Self::Search(limit) => {
                Box::new(Searching::new(*limit, setting.hash, setting.exact.clone())?)
            }
            Self::Perfect(directory) => match setting.open(directory)? {
                Data::Tables(tables) => Box::new(PerfectPlayer::new(tables)),
                data => Box::new(ByValues::new(data.all_values(), setting.hash)?),
            },
            Self::Closer => Box::new(Closer::default()),
            Self::Random => Box::new(Randomly::default()),
            Self::Engine {
                command,
                limits,
                options,
            } => {
                let go: Vec<_> = limits
                    .iter()
                    .map(|(name, value)| format!("{name} {value}"))
                    .collect();
                let time = limits
                    .iter()
                    .find(|(name, _)| name == "movetime")
                    .map_or(0, |&(_, millis)| millis);
                let patience = setting.patience.saturating_add(Duration::from_millis(time));
                let external = External::new(command, &go.join(" "), options.clone(), patience);
                Box::new(external.map_err(|fault| Fault(format!("{command}: {fault}")))?)
            }
        })
    }
}
