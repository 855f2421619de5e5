//! Values: position by position those of the solver in memory, sector by sector those that are
//! published.

use super::common::{Dir, asked, each_position, moving, refusal, rules, solved, stdout, table};
use crate::slow::Rng;
use merels::position::Side;
use merels::tablebase::directory::Tables;
use merels::tablebase::format::Header;
use merels::tablebase::numbering::Numbering;
use merels::tablebase::{Sector, Solution, Solver};
use merels::value::Value;
use merels::value::Wdl;
use merels::{Position, Rules};
use merels_solve::disk::{Plan, Scope, Store, tables_in};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn wdl(value: Value) -> Wdl {
    match value {
        Value::Win(_) => Wdl::Win,
        Value::Draw => Wdl::Draw,
        Value::Loss(_) => Wdl::Loss,
    }
}

/// Compares every slot of the sectors with the solver in memory; returns how many positions that
/// were.
fn compare_in_memory(dir: &Dir, store: &Store, scope: Scope, solution: &Solution) -> usize {
    let rules = store.rules();
    let numbering = Arc::new(Numbering::new(rules.board, rules.men.into()));
    let mut compared = 0;
    for &sector in Plan::new(rules, scope)
        .unwrap()
        .jobs()
        .iter()
        .flat_map(|job| &job.sectors)
    {
        let table = table(dir, &numbering, sector);
        each_position(store, sector, |position| {
            let found = table
                .value(position.men(Side::White), position.men(Side::Black))
                .unwrap();
            match solution.value(position) {
                Some(value) => assert_eq!(found, wdl(value), "{position}"),
                // With a mill of its own: the other side cannot have moved there.
                None => assert_eq!(
                    position.outcome().and_then(|o| o.winner()),
                    Some(Side::White),
                    "{position}"
                ),
            }
            compared += 1;
        });
    }
    compared
}

fn compare_whole(rules: &Rules) -> usize {
    let solution = Solver::new(rules).unwrap().finish();
    let (dir, store) = solved(rules, Scope::WHOLE);
    compare_in_memory(&dir, &store, Scope::WHOLE, &solution)
}

/// Six Men's Morris, five times as large as the largest of these, only where `MERELS_PLAIN` is
/// given.
#[test]
fn small_boards_agree_with_the_solver_in_memory() {
    let six = (asked("MERELS_PLAIN", 0) > 0).then_some(("six", 1_000_000));
    let others = [
        ("three", 700),
        ("nine-holes", 700),
        ("five", 100_000),
        ("seven[men=4]", 100_000),
    ];
    for (spec, at_least) in others.into_iter().chain(six) {
        let compared = compare_whole(&rules(spec));
        assert!(compared >= at_least, "{spec}: only {compared} positions");
    }
}

/// The larger ones where `MERELS_PLAIN` is given.
#[test]
fn other_rules_agree_with_the_solver_in_memory() {
    let quick = [
        "three[fly=3]",
        "three[phases=mixed]",
        "three[first=black]",
        "three[goal=capture,men=4]",
        "three[goal=capture,men=4,phases=mixed,protect=never]",
        "nine-holes[fly=4,goal=capture,men=4]",
        "nine-holes[fly=always,goal=capture,men=4,phases=mixed]",
        "six[fly=3,men=4]",
        "six[men=4,protect=never]",
        "six[goal=mill,men=8]",
    ];
    let larger = [
        "six[fly=always,men=4]",
        "six[men=4,phases=mixed]",
        "six[full=play,goal=mill,men=8]",
        "six[fly=3,full=play,men=4,phases=mixed]",
    ];
    let all = asked("MERELS_PLAIN", 0) > 0;
    for spec in quick.into_iter().chain(larger.into_iter().filter(|_| all)) {
        let compared = compare_whole(&rules(spec));
        assert!(compared > 700, "{spec}: only {compared} positions");
    }
}

/// A board full of men, by placing and by moving, with captures on the way.
#[test]
fn full_boards_agree_with_the_solver_in_memory() {
    if asked("MERELS_PLAIN", 0) == 0 {
        println!("skipped: MERELS_PLAIN=7 asks for it");
        return;
    }
    for spec in ["six[men=8]", "six[full=play,men=8,protect=never]"] {
        let (rules, scope) = (rules(spec), moving(usize::MAX));
        let solution = Solver::near(&filled(rules)).unwrap().finish();
        let (dir, store) = solved(&rules, scope);
        assert!(compare_in_memory(&dir, &store, scope, &solution) > 1_000_000);
    }
}

