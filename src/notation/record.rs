//! Reads a game record: tags, then moves with comments, glyphs and variations, then the result.
//!
//! The reader accepts all names for points: coordinates, PlayOK's numbers, and the junctions of
//! Morabaraba.

use super::error::{ReadError, ReadErrorKind};
use super::fault::TextError;
use super::lexer::{Lexer, Token, declared_end, result};
use super::signs::take_sign;
use super::tags::Tags;
use super::turn::{junction, names, read_junctions, read_move, read_numbers};
use crate::board::Board;
use crate::coded::clip;
pub use crate::game::MAX_MOVES;
use crate::game::{Game, MAX_REMARK_BYTES, NodeId, PlayError};
use crate::moves::{IllegalMove, Move};
use crate::position::Outcome;
use crate::rules::{Preset, Rules};

/// The longest text that is read, in bytes: what may be said of a game, and more than its moves and
/// its head need, so that whatever was read can be written and read again.
pub const LONGEST_RECORD: usize = MAX_REMARK_BYTES + 128 * MAX_MOVES;
/// How deep variations may stand in one another: each needs a move, and one that it replaces.
pub const DEEPEST_VARIATION: usize = MAX_MOVES / 2;

/// How points are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Coordinates,
    Numbers,
    Junctions,
}

/// What could be read of a text, where more than a whole game or nothing is wanted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Reading {
    /// As far as it goes; it stands at the end of its main line.
    pub game: Game,
    /// The last turn without its captures, where the text ends before them.
    pub half: Option<Move>,
    /// Why the rest could not be read.
    pub error: Option<ReadError>,
    /// The games that it may be of, the likeliest first, where its `Variant` is unknown or does not
    /// tell. `game` is of the first; unknown, this is an `error`, too. To go on with another, read it
    /// again with that as the answer.
    pub games: Vec<Rules>,
    /// Whether words around the game were left out, such as those of a mail.
    pub left_out: bool,
}

impl Reading {
    /// That of a text which tells the rules.
    pub(super) fn whole(game: Game) -> Self {
        Self {
            game,
            half: None,
            error: None,
            games: Vec::new(),
            left_out: false,
        }
    }

    /// The game, if all could be read.
    pub(super) fn strictly(self) -> Result<Game, ReadError> {
        self.error.map_or(Ok(self.game), Err)
    }
}

/// How a record is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub dialect: Dialect,
    /// The rules where the record names none that is known.
    pub answer: Option<Rules>,
    /// Whether a turn may be half made at the end.
    pub by_halves: bool,
}

/// Reads the record of one game: tags, numbered moves with comments, glyphs and variations, result.
/// What people and other programs write for these is understood: `D6 F4`, `g1×d2`, `1)`, `½-½`,
/// quotations and blocks of code, names of games in other languages.
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
///   and without that by resignation or agreement. What a tag says against the game is ignored.
/// - The points may have the names of Morabaraba's junctions (`E1` to `E8`, `A1` to `A8`, `R1` to
///   `R8`); without `Variant` it is that game then.
///
/// The game stands at the end of its main line.
///
/// ```
/// use merels::notation::{read_record, write_record};
///
/// let game = read_record("1. d6 {A crossing.} f4 (1... d2) 2. d2 *")?;
/// assert_eq!(game.main_line().len(), 4);
/// assert!(write_record(&game).contains("1. d6 {A crossing.}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the text is not a record, a move is illegal, the result contradicts the game, or there is
/// more than [`LONGEST_RECORD`], [`MAX_REMARK_BYTES`], [`MAX_MOVES`] or [`DEEPEST_VARIATION`]
/// allow.
pub fn read_record(text: &str) -> Result<Game, ReadError> {
    read_one(text, Dialect::Coordinates)
}

impl From<Dialect> for How {
    fn from(dialect: Dialect) -> Self {
        Self {
            dialect,
            answer: None,
            by_halves: false,
        }
    }
}

/// Reads the records of any number of games, one after another; none in an empty text.
///
/// # Errors
/// If one of them cannot be read, as in [`read_record`].
pub fn read_records(text: &str) -> Result<Vec<Game>, ReadError> {
    let mut source = TokenSource::new(text, Dialect::Coordinates.into())?;
    let mut games = Vec::new();
    while source.peek()?.is_some() {
        games.push(read_game(&mut source)?.strictly()?);
    }
    Ok(games)
}

// From four places: in the page, size counts for more than speed.
#[inline(never)]
pub(super) fn read_one(text: &str, dialect: Dialect) -> Result<Game, ReadError> {
    read_as_far(text, dialect.into())?.strictly()
}

