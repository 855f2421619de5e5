//! What every reader refuses because it is too much, and the worst that it reads. Nothing here is
//! timed: work that grew faster than the text would not end while anybody waits.

use super::random::{Rng, pick_move};
use merels::game::{MAX_REMARK_BYTES, NodeId};
use merels::notation::{
    DEEPEST_VARIATION, GameReader, LONGEST_POSITION, LONGEST_RECORD, MAX_MOVES, read_any, read_fen,
    read_link, read_move, read_playok, read_record, read_records, write_fen, write_link,
    write_record,
};
use merels::tablebase::opening::Opening;
use merels::{Coded, Game, Move, Position, Preset, ReadError, Rules, Setup};
use merels_cli::protocol::{LONGEST_LINE, Session, read_line};
use std::collections::HashSet;
use std::fmt::Debug;

const START: &str = "nine 3/3/3/6/3/3/3 w 9,9 0 1";
const LONG: usize = 1 << 24;

/// The reason of a refusal, which is short whatever was read.
fn refusal<T: Debug, E: ToString>(read: Result<T, E>) -> String {
    let message = read.map(|_| ()).expect_err("refused").to_string();
    assert!(
        message.len() < 500 && message.lines().count() == 1,
        "{message}"
    );
    message
}

/// A game of `moves` moves in which two men go back and forth, under rules that never end it.
fn long_game(moves: usize) -> (&'static str, Vec<&'static str>) {
    let ways = ["a7-d7", "a1-a4", "d7-a7", "a4-a1"];
    (
        "nine[quiet=never,repeat=never] W2/3/W1W/6/B1B/3/B2 w 0,0 0 1",
        ways.into_iter().cycle().take(moves).collect(),
    )
}

#[test]
fn a_position_has_a_longest_text() {
    let padded = |length: usize| format!("{START}{}", " ".repeat(length - START.len()));
    assert!(padded(LONGEST_POSITION).parse::<Position>().is_ok());
    assert!(padded(LONGEST_POSITION).parse::<Setup>().is_ok());
    for long in [
        padded(LONGEST_POSITION + 1),
        padded(LONG),
        format!("{START} {}", "é".repeat(LONG)),
        "0".repeat(LONG),
    ] {
        assert!(refusal(long.parse::<Position>()).ends_with("no more than 4096 bytes are read"));
        assert!(refusal(long.parse::<Setup>()).ends_with("no more than 4096 bytes are read"));
    }
    // Numbers beyond what they count, and without end.
    for number in [
        "65536",
        "4294967296",
        "99999999999999999999",
        "-1",
        "1e9",
        &"9".repeat(3000),
    ] {
        for line in [
            START.replace("9,9", &format!("{number},9")),
            START.replace(" 0 1", &format!(" {number} 1")),
            START.replace(" 0 1", &format!(" 0 {number}")),
        ] {
            if line.parse::<Position>().is_ok() {
                assert_eq!((number, line.ends_with(number)), ("65536", true), "{line}");
            }
        }
    }
}

#[test]
fn a_fen_has_a_longest_text() {
    let nine = Preset::Nine.rules();
    let fen = write_fen(&START.parse().unwrap()).unwrap();
    let padded = |length: usize| format!("{fen}{}", " ".repeat(length - fen.len()));
    assert!(read_fen(&padded(LONGEST_POSITION), nine).is_ok());
    for long in [
        padded(LONGEST_POSITION + 1),
        padded(LONG),
        "/".repeat(LONG),
        format!("{fen} {}", "0 ".repeat(LONG)),
    ] {
        assert!(refusal(read_fen(&long, nine)).ends_with("no more than 4096 bytes are read"));
    }
    let numbers = fen.replace(" 0 1", &format!(" 0 {}", "1".repeat(2000)));
    assert!(refusal(read_fen(&numbers, nine)).contains("turn number"));
}

