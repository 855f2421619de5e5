//! `Rules`, a full set of options; the named presets and rule sets; and how rule sets are written.
//!
//! A rule set is written as its preset and the differences from it: `nine[fly=never,mills=each]`,
//! with sorted keys and without defaults. The table that reads the options also describes them in
//! words, so a settings page cannot drift from the rules.

mod choices;
mod fault;
mod options;
mod preset;
pub mod text;

use crate::board::{Board, MAX_POINTS, Points};
use crate::outcome::WinBy;
use crate::side::Side;
use std::num::NonZero;

pub use choices::{
    Again, Begin, Between, Blocked, Centre, Choice, FEWEST_MEN, First, Fly, Full, Goal,
    LONGEST_QUIET, Leap, Least, Lines, MOST_MEN, Mills, Phases, Placing, Protect, Reform, Repeat,
    Starts, Ten,
};
pub use fault::RulesError;
pub use options::{OPTIONS, OptionInfo, OptionValues};
pub use preset::{NAMED_SETS, NamedSet, Preset};

impl From<First> for Side {
    fn from(first: First) -> Self {
        match first {
            First::White => Self::White,
            First::Black => Self::Black,
        }
    }
}

/// A full set of options: everything that decides what is legal and how a game ends.
///
/// ```
/// use merels::{Preset, Rules};
///
/// let mut rules = Preset::Nine.rules();
/// rules.set("fly", "never")?;
/// assert_eq!(rules.to_string(), "nine[fly=never]");
/// assert_eq!("nine[fly=never]".parse::<Rules>()?, rules);
/// assert!(rules.is_custom() && rules.base() == Preset::Nine);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    base: Preset,
    /// The board.
    pub board: &'static Board,
    /// Men a side, [`FEWEST_MEN`] to [`MOST_MEN`].
    pub men: u8,
    /// See [`Again`].
    pub again: Again,
    /// See [`Begin`].
    pub begin: Begin,
    /// See [`Between`]; without effect where a mill wins.
    pub between: Between,
    /// See [`Blocked`].
    pub blocked: Blocked,
    /// See [`Centre`]; without effect on a board that has none.
    pub centre: Centre,
    /// See [`First`].
    pub first: First,
    /// See [`Fly`].
    pub fly: Fly,
    /// See [`Full`].
    pub full: Full,
    /// See [`Goal`].
    pub goal: Goal,
    /// See [`Leap`]; without effect where a mill wins.
    pub leap: Leap,
    /// See [`Least`].
    pub least: Least,
    /// See [`Lines`].
    pub lines: Lines,
    /// See [`Mills`].
    pub mills: Mills,
    /// See [`Phases`].
    pub phases: Phases,
    /// See [`Placing`].
    pub placing: Placing,
    /// See [`Protect`].
    pub protect: Protect,
    /// The plies without a capture or a placing that draw; `None` for never.
    pub quiet: Option<NonZero<u16>>,
    /// See [`Reform`].
    pub reform: Reform,
    /// See [`Repeat`].
    pub repeat: Repeat,
    /// See [`Starts`].
    pub starts: Starts,
    /// See [`Ten`].
    pub ten: Ten,
}

impl Rules {
    /// The preset that these options started from.
    pub fn base(&self) -> Preset {
        self.base
    }

    /// Whether they differ from their preset.
    pub fn is_custom(&self) -> bool {
        *self != self.base.rules()
    }

    /// Their name as a player reads it: the preset's, a named set's, or "custom, from …".
    pub fn name(&self) -> String {
        match self.named() {
            _ if !self.is_custom() => self.base.name().to_owned(),
            Some(set) => set.name.to_owned(),
            None => format!("custom, from {}", self.base.name()),
        }
    }