/// All men on the board: White's on the first points, Black's on the last.
fn filled(rules: Rules) -> Position {
    let points: Vec<_> = rules.board.points().collect();
    let men = usize::from(rules.men);
    let mut setup = merels::Setup::start(rules);
    setup.men.0 = [
        points[..men].iter().copied().collect(),
        points[points.len() - men..].iter().copied().collect(),
    ];
    setup.hands.0 = [0, 0];
    setup.try_into().unwrap()
}

#[test]
fn random_rules_agree_with_the_solver_in_memory() {
    let mut rng = Rng::new(11);
    for _ in 0..asked("MERELS_RULE_SETS", 6) {
        let mut rules = rules(rng.pick::<&str>(&["three", "nine-holes", "six"]));
        let options = [
            ("fly", &["never", "3", "4", "always"][..]),
            ("full", &["draw", "play"]),
            ("goal", &["capture", "mill"]),
            ("men", &["3", "4"]),
            ("phases", &["split", "mixed"]),
            ("protect", &["unless-all", "never"]),
        ];
        for (key, values) in options {
            rules.set(key, rng.pick::<&str>(values)).unwrap();
        }
        let compared = compare_whole(&rules);
        assert!(compared > 500, "{rules}: only {compared} positions");
    }
}

#[test]
fn unsupported_rules_are_refused_with_a_sentence() {
    let dir = Dir::new();
    let of_the_world = [
        "mul-mulan",
        "nao-guti",
        "picaria",
        "tant-fant",
        "tsoro-yematatu",
    ];
    let options = [
        "morabaraba",
        "nine[reform=ban]",
        "nine[mills=each]",
        "six[blocked=draw]",
        "six[blocked=pass]",
    ];
    for spec in options.into_iter().chain(of_the_world) {
        for message in [
            refusal(&["plan", spec]),
            refusal(&["solve", spec, "--out", dir.text()]),
        ] {
            assert!(message.contains("does not handle"), "{spec}: {message}");
        }
    }
    let message = refusal(&["solve", "nine[protect=always]", "--out", dir.text()]);
    assert!(message.contains("protect=always"), "{message}");
    assert!(dir.contents().is_empty());
}

/// The positions of a sector up to symmetry: won, lost and drawn.
struct Row {
    game: String,
    sector: Sector,
    counts: [u64; 3],
}

