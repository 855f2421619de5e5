//! What holds for every text, every position and every game: readers never panic, what is written
//! is read again the same, a turn back restores everything, and the symmetries of a board change
//! nothing.
//!
//! `MERELS_CASES=100000 cargo test --release --test library properties::` tests longer.

use super::random::{
    Rng, cases, pick_move, random_game, random_position, random_rules, random_setup,
};
use merels::board::MAX_POINTS;
use merels::notation::{
    read_any, read_fen, read_move, read_playok, read_record, read_records, write_fen, write_playok,
    write_record,
};
use merels::position::{Outcome, SetupError, Slide};
use merels::rules::RulesError;
use merels::{Board, Game, Move, Point, Points, Position, Preset, ReadError, Rules, Setup, Side};
use proptest::prelude::*;
use serde_json::json;
use std::collections::HashMap;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: cases(300) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Gives the text to every reader. None may panic; each error must point into the text; what is
/// read as a game must be written and read again the same.
fn read_in_all_ways(text: &str) {
    let pointed = |error: &ReadError| {
        let line = text.split('\n').nth(error.line().unwrap_or(1) - 1);
        let length = match error.line() {
            Some(_) => line
                .expect("the error's line is in the text")
                .chars()
                .count(),
            None => text.chars().count(),
        };
        assert!(
            error.column() >= 1 && error.column() <= length + 1,
            "{error}\n{text:?}"
        );
        assert!(
            !error.reason().is_empty() && error.to_string().chars().count() < 400,
            "{error}"
        );
    };
    for preset in [Preset::Nine, Preset::Morabaraba, Preset::Seven] {
        if let Err(error) = read_fen(text, preset.rules()) {
            pointed(&error);
        }
    }
    for &board in Board::ALL {
        if let Err(error) = read_move(text, board) {
            pointed(&error);
        }
    }
    for error in [
        text.parse::<Position>().err(),
        text.parse::<Setup>().err(),
        text.parse::<Rules>().err(),
    ] {
        error.iter().for_each(pointed);
    }
    if let Err(error) = read_records(text) {
        pointed(&error);
    }
    for read in [read_record(text), read_playok(text), read_any(text)] {
        match read {
            Err(error) => pointed(&error),
            Ok(game) => {
                let written = write_record(&game);
                let again = read_record(&written)
                    .unwrap_or_else(|error| panic!("{error}\n{text:?}\n{written}"));
                assert_eq!(write_record(&again), written, "{text:?}");
            }
        }
    }
}

/// Texts that are good or nearly so: what the crate writes, and what the suites have.
fn good_text(rng: &mut Rng) -> String {
    let rules = random_rules(rng);
    match rng.below(7) {
        0 => random_position(rules, rng).to_string(),
        1 => write_fen(&random_position(rules, rng)).unwrap_or_default(),
        2 => write_playok(&random_game(rules, rng)).unwrap_or_default(),
        3 => pick_move(&random_position(rules, rng), rng)
            .map_or_else(String::new, |mv| mv.display(rules.board).to_string()),
        4 | 5 => write_record(&random_game(rules, rng)),
        _ => {
            let suite = [
                include_str!("../data/notation/good.txt"),
                include_str!("../data/notation/bad.txt"),
            ][rng.below(2)];
            let blocks: Vec<_> = suite
                .split("\n=== ")
                .filter_map(|block| Some(block.split_once('\n')?.1))
                .collect();
            rng.pick(&blocks).to_owned()
        }
    }
}

