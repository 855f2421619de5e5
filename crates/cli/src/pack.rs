//! `merels pack`, and what `verify` and `stats` find in a pack.

use crate::{Failure, note};
use clap::Args;
use merels::search::evaluate;
use merels::tablebase::Content;
use merels::tablebase::pack::PackDirectory;
use merels_solve::disk::Store;
use merels_solve::pack::{self, ComparedSector, PackedSector, Sample, Trained, Training};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    let TrainArguments {
        samples,
        seed,
        hands,
        ..
    } = *arguments;
    let training = Training {
        samples: samples * 1_000_000,
        seed,
        hands,
    };
    let begin = Instant::now();
    let report = |trained: &Trained| {
        let seconds = begin.elapsed().as_secs();
        match trained {
            Trained::Net {
                sectors,
                shown,
                samples,
                bits,
                frequency_bits,
            } => {
                let sectors: Vec<String> = sectors.iter().map(ToString::to_string).collect();
                note(format_args!(
                    "{}: {} of {} million positions, {bits:.4} bits each of {frequency_bits:.4}; after {seconds} s",
                    sectors.join(" "),
                    shown / 1_000_000,
                    samples / 1_000_000
                ));
            }
            Trained::Sector {
                sector,
                bits: [net, corrected],
            } => {
                note(format_args!(
                    "{sector}: {net:.4} bits, corrected {corrected:.4}; after {seconds} s"
                ));
            }
        }
    };
    pack::train(&store, &training, &arguments.out, &report)
        .map_err(|error| about(&arguments.out, &error))
}

pub fn run(arguments: &PackArguments) -> Result<(), Failure> {
    let store = Store::existing(&arguments.tables)?;
    let model = std::fs::read(&arguments.model).map_err(|error| about(&arguments.model, &error))?;
    pack::write(&store, &model, &arguments.out, &progress())
        .map_err(|error| about(&arguments.out, &error))
}

fn open(directory: &Path) -> Result<PackDirectory, Failure> {
    let pack = PackDirectory::open(directory).map_err(|error| about(directory, &error))?;
    Ok(pack.ordered_by(evaluate))
}

/// Checks a pack by itself.
pub fn check(directory: &Path) -> Result<(), Failure> {
    let begin = Instant::now();
    let count = pack::check(&open(directory)?).map_err(|error| about(directory, &error))?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(writeln!(
        io::stdout(),
        "{count} pieces are intact and in their places ({seconds:.1} s)"
    )?)
}

pub fn verify(directory: &Path, tables: &Path) -> Result<(), Failure> {
    let pack = open(directory)?;
    let store = Store::existing(tables)?;
    let count =
        pack::verify(&pack, &store, &progress()).map_err(|error| about(directory, &error))?;
    Ok(writeln!(
        io::stdout(),
        "{count} values are those of the tables"
    )?)
}

/// The sectors of a pack as CSV or JSON, with the entropy of the values by their tables' counts.
pub fn stats(directory: &Path, tables: Option<&Path>, json: bool) -> Result<(), Failure> {
    let pack = open(directory)?;
    let pack = pack.pack();
    let store = tables.map(Store::existing).transpose()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !json {
        writeln!(out, "sector,positions,bytes,bits,order_0_bits")?;
    }
    let (mut all, mut frequent) = ((0, 0), Some(0.0));
    for PackedSector {
        sector,
        positions,
        bytes,
        ..
    } in pack::stats(pack)
    {
        let header = store
            .as_ref()
            .map(|store| store.header(sector, Content::Wdl))
            .transpose()?
            .flatten();
        let entropy = header.map(|header| entropy([header.wins, header.draws, header.losses]));
        row(&mut out, json, &sector, positions, bytes, entropy)?;
        all = (all.0 + positions, all.1 + bytes);
        frequent = frequent
            .zip(entropy)
            .map(|(sum, entropy)| sum + entropy * positions as f64);
    }
    let size = |name: &str| {
        std::fs::metadata(directory.join(name)).map_err(|error| about(directory, &error))
    };
    let index = size("index")?.len() + size("checksums")?.len();
    let parts = (0..pack.parts())
        .map(|part| Ok(size(&part.to_string())?.len()))
        .sum::<Result<u64, Failure>>()?;
    for (name, bytes) in [
        ("nets", pack.bytes() - all.1),
        ("index", index + parts - pack.bytes()),
    ] {
        if json {
            writeln!(out, "{}", json!({ "sector": name, "bytes": bytes }))?;
        } else {
            writeln!(out, "{name},,{bytes},,")?;
        }
    }
    let entropy = frequent.map(|bits| bits / all.0.max(1) as f64);
    row(&mut out, json, &"total", all.0, index + parts, entropy)?;
    Ok(out.flush()?)
}

