//! Judging turns and games, and changing the tree of a game.

use super::random::Rng;
use merels::game::NodeId;
use merels::notation::{read_move, read_record, write_record};
use merels::review::{
    Certainty, Expected, Judgement, PositionScores, Review, expected, is_exact, judge, only,
};
use merels::search::Score;
use merels::{Game, Preset};
use serde_json::json;
use std::collections::BTreeSet;

/// Judged by scores alone.
fn review(game: &Game, last: NodeId, scores: &[Option<Score>]) -> Review {
    merels::review::review(
        game,
        last,
        PositionScores {
            scores,
            others: &[],
        },
    )
}

fn game(turns: &str) -> Game {
    let mut game = Game::start(Preset::Nine.rules()).unwrap();
    play(&mut game, turns);
    game
}

fn play(game: &mut Game, turns: &str) {
    for turn in turns.split_whitespace() {
        let mv = read_move(turn, game.position().board()).unwrap();
        game.play(mv).unwrap();
    }
}

/// The moves of the record, as one line.
fn moves(game: &Game) -> String {
    let record = write_record(game);
    record
        .split("\n\n")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn expectations_are_those_of_the_formula() {
    for (score, wanted) in [
        (Score::Win(9), 1.0),
        (Score::Draw, 0.5),
        (Score::Loss(0), 0.0),
        (Score::Cp(0), 0.5),
        (Score::Cp(100), 0.75),
        (Score::Cp(-100), 0.25),
        (Score::Cp(200), 0.9),
        (Score::Cp(10_000), 1.0),
        (Score::Cp(-10_000), 0.0),
    ] {
        assert!(
            (expected(score) - wanted).abs() < 1e-12,
            "{score}: {}",
            expected(score)
        );
        assert_eq!(
            is_exact(score),
            !matches!(score, Score::Cp(-9_999..=9_999)),
            "{score}"
        );
    }
    for cp in -2500..2500 {
        let (less, more) = (expected(Score::Cp(cp)), expected(Score::Cp(cp + 1)));
        assert!(less < more, "{cp}");
        assert!(
            (less + expected(Score::Cp(-cp)) - 1.0).abs() < 1e-12,
            "{cp}: what one side has the other lacks"
        );
    }
}

#[test]
fn turns_are_judged_by_exact_values_where_both_are() {
    use Judgement::*;
    let [win, draw, loss] = [Score::Win(12), Score::Draw, Score::Loss(7)];
    for (before, after, wanted) in [
        (win, Score::Win(40), Kept),
        (win, Score::Cp(10_000), Kept),
        (win, draw, WinDrawn),
        (win, loss, WinLost),
        (Score::Cp(10_000), Score::Cp(-10_000), WinLost),
        (draw, draw, Kept),
        (draw, loss, DrawLost),
        (loss, loss, Kept),
        // An estimate before it: nobody knows what was lost.
        (Score::Cp(0), loss, Blunder),
        (Score::Cp(0), Score::Cp(0), Kept),
        (Score::Cp(0), Score::Cp(50), Kept),
        (Score::Cp(0), Score::Cp(-30), Kept),
        (Score::Cp(0), Score::Cp(-40), Dubious),
        (Score::Cp(0), Score::Cp(-80), Mistake),
        (Score::Cp(100), Score::Cp(-90), Blunder),
        (Score::Cp(900), Score::Cp(400), Kept),
        (draw, Score::Cp(-300), Blunder),
    ] {
        assert_eq!(judge(before, after), wanted, "{before}, {after}");
    }
}

#[test]
fn an_only_turn_keeps_what_all_others_lose() {
    let [win, draw, loss, won] = [
        Score::Win(12),
        Score::Draw,
        Score::Loss(7),
        Score::Cp(10_000),
    ];
    for (before, after, other, wanted) in [
        (win, win, draw, Some(Certainty::Exact)),
        (win, win, loss, Some(Certainty::Exact)),
        (win, Score::Win(40), won, None),
        (draw, draw, loss, Some(Certainty::Exact)),
        (draw, draw, draw, None),
        (draw, loss, loss, None),
        (loss, loss, loss, None),
        (win, won, Score::Cp(300), None),
        (win, won, Score::Cp(50), Some(Certainty::Estimate)),
        (draw, draw, Score::Cp(-90), Some(Certainty::Estimate)),
        (Score::Cp(0), Score::Cp(10), Score::Cp(-40), None),
        (
            Score::Cp(0),
            Score::Cp(10),
            Score::Cp(-80),
            Some(Certainty::Estimate),
        ),
        (Score::Cp(0), Score::Cp(-90), Score::Cp(-80), None),
    ] {
        assert_eq!(
            only(before, after, other),
            wanted,
            "{before}, {after}, {other}"
        );
    }
    let game = game("d6 f4 d2");
    let scores = [Some(draw), Some(draw), Some(win), Some(Score::Loss(11))];
    let others = [Some(loss), Some(draw), Some(draw)];
    let judged = merels::review::review(
        &game,
        game.current(),
        PositionScores {
            scores: &scores,
            others: &others,
        },
    );
    // Black's turn lost a draw that another would have kept: no only turn, though White's second is
    // one.
    assert_eq!(
        judged
            .turns
            .iter()
            .map(|turn| turn.only)
            .collect::<Vec<_>>(),
        [Some(Certainty::Exact), None, Some(Certainty::Exact)]
    );
    assert!(
        review(&game, game.current(), &scores)
            .turns
            .iter()
            .all(|turn| turn.only.is_none())
    );
}

#[test]
fn a_game_is_judged_from_both_sides() {
    let game = game("d6 f4 d2 b4 f6");
    let scores = [
        Some(Score::Draw),       // White keeps it,
        Some(Score::Draw),       // Black loses,
        Some(Score::Win(21)),    // White throws the win away,
        Some(Score::Draw),       // Black loses again,
        Some(Score::Cp(10_000)), // and White as well.
        Some(Score::Win(3)),
    ];
    let judged = review(&game, game.current(), &scores);
    let words: Vec<_> = judged
        .turns
        .iter()
        .map(|turn| json!(turn.judgement))
        .collect();
    assert_eq!(
        words,
        ["kept", "draw-lost", "win-drawn", "draw-lost", "win-lost"]
    );
    assert!(judged.turns.iter().all(|turn| turn.exact));
    assert_eq!(
        judged
            .turns
            .iter()
            .map(|turn| turn.lost)
            .collect::<Vec<_>>(),
        [0.0, 0.5, 0.5, 0.5, 1.0]
    );
    assert_eq!(
        judged.turning,
        [4, 1, 2, 3],
        "the worst first, else as they came"
    );
    // White could expect 1/2 + 1 + 1 and kept 1/2 + 1/2; Black could expect 1/2 + 1/2 and kept
    // nothing.
    assert_eq!(judged.accuracy.0, [Some(40.0), Some(0.0)]);
    let white: Vec<_> = judged
        .values
        .iter()
        .map(|value| value.unwrap().white)
        .collect();
    assert_eq!(white, [0.5, 0.5, 1.0, 0.5, 1.0, 0.0]);
}

#[test]
fn what_is_not_known_is_not_judged() {
    let game = game("d6 f4 d2");
    let nothing = review(&game, game.current(), &[]);
    assert!(
        nothing
            .turns
            .iter()
            .all(|turn| turn.judgement == Judgement::Unknown && turn.lost == 0.0)
    );
    assert_eq!(
        (nothing.accuracy.0, nothing.turning.len()),
        ([None, None], 0)
    );
    assert_eq!(nothing.values, [None; 4]);
    let some = review(
        &game,
        game.current(),
        &[None, Some(Score::Cp(0)), Some(Score::Cp(0))],
    );
    assert_eq!(some.accuracy.0, [None, Some(100.0)]);
    assert!(!some.turns[1].exact);
    // Who is lost has nothing to keep.
    let lost = review(
        &game,
        game.current(),
        &[Some(Score::Loss(4)), Some(Score::Win(3))],
    );
    assert_eq!(lost.accuracy.0[0], None);
    assert_eq!(lost.turns[0].judgement, Judgement::Kept);
}

#[test]
fn the_rules_say_what_an_ended_game_is_worth() {
    let mut game = Game::start(Preset::Three.rules()).unwrap();
    play(&mut game, "a1 a3 b1 b3 c1");
    let judged = review(
        &game,
        game.current(),
        &[None, None, None, Some(Score::Win(2)), Some(Score::Win(1))],
    );
    assert!(
        matches!(judged.values.last(), Some(Some(Expected { white, exact: true, .. })) if *white == 1.0)
    );
    assert_eq!(judged.turns[4].judgement, Judgement::Kept);
    assert_eq!(judged.turns[3].judgement, Judgement::WinLost);
    assert!(game.is_finished());
    // Giving up says nothing about the position.
    let mut given_up = self::game("d6");
    given_up.resign(merels::Side::Black).unwrap();
    assert_eq!(
        review(&given_up, given_up.current(), &[]).values,
        [None, None]
    );
    assert!(given_up.is_finished());
    given_up.undo();
    assert!(given_up.is_finished(), "seen from any position");
    play(&mut given_up, "f4 a1");
    given_up.promote(given_up.current());
    assert!(given_up.is_finished(), "whichever line comes first");
    assert!(!self::game("d6 f4").is_finished());
    game.undo();
    game.cut(game.ahead()[0]);
    assert!(!game.is_finished(), "the end was cut off");
}

#[test]
fn a_line_is_cut_off_and_put_back_where_it_was() {
    let mut game = game("d6 f4 d2 b4");
    game.go_to(game.path(game.current())[2]);
    play(&mut game, "b6 d1");
    let variation = game.path(game.current())[3];
    game.go_to(game.path(game.current())[2]);
    play(&mut game, "a1");
    let before = moves(&game);
    assert_eq!(before, "1. d6 f4 2. d2 (2. b6 d1) (2. a1) 2... b4 *");

    game.go_to(game.path(variation)[3]);
    assert!(game.cut(variation));
    assert!(!game.cut(variation), "only once");
    assert_eq!(moves(&game), "1. d6 f4 2. d2 (2. a1) 2... b4 *");
    assert_eq!(
        game.path(game.current()).len(),
        3,
        "one looks at the node before it"
    );
    assert_eq!(game.node_id(variation.index()), None);
    assert!(!game.cut(NodeId::ROOT));
    let first = game.node_id(1).unwrap();
    assert!(game.cut(first));
    assert_eq!((moves(&game).as_str(), game.current()), ("*", NodeId::ROOT));
    assert_eq!(game.restore(), Some(first));
    assert_eq!(game.restore(), Some(variation));
    assert_eq!(moves(&game), before);
    assert_eq!(game.restore(), None);
}

#[test]
fn a_line_put_back_beside_its_twin_becomes_one_with_it() {
    let mut game = game("d6 f4 d2 b4");
    let line = game.path(game.current());
    game.set_comment(line[3], "said").unwrap();
    game.cut(line[2]);
    game.go_to(line[1]);
    play(&mut game, "f4 d2 a1");
    game.restore();
    assert_eq!(moves(&game), "1. d6 f4 2. d2 {said} 2... a1 (2... b4) *");
    assert_eq!(
        write_record(&read_record(&write_record(&game)).unwrap()),
        write_record(&game)
    );
    assert_eq!(game.path(game.current()).len(), 5);
}

#[test]
fn a_variation_becomes_the_main_line() {
    let mut game = game("d6 f4");
    game.go_to(NodeId::ROOT);
    play(&mut game, "a1 a4 a7");
    game.undo();
    play(&mut game, "b2");
    assert_eq!(moves(&game), "1. d6 (1. a1 a4 2. a7 (2. b2)) 1... f4 *");
    game.promote(game.current());
    assert_eq!(moves(&game), "1. a1 (1. d6 f4) 1... a4 2. b2 (2. a7) *");
    game.promote(game.current());
    assert_eq!(moves(&game), "1. a1 (1. d6 f4) 1... a4 2. b2 (2. a7) *");
}

#[test]
fn the_line_last_looked_at_is_gone_forward_on() {
    let mut game = game("d6");
    game.undo();
    play(&mut game, "f4");
    let [d6, f4] = game.node(NodeId::ROOT).children()[..] else {
        panic!("two lines")
    };
    // Back from a line that was not chosen, but is the only one left, and no longer when there are
    // two again.
    assert!(game.cut(f4) && game.redo());
    assert_eq!((game.current(), game.restore()), (d6, Some(f4)));
    assert!(game.undo());
    game.promote(f4);
    assert_eq!(game.ahead(), [d6]);
    assert!(game.redo());
    assert_eq!(game.current(), d6);
    // Of lines that nobody has looked at, the main one.
    game.cut(d6);
    assert_eq!(game.ahead(), [f4]);
}

/// A tree of `turns` turns, each played somewhere in it.
fn random_tree(seed: u64, turns: usize) -> Game {
    let mut rng = Rng::new(seed);
    let mut game = Game::start(Preset::Six.rules()).unwrap();
    for _ in 0..turns {
        if rng.below(4) == 0 {
            let node = game.node_id(rng.below(game.nodes().len())).unwrap();
            game.go_to(node);
        }
        let legal = game.position().legal_moves();
        if game.outcome().is_none() && !legal.is_empty() {
            game.play(rng.pick(&legal)).unwrap();
        }
    }
    game
}

#[test]
fn whatever_is_cut_off_comes_back() {
    for seed in 0..60 {
        let mut game = random_tree(seed, 40);
        let record = write_record(&game);
        let nodes: Vec<_> = game.nodes().map(|(id, _)| id).collect();
        // Several at once, some of them inside others.
        let cut: Vec<_> = nodes
            .iter()
            .skip(1 + seed as usize % 7)
            .step_by(5)
            .copied()
            .collect();
        let done = cut.iter().filter(|&&id| game.cut(id)).count();
        let left = nodes.iter().filter(|&&id| game.is_in_tree(id)).count();
        assert!(done > 0 && left < nodes.len(), "seed {seed}");
        assert!(
            game.is_in_tree(game.current()),
            "seed {seed}: one never stands outside"
        );
        let read = read_record(&write_record(&game)).unwrap();
        assert_eq!(
            read.nodes().len(),
            left,
            "seed {seed}: nothing of it is written"
        );
        for _ in 0..done {
            assert!(game.restore().is_some(), "seed {seed}");
        }
        assert_eq!(write_record(&game), record, "seed {seed}");
        assert_eq!(game.restore(), None, "seed {seed}");
    }
}

#[test]
fn what_was_cut_off_in_a_line_comes_back_in_its_twin() {
    let mut game = game("a7 d7");
    let line = game.path(game.current());
    game.cut(line[2]);
    game.cut(line[1]);
    play(&mut game, "a7");
    let twin = game.current();
    assert_eq!(
        (game.restore(), game.restore()),
        (Some(twin), Some(line[2]))
    );
    assert_eq!(
        (moves(&game).as_str(), game.node_id(2)),
        ("1. a7 d7 *", Some(line[2]))
    );
}

/// The turns that lead to a node.
fn turns(game: &Game, id: NodeId) -> Vec<String> {
    let turn = |id| {
        game.node(id)
            .mv()
            .map(|mv| mv.display(game.position().board()).to_string())
    };
    game.path(id).into_iter().filter_map(turn).collect()
}

/// Those to every node that the tree leads to.
fn lines(game: &Game) -> BTreeSet<Vec<String>> {
    let mut left = vec![NodeId::ROOT];
    let mut found = BTreeSet::new();
    while let Some(id) = left.pop() {
        found.insert(turns(game, id));
        left.extend(game.node(id).children());
    }
    found
}

#[test]
fn cuts_and_twins_in_any_order_lose_no_turn() {
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let mut game = Game::start(Preset::Six.rules()).unwrap();
        // The tree as a set of lines, and what each cut took from it.
        let mut twin = lines(&game);
        let mut cuts: Vec<BTreeSet<Vec<String>>> = Vec::new();
        for _ in 0..60 {
            let node = game.node_id(rng.below(game.nodes().len()));
            match (rng.below(8), node) {
                (0, Some(node)) => game.go_to(node),
                (1, Some(node)) => {
                    let line = turns(&game, node);
                    if game.cut(node) {
                        let (off, kept) =
                            twin.into_iter().partition(|other| other.starts_with(&line));
                        cuts.push(off);
                        twin = kept;
                    }
                }
                (2, _) => {
                    assert_eq!(game.restore().is_some(), !cuts.is_empty(), "seed {seed}");
                    twin.extend(cuts.pop().unwrap_or_default());
                }
                // Of so few turns that twins are frequent.
                _ => {
                    if let Some(&mv) = game.position().legal_moves().get(rng.below(2))
                        && let Ok(node) = game.play(mv)
                    {
                        twin.insert(turns(&game, node));
                    }
                }
            }
            assert_eq!(lines(&game), twin, "seed {seed}");
        }
    }
}

#[test]
fn promoting_loses_nothing_and_leads_to_the_node() {
    for seed in 100..140 {
        let mut game = random_tree(seed, 40);
        let before: Vec<_> = game
            .nodes()
            .map(|(id, node)| (id, node.parent(), node.mv()))
            .collect();
        for &(id, ..) in &before {
            game.promote(id);
            let path = game.path(id);
            assert_eq!(game.main_line()[..path.len()], path, "seed {seed}");
        }
        let after: Vec<_> = game
            .nodes()
            .map(|(id, node)| (id, node.parent(), node.mv()))
            .collect();
        assert_eq!(before, after, "seed {seed}");
        let hung: usize = game.nodes().map(|(_, node)| node.children().len()).sum();
        assert_eq!(
            hung + 1,
            before.len(),
            "seed {seed}: each hangs in one place"
        );
    }
}
