//! Positions as numbers of 64 bits.

use crate::position::Position;
use crate::rules::Reform;

/// A bijection that spreads every bit over all.
#[inline]
pub(super) const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The hash of a position.
#[inline]
pub(super) fn hash_of(position: &Position) -> u64 {
    if position.rules().reform == Reform::Ban { hash(position.identity()) } else { hash(position.key().into()) }
}

/// What repetition compares, in 64 bits.
#[inline]
pub(super) fn hash(identity: u128) -> u64 {
    let ban = (identity >> 64) as u64;
    let key = mix((identity as u64).wrapping_add(0x9e37_79b9_7f4a_7c15));
    if ban == 0 { key } else { mix(key ^ ban << 1) }
}
