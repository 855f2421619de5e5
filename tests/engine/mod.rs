//! The engine protocol: transcripts, and what they cannot say.

mod feed;
mod process;
mod time;
mod transcripts;

use merels::Position;
use merels::notation::read_move;
use process::Engine;
use std::process::Command;
use std::time::{Duration, Instant};

/// The lines without what differs from run to run.
fn timeless(lines: &[String]) -> Vec<String> {
    let timeless = |line: &String| {
        let mut words: Vec<_> = line.split(' ').collect();
        for name in ["nps", "time"] {
            if let Some(at) = words.iter().position(|&word| word == name) {
                words.drain(at..at + 2);
            }
        }
        words.join(" ")
    };
    lines.iter().map(timeless).collect()
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::new();
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Merels "));
    for name in [
        "Variant", "Level", "Seed", "MultiPV", "Threads", "Hash", "Data",
    ] {
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with(&format!("option name {name} type "))),
            "{name}: {lines:?}"
        );
    }
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    engine.say("quit");
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

#[test]
fn it_searches_to_a_depth() {
    let mut engine = Engine::new();
    engine.say("setoption name Variant value three");
    engine.say("position start");
    let lines = engine.ask("go depth 9", "bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove b2");
    let info: Vec<_> = lines[lines.len() - 2].split(' ').collect();
    let at = |name: &str| info.iter().position(|&word| word == name).unwrap();
    // The mill itself is seen a ply before it is closed.
    assert!(
        info[..2] == ["info", "depth"] && ["8", "9"].contains(&info[2]),
        "{info:?}"
    );
    assert_eq!(info[3..6], ["score", "win", "9"]);
    assert!(at("nodes") < at("nps") && at("nps") < at("time") && at("time") < at("pv"));
    for name in ["nodes", "nps", "time"] {
        assert!(info[at(name) + 1].parse::<u64>().is_ok(), "{info:?}");
    }
    assert_eq!(
        info[at("pv") + 1..].len(),
        9,
        "the line to the mill: {info:?}"
    );
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

#[test]
fn it_plays_on_from_moves_and_lines() {
    let mut engine = Engine::new();
    engine.say("position start moves a7 g1 d7 g4");
    let best = engine.ask("go nodes 2000", "bestmove");
    assert!(best.last().unwrap().starts_with("bestmove g7x"), "{best:?}");
    engine.say("position line three W1W/3/B1B b 1,1 0 3 moves b1");
    assert_eq!(engine.ask("go depth 3", "bestmove"), ["bestmove none"]);
    engine.say("position line three W1W/3/B1B b 1,1 0 3");
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(
        lines[0].starts_with("info depth 1 score win 1 nodes 0 "),
        "{lines:?}"
    );
    assert!(lines[0].ends_with(" pv b1"), "{lines:?}");
    engine.say("position line morabaraba WBW/W1W/WB1/WB1BW1/BBW/WBB/WB1 w 1,1 0 12 -,-");
    assert_eq!(engine.ask("go depth 2", "bestmove").len(), 3);
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

/// The same position, options and node limit give the same answer, whatever was searched before.
#[test]
fn it_is_deterministic() {
    let mut transcripts = Vec::new();
    for warm in [false, true, true] {
        let mut engine = Engine::new();
        if warm {
            engine.say("position start moves d6 f4");
            engine.ask("go movetime 30", "bestmove");
            engine.ask("go nodes 5000", "bestmove");
        }
        engine.say("position start moves d6 d2");
        transcripts.push(timeless(&engine.ask("go nodes 20000", "bestmove")));
    }
    assert!(transcripts[0].len() > 4, "{transcripts:?}");
    assert_eq!(transcripts[0], transcripts[1]);
    assert_eq!(transcripts[1], transcripts[2]);
}

#[test]
fn it_thinks_until_it_is_stopped() {
    let mut engine = Engine::new();
    // Solved at once, and yet it waits.
    engine.say("position line three W1W/3/B1B b 1,1 0 3");
    engine.say("go infinite");
    engine.say("isready");
    assert_eq!(engine.hear("readyok").len(), 2, "an info and the answer");
    assert_eq!(engine.ask("stop", "bestmove"), ["bestmove b1"]);
    engine.say("stop");
    engine.say("position start");
    // The best of a few: the machine may be busy with something else.
    let mut waits = Vec::new();
    for _ in 0..5 {
        engine.say("go infinite");
        std::thread::sleep(Duration::from_millis(60));
        let asked = Instant::now();
        engine.ask("stop", "bestmove");
        waits.push(asked.elapsed());
    }
    assert!(
        waits.iter().min() < Some(&Duration::from_millis(50)),
        "{waits:?}"
    );
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

#[test]
fn it_keeps_to_its_time() {
    let mut engine = Engine::new();
    engine.say("isready");
    engine.hear("readyok");
    let mut over = Vec::new();
    for _ in 0..5 {
        let asked = Instant::now();
        engine.ask("go movetime 100", "bestmove");
        assert!(asked.elapsed() >= Duration::from_millis(100));
        over.push(asked.elapsed() - Duration::from_millis(100));
    }
    assert!(
        over.iter().min() < Some(&Duration::from_millis(20)),
        "{over:?}"
    );
    let asked = Instant::now();
    engine.say("setoption name Level value 1");
    engine.ask("go", "bestmove");
    assert!(asked.elapsed() < Duration::from_secs(1));
}

#[test]
fn junk_gets_one_line_each_and_changes_nothing() {
    let junk = [
        "frobnicate",
        "\u{1f600} \u{7f}\u{1}",
        "go fast",
        "go depth",
        "go depth -3",
        "go depth 99999999999999999999",
        "go nodes many",
        "go wtime soon btime later",
        "go btime 1000 movestogo 0",
        "go winc 1000",
        "position",
        "position nowhere",
        "position start d6",
        "position start moves d6 d6",
        "position start moves z9",
        "position line",
        "position line nine 3/3 w",
        "position line nine 3/3/3/6/3/3/3 w 9,9 0 1 moves a1-a2",
        "setoption",
        "setoption name",
        "setoption name Frob value 3",
        "setoption name Level value 12",
        "setoption name Level value",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999",
        "setoption name Variant value ninety",
        "setoption name Variant value nine[",
        "setoption value 3 name Level",
        "setoption name Data value /nowhere/at all",
    ];
    let mut engine = Engine::new();
    engine.say("position start moves d6");
    let before = timeless(&engine.ask("go depth 3", "bestmove"));
    for line in junk {
        engine.say(line);
    }
    engine.say("");
    engine.say_bytes(b"\xff\xfe\x00");
    let after = timeless(&engine.ask("go depth 3", "bestmove"));
    assert_eq!(before, after);
    let (output, errors, ended_well) = engine.end();
    assert_eq!((output.as_str(), ended_well), ("", true));
    let errors: Vec<_> = errors.lines().collect();
    assert_eq!(errors.len(), junk.len() + 1, "{errors:#?}");
    assert!(
        errors.iter().all(|line| line.starts_with("error: ")),
        "{errors:#?}"
    );
}

/// As much as can be asked for: where there is so much, it is not asked for here.
#[test]
fn a_table_larger_than_the_memory_is_refused() {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))
        .map(str::trim);
    let Some(all) = line.and_then(|line| line.strip_suffix(" kB")?.parse::<u64>().ok()) else {
        return;
    };
    if all >= 65536 << 10 {
        return;
    }
    let mut engine = Engine::new();
    engine.say("setoption name Hash value 65536");
    assert_eq!(engine.ask("go depth 2", "bestmove").len(), 3);
    let (_, errors, ended_well) = engine.end();
    assert_eq!(
        (errors.as_str(), ended_well),
        ("error: there is no memory for a table of 65536 MiB\n", true)
    );
}

/// Whatever memory there is, the table leaves enough for everything else.
#[cfg(target_os = "linux")]
#[test]
fn a_table_gives_way_where_memory_is_short() {
    let limited = "ulimit -v $1; printf '%s\\nisready\\ngo nodes 20000\\n' \"$2\" | \"$0\" engine";
    let moving = "position line nine WW1/WWW/3/1B4/BB1/BB1/3 w 0,0 0 20";
    let mut smaller = 0;
    // Around the size where a table of 32 MiB just fits, too.
    let barely = (44_400..46_200).step_by(300);
    for (i, kilobytes) in barely.chain([80_000, 115_000]).enumerate() {
        let arguments = [
            "-c",
            limited,
            env!("CARGO_BIN_EXE_merels"),
            &kilobytes.to_string(),
            // The values of the first placings take memory too, but a second to read.
            if i % 4 == 0 { "position start" } else { moving },
        ];
        // A reserve for each thread is no use of memory.
        let output = Command::new("bash")
            .args(arguments)
            .env("MALLOC_ARENA_MAX", "1")
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && said.contains("\nbestmove "),
            "{kilobytes}: {said} {:?}",
            output.stderr
        );
        smaller += usize::from(
            said.starts_with("info string there is no memory for a table of 64 MiB: it has "),
        );
    }
    assert!(smaller > 0);
}

