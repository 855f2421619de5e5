//! `merels match`: plays matches and prints the results.

use crate::exact_sources::{shipped_for, without};
use crate::keep::{MAX_THREADS, bar, up_to};
use crate::{Failure, note, text};
use clap::Args;
use indicatif::ProgressBar;
use merels::coded::escaped;
use merels::level::LEVELS;
use merels::notation::write_record;
use merels::position::BySide;
use merels::{Game, Preset, Probe, Rules, Side};
use merels_cli::arena::estimate::{Tally, elo};
use merels_cli::arena::openings;
use merels_cli::arena::series::{End, Played, Series, Standings};
use merels_cli::arena::sprt::{GamePairs, Sprt, SprtResult};
use merels_cli::arena::{Fault, Setting, Spec};
use merels_solve::atomic_file::AtomicFile;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The maximum number of different openings; more games reuse them.
const MAX_OPENINGS: usize = 10_000;

/// The games of a test that is not decided before.
const MAX_TEST: usize = 1_000_000;

#[derive(Args)]
#[command(
    after_help = "Example: merels match level:5 \"engine:./other?movetime=100\" --games 20 --records games.txt"
)]
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
    /// The games of each pair: 100, with --sprt as many as it takes, unless given.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Test whether the first player is stronger by ELO1 rather than by ELO0, and end when that is
    /// decided: a sequential test (GSPRT) of the results of two games each, with colours reversed.
    #[arg(
        long,
        value_names = ["ELO0", "ELO1"],
        num_args = 2,
        allow_negative_numbers = true,
        value_parser = elo_points,
        conflicts_with = "round_robin"
    )]
    sprt: Option<Vec<f64>>,
    /// How often --sprt may accept ELO1 where ELO0 is true.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt", value_parser = error_rate)]
    alpha: f64,
    /// How often --sprt may accept ELO0 where ELO1 is true.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt", value_parser = error_rate)]
    beta: f64,
    /// Begin with N random plies, each opening with both colours; with --data only drawn ones. At
    /// most ten thousand openings; more games reuse them.
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 0,
        conflicts_with = "openings_file"
    )]
    openings: usize,
    /// Begin with these openings: a position line or moves a line.
    #[arg(long, value_name = "FILE")]
    openings_file: Option<PathBuf>,
    /// A directory of tables or a pack, for the perfect level and drawn openings.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Our searches do without the values of the first placings that come with the program.
    #[arg(long)]
    bare: bool,
    /// Which random choices are made.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(MAX_THREADS))]
    threads: usize,
    /// The transposition table of each search of our own, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: u32,
    /// Write all games to this file, as records, in their order; into a pipe as they end.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// A longer game is drawn; without this games end by the rules alone.
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// How many seconds a program may take for a turn beyond its time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// Write one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

fn elo_points(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo: &f64| elo.abs() <= 4000.0);
    elo.ok_or_else(|| "that is no number of Elo points".to_owned())
}

fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text
        .parse()
        .ok()
        .filter(|&rate: &f64| rate > 0.0 && rate < 0.5);
    rate.ok_or_else(|| "it has to be between 0 and 0.5".to_owned())
}

impl MatchArguments {
    /// The test, if one was asked for.
    fn test(&self) -> Result<Option<Sprt>, Failure> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        if elo0 >= elo1 {
            return Err(Failure::Message("ELO0 has to be below ELO1".to_owned()));
        }
        if self.players.len() != 2 {
            return Err(Failure::Message("--sprt wants two players".to_owned()));
        }
        Ok(Some(Sprt {
            elo0,
            elo1,
            alpha: self.alpha,
            beta: self.beta,
        }))
    }

    /// The games of each pair of players.
    fn games(&self) -> usize {
        let usual = if self.sprt.is_some() { MAX_TEST } else { 100 };
        self.games.unwrap_or(usual)
    }
}

/// A sequential test, and what it has found so far.
struct Testing {
    sprt: Sprt,
    pairs: GamePairs,
    verdict: SprtResult,
}

impl Testing {
    fn llr(&self) -> f64 {
        self.sprt.llr(&self.pairs.counts)
    }

