//! Trains what corrects the predictions: [`merels::tablebase::pack::context`] in floating
//! point, with gradients.

use super::adam::Adam;
use super::dataset::Dataset;
use super::net::errors;
use merels::board::Board;
use merels::random::Random;
use merels::tablebase::logistic::Logistic;
use merels::tablebase::pack::block::PackBlock;
use merels::tablebase::pack::context::{Context, INPUTS, Mixer, Prediction, UNITS};
use merels::tablebase::pack::net::{Body, LogOdds, PackNet, SectorHead};
use merels::value::Wdl;

/// Positions of whole blocks that it learns by, and those that judge it.
const LEARNT: usize = 1_500_000;
const JUDGED: usize = 300_000;
/// Passes over the examples, and the least number of examples shown.
const ROUNDS: usize = 2;
const LEAST: usize = 1_000_000;
const BATCH: usize = 256;
const RATE: f32 = 0.004;

/// Where the weights of each kind begin.
const BIAS: usize = INPUTS * UNITS;
const SECOND: usize = BIAS + UNITS;
const DIRECT: usize = SECOND + 2 * UNITS;
const OUTPUT_BIAS: usize = DIRECT + 2 * INPUTS;
const WEIGHTS: usize = OUTPUT_BIAS + 2;

struct MixerExample {
    inputs: [i16; INPUTS],
    odds: LogOdds,
    value: Wdl,
}

/// Trains the corrections of a sector. With them, the bits for a position by the net alone, and
/// corrected.
pub(super) fn train(
    board: &'static Board,
    dataset: &Dataset<'_>,
    body: &Body,
    head: &SectorHead,
    seed: u64,
) -> (Mixer, [f64; 2]) {
    let mut random = Random::new(seed);
    let net = PackNet::new(board, body);
    let mut examples = Vec::new();
    while examples.len() < LEARNT + JUDGED {
        block(
            board,
            dataset,
            &net,
            head,
            dataset.kept[random.below(dataset.kept.len())],
            &mut examples,
        );
    }
    let (learnt, judged) = examples.split_at(LEARNT);
    let mut weights = vec![0.0f32; WEIGHTS];
    // 24 bits are what an `f32` holds exactly: a draw from 0 to 1, moved to -0.25 to 0.25.
    weights[..BIAS].fill_with(|| ((random.bits() >> 40) as f32 / (1u64 << 24) as f32 - 0.5) * 0.5);
    let mut gradient = vec![0.0; WEIGHTS];
    let steps = (learnt.len() * ROUNDS).max(LEAST) / BATCH;
    let mut adam = Adam::new(WEIGHTS, RATE, steps as u64);
    for _ in 0..steps {
        gradient.fill(0.0);
        for _ in 0..BATCH {
            learn(
                &weights,
                &learnt[random.below(learnt.len())],
                Some(&mut gradient),
            );
        }
        adam.step(&mut weights, |n| gradient[n] / BATCH as f32);
    }
    let nothing = vec![0.0; WEIGHTS];
    let mean = |weights: &[f32]| {
        judged
            .iter()
            .map(|example| f64::from(learn(weights, example, None)))
            .sum::<f64>()
            / judged.len() as f64
    };
    (rounded(&weights), [mean(&nothing), mean(&weights)])
}

/// The positions of a block, as the decoder meets them.
fn block(
    board: &'static Board,
    dataset: &Dataset<'_>,
    net: &PackNet,
    head: &SectorHead,
    block: usize,
    examples: &mut Vec<MixerExample>,
) {
    let Dataset {
        sector,
        stored,
        blocks,
        ..
    } = *dataset;
    let own = blocks.men(block);
    let logistic = Logistic::new();
    let mut walk = net.walk(head, own);
    let mut context = Context::new(&Mixer::default(), board, own, sector.other);
    for (slot, set) in (PackBlock {
        stored,
        sector,
        blocks,
        number: block,
    })
    .slots(0)
    {
        let odds = net.predict(head, &mut walk, blocks.position(block, slot).1.bits());
        let prediction = Prediction::new(&logistic, odds);
        let value = dataset.planes.get(block, slot);
        let inputs = *context
            .inputs(blocks.ranks(), set, &prediction)
            .first_chunk()
            .expect("that many");
        examples.push(MixerExample {
            inputs,
            odds,
            value,
        });
        context.learn(blocks.ranks(), set, &prediction, value);
    }
}

/// The bits of an example; adds its gradient.
fn learn(weights: &[f32], example: &MixerExample, gradient: Option<&mut Vec<f32>>) -> f32 {
    // All inputs are in 256ths, as the weights are.
    let inputs = example.inputs.map(|input| f32::from(input) / 256.0);
    let mut sums: [f32; UNITS] = *weights[BIAS..].first_chunk().expect("that many");
    for (&input, weights) in inputs.iter().zip(weights[..BIAS].as_chunks::<UNITS>().0) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    let units = sums.map(|sum| sum.max(0.0));
    let odds: [f32; 2] = std::array::from_fn(|n| {
        let mut odds = example.odds[n] as f32 / 256.0 + weights[OUTPUT_BIAS + n];
        for (k, unit) in units.iter().enumerate() {
            odds += unit * weights[SECOND + 2 * k + n];
        }
        for (j, input) in inputs.iter().enumerate() {
            odds += input * weights[DIRECT + 2 * j + n];
        }
        odds
    });
    let (errors, bits) = errors(odds, example.value);
    if let Some(gradient) = gradient {
        let mut of_sums = [0.0; UNITS];
        for (n, error) in errors.into_iter().enumerate() {
            gradient[OUTPUT_BIAS + n] += error;
            for (k, unit) in units.iter().enumerate() {
                gradient[SECOND + 2 * k + n] += unit * error;
                of_sums[k] += if sums[k] > 0.0 {
                    weights[SECOND + 2 * k + n] * error
                } else {
                    0.0
                };
            }
            for (j, input) in inputs.iter().enumerate() {
                gradient[DIRECT + 2 * j + n] += input * error;
            }
        }
        let (first, rest) = gradient.split_at_mut(BIAS);
        for (gradient, &input) in first.as_chunks_mut::<UNITS>().0.iter_mut().zip(&inputs) {
            for (gradient, error) in gradient.iter_mut().zip(&of_sums) {
                *gradient += input * error;
            }
        }
        for (gradient, error) in rest.iter_mut().zip(&of_sums) {
            *gradient += error;
        }
    }
    bits
}

/// The weights in 256ths.
fn rounded(weights: &[f32]) -> Mixer {
    let round = |at: usize| (weights[at] * 256.0).round() as i16;
    Mixer {
        first: std::array::from_fn(|j| std::array::from_fn(|k| round(j * UNITS + k))),
        bias: std::array::from_fn(|k| round(BIAS + k)),
        second: std::array::from_fn(|k| [0, 1].map(|n| round(SECOND + 2 * k + n))),
        direct: std::array::from_fn(|j| [0, 1].map(|n| round(DIRECT + 2 * j + n))),
        output_bias: [0, 1].map(|n| round(OUTPUT_BIAS + n)),
    }
}
