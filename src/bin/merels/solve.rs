//! `merels solve`, `plan` and `stats`: exact values into files.

use crate::Failure;
use clap::Args;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use merels::Rules;
use merels::solution::Sector;
use merels::solution::table::Content;
use merels::solve::{Error, Event, Job, Plan, Scope, Solve, Store};
use std::cell::Cell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Said(error.to_string())
    }
}

/// Which part of a game.
#[derive(Args)]
pub struct Part {
    /// Only the positions with no men in hand.
    #[arg(long)]
    moving: bool,
    /// Only the positions with at most so many men of both sides together, in hand or on the board.
    #[arg(long, value_name = "N")]
    men: Option<usize>,
}

impl Part {
    fn scope(&self) -> Scope {
        Scope { moving_only: self.moving, most_men: self.men.unwrap_or(usize::MAX) }
    }
}

#[derive(Args)]
pub struct SolveArguments {
    /// A preset or a rule set.
    #[arg(value_name = "PRESET")]
    rules: Rules,
    /// The directory of the tables; what is there already is used.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only this class (and its mirror, which it is solved with), from the tables of the classes that it needs.
    #[arg(long, value_name = "CLASS")]
    class: Option<Sector>,
    #[command(flatten)]
    part: Part,
    /// How many threads compute; as many as there are processors if not given.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub fn solve(arguments: &SolveArguments) -> Result<(), Failure> {
    use_threads(arguments.threads)?;
    let plan = Plan::new(&arguments.rules, arguments.part.scope())?;
    let store = Store::open(&arguments.out, &arguments.rules)?;
    let jobs: Vec<&Job> = match arguments.class {
        Some(class) => vec![plan.job(class)?],
        None => plan.jobs().iter().collect(),
    };
    let progress = Progress::new(jobs.iter().map(|job| job.slots).sum());
    let watch = |event: Event<'_>| progress.see(event);
    // What is there is skipped first: the estimate of the time left is of what is really to be done.
    let solver = Solve { store: &store, watch: &watch };
    for job in jobs {
        solver.job(job)?;
    }
    progress.finish();
    Ok(())
}

fn use_threads(count: Option<usize>) -> Result<(), Failure> {
    let Some(count) = count else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build_global();
    pool.map_err(|error| Failure::Said(format!("cannot start {count} threads: {error}")))
}

/// A bar on a terminal; else a line a class.
struct Progress {
    bar: ProgressBar,
    began: Instant,
    job_began: std::sync::Mutex<Instant>,
}

impl Progress {
    fn new(slots: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(slots), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {percent}% · {elapsed} · {eta} left · {msg}");
        bar.set_style(style.expect("a template that was tried"));
        bar.enable_steady_tick(Duration::from_secs(1));
        let began = Instant::now();
        Self { bar, began, job_began: std::sync::Mutex::new(began) }
    }

    fn see(&self, event: Event<'_>) -> bool {
        match event {
            Event::Skipped(job) => {
                self.bar.set_length(self.bar.length().unwrap_or(0).saturating_sub(job.slots));
                self.bar.reset_eta();
            }
            Event::Begun(job) => {
                self.bar.set_message(format!("class {}", job.class()));
                if let Ok(mut began) = self.job_began.lock() {
                    *began = Instant::now();
                }
            }
            Event::Round(_) => {}
            Event::Done(job, _) => {
                self.bar.inc(job.slots);
                if self.bar.is_hidden() {
                    let took = self.job_began.lock().map_or(0.0, |began| began.elapsed().as_secs_f64());
                    let total = self.began.elapsed().as_secs_f64();
                    let left = self.bar.eta();
                    eprintln!(
                        "class {:<12} {:>12} slots {took:>8.2} s, {total:>8.1} s in all, about {} left",
                        job.class().to_string(),
                        job.slots,
                        HumanDuration(left)
                    );
                }
            }
        }
        true
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
        eprintln!("solved in {:.1} s", self.began.elapsed().as_secs_f64());
    }
}

#[derive(Args)]
pub struct PlanArguments {
    /// A preset or a rule set.
    #[arg(value_name = "PRESET")]
    rules: Rules,
    #[command(flatten)]
    part: Part,
}

pub fn plan(arguments: &PlanArguments) -> Result<(), Failure> {
    let plan = Plan::new(&arguments.rules, arguments.part.scope())?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "class,solved_with,needs,slots,disk_bytes,memory_bytes")?;
    for job in plan.jobs() {
        let names = |sectors: &[Sector]| sectors.iter().map(Sector::to_string).collect::<Vec<_>>().join(" ");
        writeln!(
            out,
            "{},{},{},{},{},{}",
            job.class(),
            names(&job.sectors[1..]),
            names(&job.inputs),
            job.slots,
            job.disk,
            job.memory
        )?;
    }
    out.flush()?;
    let disk = plan.jobs().iter().map(|job| job.disk).sum();
    let memory = plan.jobs().iter().map(|job| job.memory).max().unwrap_or(0);
    let slots: u64 = plan.jobs().iter().map(|job| job.slots).sum();
    eprintln!(
        "{} jobs, {:.2} thousand million slots, {} of disk, {} of memory",
        plan.jobs().len(),
        slots as f64 / 1e9,
        HumanBytes(disk),
        HumanBytes(memory)
    );
    Ok(())
}

#[derive(Args)]
pub struct StatsArguments {
    /// The directory of the tables.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub fn stats(arguments: &StatsArguments) -> Result<(), Failure> {
    let tables = merels::solve::tables_in(&arguments.directory)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "rules,own_on_board,opponent_on_board,own_in_hand,opponent_in_hand,canonical,win,loss,draw,longest_win,longest_loss,content,checksum"
    )?;
    let written = Cell::new(0);
    for (header, checksum) in tables {
        let Sector { own, other, own_hand, other_hand } = header.sector;
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
            if header.content == Content::Wdl { "wdl" } else { "distance" },
        )?;
        written.set(written.get() + 1);
    }
    if written.get() == 0 {
        return Err(Failure::Said(format!("{} holds no tables", arguments.directory.display())));
    }
    Ok(out.flush()?)
}