#[test]
fn rules_have_no_more_options_than_there_are() {
    let all = "board=nine,blocked=draw,first=black,fly=4,full=play,goal=capture,men=8,mills=each,phases=mixed,protect=never,\
               quiet=999,reform=ban,repeat=never,ten=both";
    let read: Rules = format!("six[{all}]").parse().unwrap();
    assert_eq!(read.to_string().parse::<Rules>().unwrap(), read);
    for (many, reason) in [
        (
            format!("six[{all},{}]", "ten=both,".repeat(100_000)),
            "given twice",
        ),
        (
            format!("six[{}]", "ten=both,".repeat(100_000)),
            "given twice",
        ),
        (format!("six[{}]", ",".repeat(LONG)), "is not an option"),
        (format!("six[quiet={}]", "9".repeat(LONG)), "quiet"),
        (format!("six[men={}5]", "0".repeat(LONG)), "men"),
        (format!("six{}", "[".repeat(LONG)), "]"),
        ("six".repeat(LONG), "variant"),
    ] {
        let message = refusal(many.parse::<Rules>());
        assert!(message.contains(reason), "{message}: {reason}");
    }
}

#[test]
fn a_turn_takes_every_point_once() {
    let board = Preset::Nine.rules().board;
    let names: Vec<_> = board
        .points()
        .map(|point| board.coordinate(point).to_string())
        .collect();
    let all = format!("a1-a4x{}", names.join("x"));
    assert_eq!(read_move(&all, board).unwrap().captures().count(), 24);
    assert!(
        refusal(read_move(&(all + &"xd5".repeat(LONG / 3)), board)).contains("d5 is taken twice")
    );
    assert!(
        refusal(read_move(&format!("d6{}", "x".repeat(LONG)), board))
            .contains("a point such as a1 is missing")
    );
    assert!(refusal(read_move(&"d6-".repeat(LONG / 3), board)).contains("is not a point"));
}

#[test]
fn a_record_has_bounds() {
    let (line, moves) = long_game(MAX_MOVES + 1);
    let record = |moves: &[&str]| format!("[Position \"{line}\"]\n\n{} *", moves.join(" "));
    let game = read_record(&record(&moves[..MAX_MOVES])).unwrap();
    assert_eq!(game.main_line().len(), MAX_MOVES + 1);
    assert!(refusal(read_record(&record(&moves))).ends_with("no more than 10000 moves are read"));
    let million = record(&long_game(100_000).1);
    assert!(million.len() < LONGEST_RECORD);
    for read in [
        read_record(&million),
        read_any(&million),
        read_records(&million).map(|mut all| all.remove(0)),
    ] {
        assert!(refusal(read).ends_with("no more than 10000 moves are read"));
    }
    // As long as a text may be, full of what costs most, and a byte longer.
    let full = |head: &str, part: &str, tail: &str| {
        let room = LONGEST_RECORD - head.len() - tail.len();
        let body = part.repeat(room / part.len());
        format!("{head}{body}{}{tail}", " ".repeat(room - body.len()))
    };
    let nested = "a7 (d7 ".repeat(DEEPEST_VARIATION + 1);
    for (text, fits) in [
        (full("{", "é", "} 1. a7 *"), false),
        (full("{", "\\}", "} *"), false),
        (full("{", " \n", "x} *"), true),
        (full("1. a7 ", "$1 ", "*"), false),
        (full("1. a7 ", "(1. d7) ", "*"), false),
        (full("1. a7 ", "{x} ", "*"), false),
        // Of tags with one name the first stays.
        (full("", "[A \"\"]", ""), true),
        (full("", "[", ""), false),
        (full("", "{", ""), false),
        (full("", "(", ""), false),
        (full("1. a7 ", ")", ""), false),
        (full("1. a7 ", "!", ""), false),
        (full("", "1. ", ""), true),
        (full("", "%\n", ""), false),
        (full("", "a", ""), false),
        (full("a7x", "d7x", ""), false),
        (full("12-13 ", "x7 ", ""), false),
        (full(&nested, "(", ""), false),
    ] {
        assert_eq!(text.len(), LONGEST_RECORD);
        for read in [
            read_record as fn(&str) -> Result<Game, ReadError>,
            read_playok,
            read_any,
        ] {
            // Which one it fits is another matter: none may lose its way.
            let _ = read(&text).map_err(|error| refusal::<(), _>(Err(error)));
        }
        assert_eq!(read_record(&text).is_ok(), fits, "{:.40}", text);
        let longer = text + " ";
        assert!(refusal(read_record(&longer)).ends_with("no more than 2328576 bytes are read"));
        assert!(refusal(read_playok(&longer)).ends_with("no more than 2328576 bytes are read"));
        assert!(refusal(read_records(&longer)).ends_with("no more than 2328576 bytes are read"));
    }
}