/// A text with a few faults.
fn mutated(mut text: String, rng: &mut Rng) -> String {
    const PIECES: [&str; 32] = [
        "é",
        "棋",
        "\u{1f600}",
        "\0",
        "\u{feff}",
        "\n",
        "\r\n",
        " ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "\\",
        "$",
        "!",
        "%",
        ";",
        "-",
        "x",
        "/",
        ",",
        "0",
        "99999999999999999999",
        "1-0",
        "*",
        "[%end time 1-0]",
        "+",
        "\u{a0}",
    ];
    for _ in 0..rng.below(5) {
        let places: Vec<_> = text
            .char_indices()
            .map(|(i, _)| i)
            .chain([text.len()])
            .collect();
        let (from, to) = (rng.below(places.len()), rng.below(places.len()));
        let range = places[from.min(to)]..places[from.max(to)];
        let place = places[from];
        match rng.below(6) {
            0 => text.truncate(place),
            1 => text.insert_str(place, rng.pick(&PIECES)),
            2 if range.len() < 20 => text.replace_range(range, rng.pick(&PIECES)),
            3 if range.len() < 100 => text.replace_range(range, ""),
            4 if range.len() < 1000 => {
                let piece = text[range].to_owned();
                text.insert_str(place, &piece);
            }
            _ => {
                let mut bytes = std::mem::take(&mut text).into_bytes();
                if !bytes.is_empty() {
                    let place = rng.below(bytes.len());
                    bytes[place] ^= 1 << rng.below(8);
                }
                text = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    text
}

fn point_set(symmetry: &[u8; MAX_POINTS], points: Points) -> Points {
    points
        .map(|point| Point::new(symmetry[point.index()].into()).unwrap())
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_reader_panics_on_any_string(text in any::<String>()) {
        read_in_all_ways(&text);
    }

    #[test]
    fn no_reader_panics_on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_in_all_ways(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_reader_panics_on_words_of_the_trade(words in prop::collection::vec(prop::sample::select(vec![
        "1.", "1...", "2.", "d6", "f4", "a1", "d6xa1", "d6-d7", "xd7", "pass", "(", ")", "{", "}", "{a}", "$3", "!", "*", "1-0",
        "0-1", "1/2-1/2", "[Event \"a\"]", "[Result \"*\"]", "[Variant \"three\"]", "[Termination \"time\"]", ";", "\n", "%",
        "12", "12-13", "5x12", "x5", "nine", "3/3/3/6/3/3/3", "w", "9,9", "0", "{[%end time 1-0]}", "[", "\"", "\\",
    ]), 0..40), glue in prop::sample::select(vec![" ", "", "\n"])) {
        read_in_all_ways(&words.join(glue));
    }

    #[test]
    fn no_reader_panics_on_good_texts_with_faults(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let text = good_text(&mut rng);
        read_in_all_ways(&mutated(text, &mut rng));
    }

    #[test]
    fn rules_are_read_as_they_are_written(seed in any::<u64>()) {
        let rules = random_rules(&mut Rng::new(seed));
        prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
    }

    #[test]
    fn positions_are_read_as_they_are_written(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let position = random_position(random_rules(&mut rng), &mut rng);
        prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        let setup = random_setup(*position.rules(), &mut rng);
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
        let read = setup.to_string().parse::<Position>().map_err(|error| error.reason().to_owned());
        prop_assert_eq!(read, Position::try_from(setup).map_err(|error| error.to_string()));
    }

    #[test]
    fn moves_are_read_as_they_are_written(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let position = random_position(random_rules(&mut rng), &mut rng);
        for mv in position.legal_moves() {
            let text = mv.display(position.board()).to_string();
            prop_assert_eq!(read_move(&text, position.board()), Ok(mv), "{}", text);
        }
    }

    #[test]
    fn a_turn_back_restores_everything(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let mut game = random_game(random_rules(&mut rng), &mut rng);
        let (node, before) = (game.current(), format!("{game:?}"));
        let (line, outcome, ahead) = (game.position().to_string(), game.outcome(), game.ahead());
        for mv in game.position().legal_moves() {
            let mut copy = game.clone();
            if copy.play(mv).is_err() {
                prop_assert!(outcome.is_some());
                prop_assert_eq!(format!("{copy:?}"), before.clone());
                continue;
            }
            prop_assert_eq!(copy.node(copy.current()).mv(), Some(mv));
            prop_assert!(copy.undo());
            prop_assert_eq!(copy.current(), node);
            prop_assert_eq!(copy.position().to_string(), line.clone());
            prop_assert_eq!(copy.outcome(), outcome);
            prop_assert_eq!(copy.ahead()[0], *copy.node(node).children().iter().find(|&&c| copy.node(c).mv() == Some(mv)).unwrap());
            for (id, old) in game.nodes() {
                prop_assert_eq!(copy.node(id).position(), old.position());
                prop_assert_eq!(copy.node(id).parent(), old.parent());
                prop_assert!(copy.node(id).children().starts_with(old.children()));
            }
        }
        // There and back along the whole line.
        let path = game.path(node);
        for &id in path.iter().rev().skip(1) {
            prop_assert!(game.undo());
            prop_assert_eq!(game.current(), id);
        }
        prop_assert!(!game.undo());
        for &id in &path[1..] {
            prop_assert!(game.redo());
            prop_assert_eq!(game.current(), id);
        }
        prop_assert_eq!(game.ahead(), ahead);
    }

    #[test]
    fn symmetry_changes_nothing(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let position = random_position(random_rules(&mut rng), &mut rng);
        let moves = position.legal_moves();
        prop_assert_eq!(position.count_legal_moves(), moves.len() as u64);
        for symmetry in position.rules().symmetries() {
            let mapped = position.mapped(symmetry);
            prop_assert_eq!(Position::try_from(Setup::from(mapped)), Ok(mapped));
            prop_assert_eq!(mapped.outcome(), position.outcome());
            let mut expected: Vec<Move> = moves.iter().map(|mv| mv.mapped(symmetry)).collect();
            let mut found = mapped.legal_moves();
            expected.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{} {}", position, mapped);
            for &mv in &moves {
                let (played, other) = (position.play(mv).unwrap(), mapped.play(mv.mapped(symmetry)).unwrap());
                prop_assert_eq!(played.mapped(symmetry), other);
                let mut mills: Vec<_> = position.closes(mv).into_iter().map(|mill| point_set(symmetry, mill)).collect();
                let mut others = mapped.closes(mv.mapped(symmetry));
                mills.sort_unstable();
                others.sort_unstable();
                prop_assert_eq!(mills, others);
            }
            for side in Side::BOTH {
                prop_assert_eq!(mapped.takable(side), point_set(symmetry, position.takable(side)));
                prop_assert_eq!(mapped.phase(side), position.phase(side));
            }
        }
    }

    #[test]
    fn what_is_threatened_can_be_closed_out_of_turn(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let position = random_position(random_rules(&mut rng), &mut rng);
        let mut turned = Setup::from(position);
        turned.side_to_move = position.side_to_move().other();
        let Ok(turned) = Position::try_from(turned) else { return Ok(()) };
        let closing = turned.legal_moves().into_iter().filter(|&mv| !turned.closes(mv).is_empty());
        let expected = if position.outcome().is_some() { Points::EMPTY } else { closing.filter_map(Move::to).collect() };
        prop_assert_eq!(position.threats(), expected, "{}", position);
    }

    #[test]
    fn what_is_played_next_but_one_was_to_come(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        all_were_to_come(&random_position(random_rules(&mut rng), &mut rng));
    }

    #[test]
    fn what_the_rules_end_stays_ended(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let mut game = random_game(random_rules(&mut rng), &mut rng);
        let Some(outcome) = game.outcome() else { return Ok(()) };
        prop_assert!(game.resign(Side::White).is_err() && game.agree_draw().is_err());
        prop_assert!(game.play(Move::PASS).is_err());
        prop_assert_eq!(game.outcome(), Some(outcome));
        prop_assert!(matches!((outcome, outcome.winner()), (Outcome::Win(..), Some(_)) | (Outcome::Draw(_), None)));
    }
}

/// Every way that the side which is not to move has after some turn is one of those to come, and
/// these lead where they may.
fn all_were_to_come(position: &Position) {
    let ways = position.ways_to_come();
    let waiting = position.men(position.side_to_move().other());
    for &(from, to) in &ways {
        assert!(
            from.is_none_or(|from| waiting.contains(from)) && !waiting.contains(to),
            "{position}"
        );
    }
    if position.outcome().is_some() {
        assert!(ways.is_empty(), "{position}");
    }
    for mv in position.legal_moves() {
        let next = position.play(mv).unwrap();
        if next.side_to_move() == position.side_to_move() {
            continue;
        }
        for reply in next.legal_moves() {
            let Some(to) = reply.to() else { continue };
            let way = (reply.from(), to);
            // Left out: where a man of its own was taken.
            assert!(
                ways.contains(&way) || waiting.contains(way.1),
                "{position} {mv:?} {reply:?}"
            );
        }
    }
}

#[test]
fn flights_may_come_after_as_many_captures_as_there_can_be() {
    let flies = |line: &str| {
        let position: Position = line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        all_were_to_come(&position);
        let board = position.board();
        let mut ways = position.ways_to_come().into_iter();
        ways.any(|(from, to)| from.is_some_and(|from| !board.neighbours(from).contains(to)))
    };
    // White closes three mills by b6.
    let three = "twelve[mills=each] W1B/1WW/W1B/1W4/2B/WB1/B1B w 1,0 0 12";
    assert!(flies(three), "six men, less three");
    assert!(
        !flies(&three.replace("1W4", "1W2B1")),
        "seven men, less three"
    );
    assert!(
        !flies(&three.replace("[mills=each]", "")),
        "six men, less one"
    );
    // Black closes four by the centre.
    let four = "seven[fly=3,mills=each] WBW/WBW/BB1B1/WBW/2W b 0,1 0 7";
    assert!(flies(four), "seven men, less four");
    assert!(
        !flies(&four.replace(",mills=each", "")),
        "seven men, less one"
    );
    let one = "nine W1B/1W1/2B/W2W1B/3/1B1/3 w 0,0 0 12";
    assert!(flies(one), "four men, less one");
    assert!(!flies(&one.replace("/3 w", "/B2 w")), "five men, less one");
    assert!(
        !flies(&one.replace("nine", "nine[fly=never]")),
        "no men fly"
    );
    // A man in hand is placed first, and while both sides place, none leaves its point.
    let placed = |line: &str| {
        line.parse::<Position>()
            .unwrap()
            .ways_to_come()
            .into_iter()
            .map(|(from, _)| from)
    };
    assert_eq!(
        placed("nine W1B/3/3/6/3/3/3 w 8,8 0 2").collect::<Vec<_>>(),
        [None; 22]
    );
    assert_eq!(
        placed("nine W1B/1W1/2W/6/3/3/3 w 0,8 0 4").collect::<Vec<_>>(),
        [None; 23]
    );
    assert_eq!(
        placed("lasker W1B/3/3/6/3/3/3 w 9,9 0 2")
            .filter(Option::is_none)
            .count(),
        23
    );
    assert_eq!(
        placed("lasker W1B/3/3/6/3/3/3 w 9,9 0 2").flatten().count(),
        2
    );
}

#[test]
fn rules_and_positions_are_keys_and_data() {
    let mut rng = Rng::new(11);
    let (mut by_position, mut by_rules) = (HashMap::new(), HashMap::new());
    for _ in 0..cases(300) {
        let position = random_position(random_rules(&mut rng), &mut rng);
        let line = position.to_string();
        let (json, rules) = (json!(line), json!(position.rules().to_string()));
        assert_eq!(serde_json::to_value(position).unwrap(), json);
        assert_eq!(serde_json::from_value::<Position>(json).unwrap(), position);
        assert_eq!(
            serde_json::from_value::<Rules>(rules).unwrap(),
            *position.rules()
        );
        assert_eq!(format!("{position:?}"), format!("Position({line})"));
        by_position.insert(position, line.clone());
        by_rules.insert(*position.rules(), position.rules().to_string());
        let again: Position = line.parse().unwrap();
        assert_eq!(by_position[&again], line);
        assert_eq!(by_rules[again.rules()], again.rules().to_string());
    }
    let refused = serde_json::from_value::<Position>(json!("nine 3/3"));
    assert!(refused.unwrap_err().to_string().contains("character"));
}

#[test]
fn every_fault_of_a_setup_is_named() {
    let setup = |line: &str| -> Setup { line.parse().unwrap() };
    let fault = |setup: Setup| Position::try_from(setup).unwrap_err();
    let start = Setup::start(Preset::Nine.rules());
    let by = |rules| {
        let mut setup = start;
        setup.rules = rules;
        setup
    };
    let point = |index| Points::EMPTY.with(Point::new(index).unwrap());

    let mut rules = Preset::Three.rules();
    rules.men = 5;
    assert!(matches!(
        fault(by(rules)),
        SetupError::Rules(RulesError::MenDoNotFit { .. })
    ));
    // The fields are public: numbers that no text would be read as.
    for men in [0, 2, 13, 200] {
        rules = Preset::Nine.rules();
        rules.men = men;
        assert!(
            matches!(
                fault(by(rules)),
                SetupError::Rules(RulesError::OptionNumber { .. })
            ),
            "{men}"
        );
    }
    rules = Preset::Nine.rules();
    rules.quiet = std::num::NonZero::new(1001);
    let error = Position::start(rules).unwrap_err();
    assert!(matches!(
        error,
        SetupError::Rules(RulesError::OptionNumberOrNever { .. })
    ));
    assert_eq!(
        error.to_string(),
        "quiet must be a number from 1 to 1000 or never, not “1001”"
    );
    let mut off_board = Setup::start(Preset::Three.rules());
    off_board.men[Side::White] = point(9);
    assert_eq!(fault(off_board), SetupError::OffBoard);
    let mut shared = start;
    shared.men = merels::position::BySide([point(4); 2]);
    assert_eq!(
        fault(shared),
        SetupError::Shared {
            point: "d6".to_owned()
        }
    );
    let mut too_many = start;
    too_many.hands[Side::Black] = u8::MAX;
    assert_eq!(
        fault(too_many),
        SetupError::TooMany {
            side: Side::Black,
            men: 255,
            variant: Preset::Nine,
            most: 9
        }
    );
    too_many.hands[Side::Black] = 9;
    too_many.men[Side::Black] = point(0);
    assert_eq!(
        fault(too_many),
        SetupError::TooMany {
            side: Side::Black,
            men: 10,
            variant: Preset::Nine,
            most: 9
        }
    );
    assert_eq!(
        fault(setup("three WW1/3/3 b 0,3 0 2")),
        SetupError::Missing {
            side: Side::White,
            men: 2,
            most: 3
        }
    );
    assert_eq!(
        fault(setup("nine WW1/3/3/6/3/3/1BB w 0,0 0 9")),
        SetupError::BothUnderThree
    );
    assert_eq!(
        fault(setup("three WWW/3/BBB w 0,0 0 9")),
        SetupError::BothHaveMills
    );
    let mut unnumbered = start;
    unnumbered.number = 0;
    assert_eq!(fault(unnumbered), SetupError::NumberZero);
    assert!(Position::try_from(setup("lasker 3/1W1/3/4B1/3/3/3 w 9,9 3 4")).is_ok());

    let slide = |from, to| {
        Some(Slide {
            from: Point::new(from).unwrap(),
            to: Point::new(to).unwrap(),
        })
    };
    let mut closing = start;
    closing.closing[Side::White] = slide(0, 1);
    assert_eq!(fault(closing), SetupError::NoBan);
    let mut closing = setup("morabaraba W1W/3/3/6/3/3/BBB w 0,0 0 9 -,-");
    closing.closing[Side::White] = slide(0, 1);
    assert_eq!(
        fault(closing),
        SetupError::Closing {
            side: Side::White,
            slide: "a7-d7".to_owned()
        }
    );
    closing.closing[Side::White] = slide(2, 0);
    assert_eq!(
        fault(closing),
        SetupError::Closing {
            side: Side::White,
            slide: "g7-a7".to_owned()
        }
    );
    closing.closing[Side::White] = slide(1, 0);
    assert!(Position::try_from(closing).is_ok());

    for text in ["nine 3/3/3/6/3/3/3 w 9,9 0 1", "three 3/3/3 w 3,3 0 1"] {
        assert_eq!(Position::try_from(setup(text)).unwrap().to_string(), text);
        assert_eq!(
            Game::from_position(text.parse().unwrap())
                .position()
                .to_string(),
            text
        );
    }
}
