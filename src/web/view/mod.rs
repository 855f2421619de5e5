//! Games and rule sets as plain, serialisable data for a page. No rule is decided here.
//!
//! Points are given by index or by coordinate; field names become camelCase. The page's TypeScript
//! types are generated from these types, including their comments, so the comments say `null` where
//! Rust has `None`.

mod collection;
mod explain;
mod explorer;
mod pack;
mod puzzles;
mod reason;
mod refusal;
mod rules;
mod setup;
mod values;

pub use collection::{FileGame, file_game};
pub use explain::{FactInfo, MoveFacts, move_facts};
pub use explorer::{
    Explored, ExplorerPlacing, RepliesInfo, club_player, explored, placings, replies,
};
pub use pack::{PackPlace, PackProgress, pack_place, pack_progress};
pub use puzzles::{PuzzleInfo, PuzzleVerdict, puzzle, verdict};
pub use reason::{ReasonInfo, reason};
pub use refusal::{Refusal, misuse, refusal, refused_text};
pub use rules::{RuleChoice, RuleOption, RulesInfo, VariantInfo, VariantKind, rules, variants};
pub use setup::{SetupCheck, SetupDraft, SetupFault, check_setup, read_setup};
pub use values::{
    Counter, ENDGAME_MEN, ExactValue, Extent, MoveValue, PositionValues, Solvable, SolvingLimit,
    endgames, solvable, values, values_without_distances,
};

use crate::board::{Board, Point, Points};
use crate::game::{Game, NodeId};
use crate::level::{LEVELS, PERFECT};
use crate::moves::{self, Move};
use crate::position::{DrawBy, Outcome, Phase, Position, Side};
use crate::review::is_exact;
use crate::rules::{Placing, Repeat};
use crate::search::{self, Info};
use serde::Serialize;
use tsify::Tsify;

/// One of something for each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Both<T> {
    fn of(of: impl Fn(Side) -> T) -> Self {
        Self {
            white: of(Side::White),
            black: of(Side::Black),
        }
    }
}

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct BoardInfo {
    /// Its name.
    pub name: &'static str,
    /// Files and ranks: 3, 5, 7 or 9.
    pub side: usize,
    /// Row by row from the top; a point's place here is its index.
    pub points: Vec<PointInfo>,
    /// Pairs of neighbouring points, by index.
    pub edges: Vec<[usize; 2]>,
    /// The points of each mill, by index, from one end to the other.
    pub mills: Vec<Vec<usize>>,
}

/// A point as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
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

fn names(board: &Board, points: Points) -> Vec<String> {
    points.map(|point| name(board, point)).collect()
}

fn name(board: &Board, point: Point) -> String {
    board.coordinate(point).to_string()
}

/// A turn as it is written.
pub fn written(board: &'static Board, mv: Move) -> String {
    mv.display(board).to_string()
}

fn all_written<'a>(
    board: &'static Board,
    moves: impl IntoIterator<Item = &'a Move>,
) -> Vec<String> {
    moves.into_iter().map(|&mv| written(board, mv)).collect()
}

