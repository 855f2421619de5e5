//! Rule sets: a preset and what was changed in it, as `nine[fly=never,mills=each]`.

use super::board::{self, Board};
use super::position::Side;

/// The presets.
pub const PRESETS: [&str; 27] = [
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
    "dooz",
    "one-time",
    "cham-gonu",
    "zhi-qi",
    "cheng-san-qi",
    "da-san-qi",
    "nerenchi",
    "el-filja",
    "shax",
];

/// Rule sets beside the presets, of the rarer captures, leaps and lines.
pub const CAPTURES: [&str; 22] = [
    "nine[between=taken,fly=jump,mills=each]",
    "nine[fly=leap,mills=each]",
    "six[fly=leap,lines=another,men=5]",
    "nine[again=capture,lines=another,mills=each,phases=mixed]",
    "three[fly=leap,goal=capture,reform=ban]",
    "nine[between=enclosed]",
    "nine[between=either,fly=jump,mills=each,protect=never]",
    "lasker[between=enclosed,mills=each,reform=ban]",
    "six[between=either,least=1,phases=mixed,protect=always]",
    "three[between=enclosed,goal=capture,men=4]",
    "marelle-triple[between=enclosed,blocked=pass,lines=another]",
    "seven[again=capture,between=either,blocked=free]",
    "twelve[between=taken,least=1,protect=always,reform=ban]",
    "nine[leap=take]",
    "lasker[leap=take,mills=each,reform=ban]",
    "twelve[fly=jump,leap=take,protect=always]",
    "three[fly=leap,goal=capture,leap=take,men=4]",
    "nine[between=either,leap=take,mills=each]",
    "picaria[between=either,fly=3,goal=capture,leap=take,men=5]",
    "shax[again=capture,leap=take,lines=another]",
    "dooz[leap=take,phases=mixed]",
    "shisima[blocked=take,fly=jump,leap=take]",
];

/// A preset's name and the value of every option.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub preset: &'static str,
    options: Options,
    /// Written, read and looked up once: every position asks for them.
    spec: String,
    board: &'static Board,
    men: usize,
    least: usize,
    /// Up to how many men a side flies.
    flying: usize,
}

/// The value of every option, in the order of their keys.
type Options = [String; 23];

/// Where an option has its place.
#[inline(always)]
fn place(key: &str) -> Option<usize> {
    Some(match key {
        "again" => 0,
        "begin" => 1,
        "between" => 2,
        "blocked" => 3,
        "board" => 4,
        "centre" => 5,
        "first" => 6,
        "fly" => 7,
        "full" => 8,
        "goal" => 9,
        "leap" => 10,
        "least" => 11,
        "lines" => 12,
        "men" => 13,
        "mills" => 14,
        "phases" => 15,
        "placing" => 16,
        "protect" => 17,
        "quiet" => 18,
        "reform" => 19,
        "repeat" => 20,
        "starts" => 21,
        "ten" => 22,
        _ => return None,
    })
}

/// Every option as the preset has it.
fn defaults(preset: &str) -> Options {
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
        "dooz" => ("twelve", 12, "3"),
        "one-time" => ("nine", 9, "3"),
        "cham-gonu" | "zhi-qi" | "da-san-qi" => ("twelve", 12, "never"),
        "cheng-san-qi" => ("nine", 9, "never"),
        "nerenchi" => ("twelve", 11, "never"),
        "el-filja" | "shax" => ("nine", 12, "never"),
        _ => unreachable!("{preset} is no preset"),
    };
    let mut options = Options::default();
    let mut set = |key, value: &str| options[place(key).expect("an option")] = value.to_string();
    set("board", board);
    set("men", &men.to_string());
    set("fly", fly);
    set("phases", "split");
    set("goal", "capture");
    set("again", "never");
    set("begin", "hand");
    set("between", "safe");
    set("blocked", "lose");
    set("centre", "free");
    set("first", "white");
    set("full", "draw");
    set("leap", "none");
    set("least", "3");
    set("lines", "always");
    set("mills", "one");
    set("placing", "take");
    set("protect", "unless-all");
    set("quiet", "100");
    set("reform", "allow");
    set("repeat", "3");
    set("starts", "next");
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
        "dooz" => {
            set("full", "one");
            set("placing", "hand");
            set("protect", "never");
        }
        "one-time" => {
            set("lines", "once");
            set("mills", "each");
            set("protect", "never");
        }
        "cham-gonu" => {
            set("full", "loses");
            set("placing", "mark");
            set("protect", "never");
        }
        "zhi-qi" => {
            set("full", "each");
            set("placing", "mark");
            set("protect", "never");
        }
        "cheng-san-qi" => {
            set("placing", "mark");
        }
        "da-san-qi" => {
            set("full", "loses");
            set("mills", "each");
            set("placing", "mark");
            set("protect", "never");
            set("starts", "second");
        }
        "nerenchi" => {
            set("again", "capture");
            set("placing", "again");
            set("protect", "never");
        }
        "el-filja" => {
            set("placing", "count");
            set("protect", "never");
        }
        "shax" => {
            set("blocked", "free");
            set("full", "each");
            set("placing", "none");
            set("protect", "never");
            set("starts", "first-mill");
        }
        _ => {}
    }
    options
}

