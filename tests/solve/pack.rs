//! Packs: every value comes back, of the positions that are stored and of those that a search finds; whatever is damaged is
//! refused.

use crate::common::{Dir, each_position, moving, refusal, rules, solved, stdout};
use merels::random::Random;
use merels::tablebase::directory::Tables;
use merels::tablebase::disk::Store;
use merels::tablebase::pack::{self, Body, Head, Mixer, PackDirectory, UNITS};
use merels::tablebase::{Probe, Sector};
use std::fs;
use std::path::Path;

/// Weights drawn at random: they predict nothing, but code every value. Those of seed 0 compress well.
fn model(sectors: &[&str], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut draw = |most: usize| random.below(2 * most + 1) as i32 - most as i32;
    let first = if seed == 0 { 0 } else { 30 };
    let rows = (0..24 * 243).map(|_| std::array::from_fn(|_| draw(first) as i8)).collect();
    let second = (0..UNITS / 2).map(|_| std::array::from_fn(|_| draw(60) as i8)).collect();
    let mut sector = |name: &&str| {
        let head = Head {
            bias: vec![60; UNITS],
            second_bias: std::array::from_fn(|_| draw(1000)),
            output: std::array::from_fn(|_| [draw(60) as i16, draw(60) as i16]),
            output_bias: [draw(1000), draw(1000)],
        };
        let mixer = Mixer {
            first: std::array::from_fn(|_| std::array::from_fn(|_| draw(100) as i16)),
            bias: std::array::from_fn(|_| draw(100) as i16),
            second: std::array::from_fn(|_| [draw(50) as i16, draw(50) as i16]),
            direct: std::array::from_fn(|_| [draw(20) as i16, draw(20) as i16]),
            output_bias: [0, 0],
        };
        (name.parse::<Sector>().unwrap(), 0, head, mixer)
    };
    let sectors = sectors.iter().map(&mut sector).collect();
    pack::model(&rules("nine").without_draw_rules(), 5, vec![Body { rows, second }], sectors).unwrap()
}

/// The endgames of up to `men` men, and a pack of these sectors.
fn packed(men: usize, sectors: &[&str], seed: u64) -> (Dir, Store, Dir) {
    let (tables, store) = solved(&rules("nine"), moving(men));
    let out = Dir::new();
    pack::write(&store, &model(sectors, seed), &out.0, &|_| {}).unwrap();
    (tables, store, out)
}

#[test]
fn every_value_comes_back() {
    let (tables, store, out) = packed(8, &["3-3", "3-4", "3-5", "4-4"], 1);
    let pack = PackDirectory::open(&out.0).unwrap();
    let counts = pack::verify(&pack, &store, &|_| {}).unwrap();
    assert!(counts > 3_000_000, "{counts}");
    let tables = Tables::open(&tables.0).unwrap();
    for (name, step) in [("3-3", 97), ("3-4", 499), ("4-3", 499), ("3-5", 997), ("5-3", 997), ("4-4", 997)] {
        let mut number = 0;
        each_position(&store, name.parse().unwrap(), |position| {
            number += 1;
            if number % step == 0 {
                assert_eq!(pack.value(position).unwrap(), tables.value(position).unwrap(), "{position}");
            }
        });
        assert!(number > step, "{name}");
    }
}

#[test]
fn the_program_packs_compares_and_probes() {
    let (tables, _, out) = packed(7, &["3-3", "3-4"], 2);
    let again = Dir::new();
    let file = again.file("model");
    fs::write(&file, model(&["3-3", "3-4"], 2)).unwrap();
    stdout(&["pack", tables.text(), "--model", file.to_str().unwrap(), "--out", again.text()]);
    fs::remove_file(file).unwrap();
    assert!(again.contents() == out.contents(), "the same bytes every time");
    assert!(stdout(&["verify", out.text(), "--data", tables.text()]).contains("values are those of the tables"));
    let line = "nine 3/W1W/3/2BW1B/3/3/1B1 w 0,0 0 1";
    let by_tables = stdout(&["probe", tables.text(), line]).replace(" in 1", "");
    assert_eq!(stdout(&["probe", out.text(), line]), by_tables);
}

#[test]
fn what_is_damaged_is_refused() {
    let (tables, store, out) = packed(6, &["3-3"], 3);
    let contents = out.contents();
    assert_eq!(contents.keys().map(String::as_str).collect::<Vec<_>>(), ["0", "index"]);
    let fails = |what: &str| {
        let failed = PackDirectory::open(&out.0).and_then(|pack| pack::verify(&pack, &store, &|_| {}));
        assert!(failed.is_err(), "{what}");
    };
    let mut random = Random::new(7);
    for (name, bytes) in &contents {
        for _ in 0..12 {
            let mut changed = bytes.clone();
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
            fs::write(out.file(name), changed).unwrap();
            fails(&format!("{name}, byte {at}"));
        }
        for length in [0, 5, 20, bytes.len() - 1] {
            fs::write(out.file(name), &bytes[..length]).unwrap();
            fails(&format!("{name}, {length} bytes"));
        }
        fs::remove_file(out.file(name)).unwrap();
        fails(&format!("no {name}"));
        fs::write(out.file(name), bytes).unwrap();
    }
    let (_, _, other) = packed(6, &["3-3"], 4);
    fs::write(out.file("0"), fs::read(other.file("0")).unwrap()).unwrap();
    fails("the part of another pack");
    assert!(refusal(&["verify", out.text(), "--data", tables.text()]).contains("belongs to another pack"));
}

#[test]
fn a_damaged_block_is_not_known_and_told_once() {
    let (_, store, out) = packed(6, &["3-3"], 5);
    let mut bytes = fs::read(out.file("0")).unwrap();
    for byte in &mut bytes[100..] {
        *byte ^= 1;
    }
    fs::write(out.file("0"), bytes).unwrap();
    let pack = PackDirectory::open(&out.0).unwrap();
    let mut first = None;
    each_position(&store, "3-3".parse().unwrap(), |position| {
        first.get_or_insert(*position);
    });
    let position = first.unwrap();
    assert!(pack.may_know(&position));
    assert_eq!(Probe::value(&pack, &position), None);
    assert!(pack.fault().unwrap().contains("checksum"));
    assert_eq!(pack.fault(), None);
}

/// With `MERELS_WRITE` set, it is written anew.
#[test]
fn the_pack_for_the_tests_of_the_page_is_what_is_written_now() {
    let (_, _, out) = packed(6, &["3-3"], 0);
    let there = Path::new("tests/data/pack");
    for (name, bytes) in out.contents() {
        if std::env::var_os("MERELS_WRITE").is_some() {
            fs::write(there.join(&name), &bytes).unwrap();
        }
        assert!(fs::read(there.join(&name)).unwrap() == bytes, "{name}");
    }
}
