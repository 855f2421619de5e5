//! `merels solve`, `plan`, `verify` and `stats`: exact values in files.

use crate::keep::{MAX_THREADS, up_to};
use crate::{Failure, note};
use clap::Args;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use merels::Rules;
use merels::tablebase::Content;
use merels::tablebase::Sector;
use merels::tablebase::format::Header;
use merels::tablebase::pack::PackDirectory;
use merels_solve::disk::{self as large, Error, Event, Job, Plan, Scope, Solve, Store};
use merels_solve::pack::Sample;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::from_error(error)
    }
}

/// Which part of a game.
#[derive(Args)]
pub struct GamePart {
    /// Only the positions with no men in hand.
    #[arg(long)]
    moving: bool,
    /// Only positions with at most N men of both sides together, in hand or on the board.
    #[arg(long, value_name = "N")]
    men: Option<usize>,
}

impl GamePart {
    fn scope(&self) -> Scope {
        Scope {
            moving_only: self.moving,
            most_men: self.men.unwrap_or(usize::MAX),
        }
    }
}

#[derive(Args)]
pub struct SolveArguments {
    /// A preset or a rule set.
    #[arg(value_name = "PRESET")]
    rules: Rules,
    /// The directory of the tables; finished ones are kept.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only this sector (and its mirror, which it is solved with), from the tables of the sectors
    /// that it needs.
    #[arg(long, value_name = "SECTOR")]
    sector: Option<Sector>,
    #[command(flatten)]
    part: GamePart,
    /// Distances in plies instead of win, loss and draw; of the moving phase only, a byte a
    /// position.
    #[arg(long)]
    distances: bool,
    /// The number of threads; by default one per processor.
    #[arg(long, value_name = "N", value_parser = up_to(MAX_THREADS))]
    threads: Option<usize>,
}

pub fn solve(arguments: &SolveArguments) -> Result<(), Failure> {
    use_threads(arguments.threads)?;
    let mut scope = arguments.part.scope();
    scope.moving_only |= arguments.distances;
    let plan = Plan::new(&arguments.rules, scope)?;
    let store = Store::open(&arguments.out, &arguments.rules)?;
    let jobs: Vec<&Job> = match arguments.sector {
        Some(sector) => vec![plan.job(sector)?],
        None => plan.jobs().iter().collect(),
    };
    let progress = ProgressDisplay::new(jobs.iter().map(|job| job.slots).sum());
    let watch = |event: Event<'_>| progress.see(event);
    let solver = Solve {
        store: &store,
        watch: &watch,
        content: if arguments.distances {
            Content::Distance
        } else {
            Content::Wdl
        },
    };
    for job in jobs {
        solver.job(job)?;
    }
    progress.finish();
    Ok(())
}

fn use_threads(count: Option<usize>) -> Result<(), Failure> {
    let Some(count) = count else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build_global();
    pool.map_err(|error| Failure::Message(format!("cannot start {count} threads: {error}")))
}

/// A progress bar on a terminal, else one line per sector.
struct ProgressDisplay {
    bar: ProgressBar,
    began: Instant,
    /// When the current sector was started, and the slots solved so far.
    state: Mutex<(Instant, u64)>,
}

