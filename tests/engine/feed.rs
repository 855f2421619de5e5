//! The engine fed at full speed with good and bad lines: it answers every search, and its memory
//! has a bound.
//!
//! `MERELS_FEED` is the time in seconds (1 unless told). The full measure:
//! `MERELS_FEED=3600 cargo test --release --test program feed -- --nocapture`

use super::process;
use merels::random::Random;
use std::io::{BufRead, BufReader, Write};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

/// The largest table that is asked for; the engine begins with as much.
const HASH: u64 = 64;
/// What it may need besides, in MiB: the program with its weights and values of first placings
/// (70), the values of one small game and of another that is being solved (10), commands that wait
/// (8 of those sent, 8 lines read ahead).
const BESIDES: u64 = 128;

/// A line, and whether it begins a search.
fn line(random: &mut Random) -> (Vec<u8>, bool) {
    let (text, searches) = match random.below(24) {
        0..=2 => (format!("go nodes {}", 1 + random.below(3000)), true),
        3 if random.below(2) == 0 => (format!("go movetime {}", random.below(5)), true),
        3 => (
            format!(
                "go wtime {} btime {} winc {} movestogo {}",
                random.below(100),
                random.below(100),
                random.below(3),
                1 + random.below(40)
            ),
            true,
        ),
        4 => (
            format!("go depth {} nodes 20000", 1 + random.below(9)),
            true,
        ),
        5 => ("go infinite".to_owned(), true),
        6..=8 => ("stop".to_owned(), false),
        9 => ("isready".to_owned(), false),
        10 => ("uci".to_owned(), false),
        11 => ("ucinewgame".to_owned(), false),
        12 => {
            let games = [
                "nine",
                "three",
                "five",
                "six",
                "lasker",
                "twelve",
                "morabaraba",
                "nine[fly=never]",
                "three[fly=3]",
            ];
            (
                format!(
                    "setoption name Variant value {}",
                    random.pick(&games).unwrap()
                ),
                false,
            )
        }
        13 => (
            format!(
                "setoption name Hash value {}",
                random.pick(&["0", "1", "4", "16", "64"]).unwrap()
            ),
            false,
        ),
        14 => (
            format!("setoption name Level value {}", 1 + random.below(11)),
            false,
        ),
        15 => (
            format!("setoption name MultiPV value {}", 1 + random.below(4)),
            false,
        ),
        16 => (
            format!("setoption name Threads value {}", 1 + random.below(2)),
            false,
        ),
        17..=18 => ("position start".to_owned(), false),
        19 => (
            "position line nine 3/3/3/6/3/3/3 w 9,9 0 1 moves d6 f4 d2 b4".to_owned(),
            false,
        ),
        20 => (
            "position start moves ".to_owned() + &"d6 ".repeat(random.below(2000)),
            false,
        ),
        // Junk, now and then a great deal of it.
        21 => (
            "x".repeat(if random.below(200) == 0 {
                3 << 20
            } else {
                random.below(500)
            }),
            false,
        ),
        22 => {
            let bytes = (0..random.below(60))
                .map(|_| random.below(256) as u8)
                .filter(|&byte| byte != b'\n');
            return (
                [b"?".as_slice(), &bytes.collect::<Vec<u8>>()].concat(),
                false,
            );
        }
        _ => {
            let junk = [
                "go fast",
                "go depth 0",
                "go winc 5",
                "setoption",
                "setoption name Hash value -1",
                "position line nine 9",
                "setoption name Data value /nowhere",
            ];
            ((*random.pick(&junk).unwrap()).to_owned(), false)
        }
    };
    (text.into_bytes(), searches)
}

/// The most memory that a process has had, in MiB, where the system tells.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

fn send(input: &mut ChildStdin, line: &[u8]) {
    input
        .write_all(&[line, b"\n"].concat())
        .expect("the engine reads");
}

#[test]
fn fed_at_full_speed_it_answers_all_and_keeps_its_bounds() {
    let seconds = std::env::var("MERELS_FEED")
        .map_or(1, |text| text.parse().expect("MERELS_FEED is a number"));
    let mut engine = process::spawn();
    let mut input = engine.stdin.take().unwrap();
    let (output, errors) = (engine.stdout.take().unwrap(), engine.stderr.take().unwrap());
    let [answers, ready] = [(); 2].map(|()| Arc::<AtomicUsize>::default());
    let counts = [Arc::clone(&answers), Arc::clone(&ready)];
    let reader = thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let line = line.expect("text");
            counts[0].fetch_add(usize::from(line.starts_with("bestmove ")), SeqCst);
            counts[1].fetch_add(usize::from(line == "readyok"), SeqCst);
        }
    });
    let complaints = thread::spawn(move || {
        let lines = BufReader::new(errors)
            .lines()
            .map(|line| line.expect("text"));
        lines
            .inspect(|line| assert!(line.starts_with("error: ") && line.len() < 1000, "{line}"))
            .count()
    });

    let (mut random, began) = (Random::new(19), Instant::now());
    let (mut lines, mut searches, mut asked) = (0, 0, 0);
    while began.elapsed() < Duration::from_secs(seconds) {
        for _ in 0..100 {
            let (text, search) = line(&mut random);
            send(&mut input, &text);
            lines += 1;
            searches += usize::from(search);
            asked += usize::from(text == b"isready");
        }
        // None of those that wait may go on for ever.
        send(&mut input, b"stop");
    }
    // An endless search that had to wait has missed what was to stop it.
    let patience = Instant::now();
    while answers.load(SeqCst) < searches && patience.elapsed() < Duration::from_secs(300) {
        send(&mut input, b"stop");
        thread::sleep(Duration::from_millis(5));
    }
    let peak = peak(engine.id());
    send(&mut input, b"quit");
    assert!(engine.wait().unwrap().success());
    reader.join().unwrap();
    let complaints = complaints.join().unwrap();
    println!(
        "{lines} lines in {seconds} s, {searches} searches, {complaints} complaints, {peak:?} MiB at the most"
    );
    assert_eq!(answers.load(SeqCst), searches);
    assert_eq!(ready.load(SeqCst), asked);
    assert!(complaints > 0);
    assert!(
        peak.is_none_or(|peak| peak <= HASH + BESIDES),
        "{peak:?} MiB"
    );
}
