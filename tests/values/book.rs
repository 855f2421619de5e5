//! The books with their values, as they are shipped: against their texts, the values of the first
//! placings and the pack, and the model of what club players play.

use merels::book::Book;
use merels::chances::Replier;
use merels::notation::read_move;
use merels::search::evaluate;
use merels::tablebase::Data;
use merels::tablebase::opening::ShippedOpening;
use merels::value::{Probe, Wdl};
use merels::{Position, Preset, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

const GAMES: [Preset; 4] = [Preset::Nine, Preset::Lasker, Preset::Eleven, Preset::Twelve];
const KINDS: [(&str, Wdl); 3] = [("win", Wdl::Win), ("draw", Wdl::Draw), ("loss", Wdl::Loss)];

/// A game's book, its text and its values.
fn shipped(preset: Preset) -> (Book, Value, Arc<dyn Probe>) {
    let rules = preset.rules();
    let name = rules.to_string();
    let file = std::fs::read_to_string(format!("data/openings/{name}.json")).unwrap();
    let values: Arc<dyn Probe> = match preset {
        Preset::Nine => Data::open(Path::new("data/nine"), evaluate)
            .unwrap()
            .all_values(),
        _ => Arc::new(ShippedOpening::of(&rules).unwrap()),
    };
    let book = Book::shipped(&rules).unwrap();
    (book, serde_json::from_str(&file).unwrap(), values)
}

fn play(start: Position, moves: &str) -> Position {
    moves.split_whitespace().fold(start, |position, word| {
        position
            .play(read_move(word, position.board()).unwrap())
            .unwrap()
    })
}

#[test]
fn the_shipped_books_are_those_of_their_texts() {
    for preset in GAMES {
        let (book, file, _) = shipped(preset);
        let board = book.rules().board;
        let written = |moves: &[merels::Move]| {
            let words = moves.iter().map(|mv| mv.display(board).to_string());
            words.collect::<Vec<_>>().join(" ")
        };
        let id = |source: usize| book.sources()[source].id.as_str();
        let of_text = book.entries().iter().map(|entry| {
            json!({
                "moves": written(&entry.moves),
                "names": entry.names.iter().map(|name| json!({
                    "name": name.text, "source": id(name.source),
                })).collect::<Vec<_>>(),
                "plain": entry.plain,
                "see": entry.seen.iter().map(|&source| id(source)).collect::<Vec<_>>(),
                "idea": entry.idea,
                "disputed": entry.disputed,
                "node": entry.node,
            })
        });
        assert_eq!(
            file["openings"],
            Value::from(of_text.collect::<Vec<_>>()),
            "{preset:?}"
        );
        let sources = book.sources().iter();
        let sources = sources.map(|source| json!({ "id": source.id, "text": source.text }));
        assert_eq!(file["sources"], Value::from(sources.collect::<Vec<_>>()));
        assert_eq!(file["game"], book.rules().to_string());
        let nodes = file["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), book.nodes().len());
        for (node, found) in book.nodes().iter().zip(nodes) {
            assert_eq!(found["moves"], written(&node.moves));
            assert_eq!(found["opening"], json!(node.entry));
            let next = node.next.iter();
            let next: BTreeMap<String, usize> = next
                .map(|&(mv, next)| (mv.display(board).to_string(), next))
                .collect();
            assert_eq!(found["next"], json!(next));
        }
    }
}

/// Of the positions behind the first placings, which take longer, a third; all of them with
/// `MERELS_EVERY=1`.
#[test]
fn every_value_of_a_shipped_book_is_the_exact_one() {
    let all = std::env::var_os("MERELS_EVERY").is_some();
    let (mut compared, mut differ) = (0, 0);
    for preset in GAMES {
        let (book, file, values) = shipped(preset);
        let start = book.nodes()[0].position;
        for (index, node) in file["nodes"].as_array().unwrap().iter().enumerate() {
            let moves = node["moves"].as_str().unwrap();
            if moves.split_whitespace().count() > 8 && !all && index % 3 != 0 {
                continue;
            }
            let position = play(start, moves);
            let men: String = position
                .board()
                .points()
                .map(|point| match position.man(point) {
                    Some(Side::White) => 'W',
                    Some(Side::Black) => 'B',
                    None => '-',
                })
                .collect();
            assert_eq!(node["men"], men);
            assert_eq!(
                node["hands"],
                json!(Side::BOTH.map(|side| position.hand(side)))
            );
            let value = values.value(&position).unwrap();
            differ += usize::from(node["value"] != value.to_string());
            let mut moves = position.legal_moves().len();
            for (kind, value) in KINDS {
                for mv in node[kind].as_object().unwrap().keys() {
                    let after = play(position, mv);
                    let found = values.value_or_outcome(&after).unwrap().before();
                    differ += usize::from(found != value);
                    compared += 1;
                    moves -= 1;
                }
            }
            assert_eq!(moves, 0, "{position}");
        }
    }
    assert_eq!(differ, 0, "of {compared}");
    assert!(compared > 2000, "{compared}");
}

/// A sample: searching for all of them takes ten seconds and more.
#[test]
fn natural_replies_are_those_of_club_players() {
    let mut player = Replier::of_level(5).unwrap().unwrap();
    for preset in GAMES {
        let (book, file, _) = shipped(preset);
        for (node, found) in book
            .nodes()
            .iter()
            .zip(file["nodes"].as_array().unwrap())
            .step_by(23)
        {
            let moves = node.position.legal_moves();
            let shares = player.shares(&node.position, &moves);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (mv, share) in moves.iter().zip(shares) {
                let word = mv.display(node.position.board()).to_string();
                let known = KINDS.iter().find_map(|(kind, _)| found[kind].get(&word));
                assert_eq!(
                    known,
                    Some(&json!((share * 100.0).round() as u64)),
                    "{word}"
                );
            }
        }
    }
}

/// Rosenberger's counts, of the pages that the book names. His 120 positions after the Z-Mühle are
/// counted by what each is worth; he has 40 lost for White, and the exact values 48. Of one his
/// count is the same: after e5 d5 three moves do not lose.
#[test]
fn what_is_published_of_the_mill_in_the_middle() {
    let (book, _, values) = shipped(Preset::Nine);
    let start = book.nodes()[0].position;
    let first = play(start, "d6 d2 f4 b4 f6 f2 b6xb4 b4 b2");
    let mut counts = [0; 3];
    let mut lost = Vec::new();
    for inner in ["c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3"] {
        let position = play(first, inner);
        let moves = position.legal_moves();
        assert_eq!(moves.len(), 15);
        let before = counts[Wdl::Loss as usize];
        for mv in moves {
            let value = values
                .value_or_outcome(&position.after(mv))
                .unwrap()
                .before();
            counts[value as usize] += 1;
        }
        lost.push((inner, counts[Wdl::Loss as usize] - before));
    }
    assert_eq!(counts, [48, 72, 0]);
    assert_eq!(
        lost,
        [
            ("c5", 5),
            ("d5", 7),
            ("e5", 6),
            ("c4", 7),
            ("e4", 6),
            ("c3", 0),
            ("d3", 14),
            ("e3", 3)
        ]
    );
    let second = play(start, "d6 d2 f4 b4 f6 f2 b6xb4 b4 e5 d5");
    let held = second
        .legal_moves()
        .into_iter()
        .filter(|&mv| values.value_or_outcome(&second.after(mv)).unwrap().before() == Wdl::Draw);
    assert_eq!(held.count(), 3);
    let gambit = play(start, "a7 d6 g7 b6 a1 b4 g1 f4");
    assert_eq!(values.value(&gambit), Some(Wdl::Draw));
}
