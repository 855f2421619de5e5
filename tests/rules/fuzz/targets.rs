//! What is fuzzed: every reader of texts and of data files, each as a function of any bytes. It
//! must return; what it reads it must write as a text that it reads as the same. Shared by
//! `tests/rules/fuzz`, which replays what was found, and by `fuzz/`, which looks for more.

use merels::notation::{
    GameReader, read_any, read_begin, read_fen, read_link, read_mfen, read_move, read_playok,
    read_record, write_fen, write_link, write_mfen, write_playok, write_record, write_sanmill,
};
use merels::search::{Searcher, Status};
use merels::tablebase::Table;
use merels::tablebase::numbering::Numbering;
use merels::tablebase::opening::Opening;
use merels::tablebase::pack::Pack;
use merels::{Board, Position, Preset, Rules, Setup};
use merels_cli::protocol::{EngineCommand, LONGEST_LINE, MAX_HASH, Meanwhile, Session, read_line};
use std::sync::{Arc, OnceLock};

/// A reader and its name.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 17] = [
    ("position", position),
    ("setup", setup),
    ("rules", rules),
    ("turn", turn),
    ("record", record),
    ("records", records),
    ("playok", playok),
    ("fen", fen),
    ("mfen", mfen),
    ("link", link),
    ("any", any),
    ("begin", begin),
    ("puzzles", puzzles),
    ("tables", tables),
    ("packed", packed),
    ("pack", pack),
    ("protocol", protocol),
];

/// The text that bytes are, if they are one.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// A preset by the first byte, and the rest.
fn preset(bytes: &[u8]) -> Option<(Preset, &str)> {
    let (first, rest) = bytes.split_first()?;
    Some((
        Preset::ALL[usize::from(*first) % Preset::ALL.len()],
        text(rest)?,
    ))
}

fn position(bytes: &[u8]) {
    let Some(Ok(read)) = text(bytes).map(str::parse::<Position>) else {
        return;
    };
    let written = read.to_string();
    assert_eq!(written.parse::<Position>().expect("what was written"), read);
    assert_eq!(
        written
            .parse::<Position>()
            .expect("what was written")
            .to_string(),
        written
    );
    // Whatever may be read may be played from.
    for mv in read.legal_moves() {
        read.play(mv).expect("a legal turn");
    }
}

fn setup(bytes: &[u8]) {
    let Some(Ok(read)) = text(bytes).map(str::parse::<Setup>) else {
        return;
    };
    if let Ok(position) = Position::try_from(read) {
        assert!(position.to_string().parse::<Position>().is_ok());
    }
}

fn rules(bytes: &[u8]) {
    let Some(Ok(read)) = text(bytes).map(str::parse::<Rules>) else {
        return;
    };
    assert_eq!(
        read.to_string().parse::<Rules>().expect("what was written"),
        read
    );
}

fn turn(bytes: &[u8]) {
    let Some((preset, text)) = preset(bytes) else {
        return;
    };
    let board: &Board = preset.rules().board;
    if let Ok(mv) = read_move(text, board) {
        let written = mv.display(board).to_string();
        assert_eq!(read_move(&written, board).expect("what was written"), mv);
    }
}

