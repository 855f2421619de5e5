//! Records, PlayOK's numbers and FENs: what is written is read again the same, and bad text is
//! refused with the place and the reason.

use super::random::{Rng, all_rules, cases, random_game, random_position, random_rules};
use merels::game::NodeId;
use merels::notation::{
    DEEPEST_VARIATION, LONGEST_RECORD, MAX_MOVES, read_any, read_any_with, read_begin, read_fen,
    read_link, read_mfen, read_move, read_playok, read_record, read_records, write_fen, write_link,
    write_mfen, write_playok, write_position_link, write_record, write_sanmill,
};
use merels::rules::{Goal, Lines};
use merels::{Board, Coded, Game, Points, Position, Preset, ReadError, Setup, Side};

/// Everything that a record keeps, in the order of a walk over the tree.
fn told(game: &Game) -> Vec<String> {
    let mut told = Vec::new();
    let mut open = vec![(NodeId::ROOT, 0)];
    while let Some((id, depth)) = open.pop() {
        let node = game.node(id);
        let comment = node
            .comment
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .trim()
            .to_owned();
        let mv = node
            .mv()
            .map(|mv| mv.display(node.position().board()).to_string());
        told.push(format!(
            "{depth} {mv:?} {} {comment:?} {:?} {:?}",
            node.position(),
            node.glyphs,
            node.declared().or(game.outcome_at(id))
        ));
        open.extend(
            node.children()
                .iter()
                .rev()
                .map(|&child| (child, depth + 1)),
        );
    }
    let first = ["Event", "Date", "White", "Black"];
    let mut tags = game.tags().to_vec();
    tags.sort_by_key(|(name, _)| {
        first
            .iter()
            .position(|first| first == name)
            .unwrap_or(first.len())
    });
    told.extend(tags.iter().map(|tag| format!("{tag:?}")));
    told
}

