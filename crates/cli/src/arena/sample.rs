//! Draws positions in which a move can lose exact value, from games of mixed strength.

use super::move_values::MoveValues;
use super::player::{Fault, Player};
use super::searching::{Limit, Searching};
use super::simple::any_of;
use merels::game::Game;
use merels::moves::Move;
use merels::position::{BySide, Phase, Position, Setup, Side};
use merels::random::Random;
use merels::rules::Rules;
use merels::search::Limits;
use merels::tablebase::directory::Tables;
use std::collections::HashSet;

/// The node limit of the searches in the sampled games.
const NODES: u64 = 4_000;
/// The maximum depth of these searches, in plies.
const DEEPEST: usize = 6;
/// The maximum length of a game, in plies.
const LONGEST: usize = 400;
/// How many of 256 moves of a side are random; drawn from these for each game.
const RANDOM: [usize; 6] = [0, 4, 12, 32, 80, 200];
/// How many of 256 moves of a side keep the value by the tables; drawn from these for each game.
const KEEPING: [usize; 4] = [0, 32, 96, 224];

/// How many plies of placing lie behind a position.
pub fn placings(position: &Position) -> usize {
    Side::BOTH
        .iter()
        .map(|&side| usize::from(position.rules().men) - position.hand(side))
        .sum()
}

/// The least of the position's images under the symmetries of its board: the same for all of them.
pub fn up_to_symmetry(position: &Position) -> u128 {
    let symmetries = position.rules().symmetries().iter();
    let identities = symmetries.map(|symmetry| position.mapped(symmetry).identity());
    identities.min().unwrap_or_else(|| position.identity())
}

/// Draws `count` positions of the tables' game in which a turn can spoil the value, as many of each
/// of `phases` (of the side to move), no two of them the same up to symmetry, and none the same as
/// one of `except`; in a fixed order, the phases in turn.
///
/// They are from games in which each side chooses every turn at random between a random one, a
/// search of one to six plies and one that keeps the value, in proportions drawn for the game. A
/// game gives one position of each phase at most; of the placings, those of the plies that have
/// fewest so far. The draw clock is set to 0. The same seed gives the same positions, until the
/// search changes. `watch` is called with the number found so far.
///
/// # Errors
/// If a table is missing, or a phase has too few such positions.
pub fn sample(
    tables: &Tables,
    phases: &[Phase],
    count: usize,
    seed: u64,
    except: &[Position],
    mut watch: impl FnMut(usize),
) -> Result<Vec<Position>, Fault> {
    let mut sampler = Sampler::new(tables, phases, count)?;
    sampler.known.extend(except.iter().map(up_to_symmetry));
    let most_games = 10_000u64.saturating_add((count as u64).saturating_mul(100));
    let mut seeds = Random::new(seed);
    for _ in 0..most_games {
        if sampler.is_full() {
            return Ok(sampler.in_turn());
        }
        sampler.play(Random::new(seeds.bits()))?;
        watch(sampler.found());
    }
    let short = sampler
        .wanted
        .iter()
        .find(|wanted| wanted.positions.len() < wanted.count);
    Err(Fault(match short {
        Some(Wanted {
            phase,
            count,
            positions,
        }) => format!(
            "{most_games} games gave only {} of {count} positions in the {phase:?} phase",
            positions.len()
        )
        .to_lowercase(),
        None => return Ok(sampler.in_turn()),
    }))
}

/// The positions of one phase.
struct Wanted {
    phase: Phase,
    count: usize,
    positions: Vec<Position>,
}

struct Sampler<'a> {
    tables: &'a Tables,
    wanted: Vec<Wanted>,
    /// The positions found or not wanted, up to symmetry.
    known: HashSet<u128>,
    /// How many there are of each ply of placing.
    by_placings: Vec<usize>,
    games: Games,
}

/// How a side plays in a game.
struct Strength {
    random: usize,
    keeping: usize,
    depth: u32,
}

impl Strength {
    fn draw(random: &mut Random) -> Self {
        Self {
            random: random.pick(&RANDOM).copied().unwrap_or_default(),
            keeping: random.pick(&KEEPING).copied().unwrap_or_default(),
            depth: 1 + random.below(DEEPEST) as u32,
        }
    }
}

/// Plays games of mixed strength.
pub(super) struct Games {
    searching: Searching,
    /// What a search may visit.
    nodes: u64,
}

impl Games {
    /// `Err` where there is no memory for a search.
    pub(super) fn new(nodes: u64) -> Result<Self, Fault> {
        Ok(Self {
            searching: Searching::new(Limit::default(), 1, None)?,
            nodes,
        })
    }

