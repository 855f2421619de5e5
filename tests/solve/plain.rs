//! Against plain value iteration over whole turns played forward: positions as men on points, each
//! by itself, nothing of the crate but the text of its rules; no symmetry, no reverse moves, no
//! counters.

use super::common::{Dir, asked, moving, rules, solved};
use crate::slow;
use merels::Position;
use merels::tablebase::directory::Tables;
use merels::tablebase::numbering::Numbering;
use merels::tablebase::{Content, Table, file_name};
use merels::value::Wdl;
use merels_solve::disk::Scope;
use std::collections::HashMap;
use std::sync::Arc;

/// Every position that play from the start reaches, by the slow rules, and its value.
fn values_from_start(spec: &str) -> Vec<(String, Wdl)> {
    let start = slow::Position::start(slow::Rules::read(spec).unwrap());
    let mut numbers = HashMap::from([(start.same(), 0)]);
    let mut positions = vec![start];
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut values: Vec<Option<Wdl>> = Vec::new();
    while next.len() < positions.len() {
        let mut position = positions[next.len()].clone();
        position.clock = 0;
        values.push(position.outcome().map(|(winner, _)| match winner {
            None => Wdl::Draw,
            Some(winner) if winner == position.to_move.name() => Wdl::Win,
            Some(_) => Wdl::Loss,
        }));
        let mut number = |after: slow::Position| {
            *numbers.entry(after.same()).or_insert_with(|| {
                positions.push(after);
                positions.len() - 1
            })
        };
        next.push(
            position
                .legal()
                .iter()
                .map(|turn| number(position.after(turn)))
                .collect(),
        );
    }
    loop {
        let mut decided = 0;
        for i in 0..values.len() {
            if values[i].is_some() {
                continue;
            }
            let mut after = next[i].iter().map(|&j| values[j]);
            if after.clone().any(|value| value == Some(Wdl::Loss)) {
                values[i] = Some(Wdl::Win);
                decided += 1;
            } else if after.all(|value| value == Some(Wdl::Win)) {
                values[i] = Some(Wdl::Loss);
                decided += 1;
            }
        }
        if decided == 0 {
            break;
        }
    }
    let value = |value: Option<Wdl>| value.unwrap_or(Wdl::Draw);
    positions
        .iter()
        .map(slow::Position::line)
        .zip(values.into_iter().map(value))
        .collect()
}

#[test]
fn whole_games_agree_with_plain_value_iteration() {
    let mut specs = vec!["three", "nine-holes"];
    if asked("MERELS_PLAIN", 0) > 0 {
        specs.extend(["six[men=3]", "six[men=4]"]);
    }
    for spec in specs {
        let (dir, _) = solved(&rules(spec), Scope::WHOLE);
        let tables = Tables::open(&dir.0).unwrap();
        let values = values_from_start(spec);
        for (line, value) in &values {
            let position: Position = line.parse().unwrap();
            assert_eq!(tables.value(&position).unwrap(), Some(*value), "{line}");
        }
        assert!(
            values.len() > 3_000,
            "{spec}: only {} positions",
            values.len()
        );
    }
}

/// Nine Men's Morris with all men placed: `own` men to move against `other`, both three or four.
struct Nine {
    board: &'static slow::board::Board,
    /// All sets of three and of four points, in alphabetical order; and the number of each.
    sets: HashMap<usize, Vec<Vec<usize>>>,
    /// By men and number of either side: the value to the side to move, where it is known.
    values: HashMap<(usize, usize), Vec<Option<Wdl>>>,
}

fn sets_of(men: usize, from: usize) -> Vec<Vec<usize>> {
    if men == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| {
        sets_of(men - 1, first + 1)
            .into_iter()
            .map(move |rest| [&[first][..], &rest].concat())
    };
    (from..24).flat_map(with).collect()
}

impl Nine {
    fn new() -> Self {
        let board = slow::board::board("nine").unwrap();
        Self {
            board,
            sets: [3, 4].map(|men| (men, sets_of(men, 0))).into(),
            values: HashMap::new(),
        }
    }

    /// The number of a set of points: where it stands in the list.
    fn number(&self, set: &[usize]) -> usize {
        self.sets[&set.len()]
            .binary_search_by(|other| other[..].cmp(set))
            .unwrap()
    }

    fn value(&self, own: &[usize], other: &[usize]) -> Option<Wdl> {
        if own.len() < 3 {
            return Some(Wdl::Loss);
        }
        let all = self.sets[&other.len()].len();
        self.values[&(own.len(), other.len())][self.number(own) * all + self.number(other)]
    }

