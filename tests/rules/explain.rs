//! What turns do, as `tests/data/explain/cases.txt` has it, and that it is the same through every
//! symmetry.

use super::random::{Rng, all_rules, cases, random_position};
use merels::board::Points;
use merels::explain::{Condition, Fact, FactKind, Verdict, describe_move};
use merels::notation::read_move;
use merels::value::Wdl;
use merels::{Move, Position, Setup};
use serde_json::json;
use std::fs;

fn told(position: &Position, mv: Move) -> Vec<String> {
    let facts = describe_move(position, mv)
        .unwrap_or_else(|error| panic!("{position} {}: {error}", mv.display(position.board())));
    facts
        .into_iter()
        .map(|fact| fact.display(position.board()).to_string())
        .collect()
}

#[test]
fn cases_made_by_hand() {
    let text = fs::read_to_string("tests/data/explain/cases.txt").expect("the cases");
    let (mut wrong, mut seen) = (Vec::new(), Vec::new());
    let mut position = None;
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let Some((turn, facts)) = line.split_once(": ") else {
            position = Some(
                line.parse::<Position>()
                    .unwrap_or_else(|error| panic!("{line}: {error}")),
            );
            continue;
        };
        let position = position.as_ref().expect("a position before its turns");
        let mv =
            read_move(turn, position.board()).unwrap_or_else(|error| panic!("{line}: {error}"));
        let expected: Vec<&str> = facts
            .split("; ")
            .filter(|fact| *fact != "nothing")
            .collect();
        let found = told(position, mv);
        if found != expected {
            wrong.push(format!("{position}\n{turn}: {}", found.join("; ")));
        }
        seen.extend(
            describe_move(position, mv)
                .unwrap_or_default()
                .into_iter()
                .map(|fact| fact.kind),
        );
    }
    assert!(wrong.is_empty(), "found instead:\n{}", wrong.join("\n"));
    let missing: Vec<_> = FactKind::ALL
        .iter()
        .filter(|kind| !seen.contains(kind))
        .collect();
    assert!(missing.is_empty(), "kinds without a case: {missing:?}");
}

#[test]
fn the_same_through_every_symmetry() {
    let mut rng = Rng::new(7);
    for rules in all_rules() {
        for _ in 0..cases(40) {
            let position = random_position(rules, &mut rng);
            let moves = position.legal_moves();
            if moves.is_empty() {
                continue;
            }
            let mv = rng.pick(&moves);
            let symmetry = rng.pick(rules.symmetries());
            let sorted = |mut facts: Vec<Fact>| {
                facts.sort_by_key(|fact| (fact.kind, fact.points));
                facts
            };
            let here = describe_move(&position, mv)
                .unwrap()
                .into_iter()
                .map(|fact| fact.mapped(&symmetry))
                .collect();
            let there = describe_move(&position.mapped(&symmetry), mv.mapped(&symmetry)).unwrap();
            assert_eq!(
                sorted(here),
                sorted(there),
                "{position} {}",
                mv.display(position.board())
            );
        }
    }
}

/// What can be said more slowly, by playing on.
#[test]
fn as_play_goes_on() {
    let mut rng = Rng::new(11);
    for rules in all_rules() {
        for _ in 0..cases(40) {
            let position = random_position(rules, &mut rng);
            let moves = position.legal_moves();
            if moves.is_empty() {
                continue;
            }
            let mv = rng.pick(&moves);
            let facts = describe_move(&position, mv).unwrap();
            let about = |kind: FactKind| {
                facts
                    .iter()
                    .filter(move |fact| fact.kind == kind)
                    .map(|fact| fact.points)
            };
            let after = position.play(mv).unwrap();
            let name = format!("{position} {}", mv.display(position.board()));
            assert_eq!(
                about(FactKind::Closes).collect::<Vec<_>>(),
                sorted(position.closes(mv)),
                "{name}"
            );
            assert_eq!(
                about(FactKind::Takes).next().unwrap_or_default(),
                mv.captures(),
                "{name}"
            );
            let won = after
                .outcome()
                .is_some_and(|outcome| outcome.winner() == Some(position.side_to_move()));
            assert_eq!(about(FactKind::Wins).count() == 1, won, "{name}");
            if after.outcome().is_some() {
                continue;
            }
            let mut left: Vec<Points> = about(FactKind::Leaves)
                .chain(about(FactKind::Allows))
                .collect();
            left.sort_unstable();
            // What the other side can close, even where it is not its turn yet.
            let mut passed = Setup::from(after);
            passed.side_to_move = position.side_to_move().other();
            let Ok(theirs) = Position::try_from(passed) else {
                continue;
            };
            let replies = theirs.legal_moves();
            let closed = replies
                .iter()
                .flat_map(|reply| theirs.closes(*reply))
                .collect();
            assert_eq!(left, sorted(closed), "{name}");
        }
    }
}

fn sorted(mut mills: Vec<Points>) -> Vec<Points> {
    mills.sort_unstable();
    mills.dedup();
    mills
}

#[test]
fn conditions() {
    let position: Position = "nine W2/3/3/W4W/3/3/BBB w 0,0 0 30"
        .parse()
        .expect("a position");
    let board = position.board();
    let mv = position.legal_moves()[0];
    let facts = describe_move(&position, mv).expect("legal");
    let holds = |text: &str| Condition::read(text, board).expect(text).holds(mv, &facts);
    let written = mv.display(board).to_string();
    assert!(holds("any") && !holds("!any"));
    assert!(holds(&format!("turn:{written}")) && !holds(&format!("!turn:a7,{written}")));
    assert_eq!(
        holds("closes"),
        facts.iter().any(|fact| fact.kind == FactKind::Closes)
    );
    for bad in [
        "",
        "shut",
        "turn:",
        "turn:z9",
        "closes:z9",
        "any:a1",
        "!!any",
        "closes takes:",
    ] {
        assert!(Condition::read(bad, board).is_err(), "{bad}");
    }
    // However long a word is, and whatever is in it, the message is a short line.
    for long in ["x".repeat(1 << 20), "turn:\u{1b}\n".repeat(1 << 16)] {
        let message = Condition::read(&long, board).unwrap_err().to_string();
        assert!(
            message.len() < 200 && !message.contains(char::is_control),
            "{message:.300}"
        );
    }
}

#[test]
fn verdicts() {
    use Wdl::{Draw, Loss, Win};
    let of = |value, all: &[Wdl]| json!(Verdict::of(value, all.iter().copied()));
    assert_eq!(of(Win, &[Win, Win, Loss]), "win");
    assert_eq!(of(Win, &[Draw, Win, Loss]), "only-win");
    assert_eq!(of(Draw, &[Draw, Win]), "win-to-draw");
    assert_eq!(of(Loss, &[Loss, Win]), "win-to-loss");
    assert_eq!(of(Draw, &[Draw, Draw]), "draw");
    assert_eq!(of(Draw, &[Draw, Loss]), "only-draw");
    assert_eq!(of(Draw, &[Draw]), "draw");
    assert_eq!(of(Loss, &[Draw, Loss]), "draw-to-loss");
    assert_eq!(of(Loss, &[Loss, Loss]), "loss");
}
