//! Reads a game record: tags, then moves with comments, glyphs and variations, then the result.
//!
//! The reader accepts both names for points: coordinates and PlayOK's numbers.

use super::error::{ReadError, ReadErrorKind};
use super::fault::TextError;
use super::lexer::{Lexer, Token, declared_end};
use super::tags::Tags;
use super::turn::{read_move, read_numbers};
use crate::board::Board;
use crate::coded::clip;
pub use crate::game::MAX_MOVES;
use crate::game::{Game, MAX_REMARK_BYTES, NodeId};
use crate::moves::Move;
use crate::position::Outcome;

/// The longest text that is read, in bytes: what may be said of a game, and more than its moves and
/// its head need, so that whatever was read can be written and read again.
pub const LONGEST_RECORD: usize = MAX_REMARK_BYTES + 128 * MAX_MOVES;
/// How deep variations may stand in one another: each needs a move, and one that it replaces.
pub const DEEPEST_VARIATION: usize = MAX_MOVES / 2;

pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// How points are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Coordinates,
    Numbers,
}

/// Reads the record of one game: tags, numbered moves with comments, glyphs and variations, result.
///
/// - Tags may be left out. Without `Variant` it is Nine Men's Morris; `Position` (a position line)
///   or `FEN` (see [`read_fen`](super::read_fen)) says where the game begins, if not at the start.
/// - A turn's first move is by the side that begins under the rules, its second by the other,
///   whichever colours these are; `3...` stands before a second move. Numbers may be left out, but
///   a wrong one is refused: it tells that a move is missing.
/// - A comment before the first move is about the game (it is the root's); one before the first
///   move of a variation is about that move. In a comment `\}`, `\\` and `\[` stand for the
///   character, `\n` for a new line.
/// - Without a result, the `Result` tag has it; without that, the game goes on. A result that the
///   rules do not see is declared: as `Termination` has it (`resignation`, `time`, `agreement`),
///   and without that by resignation or agreement.
///
/// The game stands at the end of its main line.
///
/// # Errors
/// If the text is not a record, a move is illegal, the result contradicts the game, or there is
/// more than [`LONGEST_RECORD`], [`MAX_REMARK_BYTES`], [`MAX_MOVES`] or [`DEEPEST_VARIATION`]
/// allow.
pub fn read_record(text: &str) -> Result<Game, ReadError> {
    read_one(text, Dialect::Coordinates)
}

/// Reads the records of any number of games, one after another; none in an empty text.
///
/// # Errors
/// If one of them cannot be read, as in [`read_record`].
pub fn read_records(text: &str) -> Result<Vec<Game>, ReadError> {
    let mut source = TokenSource::new(text, Dialect::Coordinates)?;
    let mut games = Vec::new();
    while source.peek()?.is_some() {
        games.push(read_game(&mut source)?);
    }
    Ok(games)
}

// From four places: in the page, size counts for more than speed.
#[inline(never)]
pub(super) fn read_one(text: &str, dialect: Dialect) -> Result<Game, ReadError> {
    let mut source = TokenSource::new(text, dialect)?;
    if source.peek()?.is_none() {
        return Err(source.error(text.len(), TextError::NoGame));
    }
    let game = read_game(&mut source)?;
    match source.take()? {
        None => Ok(game),
        Some((at, Token::Tag { .. })) => Err(source.error(at, TextError::SecondGame)),
        Some((at, _)) => Err(source.error(at, TextError::AfterResult)),
    }
}

/// The text with one token of foresight, and the count of moves.
struct TokenSource<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    peeked: Option<(usize, Token<'a>)>,
    dialect: Dialect,
    moves: usize,
}

impl<'a> TokenSource<'a> {
    fn new(text: &'a str, dialect: Dialect) -> Result<Self, ReadError> {
        let source = Self {
            text,
            lexer: Lexer::new(text),
            peeked: None,
            dialect,
            moves: 0,
        };
        if text.len() > LONGEST_RECORD {
            return Err(source.error(
                LONGEST_RECORD,
                TextError::TooLong {
                    most: LONGEST_RECORD,
                },
            ));
        }
        Ok(source)
    }

    fn peek(&mut self) -> Result<Option<&(usize, Token<'a>)>, ReadError> {
        if self.peeked.is_none() {
            self.peeked = self.lexer.token()?;
        }
        Ok(self.peeked.as_ref())
    }

    fn take(&mut self) -> Result<Option<(usize, Token<'a>)>, ReadError> {
        match self.peeked.take() {
            None => self.lexer.token(),
            some => Ok(some),
        }
    }

    fn error(&self, at: usize, reason: impl Into<ReadErrorKind>) -> ReadError {
        ReadError::in_lines(self.text, at, reason)
    }
}