/// A board as it is drawn.
pub fn board(board: &Board) -> BoardInfo {
    let points = board.points().map(|point| {
        let (x, y) = board.file_and_rank(point);
        PointInfo {
            name: name(board, point),
            x,
            y,
        }
    });
    let edges = board.points().flat_map(|point| {
        let later = board
            .neighbours(point)
            .filter(move |other| other.index() > point.index());
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

/// How a turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// A man from the hand is placed.
    Place,
    /// A man on the board moves.
    Move,
    /// A man is removed, and none is moved.
    Remove,
    /// The side cannot move and passes.
    Pass,
}

/// A whole turn, its captures included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// As it is written.
    pub text: String,
    /// How it begins.
    pub kind: MoveKind,
    /// The point that the man leaves; null where none does.
    pub from: Option<String>,
    /// The point that it comes to; null in a removal and a pass.
    pub to: Option<String>,
    /// The points of the men taken, marked or removed.
    pub captures: Vec<String>,
    /// How many men the other side loses from its hand.
    pub from_hand: usize,
    /// The points of each mill that it closes, by index.
    pub closes: Vec<Vec<usize>>,
    /// Who plays it.
    pub side: Side,
}

/// A turn, seen in the position that it is played in.
pub fn mv(position: &Position, mv: Move) -> LegalMove {
    let board = position.board();
    LegalMove {
        text: written(board, mv),
        kind: match (mv.from(), mv.to()) {
            (_, None) if mv.captures().is_empty() => MoveKind::Pass,
            (_, None) => MoveKind::Remove,
            (None, Some(_)) => MoveKind::Place,
            (Some(_), Some(_)) => MoveKind::Move,
        },
        from: mv.from().map(|point| name(board, point)),
        to: mv.to().map(|point| name(board, point)),
        captures: names(board, mv.captures()),
        from_hand: from_hand(position, mv),
        closes: position.closes(mv).into_iter().map(indexes).collect(),
        side: position.side_to_move(),
    }
}

/// How many men the other side loses from its hand by a turn.
fn from_hand(position: &Position, mv: Move) -> usize {
    let other = position.side_to_move().other();
    match position.rules().placing {
        Placing::Hand => position.hand(other) - position.after(mv).hand(other),
        _ => 0,
    }
}

/// Why a man may not be taken or moved now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(rename = "Restriction")]
pub struct RestrictionInfo {
    /// A fixed word, for translations.
    #[tsify(type = "'in-hand' | 'no-way' | 'protected' | 'removes' | 'not-now'")]
    pub id: &'static str,
    /// Whose man it is.
    pub side: Side,
    /// In words.
    pub text: String,
}

/// Why a man may not be taken or moved.
pub fn restriction(why: moves::Restriction) -> RestrictionInfo {
    RestrictionInfo {
        id: why.id(),
        side: why.side(),
        text: why.to_string(),
    }
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct GameOutcome {
    /// Who has won; null in a draw.
    pub winner: Option<Side>,
    /// Who has lost, or cannot move where that is a draw.
    pub loser: Option<Side>,
    /// Why, as a fixed word.
    #[tsify(
        type = "'fewer-than-three' | 'no-men' | 'mill' | 'blocked' | 'neither-can-move' | 'full-board' | 'ten-moves' | 'quiet' | 'repetition' | 'resignation' | 'agreement' | 'time'"
    )]
    pub reason: &'static str,
    /// Why, in English.
    pub text: String,
}

impl From<Outcome> for GameOutcome {
    fn from(outcome: Outcome) -> Self {
        let (winner, loser) = match outcome {
            Outcome::Win(side, _) => (Some(side), Some(side.other())),
            Outcome::Draw(DrawBy::Blocked(side)) => (None, Some(side)),
            Outcome::Draw(_) => (None, None),
        };
        Self {
            winner,
            loser,
            reason: outcome.id(),
            text: outcome.reason(),
        }
    }
}

/// A game as it stands, with all that is needed to draw it and to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The rule set.
    pub spec: String,
    /// The position line.
    pub line: String,
    /// The line of the position that the game began with.
    pub start: String,
    /// The turns from there to here: with `start`, what an engine is told.
    pub played: Vec<String>,
    /// The man on each point, empty for a free point.
    #[tsify(type = "('' | Side)[]")]
    pub men: Vec<&'static str>,
    /// The points of marked men, by index: dead, and shut until all men are placed.
    pub marked: Vec<usize>,
    /// The lines that each side has used up, by the indices of their points.
    pub used: Both<Vec<Vec<usize>>>,
    /// How many men each side has to remove, one a turn; -1 for one of its own.
    pub owed: Both<i8>,
    /// Whether the side to move removes a man in its turn and moves none.
    pub removes: bool,
    /// Whether the side to move must free the other, which cannot move, and takes no man.
    pub must_free: bool,
    /// The side to move.
    pub turn: Side,
    /// What each side may do in its turn.
    pub phase: Both<Phase>,
    /// Men in hand.
    pub hands: Both<usize>,
    /// Men lost.
    pub lost: Both<usize>,
    /// The legal turns; none when the game is over.
    pub legal: Vec<LegalMove>,
    /// For each point, whether its man stands in a mill.
    pub in_mill: Vec<bool>,
    /// The turn that led here.
    pub last: Option<LegalMove>,
    /// How the game has ended; null where it goes on.
    pub outcome: Option<GameOutcome>,
    /// Plies since the last capture or placing.
    pub clock: u16,
    /// Turns played so far.
    pub ply: usize,
    /// The draws by a count that these rules have, and how close each is.
    pub limits: Vec<DrawLimit>,
    /// Where the side that is not to move could close a mill if it were its turn.
    pub threats: Vec<String>,
    /// How the next turn of the side that is not to move may begin, whatever is played before; most
    /// will not be legal.
    pub premoves: Vec<Way>,
    /// Whether there is a turn to take back.
    pub can_undo: bool,
    /// Whether there is one to play again.
    pub can_redo: bool,
    /// Whether the game has come to an end, on the main line or on the one that is shown.
    pub finished: bool,
    /// The comment on the game as a whole.
    pub comment: String,
    /// The number of the current node, 0 at the start.
    pub node: usize,
    /// Every turn of the tree, parents before children, and of the turns played in one position the
    /// main one first.
    pub moves: Vec<MoveNode>,
}