impl ProgressDisplay {
    fn new(slots: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(slots), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} % · {elapsed} · {msg}");
        bar.set_style(style.expect("a template that was tried"));
        bar.enable_steady_tick(Duration::from_secs(1));
        let began = Instant::now();
        Self {
            bar,
            began,
            state: Mutex::new((began, 0)),
        }
    }

    /// Always `true`: nothing here stops the work.
    fn see(&self, event: Event<'_>) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            // The time left is estimated from what is still to be solved.
            Event::Skipped(job) => self
                .bar
                .set_length(self.bar.length().unwrap_or(0).saturating_sub(job.slots)),
            Event::Begun(job) => {
                self.bar
                    .set_message(format!("sector {}{}", job.sector(), self.left(state.1)));
                state.0 = Instant::now();
            }
            Event::Round => {}
            Event::Done(job, _) => {
                state.1 += job.slots;
                self.bar.inc(job.slots);
                if self.bar.is_hidden() {
                    note(format_args!(
                        "sector {:<12} {:>12} slots {:>8.2} s, {:>8.1} s in all{}",
                        job.sector(),
                        job.slots,
                        state.0.elapsed().as_secs_f64(),
                        self.began.elapsed().as_secs_f64(),
                        self.left(state.1)
                    ));
                }
            }
        }
        true
    }

    /// The time left if the slots still to be solved take as long as those that are.
    fn left(&self, solved: u64) -> String {
        let open = self.bar.length().unwrap_or(0).saturating_sub(solved);
        match solved {
            0 => String::new(),
            _ => {
                let left = self.began.elapsed().mul_f64(open as f64 / solved as f64);
                format!(", about {} left", HumanDuration(left))
            }
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
        note(format_args!(
            "solved in {:.1} s",
            self.began.elapsed().as_secs_f64()
        ));
    }
}

#[derive(Args)]
pub struct PlanArguments {
    /// A preset or a rule set.
    #[arg(value_name = "PRESET")]
    rules: Rules,
    #[command(flatten)]
    part: GamePart,
    /// Write one JSON object a line instead of CSV.
    #[arg(long)]
    json: bool,
}

pub fn plan(arguments: &PlanArguments) -> Result<(), Failure> {
    let plan = Plan::new(&arguments.rules, arguments.part.scope())?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !arguments.json {
        writeln!(
            out,
            "sector,solved_with,needs,slots,disk_bytes,memory_bytes,core_seconds"
        )?;
    }
    for job in plan.jobs() {
        let names = |sectors: &[Sector]| sectors.iter().map(Sector::to_string).collect::<Vec<_>>();
        let (with, needs) = (names(&job.sectors[1..]), names(&job.inputs));
        let seconds = job.core_seconds(plan.rules());
        if arguments.json {
            let object = json!({
                "sector": job.sector().to_string(),
                "solved_with": with,
                "needs": needs,
                "slots": job.slots,
                "disk_bytes": job.disk,
                "memory_bytes": job.memory,
                "core_seconds": seconds,
            });
            writeln!(out, "{object}")?;
        } else {
            writeln!(
                out,
                "{},{},{},{},{},{},{seconds:.1}",
                job.sector(),
                with.join(" "),
                needs.join(" "),
                job.slots,
                job.disk,
                job.memory,
            )?;
        }
    }
    out.flush()?;
    let disk = plan.jobs().iter().map(|job| job.disk).sum();
    let memory = plan.jobs().iter().map(|job| job.memory).max().unwrap_or(0);
    let slots: u64 = plan.jobs().iter().map(|job| job.slots).sum();
    let seconds: f64 = plan
        .jobs()
        .iter()
        .map(|job| job.core_seconds(plan.rules()))
        .sum();
    note(format_args!(
        "{} jobs, {:.2} billion slots, {} of disk, {} of memory, about {} of one core",
        plan.jobs().len(),
        slots as f64 / 1e9,
        HumanBytes(disk),
        HumanBytes(memory),
        HumanDuration(Duration::from_secs_f64(seconds))
    ));
    Ok(())
}

#[derive(Args)]
pub struct StatsArguments {
    /// The directory of the tables, or of a pack.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The tables of a pack, to compare its size with the entropy of their values.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Write one JSON object a line instead of CSV.
    #[arg(long)]
    json: bool,
}

