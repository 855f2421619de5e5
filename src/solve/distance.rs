//! Distances to the end of the game, for the moving phase: retrograde analysis in rounds, one ply a round.
//!
//! As [`super::rounds`], but what is decided in a round has the same distance, and a capture counts when its time has
//! come: a winning one decides the position in the round of its distance, and the longest of losing ones is one more
//! undecided successor until then.

use super::codes::{Code, Codes, DRAW, DRAWS, LONGEST, LOST_NOW, NO_TURN, Score, WINS_NOW, code_of, score_before};
use super::error::{Error, reserve};
use super::forward::{Captures, Exits, Field, Turns, capture_maps, each_ended};
use super::local::{Local, each_bit, each_slot};
use super::map::{INVALID, PackedMap, PackedSum};
use super::plan::Job;
use super::planes::{count, set};
use super::rounds::{NEVER_LOST, Step, Steps};
use super::store::Store;
use crate::rules::{Protect, Rules};
use crate::solution::Sector;
use crate::solution::table::blocks::{Blocks, Shape};
use crate::solution::table::format::Header;
use crate::solution::table::{Content, First};
use rayon::prelude::*;

/// Solves a job of the moving phase with distances, from the distances of its inputs, unless they are there. `seen` is
/// called after each round; it says whether to go on.
pub(super) fn solve(store: &Store, job: &Job, seen: &dyn Fn() -> bool) -> Result<Vec<Header>, Error> {
    let sector = job.class();
    let first_to_move = job.first_to_move();
    let field = field(store, first_to_move, None)?;
    let mut halves = [Half::look_forward(&field, true)?, Half::look_forward(&field, false)?];
    work_backward(&field, &mut halves, sector, seen)?;
    let mut headers = Vec::new();
    for &sector in &job.sectors {
        let [first, second] = &halves;
        headers.push(store.save_distances(sector, if sector == first_to_move { &first.codes } else { &second.codes })?);
    }
    Ok(headers)
}

/// With `inside` (the distances with the first side to move, and with the second), quiet moves are looked up there like
/// any others.
fn field(store: &Store, first_to_move: Sector, inside: Option<[Codes; 2]>) -> Result<Field<'_, Codes>, Error> {
    let (rules, shape) = (store.rules(), store.shape());
    let Sector { own: first, other: second, .. } = first_to_move;
    let blocks = shape.blocks(first, second);
    let [after_second, after_first] = inside.map_or([None, None], |inside| inside.map(Some));
    let exits = |sector: Sector, quiet: Option<Codes>, takes: &dyn Fn() -> Result<Codes, Error>| {
        let captures = match () {
            () if rules.goal == crate::rules::Goal::Mill => Captures::Win,
            () if sector.after_move(1).is_lost(rules) => Captures::Win,
            () => Captures::Depends(takes()?),
        };
        let flies = rules.flying_limit().is_some_and(|limit| sector.own <= limit);
        Ok::<_, Error>(Exits { placing: None, moving: Some(Turns { quiet, captures }), flies })
    };
    let of_first = exits(first_to_move, after_first, &|| {
        let after = store.load_distances(first_to_move.after_move(1), First::Waiting)?;
        first_takes(rules, shape, &blocks, &after)
    })?;
    let second_to_move = first_to_move.mirrored();
    let of_second = exits(second_to_move, after_second, &|| {
        let after = store.load_distances(second_to_move.after_move(1), First::Mover)?;
        second_takes(rules, shape, &blocks, &shape.blocks(first - 1, second), &after)
    })?;
    Ok(Field { rules, shape, board: rules.board, blocks, first_placed: blocks, first: of_first, second: of_second })
}

/// The scores of taking a man of the second side, for the first; see [`super::forward::first_takes`].
fn first_takes(rules: &Rules, shape: &Shape, blocks: &Blocks<'_>, after: &Codes) -> Result<Codes, Error> {
    let mut scores = Codes::new(blocks)?;
    scores.blocks_mut().enumerate().for_each(|(block, scores)| {
        let men = blocks.men(block);
        if shape.board().in_mills(men).is_empty() {
            return;
        }
        let local = Local::new(shape.board(), men);
        let after = after.block(block);
        for (score, &men) in scores.iter_mut().zip(blocks.sets()) {
            let free = men & !if rules.protect == Protect::Never { 0 } else { local.in_mills(men) };
            let takable = if free == 0 { men } else { free };
            let scores = each_bit(takable).map(|man| score_before(after[shape.ranks().rank(men & !man)]));
            *score = scores.max().unwrap_or(NO_TURN);
        }
    });
    Ok(scores)
}

