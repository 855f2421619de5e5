//! The walk over all positions of the first placings, shared by writing and reading: layer by
//! layer, sector by sector, class by class of the side to move's men.
//!
//! A position after a placing that closed no mill follows one with one man less of the side that
//! placed. So each of that side's men that is in no mill points to such a position in the layer
//! before. If one of these is lost, this one is won and needs no bit; if one is drawn, this one is
//! not lost. The values of the other positions that they lead to are the best predictor of all.

use super::layer::{Layer, Stage, UNKNOWN, most_men};
use super::maps::{PointSetMap, RingPatterns};
use super::model::{AnswerCounts, MOST_MEN, Model, Question, Seen};
use crate::board::{Board, Points};
use crate::checksum::Crc32;
use crate::rules::Rules;
use crate::tablebase::coder::Coder;
use crate::tablebase::numbering::Numbering;
use crate::tablebase::ranks::choose;
use crate::value::Wdl;

const WIN: u8 = Wdl::Win as u8;
const DRAW: u8 = Wdl::Draw as u8;
const LOSS: u8 = Wdl::Loss as u8;
// The least of some codes is the worst value that is known.
const _: () = assert!(LOSS < DRAW && DRAW < WIN && WIN < UNKNOWN);

/// How far the walk has come, and all values on the way.
#[derive(Debug)]
pub struct Walk {
    pub rules: Rules,
    pub numbering: Numbering,
    pub layers: Vec<Layer>,
    placings: usize,
    patterns: RingPatterns,
    model: Model,
    /// Sectors still to come in this layer, the next one last.
    stages: Vec<Stage>,
    stage: Option<Stage>,
    class: usize,
    /// Of the sector at hand, by the positions with one man of the side to move less: the answers.
    beside: Vec<[AnswerCounts; 2]>,
    /// By rank of the other side's men: those in mills, and where one more would close one.
    lines: Vec<[Points; 2]>,
}

/// What a step has done.
pub enum WalkStep {
    /// A part of a sector.
    Part,
    /// The rest of one.
    Sector(Stage),
    /// Nothing: the walk is over.
    Over,
}

