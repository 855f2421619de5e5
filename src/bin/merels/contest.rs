//! `merels match`: players meet, and what the results say.

use crate::keep::{MOST_THREADS, bar, open, up_to};
use crate::known::shipped_for;
use crate::{Failure, note, text, whole};
use clap::Args;
use indicatif::ProgressBar;
use merels::arena::estimate::{Tally, elo};
use merels::arena::openings;
use merels::arena::series::{End, Played, Series, tally};
use merels::arena::{Setting, Spec};
use merels::notation::write_record;
use merels::{Exact, Game, Preset, Rules, Side};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[derive(Args)]
pub struct MatchArguments {
    /// Players: level:N, level:perfect, movetime:MS, nodes:N, depth:N, perfect:DIR, closer, random,
    /// "engine:COMMAND?nodes=N" (also movetime, depth, and options by name).
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    players: Vec<Spec>,
    /// Every player meets every other, shown as a table; that is so anyway with more than two.
    #[arg(long)]
    round_robin: bool,
    /// A preset or a rule set.
    #[arg(long, value_name = "PRESET", default_value_t = Preset::Nine.rules())]
    variant: Rules,
    /// The games of each pair.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Begin with so many random plies, each opening with both colours; with --data only drawn ones.
    #[arg(long, value_name = "PLIES", default_value_t = 0, conflicts_with = "openings_file")]
    openings: usize,
    /// Begin with these openings: a position line or moves a line.
    #[arg(long, value_name = "FILE")]
    openings_file: Option<PathBuf>,
    /// A directory of tables, for the perfect level and drawn openings.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Our searches do without the values of the first placings that come with the program.
    #[arg(long)]
    bare: bool,
    /// Which random choices are made.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(MOST_THREADS))]
    threads: usize,
    /// The transposition table of each search of our own, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: u32,
    /// Write all games to this file, as records; into a pipe as they end.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// A longer game is drawn; without this games end by the rules alone.
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// How many seconds a program may take for a turn beyond its time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
}

pub fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    let tables = arguments.data.as_deref().map(open).transpose()?.map(Arc::new);
    let rules = arguments.variant;
    let openings = match &arguments.openings_file {
        Some(path) => {
            let refused = |reason: String| Failure::Said(format!("{}: {reason}", path.display()));
            let text = text::read(path)?;
            openings::read(&text, rules).map_err(|fault| refused(fault.to_string()))?
        }
        None if arguments.openings == 0 => {
            vec![Game::start(rules).map_err(|error| Failure::Said(error.to_string()))?]
        }
        None => {
            let count = arguments.games.div_ceil(2).max(1);
            openings::random(rules, arguments.openings, count, arguments.seed, tables.as_deref())?
        }
    };
    let mut setting = Setting::default();
    setting.hash = arguments.hash;
    setting.patience = Duration::from_secs(arguments.patience);
    setting.exact = if arguments.bare { None } else { shipped_for(&rules) };
    setting.perfect = tables.map(|tables| tables as Arc<dyn Exact>);
    let series = Series {
        players: &arguments.players,
        setting: &setting,
        openings: &openings,
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads,
        most_plies: arguments.max_plies,
    };
    let records = arguments.records.as_deref().map(Records::new).transpose()?;
    let stop = stop_on_interrupt()?;
    let bar = bar(series.pairs().len().saturating_mul(arguments.games));
    let done = series.play(&stop, |played| {
        if let Some(records) = &records {
            records.add(played, &bar);
        }
        tell(&bar, played, &arguments.players);
    });
    bar.finish_and_clear();
    let games = match (done, records) {
        (Ok(games), None) => games,
        (Ok(games), Some(records)) => {
            records.finish(&games)?;
            games
        }
        (Err(fault), Some(mut records)) => return Err(records.with_place(&fault.to_string())),
        (Err(fault), None) => return Err(fault.into()),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let names: Vec<String> = arguments.players.iter().map(Spec::to_string).collect();
    if stop.load(Ordering::Relaxed) {
        writeln!(out, "stopped after {} games", games.len())?;
    }
    if arguments.round_robin || names.len() > 2 {
        write_table(&mut out, &names, &games)?;
    } else {
        write_pair(&mut out, &names, &games)?;
    }
    write_ends(&mut out, &games)?;
    Ok(out.flush()?)
}

/// Set when the user interrupts the program; a second time it ends at once.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        note("ending after the games at hand (once more: at once)");
    });
    set.map_err(|error| Failure::Said(format!("cannot hear interrupts: {error}")))?;
    Ok(stop)
}

/// Shows a game's end in passing: its failure, if a program failed, and how many are done.
fn tell(bar: &ProgressBar, played: &Played, players: &[Spec]) {
    if let End::Forfeit(side, fault) = &played.end {
        let line = format!("game {}: {} forfeits: {fault}", played.number + 1, players[played.players[*side]]);
        show(bar, line);
    }
    bar.inc(1);
}

/// Shows a line, above the bar where there is one.
fn show(bar: &ProgressBar, line: String) {
    if bar.is_hidden() { note(line) } else { bar.println(line) }
}

/// The file of records. What stood there stays until all games have ended: each is written as it ends, but beside, where
/// those of a match that fails or is killed stay; in their order they come into their place at last. A pipe or a device
/// is written to as they end.
struct Records {
    path: PathBuf,
    beside: Option<PathBuf>,
    written: Mutex<Written>,
}

struct Written {
    file: File,
    games: usize,
    fault: Option<io::Error>,
}

impl Records {
    fn new(path: &Path) -> Result<Self, Failure> {
        Self::begin(path).map_err(|error| whole::failed(path, error))
    }

