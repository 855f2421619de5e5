//! `Rules`, a full set of options; the presets and named sets that are known by name; writing them.
//!
//! Written, a rule set is its preset and what differs from it: `nine[fly=never,mills=each]`, keys sorted, defaults left
//! out. The same table that reads the options describes them in words, so a settings page cannot drift from the rules.

mod fault;
pub mod text;

use crate::board::{Board, Points};
use crate::coded::{AsParam, Param, clip};
use crate::side::Side;
use std::fmt;

pub use fault::RulesError;

/// An option that is one of a few words. Each is declared once, here: type, key, the words of the rule text, and the
/// value's name in a written rule set.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal: $words:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            const CHOICES: &'static [Choice] = &[$(Choice { value: $text, words: $words },)+];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            fn named(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
    )+};
}

choices! {
    /// What happens to a player who has no legal move.
    Blocked {
        /// The player to move loses.
        Lose = "lose": "A player who cannot move loses",
        /// The game is drawn.
        Draw = "draw": "A player who cannot move draws",
        /// The player passes; if neither side can move, the game is drawn.
        Pass = "pass": "A player who cannot move passes",
    }
    /// Who begins.
    First {
        /// White, the usual rule.
        White = "white": "White begins",
        /// Black, as Walker has it.
        Black = "black": "Black begins",
    }
    /// When a player's men may go to any empty point.
    Fly {
        /// Men only ever move along a line.
        Never = "never": "Men never fly",
        /// With three men in all, on the board and in hand.
        AtThree = "3": "A player with three men may fly",
        /// With four men in all or fewer.
        AtFour = "4": "A player with four men or fewer may fly",
        /// From the first move on.
        Always = "always": "Men always move to any empty point",
    }
    /// What a board means that is full when placing ends.
    Full {
        /// A draw.
        Draw = "draw": "A board filled by placing is a draw",
        /// Nothing of its own: the player to move is blocked.
        Play = "play": "On a board filled by placing, the player to move is blocked",
    }
    /// What a mill is for.
    Goal {
        /// It captures a man.
        Capture = "capture": "A mill takes an enemy man",
        /// It wins the game.
        Mill = "mill": "A mill wins the game",
    }
    /// How many men two mills closed at once capture.
    Mills {
        /// One.
        One = "one": "Two mills closed at once take one man",
        /// One for each mill.
        Each = "each": "Each mill closed takes a man",
    }
    /// Whether men may be moved while others are still in hand.
    Phases {
        /// First all men are placed, then they move.
        Split = "split": "Men move once all of one's own are placed",
        /// Each turn places or moves.
        Mixed = "mixed": "Each turn places a man or moves one",
    }
    /// Whether a man in a mill is safe from capture.
    Protect {
        /// It is, unless every enemy man on the board is in a mill; then any may be taken.
        UnlessAll = "unless-all": "Men in mills are protected, unless all are in mills",
        /// It always is: then no capture is made.
        Always = "always": "Men in mills are never taken",
        /// It is not.
        Never = "never": "Any man may be taken",
    }
    /// Whether a man that left one line to close another may go straight back to close the first again.
    Reform {
        /// It may: the double mill.
        Allow = "allow": "A man may shuttle between two mills",
        /// Not on its owner's next move.
        Ban = "ban": "A man that closed a mill may not go straight back to close one",
    }
    /// Whether the position's third occurrence draws.
    Repeat {
        /// It does.
        Threefold = "3": "A position that occurs three times is a draw",
        /// It does not.
        Never = "never": "Repetition is allowed",
    }
    /// When ten moves by each side without a capture draw.
    Ten {
        /// Never.
        Never = "never": "Ten moves with three men mean nothing",
        /// When both sides have three men.
        Both = "both": "Drawn when both have three men and make ten moves each without a capture",
        /// When either side has three men.
        Either = "either": "Drawn when either has three men and ten moves each pass without a capture",
    }
}

impl From<First> for Side {
    fn from(first: First) -> Self {
        match first {
            First::White => Self::White,
            First::Black => Self::Black,
        }
    }
}

/// One value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// As it is written in a rule set.
    pub value: &'static str,
    /// As a player reads it.
    pub words: &'static str,
}

/// The values that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Choices(&'static [Choice]),
    /// A number from the first to the last, or `never` where the third says so.
    Number(u16, u16, bool),
}

/// An option of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in a written rule set.
    pub key: &'static str,
    /// What it is about, as a player reads it.
    pub title: &'static str,
    /// What it can be.
    pub values: Values,
}

/// The fewest men that a rule set may be played with.
pub const FEWEST_MEN: u8 = 3;
/// The most men that a rule set may be played with.
pub const MOST_MEN: u8 = 12;
/// The longest limit of [`Rules::quiet`], in plies.
pub const LONGEST_QUIET: u16 = 1000;

