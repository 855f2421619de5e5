//! The transcripts in `tests/data/engine`: what goes in and what comes out, line by line.
//! `tests/data/README.md` says how they are written.

use super::process::Engine;
use std::fs;
use std::path::Path;

/// The bytes of a line to send.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        match rest.as_bytes()[0] {
            b'x' => {
                bytes.push(u8::from_str_radix(&rest[1..3], 16).unwrap());
                rest = &rest[3..];
            }
            b'{' => {
                let (times, repeated) = rest[1..].split_once(' ').unwrap();
                let (repeated, after) = repeated.split_once('}').unwrap();
                bytes.extend(repeated.as_bytes().repeat(times.parse().unwrap()));
                rest = after;
            }
            other => panic!("\\{} in {text}", char::from(other)),
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Whether a line is as expected: `*` is any word, `…` at the end whatever follows.
fn matches(line: &str, expected: &str) -> bool {
    let (expected, open) = expected
        .strip_suffix("…")
        .map_or((expected, false), |expected| (expected.trim(), true));
    let (line, expected): (Vec<_>, Vec<_>) =
        (line.split(' ').collect(), expected.split(' ').collect());
    (line.len() == expected.len() || open && line.len() >= expected.len())
        && line
            .iter()
            .zip(&expected)
            .all(|(word, expected)| *expected == "*" || word == expected)
}

/// Plays a transcript; `Err` says where it went another way.
fn play(name: &str, transcript: &str) -> Result<(), String> {
    let mut engine = Engine::new();
    let mut errors = Vec::new();
    let mut ended = false;
    for (number, line) in transcript.lines().enumerate() {
        let at = format!("{name}.txt:{}", number + 1);
        let (kind, text) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "" | "#" => {}
            ">" => engine.say_bytes(&bytes(text)),
            "<" | "<<" => loop {
                let said = engine
                    .next_line()
                    .ok_or_else(|| format!("{at}: it ended without {text}"))?;
                if matches(&said, text) {
                    break;
                }
                // Reports of a search may be passed over.
                if kind == "<" || !said.starts_with("info ") {
                    return Err(format!("{at}: {said} instead of {text}"));
                }
            },
            "!" => errors.push((at, text)),
            "." => ended = true,
            _ => panic!("{at}: {line}"),
        }
    }
    assert!(ended, "{name} has no end");
    let (output, said, ended_well) = engine.end();
    if (output.as_str(), ended_well) != ("", true) {
        return Err(format!("{name}.txt, the end: {output} {ended_well}"));
    }
    let mut said = said.lines();
    for (at, expected) in errors {
        match said.next() {
            Some(said) if matches(said, expected) => {}
            said => return Err(format!("{at}: {said:?} instead of {expected}")),
        }
    }
    said.next().map_or(Ok(()), |said| {
        Err(format!("{name}.txt: {said} was not expected"))
    })
}

#[test]
fn every_transcript_is_as_written() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/engine");
    let (mut names, mut faults) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        faults.extend(play(&name, &fs::read_to_string(&path).unwrap()).err());
        names.push(name);
    }
    assert!(faults.is_empty(), "{faults:#?}");
    // None is forgotten: one for each command and each option, and what comes of everything else.
    let mut engine = Engine::new();
    let lines = engine.ask("uci", "uciok");
    let options = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name ")?.split(' ').next());
    let options: Vec<_> = options
        .map(|name| format!("option-{}", name.to_lowercase()))
        .collect();
    let commands = [
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "position",
        "go",
        "stop",
        "quit",
        "junk",
    ];
    for name in commands.into_iter().map(str::to_owned).chain(options) {
        assert!(names.contains(&name), "{name} has no transcript");
    }
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

#[test]
fn the_runner_tells_lines_apart() {
    assert!(matches("info depth 3 pv b2 c3", "info depth * pv …"));
    assert!(matches("info depth 3", "info depth 3"));
    for expected in [
        "info depth 4",
        "info depth",
        "info depth 3 pv",
        "info * * *",
        "info depth 3 * …",
    ] {
        assert!(!matches("info depth 3", expected), "{expected}");
    }
    assert_eq!(bytes("a\\xffb\\{3 xy}c"), b"a\xffbxyxyxyc");
}
