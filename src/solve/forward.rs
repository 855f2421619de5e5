//! Looking forward: what the turns that leave a sector (placings, captures) are worth, for all its positions.
//!
//! A turn that closes a mill has two halves. The value of the second, the capture, depends only on the position with
//! the mill closed; it is computed once for each such position ([`Captures`]) and not once for each way to reach it.

use super::error::Error;
use super::local::{Local, each_bit, each_slot};
use super::map::{INVALID, PackedMap};
use super::planes::{Block, Planes, set};
use crate::board::{Board, Point, Points};
use crate::rules::{Goal, Protect, Rules};
use crate::solution::table::blocks::{Blocks, Shape};
use rayon::prelude::*;

/// What closing a mill brings.
pub(super) enum Captures<V = Planes> {
    /// Nothing: there is no man to take, the turn ends as any other.
    None,
    /// The game.
    Win,
    /// By position with the mill closed, the value to the side that takes.
    Depends(V),
}

/// Where one kind of turn of one side leads.
pub(super) struct Turns<V = Planes> {
    /// The values, to the other side, of the positions after a turn without capture; `None` where those are inside
    /// the sector and its mirror, to be found by looking backward.
    pub(super) quiet: Option<V>,
    /// After a turn that closes a mill.
    pub(super) captures: Captures<V>,
}

/// A side's turns out of its sector.
pub(super) struct Exits<V = Planes> {
    /// By placing a man, where it may.
    pub(super) placing: Option<Turns<V>>,
    /// By moving one, where it may.
    pub(super) moving: Option<Turns<V>>,
    /// Whether its men fly.
    pub(super) flies: bool,
}

/// The value of taking a man of the second side, for the first. `after` holds the positions with one man of the second
/// side fewer, it to move, in `fewer`'s numbering; `blocks` numbers the positions with the mill closed. Filled in only
/// for blocks with a mill.
pub(super) fn first_takes(rules: &Rules, shape: &Shape, blocks: &Blocks<'_>, after: &Planes) -> Result<Planes, Error> {
    let mut values = Planes::new(blocks)?;
    let board = shape.board();
    let ranks = shape.ranks();
    values.blocks_mut().enumerate().for_each(|(block, (win, loss))| {
        let men = blocks.men(block);
        if board.in_mills(men).is_empty() {
            return;
        }
        let local = Local::new(board, men);
        let after = after.block(block);
        for (slot, &packed) in blocks.sets().iter().enumerate() {
            let free = packed & !if rules.protect == Protect::Never { 0 } else { local.in_mills(packed) };
            let takable = if free == 0 { packed } else { free };
            let best = best_of(each_bit(takable).map(|man| ranks.rank(packed & !man)), after);
            write(win, loss, slot, best);
        }
    });
    Ok(values)
}

/// The value of taking a man of the first side, for the second. `fewer` numbers the positions after it. Filled in only
/// where the second side has a mill.
pub(super) fn second_takes(
    rules: &Rules,
    shape: &Shape,
    blocks: &Blocks<'_>,
    fewer: &Blocks<'_>,
    after: &Planes,
) -> Result<Planes, Error> {
    let mut values = Planes::new(blocks)?;
    let board = shape.board();
    let ranks = shape.ranks();
    values.blocks_mut().enumerate().for_each_init(Vec::new, |maps, (block, (win, loss))| {
        let local = Local::new(board, blocks.men(block));
        let takes = capture_maps(rules, shape, fewer, &local, maps);
        for (slot, &packed) in blocks.sets().iter().enumerate() {
            if local.in_mills(packed) == 0 {
                continue;
            }
            let mut best = Best::Loss;
            for (&there, map) in takes.iter().zip(maps.iter()) {
                let (after, there) = (after.block(there), ranks.rank(map.apply(packed)));
                if after.loses_at(there) {
                    best = Best::Win;
                    break;
                }
                if !after.wins_at(there) {
                    best = Best::Draw;
                }
            }
            write(win, loss, slot, best);
        }
    });
    Ok(values)
}