/// Reads one game as far as it can be read.
///
/// # Errors
/// If not even its head can be read.
#[inline(never)]
pub(super) fn read_as_far(text: &str, how: How) -> Result<Reading, ReadError> {
    let mut source = TokenSource::new(text, how)?;
    if source.peek()?.is_none() {
        return Err(source.error(text.len(), TextError::NoGame));
    }
    let mut reading = read_game(&mut source)?;
    if reading.error.is_none() {
        reading.error = match source.take() {
            Ok(None) => None,
            Ok(Some((at, Token::Tag { .. }))) => Some(source.error(at, TextError::SecondGame)),
            Ok(Some((at, _))) => Some(source.error(at, TextError::AfterResult)),
            Err(error) => Some(error),
        };
    }
    Ok(reading)
}

/// The text with one token of foresight, and the count of moves.
struct TokenSource<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    peeked: Option<(usize, Token<'a>)>,
    how: How,
    moves: usize,
}

impl<'a> TokenSource<'a> {
    fn new(text: &'a str, how: How) -> Result<Self, ReadError> {
        let source = Self {
            text,
            lexer: Lexer::new(text),
            peeked: None,
            how,
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
            self.peeked = self.next()?;
        }
        Ok(self.peeked.as_ref())
    }

    fn take(&mut self) -> Result<Option<(usize, Token<'a>)>, ReadError> {
        match self.peeked.take() {
            None => self.next(),
            some => Ok(some),
        }
    }

    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, ReadError> {
        let here = self.lexer;
        // Nothing follows an error but the same again.
        self.lexer.token().inspect_err(|_| self.lexer = here)
    }

    fn error(&self, at: usize, reason: impl Into<ReadErrorKind>) -> ReadError {
        ReadError::in_lines(self.text, at, reason)
    }

    /// Whether the moves to come name their points as Morabaraba's junctions: all of them, and one
    /// that is no coordinate.
    fn is_in_junctions(&self) -> bool {
        let board = Preset::Morabaraba.rules().board;
        let mut is_other = false;
        let mut lexer = Lexer::new(self.text);
        while let Ok(Some((_, token))) = lexer.token() {
            let Token::Word(word) = token else { continue };
            if result(word).is_some() {
                break;
            }
            if word.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            for name in names(word) {
                if junction(name).is_none() {
                    return false;
                }
                is_other |= board.point(&name.to_ascii_lowercase()).is_none();
            }
        }
        is_other
    }
}

#[cold]
fn read_game(source: &mut TokenSource) -> Result<Reading, ReadError> {
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
    let mut usual = Preset::Nine;
    if source.how.dialect != Dialect::Numbers && tags.may_be_large() && source.is_in_junctions() {
        source.how.dialect = Dialect::Junctions;
        usual = Preset::Morabaraba;
    }
    let (start, untold) = tags.position(source.text, usual.rules(), source.how.answer)?;
    let mut game = Game::from_position(start);
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
        half: None,
    };
    let (game, half, error) = reader.read(&tags);
    Ok(Reading {
        game,
        half,
        error,
        games: untold.into_iter().collect(),
        left_out: false,
    })
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
    /// A turn of the main line that lacks captures: only the last may.
    half: Option<Move>,
}

impl MoveReader<'_, '_> {
    /// The game, a half-made turn at its end, and what else is wrong.
    fn read(mut self, tags: &Tags) -> (Game, Option<Move>, Option<ReadError>) {
        let (result, mut error) = match self.read_moves() {
            Ok(result) => (result, None),
            Err(error) => (None, Some(error)),
        };
        if let Some(line) = self.lines.first() {
            self.game.go_to(line.back);
        }
        if self.half.is_some() && self.source.how.by_halves && self.is_at_end() {
            error = None;
        } else {
            self.half = None;
        }
        let end = match (&error, self.half) {
            (None, None) => self.end(tags, result),
            _ => Ok(()),
        };
        self.declare();
        (self.game, self.half, error.or(end.err()))
    }

    /// Whether no more moves follow.
    fn is_at_end(&mut self) -> bool {
        loop {
            match self.source.take() {
                Ok(None) => return true,
                Ok(Some((_, Token::Comment(..)))) => {}
                Ok(Some((_, Token::Word(word)))) if result(word).is_some() => {}
                _ => return false,
            }
        }
    }

