//! Solving: job after job, each from the files of those before it.

use super::distance;
use super::error::{Error, reserve};
use super::forward::{Captures, Exits, Field, Found, Turns, each_ended, first_takes, second_takes};
use super::local::Local;
use super::map::PackedMap;
use super::plan::{Job, Plan};
use super::planes::{Planes, set};
use super::rounds::{Half, NEVER_LOST, work_backward};
use super::store::Store;
use crate::rules::{Goal, Rules};
use crate::solution::Sector;
use crate::solution::table::format::Header;
use crate::solution::table::{Content, First};
use rayon::prelude::*;

/// What happens while a plan is carried out.
#[derive(Debug)]
pub enum Event<'a> {
    /// The job's files are there from before.
    Skipped(&'a Job),
    /// It begins.
    Begun(&'a Job),
    /// A round of it is over.
    Round,
    /// Its files are written.
    Done(&'a Job, &'a [Header]),
}

/// How to solve.
pub struct Solve<'a> {
    /// Where the tables are.
    pub store: &'a Store,
    /// Called with what happens; says whether to go on.
    pub watch: &'a (dyn Fn(Event<'_>) -> bool + Sync),
    /// What is computed.
    pub content: Content,
}

/// Solves a whole plan; what is there already is not solved again.
pub fn solve(store: &Store, plan: &Plan, watch: &(dyn Fn(Event<'_>) -> bool + Sync)) -> Result<(), Error> {
    let solve = Solve { store, watch, content: Content::Wdl };
    plan.jobs().iter().try_for_each(|job| solve.job(job).map(drop))
}

impl Solve<'_> {
    /// Solves one job from the files of its inputs, unless its own are there; returns their headers.
    pub fn job(&self, job: &Job) -> Result<Vec<Header>, Error> {
        let headers = job.sectors.iter().map(|&sector| self.store.header(sector, self.content));
        let headers = headers.collect::<Result<Option<Vec<_>>, _>>()?;
        if let Some(headers) = headers {
            self.tell(Event::Skipped(job))?;
            return Ok(headers);
        }
        self.tell(Event::Begun(job))?;
        let headers = match self.content {
            Content::Wdl => self.values(job)?,
            Content::Distance => distance::solve(self.store, job, &|| (self.watch)(Event::Round))?,
        };
        self.tell(Event::Done(job, &headers))?;
        Ok(headers)
    }

    fn values(&self, job: &Job) -> Result<Vec<Header>, Error> {
        let pair = Pair::load(self.store, job, None)?;
        let halves = pair.solve(|| (self.watch)(Event::Round))?;
        let planes = pair.by_sector(job, &halves);
        job.sectors.iter().zip(planes).map(|(&sector, planes)| self.store.save(sector, planes)).collect()
    }

    fn tell(&self, event: Event<'_>) -> Result<(), Error> {
        if (self.watch)(event) { Ok(()) } else { Err(Error::Stopped) }
    }
}

/// A job's positions with their exits loaded.
pub(super) struct Pair<'a> {
    field: Field<'a>,
    /// The class with the first side to move, and the one with the second; of those that are wanted.
    first: Option<Sector>,
    second: Option<Sector>,
    /// Whether moves stay inside.
    cyclic: bool,
}

/// Values of the turns inside, for looking at them again: with the first side to move, and with the second.
pub(super) type Inside = (Planes, Planes);

impl<'a> Pair<'a> {
    /// With `inside`, moves inside are looked up there like any others.
    pub(super) fn load(store: &'a Store, job: &Job, inside: Option<Inside>) -> Result<Self, Error> {
        let rules = store.rules();
        let first_to_move = job.first_to_move();
        let second_to_move = first_to_move.mirrored();
        let cyclic = job.is_cyclic(rules);
        let wanted = |sector| (cyclic || job.sectors.contains(&sector)).then_some(sector);
        let first = wanted(first_to_move);
        let second = if cyclic || first_to_move != second_to_move { wanted(second_to_move) } else { None };
        let (first_men, second_men) = (first_to_move.own, first_to_move.other);
        let shape = store.shape();
        let (for_first, for_second) = match inside {
            // What the first side's moves lead to has the second to move.
            Some((first_moves, second_moves)) => (Some(second_moves), Some(first_moves)),
            None => (None, None),
        };
        let none = || Exits { placing: None, moving: None, flies: false };
        let exits_of_first = match first {
            Some(sector) => exits(store, sector, First::Waiting, for_first, |after, placed| {
                let blocks = shape.blocks(first_men + usize::from(placed), second_men);
                first_takes(rules, shape, &blocks, &after)
            })?,
            None => none(),
        };
        let exits_of_second = match second {
            Some(sector) => exits(store, sector, First::Mover, for_second, |after, placed| {
                let men = second_men + usize::from(placed);
                let (blocks, fewer) = (shape.blocks(first_men, men), shape.blocks(first_men - 1, men));
                second_takes(rules, shape, &blocks, &fewer, &after)
            })?,
            None => none(),
        };
        // Only looked at where a placing is possible: then there is room for one more man.
        let more = if first_to_move.own_hand > 0 { first_men + 1 } else { first_men };
        let field = Field {
            rules,
            shape,
            board: rules.board,
            blocks: shape.blocks(first_men, second_men),
            first_placed: shape.blocks(more, second_men),
            first: exits_of_first,
            second: exits_of_second,
        };
        Ok(Self { field, first, second, cyclic })
    }

