//! `merels puzzles`: makes the puzzles of a game.

use crate::Failure;
use crate::keep::sound;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use merels::Rules;
use merels::puzzle::write;
use merels::tablebase::Solver;
use merels::tablebase::directory::Tables;
use merels::value::Probe;
use merels_cli::arena::puzzles::{make, sectors};
use merels_solve::atomic_file::write_atomically;
use std::path::PathBuf;

#[derive(Args)]
pub struct PuzzlesArguments {
    /// A preset or a rule set.
    #[arg(value_name = "PRESET")]
    rules: Rules,
    /// The directory of the game's tables. Without it, all of a small game is solved in memory, of
    /// a large one the endgames.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The same seed gives the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes the file.
pub fn run(arguments: &PuzzlesArguments) -> Result<(), Failure> {
    let rules = arguments.rules;
    let source: Box<dyn Probe> = match &arguments.data {
        Some(directory) => {
            let tables = Tables::open(directory).map_err(Failure::from_error)?;
            if *tables.rules() != rules.without_draw_rules() {
                return Err(Failure::Message(format!(
                    "the tables are of {}, not of {rules}",
                    tables.rules()
                )));
            }
            Box::new(tables)
        }
        None => Box::new(
            Solver::for_sectors(&rules, &sectors(&rules))
                .map_err(Failure::from_error)?
                .finish(),
        ),
    };
    let style =
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} puzzles, {elapsed}");
    let progress =
        ProgressBar::new(arguments.count as u64).with_style(style.map_err(Failure::from_error)?);
    let watch = |found| progress.set_position(found as u64);
    let made = make(&*source, &rules, arguments.count, arguments.seed, watch);
    sound(&*source)?;
    let puzzles = made.map_err(Failure::from_error)?;
    progress.finish();
    Ok(write_atomically(&arguments.out, write(&puzzles))?)
}
