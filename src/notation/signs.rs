//! The signs of a turn and what is blank, as people and programs write them.

/// White space, and what says no more than that: the byte order mark that some editors begin a file
/// with, marks without width, commas, the backticks around code, quotation marks.
// In the page, size counts for more than speed.
#[inline(never)]
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | ',' | '`' | '"'
        )
        || QUOTES.contains(c)
}

/// Quotation marks besides `"`.
pub(super) const QUOTES: &str = "“”„‟«»″";

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

/// Signs as HTML writes them, and what they are.
const ESCAPED: [(&str, &str); 6] = [
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&nbsp;", " "),
];

/// The sign that a text begins with, if HTML writes it so, and what it is.
#[inline(never)]
pub(super) fn escaped_sign(text: &str) -> Option<(&'static str, &'static str)> {
    ESCAPED
        .into_iter()
        .find(|(escaped, _)| text.starts_with(escaped))
}

/// A text that has signs as HTML writes them without these; `None` where it has none.
#[cold]
pub(super) fn unescape_html(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, escaped) = rest.split_at(at);
        let (sign, is) = escaped_sign(escaped).unwrap_or(("&", "&"));
        plain.push_str(before);
        plain.push_str(is);
        rest = &escaped[sign.len()..];
    }
    plain.push_str(rest);
    (plain.len() < text.len()).then_some(plain)
}
