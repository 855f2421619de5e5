//! A value in a table, in one number.

use crate::value::Value;

/// A value in a table: 0 for a draw, else plies + 1; a win takes an odd number of plies, a loss an
/// even one.
pub type Entry = u16;
pub const DRAW: Entry = 0;

pub fn value_of(entry: Entry) -> Value {
    match entry {
        DRAW => Value::Draw,
        entry if entry % 2 == 0 => Value::Win(u32::from(entry) - 1),
        entry => Value::Loss(u32::from(entry) - 1),
    }
}