#[test]
fn what_comes_in_during_a_search_is_not_lost() {
    let mut engine = Engine::new();
    for line in [
        "position start",
        "go nodes 20000",
        "frobnicate",
        "position start moves d6",
        "go nodes 20000",
    ] {
        engine.say(line);
    }
    let first = engine.hear("bestmove");
    let second = engine.hear("bestmove");
    assert_ne!(timeless(&first), timeless(&second));
    let position: Position = "nine 3/1W1/3/6/3/3/3 b 8,9 0 1".parse().unwrap();
    let mv = read_move(
        second.last().unwrap().strip_prefix("bestmove ").unwrap(),
        position.board(),
    )
    .unwrap();
    assert!(position.legal_moves().contains(&mv));
    let (_, errors, _) = engine.end();
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn the_end_of_the_input_ends_it() {
    for last in [
        "",
        "go depth 4",
        "go infinite",
        "go infinite\nfrobnicate",
        "go depth 90\nquit",
        "go infinite\nquit",
    ] {
        let mut engine = Engine::new();
        engine.say("position start");
        engine.say(last);
        let began = Instant::now();
        let (output, _, ended_well) = engine.end();
        assert!(ended_well, "{last}");
        assert_eq!(
            output.contains("bestmove "),
            last.starts_with("go"),
            "{last}: {output}"
        );
        assert!(began.elapsed() < Duration::from_secs(5), "{last}");
    }
}

/// When it is ready, it knows the first placings, without any data.
#[test]
fn it_makes_no_mistake_in_the_first_placings() {
    use merels::value::{Probe, Wdl};
    let opening =
        merels::tablebase::opening::Opening::shipped(&merels::Preset::Nine.rules()).unwrap();
    let mut engine = Engine::new();
    engine.say("position start");
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    let rules = merels::Preset::Nine.rules();
    let (mut position, mut moves) = (Position::start(rules).unwrap(), String::new());
    let draws = |position: &Position| {
        let turns = position.legal_moves().into_iter();
        turns
            .filter(|&mv| opening.value(&position.play(mv).unwrap()) == Some(Wdl::Draw))
            .collect::<Vec<_>>()
    };
    // The last turn of the engine leads to the last positions that are known.
    for _ in 0..opening.placings().div_ceil(2) {
        engine.say(&format!("position start moves{moves}"));
        // Too little for a search of its own to see so far.
        let lines = engine.ask("go nodes 50", "bestmove");
        let mv = read_move(
            lines.last().unwrap().strip_prefix("bestmove ").unwrap(),
            position.board(),
        )
        .unwrap();
        assert!(draws(&position).contains(&mv), "{position}: {mv:?}");
        assert!(
            lines.iter().any(|line| line.contains("score draw")),
            "{lines:?}"
        );
        position = position.play(mv).unwrap();
        moves += &format!(" {}", mv.display(position.board()));
        // The other side leaves the fewest ways to keep the draw.
        if let Some(hard) = draws(&position)
            .into_iter()
            .min_by_key(|&mv| draws(&position.play(mv).unwrap()).len())
        {
            position = position.play(hard).unwrap();
            moves += &format!(" {}", hard.display(position.board()));
        }
    }
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

#[test]
fn levels_and_seeds_are_options() {
    let mut engine = Engine::new();
    engine.say("setoption name Level value 2");
    engine.say("setoption name Hash value 1");
    let mut answers = Vec::new();
    for seed in 0..20 {
        engine.say(&format!("setoption name Seed value {seed}"));
        engine.say("position start moves d6 d2 f4");
        answers.push(engine.ask("go", "bestmove").pop().unwrap());
        assert_eq!(engine.ask("go", "bestmove").last(), answers.last());
    }
    answers.sort_unstable();
    answers.dedup();
    assert!(answers.len() > 1, "{answers:?}");
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

/// What was found by other rules would be taken for true.
#[test]
fn a_line_with_other_rules_finds_an_empty_memory() {
    let to_depth_6 = |engine: &mut Engine, rules: &str| {
        engine.say(&format!("position line {rules} 3/3/3 w 3,3 0 1"));
        let lines = engine.ask("go movetime 200", "bestmove");
        let deep = |line: &String| line.starts_with("info depth 7");
        timeless(&lines[..lines.iter().position(deep).unwrap()])
    };
    let mut engine = Engine::new();
    let fresh = to_depth_6(&mut engine, "three[fly=3]");
    // By the same rules it goes on with what it knows.
    assert_ne!(to_depth_6(&mut engine, "three[fly=3]"), fresh);
    to_depth_6(&mut engine, "three");
    assert_eq!(to_depth_6(&mut engine, "three[fly=3]"), fresh);
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}

#[test]
fn short_lines_that_wait_count_for_what_they_take() {
    let mut engine = Engine::new();
    // Over at once, so that the search only listens.
    engine.say("position line three W1W/3/B1B b 1,1 0 3 moves b1");
    engine.say("go infinite");
    let (line, lines, most) = ("position start", 150_000, 8 << 20);
    engine.say(&[line].repeat(lines).join("\n"));
    assert_eq!(engine.ask("stop", "bestmove"), ["bestmove none"]);
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    let (_, errors, ended_well) = engine.end();
    let complaint =
        "error: 8388608 bytes of commands wait for the end of the search: stop it first";
    assert!(errors.lines().all(|error| error == complaint) && ended_well);
    assert_eq!(
        errors.lines().count(),
        lines - usize::div_ceil(most, line.len() + 64)
    );
}
