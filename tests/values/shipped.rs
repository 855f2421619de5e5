//! The data files that come with the program and the page: changed in any byte, cut off anywhere,
//! one in place of another, they are refused, and what was known before goes on.
//!
//! Some thousand bytes of each are changed; `MERELS_EVERY=1 cargo test --release --test library
//! shipped::` changes every one.

use crate::rules::random::{Rng, random_setup};
use merels::search::{Limits, Searcher, Status, evaluate, load_weights};
use merels::tablebase::opening::{Opening, OpeningReader};
use merels::tablebase::pack::PackDirectory;
use merels::{Position, Preset, Probe};
use std::path::Path;

/// Reads bytes as one kind of file; the reason where they are refused.
type Read = fn(&[u8]) -> Result<(), String>;

const KINDS: [(&str, Read); 2] = [
    ("opening", |bytes| {
        OpeningReader::new(bytes.to_vec())
            .map(drop)
            .map_err(|error| error.to_string())
    }),
    ("net", |bytes| {
        load_weights(bytes).map_err(|error| error.to_string())
    }),
];

/// Every file of values and weights, by its ending.
fn shipped() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root.join("data")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if KINDS
            .iter()
            .any(|(ending, _)| name.ends_with(&format!(".{ending}")))
        {
            files.push((name, std::fs::read(path).unwrap()));
        }
    }
    files.sort();
    assert_eq!(
        files.len(),
        16,
        "{:?}",
        files.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    files
}

fn reader(name: &str) -> Read {
    KINDS
        .into_iter()
        .find(|(ending, _)| name.ends_with(ending))
        .expect("a known kind")
        .1
}

/// The reason is a sentence.
fn refused(read: Result<(), String>, what: &str) {
    let reason = read.err().unwrap_or_else(|| panic!("{what} is taken"));
    assert!(
        reason.len() > 10 && reason.lines().count() == 1,
        "{what}: {reason}"
    );
}

/// How the strongest search answers a position of each game.
fn answers() -> Vec<(i32, String)> {
    let mut searcher = Searcher::new(1).unwrap();
    let answer = |preset: Preset| {
        let start = Position::start(preset.rules()).unwrap();
        searcher.start(&start, &[], Limits::default().nodes(300));
        while searcher.step(100) == Status::Running {}
        (evaluate(&start), format!("{:?}", searcher.info()))
    };
    Preset::ALL.iter().copied().map(answer).collect()
}

#[test]
fn a_file_that_was_changed_is_refused() {
    let before = answers();
    let every = std::env::var_os("MERELS_EVERY").is_some();
    let mut random = crate::slow::Rng::new(11);
    for (name, mut bytes) in shipped() {
        let read = reader(&name);
        let step = if every { 1 } else { bytes.len() / 400 };
        let ends = (0..64).chain(bytes.len() - 64..bytes.len());
        for at in ends.chain((0..bytes.len()).step_by(step)) {
            let bit = 1 << random.below(8);
            bytes[at] ^= bit;
            refused(read(&bytes), &format!("{name}, byte {at} changed by {bit}"));
            bytes[at] ^= bit;
        }
        let step = if every { 997 } else { bytes.len() / 100 };
        let lengths = (0..64)
            .chain(bytes.len() - 8..bytes.len())
            .chain((0..bytes.len()).step_by(step));
        for length in lengths {
            refused(
                read(&bytes[..length]),
                &format!("{name}, cut to {length} bytes"),
            );
            // What was cut off, and what is written twice.
            refused(
                read(&bytes[bytes.len() - length..]),
                &format!("{name}, its last {length} bytes"),
            );
            refused(
                read(&[&bytes[..], &bytes[..=length]].concat()),
                &format!("{name} and {} bytes more", length + 1),
            );
        }
        // Another version, with everything else right.
        let (at, length) = (8, bytes.len());
        bytes[at] = bytes[at].wrapping_add(1);
        let sum = crc32fast::hash(&bytes[..length - 4]);
        bytes[length - 4..].copy_from_slice(&sum.to_le_bytes());
        refused(read(&bytes), &format!("{name} of another version"));
    }
    assert!(answers() == before, "the search goes on as before");
}

#[test]
fn a_file_in_place_of_another_is_refused() {
    let before = answers();
    let mut files = shipped();
    for text in [
        "",
        "<!doctype html><title>404</title>",
        "merels puzzles 1\n",
    ] {
        files.push((
            format!("a text of {} bytes", text.len()),
            text.as_bytes().to_vec(),
        ));
    }
    files.push(("zeros".to_owned(), vec![0; 600_000]));
    for (name, bytes) in &files {
        for (kind, read) in KINDS {
            if name.ends_with(&format!(".{kind}")) {
                assert_eq!(read(bytes), Ok(()), "{name}");
            } else {
                refused(read(bytes), &format!("{name} as {kind}"));
            }
        }
    }
    // Weights are of the games that they name, whatever they are called: those of one change no
    // other.
    assert!(answers() == before);
    let of = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap().1;
    let mut renamed = of("lasker.net").clone();
    renamed.splice(10..16, *b"twelve");
    let length = renamed.len();
    let sum = crc32fast::hash(&renamed[..length - 4]);
    renamed[length - 4..].copy_from_slice(&sum.to_le_bytes());
    refused(
        load_weights(&renamed).map_err(|error| error.to_string()),
        "weights of Lasker Morris that say that they are of Twelve",
    );
    assert!(answers() == before);
}

/// What cannot be told from the header is found when the values are read. They are read in seconds,
/// so of the files only Nine's is tried; all of them with `MERELS_EVERY=1`.
#[test]
fn values_that_were_not_written_are_refused() {
    let every = std::env::var_os("MERELS_EVERY").is_some();
    for (name, mut bytes) in shipped() {
        if name.ends_with(".net") || !(every || name == "nine.opening") {
            continue;
        }
        // The sum of the values is wrong, the file's right.
        bytes[16] ^= 1;
        let length = bytes.len();
        let sum = crc32fast::hash(&bytes[..length - 4]);
        bytes[length - 4..].copy_from_slice(&sum.to_le_bytes());
        refused(
            Opening::read(&bytes)
                .map(drop)
                .map_err(|error| error.to_string()),
            &name,
        );
    }
}

/// Whatever somebody sets up: what play cannot reach is not known, and the pack is not blamed.
#[test]
fn the_pack_of_nine_is_damaged_for_no_position() {
    let pack = PackDirectory::open(Path::new("data/nine")).unwrap();
    let (mut rng, mut known) = (Rng::new(12), 0);
    let unreached: Position = "nine 3/1W1/3/6/3/3/3 b 3,4 0 1".parse().unwrap();
    assert!(!pack.covers(&unreached));
    for _ in 0..100 {
        let setup = random_setup(Preset::Nine.rules(), &mut rng);
        let Ok(position) = Position::try_from(setup) else {
            continue;
        };
        let value = PackDirectory::value(&pack, &position);
        let value = value.unwrap_or_else(|error| panic!("{position}: {error}"));
        known += usize::from(value.is_some());
    }
    assert!(known > 5, "{known}");
}
