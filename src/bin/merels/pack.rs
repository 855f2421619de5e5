//! `merels pack`, and what `verify`, `stats` and `probe` say of a pack.

use crate::{Failure, note};
use clap::Args;
use merels::tablebase::disk::Store;
use merels::tablebase::pack::{self, PackDirectory, PackedSector, Trained, Training};
use merels::{Position, Wdl};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args)]
pub struct PackArguments {
    /// The directory of the tables.
    #[arg(value_name = "DIR")]
    tables: PathBuf,
    /// The nets that predict the values, as the training writes them.
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// The directory of the pack; what an earlier run has coded there is kept.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Args)]
pub struct TrainArguments {
    /// The directory of the tables.
    #[arg(value_name = "DIR")]
    tables: PathBuf,
    /// The directory of the model; nets that an earlier run has trained there are kept.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many million positions all nets together are shown.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    samples: u64,
    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Of the placing phase, the positions with this many men in hand are stored.
    #[arg(long, value_name = "N", default_value_t = 5)]
    hands: usize,
}

pub fn train(arguments: &TrainArguments) -> Result<(), Failure> {
    let store = Store::existing(&arguments.tables)?;
    let TrainArguments { samples, seed, hands, .. } = *arguments;
    let training = Training { samples: samples * 1_000_000, seed, hands };
    let begin = Instant::now();
    let told = |trained: &Trained| {
        let seconds = begin.elapsed().as_secs();
        match trained {
            Trained::Net { sectors, shown, samples, bits, frequency_bits } => {
                let sectors: Vec<String> = sectors.iter().map(ToString::to_string).collect();
                note(format_args!(
                    "{}: {} of {} million positions, {bits:.4} bits each of {frequency_bits:.4}; after {seconds} s",
                    sectors.join(" "),
                    shown / 1_000_000,
                    samples / 1_000_000
                ));
            }
            Trained::Sector { sector, bits: [net, corrected] } => {
                note(format_args!("{sector}: {net:.4} bits, corrected {corrected:.4}; after {seconds} s"));
            }
        }
    };
    pack::train(&store, &training, &arguments.out, &told).map_err(|error| said(&arguments.out, &error))
}

pub fn run(arguments: &PackArguments) -> Result<(), Failure> {
    let store = Store::existing(&arguments.tables)?;
    let model = std::fs::read(&arguments.model).map_err(|error| said(&arguments.model, &error))?;
    pack::write(&store, &model, &arguments.out, &progress()).map_err(|error| said(&arguments.out, &error))
}

pub fn verify(directory: &Path, tables: &Path) -> Result<(), Failure> {
    let pack = PackDirectory::open(directory).map_err(|error| said(directory, &error))?;
    let store = Store::existing(tables)?;
    let count = pack::verify(&pack, &store, &progress()).map_err(|error| said(directory, &error))?;
    Ok(writeln!(io::stdout(), "{count} values are those of the tables")?)
}

fn said(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Said(format!("{} {error}", path.display()))
}

/// Tells of each sector that is done, and how long the rest may take.
fn progress() -> impl Fn(&PackedSector) {
    let begin = Instant::now();
    move |packed| {
        let PackedSector { sector, number, count, positions, bytes } = packed;
        let bits = *bytes as f64 * 8.0 / (*positions).max(1) as f64;
        let seconds = begin.elapsed().as_secs();
        note(format_args!(
            "{sector}, {number} of {count}: {positions} positions in {bytes} bytes, {bits:.3} bits each; after {seconds} s"
        ));
    }
}

/// The values of a position and of its turns, the best first.
pub fn probe(directory: &Path, position: &Position) -> Result<(), Failure> {
    let said = |error: pack::PackError| said(directory, &error);
    let pack = PackDirectory::open(directory).map_err(said)?;
    let value = |position: &Position| {
        let unknown = || Failure::Said("the pack does not know this position".to_owned());
        pack.value(position).map_err(said)?.ok_or_else(unknown)
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", value(position)?)?;
    let turns = position.legal_moves().into_iter().map(|mv| Ok((mv, value(&position.after(mv))?.before())));
    let mut turns = turns.collect::<Result<Vec<_>, Failure>>()?;
    turns.sort_by_key(|&(_, value): &(_, Wdl)| std::cmp::Reverse(value));
    for (mv, value) in turns {
        writeln!(out, "{} {value}", mv.display(position.board()))?;
    }
    Ok(out.flush()?)
}