fn record(bytes: &[u8]) {
    let Some(Ok(game)) = text(bytes).map(read_record) else {
        return;
    };
    let written = write_record(&game);
    let again = read_record(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(write_record(&again), written);
}

fn records(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut end = 0;
    for (place, read) in GameReader::new(text) {
        assert!(
            place.bytes.start >= end && place.bytes.end > place.bytes.start,
            "it goes on"
        );
        end = place.bytes.end;
        if let Ok(game) = read {
            let piece = &text[place.bytes];
            let alone = read_any(piece).unwrap_or_else(|error| panic!("{error}\n{piece:?}"));
            assert_eq!(write_record(&alone), write_record(&game), "{piece:?}");
        }
    }
}

fn playok(bytes: &[u8]) {
    let Some(Ok(game)) = text(bytes).map(read_playok) else {
        return;
    };
    if let Some(written) = write_playok(&game) {
        let again = read_playok(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(write_playok(&again), Some(written));
    }
}

fn fen(bytes: &[u8]) {
    let Some((preset, text)) = preset(bytes) else {
        return;
    };
    let Ok(read) = read_fen(text, preset.rules()) else {
        return;
    };
    if let Some(written) = write_fen(&read) {
        assert_eq!(
            write_fen(&read_fen(&written, preset.rules()).expect("what was written")),
            Some(written)
        );
    }
}

fn mfen(bytes: &[u8]) {
    let Some((preset, text)) = preset(bytes) else {
        return;
    };
    let Ok(read) = read_mfen(text, preset.rules()) else {
        return;
    };
    if let Some(written) = write_mfen(&read) {
        let again = read_mfen(&written, preset.rules());
        assert_eq!(again.expect("what was written"), read, "{written}");
    }
}

fn link(bytes: &[u8]) {
    let Some(Ok(game)) = text(bytes).map(read_link) else {
        return;
    };
    let written = write_link(&game);
    assert_eq!(
        write_link(&read_link(&written).expect("what was written")),
        written
    );
}

fn any(bytes: &[u8]) {
    let Some(Ok(game)) = text(bytes).map(read_any) else {
        return;
    };
    let written = write_record(&game);
    assert_eq!(
        write_record(&read_any(&written).expect("what was written")),
        written
    );
}

fn begin(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let nine = Preset::Nine.rules();
    let Ok(read) = read_begin(text, nine, None) else {
        assert!(read_any(text).is_err());
        return;
    };
    let written = write_record(&read.game);
    let again = read_any(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(write_record(&again), written);
    // It goes as far as the strict reader, and further only where that refuses.
    let is_whole = read.error.is_none() && read.half.is_none() && !read.left_out;
    let strictly = read_any(text).map(|game| write_record(&game)).ok();
    match read.games.first() {
        // The strict reader takes it as Nine Men's Morris, or refuses it.
        Some(likeliest) => assert!(*likeliest != nine || strictly.is_none_or(|it| it == written)),
        None => assert_eq!(strictly, is_whole.then_some(written)),
    }
    if let Some(half) = read.half {
        let position = read.game.position();
        let completed = position.legal_moves().into_iter();
        let ways = completed.filter(|mv| (mv.from(), mv.to()) == (half.from(), half.to()));
        assert!(ways.count() > 0, "a capture completes it");
    }
    if let Some(written) = write_sanmill(&read.game) {
        let again = read_any(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(write_sanmill(&again), Some(written));
    }
}

fn puzzles(bytes: &[u8]) {
    let Some(Ok(read)) = text(bytes).map(merels::puzzle::read) else {
        return;
    };
    let written = merels::puzzle::write(&read);
    assert_eq!(
        merels::puzzle::write(&merels::puzzle::read(&written).expect("what was written")),
        written
    );
}

/// Tables of small classes, with the checksum of the header put right: most changes would end
/// there.
fn tables(bytes: &[u8]) {
    static NUMBERING: OnceLock<Arc<Numbering>> = OnceLock::new();
    let numbering =
        NUMBERING.get_or_init(|| Arc::new(Numbering::new(Preset::Three.rules().board, 6)));
    for bytes in [bytes.to_vec(), with_header_sum(bytes)] {
        let Ok(table) = Table::open(Bytes(bytes), Arc::clone(numbering)) else {
            continue;
        };
        let sector = table.header().sector;
        let (own, other) = (sector.own, sector.other);
        let points: Vec<_> = Preset::Three.rules().board.points().collect();
        for first in 0..points.len().saturating_sub(own + other) {
            let own = points[first..first + own].iter().copied().collect();
            let other = points[points.len() - other..].iter().copied().collect();
            let _ = table.value(own, other);
            let _ = table.distance(own, other);
        }
    }
}

/// A table in memory.
struct Bytes(Vec<u8>);

impl merels::tablebase::format::Source for Bytes {
    fn length(&self) -> std::io::Result<u64> {
        self.0.as_slice().length()
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> std::io::Result<()> {
        self.0.as_slice().read_at(offset, into)
    }
}

fn with_header_sum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(length) = bytes.get(60..64) {
        let rules = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        let end = 64usize
            .saturating_add(rules)
            .checked_next_multiple_of(8)
            .unwrap_or(usize::MAX);
        if end.checked_add(8).is_some_and(|whole| whole <= bytes.len()) {
            let sum = crc32fast::hash(&bytes[..end]);
            bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
        }
    }
    bytes
}

/// Opening values and weights: with the last checksum as it is, and put right.
fn packed(bytes: &[u8]) {
    let mut sound = bytes.to_vec();
    if let Some((body, _)) = bytes.split_last_chunk::<4>() {
        sound.truncate(body.len());
        // The length of the coded values, in opening files.
        if bytes.starts_with(b"\x89MEREL") && body.len() >= 20 {
            let coded = (body.len() - 20).saturating_sub(body[11].into()) as u32;
            sound[12..16].copy_from_slice(&coded.to_le_bytes());
        }
        sound.extend(crc32fast::hash(&sound).to_le_bytes());
    }
    for bytes in [bytes, &sound] {
        if let Ok(opening) = Opening::read(bytes) {
            assert!(opening.placings() > 0);
        }
        if merels::search::is_weights_file(bytes) {
            let _ = merels::search::load_weights(bytes);
        }
    }
}

/// The number of checksums (2 bytes) and an index without its head, which is made here: what stands
/// behind checksums would hardly be reached.
fn pack(bytes: &[u8]) {
    let file = |magic: &[u8], rest: &[u8]| {
        [magic, &[1, 0], &crc32fast::hash(rest).to_le_bytes(), rest].concat()
    };
    let Some((&count, index)) = bytes.split_first_chunk::<2>() else {
        return;
    };
    let count = u16::from_le_bytes(count);
    // As postcard writes numbers: seven bits a byte.
    let varint = |mut number: u32| {
        let mut bytes = Vec::new();
        while number > 127 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let zeros = vec![0; 4 * usize::from(count)];
    let checksums = [varint(crc32fast::hash(index)), varint(count.into()), zeros].concat();
    let _ = Pack::open(bytes, bytes);
    if let Ok(pack) = Pack::open(
        &file(b"\x89MERELP\n", index),
        &file(b"\x89MERELC\n", &checksums),
    ) {
        assert_eq!(pack.places().len(), usize::from(count));
        for place in pack.places() {
            assert_eq!(pack.place(place.part, place.bytes.clone()), Some(place));
            assert!(place.part < pack.parts() && place.check(&[]).is_err());
        }
        let _ = pack.covers(&Position::start(*pack.rules()).expect("rules of a pack have a start"));
    }
}

/// Lines to the engine, which searches no more than a hundred nodes and has no memory to speak of.
/// What it refuses, it refuses in one short line, and as if nothing had been said.
fn protocol(bytes: &[u8]) {
    const MOST_SEARCHES: usize = 4;
    let mut session = Session::default();
    let mut searcher = Searcher::new(0).expect("no table");
    let (mut input, mut searches) = (bytes, 0);
    while let Some(line) = read_line(&mut input) {
        let Ok(line) = line else { continue };
        assert!(
            line.len() as u64 <= 3 * LONGEST_LINE,
            "a byte that is no text becomes three at the most"
        );
        let _ = Meanwhile::of(&line);
        let before = format!("{session:?}");
        match session.take(&line) {
            Err(complaint) => {
                let complaint = complaint.to_string();
                assert!(
                    !complaint.is_empty()
                        && complaint.len() < 1000
                        && complaint.lines().count() == 1,
                    "{complaint}"
                );
                assert_eq!(format!("{session:?}"), before, "{line}");
            }
            Ok(EngineCommand::Hash(hash)) => assert!(hash <= MAX_HASH),
            Ok(EngineCommand::Forget) => searcher.clear(),
            Ok(EngineCommand::Go(search)) if searches < MOST_SEARCHES => {
                searches += 1;
                let nodes = search.limits.nodes.unwrap_or(u64::MAX).min(100);
                searcher.start(
                    session.position(),
                    session.earlier(),
                    search.limits.nodes(nodes),
                );
                while searcher.step(50) == Status::Running {}
                let turns = session.position().legal_moves();
                assert_eq!(searcher.best_move().is_none(), turns.is_empty(), "{line}");
                assert!(
                    searcher
                        .best_move()
                        .is_none_or(|best| turns.contains(&best)),
                    "{line}"
                );
            }
            Ok(EngineCommand::Quit) => break,
            Ok(_) => {}
        }
    }
}
