//! What fuzzing has found and what it begins with, tried again: every file of `tests/data/fuzz`,
//! and each of them changed in random places. `npm run fuzz` looks for more.

mod targets;

use super::random::cases;
use crate::slow::Rng;
use std::fs;
use std::path::PathBuf;
use targets::TARGETS;

/// The inputs of a target, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/fuzz")
        .join(target);
    let entries =
        fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| fs::read(file).unwrap())
        .collect()
}

#[test]
fn every_reader_stands_what_was_found() {
    for (name, run) in TARGETS {
        let seeds = seeds(name);
        assert!(seeds.len() >= 3, "{name} has seeds");
        seeds.iter().for_each(|seed| run(seed));
    }
}

#[test]
fn every_reader_stands_random_changes() {
    let mut random = Rng::new(7);
    for (name, run) in TARGETS {
        let seeds = seeds(name);
        for _ in 0..cases(100) {
            let mut bytes = random.pick(&seeds);
            for _ in 0..1 + random.below(3) {
                let at = random.below(bytes.len() + 1);
                match random.below(4) {
                    0 => bytes.insert(at, random.below(256) as u8),
                    1 => bytes.truncate(at),
                    2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                    _ => {
                        let other = random.pick(&seeds);
                        let from = random.below(other.len() + 1);
                        bytes.splice(
                            at..at,
                            other[from..other.len().min(from + 40)].iter().copied(),
                        );
                    }
                }
            }
            run(&bytes);
        }
    }
}
