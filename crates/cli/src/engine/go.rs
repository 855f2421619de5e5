//! The `go` command: runs the search, reads commands meanwhile, and prints the results.

use super::helpers::Helpers;
use super::{Engine, report_error, say};
use crate::exact_sources::without;
use merels::search::{Info, Status};
use merels_cli::protocol::{CommandError, Meanwhile, Search};
use std::io;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

/// Nodes between two checks of the clock and the input.
const SLICE: u64 = 512;
/// How long a search may go on after `quit`, as a script pipes `quit` right behind `go`.
const LAST_WORDS: Duration = Duration::from_millis(30);
/// How many bytes of commands, including their overhead, may be queued during a search.
const MAX_WAITING: usize = 8 << 20;

impl Engine {
    /// Searches, and answers with the best move.
    pub(super) fn go(&mut self, search: &Search) -> io::Result<()> {
        let began = Instant::now();
        // With a node limit the answer has to be the same every time, whatever is still being
        // loaded.
        if !search.counted {
            self.know(false);
        } else if self.exact.take_up_promised(self.session.position()) {
            self.searcher.set_exact(self.exact.source());
        }
        let after = |millis| began.checked_add(Duration::from_millis(millis));
        let deadline = search.millis.and_then(after);
        let soft = search.soft.and_then(after);
        self.searcher.start(
            self.session.position(),
            self.session.earlier(),
            search.limits,
        );
        // A handicapped search gets no helpers: its answer has to be the same every time.
        let count = if search.limits.handicap.is_none() {
            self.session.threads() - 1
        } else {
            0
        };
        let helpers = Helpers::of(&self.searcher, count);

        let (mut shown, mut ended) = (0, false);
        loop {
            for info in &self.searcher.infos()[shown..] {
                self.show(info, helpers.nodes(), began)?;
            }
            shown = self.searcher.infos().len();
            if let Some(fault) = self.searcher.exact().and_then(|source| source.fault()) {
                say(format_args!("info string {}", without(&fault)))?;
            }
            let deadlines = [deadline, self.quitting];
            let late = deadlines
                .into_iter()
                .flatten()
                .any(|deadline| Instant::now() >= deadline);
            if late || self.is_stopped(search, ended)? {
                break;
            }
            let nodes = self.searcher.nodes() + helpers.nodes();
            let depth = self.searcher.depth();
            ended = ended
                || search.limits.nodes.is_some_and(|limit| nodes >= limit)
                || self.searcher.step(SLICE) == Status::Done
                || self.searcher.depth() != depth
                    && soft.is_some_and(|soft| Instant::now() >= soft);
        }
        match self.searcher.best_move() {
            Some(mv) => say(format_args!(
                "bestmove {}",
                mv.display(self.session.position().board())
            )),
            None => say("bestmove none"),
        }
    }

    /// Handles the input during a search. Returns whether the search should end: a limited one once
    /// it has `ended`, an unlimited one only when told to.
    fn is_stopped(&mut self, search: &Search, ended: bool) -> io::Result<bool> {
        if ended && !search.infinite {
            return Ok(true);
        }
        let full = self.waiting.bytes >= MAX_WAITING;
        let heard = match self.quitting {
            Some(_) => return Ok(search.infinite),
            // A limited search leaves the rest of the input unread.
            None if full && !search.infinite => return Ok(false),
            None if ended => self.input.recv().map_err(|_| TryRecvError::Disconnected),
            None => self.input.try_recv(),
        };
        let line = match heard {
            Ok(Ok(line)) => line,
            Ok(Err(too_long)) => {
                report_error(&too_long.into());
                return Ok(false);
            }
            // The input has ended, so nothing can stop this search any more.
            Err(TryRecvError::Disconnected) => return Ok(search.infinite),
            Err(TryRecvError::Empty) => return Ok(false),
        };
        match Meanwhile::of(&line) {
            Meanwhile::Stop => return Ok(true),
            Meanwhile::Quit => self.quitting = Some(Instant::now() + LAST_WORDS),
            Meanwhile::Wait if full => report_error(&CommandError::queue_full(MAX_WAITING)),
            Meanwhile::Wait => self.waiting.push(line),
            // Data that is still being loaded is not waited for.
            Meanwhile::Ready => say("readyok")?,
            Meanwhile::Now => self.answer(&line)?,
        }
        Ok(false)
    }

    fn show(&self, info: &Info, of_helpers: u64, began: Instant) -> io::Result<()> {
        let time = began.elapsed();
        let nodes = info.nodes + of_helpers;
        let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        let line = if self.session.lines() > 1 {
            format!(" multipv {}", info.line)
        } else {
            String::new()
        };
        let mut text = format!(
            "info depth {}{line} score {} nodes {nodes} nps {nps} time {} pv",
            info.depth,
            info.score,
            time.as_millis()
        );
        for mv in &info.pv {
            text.push(' ');
            text.push_str(&mv.display(self.session.position().board()).to_string());
        }
        say(text)
    }
}
