//! The backward pass: retrograde analysis inside a sector and its mirror, in rounds.
//!
//! A position with a lost successor is won. A position whose successors are all won is lost; a
//! count of undecided successors detects this. In each round, every block fetches what the last
//! round decided in the blocks that its first side's moves lead to, then propagates its own new
//! results to its second side's positions. Predecessors are found by following forward moves, so
//! symmetric positions need no special case. Only one thread writes to a block.
//!
//! Losses with the second side to move give wins with the first, which give losses with the second:
//! one [`Chain`]. The other chain goes from wins through losses to wins. Without distances, a round
//! follows both. With distances it follows one, a ply further each time: the first side's positions
//! get the distance of the round, the second side's one ply more.
//!
//! A sector that is its own mirror is solved with only the first side to move. The results of a
//! round then also hold with the sides exchanged, for the next round to fetch.

use super::codes::LONGEST;
use super::error::{Error, reserve};
use super::forward::{Field, Scratch};
use super::planes::{count, each_slot, set};
use super::values::{NEVER_LOST, NO_TURN, SectorValues};
use merels::board::Points;
use merels::tablebase::Sector;
use merels::tablebase::local::Local;
use merels::tablebase::numbering::Blocks;
use merels::tablebase::packed::{INVALID, PackedMap};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions of a job with one of the sides to move.
pub(super) struct Half<V> {
    pub(super) values: V,
    /// By slot: undecided successors; 0 where the position is decided, [`NEVER_LOST`] where it
    /// cannot be lost. Empty where no turn of either side stays inside.
    undecided: Vec<u8>,
    /// By block: in which rounds turns out of the sector decide something, a bit each. Empty
    /// without distances.
    due: Vec<Due>,
}

// A bit for each number of plies that a byte can have.
type Due = [u64; 4];

fn is_due(due: &[Due], block: usize, plies: u8) -> bool {
    due.get(block)
        .is_some_and(|due| due[usize::from(plies) / 64] >> (plies % 64) & 1 == 1)
}

impl<V: SectorValues> Half<V> {
    /// Values the turns out of the sector and counts those inside; what follows from that alone is
    /// decided.
    pub(super) fn look_forward(field: &Field<'_, V>, first_moves: bool) -> Result<Self, Error> {
        let blocks = &field.blocks;
        let counts = field.has_inside();
        let mut half = Self {
            values: V::new(blocks)?,
            undecided: reserve(if counts { blocks.len() } else { 0 })?,
            due: vec![[0; 4]; if V::DISTANCES { blocks.count() } else { 0 }],
        };
        let look = |scratch: &mut Scratch,
                    inside: &mut [u8],
                    block: usize,
                    values: &mut V::BlockMut<'_>| {
            let local = Local::new(field.board, blocks.class(block));
            scratch.best.fill(NO_TURN);
            match first_moves {
                true => field.look_from_first(block, &local, scratch, inside),
                false => field.look_from_second(block, &local, &mut scratch.best, inside),
            }
            for (slot, &best) in scratch.best.iter().enumerate() {
                V::settle(values, slot, best, inside.get_mut(slot).unwrap_or(&mut 0));
            }
            field.each_ended(&local, first_moves, |slot, lost| {
                V::decide(values, slot, lost.then_some(false), 0);
                if let Some(inside) = inside.get_mut(slot) {
                    *inside = 0; // decided, whatever its moves would lead to
                }
            });
        };
        let each = half.values.blocks_mut();
        if counts {
            each.zip(half.undecided.par_chunks_mut(blocks.slots()))
                .enumerate()
                .for_each_init(
                    || Scratch::new(blocks),
                    |scratch, (block, (mut values, inside))| {
                        look(scratch, inside, block, &mut values)
                    },
                );
        } else {
            each.enumerate().for_each_init(
                || Scratch::new(blocks),
                |scratch, (block, mut values)| look(scratch, &mut [], block, &mut values),
            );
        }
        let due = half
            .due
            .par_iter_mut()
            .zip(half.values.blocks_mut())
            .zip(half.undecided.par_chunks(blocks.slots()));
        due.for_each(|((due, values), undecided)| {
            for slot in (0..undecided.len()).filter(|&slot| undecided[slot] != 0) {
                if let Some(plies) = V::plies(&values, slot) {
                    due[usize::from(plies) / 64] |= 1 << (plies % 64);
                }
            }
        });
        Ok(half)
    }

    /// Whether turns out of the sector decide something later than in this round.
    fn is_due_after(&self, plies: u8) -> bool {
        (0..self.due.len())
            .into_par_iter()
            .any(|block| (plies + 1..=LONGEST).any(|later| is_due(&self.due, block, later)))
    }
}

