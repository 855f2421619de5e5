//! The engine: iterative deepening, principal variation search with a transposition table,
//! late-move reductions, futility pruning and aspiration windows, and quiescence search over
//! captures.
//!
//! A [`Searcher`] uses no clocks and no threads: [`Searcher::step`] searches a number of nodes and
//! returns, and the caller, who keeps the time, continues or stops. The step size does not affect
//! the result. All arithmetic uses fixed-size integers: every platform finds the same move with the
//! same number of nodes.
//!
//! ```
//! use merels::search::{Limits, Searcher, Status};
//! use merels::{Position, Preset};
//!
//! let position = Position::start(Preset::Three.rules())?;
//! let mut searcher = Searcher::new(1)?;
//! searcher.start(&position, &[], Limits::default().depth(4));
//! while searcher.step(10_000) == Status::Running {}
//! let best = searcher.best_move().unwrap();
//! assert!(position.legal_moves().contains(&best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod aspiration;
mod draw_clock;
mod eval_cache;
mod evaluate;
mod exact_values;
mod frame;
mod handicap;
mod hash;
mod helper;
mod limits;
mod move_picker;
mod move_prior;
mod multi_pv;
mod net;
mod pv_lines;
mod quiescence;
mod root;
mod root_move;
mod root_probe;
mod score;
mod transposition_table;
mod traps;

pub use evaluate::evaluate;
pub use handicap::Handicap;
pub(crate) use handicap::seed_for;
pub use limits::{Limits, MAX_DEPTH};
pub use move_prior::MovePrior;
pub(crate) use net::has_strong_net;
pub use net::{WeightsError, is_weights_file, load_weights, missing_weights};
pub use score::Score;
pub use transposition_table::NoMemory;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Preset;
use crate::value::Probe;
use aspiration::AspirationWindow;
use eval_cache::EvaluationCache;
use evaluate::Evaluator;
use exact_values::ExactValues;
use frame::Frame;
use hash::hash;
use move_picker::{MoveOrdering, ScoredMove};
use pv_lines::MultiPv;
use root_move::RootMove;
use std::sync::Arc;
use transposition_table::{Generation, TranspositionTable};

/// The maximum number of captures in a row that quiescence follows.
const MAX_QUIESCENCE_PLIES: i32 = 6;
const MAX_PLY: usize = MAX_DEPTH as usize + MAX_QUIESCENCE_PLIES as usize + 2;

/// Whether there is more to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// No limit is reached yet.
    Running,
    /// The search is over; further steps do nothing.
    Done,
}

/// A result of a search so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The depth of the iteration, in plies. A better move may be reported before the iteration is
    /// complete.
    pub depth: u32,
    /// The MultiPV index: 1 is the best move's line, 2 that of the next best.
    pub line: u32,
    /// The score for the side to move if it plays the line's first move. In a search for one line,
    /// a draw or a loss is proved for all moves; with MultiPV, for this move.
    pub score: Score,
    /// The nodes visited so far.
    pub nodes: u64,
    /// The principal variation, beginning with the best move.
    pub pv: Vec<Move>,
}

/// The buffers of a ply, reused for every node there: nodes allocate nothing.
#[derive(Default)]
struct Ply {
    moves: Vec<ScoredMove>,
    pv: Vec<Move>,
}

