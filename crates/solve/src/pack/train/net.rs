//! Trains a net: [`merels::tablebase::pack::net`] in floating point, with gradients.

use super::adam::Adam;
use super::dataset::{Dataset, Example};
use merels::board::Board;
use merels::patterns::{Patterns, STATES};
use merels::random::Random;
use merels::tablebase::pack::net::{
    Body, ORBIT, ORBITS, PATTERNS, PRODUCTS, SECOND, SectorHead, UNITS,
};
use merels::value::Wdl;
use wide::f32x8;

/// Examples of a step.
const BATCH: usize = 1024;
/// Examples drawn from one block.
const OF_A_BLOCK: usize = 32;
const RATE: f32 = 0.002;
/// The largest value of a unit of the second layer.
const MOST: f32 = 8.0;
/// Every how many steps there is something to tell.
const TELL: u64 = 20_000;

/// Where the weights of each kind begin.
const ROWS: usize = PATTERNS * STATES;
const SECOND_AT: usize = ROWS * ORBITS;
const HEADS_AT: usize = SECOND_AT + PRODUCTS * SECOND;
/// In a head: the hidden units' biases, the second layer's, the outputs' weights and biases.
const SECOND_BIAS: usize = UNITS;
const OUTPUT: usize = SECOND_BIAS + SECOND;
const OUTPUT_BIAS: usize = OUTPUT + 2 * SECOND;
const HEAD: usize = OUTPUT_BIAS + 2;

/// By pattern and state: the row of each symmetry's units.
type Images = Vec<[u16; ORBIT]>;

fn images(board: &Board, patterns: &Patterns) -> Images {
    let mut images = vec![[0; ORBIT]; ROWS];
    for (number, symmetry) in board.symmetries().iter().enumerate() {
        for pattern in 0..PATTERNS {
            let Some(image) = patterns.image(symmetry, pattern) else {
                continue;
            };
            for state in 0..STATES {
                images[pattern * STATES + state][number] = image(state) as u16;
            }
        }
    }
    images
}

/// Eight numbers.
type Eight = [f32; 8];
const SECONDS: usize = SECOND / 8;

/// What is the same for all examples.
struct Pass<'a> {
    patterns: &'a Patterns,
    images: &'a Images,
    weights: &'a [f32],
    /// The second layer's weights by its units.
    transposed: &'a [[f32; PRODUCTS]; SECOND],
}

fn eights(numbers: &[f32]) -> &[Eight] {
    numbers.as_chunks().0
}

/// Adds to eights in memory.
#[inline(always)]
fn add(sums: &mut [Eight], at: usize, more: f32x8) {
    sums[at] = (f32x8::new(sums[at]) + more).to_array();
}

