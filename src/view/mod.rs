//! What a page sees: games and rule sets as plain data, ready to be serialised. No rule is decided here.
//!
//! Points are given by index or by coordinate, sides as `white` and `black`; field names become camelCase.

mod collection;
mod explain;
mod explorer;
mod puzzles;
mod refusal;
mod review;
mod rules;
mod rules_text;
mod setup;
mod values;

pub use collection::{FileGame, FileSummary, file_game};
pub use explain::{Explained, FactView, explained};
pub use explorer::{PlacingView, placings};
pub use puzzles::{PuzzleView, VerdictView, puzzle, verdict};
pub use refusal::{Refusal, Value, refusal, refused_text};
pub use review::{JudgedView, ReviewView, review};
pub use rules::{ChoiceView, OptionView, RulesInfo, VariantInfo, rules, variants};
pub use rules_text::{RulesText, rules_text};
pub use setup::{SetupCheck, SetupDraft, check_setup, read_setup};
pub use values::{Counter, ENDGAME_MEN, MoveValue, PositionValues, Solvable, ValueView, endgames, solvable, values};

use crate::board::{Board, Point, Points};
use crate::game::{Game, NodeId};
use crate::level::{LEVELS, PERFECT};
use crate::moves::{Move, Restriction};
use crate::position::{DrawBy, Outcome, Phase, Position, Side};
use crate::rules::Repeat;
use crate::search::{Info, Score};
use serde::Serialize;

/// One of something for each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Both<T> {
    fn of(of: impl Fn(Side) -> T) -> Self {
        Self { white: of(Side::White), black: of(Side::Black) }
    }
}

/// A side's name in data.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// A board as it is drawn. Points in the order of their indexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardInfo {
    /// Its name.
    pub name: &'static str,
    /// Files and ranks.
    pub side: usize,
    /// The points.
    pub points: Vec<PointInfo>,
    /// Pairs of joined points.
    pub edges: Vec<[usize; 2]>,
    /// Lines that make a mill, three points each, from one end to the other.
    pub mills: Vec<Vec<usize>>,
}

/// A point as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointInfo {
    /// Its coordinate, `a7`.
    pub name: String,
    /// The file, from 0 at the left.
    pub x: usize,
    /// The rank, from 0 at the bottom.
    pub y: usize,
}

fn indexes(points: Points) -> Vec<usize> {
    points.map(Point::index).collect()
}

/// A board as it is drawn.
pub fn board(board: &Board) -> BoardInfo {
    let points = board.points().map(|point| {
        let (x, y) = board.file_and_rank(point);
        PointInfo { name: board.coordinate(point).to_string(), x, y }
    });
    let edges = board.points().flat_map(|point| {
        let later = board.neighbours(point).filter(move |other| other.index() > point.index());
        later.map(move |other| [point.index(), other.index()])
    });
    BoardInfo {
        name: board.name(),
        side: board.side(),
        points: points.collect(),
        edges: edges.collect(),
        mills: board.mills().iter().map(|&mill| indexes(mill)).collect(),
    }
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// As it is written.
    pub text: String,
    /// `place`, `move` or `pass`.
    pub kind: &'static str,
    /// The point that the man leaves.
    pub from: Option<String>,
    /// The point that it comes to.
    pub to: Option<String>,
    /// The men taken.
    pub captures: Vec<String>,
    /// The mills closed.
    pub closes: Vec<Vec<usize>>,
    /// Whose turn it is.
    pub side: &'static str,
}

/// A turn, seen in the position that it is played in.
pub fn mv(position: &Position, mv: Move) -> MoveView {
    let board = position.board();
    let name = |point: Point| board.coordinate(point).to_string();
    MoveView {
        text: mv.display(board).to_string(),
        kind: match (mv.from(), mv.to()) {
            (_, None) => "pass",
            (None, Some(_)) => "place",
            (Some(_), Some(_)) => "move",
        },
        from: mv.from().map(name),
        to: mv.to().map(name),
        captures: mv.captures().map(name).collect(),
        closes: position.closes(mv).into_iter().map(indexes).collect(),
        side: side_name(position.turn()),
    }
}

/// Why a man may not be taken or moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RestrictionView {
    /// A fixed word.
    pub id: &'static str,
    /// Whose man it is.
    pub side: &'static str,
    /// In words.
    pub text: String,
}