const BOARDS: &[Choice] = &[
    Choice { value: "nine-holes", words: "Three by three" },
    Choice { value: "three", words: "Three by three with diagonals" },
    Choice { value: "six", words: "Two rings" },
    Choice { value: "seven", words: "Two rings and a cross" },
    Choice { value: "nine", words: "Three rings" },
    Choice { value: "twelve", words: "Three rings with diagonals" },
];

/// Every option, sorted by key.
pub const OPTIONS: [OptionInfo; 14] = [
    OptionInfo { key: "blocked", title: "No legal move", values: Values::Choices(Blocked::CHOICES) },
    OptionInfo { key: "board", title: "Board", values: Values::Choices(BOARDS) },
    OptionInfo { key: "first", title: "First move", values: Values::Choices(First::CHOICES) },
    OptionInfo { key: "fly", title: "Flying", values: Values::Choices(Fly::CHOICES) },
    OptionInfo { key: "full", title: "A full board", values: Values::Choices(Full::CHOICES) },
    OptionInfo { key: "goal", title: "A mill", values: Values::Choices(Goal::CHOICES) },
    OptionInfo { key: "men", title: "Men a side", values: Values::Number(FEWEST_MEN as u16, MOST_MEN as u16, false) },
    OptionInfo { key: "mills", title: "Two mills at once", values: Values::Choices(Mills::CHOICES) },
    OptionInfo { key: "phases", title: "Placing and moving", values: Values::Choices(Phases::CHOICES) },
    OptionInfo { key: "protect", title: "Men in mills", values: Values::Choices(Protect::CHOICES) },
    OptionInfo {
        key: "quiet",
        title: "Plies without a capture or a placing",
        values: Values::Number(1, LONGEST_QUIET, true),
    },
    OptionInfo { key: "reform", title: "Double mill", values: Values::Choices(Reform::CHOICES) },
    OptionInfo { key: "repeat", title: "Repetition", values: Values::Choices(Repeat::CHOICES) },
    OptionInfo { key: "ten", title: "Ten-move draw", values: Values::Choices(Ten::CHOICES) },
];

/// A full set of options: everything that decides what is legal and how a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    base: Preset,
    /// The board.
    pub board: &'static Board,
    /// Men a side, [`FEWEST_MEN`] to [`MOST_MEN`].
    pub men: u8,
    /// See [`Blocked`].
    pub blocked: Blocked,
    /// See [`First`].
    pub first: First,
    /// See [`Fly`].
    pub fly: Fly,
    /// See [`Full`].
    pub full: Full,
    /// See [`Goal`].
    pub goal: Goal,
    /// See [`Mills`].
    pub mills: Mills,
    /// See [`Phases`].
    pub phases: Phases,
    /// See [`Protect`].
    pub protect: Protect,
    /// The plies without a capture or a placing that draw; `None` for never.
    pub quiet: Option<u16>,
    /// See [`Reform`].
    pub reform: Reform,
    /// See [`Repeat`].
    pub repeat: Repeat,
    /// See [`Ten`].
    pub ten: Ten,
}

/// The games that have a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is described by `Preset::summary`
pub enum Preset {
    Three,
    NineHoles,
    Five,
    Six,
    Seven,
    Nine,
    Lasker,
    Eleven,
    Twelve,
    Morabaraba,
}

impl AsParam for Preset {
    fn param(&self) -> Param {
        Param::Word { id: self.id(), english: self.name() }
    }
}