/// The scores of taking a man of the first side, for the second.
fn second_takes(
    rules: &Rules,
    shape: &Shape,
    blocks: &Blocks<'_>,
    fewer: &Blocks<'_>,
    after: &Codes,
) -> Result<Codes, Error> {
    let mut scores = Codes::new(blocks)?;
    scores.blocks_mut().enumerate().for_each_init(Vec::new, |maps, (block, scores)| {
        let local = Local::new(shape.board(), blocks.men(block));
        let takes = capture_maps(rules, shape, fewer, &local, maps);
        for (score, &men) in scores.iter_mut().zip(blocks.sets()) {
            if local.in_mills(men) == 0 {
                continue;
            }
            let there = takes.iter().zip(maps.iter());
            let scores =
                there.map(|(&there, map)| score_before(after.block(there)[shape.ranks().rank(map.apply(men))]));
            *score = scores.max().unwrap_or(NO_TURN);
        }
    });
    Ok(scores)
}

/// The positions with one of the sides to move.
struct Half {
    /// By slot: the distance, or while the position is undecided what its captures bring: the distance of the best
    /// winning or of the longest losing one.
    codes: Codes,
    /// By slot: undecided successors, losing captures being one together; 0 where decided, [`NEVER_LOST`] where the
    /// position cannot be lost.
    undecided: Vec<u8>,
    /// By block: in which rounds a capture's time comes, a bit each.
    due: Vec<[u64; 4]>,
    /// Decided in the last round and in this one, a bit each; and by block, whether any was.
    old: News,
    new: News,
}

struct News {
    words: usize,
    bits: Vec<u64>,
    active: Vec<bool>,
}

impl News {
    fn new(blocks: &Blocks<'_>) -> Result<Self, Error> {
        let words = blocks.words();
        Ok(Self { words, bits: reserve(words * blocks.count())?, active: vec![false; blocks.count()] })
    }

    fn block(&self, block: usize) -> &[u64] {
        &self.bits[self.words * block..self.words * (block + 1)]
    }
}

impl Half {
    fn look_forward(field: &Field<'_, Codes>, first_moves: bool) -> Result<Self, Error> {
        let blocks = &field.blocks;
        let mut half = Self {
            codes: Codes::new(blocks)?,
            undecided: reserve(blocks.slots() * blocks.count())?,
            due: vec![[0; 4]; blocks.count()],
            old: News::new(blocks)?,
            new: News::new(blocks)?,
        };
        let words = half.old.words;
        let scratch = || (PackedMap::new(), Vec::new());
        half.codes
            .blocks_mut()
            .zip(half.undecided.par_chunks_mut(blocks.slots()))
            .zip(half.old.bits.par_chunks_mut(words))
            .zip(half.old.active.par_iter_mut().zip(half.due.par_iter_mut()))
            .enumerate()
            .for_each_init(scratch, |(map, ended), (block, (((codes, undecided), news), (active, due)))| {
                let local = Local::new(field.board, blocks.men(block));
                match first_moves {
                    true => field.score_first(&local, map, codes, undecided),
                    false => field.score_second(block, &local, codes, undecided),
                }
                each_ended(field.rules, blocks, &local, first_moves, |slot, lost| ended.push((slot, lost)));
                for (code, undecided) in codes.iter_mut().zip(undecided.iter_mut()) {
                    let score = *code;
                    *code = code_of(score);
                    match score {
                        NO_TURN if *undecided == 0 => *code = LOST_NOW,
                        NO_TURN => {}
                        score if score >= DRAWS => *undecided = NEVER_LOST,
                        _ => *undecided += 1,
                    }
                }
                for (slot, lost) in ended.drain(..) {
                    codes[slot] = if lost { LOST_NOW } else { DRAW };
                    undecided[slot] = 0;
                }
                for (slot, &code) in codes.iter().enumerate() {
                    if code == LOST_NOW {
                        set(news, slot);
                        *active = true;
                    } else if code != DRAW {
                        due[usize::from(code) / 64] |= 1 << (code % 64);
                    }
                }
            });
        Ok(half)
    }
}

