//! The signs of a turn and what is blank, as people and programs write them.

/// White space, and what says no more than that: the byte order mark that some editors begin a file
/// with, marks without width, commas, the backticks around code.
// In the page, size counts for more than speed.
#[inline(never)]
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | ',' | '`'
        )
}

/// The length of the sign of a way that a text begins with: `-`, and what else is written for it.
pub(super) fn way_sign(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    match chars.next()? {
        '-' | '=' if text[1..].starts_with('>') => Some(2),
        c if "-–—−‐‑>→".contains(c) => Some(c.len_utf8()),
        _ => None,
    }
}

/// The length of the sign of a capture that a text begins with: `x`, and what else is written for
/// it.
pub(super) fn take_sign(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if "xX×:*".contains(first) {
        return Some(first.len_utf8());
    }
    let word = ["takes ", "take "].into_iter();
    let mut said = word.filter_map(|word| text.get(..word.len()).map(|said| (word, said)));
    said.find(|(word, said)| word.eq_ignore_ascii_case(said))
        .map(|(word, _)| word.len())
}
