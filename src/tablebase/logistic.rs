//! The logistic curve in integers, by which predictions are mixed.

/// The largest log-odds: ln(p / (1 - p)) of a probability p, in 256ths. At 8 the probability is 22
/// 65536ths below 1: it is never rounded to certainty.
const END: i32 = 8 * 256 - 1;

/// The logistic curve and its inverse, in integers.
#[derive(Debug)]
pub struct Logistic {
    squash: Vec<u16>,
    stretch: Vec<i16>,
}

impl Default for Logistic {
    fn default() -> Self {
        Self::new()
    }
}

impl Logistic {
    /// Both curves.
    pub fn new() -> Self {
        /// e^(1/256) in 2^-40ths.
        const STEP: u128 = 1_103_814_994_613;
        const ONE: u128 = 1 << 40;
        // The curve is the same from either end: 1/2 in the middle, and p(-x) = 1 - p(x).
        let mut squash = vec![1 << 15; 2 * END as usize + 1];
        let mut odds = ONE;
        for x in 1..=END as usize {
            // e^x is the odds of log-odds x, and p = odds / (odds + 1). The product of two numbers
            // in 2^-40ths takes more than 64 bits.
            odds = (odds * STEP) >> 40;
            let p = ((odds << 16) / (odds + ONE)) as u32;
            squash[END as usize + x] = p as u16;
            squash[END as usize - x] = (65536 - p) as u16;
        }
        // Sixteen probabilities share an entry: the least log-odds that reach their middle.
        let mut x = 0;
        let stretch = (0..4096u32).map(|p| {
            while x < 2 * END as usize && u32::from(squash[x]) < p * 16 + 8 {
                x += 1;
            }
            (x as i32 - END) as i16
        });
        let stretch = stretch.collect();
        Self { squash, stretch }
    }

    /// The probability of these log-odds, in 65536ths; neither 0 nor 1.
    #[inline]
    pub fn squash(&self, x: i32) -> u32 {
        self.squash[(x.clamp(-END, END) + END) as usize].into()
    }

    /// The log-odds of a probability.
    #[inline]
    pub fn stretch(&self, p: u16) -> i32 {
        self.stretch[usize::from(p >> 4)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_logistic_one() {
        let logistic = Logistic::new();
        for x in -END..=END {
            let right = 65536.0 / (1.0 + (-f64::from(x) / 256.0).exp());
            assert!((f64::from(logistic.squash(x)) - right).abs() <= 1.0, "{x}");
        }
        for p in (0..65536u32).step_by(16) {
            let x = logistic.stretch(p as u16);
            assert!(
                logistic.squash(x).abs_diff(p + 8) < 140 || x.abs() == END,
                "{p}"
            );
        }
    }
}