#[test]
fn records_give_their_games_back() {
    let mut rng = Rng::new(1);
    for rules in all_rules() {
        for _ in 0..cases(50) {
            let rules = if rng.below(2) == 0 {
                rules
            } else {
                random_rules(&mut rng)
            };
            let game = random_game(rules, &mut rng);
            let text = write_record(&game);
            for line in text.lines().filter(|line| !line.starts_with('[')) {
                assert!(line.chars().count() <= 80 || line.contains("% %"), "{line}");
                assert!(!line.starts_with('%'), "{line}");
            }
            let read = read_record(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(told(&read), told(&game), "\n{text}");
            assert_eq!(write_record(&read), text);
            assert_eq!(read.current(), *read.main_line().last().unwrap());
            let read = read_any(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(told(&read), told(&game), "\n{text}");
        }
    }
}

#[test]
fn records_follow_one_another() {
    let mut rng = Rng::new(2);
    let games: Vec<_> = all_rules()
        .iter()
        .map(|&rules| random_game(rules, &mut rng))
        .collect();
    let text: String = games.iter().map(|game| write_record(game) + "\n").collect();
    let read = read_records(&text).unwrap();
    assert_eq!(
        read.iter().map(told).collect::<Vec<_>>(),
        games.iter().map(told).collect::<Vec<_>>()
    );
    assert!(read_records(" \n").unwrap().is_empty());
    assert_eq!(
        read_records("1. d6 [Event \"two\"] 1. f4 1-0 1. a7")
            .unwrap()
            .len(),
        3
    );
}

#[test]
fn numbers_give_the_main_line_back() {
    let mut rng = Rng::new(3);
    for _ in 0..cases(300) {
        let rules = random_rules(&mut rng);
        let game = random_game(rules, &mut rng);
        let Some(text) = write_playok(&game) else {
            assert!(rules.board.points().len() < 24);
            continue;
        };
        let read = read_any(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let line = |game: &Game| -> Vec<_> {
            game.main_line()
                .iter()
                .map(|&id| *game.node(id).position())
                .collect()
        };
        assert_eq!(line(&read), line(&game), "\n{text}");
        assert_eq!(
            read.outcome(),
            game.outcome_at(*game.main_line().last().unwrap()),
            "\n{text}"
        );
    }
}

#[test]
fn sanmills_records_give_the_main_line_back() {
    let mut rng = Rng::new(6);
    let mut written = 0;
    for &preset in Preset::ALL {
        for _ in 0..cases(10) {
            let game = random_game(preset.rules(), &mut rng);
            let Some(text) = write_sanmill(&game) else {
                continue;
            };
            written += 1;
            assert!(!text.contains("[Position"), "\n{text}");
            let read = read_any(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let line = |game: &Game| -> Vec<_> {
                game.main_line()
                    .iter()
                    .map(|&id| *game.node(id).position())
                    .collect()
            };
            assert_eq!(line(&read), line(&game), "\n{text}");
        }
    }
    assert!(written >= 13);
    let house = Game::start("nine[fly=never]".parse().unwrap()).unwrap();
    assert_eq!(write_sanmill(&house), None);
    let game = read_record("[Event \"x\"] 1. d6 f4 2. d2").unwrap();
    assert_eq!(
        write_sanmill(&game).unwrap(),
        "[Event \"x\"]\n[Result \"*\"]\n[Variant \"Nine Men's Morris\"]\n\n1. d6 f4 2. d2 *\n"
    );
}

#[test]
fn fens_give_their_positions_back() {
    let mut rng = Rng::new(4);
    for _ in 0..cases(3000) {
        let position = random_position(random_rules(&mut rng), &mut rng);
        match write_fen(&position) {
            // Who closed the first mill, and whom a side must free, is not in it; of used lines it
            // has the points.
            Some(_) if position.first_mill().is_some() || position.must_free() => {}
            Some(fen) => {
                let read = read_fen(&fen, *position.rules())
                    .unwrap_or_else(|error| panic!("{error}\n{fen}"));
                let used = |position: &Position| {
                    Side::BOTH.map(|side| position.used_lines(side).flatten().collect::<Points>())
                };
                assert_eq!(used(&read), used(&position), "{fen}");
                let mut same = Setup::from(read);
                same.used = Setup::from(position).used;
                assert_eq!(same, Setup::from(position), "{fen}");
                if position.rules().lines == Lines::Always {
                    // Other programs number points from 0.
                    let from_0 = |number: &str| {
                        number
                            .parse::<i32>()
                            .map_or(0, |n| if n == 0 { -1 } else { n - 8 })
                    };
                    let mut fields: Vec<_> = fen.split(' ').map(str::to_owned).collect();
                    fields[10..14]
                        .iter_mut()
                        .for_each(|field| *field = from_0(field).to_string());
                    assert_eq!(
                        read_fen(&(fields.join(" ") + " ids:nodes"), *position.rules()),
                        Ok(read),
                        "{fen}"
                    );
                }
            }
            None => assert!(position.board().points().len() < 24),
        }
    }
}

#[test]
fn mfens_give_their_positions_back() {
    let mut rng = Rng::new(8);
    let (mut written, mut over) = (0, 0);
    for _ in 0..cases(3000) {
        let position = random_position(random_rules(&mut rng), &mut rng);
        let Some(mfen) = write_mfen(&position) else {
            let is_pending = position.is_to_remove() || position.must_free();
            let is_elsewhere = position.board().points().len() < 24
                || position.rules().goal == Goal::Mill
                || position.first_mill().is_some();
            assert!(is_elsewhere || is_pending || !position.marked().is_empty());
            continue;
        };
        written += 1;
        over += usize::from(position.outcome().is_some());
        for read in [
            read_mfen(&mfen, *position.rules()),
            read_any_with(&mfen, *position.rules()).map(|game| *game.position()),
        ] {
            assert_eq!(read, Ok(position), "{mfen}");
        }
    }
    assert!(written > 100 && over > 10, "{written}, {over}");
}

#[test]
fn an_mfen_is_of_the_rules_that_are_given() {
    let empty = "MFEN/1.0 mill24-state-v1 ......../......../........ b p p 9,9 - 0 0 -";
    let lines = [
        ("nine", empty, "nine 3/3/3/6/3/3/3 b 9,9 0 1"),
        (
            "nine[first=black]",
            empty,
            "nine[first=black] 3/3/3/6/3/3/3 b 9,9 0 1",
        ),
        (
            "morabaraba",
            "MFEN/1.0 mill24-state-v1 W.W.W.../B.B.B.../........ w m m 0,0 - 4 18 - lm=d1,a7;-,-",
            "morabaraba W1W/B1B/3/6/3/2B/2W w 0,0 4 10 d1-a7,-",
        ),
        (
            "one-time",
            "MFEN/1.0 mill24-state-v1 W.W.W.../B.B.B.../........ w m m 0,0 - 4 18 - lm=d1,d7;-,- ul=0003,1000",
            "one-time W1W/B1B/3/6/3/2B/2W w 0,0 4 10 a7-g7+g7-g1,d7-d5",
        ),
        (
            "twelve[lines=once]",
            "MFEN/1.0 mill24-state-v1 W.W.W.../B.B.B.../........ w m m 0,0 - 4 18 - ul=80000,00800",
            "twelve[lines=once] W1W/B1B/3/6/3/2B/2W w 0,0 4 10 c3-a1,c5-c3",
        ),
        (
            "zhi-qi",
            "MFEN/1.0 mill24-state-v1 WWW...../b......B/........ b p p 9,10 - 0 5 -",
            "zhi-qi WWW/X2/3/1B4/3/3/3 b 9,10 0 3 0,0",
        ),
    ];
    for (rules, mfen, line) in lines {
        let read = read_any_with(mfen, rules.parse().unwrap());
        let read = read.unwrap_or_else(|error| panic!("{error}\n{mfen}"));
        assert_eq!(read.position().to_string(), line, "{mfen}");
    }
    assert_eq!(write_mfen(&lines[1].2.parse().unwrap()).unwrap(), empty);
    assert_eq!(
        write_mfen(&lines[4].2.parse().unwrap()).unwrap(),
        lines[4].1
    );
}

#[test]
fn remarks_go_to_their_moves() {
    let text = "{game} $9 1. d6! {a} {b} (1. f4 {c} ({d} 1. a1 $7 d7 {e}) 1... g7?! ; f\n) {g} 1... f2 {h} * {i}";
    let game = read_record(text).unwrap();
    let told: Vec<_> = game
        .nodes()
        .map(|(_, node)| {
            let mv = node
                .mv()
                .map(|mv| mv.display(node.position().board()).to_string())
                .unwrap_or_default();
            (
                mv,
                node.parent().map(NodeId::index),
                node.comment.as_str(),
                node.glyphs.clone(),
            )
        })
        .collect();
    let expected = [
        ("", None, "game", vec![9]),
        ("d6", Some(0), "a b g", vec![1]),
        ("f4", Some(0), "c", vec![]),
        ("a1", Some(0), "d", vec![7]),
        ("d7", Some(3), "e", vec![]),
        ("g7", Some(2), "f", vec![6]),
        ("f2", Some(1), "h i", vec![]),
    ];
    assert_eq!(
        told.iter()
            .map(|(mv, p, c, g)| (mv.as_str(), *p, *c, g.clone()))
            .collect::<Vec<_>>(),
        expected
    );
    let children = |index| {
        game.node(game.node_id(index).unwrap())
            .children()
            .iter()
            .map(|id| id.index())
    };
    assert_eq!(children(0).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn tags_that_no_record_can_have_are_refused() {
    let mut game = Game::start(Preset::Nine.rules()).unwrap();
    for name in ["A b", "", "Ä", "A]", "A\n"] {
        assert!(
            game.set_tag(name, "1")
                .unwrap_err()
                .to_string()
                .starts_with("a tag's name of letters"),
            "{name}"
        );
    }
    for (name, value) in [("A_b", "2"), ("Variant", "six"), ("fen", "5")] {
        game.set_tag(name, value).unwrap();
    }
    let text = write_record(&game);
    assert_eq!(
        text,
        "[Result \"*\"]\n[Variant \"nine\"]\n[A_b \"2\"]\n\n*\n"
    );
    assert_eq!(write_record(&read_record(&text).unwrap()), text);
}

#[test]
fn work_is_bounded() {
    let refused = |text: &str, reason: &str| {
        let error = read_record(text).unwrap_err();
        assert!(error.reason().contains(reason), "{error}");
    };
    refused(
        &" ".repeat(LONGEST_RECORD + 1),
        "no more than 2328576 bytes",
    );
    refused(
        &(0..2000)
            .map(|i| format!("[A{i} \"\"]\n"))
            .collect::<String>(),
        "more than 1000 tags",
    );
    refused(
        &("1. a7 ".to_owned() + &"(1. d7) ".repeat(MAX_MOVES)),
        "no more than 10000 moves",
    );

    let rules = "nine[quiet=never,repeat=never]";
    let tags = format!("[Position \"{rules} W2/1W1/2W/6/B2/1B1/2B w 0,0 0 1\"]\n");
    let mut game = read_record(&tags).unwrap();
    let board = game.position().board();
    for way in ["a7-b6", "c3-b2", "b6-a7", "b2-c3"]
        .iter()
        .cycle()
        .take(MAX_MOVES)
    {
        game.play(read_move(way, board).unwrap()).unwrap();
    }
    let text = write_record(&game);
    assert_eq!(told(&read_record(&text).unwrap()), told(&game));
    refused(
        &text.replace('*', "a7-b6").replace("\"a7-b6\"", "\"*\""),
        "no more than 10000 moves",
    );

    let nested = |depth: usize| {
        tags.clone() + "1. a7-b6 " + &"(1. a7-a4 ".repeat(depth) + &")".repeat(depth)
    };
    assert!(read_record(&nested(DEEPEST_VARIATION)).is_ok());
    refused(
        &nested(DEEPEST_VARIATION + 1),
        "variations can be nested only 5000 deep",
    );
}

/// A block of a suite: the fields of its first line, and its text.
fn blocks(suite: &str) -> Vec<(Vec<&str>, &str)> {
    let blocks = suite.split("\n=== ").skip(1).map(|block| {
        let (head, text) = block.split_once('\n').unwrap_or((block, ""));
        (head.split(" | ").collect(), text)
    });
    blocks.collect()
}

fn read(reader: &str, text: &str) -> Result<Game, ReadError> {
    match reader.split_once(' ') {
        Some(("move", board)) => {
            read_move(text, Board::by_name(board).unwrap())?;
            panic!("the move {text} is read")
        }
        _ => match reader {
            "line" => text.parse().map(Game::from_position),
            "record" => read_record(text),
            "playok" => read_playok(text),
            "fen" => read_fen(text, Preset::Nine.rules()).map(Game::from_position),
            "mfen" => read_mfen(text, Preset::Nine.rules()).map(Game::from_position),
            "any" => read_any(text),
            _ => panic!("no reader is called {reader}"),
        },
    }
}

#[test]
fn a_fen_is_of_the_rules_that_are_given_where_their_board_has_24_points() {
    let lines = [
        "cham-gonu BBW/BWW/XWX/B2BBW/WBW/W1B/BWW b 1,2 0 11",
        "one-time 1BW/1B1/1BW/B3BW/1B1/BW1/WWW b 0,0 3 15 g7-g1+a1-g1,d7-d5+b6-b2",
        "el-filja WWW/BBW/WBB/B1BWBW/WBW/BWB/WBB w 0,0 0 13 2,0",
        "dooz 1BW/BWB/WB1/WWBWWB/BWB/WBW/BBW b 0,0 7 15 0,0",
    ];
    for line in lines {
        let position: Position = line.parse().unwrap();
        let fen = write_fen(&position).unwrap();
        assert_eq!(
            read_any_with(&fen, *position.rules())
                .unwrap()
                .position()
                .to_string(),
            line
        );
    }
    let nine = "nine 3/1W1/3/6/3/3/3 b 8,9 0 1";
    let fen = write_fen(&nine.parse().unwrap()).unwrap();
    for game in [read_any(&fen), read_any_with(&fen, Preset::Three.rules())] {
        assert_eq!(game.unwrap().position().to_string(), nine);
    }
}

#[test]
fn good_texts_are_read() {
    let blocks = blocks(include_str!("../data/notation/good.txt"));
    assert!(blocks.len() > 20);
    for (head, text) in blocks {
        let &[reader, line, outcome] = head.as_slice() else {
            panic!("{head:?}")
        };
        let game = read(reader, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(game.position().to_string(), line, "\n{text}");
        assert_eq!(
            game.outcome().map_or("-", |outcome| outcome.id()),
            outcome,
            "\n{text}"
        );
    }
}

#[test]
fn texts_are_read_as_far_as_they_go() {
    let blocks = blocks(include_str!("../data/notation/begun.txt"));
    assert!(blocks.len() > 10);
    for (head, text) in blocks {
        let &[line, half, error, how, answer] = head.as_slice() else {
            panic!("{head:?}")
        };
        let answer = (answer != "-").then(|| answer.parse().unwrap());
        let read = read_begin(text, Preset::Nine.rules(), answer)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let position = read.game.position();
        let turn = |mv: merels::Move| mv.display(position.board()).to_string();
        let seen = [
            position.to_string(),
            read.half.map_or("-".to_owned(), turn),
            read.error.map_or("-", |error| error.code()).to_owned(),
            match read.games.first() {
                Some(likeliest) => format!("as {likeliest}"),
                None if read.left_out => "left out".to_owned(),
                None => "-".to_owned(),
            },
        ];
        assert_eq!(seen, [line, half, error, how], "\n{text}");
    }
    for (text, code) in [
        ("", "nothing-to-read"),
        ("hello world", "unknown-format"),
        ("Hi Anna,\n1. I won\n2. you lost", "unknown-format"),
        ("Shopping:\n1. a4 paper", "unknown-format"),
        // A mistyped game is not passed over for the next.
        ("1. z6 f4\n1. d6 f4", "no-point"),
        ("Look:\n1. z6 f4 2. b4\n\n1. d6 f4", "unknown-format"),
        ("[Event \"x\"]\nWell\n1. d6 f4", "no-point"),
        ("[Position \"windmill 3/3/3 w 3,3 0 1\"]", "no-variant"),
    ] {
        let read = read_begin(text, Preset::Nine.rules(), None);
        let seen = read.map_or_else(
            |error| error.code(),
            |read| {
                assert!(read.games.is_empty() && !read.left_out, "{text}");
                assert_eq!(read.game.main_line().len(), 1, "{text}");
                read.error.expect(text).code()
            },
        );
        assert_eq!(seen, code, "{text}");
    }
}

#[test]
fn words_around_a_record_change_nothing_of_it() {
    let mut rng = Rng::new(7);
    let nine = Preset::Nine.rules();
    for rules in all_rules() {
        let text = write_record(&random_game(rules, &mut rng));
        let quoted = text.replace('&', "&amp;").replace('"', "&quot;");
        let quoted = quoted.replace('\n', "\n&gt; ");
        let alone = read_begin(&text, nine, None).unwrap();
        assert!(alone.error.is_none() && !alone.left_out);
        assert_eq!(write_record(&alone.game), text);
        for mail in [
            format!("Hi Anna,\nhere is our game:\n\n{text}\n\nBest,\nTom"),
            format!("Here, after g7 you were lost: {text} Thanks!"),
            format!("Anna wrote on 2026-11-28:\n&gt; Hi,\n&gt; {quoted}\n\nSorry!"),
        ] {
            let read =
                read_begin(&mail, nine, None).unwrap_or_else(|error| panic!("{error}\n{mail}"));
            assert_eq!(read.error, None, "{mail}");
            assert!(read.left_out, "{mail}");
            assert_eq!(write_record(&read.game), text, "{mail}");
        }
    }
}

#[test]
fn a_comment_keeps_nothing_of_a_quotation() {
    for (text, comment) in [
        (
            "> > 1. d6 {Two\r\n> > on one\n>\n> file} f4",
            "Two on one file",
        ),
        ("1. d6 {Two\n> one} f4", "Two > one"),
        ("> 1. d6 {2 > 1} f4", "2 > 1"),
    ] {
        let game = read_record(text).unwrap();
        let first = game.main_line()[1];
        assert_eq!(game.node(first).comment, comment, "{text:?}");
    }
}

#[test]
fn an_error_stands_where_it_is_in_the_whole_text() {
    for (text, line, column) in [
        ("Hi Anna,\n\n1. d6 f4 2. b4 z9", 3, 16),
        ("Our game: 1. d6 f4 2. b4 z9", 1, 26),
        ("&gt; &gt; 1. d6 f4\n&gt; 2. b4 z9", 2, 12),
    ] {
        let read = read_begin(text, Preset::Nine.rules(), None).unwrap();
        let error = read.error.unwrap();
        assert_eq!((error.line(), error.column()), (Some(line), column));
        assert!(error.reason().contains("z9"), "{error}");
    }
}

#[test]
fn an_illegal_position_is_in_the_error() {
    for (text, line) in [
        (
            "0,0 a7,d7 a1 w - - 0",
            "morabaraba WW1/3/3/6/3/3/B2 w 0,0 0 1 -,-",
        ),
        (
            " nine WW1/3/3/6/3/3/B2 w 0,0 0 1",
            "nine WW1/3/3/6/3/3/B2 w 0,0 0 1",
        ),
        (
            "OO@@****/********/******** w m s 2 0 2 0 0 0 0 0 0 0 0 0 9",
            "nine 3/3/1WW/3B2/2B/3/3 w 0,0 0 9",
        ),
        (
            "> MFEN/1.0 mill24-state-v1 WW....B./......../........ - o o 0,0 - 0 43 b:fewer-than-minimum",
            "nine WW1/3/3/6/3/3/B2 b 0,0 0 22",
        ),
        (
            "[Position \"nine WW1/3/3/6/3/3/B2 w 0,0 0 1\"]",
            "nine WW1/3/3/6/3/3/B2 w 0,0 0 1",
        ),
    ] {
        let error = read_any(text).unwrap_err();
        assert_eq!(error.position(), Some(line), "{text}");
        assert!(line.parse::<Setup>().is_ok());
    }
    for text in ["", "1. d6 f4 2. d6", "0,0 a9 a1 w", "nine 0/3 w"] {
        assert_eq!(read_any(text).unwrap_err().position(), None, "{text}");
    }
}

#[test]
fn a_record_that_goes_wrong_late_is_read_to_there() {
    let mut rng = Rng::new(5);
    let game = random_game(Preset::Nine.rules(), &mut rng);
    let text = format!("{}\n", write_record(&game).trim_end_matches(['*', '\n']));
    let read = read_begin(&(text + "a1xa1 b9"), Preset::Nine.rules(), None).unwrap();
    assert!(read.error.is_some());
    assert_eq!(read.game.main_line().len(), game.main_line().len());
}

#[test]
fn bad_texts_are_refused_with_place_and_reason() {
    let blocks = blocks(include_str!("../data/notation/bad.txt"));
    assert!(blocks.len() > 100);
    let mut wrong = Vec::new();
    for (head, text) in blocks {
        let &[reader, place, reason] = head.as_slice() else {
            panic!("{head:?}")
        };
        // A position line's text may end with blank lines here, that are not part of it.
        let error = match read(reader, text) {
            Ok(game) => {
                wrong.push(format!("{head:?}\n{text}\nread as {}", game.position()));
                continue;
            }
            Err(error) => error,
        };
        let here = match error.line() {
            Some(line) => format!("{line}:{}", error.column()),
            None => error.column().to_string(),
        };
        if here != place || !error.reason().contains(reason) {
            wrong.push(format!(
                "=== {reader} | {here} | {}\n{text}",
                error.reason()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_link_holds_a_game_or_a_position_and_comes_back() {
    let text = "[Variant \"nine[fly=never,mills=each]\"]\n\n1. d6 f4 2. b4 d2 *";
    let mut game = read_any(text).unwrap();
    game.undo();
    let link = write_link(&game);
    assert_eq!(
        link, "nine(fly=never,mills=each)~d6.f4.b4.d2",
        "what can be redone is in it"
    );
    let again = read_any(&link).unwrap();
    assert_eq!(
        again.position().to_string(),
        "nine[fly=never,mills=each] 3/1W1/3/1W2B1/3/1B1/3 w 7,7 0 3"
    );

    let position = write_position_link(game.position());
    assert_eq!(
        position,
        "nine(fly=never,mills=each)_3/1W1/3/1W2B1/3/3/3_b_7,8_0_2"
    );
    assert_eq!(read_any(&position).unwrap().position(), game.position());

    let mut later = merels::Game::from_position(*game.position());
    later
        .play(read_move("d2", later.position().board()).unwrap())
        .unwrap();
    let link = write_link(&later);
    assert_eq!(link, format!("{position}~d2"));
    assert_eq!(read_link(&link).unwrap().position(), later.position());
    assert_eq!(
        read_link("three~").unwrap().position().to_string(),
        "three 3/3/3 w 3,3 0 1"
    );
    assert_eq!(
        read_link("three~b2.a1.").unwrap().nodes().len(),
        3,
        "a dot at the end may be a sentence's"
    );
}

#[test]
fn a_damaged_link_is_refused_with_its_place() {
    for (text, column, reason) in [
        ("nine~d6.d6", 9, "d6"),
        ("nine~d6.z9", 9, "not a point"),
        ("nien~d6", 1, "no variant"),
        ("nine(fly=sometimes)~d6", 6, "fly can be"),
        ("nine_3/3/3/6/3/3_w_9,9_0_1", 17, "the board has 7 ranks"),
        ("nine_3/3/3/6/3/3/3_w_9,10_0_1", 22, "10 men"),
    ] {
        let error = read_link(text).unwrap_err();
        assert!(error.reason().contains(reason), "{text}: {error}");
        assert_eq!(error.column(), column, "{text}: {error}");
    }
}
