//! Files that are not what they should be: every reader refuses them and says which file and why;
//! none ever gives another value.

use super::common::{Bytes, Dir, each_position, merels, moving, refusal, rules, solved, stdout};
use merels::position::Side;
use merels::tablebase::Sector;
use merels::tablebase::Table;
use merels::tablebase::directory::Tables;
use merels::tablebase::format::{Header, TableError};
use merels::tablebase::numbering::Numbering;
use merels_solve::disk::{Error, Plan, Scope, Store, solve, verify, verify_sample};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A sector of Three Men's Morris and the one that is solved from it.
const FILE: &str = "3-3.wdl";
const USER: &str = "2-3+1-0.wdl";
const SECTOR: Sector = Sector {
    own: 3,
    other: 3,
    own_hand: 0,
    other_hand: 0,
};

/// Every reader of `FILE` in turn; `Some` is what they had to say against it.
fn readers(dir: &Dir, store: &Store) -> [Option<String>; 3] {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let verified = verify(store, &|_| true).err().map(|error| said(&error));
    let user = fs::read(dir.file(USER)).unwrap();
    fs::remove_file(dir.file(USER)).unwrap();
    let plan = Plan::new(store.rules(), Scope::WHOLE).unwrap();
    let solved = solve(store, &plan, &|_| true)
        .err()
        .map(|error| said(&error));
    match solved {
        Some(_) => assert!(
            !dir.file(USER).exists(),
            "a sector was solved from a file that was refused"
        ),
        None => assert!(
            fs::read(dir.file(USER)).unwrap() == user,
            "a sector came out differently"
        ),
    }
    fs::write(dir.file(USER), user).unwrap();
    let probed = Tables::open(&dir.0).and_then(|tables| {
        let mut outcome = Ok(());
        each_position(store, SECTOR, |position| {
            if outcome.is_ok() {
                outcome = tables.value(position).map(drop);
            }
        });
        outcome
    });
    [verified, solved, probed.err().map(|error| said(&error))]
}

/// Refused by every reader, with the name of the file and one of these reasons.
fn all_refuse(dir: &Dir, store: &Store, reasons: &[&str], what: &str) {
    for said in readers(dir, store) {
        let said = said.unwrap_or_else(|| panic!("{what}: not refused"));
        assert!(
            said.contains(FILE) && said.lines().count() == 1,
            "{what}: {said}"
        );
        assert!(
            reasons.iter().any(|reason| said.contains(reason)),
            "{what}: {said}"
        );
    }
}

fn three() -> (Dir, Store, Vec<u8>) {
    let (dir, store) = solved(&rules("three"), Scope::WHOLE);
    let whole = fs::read(dir.file(FILE)).unwrap();
    assert_eq!(readers(&dir, &store), [const { None }; 3]);
    (dir, store, whole)
}

/// Those of the header and the checksums, and every eleventh of the values; all of them with
/// `MERELS_EVERY=1`.
#[test]
fn a_change_of_any_byte_is_noticed() {
    let (dir, store, whole) = three();
    let every = std::env::var_os("MERELS_EVERY").is_some();
    let header = Header::read(&whole[..]).unwrap();
    let values = header.payload_offset()..header.payload_offset() + header.payload_bytes();
    for at in (0..whole.len()).filter(|&at| every || at % 11 == 0 || !values.contains(&(at as u64)))
    {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(dir.file(FILE), &changed).unwrap();
        let reasons = [
            "checksum of",
            "is not a table of values",
            "of the format, and only",
            "contradicts itself",
            "cut short or grown",
        ];
        all_refuse(&dir, &store, &reasons, &format!("byte {at}"));
    }
}

#[test]
fn any_other_length_is_noticed() {
    let (dir, store, whole) = three();
    for length in (0..whole.len()).filter(|length| length % 13 == 0 || length % 64 < 2) {
        fs::write(dir.file(FILE), &whole[..length]).unwrap();
        all_refuse(
            &dir,
            &store,
            &["cut short or grown"],
            &format!("{length} bytes"),
        );
    }
    for more in [1, 7, 8, 100_000] {
        fs::write(dir.file(FILE), [&whole[..], &vec![0; more]].concat()).unwrap();
        all_refuse(
            &dir,
            &store,
            &["cut short or grown"],
            &format!("{more} bytes more"),
        );
    }
}

