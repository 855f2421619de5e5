//! Predicts a position's value as a probability: the better the prediction, the fewer bytes the
//! values take.
//!
//! A value is coded as the answers to one or two questions ([`Question`]). For each question,
//! several small tables give a probability, learnt during coding from earlier positions that share
//! some feature with this one. The prediction mixes them with weights that are learnt too (logistic
//! mixing, after M. Mahoney, "Adaptive weighing of context models for lossless data compression",
//! 2005). The reader learns from the same answers and makes the same predictions. All arithmetic
//! uses integers, so the result is the same on every platform.

use crate::tablebase::coder::{Chance, Coder, shares};
use crate::tablebase::logistic::Logistic;

/// What is asked about a value.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// Is it a win?
    Win = 0,
    /// Is it a loss, not being a win?
    Loss = 1,
}

/// The answers so far about the positions that share something: how many were no and how many yes,
/// four bits each.
pub type AnswerCounts = u8;

/// The most men that a side has here.
pub const MOST_MEN: usize = 8;
/// The most groups of points (see [`Seen::groups`]).
pub const MOST_GROUPS: usize = 3;
/// In how many ways men of both sides can stand on a group of eight points.
const PATTERNS: usize = 3usize.pow(8);
/// Values of [`Seen::threats`]: two numbers from 0 to 3.
const THREATS: usize = 4 * 4;

/// What the model knows of a position.
#[derive(Debug, Default)]
pub struct Seen {
    /// The points where the side to move could close a mill, at most 3, times 4, and those of the
    /// other side.
    pub threats: usize,
    /// How many of the positions that lead here are draws.
    pub draws: usize,
    /// How the men stand on the groups of points.
    pub groups: [usize; MOST_GROUPS],
}

/// Probabilities that are mixed, and some room: a round number is computed faster.
const INPUTS: usize = 16;
const _: () = assert!(10 + MOST_GROUPS <= INPUTS);
/// Weights are in 65536ths; each is this at first, a fifth: there are 13 inputs, of which several
/// say the same.
const FIRST_WEIGHT: i32 = 13_000;
/// How fast weights follow: by so many 4096ths, that is by a 64th, of an input times the error.
const RATE: i32 = 64;
/// Values of [`Seen::draws`].
const DRAWS: usize = MOST_MEN + 1;
/// More answers of a kind count as this many.
const MOST_COUNT: usize = 47;

/// The model of one question.
#[derive(Debug)]
struct Mixture {
    /// By threats and draws: the weights.
    weights: Vec<[i32; INPUTS]>,
    /// By the answers in the tallies together, and draws.
    before: Vec<Chance>,
    beside: Vec<Chance>,
    /// By threats and draws.
    plain: Vec<Chance>,
    /// By the men on a group, and threats.
    groups: [Vec<Chance>; MOST_GROUPS],
}

impl Mixture {
    fn new() -> Self {
        let even = |len: usize| vec![Chance::EVEN; len];
        let counts = (MOST_COUNT + 1) * (MOST_COUNT + 1) * DRAWS;
        Self {
            weights: vec![[FIRST_WEIGHT; INPUTS]; THREATS * DRAWS],
            before: even(counts),
            beside: even(counts),
            plain: even(THREATS * DRAWS),
            groups: std::array::from_fn(|_| even(PATTERNS * THREATS)),
        }
    }
}

/// All that was learnt.
#[derive(Debug)]
pub struct Model {
    curve: Logistic,
    /// By answers seen: what share the next one has, in 65536ths.
    shares: Vec<i32>,
    tallies: Tallies,
    mixtures: [Mixture; 2],
}

impl Model {
    /// Nothing learnt yet.
    pub fn new() -> Self {
        let curve = Logistic::new();
        Self {
            tallies: Tallies::new(&curve),
            curve,
            shares: shares(),
            mixtures: [Mixture::new(), Mixture::new()],
        }
    }

