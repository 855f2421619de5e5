//! Why a turn is refused, and why a man may not be moved or taken: each reason, and that it is the
//! one that holds.

use super::random::{Rng, random_position, random_rules};
use merels::board::MAX_POINTS;
use merels::game::PlayError;
use merels::moves::IllegalMove;
use merels::notation::read_move;
use merels::rules::{Fly, Goal, Leap, Phases};
use merels::{Coded, Game, Move, Phase, Point, Points, Position};
use proptest::prelude::*;

const PLACING: &str = "nine WW1/2B/3/2B3/3/3/B2 w 6,6 0 4";
const MOVING: &str = "nine W1B/1W1/3/W2W1B/3/1B1/3 w 0,0 0 12";
const GOTONG: &str = "mul-mulan B1B/BW1/3/6/3/3/3 w 6,6 0 4";
const GOTONG_OR_MILL: &str = "mul-mulan B1B/BW1/1W1/6/3/3/3 w 6,6 0 4";
const ENCLOSED: &str = "nine[between=enclosed] WB1/1B1/1W1/6/3/3/B2 w 6,6 0 4";
const ENCLOSED_IN_MILL: &str = "nine[between=enclosed] BW1/BBB/3/6/3/3/3 w 6,5 0 4";
const PAIR_OR_ENCLOSED: &str = "nine[between=either] B1B/1B1/1W1/6/3/3/3 w 6,6 0 4";
const LEAP: &str = "nine[leap=take] WB1/2B/3/5W/2B/W2/B1W w 0,0 8 20";
const LEAP_ALONE: &str = "nine[leap=take] WB1/2B/3/6/2B/W1W/B1W w 0,0 8 20";
const BLOCKED: &str = "nine[blocked=pass,fly=never] WB1/3/3/WB4/3/3/WB1 w 0,0 0 9";

