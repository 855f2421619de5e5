//! The values of first placings: those of small games against the whole solution, those that are
//! shipped against what is known of Nine Men's Morris; files that were changed or are of something
//! else.

use crate::slow::Rng;
use merels::tablebase::opening::format::OpeningError;
use merels::tablebase::opening::{Counts, Opening, OpeningReader};
use merels::tablebase::{Solution, Solver};
use merels::value::{Probe, Wdl};
use merels::{Position, Preset, Rules, Side};
use merels_solve::opening::{MakeError, make};
use std::collections::BTreeSet;

fn rules(spec: &str) -> Rules {
    spec.parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn solved(spec: &str) -> (Rules, Solution) {
    let rules = rules(spec);
    (rules, Solver::new(&rules).unwrap().finish())
}

/// Every position that play reaches, by the number of placings, up to `placings`.
fn reached(rules: Rules, placings: usize) -> Vec<Vec<Position>> {
    let start = Position::start(rules).unwrap();
    let mut layers = vec![Vec::new(); placings + 1];
    let mut seen = BTreeSet::from([start.key()]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        let in_hand = position.hand(Side::White) + position.hand(Side::Black);
        let Some(layer) = layers.get_mut(2 * usize::from(rules.men) - in_hand) else {
            continue;
        };
        layer.push(position);
        if position.outcome().is_none() {
            let after = position
                .legal_moves()
                .into_iter()
                .map(|mv| position.play(mv).unwrap());
            open.extend(after.filter(|after| seen.insert(after.key())));
        }
    }
    layers
}

/// The best that the values after its turns give a position; `None` where one is not known.
fn best(source: &impl Probe, position: &Position) -> Option<Wdl> {
    let value = |mv| {
        source
            .value_or_outcome(&position.play(mv).unwrap())
            .map(Wdl::before)
    };
    let values: Option<Vec<_>> = position.legal_moves().into_iter().map(value).collect();
    values?.into_iter().max()
}

/// The larger ones with `MERELS_EVERY=1`.
#[test]
fn small_games_have_the_values_of_their_solution() {
    let quick = [
        ("five", 6),
        ("seven[men=4]", 5),
        ("six[men=3,phases=mixed,quiet=never]", 5),
        ("six[men=4,phases=mixed,quiet=never]", 4),
    ];
    let slow = [
        ("six[men=4]", 7),
        ("six[men=4,protect=never]", 7),
        ("seven[men=3,phases=mixed,protect=never,quiet=never]", 5),
    ];
    let all = std::env::var_os("MERELS_EVERY").is_some();
    let mut known = [0; 3];
    for (spec, placings) in quick.into_iter().chain(slow.into_iter().filter(|_| all)) {
        let (rules, solution) = solved(spec);
        let (file, opening) =
            make(&solution, &rules, placings).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(opening.placings(), placings);
        let again = Opening::read(&file).unwrap();
        assert_eq!(
            make(&again, &rules, placings).unwrap().0,
            file,
            "{spec}: the same values, the same bytes"
        );
        for (count, layer) in reached(rules, placings).iter().enumerate() {
            for position in layer.iter().filter(|position| position.outcome().is_none()) {
                let value = again
                    .value(position)
                    .unwrap_or_else(|| panic!("{position}"));
                assert!(again.covers(position));
                assert_eq!(Some(value), Probe::value(&solution, position), "{position}");
                known[value as usize] += 1;
                if count < placings {
                    assert_eq!(best(&solution, position), Some(value), "{position}");
                }
            }
        }
    }
    assert!(known.iter().all(|&count| count > 1000), "{known:?}");
}

#[test]
fn only_first_placings_of_these_rules_are_known() {
    let (rules, solution) = solved("six[men=4]");
    let (_, opening) = make(&solution, &rules, 5).unwrap();
    let value = |line: &str| {
        opening.value(
            &line
                .parse()
                .unwrap_or_else(|error| panic!("{line}: {error}")),
        )
    };
    assert!(value("six[men=4] W2/1BB/4/1W1/3 w 2,2 0 3").is_some());
    // The draw rules and the side that begins do not matter.
    assert!(value("six[first=black,men=4,quiet=7] B2/1WW/4/1B1/3 b 2,2 7 3").is_some());
    for (line, why) in [
        ("six[fly=3,men=4] W2/1BB/4/1W1/3 w 2,2 0 3", "other rules"),
        ("six W2/1BB/4/1W1/3 w 4,4 0 3", "other rules"),
        (
            "six[men=4] W2/1BB/4/1W1/3 w 1,1 0 4",
            "hands of the sixth ply",
        ),
        (
            "six[men=4] W2/1BB/4/1W1/3 b 2,2 0 3",
            "either side to move is of the same kind, but",
        ),
        ("six[men=4] W2/1BB/4/1W1/3 w 2,1 0 3", "uneven hands"),
        (
            "six[men=4] WWW/1BB/4/3/3 b 1,2 0 3",
            "a mill that has taken nothing",
        ),
        (
            "six[men=4] WW1/1BB/4/1W1/3 w 1,2 0 3",
            "too many men for the hands",
        ),
    ] {
        let position: Position = line.parse().unwrap();
        let swapped = why.starts_with("either");
        assert_eq!(opening.value(&position).is_some(), swapped, "{line}: {why}");
    }
}

#[test]
fn positions_of_more_men_are_not_known() {
    let opening = Opening::read(include_bytes!("../../data/nine.opening")).unwrap();
    for hands in ["12,6", "6,12", "10,8", "8,10", "12,12"] {
        for side in ["w", "b"] {
            let position: Position = format!("twelve 3/3/3/6/3/3/3 {side} {hands} 0 9")
                .parse()
                .unwrap();
            assert!(
                opening.value(&position).is_none() && !opening.covers(&position),
                "{hands} {side}"
            );
        }
    }
}

#[test]
fn every_changed_byte_and_every_cut_is_refused() {
    let (rules, solution) = solved("six[men=4]");
    let (file, _) = make(&solution, &rules, 5).unwrap();
    for at in 0..file.len() {
        for change in [1, 0x80] {
            let mut changed = file.clone();
            changed[at] ^= change;
            assert!(OpeningReader::new(changed).is_err(), "byte {at}");
        }
        assert!(
            matches!(OpeningReader::new(file[..at].to_vec()), Err(OpeningError::Length { found, .. }) if found == at)
        );
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(
        OpeningReader::new(longer),
        Err(OpeningError::Length { .. })
    ));
    assert_eq!(
        OpeningReader::new(b"\x89PNG".to_vec()).unwrap_err(),
        OpeningError::NotAnOpening
    );
}

#[test]
fn decoded_values_are_taken_where_they_are_those_of_the_file() {
    let steps_and_opening = |file: &[u8], values: &[u8]| {
        let mut reader = OpeningReader::with_values(file.to_vec(), values).unwrap();
        let mut steps = 0;
        while reader.step().unwrap() {
            steps += 1;
        }
        (steps, reader.finish().unwrap())
    };
    for (spec, plies) in [("five", 6), ("six[men=4]", 7), ("seven[men=4]", 5)] {
        let (rules, solution) = solved(spec);
        let (file, opening) = make(&solution, &rules, plies).unwrap();
        let values = opening.values();
        let (steps, again) = steps_and_opening(&file, &values);
        assert_eq!((steps, again.values() == values), (0, true), "{spec}");
        for position in reached(rules, plies).iter().flatten() {
            assert_eq!(again.value(position), opening.value(position), "{position}");
        }
        let (_, other) = make(&solution, &rules, plies - 1).unwrap();
        let mut bad = vec![
            Vec::new(),
            other.values(),
            values[..values.len() - 1].to_vec(),
            [&values[..], &[0]].concat(),
        ];
        for at in (0..values.len()).step_by(values.len() / 12) {
            let mut changed = values.clone();
            changed[at] ^= 1;
            bad.push(changed);
        }
        for bad in bad {
            let (steps, decoded) = steps_and_opening(&file, &bad);
            assert!(
                steps > 0 && decoded.values() == values,
                "{spec}: decoded all the same"
            );
        }
        assert!(OpeningReader::with_values(file[1..].to_vec(), &values).is_err());
    }
}

/// With a checksum that is right for what was changed.
fn forged(file: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Result<Opening, OpeningError> {
    let mut bytes = file[..file.len() - 4].to_vec();
    change(&mut bytes);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Opening::read(&bytes)
}

#[test]
fn forged_files_are_refused_for_what_they_are() {
    let (rules, solution) = solved("six[men=4]");
    let (file, _) = make(&solution, &rules, 5).unwrap();
    assert!(forged(&file, |_| ()).is_ok());
    assert_eq!(
        forged(&file, |bytes| bytes[8] = 2).unwrap_err(),
        OpeningError::Version(2)
    );
    // More placings than this game has.
    assert_eq!(
        forged(&file, |bytes| bytes[10] = 8).unwrap_err(),
        OpeningError::Header
    );
    assert_eq!(
        forged(&file, |bytes| bytes[10] = 255).unwrap_err(),
        OpeningError::Header
    );
    let text = b"six[men=4]";
    let lasker = |bytes: &mut Vec<u8>| {
        let at = bytes
            .windows(text.len())
            .position(|window| window == text)
            .unwrap();
        bytes[at..at + text.len()].copy_from_slice(b"six[men=0]");
    };
    assert_eq!(forged(&file, lasker).unwrap_err(), OpeningError::Header);
    // Whatever bits there are, some values come of them, but not those that were written.
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let at = 30 + rng.below(file.len() - 34);
        let change = 1 << rng.below(8);
        match forged(&file, |bytes| bytes[at] ^= change) {
            Err(OpeningError::Values) => {}
            // The last bits may mean nothing.
            Ok(_) => assert!(at > file.len() - 10, "byte {at}"),
            Err(error) => panic!("byte {at}: {error}"),
        }
    }
    assert_eq!(
        forged(&file, |bytes| bytes[16] ^= 1).unwrap_err(),
        OpeningError::Values
    );
}

/// Knows the values of one ply only.
struct Only<'a>(&'a Solution, usize);

