//! The plan: its order, what it says of needs and of room, and jobs done one at a time by it.

use super::common::{Dir, merels, refusal, rules, solved, stdout};
use merels_solve::disk::Scope;
use std::collections::BTreeSet;
use std::fs;

/// A line of `merels plan`.
struct Job {
    sectors: Vec<String>,
    needs: Vec<String>,
    disk: u64,
}

fn plan(arguments: &[&str]) -> Vec<Job> {
    let printed = stdout(&[&["plan"], arguments].concat());
    let mut lines = printed.lines();
    assert_eq!(
        lines.next(),
        Some("sector,solved_with,needs,slots,disk_bytes,memory_bytes,core_seconds")
    );
    let job = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), 7, "{line}");
        let names = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let n = |field: usize| fields[field].parse::<u64>().unwrap();
        assert!(
            n(3) > 0 && n(5) > 0 && fields[6].parse::<f64>().unwrap() >= 0.0,
            "{line}"
        );
        Job {
            sectors: [names(fields[0]), names(fields[1])].concat(),
            needs: names(fields[2]),
            disk: n(4),
        }
    };
    lines.map(job).collect()
}

#[test]
fn what_a_job_needs_comes_before_it() {
    let games: [&[&str]; 12] = [
        &["three"],
        &["nine-holes"],
        &["five"],
        &["six"],
        &["seven"],
        &["nine"],
        &["lasker"],
        &["eleven"],
        &["twelve"],
        &["nine", "--moving"],
        &["lasker", "--men", "10"],
        &["six[men=4,phases=mixed]"],
    ];
    for game in games {
        let mut done = BTreeSet::new();
        for job in plan(game) {
            for need in &job.needs {
                assert!(
                    done.contains(need),
                    "{game:?}: {:?} needs {need} first",
                    job.sectors
                );
            }
            for sector in job.sectors {
                assert!(
                    done.insert(sector.clone()),
                    "{game:?}: {sector} comes twice"
                );
            }
        }
        assert!(done.len() > 6, "{game:?}");
    }
}

#[test]
fn the_room_on_disk_is_what_the_plan_says() {
    for spec in ["three", "five", "six[men=4,phases=mixed]"] {
        let (dir, _) = solved(&rules(spec), Scope::WHOLE);
        let contents = dir.contents();
        let mut files = 0;
        for job in plan(&[spec]) {
            let written: usize = job
                .sectors
                .iter()
                .map(|sector| contents[&format!("{sector}.wdl")].len())
                .sum();
            assert_eq!(job.disk, written as u64, "{spec} {:?}", job.sectors);
            files += job.sectors.len();
        }
        assert_eq!(files, contents.len(), "{spec}");
    }
}

/// As a workflow engine does it: each sector by a process of its own, which sees only what it is
/// said to need.
#[test]
fn sectors_can_be_solved_one_at_a_time() {
    let spec = "three[goal=capture,men=4,phases=mixed]";
    let (single, _) = solved(&rules(spec), Scope::WHOLE);
    let all = Dir::new();
    for job in plan(&[spec]) {
        let here = Dir::new();
        for need in &job.needs {
            let name = format!("{need}.wdl");
            fs::copy(all.file(&name), here.file(&name)).unwrap();
        }
        // Named by either of its sectors.
        let sector = job.sectors.last().unwrap();
        stdout(&[
            "solve",
            spec,
            "--sector",
            sector,
            "--out",
            here.text(),
            "--threads",
            "1",
        ]);
        for sector in &job.sectors {
            let name = format!("{sector}.wdl");
            fs::copy(here.file(&name), all.file(&name)).unwrap();
        }
        assert_eq!(here.contents().len(), job.needs.len() + job.sectors.len());
    }
    assert!(all.contents() == single.contents());
}

#[test]
fn a_sector_without_its_inputs_names_the_file_that_is_missing() {
    let dir = Dir::new();
    let message = refusal(&["solve", "three", "--sector", "2-3+1-0", "--out", dir.text()]);
    assert!(message.contains("/3-3.wdl is needed first"), "{message}");
    // A capture leaves the other side to move: from four against four that is three against four.
    stdout(&[
        "solve",
        "nine",
        "--moving",
        "--men",
        "7",
        "--out",
        dir.text(),
    ]);
    fs::remove_file(dir.file("3-4.wdl")).unwrap();
    let message = refusal(&["solve", "nine", "--sector", "4-4", "--out", dir.text()]);
    assert!(message.contains("/3-4.wdl is needed first"), "{message}");
}

#[test]
fn sectors_that_are_none_are_refused() {
    let dir = Dir::new();
    let wrong = [
        ("10-3", "no sector 10-3"),
        ("2-3", "no sector 2-3"),
        ("3-3+9-9", "no sector"),
        ("7", "a sector is written like"),
    ];
    for (sector, words) in wrong {
        let message = refusal(&["solve", "nine", "--sector", sector, "--out", dir.text()]);
        assert!(message.contains(words), "{sector}: {message}");
    }
    let message = refusal(&[
        "solve",
        "nine",
        "--moving",
        "--men",
        "6",
        "--sector",
        "4-4",
        "--out",
        dir.text(),
    ]);
    assert!(message.contains("no sector 4-4"), "{message}");
    let output = merels(&["plan", "nine", "--men", "x"]);
    assert_eq!(output.status.code(), Some(2));
}
