//! `Rules`, a full set of options; the named presets and rule sets; and how rule sets are written.
//!
//! A rule set is written as its preset and the differences from it: `nine[fly=never,mills=each]`,
//! with sorted keys and without defaults. The table that reads the options also describes them in
//! words, so a settings page cannot drift from the rules.

mod choices;
mod fault;
mod options;
pub mod text;

use crate::board::{Board, MAX_POINTS, Points};
use crate::coded::{AsParam, Param};
use crate::outcome::WinBy;
use crate::side::Side;
use std::num::NonZero;

pub use choices::{
    Again, Begin, Between, Blocked, Centre, Choice, FEWEST_MEN, First, Fly, Full, Goal,
    LONGEST_QUIET, Least, Lines, MOST_MEN, Mills, Phases, Placing, Protect, Reform, Repeat, Starts,
    Ten,
};
pub use fault::RulesError;
pub use options::{OPTIONS, OptionInfo, OptionValues};

impl From<First> for Side {
    fn from(first: First) -> Self {
        match first {
            First::White => Self::White,
            First::Black => Self::Black,
        }
    }
}

/// A full set of options: everything that decides what is legal and how a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    NaoGuti,
    MarelleTriple,
    Picaria,
    Shisima,
    TsoroYematatu,
    TantFant,
    SixPennyMadell,
    MulMulan,
    Dooz,
    OneTime,
    ChamGonu,
    ZhiQi,
    ChengSanQi,
    DaSanQi,
    Nerenchi,
    ElFilja,
    Shax,
}

impl AsParam for Preset {
    fn param(&self) -> Param {
        Param::Word {
            id: self.id(),
            english: self.name(),
        }
    }
}

