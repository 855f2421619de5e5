//! The search: its limits, what it hears meanwhile, what it says.

use super::helpers::Helpers;
use super::input::{Trouble, number, said, shown};
use super::{Engine, complain_of, say};
use merels::level::LEVELS;
use merels::search::{Info, Limits, Status};
use std::io;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

/// Between two looks at the clock and the input, in nodes.
const SLICE: u64 = 512;
/// A script pipes `quit` in right behind `go`: so long a search may still take to end of itself.
const LAST_WORDS: Duration = Duration::from_millis(30);

impl Engine {
    /// Searches, and answers with a turn.
    pub(super) fn go(&mut self, text: &str) -> Result<(), Trouble> {
        let asked = Asked::read(text)?;
        let began = Instant::now();
        // Whoever counts nodes and not time wants the same answer every time, whatever is still being read.
        if !asked.is_counted() {
            self.know(false);
        }
        let level = self.level();
        // The strongest have no limits of their own where some are given.
        let free = self.level >= LEVELS.len() && !asked.is_plain();
        let limits = if free { Limits::default() } else { level.limits(&self.position, self.seed) };
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        // Even a first man may lose the game: the perfect one does not vary it.
        let taste = limits.taste.filter(|_| self.level <= LEVELS.len());
        let limits = Limits {
            depth: least(limits.depth.map(u64::from), asked.depth).map(|depth| depth as u32),
            nodes: least(limits.nodes, asked.nodes),
            lines: self.lines,
            taste,
        };
        let millis =
            if asked.is_plain() { Some(level.millis.into()) } else { asked.millis.filter(|_| !asked.infinite) };
        let deadline = millis.and_then(|millis| began.checked_add(Duration::from_millis(millis)));
        self.searcher.start(&self.position, &self.earlier, limits);
        // Nobody helps a player to err: its answer has to be the same every time.
        let count = if limits.taste.is_none() { self.threads - 1 } else { 0 };
        let helpers = Helpers::of(&self.searcher, count);

        let (mut shown, mut ended) = (0, false);
        loop {
            for info in &self.searcher.infos()[shown..] {
                self.show(info, helpers.nodes(), began)?;
            }
            shown = self.searcher.infos().len();
            let deadlines = [deadline, self.quitting];
            let late = deadlines.into_iter().flatten().any(|deadline| Instant::now() >= deadline);
            if late || self.is_stopped(&asked, ended)? {
                break;
            }
            let nodes = self.searcher.nodes() + helpers.nodes();
            ended =
                ended || limits.nodes.is_some_and(|limit| nodes >= limit) || self.searcher.step(SLICE) == Status::Done;
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
            None if ended => self.input.recv().map_err(|_| TryRecvError::Disconnected),
            None => self.input.try_recv(),
        };
        let line = match heard {
            Ok(Ok(line)) => line,
            Ok(Err(too_long)) => {
                complain_of(Err(too_long.into()))?;
                return Ok(false);
            }
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
            _ => {
                let answered = self.answer(&line);
                complain_of(answered)?;
            }
        }
        Ok(false)
    }

    fn show(&self, info: &Info, of_helpers: u64, began: Instant) -> io::Result<()> {
        let time = began.elapsed();
        let nodes = info.nodes + of_helpers;
        let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        let line = if self.lines > 1 { format!(" multipv {}", info.line) } else { String::new() };
        let mut text = format!(
            "info depth {}{line} score {} nodes {nodes} nps {nps} time {} pv",
            info.depth,
            info.score,
            time.as_millis()
        );
        for mv in &info.pv {
            text.push(' ');
            text.push_str(&mv.display(self.position.board()).to_string());
        }
        say(text)
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
