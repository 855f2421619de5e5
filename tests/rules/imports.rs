//! Who imports whom in `src/`: nobody from further down in the order of the modules, and no files
//! each other in a circle.
//!
//! What a file imports is what its `use` lines and its paths name, followed through re-exports to
//! the file that defines it. A name that a file only re-exports it does not import.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules, from below: each may import from those before it.
#[rustfmt::skip]
const ORDER: [&str; 23] = [
    "random", "checksum", "side", "outcome", "coded", "board", "patterns", "rules", "position", "moves", "game", "notation",
    "tablebase", "search", "explain", "review", "puzzle", "level", "protocol", "arena",
    "view", "web", "bin",
];

#[test]
fn nobody_imports_from_further_down() {
    assert_eq!(
        looking_back(&imports_of(&sources()), &ORDER),
        Vec::<String>::new()
    );
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    assert_eq!(circles(&imports_of(&sources())), BTreeSet::new());
}

#[test]
fn the_sources_are_understood() {
    let imports = imports_of(&sources());
    let imports = |file: &str, other: &str| imports[file].contains(other);
    assert!(imports("position", "rules"));
    assert!(
        imports("position", "side"),
        "in a re-export that the file itself uses"
    );
    assert!(imports("arena/series", "outcome"), "through a re-export");
    assert!(imports("view/rules", "rules"));
    assert!(imports("bin/bench", "position"), "from the library's root");
    assert!(
        imports("bin/bench", "bin/failure"),
        "from the program's root"
    );
    assert!(!imports("notation", "notation/any"), "only re-exported");
}

#[test]
fn circles_and_looking_back_are_found() {
    let sources = [
        ("lib.rs", "pub mod high;\npub mod low;\npub use high::Tall;"),
        (
            "low.rs",
            "mod inside;\npub use inside::Inside;\npub struct Low<'a>(&'a Inside, char);\nconst QUOTE: char = '\"';",
        ),
        (
            "low/inside.rs",
            "use super::Low;\npub struct Inside;\nmod deeper { use crate::Tall as Big; }",
        ),
        (
            "low/quiet.rs",
            "// use crate::high::Tall;\nconst TEXT: &str = \"crate::high::f()\";\nconst RAW: &str = r#\"\"crate::high::f()\"#;",
        ),
        (
            "high/mod.rs",
            "mod one;\nmod two;\npub use one::One;\npub struct Tall;\npub fn f() {}",
        ),
        (
            "high/one.rs",
            "use super::{Tall, two::{self, Two}};\npub struct One(Tall, Two);",
        ),
        (
            "high/two.rs",
            "pub struct Two;\npub fn g() { crate::high::One::new() }\nmod tests { use super::*; }",
        ),
    ];
    let imports = imports_of(&sources.map(|(path, text)| (PathBuf::from(path), text.to_owned())));
    assert_eq!(
        looking_back(&imports, &["low", "high"]),
        ["low/inside -> high"]
    );
    let found: BTreeSet<_> = [["low", "low/inside"], ["high/one", "high/two"]]
        .map(|circle| circle.map(str::to_owned).into())
        .into();
    assert_eq!(circles(&imports), found);
}

/// Every file with its path from `src/`.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut open, mut files) = (vec![root.clone()], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push((
                path.strip_prefix(&root).unwrap().to_owned(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    files
}

/// The files that each file imports from, by their modules: `search/alpha_beta`. The library's root
/// has an empty name, the program's is `bin`.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn imports_of(sources: &[(PathBuf, String)]) -> Imports {
    let files = sources
        .iter()
        .map(|(path, source)| (module_of(path), File::read(source)))
        .collect();
    let files = Files(files);
    let names = |modules: BTreeSet<Module>| modules.iter().map(|module| module.join("/")).collect();
    files
        .0
        .keys()
        .map(|module| (module.join("/"), names(files.imports(module))))
        .collect()
}

