//! Whole games at random: the fast rules against the slow ones of `tests/slow`, turn by turn, with
//! every count and every end; and the games that `tests/wasm/games.test.mjs` plays again in
//! WebAssembly.
//!
//! `MERELS_GAMES` is the number of games a rule set (200 unless told), `MERELS_FROM` the first of
//! them, `MERELS_PRESET` the only preset, `MERELS_THREADS` how many work on it. The full measure:
//! `MERELS_GAMES=1000000 cargo test --release --test library games:: -- --nocapture whole_games`

use crate::slow;
use merels::{Game, Move, Preset, Rules, Side};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn number(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is a number"))
    })
}

/// Numbers at random that JavaScript makes as easily: Marsaglia's xorshift of 32 bits.
struct Dice(u32);

impl Dice {
    /// For a game by its number.
    fn of(game: usize) -> Self {
        // Neighbours begin far from each other, and none with 0.
        let mut dice = Self((game as u32).wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995 | 1);
        for _ in 0..4 {
            dice.next();
        }
        dice
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.next()) * count as u64) >> 32) as usize
    }
}

/// How a game is played; by its number, so that each has its share.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Any turn.
    Any,
    /// No captures, where there is another turn.
    Meek,
    /// To and fro.
    Restless,
    /// Captures, where there are some.
    Greedy,
    /// Nothing that ends the game, and rather what was not there yet.
    Careful,
    /// Without captures, so that the other side can move as little as may be.
    Stifling,
    /// Captures until a side has three men, and then carefully.
    Sparing,
}

/// The manners that need nothing but the texts of the turns, and are played in WebAssembly too.
const PLAIN: [Manner; 4] = [Manner::Any, Manner::Meek, Manner::Restless, Manner::Greedy];
const ALL: [Manner; 7] = [
    Manner::Any,
    Manner::Meek,
    Manner::Restless,
    Manner::Greedy,
    Manner::Careful,
    Manner::Stifling,
    Manner::Sparing,
];

/// The turn that takes a slide or flight back.
fn back(turn: &str) -> Option<String> {
    let (from, to) = turn.split('x').next()?.split_once('-')?;
    Some(format!("{to}-{from}"))
}

/// Which of the turns is played next; they are sorted by their texts.
fn choose(
    manner: Manner,
    turns: &[(String, Move)],
    own_last: Option<&str>,
    game: &Game,
    dice: &mut Dice,
) -> usize {
    let among = |fits: &dyn Fn(&(String, Move)) -> bool, dice: &mut Dice| {
        let fitting: Vec<usize> = (0..turns.len()).filter(|&i| fits(&turns[i])).collect();
        if fitting.is_empty() {
            dice.below(turns.len())
        } else {
            fitting[dice.below(fitting.len())]
        }
    };
    match manner {
        Manner::Any => dice.below(turns.len()),
        Manner::Meek => among(&|(text, _)| !text.contains('x'), dice),
        Manner::Greedy => among(&|(text, _)| text.contains('x'), dice),
        Manner::Restless => {
            let back = own_last.and_then(back);
            if dice.below(4) == 0 {
                dice.below(turns.len())
            } else {
                among(&|(text, _)| Some(text) == back.as_ref(), dice)
            }
        }
        Manner::Stifling => {
            let left = |&(_, mv): &(String, Move)| {
                game.position()
                    .play(mv)
                    .expect("a legal turn")
                    .count_legal_moves()
            };
            let least = turns
                .iter()
                .filter(|(text, _)| !text.contains('x'))
                .map(left)
                .min();
            among(
                &|turn| !turn.0.contains('x') && Some(left(turn)) == least,
                dice,
            )
        }
        Manner::Sparing
            if Side::BOTH
                .iter()
                .all(|&side| game.position().in_all(side) > 3) =>
        {
            choose(Manner::Greedy, turns, own_last, game, dice)
        }
        Manner::Careful | Manner::Sparing => {
            let position = game.position();
            let path: Vec<u128> = game
                .path(game.current())
                .into_iter()
                .map(|id| game.node(id).position().identity())
                .collect();
            let new = |mv: Move| {
                let next = position.play(mv).expect("a legal turn");
                next.outcome().is_none() && !path.contains(&next.identity())
            };
            among(&|(text, mv)| !text.contains('x') && new(*mv), dice)
        }
    }
}

type End = (Option<&'static str>, &'static str);

fn end(game: &Game) -> Option<End> {
    game.outcome()
        .map(|outcome| (outcome.winner().map(Side::name), outcome.id()))
}

fn turns(game: &Game) -> Vec<(String, Move)> {
    let position = game.position();
    let text = |mv: Move| (mv.display(position.board()).to_string(), mv);
    let mut turns: Vec<_> = position.legal_moves().into_iter().map(text).collect();
    turns.sort_by(|one, other| one.0.cmp(&other.0));
    turns
}

