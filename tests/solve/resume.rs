//! Stopped, killed, spread over threads: the files are always the same bytes.

use super::common::{Dir, asked, merels, moving, rules, solved, stdout};
use crate::slow::Rng;
use merels_solve::disk::{Error, Event, Plan, Scope, Store, solve};
use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[test]
fn a_second_run_goes_on_where_the_first_ended() {
    let (single, _) = solved(&rules("five"), Scope::WHOLE);
    let dir = Dir::new();
    stdout(&["solve", "five", "--sector", "3-3", "--out", dir.text()]);
    stdout(&["solve", "five", "--moving", "--out", dir.text()]);
    let half = dir.contents();
    assert!(half.len() > 5 && half.len() < single.contents().len());
    stdout(&["solve", "five", "--out", dir.text()]);
    assert!(dir.contents() == single.contents());
    // Nothing is left to do: nothing is written.
    let written = |dir: &Dir| {
        fs::metadata(dir.file("5-5.wdl"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = written(&dir);
    stdout(&["solve", "five", "--out", dir.text()]);
    assert_eq!(written(&dir), before);
}

#[test]
fn threads_make_no_difference() {
    let run = |threads: &str| {
        let dir = Dir::new();
        stdout(&[
            "solve",
            "nine",
            "--moving",
            "--men",
            "7",
            "--threads",
            threads,
            "--out",
            dir.text(),
        ]);
        stdout(&[
            "solve",
            "nine[men=3]",
            "--threads",
            threads,
            "--out",
            dir.file("whole").to_str().unwrap(),
        ]);
        let whole = fs::read(dir.file("whole/0-0+3-3.wdl")).unwrap();
        let middle = fs::read(dir.file("whole/2-3+1-0.wdl")).unwrap();
        fs::remove_dir_all(dir.file("whole")).unwrap();
        (dir.contents(), whole, middle)
    };
    let one = run("1");
    assert_eq!(one.0.len(), 3);
    assert!(one == run("2"));
    assert!(one == run("5"));
}

#[test]
fn a_caller_can_stop_it_at_any_event() {
    let rules = rules("three[goal=capture,men=4]");
    let (single, _) = solved(&rules, Scope::WHOLE);
    let plan = Plan::new(&rules, Scope::WHOLE).unwrap();
    let dir = Dir::new();
    let store = Store::open(&dir.0, &rules).unwrap();
    let mut stops = 0;
    loop {
        // Each run gets a little further before it is stopped: first at once, then between, then
        // inside the jobs.
        let events = AtomicUsize::new(0);
        let watch = |event: Event<'_>| {
            let fresh = !matches!(event, Event::Skipped(_));
            !fresh || events.fetch_add(1, Ordering::Relaxed) < stops
        };
        match solve(&store, &plan, &watch) {
            Ok(()) => break,
            Err(Error::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 10_000);
    }
    assert!(stops > 5, "stopped {stops} times");
    assert!(dir.contents() == single.contents());
}

/// `MERELS_KILLS` is the number of kills, 20 unless told.
#[test]
fn killed_at_random_it_comes_to_the_same_end() {
    let spec = "six";
    let kills = asked("MERELS_KILLS", 20);
    let arguments =
        |dir: &Dir| ["solve", spec, "--threads", "2", "--out", dir.text()].map(str::to_owned);
    let single = Dir::new();
    let began = Instant::now();
    stdout(&arguments(&single).each_ref().map(String::as_str));
    let took = began.elapsed();
    let expected = single.contents();
    let same = |dir: &Dir| {
        let found = dir.contents();
        assert!(
            found.keys().eq(expected.keys()),
            "other files: {:?}",
            found.keys()
        );
        assert!(found == expected);
    };
    let mut rng = Rng::new(17);
    let (mut dir, mut killed, mut ended, mut furthest) = (Dir::new(), 0, 0, 0);
    while killed < kills {
        let mut child = Command::new(env!("CARGO_BIN_EXE_merels"))
            .args(arguments(&dir))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(
            rng.below(1 + took.as_micros() as usize / 4) as u64,
        ));
        child.kill().unwrap(); // SIGKILL, where there are signals
        if child.wait().unwrap().success() {
            // It was quicker: begin anew.
            same(&dir);
            (dir, ended) = (Dir::new(), ended + 1);
            assert!(ended < 10 * kills, "it is always quicker");
        } else {
            killed += 1;
            furthest = furthest.max(dir.contents().len());
        }
    }
    assert!(furthest > 1, "killed before there was anything, every time");
    stdout(&arguments(&dir).each_ref().map(String::as_str));
    same(&dir);
}

#[test]
fn two_runs_in_one_directory_come_to_the_same_end() {
    let (single, _) = solved(&rules("six"), Scope::WHOLE);
    let dir = Dir::new();
    let run = || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_merels"));
        program
            .args(["solve", "six", "--out", dir.text()])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for run in [run(), run(), run()] {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert!(dir.contents() == single.contents());
}

/// As in two containers that share a folder.
#[cfg(target_os = "linux")]
#[test]
fn two_runs_with_one_process_number_come_to_the_same_end() {
    let (single, _) = solved(&rules("six"), Scope::WHOLE);
    for _ in 0..4 {
        let dir = Dir::new();
        let run = || {
            let mut program = Command::new("unshare");
            program.args([
                "-r",
                "-p",
                "-f",
                "--mount-proc",
                env!("CARGO_BIN_EXE_merels"),
                "solve",
                "six",
            ]);
            program
                .args(["--threads", "1", "--out", dir.text()])
                .stderr(Stdio::piped())
                .spawn()
        };
        for run in [run(), run()] {
            let Ok(run) = run else {
                return println!("skipped: there is no unshare here");
            };
            let output = run.wait_with_output().unwrap();
            if String::from_utf8_lossy(&output.stderr).starts_with("unshare: ") {
                return println!("skipped: {output:?}");
            }
            assert!(output.status.success(), "{output:?}");
        }
        assert!(dir.contents() == single.contents());
    }
}

#[test]
fn what_another_run_is_writing_stays() {
    let dir = Dir::new();
    let unfinished = "3-3.wdl.merels-aB3xY9.part";
    let file = fs::File::create(dir.file(unfinished)).unwrap();
    if file.lock().is_err() {
        println!("skipped: this file system has no locks");
        return;
    }
    stdout(&["solve", "three", "--sector", "3-3", "--out", dir.text()]);
    assert!(dir.contents().keys().eq(["3-3.wdl", unfinished]));
}

#[test]
fn what_a_killed_run_left_is_harmless_and_removed() {
    let (single, _) = solved(&rules("nine"), moving(7));
    let dir = Dir::new();
    let whole = fs::read(single.file("3-4.wdl")).unwrap();
    for (sector, random, bytes) in [
        ("3-3", "aB3xY9", &b"rubbish"[..]),
        ("3-4", "000000", &whole[..5000]),
        ("4-3", "zzzzzz", b""),
    ] {
        fs::write(
            dir.file(&format!("{sector}.wdl.merels-{random}.part")),
            bytes,
        )
        .unwrap();
    }
    let output = merels(&["stats", dir.text()]);
    assert_eq!(output.status.code(), Some(2), "no table yet: {output:?}");
    stdout(&[
        "solve",
        "nine",
        "--moving",
        "--men",
        "7",
        "--out",
        dir.text(),
    ]);
    assert!(dir.contents() == single.contents());
}

#[test]
fn files_that_are_not_its_own_stay() {
    let dir = Dir::new();
    let names = [
        "3-3.party-notes",
        "3-3.part",
        "3-3.part77",
        "3-3.wdl.part",
        "3-3.wdl.merels-notes.part",
        "3-3.wdl.merels-a note.part",
        "3-3.wdl.merels-aB3xY9.party",
        "my 3-3.wdl.merels-aB3xY9.part",
        "4-4.wdl.merels-aB3xY9.part",
    ];
    for name in names {
        fs::write(dir.file(name), name).unwrap();
    }
    stdout(&["solve", "three", "--sector", "3-3", "--out", dir.text()]);
    let contents = dir.contents();
    assert_eq!(contents.len(), names.len() + 1, "{:?}", contents.keys());
    assert!(names.iter().all(|&name| contents[name] == name.as_bytes()));
}