    /// Counts a game; whether the test is decided. Games that end later change nothing.
    fn count(&mut self, played: &Played, bar: &ProgressBar) -> bool {
        if self.verdict == SprtResult::Open {
            let first = played.side_of(0).map_or(0, |side| played.halves(side));
            self.pairs.count(played.number, first);
            let llr = self.llr();
            bar.set_message(format!("LLR {llr:.2}"));
            self.verdict = self.sprt.verdict(llr);
        }
        self.verdict != SprtResult::Open
    }

    fn as_json(&self) -> serde_json::Value {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        } = self.sprt;
        let (lower, upper) = self.sprt.bounds();
        let accepted = match self.verdict {
            SprtResult::Open => None,
            SprtResult::H0 => Some("H0"),
            SprtResult::H1 => Some("H1"),
        };
        json!({
            "elo0": elo0,
            "elo1": elo1,
            "alpha": alpha,
            "beta": beta,
            "llr": self.llr(),
            "bounds": [lower, upper],
            "pairs": self.pairs.counts,
            "accepted": accepted,
        })
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Sprt { elo0, elo1, .. } = self.sprt;
        let (lower, upper) = self.sprt.bounds();
        let llr = self.llr();
        let verdict = match self.verdict {
            SprtResult::Open => "undecided",
            SprtResult::H0 => "H0 accepted",
            SprtResult::H1 => "H1 accepted",
        };
        let pairs = self.pairs.counts.map(|count| count.to_string()).join(" ");
        writeln!(
            out,
            "SPRT Elo {elo0} to {elo1}: LLR {llr:.2} ({lower:.2} to {upper:.2}), pairs by points {pairs}: {verdict}"
        )
    }
}

/// What the games begin with.
fn opening_games(
    arguments: &MatchArguments,
    games: usize,
    exact: Option<&dyn Probe>,
) -> Result<Vec<Game>, Failure> {
    let rules = arguments.variant;
    if let Some(path) = &arguments.openings_file {
        let refused = |fault| Failure::Message(format!("{}: {fault}", path.display()));
        return openings::read(&text::read(path)?, rules).map_err(refused);
    }
    if arguments.openings == 0 {
        return Ok(vec![Game::start(rules).map_err(Failure::from_error)?]);
    }
    let (plies, seed) = (arguments.openings, arguments.seed);
    let count = games.div_ceil(2).clamp(1, MAX_OPENINGS);
    Ok(openings::random(rules, plies, count, seed, exact)?)
}

/// Else a match would seem to be one against perfect play.
fn tell_of_missing_values(players: &[Spec]) {
    let last = LEVELS.len();
    if players.contains(&Spec::Level(last + 1)) {
        note(format_args!(
            "without --data, level:perfect plays as level:{last}"
        ));
    }
}

pub fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    let (mut test, games) = (
        arguments.test()?.map(|sprt| Testing {
            sprt,
            pairs: GamePairs::default(),
            verdict: SprtResult::Open,
        }),
        arguments.games(),
    );
    let mut setting = Setting::default();
    let exact = arguments
        .data
        .as_deref()
        .map(|data| Ok::<_, Fault>(setting.open(data)?.all_values()))
        .transpose()?;
    if exact.is_none() {
        tell_of_missing_values(&arguments.players);
    }
    // What is quickly found wrong comes before what takes time.
    for player in &arguments.players {
        if let Spec::Perfect(directory) = player {
            setting.open(directory)?;
        }
    }
    let stop = stop_on_interrupt()?;
    let mut records = arguments.records.as_deref().map(Records::new).transpose()?;
    let openings = opening_games(arguments, games, exact.as_deref())?;
    setting.hash = arguments.hash;
    setting.patience = Duration::from_secs(arguments.patience);
    setting.exact = if arguments.bare {
        None
    } else {
        shipped_for(openings.iter().map(Game::position))
    };
    setting.perfect = exact.clone();
    let series = Series {
        players: &arguments.players,
        setting: &setting,
        openings: &openings,
        games,
        seed: arguments.seed,
        threads: arguments.threads,
        most_plies: arguments.max_plies,
    };
    let bar = bar(series.pairs().len().saturating_mul(games));
    let (mut standings, mut recorded, mut decided) = (Standings::default(), Ok(()), false);
    let played = series.play(&stop, |at, played| {
        standings.count(&played);
        if let Some(test) = &mut test {
            decided = test.count(&played, &bar);
            stop.fetch_or(decided, Ordering::Relaxed);
        }
        if let (Some(records), Ok(())) = (&mut records, &recorded) {
            recorded = records.add(at, &played.game, &bar);
            // Games that cannot be saved are not worth playing.
            stop.fetch_or(recorded.is_err(), Ordering::Relaxed);
        }
        tell(&bar, &played, &arguments.players);
        if let Some(fault) = exact.as_ref().and_then(|source| source.fault()) {
            show(&bar, without(&fault));
        }
    });
    bar.finish_and_clear();
    let outcome = played.map_err(Failure::from).and(recorded);
    match records {
        Some(records) => records.finish(outcome)?,
        None => outcome?,
    }
    let stopped = stop.load(Ordering::Relaxed) && !decided;
    write_result(arguments, &standings, test.as_ref(), stopped)
}

