//! Self-play games, for training on games that are not solved: a position's value is the result of
//! its game.

use super::record::record;
use crate::Failure;
use merels::random::Random;
use merels::search::{Limits, Score, Searcher, Status};
use merels::{Game, Outcome, Position, Rules, Side, Wdl};

/// The maximum number of random plies at the start of a game.
const MAX_OPENING_PLIES: usize = 10;
/// The maximum number of random plies later in every other game, and the ply before which they
/// begin.
const MAX_DETOUR: usize = 4;
const DETOUR_BEFORE: usize = 60;
/// A game is drawn after this many plies without a capture or a placing, or at this length in
/// plies.
const QUIET: u16 = 40;
const LONGEST: usize = 250;
/// One position in N is written: more where captures or placings are recent, fewer in quiet play.
const ONE_IN: usize = 2;
const ONE_IN_QUIET: usize = 8;
const MUCH_HAPPENS: u16 = 8;

/// The records of one game: of the positions after its last random turn.
pub fn play(
    rules: &Rules,
    nodes: u64,
    searcher: &mut Searcher,
    mut random: Random,
) -> Result<Vec<u64>, Failure> {
    let mut game = Game::start(*rules).map_err(Failure::from_error)?;
    let beginning = random.below(MAX_OPENING_PLIES + 1);
    let mut aside = 0..0;
    if random.below(2) == 0 {
        let from = random.below(DETOUR_BEFORE);
        aside = from..from + 1 + random.below(MAX_DETOUR);
    }
    let mut earlier = Vec::new();
    let mut seen: Vec<Position> = Vec::new();
    let mut winner = None;
    for ply in 0..LONGEST {
        let position = *game.position();
        if let Some(outcome) = game.outcome() {
            winner = Outcome::winner(outcome);
            break;
        }
        if position.clock() >= QUIET {
            break;
        }
        let chosen = if ply < beginning || aside.contains(&ply) {
            seen.clear();
            let moves = position.legal_moves();
            moves.get(random.below(moves.len().max(1))).copied()
        } else {
            let often = if position.clock() < MUCH_HAPPENS {
                ONE_IN
            } else {
                ONE_IN_QUIET
            };
            if random.below(often) == 0 {
                seen.push(position);
            }
            searcher.start(&position, &earlier, Limits::default().nodes(nodes));
            while searcher.step(u64::MAX) == Status::Running {}
            match searcher.info().map(|info| info.score) {
                Some(Score::Win(_)) => winner = Some(position.side_to_move()),
                Some(Score::Loss(_)) => winner = Some(position.side_to_move().other()),
                _ => {}
            }
            searcher.best_move()
        };
        let Some(mv) = chosen.filter(|_| winner.is_none()) else {
            break;
        };
        earlier.push(position.identity());
        game.play(mv).map_err(Failure::from_error)?;
    }
    let value = |side: Side| match winner {
        None => Wdl::Draw,
        Some(winner) if winner == side => Wdl::Win,
        Some(_) => Wdl::Loss,
    };
    Ok(seen
        .iter()
        .map(|position| record(position, value(position.side_to_move())))
        .collect())
}
