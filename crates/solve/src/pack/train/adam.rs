//! The optimiser.

// β₁ and β₂ as the authors of Adam propose them; so is ε, 1e-8 below.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;

/// Adam, with a learning rate that rises at first and then falls like a cosine.
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    rate: f32,
    step: u64,
    steps: u64,
}

impl Adam {
    /// For that many weights and steps.
    pub(super) fn new(weights: usize, rate: f32, steps: u64) -> Self {
        Self {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
            rate,
            step: 0,
            steps,
        }
    }

    /// A step against the gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: impl Fn(usize) -> f32) {
        let done = self.step as f32 / self.steps.max(1) as f32;
        self.step += 1;
        // Later the corrections are 1: 0.999¹⁰⁰⁰⁰ is 0.00005. The power takes an `i32`.
        let count = self.step.min(10_000) as i32;
        let fall = (0.5 + 0.5 * (std::f32::consts::PI * done).cos()).max(0.003);
        // Over 50 steps the rate rises to its height: the first gradients say little.
        let rate = self.rate * (count as f32 / 50.0).min(1.0) * fall / (1.0 - FIRST.powi(count));
        let correct = 1.0 / (1.0 - SECOND.powi(count));
        let Self { first, second, .. } = self;
        let count = weights.len();
        let (first, second) = (&mut first[..count], &mut second[..count]);
        for n in 0..count {
            let gradient = gradient(n);
            first[n] = FIRST * first[n] + (1.0 - FIRST) * gradient;
            second[n] = SECOND * second[n] + (1.0 - SECOND) * gradient * gradient;
            weights[n] -= rate * first[n] / ((second[n] * correct).sqrt() + 1e-8);
        }
    }
}
