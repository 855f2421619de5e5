//! The computer: iterative deepening over whole turns, alpha-beta with a transposition table, late turns reduced,
//! quiescence over captures.
//!
//! A [`Searcher`] knows neither clocks nor threads: [`Searcher::step`] searches on for about so many nodes and returns,
//! and the caller, who keeps the time, goes on or stops. How the work is sliced changes nothing in the result. All
//! arithmetic is on integers of fixed size, so every platform finds the same move with the same number of nodes.
//!
//! ```
//! use merels::search::{Limits, Searcher, Status};
//! use merels::{Position, Preset};
//!
//! let position = Position::start(Preset::Three.rules())?;
//! let mut searcher = Searcher::new(1)?;
//! searcher.start(&position, &[], Limits { depth: Some(4), ..Limits::default() });
//! while searcher.step(10_000) == Status::Running {}
//! let best = searcher.best_move().unwrap();
//! assert!(position.legal_moves().contains(&best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draw_clock;
mod evaluate;
mod frame;
mod hash;
mod helper;
mod knowledge;
mod limits;
mod lines;
mod multi_pv;
mod natural;
mod net;
mod order;
mod root;
mod root_move;
mod root_probe;
mod score;
mod table;
mod taste;
mod traps;
mod tree;
mod window;

pub use evaluate::evaluate;
pub use limits::{Limits, MAX_DEPTH};
pub use natural::Natural;
pub use net::{WeightsError, are_weights, teach, weights_wanted};
pub use score::Score;
pub use table::NoMemory;
pub use taste::Taste;
pub(crate) use taste::seed_for;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Preset, Repeat};
use crate::tablebase::Probe;
use evaluate::Judge;
use frame::Frame;
use hash::hash;
use knowledge::Knowledge;
use lines::Lines;
use order::{Order, Turn};
use root_move::RootMove;
use std::sync::Arc;
use table::{Era, Table};
use window::Window;

/// How many captures in a row quiescence follows.
const QUIESCENCE: i32 = 6;
const MAX_PLY: usize = MAX_DEPTH as usize + QUIESCENCE as usize + 2;

/// Whether there is more to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A limit is not reached yet.
    Running,
    /// The search has ended; stepping on does nothing.
    Done,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies that the score is from. A better turn may be found before all turns are searched to it.
    pub depth: u32,
    /// Which of the lines it is: 1 is the best turn's, 2 that of the next best.
    pub line: u32,
    /// What the position is worth to the side to move, if it plays the line's first turn. Of the only line, a draw or a
    /// loss is proved for all turns; of one among several, for its turn.
    pub score: Score,
    /// The positions visited until then.
    pub nodes: u64,
    /// The turns that both sides are expected to play, the best one first.
    pub pv: Vec<Move>,
}

/// What belongs to a ply of the tree and is used again for every position there: nothing is allocated for a node.
#[derive(Default)]
struct Ply {
    turns: Vec<Turn>,
    pv: Vec<Move>,
}

/// A search that can be stepped, dropped and begun anew.
pub struct Searcher {
    table: Arc<Table>,
    /// For what is searched only a ply or two deep.
    near: Table,
    /// Whose entries are this searcher's.
    own_era: Era,
    /// Whose entries it sees now: among its own, those of trees that end where this one does.
    era: Era,
    judge: Judge,
    order: Order,
    frames: Vec<Frame>,
    plies: Vec<Ply>,
    /// The top frame.
    ply: usize,
    root: Vec<RootMove>,
    /// Hashes of the positions before the root that can recur, the latest last.
    earlier: Vec<u64>,
    limits: Limits,
    node_limit: u64,
    depth: i32,
    /// The first iteration goes so deep.
    first_depth: i32,
    nodes: u64,
    infos: Vec<Info>,
    best: Option<Move>,
    done: bool,
    knowledge: Knowledge,
    lines: Lines,
    /// The scores that this iteration expects.
    window: Window,
    /// The taste has the evaluation err.
    noisy: bool,
    /// Late turns are searched less deep at first.
    selective: bool,
    /// The score of a decided game that was found with late turns reduced: a shorter way is looked for without.
    found: Option<i32>,
    /// The taste has mills in the tree overlooked.
    overlooking: bool,
    /// The memory holds what a search with a taste has put there.
    tainted: bool,
}

