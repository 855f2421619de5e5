//! The fast rules against the slow ones of `tests/slow`, on random positions of every preset and of
//! option mixes.
//!
//! `MERELS_POSITIONS` is the number of positions a rule set (500 unless told). The full measure:
//! `MERELS_POSITIONS=100000 cargo test --release --test library differential::`

use super::random::random_rules;
use crate::slow;
use merels::Position;
use merels::Side;

/// Rule sets beside the presets, so that every value of every option is played at least once.
const MIXES: [&str; 38] = [
    "nine[first=black,protect=always]",
    "nine[fly=never,mills=each]",
    "nine[blocked=pass,fly=never]",
    "nine[blocked=draw,fly=4,protect=never,ten=both]",
    "twelve[blocked=pass,full=play,mills=each,protect=never]",
    "twelve[full=play,mills=each]",
    "seven[blocked=pass,mills=each]",
    "lasker[fly=never,mills=each,protect=always]",
    "morabaraba[fly=4,mills=each,quiet=30]",
    "morabaraba[board=nine,blocked=pass,men=7,reform=ban]",
    "three[blocked=draw,fly=4]",
    "six[phases=mixed,quiet=never,repeat=never,ten=either]",
    "marelle-triple[fly=jump,least=1,mills=each]",
    "marelle-triple[between=taken,blocked=pass]",
    "mul-mulan[fly=3,mills=each,phases=mixed,protect=unless-all]",
    "lasker[between=taken,least=1,men=6]",
    "six[fly=jump,least=1,phases=mixed,reform=ban]",
    "seven[between=taken,centre=barred,phases=mixed]",
    "picaria[between=taken,goal=capture,men=6]",
    "picaria[blocked=draw,centre=free,fly=3,men=4]",
    "three[begin=board,blocked=pass,fly=jump,goal=capture]",
    "shisima[begin=hand,centre=barred,men=4]",
    "tsoro-yematatu[fly=always,goal=capture,least=1]",
    "six-penny-madell[between=taken,fly=4,mills=each]",
    "six[full=one,men=8,placing=mark,phases=mixed]",
    "six[blocked=take,full=each,men=8,mills=each,placing=hand]",
    "six[blocked=free,full=loses,men=8,placing=again,starts=second]",
    "six[again=capture,men=8,placing=count,protect=always]",
    "seven[blocked=take,mills=each,placing=mark,reform=ban]",
    "seven[blocked=free,fly=3,lines=once,mills=each,starts=first-mill]",
    "nine[first=black,full=each,men=12,placing=hand,reform=ban,starts=second]",
    "nine[again=capture,blocked=free,lines=once,phases=mixed,placing=hand]",
    "lasker[again=capture,least=1,mills=each,placing=mark]",
    "twelve[again=capture,blocked=take,full=one,placing=count,protect=always]",
    "shax[blocked=take,reform=ban]",
    "el-filja[first=black,full=loses,mills=each,phases=mixed]",
    "three[blocked=free,full=loses,goal=capture,men=4,placing=none,starts=first-mill]",
    "three[blocked=take,full=each,men=4,placing=count,starts=second]",
];

fn positions() -> usize {
    std::env::var("MERELS_POSITIONS").ok().map_or(500, |count| {
        count.parse().expect("MERELS_POSITIONS is a number")
    })
}

/// One position: its line, end, moves and what each leads to.
fn compare(line: &str) {
    let position: Position = line
        .parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(position.to_string(), line);
    let outcome = position
        .outcome()
        .map(|outcome| (outcome.winner().map(Side::name), outcome.id()));
    assert_eq!(outcome, slow::outcome(line), "the end of {line}");
    let board = position.board();
    let mut fast: Vec<(String, String)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            (
                mv.display(board).to_string(),
                position.play(mv).expect("a legal move").to_string(),
            )
        })
        .collect();
    fast.sort();
    assert_eq!(fast, slow::successors(line), "the moves of {line}");
    assert_eq!(
        position.count_legal_moves(),
        fast.len() as u64,
        "the count of moves of {line}"
    );
    if outcome.is_none() {
        let passes = fast.iter().any(|(text, _)| text == "pass");
        assert_eq!(position.can_move(), !passes, "whether {line} can move");
    }
}

/// Options in any company, some of them in none that a player would choose.
#[test]
fn fast_and_slow_rules_agree_under_random_rules() {
    let mut rng = slow::Rng::new(99);
    for _ in 0..positions() {
        let spec = random_rules(&mut rng).to_string();
        for _ in 0..4 {
            compare(&slow::random_position(&spec, &mut rng));
        }
    }
}

#[test]
fn fast_and_slow_rules_refuse_the_same_lines() {
    let mut rng = slow::Rng::new(98);
    let (mut positions_read, all) = (0, positions());
    for i in 0..all {
        let spec = if i % 2 == 0 {
            rng.pick(&slow::PRESETS).to_string()
        } else {
            random_rules(&mut rng).to_string()
        };
        for _ in 0..8 {
            let line = slow::random_line(&spec, &mut rng);
            let fast = line.parse::<Position>();
            let slow = slow::Position::read(&line);
            assert_eq!(
                fast.is_ok(),
                slow.is_ok(),
                "{line}: {:?}, {:?}",
                fast.err(),
                slow.err()
            );
            if fast.is_ok() {
                compare(&line);
                positions_read += 1;
            }
        }
    }
    assert!(
        positions_read > all && positions_read < 7 * all,
        "{positions_read} of {}",
        8 * all
    );
}

#[test]
fn fast_and_slow_rules_agree_on_random_positions() {
    let specs: Vec<&str> = slow::PRESETS
        .iter()
        .copied()
        .chain(slow::CAPTURES)
        .chain(MIXES)
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((seed, spec)) = {
                    let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    specs.get(i).map(|spec| (i as u64, spec))
                } {
                    let mut rng = slow::Rng::new(seed);
                    for i in 0..positions() {
                        let line = slow::random_position(spec, &mut rng);
                        compare(&line);
                        // Two turns deep ends and passes are counted, too.
                        if i % 50 == 0 {
                            assert_eq!(
                                merels::perft(&line.parse().unwrap(), 2),
                                slow::perft(&line, 2),
                                "{line}"
                            );
                        }
                    }
                }
            });
        }
    });
}

#[test]
fn perft_of_captures_without_a_mill_is_the_same() {
    for (spec, depth) in [
        ("three[between=enclosed,goal=capture,men=4]", 6),
        ("six[between=either,men=5]", 4),
        ("marelle-triple[between=enclosed]", 3),
        ("three[goal=capture,leap=take,phases=mixed]", 5),
        ("six[leap=take,men=5,phases=mixed]", 4),
        // In the middle of a game, where men move.
        (
            "nine[between=either] WB1/1WB/1B1/W1B1WB/3/1WB/1BW w 0,0 0 20",
            4,
        ),
        (
            "nine[leap=take,mills=each] WB1/1WB/1B1/W1B1WB/3/1WB/1BW w 0,0 0 20",
            4,
        ),
        (
            "twelve[leap=take] WB1/1WB/1B1/W1B1WB/3/1WB/1BW w 0,0 0 20",
            4,
        ),
    ] {
        let line = if spec.contains(' ') {
            spec.to_owned()
        } else {
            Position::start(spec.parse().unwrap()).unwrap().to_string()
        };
        let fast = merels::perft(&line.parse().unwrap(), depth);
        assert_eq!(fast, slow::perft(&line, depth), "{line}");
    }
}