/// For each man of the first side that may be taken: the block, in the numbering `fewer`, of the men that are left; and
/// in `maps` how sets of the second side are turned to get there.
pub(super) fn capture_maps(
    rules: &Rules,
    shape: &Shape,
    fewer: &Blocks<'_>,
    local: &Local,
    maps: &mut Vec<PackedMap>,
) -> Vec<usize> {
    let takable = rules.takable(local.men);
    maps.resize_with(takable.len().max(maps.len()), PackedMap::new);
    let taken = |(man, map): (Point, &mut PackedMap)| {
        let (there, turn) = fewer.find(local.men.without(man));
        let to = fewer.men(there);
        let symmetry = &shape.board().symmetries()[turn];
        map.set_points(local.count, |point| {
            let image = symmetry[usize::from(local.points[point])];
            1 << (u32::from(image) - (to.bits() & ((1 << image) - 1)).count_ones())
        });
        map.fill();
        there
    };
    takable.zip(maps.iter_mut()).map(taken).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Best {
    Loss,
    Draw,
    Win,
}

#[inline(always)]
fn best_of(slots: impl Iterator<Item = usize>, after: Block<'_>) -> Best {
    let mut best = Best::Loss;
    for slot in slots {
        if after.loses_at(slot) {
            return Best::Win;
        }
        if !after.wins_at(slot) {
            best = Best::Draw;
        }
    }
    best
}

#[inline(always)]
fn write(win: &mut [u64], loss: &mut [u64], slot: usize, value: Best) {
    match value {
        Best::Win => set(win, slot),
        Best::Loss => set(loss, slot),
        Best::Draw => {}
    }
}

/// A block of the sector being solved: what its exits are worth, and how many turns stay inside.
pub(super) struct Found<'a> {
    /// Positions with an exit that wins.
    pub(super) win: &'a mut [u64],
    /// Positions with an exit that draws.
    pub(super) draw: &'a mut [u64],
    /// By slot: turns that stay inside. Empty where no turn does.
    pub(super) inside: &'a mut [u8],
}

/// One job's positions, in blocks of the first side's sets.
pub(super) struct Field<'a, V = Planes> {
    pub(super) rules: &'a Rules,
    pub(super) shape: &'a Shape,
    pub(super) board: &'static Board,
    pub(super) blocks: Blocks<'a>,
    /// The numberings after a placing of the first side, and of the second.
    pub(super) first_placed: Blocks<'a>,
    pub(super) first: Exits<V>,
    pub(super) second: Exits<V>,
}

