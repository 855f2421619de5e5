//! Why a text is not a position, a move or a game.

use crate::coded::{AsParam, Param, coded};
use crate::position::{Outcome, Side};

coded! {
    /// Why a text does not have the format of a position, a turn or a game.
    pub enum TextError {
        NothingToRead = "nothing-to-read", "there is nothing to read";
        Unknown { given: String } = "unknown-format", "“{given}” begins neither a position such as nine 3/3/3/6/3/3/3 w 9,9 0 1 nor a game such as 1. d6 f4";

        LineEnds { field: Field } = "line-ends", "the line ends before its {field}";
        SideLetter { given: String } = "side-letter", "the side to move is w or b, not “{given}”";
        HandsField { given: String } = "hands-field", "the men in hand are White's number, a comma and Black's, such as 9,9, not “{given}”";
        ClockField { most: u16, given: String } = "clock-field", "the clock is a number of half-moves up to {most}, not “{given}”";
        TurnField { most: u32, given: String } = "turn-field", "the turn is a number from 1 to {most}, not “{given}”";
        ClosingField { given: String } = "closing-field", "the seventh field is each side's last closing slide, such as -,f2-f4, not “{given}”";
        UsedField { given: String } = "used-field", "expected the lines that each side has used, such as a7-g7+d7-d5,-, found “{given}”";
        OwedField { given: String } = "owed-field", "expected how many men each side has to remove, such as 1,0, found “{given}”";
        FirstMillField { given: String } = "first-mill-field", "expected who closed the first mill, w, b or -, found “{given}”";
        FreeField { given: String } = "free-field", "expected free or -, found “{given}”";
        AfterTurn { given: String } = "after-turn", "nothing follows the turn number here, but “{given}”";
        AfterLine { given: String } = "after-line", "the line should have ended before “{given}”";
        FewRanks { ranks: usize, given: usize } = "few-ranks", "the board has {ranks} ranks, but only {given} are given";
        ManyRanks { ranks: usize } = "many-ranks", "the board has only {ranks} ranks";
        LongRank { rank: usize, points: usize } = "long-rank", "rank {rank} has {points} points, but more are given";
        ShortRank { rank: usize, points: usize } = "short-rank", "rank {rank} has {points} points, but fewer are given";
        TwoDigits = "two-digits", "two digits in a row: empty points are counted by one";
        NotAMan { given: String } = "not-a-man", "“{given}” is not W, B or a digit from 1 to 9";

        PointMissing = "point-missing", "a point such as a1 is missing";
        NumberMissing = "number-missing", "a point's number, such as 1, is missing";
        NoPoint { given: String } = "no-point", "“{given}” is not a point of this board";
        TakenTwice { point: String } = "taken-twice", "{point} is taken twice";

        NoGame = "no-game", "there is no game here";
        SecondGame = "second-game", "a second game begins here, but only one can be read";
        AfterResult = "after-result", "the game ends with its result, but more follows";
        TooLong { most: usize } = "too-long", "no more than {most} bytes are read";
        TooManyMoves { most: usize } = "too-many-moves", "no more than {most} moves are read";
        TooDeep { most: usize } = "too-deep", "variations can be nested only {most} deep";
        TagOpen { tag: String } = "tag-open", "the tag {tag} should end with “]” here";
        StrayBrace = "stray-brace", "this “}” ends no comment";
        StrayBracket = "stray-bracket", "this “]” ends no tag";
        StrayParenthesis = "stray-parenthesis", "this “)” ends no variation";
        CommentOpen = "comment-open", "the comment that begins here has no “}”";
        VariationOpen = "variation-open", "the variation that begins here has no “)”";
        VariationFirst = "variation-first", "a variation follows the move that it replaces";
        VariationEmpty = "variation-empty", "the variation has no move";
        VariationResult { given: String } = "variation-result", "a variation ends with “)”, not with “{given}”";
        GlyphNumber = "glyph-number", "a glyph is $ and a number from 0 to 255";
        GlyphMarks { given: String } = "glyph-marks", "“{given}” is not one of ! ? !! ?? !? ?!";
        GlyphFirst = "glyph-first", "a glyph must follow the move it is about";
        CaptureFirst = "capture-first", "a capture must follow the move that closes the mill";
        TurnTooFar { given: String } = "turn-too-far", "turn {given} is too far";
        WrongTurn { side: Side, turn: u32, given: u32 } = "wrong-turn", "it is {side}'s move {turn} here, not move {given}";
        WrongSide { given: u32, other: Side, side: Side } = "wrong-side", "“{given}...” stands before {other}'s move, but {side} is to play here";
        ResultWrong { given: String, result: &'static str, ended: Outcome } = "result-wrong", "the result is {given} here, but the game ended {result}: {ended}";
        LinkTooLong { most: usize } = "link-too-long", "a game may have at most {most} moves";

        FenBoard { points: usize, rules: String } = "fen-board", "a FEN describes {points} points, so it can't be read as {rules}";
        FenLong { fields: usize, given: String } = "fen-long", "a FEN has {fields} fields and should end before “{given}”";
        FenShort { fields: usize, given: usize } = "fen-short", "expected {fields} fields, found {given}";
        FenPhase { given: String } = "fen-phase", "the phase is r or p or m or o, not “{given}”";
        FenAction { given: String } = "fen-action", "the action is p or s or ? or r, not “{given}”";
        FenMiddle = "fen-middle", "a man has yet to be removed: a position must stand between two turns";
        FenMen { side: Side, men: usize, given: usize } = "fen-men", "{side} has {men} men on the board, not {given}";
        FenHand { side: Side } = "fen-hand", "{side} has men in hand, but the phase is m, moving";
        FenNumber { field: Field, given: String } = "fen-number", "the {field} is a number in its bounds, not “{given}”";
        FenPoint { given: String } = "fen-point", "a point's number is 8 to 31, or 0 for none, not “{given}”";
        FenRingMissing { ring: Ring } = "fen-ring-missing", "the {ring} ring is missing";
        FenRingLong { ring: Ring } = "fen-ring-long", "the {ring} ring has 8 points, but more are given";
        FenRingShort { ring: Ring } = "fen-ring-short", "the {ring} ring has 8 points, but fewer are given";
        FenRings = "fen-rings", "a FEN's board has only 3 rings";
        FenMarked = "fen-marked", "men that are marked for removal (X) are not supported";
        FenMan { given: String } = "fen-man", "“{given}” is not O, @ or *";
        Mfen { given: String } = "mfen", "an MFEN can't have “{given}” here";
    }
}

/// Makes an enum of words that stand in a sentence.
macro_rules! words {
    ($(#[$meta:meta])* $Name:ident { $($Variant:ident = $id:literal, $english:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name {
            $(#[doc = $english] $Variant,)*
        }

        impl $Name {
            /// Every word by its id: the list for translators.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[$(($id, $english)),*];
        }

        impl AsParam for $Name {
            fn param(&self) -> Param {
                match self {
                    $(Self::$Variant => Param::Word { id: $id, english: $english },)*
                }
            }
        }
    };
}

words! {
    /// A field of a position line or of a FEN.
    Field {
        Variant = "variant", "variant";
        Board = "board", "board";
        Side = "side", "side to move";
        Hands = "hands", "men in hand";
        Clock = "clock", "clock";
        Turn = "turn", "turn number";
        Men = "men", "number of men";
        Hand = "hand", "number of men in hand";
        Remove = "remove", "number of men to remove";
        Mills = "mills", "set of mills";
        Point = "point", "point's number";
    }
}

words! {
    /// A ring of the large boards.
    Ring {
        Inner = "inner", "inner";
        Middle = "middle", "middle";
        Outer = "outer", "outer";
    }
}