fn write_result(
    arguments: &MatchArguments,
    standings: &Standings,
    test: Option<&Testing>,
    stopped: bool,
) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let names: Vec<String> = arguments.players.iter().map(Spec::to_string).collect();
    if arguments.json {
        let mut object = as_json(&names, standings);
        object["stopped"] = stopped.into();
        if let Some(test) = test {
            object["sprt"] = test.as_json();
        }
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    if stopped {
        writeln!(out, "stopped after {} games", standings.games())?;
    }
    if arguments.round_robin || names.len() > 2 {
        write_table(&mut out, &names, standings)?;
    } else {
        write_pair(&mut out, &names, standings)?;
    }
    write_ends(&mut out, standings)?;
    if let Some(test) = test {
        test.write(&mut out)?;
    }
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
    set.map_err(|error| Failure::Message(format!("cannot hear interrupts: {error}")))?;
    Ok(stop)
}

/// Shows a game's end in passing: its failure, if a program failed, and how many are done.
fn tell(bar: &ProgressBar, played: &Played, players: &[Spec]) {
    if let End::Forfeit(side, fault) = &played.end {
        let line = format!(
            "game {}: {} forfeits: {fault}",
            played.number + 1,
            players[played.players[*side]]
        );
        show(bar, line);
    }
    bar.inc(1);
}

/// Shows a line, above the bar where there is one.
fn show(bar: &ProgressBar, line: String) {
    if bar.is_hidden() {
        note(line)
    } else {
        bar.println(escaped(&line))
    }
}

/// The file of records, in the order of the games. What stood there stays until all have ended:
/// they are written beside, where those of a match that fails or is killed stay. A pipe or a device
/// is written to as they end.
struct Records {
    file: AtomicFile,
    /// How many are written.
    written: usize,
    /// Those that ended before one that comes first.
    waiting: BTreeMap<usize, String>,
}

impl Records {
    fn new(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            file: AtomicFile::create(path)?,
            written: 0,
            waiting: BTreeMap::new(),
        })
    }

    /// Adds a game by its number among all of them.
    fn add(&mut self, number: usize, game: &Game, bar: &ProgressBar) -> Result<(), Failure> {
        if let (true, Some(beside)) = (
            self.written == 0 && self.waiting.is_empty(),
            self.file.temporary(),
        ) {
            show(
                bar,
                format!(
                    "until all games have ended, those that have are in {}",
                    beside.display()
                ),
            );
        }
        self.waiting.insert(number, write_record(game));
        while let Some(record) = self.waiting.remove(&self.written) {
            self.write(&record)?;
        }
        Ok(())
    }

    fn write(&mut self, record: &str) -> Result<(), Failure> {
        if self.written > 0 {
            self.file.write(b"\n")?;
        }
        self.file.write(record.as_bytes())?;
        self.file.keep()?;
        self.written += 1;
        Ok(())
    }

    /// Renames the file to its final name. If the match or the file failed, the error says where
    /// the finished games are.
    fn finish(mut self, mut outcome: Result<(), Failure>) -> Result<(), Failure> {
        // Without the ones that they waited for.
        for record in std::mem::take(&mut self.waiting).into_values() {
            outcome = outcome.and(self.write(&record));
        }
        // Without any there is nothing to put in the place of what is there.
        let beside = self
            .file
            .temporary()
            .filter(|_| self.written > 0)
            .map(|beside| beside.display().to_string());
        let finish = |()| {
            if self.written > 0 {
                self.file.finish()?;
            }
            Ok(())
        };
        outcome
            .and_then(finish)
            .map_err(|failure| match (failure, beside) {
                (Failure::Message(message), Some(beside)) => Failure::Message(format!(
                    "{message}; the games that have ended are in {beside}"
                )),
                (failure, _) => failure,
            })
    }
}