/// Whatever a game holds can be written, and is read again as it was.
fn comes_back(game: &Game) -> Game {
    let written = write_record(game);
    let again =
        read_record(&written).unwrap_or_else(|error| panic!("{error}: {} bytes", written.len()));
    assert_eq!(write_record(&again), written);
    again
}

#[test]
fn a_full_game_comes_back() {
    let (line, moves) = long_game(MAX_MOVES);
    let mut game = read_record(&format!("[Position \"{line}\"]\n\n{} *", moves.join(" "))).unwrap();
    assert!(game.is_full());
    // The last as a sentence ends with it.
    for link in [
        write_link(&game),
        write_link(&comes_back(&game)),
        format!("{}.", write_link(&game)),
    ] {
        assert_eq!(read_link(&link).unwrap().main_line().len(), MAX_MOVES + 1);
    }
    // Neither at its end nor beside it, and not after something is cut off, which may be put back.
    for _ in 0..3 {
        let mv = game.position().legal_moves()[0];
        assert!(
            !game
                .node(game.current())
                .children()
                .iter()
                .any(|&child| game.node(child).mv() == Some(mv))
        );
        let error = game.play(mv).unwrap_err();
        assert_eq!(error.code(), "game-full");
        assert_eq!(
            error.to_string(),
            "the game is full: it has 10000 moves, variations included"
        );
        assert_eq!(game.nodes().len(), MAX_MOVES + 1);
        let here = game.current();
        game.undo();
        game.cut(here);
    }
    while game.restore().is_some() {}
    assert_eq!(comes_back(&game).main_line().len(), MAX_MOVES + 1);
}

#[test]
fn what_is_said_in_a_game_comes_back() {
    let full = |head: &str, part: &str, tail: &str, length: usize| {
        let room = length - head.len() - tail.len();
        format!(
            "{head}{}{}{tail}",
            part.repeat(room / part.len()),
            " ".repeat(room % part.len())
        )
    };
    // The most that is read of what is longer written, and one more.
    for (head, part, tail, written) in [
        ("1. d6 {", "\\a", "} *", 3),
        ("1. d6 ;", "\\", "\n*", 2),
        ("1. d6 ;", "}", "\n*", 2),
        ("1. d6 {", "x", "} *", 1),
        ("1. d6 ", "{x} ", "*", 3),
        ("1. d6 ", "!$1", " *", 6),
        ("[A \"", "\\a", "\"] *", 3),
        ("[A \"", "x", "\"] *", 1),
    ] {
        let most = MAX_REMARK_BYTES / written * part.len();
        let fits = comes_back(&read_record(&full(head, part, tail, most - 20)).unwrap());
        let mut more = fits.clone();
        assert!(
            refusal(read_record(&full(head, part, tail, most + 20 * part.len())))
                .ends_with("1048576 bytes are read")
        );
        let last = more.main_line().pop().unwrap();
        for part in ["\\", "x", "\n}"] {
            let long = part.repeat(MAX_REMARK_BYTES);
            assert!(refusal(more.set_comment(last, &long)).ends_with("1048576 bytes are read"));
            assert!(refusal(more.set_tag("White", &long)).ends_with("1048576 bytes are read"));
        }
        assert!(
            refusal(more.set_glyphs(last, &[200; MAX_REMARK_BYTES / 5 + 1]))
                .ends_with("1048576 bytes are read")
        );
        assert_eq!(write_record(&more), write_record(&fits));
        // What is said less leaves room for more.
        more.set_comment(last, "").unwrap();
        more.set_glyphs(last, &[]).unwrap();
        more.set_tag("A", "").unwrap();
        more.set_comment(last, &"\\".repeat(MAX_REMARK_BYTES / 2 - 100))
            .unwrap();
        comes_back(&more);
    }
}

