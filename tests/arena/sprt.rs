//! The sequential test against published values and a slow search for the likeliest probabilities.

use super::common::{refusal, stdout};
use merels_cli::arena::sprt::{GamePairs, Sprt, SprtResult};

fn test(elo0: f64, elo1: f64) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
    }
}

fn assert_near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found}, not {expected}");
}

/// What fastchess's tests have for its logistic model (app/tests/sprt_test.cpp).
#[test]
fn it_has_the_ratios_of_fastchess() {
    let pairs = [223, 9863, 20279 + 1000, 10037, 246];
    assert_near(test(0.5, 2.5).llr(&pairs), -3.07, 0.01);
    let pairs = [871, 26175, 55003 + 980, 26678, 821];
    assert_near(test(0.0, 2.0).llr(&pairs), -4.98, 0.01);
    // Single games: lost, drawn, won.
    let games = [21184, 40708, 21404];
    assert_near(test(0.5, 2.5).llr(&games), -1.57, 0.01);
    let games = [57030, 106_593, 57433];
    assert_near(test(0.0, 2.0).llr(&games), -2.59, 0.01);
}

/// The greatest log-likelihood of lost, drawn and won games with this expected score: every share
/// of draws is tried.
fn greatest_likelihood(counts: [u64; 3], score: f64) -> f64 {
    let most_draws = 2.0 * score.min(1.0 - score);
    let likelihood = |draws: f64| {
        let wins = score - draws / 2.0;
        let shares = [1.0 - draws - wins, draws, wins];
        let each = counts.iter().zip(shares);
        each.map(|(&n, share)| n as f64 * share.ln()).sum::<f64>()
    };
    let steps = 200_000;
    (1..steps)
        .map(|i| likelihood(most_draws * f64::from(i) / f64::from(steps)))
        .fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn it_finds_the_likeliest_probabilities() {
    let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    for counts in [[10, 20, 30], [1, 1, 1], [50, 3, 7], [2, 300, 1]] {
        for (elo0, elo1) in [(0.0, 5.0), (-10.0, 10.0), (-300.0, 200.0)] {
            let slow =
                greatest_likelihood(counts, score(elo1)) - greatest_likelihood(counts, score(elo0));
            assert_near(test(elo0, elo1).llr(&counts), slow, 1e-6);
        }
    }
}

#[test]
fn a_test_has_the_usual_bounds() {
    let sprt = test(0.0, 5.0);
    let (lower, upper) = sprt.bounds();
    assert_near(lower, -2.944_439, 1e-6);
    assert_near(upper, 2.944_439, 1e-6);
    assert_eq!(sprt.llr(&[0; 5]), 0.0);
    assert_eq!(sprt.verdict(2.94), SprtResult::Open);
    assert_eq!(sprt.verdict(2.95), SprtResult::H1);
    assert_eq!(sprt.verdict(-2.94), SprtResult::Open);
    assert_eq!(sprt.verdict(-2.95), SprtResult::H0);
    let (lower, upper) = Sprt {
        alpha: 0.1,
        beta: 0.01,
        ..sprt
    }
    .bounds();
    assert_near(lower, (0.01f64 / 0.9).ln(), 1e-9);
    assert_near(upper, 9.9f64.ln(), 1e-9);
    // What is as good for one side as for the other, with the hypotheses reversed.
    let counts = [3, 10, 20, 15, 6];
    let reversed = [6, 15, 20, 10, 3];
    let forth = test(0.0, 10.0).llr(&counts);
    assert_near(test(-10.0, 0.0).llr(&reversed), -forth, 1e-9);
    // All won: no certainty after three pairs.
    assert_eq!(
        sprt.verdict(sprt.llr(&[0, 0, 0, 0, 3])),
        SprtResult::Open,
        "three pairs"
    );
}

#[test]
fn pairs_are_counted_when_both_games_have_ended() {
    let mut pairs = GamePairs::default();
    for (game, halves) in [(3, 2), (0, 2), (4, 0), (2, 1), (1, 2), (7, 0), (5, 0)] {
        pairs.count(game, halves);
    }
    assert_eq!(pairs.counts, [1, 0, 0, 1, 1]);
}

#[test]
fn a_match_ends_when_a_hypothesis_is_accepted() {
    let sprt = |a: &str, b: &str, bounds: &[&str]| {
        let arguments = ["match", a, b, "--bare", "--variant", "three[fly=3]"];
        stdout(&[&arguments[..], &["--openings", "1", "--sprt"], bounds].concat())
    };
    let better = sprt("level:6", "random", &["0", "50"]);
    let last = better.lines().find(|line| line.starts_with("SPRT"));
    let last = last.unwrap_or_else(|| panic!("{better}"));
    assert!(
        last.starts_with("SPRT Elo 0 to 50: LLR ") && last.ends_with(": H1 accepted"),
        "{last}"
    );
    assert!(better.contains(" (-2.94 to 2.94)"), "{better}");
    let worse = sprt("random", "level:6", &["-50", "0", "--alpha", "0.1"]);
    assert!(
        worse.contains(": H0 accepted") && worse.contains(" (-2.89 to 2.25)"),
        "{worse}"
    );
    // Two games prove nothing.
    let open = sprt("random", "random", &["0", "5", "--games", "2"]);
    assert!(
        open.contains(": undecided") && open.contains("all          2 games"),
        "{open}"
    );
}

#[test]
fn what_is_no_test_is_refused() {
    for (arguments, reason) in [
        (&["--sprt", "5", "0"][..], "ELO0 has to be below ELO1"),
        (&["--sprt", "5", "5"], "ELO0 has to be below ELO1"),
        (&["--sprt", "0", "nan"], "is no number of Elo points"),
        (&["--sprt", "0", "1e9"], "is no number of Elo points"),
        (&["--sprt", "0", "5", "--alpha", "0"], "between 0 and 0.5"),
        (&["--sprt", "0", "5", "--beta", "0.5"], "between 0 and 0.5"),
        (&["--alpha", "0.1"], "--sprt"),
        (&["closer", "--sprt", "0", "5"], "two players"),
        (&["--round-robin", "--sprt", "0", "5"], "--round-robin"),
    ] {
        let message = refusal(&[&["match", "random", "random"][..], arguments].concat());
        assert!(message.contains(reason), "{arguments:?}: {message}");
    }
}