    /// The values of the wanted halves.
    pub(super) fn solve(&self, seen: impl Fn() -> bool) -> Result<(Option<Half>, Option<Half>), Error> {
        let mut first = self.first.map(|_| self.look_forward(true)).transpose()?;
        let mut second = self.second.map(|_| self.look_forward(false)).transpose()?;
        if !seen() {
            return Err(Error::Stopped);
        }
        if let (true, Some(first), Some(second)) = (self.cyclic, &mut first, &mut second) {
            work_backward(&self.field, first, second, seen)?;
        }
        Ok((first, second))
    }

    /// The planes of the job's classes, in its order.
    pub(super) fn by_sector<'h>(
        &self,
        job: &'h Job,
        halves: &'h (Option<Half>, Option<Half>),
    ) -> impl Iterator<Item = &'h Planes> {
        let first = self.first;
        job.sectors.iter().map(move |&sector| {
            let half = if Some(sector) == first { &halves.0 } else { &halves.1 };
            &half.as_ref().expect("a class of the job was solved").planes
        })
    }

    /// Values the exits and counts the turns inside; what follows from that alone is decided.
    pub(super) fn look_forward(&self, first_moves: bool) -> Result<Half, Error> {
        let field = &self.field;
        let blocks = &field.blocks;
        let exits = if first_moves { &field.first } else { &field.second };
        let counts = exits.moving.as_ref().is_some_and(|turns| turns.quiet.is_none());
        let room = if counts { blocks.slots() } else { 1 };
        let mut planes = Planes::new(blocks)?;
        let mut undecided = reserve(room * blocks.count())?;
        planes.blocks_mut().zip(undecided.par_chunks_mut(room)).enumerate().for_each_init(
            PackedMap::new,
            |map, (block, ((win, draw), inside))| {
                let inside = if counts { inside } else { &mut [] };
                let mut found = Found { win, draw, inside };
                match first_moves {
                    true => field.look_from_first(block, map, &mut found),
                    false => field.look_from_second(block, &mut found),
                }
                decide(field, block, first_moves, found);
            },
        );
        Ok(Half { planes, undecided })
    }
}

/// Decides what the exits alone decide. The plane of draws becomes that of losses.
fn decide(field: &Field<'_>, block: usize, first_moves: bool, found: Found<'_>) {
    let Found { win, draw: loss, inside } = found;
    let slots = field.blocks.slots();
    for (i, (win, loss)) in win.iter_mut().zip(loss.iter_mut()).enumerate() {
        let draws = *loss & !*win;
        *loss = 0;
        for bit in 0..(slots - i * 64).min(64) {
            let (won, drawn) = (*win >> bit & 1 == 1, draws >> bit & 1 == 1);
            let stays = match inside.get_mut(i * 64 + bit) {
                None => false,
                Some(inside) => {
                    *inside = if won {
                        0
                    } else if drawn {
                        NEVER_LOST
                    } else {
                        *inside
                    };
                    *inside > 0
                }
            };
            if !won && !drawn && !stays {
                *loss |= 1 << bit;
            }
        }
    }
    let local = Local::new(field.board, field.blocks.men(block));
    let mut ended = Vec::new();
    each_ended(field.rules, &field.blocks, &local, first_moves, |slot, lost| ended.push((slot, lost)));
    for (slot, lost) in ended {
        let (word, bit) = (slot / 64, 1 << (slot % 64));
        win[word] &= !bit;
        loss[word] &= !bit;
        if let Some(inside) = inside.get_mut(slot) {
            *inside = 0; // decided, whatever its moves would lead to
        }
        if lost {
            set(loss, slot);
        }
    }
}

/// The turns of the side to move out of a class. `next`: whose sets number the positions after them, as seen from
/// there. `takes` works out the captures from the positions after them, for a man placed or moved.
fn exits(
    store: &Store,
    sector: Sector,
    next: First,
    inside: Option<Planes>,
    takes: impl Fn(Planes, bool) -> Result<Planes, Error>,
) -> Result<Exits, Error> {
    let rules: &Rules = store.rules();
    let captures = |after: Sector, men: usize, placed: bool| {
        Ok::<_, Error>(match rules.goal {
            _ if men < 3 => Captures::None,
            Goal::Mill => Captures::Win,
            Goal::Capture if sector.other == 0 => Captures::None,
            Goal::Capture if after.is_lost(rules) => Captures::Win,
            Goal::Capture => Captures::Depends(takes(store.load(after, next)?, placed)?),
        })
    };
    let mut exits = Exits {
        placing: None,
        moving: None,
        flies: rules.flying_limit().is_some_and(|limit| sector.own + sector.own_hand <= limit),
    };
    if sector.own_hand > 0 {
        exits.placing = Some(Turns {
            quiet: Some(store.load(sector.after_placing(0), next)?),
            captures: captures(sector.after_placing(1.min(sector.other)), sector.own + 1, true)?,
        });
    }
    if sector.may_move(rules) && sector.own > 0 {
        let after = sector.after_move(1.min(sector.other));
        exits.moving = Some(Turns { quiet: inside, captures: captures(after, sector.own, false)? });
    }
    Ok(exits)
}