impl Pass<'_> {
    /// Adds an example's gradient; its bits.
    fn learn(&self, example: &Example, head: usize, gradient: &mut [f32]) -> f32 {
        let at = HEADS_AT + head * HEAD;
        let head = &self.weights[at..at + HEAD];
        let (rows, second) = self.weights[..HEADS_AT].split_at(SECOND_AT);
        let (rows, second_weights) = (eights(rows), eights(second));
        let mut states = [0; PATTERNS];
        self.patterns.add(&mut states, example.own, 1);
        self.patterns.add(&mut states, example.other, 2);
        let mut hidden: [f32x8; ORBIT] = std::array::from_fn(|n| f32x8::new(eights(head)[n]));
        for (pattern, &state) in states.iter().enumerate() {
            let images = &self.images[pattern * STATES + usize::from(state)];
            for n in 0..ORBIT {
                hidden[n] += f32x8::new(rows[usize::from(images[n])]);
            }
        }
        let (zero, one, most) = (f32x8::ZERO, f32x8::ONE, f32x8::splat(MOST));
        let clipped = hidden.map(|sum| sum.max(zero).min(one));
        let products: [f32x8; ORBIT / 2] =
            std::array::from_fn(|n| clipped[n] * clipped[n + ORBIT / 2]);
        let products = products.map(f32x8::to_array);
        let mut second: [f32x8; SECONDS] =
            std::array::from_fn(|k| f32x8::new(eights(&head[SECOND_BIAS..])[k]));
        for (n, &product) in products.as_flattened().iter().enumerate() {
            for k in 0..SECONDS {
                second[k] = f32x8::splat(product)
                    .mul_add(f32x8::new(second_weights[n * SECONDS + k]), second[k]);
            }
        }
        let units = second.map(|sum| sum.max(zero).min(most));
        let outputs = [0, 1].map(|n| &eights(&head[OUTPUT + n * SECOND..])[..SECONDS]);
        let odds: [f32; 2] = std::array::from_fn(|n| {
            let mut sum = f32x8::ZERO;
            for k in 0..SECONDS {
                sum = units[k].mul_add(f32x8::new(outputs[n][k]), sum);
            }
            sum.reduce_add() + head[OUTPUT_BIAS + n]
        });
        let ([win, loss], bits) = errors(odds, example.value);

        let (of_shared, of_heads) = gradient.split_at_mut(HEADS_AT);
        let (of_rows, of_second_weights) = of_shared.split_at_mut(SECOND_AT);
        let of_rows = of_rows.as_chunks_mut().0;
        let of_second_weights = of_second_weights.as_chunks_mut().0;
        let of_head = &mut of_heads[at - HEADS_AT..][..HEAD];
        of_head[OUTPUT_BIAS] += win;
        of_head[OUTPUT_BIAS + 1] += loss;
        let (of_biases, of_outputs) = of_head.split_at_mut(OUTPUT);
        let (of_biases, of_outputs) = (of_biases.as_chunks_mut().0, of_outputs.as_chunks_mut().0);
        let (win, loss) = (f32x8::splat(win), f32x8::splat(loss));
        let of_second: [f32x8; SECONDS] = std::array::from_fn(|k| {
            add(of_outputs, k, win * units[k]);
            add(of_outputs, SECONDS + k, loss * units[k]);
            let error = win * f32x8::new(outputs[0][k]) + loss * f32x8::new(outputs[1][k]);
            let error = error & second[k].simd_gt(zero) & second[k].simd_lt(most);
            add(of_biases, SECOND_BIAS / 8 + k, error);
            error
        });
        for (n, &product) in products.as_flattened().iter().enumerate() {
            for (k, &error) in of_second.iter().enumerate() {
                let at: &mut Eight = &mut of_second_weights[n * SECONDS + k];
                *at = f32x8::splat(product)
                    .mul_add(error, f32x8::new(*at))
                    .to_array();
            }
        }
        let mut of_products = [f32x8::ZERO; ORBIT / 2];
        for (k, &error) in of_second
            .map(f32x8::to_array)
            .as_flattened()
            .iter()
            .enumerate()
        {
            let weights = eights(&self.transposed[k]);
            for n in 0..ORBIT / 2 {
                of_products[n] =
                    f32x8::splat(error).mul_add(f32x8::new(weights[n]), of_products[n]);
            }
        }
        let of_hidden: [f32x8; ORBIT] = std::array::from_fn(|n| {
            let error = of_products[n % (ORBIT / 2)] * clipped[(n + ORBIT / 2) % ORBIT];
            let error = error & hidden[n].simd_gt(zero) & hidden[n].simd_lt(one);
            add(of_biases, n, error);
            error
        });
        for (pattern, &state) in states.iter().enumerate() {
            let images = &self.images[pattern * STATES + usize::from(state)];
            for n in 0..ORBIT {
                add(of_rows, usize::from(images[n]), of_hidden[n]);
            }
        }
        bits
    }
}

/// The gradient of the loss by both log-odds (a win; a loss, given that it is no win), and the loss
/// in bits.
pub(super) fn errors(odds: [f32; 2], value: Wdl) -> ([f32; 2], f32) {
    let [win, loss] = odds.map(|odds| 1.0 / (1.0 + (-odds).exp()));
    // No more than 20 bits: the logarithm of 0 is infinite.
    let bits = |p: f32, is: bool| -(if is { p } else { 1.0 - p }).max(1e-6).log2();
    match value {
        Wdl::Win => ([win - 1.0, 0.0], bits(win, true)),
        Wdl::Loss => ([win, loss - 1.0], bits(win, false) + bits(loss, true)),
        Wdl::Draw => ([win, loss], bits(win, false) + bits(loss, false)),
    }
}

