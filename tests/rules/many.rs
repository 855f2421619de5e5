//! Files of many games: what is written is read again, and a bad game costs nothing but itself.

use super::random::{Rng, cases, random_game, random_rules};
use merels::Preset;
use merels::notation::{
    GameReader, Summary, read_any, read_playok, read_record, write_playok, write_record,
};
use proptest::prelude::*;

/// So many games written, and whether an empty line stands between them.
fn written(rng: &mut Rng, count: usize) -> Vec<String> {
    (0..count)
        .map(|_| write_record(&random_game(random_rules(rng), rng)))
        .collect()
}

/// What is read, written again; errors with their lines.
fn read(text: &str) -> Vec<Result<String, (Option<usize>, String)>> {
    let mut end = 0;
    let games = GameReader::new(text).map(|(place, game)| {
        assert!(
            place.bytes.start >= end && place.bytes.end > place.bytes.start,
            "{place:?} after {end}\n{text:?}"
        );
        end = place.bytes.end;
        assert_eq!(
            place.line,
            1 + text[..place.bytes.start].matches('\n').count()
        );
        match game {
            Ok(game) => Ok(write_record(&game)),
            Err(error) => {
                let line = error.line().expect("an error has a line");
                let last = 1 + text[..place.bytes.end].matches('\n').count();
                assert!(
                    (place.line..=last).contains(&line),
                    "{error}: {place:?}\n{text:?}"
                );
                let length = text
                    .split('\n')
                    .nth(line - 1)
                    .map_or(0, |line| line.chars().count());
                assert!(
                    (1..=length + 1).contains(&error.column()),
                    "{error}\n{text:?}"
                );
                Err((error.line(), error.reason()))
            }
        }
    });
    games.collect()
}

#[test]
fn written_games_are_read_again() {
    let mut rng = Rng::new(41);
    for _ in 0..cases(30) {
        let games = written(&mut rng, 12);
        for (between, turned) in [("\n", false), ("", false), ("\n\n\n", true)] {
            let mut text = games.join(between);
            if turned {
                text = text.replace('\n', "\r\n");
            }
            let read: Vec<_> = read(&text)
                .into_iter()
                .map(|game| game.unwrap_or_else(|e| panic!("{e:?}")))
                .collect();
            assert_eq!(read, games, "\n{text}");
        }
    }
}

#[test]
fn each_place_is_its_game_alone() {
    let text = written(&mut Rng::new(42), 40).join("\n");
    for (place, game) in GameReader::new(&text) {
        let game = write_record(&game.expect("it was written"));
        for alone in [
            read_record(&text[place.bytes.clone()]),
            read_any(&text[place.bytes]),
        ] {
            assert_eq!(write_record(&alone.expect("a place is a game")), game);
        }
    }
}

/// What may be wrong with a game, and where in it the error is said to be.
const BAD: [(&str, usize); 9] = [
    ("[White \"Zoé\"]\n\n1. d6 f4\n2. zz b4 1-0\n", 3),
    ("[White \"Zoé\"]\n\n1. d6 f4\n2. d6 b4 1-0\n", 3),
    ("[White \"Zoé\"]\n\n1. d6 f4\n3. d2 b4 1-0\n", 3),
    ("[White \"w\"\n[Black \"b\"]\n\n1. d6 *\n", 0),
    ("[White \"w\"]\n\n1. d6 {no end\nof it f4 2. d2 1-0\n", 2),
    ("[White \"w\"]\n\n1. d6 (1. d2 f4\n2. a1 1-0\n", 3),
    ("[White \"w\"]\n\n1. d6 ) f4 *\n", 2),
    ("[Variant \"chess\"]\n\n1. e4 e5 *\n", 0),
    ("[Position \"nine 3/3 w\"]\n\n*\n", 0),
];

#[test]
fn one_bad_game_among_150_loses_nothing() {
    let mut rng = Rng::new(43);
    let games = written(&mut rng, 150);
    for (bad, line) in BAD {
        for at in [0, rng.below(150), 150] {
            let mut all: Vec<&str> = games.iter().map(String::as_str).collect();
            all.insert(at, bad);
            let text = all.join("\n");
            let begins = 1 + all[..at]
                .iter()
                .map(|game| game.matches('\n').count() + 1)
                .sum::<usize>();
            let mut found = read(&text);
            assert_eq!(found.len(), 151, "{bad}");
            let error = found.remove(at).expect_err(bad);
            assert_eq!(error.0, Some(begins + line), "{bad}: {}", error.1);
            assert!(found.into_iter().eq(games.iter().cloned().map(Ok)), "{bad}");
        }
    }
}

