//! 64-bit hashes of positions.

use crate::position::Position;
use crate::rules::Reform;

/// A bijective mixer (SplitMix64's finalizer).
#[inline]
pub(super) const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The hash of a position.
#[inline]
pub(super) fn hash_of(position: &Position) -> u64 {
    if position.rules().reform == Reform::Ban || position.special {
        hash(position.identity())
    } else {
        hash(position.key().into())
    }
}

/// The 64-bit hash of an identity ([`Position::identity`]), as compared by repetition detection.
#[inline]
pub(super) fn hash(identity: u128) -> u64 {
    let ban = (identity >> 64) as u64;
    // SplitMix64 adds this number, 2⁶⁴ divided by the golden ratio, before it mixes: `mix(0)` is 0.
    let key = mix((identity as u64).wrapping_add(0x9e37_79b9_7f4a_7c15));
    if ban == 0 { key } else { mix(key ^ ban << 1) }
}
