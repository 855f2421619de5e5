//! Solutions as bytes: read back as they were, and refused by name and reason whatever happens to
//! them.

use merels::tablebase::memory::stream::{SolutionReader, StoredError};
use merels::tablebase::{Sector, Solution, Solver};
use merels::{Position, Rules};

fn rules(spec: &str) -> Rules {
    spec.parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn bytes(solution: &Solution) -> Vec<u8> {
    (0..solution.parts())
        .flat_map(|part| solution.part(part).unwrap().unwrap())
        .collect()
}

fn read(spec: &str, bytes: &[u8], piece: usize) -> Result<Solution, StoredError> {
    let rules = rules(spec);
    let mut reader = SolutionReader::new(&rules, &[Sector::start(&rules)]).unwrap();
    bytes
        .chunks(piece)
        .try_for_each(|piece| reader.push(piece))?;
    reader.finish()
}

#[test]
fn what_was_kept_is_read_back_in_pieces_of_any_size() {
    for spec in [
        "three",
        "six[men=3]",
        "nine-holes[goal=capture,men=4,phases=mixed]",
    ] {
        let solution = Solver::new(&rules(spec)).unwrap().finish();
        let kept = bytes(&solution);
        for piece in [1, 7, 1000, kept.len()] {
            let again = read(spec, &kept, piece).unwrap();
            assert_eq!(bytes(&again), kept);
            let start = Position::start(rules(spec)).unwrap();
            assert_eq!(again.move_values(&start), solution.move_values(&start));
        }
    }
}

/// Of the values every twenty-ninth; all of them with `MERELS_EVERY=1`.
#[test]
fn changed_bytes_and_cuts_are_refused() {
    let kept = bytes(&Solver::new(&rules("three")).unwrap().finish());
    let every = std::env::var_os("MERELS_EVERY").is_some();
    for at in
        (0..kept.len()).filter(|at| every || at % 29 == 0 || *at < 200 || at + 20 > kept.len())
    {
        for change in [1, 0x80] {
            let mut bad = kept.clone();
            bad[at] ^= change;
            assert!(
                read("three", &bad, 4096).is_err(),
                "byte {at} changed by {change}"
            );
        }
        assert!(read("three", &kept[..at], 4096).is_err(), "cut to {at}");
    }
    let mut long = kept.clone();
    long.push(0);
    assert_eq!(read("three", &long, 4096).err(), Some(StoredError::Long));
}

#[test]
fn the_reason_is_named() {
    let kept = bytes(&Solver::new(&rules("three")).unwrap().finish());
    let refusal = |spec: &str, bytes: &[u8]| read(spec, bytes, 4096).unwrap_err().to_string();
    assert_eq!(
        refusal("three", b"PK\x03\x04 something"),
        "these are no exact values"
    );
    let mut other = kept.clone();
    other[8] = 2;
    assert_eq!(
        refusal("three", &other),
        "the values are of format 2, not 1"
    );
    let wanted = refusal("three[fly=3]", &kept);
    assert!(
        wanted.starts_with("the values are of three[") && wanted.contains("not of three[fly=3,"),
        "{wanted}"
    );
    let mut damaged = kept.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(
        refusal("three", &damaged),
        "the values of 0-0+3-3 are damaged: their checksum does not fit"
    );
    damaged = kept.clone();
    damaged[20] ^= 1;
    assert_eq!(
        refusal("three", &damaged),
        "the header is damaged: its checksum does not fit"
    );
    assert_eq!(
        refusal("three", &kept[..kept.len() - 1]),
        "the values are cut short"
    );
    assert_eq!(refusal("three", b""), "the values are cut short");
    let rules = rules("six[men=3]");
    let small = Sector {
        own: 3,
        other: 3,
        own_hand: 0,
        other_hand: 0,
    };
    let some = bytes(&Solver::for_sectors(&rules, &[small]).unwrap().finish());
    assert_eq!(
        refusal("six[men=3]", &some),
        "the values are of other positions"
    );
}

#[test]
fn draws_by_count_do_not_matter_to_what_is_kept() {
    let kept = bytes(&Solver::new(&rules("three")).unwrap().finish());
    for spec in [
        "three[quiet=never]",
        "three[repeat=never]",
        "three[first=black]",
        "three[ten=both]",
    ] {
        assert!(read(spec, &kept, 4096).is_ok(), "{spec}");
    }
}