impl std::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").field("limits", &self.limits).field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Searcher {
    /// A searcher with a transposition table of so many MiB (0: none). `Err` where there is no such memory.
    pub fn new(hash_mebibytes: u32) -> Result<Self, NoMemory> {
        Ok(Self::with(Arc::new(Table::new(hash_mebibytes)?), Table::near(hash_mebibytes)?))
    }

    fn with(table: Arc<Table>, near: Table) -> Self {
        let anywhere = Position::start(Preset::Nine.rules()).expect("presets are sound");
        Self {
            table,
            near,
            own_era: Era::default(),
            era: Era::default(),
            judge: Judge::new(&Preset::Nine.rules(), true),
            order: Order::new(MAX_PLY),
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
            knowledge: Knowledge::default(),
            lines: Lines::default(),
            window: Window::ALL,
            noisy: false,
            selective: false,
            found: None,
            overlooking: false,
            tainted: false,
        }
    }

    /// Whom to ask for exact values, from the next [`start`](Self::start) on. A search with a taste asks nobody.
    ///
    /// At the root, turns that spoil the value are left out; where the distances are known too, the search is over with
    /// the best turn. In the tree, a position ends the search there if its value is not the one that the root has. With
    /// several lines no turn is left out, and in the tree it is the value of the turn at the root that counts.
    pub fn set_exact(&mut self, source: Option<Arc<dyn Probe>>) {
        self.knowledge = Knowledge::of(source);
        self.tainted = true;
    }

    /// Who is asked.
    pub fn exact(&self) -> Option<&dyn Probe> {
        self.knowledge.whom()
    }

    /// Forgets all that was learnt: a new game begins.
    pub fn clear(&mut self) {
        self.table.clear();
        self.near.clear();
        (self.own_era, self.era) = Default::default();
        self.order.clear();
        self.tainted = false;
    }

    /// Nothing that the memory holds is to be seen any more.
    fn renew(&mut self) {
        self.near.renew(self.own_era);
        self.own_era = self.table.renew(self.own_era);
    }

    /// Begins to search a position, instead of what was searched before. `earlier` are the identities
    /// ([`Position::identity`]) of the game's positions before it, in order; those since the last capture or placing
    /// are enough. Nothing is searched yet, but [`best_move`](Self::best_move) is a legal move from here on, if the
    /// game is not over.
    pub fn start(&mut self, root: &Position, earlier: &[u128], limits: Limits) {
        // More lines are only another way to look at the same tree.
        if (Limits { lines: 1, ..limits }) != Limits::default() || self.tainted {
            self.renew();
            self.order.clear();
        } else {
            self.near.age(self.own_era);
            self.own_era = self.table.age(self.own_era);
        }
        self.tainted = limits.taste.is_some();

        let reversible = usize::from(root.clock()).min(earlier.len());
        self.earlier.clear();
        if root.rules().repeat == Repeat::Threefold {
            self.earlier.extend(earlier[earlier.len() - reversible..].iter().map(|&identity| hash(identity)));
        }
        self.begin(root, limits);
    }

    /// Begins to search a position with the memory as it is.
    fn begin(&mut self, root: &Position, limits: Limits) {
        self.era = self.own_era;
        // Tastes err in their own way, on a plain tree.
        self.selective = limits.taste.is_none();
        self.found = None;
        self.noisy = limits.taste.is_some_and(|taste| taste.noise > 0);
        self.overlooking = limits.taste.is_some_and(|taste| taste.overlooks > 0);
        self.limits = limits;
        self.node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.nodes = 0;
        self.depth = 0;
        self.infos.clear();
        self.best = None;
        self.judge = Judge::new(root.rules(), limits.taste.is_some_and(|taste| taste.naive));
        self.frames[0] = Frame::new(root);
        self.root.clear();
        self.lines.begin(&limits);
        self.done = !self.list_root_moves(root);
        self.knowledge.begin(limits.taste.is_none());
        if !self.done {
            self.deepen();
        }
    }

    /// Leaves only these turns at the root of the search that was just started, as far as they are legal: the best of
    /// them is looked for. Without one of them it changes nothing.
    pub fn keep_only(&mut self, turns: &[Move]) {
        if self.done || !self.root.iter().any(|root| turns.contains(&root.mv)) {
            return;
        }
        self.root.retain(|root| turns.contains(&root.mv));
        self.lines.forget();
        self.best = self.root.first().map(|root| root.mv);
        self.depth = 0;
        self.deepen();
    }

    /// Searches on for about so many nodes (at least one), or until a limit is reached. It returns within a few
    /// hundred instructions after the last node, and after every question to a slow source of exact values.
    pub fn step(&mut self, nodes: u64) -> Status {
        if !self.done && self.ask_about_root() {
            self.run(self.nodes.saturating_add(nodes.max(1)));
        }
        if self.done { Status::Done } else { Status::Running }
    }

    /// What was found last of the best turn; `None` before the first ply is finished, or where the game is over.
    pub fn info(&self) -> Option<&Info> {
        self.lines().first()
    }

    /// What was found last, a line each, the best first: as many as were asked for, or as there are turns. Empty where
    /// [`info`](Self::info) is `None`.
    pub fn lines(&self) -> &[Info] {
        let last = self.infos.last().map_or(0, |info| info.line as usize);
        &self.infos[self.infos.len() - last..]
    }

    /// All that was found, in order: a line for every depth, and one for every better turn found on the way; where
    /// several lines were asked for, all of them each time, the best first.
    pub fn infos(&self) -> &[Info] {
        &self.infos
    }

    /// The positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best turn found so far; `None` only where the game is over.
    pub fn best_move(&self) -> Option<Move> {
        match self.limits.taste {
            Some(taste) if self.root.iter().any(|root| root.settled.is_some()) => {
                let settled = self.root.iter().filter_map(|root| Some((root.mv, root.settled?)));
                taste.choose(settled).or(self.best)
            }
            _ => self.best,
        }
    }
}