fn data(file: &str) -> Vec<Vec<String>> {
    let text =
        std::fs::read_to_string(super::common::in_repository("tests/data").join(file)).unwrap();
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn published() -> Vec<Row> {
    let number = |text: &String| text.parse::<u64>().unwrap();
    let men = |text: &String| number(text) as usize;
    let moving = data("values/nine-moving.csv").into_iter().map(|row| Row {
        game: "nine".to_owned(),
        sector: Sector {
            own: men(&row[0]),
            other: men(&row[1]),
            own_hand: 0,
            other_hand: 0,
        },
        counts: [&row[2], &row[3], &row[4]].map(number),
    });
    let with_hands = data("values/with-men-in-hand.csv")
        .into_iter()
        .map(|row| Row {
            game: row[0].clone(),
            sector: Sector {
                own: men(&row[1]),
                other: men(&row[2]),
                own_hand: men(&row[3]),
                other_hand: men(&row[4]),
            },
            counts: [&row[6], &row[7], &row[8]].map(number),
        });
    moving.chain(with_hands).collect()
}

/// The rows that `merels stats` printed of our own tables of a game: each sector of it.
fn counted(game: &str) -> Vec<Row> {
    let number = |text: &String| text.parse::<u64>().unwrap();
    let rows = data(&format!("counts/{game}.csv")).into_iter().map(|row| {
        let [own, other, own_hand, other_hand] =
            [1, 2, 3, 4].map(|field| number(&row[field]) as usize);
        let counts = [6, 7, 8].map(|field| number(&row[field]));
        assert_eq!(
            (&*row[0], counts.iter().sum::<u64>()),
            (game, number(&row[5])),
            "{row:?}"
        );
        Row {
            game: row[0].clone(),
            sector: Sector {
                own,
                other,
                own_hand,
                other_hand,
            },
            counts,
        }
    });
    rows.collect()
}

/// Compares the tables of a directory with rows; returns how many rows there were tables for.
fn compare(directory: &Path, rows: impl IntoIterator<Item = Row>) -> usize {
    let tables = tables_in(directory).unwrap();
    let mut compared = 0;
    for row in rows {
        let is_row = |header: &Header| {
            header.sector == row.sector && header.rules == rules(&row.game).without_draw_rules()
        };
        let Some((header, _)) = tables.iter().find(|(header, _)| is_row(header)) else {
            continue;
        };
        assert_eq!(
            [header.wins, header.losses, header.draws],
            row.counts,
            "{} {}",
            row.game,
            row.sector
        );
        compared += 1;
    }
    compared
}

#[test]
fn sectors_of_nine_agree_with_the_published_table() {
    let men = asked("MERELS_MEN", 8);
    let (dir, _) = solved(&rules("nine"), moving(men));
    let rows = published()
        .into_iter()
        .filter(|row| row.game == "nine")
        .filter(|row| {
            let Sector {
                own,
                other,
                own_hand,
                other_hand,
            } = row.sector;
            own_hand + other_hand == 0 && own + other <= men
        });
    let rows = rows.count();
    assert!(rows >= 9, "{rows} rows");
    assert_eq!(compare(&dir.0, published()), rows);
    // Every sector has as many positions as there are up to symmetry.
    let mut canonical = BTreeMap::new();
    for row in data("values/nine-canonical-counts.csv") {
        let [w, b]: [usize; 2] = [&row[0], &row[1]].map(|men| men.parse().unwrap());
        canonical.insert((w, b), row[3].parse::<u64>().unwrap());
    }
    let stats = stdout(&["stats", dir.text()]);
    let mut lines = stats.lines();
    assert_eq!(
        lines.next().unwrap(),
        "rules,own_on_board,opponent_on_board,own_in_hand,opponent_in_hand,canonical,win,loss,draw,longest_win,\
         longest_loss,content,checksum"
    );
    let mut sectors = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(
            (fields.len(), fields[0], fields[3], fields[4], fields[11]),
            (13, "nine", "0", "0", "wdl"),
            "{line}"
        );
        let n = |field: usize| fields[field].parse::<u64>().unwrap();
        let (own, other) = (n(1) as usize, n(2) as usize);
        assert_eq!(n(5), canonical[&(own.min(other), own.max(other))], "{line}");
        assert_eq!(n(6) + n(7) + n(8), n(5), "{line}");
        assert!(
            fields[12].len() == 8 && u32::from_str_radix(fields[12], 16).is_ok(),
            "{line}"
        );
        sectors += 1;
    }
    assert_eq!(sectors, dir.contents().len());
}

#[test]
fn tables_of_a_directory_agree_with_published_counts_and_with_ours() {
    let Some(directory) = std::env::var_os("MERELS_TABLES").map(PathBuf::from) else {
        println!("skipped: MERELS_TABLES names no directory of tables");
        return;
    };
    let of_others = compare(&directory, published());
    let ours = compare(
        &directory,
        ["lasker", "eleven", "twelve"].into_iter().flat_map(counted),
    );
    println!("{of_others} published rows agree, and {ours} of ours");
    assert!(of_others + ours > 0);
}

#[test]
fn small_sectors_have_the_counts_of_the_tables_of_whole_games() {
    for game in ["lasker", "eleven", "twelve"] {
        let rows = counted(game);
        let plan = Plan::new(&rules(game), Scope::WHOLE).unwrap();
        assert_eq!(
            rows.len(),
            plan.jobs()
                .iter()
                .map(|job| job.sectors.len())
                .sum::<usize>()
        );
        let (dir, _) = solved(&rules(game), moving(asked("MERELS_MEN", 7)));
        let tables = dir.contents().len();
        assert!(tables >= 3);
        assert_eq!(compare(&dir.0, rows), tables);
    }
}

/// Without men in hand they are the same positions.
#[test]
fn eleven_and_twelve_have_the_same_counts_where_all_men_are_placed() {
    let moving = |game: &str| -> BTreeMap<Sector, [u64; 3]> {
        let rows = counted(game)
            .into_iter()
            .map(|row| (row.sector, row.counts));
        rows.filter(|(sector, _)| sector.own_hand + sector.other_hand == 0)
            .collect()
    };
    let (eleven, twelve) = (moving("eleven"), moving("twelve"));
    assert_eq!(eleven.len(), 81);
    for (sector, counts) in &eleven {
        assert_eq!(twelve.get(sector), Some(counts), "{sector}");
    }
}