    /// Codes an answer and learns from it. `before` are tallies and the places of those that belong
    /// to the positions that lead here, `beside` alike of those of the same men but one of the side
    /// to move.
    #[inline]
    pub fn code(
        &mut self,
        coder: &mut impl Coder,
        question: Question,
        answer: bool,
        seen: &Seen,
        before: (&mut [[AnswerCounts; 2]], &[usize]),
        beside: (&mut [[AnswerCounts; 2]], &[usize]),
    ) -> bool {
        let Self {
            curve,
            shares,
            tallies,
            mixtures,
        } = self;
        let mixture = &mut mixtures[question as usize];
        let threats = seen.threats;
        let plain = threats * DRAWS + seen.draws;
        let one = tallies.gather(&before, question);
        let two = tallies.gather(&beside, question);
        let one_counts = one.1 * DRAWS + seen.draws;
        let two_counts = two.1 * DRAWS + seen.draws;
        let mut inputs = [0; INPUTS];
        inputs[..3].copy_from_slice(&one.0);
        inputs[3..6].copy_from_slice(&two.0);
        // A constant, by whose weight the mixture can be biased: log-odds of 1.
        inputs[6] = 256;
        inputs[7] = curve.stretch(mixture.before[one_counts].p);
        inputs[8] = curve.stretch(mixture.beside[two_counts].p);
        inputs[9] = curve.stretch(mixture.plain[plain].p);
        for (group, &pattern) in seen.groups.iter().enumerate() {
            inputs[10 + group] =
                curve.stretch(mixture.groups[group][pattern * THREATS + threats].p);
        }
        // Weights in 65536ths: the 16 bits are taken off in two steps, so that products fit into 32
        // bits. Wrapping, since nothing bounds the weights that damaged data lead to.
        let weights = &mut mixture.weights[plain];
        let sum = weights
            .iter()
            .zip(&inputs)
            .fold(0i32, |sum, (weight, input)| {
                sum.wrapping_add((weight >> 4).wrapping_mul(*input))
            });
        let p = curve.squash(sum >> 12);

        let answer = coder.code(p, answer);

        // What was so less what was predicted, in 65536ths, times RATE / 16; an input is in 256ths.
        let error = (((i32::from(answer) << 16) - p as i32) * RATE) >> 4;
        for (weight, input) in weights.iter_mut().zip(&inputs) {
            // 0x8000 is a half: rounded to the nearest.
            *weight += (input * error + 0x8000) >> 16;
        }
        tallies.count(before, question, answer);
        tallies.count(beside, question, answer);
        mixture.before[one_counts].learn(answer, shares);
        mixture.beside[two_counts].learn(answer, shares);
        mixture.plain[plain].learn(answer, shares);
        for (group, &pattern) in seen.groups.iter().enumerate() {
            mixture.groups[group][pattern * THREATS + threats].learn(answer, shares);
        }
        answer
    }
}

/// What tallies mean.
#[derive(Debug)]
struct Tallies {
    /// By tally: the probability of a yes that it suggests.
    stretch: [i32; 256],
    /// By answer and tally: the tally with that answer counted.
    next: [[AnswerCounts; 256]; 2],
}

impl Tallies {
    fn new(curve: &Logistic) -> Self {
        let stretch = |tally: usize| {
            let (no, yes) = (tally & 15, tally >> 4);
            // As if there had been 0.4 answers of each kind before.
            curve.stretch(((65535 * (10 * yes + 4)) / (10 * (no + yes) + 8)) as u16)
        };
        let next = |answer| std::array::from_fn(|tally| counted(tally as AnswerCounts, answer));
        Self {
            stretch: std::array::from_fn(stretch),
            next: [next(false), next(true)],
        }
    }

    /// What some tallies suggest: the least and the greatest probability and half of the sum; and
    /// how many answers there were of each kind.
    #[inline]
    fn gather(
        &self,
        (tallies, places): &(&mut [[AnswerCounts; 2]], &[usize]),
        question: Question,
    ) -> ([i32; 3], usize) {
        let (mut least, mut greatest, mut sum) = (i32::MAX, i32::MIN, 0);
        let (mut no, mut yes) = (0, 0);
        for &place in *places {
            // The low half counts no, the high half yes.
            let tally = tallies[place][question as usize];
            let x = self.stretch[usize::from(tally)];
            least = least.min(x);
            greatest = greatest.max(x);
            sum += x;
            no += usize::from(tally & 15);
            yes += usize::from(tally >> 4);
        }
        if places.is_empty() {
            (least, greatest) = (0, 0);
        }
        (
            [least, greatest, sum >> 1],
            no.min(MOST_COUNT) * (MOST_COUNT + 1) + yes.min(MOST_COUNT),
        )
    }

    #[inline]
    fn count(
        &self,
        (tallies, places): (&mut [[AnswerCounts; 2]], &[usize]),
        question: Question,
        answer: bool,
    ) {
        for &place in places {
            let tally = &mut tallies[place][question as usize];
            *tally = self.next[usize::from(answer)][usize::from(*tally)];
        }
    }
}

/// A tally with one more answer; where that is too many of a kind, older ones are forgotten.
fn counted(tally: AnswerCounts, answer: bool) -> AnswerCounts {
    let (mut no, mut yes) = (tally & 15, tally >> 4);
    match answer {
        // Three quarters of both, the one more included: their ratio stays.
        false if no == 15 => (no, yes) = (12, yes * 3 / 4),
        false => no += 1,
        true if yes == 15 => (no, yes) = (no * 3 / 4, 12),
        true => yes += 1,
    }
    no | yes << 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_stay_in_their_bits() {
        for start in 0..=AnswerCounts::MAX {
            for answer in [false, true] {
                let after = counted(start, answer);
                let more = |tally: AnswerCounts| if answer { tally >> 4 } else { tally & 15 };
                assert!(
                    more(after) == more(start) + 1 || (more(start) == 15 && more(after) == 12),
                    "{start:x}"
                );
            }
        }
    }
}
