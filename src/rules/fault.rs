//! Why a text is not a rule set, or why its options conflict.

use crate::coded::coded;

coded! {
    /// Why a text is no rule set, or the options of one do not fit together.
    pub enum RulesError {
        OptionsOpen = "options-open", "the options end without “]”";
        NoVariant { given: String, known: String } = "no-variant", "there is no variant “{given}”; the variants are {known}";
        NoOption { given: String, known: String } = "no-option", "there is no option “{given}”; the options are {known}";
        NotAnOption { given: String } = "not-an-option", "“{given}” is not an option and its value, such as fly=never";
        OptionTwice { option: String } = "option-twice", "{option} is given twice";
        OptionChoice { option: String, known: String, given: String } = "option-choice", "{option} can be {known}, not “{given}”";
        OptionNumber { option: String, least: u16, most: u16, given: String } = "option-number", "{option} must be a number from {least} to {most}, not “{given}”";
        OptionNumberOrNever { option: String, least: u16, most: u16, given: String } = "option-number-or-never", "{option} must be a number from {least} to {most} or never, not “{given}”";
        MenDoNotFit { men: u8, points: usize } = "men-do-not-fit", "{men} men a side do not fit on a board of {points} points";
        NoStart { board: &'static str } = "no-start", "the board {board} has no points where men begin";
        MenForStart { men: u8, places: usize } = "men-for-start", "each side begins on {places} points of the board, not with {men} men";
        Apart { one: &'static str, other: String } = "options-apart", "{one} and {other} do not go together";
    }
}