/// The pairs of players, with the results as the first of them counts them.
fn as_json(names: &[String], standings: &Standings) -> serde_json::Value {
    let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    let pairs = pairs.map(|(a, b)| {
        let between = |players: &BySide<usize>| players.0.contains(&b);
        let as_side =
            |side: Side| standings.tally(a, |players| between(&players) && players[side] == a);
        json!({
            "players": [&names[a], &names[b]],
            "all": tally_as_json(standings.tally(a, |players| between(&players))),
            "as_white": tally_as_json(as_side(Side::White)),
            "as_black": tally_as_json(as_side(Side::Black)),
        })
    });
    json!({
        "pairs": pairs.collect::<Vec<_>>(),
        "games": standings.games(),
        "plies": standings.plies,
        "ends": standings.ends,
    })
}

/// Elo points without bounds are null.
fn tally_as_json(tally: Tally) -> serde_json::Value {
    let (from, to) = tally.interval();
    let score = tally.score();
    json!({
        "won": tally.wins,
        "drawn": tally.draws,
        "lost": tally.losses,
        "score": score,
        "score_interval": [from, to],
        "elo": elo(score),
        "elo_interval": [elo(from), elo(to)],
    })
}

fn write_pair(out: &mut impl Write, names: &[String], standings: &Standings) -> io::Result<()> {
    writeln!(out, "{} against {}", names[0], names[1])?;
    write_tally(out, "all", standings.tally(0, |_| true))?;
    for side in Side::BOTH {
        write_tally(
            out,
            &format!("as {side}"),
            standings.tally(0, |players| players[side] == 0),
        )?;
    }
    Ok(())
}

fn write_tally(out: &mut impl Write, name: &str, tally: Tally) -> io::Result<()> {
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
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

fn write_table(out: &mut impl Write, names: &[String], standings: &Standings) -> io::Result<()> {
    let between = |a: usize, b: usize| standings.tally(a, |players| players.0.contains(&b));
    writeln!(
        out,
        "score in %, with half the width of its 95 % interval:\n"
    )?;
    let columns: Vec<String> = (1..=names.len()).map(|i| i.to_string()).collect();
    writeln!(out, "| | {} | all | the one before |", columns.join(" | "))?;
    writeln!(out, "| --- |{}", " --- |".repeat(names.len() + 2))?;
    for (a, name) in names.iter().enumerate() {
        let cell = |b: usize| {
            if a == b {
                "—".to_owned()
            } else {
                with_error(between(a, b))
            }
        };
        let cells: Vec<String> = (0..names.len()).map(cell).collect();
        let all = with_error(standings.tally(a, |_| true));
        let before = a
            .checked_sub(1)
            .map_or("—".to_owned(), |b| with_error(between(a, b)));
        writeln!(
            out,
            "| {} {name} | {} | {all} | {before} |",
            a + 1,
            cells.join(" | ")
        )?;
    }
    writeln!(out)?;
    writeln!(out, "won, drawn and lost:")?;
    for (a, b) in (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b))) {
        let Tally {
            wins,
            draws,
            losses,
        } = between(b, a);
        writeln!(
            out,
            "{} against {}: {wins}, {draws}, {losses}",
            names[b], names[a]
        )?;
    }
    Ok(())
}

fn write_ends(out: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let ends: Vec<String> = standings
        .ends
        .iter()
        .map(|(id, count)| format!("{id} {count}"))
        .collect();
    let mean = standings.plies as f64 / standings.games().max(1) as f64;
    writeln!(out, "ended by: {}; {mean:.1} plies a game", ends.join(", "))
}