/// Plays a game by the fast rules, telling each position before its turn is chosen; the turns, and
/// how it ended.
fn play(
    rules: Rules,
    number: usize,
    manners: &[Manner],
    mut watch: impl FnMut(&Game, &[(String, Move)], usize),
) -> (Game, Vec<String>, End) {
    let (manner, mut dice) = (manners[number % manners.len()], Dice::of(number));
    let mut game = Game::start(rules).expect("sound rules");
    let mut played: Vec<String> = Vec::new();
    loop {
        if let Some(end) = end(&game) {
            return (game, played, end);
        }
        let turns = turns(&game);
        let own_last = played.len().checked_sub(2).map(|i| played[i].as_str());
        let chosen = choose(manner, &turns, own_last, &game, &mut dice);
        watch(&game, &turns, chosen);
        game.play(turns[chosen].1).expect("a legal turn");
        played.push(turns[chosen].0.clone());
    }
}

/// A game by both rules.
fn compare(spec: &str, number: usize) -> &'static str {
    let mut slow = slow::Game::start(spec);
    let check = |game: &Game, slow: &slow::Game| {
        let line = slow.position().line();
        assert_eq!(game.position().to_string(), line, "{spec}, game {number}");
        assert_eq!(
            end(game),
            slow.outcome(),
            "{spec}, game {number}: the end of {line}"
        );
        assert_eq!(
            game.occurrences(),
            slow.occurrences(),
            "{spec}, game {number}: {line}"
        );
        assert_eq!(
            usize::from(game.position().clock()),
            slow.quiet(),
            "{spec}, game {number}: {line}"
        );
    };
    let (game, played, (_, reason)) = play(
        spec.parse().unwrap(),
        number,
        &ALL,
        |game, turns, chosen| {
            check(game, &slow);
            let mut legal = slow.legal();
            assert!(
                turns
                    .iter()
                    .map(|(text, _)| text)
                    .eq(legal.iter().map(|(text, _)| text)),
                "{spec}, game {number}: the turns of {}: {turns:?}, {legal:?}",
                game.position()
            );
            slow.play(legal.swap_remove(chosen).1);
        },
    );
    check(&game, &slow);
    // It is over, whatever is tried.
    let mut over = game.clone();
    for (_, mv) in turns(&game) {
        assert!(over.play(mv).is_err(), "{spec}, game {number}");
    }
    assert_eq!(over.nodes().len(), played.len() + 1);
    reason
}

/// How games by a rule set can end, and in how many games at random each end is seen.
fn ends(rules: &Rules) -> Vec<(&'static str, usize)> {
    let mills_win = rules.get("goal").as_deref() == Some("mill");
    // In the games of three men a side can always move until somebody has a mill: all their
    // positions have been looked at.
    let stuck = rules.get("fly").as_deref() != Some("always") && rules.men > 3;
    let to_the_last = rules.get("least").as_deref() == Some("1");
    // A full board is an end of its own only where that is not the beginning of something else.
    let full = matches!(rules.get("full").as_deref(), Some("draw" | "loses"));
    let counted = rules.get("placing").as_deref() == Some("count");
    let fills = full && !counted && 2 * usize::from(rules.men) == rules.board.points().len();
    let freed = rules.get("blocked").as_deref() == Some("free");
    // On the diagonals of Marelle Triple a side is shut in only once in some 800 games.
    let shut_in = if rules.base().id() == "marelle-triple" {
        10_000
    } else {
        200
    };
    let all = [
        ("fewer-than-three", !mills_win && !to_the_last, 200),
        ("no-men", !mills_win && to_the_last, 200),
        ("mill", mills_win, 200),
        ("blocked", stuck && !freed, shut_in),
        // Once in some 20,000 games nobody can free the other.
        ("neither-can-move", freed, 200_000),
        ("full-board", fills, 200),
        (
            "ten-moves",
            rules.get("ten").as_deref() != Some("never"),
            200,
        ),
        ("quiet", true, 200),
        ("repetition", true, 200),
    ];
    all.into_iter()
        .filter(|&(_, can, _)| can)
        .map(|(reason, _, seen)| (reason, seen))
        .collect()
}

