//! The values of the options, with their names in words.

/// One value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// As it is written in a rule set.
    pub value: &'static str,
    /// As a player reads it.
    pub words: &'static str,
}

/// An option that is one of a few words. Each is declared once, here: type, key, the words of the
/// rule text, and the value's name in a written rule set.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal: $words:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            pub(super) const CHOICES: &'static [Choice] = &[$(Choice { value: $text, words: $words },)+];

            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            pub(super) fn named(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
    )+};
}

choices! {
    /// Whether a player who takes a man has another turn.
    Again {
        /// Never: the sides take turns.
        Never = "never": "One turn each",
        /// After a turn that moves a man and takes one.
        Capture = "capture": "Capturing with a move gives another turn",
    }
    /// Where the men are when the game begins.
    Begin {
        /// In hand: they are placed first.
        Hand = "hand": "All men start in hand",
        /// On the points of the board where they start. A line of these points is no mill of the
        /// side that starts there.
        Board = "board": "All men start on the board",
    }
    /// What is captured between two by a man that is placed or moved. Of several captures, that of a
    /// mill among them, the player makes one.
    Between {
        /// Nothing.
        Safe = "safe": "A man between two enemy men captures nothing",
        /// Two enemy men between which it comes are both taken, protected or not.
        Taken = "taken": "A man that comes between two enemy men captures both",
        /// An enemy man between it and another of its side is taken, unless it is protected.
        Enclosed = "enclosed": "Two men capture an enemy man between them",
        /// Both of these.
        Either = "either": "A man captures two that it comes between, and two capture one between them",
    }
    /// What happens to a player who has no legal move.
    Blocked {
        /// The player to move loses.
        Lose = "lose": "If you can't move, you lose",
        /// The game is drawn.
        Draw = "draw": "If you can't move, the game is a draw",
        /// The player passes; if neither side can move, the game is drawn.
        Pass = "pass": "If you can't move, you pass",
        /// The player takes a man next to one of their own, protected or not, and then moves.
        Take = "take": "If you can't move, you remove an enemy man next to one of yours",
        /// The player passes, and the opponent must free them without taking a man.
        Free = "free": "If you can't move, your opponent must free you",
    }
    /// Whether a man may be placed on the centre of the board. Moving there is always allowed.
    Centre {
        /// It may.
        Free = "free": "You may place a man in the centre",
        /// It may not.
        Barred = "barred": "No placing in the centre",
    }
    /// Who begins.
    First {
        /// White, the usual rule.
        White = "white": "White moves first",
        /// Black, as Walker has it.
        Black = "black": "Black moves first",
    }
    /// When a player's men may go to any empty point.
    Fly {
        /// Men only ever move along a line.
        Never = "never": "Men never fly",
        /// With three men in all, on the board and in hand.
        AtThree = "3": "With three men you may fly",
        /// With four men in all or fewer.
        AtFour = "4": "With four men or fewer you may fly",
        /// From the first move on.
        Always = "always": "Men may always move to any empty point",
        /// Never; but a man may jump over one next to it, of either side, to the empty point behind
        /// on a straight line.
        Jump = "jump": "A man may jump over one man",
        /// With three men in all, a man may also jump over one enemy man next to it, to the empty
        /// point behind on a straight line.
        Leap = "leap": "With three men you may jump over an enemy man",
    }
    /// What a board means that is full when placing ends.
    Full {
        /// A draw.
        Draw = "draw": "A board filled by placing is a draw",
        /// Nothing of its own: the player to move is blocked.
        Play = "play": "A board filled by placing leaves the player to move blocked",
        /// The side that began the game loses.
        Loses = "loses": "If placing fills the board, whoever moved first loses",
        /// The side to move takes a man, and the other moves.
        One = "one": "If placing fills the board, one player removes a man",
        /// Each side takes a man.
        Each = "each": "If placing fills the board, each player removes a man",
    }
    /// What a mill is for.
    Goal {
        /// It captures a man.
        Capture = "capture": "Closing a mill captures a man",
        /// It wins the game.
        Mill = "mill": "Closing a mill wins the game",
    }
    /// Whether a man may leap over an enemy man next to it, to the empty point behind on a straight
    /// line, and takes it; what else such a move takes is taken besides.
    Leap {
        /// It may not.
        Nothing = "none": "A man captures nothing by leaping over another",
        /// It may, and one that flies or jumps there takes the man, too.
        Take = "take": "A man may leap over an enemy man and capture it",
    }
    /// With fewer men than this, on the board and in hand, a player loses.
    Least {
        /// Three.
        Three = "3": "With fewer than three men you lose",
        /// One: only who has no man left loses.
        One = "1": "With no men left you lose",
    }
    /// How often a line of the board may be a mill that captures.
    Lines {
        /// As often as it is closed.
        Always = "always": "A line may be closed again and again",
        /// Once for each side.
        Once = "once": "Each line captures once for each player",
        /// Not twice running: only once its owner has closed another line that captures.
        Another = "another": "A line captures again only after another",
    }
    /// How many men two mills closed at once capture.
    Mills {
        /// One.
        One = "one": "Two mills closed at once capture one man",
        /// One for each mill.
        Each = "each": "Each mill closed captures a man",
    }
    /// Whether men may be moved while others are still in hand.
    Phases {
        /// First all men are placed, then they move.
        Split = "split": "Place all your men, then move",
        /// Each turn places or moves.
        Mixed = "mixed": "Each turn, place a man or move one",
    }
    /// What a mill closed by placing a man does. A mill closed by moving one captures.
    Placing {
        /// It takes a man from the board.
        Take = "take": "A mill closed by placing captures a man",
        /// It marks a man: dead, with its point shut until all men are placed.
        Mark = "mark": "A mill closed by placing marks a man, and nobody may use its point until all men are placed",
        /// The opponent loses a man in hand, or one from the board if there is none.
        Hand = "hand": "A mill closed by placing costs the opponent a man in hand",
        /// Nothing.
        Nothing = "none": "A mill closed by placing does nothing",
        /// The player places another man.
        Again = "again": "After a mill closed by placing you place again",
        /// Nothing yet: when all men are placed, the mills decide how many men each side takes.
        Count = "count": "Mills closed by placing are counted when all men are placed",
    }
    /// Whether a man in a mill is safe from capture.
    Protect {
        /// It is, unless every enemy man on the board is in a mill; then any may be taken.
        UnlessAll = "unless-all": "Men in mills are safe unless all are in mills",
        /// It always is: then no capture is made.
        Always = "always": "Men in mills are always safe",
        /// It is not.
        Never = "never": "Any man may be captured",
    }
    /// Whether a man that left one line to close another may go straight back to close the first
    /// again.
    Reform {
        /// It may: the double mill.
        Allow = "allow": "A man may shuttle between two mills",
        /// Not on its owner's next move.
        Ban = "ban": "No shuttling between two mills",
    }
    /// Whether the position's third occurrence draws.
    Repeat {
        /// It does.
        Threefold = "3": "Draw when a position occurs for the third time",
        /// It does not.
        Never = "never": "No draw by repetition",
    }
    /// Who has the first turn after all men have been placed.
    Starts {
        /// The player whose turn it is.
        Next = "next": "After placing, play simply continues",
        /// The player who did not begin the game.
        Second = "second": "After placing, whoever placed second moves first",
        /// The player who closed the first mill, or who placed the last man if there was none.
        FirstMill = "first-mill": "After placing, whoever closed the first mill moves first",
    }
    /// When ten moves by each side without a capture draw.
    Ten {
        /// Never.
        Never = "never": "No ten-move draw",
        /// When both sides have three men.
        Both = "both": "Draw after ten moves each with no capture once both sides have three men",
        /// When either side has three men.
        Either = "either": "Draw after ten moves each with no capture once a side has three men",
    }
}

/// The fewest men that a rule set may be played with.
pub const FEWEST_MEN: u8 = 3;
/// The most men that a rule set may be played with.
pub const MOST_MEN: u8 = 12;
/// The longest limit of [`Rules::quiet`](super::Rules::quiet), in plies.
pub const LONGEST_QUIET: u16 = 1000;
