//! Errors that a program can distinguish and a page can translate: a code, its parameters, and an
//! English sentence.

use crate::outcome::Outcome;
use crate::side::Side;
use serde::{Serialize, Serializer};
use std::fmt;

/// An error with a fixed word for it and the values of its sentence. It displays as that sentence,
/// in English.
pub trait Coded: std::error::Error {
    /// A fixed word for it, for programs and for translations.
    fn code(&self) -> &'static str;

    /// Its sentence, with `{places}`.
    fn sentence(&self) -> &'static str;

    /// What is filled in, by the name of the place.
    fn params(&self) -> Vec<(&'static str, Param)>;
}

/// What is filled in at a place of an error's sentence. Displays as English has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "web"),
    derive(tsify::Tsify),
    tsify(type = "number | string | GameOutcome")
)]
#[non_exhaustive]
pub enum Param {
    /// A number.
    Number(u64),
    /// A text as it is: out of what was read, or one that is the same in every language.
    Text(String),
    /// One of a few words, which a translation looks up.
    Word {
        /// Its fixed word.
        id: &'static str,
        /// In English.
        english: &'static str,
    },
    /// How a game has ended.
    Ended(Outcome),
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Word { english, .. } => f.write_str(english),
            Self::Ended(outcome) => f.write_str(&outcome.reason()),
        }
    }
}

/// Serialises what is filled in as an object, by the names of the places.
pub(crate) fn as_object<T: Serialize, S: Serializer>(
    places: &[(&'static str, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(places.iter().map(|(name, value)| (name, value)))
}

/// What can be filled in.
pub(crate) trait AsParam {
    fn param(&self) -> Param;
}

macro_rules! numbers {
    ($($type:ty),*) => {
        $(impl AsParam for $type {
            fn param(&self) -> Param {
                Param::Number(u64::try_from(*self).unwrap_or(u64::MAX))
            }
        })*
    };
}
numbers!(u8, u16, u32, usize);

impl AsParam for String {
    fn param(&self) -> Param {
        Param::Text(self.clone())
    }
}

impl AsParam for &'static str {
    fn param(&self) -> Param {
        Param::Text((*self).to_owned())
    }
}

impl AsParam for Side {
    fn param(&self) -> Param {
        match self {
            Self::White => Param::Word {
                id: "white",
                english: "White",
            },
            Self::Black => Param::Word {
                id: "black",
                english: "Black",
            },
        }
    }
}

impl AsParam for Outcome {
    fn param(&self) -> Param {
        Param::Ended(*self)
    }
}

/// Fills a sentence in.
pub(crate) fn fill(f: &mut fmt::Formatter<'_>, error: &dyn Coded) -> fmt::Result {
    let params = error.params();
    let mut rest = error.sentence();
    while let Some((before, after)) = rest.split_once('{') {
        f.write_str(before)?;
        let place = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = params.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        match place {
            Some((value, after)) => {
                write!(f, "{value}")?;
                rest = after;
            }
            None => {
                f.write_str("{")?;
                rest = after;
            }
        }
    }
    f.write_str(rest)
}

/// Makes an enum of errors, each with its code and its English sentence; the fields are the places
/// of the sentence. `@Variant(Error);` at the end wraps another such error.
macro_rules! coded {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($Variant:ident $({ $($field:ident: $Type:ty),* })? = $code:literal, $text:literal;)*
            $(@$Wrapper:ident($Wrapped:ty);)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum $Name {
            $(#[doc = $text] $Variant $({ $($field: $Type),* })?,)*
            $($Wrapper($Wrapped),)*
        }

        // The sentence: a derived one is a large part of a WebAssembly module.
        impl std::fmt::Debug for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl $Name {
            /// Every code with its sentence: what there is to translate.
            pub const SENTENCES: &'static [(&'static str, &'static str)] = &[$(($code, $text)),*];
        }

        impl $crate::coded::Coded for $Name {
            fn code(&self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => $code,)*
                    $(Self::$Wrapper(error) => error.code(),)*
                }
            }

            fn sentence(&self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => $text,)*
                    $(Self::$Wrapper(error) => error.sentence(),)*
                }
            }

            #[cold]
            fn params(&self) -> Vec<(&'static str, $crate::coded::Param)> {
                match self {
                    $(Self::$Variant $({ $($field),* })? => {
                        vec![$($((stringify!($field), $crate::coded::AsParam::param($field))),*)?]
                    })*
                    $(Self::$Wrapper(error) => error.params(),)*
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::coded::fill(f, self)
            }
        }

        impl std::error::Error for $Name {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                match self {
                    $(Self::$Wrapper(error) => Some(error),)*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use coded;

/// A text on one line, where what would command a terminal or turn the text round is escaped (`\n`,
/// `\u{1b}`): as errors show the names of files.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            true => shown.extend(c.escape_debug()),
            false => shown.push(c),
        }
    }
    shown
}

/// A word out of a text as an error shows it: short, whatever was pasted.
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        match c {
            '\'' | '"' | '\\' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
