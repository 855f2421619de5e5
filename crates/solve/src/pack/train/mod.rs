//! Makes the model of a pack from tables: trains the nets that predict their values, and what
//! corrects them.
//!
//! Sectors with much to code have a net of their own; the others share one with their neighbours.
//! Training is plain gradient descent with Adam (Kingma and Ba, 2015) in floating point; the
//! weights are rounded at the end. The same seed gives the same model on the same kind of
//! processor.

mod adam;
mod dataset;
mod mixer;
mod net;

use super::PackingError;
use crate::atomic_file::write_atomically;
use crate::disk::Store;
use dataset::Dataset;
use merels::tablebase::Sector;
use merels::tablebase::format::Header;
use merels::tablebase::pack::format::{PackError, model};
use merels::tablebase::pack::net::{Body, SectorHead};
use merels::tablebase::pack::stored::{Stored, StoredPart};
use rayon::prelude::*;
use std::path::Path;
use std::{fs, io};

/// The least that a net of its own should save: the bits that its sectors take, coded by how
/// frequent each value is.
const LEAST_BITS: f64 = 6e6;

/// What a training does.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// How many positions all nets together are shown.
    pub samples: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Positions with this many men in hand are stored.
    pub hands: usize,
}

/// What a training tells.
#[derive(Clone, Debug)]
pub enum Trained {
    /// A net is being trained.
    Net {
        /// Its sectors.
        sectors: Vec<Sector>,
        /// The positions that it was shown.
        shown: u64,
        /// Those that it will be shown.
        samples: u64,
        /// The bits for a position lately, corrections aside.
        bits: f64,
        /// The bits by frequency alone.
        frequency_bits: f64,
    },
    /// A sector's corrections are trained.
    Sector {
        /// Which.
        sector: Sector,
        /// The bits for a position by the net alone, and corrected.
        bits: [f64; 2],
    },
}

/// About how many positions of a sector are stored, and their bits, coded by how frequent each
/// value is.
fn weigh(stored: &Stored, header: &Header) -> (f64, f64) {
    let share = match stored.part(header.sector) {
        StoredPart::None => 0.0,
        StoredPart::Quarter => 0.25,
        StoredPart::All => 1.0,
    };
    let counts = [header.wins, header.draws, header.losses].map(|count| count as f64);
    let all: f64 = counts.iter().sum();
    let bits = counts
        .iter()
        .filter(|&&count| count > 0.0)
        // Shannon's entropy, times the number of positions.
        .map(|count| -count * (count / all).log2());
    (all * share, bits.sum::<f64>() * share)
}

/// A group of sectors that share a net.
struct Group {
    sectors: Vec<Sector>,
    /// About how many positions are stored.
    size: f64,
    /// Their bits, coded by how frequent each value is.
    bits: f64,
}

/// Neighbouring sectors together, until there is enough to code.
fn groups(weighed: &[(Sector, (f64, f64))]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for &(sector, (size, bits)) in weighed {
        let is_open = |group: &&mut Group| {
            let first = group.sectors[0];
            group.bits.max(bits) < LEAST_BITS
                && (first.own_hand, first.other_hand) == (sector.own_hand, sector.other_hand)
        };
        match groups.last_mut().filter(is_open) {
            Some(group) => {
                group.sectors.push(sector);
                group.size += size;
                group.bits += bits;
            }
            None => groups.push(Group {
                sectors: vec![sector],
                size,
                bits,
            }),
        }
    }
    groups
}

/// Trains everything and writes the model to `out`/model. Nets that an earlier run has trained
/// there are taken as they are.
///
/// # Errors
/// If a table cannot be read, a file cannot be written, or no pack can be of these rules.
pub fn train(
    store: &Store,
    training: &Training,
    out: &Path,
    report: &(dyn Fn(&Trained) + Sync),
) -> Result<(), PackingError> {
    let rules = *store.rules();
    let impossible = PackError::Damaged("no pack can be of these rules");
    let stored = Stored::new(&rules, training.hands).ok_or(impossible)?;
    fs::create_dir_all(out)?;
    let mut weighed = Vec::new();
    for header in store.headers()? {
        if stored.part(header.sector) != StoredPart::None {
            weighed.push((header.sector, weigh(&stored, &header)));
        }
    }
    let groups = groups(&weighed);
    // Twice as much to code is worth more training, but not twice as much.
    let share = |group: &Group| group.bits.powf(0.75);
    let all: f64 = groups.iter().map(share).sum();
    let trained = groups.par_iter().map(|group| {
        let path = out.join(format!("{}.net", group.sectors[0]));
        // One that cannot be read is trained again.
        if let Some(trained) = fs::read(&path)
            .ok()
            .and_then(|bytes| postcard::from_bytes(&bytes).ok())
        {
            return Ok(trained);
        }
        let datasets = group
            .sectors
            .iter()
            .map(|&sector| Dataset::new(store, &stored, sector));
        let datasets = datasets.collect::<Result<Vec<_>, _>>()?;
        let samples = (training.samples as f64 * share(group) / all) as u64;
        let tell = |shown, bits| {
            let sectors = group.sectors.clone();
            report(&Trained::Net {
                sectors,
                shown,
                samples,
                bits,
                frequency_bits: group.bits / group.size,
            });
        };
        let trained = net::train(rules.board, &datasets, samples, training.seed, &tell);
        let bytes = postcard::to_allocvec(&trained).map_err(io::Error::other)?;
        write_atomically(&path, &bytes)?;
        Ok(trained)
    });
    let trained = trained.collect::<Result<Vec<(Body, Vec<SectorHead>)>, PackingError>>()?;
    let mut bodies = Vec::new();
    let mut heads = Vec::new();
    for (group, (body, of_sectors)) in groups.iter().zip(trained) {
        heads.extend(
            group
                .sectors
                .iter()
                .copied()
                .zip(of_sectors)
                .map(|(sector, head)| (sector, bodies.len(), head)),
        );
        bodies.push(body);
    }
    let corrected = heads.into_par_iter().map(|(sector, body, head)| {
        let dataset = Dataset::new(store, &stored, sector)?;
        let (mixer, bits) =
            mixer::train(rules.board, &dataset, &bodies[body], &head, training.seed);
        report(&Trained::Sector { sector, bits });
        Ok((sector, body, head, mixer))
    });
    let corrected = corrected.collect::<Result<Vec<_>, PackingError>>()?;
    let model = model(
        &rules.without_draw_rules(),
        training.hands,
        bodies,
        corrected,
    )?;
    Ok(write_atomically(&out.join("model"), &model)?)
}