    /// Plays a game in which each side chooses every turn at random between a random one, a search
    /// of one to six plies and one that keeps the value where `judge` knows that, in proportions
    /// drawn for the game. `visit` sees every position in which a turn is chosen.
    pub(super) fn play(
        &mut self,
        rules: &Rules,
        random: &mut Random,
        mut judge: impl FnMut(&Position) -> Result<Option<MoveValues>, Fault>,
        mut visit: impl FnMut(&Game, Option<&MoveValues>),
    ) -> Result<(), Fault> {
        let mut game = Game::start(*rules).map_err(Fault::of)?;
        self.searching.begin(0)?;
        let strengths = BySide([Strength::draw(random), Strength::draw(random)]);
        for _ in 0..LONGEST {
            if game.outcome().is_some() {
                break;
            }
            let judged = judge(game.position())?;
            visit(&game, judged.as_ref());
            let mv = self.choose(
                &game,
                judged.as_ref(),
                &strengths[game.position().side_to_move()],
                random,
            )?;
            game.play(mv).map_err(Fault::of)?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        judged: Option<&MoveValues>,
        strength: &Strength,
        random: &mut Random,
    ) -> Result<Move, Fault> {
        let roll = random.below(256);
        let from: Vec<Move> = match judged {
            _ if roll < strength.random => game.position().legal_moves(),
            Some(judged) if roll < strength.random + strength.keeping => judged.keeping().collect(),
            _ => {
                let search = Limits::default().depth(strength.depth).nodes(self.nodes);
                vec![self.searching.search(game, Limit { search, time: None })?]
            }
        };
        any_of(&from, random)
    }
}

impl<'a> Sampler<'a> {
    fn new(tables: &'a Tables, phases: &[Phase], count: usize) -> Result<Self, Fault> {
        let share = |(i, &phase)| {
            let count = count / phases.len() + usize::from(i < count % phases.len());
            Wanted {
                phase,
                count,
                positions: Vec::new(),
            }
        };
        Ok(Self {
            tables,
            wanted: phases.iter().enumerate().map(share).collect(),
            known: HashSet::new(),
            by_placings: vec![0; 2 * usize::from(tables.rules().men) + 1],
            games: Games::new(NODES)?,
        })
    }

    fn is_full(&self) -> bool {
        self.wanted
            .iter()
            .all(|wanted| wanted.positions.len() >= wanted.count)
    }

    fn found(&self) -> usize {
        self.wanted
            .iter()
            .map(|wanted| wanted.positions.len())
            .sum()
    }

    /// The first position of each phase, the second of each, and so on.
    fn in_turn(self) -> Vec<Position> {
        let longest = self
            .wanted
            .iter()
            .map(|wanted| wanted.positions.len())
            .max()
            .unwrap_or(0);
        let row = |i| {
            self.wanted
                .iter()
                .filter_map(move |wanted| wanted.positions.get(i).copied())
        };
        (0..longest).flat_map(row).collect()
    }

    /// Plays a game and keeps positions of it.
    fn play(&mut self, mut random: Random) -> Result<(), Fault> {
        let tables = self.tables;
        let mut seen = Vec::new();
        let judge = |position: &Position| MoveValues::of(tables, position).map(Some);
        self.games
            .play(tables.rules(), &mut random, judge, |game, judged| {
                if judged.is_some_and(MoveValues::can_be_spoilt) {
                    seen.push(*game.position());
                }
            })?;
        for i in 0..self.wanted.len() {
            self.keep_one(i, &seen, &mut random)?;
        }
        Ok(())
    }

    /// Adds one of a game's positions to those of a phase, if that lacks any and there is a new
    /// one.
    fn keep_one(&mut self, of: usize, seen: &[Position], random: &mut Random) -> Result<(), Fault> {
        let wanted = &self.wanted[of];
        if wanted.positions.len() >= wanted.count {
            return Ok(());
        }
        let fits = |position: &&Position| {
            position.phase(position.side_to_move()) == wanted.phase
                && !self.known.contains(&up_to_symmetry(position))
        };
        let mut fitting: Vec<Position> = seen.iter().filter(fits).copied().collect();
        if wanted.phase == Phase::Placing {
            let so_far = |position: &Position| self.by_placings[placings(position)];
            let fewest = fitting.iter().map(so_far).min();
            fitting.retain(|position| Some(so_far(position)) == fewest);
        }
        if let Some(&position) = random.pick(&fitting) {
            self.known.insert(up_to_symmetry(&position));
            self.by_placings[placings(&position)] += 1;
            let mut setup = Setup::from(position);
            setup.clock = 0;
            let position = setup.try_into().map_err(Fault::of)?;
            self.wanted[of].positions.push(position);
        }
        Ok(())
    }
}
