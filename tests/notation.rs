//! Records, PlayOK's numbers and FENs: what is written is read again the same, and bad text is refused with the place
//! and the reason.

use merels::game::NodeId;
use merels::notation::{read_any, read_record, write_record};
use merels::{Game, Move, Position, Preset, Rules, Side};

/// A small generator of numbers, so that a failing game is the same everywhere (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

const REMARKS: [&str; 14] = [
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

const VALUES: [&str; 6] = ["", "?", "2024.01.31", "quote \" and \\ and ]", "two\nlines", "棋 {x}"];

/// A game with variations, comments, glyphs, tags and declared ends, all of them at random.
fn random_game(rules: Rules, dice: &mut Dice) -> Game {
    let start = Position::start(rules).unwrap();
    let mut position = start;
    if dice.roll(3) == 0 {
        for _ in 0..dice.roll(40) {
            let Some(mv) = pick_move(&position, dice) else { break };
            position = position.play(mv).unwrap();
        }
    }
    let mut game = Game::from_position(position);
    for _ in 0..dice.roll(150) {
        match dice.roll(12) {
            0 => {
                let node = game.node_id(dice.roll(game.nodes().len())).unwrap();
                game.go_to(node);
            }
            1 => {
                let current = game.current();
                game.node_mut(current).comment = dice.pick(&REMARKS).to_owned();
            }
            2 => {
                let current = game.current();
                game.node_mut(current).glyphs.push(dice.roll(256) as u8);
            }
            3 if dice.roll(8) == 0 => {
                let side = dice.pick(&Side::BOTH);
                let _ = match dice.roll(3) {
                    0 => game.resign(side),
                    1 => game.lose_on_time(side),
                    _ => game.agree_draw(),
                };
            }
            _ => {
                if let Some(mv) = pick_move(game.position(), dice) {
                    let _ = game.play(mv);
                }
            }
        }
    }
    for name in ["Round", "White", "Event", "Annotator", "Date", "Black"] {
        if dice.roll(2) == 0 {
            game.set_tag(name, dice.pick(&VALUES));
        }
    }
    game
}

fn pick_move(position: &Position, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| dice.pick(&moves))
}

/// Everything that a record keeps, in the order of a walk over the tree.
fn told(game: &Game) -> Vec<String> {
    let mut told = Vec::new();
    let mut open = vec![(NodeId::ROOT, 0)];
    while let Some((id, depth)) = open.pop() {
        let node = game.node(id);
        let comment = node.comment.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned();
        let mv = node.mv().map(|mv| mv.display(node.position().board()).to_string());
        told.push(format!(
            "{depth} {mv:?} {} {comment:?} {:?} {:?}",
            node.position(),
            node.glyphs,
            node.declared().or(game.outcome_at(id))
        ));
        open.extend(node.children().iter().rev().map(|&child| (child, depth + 1)));
    }
    let first = ["Event", "Date", "White", "Black"];
    let mut tags = game.tags().to_vec();
    tags.sort_by_key(|(name, _)| first.iter().position(|first| first == name).unwrap_or(first.len()));
    told.extend(tags.iter().map(|tag| format!("{tag:?}")));
    told
}

fn cases(few: usize) -> usize {
    std::env::var("MERELS_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(few)
}

/// The presets, and rule sets that show in the notation.
fn all_rules() -> Vec<Rules> {
    let custom = ["nine[first=black]", "nine[mills=each]", "six[blocked=pass,fly=3]", "morabaraba[first=black]"];
    let custom = custom.iter().map(|spec| spec.parse().unwrap());
    Preset::ALL.iter().map(|preset| preset.rules()).chain(custom).collect()
}

#[test]
fn records_give_their_games_back() {
    let mut dice = Dice(1);
    for rules in all_rules() {
        for _ in 0..cases(50) {
            let game = random_game(rules, &mut dice);
            let text = write_record(&game);
            let read = read_record(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(told(&read), told(&game), "\n{text}");
            assert_eq!(write_record(&read), text);
            assert_eq!(read.current(), *read.main_line().last().unwrap());
            let read = read_any(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(told(&read), told(&game), "\n{text}");
        }
    }
}