/// The moving phase of Lasker Morris with nine men at most is that of Nine Men's Morris, whose
/// counts others have published.
#[test]
fn lasker_has_the_published_counts_of_nine_where_all_men_are_placed() {
    let lasker: BTreeMap<_, _> = counted("lasker")
        .into_iter()
        .map(|row| (row.sector, row.counts))
        .collect();
    let mut compared = 0;
    for Row { sector, counts, .. } in published().into_iter().filter(|row| row.game == "nine") {
        if sector.own_hand + sector.other_hand == 0 {
            assert_eq!(lasker.get(&sector), Some(&counts), "{sector}");
            compared += 1;
        }
    }
    // Of the 49 sectors, three are published twice.
    assert_eq!(compared, 52);
}

/// A position with so many men on the board at random, White to move.
fn random(rules: &Rules, own: usize, other: usize, rng: &mut Rng) -> Position {
    let mut free: Vec<_> = rules.board.points().collect();
    let mut setup = merels::Setup::start(*rules);
    setup.hands.0 = [0, 0];
    for (side, men) in [own, other].into_iter().enumerate() {
        setup.men.0[side] = (0..men)
            .map(|_| free.swap_remove(rng.below(free.len())))
            .collect();
    }
    setup.side_to_move = Side::White;
    setup.try_into().unwrap()
}