/// Imports from further down.
fn looking_back(imports: &Imports, order: &[&str]) -> Vec<String> {
    let place = |file: &str| {
        let module = first(file);
        order
            .iter()
            .position(|&known| known == module)
            .unwrap_or_else(|| panic!("{module} has no place in the order"))
    };
    let all = imports.iter().filter(|(file, _)| !file.is_empty());
    let pairs = all.flat_map(|(file, others)| others.iter().map(move |other| (file, other)));
    pairs
        .filter(|(file, other)| place(other) > place(file))
        .map(|(file, other)| format!("{file} -> {other}"))
        .collect()
}

/// The top module of a file.
fn first(file: &str) -> &str {
    file.split('/').next().unwrap_or_default()
}

/// The largest sets of files that all import each other, directly or not.
fn circles(imports: &Imports) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<_, _> = imports
        .keys()
        .map(|file| (file, reached(imports, file)))
        .collect();
    let circle = |file| {
        reached[file]
            .iter()
            .filter(|other| reached[*other].contains(file))
            .copied()
            .cloned()
            .collect()
    };
    imports
        .keys()
        .map(circle)
        .filter(|circle: &BTreeSet<_>| !circle.is_empty())
        .collect()
}

/// What a file imports, directly or not; itself only where it is in a circle.
fn reached<'a>(imports: &'a Imports, from: &'a String) -> BTreeSet<&'a String> {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(file) = open.pop() {
        open.extend(imports[file].iter().filter(|&other| seen.insert(other)));
    }
    seen
}

type Module<'a> = Vec<&'a str>;

fn module_of(path: &Path) -> Module<'_> {
    let mut module: Module = path
        .iter()
        .map(|part| part.to_str().unwrap().trim_end_matches(".rs"))
        .collect();
    if module.starts_with(&["bin", "merels"]) {
        module.remove(1);
    }
    module.pop_if(|last| ["lib", "main", "mod"].contains(last));
    module
}

/// What a file names.
#[derive(Default)]
struct File<'a> {
    uses: Vec<Use<'a>>,
    paths: Vec<Named<'a>>,
}

/// A name that a `use` line makes known.
struct Use<'a> {
    name: &'a str,
    path: Vec<&'a str>,
    /// In so many modules inside the file.
    inside: usize,
    public: bool,
}

/// A path in the code, of one word or more.
struct Named<'a> {
    path: Vec<&'a str>,
    inside: usize,
    called: bool,
}

impl<'a> File<'a> {
    fn read(source: &'a str) -> Self {
        let tokens = tokens(source);
        let token = |at: usize| tokens.get(at).copied().unwrap_or_default();
        let (mut file, mut at, mut braces, mut modules) = (Self::default(), 0, 0, Vec::new());
        while at < tokens.len() {
            let before = at.checked_sub(1).map_or("", token);
            match token(at) {
                "{" => {
                    braces += 1;
                    if token(at.saturating_sub(2)) == "mod" {
                        modules.push(braces);
                    }
                }
                "}" => {
                    modules.pop_if(|module| *module == braces);
                    braces -= 1;
                }
                "use" => {
                    let public = ["pub", ")"].contains(&before);
                    let mut add = |path: Vec<&'a str>, name| {
                        file.uses.push(Use {
                            name,
                            path,
                            inside: modules.len(),
                            public,
                        });
                    };
                    at = read_use(&tokens, at + 1, &[], &mut add);
                    continue;
                }
                word if is_word(word) => {
                    let mut path = vec![word];
                    while token(at + 1) == "::" && is_word(token(at + 2)) {
                        path.push(token(at + 2));
                        at += 2;
                    }
                    if ![".", "::", "mod", "fn"].contains(&before) {
                        let called = token(at + 1) == "(";
                        file.paths.push(Named {
                            path,
                            inside: modules.len(),
                            called,
                        });
                    }
                }
                _ => {}
            }
            at += 1;
        }
        file
    }

    fn known(&self, name: &str) -> Option<&Use<'a>> {
        self.uses
            .iter()
            .find(|known| known.name == name && known.inside == 0)
    }

    /// Whether the code names it, not as a variable.
    fn names(&self, name: &str) -> bool {
        let item = name.starts_with(char::is_uppercase);
        self.paths
            .iter()
            .any(|named| named.path[0] == name && (item || named.called || named.path.len() > 1))
    }
}

