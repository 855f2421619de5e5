//! Books of openings: texts that are none, and the openings of positions against a slow twin.

use crate::slow::Rng;
use crate::slow::symmetry::{Symmetry, symmetries};
use merels::book::Book;
use merels::notation::read_move;
use merels::{Position, Preset, Side};
use std::collections::{BTreeMap, BTreeSet};

const GAMES: [(Preset, usize); 4] = [
    (Preset::Nine, 60),
    (Preset::Lasker, 10),
    (Preset::Eleven, 10),
    (Preset::Twelve, 10),
];

fn shipped(preset: Preset) -> Book {
    Book::shipped(&preset.rules()).unwrap()
}

#[test]
fn a_text_that_is_no_book_says_where_and_why() {
    let begin = "game nine\nsource a A book\n";
    let opening = "line d6\nname One (a)\nidea First.\n";
    let cases = [
        (
            String::new(),
            "line 1: a book begins with “game” and the rules",
        ),
        (
            "# a book\nbook\n".to_owned(),
            "line 2: a book begins with “game” and the rules",
        ),
        ("game ten\n".to_owned(), "line 1: "),
        (
            format!("{begin}source a Another\n{opening}"),
            "line 3: there is a source “a” already",
        ),
        (
            format!("{begin}source b\n{opening}"),
            "line 3: a source has a word and a text",
        ),
        (
            format!("{begin}name One (a)\n"),
            "line 3: “name” belongs to an opening",
        ),
        (format!("{begin}line\n"), "line 3: an opening has moves"),
        (format!("{begin}line d8\n"), "line 3: “d8”: "),
        (format!("{begin}line d6 d6\n"), "line 3: “d6”: "),
        (
            format!("{begin}line d6\nname One\n"),
            "line 4: a name ends with its source in brackets",
        ),
        (
            format!("{begin}line d6\nname One (b)\n"),
            "line 4: there is no source “b”",
        ),
        (
            format!("{begin}line d6\nsee b\n"),
            "line 4: there is no source “b”",
        ),
        (
            format!("{begin}line d6\nvalue draw\n"),
            "line 4: no line of a book begins with “value”",
        ),
        (
            format!("{begin}{opening}idea Again.\n"),
            "line 6: an opening has one “idea”, and a text in it",
        ),
        (
            format!("{begin}line d6\nplain\n"),
            "line 4: an opening has one “plain”, and a text in it",
        ),
        (
            format!("{begin}line d6\nidea First.\n"),
            "line 3: this opening has neither a name nor a plain description",
        ),
        (
            format!("{begin}line d6\nname One (a)\n"),
            "line 3: this opening has no idea",
        ),
        (
            format!("{begin}{opening}line b4\nplain two\nidea The same.\n"),
            "line 6: it ends in the same position as d6",
        ),
        (
            format!("{begin}line d6\nplain one\nidea First.\n"),
            "line 2: no opening names this source",
        ),
        (
            " ".repeat((1 << 20) + 1),
            "line 1: no more than 1048576 bytes are read",
        ),
    ];
    for (text, why) in cases {
        let error = Book::read(&text).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}\nis not\n{why}");
    }
    assert_eq!(
        Book::read(&format!("{begin}{opening}"))
            .unwrap()
            .entries()
            .len(),
        1
    );
}

/// Texts in which a few bytes are others.
#[test]
fn no_text_makes_a_reader_panic() {
    let text = include_str!("../../data/openings/lasker.txt");
    let mut rng = Rng::new(7);
    let mut read = 0;
    for _ in 0..3_000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=rng.below(4) {
            let at = rng.below(bytes.len());
            bytes[at] = b" \nabdx67(-#"[rng.below(11)];
        }
        read += usize::from(Book::read(&String::from_utf8_lossy(&bytes)).is_ok());
    }
    assert!(read > 100, "{read}");
}

#[test]
fn books_have_as_many_openings_as_they_should() {
    for (preset, least) in GAMES {
        assert!(shipped(preset).entries().len() >= least, "{preset:?}");
    }
    assert!(Book::shipped(&Preset::Three.rules()).is_none());
    let quiet = "nine[quiet=7]".parse().unwrap();
    assert_eq!(
        Book::shipped(&quiet).unwrap().rules(),
        &Preset::Nine.rules().without_draw_rules()
    );
}

/// The text of moves in one of the images of the board.
fn image(moves: &str, symmetry: &Symmetry) -> String {
    let mut seen = moves.to_owned();
    let points: Vec<&String> = symmetry.keys().collect();
    // By letters that no coordinate has, so that nothing is mapped twice.
    for point in &points {
        let (file, rank) = symmetry[*point].split_at(1);
        seen = seen.replace(*point, &format!("{}{rank}", file.to_uppercase()));
    }
    seen.to_lowercase()
}

fn play(start: Position, moves: &str) -> Position {
    moves.split_whitespace().fold(start, |position, word| {
        let mv = read_move(word, position.board()).unwrap();
        position
            .play(mv)
            .unwrap_or_else(|error| panic!("{moves}: {error}"))
    })
}

