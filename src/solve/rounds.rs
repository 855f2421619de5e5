//! Looking backward: retrograde analysis inside a sector and its mirror, in rounds.
//!
//! A position with a lost successor is won; a position whose successors are all won is lost, which a count of undecided
//! successors finds out. In each round every block fetches what the last round decided in the blocks that its first
//! side's moves lead to (predecessors are found by looking at forward moves, so that symmetric positions need no special
//! care), then passes on to its own second side's positions what it just decided. A block is written by one thread only.

use super::error::{Error, reserve};
use super::forward::Field;
use super::local::{Local, each_bit, each_slot};
use super::map::{INVALID, PackedMap};
use super::planes::{Planes, count, set};
use rayon::prelude::*;

/// In a count of undecided successors: one is drawn, so that the position is never lost.
pub(super) const NEVER_LOST: u8 = u8::MAX;

/// The positions of a job with one of the sides to move.
pub(super) struct Half {
    pub(super) planes: Planes,
    /// By slot: undecided successors inside; 0 where the position is decided, [`NEVER_LOST`] where one is drawn.
    pub(super) undecided: Vec<u8>,
}

/// A move of the first side that stays inside, from a block's set.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The block it leads to, and the symmetry applied to get there.
    pub(super) block: u32,
    pub(super) turn: u8,
}

/// The steps from every block.
pub(super) struct Steps {
    /// By block: where its steps begin; one entry more.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl Steps {
    pub(super) fn new<V>(field: &Field<'_, V>) -> Self {
        let mut found = Self { starts: vec![0], steps: Vec::new() };
        for block in 0..field.blocks.count() {
            let men = field.blocks.men(block);
            for from in men {
                let rest = men.without(from);
                for to in field.targets(from, men, field.first.flies) {
                    if field.is_inside_for_first(to, rest) {
                        let (block, turn) = field.blocks.find(rest.with(to));
                        found.steps.push(Step { block: block as u32, turn: turn as u8 });
                    }
                }
            }
            found.starts.push(found.steps.len() as u32);
        }
        found
    }

