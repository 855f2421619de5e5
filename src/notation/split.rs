//! Finds where one game in a text ends and the next begins, without parsing either: an invalid game
//! must not hide those after it.
//!
//! A game ends before tags that follow its moves, after its result and the comments on it, before a
//! move numbered 1 again, and before tags after an empty line if it already has such tags. No
//! program writes an empty line and tags inside a comment, so a comment that contains them is
//! unterminated.

use super::lexer::{is_delimiter, result, skip_space};
use super::signs::{QUOTES, is_space};
use crate::game::MAX_TAGS;
use std::ops::Range;

/// Goes through a text of many games. Each byte is looked at a few times at most, whatever the
/// text.
#[derive(Clone, Debug)]
pub(super) struct Splitter {
    at: usize,
    /// No comment that begins from here on has an end.
    last_close: usize,
}

impl Splitter {
    pub(super) fn new(text: &str) -> Self {
        Self {
            at: 0,
            last_close: text.rfind('}').unwrap_or(0),
        }
    }

    /// The next game's bytes; `None` where nothing but white space follows. The text is the same
    /// each time.
    pub(super) fn next(&mut self, text: &str) -> Option<Range<usize>> {
        let mut scan = Scan { text, at: self.at };
        scan.skip_space();
        let begin = scan.at;
        // `body`: something else than tags and comments; `moved`: a move; `over`: the result.
        let (mut body, mut moved, mut over, mut depth) = (false, false, false, 0_usize);
        // Sorted, and no more than any game may have: others are not looked for.
        let mut tags: Vec<&str> = Vec::new();
        loop {
            let empty_line = scan.skip_space();
            let Some(first) = scan.rest().chars().next() else {
                break;
            };
            if over && !matches!(first, '{' | ';') {
                break;
            }
            match first {
                '[' if let Some(name) = tag_name(scan.rest(), true) => {
                    let known = tags.binary_search(&name);
                    if body || empty_line && known.is_ok() {
                        break;
                    }
                    if let (Err(place), true) = (known, tags.len() <= MAX_TAGS) {
                        tags.insert(place, name);
                    }
                    scan.skip_tag();
                    continue;
                }
                '{' => {
                    if !scan.skip_comment(&mut self.last_close) {
                        break;
                    }
                    continue;
                }
                ';' => {
                    scan.skip_line();
                    continue;
                }
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                '$' => {
                    let number = scan.rest()[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                    scan.at = text.len() - number.len() - 1;
                }
                c if "[]}!?".contains(c) => {}
                _ => {
                    let word = scan.word();
                    if depth == 0 && moved && is_first_number(word, scan.rest()) {
                        break;
                    }
                    over = depth == 0 && result(word).is_some();
                    scan.at += word.len();
                    moved |= !word.ends_with(['.', '…']);
                    body = true;
                    continue;
                }
            }
            scan.at += first.len_utf8();
            body = true;
        }
        self.at = scan.at;
        (scan.at > begin)
            .then(|| begin..begin + text[begin..scan.at].trim_end_matches(is_space).len())
    }

    /// The number of bytes looked at.
    pub(super) fn at(&self) -> usize {
        self.at
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes to the next character that counts; whether an empty line was before it.
    fn skip_space(&mut self) -> bool {
        let begin = self.at;
        self.at = skip_space(self.text, begin);
        self.text[begin..self.at]
            .bytes()
            .filter(|&b| b == b'\n')
            .count()
            > 1
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Goes past a tag, or to the end of its line where it has no end.
    fn skip_tag(&mut self) {
        let mut quotes = 0;
        let mut chars = self.rest().char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '\\' if quotes == 1 => drop(chars.next()),
                '"' => quotes += 1,
                '\n' => return self.at += i,
                ']' if quotes != 1 => return self.at += i + 1,
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    /// Goes past a comment. Where it has no end, to the tags in it that are another game's, or to
    /// the end; then false.
    fn skip_comment(&mut self, last_close: &mut usize) -> bool {
        let open = self.at;
        let mut first_tag = None;
        let mut lines = 0;
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                '}' if open < *last_close => {
                    self.at += i + 1;
                    return true;
                }
                '\\' => drop(chars.next()),
                '[' if lines > 0 && tag_name(&self.rest()[i..], false).is_some() => {
                    first_tag = first_tag.or(Some(open + i));
                    if lines > 1 || open >= *last_close {
                        self.at += i;
                        return false;
                    }
                }
                _ => {}
            }
            lines = if c == '\n' {
                lines + 1
            } else if c.is_whitespace() {
                lines
            } else {
                0
            };
        }
        *last_close = open.min(*last_close);
        self.at = first_tag.unwrap_or(self.text.len());
        false
    }

    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c| is_space(c) || is_delimiter(c))
            .unwrap_or(rest.len());
        &rest[..end]
    }
}

/// The name of the tag that begins here, if one does: `[Name "`, or where that may be, `[Name …]`.
#[inline(never)]
pub(super) fn tag_name(text: &str, may_be_loose: bool) -> Option<&str> {
    let inside = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let length = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let value = inside[length..].trim_start_matches([' ', '\t']);
    let is_quoted = value.starts_with(|c| c == '"' || QUOTES.contains(c));
    let is_loose = || {
        let line = value.split('\n').next().unwrap_or_default();
        may_be_loose && inside[length..].starts_with([' ', '\t', ']']) && line.contains(']')
    };
    (length > 0 && (is_quoted || is_loose())).then_some(&inside[..length])
}

/// Whether a word begins a game: `1.`, `1)` or `1.d6`, but not `1...` or `1. ...`, which a second move's
/// number may be.
fn is_first_number(word: &str, rest: &str) -> bool {
    let after = rest[word.len()..].trim_start_matches([' ', '\t']);
    if word == "1" && after.starts_with(')') {
        return true;
    }
    word.strip_prefix("1.")
        .is_some_and(|more| !(more.starts_with('.') || more.is_empty() && after.starts_with("..")))
}
