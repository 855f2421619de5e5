//! Rule sets: a preset and what was changed in it, as `nine[fly=never,mills=each]`.

use super::board::{self, Board};
use std::collections::BTreeMap;

/// The presets.
pub const PRESETS: [&str; 18] = [
    "three",
    "nine-holes",
    "five",
    "six",
    "seven",
    "nine",
    "lasker",
    "eleven",
    "twelve",
    "morabaraba",
    "nao-guti",
    "marelle-triple",
    "picaria",
    "shisima",
    "tsoro-yematatu",
    "tant-fant",
    "six-penny-madell",
    "mul-mulan",
];

/// A preset's name and the value of every option.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub preset: &'static str,
    options: BTreeMap<&'static str, String>,
    /// Written and looked up once: every position asks for them.
    spec: String,
    board: &'static Board,
}

/// Every option as the preset has it.
fn defaults(preset: &str) -> BTreeMap<&'static str, String> {
    // board, men, flying
    let (board, men, fly) = match preset {
        "three" => ("three", 3, "never"),
        "nine-holes" => ("nine-holes", 3, "always"),
        "five" => ("six", 5, "never"),
        "six" => ("six", 6, "never"),
        "seven" => ("seven", 7, "never"),
        "nine" => ("nine", 9, "3"),
        "lasker" => ("nine", 10, "3"),
        "eleven" => ("twelve", 11, "3"),
        "twelve" => ("twelve", 12, "3"),
        "morabaraba" => ("twelve", 12, "3"),
        "nao-guti" => ("nine", 9, "never"),
        "marelle-triple" => ("triple", 9, "4"),
        "picaria" => ("picaria", 3, "never"),
        "shisima" => ("shisima", 3, "never"),
        "tsoro-yematatu" => ("tsoro", 3, "jump"),
        "tant-fant" => ("three", 3, "never"),
        "six-penny-madell" => ("madell", 6, "never"),
        "mul-mulan" => ("twelve", 9, "never"),
        _ => unreachable!("{preset} is no preset"),
    };
    let mut options: BTreeMap<&'static str, String> = BTreeMap::new();
    let mut set = |key, value: &str| options.insert(key, value.to_string());
    set("board", board);
    set("men", &men.to_string());
    set("fly", fly);
    set("phases", "split");
    set("goal", "capture");
    set("begin", "hand");
    set("between", "safe");
    set("blocked", "lose");
    set("centre", "free");
    set("first", "white");
    set("full", "draw");
    set("least", "3");
    set("mills", "one");
    set("protect", "unless-all");
    set("quiet", "100");
    set("reform", "allow");
    set("repeat", "3");
    set("ten", "never");
    match preset {
        "three" | "nine-holes" | "tsoro-yematatu" => {
            set("goal", "mill");
        }
        "lasker" => {
            set("phases", "mixed");
        }
        "morabaraba" => {
            set("reform", "ban");
            set("ten", "either");
        }
        "picaria" => {
            set("goal", "mill");
            set("centre", "barred");
        }
        "shisima" | "tant-fant" => {
            set("goal", "mill");
            set("begin", "board");
        }
        "marelle-triple" => {
            set("protect", "never");
        }
        "nao-guti" | "six-penny-madell" => {
            set("protect", "never");
            set("least", "1");
        }
        "mul-mulan" => {
            set("protect", "never");
            set("least", "1");
            set("between", "taken");
        }
        _ => {}
    }
    options
}

/// May an option have this value?
fn allowed(key: &str, value: &str) -> bool {
    let number = |from: usize, to: usize| {
        let plain = value.bytes().all(|digit| digit.is_ascii_digit()) && !value.starts_with('0');
        plain && value.parse::<usize>().is_ok_and(|number| (from..=to).contains(&number))
    };
    match key {
        "begin" => ["hand", "board"].contains(&value),
        "between" => ["safe", "taken"].contains(&value),
        "blocked" => ["lose", "draw", "pass"].contains(&value),
        "board" => board::BOARDS.contains(&value),
        "centre" => ["free", "barred"].contains(&value),
        "first" => ["white", "black"].contains(&value),
        "fly" => ["never", "3", "4", "always", "jump"].contains(&value),
        "full" => ["draw", "play"].contains(&value),
        "goal" => ["capture", "mill"].contains(&value),
        "least" => ["3", "1"].contains(&value),
        "men" => number(3, 12),
        "mills" => ["one", "each"].contains(&value),
        "phases" => ["split", "mixed"].contains(&value),
        "protect" => ["unless-all", "always", "never"].contains(&value),
        "quiet" => value == "never" || number(1, 1000),
        "reform" => ["allow", "ban"].contains(&value),
        "repeat" => ["3", "never"].contains(&value),
        "ten" => ["never", "both", "either"].contains(&value),
        _ => unreachable!("{key} is no option"),
    }
}

impl Rules {
    /// Reads `preset` or `preset[key=value,…]`.
    pub fn read(spec: &str) -> Result<Rules, String> {
        let (name, changes) = match spec.split_once('[') {
            None => (spec, None),
            Some((name, rest)) => {
                let inside = rest.strip_suffix(']').ok_or_else(|| format!("{spec}: no closing ]"))?;
                (name, Some(inside))
            }
        };
        let preset =
            *PRESETS.iter().find(|preset| **preset == name).ok_or_else(|| format!("{name}: no such variant"))?;
        let own = defaults(preset);
        let mut options = own.clone();
        let mut given = Vec::new();
        for change in changes.into_iter().flat_map(|changes| changes.split(',')) {
            let (key, value) = change.split_once('=').ok_or_else(|| format!("{change}: not key=value"))?;
            let old = options.get_mut(key).ok_or_else(|| format!("{key}: no such option"))?;
            if given.contains(&key) {
                return Err(format!("{key}: given twice"));
            }
            if !allowed(key, value) {
                return Err(format!("{key}={value}: no such value"));
            }
            *old = value.to_string();
            given.push(key);
        }
        // The name with the changed options, sorted, the preset's own values left out.
        let changed = options.iter().filter(|(key, value)| own[*key] != **value);
        let changed: Vec<String> = changed.map(|(key, value)| format!("{key}={value}")).collect();
        let spec = if changed.is_empty() { preset.to_string() } else { format!("{preset}[{}]", changed.join(",")) };
        let board = board::board(&options["board"]).expect("a board");
        let rules = Rules { preset, options, spec, board };
        if 2 * rules.men() > rules.board().points.len() {
            return Err(format!("men={}: too many for the board {}", rules.men(), rules.board().name));
        }
        if rules.is("begin", "board") {
            let starts = board.starts.as_ref().ok_or_else(|| format!("{}: no points to start from", board.name))?;
            if starts.iter().any(|points| points.len() != rules.men()) {
                return Err(format!("men={}: not one for each point to start from", rules.men()));
            }
        }
        Ok(rules)
    }

    /// The name with the changed options.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The value of an option.
    pub fn option(&self, key: &str) -> &str {
        &self.options[key]
    }

    /// Has the option this value?
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.option(key) == value
    }

    pub fn men(&self) -> usize {
        self.option("men").parse().expect("a number")
    }

    /// With fewer men in all a side has lost.
    pub fn least(&self) -> usize {
        self.option("least").parse().expect("a number")
    }

    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Does a side with so many men in all, board and hand, fly?
    pub fn flies(&self, in_all: usize) -> bool {
        match self.option("fly") {
            "never" | "jump" => false,
            "always" => true,
            threshold => in_all <= threshold.parse().expect("a number"),
        }
    }
}
