//! Perft: counts sequences of moves, to test the generation of moves.

use crate::position::Position;

/// The number of sequences of `depth` moves from a position: the usual check of a move
/// generator. Games that end before have no sequence of that length. It calls itself as deep as
/// `depth`: what comes from outside should be bounded, as to 99.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            if position.outcome_but_blocked_or_clocks().is_some()
                || position.outcome_by_clock().is_some()
            {
                return 0;
            }
            let (mut nodes, mut any) = (0, false);
            if !position.is_pending() {
                position.each_move(|mv| {
                    any = true;
                    nodes += perft(&position.after(mv), depth - 1);
                });
            }
            if any {
                nodes
            } else {
                perft_of_few(position, depth)
            }
        }
    }
}

/// [`perft`] where no man is placed or moved as the side to move likes: it removes one, frees the
/// other side or passes.
#[cold]
fn perft_of_few(position: &Position, depth: u32) -> u64 {
    position
        .legal_moves()
        .into_iter()
        .map(|mv| perft(&position.after(mv), depth - 1))
        .sum()
}