impl Preset {
    /// All ten, in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::Three,
        Self::NineHoles,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Nine,
        Self::Lasker,
        Self::Eleven,
        Self::Twelve,
        Self::Morabaraba,
    ];

    /// Its name in a written rule set and in a position line.
    pub const fn id(self) -> &'static str {
        self.texts().0
    }

    /// Its name as a player reads it.
    pub const fn name(self) -> &'static str {
        self.texts().1
    }

    /// One sentence on it.
    pub const fn summary(self) -> &'static str {
        self.texts().2
    }

    /// The preset with that id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.id() == id)
    }

    #[rustfmt::skip]
    const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Three => ("three", "Three Men's Morris", "Place three, then slide to a neighbouring point. A mill wins."),
            Self::NineHoles => ("nine-holes", "Nine Holes", "Place three, then move to any empty point. A row or column wins."),
            Self::Five => ("five", "Five Men's Morris", "Two rings and five men each: small, quick, sharp."),
            Self::Six => ("six", "Six Men's Morris", "Two rings and six men each, as played in the Middle Ages."),
            Self::Seven => ("seven", "Seven Men's Morris", "Two rings joined by a cross, with seven men each."),
            Self::Nine => ("nine", "Nine Men's Morris", "The classic: three rings, nine men each, flying at three."),
            Self::Lasker => ("lasker", "Lasker Morris", "Ten men, and from the first turn you place or move as you like."),
            Self::Eleven => ("eleven", "Eleven Men's Morris", "Three rings with diagonals and eleven men each."),
            Self::Twelve => ("twelve", "Twelve Men's Morris", "Three rings with diagonals and twelve men each: a crowded board."),
            Self::Morabaraba => ("morabaraba", "Morabaraba", "South Africa's twelve-man game: no shuttling between two mills."),
        }
    }

    /// Its options in full.
    pub const fn rules(self) -> Rules {
        let nine = Rules {
            base: self,
            board: Board::NINE,
            men: 9,
            blocked: Blocked::Lose,
            first: First::White,
            fly: Fly::AtThree,
            full: Full::Draw,
            goal: Goal::Capture,
            mills: Mills::One,
            phases: Phases::Split,
            protect: Protect::UnlessAll,
            quiet: Some(100),
            reform: Reform::Allow,
            repeat: Repeat::Threefold,
            ten: Ten::Never,
        };
        let small = Rules { fly: Fly::Never, ..nine };
        match self {
            Self::Three => Rules { board: Board::THREE, men: 3, goal: Goal::Mill, ..small },
            Self::NineHoles => Rules { board: Board::NINE_HOLES, men: 3, goal: Goal::Mill, fly: Fly::Always, ..nine },
            Self::Five => Rules { board: Board::SIX, men: 5, ..small },
            Self::Six => Rules { board: Board::SIX, men: 6, ..small },
            Self::Seven => Rules { board: Board::SEVEN, men: 7, ..small },
            Self::Nine => nine,
            Self::Lasker => Rules { men: 10, phases: Phases::Mixed, ..nine },
            Self::Eleven => Rules { board: Board::TWELVE, men: 11, ..nine },
            Self::Twelve => Rules { board: Board::TWELVE, men: 12, ..nine },
            Self::Morabaraba => Rules { board: Board::TWELVE, men: 12, reform: Reform::Ban, ten: Ten::Either, ..nine },
        }
    }
}

/// A rule set that is offered beside the presets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// A word for it, as programs know it; a preset has none of these.
    pub id: &'static str,
    /// The rule set as it is written.
    pub spec: &'static str,
    /// Its name as a player reads it.
    pub name: &'static str,
    /// One sentence on it.
    pub summary: &'static str,
}