/// An alpha-beta search that can be stepped, dropped and restarted.
///
/// ```
/// use merels::search::{Limits, Searcher, Status};
/// use merels::{Game, Preset};
/// use std::time::{Duration, Instant};
///
/// let game = Game::start(Preset::Nine.rules())?;
/// // With the positions before, it knows which moves repeat one.
/// let mut earlier: Vec<u128> = game
///     .path(game.current())
///     .into_iter()
///     .map(|id| game.node(id).position().identity())
///     .collect();
/// earlier.pop();
/// let mut searcher = Searcher::new(16)?;
/// searcher.start(game.position(), &earlier, Limits::default());
/// let end = Instant::now() + Duration::from_millis(100);
/// while searcher.step(10_000) == Status::Running && Instant::now() < end {}
/// assert!(searcher.best_move().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher {
    table: Arc<TranspositionTable>,
    /// For entries at most [`transposition_table::SHALLOW_DEPTH`] plies deep.
    shallow: TranspositionTable,
    /// The generation of this search.
    own_generation: Generation,
    /// The same, for trees with the current exact-value cutoffs.
    generation: Generation,
    evaluator: Evaluator,
    evaluations: EvaluationCache,
    ordering: MoveOrdering,
    frames: Vec<Frame>,
    plies: Vec<Ply>,
    /// The index of the top frame.
    ply: usize,
    root: Vec<RootMove>,
    /// Hashes of the game's positions before the root that can repeat, the latest last.
    earlier: Vec<u64>,
    limits: Limits,
    node_limit: u64,
    depth: i32,
    /// The depth of the first iteration, in plies.
    first_depth: i32,
    nodes: u64,
    infos: Vec<Info>,
    best: Option<Move>,
    done: bool,
    exact: ExactValues,
    multi_pv: MultiPv,
    /// The window of this iteration.
    aspiration: AspirationWindow,
    /// The handicap adds noise to the evaluation.
    noisy: bool,
    /// Late moves are reduced, and nodes near the leaves pruned.
    selective: bool,
    /// The score of a decided game that was found by a selective search: one without reductions and
    /// pruning now looks for a shorter one.
    to_confirm: Option<i32>,
    /// The handicap overlooks mills in the tree.
    has_blind_spots: bool,
    /// The tables hold results with a handicap or of other exact values.
    table_is_stale: bool,
}

