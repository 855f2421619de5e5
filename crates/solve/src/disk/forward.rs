//! The forward pass: the values of the moves that leave a sector (placings, captures), for all its
//! positions.
//!
//! A move that closes a mill has two halves. The value of the second half, the capture, depends
//! only on the position with the mill closed. It is computed once for each such position
//! ([`Captures`]), not once for each way to reach it.

use super::error::Error;
use super::values::{DRAWS, NO_TURN, SectorValues, TurnScore, WINS};
use merels::board::{Board, Point, Points};
use merels::rules::{Blocked, Full, Goal, Mills, Protect, Reform, Rules};
use merels::tablebase::local::{Local, capture_maps};
use merels::tablebase::memory::only_in_memory;
use merels::tablebase::numbering::{Blocks, Numbering};
use merels::tablebase::packed::{INVALID, PackedMap, PackedSum, each_bit, place};
use rayon::prelude::*;

/// What closing a mill brings.
pub(super) enum Captures<V> {
    /// Nothing: there is no man to take, the turn ends as any other.
    None,
    /// The game.
    Win,
    /// By position with the mill closed, the score of the best capture.
    Depends(V),
}

/// Where one kind of turn of one side leads.
pub(super) struct Turns<V> {
    /// The values, to the other side, of the positions after a turn without capture; `None` where
    /// those are inside the sector and its mirror, to be found by looking backward.
    pub(super) quiet: Option<V>,
    /// After a turn that closes a mill.
    pub(super) captures: Captures<V>,
}

impl<V> Turns<V> {
    /// Whether turns without capture stay inside.
    fn stays(&self) -> bool {
        self.quiet.is_none()
    }
}

/// A side's turns out of its sector.
pub(super) struct Exits<V> {
    /// By placing a man, where it may.
    pub(super) placing: Option<Turns<V>>,
    /// By moving one, where it may.
    pub(super) moving: Option<Turns<V>>,
    /// Whether its men fly.
    pub(super) flies: bool,
}

/// The scores of taking a man of the second side, for the first. `after` holds the positions with
/// one man of the second side fewer, it to move; `blocks` numbers the positions with the mill
/// closed. Filled in only for blocks with a mill.
pub(super) fn first_takes<V: SectorValues>(
    rules: &Rules,
    numbering: &Numbering,
    blocks: &Blocks<'_>,
    after: &V,
) -> Result<V, Error> {
    let mut scores = V::new(blocks)?;
    let (board, ranks) = (numbering.board(), numbering.ranks());
    scores
        .blocks_mut()
        .enumerate()
        .for_each(|(block, mut scores)| {
            if board.in_mills(blocks.men(block)).is_empty() {
                return;
            }
            let local = Local::new(board, blocks.class(block));
            let after = after.block(block);
            for (slot, &men) in blocks.sets().iter().enumerate() {
                let free = men
                    & !if rules.protect == Protect::Never {
                        0
                    } else {
                        local.in_mills(men)
                    };
                let takable = if free == 0 { men } else { free };
                let scores_of =
                    each_bit(takable).map(|man| V::score_before(after, ranks.rank(men & !man)));
                V::put_score(&mut scores, slot, best_of(scores_of));
            }
        });
    Ok(scores)
}

/// The scores of taking a man of the first side, for the second; `after` has the positions with a
/// man less. Filled in only where the second side has a mill.
pub(super) fn second_takes<V: SectorValues>(
    rules: &Rules,
    numbering: &Numbering,
    blocks: &Blocks<'_>,
    after: &V,
) -> Result<V, Error> {
    let mut scores = V::new(blocks)?;
    let (board, ranks) = (numbering.board(), numbering.ranks());
    scores
        .blocks_mut()
        .enumerate()
        .for_each_init(Vec::new, |maps, (block, mut scores)| {
            let local = Local::new(board, blocks.class(block));
            let takes = capture_maps(rules, numbering, &local, maps);
            for (slot, &men) in blocks.sets().iter().enumerate() {
                if local.in_mills(men) == 0 {
                    continue;
                }
                let there = takes.iter().zip(maps.iter());
                let scores_of = there.map(|(&there, map)| {
                    V::score_before(after.block(there), ranks.rank(map.apply(men)))
                });
                V::put_score(&mut scores, slot, best_of(scores_of));
            }
        });
    Ok(scores)
}