    /// Goes through the moves, to the result.
    fn read_moves(&mut self) -> Result<Option<(usize, &'static str)>, ReadError> {
        let mut found = None;
        while let Some((_, token)) = self.source.peek()? {
            if matches!(token, Token::Tag { .. }) {
                break; // the next game's
            }
            let Some((at, token)) = self.source.take()? else {
                break;
            };
            match token {
                Token::Word(word) if let Some(given) = result(word) => {
                    if !self.lines.is_empty() {
                        return Err(self.source.error(
                            at,
                            TextError::VariationResult {
                                given: given.to_owned(),
                            },
                        ));
                    }
                    found = Some((at, given));
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
        Ok(found)
    }

    fn declare(&mut self) {
        // The first of each node: whether it is over there takes a look at the whole line.
        let mut seen = vec![false; self.game.nodes().len()];
        for (node, end) in std::mem::take(&mut self.ends) {
            if !std::mem::replace(&mut seen[node.index()], true) {
                self.game.declare_at(node, end);
            }
        }
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
                match (self.source.how.dialect, bare_number()) {
                    (Dialect::Coordinates | Dialect::Junctions, Some(number)) => {
                        self.check_number(at, number, 0)?;
                    }
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
        // Without a dot they may be of turns, not of pairs; some count from where the game begins.
        let is_of_turn = || dots == 0 && number as usize == self.turns() + 1;
        let begin = self.game.node(NodeId::ROOT).position().number();
        let since = position.number() - begin + 1;
        if ![position.number(), since].contains(&number) && !is_of_turn() {
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

    /// How many turns have been played before the next.
    fn turns(&self) -> usize {
        self.game.path(self.game.current()).len() - 1
    }

    fn play(&mut self, at: usize, word: &str) -> Result<(), ReadError> {
        let text = self.source.text;
        let board = self.game.position().board();
        if take_sign(word).is_some() && !self.game.position().is_to_remove() {
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
            && let Ok(Some(&(at, Token::Word(word)))) = self.source.peek()
            && let Some(sign) = take_sign(word).filter(|_| result(word).is_none())
        {
            let taken = self
                .read_word(board, &word[sign..])
                .map_err(|error| error.within_lines(text, at + sign))?;
            let Some(point) = taken.to().filter(|_| taken.from().is_none()) else {
                return Err(self.source.error(
                    at + sign,
                    TextError::NoPoint {
                        given: clip(&word[sign..]),
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
        let node = match self.game.play(mv) {
            Ok(node) => node,
            Err(error) => {
                let lacks = matches!(
                    error,
                    PlayError::Illegal(
                        IllegalMove::MustTake
                            | IllegalMove::MustTakeBoth
                            | IllegalMove::TakesSeveral { .. }
                    )
                );
                self.half = Some(mv).filter(|_| lacks && self.lines.is_empty());
                return Err(self.source.error(at, error));
            }
        };
        let before = std::mem::take(&mut self.before);
        self.game
            .add_comment(node, &before)
            .map_err(|error| self.source.error(at, error))?;
        self.begun = true;
        Ok(())
    }

    fn read_word(&self, board: &Board, word: &str) -> Result<Move, ReadError> {
        match self.source.how.dialect {
            Dialect::Coordinates => read_move(word, board),
            Dialect::Numbers => read_numbers(word, board),
            Dialect::Junctions => read_junctions(word, board),
        }
    }

    /// Compares the result with the game, and declares an end that the rules do not see. Only what
    /// follows the moves is held against them: a tag may be anything.
    fn end(&mut self, tags: &Tags, token: Option<(usize, &str)>) -> Result<(), ReadError> {
        if let Some(over) = self.game.outcome() {
            return match token {
                Some((at, given)) if given != "*" && given != over.result() => {
                    let reason = TextError::ResultWrong {
                        given: given.to_owned(),
                        result: over.result(),
                        ended: over,
                    };
                    Err(self.source.error(at, reason))
                }
                _ => Ok(()),
            };
        }
        let tag = tags.own("Result").and_then(|(_, tag)| result(tag));
        let result = token.map(|(_, given)| given).or(tag).unwrap_or("*");
        let usual = if result == "1/2-1/2" {
            "agreement"
        } else {
            "resignation"
        };
        let by = tags
            .own("Termination")
            .map(|(_, by)| by.to_ascii_lowercase());
        let by = match by.as_deref() {
            Some("time forfeit") => "time",
            Some(by) => by,
            None => usual,
        };
        let end = declared_end(result, by).or_else(|| declared_end(result, usual));
        if let Some(end) = end {
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