impl Probe for Only<'_> {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let hands =
            position.hand(position.side_to_move()) + position.hand(position.side_to_move().other());
        (hands > self.1)
            .then(|| Probe::value(self.0, position))
            .flatten()
    }
}

/// Takes every draw for a win.
struct Wrong<'a>(&'a Solution);

impl Probe for Wrong<'_> {
    fn value(&self, position: &Position) -> Option<Wdl> {
        Probe::value(self.0, position)
            .map(|value| if value == Wdl::Draw { Wdl::Loss } else { value })
    }
}

#[test]
fn what_cannot_be_made_is_not_made() {
    let (rules, solution) = solved("six[men=4]");
    let made = |rules: &Rules, plies| make(&solution, rules, plies).map(|_| ()).unwrap_err();
    for spec in ["three", "morabaraba", "nine[mills=each]"] {
        assert!(
            matches!(made(&spec.parse().unwrap(), 3), MakeError::Game(_)),
            "{spec}"
        );
    }
    assert_eq!(made(&rules, 8), MakeError::Placings(7));
    assert!(matches!(made(&Preset::Twelve.rules(), 12), MakeError::Placings(most) if most < 12));
    let missing = make(&Only(&solution, 3), &rules, 5)
        .map(|_| ())
        .unwrap_err();
    assert!(matches!(missing, MakeError::NoValue(_)), "{missing}");
    // Values that contradict each other.
    let wrong = make(&Wrong(&solution), &rules, 5).map(|_| ()).unwrap_err();
    assert!(matches!(wrong, MakeError::Wrong(_)), "{wrong}");
    // A mill that takes nothing may stand on the board with all men still there.
    let (rules, solution) = solved("six[men=4,protect=always]");
    let wrong = make(&solution, &rules, 7).map(|_| ()).unwrap_err();
    assert!(matches!(wrong, MakeError::Wrong(_)), "{wrong}");
}

