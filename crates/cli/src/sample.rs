//! `merels sample`: writes positions with their values, for training the evaluation.
//!
//! For exact values, players of mixed strength play games: in each game, each side plays some moves
//! at random, some by a shallow search, some by exact values. From some positions a few random
//! moves follow, as a search also tries moves that nobody would play, and the resulting position is
//! written with its value from the tables. Games without tables use [`selfplay`].

mod record;
mod selfplay;

use crate::Failure;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressStyle};
use merels::random::Random;
use merels::search::{Searcher, evaluate};
use merels::tablebase::directory::Tables;
use merels::{Outcome, Position, Rules};
use merels_solve::atomic_file::AtomicFile;
use rayon::prelude::*;
use record::record;
use std::path::PathBuf;

/// What `merels sample` wants.
#[derive(Args)]
pub struct SampleArguments {
    /// The directory of tables that the values come from.
    #[arg(long, value_name = "DIR", required_unless_present = "play")]
    data: Option<PathBuf>,
    /// Instead: rule sets that the search plays against itself, in turn; a value is then how the
    /// game ended.
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ';',
        conflicts_with = "data"
    )]
    play: Vec<Rules>,
    /// How many nodes it searches for a turn.
    #[arg(long, value_name = "N", default_value_t = 2_000, requires = "play")]
    nodes: u64,
    /// How many positions, roughly.
    #[arg(long, default_value_t = 1_000_000)]
    positions: u64,
    /// The same seed gives the same positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// No game is followed for longer: with 20 plies nearly all positions have men in hand.
    #[arg(long, value_name = "N", default_value_t = 160, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    plies: usize,
    /// Where to write them: for each 8 bytes, see `training/README.md`.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The number of games between two writes.
const BATCH: u64 = 2_000;
/// The maximum number of games in a row without a position to sample.
const MAX_IN_VAIN: u64 = 20 * BATCH;
/// A position is sampled now and then: neighbours in a game are much alike.
const ONE_IN: usize = 3;

pub fn sample(arguments: &SampleArguments) -> Result<(), Failure> {
    let source = match &arguments.data {
        Some(directory) => {
            let tables = Tables::open(directory).map_err(Failure::from_error)?;
            let start = Position::start(*tables.rules()).map_err(Failure::from_error)?;
            SampleSource::Tables(Box::new(tables), Box::new(start))
        }
        None => SampleSource::Play(arguments.play.clone(), arguments.nodes),
    };
    // One memory for each thread: what a search finds within its limit does not depend on it.
    let new_searcher = || Searcher::new(1);
    let mut out = AtomicFile::create(&arguments.out)?;
    let style =
        ProgressStyle::with_template("{bar:40} {percent} % {human_pos} positions, {eta} to go");
    let progress =
        ProgressBar::new(arguments.positions).with_style(style.map_err(Failure::from_error)?);
    let (mut written, mut games, mut in_vain) = (0, 0, 0);
    while written < arguments.positions {
        let batch: Vec<Vec<u64>> = (games..games + BATCH)
            .into_par_iter()
            .map_init(new_searcher, |searcher, game| {
                let random = Random::new(arguments.seed << 32 ^ game);
                match (&source, searcher) {
                    (SampleSource::Tables(tables, start), _) => {
                        play(tables, start, arguments.plies, random).map_err(Failure::from_error)
                    }
                    (SampleSource::Play(rules, nodes), Ok(searcher)) => selfplay::play(
                        &rules[game as usize % rules.len()],
                        *nodes,
                        searcher,
                        random,
                    ),
                    (SampleSource::Play(..), Err(error)) => Err(Failure::from_error(error)),
                }
            })
            .collect::<Result<_, _>>()?;
        games += BATCH;
        in_vain = if batch.iter().all(Vec::is_empty) {
            in_vain + BATCH
        } else {
            0
        };
        if in_vain >= MAX_IN_VAIN {
            return Err(Failure::Message(format!(
                "{in_vain} games gave no position whose value is known"
            )));
        }
        for record in batch.iter().flatten() {
            out.write(&record.to_le_bytes())?;
            written += 1;
        }
        progress.set_position(written);
    }
    progress.finish();
    Ok(out.finish()?)
}

/// Where the values come from.
enum SampleSource {
    Tables(Box<Tables>, Box<Position>),
    Play(Vec<Rules>, u64),
}

/// How a side plays in a game, in per cent.
struct Habit {
    random: usize,
    exact: usize,
    /// How far off its look at a position is, in hundredths of a man.
    noise: i32,
}

impl Habit {
    fn any(random: &mut Random) -> Self {
        Self {
            random: [2, 5, 10, 25, 60][random.below(5)],
            exact: [0, 20, 60, 90][random.below(4)],
            noise: [5, 20, 60][random.below(3)],
        }
    }
}

/// The records of one game.
fn play(
    tables: &Tables,
    start: &Position,
    plies: usize,
    mut random: Random,
) -> Result<Vec<u64>, merels::tablebase::directory::ProbeError> {
    let habits = [Habit::any(&mut random), Habit::any(&mut random)];
    let mut records = Vec::new();
    let mut position = *start;
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        if random.below(ONE_IN) == 0 {
            let aside = wander(position, &mut random);
            if aside.outcome().is_none()
                && let Some(value) = tables.value(&aside)?
            {
                records.push(record(&aside, value));
            }
        }
        let habit = &habits[position.side_to_move() as usize];
        let moves = position.legal_moves();
        let way = random.below(100);
        let mut chosen = moves[random.below(moves.len())];
        if way >= habit.random {
            if way < habit.random + habit.exact * (100 - habit.random) / 100 {
                let values = tables.move_values(&position)?;
                let holding = values
                    .iter()
                    .take_while(|(_, value)| *value == values[0].1)
                    .count();
                chosen = values[random.below(holding)].0;
            } else {
                let judged = moves.iter().map(|&mv| {
                    let next = position.after(mv);
                    let noise = random.below(2 * habit.noise as usize + 1) as i32 - habit.noise;
                    (
                        if ends(&next) {
                            10_000
                        } else {
                            -evaluate(&next) + noise
                        },
                        mv,
                    )
                });
                chosen = judged
                    .max_by_key(|&(score, _)| score)
                    .map_or(chosen, |(_, mv)| mv);
            }
        }
        position.play_unchecked(chosen);
    }
    Ok(records)
}

fn ends(position: &Position) -> bool {
    matches!(position.outcome(), Some(Outcome::Win(..)))
}

/// The position after up to four random turns.
fn wander(mut position: Position, random: &mut Random) -> Position {
    for _ in 0..random.below(5) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    position
}
