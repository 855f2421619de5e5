//! The engine protocol, in UCI's shape: a thread reads the input, so that a search hears `stop` at once.

mod go;
mod helpers;
mod input;
mod options;

use crate::known::Known;
use input::{Line, Trouble, said, shown};
use merels::level::{LEVELS, Level, PERFECT};
use merels::notation::read_move;
use merels::search::Searcher;
use merels::{Position, Preset, Rules};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

/// Answers commands until `quit` or the end of the input. `Err` only where the answers cannot be written.
pub fn run() -> io::Result<()> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || input::read_lines(&sender));
    let mut engine = Engine::new(lines);
    while let Some(line) = engine.next_line() {
        let answered = line.map_err(Trouble::from).and_then(|line| engine.answer(&line));
        complain_of(answered)?;
    }
    Ok(())
}

/// Says what is wrong with a command, in one line. `Err` only where the answers cannot be written.
fn complain_of(answered: Result<(), Trouble>) -> io::Result<()> {
    match answered {
        Ok(()) => {}
        // Nobody is left to tell if this fails.
        Err(Trouble::Said(message)) => _ = writeln!(io::stderr(), "error: {message}"),
        Err(Trouble::Output(error)) => return Err(error),
    }
    Ok(())
}

fn say(line: impl std::fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

fn start(rules: Rules) -> Result<Position, Trouble> {
    Position::start(rules).or_else(|error| said(error.to_string()))
}

struct Engine {
    input: Receiver<Line>,
    /// Commands that came in during a search and wait for its end.
    waiting: VecDeque<String>,
    /// `quit` was read: until then everything has to be answered.
    quitting: Option<Instant>,
    searcher: Searcher,
    rules: Rules,
    /// From 1; one more than there are in [`LEVELS`] is the perfect one.
    level: usize,
    seed: u64,
    /// How many of the best turns get a line each.
    lines: u32,
    /// How many threads search.
    threads: usize,
    known: Known,
    position: Position,
    /// The identities of the game's positions before that one.
    earlier: Vec<u128>,
}

impl Engine {
    fn new(input: Receiver<Line>) -> Self {
        let rules = Preset::Nine.rules();
        let mut hash = options::DEFAULT_HASH;
        // Where memory is short, a smaller table plays nearly as well.
        let searcher = loop {
            match Searcher::new(hash) {
                Ok(searcher) => break searcher,
                Err(_) => hash /= 2,
            }
        };
        let position = start(rules).unwrap_or_else(|_| unreachable!("presets are sound"));
        Self {
            input,
            waiting: VecDeque::new(),
            quitting: None,
            searcher,
            rules,
            level: LEVELS.len(),
            seed: 0,
            lines: 1,
            threads: 1,
            known: Known::default(),
            position,
            earlier: Vec::new(),
        }
    }

    fn level(&self) -> &'static Level {
        LEVELS.get(self.level - 1).unwrap_or(&PERFECT)
    }

    /// The next command, from where it waits; `None` when there will be none.
    fn next_line(&mut self) -> Option<Line> {
        match self.waiting.pop_front() {
            None if self.quitting.is_some() => None,
            None => self.input.recv().ok(),
            line => line.map(Ok),
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
                options::list()?;
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
        // What was found by other rules would be taken for true.
        if position.rules() != self.position.rules() {
            self.searcher.clear();
        }
        (self.position, self.earlier) = (position, earlier);
        Ok(())
    }

    /// Takes up the exact values that come with the program or are computed by it, if they are there by now; with
    /// `wait`, when they are.
    fn know(&mut self, wait: bool) {
        if self.known.take_up(self.position.rules(), wait) {
            self.searcher.set_exact(self.known.source());
        }
    }
}
