//! The tokens of a game record: tags, comments, parentheses, glyphs, move numbers, moves and
//! results.

use super::error::{ReadError, ReadErrorKind};
use super::fault::TextError;
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
    /// `12.`, `12...`
    Number { number: u32, dots: usize },
    /// A move, a result, or what should have been one.
    Word(&'a str),
}

/// Cuts a text into tokens, each with the byte that it begins at. Ends on every text: each step
/// takes at least one byte, and nothing follows an error.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

/// The suffixes, by the number of their glyph less one.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
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
            '(' => self.single(Token::Open),
            ')' => self.single(Token::Close),
            '}' => return Err(self.error(at, TextError::StrayBrace)),
            ']' => return Err(self.error(at, TextError::StrayBracket)),
            '$' | '!' | '?' => self.glyph(first)?,
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

    /// Goes to the next character that counts: past white space and lines that begin with `%`.
    fn skip_space(&mut self) {
        loop {
            self.at += self.rest().len() - self.rest().trim_start_matches(is_space).len();
            let begins_line = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            if !(begins_line && self.rest().starts_with('%')) {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn tag(&mut self) -> Result<Token<'a>, ReadError> {
        let open = self.at;
        self.at += 1;
        self.skip_space();
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.error(self.at, RemarkError::NoTagName));
        }
        let tag = || format!("{name:.40}");
        self.skip_space();
        let quote = self.at;
        if !self.rest().starts_with('"') {
            return Err(self.error(quote, TextError::NoTagValue { tag: tag() }));
        }
        let mut value = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        let end = loop {
            match chars.next() {
                Some((i, '"')) => break i + 1,
                Some((_, '\\')) => value.push(unescape(&mut chars, &['\\', '"'])),
                None | Some((_, '\n')) => {
                    return Err(self.error(quote, TextError::TagUnquoted { tag: tag() }));
                }
                Some((_, c)) => value.push(c),
            }
        };
        self.at += end;
        self.skip_space();
        if !self.rest().starts_with(']') {
            let at = if self.rest().is_empty() {
                open
            } else {
                self.at
            };
            return Err(self.error(at, TextError::TagOpen { tag: tag() }));
        }
        self.at += 1;
        Ok(Token::Tag {
            name,
            value,
            value_at: quote + 1,
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
        let mut comment = String::new();
        let mut chars = self.rest().char_indices().peekable();
        let end = loop {
            match chars.next() {
                Some((i, '}')) => break i + 1,
                Some((_, '\\')) => comment.push(unescape(&mut chars, &['\\', '}', '['])),
                // A line's end, and the space around it, is what wrapping has made of one space.
                Some((_, '\n' | '\r')) => {
                    comment.truncate(comment.trim_end_matches([' ', '\t']).len());
                    comment.push(' ');
                    while chars.next_if(|&(_, c)| c.is_whitespace()).is_some() {}
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
        if !digits.is_empty() && self.rest().starts_with('.') {
            let number = digits.parse().map_err(|_| {
                let given = format!("{digits:.20}…");
                self.error(at, TextError::TurnTooFar { given })
            })?;
            let mut dots = self.take_while(|c| c == '.').len();
            // “3. ...” is another way to write “3...”.
            let further = self.rest().trim_start_matches([' ', '\t']);
            if further.starts_with("..") {
                self.at += self.rest().len() - further.len();
                dots += self.take_while(|c| c == '.').len();
            }
            return Ok(Token::Number { number, dots });
        }
        self.take_while(|c| !is_space(c) && !is_delimiter(c));
        Ok(Token::Word(&self.text[at..self.at]))
    }
}

/// What ends a word without white space before it.
pub(super) fn is_delimiter(c: char) -> bool {
    "{}()[];$!?".contains(c)
}

/// White space, and the byte order mark that some editors begin a file with.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
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