impl Field<'_, Codes> {
    /// The best score of the first side's captures in a block, and the number of its quiet moves; or the best score of
    /// all its moves, where the quiet ones are to be looked up.
    fn score_first(&self, local: &Local, map: &mut PackedMap, best: &mut [Score], quiet: &mut [u8]) {
        let Some(turns) = &self.first.moving else { return };
        let sets = self.blocks.sets();
        let mut ways = [0u32; 24];
        for from in local.men {
            let rest = local.men.without(from);
            for to in self.targets(from, local.men, self.first.flies) {
                let closes = self.board.mills_through(to, rest) > 0;
                if !closes && turns.quiet.is_none() {
                    ways[local.bit(to.index()).trailing_zeros() as usize] += 1;
                    continue;
                }
                let (there, turn) = self.blocks.find(rest.with(to));
                self.aim(map, &self.blocks, there, turn, local);
                map.fill();
                for (slot, &set) in sets.iter().enumerate() {
                    let image = map.apply(set);
                    if image >= INVALID {
                        continue;
                    }
                    let best = &mut best[self.shape.ranks().rank(image)];
                    *best = (*best).max(score(turns, closes, there, slot));
                }
            }
        }
        let all: u32 = ways.iter().sum();
        let mut sum = PackedSum::new();
        sum.fill(&ways[..local.count]);
        for (quiet, &set) in quiet.iter_mut().zip(sets) {
            *quiet = (all - sum.of(set)) as u8;
        }
    }

    /// The same for the second side.
    fn score_second(&self, block: usize, local: &Local, best: &mut [Score], quiet: &mut [u8]) {
        let Some(turns) = &self.second.moving else { return };
        for ((best, quiet), &men) in best.iter_mut().zip(quiet).zip(self.blocks.sets()) {
            let empty = local.all & !men;
            let closers = local.closers(men) & empty;
            for from in each_bit(men) {
                let rest = men & !from;
                let near = local.adjacent[from.trailing_zeros() as usize];
                for to in each_bit(if self.second.flies { empty } else { near & empty }) {
                    let closes = to & closers != 0 && local.closes(to, rest);
                    if !closes && turns.quiet.is_none() {
                        *quiet += 1;
                        continue;
                    }
                    *best = (*best).max(score(turns, closes, block, self.shape.ranks().rank(rest | to)));
                }
            }
        }
    }
}

/// The score of a turn that leads to a slot.
#[inline(always)]
fn score(turns: &Turns<Codes>, closes: bool, block: usize, slot: usize) -> Score {
    match (&turns.captures, &turns.quiet) {
        (Captures::Depends(scores), _) if closes => scores.block(block)[slot],
        (Captures::Win, _) if closes => WINS_NOW,
        (_, Some(codes)) => score_before(codes.block(block)[slot]),
        (_, None) => unreachable!("quiet moves are counted"),
    }
}

/// Compares every distance of a job's class with those of its successors. `Err` names the first that does not follow.
pub(super) fn verify(store: &Store, job: &Job) -> Result<(), Error> {
    let first_to_move = job.first_to_move();
    let inside = || {
        let first = store.load_distances(first_to_move, First::Mover)?;
        let second = store.load_distances(first_to_move.mirrored(), First::Waiting)?;
        Ok::<_, Error>([first, second])
    };
    let found = inside()?;
    let field = field(store, first_to_move, Some(inside()?))?;
    for (first_moves, found) in [true, false].into_iter().zip(&found) {
        let wrong = (0..field.blocks.count()).into_par_iter().find_map_first(|block| {
            let local = Local::new(field.board, field.blocks.men(block));
            let mut best = vec![NO_TURN; field.blocks.slots()];
            match first_moves {
                true => field.score_first(&local, &mut PackedMap::new(), &mut best, &mut []),
                false => field.score_second(block, &local, &mut best, &mut vec![0; field.blocks.slots()]),
            }
            let mut expected = best;
            for score in &mut expected {
                *score = if *score == NO_TURN { LOST_NOW } else { code_of(*score) };
            }
            each_ended(field.rules, &field.blocks, &local, first_moves, |slot, lost| {
                expected[slot] = if lost { LOST_NOW } else { DRAW };
            });
            let slot = expected.iter().zip(found.block(block)).position(|(expected, code)| expected != code)?;
            Some(field.blocks.position(block, slot))
        });
        if let Some((first, second)) = wrong {
            let sector = if first_moves { first_to_move } else { first_to_move.mirrored() };
            let (own, other) = if first_moves { (first, second) } else { (second, first) };
            return Err(Error::wrong(store.path(sector, Content::Distance), store.rules(), sector, own, other));
        }
    }
    Ok(())
}