#[test]
fn sectors_of_twelve_agree_with_the_solver_in_memory() {
    let men = asked("MERELS_MEN", 7);
    // In memory, the largest sector costs the most by far; smaller ones leave out none of the code.
    let in_memory = men.min(8);
    let mut rng = Rng::new(5);
    let rules = rules("twelve");
    let (dir, _) = solved(&rules, moving(men));
    let tables = Tables::open(&dir.0).unwrap();
    let mut compared = 0;
    for own in 3..=in_memory / 2 {
        let solution = Solver::near(&random(&rules, own, in_memory - own, &mut rng))
            .unwrap()
            .finish();
        for sector in solution
            .sectors()
            .map(|(sector, _)| sector)
            .collect::<Vec<_>>()
        {
            for _ in 0..1_000 {
                let position = random(&rules, sector.own, sector.other, &mut rng);
                let expected = solution.value(&position).map(wdl);
                assert!(expected.is_some(), "{position}");
                assert_eq!(tables.value(&position).unwrap(), expected, "{position}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 3_000, "only {compared} positions");
    let output = stdout(&["verify", dir.text(), "--sample", "500"]);
    assert!(output.starts_with("500 positions"), "{output}");
}

/// With all men placed and few of them left, two games on one board are the same game.
#[test]
fn lasker_moves_as_nine_and_eleven_as_twelve() {
    let men = asked("MERELS_MEN", 7);
    for (one, other) in [("nine", "lasker"), ("twelve", "eleven")] {
        let [one, other] = [one, other].map(|preset| solved(&rules(preset), moving(men)).0);
        let (one, other) = (one.contents(), other.contents());
        assert!(one.len() >= 3 && one.keys().eq(other.keys()));
        for (name, bytes) in one {
            let values = |bytes: &[u8]| {
                let header = Header::read(bytes).unwrap();
                let start = header.payload_offset() as usize;
                (
                    [header.wins, header.losses, header.draws],
                    bytes[start..].to_vec(),
                )
            };
            assert!(values(&bytes) == values(&other[&name]), "{name}");
        }
    }
}

/// A printed value is this one; so is its distance, where one is printed.
fn agrees(printed: &str, value: Value, line: &str) {
    let (word, plies) = printed
        .split_once(" in ")
        .map_or((printed, None), |(word, plies)| (word, Some(plies)));
    assert_eq!(word, wdl(value).to_string(), "{line}");
    if let (Some(plies), Value::Win(n) | Value::Loss(n)) = (plies, value) {
        assert_eq!(plies, n.to_string(), "{line}");
    }
}

#[test]
fn probe_prints_the_value_and_then_every_move() {
    let spec = "six[men=4]";
    let rules = rules(spec);
    let solution = Solver::new(&rules).unwrap().finish();
    let (dir, _) = solved(&rules, Scope::WHOLE);
    let mut rng = Rng::new(3);
    let mut games_over = 0;
    for _ in 0..40 {
        let line = crate::slow::random::random_by_play(spec, &mut rng);
        let position: Position = line.parse().unwrap();
        let printed = stdout(&["probe", dir.text(), &line]);
        let mut lines = printed.lines();
        let value = solution
            .value(&position)
            .unwrap_or_else(|| panic!("{line}"));
        agrees(lines.next().unwrap(), value, &line);
        let found: BTreeMap<&str, &str> = lines
            .clone()
            .map(|line| line.split_once(' ').unwrap())
            .collect();
        let worth = |line: &str| {
            ["loss", "draw", "win"]
                .iter()
                .position(|word| line.contains(word))
                .unwrap()
        };
        assert!(
            lines.is_sorted_by_key(|line| std::cmp::Reverse(worth(line))),
            "{line}: {printed}"
        );
        let moves = solution.move_values(&position).unwrap();
        assert_eq!(found.len(), moves.len(), "{line}: {printed}");
        for &(mv, value) in &moves {
            agrees(
                found[mv.display(position.board()).to_string().as_str()],
                value,
                &line,
            );
        }
        games_over += usize::from(moves.is_empty());
    }
    assert!(games_over < 30);
}

#[test]
fn probe_says_what_it_does_not_know() {
    let (dir, _) = solved(&rules("six[men=4]"), moving(7));
    let start = refusal(&["probe", dir.text(), "six[men=4] 3/3/4/3/3 w 4,4 0 1"]);
    assert!(start.contains("no table of sector 0-0+4-4"), "{start}");
    let other = refusal(&["probe", dir.text(), "six 3/3/4/3/3 w 6,6 0 1"]);
    assert!(
        other.contains("the tables are of six[men=4]") && other.contains("of six"),
        "{other}"
    );
    let empty = Dir::new();
    let message = refusal(&["probe", empty.text(), "six 3/3/4/3/3 w 6,6 0 1"]);
    assert!(message.contains("holds no tables"), "{message}");
    let message = refusal(&[
        "probe",
        empty.file("nowhere").to_str().unwrap(),
        "six 3/3/4/3/3 w 6,6 0 1",
    ]);
    assert!(message.contains("nowhere"), "{message}");
}

/// The whole game and its first moves: no such value is known to be published, so two ways of
/// finding them must agree.
#[test]
fn seven_starts_the_same_by_its_tables_and_by_verification() {
    if std::env::var_os("MERELS_SEVEN").is_none() {
        println!("skipped: MERELS_SEVEN=1 asks for it");
        return;
    }
    let (dir, store) = solved(&rules("seven"), Scope::WHOLE);
    let start = Position::start(rules("seven")).unwrap();
    let printed = stdout(&["probe", dir.text(), &start.to_string()]);
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines.len(), 18, "{printed}");
    assert!(
        lines[1].contains(lines[0]),
        "the best move has the value of the position: {printed}"
    );
    if asked("MERELS_PLAIN", 0) > 0 {
        let solution = Solver::new(&rules("seven")).unwrap().finish();
        assert_eq!(wdl(solution.value(&start).unwrap()).to_string(), lines[0]);
        for (mv, value) in solution.move_values(&start).unwrap() {
            assert!(
                lines.contains(&format!("{} {}", mv.display(start.board()), wdl(value)).as_str()),
                "{printed}"
            );
        }
    } else {
        merels_solve::disk::verify_sample(&dir.0, &store, 5_000, 1).unwrap();
    }
}

#[test]
fn probe_and_stats_say_the_same_as_json() {
    let (dir, _) = solved(&rules("six[men=4]"), Scope::WHOLE);
    let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..10 {
        let line = crate::slow::random::random_by_play("six[men=4]", &mut rng);
        let printed = stdout(&["probe", dir.text(), &line]);
        let told = object(&stdout(&["probe", dir.text(), &line, "--json"]));
        assert_eq!(told["position"], line);
        // Where the game is over or the next move ends it, the distance is known without tables.
        let text = |probed: &serde_json::Value| {
            let value = probed["value"].as_str().unwrap();
            match probed["plies"].as_u64() {
                Some(plies) => format!("{value} in {plies}"),
                None => value.to_owned(),
            }
        };
        let moves = told["moves"].as_array().unwrap().iter();
        let moves = moves.map(|mv| format!("{} {}", mv["move"].as_str().unwrap(), text(mv)));
        let lines: Vec<_> = std::iter::once(text(&told)).chain(moves).collect();
        assert_eq!(printed.lines().collect::<Vec<_>>(), lines);
    }
    let text = stdout(&["stats", dir.text()]);
    let mut rows = text.lines();
    let names: Vec<&str> = rows.next().unwrap().split(',').collect();
    let told = stdout(&["stats", dir.text(), "--json"]);
    assert_eq!(told.lines().count(), rows.clone().count());
    for (told, row) in told.lines().map(object).zip(rows) {
        let field = |name: &&str| match &told[*name] {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        // The rules have commas of their own.
        assert_eq!(names.iter().map(field).collect::<Vec<_>>().join(","), row);
    }
}
