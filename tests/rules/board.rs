//! The boards against the check counts of the rule text, and their symmetry groups against what a
//! group is.

use super::random::Rng;
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
        ("triple", 24, 40, 16, 16),
        ("picaria", 13, 28, 16, 8),
        ("shisima", 9, 16, 4, 16),
        ("tsoro", 7, 10, 5, 2),
        ("madell", 18, 24, 12, 12),
    ];
    assert_eq!(Board::ALL.len(), expected.len());
    for (board, (name, points, edges, mills, symmetries)) in
        Board::ALL.iter().copied().zip(expected)
    {
        let ends: usize = board
            .points()
            .map(|point| board.neighbours(point).len())
            .sum();
        assert_eq!(board.name(), name);
        assert_eq!(Board::by_name(name), Some(board));
        assert_eq!(
            (board.points().len(), ends / 2, board.mills().len()),
            (points, edges, mills),
            "{name}"
        );
        assert_eq!(board.symmetries().len(), symmetries, "{name}");
    }
}

#[test]
fn neighbours_are_mutual_and_partners_are_the_mills() {
    for &board in Board::ALL {
        for point in board.points() {
            assert!(!board.neighbours(point).contains(point));
            for other in board.neighbours(point) {
                assert!(board.neighbours(other).contains(point));
            }
            let from_mills: HashSet<Points> = board
                .mills()
                .iter()
                .filter(|mill| mill.contains(point))
                .map(|mill| mill.without(point))
                .collect();
            let partners: HashSet<Points> = board.partners(point).iter().copied().collect();
            assert_eq!(partners, from_mills);
        }
    }
}

