//! Rules, positions and games at random, the same for the same seed.

use merels::position::BySide;
use merels::rules::{Begin, OPTIONS, OptionValues};
use merels::{Game, Move, Position, Preset, Rules, Setup, Side};

pub use crate::slow::Rng;

pub const REMARKS: [&str; 14] = [
    "good",
    "a longer remark, long enough to be broken over more than one line of eighty columns, perhaps even over two",
    "braces { and } inside",
    "backslash \\ and \\} and \\n and ends with one \\",
    "two\nlines",
    "  spaces   within,  and   around  ",
    "naïve — “quoted” … 棋",
    "percent %sign and 100 % of it, repeated so that a line would break before it: % % % % % % % % % % % % % %",
    "[%end resignation 0-1] says nothing",
    "; ( ) [ ] $5 1-0 * 12. d6",
    "\\[%end resignation 0-1]",
    "}{",
    "\\",
    "a\r\nb\rc \n d",
];

const VALUES: [&str; 6] = [
    "",
    "?",
    "2024.01.31",
    "quote \" and \\ and ]",
    "two\nlines",
    "棋 {x}",
];

/// A game with variations, comments, glyphs, tags and declared ends, all of them at random.
pub fn random_game(rules: Rules, rng: &mut Rng) -> Game {
    let mut game = match rng.below(3) {
        0 => Game::from_position(random_position(rules, rng)),
        _ => Game::start(rules).unwrap(),
    };
    for _ in 0..rng.below(150) {
        match rng.below(12) {
            0 => {
                let node = game.node_id(rng.below(game.nodes().len())).unwrap();
                game.go_to(node);
            }
            1 => {
                let current = game.current();
                game.set_comment(current, rng.pick(&REMARKS)).unwrap();
            }
            2 => {
                let current = game.current();
                let glyphs = [
                    game.node(current).glyphs.as_slice(),
                    &[rng.below(256) as u8],
                ]
                .concat();
                game.set_glyphs(current, &glyphs).unwrap();
            }
            3 if rng.below(8) == 0 => {
                let side = rng.pick(&Side::BOTH);
                let _ = match rng.below(3) {
                    0 => game.resign(side),
                    1 => game.lose_on_time(side),
                    _ => game.agree_draw(),
                };
            }
            _ => {
                if let Some(mv) = pick_move(game.position(), rng) {
                    let _ = game.play(mv);
                }
            }
        }
    }
    for name in ["Round", "White", "Event", "Annotator", "Date", "Black"] {
        if rng.below(2) == 0 {
            game.set_tag(name, rng.pick(&VALUES)).unwrap();
        }
    }
    game
}

pub fn pick_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| rng.pick(&moves))
}

/// How many cases to test: a few, or as many as `MERELS_CASES` says.
pub fn cases(few: usize) -> usize {
    std::env::var("MERELS_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(few)
}

/// The presets, and rule sets that show in the notation.
pub fn all_rules() -> Vec<Rules> {
    let custom = [
        "nine[first=black]",
        "nine[mills=each]",
        "six[blocked=pass,fly=3]",
        "morabaraba[first=black]",
        "mul-mulan[fly=jump,mills=each]",
        "nine[between=enclosed]",
        "nine[leap=take]",
        "three[begin=board]",
    ];
    let custom = custom.iter().map(|spec| spec.parse().unwrap());
    Preset::ALL
        .iter()
        .map(|preset| preset.rules())
        .chain(custom)
        .collect()
}

/// A preset with some options changed.
pub fn random_rules(rng: &mut Rng) -> Rules {
    loop {
        let mut rules = rng.pick(Preset::ALL).rules();
        for option in OPTIONS {
            if rng.below(5) > 0 {
                continue;
            }
            let value = match option.values {
                OptionValues::Choices(choices) => rng.pick(choices).value.to_owned(),
                OptionValues::Number(_, _, true) if rng.below(2) == 0 => "never".to_owned(),
                OptionValues::Number(least, most, _) => {
                    (usize::from(least) + rng.below(usize::from(most - least) + 1)).to_string()
                }
                _ => unreachable!("{} has other values", option.key),
            };
            rules.set(option.key, &value).unwrap();
        }
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// A position by these rules: one out of a game, or one that somebody has set up.
pub fn random_position(rules: Rules, rng: &mut Rng) -> Position {
    if rng.below(2) == 0
        && let Some(position) = (0..50).find_map(|_| random_setup(rules, rng).try_into().ok())
    {
        return position;
    }
    let mut position = Position::start(rules).unwrap();
    for _ in 0..rng.below(80) {
        let Some(mv) = pick_move(&position, rng) else {
            break;
        };
        position = position.play(mv).unwrap();
    }
    position
}

/// A set-up that is often legal.
pub fn random_setup(rules: Rules, rng: &mut Rng) -> Setup {
    let mut setup = Setup::start(rules);
    setup.men = BySide::default();
    let mut free: Vec<_> = rules.board.points().collect();
    let placing = rng.below(2) == 0 && rules.begin == Begin::Hand;
    for side in Side::BOTH {
        let all = usize::from(rules.men);
        let men = rng.below(all + 1);
        for _ in 0..men {
            let point = free.swap_remove(rng.below(free.len()));
            setup.men[side] = setup.men[side].with(point);
        }
        setup.hands[side] = if placing {
            rng.below(all - men + 1) as u8
        } else {
            0
        };
    }
    setup.side_to_move = rng.pick(&Side::BOTH);
    setup.clock = rng.pick(&[0, 0, 1, 19, 20, 99, u16::MAX]);
    setup.number = rng.pick(&[1, 2, 57, u32::MAX]);
    setup
}