/// What follows from what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    /// The first side wins, the second loses.
    First = 0,
    /// The second side wins, the first loses.
    Second = 1,
}

impl Chain {
    fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What was decided with the second side to move in one chain: a bit for each slot, and for each
/// block whether any is set.
struct News {
    words: usize,
    bits: Vec<u64>,
    active: Vec<bool>,
}

impl News {
    fn new(blocks: &Blocks<'_>) -> Result<Self, Error> {
        let words = blocks.words();
        Ok(Self {
            words,
            bits: reserve(words * blocks.count())?,
            active: vec![false; blocks.count()],
        })
    }

    fn block(&self, block: usize) -> &[u64] {
        &self.bits[self.words * block..self.words * (block + 1)]
    }

    fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = (&mut [u64], &mut bool)> {
        self.bits.par_chunks_mut(self.words).zip(&mut self.active)
    }

    fn any(&self) -> bool {
        self.active.iter().any(|&active| active)
    }

    /// Takes over what other blocks have noted, and leaves nothing there.
    fn take(&mut self, noted: &[AtomicU64]) {
        let words = self.words;
        self.blocks_mut()
            .zip(noted.par_chunks(words))
            .for_each(|((bits, active), noted)| {
                for (word, noted) in bits.iter_mut().zip(noted) {
                    *word = noted.swap(0, Relaxed);
                }
                *active = bits.iter().any(|&word| word != 0);
            });
    }
}

/// A move of the first side that stays inside, from a block's set.
#[derive(Clone, Copy)]
struct Step {
    /// The block it leads to, and the symmetry applied to get there.
    block: u32,
    symmetry: u8,
}

/// The steps from every block.
struct Steps {
    /// By block: where its steps begin; one entry more.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl Steps {
    fn new<V: SectorValues>(field: &Field<'_, V>) -> Self {
        let mut found = Self {
            starts: vec![0],
            steps: Vec::new(),
        };
        for block in 0..field.blocks.count() {
            let men = field.blocks.men(block);
            for from in men {
                let rest = men.without(from);
                for to in field.targets(from, men, field.first.flies) {
                    if field.is_inside_for_first(to, rest) {
                        let (block, symmetry) = field.blocks.find(rest.with(to));
                        found.steps.push(Step {
                            block: block as u32,
                            symmetry: symmetry as u8,
                        });
                    }
                }
            }
            found.starts.push(found.steps.len() as u32);
        }
        found
    }

    fn from(&self, block: usize) -> &[Step] {
        &self.steps[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

/// A round: what is followed in it, and what the last one decided with the second side to move, by
/// chain.
struct Round<'a> {
    chains: &'a [Chain],
    begins: bool,
    old: &'a [News; 2],
}

/// The positions of a block with one side to move, in a round.
struct Part<'a, V: SectorValues> {
    values: V::BlockMut<'a>,
    undecided: &'a mut [u8],
    /// The side wins in the first chain.
    first: bool,
    /// The distance of what is decided.
    plies: u8,
    /// Turns out of the sector decide something.
    due: bool,
}

impl<V: SectorValues> Part<'_, V> {
    /// A successor was decided in this chain; whether that decides the position.
    #[inline(always)]
    fn tell(&mut self, chain: Chain, slot: usize) -> bool {
        let undecided = &mut self.undecided[slot];
        let wins = self.first == (chain == Chain::First);
        if *undecided == 0 || (!wins && *undecided == NEVER_LOST) {
            return false;
        }
        *undecided = if wins { 0 } else { *undecided - 1 };
        let decided = *undecided == 0;
        if decided {
            V::decide(&mut self.values, slot, Some(wins), self.plies);
        }
        decided
    }