/// What is shipped: the game, and the counts that `merels opening` printed.
static SHIPPED: [(Preset, &str); 4] = [
    (Preset::Nine, include_str!("../data/nine-opening.csv")),
    (Preset::Lasker, include_str!("../data/lasker-opening.csv")),
    (Preset::Eleven, include_str!("../data/eleven-opening.csv")),
    (Preset::Twelve, include_str!("../data/twelve-opening.csv")),
];

#[test]
fn the_shipped_values_have_the_counts_of_the_tables() {
    for (preset, counts) in &SHIPPED {
        let opening = Opening::shipped(&preset.rules()).unwrap();
        assert_eq!(*opening.rules(), preset.rules());
        let mut plies = 0;
        for line in counts.lines().skip(1) {
            let numbers: Vec<u64> = line
                .split(',')
                .map(|number| number.parse().unwrap())
                .collect();
            let [ply, positions, wins, draws, losses] = numbers[..] else {
                panic!("{line}")
            };
            assert_eq!(
                opening.counts(ply as usize),
                Counts {
                    wins,
                    draws,
                    losses
                },
                "{preset:?}, ply {ply}"
            );
            assert_eq!(positions, wins + draws + losses);
            plies = ply as usize;
        }
        assert_eq!(opening.placings(), plies);
        assert!(opening.memory() < 8_000_000);
    }
}