/// Trains a net by some sectors. `tell` gets the positions shown and the bits for each since it was
/// last called.
pub(super) fn train(
    board: &'static Board,
    datasets: &[Dataset<'_>],
    samples: u64,
    seed: u64,
    tell: &(dyn Fn(u64, f64) + Sync),
) -> (Body, Vec<SectorHead>) {
    let patterns = Patterns::new(board);
    let images = images(board, &patterns);
    let count = HEADS_AT + datasets.len() * HEAD;
    let mut random = Random::new(seed);
    let mut around =
        // 24 bits are what an `f32` holds exactly: a draw from -width / 2 to width / 2.
        |width: f32| ((random.bits() >> 40) as f32 / (1u64 << 24) as f32 - 0.5) * width;
    let mut weights = vec![0.0; count];
    weights[..SECOND_AT].fill_with(|| around(0.1));
    weights[SECOND_AT..HEADS_AT].fill_with(|| around(0.18));
    for head in weights[HEADS_AT..].chunks_exact_mut(HEAD) {
        head[..UNITS].fill(0.5);
        head[OUTPUT..OUTPUT_BIAS].fill_with(|| around(0.5));
    }
    let ends: Vec<f64> = datasets
        .iter()
        .scan(0.0, |sum, dataset| (*sum += dataset.size(), Some(*sum)).1)
        .collect();
    let all = ends.last().copied().unwrap_or_default();
    let steps = (samples / BATCH as u64).max(1);
    let mut adam = Adam::new(count, RATE, steps);
    let mut gradient = vec![0.0; count];
    let mut examples = Vec::new();
    let mut bits = 0.0;
    for step in 1..=steps {
        let transposed =
            std::array::from_fn(|k| std::array::from_fn(|n| weights[SECOND_AT + n * SECOND + k]));
        let pass = Pass {
            patterns: &patterns,
            images: &images,
            weights: &weights,
            transposed: &transposed,
        };
        gradient.fill(0.0);
        let mut here = 0.0;
        for _ in 0..BATCH / OF_A_BLOCK {
            // A dataset by its share of all positions.
            let at = random.below(1 << 30) as f64 / f64::from(1 << 30) * all;
            let dataset = ends
                .partition_point(|&end| end <= at)
                .min(datasets.len() - 1);
            examples.clear();
            datasets[dataset].draw(&mut random, OF_A_BLOCK, &mut examples);
            for example in &examples {
                here += pass.learn(example, dataset, &mut gradient);
            }
        }
        bits += f64::from(here);
        adam.step(&mut weights, |n| gradient[n] / BATCH as f32);
        for weight in &mut weights[..SECOND_AT] {
            // In 128ths they have to fit into an `i8`: 0.99 × 128 is 126.7.
            *weight = weight.clamp(-0.99, 0.99);
        }
        for weight in &mut weights[SECOND_AT..HEADS_AT] {
            // In 64ths, again up to 126.7.
            *weight = weight.clamp(-1.98, 1.98);
        }
        if step % TELL == 0 || step == steps {
            let since = if step % TELL == 0 { TELL } else { step % TELL };
            tell(step * BATCH as u64, bits / (since * BATCH as u64) as f64);
            bits = 0.0;
        }
    }
    rounded(&weights)
}

/// The weights in the units of the integer net.
fn rounded(weights: &[f32]) -> (Body, Vec<SectorHead>) {
    // The units are those of the integer net, see there: 1 is 128 in a hidden unit, 8192 in the
    // second layer's sums, 32768 in the outputs'. What is outside of a type is cut off.
    let round = |weight: f32, unit: f32, most: f32| (weight * unit).round().clamp(-most, most);
    let byte = |weight: f32, unit: f32| round(weight, unit, 127.0) as i8;
    let rows = weights[..SECOND_AT]
        .as_chunks()
        .0
        .iter()
        .map(|row| row.map(|weight| byte(weight, 128.0)));
    let second = weights[SECOND_AT..HEADS_AT]
        .as_chunks()
        .0
        .iter()
        .map(|row| row.map(|weight| byte(weight, 64.0)));
    let head = |head: &[f32]| SectorHead {
        bias: head[..UNITS]
            .iter()
            .map(|&weight| round(weight, 128.0, 32_000.0) as i16)
            .collect(),
        second_bias: std::array::from_fn(|k| round(head[SECOND_BIAS + k], 8192.0, 1e9) as i32),
        output: std::array::from_fn(|k| {
            [0, 1].map(|n| round(head[OUTPUT + n * SECOND + k], 256.0, 32_767.0) as i16)
        }),
        output_bias: [0, 1].map(|n| round(head[OUTPUT_BIAS + n], 32_768.0, 2e9) as i32),
    };
    (
        Body {
            rows: rows.collect(),
            second: second.collect(),
        },
        weights[HEADS_AT..].chunks_exact(HEAD).map(head).collect(),
    )
}