impl Preset {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 27] = [
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
        Self::NaoGuti,
        Self::MarelleTriple,
        Self::Picaria,
        Self::Shisima,
        Self::TsoroYematatu,
        Self::TantFant,
        Self::SixPennyMadell,
        Self::MulMulan,
        Self::Dooz,
        Self::OneTime,
        Self::ChamGonu,
        Self::ZhiQi,
        Self::ChengSanQi,
        Self::DaSanQi,
        Self::Nerenchi,
        Self::ElFilja,
        Self::Shax,
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
            Self::Three => ("three", "Three Men's Morris", "Place three men, then slide them to neighbouring points. A mill wins."),
            Self::NineHoles => ("nine-holes", "Nine Holes", "Place three men, then move them to any empty point. A row or column wins."),
            Self::Five => ("five", "Five Men's Morris", "Two rings and five men each: small, quick, sharp."),
            Self::Six => ("six", "Six Men's Morris", "Two rings and six men each, as in the Middle Ages."),
            Self::Seven => ("seven", "Seven Men's Morris", "Two rings joined by a cross, with seven men each."),
            Self::Nine => ("nine", "Nine Men's Morris", "The classic: three rings, nine men each, flying at three."),
            Self::Lasker => ("lasker", "Lasker Morris", "Ten men each, and from the first turn you place or move as you like."),
            Self::Eleven => ("eleven", "Eleven Men's Morris", "Three rings with diagonals and eleven men each."),
            Self::Twelve => ("twelve", "Twelve Men's Morris", "Three rings with diagonals and twelve men each: a crowded board."),
            Self::Morabaraba => ("morabaraba", "Morabaraba", "South Africa's twelve-man game: no shuttling between two mills."),
            Self::NaoGuti => ("nao-guti", "Nao Guti", "From the Punjab: nine men each, nobody flies, and you play until one side has no men left."),
            Self::MarelleTriple => ("marelle-triple", "Marelle Triple", "From France: men move along the diagonals too, but only the squares and the cross make mills."),
            Self::Picaria => ("picaria", "Picaria", "From New Mexico: place three men anywhere but the centre, then move them. A row of three wins."),
            Self::Shisima => ("shisima", "Shisima", "From Kenya: three men each on a wheel of eight points. A line through the hub wins."),
            Self::TsoroYematatu => ("tsoro-yematatu", "Tsoro Yematatu", "From Zimbabwe: three men each on a triangle, and one empty point to move or jump to."),
            Self::TantFant => ("tant-fant", "Tant Fant", "From Bengal: three men each start in facing rows. Any other line of three wins."),
            Self::SixPennyMadell => ("six-penny-madell", "Six-Penny Madell", "From England: six men each on three triangles, until one side has no men left."),
            Self::MulMulan => ("mul-mulan", "Mul-mulan", "From Java: you also capture by slipping a man between two enemy men."),
            Self::Dooz => ("dooz", "Dooz", "From Iran: a mill closed while placing costs your opponent a man in hand."),
            Self::OneTime => ("one-time", "Once-Only Mill", "From Russia: each line captures only once for each side, and two mills capture two men."),
            Self::ChamGonu => ("cham-gonu", "Cham Gonu", "From Korea: while men are placed, nobody may use the point of a captured man."),
            Self::ZhiQi => ("zhi-qi", "Zhi Qi", "From China: mills only mark men while placing; on a full board each side captures one."),
            Self::ChengSanQi => ("cheng-san-qi", "Cheng San Qi", "From China: nine men each, and nobody may use the point of a man captured while placing."),
            Self::DaSanQi => ("da-san-qi", "Da San Qi", "From China: every mill marks a man, and whoever placed second moves first."),
            Self::Nerenchi => ("nerenchi", "Nerenchi", "From Sri Lanka: a mill while placing lets you place again, and a capture lets you move again."),
            Self::ElFilja => ("el-filja", "El Filja", "From Algeria: twelve men each fill the board; then mills are counted and men captured."),
            Self::Shax => ("shax", "Shax", "From Somalia: twelve men each fill the board, each side captures one, and a blocked player must be freed."),
        }
    }

    /// Its options in full.
    pub const fn rules(self) -> Rules {
        let nine = Rules {
            base: self,
            board: Board::NINE,
            men: 9,
            again: Again::Never,
            begin: Begin::Hand,
            between: Between::Safe,
            blocked: Blocked::Lose,
            centre: Centre::Free,
            first: First::White,
            fly: Fly::AtThree,
            full: Full::Draw,
            goal: Goal::Capture,
            least: Least::Three,
            lines: Lines::Always,
            mills: Mills::One,
            phases: Phases::Split,
            placing: Placing::Take,
            protect: Protect::UnlessAll,
            quiet: NonZero::new(100),
            reform: Reform::Allow,
            repeat: Repeat::Threefold,
            starts: Starts::Next,
            ten: Ten::Never,
        };
        let small = Rules {
            fly: Fly::Never,
            ..nine
        };
        let row = Rules {
            board: Board::THREE,
            men: 3,
            goal: Goal::Mill,
            ..small
        };
        let to_the_last = Rules {
            least: Least::One,
            protect: Protect::Never,
            ..small
        };
        let twelve = Rules {
            board: Board::TWELVE,
            men: 12,
            ..nine
        };
        let marked = Rules {
            fly: Fly::Never,
            placing: Placing::Mark,
            protect: Protect::Never,
            ..twelve
        };
        let filled = Rules {
            men: 12,
            protect: Protect::Never,
            ..small
        };
        match self {
            Self::Three => row,
            Self::NineHoles => Rules {
                board: Board::NINE_HOLES,
                fly: Fly::Always,
                ..row
            },
            Self::Five => Rules {
                board: Board::SIX,
                men: 5,
                ..small
            },
            Self::Six => Rules {
                board: Board::SIX,
                men: 6,
                ..small
            },
            Self::Seven => Rules {
                board: Board::SEVEN,
                men: 7,
                ..small
            },
            Self::Nine => nine,
            Self::Lasker => Rules {
                men: 10,
                phases: Phases::Mixed,
                ..nine
            },
            Self::Eleven => Rules {
                board: Board::TWELVE,
                men: 11,
                ..nine
            },
            Self::Twelve => twelve,
            Self::Morabaraba => Rules {
                reform: Reform::Ban,
                ten: Ten::Either,
                ..twelve
            },
            Self::NaoGuti => to_the_last,
            Self::MarelleTriple => Rules {
                board: Board::TRIPLE,
                fly: Fly::AtFour,
                protect: Protect::Never,
                ..nine
            },
            Self::Picaria => Rules {
                board: Board::PICARIA,
                centre: Centre::Barred,
                ..row
            },
            Self::Shisima => Rules {
                board: Board::SHISIMA,
                begin: Begin::Board,
                ..row
            },
            Self::TsoroYematatu => Rules {
                board: Board::TSORO,
                fly: Fly::Jump,
                ..row
            },
            Self::TantFant => Rules {
                begin: Begin::Board,
                ..row
            },
            Self::SixPennyMadell => Rules {
                board: Board::MADELL,
                men: 6,
                ..to_the_last
            },
            Self::MulMulan => Rules {
                board: Board::TWELVE,
                between: Between::Taken,
                ..to_the_last
            },
            Self::Dooz => Rules {
                full: Full::One,
                placing: Placing::Hand,
                protect: Protect::Never,
                ..twelve
            },
            Self::OneTime => Rules {
                lines: Lines::Once,
                mills: Mills::Each,
                protect: Protect::Never,
                ..nine
            },
            Self::ChamGonu => Rules {
                full: Full::Loses,
                ..marked
            },
            Self::ZhiQi => Rules {
                full: Full::Each,
                ..marked
            },
            Self::ChengSanQi => Rules {
                placing: Placing::Mark,
                ..small
            },
            Self::DaSanQi => Rules {
                full: Full::Loses,
                mills: Mills::Each,
                starts: Starts::Second,
                ..marked
            },
            Self::Nerenchi => Rules {
                men: 11,
                again: Again::Capture,
                fly: Fly::Never,
                placing: Placing::Again,
                protect: Protect::Never,
                ..twelve
            },
            Self::ElFilja => Rules {
                placing: Placing::Count,
                ..filled
            },
            Self::Shax => Rules {
                blocked: Blocked::Free,
                full: Full::Each,
                placing: Placing::Nothing,
                starts: Starts::FirstMill,
                ..filled
            },
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
    NamedSet { id: "walker", spec: "nine[first=black,protect=always]", name: "Walker's rules", summary: "Nine Men's Morris where Black moves first and a man in a mill is never captured." },
    NamedSet { id: "ten-move", spec: "nine[ten=both]", name: "Ten-move draw", summary: "Nine Men's Morris, drawn when both have three men and make ten moves each without a capture." },
    NamedSet { id: "no-flying", spec: "nine[fly=never]", name: "No flying", summary: "Nine Men's Morris where the last three men never fly." },
    NamedSet { id: "rustic-three", spec: "three[fly=3]", name: "Three Men's Morris with flying", summary: "Down to three, men may move to any empty point." },
    NamedSet { id: "rustic-five", spec: "five[fly=3]", name: "Five Men's Morris with flying", summary: "The game with five men each, and flying at three." },
    NamedSet { id: "rustic-six", spec: "six[fly=3]", name: "Six Men's Morris with flying", summary: "The game with six men each, and flying at three." },
    NamedSet { id: "rustic-seven", spec: "seven[fly=3]", name: "Seven Men's Morris with flying", summary: "The game with seven men each, and flying at three." },
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
        let once = self.lines == Lines::Once;
        let apart = [
            (
                self.between == Between::Taken && self.placing != Placing::Take,
                "between=taken",
                "placing",
            ),
            (once && self.reform == Reform::Ban, "lines=once", "reform"),
            (
                once && self.placing == Placing::Mark,
                "lines=once",
                "placing",
            ),
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
            Fly::Never | Fly::Jump => None,
            Fly::AtThree => Some(3),
            Fly::AtFour => Some(4),
            Fly::Always => Some(usize::MAX),
        }
    }

    /// The fewest men in all with which a side has not lost.
    #[inline]
    pub(crate) fn least_men(&self) -> usize {
        // Without a branch: it is asked at every node.
        3 - 2 * usize::from(self.least == Least::One)
    }

    /// Whether a man between two takes them.
    #[inline]
    pub(crate) fn takes_between(&self) -> bool {
        self.between == Between::Taken && self.goal == Goal::Capture
    }

    /// Whether these rules have turns that do not alternate, removals without a move, or a memory
    /// of earlier turns.
    pub fn is_special(&self) -> bool {
        self.again != Again::Never
            || self.lines != Lines::Always
            || self.placing != Placing::Take
            || self.starts != Starts::Next
            || self.owes_removals()
            || matches!(self.blocked, Blocked::Take | Blocked::Free)
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
