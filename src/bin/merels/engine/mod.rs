//! The engine protocol, in UCI's shape: a thread reads the input, so that a search hears `stop` at once.

use crate::known::Known;
use merels::level::{LEVELS, Level};
use merels::notation::read_move;
use merels::search::{Info, Limits, Searcher, Status};
use merels::solution::table::directory::Tables;
use merels::{Position, Preset, Rules};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

const DEFAULT_HASH: u32 = 64;
const MOST_HASH: u32 = 1 << 16;
/// Between two looks at the clock and the input.
const SLICE: u64 = 512;
/// A script pipes `quit` in right behind `go`: so long a search may still take to end of itself.
const LAST_WORDS: Duration = Duration::from_millis(30);
/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;

/// Answers commands until `quit` or the end of the input. `Err` only where the answers cannot be written.
pub fn run() -> io::Result<()> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = read_line(&mut input) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut engine = Engine::new(lines);
    while let Some(line) = engine.next_line() {
        match engine.answer(&line) {
            Ok(()) => {}
            Err(Trouble::Said(message)) => complain(&message),
            Err(Trouble::Output(error)) => return Err(error),
        }
    }
    Ok(())
}

/// A line, its bytes made text whatever they are; `None` at the end of the input. Of a line that is too long the rest
/// is dropped.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    if read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
    }
    (read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// What is wrong with a command, or with the output.
enum Trouble {
    Said(String),
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn said<T>(message: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Said(message.into()))
}

fn complain(message: &str) {
    // Nobody is left to tell if this fails.
    let _ = writeln!(io::stderr(), "error: {message}");
}

fn say(line: impl std::fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

struct Engine {
    lines: Receiver<String>,
    /// Commands that came in during a search and wait for its end.
    waiting: VecDeque<String>,
    /// `quit` was read: until then everything has to be answered.
    quitting: Option<Instant>,
    searcher: Searcher,
    rules: Rules,
    level: usize,
    seed: u64,
    known: Known,
    position: Position,
    /// The identities of the game's positions before that one.
    earlier: Vec<u128>,
}

impl Engine {
    fn new(lines: Receiver<String>) -> Self {
        let rules = Preset::Nine.rules();
        let mut hash = DEFAULT_HASH;
        // Where memory is short, a smaller table plays nearly as well.
        let searcher = loop {
            match Searcher::new(hash) {
                Ok(searcher) => break searcher,
                Err(_) => hash /= 2,
            }
        };
        let position = start(rules).unwrap_or_else(|_| unreachable!("presets are sound"));
        Self {
            lines,
            waiting: VecDeque::new(),
            quitting: None,
            searcher,
            rules,
            level: LEVELS.len(),
            seed: 0,
            known: Known::default(),
            position,
            earlier: Vec::new(),
        }
    }

    /// The next command, from where it waits; `None` when there will be none.
    fn next_line(&mut self) -> Option<String> {
        match self.waiting.pop_front() {
            None if self.quitting.is_some() => None,
            None => self.lines.recv().ok(),
            line => line,
        }
    }

    fn answer(&mut self, line: &str) -> Result<(), Trouble> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => {}
            "quit" => self.quitting = Some(Instant::now()),
            "uci" => {
                say(format_args!("id name Merels {}", env!("CARGO_PKG_VERSION")))?;
                say("id author the Merels contributors")?;
                say(format_args!("option name Variant type string default {}", Preset::Nine.id()))?;
                let levels = LEVELS.len();
                say(format_args!("option name Level type spin default {levels} min 1 max {levels}"))?;
                say(format_args!("option name Seed type spin default 0 min 0 max {}", u64::MAX))?;
                say(format_args!("option name Hash type spin default {DEFAULT_HASH} min 0 max {MOST_HASH}"))?;
                say("option name Data type string default <empty>")?;
                say("uciok")?;
            }
            "isready" => {
                self.know(true);
                say("readyok")?;
            }
            "ucinewgame" => self.searcher.clear(),
            "setoption" => self.set_option(rest)?,
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => {} // Nothing is being searched.
            _ => return said(format!("unknown command {}", shown(line))),
        }
        Ok(())
    }

    fn set_option(&mut self, text: &str) -> Result<(), Trouble> {
        let named = text.strip_prefix("name ").map(|rest| rest.split_once(" value ").unwrap_or((rest, "")));
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
            "level" => self.level = number(value, "Level", 1, LEVELS.len() as u64)? as usize,
            "seed" => self.seed = number(value, "Seed", 0, u64::MAX)?,
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

    fn set_position(&mut self, text: &str) -> Result<(), Trouble> {
        let mut words = text.split_whitespace();
        let mut position = match words.next() {
            Some("start") => {
                if let Some(word) = words.next().filter(|&word| word != "moves") {
                    return said(format!("moves should follow, not {}", shown(word)));
                }
                start(self.rules)?
            }
            Some("line") => {
                let line: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
                line.join(" ").parse().or_else(|error| said(format!("position line, {error}")))?
            }
            _ => return said("position wants start or line LINE, and moves MOVE… if some were played"),
        };
        let mut earlier = Vec::new();
        for (i, word) in words.enumerate() {
            let wrong = |reason: String| Trouble::Said(format!("move {}, {}: {reason}", i + 1, shown(word)));
            let mv = read_move(word, position.board()).map_err(|error| wrong(error.to_string()))?;
            earlier.push(position.identity());
            position = position.play(mv).map_err(|error| wrong(error.to_string()))?;
        }
        (self.position, self.earlier) = (position, earlier);
        Ok(())
    }

    /// Takes up the exact values that come with the program, if they have been read by now; with `wait`, when they have.
    fn know(&mut self, wait: bool) {
        if self.known.take_up(self.position.rules(), wait) {
            self.searcher.set_exact(self.known.source());
        }
    }

    fn go(&mut self, text: &str) -> Result<(), Trouble> {
        let asked = Asked::read(text)?;
        let began = Instant::now();
        // Whoever counts nodes and not time wants the same answer every time, whatever is still being read.
        if !asked.is_counted() {
            self.know(false);
        }
        let level: &Level = &LEVELS[self.level - 1];
        // The strongest has no limits of its own where some are given.
        let free = self.level == LEVELS.len() && !asked.is_plain();
        let limits = if free { Limits::default() } else { level.limits(&self.position, self.seed) };
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let limits = Limits {
            depth: least(limits.depth.map(u64::from), asked.depth).map(|depth| depth as u32),
            nodes: least(limits.nodes, asked.nodes),
            ..limits
        };
        let millis =
            if asked.is_plain() { Some(level.millis.into()) } else { asked.millis.filter(|_| !asked.infinite) };
        let deadline = millis.and_then(|millis| began.checked_add(Duration::from_millis(millis)));
        self.searcher.start(&self.position, &self.earlier, limits);

        let (mut shown, mut ended) = (0, false);
        loop {
            for info in &self.searcher.infos()[shown..] {
                self.show(info, began)?;
            }
            shown = self.searcher.infos().len();
            let deadlines = [deadline, self.quitting];
            let late = deadlines.into_iter().flatten().any(|deadline| Instant::now() >= deadline);
            if late || self.is_stopped(&asked, ended)? {
                break;
            }
            ended = ended || self.searcher.step(SLICE) == Status::Done;
        }
        match self.searcher.best_move() {
            Some(mv) => say(format_args!("bestmove {}", mv.display(self.position.board())))?,
            None => say("bestmove none")?,
        }
        Ok(())
    }

    /// Hears what comes in during a search. Whether the search is to end: a limited one when it has `ended`, one
    /// without limits only when it is told to.
    fn is_stopped(&mut self, asked: &Asked, ended: bool) -> Result<bool, Trouble> {
        if ended && !asked.infinite {
            return Ok(true);
        }
        let heard = match self.quitting {
            Some(_) => return Ok(asked.infinite),
            None if ended => self.lines.recv().map_err(|_| TryRecvError::Disconnected),
            None => self.lines.try_recv(),
        };
        let line = match heard {
            Ok(line) => line,
            // The last line has been read: nobody can stop this search any more.
            Err(TryRecvError::Disconnected) => return Ok(asked.infinite),
            Err(TryRecvError::Empty) => return Ok(false),
        };
        match line.split_whitespace().next() {
            Some("stop") => return Ok(true),
            Some("quit") => self.quitting = Some(Instant::now() + LAST_WORDS),
            Some("go" | "position" | "setoption" | "ucinewgame") => self.waiting.push_back(line),
            // What is still being read is not waited for.
            Some("isready") => say("readyok")?,
            _ => match self.answer(&line) {
                Err(Trouble::Said(message)) => complain(&message),
                answered => answered?,
            },
        }
        Ok(false)
    }

    fn show(&self, info: &Info, began: Instant) -> io::Result<()> {
        let time = began.elapsed();
        let nps = u128::from(info.nodes) * 1_000_000 / time.as_micros().max(1);
        let mut line = format!(
            "info depth {} score {} nodes {} nps {nps} time {} pv",
            info.depth,
            info.score,
            info.nodes,
            time.as_millis()
        );
        for mv in &info.pv {
            line.push(' ');
            line.push_str(&mv.display(self.position.board()).to_string());
        }
        say(line)
    }
}

/// The limits of `go`.
#[derive(Default)]
struct Asked {
    depth: Option<u64>,
    nodes: Option<u64>,
    millis: Option<u64>,
    infinite: bool,
}

impl Asked {
    fn read(text: &str) -> Result<Self, Trouble> {
        let mut asked = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let (limit, least, most) = match word {
                "infinite" => {
                    asked.infinite = true;
                    continue;
                }
                "depth" => (&mut asked.depth, 1, u64::from(u32::MAX)),
                "nodes" => (&mut asked.nodes, 1, u64::MAX),
                "movetime" => (&mut asked.millis, 0, u64::from(u32::MAX)),
                _ => return said(format!("go knows depth, nodes, movetime and infinite, not {}", shown(word))),
            };
            *limit = Some(number(words.next().unwrap_or_default(), word, least, most)?);
        }
        Ok(asked)
    }

    /// Only nodes or depth end the search.
    fn is_counted(&self) -> bool {
        (self.nodes.is_some() || self.depth.is_some()) && self.millis.is_none() && !self.infinite
    }

    /// Nothing was asked for: the level knows what to do.
    fn is_plain(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.millis.is_none() && !self.infinite
    }
}

fn start(rules: Rules) -> Result<Position, Trouble> {
    Position::start(rules).or_else(|error| said(error.to_string()))
}

fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, Trouble> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|number| plain && (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None => said(format!("{what} wants a number from {least} to {most}, not {}", shown(text))),
    }
}

/// A word of the input as a message shows it: short, in quotes, on one line.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("“{short}{more}”")
}