impl std::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher")
            .field("limits", &self.limits)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl Searcher {
    /// A searcher with a transposition table of `hash_mebibytes` MiB; 0 for none.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(hash_mebibytes: u32) -> Result<Self, NoMemory> {
        Ok(Self::with(
            Arc::new(TranspositionTable::new(hash_mebibytes)?),
            TranspositionTable::shallow(hash_mebibytes)?,
        ))
    }

    fn with(table: Arc<TranspositionTable>, shallow: TranspositionTable) -> Self {
        let anywhere = Position::start(Preset::Nine.rules()).expect("presets are sound");
        Self {
            table,
            shallow,
            own_generation: Generation::default(),
            generation: Generation::default(),
            evaluator: Evaluator::new(&Preset::Nine.rules(), true),
            evaluations: EvaluationCache::new(),
            ordering: MoveOrdering::new(MAX_PLY),
            frames: vec![Frame::new(&anywhere); MAX_PLY],
            plies: std::iter::repeat_with(Ply::default).take(MAX_PLY).collect(),
            ply: 0,
            root: Vec::new(),
            earlier: Vec::new(),
            limits: Limits::default(),
            node_limit: 0,
            depth: 0,
            first_depth: 1,
            nodes: 0,
            infos: Vec::new(),
            best: None,
            done: true,
            exact: ExactValues::default(),
            multi_pv: MultiPv::default(),
            aspiration: AspirationWindow::FULL,
            noisy: false,
            selective: false,
            to_confirm: None,
            has_blind_spots: false,
            table_is_stale: false,
        }
    }

    /// Sets the source of exact values, from the next [`start`](Self::start) on. A search with a
    /// handicap probes none.
    ///
    /// At the root, moves that give away the value are excluded; if the distances are known too,
    /// the search ends at once with the best move. In the tree, a position whose value differs from
    /// the root's is a cutoff. With MultiPV no move is excluded, and the value of the root move
    /// takes the place of the root's.
    pub fn set_exact(&mut self, source: Option<Arc<dyn Probe>>) {
        self.exact = ExactValues::of(source);
        self.table_is_stale = true;
    }

    /// The source of exact values, if one is set.
    pub fn exact(&self) -> Option<&dyn Probe> {
        self.exact.source()
    }

    /// Clears the transposition table and the move ordering, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.shallow.clear();
        (self.own_generation, self.generation) = Default::default();
        self.ordering.clear();
        self.table_is_stale = false;
    }

    /// Makes all entries of the tables invisible.
    fn invalidate(&mut self) {
        self.shallow.invalidate(self.own_generation);
        self.own_generation = self.table.invalidate(self.own_generation);
    }

    /// Starts a new search, in place of the previous one. `earlier` are the identities
    /// ([`Position::identity`]) of the game's positions before the root, in order; those since the
    /// last capture or placing are enough. Nothing is searched yet, but
    /// [`best_move`](Self::best_move) is a legal move from now on, unless the game is over.
    pub fn start(&mut self, root: &Position, earlier: &[u128], limits: Limits) {
        // MultiPV searches the same tree: it needs no empty table.
        if limits.lines(1) != Limits::default() || self.table_is_stale {
            self.invalidate();
            self.ordering.clear();
        } else {
            self.shallow.age(self.own_generation);
            self.own_generation = self.table.age(self.own_generation);
        }
        self.table_is_stale = limits.handicap.is_some();

        let reversible = usize::from(root.clock()).min(earlier.len());
        self.earlier.clear();
        self.earlier.extend(
            earlier[earlier.len() - reversible..]
                .iter()
                .map(|&identity| hash(identity)),
        );
        self.begin(root, limits);
    }

    /// Starts a search with the tables as they are.
    fn begin(&mut self, root: &Position, limits: Limits) {
        self.generation = self.own_generation;
        // A search with a handicap reduces and prunes nothing: its errors are those of the handicap
        // alone.
        self.selective = limits.handicap.is_none();
        self.to_confirm = None;
        self.noisy = limits.handicap.is_some_and(|handicap| handicap.noise > 0);
        self.has_blind_spots = limits
            .handicap
            .is_some_and(|handicap| handicap.blind_spots > 0);
        self.limits = limits;
        self.node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.nodes = 0;
        self.depth = 0;
        self.infos.clear();
        self.best = None;
        self.evaluator = Evaluator::new(
            root.rules(),
            limits.handicap.is_some_and(|handicap| handicap.naive),
        );
        self.evaluations.clear();
        self.frames[0] = Frame::new(root);
        self.root.clear();
        self.multi_pv.begin(&limits);
        self.done = !self.list_root_moves(root);
        self.exact.begin(limits.handicap.is_none());
        if !self.done {
            self.deepen();
        }
    }

    /// Restricts the search just started to these root moves (UCI's `searchmoves`); illegal ones
    /// are ignored. If none is legal, nothing changes.
    pub fn keep_only(&mut self, moves: &[Move]) {
        if self.done || !self.root.iter().any(|root| moves.contains(&root.mv)) {
            return;
        }
        self.root.retain(|root| moves.contains(&root.mv));
        self.multi_pv.clear();
        self.best = self.root.first().map(|root| root.mv);
        self.depth = 0;
        self.deepen();
    }

    /// Searches about `nodes` more nodes, at least one, or until a limit is reached. It also
    /// returns after every probe of a slow source of exact values.
    pub fn step(&mut self, nodes: u64) -> Status {
        if !self.done && self.probe_root() {
            self.run(self.nodes.saturating_add(nodes.max(1)));
        }
        if self.done {
            Status::Done
        } else {
            Status::Running
        }
    }

    /// The latest result for the best move; `None` before the first iteration is complete, or if
    /// the game is over.
    pub fn info(&self) -> Option<&Info> {
        self.lines().first()
    }

    /// The latest MultiPV lines, the best first: as many as requested, or as there are moves. Empty
    /// if [`info`](Self::info) is `None`.
    pub fn lines(&self) -> &[Info] {
        let last = self.infos.last().map_or(0, |info| info.line as usize);
        &self.infos[self.infos.len() - last..]
    }

    /// All results in order: one for every iteration, and one for every better move found within
    /// it; with MultiPV, all lines each time, the best first.
    pub fn infos(&self) -> &[Info] {
        &self.infos
    }

    /// The depth of the iteration at hand, in plies. It starts again at 1 when a win or a loss was
    /// found and the shortest is looked for.
    pub fn depth(&self) -> u32 {
        self.depth as u32
    }

    /// The nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move found so far; `None` only if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        match self.limits.handicap {
            Some(handicap) if self.root.iter().any(|root| root.settled.is_some()) => {
                let settled = self
                    .root
                    .iter()
                    .filter_map(|root| Some((root.mv, root.settled?)));
                handicap.choose(settled).or(self.best)
            }
            _ => self.best,
        }
    }
}
