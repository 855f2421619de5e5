//! A game: the tree of moves played, the current node, and how the game ended.
//!
//! Playing never deletes anything: a different move after an undo starts a variation. Repetitions
//! are counted along the path from the root to a node.

use crate::coded::coded;
use crate::moves::{IllegalMove, Move};
use crate::position::{DrawBy, Outcome, Position, SetupError, Side, WinBy};
use crate::rules::{Repeat, Rules};
use serde::Serialize;

mod remarks;
mod tree;

pub(crate) use remarks::MAX_TAGS;
pub use remarks::{MAX_REMARK_BYTES, RemarkError};

/// The maximum number of moves in a game, counting all variations and those that were [cut
/// off](Game::cut).
pub const MAX_MOVES: usize = 10_000;

/// A node of the tree: the root, or a move and the position after it. Valid only for the game that
/// it came from: another may have another node of this number, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct NodeId(usize);

impl NodeId {
    /// Where every game begins.
    pub const ROOT: Self = Self(0);

    /// Its number: 0 for the root, then in the order of creation.
    pub fn index(self) -> usize {
        self.0
    }
}

/// What the tree stores for one node.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    mv: Option<Move>,
    position: Position,
    children: Vec<NodeId>,
    /// The child last gone to, for redo.
    ahead: Option<NodeId>,
    /// An end that does not follow from the position: resignation, agreement, time.
    declared: Option<Outcome>,
    /// It was cut off, with everything after it; nothing in the tree leads here.
    cut: bool,
    /// The comment on the move (at the root: on the game).
    pub comment: String,
    /// The move's numeric annotation glyphs (1 is good, 2 a mistake, …).
    pub glyphs: Vec<u8>,
}

impl Node {
    fn new(parent: Option<NodeId>, mv: Option<Move>, position: Position) -> Self {
        Self {
            parent,
            mv,
            position,
            children: Vec::new(),
            ahead: None,
            declared: None,
            cut: false,
            comment: String::new(),
            glyphs: Vec::new(),
        }
    }

    /// The node before; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The turn that led here; `None` at the root.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position after the turn.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The nodes after it, the main line's first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// How the game was ended here by declaration: resignation, agreement or time.
    pub fn declared(&self) -> Option<Outcome> {
        self.declared
    }
}

coded! {
    /// Why a move was not played.
    pub enum PlayError {
        Over { ended: Outcome } = "over", "the game is over: {ended}";
        Full { most: usize } = "game-full", "the game is full: it has {most} moves, variations included";
        @Illegal(IllegalMove);
    }
}

/// A line that was cut off, and its index among its siblings.
#[derive(Clone, Debug)]
struct Cut {
    node: NodeId,
    place: usize,
}

/// A game in progress or over, with all its variations and a current node.
///
/// ```
/// use merels::notation::read_move;
/// use merels::{Game, Preset};
///
/// let mut game = Game::start(Preset::Nine.rules())?;
/// for turn in ["d6", "f4", "d2"] {
///     let turn = read_move(turn, game.position().board())?;
///     game.play(turn)?;
/// }
/// game.undo();
/// let turn = read_move("b4", game.position().board())?;
/// // Beside the turn that was taken back.
/// game.play(turn)?;
/// assert_eq!(game.nodes().len(), 5);
/// assert_eq!(game.main_line().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    nodes: Vec<Node>,
    current: NodeId,
    /// What was cut off, the latest last.
    cuts: Vec<Cut>,
    tags: Vec<(String, String)>,
    /// An upper bound of the size of tags, comments and glyphs in a record, in bytes.
    remark_bytes: usize,
}

impl Game {
    /// A new game by these rules.
    ///
    /// # Errors
    /// If the options are inconsistent.
    pub fn start(rules: Rules) -> Result<Self, SetupError> {
        Position::start(rules).map(Self::from_position)
    }

    /// A new game from a position.
    pub fn from_position(position: Position) -> Self {
        let root = Node::new(None, None, position);
        Self {
            nodes: vec![root],
            current: NodeId::ROOT,
            cuts: Vec::new(),
            tags: Vec::new(),
            remark_bytes: 0,
        }
    }