/// May an option have this value?
fn allowed(key: &str, value: &str) -> bool {
    let number = |from: usize, to: usize| {
        let plain = value.bytes().all(|digit| digit.is_ascii_digit()) && !value.starts_with('0');
        plain
            && value
                .parse::<usize>()
                .is_ok_and(|number| (from..=to).contains(&number))
    };
    match key {
        "again" => ["never", "capture"].contains(&value),
        "begin" => ["hand", "board"].contains(&value),
        "between" => ["safe", "taken", "enclosed", "either"].contains(&value),
        "blocked" => ["lose", "draw", "pass", "take", "free"].contains(&value),
        "board" => board::BOARDS.contains(&value),
        "centre" => ["free", "barred"].contains(&value),
        "first" => ["white", "black"].contains(&value),
        "fly" => ["never", "3", "4", "always", "jump", "leap"].contains(&value),
        "full" => ["draw", "play", "loses", "one", "each"].contains(&value),
        "goal" => ["capture", "mill"].contains(&value),
        "leap" => ["none", "take"].contains(&value),
        "least" => ["3", "1"].contains(&value),
        "lines" => ["always", "once", "another"].contains(&value),
        "men" => number(3, 12),
        "mills" => ["one", "each"].contains(&value),
        "placing" => ["take", "mark", "hand", "none", "again", "count"].contains(&value),
        "phases" => ["split", "mixed"].contains(&value),
        "protect" => ["unless-all", "always", "never"].contains(&value),
        "quiet" => value == "never" || number(1, 1000),
        "reform" => ["allow", "ban"].contains(&value),
        "repeat" => ["3", "never"].contains(&value),
        "starts" => ["next", "second", "first-mill"].contains(&value),
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
                let inside = rest
                    .strip_suffix(']')
                    .ok_or_else(|| format!("{spec}: no closing ]"))?;
                (name, Some(inside))
            }
        };
        let preset = *PRESETS
            .iter()
            .find(|preset| **preset == name)
            .ok_or_else(|| format!("{name}: no such variant"))?;
        let own = defaults(preset);
        let mut options = own.clone();
        let mut given: Vec<(usize, &str)> = Vec::new();
        for change in changes.into_iter().flat_map(|changes| changes.split(',')) {
            let (key, value) = change
                .split_once('=')
                .ok_or_else(|| format!("{change}: not key=value"))?;
            let at = place(key).ok_or_else(|| format!("{key}: no such option"))?;
            if given.contains(&(at, key)) {
                return Err(format!("{key}: given twice"));
            }
            if !allowed(key, value) {
                return Err(format!("{key}={value}: no such value"));
            }
            options[at] = value.to_string();
            given.push((at, key));
        }
        // The name with the changed options, sorted, the preset's own values left out.
        given.retain(|(at, _)| own[*at] != options[*at]);
        given.sort();
        let changed: Vec<String> = given
            .iter()
            .map(|(at, key)| format!("{key}={}", options[*at]))
            .collect();
        let spec = if changed.is_empty() {
            preset.to_string()
        } else {
            format!("{preset}[{}]", changed.join(","))
        };
        let value = |key| &*options[place(key).expect("an option")];
        let board = board::board(value("board")).expect("a board");
        let number = |key| value(key).parse().expect("a number");
        let (men, least) = (number("men"), number("least"));
        let flying = match value("fly") {
            "never" | "jump" | "leap" => 0,
            "always" => men,
            threshold => threshold.parse().expect("a number"),
        };
        let rules = Rules {
            preset,
            options,
            spec,
            board,
            men,
            least,
            flying,
        };
        if 2 * rules.men() > rules.board().points.len() {
            return Err(format!(
                "men={}: too many for the board {}",
                rules.men(),
                rules.board().name
            ));
        }
        if rules.is("begin", "board") {
            let starts = board
                .starts
                .as_ref()
                .ok_or_else(|| format!("{}: no points to start from", board.name))?;
            if starts.iter().any(|points| points.len() != rules.men()) {
                return Err(format!(
                    "men={}: not one for each point to start from",
                    rules.men()
                ));
            }
        }
        let between = rules.option("between");
        if between != "safe" && !rules.is("placing", "take") {
            return Err(format!("between={between} goes only with placing=take"));
        }
        for (key, value) in [("reform", "ban"), ("placing", "mark")] {
            let lines = rules.option("lines");
            if lines != "always" && rules.is(key, value) {
                return Err(format!("lines={lines} does not go with {key}={value}"));
            }
        }
        Ok(rules)
    }

    /// The name with the changed options.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The value of an option.
    #[inline(always)]
    pub fn option(&self, key: &str) -> &str {
        &self.options[place(key).expect("an option")]
    }

    /// Has the option this value?
    #[inline(always)]
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.option(key) == value
    }

    /// The value of an option as it is played: where a mill wins nothing is ever taken, and what is
    /// about taking is without effect.
    #[inline(always)]
    pub fn played(&self, key: &str) -> &str {
        let value = self.option(key);
        if self.is("goal", "capture") {
            return value;
        }
        match (key, value) {
            ("placing", _) => "take",
            ("again", _) => "never",
            ("lines", _) => "always",
            ("leap", _) => "none",
            ("full", "one" | "each") => "play",
            ("blocked", "take") => "lose",
            _ => value,
        }
    }

    /// Are there removals owed in this game?
    pub fn owes(&self) -> bool {
        ["one", "each"].contains(&self.played("full")) || self.played("placing") == "count"
    }

    /// The side that begins the game.
    pub fn begins(&self) -> Side {
        if self.is("first", "black") {
            Side::Black
        } else {
            Side::White
        }
    }

    pub fn men(&self) -> usize {
        self.men
    }

    /// With fewer men in all a side has lost.
    pub fn least(&self) -> usize {
        self.least
    }

    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Does a side with so many men in all, board and hand, fly?
    pub fn flies(&self, in_all: usize) -> bool {
        in_all <= self.flying
    }
}