fn position(line: &str) -> Position {
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A refused turn's reason, which the game gives too.
fn reason(position: &Position, mv: Move) -> IllegalMove {
    let illegal = position.play(mv).expect_err("refused");
    assert_eq!(position.check(mv).as_ref(), Err(&illegal));
    let mut game = Game::from_position(*position);
    let of_game = game.play(mv).expect_err("refused");
    assert_eq!(
        (of_game.code(), of_game.sentence()),
        (illegal.code(), illegal.sentence())
    );
    assert_eq!(
        (of_game.params(), of_game.to_string()),
        (illegal.params(), illegal.to_string())
    );
    match of_game {
        PlayError::Over { ended } => assert_eq!(illegal, IllegalMove::Over { ended }),
        PlayError::Illegal(same) => assert_eq!(same, illegal),
        error => panic!("a game of no moves has an error of its own: {error}"),
    }
    illegal
}

#[test]
fn a_refused_turn_has_its_reason() {
    for (line, turn, reason) in [
        (
            "nine WW1/3/3/6/3/3/BBB w 0,0 0 9",
            "a7-a4",
            "the game is over: White has fewer than three men",
        ),
        (
            "nine 3/3/3/6/3/3/3 w 9,9 0 1",
            "pass",
            "White has a move and cannot pass",
        ),
        (BLOCKED, "a7-d6", "White has no move and must pass"),
        (MOVING, "d7", "White has no man in hand"),
        (PLACING, "a7-a4", "White has men in hand and must place one"),
        (MOVING, "g7-d7", "there is no white piece on g7"),
        (
            "nine W1B/1W1/3/W2W1B/3/1B1/3 b 0,0 0 12",
            "a7-d7",
            "there is no black piece on a7",
        ),
        (PLACING, "a1", "a1 is not empty"),
        (
            MOVING,
            "a7-g1",
            "a7 and g1 are not neighbours, and White may not fly",
        ),
        (
            "morabaraba 3/3/3/3WWW/3/WW1/BBB w 0,0 0 9 f2-f4,-",
            "f4-f2xa1",
            "the man on f4 closed a mill on its last move and may not go straight back to close one",
        ),
        (PLACING, "d6xa1", "no mill is closed, so no man is taken"),
        (
            "nine[protect=always] WW1/3/3/6/3/3/BBB w 6,6 0 4",
            "g7xa1",
            "no man may be taken",
        ),
        (PLACING, "g7", "a mill is closed, so a man must be taken"),
        (PLACING, "g7xd1", "there is no black piece to take on d1"),
        (PLACING, "g7xa7", "there is no black piece to take on a7"),
        (
            "nine WW1/3/3/2B3/3/3/BBB w 5,5 0 4",
            "g7xa1",
            "the man on a1 is protected: it stands in a mill",
        ),
        (PLACING, "g7xc4xf6", "only one man is taken"),
        (
            "nine[mills=each] WW1/3/3/B2B1W/3/B2/B1W w 5,5 0 5",
            "g7xa4",
            "2 men must be taken",
        ),
        (
            "picaria 3/2/3/2/3 w 3,3 0 1",
            "c3",
            "no man may be placed in the centre",
        ),
        (
            "tsoro-yematatu W/BWB/B1W b 0,0 0 7",
            "b3-c1",
            "b3 and c1 are not neighbours, and no man is between them to jump over",
        ),
        (
            "cham-gonu 3/3/3/X5/3/3/WW1 w 9,9 0 4",
            "a4",
            "a4 is shut until all men are placed",
        ),
        (
            "cham-gonu 3/3/3/6/3/3/WW1 w 9,9 0 4",
            "xa1",
            "no man is to be removed now",
        ),
        (
            "el-filja BBB/BWB/WWW/WBWBWB/WBB/WBB/WWW w 0,0 0 13 -1,-1",
            "xa7",
            "White has to remove one of their own men",
        ),
        (
            "el-filja BBB/BWB/WWW/WBWBWB/WBB/WBB/WWW w 0,0 0 13 1,1",
            "xa4",
            "there is no black piece to take on a4",
        ),
        (
            "el-filja BBB/BWB/WWW/WBWBWB/WBB/WBB/WWW w 0,0 0 13 1,1",
            "a4-a7",
            "White has to remove a man first",
        ),
        (
            "el-filja BBB/BWB/WWW/WBWBWB/WBB/WBB/WWW w 0,0 0 13 1,1",
            "pass",
            "White has to remove a man first",
        ),
        (
            "nine[blocked=take,fly=never,least=1] WB1/3/3/BB4/3/3/WB1 w 0,0 0 9",
            "xb4",
            "the man on b4 stands beside none of the blocked men",
        ),
        (
            GOTONG,
            "d7",
            "a man comes between two, so both must be taken",
        ),
        (GOTONG, "d7xa7", "2 men must be taken"),
        (
            GOTONG,
            "d7xa7xb6",
            "the man on b6 is not one of the two that are taken",
        ),
        (
            GOTONG_OR_MILL,
            "d7",
            "a mill is closed, so a man must be taken",
        ),
        (
            GOTONG_OR_MILL,
            "d7xa7xb6",
            "either the mill takes a man, or the two on either side are taken",
        ),
        (
            ENCLOSED,
            "g7",
            "a man is enclosed by two, so it must be taken",
        ),
        (ENCLOSED, "g7xa1", "the man on a1 is not enclosed by two"),
        (ENCLOSED, "d2xd6", "no mill is closed, so no man is taken"),
        (
            ENCLOSED_IN_MILL,
            "d5xd6",
            "the man on d6 is protected: it stands in a mill",
        ),
        (
            ENCLOSED_IN_MILL,
            "d5xa7",
            "no mill is closed, so no man is taken",
        ),
        (
            PAIR_OR_ENCLOSED,
            "d7",
            "several captures are possible, and one of them is made",
        ),
        (
            PAIR_OR_ENCLOSED,
            "d7xa7xd6",
            "several captures are possible, and one of them is made",
        ),
        (
            LEAP_ALONE,
            "a7-g7xf6",
            "the man on d7 is leapt over, so it must be taken",
        ),
        (
            LEAP_ALONE,
            "a7-g7xd7xf6",
            "no mill is closed, so no man is taken",
        ),
        (
            LEAP_ALONE,
            "g1-g7",
            "g1 and g7 are not neighbours, and White may not fly",
        ),
        (
            LEAP,
            "a7-g7",
            "the man on d7 is leapt over, so it must be taken",
        ),
        (LEAP, "a7-g7xd7", "a mill is closed, so a man must be taken"),
        (LEAP, "a7-g7xd7xf6xe3", "only one man is taken"),
    ] {
        let position = position(line);
        let mv = read_move(turn, position.board()).unwrap();
        assert_eq!(
            self::reason(&position, mv).to_string(),
            reason,
            "{line}: {turn}"
        );
    }
    // What no text can say.
    let six = position("six WWW/1B1/4/1B1/2B w 0,0 0 9");
    let point = |index| Point::new(index).unwrap();
    let taken = Points::EMPTY.with(point(16));
    for mv in [
        Move::slide(point(0), point(16), Points::EMPTY),
        Move::slide(point(16), point(5), Points::EMPTY),
        Move::slide(point(0), point(5), taken),
    ] {
        assert_eq!(
            self::reason(&six, mv).to_string(),
            "point 17 is not on this board"
        );
    }
    // In Lasker Morris a man may be moved while others are in hand.
    let mixed = position(&PLACING.replace("nine", "lasker"));
    assert!(
        mixed
            .play(read_move("a7-a4", mixed.board()).unwrap())
            .is_ok()
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: super::random::cases(300) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the reason says is so, whatever turn is tried.
    #[test]
    fn the_reason_of_a_refusal_holds(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let position = random_position(random_rules(&mut rng), &mut rng);
        let (board, side, rules) = (position.board(), position.side_to_move(), position.rules());
        let legal = position.legal_moves();
        for _ in 0..40 {
            // One of the legal turns with something changed, or any at all.
            let mut any = || Point::new(rng.below(MAX_POINTS)).unwrap();
            let (one, other, taken) = (any(), any(), Points::EMPTY.with(any()));
            let placed_or_moved: Vec<_> = legal.iter().copied().filter(|way| way.to().is_some()).collect();
            let near = (!placed_or_moved.is_empty()).then(|| rng.pick(&placed_or_moved));
            let mv = match (rng.below(7), near) {
                (6, _) => Move::remove(one),
                (0, _) => Move::place(one, if rng.below(2) == 0 { taken } else { Points::EMPTY }),
                (1, Some(near)) => near.taking(near.captures().or(taken)),
                (2, Some(near)) => near.taking(taken),
                (3, Some(near)) => near.taking(Points::EMPTY),
                (4, _) => Move::PASS,
                _ => Move::slide(one, other, if rng.below(2) == 0 { taken } else { Points::EMPTY }),
            };
            if legal.contains(&mv) {
                prop_assert!(position.play(mv).is_ok());
                continue;
            }
            let same_way = || legal.iter().filter(|way| (way.from(), way.to()) == (mv.from(), mv.to()));
            let named = |point: &String| board.point(point).unwrap_or_else(|| panic!("no point “{point}” in the reason for {mv:?} in {position}"));
            // The man that is leapt over is taken whatever else is.
            let is_leapt = |over: Point| {
                let ends = mv.from().into_iter().chain(mv.to()).collect::<Points>();
                board.ends(over).any(|line| line == ends) && position.men(side.other()).contains(over)
            };
            let leaps = rules.leap == Leap::Take && rules.goal == Goal::Capture && !position.must_free();
            let leapt: Points = board.points().filter(|&point| leaps && is_leapt(point)).collect();
            let taken = mv.captures().minus(leapt);
            let most = || same_way().map(|way| way.captures().minus(leapt).len()).max().unwrap();
            let holds = match reason(&position, mv) {
                IllegalMove::Over { ended } => position.outcome() == Some(ended),
                IllegalMove::CannotPass { side: who } => mv == Move::PASS && who == side,
                IllegalMove::MustRemove { side: who } => {
                    who == side && legal.iter().all(|way| *way == Move::remove(way.captures().next().unwrap()))
                }
                IllegalMove::NotOwed => mv.to().is_none() && legal.iter().all(|way| way.to().is_some()),
                IllegalMove::OwnMan { side: who } => {
                    who == side && position.owed(side) < 0 && mv.to().is_none() && legal.len() == position.men(side).len()
                }
                IllegalMove::NotBeside { point } => {
                    position.owed(side) == 0 && position.is_to_remove() && !legal.contains(&Move::remove(named(&point)))
                }
                IllegalMove::MustFree { side: who } => {
                    who == side.other() && position.must_free() && same_way().next().is_none()
                }
                IllegalMove::FreesWithout => position.must_free() && same_way().next().is_some() && !mv.captures().is_empty(),
                IllegalMove::MustPass { side: who } => legal == [Move::PASS] && who == side,
                IllegalMove::OffBoard { number } => number > board.points().len(),
                IllegalMove::NoneInHand { side: who } => mv.from().is_none() && position.hand(who) == 0 && who == side,
                IllegalMove::MustPlace { side: who } => {
                    mv.from().is_some() && position.hand(who) > 0 && who == side && rules.phases == Phases::Split
                }
                IllegalMove::NoMan { man, point } => man.0 == side && position.man(named(&point)) != Some(side),
                IllegalMove::NotEmpty { point } => position.man(named(&point)).is_some(),
                IllegalMove::Shut { point } => position.marked().contains(named(&point)),
                IllegalMove::NotNeighbours { from, to, .. } => {
                    !position.may_fly(side) && !board.neighbours(named(&from)).contains(named(&to))
                }
                IllegalMove::Centre => {
                    mv.from().is_none() && mv.to().is_some_and(|to| board.centre().contains(to)) && position.hand(side) > 0
                }
                IllegalMove::NoJump { from, to } => {
                    rules.fly == Fly::Jump && mv.from() == Some(named(&from)) && mv.to() == Some(named(&to))
                }
                IllegalMove::Banned { from } => position.closing(side).is_some_and(|slide| slide.to == named(&from)),
                IllegalMove::NoMill => position.closes(mv).is_empty() && !taken.is_empty(),
                IllegalMove::NoneToTake => !position.closes(mv).is_empty() && most() == 0,
                IllegalMove::MustTake => taken.is_empty() && most() > 0,
                IllegalMove::MustTakeLeapt { point } => leapt.minus(mv.captures()).contains(named(&point)),
                IllegalMove::MustTakeBoth => taken.is_empty() && most() == 2 && position.closes(mv).is_empty(),
                IllegalMove::MustTakeEnclosed => taken.is_empty() && most() == 1 && position.closes(mv).is_empty(),
                IllegalMove::OneCapture => same_way().count() > 1,
                IllegalMove::NotOneOfTwo { point } | IllegalMove::NotEnclosed { point } => {
                    let point = named(&point);
                    mv.captures().contains(point) && !same_way().any(|way| way.captures().contains(point))
                }
                IllegalMove::MillOrTwo => same_way().count() > 1 && !position.closes(mv).is_empty(),
                IllegalMove::NoManToTake { man, point } => {
                    man.0 == side.other() && position.man(named(&point)) != Some(man.0) && mv.captures().contains(named(&point))
                }
                IllegalMove::Protected { point } => {
                    let point = named(&point);
                    mv.captures().contains(point) && !same_way().any(|way| way.captures().contains(point))
                }
                IllegalMove::OnlyOne => most() == 1 && taken.len() > 1,
                IllegalMove::TakesSeveral { men } => most() == men && men > 1,
                _ => false,
            };
            prop_assert!(holds, "{position}, {mv:?}: {}", reason(&position, mv));
        }
    }

    /// A man that may not be moved or taken is one that no turn moves or takes, and the other way
    /// round.
    #[test]
    fn a_man_that_stays_has_its_reason(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let position = random_position(random_rules(&mut rng), &mut rng);
        let legal = position.legal_moves();
        for point in position.board().points() {
            let Some(owner) = position.man(point) else {
                prop_assert_eq!(position.restriction(point), None);
                continue;
            };
            let reason = position.restriction(point);
            prop_assert!(reason.is_none_or(|reason| reason.side() == owner));
            let id = reason.map(|reason| reason.id());
            if position.is_to_remove() && position.outcome().is_none() {
                let stays = match owner == position.side_to_move() {
                    true => "removes",
                    false if position.owed(position.side_to_move()) > 0 => "protected",
                    false => "not-now",
                };
                prop_assert_eq!(id, (!legal.contains(&Move::remove(point))).then_some(stays));
            } else if owner != position.side_to_move() && position.must_free() {
                prop_assert_eq!(id, Some("not-now"));
            } else if owner != position.side_to_move() {
                prop_assert_eq!(id, (!position.takable(owner).contains(point)).then_some("protected"));
            } else if position.phase(owner) == Phase::Placing && position.rules().phases == Phases::Split {
                prop_assert_eq!(id, Some("in-hand"));
            } else {
                let stays = (!legal.iter().any(|mv| mv.from() == Some(point))).then_some("no-way");
                // It may have a way, but one that frees nobody.
                prop_assert!(id == stays || (position.must_free() && stays.is_some() && id == Some("not-now")));
            }
        }
    }
}

#[test]
fn a_man_that_stays_says_why() {
    let why = |line: &str, point: &str| {
        let position = position(line);
        position
            .restriction(position.board().point(point).unwrap())
            .map(|reason| reason.to_string())
    };
    assert_eq!(
        why(PLACING, "a7").unwrap(),
        "White still has men in hand and places one"
    );
    assert_eq!(
        why(&PLACING.replace(" w ", " b "), "a1").unwrap(),
        "Black still has men in hand and places one"
    );
    assert_eq!(
        why(BLOCKED, "a4").unwrap(),
        "Blocked: no empty point beside it"
    );
    assert_eq!(
        why("nine WW1/3/3/2B3/3/3/BBB w 5,5 0 4", "a1").unwrap(),
        "Protected: it stands in a mill"
    );
    assert_eq!(
        [why(MOVING, "a7"), why(MOVING, "g7"), why(MOVING, "d7")],
        [const { None }; 3]
    );
}
