//! A disk that is full. Where the machine does not let a test make one, it says so and is skipped.
#![cfg(unix)]

use super::common::{Dir, refusal, refused, rules, solved, stdout};
use merels_solve::disk::Scope;
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output, Stdio};

const GAME: &str = "five";

/// Runs `script` in a shell in which `$1` is the program, `$2` the directory and `$3` another one.
fn shell(script: &str, dir: &Dir, other: &Dir) -> Output {
    let arguments = [
        "-c",
        script,
        "sh",
        env!("CARGO_BIN_EXE_merels"),
        dir.text(),
        other.text(),
    ];
    Command::new("sh").args(arguments).output().unwrap()
}

/// The refusal names the file, what is there is whole, and the rest is solved from it. How many
/// files were finished.
fn check(output: &Output, left: &Dir, reason: &str, expected: &BTreeMap<String, Vec<u8>>) -> usize {
    let message = refused(output, reason);
    assert!(
        message.contains(".wdl: ") && message.contains(reason),
        "{message}"
    );
    let found = left.contents();
    assert!(found.len() < expected.len(), "{} files", found.len());
    for (name, bytes) in &found {
        assert!(expected.get(name) == Some(bytes), "{name} is not whole");
    }
    stdout(&["solve", GAME, "--out", left.text()]);
    assert!(left.contents() == *expected);
    found.len()
}

fn whole() -> BTreeMap<String, Vec<u8>> {
    solved(&rules(GAME), Scope::WHOLE).0.contents()
}

/// Solves on a disk of a process of its own, made by these options and gone with it; rights to
/// mount are not needed.
fn on_a_disk(options: &str, other: &Dir) -> Option<Output> {
    let dir = Dir::new();
    let mount = format!("mount -t tmpfs -o {options} none \"$2\"");
    let run = |script: &str| {
        let arguments = [
            "-rm",
            "sh",
            "-c",
            script,
            "sh",
            env!("CARGO_BIN_EXE_merels"),
            dir.text(),
            other.text(),
        ];
        Command::new("unshare").args(arguments).output()
    };
    if !run(&mount).is_ok_and(|output| output.status.success()) {
        println!("skipped: no small disk can be made here");
        return None;
    }
    let solve = format!(
        "\"$1\" solve {GAME} --threads 1 --out \"$2\"; status=$?; cp \"$2\"/* \"$3\" 2>/dev/null; exit $status"
    );
    Some(run(&format!("{mount} && {{ {solve}; }}")).unwrap())
}

/// Full after so many pages of 4 KiB, in steps; `MERELS_EVERY=1` tries every page.
#[test]
fn a_disk_that_is_full_at_any_point_is_an_error() {
    let expected = whole();
    let pages = expected
        .values()
        .map(|bytes| bytes.len().div_ceil(4096))
        .sum::<usize>();
    let step = if std::env::var_os("MERELS_EVERY").is_some() {
        1
    } else {
        pages / 7
    };
    let mut finished = Vec::new();
    for size in (1..pages).step_by(step) {
        let other = Dir::new();
        let Some(output) = on_a_disk(&format!("size={}k", 4 * size), &other) else {
            return;
        };
        finished.push(check(&output, &other, "No space left on device", &expected));
    }
    assert!(
        finished.windows(2).all(|pair| pair[0] <= pair[1]),
        "{finished:?}"
    );
    assert!(finished.first() < finished.last(), "{finished:?}");
}

/// Full of files: one more cannot be begun. So the error comes at every file in turn.
#[test]
fn a_disk_that_takes_no_more_files_is_an_error() {
    let expected = whole();
    let step = if std::env::var_os("MERELS_EVERY").is_some() {
        1
    } else {
        expected.len() / 4
    };
    // One is the directory.
    for files in (1..expected.len()).step_by(step) {
        let other = Dir::new();
        let Some(output) = on_a_disk(&format!("nr_inodes={}", files + 1), &other) else {
            return;
        };
        check(&output, &other, "No space left on device", &expected);
    }
}

#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let expected = whole();
    let mut limited = 0;
    for blocks in [0, 1, 3, 20] {
        let (dir, other) = (Dir::new(), Dir::new());
        // In blocks of 512 bytes or of 1024, as the shell has it; the largest file is larger than
        // either.
        assert!(expected.values().map(Vec::len).max().unwrap() > blocks * 1024);
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks} || exit 0; exec \"$1\" solve {GAME} --out \"$2\""
        );
        let output = shell(&script, &dir, &other);
        if output.status.success() {
            println!("skipped: this shell sets no limit");
            return;
        }
        check(&output, &dir, "File too large", &expected);
        limited += 1;
    }
    assert_eq!(limited, 4);
}

#[test]
fn a_directory_that_cannot_be_is_an_error() {
    let dir = Dir::new();
    fs::write(dir.file("file"), "").unwrap();
    let inside = dir.file("file/tables");
    let message = super::common::refusal(&["solve", "three", "--out", inside.to_str().unwrap()]);
    assert!(message.contains("file/tables"), "{message}");
}