/// Why a man may not be taken or moved.
pub fn restriction(why: Restriction) -> RestrictionView {
    RestrictionView { id: why.id(), side: side_name(why.side()), text: why.to_string() }
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeView {
    /// Who has won.
    pub winner: Option<&'static str>,
    /// Who has lost, or cannot move where that is a draw.
    pub loser: Option<&'static str>,
    /// Why, as a fixed word.
    pub reason: &'static str,
    /// Why, in words.
    pub text: String,
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        let (winner, loser) = match outcome {
            Outcome::Win(side, _) => (Some(side), Some(side.other())),
            Outcome::Draw(DrawBy::Blocked(side)) => (None, Some(side)),
            Outcome::Draw(_) => (None, None),
        };
        Self {
            winner: winner.map(side_name),
            loser: loser.map(side_name),
            reason: outcome.id(),
            text: outcome.reason(),
        }
    }
}

/// A game as it stands, with all that is needed to draw it and to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The rule set.
    pub spec: String,
    /// The position line.
    pub line: String,
    /// The line of the position that the game began with.
    pub start: String,
    /// The turns from there to here.
    pub played: Vec<String>,
    /// For each point: `white`, `black` or nothing.
    pub men: Vec<&'static str>,
    /// The side to move.
    pub turn: &'static str,
    /// `placing`, `moving` or `flying`.
    pub phase: Both<&'static str>,
    /// Men in hand.
    pub hands: Both<usize>,
    /// Men lost.
    pub lost: Both<usize>,
    /// The legal turns; none when the game is over.
    pub legal: Vec<MoveView>,
    /// For each point, whether its man stands in a mill.
    pub in_mill: Vec<bool>,
    /// The turn that led here.
    pub last: Option<MoveView>,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeView>,
    /// Plies since the last capture or placing.
    pub clock: u16,
    /// The number of the move pair, from 1.
    pub turn_number: u32,
    /// Turns played so far.
    pub ply: usize,
    /// How often this position has occurred.
    pub occurrences: usize,
    /// The draws by a count that are in force here, and how far each has come.
    pub limits: Vec<LimitView>,
    /// The points where the side that is not to move could close a mill if it were its turn.
    pub threats: Vec<String>,
    /// The ways that the side which is not to move may have on its next turn.
    pub premoves: Vec<WayView>,
    /// Whether there is a turn to take back.
    pub can_undo: bool,
    /// Whether there is one to play again.
    pub can_redo: bool,
    /// Whether the game has come to an end, on the main line or on the one that is shown.
    pub finished: bool,
    /// What is said about the game as a whole.
    pub comment: String,
    /// The number of the current node, 0 at the start.
    pub node: usize,
    /// Every turn of the tree, parents before children, and of the turns played in one position the main one first.
    pub moves: Vec<NodeView>,
}

/// A draw by a count, and how far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LimitView {
    /// The reason that the draw would have: `quiet`, `ten-moves`, `repetition`.
    pub reason: &'static str,
    /// So many plies, or so many times this position.
    pub count: usize,
    /// At so many the game is drawn.
    pub limit: usize,
}

/// How a turn may begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WayView {
    /// The point that a man leaves; none where it comes from the hand.
    pub from: Option<String>,
    /// The point that it comes to.
    pub to: String,
}

/// A turn in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeView {
    /// Its number.
    pub id: usize,
    /// The number of the node before it.
    pub parent: usize,
    /// The turn as it is written.
    pub text: String,
    /// Whose turn it is.
    pub side: &'static str,
    /// The number of its move pair.
    pub number: u32,
    /// What is said about it.
    pub comment: String,
    /// Its glyphs.
    pub glyphs: Vec<u8>,
    /// Whether it lies between the start and the current position, or where redo leads.
    pub on_path: bool,
}

/// A game as it stands.
pub fn game(game: &Game) -> GameState {
    let position = game.position();
    let board = position.board();
    let current = game.current();
    let path = game.path(current);
    let outcome = game.outcome();
    let in_mills = Side::BOTH.map(|side| board.in_mills(position.men(side)));
    let before = |id: NodeId| game.node(id).parent().map(|parent| game.node(parent).position());
    let last = game.node(current).mv().zip(before(current)).map(|(played, position)| mv(position, played));
    let legal = if outcome.is_none() { position.legal_moves() } else { Vec::new() };
    let played = path.windows(2).filter_map(|pair| game.node(pair[1]).mv());
    GameState {
        spec: position.rules().to_string(),
        line: position.to_string(),
        start: game.node(NodeId::ROOT).position().to_string(),
        played: played.map(|mv| mv.display(board).to_string()).collect(),
        men: board.points().map(|point| position.man(point).map_or("", side_name)).collect(),
        turn: side_name(position.turn()),
        phase: Both::of(|side| match position.phase(side) {
            Phase::Placing => "placing",
            Phase::Moving => "moving",
            Phase::Flying => "flying",
        }),
        hands: Both::of(|side| position.hand(side)),
        lost: Both::of(|side| position.lost(side)),
        legal: legal.into_iter().map(|legal| mv(position, legal)).collect(),
        in_mill: board.points().map(|point| in_mills.iter().any(|mills| mills.contains(point))).collect(),
        last,
        outcome: outcome.map(OutcomeView::from),
        clock: position.clock(),
        turn_number: position.number(),
        ply: path.len() - 1,
        occurrences: game.occurrences(),
        limits: if outcome.is_none() { limits(game) } else { Vec::new() },
        threats: position.threats().map(|point| board.coordinate(point).to_string()).collect(),
        premoves: position.ways_to_come().into_iter().map(|(from, to)| way(board, from, to)).collect(),
        can_undo: current != NodeId::ROOT,
        can_redo: !game.ahead().is_empty(),
        finished: game.is_finished(),
        comment: game.node(NodeId::ROOT).comment.clone(),
        node: current.index(),
        moves: tree(game, &path),
    }
}

