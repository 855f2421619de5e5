//! `merels explorer`: writes the placings of the first plies, with their exact values, to one small file.

use crate::keep::sound;
use crate::{Failure, atomic_file, note};
use clap::Args;
use merels::search::MovePrior;
use merels::tablebase::directory::Tables;
use merels::tablebase::explorer::make as pack;
use std::path::PathBuf;

#[derive(Args)]
pub struct ExplorerArguments {
    /// The directory of the game's tables.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The number of plies.
    #[arg(long, value_name = "N", default_value_t = 10)]
    plies: usize,
    /// The maximum number of positions per ply, the likeliest first.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    width: usize,
}

/// Writes the file.
pub fn make(arguments: &ExplorerArguments) -> Result<(), Failure> {
    let said = |error: &dyn std::fmt::Display| Failure::Said(error.to_string());
    let tables = Tables::open(&arguments.data).map_err(|error| said(&error))?;
    let prior = MovePrior::new(tables.rules());
    let looks = |position: &_, turns: &[_]| prior.weights(position, turns);
    let made = pack(&tables, tables.rules(), arguments.plies, arguments.width, looks);
    sound(&tables)?;
    let (file, explorer) = made.map_err(|error| said(&error))?;
    atomic_file::write(&arguments.out, &file)?;
    note(format_args!("{} bytes, the placings of {} positions", file.len(), explorer.positions()));
    Ok(())
}