#[test]
fn a_good_file_stays_until_a_new_one_is_whole() {
    let (tables, _) = solved(&rules("three[goal=capture,men=4]"), Scope::WHOLE);
    let other = Dir::new();
    let out = other.file("three.opening");
    fs::write(&out, "an earlier one").unwrap();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$1\" opening --data \"$2\" --placings 4 --out \"$3/three.opening\"";
    let message = refused(&shell(script, &tables, &other), "no room");
    assert!(message.contains("three.opening"), "{message}");
    assert_eq!(
        other.contents(),
        BTreeMap::from([("three.opening".to_owned(), b"an earlier one".to_vec())])
    );
    let output = shell(&script.replace("ulimit -f 0", ":"), &tables, &other);
    assert!(
        output.status.success() && fs::read(&out).unwrap().len() > 20,
        "{output:?}"
    );
    assert_eq!(other.contents().len(), 1);
    // What is no file is written to as it is.
    let output = shell(
        &script
            .replace("ulimit -f 0", ":")
            .replace("$3/three.opening", "/dev/null"),
        &tables,
        &other,
    );
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let (tables, _) = solved(&rules("three[goal=capture,men=4]"), Scope::WHOLE);
    let missing = tables.file("missing/file");
    for out in [missing.to_str().unwrap(), tables.text(), "/dev/full"] {
        if fs::metadata("/dev/full").is_err() && out == "/dev/full" {
            continue;
        }
        for command in [
            &["sample", "--positions", "5"][..],
            &["opening", "--placings", "2"],
        ] {
            let said = refusal(&[command, &["--data", tables.text(), "--out", out]].concat());
            assert!(
                said.starts_with(&format!("error: cannot write {out}: ")),
                "{command:?}: {said}"
            );
        }
        let said = refusal(&["puzzles", "three", "--count", "1", "--out", out]);
        assert!(
            said.starts_with(&format!("error: cannot write {out}: ")),
            "{said}"
        );
    }
    assert!(tables.contents().keys().all(|name| name.ends_with(".wdl")));
}

#[test]
fn a_file_keeps_its_links_its_rights_and_its_name() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (tables, _) = solved(&rules("three[goal=capture,men=4]"), Scope::WHOLE);
    let dir = Dir::new();
    let write = |name: &str| {
        let out = dir.file(name);
        stdout(&[
            "opening",
            "--data",
            tables.text(),
            "--placings",
            "2",
            "--out",
            out.to_str().unwrap(),
        ]);
        fs::read(out).unwrap()
    };
    let expected = write("plain");
    // To what is there, and to what is not there yet, by way of another.
    for (target, link) in [("plain", "there"), ("later", "one"), ("one", "other")] {
        symlink(target, dir.file(link)).unwrap();
    }
    for (link, target) in [("there", "plain"), ("other", "later")] {
        assert!(write(link) == expected);
        assert!(
            fs::symlink_metadata(dir.file(link)).unwrap().is_symlink(),
            "{link}"
        );
        assert!(
            fs::symlink_metadata(dir.file(target)).unwrap().is_file(),
            "{target}"
        );
    }
    symlink("round", dir.file("round")).unwrap();
    let round = dir.file("round");
    let said = refusal(&[
        "opening",
        "--data",
        tables.text(),
        "--out",
        round.to_str().unwrap(),
        "--placings",
        "2",
    ]);
    assert!(
        said.starts_with(&format!("error: cannot write {}: ", round.display())),
        "{said}"
    );
    let rights = |name: &str| fs::metadata(dir.file(name)).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(dir.file("plain"), fs::Permissions::from_mode(0o600)).unwrap();
    assert!(write("plain") == expected);
    assert_eq!(rights("plain"), 0o600);
    assert!(write(&"ä".repeat(125)) == expected);
}

/// A sector that the system's limit closes would be silently unknown to a search.
#[test]
fn many_tables_need_few_open_files() {
    let (dir, _) = solved(&rules("six[phases=mixed]"), Scope::WHOLE);
    assert!(dir.contents().len() > 250);
    let script = "ulimit -n 240; exec \"$1\" verify \"$2\" --sample 30000";
    let output = shell(script, &dir, &dir);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn an_output_that_takes_nothing_is_no_panic() {
    let (dir, _) = solved(&rules("three"), Scope::WHOLE);
    for more in [&[][..], &["--sample", "20"]] {
        let program = || {
            let mut program = Command::new(env!("CARGO_BIN_EXE_merels"));
            program
                .arg("verify")
                .arg(dir.text())
                .args(more)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            program
        };
        let mut child = program().spawn().unwrap();
        drop(child.stdout.take());
        assert!(
            child.wait_with_output().unwrap().status.success(),
            "whoever read it has had enough"
        );
        let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
            continue;
        };
        assert!(
            program()
                .stderr(full.try_clone().unwrap())
                .output()
                .unwrap()
                .status
                .success(),
            "nothing can be told"
        );
        let output = program().stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
