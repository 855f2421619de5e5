//! Intervals against values worked out by hand or published.

use merels_cli::arena::estimate::{Tally, elo, wilson};

fn close(found: (f64, f64), expected: (f64, f64)) {
    let far = |a: f64, b: f64| (a - b).abs() > 0.000_05;
    assert!(
        !far(found.0, expected.0) && !far(found.1, expected.1),
        "{found:?} is not {expected:?}"
    );
}

#[test]
fn a_share_has_wilsons_interval() {
    close(wilson(8, 10), (0.4902, 0.9433));
    close(wilson(0, 10), (0.0, 0.2775));
    close(wilson(10, 10), (0.7225, 1.0));
    close(wilson(81, 263), (0.2553, 0.3662));
    assert_eq!(wilson(0, 0), (0.0, 1.0));
}

#[test]
fn a_score_has_an_interval_by_jeffreys_prior() {
    // 3.5, 2.5 and 1.5 of 7.5: mean 0.63333, mean square 0.55, variance 0.14889 / 8.5.
    let tally = Tally {
        wins: 3,
        draws: 2,
        losses: 1,
    };
    close((tally.score(), 0.0), (0.66667, 0.0));
    close(tally.interval(), (0.37393, 0.89273));
    let (from, to) = tally.reversed().interval();
    close((1.0 - to, 1.0 - from), tally.interval());
    let drawn = Tally {
        draws: 200,
        ..Tally::default()
    };
    let (from, to) = drawn.interval();
    assert!(from < 0.5 && to > 0.5 && to - from < 0.02, "{from} {to}");
}

#[test]
fn elo_points_follow_from_a_score() {
    close((elo(0.75), elo(0.5)), (190.848_50, 0.0));
    close((elo(0.25), elo(10.0 / 11.0)), (-190.848_50, 400.0));
    assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
}