/// The moves from a position that have a value for the side that plays them.
fn turns_worth(opening: &Opening, position: &Position, wanted: Wdl) -> BTreeSet<String> {
    let turns = position.legal_moves().into_iter();
    let worth =
        |mv: &_| opening.value(&position.play(*mv).unwrap()).map(Wdl::before) == Some(wanted);
    turns
        .filter(worth)
        .map(|mv| mv.display(position.board()).to_string())
        .collect()
}

#[test]
fn nine_mens_morris_is_drawn_by_every_first_placing() {
    let opening = Opening::shipped(&Preset::Nine.rules()).unwrap();
    let start = Position::start(Preset::Nine.rules()).unwrap();
    assert_eq!(opening.value(&start), Some(Wdl::Draw));
    assert_eq!(turns_worth(&opening, &start, Wdl::Draw).len(), 24);
}

#[test]
fn eleven_and_twelve_mens_morris_are_won_by_the_corners_only() {
    for preset in [Preset::Eleven, Preset::Twelve] {
        let opening = Opening::shipped(&preset.rules()).unwrap();
        let start = Position::start(preset.rules()).unwrap();
        assert_eq!(opening.value(&start), Some(Wdl::Win));
        let corners: BTreeSet<_> = "a1 a7 g1 g7 b2 b6 f2 f6 c3 c5 e3 e5"
            .split(' ')
            .map(str::to_owned)
            .collect();
        assert_eq!(turns_worth(&opening, &start, Wdl::Win), corners);
        assert_eq!(turns_worth(&opening, &start, Wdl::Draw).len(), 12);
        // Against any other point the corners of the middle ring hold; in Twelve, against one of
        // that ring, so do the far corners of the other rings.
        for mv in start.legal_moves() {
            let (after, point) = (
                start.play(mv).unwrap(),
                mv.display(start.board()).to_string(),
            );
            let holding = match (preset, &*point) {
                _ if corners.contains(&point) => "",
                (Preset::Twelve, "d6") => "a1 b2 b6 c3 e3 f2 f6 g1",
                (Preset::Twelve, "d2") => "a7 b2 b6 c5 e5 f2 f6 g7",
                (Preset::Twelve, "b4") => "b2 b6 e3 e5 f2 f6 g1 g7",
                (Preset::Twelve, "f4") => "a1 a7 b2 b6 c3 c5 f2 f6",
                _ => "b2 b6 f2 f6",
            };
            let found: Vec<_> = turns_worth(&opening, &after, Wdl::Draw)
                .into_iter()
                .collect();
            assert_eq!(found.join(" "), holding, "{after}");
        }
    }
}

/// At random, all symmetries and both sides with it: each value follows from those after its turns.
/// In 2,000 games; in 20,000 with `MERELS_EVERY=1`.
#[test]
fn the_shipped_values_follow_from_each_other() {
    let all = std::env::var_os("MERELS_EVERY").is_some();
    let games = if all { 20_000 } else { 2_000 };
    for (preset, _) in &SHIPPED {
        let opening = Opening::shipped(&preset.rules()).unwrap();
        let mut rng = Rng::new(8);
        let mut seen = [0; 3];
        let mut captures = 0;
        for _ in 0..games {
            let mut rules = preset.rules();
            rules
                .set("first", rng.pick::<&str>(&["white", "black"]))
                .unwrap();
            let mut position = Position::start(rules).unwrap();
            for _ in 0..opening.placings() {
                assert_eq!(
                    opening.value(&position),
                    best(&*opening, &position),
                    "{position}"
                );
                seen[opening.value(&position).unwrap() as usize] += 1;
                let moves = position.legal_moves();
                // Mills, wherever there can be one: at random they are rare.
                let taking: Vec<_> = moves
                    .iter()
                    .copied()
                    .filter(|mv| !mv.captures().is_empty())
                    .collect();
                captures += usize::from(!taking.is_empty());
                let mv = rng.pick(if taking.is_empty() { &moves } else { &taking });
                position = position.play(mv).unwrap();
            }
            assert!(opening.value(&position).is_some(), "{position}");
            let next = position.play(position.legal_moves()[0]).unwrap();
            // In Lasker Morris some turns moved a man.
            let hands: usize = Side::BOTH.iter().map(|&side| next.hand(side)).sum();
            let known = 2 * usize::from(rules.men) - hands <= opening.placings();
            assert_eq!(
                (opening.value(&next).is_some(), opening.covers(&next)),
                (known, known),
                "{next}"
            );
        }
        assert!(
            seen.iter().all(|&count| count > 200),
            "{preset:?}: {seen:?}"
        );
        assert!(captures > 400, "{preset:?}: {captures}");
    }
}
