//! Packs: every value comes back, of the positions that are stored and of those that a search
//! finds; whatever is damaged is refused.

use super::common::{
    Dir, each_position, in_repository, merels, moving, refusal, rules, solved, stdout,
};
use super::damage::with_checksums;
use merels::random::Random;
use merels::tablebase::directory::Tables;
use merels::tablebase::format::{Header, Source};
use merels::tablebase::opening::Opening;
use merels::tablebase::pack::context::Mixer;
use merels::tablebase::pack::format::model as model_file;
use merels::tablebase::pack::net::{Body, SectorHead, UNITS};
use merels::tablebase::pack::{Pack, PackDirectory, Place};
use merels::tablebase::{Content, Sector};
use merels::value::Probe;
use merels::{Game, Move, Points, Position, Setup, Side, Wdl};
use merels_solve::disk::{Scope, Store};
use merels_solve::pack;
use std::collections::HashMap;
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// Weights drawn at random: they predict nothing, but code every value. Those of seed 0 compress
/// well.
fn model(sectors: &[&str], seed: u64) -> Vec<u8> {
    model_with(5, sectors, seed)
}

/// The same, for a pack that stores the positions with `hands` men in hand.
fn model_with(hands: usize, sectors: &[&str], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut draw = |most: usize| random.below(2 * most + 1) as i32 - most as i32;
    let first = if seed == 0 { 0 } else { 30 };
    let rows = (0..24 * 243)
        .map(|_| std::array::from_fn(|_| draw(first) as i8))
        .collect();
    let second = (0..UNITS / 2)
        .map(|_| std::array::from_fn(|_| draw(60) as i8))
        .collect();
    let mut sector = |name: &&str| {
        let head = SectorHead {
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
    model_file(
        &rules("nine").without_draw_rules(),
        hands,
        vec![Body { rows, second }],
        sectors,
    )
    .unwrap()
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
    let mut positions = Vec::new();
    for (name, step) in [
        ("3-3", 97),
        ("3-4", 499),
        ("4-3", 499),
        ("3-5", 997),
        ("5-3", 997),
        ("4-4", 997),
    ] {
        let mut number = 0;
        each_position(&store, name.parse().unwrap(), |position| {
            number += 1;
            if number % step == 0 {
                assert_eq!(
                    pack.value(position).unwrap(),
                    tables.value(position).unwrap(),
                    "{position}"
                );
                positions.push(*position);
            }
        });
        assert!(number > step, "{name}");
    }
    // In any order, so that partly decoded blocks are continued, or decoded again from the start.
    let pack = PackDirectory::open(&out.0).unwrap();
    let mut random = Random::new(1);
    for _ in 0..150 {
        let position = random.pick(&positions).unwrap();
        assert_eq!(
            pack.value(position).unwrap(),
            tables.value(position).unwrap(),
            "{position}"
        );
    }
}

#[test]
fn an_interrupted_training_goes_on() {
    let (_tables, store) = solved(&rules("nine"), moving(6));
    let out = Dir::new();
    let train = || {
        pack::train(
            &store,
            &pack::Training {
                samples: 1_000,
                seed: 1,
                hands: 5,
            },
            &out.0,
            &|_| {},
        )
        .unwrap();
        fs::read(out.file("model")).unwrap()
    };
    let model = train();
    let net = out.file("3-3.net");
    let bytes = fs::read(&net).unwrap();
    fs::write(&net, &bytes[..bytes.len() / 2]).unwrap();
    assert!(train() == model);
    assert!(fs::read(&net).unwrap() == bytes);
    assert_eq!(out.contents().len(), 2, "nothing is left beside them");
}

#[test]
fn the_program_packs_compares_and_probes() {
    let (tables, _, out) = packed(7, &["3-3", "3-4"], 2);
    let again = Dir::new();
    let file = again.file("model");
    fs::write(&file, model(&["3-3", "3-4"], 2)).unwrap();
    stdout(&[
        "pack",
        tables.text(),
        "--model",
        file.to_str().unwrap(),
        "--out",
        again.text(),
    ]);
    fs::remove_file(file).unwrap();
    assert!(
        again.contents() == out.contents(),
        "the same bytes every time"
    );
    assert!(
        stdout(&["verify", out.text(), "--data", tables.text()])
            .contains("values are those of the tables")
    );
    let line = "nine 3/W1W/3/2BW1B/3/3/1B1 w 0,0 0 1";
    let by_tables = stdout(&["probe", tables.text(), line]).replace(" in 1", "");
    assert_eq!(stdout(&["probe", out.text(), line]), by_tables);
    let told = stdout(&["probe", out.text(), line, "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["value"], by_tables.lines().next().unwrap());
    assert_eq!(
        told["moves"].as_array().unwrap().len(),
        by_tables.lines().count() - 1
    );
}

#[test]
fn what_is_damaged_is_refused() {
    let (tables, store, out) = packed(6, &["3-3"], 3);
    let contents = out.contents();
    assert_eq!(
        contents.keys().map(String::as_str).collect::<Vec<_>>(),
        ["0", "checksums", "index"]
    );
    let fails = |what: &str| {
        let failed = PackDirectory::open(&out.0).map(|pack| pack::verify(&pack, &store, &|_| {}));
        assert!(!matches!(failed, Ok(Ok(_))), "{what}");
        assert!(
            PackDirectory::open(&out.0)
                .and_then(|pack| pack::check(&pack))
                .is_err(),
            "{what}, by itself"
        );
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
    let mut longer = contents["0"].clone();
    longer.push(0);
    fs::write(out.file("0"), longer).unwrap();
    assert!(refusal(&["verify", out.text()]).contains("a part of it has another length"));
    fs::write(out.file("0"), &contents["0"]).unwrap();
    let (_, _, other) = packed(6, &["3-3"], 4);
    for name in ["0", "checksums"] {
        fs::write(out.file(name), fs::read(other.file(name)).unwrap()).unwrap();
        fails(&format!("{name} of another pack"));
        assert!(
            refusal(&["verify", out.text(), "--data", tables.text()])
                .contains("belongs to another pack")
        );
        fs::write(out.file(name), &contents[name]).unwrap();
    }
    assert!(stdout(&["verify", out.text()]).contains("pieces are intact and in their places"));
}

/// A copy of the shipped pack.
fn shipped() -> Dir {
    let out = Dir::new();
    for entry in fs::read_dir(in_repository("data/nine")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, out.file(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    out
}

/// The bytes of pieces that are there.
fn read(dir: &Path, place: &Place) -> Vec<u8> {
    let mut bytes = vec![0; (place.bytes.end - place.bytes.start) as usize];
    let file = fs::File::open(dir.join(place.part.to_string())).unwrap();
    Source::read_at(&file, place.bytes.start, &mut bytes).unwrap();
    bytes
}

/// The pieces that have another one of their length in their part, with that one.
fn siblings(pack: &Pack) -> Vec<(&Place, &Place)> {
    let mut last: HashMap<(u16, u64), &Place> = HashMap::new();
    let places = pack.places().iter();
    places
        .filter_map(|place| {
            Some((
                last.insert((place.part, place.bytes.end - place.bytes.start), place)?,
                place,
            ))
        })
        .collect()
}

/// What a broken host or disk may give for a piece, all of it intact in itself or shifted by a
/// little.
#[test]
fn no_piece_passes_for_another() {
    let dir = in_repository("data/nine");
    let pack = PackDirectory::open(&dir).unwrap();
    let pack = pack.pack();
    let siblings = siblings(pack);
    assert!(siblings.len() > 5_000);
    let mut random = Random::new(46);
    let (mut refused, mut alike) = (0, 0);
    for (place, other) in (0..1000).map(|_| *random.pick(&siblings).unwrap()) {
        let (right, wrong) = (read(&dir, place), read(&dir, other));
        place.check(&right).unwrap();
        match place.check(&wrong) {
            Ok(()) => alike += usize::from(right == wrong),
            Err(error) => {
                assert!(
                    error.to_string().contains("in the place of another"),
                    "{error}"
                );
                refused += 1;
            }
        }
        for shift in [1, 4, right.len() / 2] {
            let shifted = [&right[shift..], &wrong[..shift]].concat();
            assert!(place.check(&shifted).is_err() || shifted == right);
            assert!(place.check(&right[shift..]).is_err());
        }
    }
    assert!(
        refused + alike == 1000 && alike < 100,
        "{refused} refused, {alike} have the same bytes"
    );
}

/// Reads a pack in which each piece that has one of its length stands in that one's place: nothing
/// wrong comes out.
#[test]
fn swapped_pieces_give_no_wrong_values() {
    let (right, swapped) = (
        PackDirectory::open(&in_repository("data/nine")).unwrap(),
        shipped(),
    );
    for (place, other) in siblings(right.pack()) {
        let [a, b] = [place, other].map(|place| read(&swapped.0, place));
        for (bytes, to) in [(a, other), (b, place)] {
            let mut file = fs::OpenOptions::new()
                .write(true)
                .open(swapped.file(&to.part.to_string()))
                .unwrap();
            file.seek(SeekFrom::Start(to.bytes.start)).unwrap();
            file.write_all(&bytes).unwrap();
        }
    }
    let pack = PackDirectory::open(&swapped.0).unwrap();
    let mut random = Random::new(47);
    let (mut refused, mut answered) = (0, 0);
    while refused + answered < 40 {
        let Some(position) = random_position(&mut random) else {
            continue;
        };
        match pack.value(&position) {
            Ok(value) => {
                assert_eq!(value, right.value(&position).unwrap(), "{position}");
                answered += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused >= 20, "{refused}");
    let said = refusal(&["verify", swapped.text()]);
    assert!(said.contains("stands in the place of another"), "{said}");
}

/// A position of the moving phase in which the game goes on.
fn random_position(random: &mut Random) -> Option<Position> {
    let mut setup = Setup::start(rules("nine"));
    let points: Vec<u32> = (0..24).map(|point| 1 << point).collect();
    let mut men = [0u32; 2];
    for (side, count) in [3 + random.below(5), 3 + random.below(5)]
        .into_iter()
        .enumerate()
    {
        while (men[side].count_ones() as usize) < count {
            men[side] |= random.pick(&points)? & !men[1 - side];
        }
    }
    setup.men.0 = men.map(Points::from_bits);
    setup.hands.0 = [0, 0];
    Position::try_from(setup)
        .ok()
        .filter(|position| position.outcome().is_none())
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
    assert!(pack.covers(&position));
    assert_eq!(Probe::value(&pack, &position), None);
    assert!(pack.fault().unwrap().contains("checksum"));
    assert_eq!(pack.fault(), None);
}

/// All sectors of up to seven men, in hand or on the board, and a pack that stores those with one
/// man in hand.
fn placing() -> (Dir, Dir) {
    let (tables, store) = solved(
        &rules("nine"),
        Scope {
            moving_only: false,
            most_men: 7,
        },
    );
    let mut names = sectors(&tables);
    names.retain(|name| in_hand(name) == 1 || ["3-3", "3-4"].contains(&name.as_str()));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let out = Dir::new();
    pack::write(&store, &model_with(1, &names, 6), &out.0, &|_| {}).unwrap();
    (tables, out)
}

/// The sectors that have a table.
fn sectors(tables: &Dir) -> Vec<String> {
    tables
        .contents()
        .keys()
        .map(|name| name.trim_end_matches(".wdl").to_owned())
        .collect()
}

fn in_hand(sector: &str) -> usize {
    let Sector {
        own_hand,
        other_hand,
        ..
    } = sector.parse().unwrap();
    own_hand + other_hand
}

/// The rows of a CSV text, without its head, by their first cells.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect()
}

#[test]
fn random_positions_and_their_turns_are_compared() {
    let (tables, out) = placing();
    let compare = |timed: &str| {
        let arguments = [
            "verify",
            out.text(),
            "--data",
            tables.text(),
            "--sample",
            "12",
            "--timed",
            timed,
            "--seed",
            "3",
        ];
        merels(&arguments)
    };
    let output = compare("4");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let sectors = sectors(&tables);
    for name in &sectors {
        assert!(told.contains(&format!("{name}, ")), "{name}: {told}");
    }
    let rows = rows(&text);
    assert_eq!(
        rows.iter().map(|row| row[0]).collect::<Vec<_>>(),
        ["18", "17", "16"]
    );
    for row in &rows {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        assert!(
            number(1) >= 12.0 && number(2) > number(1) && number(3) >= 4.0,
            "{row:?}"
        );
        assert!(
            number(4) <= number(5) && number(6) <= number(7) && number(7) >= 1.0,
            "{row:?}"
        );
    }
    // Half of the pack is lost.
    let part = out.file("0");
    let whole = fs::read(&part).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2..].fill(0);
    fs::write(&part, damaged).unwrap();
    let output = compare("0");
    assert_eq!(
        (output.status.code(), output.stdout.len()),
        (Some(2), 0),
        "{output:?}"
    );
    fs::write(&part, whole).unwrap();
    // A sector that is not stored, all lost by the tables.
    let path = tables.file("2-3+1-1.wdl");
    let mut bytes = fs::read(&path).unwrap();
    let header = Header::read(&bytes[..]).unwrap();
    let start = header.payload_offset() as usize;
    bytes[start..][..header.payload_bytes() as usize].fill(0xff);
    fs::write(&path, with_checksums(bytes, &header)).unwrap();
    let output = compare("0");
    assert_eq!(
        (output.status.code(), output.stdout.len()),
        (Some(2), 0),
        "{output:?}"
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.lines()
            .last()
            .unwrap()
            .contains("gives another value than the tables to nine "),
        "{said}"
    );
}

#[test]
fn the_size_of_each_sector_is_listed() {
    let (tables, store, out) = packed(7, &["3-3", "3-4"], 8);
    let plain = stdout(&["stats", out.text()]);
    let compared = stdout(&["stats", out.text(), "--data", tables.text()]);
    let told = stdout(&["stats", out.text(), "--json"]);
    let (plain, compared) = (rows(&plain), rows(&compared));
    let told = told.lines().map(|line| line.parse().unwrap());
    let told: Vec<serde_json::Value> = told.collect();
    assert_eq!(told.len(), plain.len());
    for (told, row) in told.iter().zip(&plain) {
        assert_eq!(told["sector"], row[0]);
        assert_eq!(told["bytes"].to_string(), row[2]);
        assert_eq!(told["positions"].as_u64(), row[1].parse().ok());
    }
    let names = ["3-3", "3-4", "nets", "index", "total"];
    assert_eq!(plain.iter().map(|row| row[0]).collect::<Vec<_>>(), names);
    let number = |row: &[&str], column: usize| row[column].parse::<f64>().unwrap();
    let files: usize = out.contents().values().map(Vec::len).sum();
    assert_eq!(number(&plain[4], 2), files as f64);
    assert_eq!(
        plain[..4].iter().map(|row| number(row, 2)).sum::<f64>(),
        files as f64
    );
    assert_eq!(
        number(&plain[0], 1) + number(&plain[1], 1),
        number(&plain[4], 1)
    );
    for (row, sector) in compared.iter().zip(["3-3", "3-4"]) {
        let header = store
            .header(sector.parse().unwrap(), Content::Wdl)
            .unwrap()
            .unwrap();
        let counts = [header.wins, header.losses, header.draws].map(|count| count as f64);
        let all: f64 = counts.iter().sum();
        // Where the side to move flies every position is stored.
        assert_eq!(number(row, 1), all, "{sector}");
        let entropy: f64 = counts
            .iter()
            .filter(|&&count| count > 0.0)
            .map(|count| count / all * (all / count).log2())
            .sum();
        assert!(
            (number(row, 4) - entropy).abs() < 1e-3,
            "{row:?}: {entropy}"
        );
        assert!(
            (number(row, 3) - number(row, 2) * 8.0 / all).abs() < 1e-3,
            "{row:?}"
        );
    }
    assert!(plain.iter().all(|row| row[4].is_empty()));
}

/// From the start on, every position is one that the shipped values of the first placings know, or
/// that a pack covers.
#[test]
fn a_pack_and_the_first_placings_cover_every_game() {
    let (_, _, out) = packed(6, &["3-3"], 9);
    let pack = PackDirectory::open(&out.0).unwrap();
    let opening = Opening::shipped(&merels::Preset::Nine.rules()).unwrap();
    let mut random = Random::new(10);
    let (mut known, mut covered) = (0, 0);
    for _ in 0..400 {
        let mut game = Game::start(rules("nine")).unwrap();
        while game.outcome().is_none() && game.main_line().len() < 120 {
            let position = game.position();
            match opening.value(position) {
                Some(_) => known += 1,
                None => {
                    assert!(pack.covers(position), "{position}");
                    covered += 1;
                }
            }
            // Many mills, so that many men are captured.
            let moves = position.legal_moves();
            let captures: Vec<_> = moves
                .iter()
                .filter(|mv| !mv.captures().is_empty())
                .collect();
            let mv = **random
                .pick(&captures)
                .unwrap_or(&random.pick(&moves).unwrap());
            game.play(mv).unwrap();
        }
    }
    assert!(known >= 400 * 9 && covered > 10_000, "{known}, {covered}");
    // So many men are in hand at most where a pack with five in hand is enough.
    let mut setup = Setup::start(rules("nine"));
    for hands in [[4, 5], [5, 5]] {
        setup.men.0 = [Points::first_n(4), Points::from_bits(0b1111 << 8)];
        setup.hands.0 = hands;
        setup.side_to_move = Side::Black;
        let position = Position::try_from(setup).unwrap();
        assert_eq!(pack.covers(&position), hands == [4, 5], "{position}");
    }
}

/// Won positions are won, whoever asks the pack.
#[test]
fn a_pack_plays() {
    let (tables, store, out) = packed(7, &["3-3", "3-4"], 11);
    let values = Tables::open(&tables.0).unwrap();
    let mut won = None;
    each_position(&store, "3-4".parse().unwrap(), |position| {
        let wins = |mv: &Move| position.after(*mv).outcome().is_some();
        let now = || position.legal_moves().iter().any(wins);
        if won.is_none() && values.value(position).unwrap() == Some(Wdl::Win) && !now() {
            won = Some(position.to_string());
        }
    });
    let openings = tables.file("won");
    fs::write(&openings, won.unwrap()).unwrap();
    let engine = format!(
        "engine:{} engine?nodes=2000&Data={}",
        env!("CARGO_BIN_EXE_merels"),
        out.text()
    );
    for player in [&format!("perfect:{}", out.text()), "level:perfect", &engine] {
        let against = format!("perfect:{}", tables.text());
        let openings = openings.to_str().unwrap();
        let arguments = [
            ["match", player, &against, "--data", out.text()],
            [
                "--openings-file",
                openings,
                "--games",
                "1",
                "--max-plies=100",
            ],
        ];
        let said = stdout(arguments.as_flattened());
        assert!(
            said.contains("as White     1 games: 1 won"),
            "{player}: {said}"
        );
    }
    // Where it is damaged, the perfect player says so.
    let mut bytes = fs::read(out.file("0")).unwrap();
    for byte in &mut bytes[100..] {
        *byte ^= 1;
    }
    fs::write(out.file("0"), bytes).unwrap();
    let player = format!("perfect:{}", out.text());
    let message = refusal(&[
        "match",
        &player,
        "random",
        "--openings-file",
        openings.to_str().unwrap(),
    ]);
    assert!(
        message.contains("checksum") && message.contains(out.text()),
        "{message}"
    );
}

/// With `MERELS_WRITE` set, it is written anew.
#[test]
fn the_pack_for_the_tests_of_the_page_is_what_is_written_now() {
    let (_, _, out) = packed(6, &["3-3"], 0);
    let there = in_repository("tests/data/pack");
    for (name, bytes) in out.contents() {
        if std::env::var_os("MERELS_WRITE").is_some() {
            fs::write(there.join(&name), &bytes).unwrap();
        }
        assert!(fs::read(there.join(&name)).unwrap() == bytes, "{name}");
    }
}