/// A draw by a count, and how close it is: in plies, or in occurrences of this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct DrawLimit {
    /// The reason that the draw would have.
    #[tsify(type = "'quiet' | 'ten-moves' | 'repetition'")]
    pub reason: &'static str,
    /// The count now.
    pub count: usize,
    /// The count that ends the game.
    pub limit: usize,
}

/// How a turn may begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Way {
    /// The point that a man leaves; null where it comes from the hand.
    pub from: Option<String>,
    /// The point that it comes to.
    pub to: String,
}

/// A turn in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MoveNode {
    /// Its number.
    pub id: usize,
    /// The number of the node before it.
    pub parent: usize,
    /// The turn as it is written.
    pub text: String,
    /// Who played it.
    pub side: Side,
    /// The number of its pair of turns.
    pub number: u32,
    /// The comment on it.
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
    let in_mills = Side::BOTH.map(|side| position.in_mills(side));
    let before = |id: NodeId| {
        game.node(id)
            .parent()
            .map(|parent| game.node(parent).position())
    };
    let last = game
        .node(current)
        .mv()
        .zip(before(current))
        .map(|(played, position)| mv(position, played));
    let legal = if outcome.is_none() {
        position.legal_moves()
    } else {
        Vec::new()
    };
    let played = path.windows(2).filter_map(|pair| game.node(pair[1]).mv());
    GameState {
        spec: position.rules().to_string(),
        line: position.to_string(),
        start: game.node(NodeId::ROOT).position().to_string(),
        played: played.map(|mv| written(board, mv)).collect(),
        men: board
            .points()
            .map(|point| position.man(point).map_or("", Side::name))
            .collect(),
        marked: indexes(position.marked()),
        used: Both::of(|side| position.used_lines(side).map(indexes).collect()),
        owed: Both::of(|side| position.owed(side)),
        removes: outcome.is_none() && position.is_to_remove(),
        must_free: position.must_free(),
        turn: position.side_to_move(),
        phase: Both::of(|side| position.phase(side)),
        hands: Both::of(|side| position.hand(side)),
        lost: Both::of(|side| position.lost(side)),
        legal: legal.into_iter().map(|legal| mv(position, legal)).collect(),
        in_mill: board
            .points()
            .map(|point| in_mills.iter().any(|mills| mills.contains(point)))
            .collect(),
        last,
        outcome: outcome.map(GameOutcome::from),
        clock: position.clock(),
        ply: path.len() - 1,
        limits: if outcome.is_none() {
            limits(game)
        } else {
            Vec::new()
        },
        threats: names(board, position.threats()),
        premoves: position
            .ways_to_come()
            .into_iter()
            .map(|(from, to)| Way {
                from: from.map(|point| name(board, point)),
                to: name(board, to),
            })
            .collect(),
        can_undo: current != NodeId::ROOT,
        can_redo: !game.ahead().is_empty(),
        finished: game.is_finished(),
        comment: game.node(NodeId::ROOT).comment.clone(),
        node: current.index(),
        moves: tree(game, &path),
    }
}

