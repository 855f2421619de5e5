//! Makes puzzles: positions from games of mixed strength in which exact values, or an exhaustive
//! search, show that only one move is right.
//!
//! The claims of a puzzle can be proved again without the tables of a large game: by a search, by
//! the shipped values of the opening, or by a solution in memory ([`provable`]).

mod find;
mod proof;
mod rating;
mod vary;

pub use proof::{ENDGAME_MEN, provable, sectors};

use super::move_values::MoveValues;
use super::player::Fault;
use super::sample::Games;
use find::Finder;
use merels::position::{Position, Setup};
use merels::puzzle::{Puzzle, PuzzleKind};
use merels::random::Random;
use merels::rules::Rules;
use merels::value::Probe;
use vary::Variety;

/// The node limit of the searches in the games.
const NODES: u64 = 2_500;
/// The maximum number of puzzles from one game, all of different kinds.
const MAX_PER_GAME: usize = 3;
/// The share of each kind, in per cent, in the order of [`PuzzleKind::ALL`].
const SHARES: [usize; 5] = [36, 18, 14, 18, 14];
/// The number of games, and of further games per puzzle wanted, after which any kind is taken;
/// after twice as many the search for puzzles gives up.
const PATIENCE: (usize, usize) = (3_000, 3);
/// The maximum share of puzzles rated below [`EASY`], in per cent.
const MAX_EASY: usize = 15;
const EASY: u16 = 1100;

/// Makes `count` puzzles of a game, the easiest first. The same seed and values give the same
/// puzzles, until the search changes. `watch` is called with the number found so far.
///
/// # Errors
/// If there is too little memory, or the games yield too few puzzles.
pub fn make(
    source: &dyn Probe,
    rules: &Rules,
    count: usize,
    seed: u64,
    mut watch: impl FnMut(usize),
) -> Result<Vec<Puzzle>, Fault> {
    let mut games = Games::new(NODES)?;
    let mut finder = Finder::new(source, rules)?;
    let mut maker = Maker {
        count,
        found: Vec::new(),
        variety: Variety::default(),
    };
    let mut seeds = Random::new(seed);
    let patience = PATIENCE.0 + PATIENCE.1 * count;
    for game in 0..2 * patience {
        if maker.found.len() >= count {
            break;
        }
        let mut random = Random::new(seeds.bits());
        let mut seen = Vec::new();
        let judge = |position: &Position| Ok(MoveValues::by(source, position));
        games.play(rules, &mut random, judge, |game, judged| {
            seen.push((*game.position(), judged.cloned()));
        })?;
        maker.take_from(&seen, game < patience, &mut finder, &mut random)?;
        watch(maker.found.len());
    }
    if maker.found.len() < count {
        return Err(Fault(format!(
            "the games gave only {} of {count} puzzles",
            maker.found.len()
        )));
    }
    maker
        .found
        .sort_by_key(|puzzle| (puzzle.rating, puzzle.kind, puzzle.position.identity()));
    Ok(maker.found)
}

/// The puzzles found so far.
struct Maker {
    count: usize,
    found: Vec<Puzzle>,
    variety: Variety,
}

impl Maker {
    fn number(&self, fits: impl Fn(&Puzzle) -> bool) -> usize {
        self.found.iter().filter(|puzzle| fits(puzzle)).count()
    }

    /// The kinds of which more are wanted, what lacks most first.
    fn wanted(&self, strict: bool) -> Vec<PuzzleKind> {
        let share = |kind: PuzzleKind| (SHARES[kind as usize] * self.count).div_ceil(100);
        let so_far = |kind: PuzzleKind| self.number(|puzzle| puzzle.kind == kind);
        let mut kinds: Vec<PuzzleKind> = PuzzleKind::ALL
            .iter()
            .copied()
            .filter(|&kind| !strict || so_far(kind) < share(kind))
            .collect();
        kinds.sort_by_key(|&kind| so_far(kind) * 1000 / share(kind).max(1));
        kinds
    }

    /// Adds a few puzzles of a game.
    fn take_from(
        &mut self,
        seen: &[(Position, Option<MoveValues>)],
        strict: bool,
        finder: &mut Finder,
        random: &mut Random,
    ) -> Result<(), Fault> {
        let mut order: Vec<usize> = (0..seen.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let mut taken = 0;
        finder.begin_game();
        for kind in self.wanted(strict) {
            for &i in &order {
                let (position, judged) = &seen[i];
                let mut setup = Setup::from(*position);
                (setup.clock, setup.number) = (0, 1);
                let position = Position::try_from(setup).map_err(Fault::of)?;
                if !self.variety.is_new(&position) {
                    continue;
                }
                let Some(puzzle) = finder.find(kind, &position, judged.as_ref()) else {
                    continue;
                };
                if self.is_too_much(&puzzle, strict) {
                    continue;
                }
                self.variety.add(&position);
                self.found.push(puzzle);
                taken += 1;
                break;
            }
            if taken == MAX_PER_GAME || self.found.len() >= self.count {
                break;
            }
        }
        Ok(())
    }

    /// Whether there are enough like this: easy ones, short ones, of a kind in the same phase.
    fn is_too_much(&self, puzzle: &Puzzle, strict: bool) -> bool {
        let easy = self.number(|other| other.rating < EASY);
        if puzzle.rating < EASY && (easy + 1) * 100 > MAX_EASY * self.count.max(17) {
            return true;
        }
        let phase = |puzzle: &Puzzle| puzzle.position.phase(puzzle.solver());
        let alike = self.number(|other| {
            other.kind == puzzle.kind
                && phase(other) == phase(puzzle)
                && other.turns == puzzle.turns
        });
        let share = SHARES[puzzle.kind as usize] * self.count / 100;
        strict
            && alike * 100
                > share
                    * if puzzle.kind == PuzzleKind::Win {
                        40
                    } else {
                        75
                    }
    }
}
