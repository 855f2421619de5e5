//! The evaluation cache: static evaluations of recent positions. A position reached by another move
//! order need not be evaluated again.

use super::score::MAX_EVALUATION;

/// The binary logarithm of the number of entries. 64 KiB together: four times as much is no faster,
/// since it drives the net from the processor's cache.
const INDEX_BITS: u32 = 13;
/// The bits of [`Position::key`](crate::Position::key).
const KEY_BITS: u32 = 57;
/// A key without the index has 44 bits, so that an entry has 20 for the evaluation.
const EVALUATION_BITS: u32 = 15;
/// Added to an evaluation, so that it is positive: an entry is never 0.
const OFFSET: i32 = 1 << (EVALUATION_BITS - 1);
const _: () = assert!(MAX_EVALUATION < OFFSET);
/// 2⁶⁴ divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Static evaluations by [`Position::key`](crate::Position::key), of one evaluator.
pub(super) struct EvaluationCache(
    /// The part of the key that the index does not tell, from the highest bit, and the evaluation.
    /// 0: empty.
    Vec<u64>,
);

impl EvaluationCache {
    pub fn new() -> Self {
        Self(vec![0; 1 << INDEX_BITS])
    }

    /// Empties the cache: the evaluator is another.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The evaluation of the position with this key, which `evaluate` finds if it is not in the
    /// cache.
    #[inline]
    pub fn get_or(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        // Multiplying by an odd number is a bijection, so index and rest together are the whole
        // key: an entry is never mistaken for another position's.
        let spread = (key << (u64::BITS - KEY_BITS)).wrapping_mul(SPREAD);
        let entry = &mut self.0[(spread >> (u64::BITS - INDEX_BITS)) as usize];
        let rest = spread << INDEX_BITS;
        let found = *entry ^ rest;
        // Another key leaves bits above the evaluation. An empty entry under a key whose rest is 0
        // gives 0, which wraps to the largest number: one comparison refuses both.
        if found.wrapping_sub(1) < (1 << EVALUATION_BITS) - 1 {
            return found as i32 - OFFSET;
        }
        let evaluation = evaluate();
        *entry = rest | (evaluation + OFFSET) as u64;
        evaluation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::hash::mix;

    fn evaluation(key: u64) -> i32 {
        (mix(key) % (2 * MAX_EVALUATION as u64 + 1)) as i32 - MAX_EVALUATION
    }

    /// Keys that differ in few bits, as those of transpositions and neighbours do, 0 and the
    /// largest among them.
    #[test]
    fn no_key_gets_the_evaluation_of_another() {
        let mut cache = EvaluationCache::new();
        let (mut asked, mut computed) = (0, 0);
        for round in 0..200_000u64 {
            let draw = mix(round % 50_000);
            let key = match round % 4 {
                0 => draw >> 7,
                1 => 1 << (draw % 57) | 1 << (draw >> 8 & 31),
                2 => (draw & 0xff) << 49 | 0xff,
                _ => ((1 << 57) - 1) ^ (draw & 3) << (draw >> 8 & 31),
            };
            asked += 1;
            let found = cache.get_or(key, || {
                computed += 1;
                evaluation(key)
            });
            assert_eq!(found, evaluation(key), "{key:x}");
            assert_eq!(
                cache.get_or(key, || unreachable!("it was just computed")),
                found
            );
        }
        assert!(computed < asked / 2, "{computed} of {asked} were computed");
    }

    #[test]
    fn a_cleared_cache_knows_nothing() {
        let mut cache = EvaluationCache::new();
        for (key, value) in [(0, -MAX_EVALUATION), (0x1ff_ffff_ffff_ffff, MAX_EVALUATION)] {
            assert_eq!(cache.get_or(key, || value), value);
            cache.clear();
            assert_eq!(cache.get_or(key, || 7), 7);
        }
    }
}