    /// Tells of the turns out of the sector whose time has come.
    fn tell_due(&mut self, chain: Chain, decided: &mut [u64]) {
        for slot in 0..if self.due { self.undecided.len() } else { 0 } {
            let due = self.undecided[slot] != 0 && V::plies(&self.values, slot) == Some(self.plies);
            if due && self.tell(chain, slot) {
                set(decided, slot);
            }
        }
    }
}

/// Scratch room of a thread: what the block at hand decides in this round for the first side to
/// move, by chain.
struct Fresh {
    map: PackedMap,
    decided: [Vec<u64>; 2],
}

/// What a round decides in a sector that is its own mirror, as it is with the second side to move:
/// by chain, a bit for each slot of all blocks, [`News::words`] words a block.
type Mirrored = [Vec<AtomicU64>; 2];

/// Where what was decided with the first side to move is passed on to.
enum PassOn<'a, V: SectorValues> {
    /// To the same block with the second side to move; and what that decides, by chain.
    Second(Part<'a, V>, [(&'a mut [u64], &'a mut bool); 2]),
    /// To wherever the position is with the sides exchanged.
    Mirrored(&'a Mirrored),
}

/// Decides everything that follows from what the halves hold already; there is no second one where
/// the sector is its own mirror. `seen` is called after each round; it says whether to go on.
pub(super) fn work_backward<V: SectorValues>(
    field: &Field<'_, V>,
    sector: Sector,
    first: &mut Half<V>,
    mut second: Option<&mut Half<V>>,
    seen: impl Fn() -> bool,
) -> Result<(), Error> {
    let steps = Steps::new(field);
    let (blocks, slots) = (&field.blocks, field.blocks.slots());
    let mut old = [News::new(blocks)?, News::new(blocks)?];
    let mut new = [News::new(blocks)?, News::new(blocks)?];
    let words = if second.is_none() {
        blocks.words() * blocks.count()
    } else {
        0
    };
    let mirrored: Mirrored = [reserve(words)?, reserve(words)?];
    if let Some(second) = &mut second {
        let [lost, won] = &mut old;
        let decided = second
            .values
            .blocks_mut()
            .zip(second.undecided.par_chunks(slots));
        decided
            .zip(lost.blocks_mut().zip(won.blocks_mut()))
            .for_each(|((values, undecided), (lost, won))| {
                let mut news = [lost, won];
                V::each_decided(&values, undecided, |slot, wins| {
                    let (bits, active) = &mut news[usize::from(wins)];
                    set(bits, slot);
                    **active = true;
                });
            });
    }
    let mut begins = true;
    for number in 0.. {
        // Without distances the number means nothing, but 0 would be the end of the game.
        let plies = if V::DISTANCES { number } else { 1 };
        let chains: &[Chain] = match V::DISTANCES {
            false => &[Chain::First, Chain::Second],
            true if plies % 2 == 1 => &[Chain::First],
            true => &[Chain::Second],
        };
        let round = Round {
            chains,
            begins,
            old: &old,
        };
        let fresh = || Fresh {
            map: PackedMap::new(),
            decided: [vec![0; blocks.words()], vec![0; blocks.words()]],
        };
        let first_half = first
            .values
            .blocks_mut()
            .zip(first.undecided.par_chunks_mut(slots))
            .enumerate();
        let first_due = &first.due;
        let part_of_first = |block, (values, undecided)| {
            let due = is_due(first_due, block, plies);
            Part::<'_, V> {
                values,
                undecided,
                first: true,
                plies,
                due,
            }
        };
        if let Some(second) = &mut second {
            let [new_lost, new_won] = &mut new;
            let second_half = second
                .values
                .blocks_mut()
                .zip(second.undecided.par_chunks_mut(slots));
            let second_due = &second.due;
            first_half
                .zip(second_half.zip(new_lost.blocks_mut().zip(new_won.blocks_mut())))
                .for_each_init(
                    fresh,
                    |fresh, ((block, first), ((values, undecided), (lost, won)))| {
                        let due = is_due(second_due, block, plies + 1);
                        let second = Part {
                            values,
                            undecided,
                            first: false,
                            plies: plies + 1,
                            due,
                        };
                        let on = PassOn::Second(second, [lost, won]);
                        round.visit(
                            field,
                            block,
                            steps.from(block),
                            part_of_first(block, first),
                            on,
                            fresh,
                        );
                    },
                );
            for &chain in chains {
                std::mem::swap(&mut old[chain as usize], &mut new[chain as usize]);
            }
        } else {
            first_half.for_each_init(fresh, |fresh, (block, first)| {
                let on = PassOn::Mirrored(&mirrored);
                round.visit(
                    field,
                    block,
                    steps.from(block),
                    part_of_first(block, first),
                    on,
                    fresh,
                );
            });
            for &chain in chains {
                let chain = chain.other() as usize;
                old[chain].take(&mirrored[chain]);
            }
        }
        begins = false;
        if !seen() {
            return Err(Error::Stopped);
        }
        let later = first.is_due_after(plies)
            || second
                .as_ref()
                .is_some_and(|half| half.is_due_after(plies + 1));
        if !later && !old.iter().any(News::any) {
            break;
        }
        if V::DISTANCES && number + 2 > LONGEST {
            return Err(Error::TooLong(sector));
        }
    }
    for half in [Some(first), second].into_iter().flatten() {
        half.values.finish(&half.undecided);
    }
    Ok(())
}

impl Round<'_> {
    fn visit<V: SectorValues>(
        &self,
        field: &Field<'_, V>,
        block: usize,
        steps: &[Step],
        mut first: Part<'_, V>,
        mut on: PassOn<'_, V>,
        fresh: &mut Fresh,
    ) {
        for &chain in self.chains {
            if let PassOn::Second(_, news) = &mut on {
                let (bits, active) = &mut news[chain as usize];
                bits.fill(0);
                **active = false;
            }
            fresh.decided[chain as usize].fill(0);
        }
        if self.begins {
            V::each_decided(&first.values, first.undecided, |slot, wins| {
                let chain = if wins { Chain::First } else { Chain::Second };
                set(&mut fresh.decided[chain as usize], slot);
            });
        }
        let is_active = |step: &Step| {
            self.chains
                .iter()
                .any(|&chain| self.old[chain as usize].active[step.block as usize])
        };
        let mut steps = steps.iter().copied().filter(is_active).peekable();
        let due = first.due || matches!(&on, PassOn::Second(second, _) if second.due);
        if !self.begins && !due && steps.peek().is_none() {
            return;
        }
        let local = Local::new(field.board, field.blocks.class(block));
        for &chain in self.chains {
            first.tell_due(chain, &mut fresh.decided[chain as usize]);
        }
        for step in steps {
            self.fetch(field, step, &local, &mut first, fresh);
        }
        for &chain in self.chains {
            let decided = &fresh.decided[chain as usize];
            match &mut on {
                PassOn::Second(second, news) => {
                    let (bits, active) = &mut news[chain as usize];
                    second.tell_due(chain, bits);
                    self.pass_on(field, chain, &local, decided, second, bits);
                    **active = bits.iter().any(|&word| word != 0);
                }
                PassOn::Mirrored(mirrored) => {
                    mirror(field, &local, decided, &mirrored[chain.other() as usize])
                }
            }
        }
    }