    /// The id of the preset or the named set that they are; `None` where they are neither.
    pub fn id(&self) -> Option<&'static str> {
        if self.is_custom() {
            self.named().map(|set| set.id)
        } else {
            Some(self.base.id())
        }
    }

    fn named(&self) -> Option<&'static NamedSet> {
        let spec = self.to_string();
        NAMED_SETS.iter().find(|set| set.spec == spec)
    }

    /// Whether the numbers are in range and the options fit together.
    ///
    /// # Errors
    /// If they are not; the error says what is wrong.
    pub fn check(&self) -> Result<(), RulesError> {
        let points = self.board.points().len();
        let (least, most) = (FEWEST_MEN.into(), MOST_MEN.into());
        if !(least..=most).contains(&u16::from(self.men)) {
            return Err(RulesError::OptionNumber {
                option: "men".to_owned(),
                least,
                most,
                given: self.men.to_string(),
            });
        }
        if let Some(plies) = self.quiet.filter(|plies| plies.get() > LONGEST_QUIET) {
            let (option, given) = ("quiet".to_owned(), plies.to_string());
            return Err(RulesError::OptionNumberOrNever {
                option,
                least: 1,
                most: LONGEST_QUIET,
                given,
            });
        }
        if 2 * usize::from(self.men) > points {
            return Err(RulesError::MenDoNotFit {
                men: self.men,
                points,
            });
        }
        if self.begin == Begin::Board {
            let places = self.board.starts()[0].len();
            if places == 0 {
                return Err(RulesError::NoStart {
                    board: self.board.name(),
                });
            }
            if places != self.men.into() {
                return Err(RulesError::MenForStart {
                    men: self.men,
                    places,
                });
            }
        }
        // The lines are remembered where closing slides and marked points are.
        let once = self.remembers_lines();
        let lines = match self.lines {
            Lines::Another => "lines=another",
            _ => "lines=once",
        };
        let between = match self.between {
            Between::Enclosed => "between=enclosed",
            Between::Either => "between=either",
            _ => "between=taken",
        };
        let apart = [
            (
                self.between != Between::Safe && self.placing != Placing::Take,
                between,
                "placing",
            ),
            (once && self.reform == Reform::Ban, lines, "reform"),
            (once && self.placing == Placing::Mark, lines, "placing"),
        ];
        match apart.into_iter().find(|&(both, ..)| both) {
            Some((_, one, key)) => Err(RulesError::Apart {
                one,
                other: format!("{key}={}", self.get(key).unwrap_or_default()),
            }),
            None => Ok(()),
        }
    }

    /// These rules with the draws by repetition and count, and the side that begins, as the preset
    /// has them: what exact values do not depend on (a draw by count ends a game, not its value).
    #[must_use]
    pub fn without_draw_rules(&self) -> Self {
        let usual = self.base.rules();
        Self {
            first: usual.first,
            quiet: usual.quiet,
            repeat: usual.repeat,
            ten: usual.ten,
            ..*self
        }
    }

    /// How many men in all let a side fly; `None` for never.
    #[inline]
    pub fn flying_limit(&self) -> Option<usize> {
        match self.fly {
            Fly::Never | Fly::Jump | Fly::Leap => None,
            Fly::AtThree => Some(3),
            Fly::AtFour => Some(4),
            Fly::Always => Some(usize::MAX),
        }
    }

    /// Whether men may jump over others, if only when few are left.
    #[inline]
    pub(crate) fn jumps(&self) -> bool {
        matches!(self.fly, Fly::Jump | Fly::Leap) || self.leaps()
    }

    /// Whether a man takes an enemy man that it leaps over.
    #[inline]
    pub(crate) fn leaps(&self) -> bool {
        self.leap == Leap::Take && self.goal == Goal::Capture
    }

    /// The fewest men in all with which a side has not lost.
    #[inline]
    pub(crate) fn least_men(&self) -> usize {
        // Without a branch: it is asked at every node.
        3 - 2 * usize::from(self.least == Least::One)
    }

    /// Whether men are taken without a mill: between two, or between where a man leaps from and to.
    #[inline]
    pub(crate) fn takes_between(&self) -> bool {
        (self.between != Between::Safe || self.leap == Leap::Take) && self.goal == Goal::Capture
    }

    /// Whether a man that comes between two takes them, where men are taken.
    pub(crate) fn takes_pairs(&self) -> bool {
        matches!(self.between, Between::Taken | Between::Either)
    }

    /// Whether two men take one between them, where men are taken.
    pub(crate) fn takes_enclosed(&self) -> bool {
        matches!(self.between, Between::Enclosed | Between::Either)
    }

    /// Whether these rules have turns that do not alternate, removals without a move, or a memory
    /// of earlier turns.
    pub fn is_special(&self) -> bool {
        self.again != Again::Never
            || self.remembers_lines()
            || self.placing != Placing::Take
            || self.starts != Starts::Next
            || self.owes_removals()
            || matches!(self.blocked, Blocked::Take | Blocked::Free)
    }

    /// Whether a position remembers lines that its sides have closed.
    #[inline]
    pub(crate) fn remembers_lines(&self) -> bool {
        self.lines != Lines::Always
    }

    /// Whether a side may owe removals under these rules.
    pub(crate) fn owes_removals(&self) -> bool {
        self.goal == Goal::Capture
            && (self.placing == Placing::Count || matches!(self.full, Full::One | Full::Each))
    }

    /// The points where no man may be placed.
    #[inline]
    pub(crate) fn barred(&self) -> Points {
        if self.centre == Centre::Barred {
            self.board.centre()
        } else {
            Points::EMPTY
        }
    }

    /// The points where a side's men begin, a line of which is no mill of that side; empty where
    /// all begin in hand.
    #[inline]
    pub(crate) fn home(&self, side: Side) -> Points {
        if self.begin == Begin::Board {
            self.board.starts()[side as usize]
        } else {
            Points::EMPTY
        }
    }

    /// The men of a side that stand in a mill of it. With its men where they began, of which there
    /// are no more, it has none.
    #[inline]
    pub(crate) fn in_mills(&self, side: Side, men: Points) -> Points {
        if self.is_home(side, men) {
            Points::EMPTY
        } else {
            self.board.in_mills(men)
        }
    }

    /// Whether the men of a side stand where all of them began.
    #[inline]
    pub(crate) fn is_home(&self, side: Side, men: Points) -> bool {
        self.begin == Begin::Board && men == self.home(side)
    }

    /// [`takable`](Self::takable) of a side's men.
    #[inline]
    pub(crate) fn takable_of(&self, side: Side, men: Points) -> Points {
        if self.is_home(side, men) {
            men
        } else {
            self.takable(men)
        }
    }

    /// The symmetries of the board that change nothing in these rules: the identity alone where the
    /// sides begin on points of their own.
    pub fn symmetries(&self) -> &'static [[u8; MAX_POINTS]] {
        let all = self.board.symmetries();
        if self.begin == Begin::Board {
            &all[..1]
        } else {
            all
        }
    }

    /// How a side has won that has left the other too few men.
    #[cold]
    pub(crate) fn won_by_captures(&self) -> WinBy {
        match self.least {
            Least::Three => WinBy::FewerThanThree,
            Least::One => WinBy::NoMen,
        }
    }

    /// The men of `men` that may be taken, by the protection rule.
    #[inline]
    pub(crate) fn takable(&self, men: Points) -> Points {
        if self.protect == Protect::Never {
            return men;
        }
        let free = men.minus(self.board.in_mills(men));
        if free.is_empty() && self.protect == Protect::UnlessAll {
            men
        } else {
            free
        }
    }
}