    fn begin(path: &Path) -> io::Result<Self> {
        let place = whole::Place::of(path)?;
        let (beside, file) = if place.is_file() {
            let (beside, file) = Self::begin_beside(&place)?;
            (Some(beside), file)
        } else {
            (None, place.open()?)
        };
        Ok(Self { path: path.to_owned(), beside, written: Mutex::new(Written { file, games: 0, fault: None }) })
    }

    /// A name that nothing has: the games of a match that was killed are not written over either.
    fn begin_beside(place: &whole::Place) -> io::Result<(PathBuf, File)> {
        let mut number = 1;
        loop {
            let path = place.beside(&format!("unfinished{number}"))?;
            match place.create_beside(&path, File::options().create_new(true)) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Adds a game.
    fn add(&self, played: &Played, bar: &ProgressBar) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.fault.is_some() {
            return;
        }
        if let (0, Some(beside)) = (written.games, &self.beside) {
            show(bar, format!("until all games have ended, those that have are in {}", beside.display()));
        }
        written.games += 1;
        let added = writeln!(written.file, "{}", write_record(&played.game)).and_then(|()| written.file.flush());
        written.fault = added.err();
        if let (Some(fault), Some(beside)) = (&written.fault, &self.beside) {
            show(bar, format!("cannot write {}: {fault}", beside.display()));
        }
    }

    /// What to say where the match or the file failed: where the games are that have ended.
    fn with_place(&mut self, message: &str) -> Failure {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        Failure::Said(match &self.beside {
            Some(beside) if written.games > 0 => {
                format!("{message}; the games that have ended are in {}", beside.display())
            }
            _ => message.to_owned(),
        })
    }

    fn finish(mut self, games: &[Played]) -> Result<(), Failure> {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.beside.is_none() {
            return written.fault.take().map_or(Ok(()), |fault| Err(whole::failed(&self.path, fault)));
        }
        // Nothing to put in the place of what is there.
        if games.is_empty() {
            return Ok(());
        }
        let records: Vec<String> = games.iter().map(|played| write_record(&played.game)).collect();
        match whole::write(&self.path, records.join("\n")) {
            Err(Failure::Said(message)) => Err(self.with_place(&message)),
            outcome => {
                written.games = 0;
                outcome
            }
        }
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let (0, Some(beside)) = (written.games, &self.beside) {
            // It is empty, or no longer needed; if it cannot be removed, it only takes room.
            let _ = fs::remove_file(beside);
        }
    }
}

fn write_pair(out: &mut impl Write, names: &[String], games: &[Played]) -> io::Result<()> {
    writeln!(out, "{} against {}", names[0], names[1])?;
    write_tally(out, "all", tally(games, 0, |_| true))?;
    for side in Side::BOTH {
        let name = format!("as {side}");
        write_tally(out, &name, tally(games, 0, |played| played.players[side] == 0))?;
    }
    Ok(())
}

fn write_tally(out: &mut impl Write, name: &str, tally: Tally) -> io::Result<()> {
    let Tally { wins, draws, losses } = tally;
    let (from, to) = tally.interval();
    let score = tally.score();
    writeln!(
        out,
        "{name:<9} {:>4} games: {wins} won, {draws} drawn, {losses} lost; score {:.1} % ({:.1} to {:.1}), Elo {:+.0} ({:+.0} to {:+.0})",
        tally.games(),
        100.0 * score,
        100.0 * from,
        100.0 * to,
        elo(score),
        elo(from),
        elo(to)
    )
}

/// A score in per cent and half the width of its interval.
fn with_error(tally: Tally) -> String {
    let (from, to) = tally.interval();
    format!("{:.1} ± {:.1}", 100.0 * tally.score(), 50.0 * (to - from))
}

fn write_table(out: &mut impl Write, names: &[String], games: &[Played]) -> io::Result<()> {
    let between = |a: usize, b: usize| tally(games, a, |played| played.side_of(b).is_some());
    writeln!(out, "score in %, with half the width of its 95 % interval:\n")?;
    let columns: Vec<String> = (1..=names.len()).map(|i| i.to_string()).collect();
    writeln!(out, "| | {} | all | the one before |", columns.join(" | "))?;
    writeln!(out, "| --- |{}", " --- |".repeat(names.len() + 2))?;
    for (a, name) in names.iter().enumerate() {
        let cell = |b: usize| if a == b { "—".to_owned() } else { with_error(between(a, b)) };
        let cells: Vec<String> = (0..names.len()).map(cell).collect();
        let all = with_error(tally(games, a, |_| true));
        let before = a.checked_sub(1).map_or("—".to_owned(), |b| with_error(between(a, b)));
        writeln!(out, "| {} {name} | {} | {all} | {before} |", a + 1, cells.join(" | "))?;
    }
    writeln!(out)?;
    writeln!(out, "won, drawn and lost:")?;
    for (a, b) in (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b))) {
        let Tally { wins, draws, losses } = between(b, a);
        writeln!(out, "{} against {}: {wins}, {draws}, {losses}", names[b], names[a])?;
    }
    Ok(())
}

fn write_ends(out: &mut impl Write, games: &[Played]) -> io::Result<()> {
    let mut ends = BTreeMap::new();
    let mut plies = 0;
    for played in games {
        *ends.entry(played.end.id()).or_insert(0) += 1;
        plies += played.game.main_line().len() - 1;
    }
    let ends: Vec<String> = ends.iter().map(|(id, count)| format!("{id} {count}")).collect();
    let mean = plies as f64 / games.len().max(1) as f64;
    writeln!(out, "ended by: {}; {mean:.1} plies a game", ends.join(", "))
}
