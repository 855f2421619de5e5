//! `merels opening`: writes the exact values of the opening to one small file.

use crate::keep::sound;
use crate::{Failure, note};
use clap::Args;
use merels::tablebase::directory::Tables;
use merels::tablebase::opening::Counts;
use merels_solve::atomic_file::write_atomically;
use merels_solve::opening::make as pack;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args)]
pub struct OpeningArguments {
    /// The directory of the game's tables.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The maximum number of placings by both sides.
    #[arg(long, value_name = "N", default_value_t = 9)]
    placings: usize,
}

/// Writes the file and shows what is in it, one line per number of placings.
pub fn make(arguments: &OpeningArguments) -> Result<(), Failure> {
    let tables = Tables::open(&arguments.data).map_err(Failure::from_error)?;
    let made = pack(&tables, tables.rules(), arguments.placings);
    sound(&tables)?;
    let (file, opening) = made.map_err(Failure::from_error)?;
    write_atomically(&arguments.out, &file)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "placings,positions,wins,draws,losses")?;
    for placings in 0..=opening.placings() {
        let Counts {
            wins,
            draws,
            losses,
        } = opening.counts(placings);
        writeln!(
            out,
            "{placings},{},{wins},{draws},{losses}",
            wins + draws + losses
        )?;
    }
    out.flush()?;
    note(format_args!(
        "{} bytes, {} of memory when read",
        file.len(),
        opening.memory()
    ));
    Ok(())
}
