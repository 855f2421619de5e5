//! The tokens of a game record: tags, comments, parentheses, glyphs, move numbers, moves and
//! results. Also as mail, chats and other programs write them.

use super::error::{ReadError, ReadErrorKind};
use super::fault::TextError;
use super::signs::{is_space, take_sign, way_sign};
use crate::coded::clip;
use crate::game::RemarkError;
use crate::position::{DrawBy, Outcome, Side, WinBy};

/// How a comment says that the game was declared over at its move: `{[%end resignation 0-1] and
/// what else is said}`. Only needed away from the end of the main line, whose end the record's own
/// result and `Termination` tell.
pub(super) const END_MARK: &str = "[%end ";
const LONGEST_END: usize = "agreement 1/2-1/2]".len();

/// What a record consists of.
#[derive(Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value without its escapes.
    Tag {
        name: &'a str,
        value: String,
        value_at: usize,
    },
    /// `{…}` or `;…`: what it says, and the declared end that it tells of.
    Comment(String, Option<Outcome>),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$1`, or one of the suffixes `!`, `?`, `!!`, `??`, `!?`, `?!`.
    Glyph(u8),
    /// `12.`, `12...`, `12…`, `12)`
    Number { number: u32, dots: usize },
    /// A move, a result, or what should have been one.
    Word(&'a str),
}

/// Cuts a text into tokens, each with the byte that it begins at. Ends on every text: each step
/// takes at least one byte, and nothing follows an error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// How many variations are open: a parenthesis after a number may close one.
    depth: usize,
}

/// The suffixes, by the number of their glyph less one.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
        }
    }

    /// The next token; `None` at the end of the text.
    #[cold]
    pub(super) fn token(&mut self) -> Result<Option<(usize, Token<'a>)>, ReadError> {
        self.skip_space();
        let at = self.at;
        let Some(first) = self.rest().chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            ';' => {
                let line = self.rest().split('\n').next().unwrap_or_default();
                self.at += line.len();
                Token::Comment(line[1..].trim().to_owned(), None)
            }
            '(' => {
                self.depth += 1;
                self.single(Token::Open)
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                self.single(Token::Close)
            }
            '}' => return Err(self.error(at, TextError::StrayBrace)),
            ']' => return Err(self.error(at, TextError::StrayBracket)),
            '$' | '!' | '?' => self.glyph(first)?,
            _ if self.skip_filler() => return self.token(),
            _ => self.number_or_word()?,
        };
        Ok(Some((at, token)))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, reason: impl Into<ReadErrorKind>) -> ReadError {
        ReadError::in_lines(self.text, at, reason)
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Goes to the next character that counts.
    fn skip_space(&mut self) {
        self.at = skip_space(self.text, self.at);
    }

    /// Goes past a word that says nothing: “Place to d6”.
    #[cold]
    fn skip_filler(&mut self) -> bool {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic());
        let word = &rest[..end.unwrap_or(rest.len())];
        let says_nothing = FILLERS.iter().any(|known| word.eq_ignore_ascii_case(known));
        self.at += if says_nothing { word.len() } else { 0 };
        says_nothing
    }

    fn tag(&mut self) -> Result<Token<'a>, ReadError> {
        let open = self.at;
        self.at += 1;
        self.take_while(char::is_whitespace);
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.error(self.at, RemarkError::NoTagName));
        }
        self.take_while(char::is_whitespace);
        let quote = self.at;
        if let Some((value, after)) = self.quoted() {
            self.at += after;
            return Ok(Token::Tag {
                name,
                value,
                value_at: quote + 1,
            });
        }
        self.loose_tag(name, open)
    }

    /// The value in double quotes that follows, and the length to the end of its tag.
    #[cold]
    fn quoted(&self) -> Option<(String, usize)> {
        let rest = self.rest().strip_prefix('"')?;
        let mut value = String::new();
        let mut chars = rest.char_indices().peekable();
        let end = loop {
            match chars.next()? {
                (i, '"') => break i + 1,
                (_, '\\') => value.push(unescape(&mut chars, &['\\', '"'])),
                (_, '\n') => return None,
                (_, c) => value.push(c),
            }
        };
        let after = rest[end..].trim_start_matches(is_space);
        let after = after.strip_prefix(']')?;
        Some((value, self.rest().len() - after.len()))
    }

    /// The rest of a tag whose value stands in other quotation marks, or in none.
    #[cold]
    fn loose_tag(&mut self, name: &'a str, open: usize) -> Result<Token<'a>, ReadError> {
        let line = self.rest().split('\n').next().unwrap_or_default();
        let Some(end) = line.rfind(']') else {
            let tag = format!("{name:.40}");
            return Err(self.error(open, TextError::TagOpen { tag }));
        };
        let value = line[..end].trim_matches(is_space);
        let value_at = value.as_ptr() as usize - self.text.as_ptr() as usize;
        self.at += end + 1;
        Ok(Token::Tag {
            name,
            value: value.to_owned(),
            value_at,
        })
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let taken =
            &self.rest()[..self.rest().len() - self.rest().trim_start_matches(belongs).len()];
        self.at += taken.len();
        taken
    }

    fn comment(&mut self) -> Result<Token<'a>, ReadError> {
        let open = self.at;
        self.at += 1;
        let inside = self.rest().trim_start();
        let mark = end_mark(inside);
        if let Some((_, length)) = mark {
            self.at += self.rest().len() - inside.len() + length;
        }
        let line = self.text[..open].rsplit('\n').next().unwrap_or_default();
        let is_quoted = line.trim_start_matches(is_space).starts_with('>');
        let mut comment = String::new();
        let mut chars = self.rest().char_indices().peekable();
        let end = loop {
            match chars.next() {
                Some((i, '}')) => break i + 1,
                Some((_, '\\')) => comment.push(unescape(&mut chars, &['\\', '}', '['])),
                // A line's end, and the space around it, is what wrapping has made of one space. In
                // a quotation each line begins with `>`.
                Some((_, '\n' | '\r')) => {
                    comment.truncate(comment.trim_end_matches([' ', '\t']).len());
                    comment.push(' ');
                    let is_margin = |c: char| c.is_whitespace() || is_quoted && c == '>';
                    while chars.next_if(|&(_, c)| is_margin(c)).is_some() {}
                }
                Some((_, c)) => comment.push(c),
                None => return Err(self.error(open, TextError::CommentOpen)),
            }
        };
        self.at += end;
        Ok(Token::Comment(
            comment.trim().to_owned(),
            mark.map(|(outcome, _)| outcome),
        ))
    }

    fn glyph(&mut self, first: char) -> Result<Token<'a>, ReadError> {
        let at = self.at;
        if first == '$' {
            self.at += 1;
            let digits = self.take_while(|c| c.is_ascii_digit());
            let number = digits
                .parse()
                .map_err(|_| self.error(at, TextError::GlyphNumber))?;
            return Ok(Token::Glyph(number));
        }
        let run = self.take_while(|c| matches!(c, '!' | '?'));
        match SUFFIXES.iter().position(|&suffix| suffix == run) {
            Some(place) => Ok(Token::Glyph(place as u8 + 1)),
            None => Err(self.error(at, TextError::GlyphMarks { given: clip(run) })),
        }
    }

    fn number_or_word(&mut self) -> Result<Token<'a>, ReadError> {
        let at = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        let mark = if self.depth == 0 {
            ['.', '…', ')']
        } else {
            ['.', '…', '.']
        };
        if !digits.is_empty() && self.rest().starts_with(mark) {
            let number = digits.parse().map_err(|_| {
                let given = format!("{digits:.20}…");
                self.error(at, TextError::TurnTooFar { given })
            })?;
            // In bytes: “…” is as long as three dots.
            let mut dots = self.take_while(|c| c == '.' || c == '…').len();
            if dots == 0 {
                self.at += 1;
                dots = 1;
            }
            // “3. ...” is another way to write “3...”.
            let further = self.rest().trim_start_matches([' ', '\t']);
            if further.starts_with("..") || further.starts_with('…') {
                self.at += self.rest().len() - further.len();
                dots += self.take_while(|c| c == '.' || c == '…').len();
            }
            return Ok(Token::Number { number, dots });
        }
        self.take_while(|c| !is_space(c) && !is_delimiter(c));
        while let Some(further) = self.goes_on(at) {
            self.at = further;
            self.take_while(|c| !is_space(c) && !is_delimiter(c));
        }
        Ok(Token::Word(&self.text[at..self.at]))
    }

    /// Where a word goes on that began at `at`, if it does after spaces: “f2 -> f4”, “x a1”.
    #[cold]
    fn goes_on(&self, at: usize) -> Option<usize> {
        let word = &self.text[at..self.at];
        let next = self
            .rest()
            .trim_start_matches(|c: char| c != '\n' && is_space(c));
        let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_alphanumeric());
        let behind = way_sign(next).map(|sign| next[sign..].trim_start_matches([' ', '\t']));
        let ends = word.char_indices().next_back().is_some_and(|(last, _)| {
            way_sign(&word[last..]).or_else(|| take_sign(&word[last..])) == Some(word.len() - last)
        });
        // A word such as `*` is a result, and one such as `take` is of the next one.
        let open = ends && (word.len() > 1 || !word.starts_with('*'))
            || ["take", "takes"]
                .iter()
                .any(|take| word.eq_ignore_ascii_case(take));
        let goes_on = next.len() < self.rest().len() && open && begins(next)
            || !word.is_empty() && behind.is_some_and(begins);
        goes_on.then(|| self.text.len() - next.len())
    }
}

/// Words that say nothing in a list of moves.
const FILLERS: [&str; 4] = ["place", "to", "move", "from"];

/// The next byte that counts: past white space, lines that begin with `%`, the `>` of quotations,
/// and the language that a block of code begins with.
#[cold]
pub(super) fn skip_space(text: &str, mut at: usize) -> usize {
    let mut begins_line = at == 0;
    loop {
        let rest = text[at..].trim_start_matches(is_space);
        let skipped = &text[at..text.len() - rest.len()];
        begins_line |= skipped.contains('\n');
        at += skipped.len();
        at += if begins_line && rest.starts_with('>') {
            1
        } else if rest.starts_with('%') && (at == 0 || text[..at].ends_with('\n')) {
            rest.find('\n').unwrap_or(rest.len())
        } else if begins_line && (skipped.ends_with("```") || rest.starts_with("~~~")) {
            let after = rest.trim_start_matches('~');
            let fence = rest.len() - after.len();
            match after.find(|c: char| !c.is_ascii_alphabetic()) {
                Some(end) if end > 0 && after[end..].starts_with(['\r', '\n']) => fence + end,
                _ if fence > 0 => fence,
                _ => return at,
            }
        } else {
            return at;
        };
    }
}