    fn in_mill(&self, point: usize, men: &[usize]) -> bool {
        self.board
            .mills_through(point)
            .iter()
            .any(|mill| mill.iter().all(|point| men.contains(point)))
    }

    /// What is known of a position from its successors.
    fn look(&self, own: &[usize], other: &[usize]) -> Option<Wdl> {
        let mut all_won = true;
        for &from in own {
            for to in 0..24 {
                let free = !own.contains(&to) && !other.contains(&to);
                if !free || (own.len() > 3 && !self.board.neighbours[from].contains(&to)) {
                    continue;
                }
                let mut after: Vec<usize> =
                    own.iter().copied().filter(|&man| man != from).collect();
                after.push(to);
                after.sort();
                let mut see = |left: &[usize]| match self.value(left, &after) {
                    Some(Wdl::Loss) => true,
                    value => {
                        all_won &= value == Some(Wdl::Win);
                        false
                    }
                };
                let won = if self.in_mill(to, &after) {
                    let all_in_mills = other.iter().all(|&man| self.in_mill(man, other));
                    let takable = other
                        .iter()
                        .filter(|&&man| all_in_mills || !self.in_mill(man, other));
                    takable.into_iter().any(|&taken| {
                        let left: Vec<usize> =
                            other.iter().copied().filter(|&man| man != taken).collect();
                        see(&left)
                    })
                } else {
                    see(other)
                };
                if won {
                    return Some(Wdl::Win);
                }
            }
        }
        all_won.then_some(Wdl::Loss)
    }

    /// Rounds of looking at every position that is still open, until one decides nothing.
    fn solve(&mut self, sectors: &[(usize, usize)]) {
        for &(own, other) in sectors {
            let count = self.sets[&own].len() * self.sets[&other].len();
            self.values.insert((own, other), vec![None; count]);
        }
        loop {
            let mut decided = 0;
            for &(own, other) in sectors {
                let (owns, others) = (&self.sets[&own], &self.sets[&other]);
                let mut values = self.values[&(own, other)].clone();
                for (i, value) in values
                    .iter_mut()
                    .enumerate()
                    .filter(|(_, value)| value.is_none())
                {
                    let (own, other) = (&owns[i / others.len()], &others[i % others.len()]);
                    if own.iter().any(|man| other.contains(man)) {
                        continue;
                    }
                    *value = self.look(own, other);
                    decided += usize::from(value.is_some());
                }
                self.values.insert((own, other), values);
            }
            if decided == 0 {
                return;
            }
        }
    }

    fn compare(&self, dir: &Dir, own: usize, other: usize) -> usize {
        let rules = rules("nine");
        let sector = format!("{own}-{other}").parse().unwrap();
        let file = std::fs::File::open(dir.file(&file_name(sector, Content::Wdl))).unwrap();
        let table = Table::open(file, Arc::new(Numbering::new(rules.board, 9))).unwrap();
        let points = |set: &[usize]| {
            let name = |&point: &usize| rules.board.point(&self.board.points[point]).unwrap();
            set.iter().map(name).collect::<merels::board::Points>()
        };
        let mut compared = 0;
        for one in &self.sets[&own] {
            let mine = points(one);
            for two in &self.sets[&other] {
                if one.iter().any(|man| two.contains(man)) {
                    continue;
                }
                let expected = self.value(one, two).unwrap_or(Wdl::Draw);
                assert_eq!(
                    table.value(mine, points(two)).unwrap(),
                    expected,
                    "{one:?} {two:?}"
                );
                compared += 1;
            }
        }
        compared
    }
}

#[test]
fn sectors_of_nine_agree_with_plain_value_iteration() {
    let men = asked("MERELS_PLAIN", 0);
    if men < 6 {
        println!("skipped: MERELS_PLAIN=7 asks for it");
        return;
    }
    let (dir, _) = solved(&rules("nine"), moving(7));
    let mut nine = Nine::new();
    nine.solve(&[(3, 3)]);
    assert_eq!(nine.compare(&dir, 3, 3), 2_691_920);
    if men >= 7 {
        nine.solve(&[(3, 4), (4, 3)]);
        assert_eq!(nine.compare(&dir, 3, 4), 12_113_640);
        assert_eq!(nine.compare(&dir, 4, 3), 12_113_640);
    }
}
