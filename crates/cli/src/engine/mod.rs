//! The engine protocol, modelled on UCI. A thread reads the input, so that a search sees `stop` at
//! once. `merels_cli::protocol` parses the commands; this module executes them.

mod go;
mod helpers;

use crate::exact_sources::ExactSources;
use crate::{Failure, note};
use merels::search::{NoMemory, Searcher, evaluate};
use merels::tablebase::Data;
use merels_cli::protocol::{
    CommandError, DEFAULT_HASH, EngineCommand, Line, Session, introduction, read_line,
};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Instant;

/// The maximum number of lines that are read ahead: a faster writer has to wait.
const READ_AHEAD: usize = 8;

/// The memory for everything but the transposition table, in bytes; the program ends if there is
/// not that much.
const RESERVE: usize = 32 << 20;

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// If the answers cannot be written, or no thread can be started to read the input.
pub fn run() -> Result<(), Failure> {
    let (sender, lines) = mpsc::sync_channel(READ_AHEAD);
    let reader = std::thread::Builder::new().spawn(move || read_lines(&sender));
    reader.map_err(|error| Failure::Message(format!("cannot read the input: {error}")))?;
    // The thread has what memory it takes when its first line is there: what it leaves is the
    // engine's.
    let mut next = lines.recv().ok();
    let mut engine = Engine::new(lines);
    if engine.hash < DEFAULT_HASH {
        let less = NoMemory {
            mebibytes: DEFAULT_HASH,
        };
        say(format_args!(
            "info string {less}: it has {} MiB",
            engine.hash
        ))?;
    }
    while let Some(line) = next {
        match line {
            Ok(line) => engine.answer(&line)?,
            Err(too_long) => report_error(&too_long.into()),
        }
        next = engine.next_line();
    }
    Ok(())
}

/// Sends the lines of the standard input, until it ends or nobody listens.
fn read_lines(lines: &SyncSender<Line>) {
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input) {
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// Says what is wrong with a command, in one line.
fn report_error(complaint: &CommandError) {
    note(format_args!("error: {complaint}"));
}

fn say(line: impl std::fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Lines in the order that they came in.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<String>,
    /// What they take together.
    bytes: usize,
}

impl Waiting {
    /// What a line takes: short ones more than their text.
    fn size(line: &str) -> usize {
        line.len() + 64
    }

    fn push(&mut self, line: String) {
        self.bytes += Self::size(&line);
        self.lines.push_back(line);
    }

    fn pop(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.bytes -= Self::size(&line);
        Some(line)
    }
}

struct Engine {
    input: Receiver<Line>,
    /// Commands that came in during a search and wait for its end.
    waiting: Waiting,
    /// `quit` was read: until then everything has to be answered.
    quitting: Option<Instant>,
    searcher: Searcher,
    /// The size of its table in MiB.
    hash: u32,
    session: Session,
    exact: ExactSources,
}

impl Engine {
    fn new(input: Receiver<Line>) -> Self {
        let (searcher, hash) = at_most(DEFAULT_HASH);
        Self {
            input,
            waiting: Waiting::default(),
            quitting: None,
            searcher,
            hash,
            session: Session::default(),
            exact: ExactSources::default(),
        }
    }

    /// The next command, from where it waits; `None` when there will be none.
    fn next_line(&mut self) -> Option<Line> {
        match self.waiting.pop() {
            None if self.quitting.is_some() => None,
            None => self.input.recv().ok(),
            line => line.map(Ok),
        }
    }

    /// Answers a line. `Err` only where the answers cannot be written.
    fn answer(&mut self, line: &str) -> io::Result<()> {
        let done = match self.session.take(line) {
            Ok(order) => self.carry_out(order)?,
            Err(complaint) => Err(complaint),
        };
        if let Err(complaint) = done {
            report_error(&complaint);
        }
        Ok(())
    }

    fn carry_out(&mut self, order: EngineCommand) -> io::Result<Result<(), CommandError>> {
        match order {
            EngineCommand::Nothing => {}
            EngineCommand::Quit => self.quitting = Some(Instant::now()),
            EngineCommand::Introduce => introduction().into_iter().try_for_each(say)?,
            EngineCommand::Ready => {
                self.know(true);
                say("readyok")?;
            }
            EngineCommand::Forget => self.searcher.clear(),
            EngineCommand::Level => {
                self.exact.go_by_solutions(self.session.is_perfect());
                self.searcher.set_exact(self.exact.source());
            }
            EngineCommand::Hash(hash) => return Ok(self.set_hash(hash)),
            EngineCommand::Data(None) => self.set_data(None),
            EngineCommand::Data(Some(path)) => match Data::open(Path::new(&path), evaluate) {
                Ok(data) => self.set_data(Some(&data)),
                Err(error) => return Ok(Err(CommandError::of_data(&error))),
            },
            EngineCommand::Go(search) => self.go(&search)?,
        }
        Ok(Ok(()))
    }

    fn set_data(&mut self, data: Option<&Data>) {
        self.exact.set_data(data.map(Data::values));
        self.searcher.set_exact(self.exact.source());
    }

    fn set_hash(&mut self, hash: u32) -> Result<(), CommandError> {
        if available().is_some_and(|most| u64::from(hash) > most) {
            return Err(NoMemory { mebibytes: hash }.into());
        }
        // The old table goes before the new one comes: there may not be memory for both.
        (self.searcher, _) = at_most(0);
        let made = searcher(hash);
        let outcome = made.as_ref().map(|_| ()).map_err(|&error| error.into());
        (self.searcher, self.hash) = made.map_or_else(|_| at_most(self.hash), |made| (made, hash));
        self.searcher.set_exact(self.exact.source());
        outcome
    }

    /// Takes up the exact values that come with the program or are computed by it and that the
    /// position needs, if they are there by now; with `wait`, when they are.
    fn know(&mut self, wait: bool) {
        if self.exact.take_up(self.session.position(), wait) {
            self.searcher.set_exact(self.exact.source());
        }
    }
}

/// The memory available, in MiB, where the system says. It promises more than it has, and kills a
/// program that uses all of it.
fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

/// A searcher with a table of `hash` MiB.
///
/// # Errors
/// If there is no memory for it and [`RESERVE`].
fn searcher(hash: u32) -> Result<Searcher, NoMemory> {
    // Ask for all of it at once, before the table: if an allocation of the search fails later, the
    // program aborts.
    let mut room: Vec<u8> = Vec::new();
    let bytes = (hash as usize)
        .saturating_mul(1 << 20)
        .saturating_add(RESERVE);
    room.try_reserve_exact(bytes)
        .map_err(|_| NoMemory { mebibytes: hash })?;
    // Keeps the compiler from removing the allocation.
    drop(std::hint::black_box(room));
    Searcher::new(hash)
}

/// A searcher with a table of at most `hash` MiB, and its size in MiB: where memory is short, a
/// smaller table plays nearly as well.
fn at_most(mut hash: u32) -> (Searcher, u32) {
    while hash > 0 {
        if let Ok(searcher) = searcher(hash) {
            return (searcher, hash);
        }
        hash /= 2;
    }
    (Searcher::new(0).expect("a table of nothing"), 0)
}