fn way(board: &Board, from: Option<Point>, to: Point) -> WayView {
    let name = |point: Point| board.coordinate(point).to_string();
    WayView { from: from.map(name), to: name(to) }
}

fn limits(game: &Game) -> Vec<LimitView> {
    let position = game.position();
    let clock = |reason, limit: u16| LimitView { reason, count: position.clock().into(), limit: limit.into() };
    let ten = position.ten_moves_limit().map(|limit| clock("ten-moves", limit));
    let quiet = position.rules().quiet.map(|limit| clock("quiet", limit));
    let repeats = position.rules().repeat == Repeat::Threefold;
    let repetition = LimitView { reason: "repetition", count: game.occurrences(), limit: 3 };
    ten.into_iter().chain(quiet).chain(repeats.then_some(repetition)).collect()
}

fn tree(game: &Game, path: &[NodeId]) -> Vec<NodeView> {
    let mut on_path = vec![false; game.nodes().len()];
    for id in path.iter().chain(&game.ahead()) {
        on_path[id.index()] = true;
    }
    let nodes = in_order(game).into_iter().filter_map(|id| {
        let node = game.node(id);
        let (parent, mv) = (node.parent()?, node.mv()?);
        let before = game.node(parent).position();
        Some(NodeView {
            id: id.index(),
            parent: parent.index(),
            text: mv.display(before.board()).to_string(),
            side: side_name(before.turn()),
            number: before.number(),
            comment: node.comment.clone(),
            glyphs: node.glyphs.clone(),
            on_path: on_path[id.index()],
        })
    });
    nodes.collect()
}

/// The nodes of the tree, each before those after it, and of the lines at a node the main one first.
fn in_order(game: &Game) -> Vec<NodeId> {
    let mut order = vec![NodeId::ROOT];
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        order.extend(game.node(id).children());
        next += 1;
    }
    order
}

/// A level of the computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelView {
    /// Its number, from 1.
    pub level: usize,
    /// Its name.
    pub name: &'static str,
    /// One sentence on it.
    pub about: &'static str,
    /// How long it may think, in milliseconds.
    pub millis: u32,
    /// Whether it plays by exact values; it is for games that are solved.
    pub perfect: bool,
}

/// The levels, the weakest first.
pub fn levels() -> Vec<LevelView> {
    let view = |(i, level): (usize, &crate::level::Level)| LevelView {
        level: i + 1,
        name: level.name,
        about: level.about,
        millis: level.millis,
        perfect: *level == PERFECT,
    };
    LEVELS.iter().chain([&PERFECT]).enumerate().map(view).collect()
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InfoView {
    /// The depth in plies.
    pub depth: u32,
    /// Which of the lines it is, from 1.
    pub line: u32,
    /// What the position is worth to the side to move, if it plays the line's first turn.
    pub score: ScoreView,
    /// The positions visited.
    pub nodes: u64,
    /// The turns expected.
    pub pv: Vec<String>,
}

/// A score: `{cp}`, `{win}`, `{loss}` or `{draw: true}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ScoreView {
    Cp(i32),
    Win(u32),
    Loss(u32),
    Draw(bool),
}

/// What a search of `root` has found.
pub fn info(root: &Position, info: &Info) -> InfoView {
    InfoView {
        depth: info.depth,
        line: info.line,
        score: match info.score {
            Score::Cp(cp) => ScoreView::Cp(cp),
            Score::Win(plies) => ScoreView::Win(plies),
            Score::Loss(plies) => ScoreView::Loss(plies),
            Score::Draw => ScoreView::Draw(true),
        },
        nodes: info.nodes,
        pv: info.pv.iter().map(|mv| mv.display(root.board()).to_string()).collect(),
    }
}