impl Walk {
    /// At the start of a game; ends after the layer of `placings`.
    pub fn new(rules: Rules, placings: usize) -> Self {
        Self {
            rules,
            numbering: Numbering::new(rules.board, most_men(&rules, placings)),
            layers: vec![Layer::new(), Layer::new()],
            placings,
            patterns: RingPatterns::new(rules.board),
            model: Model::new(),
            stages: Stage::all(&rules, 0),
            stage: None,
            class: 0,
            beside: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The layers behind it. In the one at hand and the next, positions are marked that have no
    /// value yet.
    pub(super) fn whole_layers(&self) -> &[Layer] {
        &self.layers[..self.layers.len() - 2]
    }

    /// Ends the walk before its first step with the values that
    /// [`Opening::values`](super::Opening::values) gave. Returns their checksum if it is `wanted`;
    /// otherwise nothing is changed.
    pub fn restore(&mut self, values: &[u8], wanted: u32) -> Option<Crc32> {
        let mut layers = Vec::new();
        let mut checksum = Crc32::new();
        let mut rest = values;
        for placings in 0..=self.placings {
            let mut layer = Layer::new();
            for stage in Stage::all(&self.rules, placings) {
                let (&any, sectors) = rest.split_first()?;
                let slots = self.numbering.blocks(stage.own, stage.other).len();
                let length = if any == 0 { 0 } else { slots.div_ceil(4) };
                let (sector, others) = sectors.split_at_checked(length)?;
                checksum.update(sector);
                layer.fill(&stage, sector);
                rest = others;
            }
            layers.push(layer);
        }
        if !rest.is_empty() || checksum.clone().finish() != wanted {
            return None;
        }
        layers.push(Layer::new());
        self.layers = layers;
        self.stages.clear();
        Some(checksum)
    }

    /// Goes on for a class: some thousand positions. `value` is asked for each value; reading, it
    /// can answer anything.
    pub fn step(
        &mut self,
        coder: &mut impl Coder,
        value: &mut impl FnMut(&Stage, Points, Points) -> u8,
    ) -> WalkStep {
        let Some(stage) = self.stage.or_else(|| self.next_stage()) else {
            return WalkStep::Over;
        };
        let layer = stage.placings();
        let classes = if self.layers[layer].is_empty(&stage) {
            0
        } else {
            self.numbering.classes(stage.own).all().len()
        };
        if self.class < classes {
            self.walk_class(&stage, coder, value);
            self.class += 1;
        }
        if self.class < classes {
            return WalkStep::Part;
        }
        self.stage = None;
        self.layers[layer].tidy(&stage);
        WalkStep::Sector(stage)
    }

    fn next_stage(&mut self) -> Option<Stage> {
        while self.stages.is_empty() {
            // There is a layer more already, where the positions are marked that this one leads to.
            let placings = self.layers.len() - 1;
            if placings > self.placings {
                return None;
            }
            self.stages = Stage::all(&self.rules, placings);
            self.stages.reverse();
            self.layers.push(Layer::new());
        }
        let stage = self.stages.pop()?;
        let Stage { own, other, .. } = stage;
        // Those that are found by playing were given room by what leads to them.
        if !stage.is_marked() {
            self.layers[stage.placings()].room(&self.numbering, &stage);
        }
        let board = self.rules.board;
        let points = board.points().len();
        let classes = |size: usize| self.numbering.classes(size).all().len();
        // A tally for each class with one man less and each set of the other side beside it.
        let beside = if own == 0 {
            0
        } else {
            classes(own - 1) * choose(points + 1 - own, other) as usize
        };
        self.beside.clear();
        self.beside.resize(beside, [0; 2]);
        let sets = self
            .numbering
            .ranks()
            .sets(other, points)
            .iter()
            .map(|&set| Points::from_bits(set));
        self.lines = sets
            .map(|men| [board.in_mills(men), board.closers(men)])
            .collect();
        self.class = 0;
        self.stage = Some(stage);
        self.stage
    }

    fn walk_class(
        &mut self,
        stage: &Stage,
        coder: &mut impl Coder,
        value: &mut impl FnMut(&Stage, Points, Points) -> u8,
    ) {
        let &Stage { own, other, .. } = stage;
        let layer = stage.placings();
        let board = self.rules.board;
        let mine = self.numbering.blocks(own, other).men(self.class);
        let men = mine.bits();
        let mills = count_mills(board, mine);
        // With whatever men of the other side.
        if !stage.is_marked()
            && !stage.can_have(mills, if stage.lost.0 > 0 { usize::MAX } else { 0 })
        {
            return;
        }
        let mut class = WalkedClass::new(self, stage, men);
        let slots = choose(board.points().len() - own, other) as usize;
        // Their successors are marked at the end, in one go.
        let mut more = Vec::new();
        for rank in 0..slots {
            let blocks = self.numbering.blocks(own, other);
            if !blocks.is_canonical(self.class, rank) {
                continue;
            }
            let set = blocks.sets()[rank];
            let theirs = class.unpack.apply(set);
            // Slots of a sector are numbered class by class.
            let slot = self.class * slots + rank;
            let theirs = Points::from_bits(theirs);
            let [in_mills, closers] = self.lines[self.numbering.ranks().rank(theirs.bits())];
            let occurs = if stage.is_marked() {
                self.layers[layer].get(stage, slot) != UNKNOWN
            } else {
                stage.can_have(
                    mills,
                    if in_mills.is_empty() {
                        0
                    } else {
                        count_mills(board, theirs)
                    },
                )
            };
            if !occurs {
                continue;
            }
            let asked = value(stage, mine, theirs);
            let others = Theirs {
                men: theirs,
                set,
                in_mills,
                closers,
            };
            let code = self.code(coder, &mut class, &others, asked);
            self.layers[layer].set(stage, slot, code);
            if stage.marks() && layer < self.placings {
                more.push(theirs);
            }
        }
        for theirs in more {
            self.mark_successors(stage, mine, theirs);
        }
    }

    /// Codes the value of a position of the class.
    #[inline]
    fn code(
        &mut self,
        coder: &mut impl Coder,
        class: &mut WalkedClass,
        theirs: &Theirs,
        asked: u8,
    ) -> u8 {
        let mut leads = [0; MOST_MEN];
        let mut led = 0;
        let mut worst = UNKNOWN;
        let mut draws = 0;
        // Those that may have been placed last without closing a mill.
        let mut left = if class.before.is_empty() {
            0
        } else {
            theirs.set & !class.pack.apply(theirs.in_mills.bits())
        };
        while left != 0 {
            // The set without its lowest man that is left is the position before that placing.
            let rank = self
                .numbering
                .ranks()
                .rank(theirs.set & !(left & left.wrapping_neg()));
            left &= left - 1;
            let value = class.before[rank];
            if value != UNKNOWN {
                leads[led] = rank;
                led += 1;
                worst = worst.min(value);
                draws += usize::from(value == DRAW);
            }
        }
        // Where the other side came from a lost position, each of its moves loses, this one too.
        if worst == LOSS {
            return WIN;
        }
        let mut besides = [0; MOST_MEN];
        for (entry, neighbour) in besides.iter_mut().zip(&class.neighbours) {
            *entry = neighbour.start
                + self
                    .numbering
                    .ranks()
                    .rank(neighbour.pack.apply(theirs.men.bits()));
        }
        let besides = &besides[..class.neighbours.len()];
        let empty = class.free.minus(theirs.men);
        // Two digits to the base of four.
        let seen = Seen {
            threats: class.closers.and(empty).len().min(3) * 4
                + theirs.closers.and(empty).len().min(3),
            draws,
            groups: RingPatterns::rings(class.pattern, self.patterns.of(theirs.men.bits())),
        };
        let mut ask = |question, answer| {
            let before = (&mut class.tallies[..], &leads[..led]);
            let beside = (&mut self.beside[..], besides);
            self.model
                .code(coder, question, answer, &seen, before, beside)
        };
        // From a drawn position no move wins, so after it no loss need be asked for.
        if ask(Question::Win, asked == WIN) {
            WIN
        } else if worst != DRAW && ask(Question::Loss, asked == LOSS) {
            LOSS
        } else {
            DRAW
        }
    }

    /// Marks the positions of the next layer that a position leads to, in stages that are marked.
    fn mark_successors(&mut self, stage: &Stage, mine: Points, theirs: Points) {
        let board = self.rules.board;
        // A placing that closes a mill takes a man: it leads to a stage with one man lost more.
        for to in board.points().minus(mine).minus(theirs) {
            let closes = board.mills_through(to, mine) > 0;
            if closes && stage.lost.0 > 0 {
                for taken in self.rules.takable(theirs) {
                    self.mark(stage, theirs.without(taken), mine.with(to));
                }
            } else if !closes && stage.is_marked() {
                self.mark(stage, theirs, mine.with(to));
            }
        }
    }

    /// Marks a position after a placing.
    fn mark(&mut self, before: &Stage, own: Points, other: Points) {
        let stage = Stage::of(
            &self.rules,
            (before.placed.1, before.placed.0 + 1),
            own.len(),
            other.len(),
        );
        if !stage.is_marked() || stage.sector(&self.rules).is_lost(&self.rules) {
            return;
        }
        let layer = &mut self.layers[stage.placings()];
        layer.room(&self.numbering, &stage);
        let slot = self
            .numbering
            .blocks(own.len(), other.len())
            .canonical(own, other);
        // Any value but UNKNOWN: the walk overwrites it when it comes there.
        layer.set(&stage, slot, DRAW);
    }
}

fn count_mills(board: &Board, men: Points) -> usize {
    board
        .mills()
        .iter()
        .filter(|&&mill| men.contains_all(mill))
        .count()
}

/// The other side's men in a position.
struct Theirs {
    men: Points,
    /// Among the points that the side to move leaves free.
    set: u32,
    in_mills: Points,
    /// Where one more would close a mill.
    closers: Points,
}

/// What the positions share that have the same men of the side to move.
struct WalkedClass {
    unpack: PointSetMap,
    pack: PointSetMap,
    free: Points,
    /// Where the side to move could close a mill.
    closers: Points,
    pattern: u64,
    /// By rank of the packed set of the other's men, one less: the values in the layer before.
    /// May be empty.
    before: Vec<u8>,
    /// And what was answered for the positions that they lead to.
    tallies: Vec<[AnswerCounts; 2]>,
    neighbours: Vec<Neighbour>,
}

/// The positions with one man of the side to move less.
struct Neighbour {
    /// From the other's men to the packed set of them, turned as their class has it.
    pack: PointSetMap,
    /// Where their tallies begin.
    start: usize,
}

impl WalkedClass {
    fn new(walk: &Walk, stage: &Stage, men: u32) -> Self {
        let &Stage { other, .. } = stage;
        let Walk {
            rules: Rules { board, .. },
            numbering,
            ..
        } = walk;
        let before = Self::before(walk, stage, men);
        let neighbour = |set: u32| {
            let size = set.count_ones() as usize;
            let (class, symmetry) = numbering.find(set);
            let image = |point: u32| numbering.symmetries().apply(symmetry, point);
            let pack = PointSetMap::packing(board, numbering.classes(size).all()[class].men, image);
            Neighbour {
                pack,
                start: class * choose(board.points().len() - size, other) as usize,
            }
        };
        Self {
            unpack: PointSetMap::unpacking(board, men),
            pack: PointSetMap::packing(board, men, |point| point),
            free: board.points().minus(Points::from_bits(men)),
            closers: board.closers(Points::from_bits(men)),
            pattern: walk.patterns.of(men),
            tallies: vec![[0; 2]; before.len()],
            before,
            neighbours: Points::from_bits(men)
                .map(|point| neighbour(men & !(1 << point.index())))
                .collect(),
        }
    }

    fn before(walk: &Walk, stage: &Stage, men: u32) -> Vec<u8> {
        let &Stage {
            placed, own, other, ..
        } = stage;
        if other == 0 {
            return Vec::new();
        }
        // The other side is to move there and has one man less; as many men are lost.
        let earlier = Stage::of(&walk.rules, (placed.1 - 1, placed.0), other - 1, own);
        let layer = &walk.layers[earlier.placings()];
        if layer.is_empty(&earlier) {
            return Vec::new();
        }
        let blocks = walk.numbering.blocks(other - 1, own);
        let unpack = PointSetMap::unpacking(walk.rules.board, men);
        let value = |&packed: &u32| {
            let set = Points::from_bits(unpack.apply(packed));
            layer.get(&earlier, blocks.canonical(set, Points::from_bits(men)))
        };
        let free = walk.rules.board.points().len() - own;
        walk.numbering
            .ranks()
            .sets(other - 1, free)
            .iter()
            .map(value)
            .collect()
    }
}