/// The best score; nothing is better than [`WINS`].
#[inline(always)]
fn best_of(scores: impl Iterator<Item = TurnScore>) -> TurnScore {
    let mut best = NO_TURN;
    for score in scores {
        best = best.max(score);
        if best == WINS {
            break;
        }
    }
    best
}

/// One job's positions, in blocks of the first side's sets.
pub(super) struct Field<'a, V> {
    pub(super) rules: &'a Rules,
    pub(super) numbering: &'a Numbering,
    pub(super) board: &'static Board,
    pub(super) blocks: Blocks<'a>,
    /// The numbering after a placing of the first side.
    pub(super) first_placed: Blocks<'a>,
    pub(super) first: Exits<V>,
    pub(super) second: Exits<V>,
}

/// What a thread works with.
pub(super) struct Scratch {
    map: PackedMap,
    /// By slot: the best turn out of the sector.
    pub(super) best: Vec<TurnScore>,
    /// The slots for which a draw is still looked for.
    open: Vec<u32>,
}

impl Scratch {
    pub(super) fn new(blocks: &Blocks<'_>) -> Self {
        Self {
            map: PackedMap::new(),
            best: vec![NO_TURN; blocks.slots()],
            open: Vec::new(),
        }
    }
}

/// A turn of the first side from a block: the part that is the same for all of the second side's
/// sets.
#[derive(Clone, Copy)]
struct Target<'a> {
    blocks: &'a Blocks<'a>,
    /// The first side's men after it.
    men: Points,
    /// It closes a mill, and takes.
    closes: bool,
    placed: bool,
}

