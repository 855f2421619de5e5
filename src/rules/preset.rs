//! The named games, and the named rule sets beside them.

use super::{
    Again, Begin, Between, Blocked, Centre, First, Fly, Full, Goal, Leap, Least, Lines, Mills,
    Phases, Placing, Protect, Reform, Repeat, Rules, Starts, Ten,
};
use crate::board::Board;
use crate::coded::{AsParam, Param};
use std::fmt;
use std::num::NonZero;

/// The games that have a name of their own.
///
/// ```
/// use merels::Preset;
///
/// assert_eq!("picaria".parse(), Ok(Preset::Picaria));
/// assert_eq!(Preset::Picaria.to_string(), "picaria");
/// assert_eq!(Preset::Picaria.name(), "Picaria");
/// assert_eq!(Preset::ALL.iter().filter(|preset| preset.rules().men == 3).count(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is described by `Preset::summary`
#[non_exhaustive]
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

/// Its id: `nine`.
impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
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
    pub const ALL: &'static [Self] = &[
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
        Self::ALL.iter().copied().find(|preset| preset.id() == id)
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
    // From many places: in the page, size counts for more than speed.
    #[inline(never)]
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
            leap: Leap::Nothing,
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
#[non_exhaustive]
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
pub const NAMED_SETS: &[NamedSet] = &[
    NamedSet { id: "walker", spec: "nine[first=black,protect=always]", name: "Walker's rules", summary: "Nine Men's Morris where Black moves first and a man in a mill is never captured." },
    NamedSet { id: "ten-move", spec: "nine[ten=both]", name: "Ten-move draw", summary: "Nine Men's Morris, drawn when both have three men and make ten moves each without a capture." },
    NamedSet { id: "no-flying", spec: "nine[fly=never]", name: "No flying", summary: "Nine Men's Morris where the last three men never fly." },
    NamedSet { id: "rustic-three", spec: "three[fly=3]", name: "Three Men's Morris with flying", summary: "Down to three, men may move to any empty point." },
    NamedSet { id: "rustic-five", spec: "five[fly=3]", name: "Five Men's Morris with flying", summary: "The game with five men each, and flying at three." },
    NamedSet { id: "rustic-six", spec: "six[fly=3]", name: "Six Men's Morris with flying", summary: "The game with six men each, and flying at three." },
    NamedSet { id: "rustic-seven", spec: "seven[fly=3]", name: "Seven Men's Morris with flying", summary: "The game with seven men each, and flying at three." },
];