#[test]
fn whole_games_are_the_same_by_fast_and_slow_rules() {
    const BLOCK: usize = 50;
    let (games, from) = (number("MERELS_GAMES", 200), number("MERELS_FROM", 0));
    let only = std::env::var("MERELS_PRESET").ok();
    for preset in Preset::ALL
        .iter()
        .copied()
        .filter(|preset| only.as_ref().is_none_or(|only| only == preset.id()))
    {
        let (rules, began) = (preset.rules(), std::time::Instant::now());
        let next = AtomicUsize::new(0);
        let work = || {
            let mut tally = BTreeMap::<&str, usize>::new();
            loop {
                let first = next.fetch_add(BLOCK, Relaxed);
                if first >= games {
                    return tally;
                }
                for number in first..games.min(first + BLOCK) {
                    *tally
                        .entry(compare(preset.id(), from + number))
                        .or_default() += 1;
                }
            }
        };
        let threads = number(
            "MERELS_THREADS",
            std::thread::available_parallelism().map_or(1, usize::from),
        );
        let mut tally = BTreeMap::<&str, usize>::new();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            for (reason, count) in workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("no difference"))
            {
                *tally.entry(reason).or_default() += count;
            }
        });
        let rate = games as f64 / began.elapsed().as_secs_f64();
        println!(
            "{}: {games} games, {rate:.0} a second: {tally:?}",
            preset.id()
        );
        assert_eq!(tally.values().sum::<usize>(), games);
        let missing =
            |&(reason, seen): &(&str, usize)| games >= seen && !tally.contains_key(reason);
        let missing: Vec<_> = ends(&rules).into_iter().filter(missing).collect();
        assert!(
            missing.is_empty(),
            "{}: nothing ended by {missing:?}: {tally:?}",
            preset.id()
        );
        let can = |reason: &&str| ends(&rules).iter().any(|(end, _)| end == reason);
        assert!(tally.keys().all(can), "{}: {tally:?}", preset.id());
    }
}

/// Rule sets beside the presets, so that every draw rule and every way to be stuck is counted.
#[test]
fn whole_games_of_option_mixes_are_the_same() {
    let mixes = [
        ("nine[ten=both]", "ten-moves"),
        ("nine[quiet=7,repeat=never]", "quiet"),
        ("lasker[blocked=draw,fly=never]", "blocked"),
        ("seven[blocked=pass,full=play,mills=each,quiet=40]", "quiet"),
        ("twelve[blocked=pass,full=play]", "neither-can-move"),
        ("morabaraba[first=black,fly=4,repeat=never]", "ten-moves"),
        ("six[phases=mixed,protect=never]", "repetition"),
        ("twelve[between=taken,least=1]", "no-men"),
        ("mul-mulan[fly=3,mills=each,phases=mixed]", "no-men"),
        ("lasker[between=taken,fly=jump]", "fewer-than-three"),
        ("nine[between=enclosed]", "fewer-than-three"),
        ("twelve[between=either,least=1,mills=each]", "no-men"),
        ("nine[leap=take]", "fewer-than-three"),
        (
            "picaria[between=taken,goal=capture,men=5]",
            "fewer-than-three",
        ),
        (
            "three[begin=board,fly=jump,goal=capture]",
            "fewer-than-three",
        ),
    ];
    for (spec, wanted) in mixes {
        let (games, mut tally) = (
            number("MERELS_GAMES", 200).min(20_000),
            BTreeMap::<&str, usize>::new(),
        );
        for number in 0..games {
            *tally.entry(compare(spec, number)).or_default() += 1;
        }
        assert!(
            games < 200 || tally.contains_key(wanted),
            "{spec}: {tally:?}"
        );
    }
}

/// FNV-1a of 32 bits.
fn hash(mut sum: u32, text: &str) -> u32 {
    for byte in text.bytes() {
        sum = (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    sum
}

fn table() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games.csv")
}

/// The sums of a preset's games, after each of these numbers of them.
fn sums(preset: Preset, marks: &[usize]) -> String {
    let (mut text, mut sum) = (String::new(), 0x811c_9dc5);
    for number in 0..marks.last().copied().unwrap_or(0) {
        let (game, played, (winner, reason)) = play(preset.rules(), number, &PLAIN, |_, _, _| {});
        let winner = winner.unwrap_or("nobody");
        sum = hash(
            sum,
            &format!(
                "{} {winner} {reason} {}\n",
                played.join(" "),
                game.position()
            ),
        );
        if marks.contains(&(number + 1)) {
            writeln!(text, "{},{},{sum:08x}", preset.id(), number + 1).unwrap();
        }
    }
    text
}

/// `MERELS_WRITE=1` writes the table anew.
#[test]
fn the_games_for_webassembly_are_these() {
    const HEAD: &str = "preset,games,sum\n";
    let marks: Vec<usize> = [10]
        .into_iter()
        .chain((100..=10_000).step_by(100))
        .collect();
    if std::env::var_os("MERELS_WRITE").is_some() {
        let all: String = Preset::ALL
            .iter()
            .copied()
            .map(|preset| sums(preset, &marks))
            .collect();
        std::fs::write(table(), HEAD.to_owned() + &all).unwrap();
    }
    let table = std::fs::read_to_string(table()).unwrap();
    assert!(
        table.starts_with(HEAD) && table.lines().count() == 1 + Preset::ALL.len() * marks.len(),
        "tests/data/README.md says how games.csv gets the rows of every preset"
    );
    for &preset in Preset::ALL {
        assert!(
            table.contains(&sums(preset, &marks[..3])),
            "{}",
            preset.id()
        );
    }
}