impl Field<'_> {
    /// The exits of the first side, it to move, for a block.
    pub(super) fn look_from_first(&self, block: usize, map: &mut PackedMap, found: &mut Found<'_>) {
        let men = self.blocks.men(block);
        let local = Local::new(self.board, men);
        let sets = self.blocks.sets();
        if let Some(turns) = &self.first.placing {
            for to in self.board.points().minus(men) {
                let closes = self.board.mills_through(to, men) > 0;
                self.pull(&self.first_placed, men.with(to), &local, turns, closes, map, found);
            }
        }
        let Some(turns) = &self.first.moving else { return };
        // By point: the turns inside that end there.
        let mut ways = [0u32; 24];
        for from in men {
            let rest = men.without(from);
            for to in self.targets(from, men, self.first.flies) {
                let closes = self.board.mills_through(to, rest) > 0 && !matches!(turns.captures, Captures::None);
                if closes || turns.quiet.is_some() {
                    self.pull(&self.blocks, rest.with(to), &local, turns, closes, map, found);
                } else {
                    ways[local.bit(to.index()).trailing_zeros() as usize] += 1;
                }
            }
        }
        if turns.quiet.is_none() && ways[..local.count].iter().any(|&ways| ways > 0) {
            let all: u32 = ways.iter().sum();
            let mut sum = super::map::PackedSum::new();
            sum.fill(&ways[..local.count]);
            for (inside, &set) in found.inside.iter_mut().zip(sets) {
                *inside = (all - sum.of(set)) as u8;
            }
        }
    }

    /// Takes over the values of the positions where the first side's men have become `men`.
    #[allow(clippy::too_many_arguments)] // one turn, from everywhere to everywhere
    fn pull(
        &self,
        blocks: &Blocks<'_>,
        men: Points,
        local: &Local,
        turns: &Turns,
        closes: bool,
        map: &mut PackedMap,
        found: &mut Found<'_>,
    ) {
        let ranks = self.shape.ranks();
        let (there, turn) = blocks.find(men);
        self.aim(map, blocks, there, turn, local);
        map.fill();
        let sets = blocks.sets();
        let mark = |slot: usize, plane: &mut [u64]| {
            let image = map.apply(sets[slot]);
            if image < INVALID {
                set(plane, ranks.rank(image));
            }
        };
        let slots = blocks.slots();
        match (&turns.captures, &turns.quiet) {
            (Captures::Win, _) if closes => (0..slots).for_each(|slot| mark(slot, found.win)),
            (Captures::Depends(values), _) if closes => {
                let values = values.block(there);
                each_slot(values.win.iter().copied(), |slot| mark(slot, found.win));
                each_slot(values.draws(slots), |slot| mark(slot, found.draw));
            }
            (_, Some(values)) => {
                let values = values.block(there);
                each_slot(values.loss.iter().copied(), |slot| mark(slot, found.win));
                each_slot(values.draws(slots), |slot| mark(slot, found.draw));
            }
            (_, None) => unreachable!("turns inside are counted"),
        }
    }

    /// The exits of the second side, it to move, for a block.
    pub(super) fn look_from_second(&self, block: usize, found: &mut Found<'_>) {
        let local = Local::new(self.board, self.blocks.men(block));
        let ranks = self.shape.ranks();
        let placing = self.second.placing.as_ref().map(|turns| Seen::new(turns, block));
        let moving = self.second.moving.as_ref().map(|turns| Seen::new(turns, block));
        for (slot, &packed) in self.blocks.sets().iter().enumerate() {
            let empty = local.all & !packed;
            let closers = local.closers(packed) & empty;
            let mut best = Best::Loss;
            'best: {
                if let Some(turns) = &placing {
                    for to in each_bit(empty) {
                        let value = turns.value(to & closers != 0, || ranks.rank(packed | to));
                        if value == Some(Best::Win) {
                            best = Best::Win;
                            break 'best;
                        }
                        if value == Some(Best::Draw) {
                            best = Best::Draw;
                        }
                    }
                }
                let Some(turns) = &moving else { break 'best };
                for from in each_bit(packed) {
                    let rest = packed & !from;
                    let targets =
                        if self.second.flies { empty } else { local.adjacent[from.trailing_zeros() as usize] & empty };
                    if turns.stays && targets & closers == 0 {
                        found.inside[slot] += targets.count_ones() as u8;
                        continue;
                    }
                    for to in each_bit(targets) {
                        let closes = to & closers != 0 && local.closes(to, rest);
                        match turns.value(closes, || ranks.rank(rest | to)) {
                            None => found.inside[slot] += 1,
                            Some(Best::Win) => {
                                best = Best::Win;
                                break 'best;
                            }
                            Some(Best::Draw) => best = Best::Draw,
                            Some(Best::Loss) => {}
                        }
                    }
                }
            }
            match best {
                Best::Win => set(found.win, slot),
                Best::Draw => set(found.draw, slot),
                Best::Loss => {}
            }
        }
    }
}

