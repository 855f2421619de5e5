//! The fields that follow the turn number in a position line, each only where the rules have it.

use super::fault::TextError;
use crate::board::{Board, Point, Points};
use crate::position::{BySide, Setup, SetupError, Side, Slide};
use crate::rules::{Blocked, Reform, Rules, Starts};

/// In their order in the line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtraField {
    /// Each side's last closing slide: `-,f2-f4`.
    Closing,
    /// The lines that each side has used, by their ends: `a7-g7+d7-d5,-`.
    Used,
    /// The removals that each side owes: `1,1`.
    Owed,
    /// Who closed the first mill: `w`, `b` or `-`.
    FirstMill,
    /// Whether the side to move must free the other: `free` or `-`.
    MustFree,
}
use ExtraField::{Closing, FirstMill, MustFree, Owed, Used};

/// The fields that these rules have.
pub(super) fn of(rules: &Rules) -> impl Iterator<Item = ExtraField> {
    let fields = [
        (rules.reform == Reform::Ban, Closing),
        (rules.remembers_lines(), Used),
        (rules.owes_removals(), Owed),
        (rules.starts == Starts::FirstMill, FirstMill),
        (rules.blocked == Blocked::Free, MustFree),
    ];
    fields
        .into_iter()
        .filter(|&(has, _)| has)
        .map(|(_, field)| field)
}

impl ExtraField {
    /// As it is written.
    pub fn text(self, setup: &Setup) -> String {
        let board = setup.rules.board;
        let both = |texts: [String; 2]| texts.join(",");
        match self {
            Closing => both(setup.closing.0.map(|slide| match slide {
                Some(Slide { from, to }) => pair(board, from, to),
                None => "-".to_owned(),
            })),
            Used => both(setup.used.0.map(|used| {
                // In order, without a sort: that would be a large part of the page's WebAssembly.
                let used: Vec<_> = board.mills_of(used).map(ends).collect();
                let all = board.points();
                let lines: Vec<_> = all
                    .flat_map(|first| all.map(move |last| [first, last]))
                    .filter(|ends| used.contains(ends))
                    .map(|[first, last]| pair(board, first, last))
                    .collect();
                if lines.is_empty() {
                    "-".to_owned()
                } else {
                    lines.join("+")
                }
            })),
            Owed => both(setup.owed.0.map(|owed| owed.to_string())),
            FirstMill => match setup.first_mill {
                Some(Side::White) => "w",
                Some(Side::Black) => "b",
                None => "-",
            }
            .to_owned(),
            MustFree => if setup.must_free { "free" } else { "-" }.to_owned(),
        }
    }

    /// Reads it into a setup; `None` where it is not such a field.
    pub fn read(self, text: &str, setup: &mut Setup) -> Option<()> {
        let board = setup.rules.board;
        match self {
            Closing => {
                setup.closing = both(text, |text| {
                    read_pair(board, text).map(|pair| pair.map(|[from, to]| Slide { from, to }))
                })?
            }
            Used => setup.used = both(text, |text| read_lines(board, text))?,
            Owed => {
                setup.owed = both(text, |text| {
                    text.parse()
                        .ok()
                        .filter(|owed: &i8| owed.to_string() == text)
                })?
            }
            FirstMill => {
                setup.first_mill = match text {
                    "w" => Some(Side::White),
                    "b" => Some(Side::Black),
                    "-" => None,
                    _ => return None,
                }
            }
            MustFree => {
                setup.must_free = match text {
                    "free" => true,
                    "-" => false,
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// The error where it cannot be read.
    pub fn error(self, given: String) -> TextError {
        match self {
            Closing => TextError::ClosingField { given },
            Used => TextError::UsedField { given },
            Owed => TextError::OwedField { given },
            FirstMill => TextError::FirstMillField { given },
            MustFree => TextError::FreeField { given },
        }
    }

    /// Whether it is the field that this error is about.
    pub fn is_of(self, error: &SetupError) -> bool {
        match self {
            Closing => matches!(error, SetupError::NoBan | SetupError::Closing { .. }),
            Used => matches!(error, SetupError::Used),
            Owed => matches!(error, SetupError::Owed),
            FirstMill => matches!(error, SetupError::FirstMill),
            MustFree => matches!(error, SetupError::NotBlocked { .. }),
        }
    }
}

fn both<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<BySide<T>> {
    let (white, black) = text.split_once(',')?;
    Some(BySide([read(white)?, read(black)?]))
}

fn pair(board: &Board, one: Point, other: Point) -> String {
    format!("{}-{}", board.coordinate(one), board.coordinate(other))
}

/// Two points joined by a `-`, or nothing for `-` alone.
fn read_pair(board: &Board, text: &str) -> Option<Option<[Point; 2]>> {
    if text == "-" {
        return Some(None);
    }
    let (one, other) = text.split_once('-')?;
    Some(Some([board.point(one)?, board.point(other)?]))
}

/// The first and the last point of a line.
fn ends(line: Points) -> [Point; 2] {
    let points: Vec<_> = line.collect();
    [points[0], points[points.len() - 1]]
}

/// Lines joined by `+`, each once, as a bit for each of the board's.
fn read_lines(board: &Board, text: &str) -> Option<u32> {
    if text == "-" {
        return Some(0);
    }
    text.split('+').try_fold(0, |used, text| {
        let pair = read_pair(board, text)??;
        let line = board.mills().iter().position(|&line| ends(line) == pair)?;
        (used >> line & 1 == 0).then_some(used | 1 << line)
    })
}