    /// Takes note of what was decided where a step leads.
    fn fetch<V: SectorValues>(
        &self,
        field: &Field<'_, V>,
        step: Step,
        local: &Local,
        first: &mut Part<'_, V>,
        Fresh { map, decided }: &mut Fresh,
    ) {
        let there = |chain: Chain| self.old[chain as usize].block(step.block as usize);
        let news: usize = self.chains.iter().map(|&chain| count(there(chain))).sum();
        field.aim(
            map,
            &field.blocks,
            step.block as usize,
            step.symmetry.into(),
            local,
        );
        // The tables are filled where the sets to be mapped are more than an eighth of their
        // entries: `apply_slowly` takes several steps for each set.
        let quick = news * 8 > map.fill_cost();
        if quick {
            map.fill();
        }
        let (sets, ranks) = (field.blocks.sets(), field.numbering.ranks());
        for &chain in self.chains {
            each_slot(there(chain), |slot| {
                let image = if quick {
                    map.apply(sets[slot])
                } else {
                    map.apply_slowly(sets[slot])
                };
                if image < INVALID {
                    let slot = ranks.rank(image);
                    if first.tell(chain, slot) {
                        set(&mut decided[chain as usize], slot);
                    }
                }
            });
        }
    }

    /// Tells the second side's positions of the block what was just decided.
    fn pass_on<V: SectorValues>(
        &self,
        field: &Field<'_, V>,
        chain: Chain,
        local: &Local,
        decided: &[u64],
        second: &mut Part<'_, V>,
        news: &mut [u64],
    ) {
        let (sets, ranks) = (field.blocks.sets(), field.numbering.ranks());
        each_slot(decided, |slot| {
            field.each_before(local, sets[slot], |before| {
                let slot = ranks.rank(before);
                if second.tell(chain, slot) {
                    set(news, slot);
                }
            });
        });
    }
}

/// Notes what was decided in a block with the first side to move where the positions are with the
/// sides exchanged.
fn mirror<V: SectorValues>(
    field: &Field<'_, V>,
    local: &Local,
    decided: &[u64],
    bits: &[AtomicU64],
) {
    let (blocks, sets, ranks) = (&field.blocks, field.blocks.sets(), field.numbering.ranks());
    each_slot(decided, |slot| {
        let (block, symmetry) = blocks.find(Points::from_bits(local.free.unpack(sets[slot])));
        let men = field.numbering.symmetries().apply(symmetry, local.men);
        for image in blocks.images(block, men) {
            let slot = ranks.rank(blocks.class(block).free.pack(image));
            bits[blocks.words() * block + slot / 64].fetch_or(1 << (slot % 64), Relaxed);
        }
    });
}