fn limits(game: &Game) -> Vec<DrawLimit> {
    let position = game.position();
    let clock = |reason, limit: u16| DrawLimit {
        reason,
        count: position.clock().into(),
        limit: limit.into(),
    };
    let ten = position
        .ten_moves_limit()
        .map(|limit| clock("ten-moves", limit));
    let quiet = position
        .rules()
        .quiet
        .map(|limit| clock("quiet", limit.get()));
    let repeats = position.rules().repeat == Repeat::Threefold;
    let repetition = DrawLimit {
        reason: "repetition",
        count: game.occurrences(),
        limit: 3,
    };
    ten.into_iter()
        .chain(quiet)
        .chain(repeats.then_some(repetition))
        .collect()
}

fn tree(game: &Game, path: &[NodeId]) -> Vec<MoveNode> {
    let mut on_path = vec![false; game.nodes().len()];
    for id in path.iter().chain(&game.ahead()) {
        on_path[id.index()] = true;
    }
    let nodes = in_order(game).into_iter().filter_map(|id| {
        let node = game.node(id);
        let (parent, mv) = (node.parent()?, node.mv()?);
        let before = game.node(parent).position();
        Some(MoveNode {
            id: id.index(),
            parent: parent.index(),
            text: written(before.board(), mv),
            side: before.side_to_move(),
            number: before.number(),
            comment: node.comment.clone(),
            glyphs: node.glyphs.clone(),
            on_path: on_path[id.index()],
        })
    });
    nodes.collect()
}

/// The nodes of the tree, each before those after it, and of the lines at a node the main one
/// first.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct LevelInfo {
    /// Its number, from 1.
    pub level: usize,
    /// Its name.
    pub name: &'static str,
    /// One sentence on it.
    pub about: &'static str,
    /// How long it may think, in milliseconds.
    pub millis: u32,
    /// Whether it plays by exact values. It is for solved games only; the other levels search.
    pub perfect: bool,
}

/// The levels, the weakest first.
pub fn levels() -> Vec<LevelInfo> {
    let view = |(i, level): (usize, &crate::level::Level)| LevelInfo {
        level: i + 1,
        name: level.name,
        about: level.about,
        millis: level.millis,
        perfect: *level == PERFECT,
    };
    LEVELS
        .iter()
        .chain([&PERFECT])
        .enumerate()
        .map(view)
        .collect()
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct SearchInfo {
    /// The depth in plies.
    pub depth: u32,
    /// Its number among the lines, from 1, which has the best turn.
    pub line: u32,
    /// What the position is worth to the side to move, if it plays the first turn of `pv`.
    #[tsify(type = "Score")]
    pub score: ScoreInfo,
    /// The positions visited.
    pub nodes: u64,
    /// The turns expected.
    pub pv: Vec<String>,
}

/// A score to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(untagged)]
#[tsify(rename = "Score")]
pub enum ScoreInfo {
    /// An estimate in hundredths of a man.
    Estimate {
        #[allow(missing_docs)]
        cp: i32,
    },
    /// An exact value.
    Exact(ExactValue),
}

/// What a search of `root` has found.
pub fn info(root: &Position, info: &Info) -> SearchInfo {
    SearchInfo {
        depth: info.depth,
        line: info.line,
        score: match info.score {
            search::Score::Cp(cp) if is_exact(info.score) => ScoreInfo::Exact(if cp > 0 {
                ExactValue::Win(None)
            } else {
                ExactValue::Loss(None)
            }),
            search::Score::Cp(cp) => ScoreInfo::Estimate { cp },
            search::Score::Win(plies) => ScoreInfo::Exact(ExactValue::Win(Some(plies))),
            search::Score::Loss(plies) => ScoreInfo::Exact(ExactValue::Loss(Some(plies))),
            search::Score::Draw => ScoreInfo::Exact(ExactValue::Draw(true)),
        },
        nodes: info.nodes,
        pv: all_written(root.board(), &info.pv),
    }
}