pub fn stats(arguments: &StatsArguments) -> Result<(), Failure> {
    if PackDirectory::is_one(&arguments.directory) {
        return crate::pack::stats(
            &arguments.directory,
            arguments.data.as_deref(),
            arguments.json,
        );
    }
    let tables = merels_solve::disk::tables_in(&arguments.directory)?;
    if tables.is_empty() {
        return Err(Failure::Message(format!(
            "{} holds no tables",
            arguments.directory.display()
        )));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        for (header, checksum) in &tables {
            writeln!(out, "{}", table_as_json(header, *checksum))?;
        }
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        "rules,own_on_board,opponent_on_board,own_in_hand,opponent_in_hand,canonical,win,loss,draw,longest_win,longest_loss,content,checksum"
    )?;
    for (header, checksum) in tables {
        let Sector {
            own,
            other,
            own_hand,
            other_hand,
        } = header.sector;
        let plies = |plies: Option<u16>| plies.map_or(String::new(), |plies| plies.to_string());
        let canonical = header.wins + header.losses + header.draws;
        writeln!(
            out,
            "{},{own},{other},{own_hand},{other_hand},{canonical},{},{},{},{},{},{},{checksum:08x}",
            header.rules,
            header.wins,
            header.losses,
            header.draws,
            plies(header.longest_win),
            plies(header.longest_loss),
            content(&header),
        )?;
    }
    Ok(out.flush()?)
}

fn content(header: &Header) -> &'static str {
    match header.content {
        Content::Wdl => "wdl",
        Content::Distance => "distance",
    }
}

fn table_as_json(header: &Header, checksum: u32) -> serde_json::Value {
    let sector = header.sector;
    json!({
        "rules": header.rules.to_string(),
        "own_on_board": sector.own,
        "opponent_on_board": sector.other,
        "own_in_hand": sector.own_hand,
        "opponent_in_hand": sector.other_hand,
        "canonical": header.wins + header.losses + header.draws,
        "win": header.wins,
        "loss": header.losses,
        "draw": header.draws,
        "longest_win": header.longest_win,
        "longest_loss": header.longest_loss,
        "content": content(header),
        "checksum": format!("{checksum:08x}"),
    })
}

#[derive(Args)]
pub struct VerifyArguments {
    /// The directory of the tables, or of a pack. A pack alone is checked by itself: that every
    /// piece is intact and in its place.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The tables that a pack is compared with, value by value.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Check only N random positions, by the rules of the game alone; of a pack, N of every sector,
    /// also of those that it does not store, with all their turns, by the tables.
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Of a pack: time N of these positions of every sector, each with no block decoded before.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "sample")]
    timed: usize,
    /// The seed of the draw.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// The number of threads; by default one per processor.
    #[arg(long, value_name = "N", value_parser = up_to(MAX_THREADS))]
    threads: Option<usize>,
}

pub fn verify(arguments: &VerifyArguments) -> Result<(), Failure> {
    use_threads(arguments.threads)?;
    if let Some(tables) = &arguments.data {
        let &VerifyArguments {
            sample,
            timed,
            seed,
            ..
        } = arguments;
        return match sample {
            None => crate::pack::verify(&arguments.directory, tables),
            Some(positions) => {
                let sample = Sample {
                    positions: positions as usize,
                    timed,
                    seed,
                };
                crate::pack::compare(&arguments.directory, tables, &sample)
            }
        };
    }
    if PackDirectory::is_one(&arguments.directory) && arguments.sample.is_none() {
        return crate::pack::check(&arguments.directory);
    }
    let store = Store::existing(&arguments.directory)?;
    let began = Instant::now();
    if let Some(count) = arguments.sample {
        let looked = large::verify_sample(&arguments.directory, &store, count, arguments.seed)?;
        return Ok(writeln!(
            io::stdout(),
            "{looked} positions drawn at random: every value follows from its successors'"
        )?);
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let slots = large::verify(&store, &|verified| {
        let [wins, losses, draws] = verified.counts;
        let line = format!(
            "sector {:<12} {wins:>11} won {losses:>11} lost {draws:>11} drawn: {} right",
            verified.sector, verified.content
        );
        if bar.is_hidden() {
            note(line)
        } else {
            bar.println(line)
        }
        true
    })?;
    bar.finish_and_clear();
    let took = began.elapsed().as_secs_f64();
    Ok(writeln!(
        io::stdout(),
        "{slots} values follow from their successors', all checksums are right ({took:.1} s)"
    )?)
}