#[cold]
fn read_game(source: &mut TokenSource) -> Result<Game, ReadError> {
    let mut tags = Tags::default();
    let mut before = String::new();
    let mut ends = Vec::new();
    let begin = source.peek()?.map_or(0, |&(at, _)| at);
    while let Some((_, Token::Tag { .. } | Token::Comment(..))) = source.peek()? {
        match source.take()? {
            Some((
                at,
                Token::Tag {
                    name,
                    value,
                    value_at,
                },
            )) => tags.add(source.text, at, name, value, value_at)?,
            Some((_, Token::Comment(comment, end))) => {
                add_comment(&mut before, &comment);
                ends.extend(end.map(|end| (NodeId::ROOT, end)));
            }
            _ => {}
        }
    }
    let mut game = Game::from_position(tags.position(source.text)?);
    for (at, name, value) in &tags.kept {
        game.set_tag(name, value)
            .map_err(|error| source.error(*at, error))?;
    }
    game.add_comment(NodeId::ROOT, &before)
        .map_err(|error| source.error(begin, error))?;
    let reader = MoveReader {
        source,
        game,
        lines: Vec::new(),
        begun: false,
        before: String::new(),
        ends,
    };
    reader.read(&tags)
}

/// A variation that is being read.
struct OpenVariation {
    /// Where its parenthesis stands.
    opened: usize,
    /// Where the line that it belongs to goes on.
    back: NodeId,
}

struct MoveReader<'s, 'a> {
    source: &'s mut TokenSource<'a>,
    game: Game,
    lines: Vec<OpenVariation>,
    /// Whether the line that is being read has a move.
    begun: bool,
    /// The comment in a variation before its first move.
    before: String,
    /// Ends declared in comments: applied last, since no move can follow one.
    ends: Vec<(NodeId, Outcome)>,
}

impl MoveReader<'_, '_> {
    fn read(mut self, tags: &Tags) -> Result<Game, ReadError> {
        let mut result = None;
        while let Some((_, token)) = self.source.peek()? {
            if matches!(token, Token::Tag { .. }) {
                break; // the next game's
            }
            let Some((at, token)) = self.source.take()? else {
                break;
            };
            match token {
                Token::Word(word) if RESULTS.contains(&word) => {
                    if !self.lines.is_empty() {
                        return Err(self.source.error(
                            at,
                            TextError::VariationResult {
                                given: word.to_owned(),
                            },
                        ));
                    }
                    result = Some((at, word));
                    break;
                }
                token => self.token(at, token)?,
            }
        }
        if let Some(line) = self.lines.last() {
            return Err(self.source.error(line.opened, TextError::VariationOpen));
        }
        while let Some((_, Token::Comment(..))) = self.source.peek()? {
            if let Some((at, token)) = self.source.take()? {
                self.token(at, token)?;
            }
        }
        // The first of each node: whether it is over there takes a look at the whole line.
        let mut seen = vec![false; self.game.nodes().len()];
        for (node, end) in std::mem::take(&mut self.ends) {
            if !std::mem::replace(&mut seen[node.index()], true) {
                self.game.declare_at(node, end);
            }
        }
        self.end(tags, result)?;
        Ok(self.game)
    }

    #[cold]
    fn token(&mut self, at: usize, token: Token) -> Result<(), ReadError> {
        let here = self.game.current();
        match token {
            Token::Tag { .. } => {}
            Token::Comment(comment, end) => {
                let in_front = !self.begun && !self.lines.is_empty();
                match in_front {
                    true => add_comment(&mut self.before, &comment),
                    false => self
                        .game
                        .add_comment(here, &comment)
                        .map_err(|error| self.source.error(at, error))?,
                }
                self.ends
                    .extend(end.filter(|_| !in_front).map(|end| (here, end)));
            }
            Token::Glyph(_) if !self.begun && !self.lines.is_empty() => {
                return Err(self.source.error(at, TextError::GlyphFirst));
            }
            Token::Glyph(glyph) => self
                .game
                .add_glyph(here, glyph)
                .map_err(|error| self.source.error(at, error))?,
            Token::Number { number, dots } => self.check_number(at, number, dots)?,
            Token::Word(word) => {
                let bare_number = || {
                    word.bytes()
                        .all(|b| b.is_ascii_digit())
                        .then(|| word.parse().ok())?
                };
                match (self.source.dialect, bare_number()) {
                    (Dialect::Coordinates, Some(number)) => self.check_number(at, number, 0)?,
                    _ => self.play(at, word)?,
                }
            }
            Token::Open => {
                let parent = self.game.node(here).parent().filter(|_| self.begun);
                let Some(parent) = parent else {
                    return Err(self.source.error(at, TextError::VariationFirst));
                };
                if self.lines.len() == DEEPEST_VARIATION {
                    return Err(self.source.error(
                        at,
                        TextError::TooDeep {
                            most: DEEPEST_VARIATION,
                        },
                    ));
                }
                self.lines.push(OpenVariation {
                    opened: at,
                    back: here,
                });
                self.game.go_to(parent);
                self.begun = false;
            }
            Token::Close => {
                let Some(line) = self.lines.pop() else {
                    return Err(self.source.error(at, TextError::StrayParenthesis));
                };
                if !self.begun {
                    return Err(self.source.error(at, TextError::VariationEmpty));
                }
                self.game.go_to(line.back);
            }
        }
        Ok(())
    }