impl<V: SectorValues> Field<'_, V> {
    /// Finds the best turns of the first side out of the sector, it to move, for a block; and how
    /// many turns `inside` there are at each slot.
    pub(super) fn look_from_first(
        &self,
        block: usize,
        local: &Local,
        scratch: &mut Scratch,
        inside: &mut [u8],
    ) {
        let men = self.blocks.men(block);
        let mut targets = Vec::new();
        if let Some(turns) = &self.first.placing {
            for to in self.board.points().minus(men) {
                let closes = self.takes(turns, to, men);
                targets.push(Target {
                    blocks: &self.first_placed,
                    men: men.with(to),
                    closes,
                    placed: true,
                });
            }
        }
        // By point: the turns inside that end there.
        let mut ways = [0u32; 24];
        if let Some(turns) = &self.first.moving {
            for from in men {
                let rest = men.without(from);
                for to in self.targets(from, men, self.first.flies) {
                    let closes = self.takes(turns, to, rest);
                    if closes || !turns.stays() {
                        targets.push(Target {
                            blocks: &self.blocks,
                            men: rest.with(to),
                            closes,
                            placed: false,
                        });
                    } else {
                        ways[place(local.free.pack(1 << to.index()))] += 1;
                    }
                }
            }
        }
        for target in &targets {
            self.scatter(target, local, scratch);
        }
        if !V::DISTANCES {
            self.gather_draws(&targets, local, scratch);
        }
        let all: u32 = ways.iter().sum();
        if all > 0 {
            let sum = PackedSum::new(&ways[..local.size()]);
            for (inside, &set) in inside.iter_mut().zip(self.blocks.sets()) {
                *inside = (all - sum.of(set)) as u8;
            }
        }
    }

    /// Whether turns stay inside.
    pub(super) fn has_inside(&self) -> bool {
        [&self.first, &self.second]
            .into_iter()
            .any(|exits| exits.moving.as_ref().is_some_and(Turns::stays))
    }

    /// Whether a man that comes to `to`, the others being `rest`, closes a mill that takes a man or
    /// wins.
    fn takes(&self, turns: &Turns<V>, to: Point, rest: Points) -> bool {
        !matches!(turns.captures, Captures::None) && self.board.mills_through(to, rest) > 0
    }

    /// The turns of the kind of a target.
    fn turns_of(&self, target: &Target<'_>) -> &Turns<V> {
        let turns = if target.placed {
            &self.first.placing
        } else {
            &self.first.moving
        };
        turns.as_ref().expect("there is no target without turns")
    }

    /// Takes over the scores (without distances, the wins) from where a turn leads.
    fn scatter(&self, target: &Target<'_>, local: &Local, Scratch { map, best, .. }: &mut Scratch) {
        let turns = self.turns_of(target);
        let (there, symmetry) = target.blocks.find(target.men);
        self.aim(map, target.blocks, there, symmetry, local);
        map.fill();
        let (sets, ranks) = (target.blocks.sets(), self.numbering.ranks());
        let mut mark = |slot: usize, score: TurnScore| {
            let image = map.apply(sets[slot]);
            if image < INVALID {
                let best = &mut best[ranks.rank(image)];
                *best = score.max(*best);
            }
        };
        match (&turns.captures, &turns.quiet) {
            (Captures::Win, _) if target.closes => {
                (0..sets.len()).for_each(|slot| mark(slot, WINS))
            }
            (Captures::Depends(scores), _) if target.closes => {
                V::each_score(scores.block(there), false, mark)
            }
            (_, Some(values)) => V::each_score(values.block(there), true, mark),
            (_, None) => unreachable!("turns inside are counted"),
        }
    }

    /// Looks where turns lead to a draw, from the positions that do not win. Most have one: looking
    /// is less work than taking over all draws of all targets.
    fn gather_draws(
        &self,
        targets: &[Target<'_>],
        local: &Local,
        Scratch { map, best, open }: &mut Scratch,
    ) {
        let (sets, ranks, symmetries) = (
            self.blocks.sets(),
            self.numbering.ranks(),
            self.numbering.symmetries(),
        );
        open.clear();
        open.extend((0..best.len() as u32).filter(|&slot| best[slot as usize] != WINS));
        for target in targets {
            let turns = self.turns_of(target);
            let (there, symmetry) = target.blocks.find(target.men);
            let values = match (&turns.captures, &turns.quiet) {
                (Captures::Win, _) if target.closes => continue,
                (Captures::Depends(scores), _) if target.closes => scores.block(there),
                (_, Some(values)) => values.block(there),
                (_, None) => unreachable!("turns inside are counted"),
            };
            let free = &target.blocks.class(there).free;
            map.set_points(local.size(), |i| {
                let image = symmetries.apply(symmetry, local.free.unpack(1 << i));
                if free.mask() & image == 0 {
                    INVALID
                } else {
                    free.pack(image)
                }
            });
            map.fill();
            open.retain(|&slot| {
                let image = map.apply(sets[slot as usize]);
                let drawn = image < INVALID && V::score(values, ranks.rank(image)) == DRAWS;
                if drawn {
                    best[slot as usize] = DRAWS;
                }
                !drawn
            });
        }
    }

    /// The same as [`look_from_first`](Self::look_from_first) for the second side, it to move.
    pub(super) fn look_from_second(
        &self,
        block: usize,
        local: &Local,
        best: &mut [TurnScore],
        inside: &mut [u8],
    ) {
        let ranks = self.numbering.ranks();
        let placing = self
            .second
            .placing
            .as_ref()
            .map(|turns| BlockTurns::new(turns, block));
        let moving = self
            .second
            .moving
            .as_ref()
            .map(|turns| BlockTurns::new(turns, block));
        for (slot, (&men, best)) in self.blocks.sets().iter().zip(best).enumerate() {
            let empty = local.all & !men;
            let closers = local.closers(men);
            if let Some(turns) = &placing {
                let scores = each_bit(empty)
                    .filter_map(|to| turns.score(to & closers != 0, || ranks.rank(men | to)));
                *best = best_of(scores);
            }
            let Some(turns) = moving.as_ref().filter(|_| *best != WINS) else {
                continue;
            };
            'best: for from in each_bit(men) {
                let rest = men & !from;
                let targets = if self.second.flies {
                    empty
                } else {
                    local.neighbours[place(from)] & empty
                };
                if turns.stays && targets & closers == 0 {
                    inside[slot] += targets.count_ones() as u8;
                    continue;
                }
                for to in each_bit(targets) {
                    let closes = to & closers != 0 && local.closes(to, rest) > 0;
                    match turns.score(closes, || ranks.rank(rest | to)) {
                        None => inside[slot] += 1,
                        Some(score) => *best = score.max(*best),
                    }
                    if *best == WINS {
                        break 'best;
                    }
                }
            }
        }
    }

    /// Whether a move of a first side's man to `to`, the others being `rest`, ends the turn without
    /// leaving the sector.
    pub(super) fn is_inside_for_first(&self, to: Point, rest: Points) -> bool {
        self.first
            .moving
            .as_ref()
            .is_some_and(|turns| !self.takes(turns, to, rest))
    }

    /// Calls `visit` with the second side's sets from which one of its moves that stay inside leads
    /// to `after`.
    #[inline(always)]
    pub(super) fn each_before(&self, local: &Local, after: u32, mut visit: impl FnMut(u32)) {
        let Some(turns) = &self.second.moving else {
            return;
        };
        let empty = local.all & !after;
        let closed = match turns.captures {
            Captures::None => 0,
            _ => local.in_mills(after),
        };
        for to in each_bit(after & !closed) {
            let sources = if self.second.flies {
                empty
            } else {
                local.neighbours[place(to)] & empty
            };
            for from in each_bit(sources) {
                visit(after & !to | from);
            }
        }
    }

    /// The points to which the man on `from` could go if the second side had none.
    pub(super) fn targets(&self, from: Point, men: Points, flies: bool) -> Points {
        let free = self.board.points().minus(men);
        if flies {
            free
        } else {
            self.board.neighbours(from).and(free)
        }
    }

    /// Sets a map from the free points of `there`, reached from the block of `local` by a symmetry,
    /// back to its own.
    pub(super) fn aim(
        &self,
        map: &mut PackedMap,
        blocks: &Blocks<'_>,
        there: usize,
        symmetry: usize,
        local: &Local,
    ) {
        let back = &self.board.symmetries()[self.numbering.symmetries().inverse(symmetry)];
        let mut free = blocks.free(there);
        map.set_points(free.len(), |_| {
            let point = free.next().map_or(0, |point| back[point.index()]);
            local.pack_or_invalid(1 << point)
        });
    }

    /// Calls `visit` with the slots of a block in which the game is over before the side to move
    /// has its turn, and whether it is lost (else it is drawn). `first_moves`: whose turn it is.
    pub(super) fn each_ended(
        &self,
        local: &Local,
        first_moves: bool,
        mut visit: impl FnMut(usize, bool),
    ) {
        let (rules, sets) = (self.rules, self.blocks.sets());
        let full = sets
            .first()
            .is_some_and(|set| set.count_ones() as usize == local.size());
        if full && rules.full == Full::Draw {
            (0..sets.len()).for_each(|slot| visit(slot, false));
        }
        // After that, so that it counts for more: the last man placed may close a mill.
        if rules.goal == Goal::Mill {
            let first_has = !self.board.in_mills(Points::from_bits(local.men)).is_empty();
            for (slot, &set) in sets.iter().enumerate() {
                let second_has = local.in_mills(set) != 0;
                let (own, other) = if first_moves {
                    (first_has, second_has)
                } else {
                    (second_has, first_has)
                };
                if own || other {
                    visit(slot, other); // with an own mill it cannot arise: the mover would have won
                }
            }
        }
    }
}