/// As many moves as there may be: at each ply one beside the line, which is returned too.
fn bushy_game() -> (Game, Vec<NodeId>) {
    let (line, moves) = long_game(MAX_MOVES / 2);
    let mut game = Game::from_position(line.replace(" 0 1", " 0 4294900000").parse().unwrap());
    let board = game.position().board();
    let mut beside = Vec::new();
    for way in moves {
        let way = read_move(way, board).unwrap();
        let other = game
            .position()
            .legal_moves()
            .into_iter()
            .find(|&mv| mv != way)
            .unwrap();
        beside.push(game.play(other).unwrap());
        game.undo();
        game.play(way).unwrap();
    }
    assert!(game.is_full());
    (game, beside)
}

#[test]
fn the_longest_game_comes_back() {
    let (mut game, beside) = bushy_game();
    for i in 0..1000 {
        game.set_tag(&format!("T{i}"), "").unwrap();
    }
    assert!(refusal(game.set_tag("A", "")).ends_with("there are more than 1000 tags"));
    for node in beside {
        game.go_to(node);
        game.agree_draw().unwrap();
    }
    for index in 0..=MAX_MOVES {
        let node = game.node_id(index).unwrap();
        game.set_comment(node, "x").unwrap();
        game.set_glyphs(node, &[255]).unwrap();
    }
    let room = (0..)
        .map(|i| MAX_REMARK_BYTES - 1000 * i)
        .find(|room| game.set_tag("T0", &"\n".repeat(room / 2)).is_ok());
    assert!(room.unwrap() > MAX_REMARK_BYTES * 3 / 4);
    comes_back(&game);
}

#[test]
fn variations_promoted_in_one_another_come_back() {
    let (mut game, beside) = bushy_game();
    beside.iter().rev().for_each(|&node| game.promote(node));
    assert_eq!(write_record(&game).matches('(').count(), DEEPEST_VARIATION);
    assert_eq!(comes_back(&game).nodes().len(), MAX_MOVES + 1);
}

#[test]
fn many_marks_of_an_end_are_one() {
    // At the end of a line without captures, in which nothing comes again until it does so three
    // times, whether it is over takes a look at all of it.
    let mut rng = Rng::new(1);
    let mut game = Game::from_position(
        "nine[quiet=never] W2/3/W1W/6/B1B/3/B2 w 0,0 0 1"
            .parse()
            .unwrap(),
    );
    let mut seen = HashSet::new();
    let quiet = |position: &Position, mv: &Move| {
        mv.captures().is_empty() && position.play(*mv).unwrap().clock() > 0
    };
    while game.nodes().len() < MAX_MOVES - 100 {
        let position = *game.position();
        let mv = pick_move(&position, &mut rng).unwrap();
        let next = position.play(mv).unwrap();
        if quiet(&position, &mv) && next.outcome().is_none() && seen.insert(next.identity()) {
            game.play(mv).unwrap();
        }
    }
    let mut ways: Vec<Move> = Vec::new();
    while game.outcome().is_none() {
        let legal = game.position().legal_moves();
        let back = ways.len().checked_sub(2).map(|before| ways[before]);
        let returns =
            |mv: &Move| back.is_none_or(|back| (mv.from(), mv.to()) == (back.to(), back.from()));
        let mv = *legal
            .iter()
            .find(|mv| quiet(game.position(), mv) && returns(mv))
            .unwrap();
        game.play(mv).unwrap();
        ways.push(mv);
    }
    let record = write_record(&game);
    let head = record
        .strip_suffix("1/2-1/2\n")
        .unwrap()
        .replace("[Result \"1/2-1/2\"]\n", "");
    let marks = "{[%end time 1-0]}".repeat((LONGEST_RECORD - head.len()) / 17);
    let read = read_record(&(head + &marks)).unwrap();
    assert_eq!(
        (write_record(&read), read.outcome().unwrap().id()),
        (record, "repetition")
    );
    // The first one counts.
    let read =
        read_record("1. d6 {[%end time 0-1]} {[%end time 1-0]} (1. a1) {[%end resignation 1-0]} *")
            .unwrap();
    assert_eq!(
        read.outcome()
            .map(|outcome| (outcome.id(), outcome.result())),
        Some(("time", "0-1"))
    );
}

