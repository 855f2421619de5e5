//! The sectors of a game, what each depends on, and the order in which they can be solved.

use super::error::Error;
use super::forward;
use merels::rules::Rules;
use merels::tablebase::Sector;
use merels::tablebase::format::Header;
use merels::tablebase::numbering::Numbering;
use merels::tablebase::ranks::choose;
use merels::tablebase::{Content, First};
use std::collections::BTreeSet;

/// Sectors that are solved together: one, or one and its mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The sectors, the one that names the job first.
    pub sectors: Vec<Sector>,
    /// The sectors whose values it needs.
    pub inputs: Vec<Sector>,
    /// Slots to be decided, all sectors together.
    pub slots: u64,
    /// Bytes of its files.
    pub disk: u64,
    /// Bytes of memory, its inputs included.
    pub memory: u64,
}

impl Job {
    /// The name of the job: its first sector.
    pub fn sector(&self) -> Sector {
        self.sectors[0]
    }

    /// The sector, of the first or its mirror, in which the side whose sets name the blocks is to
    /// move.
    pub(super) fn first_to_move(&self) -> Sector {
        let sector = self.sector();
        if First::of(sector) == First::Mover {
            sector
        } else {
            sector.mirrored()
        }
    }

    /// About how long one core takes, in seconds: by the rates measured with Nine Men's Morris on a
    /// virtual machine of 2026 (docs/solving.md), whose sectors differ by a factor of two or so.
    pub fn core_seconds(&self, rules: &Rules) -> f64 {
        let nanoseconds_a_slot = if self.is_cyclic(rules) { 140.0 } else { 55.0 };
        self.slots as f64 * nanoseconds_a_slot / 1e9
    }

    /// Whether the values of its positions depend on each other: moves stay inside.
    pub fn is_cyclic(&self, rules: &Rules) -> bool {
        self.sectors.iter().any(|sector| sector.may_move(rules))
    }
}

/// Which part of a game to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Only positions with no men in hand.
    pub moving_only: bool,
    /// The maximum number of men on the board and in hand, both sides together.
    pub most_men: usize,
}

impl Scope {
    /// All of it.
    pub const WHOLE: Self = Self {
        moving_only: false,
        most_men: usize::MAX,
    };
}

/// A game's jobs, each after those it needs.
#[derive(Debug)]
pub struct Plan {
    rules: Rules,
    jobs: Vec<Job>,
}

impl Plan {
    /// The jobs that solve a rule set.
    ///
    /// # Errors
    /// If the large solver does not handle the rule set.
    pub fn new(rules: &Rules, scope: Scope) -> Result<Self, Error> {
        forward::check(rules)?;
        let men = usize::from(rules.men);
        let mut seen = BTreeSet::new();
        let mut open = vec![Sector {
            own: 0,
            other: 0,
            own_hand: men,
            other_hand: men,
        }];
        while let Some(sector) = open.pop() {
            if seen.insert(sector) {
                open.extend(sector.successors(rules));
                if sector.may_move(rules) {
                    open.push(sector.mirrored());
                }
            }
        }
        seen.retain(|sector| {
            let hands = sector.own_hand + sector.other_hand;
            !(scope.moving_only && hands > 0) && sector.own + sector.other + hands <= scope.most_men
        });
        let mut jobs = Vec::new();
        let mut done = BTreeSet::new();
        let counts = SetCounts::new(rules);
        for &sector in &seen {
            if done.insert(sector) {
                let mirror = sector.mirrored();
                let mut sectors = vec![sector];
                if seen.contains(&mirror) && done.insert(mirror) {
                    sectors.push(mirror);
                }
                jobs.push(counts.job(rules, sectors));
            }
        }
        Ok(Self {
            rules: *rules,
            jobs,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The jobs, each after those it needs.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The job that solves a sector.
    ///
    /// # Errors
    /// If the game has no such sector.
    pub fn job(&self, sector: Sector) -> Result<&Job, Error> {
        self.jobs
            .iter()
            .find(|job| job.sectors.contains(&sector))
            .ok_or(Error::NoSuchSector(sector))
    }
}

/// How many classes of sets there are, by size.
struct SetCounts<'a> {
    rules: &'a Rules,
    points: usize,
    by_size: Vec<u64>,
}

impl<'a> SetCounts<'a> {
    fn new(rules: &'a Rules) -> Self {
        let points = rules.board.points().len();
        let numbering = Numbering::new(rules.board, rules.men.into());
        Self {
            rules,
            points,
            by_size: (0..=rules.men.into())
                .map(|size| numbering.blocks(size, 0).count() as u64)
                .collect(),
        }
    }

    /// Blocks and slots in a block.
    fn blocks(&self, sector: Sector) -> (u64, u64) {
        let (first, second) = First::of(sector).order(sector.own, sector.other);
        (
            self.by_size[first],
            choose(self.points - first, second).into(),
        )
    }

    fn file(&self, sector: Sector) -> u64 {
        let (blocks, slots) = self.blocks(sector);
        Header::sized(
            self.rules,
            sector,
            First::of(sector),
            Content::Wdl,
            [blocks as u32, slots as u32],
        )
        .file_bytes()
    }

    fn job(&self, rules: &Rules, sectors: Vec<Sector>) -> Job {
        let mut inputs: Vec<_> = sectors
            .iter()
            .flat_map(|sector| sector.successors(rules))
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|input| !sectors.contains(input));
        let (blocks, slots) = self.blocks(sectors[0]);
        let cyclic = sectors.iter().any(|sector| sector.may_move(rules));
        let halves = sectors.len() as u64;
        let disk = sectors.iter().map(|&sector| self.file(sector)).sum();
        let own = self.file(sectors[0]);
        let read: u64 = inputs.iter().map(|&input| self.file(input)).sum();
        // An input may stand there twice, while it is numbered anew by the other side's sets. For
        // turns inside there is a byte a slot, the undecided successors, and the news of two
        // rounds: four planes, twice a file.
        let memory = halves * own
            + read * 2
            + if cyclic {
                halves * blocks * slots + 2 * own
            } else {
                0
            };
        Job {
            slots: halves * blocks * slots,
            disk,
            memory,
            inputs,
            sectors,
        }
    }
}