/// The rule sets offered beside the presets.
#[rustfmt::skip]
pub const NAMED_SETS: [NamedSet; 7] = [
    NamedSet { id: "walker", spec: "nine[first=black,protect=always]", name: "Walker's leaflet", summary: "Nine Men's Morris where Black begins and a man in a mill is never taken." },
    NamedSet { id: "ten-move", spec: "nine[ten=both]", name: "Ten-move draw", summary: "Nine Men's Morris, drawn when both have three men and ten moves each bring no capture." },
    NamedSet { id: "no-flying", spec: "nine[fly=never]", name: "No flying", summary: "Nine Men's Morris where the last three men still walk." },
    NamedSet { id: "rustic-three", spec: "three[fly=3]", name: "Rustic Three", summary: "Three Men's Morris with flying." },
    NamedSet { id: "rustic-five", spec: "five[fly=3]", name: "Rustic Five", summary: "Five Men's Morris with flying at three." },
    NamedSet { id: "rustic-six", spec: "six[fly=3]", name: "Rustic Six", summary: "Six Men's Morris with flying at three." },
    NamedSet { id: "rustic-seven", spec: "seven[fly=3]", name: "Rustic Seven", summary: "Seven Men's Morris with flying at three." },
];

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
        if self.is_custom() { self.named().map(|set| set.id) } else { Some(self.base.id()) }
    }

    fn named(&self) -> Option<&'static NamedSet> {
        let spec = self.to_string();
        NAMED_SETS.iter().find(|set| set.spec == spec)
    }

    /// An option's value as it is written, by its key; `None` where there is no such option.
    pub fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "blocked" => self.blocked.name().to_owned(),
            "board" => self.board.name().to_owned(),
            "first" => self.first.name().to_owned(),
            "fly" => self.fly.name().to_owned(),
            "full" => self.full.name().to_owned(),
            "goal" => self.goal.name().to_owned(),
            "men" => self.men.to_string(),
            "mills" => self.mills.name().to_owned(),
            "phases" => self.phases.name().to_owned(),
            "protect" => self.protect.name().to_owned(),
            "quiet" => self.quiet.map_or_else(|| "never".to_owned(), |plies| plies.to_string()),
            "reform" => self.reform.name().to_owned(),
            "repeat" => self.repeat.name().to_owned(),
            "ten" => self.ten.name().to_owned(),
            _ => return None,
        })
    }

    /// Sets an option from its written value. Whether the options fit
    /// together is seen by [`Rules::check`].
    ///
    /// # Errors
    /// If the key or the value is wrong; the options are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let no_such_value = || {
            let (option, given) = (key.to_owned(), clip(value));
            match OPTIONS.iter().find(|option| option.key == key).map(|option| option.values) {
                Some(Values::Number(least, most, true)) => {
                    RulesError::OptionNumberOrNever { option, least, most, given }
                }
                Some(Values::Number(least, most, false)) => RulesError::OptionNumber { option, least, most, given },
                Some(Values::Choices(choices)) => {
                    let known: Vec<_> = choices.iter().map(|choice| choice.value).collect();
                    RulesError::OptionChoice { option, known: known.join(", "), given }
                }
                None => RulesError::OptionChoice { option, known: String::new(), given },
            }
        };
        macro_rules! choice {
            ($field:ident, $type:ty) => {
                self.$field = <$type>::named(value).ok_or_else(no_such_value)?
            };
        }
        match key {
            "blocked" => choice!(blocked, Blocked),
            "board" => self.board = Board::by_name(value).ok_or_else(no_such_value)?,
            "first" => choice!(first, First),
            "fly" => choice!(fly, Fly),
            "full" => choice!(full, Full),
            "goal" => choice!(goal, Goal),
            "men" => self.men = number(value, FEWEST_MEN.into(), MOST_MEN.into()).ok_or_else(no_such_value)? as u8,
            "mills" => choice!(mills, Mills),
            "phases" => choice!(phases, Phases),
            "protect" => choice!(protect, Protect),
            "quiet" if value == "never" => self.quiet = None,
            "quiet" => self.quiet = Some(number(value, 1, LONGEST_QUIET).ok_or_else(no_such_value)?),
            "reform" => choice!(reform, Reform),
            "repeat" => choice!(repeat, Repeat),
            "ten" => choice!(ten, Ten),
            _ => {
                let known: Vec<_> = OPTIONS.iter().map(|option| option.key).collect();
                return Err(RulesError::NoOption { given: clip(key), known: known.join(", ") });
            }
        }
        Ok(())
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
        if let Some(plies) = self.quiet.filter(|plies| !(1..=LONGEST_QUIET).contains(plies)) {
            let (option, given) = ("quiet".to_owned(), plies.to_string());
            return Err(RulesError::OptionNumberOrNever { option, least: 1, most: LONGEST_QUIET, given });
        }
        if 2 * usize::from(self.men) > points {
            return Err(RulesError::MenDoNotFit { men: self.men, points });
        }
        Ok(())
    }

    /// These rules with the draws by repetition and count, and the side that begins, as the preset has them: what exact
    /// values do not depend on (a draw by count ends a game, not its value).
    #[must_use]
    pub fn without_draw_rules(&self) -> Self {
        let usual = self.base.rules();
        Self { first: usual.first, quiet: usual.quiet, repeat: usual.repeat, ten: usual.ten, ..*self }
    }

    /// How many men in all let a side fly; `None` for never.
    #[inline]
    pub(crate) fn flying_limit(&self) -> Option<usize> {
        match self.fly {
            Fly::Never => None,
            Fly::AtThree => Some(3),
            Fly::AtFour => Some(4),
            Fly::Always => Some(usize::MAX),
        }
    }

    /// The men of `men` that may be taken, by the protection rule.
    #[inline]
    pub(crate) fn takable(&self, men: Points) -> Points {
        if self.protect == Protect::Never {
            return men;
        }
        let free = men.minus(self.board.in_mills(men));
        if free.is_empty() && self.protect == Protect::UnlessAll { men } else { free }
    }
}

/// A number written plainly: digits only, no leading zero, between the two.
fn number(text: &str, least: u16, most: u16) -> Option<u16> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|n| plain && (least..=most).contains(n))
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choices(choices) => {
                let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
                write!(f, "one of {}", values.join(", "))
            }
            Self::Number(least, most, never) => {
                write!(f, "a number from {least} to {most}{}", if *never { " or never" } else { "" })
            }
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base.id())?;
        let usual = self.base.rules();
        let mut separator = '[';
        for option in &OPTIONS {
            let value = self.get(option.key);
            if let Some(value) = value.filter(|value| usual.get(option.key).as_ref() != Some(value)) {
                write!(f, "{separator}{}={value}", option.key)?;
                separator = ',';
            }
        }
        if separator == ',' { f.write_str("]") } else { Ok(()) }
    }
}