impl<V> Field<'_, V> {
    /// The points to which the man on `from` could go if the second side had none.
    pub(super) fn targets(&self, from: Point, men: Points, flies: bool) -> Points {
        let free = self.board.points().minus(men);
        if flies { free } else { self.board.neighbours(from).and(free) }
    }

    /// Sets a map from the free points of `there`, reached from the block of `local` by a symmetry, back to its own.
    pub(super) fn aim(&self, map: &mut PackedMap, blocks: &Blocks<'_>, there: usize, turn: usize, local: &Local) {
        let free = blocks.free_points(there);
        map.set_points(free.len(), |i| local.bit(self.shape.before_turn(turn, free[i] as usize)));
    }
}

/// The second side's turns from one block.
struct Seen<'a> {
    quiet: Option<Block<'a>>,
    captures: SeenCaptures<'a>,
    /// Whether quiet turns stay inside.
    stays: bool,
}

enum SeenCaptures<'a> {
    None,
    Win,
    Depends(Block<'a>),
}

impl<'a> Seen<'a> {
    fn new(turns: &'a Turns, block: usize) -> Self {
        Self {
            quiet: turns.quiet.as_ref().map(|planes| planes.block(block)),
            captures: match &turns.captures {
                Captures::None => SeenCaptures::None,
                Captures::Win => SeenCaptures::Win,
                Captures::Depends(planes) => SeenCaptures::Depends(planes.block(block)),
            },
            stays: turns.quiet.is_none(),
        }
    }

    /// The value of a turn to the side that makes it; `None` where it stays inside.
    #[inline(always)]
    fn value(&self, closes: bool, slot: impl FnOnce() -> usize) -> Option<Best> {
        match &self.captures {
            SeenCaptures::Win if closes => Some(Best::Win),
            SeenCaptures::Depends(values) if closes => {
                let slot = slot();
                Some(match (values.wins_at(slot), values.loses_at(slot)) {
                    (true, _) => Best::Win,
                    (_, true) => Best::Loss,
                    _ => Best::Draw,
                })
            }
            _ => {
                let quiet = self.quiet?;
                let slot = slot();
                Some(match (quiet.wins_at(slot), quiet.loses_at(slot)) {
                    (_, true) => Best::Win,
                    (true, _) => Best::Loss,
                    _ => Best::Draw,
                })
            }
        }
    }
}

/// Whether a rule set is one of those that the large solver handles; `Err` names what it does not.
pub(super) fn check(rules: &Rules) -> Result<(), Error> {
    use crate::rules::{Blocked, Mills, Reform};
    let unsupported = [
        (rules.reform == Reform::Ban, "the re-forming ban (reform=ban)"),
        (rules.mills == Mills::Each, "a capture for each of two mills (mills=each)"),
        (rules.blocked != Blocked::Lose, "another end of a blocked game than a loss (blocked)"),
        (rules.protect == Protect::Always, "men in mills that may never be taken (protect=always)"),
    ];
    match unsupported.into_iter().find(|&(found, _)| found) {
        Some((_, option)) => Err(Error::Unsupported(option)),
        None => Ok(()),
    }
}

/// Calls `visit` with the slots of a block in which the game is over before the side to move has its turn, and whether
/// it is lost (else it is drawn). `first_moves`: whose turn it is.
pub(super) fn each_ended(
    rules: &Rules,
    blocks: &Blocks<'_>,
    local: &Local,
    first_moves: bool,
    mut visit: impl FnMut(usize, bool),
) {
    let sets = blocks.sets();
    let full = sets.first().is_some_and(|set| set.count_ones() as usize == local.count);
    if full && rules.full == crate::rules::Full::Draw {
        (0..blocks.slots()).for_each(|slot| visit(slot, false));
    }
    // After that, so that it counts for more: the last man placed may close a mill.
    if rules.goal == Goal::Mill {
        let first_has = !rules.board.in_mills(local.men).is_empty();
        for (slot, &set) in sets.iter().enumerate() {
            let second_has = local.in_mills(set) != 0;
            let (own, other) = if first_moves { (first_has, second_has) } else { (second_has, first_has) };
            if own || other {
                visit(slot, other); // with an own mill it cannot arise: the mover would have won
            }
        }
    }
}