#[test]
fn a_file_that_is_cut_off_keeps_what_came_before() {
    let games = written(&mut Rng::new(44), 8);
    let text = games.join("\n");
    for cut in (0..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
        let whole = games.iter().scan(0, |at, game| {
            *at += game.len() + 1;
            Some(*at <= cut)
        });
        let whole = whole.filter(|&whole| whole).count();
        let found = read(&text[..cut]);
        // Cut off within its dots, a move's number 1 looks like the beginning of another game.
        let begun = if text[..cut].ends_with(" 1.") { 2 } else { 1 };
        assert!(
            found.len() >= whole && found.len() <= whole + begun,
            "{cut}"
        );
        assert!(
            found[..whole]
                .iter()
                .cloned()
                .eq(games[..whole].iter().cloned().map(Ok)),
            "{cut}"
        );
    }
}

#[test]
fn games_in_numbers_and_without_tags_are_told_apart() {
    let mut rng = Rng::new(45);
    let games: Vec<_> = (0..60)
        .map(|_| random_game(Preset::Nine.rules(), &mut rng))
        .collect();
    let numbers: Vec<_> = games
        .iter()
        .map(|game| write_playok(game).expect("24 points"))
        .collect();
    let found = read(&numbers.join("\n"));
    assert_eq!(found.len(), games.len());
    for (found, text) in found.iter().zip(&numbers) {
        assert_eq!(
            found.clone().expect(text),
            write_record(&read_playok(text).expect("it was written"))
        );
    }
    let plain = "1. d6 f4 2. d2 b4\n1. a7 d7 (1... g7) 1-0 {said}\n1. 5 14 2. 12 *\n\n1. d6 1... f4\n2. zz\n1. g1\n";
    let found = read(plain);
    let plies = |text: &str| Summary::of(&read_record(text).unwrap()).opening;
    let openings: Vec<_> = found
        .iter()
        .map(|game| game.as_deref().map(plies))
        .collect();
    let expected = ["d6 f4 d2 b4", "a7 d7", "d6 f4 c4", "bad", "g1"];
    assert_eq!(openings.len(), expected.len(), "{found:?}");
    for (opening, expected) in openings.iter().zip(expected) {
        match opening {
            Ok(opening) => assert_eq!(opening, expected),
            Err(error) => assert_eq!((expected, error.0), ("bad", Some(6))),
        }
    }
}

#[test]
fn a_list_is_searched_by_all_words() {
    let record = "[Event \"Club night\"]\n[Date \"2026.01.31\"]\n[White \"Anna Öz\"]\n[Black \"?\"]\n\n1. d6 f4 2. d2 b4 1/2-1/2\n";
    let summary = Summary::of(&read_record(record).unwrap());
    assert_eq!(
        (summary.plies, summary.result, summary.black.as_str()),
        (4, "1/2-1/2", "")
    );
    for search in [
        "",
        "anna",
        "ÖZ club",
        "2026.01",
        "nine men's",
        "d6 f4 anna",
        "1/2-1/2",
    ] {
        assert!(summary.matches(search), "{search}");
    }
    for search in ["bob", "anna bob", "1-0", "f4d2", "twelve"] {
        assert!(!summary.matches(search), "{search}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_stops_the_reader(text in "([\\[\\](){};%$!?.\\\\\"\n 1A]|\n\n|\\[A \"|\\]|1-0|1\\. |d6|\\PC){0,80}") {
        read(&text);
    }

    #[test]
    fn no_damage_stops_the_reader(seed in any::<u64>(), holes in prop::collection::vec((any::<u16>(), "[\\[\\](){}\"\n;x\\\\]?"), 0..6)) {
        let mut text = written(&mut Rng::new(seed), 5).join("\n");
        for (at, put) in holes {
            let Some((byte, c)) = text.char_indices().nth(usize::from(at) % text.chars().count().max(1)) else { continue };
            text.replace_range(byte..byte + c.len_utf8(), &put);
        }
        read(&text);
    }
}
