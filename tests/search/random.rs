//! Random games, the same ones on every run.

pub use merels::random::Random;
use merels::{Move, Position};

/// Plays up to `plies` random turns and calls `visit` with each position and the identities of
/// those before, the start included. Men that were moved are moved back now and then, so that
/// positions recur.
pub fn play(
    start: Position,
    plies: usize,
    random: &mut Random,
    mut visit: impl FnMut(&Position, &[u128]),
) {
    let mut position = start;
    let mut earlier = Vec::new();
    let mut last: [Option<Move>; 2] = [None; 2];
    for ply in 0..=plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        visit(&position, &earlier);
        let back = last[ply % 2]
            .filter(|_| random.below(2) == 0)
            .and_then(|mv| {
                moves.iter().find(|back| {
                    back.from().is_some() && back.from() == mv.to() && back.to() == mv.from()
                })
            });
        let mv = back
            .copied()
            .unwrap_or_else(|| moves[random.below(moves.len())]);
        last[ply % 2] = Some(mv);
        earlier.push(position.identity());
        position.play_unchecked(mv);
    }
}

/// A position from a random game of at most so many plies, and the identities before it.
pub fn position(start: Position, plies: usize, random: &mut Random) -> (Position, Vec<u128>) {
    let plies = random.below(plies + 1);
    let mut found = (start, Vec::new());
    play(start, plies, random, |position, earlier| {
        found = (*position, earlier.to_vec())
    });
    found
}