    pub(super) fn from(&self, block: usize) -> &[Step] {
        &self.steps[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

/// Scratch room of a thread: what the block at hand decides in this round for the first side to move.
struct Fresh {
    map: PackedMap,
    won: Vec<u64>,
    lost: Vec<u64>,
}

/// One block's part in a round.
struct Visit<'a> {
    block: usize,
    first: (&'a mut [u64], &'a mut [u64], &'a mut [u8]),
    second: (&'a mut [u64], &'a mut [u64], &'a mut [u8]),
    /// What it decides with the second side to move.
    news: (&'a mut [u64], &'a mut [u64]),
}

/// Decides everything that follows from what the halves hold already. `seen` is called after each round; it
/// says whether to go on.
pub(super) fn work_backward(
    field: &Field<'_>,
    first: &mut Half,
    second: &mut Half,
    seen: impl Fn() -> bool,
) -> Result<(), Error> {
    let steps = Steps::new(field);
    let blocks = field.blocks.count();
    let words = field.blocks.words();
    // What was decided last with the second side to move; at first, everything.
    let mut old = second.planes.clone();
    let mut new = Planes { words, bits: reserve(old.bits.len())? };
    let mut old_active = vec![true; blocks];
    let mut begins = true;
    loop {
        let news: Vec<bool> = first
            .planes
            .blocks_mut()
            .zip(first.undecided.par_chunks_mut(field.blocks.slots()))
            .zip(second.planes.blocks_mut().zip(second.undecided.par_chunks_mut(field.blocks.slots())))
            .zip(new.blocks_mut())
            .enumerate()
            .map_init(
                || Fresh { map: PackedMap::new(), won: vec![0; words], lost: vec![0; words] },
                |fresh, (block, ((((win1, loss1), undecided1), ((win2, loss2), undecided2)), news))| {
                    news.0.fill(0);
                    news.1.fill(0);
                    let mut visit =
                        Visit { block, first: (win1, loss1, undecided1), second: (win2, loss2, undecided2), news };
                    visit.round(field, steps.from(block), &old, &old_active, fresh, begins)
                },
            )
            .collect();
        begins = false;
        old_active = news;
        std::mem::swap(&mut old, &mut new);
        if !seen() {
            return Err(Error::Stopped);
        }
        if old_active.iter().all(|active| !active) {
            return Ok(());
        }
    }
}

impl Visit<'_> {
    /// Returns whether it decided something with the second side to move.
    fn round(
        &mut self,
        field: &Field<'_>,
        steps: &[Step],
        old: &Planes,
        active: &[bool],
        fresh: &mut Fresh,
        begins: bool,
    ) -> bool {
        if begins {
            fresh.won.copy_from_slice(self.first.0);
            fresh.lost.copy_from_slice(self.first.1);
        } else if !steps.iter().any(|step| active[step.block as usize]) {
            return false;
        } else {
            fresh.won.fill(0);
            fresh.lost.fill(0);
        }
        let local = Local::new(field.board, field.blocks.men(self.block));
        for step in steps.iter().filter(|step| active[step.block as usize]) {
            self.fetch(field, *step, &local, old, fresh);
        }
        fresh.won.iter().chain(&fresh.lost).any(|&word| word != 0) && self.pass_on(field, &local, fresh)
    }

    /// Takes note of what was decided where a step leads.
    fn fetch(&mut self, field: &Field<'_>, step: Step, local: &Local, old: &Planes, fresh: &mut Fresh) {
        let there = old.block(step.block as usize);
        let news = count(there.win.iter().chain(there.loss).copied());
        let map = &mut fresh.map;
        field.aim(map, &field.blocks, step.block as usize, step.turn.into(), local);
        let quick = news * 8 > map.fill_cost();
        if quick {
            map.fill();
        }
        let sets = field.blocks.sets();
        let ranks = field.shape.ranks();
        let here = |slot: usize| {
            let image = if quick { map.apply(sets[slot]) } else { map.apply_slowly(sets[slot]) };
            (image < INVALID).then(|| ranks.rank(image))
        };
        let (win, loss, undecided) = &mut self.first;
        each_slot(there.loss.iter().copied(), |slot| {
            let Some(slot) = here(slot) else { return };
            if undecided[slot] != 0 {
                undecided[slot] = 0;
                set(win, slot);
                set(&mut fresh.won, slot);
            }
        });
        each_slot(there.win.iter().copied(), |slot| {
            let Some(slot) = here(slot) else { return };
            if undecided[slot] != 0 && undecided[slot] != NEVER_LOST {
                undecided[slot] -= 1;
                if undecided[slot] == 0 {
                    set(loss, slot);
                    set(&mut fresh.lost, slot);
                }
            }
        });
    }

    /// Tells the second side's positions of the block what was just decided; returns whether that decides any.
    fn pass_on(&mut self, field: &Field<'_>, local: &Local, fresh: &Fresh) -> bool {
        let sets = field.blocks.sets();
        let ranks = field.shape.ranks();
        let (win, loss, undecided) = &mut self.second;
        let mut decided = false;
        each_slot(fresh.lost.iter().copied(), |slot| {
            field.each_before(local, sets[slot], |before| {
                let slot = ranks.rank(before);
                if undecided[slot] != 0 {
                    undecided[slot] = 0;
                    set(win, slot);
                    set(self.news.0, slot);
                    decided = true;
                }
            });
        });
        each_slot(fresh.won.iter().copied(), |slot| {
            field.each_before(local, sets[slot], |before| {
                let slot = ranks.rank(before);
                if undecided[slot] != 0 && undecided[slot] != NEVER_LOST {
                    undecided[slot] -= 1;
                    if undecided[slot] == 0 {
                        set(loss, slot);
                        set(self.news.1, slot);
                        decided = true;
                    }
                }
            });
        });
        decided
    }
}

impl<V> Field<'_, V> {
    /// Whether a move of a first side's man to `to`, the others being `rest`, ends the turn without leaving the sector.
    fn is_inside_for_first(&self, to: crate::board::Point, rest: crate::board::Points) -> bool {
        let Some(turns) = &self.first.moving else { return false };
        matches!(turns.captures, super::forward::Captures::None) || self.board.mills_through(to, rest) == 0
    }

    /// Calls `visit` with the second side's sets from which one of its moves that stay inside leads to `after`.
    #[inline(always)]
    pub(super) fn each_before(&self, local: &Local, after: u32, mut visit: impl FnMut(u32)) {
        let Some(turns) = &self.second.moving else { return };
        let empty = local.all & !after;
        let closed = match turns.captures {
            super::forward::Captures::None => 0,
            _ => local.in_mills(after),
        };
        for to in each_bit(after & !closed) {
            let sources = if self.second.flies { empty } else { local.adjacent[to.trailing_zeros() as usize] & empty };
            for from in each_bit(sources) {
                visit(after & !to | from);
            }
        }
    }
}