fn text(book: &Book, moves: &[merels::Move]) -> String {
    let words = moves
        .iter()
        .map(|mv| mv.display(book.rules().board).to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// What makes two positions the same: the least of all images of what stands where.
fn identity(position: &Position, symmetries: &[Symmetry]) -> String {
    let board = position.board();
    let men: BTreeMap<String, char> = Side::BOTH
        .into_iter()
        .flat_map(|side| position.men(side).map(move |point| (point, side)))
        .map(|(point, side)| {
            let letter = if side == Side::White { 'W' } else { 'B' };
            (board.coordinate(point).to_string(), letter)
        })
        .collect();
    let images = symmetries.iter().map(|symmetry| {
        let seen: BTreeMap<&String, char> = men
            .iter()
            .map(|(point, &man)| (&symmetry[point], man))
            .collect();
        format!("{seen:?}")
    });
    let least = images.min().unwrap();
    let hands = Side::BOTH.map(|side| position.hand(side));
    format!("{least} {:?} {hands:?}", position.side_to_move())
}

#[test]
fn every_line_is_found_in_every_image_and_after_transpositions() {
    for (preset, _) in GAMES {
        let book = shipped(preset);
        let start = book.nodes()[0].position;
        let images = symmetries(start.board().name());
        let (mut mapped, mut transposed) = (0, 0);
        for (index, entry) in book.entries().iter().enumerate() {
            let line = text(&book, &entry.moves);
            for symmetry in &images {
                let position = play(start, &image(&line, symmetry));
                assert_eq!(
                    book.opening(&position),
                    Some(&book.entries()[index]),
                    "{line}"
                );
                let found = book.find(&position).unwrap();
                let seen = position.mapped(found.symmetry);
                assert_eq!(
                    seen.key(),
                    book.nodes()[found.node].position.key(),
                    "{line}"
                );
                mapped += 1;
            }
            // A side's men in another order, where none takes and none is taken on the way.
            let words: Vec<&str> = line.split(' ').collect();
            for i in 0..words.len().saturating_sub(2) {
                let mut other = words.clone();
                other.swap(i, i + 2);
                let takes = |words: &[&str]| words.iter().any(|word| word.len() > 2);
                if takes(&other[..=i + 2]) {
                    continue;
                }
                let Some(position) = other.iter().try_fold(start, |position: Position, word| {
                    position
                        .play(read_move(word, position.board()).unwrap())
                        .ok()
                }) else {
                    continue;
                };
                assert_eq!(
                    book.opening(&position),
                    Some(&book.entries()[index]),
                    "{other:?}"
                );
                transposed += 1;
            }
        }
        assert_eq!(mapped, book.entries().len() * images.len());
        // The lines of the others are too short.
        assert!(preset != Preset::Nine || transposed > 60, "{transposed}");
    }
}

#[test]
fn positions_are_in_the_book_that_a_plain_reading_finds_there() {
    for (preset, _) in GAMES {
        let book = shipped(preset);
        let start = book.nodes()[0].position;
        let images = symmetries(start.board().name());
        // The opening of each position of the lines, by its own end or the last on the way.
        let mut ends = BTreeMap::new();
        let mut known = BTreeSet::new();
        for (index, entry) in book.entries().iter().enumerate() {
            let mut position = start;
            known.insert(identity(&position, &images));
            for &mv in &entry.moves {
                position = position.play(mv).unwrap();
                known.insert(identity(&position, &images));
            }
            assert!(ends.insert(identity(&position, &images), index).is_none());
        }
        assert_eq!(known.len(), book.nodes().len());
        let mut rng = Rng::new(1);
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..400 {
            let entry = &book.entries()[rng.below(book.entries().len())];
            let mut position = start;
            for &mv in &entry.moves[..rng.below(entry.moves.len() + 1)] {
                position = position.play(mv).unwrap();
            }
            let moves = position.legal_moves();
            if rng.below(2) == 0 && !moves.is_empty() {
                position = position.play(moves[rng.below(moves.len())]).unwrap();
            }
            let identity = identity(&position, &images);
            let found = book.find(&position);
            assert_eq!(found.is_some(), known.contains(&identity), "{position}");
            if let Some(&index) = ends.get(&identity) {
                assert_eq!(book.opening(&position), Some(&book.entries()[index]));
            }
            if found.is_some() {
                inside += 1
            } else {
                outside += 1
            }
        }
        assert!(inside > 100 && outside > 20, "{inside} {outside}");
    }
}

#[test]
fn moves_in_the_book_lead_from_node_to_node() {
    for (preset, _) in GAMES {
        let book = shipped(preset);
        let mut reached = BTreeSet::from([0]);
        for (index, node) in book.nodes().iter().enumerate() {
            assert!(reached.contains(&index));
            assert_eq!(
                play(book.nodes()[0].position, &text(&book, &node.moves)).key(),
                node.position.key()
            );
            for &(mv, next) in &node.next {
                let after = node.position.play(mv).unwrap();
                assert_eq!(book.find(&after).map(|found| found.node), Some(next));
                assert!(next > index);
                reached.insert(next);
            }
        }
        assert!(
            book.nodes()[1..].iter().all(|node| node.entry.is_some()),
            "{preset:?}"
        );
    }
}