fn work_backward(
    field: &Field<'_, Codes>,
    [first, second]: &mut [Half; 2],
    sector: Sector,
    seen: &dyn Fn() -> bool,
) -> Result<(), Error> {
    let steps = Steps::new(field);
    let open = |half: &Half, code: Code| {
        half.old.active.par_iter().any(|&active| active)
            || half.due.par_iter().any(|due| (code..=LONGEST).any(|code| is_due(due, code)))
    };
    let mut code = LOST_NOW;
    while open(first, code + 1) || open(second, code + 1) {
        if code == LONGEST {
            return Err(Error::TooLong(sector));
        }
        code += 1;
        let (first_old, second_old) = (&first.old, &second.old);
        let first_parts = parts(&mut first.codes, &mut first.undecided, &mut first.new, &first.due);
        let second_parts = parts(&mut second.codes, &mut second.undecided, &mut second.new, &second.due);
        first_parts.zip(second_parts).enumerate().for_each_init(PackedMap::new, |map, (block, (first, second))| {
            let mut first = Part::new(first, code);
            let mut second = Part::new(second, code);
            let mut local = None;
            let local_of = || Local::new(field.board, field.blocks.men(block));
            first.take_due();
            for step in steps.from(block).iter().filter(|step| second_old.active[step.block as usize]) {
                first.fetch(field, *step, local.get_or_insert_with(local_of), second_old, map);
            }
            second.take_due();
            if first_old.active[block] {
                second.take_over(field, local.get_or_insert_with(local_of), first_old.block(block));
            }
        });
        for half in [&mut *first, &mut *second] {
            std::mem::swap(&mut half.old, &mut half.new);
        }
        if !seen() {
            return Err(Error::Stopped);
        }
    }
    for half in [first, second] {
        half.codes.bytes.par_iter_mut().zip(&half.undecided).for_each(|(code, &undecided)| {
            if undecided != 0 {
                *code = DRAW;
            }
        });
    }
    Ok(())
}

fn is_due(due: &[u64; 4], code: Code) -> bool {
    due[usize::from(code) / 64] >> (code % 64) & 1 == 1
}

/// One block of a half in one round.
struct Part<'a> {
    codes: &'a mut [Code],
    undecided: &'a mut [u8],
    news: &'a mut [u64],
    active: &'a mut bool,
    due: &'a [u64; 4],
    /// The code that is decided in this round.
    code: Code,
}

type Parts<'a> = (((&'a mut [Code], &'a mut [u8]), &'a mut [u64]), (&'a mut bool, &'a [u64; 4]));

/// A half block by block, to be written in parallel.
fn parts<'a>(
    codes: &'a mut Codes,
    undecided: &'a mut [u8],
    new: &'a mut News,
    due: &'a [[u64; 4]],
) -> impl IndexedParallelIterator<Item = Parts<'a>> {
    let slots = codes.slots;
    codes
        .blocks_mut()
        .zip(undecided.par_chunks_mut(slots))
        .zip(new.bits.par_chunks_mut(new.words))
        .zip(new.active.par_iter_mut().zip(due))
}

impl<'a> Part<'a> {
    fn new((((codes, undecided), news), (active, due)): Parts<'a>, code: Code) -> Self {
        news.fill(0);
        *active = false;
        Self { codes, undecided, news, active, due, code }
    }

    fn decide(&mut self, slot: usize) {
        self.codes[slot] = self.code;
        self.undecided[slot] = 0;
        set(self.news, slot);
        *self.active = true;
    }

    /// A successor was decided in the last round.
    #[inline(always)]
    fn tell(&mut self, slot: usize) {
        let undecided = self.undecided[slot];
        if undecided == 0 {
            return;
        }
        if self.code.is_multiple_of(2) {
            return self.decide(slot); // the successor is lost
        }
        if undecided == 1 {
            self.decide(slot);
        } else if undecided != NEVER_LOST {
            self.undecided[slot] -= 1;
        }
    }

    /// Captures whose time has come.
    fn take_due(&mut self) {
        if !is_due(self.due, self.code) {
            return;
        }
        for slot in 0..self.codes.len() {
            if self.codes[slot] == self.code && self.undecided[slot] != 0 {
                self.tell(slot);
            }
        }
    }

    /// What was decided where one of the first side's steps leads.
    fn fetch(&mut self, field: &Field<'_, Codes>, step: Step, local: &Local, old: &News, map: &mut PackedMap) {
        let there = old.block(step.block as usize);
        field.aim(map, &field.blocks, step.block as usize, step.turn.into(), local);
        let quick = count(there.iter().copied()) * 8 > map.fill_cost();
        if quick {
            map.fill();
        }
        let sets = field.blocks.sets();
        each_slot(there.iter().copied(), |slot| {
            let image = if quick { map.apply(sets[slot]) } else { map.apply_slowly(sets[slot]) };
            if image < INVALID {
                self.tell(field.shape.ranks().rank(image));
            }
        });
    }

    /// What was decided in the block with the first side to move.
    fn take_over(&mut self, field: &Field<'_, Codes>, local: &Local, old: &[u64]) {
        let sets = field.blocks.sets();
        each_slot(old.iter().copied(), |slot| {
            field.each_before(local, sets[slot], |before| self.tell(field.shape.ranks().rank(before)));
        });
    }
}
