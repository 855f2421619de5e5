//! The time for a move, from clocks that are made up: nothing here depends on how fast the machine is.

use super::process::Engine;
use merels_cli::protocol::{Clock, EngineCommand, Search, Session, TimeFactors, TimeLimits};
use std::time::{Duration, Instant};

/// Black's only move is c5-c4.
const ONE_MOVE: &str = "nine BBW/1W1/BWW/BW4/3/3/W2 b 0,0 0 20";

fn limits(left: u64, increment: u64, moves_to_go: Option<u64>) -> (u64, u64) {
    let clock = Clock {
        left,
        increment,
        moves_to_go,
    };
    let TimeLimits { soft, hard } = clock.limits(TimeFactors::default());
    (soft, hard)
}

#[test]
fn a_clock_gives_limits() {
    // Half of it is kept, 500 ms for 40 moves: 12 each, of which the soft limit is half and the
    // hard one three times.
    assert_eq!(limits(1000, 0, None), (6, 36));
    // 75 more of the increment; no move takes more than half.
    assert_eq!(limits(1000, 100, None), (43, 250));
    // 0.8 s are kept.
    assert_eq!(limits(300_000, 0, None), (3739, 22_437));
    assert_eq!(limits(1020, 0, Some(10)), (40, 240));
    // The last move before the control may take everything, one of two half of it.
    assert_eq!(limits(1020, 0, Some(1)), (490, 980));
    assert_eq!(limits(1020, 0, Some(2)), (240, 480));
    // A far time control is none.
    assert_eq!(limits(1000, 0, Some(1000)), limits(1000, 0, None));
    // The increment comes after the move.
    assert_eq!(limits(30, 5000, None), (7, 7));
    // However little: at least a look, and none where the clock is about to run out.
    assert_eq!(limits(21, 0, None), (0, 1));
    assert_eq!(limits(20, 5000, None), (0, 0));
    assert_eq!(limits(0, 0, Some(1)), (0, 0));
}

#[test]
fn what_needs_no_thought_gets_no_time() {
    let clock = Clock {
        left: 600_000,
        increment: 10_000,
        moves_to_go: None,
    };
    let of = |forced, flying| clock.limits(TimeFactors { forced, flying });
    assert_eq!(of(true, false), TimeLimits { soft: 0, hard: 0 });
    assert_eq!(of(true, true), TimeLimits { soft: 0, hard: 0 });
    let flying = TimeLimits {
        soft: 50,
        hard: 100,
    };
    assert_eq!(of(false, true), flying);
    assert!(of(false, false).soft > 1000);
    let short = Clock {
        left: 100,
        ..Clock::default()
    };
    assert_eq!(
        short.limits(TimeFactors {
            forced: false,
            flying: true
        }),
        short.limits(TimeFactors::default())
    );
}

/// Every move takes its hard limit and some lag that the clock did not tell of.
#[test]
fn no_game_is_lost_on_time() {
    const LAG: u64 = 10;
    for (begin, increment, control) in [
        (1000, 0, None),
        (100, 0, None),
        (1000, 100, None),
        (100, 100, None),
        (30, 30, None),
        (60_000, 0, None),
        (180_000, 2000, None),
        (1000, 0, Some(40)),
        (5000, 50, Some(10)),
        (100, 0, Some(1)),
    ] {
        let mut left: u64 = begin;
        for mv in 0..1000 {
            let moves_to_go = control.map(|control| control - mv % control);
            let clock = Clock {
                left,
                increment,
                moves_to_go,
            };
            let TimeLimits { soft, hard } = clock.limits(TimeFactors::default());
            assert!(soft <= hard && hard <= left, "{clock:?}");
            // A clock that is nearly empty is answered at once.
            let lag = if hard == 0 { 0 } else { LAG };
            assert!(hard + lag <= left, "{clock:?}");
            left -= hard + lag;
            left += increment;
            if moves_to_go == Some(1) {
                left += begin;
            }
        }
    }
}

#[test]
fn the_greatest_numbers_overflow_nothing() {
    for left in [0, 1, 21, u64::MAX] {
        for increment in [0, u64::MAX] {
            for moves_to_go in [None, Some(0), Some(1), Some(u64::MAX)] {
                let (soft, hard) = limits(left, increment, moves_to_go);
                assert!(soft <= hard && hard <= left, "{left} {increment}");
            }
        }
    }
}

fn search(session: &mut Session, line: &str) -> Search {
    match session.take(line) {
        Ok(EngineCommand::Go(search)) => search,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn the_clock_is_that_of_the_side_to_move() {
    let mut session = Session::default();
    let go = "go wtime 1000 btime 300000 winc 100 binc 0";
    let white = search(&mut session, go);
    assert_eq!((white.soft, white.millis), (Some(43), Some(250)));
    assert!(!white.counted && white.limits.nodes.is_none(), "{white:?}");
    session.take("position start moves d6").unwrap();
    let black = search(&mut session, go);
    assert_eq!((black.soft, black.millis), (Some(3739), Some(22_437)));
    // The least of two times; infinite has none.
    let both = search(&mut session, "go btime 300000 movetime 50");
    assert_eq!((both.soft, both.millis), (Some(3739), Some(50)));
    let both = search(&mut session, "go infinite btime 300000");
    assert_eq!((both.soft, both.millis), (None, None));
    // A level keeps its own limits.
    session.take("setoption name Level value 3").unwrap();
    let level = search(&mut session, go);
    assert!(level.limits.nodes.is_some() && level.millis == Some(22_437));
    for forced in [ONE_MOVE, "three W1W/3/B1B b 1,1 0 3 moves b1"] {
        session.take(&format!("position line {forced}")).unwrap();
        assert_eq!(search(&mut session, go).millis, Some(0), "{forced}");
    }
    // Black has three men and may fly.
    session
        .take("position line nine B1W/3/3/BW4/3/3/WWB b 0,0 0 20")
        .unwrap();
    assert_eq!(search(&mut session, go).millis, Some(100));
}

/// It thinks for the soft limit at least, which no new iteration goes on after, and replies at once
/// where there is one move.
#[test]
fn it_plays_by_the_clock() {
    let mut engine = Engine::new();
    engine.ask("isready", "readyok");
    let took = |engine: &mut Engine, go: &str| {
        let asked = Instant::now();
        engine.ask(go, "bestmove");
        asked.elapsed()
    };
    engine.say("position start moves d6 d2 f4 b4 a4");
    let search = took(&mut engine, "go wtime 1 btime 20000");
    assert!(search >= Duration::from_millis(239), "{search:?}");
    // With ten hours on the clock: the soft limit would be seven minutes.
    engine.say(&format!("position line {ONE_MOVE}"));
    let forced = took(&mut engine, "go wtime 36000000 btime 36000000");
    assert!(forced < Duration::from_secs(60), "{forced:?}");
    assert_eq!(engine.end(), (String::new(), String::new(), true));
}
