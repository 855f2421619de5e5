//! A disk that is full. Where the machine does not let a test make one, it says so and is skipped.
#![cfg(unix)]

use crate::common::{Dir, refused, rules, solved, stdout};
use merels::solve::Scope;
use std::fs;
use std::process::{Command, Output};

const GAME: &str = "five";

/// Runs `script` in a shell in which `$1` is the program, `$2` the directory and `$3` another one.
fn shell(script: &str, dir: &Dir, other: &Dir) -> Output {
    let arguments = ["-c", script, "sh", env!("CARGO_BIN_EXE_merels"), dir.text(), other.text()];
    Command::new("sh").args(arguments).output().unwrap()
}

/// The refusal names the file, and the rest is solved from what was finished.
fn check(output: &Output, left: &Dir, reason: &str) {
    let message = refused(output, reason);
    assert!(message.contains(".wdl: ") && message.contains(reason), "{message}");
    let (single, _) = solved(&rules(GAME), Scope::WHOLE);
    let expected = single.contents();
    let found = left.contents();
    assert!(!found.is_empty() && found.len() < expected.len(), "{} files", found.len());
    for (name, bytes) in &found {
        assert!(expected.get(name) == Some(bytes), "{name} is not whole");
    }
    stdout(&["solve", GAME, "--out", left.text()]);
    assert!(left.contents() == expected);
}

#[test]
fn a_full_disk_is_an_error() {
    let (dir, other) = (Dir::new(), Dir::new());
    // A disk of a process of its own, gone with it; rights to mount are not needed.
    let mount = "mount -t tmpfs -o size=128k none \"$2\"";
    let possible = Command::new("unshare")
        .args(["-rm", "sh", "-c", mount, "sh", env!("CARGO_BIN_EXE_merels"), dir.text()])
        .output()
        .is_ok_and(|output| output.status.success());
    if !possible {
        println!("skipped: no small disk can be made here");
        return;
    }
    let script =
        format!("{mount} && {{ \"$1\" solve {GAME} --out \"$2\"; status=$?; cp \"$2\"/* \"$3\"; exit $status; }}");
    let arguments = ["-rm", "sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_merels"), dir.text(), other.text()];
    let output = Command::new("unshare").args(arguments).output().unwrap();
    check(&output, &other, "No space left on device");
}

#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let (dir, other) = (Dir::new(), Dir::new());
    // In blocks of 512 bytes or of 1024, as the shell has it; the largest file is larger than either.
    let output = shell(&format!("trap '' XFSZ; ulimit -f 20; exec \"$1\" solve {GAME} --out \"$2\""), &dir, &other);
    let sizes = || solved(&rules(GAME), Scope::WHOLE).0.contents().into_values().map(|bytes| bytes.len());
    assert!(sizes().max().unwrap() > 20 * 1024);
    if output.status.success() {
        println!("skipped: this shell sets no limit");
        return;
    }
    check(&output, &dir, "File too large");
}

#[test]
fn a_directory_that_cannot_be_is_an_error() {
    let dir = Dir::new();
    fs::write(dir.file("file"), "").unwrap();
    let inside = dir.file("file/tables");
    let message = crate::common::refusal(&["solve", "three", "--out", inside.to_str().unwrap()]);
    assert!(message.contains("file/tables"), "{message}");
}