    /// Every node ever added, [cut off](Game::cut) or not, by [`NodeId::index`].
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(i, node)| (NodeId(i), node))
    }

    /// A node of this game.
    ///
    /// # Panics
    /// If this game has no such node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// The node with this index; `None` if it does not exist or was cut off.
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        Some(NodeId(index)).filter(|&id| index < self.nodes.len() && self.is_in_tree(id))
    }

    /// The current node.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The position at the current node.
    pub fn position(&self) -> &Position {
        &self.node(self.current).position
    }

    /// The nodes from the root to this one, both included.
    ///
    /// # Panics
    /// If this game has no such node.
    // Called once a move: code size matters more than speed.
    #[inline(never)]
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> =
            std::iter::successors(Some(to), |&id| self.node(id).parent).collect();
        path.reverse();
        path
    }

    /// The nodes of the main line, from the root to its end: the first child each time.
    // Called once a move: code size matters more than speed.
    #[inline(never)]
    pub fn main_line(&self) -> Vec<NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| {
            self.node(id).children.first().copied()
        })
        .collect()
    }

    /// The nodes that redo would go through from the current one, in order.
    // Called once a move: code size matters more than speed.
    #[inline(never)]
    pub fn ahead(&self) -> Vec<NodeId> {
        std::iter::successors(self.next_ahead(self.current), |&id| self.next_ahead(id)).collect()
    }

    fn next_ahead(&self, id: NodeId) -> Option<NodeId> {
        let node = self.node(id);
        node.ahead.or_else(|| node.children.first().copied())
    }

    /// Plays a move from the current position and goes there, along an existing line or as a new
    /// variation.
    ///
    /// # Errors
    /// If the game is over or [full](Game::is_full), or the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over { ended: outcome });
        }
        let played = self
            .node(self.current)
            .children
            .iter()
            .find(|&&child| self.node(child).mv == Some(mv));
        let child = match played {
            Some(&child) => child,
            None => self.add(mv)?,
        };
        self.go_to(child);
        Ok(child)
    }

    /// Whether the game has [`MAX_MOVES`], so that no more can be added.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > MAX_MOVES
    }

    fn add(&mut self, mv: Move) -> Result<NodeId, PlayError> {
        let position = self.position().play(mv).map_err(PlayError::Illegal)?;
        if self.is_full() {
            return Err(PlayError::Full { most: MAX_MOVES });
        }
        let child = NodeId(self.nodes.len());
        self.nodes
            .push(Node::new(Some(self.current), Some(mv), position));
        self.nodes[self.current.0].children.push(child);
        Ok(child)
    }

    /// Takes a move back; `false` at the root.
    pub fn undo(&mut self) -> bool {
        let parent = self.node(self.current).parent;
        if let Some(parent) = parent {
            self.nodes[parent.0].ahead = Some(self.current);
            self.current = parent;
        }
        parent.is_some()
    }

    /// Goes a move forward along the line last visited; `false` at its end.
    pub fn redo(&mut self) -> bool {
        let child = self.next_ahead(self.current);
        if let Some(child) = child {
            self.current = child;
        }
        child.is_some()
    }

    /// Goes to a node of this game.
    ///
    /// # Panics
    /// If this game has no such node.
    pub fn go_to(&mut self, id: NodeId) {
        let path = self.path(id);
        for pair in path.windows(2) {
            self.nodes[pair[0].0].ahead = Some(pair[1]);
        }
        self.current = id;
    }

    /// How often the current position has occurred on the path to it, including this time.
    pub fn occurrences(&self) -> usize {
        self.occurrences_at(self.current)
    }

    fn occurrences_at(&self, id: NodeId) -> usize {
        let identity = self.node(id).position.identity();
        // A capture or a placing, which sets the clock back, can never be undone.
        let mut quiet = true;
        std::iter::successors(Some(id), |&id| self.node(id).parent)
            .take_while(|&id| std::mem::replace(&mut quiet, self.node(id).position.clock() > 0))
            .filter(|&id| self.node(id).position.identity() == identity)
            .count()
    }

    /// Whether any line has reached the end of the game (so that reordering lines does not restart
    /// it).
    pub fn is_finished(&self) -> bool {
        let mut open = vec![NodeId::ROOT];
        while let Some(id) = open.pop() {
            let node = self.node(id);
            if node.declared.is_some()
                || (node.children.is_empty() && self.outcome_at(id).is_some())
            {
                return true;
            }
            open.extend(&node.children);
        }
        false
    }

    /// How the game has ended at the current node; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.current)
    }

    /// How the game has ended at a node; `None` while it goes on.
    ///
    /// # Panics
    /// If this game has no such node.
    // Called once a move: code size matters more than speed.
    #[inline(never)]
    pub fn outcome_at(&self, id: NodeId) -> Option<Outcome> {
        let node = self.node(id);
        node.declared
            .or_else(|| node.position.outcome())
            .or_else(|| {
                let threefold = node.position.rules().repeat == Repeat::Threefold
                    && self.occurrences_at(id) >= 3;
                threefold.then_some(Outcome::Draw(DrawBy::Repetition))
            })
    }

    /// A side resigns.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.declare(Outcome::Win(side.other(), WinBy::Resignation))
    }

    /// A side has run out of time.
    ///
    /// # Errors
    /// If the game is over.
    pub fn lose_on_time(&mut self, side: Side) -> Result<(), PlayError> {
        self.declare(Outcome::Win(side.other(), WinBy::Time))
    }

    /// The players agree on a draw.
    ///
    /// # Errors
    /// If the game is over.
    pub fn agree_draw(&mut self) -> Result<(), PlayError> {
        self.declare(Outcome::Draw(DrawBy::Agreement))
    }

    /// Takes back a declared end at the current position (resignation, time, agreement), so that
    /// the game goes on; `false` if there was none.
    pub fn retract(&mut self) -> bool {
        self.node_mut(self.current).declared.take().is_some()
    }

    fn declare(&mut self, outcome: Outcome) -> Result<(), PlayError> {
        match self.outcome() {
            Some(over) => Err(PlayError::Over { ended: over }),
            None => {
                self.node_mut(self.current).declared = Some(outcome);
                Ok(())
            }
        }
    }

    /// Declares an end at a node that may have moves after it, for the record parser: there an end
    /// precedes the moves. Does nothing if the game is over.
    pub(crate) fn declare_at(&mut self, id: NodeId, outcome: Outcome) {
        if self.outcome_at(id).is_none() {
            self.node_mut(id).declared = Some(outcome);
        }
    }
}