/// The prober reads only what it needs: a change elsewhere is none of its business, but never a
/// wrong value.
#[test]
fn a_change_in_a_chunk_is_noticed_when_the_chunk_is_touched() {
    let rules = rules("nine");
    let (dir, store) = solved(&rules, moving(7));
    let path = dir.file("3-4.wdl");
    let whole = fs::read(&path).unwrap();
    let numbering = Arc::new(Numbering::new(rules.board, 9));
    let sound = Table::open(Bytes(whole.clone()), Arc::clone(&numbering)).unwrap();
    let start = sound.header().payload_offset() as usize;
    let chunks = sound.header().chunks() as usize;
    assert!(chunks >= 3, "{chunks} chunks");
    let mut changed = whole.clone();
    let chunk = 1;
    changed[start + (chunk << 16) + 4321] ^= 0x10;
    let table = Table::open(Bytes(changed.clone()), Arc::clone(&numbering)).unwrap();
    let (mut given, mut refused) = (0, 0);
    each_position(&store, table.header().sector, |position| {
        let (own, other) = (position.men(Side::White), position.men(Side::Black));
        match table.value(own, other) {
            Ok(value) => {
                assert_eq!(value, sound.value(own, other).unwrap(), "{position}");
                given += 1;
            }
            Err(TableError::Checksum(part)) => {
                assert_eq!(part, "chunk 1");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    });
    assert!(
        given > 10_000 && refused > 10_000,
        "{given} given, {refused} refused"
    );
    fs::write(&path, changed).unwrap();
    let message = verify(&store, &|_| true).unwrap_err().to_string();
    assert!(
        message.contains("3-4.wdl was changed: the checksum of chunk 1 is wrong"),
        "{message}"
    );
    let message = verify_sample(&dir.0, &store, 5_000, 1)
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("3-4.wdl was changed: the checksum of chunk 1 is wrong"),
        "{message}"
    );
}

#[test]
fn other_files_in_its_place_are_refused() {
    let (dir, store, whole) = three();
    let other = |spec: &str, file: &str| {
        let (dir, _) = solved(&rules(spec), Scope::WHOLE);
        fs::read(dir.file(file)).unwrap()
    };
    let mut version = whole.clone();
    version[8] = 2;
    let cases = [
        (
            version,
            "is of version 2 of the format, and only 1 is known",
        ),
        (
            other("nine-holes", FILE),
            "holds values of nine-holes, sector 3-3, not values of three, sector 3-3",
        ),
        (
            other("three[fly=3]", FILE),
            "holds values of three[fly=3], sector 3-3, not",
        ),
        (
            other("three", "1-2+2-1.wdl"),
            "holds values of three, sector 1-2+2-1, not",
        ),
        (
            b"A letter to my grandmother, who taught me this game, in more than sixty-four bytes."
                .to_vec(),
            "is not a table",
        ),
        (b"short".to_vec(), "is not a table"),
        (vec![0; 500], "is not a table"),
        (Vec::new(), "is 0 bytes long"),
    ];
    for (bytes, reason) in cases {
        fs::write(dir.file(FILE), bytes).unwrap();
        all_refuse(&dir, &store, &[reason], reason);
    }
    fs::remove_file(dir.file(FILE)).unwrap();
    fs::create_dir(dir.file(FILE)).unwrap();
    all_refuse(
        &dir,
        &store,
        &["cannot be read", "is not a table", "cut short or grown"],
        "a directory",
    );
}

#[test]
fn the_program_refuses_them_in_one_line() {
    let (dir, _, whole) = three();
    let line = "three W1W/B1B/WB1 w 0,0 0 4";
    let commands = || {
        fs::remove_file(dir.file(USER)).ok();
        let verified = refusal(&["verify", dir.text()]);
        let solved = refusal(&["solve", "three", "--out", dir.text()]);
        [verified, solved, refusal(&["probe", dir.text(), line])]
    };
    let mut changed = whole.clone();
    let end = changed.len();
    changed[end - 20] ^= 1;
    fs::write(dir.file(FILE), &changed).unwrap();
    for said in commands() {
        assert!(
            said.contains("3-3.wdl was changed: the checksum of"),
            "{said}"
        );
    }
    fs::write(dir.file(FILE), &whole[..100]).unwrap();
    for said in commands() {
        assert!(said.contains("3-3.wdl is 100 bytes long"), "{said}");
    }
    let said = refusal(&["stats", dir.text()]);
    assert!(said.contains("3-3.wdl is 100 bytes long"), "{said}");
    fs::write(dir.file(FILE), &whole).unwrap();
    // The directory of another game.
    let said = refusal(&["solve", "nine-holes", "--out", dir.text()]);
    assert!(
        said.contains("holds values of three") && said.contains("not values of nine-holes"),
        "{said}"
    );
}

#[test]
fn a_table_that_becomes_shorter_while_it_is_read_is_said_to() {
    let (dir, ..) = three();
    let tables = Tables::open(&dir.0).unwrap();
    let position = "three W1W/B1B/WB1 w 0,0 0 4".parse().unwrap();
    assert!(tables.value(&position).unwrap().is_some());
    fs::OpenOptions::new()
        .write(true)
        .open(dir.file(FILE))
        .unwrap()
        .set_len(100)
        .unwrap();
    let said = tables.value(&position).unwrap_err().to_string();
    assert!(
        said.ends_with("3-3.wdl ends too early: it was cut short while it was read"),
        "{said}"
    );
}

/// A search that is not told of it plays on; whoever runs it has to hear it, once.
#[test]
fn a_search_says_once_that_a_table_is_damaged() {
    let (dir, _, mut changed) = three();
    let end = changed.len();
    changed[end - 20] ^= 1;
    fs::write(dir.file(FILE), changed).unwrap();
    let fault =
        "3-3.wdl was changed: the checksum of chunk 0 is wrong; the search goes on without it";
    let line = "three BW1/W1B/1BW w 0,0 0 13";

    let mut engine = Command::new(env!("CARGO_BIN_EXE_merels"));
    let mut engine = engine
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let orders = format!(
        "setoption name Data value {}\nposition line {line}\ngo depth 4\ngo depth 4\n",
        dir.text()
    );
    engine
        .stdin
        .take()
        .unwrap()
        .write_all(orders.as_bytes())
        .unwrap();
    let output = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
    let said: Vec<_> = output
        .lines()
        .filter(|line| line.starts_with("info string "))
        .collect();
    assert!(said.len() == 1 && said[0].ends_with(fault), "{output}");
    assert_eq!(output.matches("bestmove ").count(), 2, "{output}");

    let openings = dir.file("openings.txt");
    fs::write(&openings, line).unwrap();
    let players = [
        "match",
        "level:perfect",
        "closer",
        "--variant",
        "three",
        "--games",
        "4",
        "--max-plies",
        "2",
    ];
    let more = [
        "--data",
        dir.text(),
        "--openings-file",
        openings.to_str().unwrap(),
    ];
    let output = merels(&[&players[..], &more].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && said.lines().count() == 1 && said.trim_end().ends_with(fault),
        "{said}"
    );

    // What is made of it would be less than it should be.
    let out = dir.file("out");
    let said = refusal(&[
        "puzzles",
        "three",
        "--count",
        "5",
        "--data",
        dir.text(),
        "--out",
        out.to_str().unwrap(),
    ]);
    assert!(
        said.ends_with("3-3.wdl was changed: the checksum of chunk 0 is wrong") && !out.exists(),
        "{said}"
    );
}

#[test]
fn swapped_files_are_refused() {
    let (dir, _) = solved(&rules("nine"), moving(7));
    let [one, other, aside] = ["3-4.wdl", "4-3.wdl", "aside"].map(|name| dir.file(name));
    fs::rename(&one, &aside).unwrap();
    fs::rename(&other, &one).unwrap();
    fs::rename(&aside, &other).unwrap();
    let probed = refusal(&["probe", dir.text(), "nine WWW/3/3/6/BB1/BB1/3 w 0,0 0 20"]);
    for said in [
        refusal(&["verify", dir.text()]),
        refusal(&["solve", "nine", "--moving", "--out", dir.text()]),
        probed,
    ] {
        assert!(
            said.contains(
                "3-4.wdl holds values of nine, sector 4-3, not values of nine, sector 3-4"
            ),
            "{said}"
        );
    }
}

/// CRC-32 bit by bit, as the format's description has it.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
    !bytes
        .iter()
        .fold(!0u32, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// Puts all checksums of a file of one chunk right.
pub fn with_checksums(mut bytes: Vec<u8>, header: &Header) -> Vec<u8> {
    let start = header.payload_offset() as usize;
    let end = start + header.payload_bytes() as usize;
    assert_eq!(header.chunks(), 1);
    let checksum = crc(&bytes[..start - 8]);
    bytes[start - 8..start - 4].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc(&bytes[start..end]).to_le_bytes();
    bytes[end..end + 4].copy_from_slice(&checksum);
    bytes[end + 4..end + 8].copy_from_slice(&crc(&checksum).to_le_bytes());
    bytes
}

/// Nothing is wrong with the files but what they say: only recomputing it can tell.
#[test]
fn wrong_values_with_right_checksums_are_found() {
    let (dir, store, whole) = three();
    let header = Header::read(&whole[..]).unwrap();
    assert!(
        with_checksums(whole.clone(), &header) == whole,
        "the test knows the format"
    );
    let start = header.payload_offset() as usize;
    let half = header.block_bytes() / 2;
    let mut flipped = 0;
    for block in 0..header.blocks as usize {
        for slot in (0..header.slots as usize).step_by(3) {
            for loss in [0, half] {
                let mut wrong = whole.clone();
                wrong[start + block * 2 * half + loss + slot / 8] ^= 1 << (slot % 8);
                fs::write(dir.file(FILE), with_checksums(wrong, &header)).unwrap();
                let error = verify(&store, &|_| true).unwrap_err();
                let Error::Wrong(path, line) = &error else {
                    panic!("{error}")
                };
                assert!(path.ends_with(FILE), "{error}");
                // Where both sides have a mill there is no such position, and the points are named.
                assert!(
                    line.parse::<merels::Position>().is_ok() || line.contains("Point("),
                    "{error}"
                );
                flipped += 1;
            }
        }
    }
    assert!(flipped > 100);
    // A slot that no position has, and counts that are not those of the values.
    let mut wrong = whole.clone();
    wrong[start + 7] ^= 0x80;
    fs::write(dir.file(FILE), with_checksums(wrong, &header)).unwrap();
    assert!(matches!(verify(&store, &|_| true), Err(Error::Wrong(..))));
    let mut wrong = whole.clone();
    wrong[32] ^= 1;
    fs::write(dir.file(FILE), with_checksums(wrong, &header)).unwrap();
    let error = verify(&store, &|_| true).unwrap_err();
    assert!(
        error.to_string().contains("the counts in the header"),
        "{error}"
    );
}

#[test]
fn the_program_names_the_position_that_is_wrong() {
    let (dir, store, whole) = three();
    let header = Header::read(&whole[..]).unwrap();
    let start = header.payload_offset() as usize;
    // The first slot that is neither won nor lost, of a position that can be: now it is said to be
    // won.
    let mut drawn = None;
    let tables = Tables::open(&dir.0).unwrap();
    each_position(&store, SECTOR, |position| {
        if drawn.is_none() && position.outcome().is_none() {
            let value = tables.value(position).unwrap().unwrap();
            if value == merels::Wdl::Draw {
                drawn = Some(*position);
            }
        }
    });
    let drawn = drawn.expect("a draw");
    let numbering = Numbering::new(store.rules().board, 3);
    let (block, slot) = numbering
        .blocks(3, 3)
        .locate(drawn.men(Side::White), drawn.men(Side::Black));
    let mut wrong = whole;
    wrong[start + block * header.block_bytes() + slot / 8] |= 1 << (slot % 8);
    fs::write(dir.file(FILE), with_checksums(wrong, &header)).unwrap();
    let said = refusal(&["verify", dir.text()]);
    assert!(
        said.contains(FILE) && said.contains(&format!("“{drawn}”")),
        "{said}"
    );
    let said = refusal(&["verify", dir.text(), "--sample", "3000"]);
    assert!(said.contains(".wdl: the value of “three "), "{said}");
}

#[test]
fn verify_says_which_table_is_missing() {
    let (dir, store) = solved(&rules("nine"), moving(7));
    assert!(verify(&store, &|_| true).unwrap() > 1_000_000);
    let output = stdout(&["verify", dir.text()]);
    assert!(output.contains("all checksums are right"), "{output}");
    fs::remove_file(dir.file("4-3.wdl")).unwrap();
    let said = refusal(&["verify", dir.text()]);
    assert!(said.contains("4-3.wdl is needed first"), "{said}");
    let said = refusal(&["verify", dir.text(), "--sample", "5000"]);
    assert!(said.contains("4-3.wdl is needed first"), "{said}");
    let empty = Dir::new();
    for command in ["verify", "stats"] {
        let said = refusal(&[command, empty.text()]);
        assert!(said.contains(empty.text()), "{said}");
    }
}

#[test]
fn tables_of_two_games_are_refused() {
    let (dir, _) = solved(&rules("six"), moving(6));
    let (nine, _) = solved(&rules("nine"), moving(7));
    for name in ["3-4.wdl", "4-3.wdl"] {
        fs::copy(nine.file(name), dir.file(name)).unwrap();
    }
    let said = refusal(&["verify", dir.text(), "--sample", "200"]);
    assert!(
        said.contains("3-4.wdl holds values of nine, sector 3-4, not values of six, sector 3-4"),
        "{said}"
    );
}

/// Named as another's, or of a sector that the game has not, so that nobody would look into it.
#[test]
fn a_table_that_is_none_of_the_game_is_refused() {
    let (dir, _, _) = three();
    let alone = Dir::new();
    let whole = fs::read(dir.file("0-0+3-3.wdl")).unwrap();
    let header = Header::read(&whole[..]).unwrap();
    for (hands, name, why) in [
        (
            [3, 3],
            "copy.wdl",
            "holds values of three, sector 0-0+3-3, not what its name says",
        ),
        (
            [0, 0],
            "0-0+3-3.wdl",
            "holds values of three, sector 0-0, not values of three, sector 0-0+3-3",
        ),
        (
            [0, 0],
            "0-0.wdl",
            "holds values of three, sector 0-0, not those of a sector that three has",
        ),
        (
            [1, 1],
            "0-0+1-1.wdl",
            "holds values of three, sector 0-0+1-1, not those of a sector that three has",
        ),
    ] {
        let mut changed = whole.clone();
        changed[14..16].copy_from_slice(&hands);
        fs::write(alone.file(name), with_checksums(changed, &header)).unwrap();
        for more in [&[][..], &["--sample", "1"]] {
            let said = refusal(&[&["verify", alone.text()], more].concat());
            assert!(said.ends_with(&format!("{name} {why}")), "{said}");
        }
        fs::remove_file(alone.file(name)).unwrap();
    }
}

/// Nobody writes to it: to open it would take for ever.
#[cfg(unix)]
#[test]
fn a_pipe_in_its_place_is_refused() {
    let (dir, store, _) = three();
    fs::remove_file(dir.file(FILE)).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(dir.file(FILE))
            .status()
            .unwrap()
            .success()
    );
    all_refuse(&dir, &store, &["cannot be read: it is no file"], "a pipe");
    fs::remove_file(dir.file(USER)).unwrap();
    let said = refusal(&["stats", dir.text()]);
    assert!(
        said.contains("3-3.wdl cannot be read: it is no file"),
        "{said}"
    );
    // The first of all, from which is read what game it is.
    let alone = super::common::Dir::new();
    fs::rename(dir.file(FILE), alone.file(FILE)).unwrap();
    let said = refusal(&["probe", alone.text(), "three W1W/B1B/WB1 w 0,0 0 4"]);
    assert!(
        said.contains("3-3.wdl cannot be read: it is no file"),
        "{said}"
    );
}