/// Reads what follows `use`, or a part of it; the token after it.
fn read_use<'a>(
    tokens: &[&'a str],
    mut at: usize,
    before: &[&'a str],
    add: &mut impl FnMut(Vec<&'a str>, &'a str),
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens[at] {
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = read_use(tokens, at, &path, add);
                    at += usize::from(tokens[at] == ",");
                }
                return at + 1;
            }
            "self" if !path.is_empty() => {}
            word => path.push(word),
        }
        if tokens[at + 1] != "::" {
            break;
        }
        at += 2;
    }
    if tokens[at + 1] == "as" {
        add(path, tokens[at + 2]);
        return at + 3;
    }
    let name = path[path.len() - 1];
    add(path, name);
    at + 1
}

struct Files<'a>(BTreeMap<Module<'a>, File<'a>>);

impl<'a> Files<'a> {
    fn imports(&self, module: &Module<'a>) -> BTreeSet<Module<'a>> {
        let file = &self.0[module];
        let uses = file
            .uses
            .iter()
            .filter(|known| !known.public || file.names(known.name));
        let uses = uses.filter_map(|known| self.defined(module, known.inside, &known.path));
        let paths = file
            .paths
            .iter()
            .filter(|named| named.path.len() > 1)
            .filter_map(|named| match file.known(named.path[0]) {
                Some(known) => self.defined(module, 0, &[&known.path, &named.path[1..]].concat()),
                None => self.defined(module, named.inside, &named.path),
            });
        uses.chain(paths).filter(|other| other != module).collect()
    }

    /// The file that defines what a path in a file means; `None` for a module as such, and for what
    /// is not of `src/`.
    fn defined(&self, module: &Module<'a>, inside: usize, path: &[&'a str]) -> Option<Module<'a>> {
        let in_program = usize::from(module.first() == Some(&"bin"));
        let mut rest = &path[1..];
        let mut at = match path[0] {
            "crate" => module[..in_program].to_vec(),
            "merels" if in_program == 1 => Vec::new(),
            "self" | "super" => {
                let supers = path.iter().take_while(|&&word| word == "super").count();
                rest = &path[supers.max(1)..];
                module[..module.len() - supers.saturating_sub(inside)].to_vec()
            }
            child => {
                let child = [&module[..], &[child]].concat();
                self.0.contains_key(&child).then_some(child)?
            }
        };
        while let Some((&name, after)) = rest.split_first() {
            let child = [&at[..], &[name]].concat();
            if self.0.contains_key(&child) {
                (at, rest) = (child, after);
                continue;
            }
            return match self.0[&at].known(name).filter(|_| name != "*") {
                Some(known) => self.defined(&at, 0, &[&known.path, after].concat()),
                None => Some(at),
            };
        }
        None
    }
}

/// The words and signs of a source without comments, strings and characters; `::` is one.
fn tokens(source: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), source);
    while let Some(first) = rest.chars().next() {
        let to = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (length, counts) = match first {
            '/' if rest.starts_with("//") => (to("\n"), false),
            '/' if rest.starts_with("/*") => (to("*/"), false),
            'r' | 'b' if raw_string(rest).is_some() => {
                (raw_string(rest).unwrap_or(rest.len()), false)
            }
            '"' => (quoted(rest, '"').unwrap_or(rest.len()), false),
            // Or a lifetime.
            '\'' => (
                quoted(rest, '\'')
                    .filter(|&end| rest[1..end].chars().count() == 2 || rest[1..].starts_with('\\'))
                    .unwrap_or(1),
                false,
            ),
            ':' if rest.starts_with("::") => (2, true),
            _ if word > 0 => (word, true),
            _ => (first.len_utf8(), !first.is_whitespace()),
        };
        if counts {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The length of what begins and ends with this quote.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a raw string, if one begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let inside = after.trim_start_matches('#').strip_prefix('"')?;
    let end = format!("\"{}", &after[..after.len() - inside.len() - 1]);
    Some(text.len() - inside.len() + inside.find(&end)? + end.len())
}
