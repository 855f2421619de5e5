//! Runs jobs: each reads the files of the jobs before it.

use super::codes::Codes;
use super::error::Error;
use super::forward::{Captures, Exits, Field, Turns, first_takes, second_takes};
use super::plan::{Job, Plan};
use super::planes::Planes;
use super::retrograde::{Half, work_backward};
use super::store::Store;
use super::values::SectorValues;
use merels::rules::Goal;
use merels::tablebase::Sector;
use merels::tablebase::format::Header;
use merels::tablebase::{Content, First};

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
///
/// # Errors
/// If a file cannot be read or written, memory is short, or `watch` stops it.
pub fn solve(
    store: &Store,
    plan: &Plan,
    watch: &(dyn Fn(Event<'_>) -> bool + Sync),
) -> Result<(), Error> {
    let solve = Solve {
        store,
        watch,
        content: Content::Wdl,
    };
    plan.jobs()
        .iter()
        .try_for_each(|job| solve.job(job).map(drop))
}

impl Solve<'_> {
    /// Solves one job from the files of its inputs, unless its own are there; returns their
    /// headers.
    ///
    /// # Errors
    /// If a file cannot be read or written, memory is short, or `watch` stops it.
    pub fn job(&self, job: &Job) -> Result<Vec<Header>, Error> {
        let headers = job
            .sectors
            .iter()
            .map(|&sector| self.store.header(sector, self.content));
        let headers = headers.collect::<Result<Option<Vec<_>>, _>>()?;
        if let Some(headers) = headers {
            self.tell(Event::Skipped(job))?;
            return Ok(headers);
        }
        self.tell(Event::Begun(job))?;
        let headers = match self.content {
            Content::Wdl => self.values::<Planes>(job)?,
            Content::Distance => self.values::<Codes>(job)?,
        };
        self.tell(Event::Done(job, &headers))?;
        Ok(headers)
    }

    fn values<V: SectorValues>(&self, job: &Job) -> Result<Vec<Header>, Error> {
        let pair = Pair::<V>::load(self.store, job, None)?;
        let halves = pair.solve(|| (self.watch)(Event::Round))?;
        let save = |&sector: &Sector| {
            let half = &halves[usize::from(Some(sector) != pair.first)];
            self.store.save(
                sector,
                &half
                    .as_ref()
                    .expect("a sector of the job was solved")
                    .values,
            )
        };
        job.sectors.iter().map(save).collect()
    }

    fn tell(&self, event: Event<'_>) -> Result<(), Error> {
        if (self.watch)(event) {
            Ok(())
        } else {
            Err(Error::Stopped)
        }
    }
}

/// A job's positions with their exits loaded.
pub(super) struct Pair<'a, V> {
    pub(super) field: Field<'a, V>,
    /// The sector with the first side to move, and the one with the second; of those that are
    /// wanted.
    first: Option<Sector>,
    second: Option<Sector>,
    /// Whether moves stay inside.
    cyclic: bool,
}

impl<'a, V: SectorValues> Pair<'a, V> {
    /// With `inside`, the values with the first side to move and with the second, moves inside are
    /// looked up there like any others.
    pub(super) fn load(store: &'a Store, job: &Job, inside: Option<[V; 2]>) -> Result<Self, Error> {
        let rules = store.rules();
        let first_to_move = job.first_to_move();
        let second_to_move = first_to_move.mirrored();
        let cyclic = job.is_cyclic(rules);
        let wanted = |sector| (cyclic || job.sectors.contains(&sector)).then_some(sector);
        let first = wanted(first_to_move);
        // A sector that is its own mirror has one half.
        let second = if first_to_move != second_to_move {
            wanted(second_to_move)
        } else {
            None
        };
        let (first_men, second_men) = (first_to_move.own, first_to_move.other);
        let numbering = store.numbering();
        // What the first side's moves lead to has the second to move.
        let [after_second, after_first] = inside.map_or([None, None], |inside| inside.map(Some));
        let none = || Exits {
            placing: None,
            moving: None,
            flies: false,
        };
        let exits_of_first = match first {
            Some(sector) => exits(
                store,
                sector,
                First::Waiting,
                after_first,
                |after, placed| {
                    let blocks = numbering.blocks(first_men + usize::from(placed), second_men);
                    first_takes(rules, numbering, &blocks, &after)
                },
            )?,
            None => none(),
        };
        let exits_of_second = match second {
            Some(sector) => exits(
                store,
                sector,
                First::Mover,
                after_second,
                |after, placed| {
                    let men = second_men + usize::from(placed);
                    second_takes(rules, numbering, &numbering.blocks(first_men, men), &after)
                },
            )?,
            None => none(),
        };
        // Only looked at where a placing is possible: then there is room for one more man.
        let more = if first_to_move.own_hand > 0 {
            first_men + 1
        } else {
            first_men
        };
        let field = Field {
            rules,
            numbering,
            board: rules.board,
            blocks: numbering.blocks(first_men, second_men),
            first_placed: numbering.blocks(more, second_men),
            first: exits_of_first,
            second: exits_of_second,
        };
        Ok(Self {
            field,
            first,
            second,
            cyclic,
        })
    }

    /// The values of the wanted halves.
    fn solve(&self, seen: impl Fn() -> bool) -> Result<[Option<Half<V>>; 2], Error> {
        let mut first = self
            .first
            .map(|_| Half::look_forward(&self.field, true))
            .transpose()?;
        let mut second = self
            .second
            .map(|_| Half::look_forward(&self.field, false))
            .transpose()?;
        if !seen() {
            return Err(Error::Stopped);
        }
        if let (true, Some(sector), Some(first)) = (self.cyclic, self.first, &mut first) {
            work_backward(&self.field, sector, first, second.as_mut(), seen)?;
        }
        Ok([first, second])
    }
}

/// The turns of the side to move out of a sector. `next`: whose sets number the positions after
/// them, as seen from there. `takes` works out the captures from the positions after them, for a
/// man placed or moved.
fn exits<V: SectorValues>(
    store: &Store,
    sector: Sector,
    next: First,
    inside: Option<V>,
    takes: impl Fn(V, bool) -> Result<V, Error>,
) -> Result<Exits<V>, Error> {
    let rules = store.rules();
    let captures = |after: Sector, men: usize, placed: bool| {
        Ok::<_, Error>(match rules.goal {
            _ if men < 3 => Captures::None,
            Goal::Mill => Captures::Win,
            _ if sector.other == 0 => Captures::None,
            _ if after.is_lost(rules) => Captures::Win,
            _ => Captures::Depends(takes(store.load(after, next)?, placed)?),
        })
    };
    let mut exits = Exits {
        placing: None,
        moving: None,
        flies: rules
            .flying_limit()
            .is_some_and(|limit| sector.own + sector.own_hand <= limit),
    };
    if sector.own_hand > 0 {
        exits.placing = Some(Turns {
            quiet: Some(store.load(sector.after_placing(0), next)?),
            captures: captures(
                sector.after_placing(1.min(sector.other)),
                sector.own + 1,
                true,
            )?,
        });
    }
    if sector.may_move(rules) && sector.own > 0 {
        let after = sector.after_move(1.min(sector.other));
        exits.moving = Some(Turns {
            quiet: inside,
            captures: captures(after, sector.own, false)?,
        });
    }
    Ok(exits)
}