#[test]
fn variations_in_one_another_need_no_stack() {
    // Each replaces the first move.
    let nested = |depth: usize| format!("1. a7 {}{} *", "(1. d7 ".repeat(depth), ")".repeat(depth));
    for depth in [
        DEEPEST_VARIATION,
        DEEPEST_VARIATION + 1,
        50 * DEEPEST_VARIATION,
    ] {
        // On a thread with as little stack as any.
        let text = nested(depth);
        let read = std::thread::Builder::new()
            .stack_size(1 << 16)
            .spawn(move || read_record(&text).map(|_| ()));
        let read = read.unwrap().join().unwrap();
        match depth {
            DEEPEST_VARIATION => assert!(read.is_ok(), "{read:?}"),
            _ => assert!(refusal(read).ends_with("variations can be nested only 5000 deep")),
        }
    }
}

#[test]
fn playok_has_the_bounds_of_a_record() {
    let endless = |lines: usize| "1. 5 14\n".repeat(lines);
    assert!(refusal(read_playok(&endless(100_000))).contains("move"));
    assert!(
        refusal(read_playok(&endless(1_000_000))).ends_with("no more than 2328576 bytes are read")
    );
    let ways: Vec<_> = ["1-2", "22-10", "2-1", "10-22"]
        .into_iter()
        .cycle()
        .take(MAX_MOVES + 1)
        .collect();
    let text = |ways: &[&str]| format!("[Position \"{}\"]\n{}", long_game(0).0, ways.join(" "));
    assert_eq!(
        read_playok(&text(&ways[..MAX_MOVES]))
            .unwrap()
            .main_line()
            .len(),
        MAX_MOVES + 1
    );
    assert!(refusal(read_playok(&text(&ways))).ends_with("no more than 10000 moves are read"));
}

#[test]
fn a_link_has_bounds() {
    let (line, moves) = long_game(MAX_MOVES + 1);
    let link = |moves: &[&str]| {
        let head: String = write_link(&Game::from_position(line.parse().unwrap()));
        format!("{head}{}", moves.join("."))
    };
    for read in [read_link, read_any] {
        assert_eq!(
            read(&link(&moves[..MAX_MOVES])).unwrap().main_line().len(),
            MAX_MOVES + 1
        );
        assert!(refusal(read(&link(&moves))).ends_with("a game may have at most 10000 moves"));
        for long in [
            "nine~".to_owned() + &".".repeat(LONG),
            "nine~".to_owned() + &"d6.".repeat(LONG / 3),
            "n_".repeat(LONG),
        ] {
            assert!(refusal(read(&long)).ends_with("no more than 2328576 bytes are read"));
        }
    }
    assert!(
        refusal(read_link(
            &("nine~".to_owned() + &".".repeat(LONGEST_RECORD - 5))
        ))
        .contains("10000 moves")
    );
}

