//! What the tests share: directories of tables, the program, positions by sector.

use merels::position::Side;
use merels::tablebase::Sector;
use merels::tablebase::format::Source;
use merels::tablebase::{Content, First, Table, file_name};
use merels::{Position, Rules, Setup};
use merels_solve::disk::{Plan, Scope, Store, solve};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// A file of the repository.
pub fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// A directory of its own, gone with the test.
pub struct Dir(pub PathBuf);

impl Dir {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("tables-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// As an argument of the program.
    pub fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Names and bytes of everything in it.
    pub fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap());
        entries
            .map(|entry| {
                (
                    entry.file_name().into_string().unwrap(),
                    fs::read(entry.path()).unwrap(),
                )
            })
            .collect()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn rules(spec: &str) -> Rules {
    spec.parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The sectors with no men in hand and at most so many men.
pub fn moving(most_men: usize) -> Scope {
    Scope {
        moving_only: true,
        most_men,
    }
}

/// What was solved once: for the tests that want the same again.
type Solved = Arc<OnceLock<BTreeMap<String, Vec<u8>>>>;
static SOLVED: Mutex<BTreeMap<String, Solved>> = Mutex::new(BTreeMap::new());

/// The tables of part of a game, in a new directory.
pub fn solved(rules: &Rules, scope: Scope) -> (Dir, Store) {
    let name = format!("{rules} {} {}", scope.moving_only, scope.most_men);
    let files = Arc::clone(SOLVED.lock().unwrap().entry(name).or_default());
    let dir = Dir::new();
    let store = Store::open(&dir.0, rules).unwrap();
    let files = files.get_or_init(|| {
        solve(&store, &Plan::new(rules, scope).unwrap(), &|_| true).unwrap();
        dir.contents()
    });
    files
        .iter()
        .for_each(|(name, bytes)| fs::write(dir.file(name), bytes).unwrap());
    (dir, store)
}

/// A number from the environment.
pub fn asked(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is a number"))
    })
}

pub fn merels(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_merels"))
        .args(arguments)
        .output()
        .unwrap()
}

pub fn stdout(arguments: &[&str]) -> String {
    let output = merels(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the program says when it refuses: one line, nothing on standard output, exit status 2.
pub fn refusal(arguments: &[&str]) -> String {
    let output = merels(arguments);
    refused(&output, &format!("{arguments:?}"))
}

pub fn refused(output: &Output, what: &str) -> String {
    assert_eq!(output.status.code(), Some(2), "{what}: {output:?}");
    assert!(output.stdout.is_empty(), "{what}: {output:?}");
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    // `solve` shows how far it is on the same stream.
    let errors: Vec<_> = message
        .lines()
        .filter(|line| !line.starts_with("sector "))
        .collect();
    assert!(
        errors.len() == 1 && errors[0].starts_with("error: "),
        "{what}: {message}"
    );
    errors[0].to_owned()
}

/// A table read from memory.
pub struct Bytes(pub Vec<u8>);

impl Source for Bytes {
    fn length(&self) -> std::io::Result<u64> {
        self.0[..].length()
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> std::io::Result<()> {
        self.0[..].read_at(offset, into)
    }
}

/// A sector's table.
pub fn table(
    dir: &Dir,
    numbering: &Arc<merels::tablebase::numbering::Numbering>,
    sector: Sector,
) -> Table<Bytes> {
    let bytes = fs::read(dir.file(&file_name(sector, Content::Wdl))).unwrap();
    Table::open(Bytes(bytes), Arc::clone(numbering))
        .unwrap_or_else(|error| panic!("{sector} {error}"))
}

/// Every slot of a sector as a position, White to move; those that the rules know.
pub fn each_position(store: &Store, sector: Sector, mut visit: impl FnMut(&Position)) {
    let first = First::of(sector);
    let (one, two) = first.order(sector.own, sector.other);
    let blocks = store.numbering().blocks(one, two);
    for block in 0..blocks.count() {
        for slot in 0..blocks.slots() {
            let (one, two) = blocks.position(block, slot);
            let (own, other) = first.order(one, two);
            let mut setup = Setup::start(*store.rules());
            setup.men.0 = [own, other];
            setup.hands.0 = [sector.own_hand as u8, sector.other_hand as u8];
            setup.side_to_move = Side::White;
            if let Ok(position) = Position::try_from(setup) {
                visit(&position);
            }
        }
    }
}