/// The second side's turns from one block.
struct BlockTurns<'a, V: SectorValues + 'a> {
    quiet: Option<V::Block<'a>>,
    captures: Captures<V::Block<'a>>,
    /// Whether quiet turns stay inside.
    stays: bool,
}

impl<'a, V: SectorValues> BlockTurns<'a, V> {
    fn new(turns: &'a Turns<V>, block: usize) -> Self {
        Self {
            quiet: turns.quiet.as_ref().map(|values| values.block(block)),
            captures: match &turns.captures {
                Captures::None => Captures::None,
                Captures::Win => Captures::Win,
                Captures::Depends(scores) => Captures::Depends(scores.block(block)),
            },
            stays: turns.stays(),
        }
    }

    /// The score of a turn; `None` where it stays inside.
    #[inline(always)]
    fn score(&self, closes: bool, slot: impl FnOnce() -> usize) -> Option<TurnScore> {
        match self.captures {
            Captures::Win if closes => Some(WINS),
            Captures::Depends(scores) if closes => Some(V::score(scores, slot())),
            _ => self.quiet.map(|values| V::score_before(values, slot())),
        }
    }
}

/// Whether a rule set is one of those that the large solver handles; `Err` names what it does not.
pub(super) fn check(rules: &Rules) -> Result<(), Error> {
    let unsupported = [
        (
            rules.reform == Reform::Ban,
            "the re-forming ban (reform=ban)",
        ),
        (
            rules.mills == Mills::Each,
            "a capture for each of two mills (mills=each)",
        ),
        (
            rules.blocked != Blocked::Lose,
            "another end of a blocked game than a loss (blocked)",
        ),
        (
            rules.protect == Protect::Always,
            "men in mills that may never be taken (protect=always)",
        ),
    ];
    let option = unsupported
        .into_iter()
        .find(|&(found, _)| found)
        .map(|(_, option)| option);
    option
        .or_else(|| only_in_memory(rules))
        .map_or(Ok(()), |option| Err(Error::Unsupported(option)))
}