/// What ends a word without white space before it.
pub(super) fn is_delimiter(c: char) -> bool {
    "{}()[];$!?".contains(c)
}

/// What stands for the backslash just read: the next character, if it is one that is written so, or
/// a new line for `n`. A backslash before anything else is a backslash, since other programs write
/// them plainly.
fn unescape(
    chars: &mut std::iter::Peekable<impl Iterator<Item = (usize, char)>>,
    escaped: &[char],
) -> char {
    match chars.next_if(|&(_, c)| c == 'n' || escaped.contains(&c)) {
        Some((_, 'n')) => '\n',
        Some((_, c)) => c,
        None => '\\',
    }
}

/// The declared end that a comment begins with, and the length of saying so.
fn end_mark(inside: &str) -> Option<(Outcome, usize)> {
    let mark = inside.strip_prefix(END_MARK)?;
    let length = mark.bytes().take(LONGEST_END).position(|b| b == b']')?;
    let (by, result) = mark.get(..length)?.split_once(' ')?;
    Some((declared_end(result, by)?, END_MARK.len() + length + 1))
}

/// What a word says if it is a result: also with another dash or colon, or with `½`.
pub(super) fn result(word: &str) -> Option<&'static str> {
    let sign = |c: char| match c {
        '–' | '—' | '−' | '‐' | '‑' | ':' => '-',
        c => c,
    };
    // None is longer than this.
    if word.len() > 24 {
        return None;
    }
    let plain = word.chars().filter(|&c| !is_space(c)).map(sign);
    let plain = plain.collect::<String>().replace('½', "1/2");
    match plain.as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// The declared end with this result for this reason; `None` where they contradict each other, or
/// one is unknown.
pub(super) fn declared_end(result: &str, by: &str) -> Option<Outcome> {
    let winner = match result {
        "1-0" => Some(Side::White),
        "0-1" => Some(Side::Black),
        "1/2-1/2" => None,
        _ => return None,
    };
    match (winner, by) {
        (Some(winner), "resignation") => Some(Outcome::Win(winner, WinBy::Resignation)),
        (Some(winner), "time") => Some(Outcome::Win(winner, WinBy::Time)),
        (None, "agreement") => Some(Outcome::Draw(DrawBy::Agreement)),
        _ => None,
    }
}