#[test]
fn symmetries_form_a_group_that_keeps_edges_and_mills() {
    for &board in Board::ALL {
        let count = board.points().len();
        let all: HashSet<Vec<u8>> = board
            .symmetries()
            .iter()
            .map(|map| map[..count].to_vec())
            .collect();
        assert_eq!(
            all.len(),
            board.symmetries().len(),
            "{}: each symmetry once",
            board.name()
        );
        assert_eq!(
            board.symmetries()[0][..count],
            (0..count as u8).collect::<Vec<_>>(),
            "the identity comes first"
        );
        for a in &all {
            for b in &all {
                let both: Vec<u8> = a.iter().map(|&point| b[usize::from(point)]).collect();
                assert!(
                    all.contains(&both),
                    "{}: closed under composition",
                    board.name()
                );
            }
            let image = |points: Points| {
                points
                    .map(|p| merels::Point::new(a[p.index()].into()).unwrap())
                    .collect::<Points>()
            };
            for &mill in board.mills() {
                assert!(
                    board.mills().contains(&image(mill)),
                    "{}: a mill goes to a mill",
                    board.name()
                );
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

/// Every map of the points that keeps edges and mills, by trying one point after another.
fn all_symmetries(board: &Board, map: &mut Vec<Point>, found: &mut usize) {
    let count = board.points().len();
    if map.len() == count {
        let image = |mill: Points| -> Points { mill.map(|point| map[point.index()]).collect() };
        *found += usize::from(
            board
                .mills()
                .iter()
                .all(|&mill| board.mills().contains(&image(mill))),
        );
        return;
    }
    let joined = |a: Point, b: Point| board.neighbours(a).contains(b);
    let point = Point::new(map.len()).unwrap();
    for image in board.points() {
        let fits = |(before, &at): (usize, &Point)| {
            at != image && joined(Point::new(before).unwrap(), point) == joined(at, image)
        };
        if map.iter().enumerate().all(fits) {
            map.push(image);
            all_symmetries(board, map, found);
            map.pop();
        }
    }
}

#[test]
fn no_symmetry_is_left_out() {
    for &board in Board::ALL {
        let mut found = 0;
        all_symmetries(board, &mut Vec::new(), &mut found);
        assert_eq!(board.symmetries().len(), found, "{}", board.name());
    }
}

/// The straight lines of three points: all mills, and on one board the diagonals, which are none.
#[test]
fn men_come_between_and_jump_along_straight_lines() {
    for &board in Board::ALL {
        let mut lines: Vec<Points> = board.mills().to_vec();
        if board == Board::TRIPLE {
            lines.extend(
                Board::TWELVE
                    .mills()
                    .iter()
                    .filter(|&mill| !board.mills().contains(mill)),
            );
        }
        let mut seen = Vec::new();
        for middle in board.points() {
            for ends in board.ends(middle) {
                let line = ends.with(middle);
                assert!(
                    lines.contains(&line) && board.neighbours(middle).contains_all(ends),
                    "{}",
                    board.name()
                );
                assert_eq!(board.between(ends), Points::EMPTY.with(middle));
                seen.push(line);
            }
        }
        seen.sort_unstable();
        lines.sort_unstable();
        assert_eq!(seen, lines, "{}", board.name());
        for from in board.points() {
            for men in [Points::EMPTY, board.points(), board.neighbours(from)] {
                let behind = board.points().filter(|&to| {
                    let ends = Points::EMPTY.with(from).with(to);
                    to != from
                        && board
                            .points()
                            .any(|over| men.contains(over) && board.ends(over).any(|e| e == ends))
                });
                assert_eq!(board.jumps(from, men), behind.collect(), "{}", board.name());
            }
        }
    }
    let (tsoro, point) = (Board::TSORO, |name: &str| Board::TSORO.point(name).unwrap());
    let jumps: Points = ["a1", "c1", "e1"].into_iter().map(point).collect();
    assert_eq!(tsoro.jumps(point("c5"), tsoro.points()), jumps);
}

#[test]
fn some_boards_have_a_centre_and_points_to_begin_on() {
    let names = |board: &'static Board, points: Points| -> Vec<String> {
        points
            .map(|point| board.coordinate(point).to_string())
            .collect()
    };
    for &board in Board::ALL {
        let centre = match board.name() {
            "nine-holes" | "three" | "shisima" => vec!["b2"],
            "seven" | "picaria" => vec!["c3"],
            _ => vec![],
        };
        assert_eq!(names(board, board.centre()), centre, "{}", board.name());
        let starts = match board.name() {
            "three" | "shisima" => [vec!["a1", "b1", "c1"], vec!["a3", "b3", "c3"]],
            _ => [vec![], vec![]],
        };
        assert_eq!(
            board.starts().map(|points| names(board, points)),
            starts,
            "{}",
            board.name()
        );
    }
}

#[test]
fn coordinates_are_read_back_and_others_refused() {
    for &board in Board::ALL {
        for point in board.points() {
            let coordinate = board.coordinate(point).to_string();
            assert_eq!(board.point(&coordinate), Some(point));
            let (file, rank) = board.file_and_rank(point);
            assert!(file < board.side() && rank < board.side());
            assert_eq!(
                coordinate.into_bytes(),
                [b'a' + file as u8, b'1' + rank as u8]
            );
        }
        let edge = board
            .points()
            .map(|point| board.file_and_rank(point).0)
            .max()
            .unwrap();
        assert_eq!(board.side(), edge + 1);
        assert_eq!(
            board.points().size_hint(),
            (board.points().count(), Some(board.points().len()))
        );
        for bad in ["", "a", "a0", "h1", "a8", "A1", "a11", "é1", "1a", "`1"] {
            assert_eq!(board.point(bad), None, "{bad:?} on {}", board.name());
        }
    }
    assert_eq!(
        Board::NINE.point("d4"),
        None,
        "the large boards have no centre"
    );
    assert_eq!(Board::SIX.point("c3"), None);
    assert_eq!(Board::MADELL.point("e5"), None);
    let of_ranks = |board: &Board| board.ranks().map(Points::count).collect::<Vec<_>>();
    assert_eq!(
        (of_ranks(Board::TSORO), of_ranks(Board::SIX)),
        (vec![1, 3, 3], vec![3, 3, 4, 3, 3])
    );
    assert!(Board::SEVEN.point("c3").is_some());
}

#[test]
fn closers_and_mills_agree_with_counting() {
    // A plain count over every set of up to four men, against the bit tricks.
    for &board in Board::ALL {
        let points: Vec<_> = board.points().collect();
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                for (k, &c) in points.iter().enumerate().skip(j + 1) {
                    for &d in points.iter().skip(k + 1) {
                        let men: Points = [a, b, c, d].into_iter().collect();
                        let full = |with: Points| {
                            board
                                .mills()
                                .iter()
                                .filter(|m| with.contains_all(**m))
                                .count()
                        };
                        for &point in points.iter().filter(|&&point| !men.contains(point)) {
                            let closed = full(men.with(point)) - full(men);
                            assert_eq!(board.mills_through(point, men), closed);
                            assert_eq!(board.closers(men).contains(point), closed > 0);
                        }
                        let standing: Points = board
                            .mills()
                            .iter()
                            .filter(|m| men.contains_all(**m))
                            .flat_map(|&m| m)
                            .collect();
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
        assert_eq!(
            (one.contains_all(other), one.len(), one.is_empty()),
            (b.is_subset(&a), a.len(), a.is_empty())
        );
        let point = Point::new(rng.below(MAX_POINTS)).unwrap();
        let single = BTreeSet::from([point.index()]);
        assert_eq!(
            (set(one.with(point)), set(one.without(point))),
            (&a | &single, &a - &single)
        );
    }
}
