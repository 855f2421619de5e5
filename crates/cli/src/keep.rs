//! `merels keep`: samples positions in which a move can lose value, and measures how often a player
//! keeps it.

use crate::exact_sources::shipped_for;
use crate::{Failure, text};
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use merels::position::Phase;
use merels::search::Limits;
use merels::tablebase::directory::Tables;
use merels::value::Wdl;
use merels::{Move, Position, Probe};
use merels_cli::arena::keep::{KeepJudgement, Share, is_ban_near, judge_all};
use merels_cli::arena::sample::sample;
use merels_cli::arena::{Fault, Limit, Setting, Spec};
use merels_solve::atomic_file::write_atomically;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Subcommand)]
pub enum KeepCommand {
    /// Draws positions in which some move loses value, from games of mixed strength.
    Sample(DrawArguments),
    /// Counts in how many of a file's positions a player's move keeps the value. Tables without the
    /// re-forming ban also judge positions with it, except where it holds or is near.
    Run(RunArguments),
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum PhaseName {
    Placing,
    Moving,
    Flying,
}

impl From<PhaseName> for Phase {
    fn from(name: PhaseName) -> Self {
        match name {
            PhaseName::Placing => Self::Placing,
            PhaseName::Moving => Self::Moving,
            PhaseName::Flying => Self::Flying,
        }
    }
}

const PHASES: [(Phase, &str); 3] = [
    (Phase::Placing, "placing"),
    (Phase::Moving, "moving"),
    (Phase::Flying, "flying"),
];

const VALUES: [(Wdl, &str); 2] = [(Wdl::Draw, "draws"), (Wdl::Win, "wins")];

/// The ways to lose value: before and after the move.
const CHANGES: [(Wdl, Wdl); 3] = [
    (Wdl::Draw, Wdl::Loss),
    (Wdl::Win, Wdl::Draw),
    (Wdl::Win, Wdl::Loss),
];

/// The maximum size of a sample; a larger one would neither fit into memory nor ever be judged.
const MAX_POSITIONS: u64 = 10_000_000;
/// The maximum number of threads.
pub const MAX_THREADS: u64 = 1024;

/// Parses a number up to this maximum.
pub fn up_to(most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(..=most)
}

#[derive(Args)]
pub struct DrawArguments {
    /// The directory of the tables.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The number of positions, the same for each phase.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = up_to(MAX_POSITIONS))]
    positions: usize,
    /// The seed of the draw.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The phases of the side to move.
    #[arg(long, value_delimiter = ',', default_values = ["placing", "moving", "flying"])]
    phases: Vec<PhaseName>,
    /// Exclude the positions in this file, up to symmetry.
    #[arg(long, value_name = "FILE")]
    except: Option<PathBuf>,
    /// The file to write: one position line each.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub struct RunArguments {
    /// A file of position lines; lines that begin with # are comments.
    #[arg(value_name = "FILE")]
    positions: PathBuf,
    /// The directory of the tables.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    #[command(flatten)]
    limit: LimitArguments,
    /// A program that speaks the engine protocol, instead of our own search.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// The transposition table of each search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: u32,
    /// The number of positions searched at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(MAX_THREADS))]
    threads: usize,
    /// Search without the values of the first placings that come with the program.
    #[arg(long)]
    bare: bool,
    /// Show each position in which value was lost.
    #[arg(long)]
    show: bool,
    /// Write one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[group(required = true, multiple = true)]
struct LimitArguments {
    /// Milliseconds per move.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes per move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The depth in plies.
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

impl RunArguments {
    fn player(&self) -> Spec {
        let LimitArguments {
            movetime,
            nodes,
            depth,
        } = self.limit;
        match &self.engine {
            None => {
                let mut search = Limits::default();
                (search.depth, search.nodes) = (depth, nodes);
                let time = movetime.map(Duration::from_millis);
                Spec::Search(Limit { search, time })
            }
            Some(command) => {
                let limits = [
                    ("movetime", movetime),
                    ("nodes", nodes),
                    ("depth", depth.map(u64::from)),
                ];
                let given = limits
                    .into_iter()
                    .filter_map(|(name, value)| Some((name.to_owned(), value?)));
                Spec::Engine {
                    command: command.clone(),
                    limits: given.collect(),
                    options: Vec::new(),
                }
            }
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::from_error(fault)
    }
}

pub fn run(command: &KeepCommand) -> Result<(), Failure> {
    match command {
        KeepCommand::Sample(arguments) => draw(arguments),
        KeepCommand::Run(arguments) => judge(arguments),
    }
}

pub fn open(directory: &Path) -> Result<Tables, Failure> {
    Tables::open(directory).map_err(Failure::from_error)
}

/// Fails if a source of values had a fault.
pub fn sound(source: &dyn Probe) -> Result<(), Failure> {
    source
        .fault()
        .map_or(Ok(()), |fault| Err(Failure::Message(fault)))
}

fn draw(arguments: &DrawArguments) -> Result<(), Failure> {
    let tables = open(&arguments.data)?;
    let mut phases: Vec<Phase> = arguments.phases.iter().map(|&name| name.into()).collect();
    let mut seen = Vec::new();
    phases.retain(|phase| {
        !seen.contains(phase) && {
            seen.push(*phase);
            true
        }
    });
    let except = arguments
        .except
        .as_deref()
        .map_or(Ok(Vec::new()), read_positions)?;
    let bar = bar(arguments.positions);
    let watch = |found| bar.set_position(found as u64);
    let positions = sample(
        &tables,
        &phases,
        arguments.positions,
        arguments.seed,
        &except,
        watch,
    )?;
    bar.finish_and_clear();
    let names = PHASES
        .iter()
        .filter(|(phase, _)| phases.contains(phase))
        .map(|&(_, name)| name);
    let mut text = format!(
        "# positions of {} in which a turn can spoil the value, by merels {}:\n\
         # merels keep sample --positions {} --seed {} --phases {}{}\n",
        tables.rules(),
        env!("CARGO_PKG_VERSION"),
        arguments.positions,
        arguments.seed,
        names.collect::<Vec<_>>().join(","),
        if except.is_empty() {
            ""
        } else {
            " --except FILE"
        }
    );
    for position in positions {
        let _ = writeln!(text, "{position}");
    }
    Ok(write_atomically(&arguments.out, text)?)
}

/// A progress bar on a terminal, nothing elsewhere.
pub fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{bar:30} {pos} of {len} · {elapsed}, {eta} left · {msg}");
    bar.set_style(style.expect("a template that was tried"));
    bar
}

/// The position lines of a file.
fn read_positions(path: &Path) -> Result<Vec<Position>, Failure> {
    let refused = |reason: String| Failure::Message(format!("{}: {reason}", path.display()));
    let text = text::read(path)?;
    let lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(i, line)| {
            line.parse()
                .map_err(|error| refused(format!("line {i}, {error}")))
        })
        .collect()
}

fn judge(arguments: &RunArguments) -> Result<(), Failure> {
    let tables = open(&arguments.data)?;
    let positions = read_positions(&arguments.positions)?;
    let (left_out, positions): (Vec<_>, Vec<_>) = positions.into_iter().partition(is_ban_near);
    let player = arguments.player();
    let mut setting = Setting::default();
    setting.hash = arguments.hash;
    setting.exact = if arguments.bare {
        None
    } else {
        shipped_for(&positions)
    };
    let bar = bar(positions.len());
    let began = Instant::now();
    let (stop, hire) = (AtomicBool::new(false), || player.player(&setting));
    let judgements = judge_all(&tables, &positions, arguments.threads, &stop, hire, |_| {
        bar.inc(1)
    })?;
    bar.finish_and_clear();

    let mut out = io::BufWriter::new(io::stdout().lock());
    let seconds = began.elapsed().as_secs_f64();
    if arguments.json {
        let mut object = as_json(&judgements);
        object["left_out"] = left_out.len().into();
        object["seconds"] = seconds.into();
        if arguments.show {
            let lost = judgements.iter().filter(|judgement| !judgement.is_kept());
            object["lost"] = lost.map(lost_as_json).collect();
        }
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    if !left_out.is_empty() {
        writeln!(
            out,
            "{} positions left out: the re-forming ban holds or is near",
            left_out.len()
        )?;
    }
    if arguments.show {
        for judgement in judgements.iter().filter(|judgement| !judgement.is_kept()) {
            show(&mut out, judgement)?;
        }
    }
    table(&mut out, &judgements)?;
    writeln!(out, "{seconds:.1} s")?;
    Ok(out.flush()?)
}

fn show(out: &mut impl Write, judgement: &KeepJudgement) -> io::Result<()> {
    let KeepJudgement {
        position,
        mv,
        before,
        after,
        better,
    } = judgement;
    let written = |mv: &Move| mv.display(position.board()).to_string();
    writeln!(
        out,
        "{position}: {} {before} to {after}, {} keeps it",
        written(mv),
        written(better)
    )
}

/// How many positions went from one value to the other.
fn spoilt(judgements: &[KeepJudgement], change: (Wdl, Wdl)) -> usize {
    let spoilt = |found: &&KeepJudgement| (found.before, found.after) == change;
    judgements.iter().filter(spoilt).count()
}

/// What [`table`] shows.
fn as_json(judgements: &[KeepJudgement]) -> serde_json::Value {
    let share = |which: &dyn Fn(&KeepJudgement) -> bool| {
        let share = Share::of(judgements, which);
        let (from, to) = share.interval();
        let Share { kept, total } = share;
        json!({ "kept": kept, "total": total, "interval": [from, to] })
    };
    let mut object = json!({ "all": share(&|_| true) });
    for (phase, name) in PHASES {
        object[name] = share(&|found| found.phase() == phase);
    }
    for (value, name) in VALUES {
        object[name] = share(&|found| found.before == value);
    }
    let changes = CHANGES.map(|(before, after)| {
        let count = spoilt(judgements, (before, after));
        json!({ "from": before.to_string(), "to": after.to_string(), "count": count })
    });
    object["spoilt"] = changes.to_vec().into();
    let most = judgements.iter().filter_map(KeepJudgement::placings).max();
    let placed = most.map_or(0..0, |most| 0..most + 1);
    let placed = placed.map(|placed| share(&|found| found.placings() == Some(placed)));
    object["by_placings"] = placed.collect();
    object
}

fn lost_as_json(judgement: &KeepJudgement) -> serde_json::Value {
    let position = &judgement.position;
    let written = |mv: &Move| mv.display(position.board()).to_string();
    json!({
        "position": position.to_string(),
        "move": written(&judgement.mv),
        "from": judgement.before.to_string(),
        "to": judgement.after.to_string(),
        "better": written(&judgement.better),
    })
}

fn table(out: &mut impl Write, judgements: &[KeepJudgement]) -> io::Result<()> {
    row(out, "all", Share::of(judgements, |_| true))?;
    for (phase, name) in PHASES {
        row(
            out,
            name,
            Share::of(judgements, |judgement| judgement.phase() == phase),
        )?;
    }
    for (value, name) in VALUES {
        row(
            out,
            name,
            Share::of(judgements, |judgement| judgement.before == value),
        )?;
    }
    for change in CHANGES {
        let (before, after) = change;
        writeln!(
            out,
            "{:<16} {:>5} spoilt",
            format!("{before} to {after}"),
            spoilt(judgements, change)
        )?;
    }
    let most = judgements.iter().filter_map(KeepJudgement::placings).max();
    for placed in most.map_or(0..0, |most| 0..most + 1) {
        row(
            out,
            &format!("placed {placed}"),
            Share::of(judgements, |found| found.placings() == Some(placed)),
        )?;
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, share: Share) -> io::Result<()> {
    if share.total == 0 {
        return Ok(());
    }
    let (from, to) = share.interval();
    let Share { kept, total } = share;
    let per_cent = 100.0 * kept as f64 / total as f64;
    writeln!(
        out,
        "{name:<16} {kept:>5} of {total:>5} {per_cent:>7.2} % ({:.2} to {:.2})",
        100.0 * from,
        100.0 * to
    )
}