fn row(
    out: &mut impl Write,
    json: bool,
    name: &dyn std::fmt::Display,
    positions: u64,
    bytes: u64,
    entropy: Option<f64>,
) -> io::Result<()> {
    let bits = bytes as f64 * 8.0 / positions.max(1) as f64;
    if json {
        let object = json!({
            "sector": name.to_string(),
            "positions": positions,
            "bytes": bytes,
            "bits": bits,
            "order_0_bits": entropy,
        });
        return writeln!(out, "{object}");
    }
    let entropy = entropy.map_or(String::new(), |bits| format!("{bits:.4}"));
    writeln!(out, "{name},{positions},{bytes},{bits:.4},{entropy}")
}

/// The entropy of values with these counts, in bits.
fn entropy(counts: [u64; 3]) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let share = |&count: &u64| count as f64 / all;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(share)
        .map(|share| -share * share.log2())
        .sum()
}

/// Compares random positions of every sector with tables, and shows the times.
pub fn compare(directory: &Path, tables: &Path, sample: &Sample) -> Result<(), Failure> {
    let pack = open(directory)?;
    let men = 2 * usize::from(pack.pack().rules().men);
    let begin = Instant::now();
    // By men in hand.
    let mut rows: BTreeMap<usize, Compared> = BTreeMap::new();
    let mut report = |compared: &ComparedSector| {
        let ComparedSector {
            sector,
            number,
            count,
            positions,
            turns,
            timed,
        } = compared;
        let row = rows.entry(sector.own_hand + sector.other_hand).or_default();
        (row.positions, row.turns) = (row.positions + positions, row.turns + turns);
        row.timed.extend(timed);
        let seconds = begin.elapsed().as_secs();
        note(format_args!(
            "{sector}, {number} of {count}: {positions} positions and {turns} turns agree; after {seconds} s"
        ));
    };
    pack::compare(&pack, tables, sample, &mut report).map_err(|error| about(directory, &error))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let quantiles = |name: &str| format!("{name}_median,{name}_90,{name}_99,{name}_max");
    writeln!(
        out,
        "placed,positions,turns,timed,{},{}",
        quantiles("blocks"),
        quantiles("ms")
    )?;
    for (
        hands,
        Compared {
            positions,
            turns,
            timed,
        },
    ) in rows
    {
        write!(out, "{},{positions},{turns},{}", men - hands, timed.len())?;
        let blocks = timed.iter().map(|&(blocks, _)| blocks as f64).collect();
        let times = timed
            .iter()
            .map(|&(_, time)| time.as_secs_f64() * 1000.0)
            .collect();
        for mut values in [blocks, times] {
            let values: &mut Vec<f64> = &mut values;
            values.sort_by(f64::total_cmp);
            for share in [0.5, 0.9, 0.99, 1.0] {
                let at = (share * values.len() as f64).ceil() as usize;
                let value = values.get(at.saturating_sub(1)).copied().unwrap_or(0.0);
                write!(out, ",{value:.1}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

/// What was compared with a number of men in hand.
#[derive(Default)]
struct Compared {
    positions: u64,
    turns: u64,
    timed: Vec<(usize, Duration)>,
}

fn about(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Message(format!("{} {error}", path.display()))
}

/// Tells of each sector that is done, and how long the rest may take.
fn progress() -> impl Fn(&PackedSector) {
    let begin = Instant::now();
    move |packed| {
        let PackedSector {
            sector,
            number,
            count,
            positions,
            bytes,
        } = packed;
        let bits = *bytes as f64 * 8.0 / (*positions).max(1) as f64;
        let seconds = begin.elapsed().as_secs();
        note(format_args!(
            "{sector}, {number} of {count}: {positions} positions in {bytes} bytes, {bits:.3} bits each; after {seconds} s"
        ));
    }
}
