//! Ends of games, those that players declare included: who has won, in words and as a record has
//! it.

use merels::position::{DrawBy, WinBy};
use merels::{Game, Outcome, Position, Preset, Side};

#[test]
fn every_end_has_its_words() {
    use Outcome::{Draw, Win};
    let (white, black) = (Side::White, Side::Black);
    for (outcome, id, result, words) in [
        (
            Win(white, WinBy::FewerThanThree),
            "fewer-than-three",
            "1-0",
            "White wins: Black has fewer than three men",
        ),
        (
            Win(black, WinBy::Mill),
            "mill",
            "0-1",
            "Black wins: Black has a mill",
        ),
        (
            Win(white, WinBy::Blocked),
            "blocked",
            "1-0",
            "White wins: Black has no move",
        ),
        (
            Win(black, WinBy::Resignation),
            "resignation",
            "0-1",
            "Black wins: White resigns",
        ),
        (
            Win(white, WinBy::Time),
            "time",
            "1-0",
            "White wins: Black has run out of time",
        ),
        (
            Draw(DrawBy::Blocked(black)),
            "blocked",
            "1/2-1/2",
            "Draw: Black has no move",
        ),
        (
            Draw(DrawBy::NeitherCanMove),
            "neither-can-move",
            "1/2-1/2",
            "Draw: neither side can move",
        ),
        (
            Draw(DrawBy::FullBoard),
            "full-board",
            "1/2-1/2",
            "Draw: the board is full",
        ),
        (
            Draw(DrawBy::TenMoves { both: true }),
            "ten-moves",
            "1/2-1/2",
            "Draw: both at three, ten moves without a capture",
        ),
        (
            Draw(DrawBy::TenMoves { both: false }),
            "ten-moves",
            "1/2-1/2",
            "Draw: one side at three, ten moves without a capture",
        ),
        (
            Draw(DrawBy::Quiet(40)),
            "quiet",
            "1/2-1/2",
            "Draw: 40 plies without a capture or a placing",
        ),
        (
            Draw(DrawBy::Repetition),
            "repetition",
            "1/2-1/2",
            "Draw: threefold repetition",
        ),
        (
            Draw(DrawBy::Agreement),
            "agreement",
            "1/2-1/2",
            "Draw: agreed",
        ),
    ] {
        assert_eq!(
            (outcome.id(), outcome.result(), outcome.to_string().as_str()),
            (id, result, words)
        );
        assert_eq!(words.split_once(": ").unwrap().1, outcome.reason());
    }
}

/// Declares an end; whether that could be done.
type Declare = fn(&mut Game) -> bool;

#[test]
fn what_players_declare_ends_the_game_until_it_is_taken_back() {
    let declare: [(Declare, Outcome); 4] = [
        (
            |game| game.resign(Side::White).is_ok(),
            Outcome::Win(Side::Black, WinBy::Resignation),
        ),
        (
            |game| game.lose_on_time(Side::Black).is_ok(),
            Outcome::Win(Side::White, WinBy::Time),
        ),
        (
            |game| game.lose_on_time(Side::White).is_ok(),
            Outcome::Win(Side::Black, WinBy::Time),
        ),
        (
            |game| game.agree_draw().is_ok(),
            Outcome::Draw(DrawBy::Agreement),
        ),
    ];
    let mut game = Game::start(Preset::Nine.rules()).unwrap();
    let mv = game.position().legal_moves()[0];
    for (end, outcome) in declare {
        assert!(!game.retract() && !game.is_finished());
        assert!(end(&mut game));
        assert_eq!(
            (game.outcome(), game.node(game.current()).declared()),
            (Some(outcome), Some(outcome))
        );
        assert!(game.is_finished() && game.play(mv).is_err());
        // The first counts.
        assert!(declare.iter().all(|(other, _)| !other(&mut game)));
        assert_eq!(game.outcome(), Some(outcome));
        assert!(game.retract());
        assert_eq!(
            (game.outcome(), game.node(game.current()).declared()),
            (None, None)
        );
    }
    assert!(game.play(mv).is_ok());
    assert_eq!(game.node_id(game.nodes().len()), None);
}

#[test]
fn the_draw_by_ten_moves_counts_where_the_rules_say() {
    let limit = |line: &str| {
        line.parse::<Position>()
            .unwrap_or_else(|error| panic!("{line}: {error}"))
            .ten_moves_limit()
    };
    let (both, one, none) = (
        "W1W/3/3/W2B2/3/1B1/B2 w 0,0 0 9",
        "W1W/1W1/3/W2B2/3/1B1/B2 w 0,0 0 9",
        "W1W/1W1/3/W2B2/3/BB1/B2 w 0,0 0 9",
    );
    for (rules, counts) in [
        ("nine", [false; 3]),
        ("nine[ten=both]", [true, false, false]),
        ("nine[ten=either]", [true, true, false]),
    ] {
        let found = [both, one, none].map(|board| limit(&format!("{rules} {board}")));
        assert_eq!(found, counts.map(|counts| counts.then_some(20)), "{rules}");
    }
}

#[test]
fn men_are_counted() {
    let position: Position = "nine W1B/1W1/3/W2W1B/3/1B1/3 w 2,1 0 7".parse().unwrap();
    let count = |side| {
        (
            position.men(side).len(),
            position.hand(side),
            position.in_all(side),
            position.lost(side),
        )
    };
    assert_eq!(Side::BOTH.map(count), [(4, 2, 6, 3), (3, 1, 4, 5)]);
    let board = position.board();
    let at = |point: &str| position.man(board.point(point).unwrap());
    assert_eq!(
        [at("a7"), at("d7"), at("g7")],
        [Some(Side::White), None, Some(Side::Black)]
    );
}
