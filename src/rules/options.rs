//! The options: one table that reads, writes and describes them.

use super::choices::{
    Again, Begin, Between, Blocked, Centre, Choice, FEWEST_MEN, First, Fly, Full, Goal,
    LONGEST_QUIET, Leap, Least, Lines, MOST_MEN, Mills, Phases, Placing, Protect, Reform, Repeat,
    Starts, Ten,
};
use super::{Rules, RulesError};
use crate::board::Board;
use crate::coded::clip;
use serde::{Serialize, Serializer};
use std::fmt;
use std::num::NonZero;

/// The values that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionValues {
    /// One of these words.
    Choices(&'static [Choice]),
    /// A number from the first to the last, or `never` where the third says so.
    Number(u16, u16, bool),
}

/// An option of the rules.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name in a written rule set.
    pub key: &'static str,
    /// What it is about, as a player reads it.
    pub title: &'static str,
    /// What it can be.
    pub values: OptionValues,
    get: fn(&Rules) -> String,
    /// Leaves the rules as they are and returns `None` if it has no such value.
    set: fn(&mut Rules, &str) -> Option<()>,
}

const BOARDS: &[Choice] = &[
    Choice {
        value: "nine-holes",
        words: "Three by three",
    },
    Choice {
        value: "three",
        words: "Three by three with diagonals",
    },
    Choice {
        value: "six",
        words: "Two rings",
    },
    Choice {
        value: "seven",
        words: "Two rings and a cross",
    },
    Choice {
        value: "nine",
        words: "Three rings",
    },
    Choice {
        value: "twelve",
        words: "Three rings with diagonals",
    },
    Choice {
        value: "triple",
        words: "Three rings, diagonals without mills",
    },
    Choice {
        value: "picaria",
        words: "Four crossed cells",
    },
    Choice {
        value: "shisima",
        words: "Wheel",
    },
    Choice {
        value: "tsoro",
        words: "Triangle with a bar",
    },
    Choice {
        value: "madell",
        words: "Three triangles",
    },
];

/// The row of an option that is one of a few words: the field of [`Rules`], its type and its title.
macro_rules! row {
    ($field:ident: $Type:ident, $title:literal) => {
        OptionInfo {
            key: stringify!($field),
            title: $title,
            values: OptionValues::Choices($Type::CHOICES),
            get: |rules| rules.$field.name().to_owned(),
            set: |rules, value| $Type::named(value).map(|named| rules.$field = named),
        }
    };
}

/// Every option, sorted by key.
pub const OPTIONS: &[OptionInfo] = &[
    row!(again: Again, "Extra turn"),
    row!(begin: Begin, "Starting position"),
    row!(between: Between, "Capturing between two"),
    row!(blocked: Blocked, "No moves left"),
    OptionInfo {
        key: "board",
        title: "Board",
        values: OptionValues::Choices(BOARDS),
        get: |rules| rules.board.name().to_owned(),
        set: |rules, value| Board::by_name(value).map(|board| rules.board = board),
    },
    row!(centre: Centre, "Placing in the centre"),
    row!(first: First, "Who moves first"),
    row!(fly: Fly, "Flying"),
    row!(full: Full, "Full board"),
    row!(goal: Goal, "Closing a mill"),
    row!(leap: Leap, "Leap capture"),
    row!(least: Least, "Too few men"),
    row!(lines: Lines, "Reusing a line"),
    OptionInfo {
        key: "men",
        title: "Men per side",
        values: OptionValues::Number(FEWEST_MEN as u16, MOST_MEN as u16, false),
        get: |rules| rules.men.to_string(),
        set: |rules, value| {
            number(value, FEWEST_MEN.into(), MOST_MEN.into()).map(|men| rules.men = men as u8)
        },
    },
    row!(mills: Mills, "Several mills at once"),
    row!(phases: Phases, "Placing and moving"),
    row!(placing: Placing, "A mill while placing"),
    row!(protect: Protect, "Men in a mill"),
    OptionInfo {
        key: "quiet",
        title: "Moves without a capture",
        values: OptionValues::Number(1, LONGEST_QUIET, true),
        get: |rules| {
            rules
                .quiet
                .map_or_else(|| "never".to_owned(), |plies| plies.to_string())
        },
        set: |rules, value| {
            let plies = if value == "never" {
                0
            } else {
                number(value, 1, LONGEST_QUIET)?
            };
            rules.quiet = NonZero::new(plies);
            Some(())
        },
    },
    row!(reform: Reform, "Shuttling between two mills"),
    row!(repeat: Repeat, "Repeated position"),
    row!(starts: Starts, "Who moves first after placing"),
    row!(ten: Ten, "Ten moves with three men"),
];

impl OptionInfo {
    /// The option with that key.
    fn by_key(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// The error of a value that it cannot have.
    fn no_such_value(&self, value: &str) -> RulesError {
        let (option, given) = (self.key.to_owned(), clip(value));
        match self.values {
            OptionValues::Number(least, most, true) => RulesError::OptionNumberOrNever {
                option,
                least,
                most,
                given,
            },
            OptionValues::Number(least, most, false) => RulesError::OptionNumber {
                option,
                least,
                most,
                given,
            },
            OptionValues::Choices(choices) => {
                let known: Vec<_> = choices.iter().map(|choice| choice.value).collect();
                RulesError::OptionChoice {
                    option,
                    known: known.join(", "),
                    given,
                }
            }
        }
    }
}

impl Rules {
    /// An option's value as it is written, by its key; `None` where there is no such option.
    pub fn get(&self, key: &str) -> Option<String> {
        OptionInfo::by_key(key).map(|option| (option.get)(self))
    }

    /// Sets an option from its written value. Whether the options fit together is for
    /// [`Rules::check`] to say.
    ///
    /// # Errors
    /// If there is no such option, or it has no such value; the options are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let Some(option) = OptionInfo::by_key(key) else {
            let known: Vec<_> = OPTIONS.iter().map(|option| option.key).collect();
            return Err(RulesError::NoOption {
                given: clip(key),
                known: known.join(", "),
            });
        };
        (option.set)(self, value).ok_or_else(|| option.no_such_value(value))
    }
}

/// A number written plainly: digits only, no leading zero, between the two.
fn number(text: &str, least: u16, most: u16) -> Option<u16> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse()
        .ok()
        .filter(|n| plain && (least..=most).contains(n))
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choices(choices) => {
                let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
                write!(f, "one of {}", values.join(", "))
            }
            Self::Number(least, most, never) => {
                write!(
                    f,
                    "a number from {least} to {most}{}",
                    if *never { " or never" } else { "" }
                )
            }
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base.id())?;
        let usual = self.base.rules();
        let mut separator = '[';
        for option in OPTIONS {
            let value = self.get(option.key);
            if let Some(value) = value.filter(|value| usual.get(option.key).as_ref() != Some(value))
            {
                write!(f, "{separator}{}={value}", option.key)?;
                separator = ',';
            }
        }
        if separator == ',' {
            f.write_str("]")
        } else {
            Ok(())
        }
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self})")
    }
}

/// As it is written.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
