//! The boards against the check counts of the rule text, and their symmetry groups against what a group is.

use crate::random::Rng;
use merels::board::MAX_POINTS;
use merels::{Board, Point, Points};
use std::collections::{BTreeSet, HashSet};

#[test]
fn counts_are_those_of_the_rule_text() {
    // name, points, edges, mills, symmetries
    let expected = [
        ("nine-holes", 9, 12, 6, 8),
        ("three", 9, 16, 8, 8),
        ("six", 16, 20, 8, 16),
        ("seven", 17, 24, 14, 8),
        ("nine", 24, 32, 16, 16),
        ("twelve", 24, 40, 20, 16),
    ];
    for (board, (name, points, edges, mills, symmetries)) in Board::ALL.into_iter().zip(expected) {
        let ends: usize = board.points().map(|point| board.neighbours(point).len()).sum();
        assert_eq!(board.name(), name);
        assert_eq!(Board::by_name(name), Some(board));
        assert_eq!((board.points().len(), ends / 2, board.mills().len()), (points, edges, mills), "{name}");
        assert_eq!(board.symmetries().len(), symmetries, "{name}");
    }
}

#[test]
fn neighbours_are_mutual_and_partners_are_the_mills() {
    for board in Board::ALL {
        for point in board.points() {
            assert!(!board.neighbours(point).contains(point));
            for other in board.neighbours(point) {
                assert!(board.neighbours(other).contains(point));
            }
            let from_mills: HashSet<Points> =
                board.mills().iter().filter(|mill| mill.contains(point)).map(|mill| mill.without(point)).collect();
            let partners: HashSet<Points> = board.partners(point).iter().copied().collect();
            assert_eq!(partners, from_mills);
        }
    }
}

#[test]
fn symmetries_form_a_group_that_keeps_edges_and_mills() {
    for board in Board::ALL {
        let count = board.points().len();
        let all: HashSet<Vec<u8>> = board.symmetries().iter().map(|map| map[..count].to_vec()).collect();
        assert_eq!(all.len(), board.symmetries().len(), "{}: each symmetry once", board.name());
        assert_eq!(board.symmetries()[0][..count], (0..count as u8).collect::<Vec<_>>(), "the identity comes first");
        for a in &all {
            for b in &all {
                let both: Vec<u8> = a.iter().map(|&point| b[usize::from(point)]).collect();
                assert!(all.contains(&both), "{}: closed under composition", board.name());
            }
            let image =
                |points: Points| points.map(|p| merels::Point::new(a[p.index()].into()).unwrap()).collect::<Points>();
            for &mill in board.mills() {
                assert!(board.mills().contains(&image(mill)), "{}: a mill goes to a mill", board.name());
            }
            for point in board.points() {
                let here = image(Points::EMPTY.with(point)).next().unwrap();
                assert_eq!(
                    image(board.neighbours(point)),
                    board.neighbours(here),
                    "{}: edges go to edges",
                    board.name()
                );
            }
        }
    }
}

#[test]
fn coordinates_are_read_back_and_others_refused() {
    for board in Board::ALL {
        for point in board.points() {
            let coordinate = board.coordinate(point).to_string();
            assert_eq!(board.point(&coordinate), Some(point));
            let (file, rank) = board.file_and_rank(point);
            assert!(file < board.side() && rank < board.side());
            assert_eq!(coordinate.into_bytes(), [b'a' + file as u8, b'1' + rank as u8]);
        }
        let edge = board.points().map(|point| board.file_and_rank(point).0).max().unwrap();
        assert_eq!(board.side(), edge + 1);
        assert_eq!(board.points().size_hint(), (board.points().count(), Some(board.points().len())));
        for bad in ["", "a", "a0", "h1", "a8", "A1", "a11", "é1", "1a", "`1"] {
            assert_eq!(board.point(bad), None, "{bad:?} on {}", board.name());
        }
    }
    assert_eq!(Board::NINE.point("d4"), None, "the large boards have no centre");
    assert_eq!(Board::SIX.point("c3"), None);
    assert!(Board::SEVEN.point("c3").is_some());
}

#[test]
fn closers_and_mills_agree_with_counting() {
    // A plain count over every set of up to four men, against the bit tricks.
    for board in Board::ALL {
        let points: Vec<_> = board.points().collect();
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                for (k, &c) in points.iter().enumerate().skip(j + 1) {
                    for &d in points.iter().skip(k + 1) {
                        let men: Points = [a, b, c, d].into_iter().collect();
                        let full = |with: Points| board.mills().iter().filter(|m| with.contains_all(**m)).count();
                        for &point in points.iter().filter(|&&point| !men.contains(point)) {
                            let closed = full(men.with(point)) - full(men);
                            assert_eq!(board.mills_through(point, men), closed);
                            assert_eq!(board.closers(men).contains(point), closed > 0);
                        }
                        let standing: Points =
                            board.mills().iter().filter(|m| men.contains_all(**m)).flat_map(|&m| m).collect();
                        assert_eq!(board.in_mills(men), standing);
                    }
                }
            }
        }
    }
}

/// As with sets of numbers, whatever they have in common.
#[test]
fn sets_of_points_are_sets() {
    let set = |points: Points| points.map(Point::index).collect::<BTreeSet<usize>>();
    let mut rng = Rng::new(17);
    for _ in 0..1_000 {
        let [one, other] = [(); 2].map(|()| {
            let points = (0..rng.below(13)).map(|_| Point::new(rng.below(MAX_POINTS)).unwrap());
            points.collect::<Points>()
        });
        let (a, b) = (set(one), set(other));
        assert_eq!(set(one.or(other)), &a | &b);
        assert_eq!(set(one.and(other)), &a & &b);
        assert_eq!(set(one.minus(other)), &a - &b);
        assert_eq!((one.contains_all(other), one.len(), one.is_empty()), (b.is_subset(&a), a.len(), a.is_empty()));
        let point = Point::new(rng.below(MAX_POINTS)).unwrap();
        let single = BTreeSet::from([point.index()]);
        assert_eq!((set(one.with(point)), set(one.without(point))), (&a | &single, &a - &single));
    }
}