    /// Whether the number fits the move that is to come.
    fn check_number(&self, at: usize, number: u32, dots: usize) -> Result<(), ReadError> {
        let position = self.game.position();
        let turn = position.side_to_move();
        if number != position.number() {
            let reason = TextError::WrongTurn {
                side: turn,
                turn: position.number(),
                given: number,
            };
            return Err(self.source.error(at, reason));
        }
        if dots > 1 && turn == position.rules().first.into() {
            let reason = TextError::WrongSide {
                given: number,
                other: turn.other(),
                side: turn,
            };
            return Err(self.source.error(at, reason));
        }
        Ok(())
    }

    fn play(&mut self, at: usize, word: &str) -> Result<(), ReadError> {
        let text = self.source.text;
        let board = self.game.position().board();
        if word.starts_with('x') && !self.game.position().is_to_remove() {
            return Err(self.source.error(at, TextError::CaptureFirst));
        }
        let mut mv = self
            .read_word(board, word)
            .map_err(|error| error.within_lines(text, at))?;
        // A capture may stand by itself after the move: “5-6 x12”. Where the next turn is a
        // removal, it is that one's.
        let removal_follows = |mv| {
            self.game
                .position()
                .play(mv)
                .is_ok_and(|next| next.is_to_remove())
        };
        while !removal_follows(mv)
            && let Some(&(at, Token::Word(word))) = self.source.peek()?
            && let Some(taken) = word.strip_prefix('x')
        {
            let taken = self
                .read_word(board, taken)
                .map_err(|error| error.within_lines(text, at + 1))?;
            let Some(point) = taken.to().filter(|_| taken.from().is_none()) else {
                return Err(self.source.error(
                    at + 1,
                    TextError::NoPoint {
                        given: clip(&word[1..]),
                    },
                ));
            };
            mv = mv.taking(mv.captures().or(taken.captures()).with(point));
            self.source.take()?;
        }
        if self.source.moves == MAX_MOVES {
            return Err(self
                .source
                .error(at, TextError::TooManyMoves { most: MAX_MOVES }));
        }
        self.source.moves += 1;
        let node = self
            .game
            .play(mv)
            .map_err(|error| self.source.error(at, error))?;
        let before = std::mem::take(&mut self.before);
        self.game
            .add_comment(node, &before)
            .map_err(|error| self.source.error(at, error))?;
        self.begun = true;
        Ok(())
    }

    fn read_word(&self, board: &Board, word: &str) -> Result<Move, ReadError> {
        match self.source.dialect {
            Dialect::Coordinates => read_move(word, board),
            Dialect::Numbers => read_numbers(word, board),
        }
    }

    /// Compares the result with the game, and declares an end that the rules do not see.
    fn end(&mut self, tags: &Tags, token: Option<(usize, &str)>) -> Result<(), ReadError> {
        let tag = tags.own("Result");
        if let Some((at, tag)) = tag.filter(|(_, tag)| !RESULTS.contains(tag)) {
            return Err(self
                .source
                .error(at, TextError::NoResult { given: clip(tag) }));
        }
        if let (Some((at, token)), Some((_, tag))) = (token, tag)
            && token != tag
        {
            return Err(self.source.error(
                at,
                TextError::ResultDiffers {
                    given: token.to_owned(),
                    other: tag.to_owned(),
                },
            ));
        }
        let (at, result) = token.or(tag).unwrap_or((self.source.text.len(), "*"));
        let over = self.game.outcome();
        if let Some(over) = over.filter(|over| result != "*" && result != over.result()) {
            let reason = TextError::ResultWrong {
                given: result.to_owned(),
                result: over.result(),
                ended: over,
            };
            return Err(self.source.error(at, reason));
        }
        let usual = match (result, over) {
            ("*", _) | (_, Some(_)) => None,
            ("1/2-1/2", None) => Some("agreement"),
            _ => Some("resignation"),
        };
        let by = match tags.own("Termination") {
            None => usual,
            Some((at, given)) => match given.to_ascii_lowercase().as_str() {
                "normal" | "abandoned" | "unterminated" | "" | "?" => usual,
                by @ ("resignation" | "time" | "time forfeit" | "agreement") => {
                    let by = if by == "time forfeit" { "time" } else { by };
                    if let Some(over) = over.filter(|over| over.id() != by) {
                        let reason = TextError::EndWrong {
                            given: by.to_owned(),
                            ended: over,
                        };
                        return Err(self.source.error(at, reason));
                    }
                    if over.is_none() && declared_end(result, by).is_none() {
                        let reason = TextError::EndUnfit {
                            result: result.to_owned(),
                            given: by.to_owned(),
                        };
                        return Err(self.source.error(at, reason));
                    }
                    ["resignation", "time", "agreement"]
                        .into_iter()
                        .find(|&known| known == by)
                }
                _ => {
                    let reason = TextError::NoEnd { given: clip(given) };
                    return Err(self.source.error(at, reason));
                }
            },
        };
        if let Some(end) = by.and_then(|by| declared_end(result, by)) {
            self.game.declare_at(self.game.current(), end);
        }
        Ok(())
    }
}

/// Appends to a comment.
fn add_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}
