//! A player that is an external program speaking the engine protocol.

use super::player::{Fault, Player};
use crate::protocol::read_line;
use merels::coded::clip;
use merels::game::{Game, NodeId};
use merels::moves::Move;
use merels::notation::read_move;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum time that a program may take to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(60);
/// The maximum number of its lines that are buffered.
const READ_AHEAD: usize = 64;

/// A program that answers the engine protocol on its standard streams. One that has died or hung is
/// restarted for the next game.
pub struct External {
    words: Vec<String>,
    /// What follows `go`.
    go: String,
    options: Vec<(String, String)>,
    /// How long it may take for a turn.
    patience: Duration,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether it has an option `Seed`.
    has_seed: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl External {
    /// Starts a program by its command line (in a shell's quotes, without a shell). `go` is what
    /// follows that word in the command, `options` are set first, and `patience` is the maximum
    /// time for a move.
    ///
    /// # Errors
    /// If it cannot be started or does not introduce itself.
    pub fn new(
        command: &str,
        go: &str,
        options: Vec<(String, String)>,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let words =
            shell_words::split(command).map_err(|error| Fault(format!("{command}: {error}")))?;
        let mut external = Self {
            words,
            go: go.to_owned(),
            options,
            patience,
            running: None,
        };
        external.start()?;
        Ok(external)
    }

    fn start(&mut self) -> Result<(), Fault> {
        let Some((program, arguments)) = self.words.split_first() else {
            return Err(Fault("an engine wants a command".to_owned()));
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault(format!("cannot start {program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both are pipes");
        };
        // A program that writes faster than it is read has to wait; lines that are too long are
        // skipped.
        let (sender, lines) = mpsc::sync_channel(READ_AHEAD);
        let listener = move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if line.is_ok_and(|line| sender.send(line).is_err()) {
                    break;
                }
            }
        };
        // From here on it is ended where anything fails.
        let running = self.running.insert(Running {
            child,
            input,
            lines,
            has_seed: false,
        });
        let heard = thread::Builder::new().spawn(listener);
        heard.map_err(|error| {
            Fault(format!(
                "no thread can be started to listen to {program}: {error}"
            ))
        })?;
        running.say("uci")?;
        let mut has_seed = false;
        let watch = |line: &str| has_seed |= option_name(line) == Some("Seed");
        running.hear("uciok", INTRODUCTION.min(self.patience), watch)?;
        running.has_seed = has_seed;
        for (name, value) in &self.options {
            running.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    fn try_to_begin(&mut self, seed: u64) -> Result<(), Fault> {
        if self.running.is_none() {
            self.start()?;
        }
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        running.say("ucinewgame")?;
        let seed_is_set = self
            .options
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        if !seed_is_set && running.has_seed {
            running.say(&format!("setoption name Seed value {seed}"))?;
        }
        running.say("isready")?;
        running
            .hear("readyok", INTRODUCTION.min(self.patience), |_| {})
            .map(drop)
    }

    fn try_to_choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let Some(running) = &mut self.running else {
            return Err(Fault("the program does not run".to_owned()));
        };
        let board = game.position().board();
        let mut line = format!("position line {}", game.node(NodeId::ROOT).position());
        let path = game.path(game.current());
        for (i, mv) in path
            .into_iter()
            .filter_map(|id| game.node(id).mv())
            .enumerate()
        {
            line.push_str(if i == 0 { " moves " } else { " " });
            line.push_str(&mv.display(board).to_string());
        }
        running.say(&line)?;
        running.say(format!("go {}", self.go).trim_end())?;
        let answer = running.hear("bestmove", self.patience, |_| {})?;
        let word = answer.split_whitespace().nth(1).unwrap_or_default();
        let no_turn = |error| {
            Fault(format!(
                "the program’s answer \"{}\" is no turn: {error}",
                clip(word)
            ))
        };
        read_move(word, board).map_err(no_turn)
    }
}

/// The name in `option name NAME type …`.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next()?.trim())
}

impl Player for External {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.try_to_begin(seed).inspect_err(|_| self.running = None)
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        self.try_to_choose(game)
            .inspect_err(|_| self.running = None)
    }
}

impl Running {
    fn say(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self
            .input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended(line))
    }

    /// The first line that begins with the word `last`; `watch` sees those before it.
    fn hear(
        &mut self,
        last: &str,
        patience: Duration,
        mut watch: impl FnMut(&str),
    ) -> Result<String, Fault> {
        // None: later than a clock can say.
        let until = Instant::now().checked_add(patience);
        loop {
            let left = until.map_or(Duration::MAX, |until| {
                until.saturating_duration_since(Instant::now())
            });
            match self.lines.recv_timeout(left) {
                Ok(line) if line.split_whitespace().next() == Some(last) => return Ok(line),
                Ok(line) if !left.is_zero() => watch(&line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(last)),
                // Nothing came, or it never ends.
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    let seconds = patience.as_secs_f64();
                    return Err(Fault(format!(
                        "the program hangs: no {last} in {seconds} s"
                    )));
                }
            }
        }
    }

    /// What to say of a program whose streams are closed.
    fn ended(&mut self, at: &str) -> Fault {
        // It may close its streams a moment before it ends.
        let until = Instant::now() + Duration::from_secs(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return Fault(format!("the program has ended before {at} ({status})"));
                }
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return Fault(format!("the program has closed its streams before {at}")),
            }
        }
    }
}