#[test]
fn a_file_of_games_may_be_of_any_length() {
    // All in one line, each of them bad: their places are counted from its begin.
    let count = 200_000;
    let bad = "1. d6 z9 * ".repeat(count);
    let faults: Vec<_> = GameReader::new(&bad)
        .map(|(_, read)| read.unwrap_err().column())
        .collect();
    assert_eq!(faults.len(), count);
    assert_eq!((faults[0], faults[count - 1]), (7, 11 * (count - 1) + 7));
    // Tags without end, each after an empty line and of another name.
    let tags: String = (0..50_000).map(|i| format!("[T{i} \"\"]\n\n")).collect();
    let read: Vec<_> = GameReader::new(&tags).collect();
    assert_eq!(read.len(), 1);
    assert!(refusal(read.into_iter().next().unwrap().1).contains("tags"));
    // Comments that never end, and what is no game at all.
    for part in [
        "{",
        "\n\n[A \"",
        "[A \"\"]\n\n",
        "1. ",
        "* ",
        "é",
        "\n\n{[A \"",
        "1. d6 {",
        "%\n",
        "(",
        "$",
        "\\",
    ] {
        let text = part.repeat(count);
        let mut reader = GameReader::new(&text);
        assert!(
            reader.by_ref().count() <= count && reader.at() == text.len(),
            "{part:?}"
        );
    }
}

#[test]
fn a_file_of_puzzles_has_bounds() {
    let head = "merels puzzles 1\n";
    let long = |part: &str, length: usize| {
        head.to_owned() + &part.repeat((length - head.len()) / part.len())
    };
    for part in [
        ";",
        "\n",
        "x",
        ";;;;\n",
        "nine 3/3/3/6/3/3/3 w 9,9 0 1;win 1;d6;800;",
    ] {
        assert!(
            !refusal(merels::puzzle::read(&long(part, 1 << 22))).contains("bytes"),
            "{part:?}"
        );
        assert!(
            refusal(merels::puzzle::read(
                &(long(part, 1 << 22) + &" ".repeat(100))
            ))
            .ends_with("4194304 bytes are read")
        );
    }
    let told = format!(
        "{head}{START};win 1;d6;800;? a7{}\n",
        " d7".repeat(1_000_000)
    );
    assert!(refusal(merels::puzzle::read(&told)).contains("?") || told.len() < 1 << 22);
}

#[test]
fn an_engine_has_a_longest_line() {
    let mut session = Session::default();
    let mut line = |text: &str| {
        read_line(&mut text.as_bytes())
            .unwrap()
            .map(|line| session.take(&line).map_err(|error| error.to_string()))
    };
    let padded = |length: u64| {
        format!(
            "position start moves d6{}",
            " ".repeat(length as usize - 23)
        )
    };
    assert!(line(&padded(LONGEST_LINE)).unwrap().is_ok());
    assert!(line(&padded(LONGEST_LINE + 1)).is_err());
    for number in [
        "65537",
        "4294967296",
        "18446744073709551616",
        &"9".repeat(1000),
        "-1",
        "1.5",
        "1e3",
        "+1",
        "0x1",
    ] {
        for name in ["Hash", "Level", "Threads", "MultiPV"] {
            let message = line(&format!("setoption name {name} value {number}"))
                .unwrap()
                .unwrap_err();
            assert!(message.contains("wants a number from"), "{message}");
        }
    }
    // As many turns as a line has room for.
    let (position, _) = long_game(0);
    let room = (LONGEST_LINE as usize - position.len() - 30) / 6;
    let (_, moves) = long_game(room);
    let long = format!("position line {position} moves {}", moves.join(" "));
    assert!(line(&long).unwrap().is_ok(), "{room}");
    assert_eq!(session.earlier().len(), room);
}

#[test]
fn data_asks_for_no_more_than_it_has() {
    // A head that promises the most, and nothing after it.
    let mut bytes = include_bytes!("../../data/nine.opening")[..64].to_vec();
    for at in 8..bytes.len() {
        for value in [0, 0x7f, 0x80, 0xff] {
            let old = std::mem::replace(&mut bytes[at], value);
            assert!(Opening::read(&bytes).is_err());
            bytes[at] = old;
        }
    }
    bytes.truncate(20);
    bytes.resize(64, 0xff);
    assert!(Opening::read(&bytes).is_err());
}
