//! A position and its value in 8 bytes.

use merels::{Position, Side, Wdl};

/// From the lowest bit: men of the side to move 24, its hand 4, value 2 (0 loss, 1 draw, 2 win), 2
/// free; men of the other side 24, its hand 4, the men that a side begins with 4.
pub fn record(position: &Position, value: Wdl) -> u64 {
    let half =
        |side: Side| u64::from(position.men(side).bits()) | (position.hand(side) as u64) << 24;
    let men = u64::from(position.rules().men);
    half(position.side_to_move())
        | (value as u64) << 28
        | (half(position.side_to_move().other()) | men << 28) << 32
}
