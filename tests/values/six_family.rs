//! Two rings with four, five and six men a side, against a published solver's counts of reachable
//! positions.
//!
//! That solver looks for "fewer than three men" and "no move" only once both hands are empty, which
//! the rules here have no option for. So the game is written once more, plainly, with this
//! difference. With four men a side it makes none, and the values are compared with the solution's,
//! one by one.

use merels::board::{Board, Point, Points};
use merels::tablebase::Solver;
use merels::value::Value;
use merels::{Position, Rules, Setup};
use std::collections::HashMap;

/// Men of White and of Black, their hands, and whether Black is to move.
#[derive(Clone, Copy, Debug)]
struct Node {
    men: [u32; 2],
    hands: [u8; 2],
    black: bool,
}

impl Node {
    fn pack(self) -> u64 {
        let [white, black] = self.men.map(u64::from);
        let [in_white_hand, in_black_hand] = self.hands.map(u64::from);
        white
            | black << 16
            | in_white_hand << 32
            | in_black_hand << 36
            | u64::from(self.black) << 40
    }

    fn unpack(bits: u64) -> Self {
        Self {
            men: [bits as u32 & 0xffff, (bits >> 16) as u32 & 0xffff],
            hands: [(bits >> 32) as u8 & 15, (bits >> 36) as u8 & 15],
            black: bits >> 40 == 1,
        }
    }

    fn successors(self, found: &mut Vec<u64>) {
        found.clear();
        let board = Board::SIX;
        let own = usize::from(self.black);
        let [men, other] = [self.men[own], self.men[1 - own]];
        // The difference: that a side has too few men ends the game only now.
        if self.hands == [0, 0] && self.men.iter().any(|men| men.count_ones() < 3) {
            return;
        }
        let empty = board.points().minus(Points::from_bits(men | other));
        let mut turn = |rest: u32, to: Point, hand: u8| {
            let mut after = |left: u32| {
                let mut next = Self {
                    black: !self.black,
                    ..self
                };
                next.men[own] = rest | 1 << to.index();
                next.men[1 - own] = left;
                next.hands[own] = hand;
                found.push(next.pack());
            };
            let all = Points::from_bits(other);
            if board.mills_through(to, Points::from_bits(rest)) == 0 {
                return after(other);
            }
            let free = all.minus(board.in_mills(all));
            for man in if free.is_empty() { all } else { free } {
                after(other & !(1 << man.index()));
            }
        };
        if self.hands[own] > 0 {
            empty.for_each(|to| turn(men, to, self.hands[own] - 1));
        } else {
            for from in Points::from_bits(men) {
                let targets = board.neighbours(from).and(empty);
                targets.for_each(|to| turn(men & !(1 << from.index()), to, 0));
            }
        }
    }
}

/// Every position that play reaches, and who wins there: 1 the side to move, 2 the other, 0 nobody.
fn solve(men: u8) -> (Vec<u64>, Vec<u8>) {
    let start = Node {
        men: [0, 0],
        hands: [men, men],
        black: false,
    }
    .pack();
    let mut numbers: HashMap<u64, u32> = HashMap::from([(start, 0)]);
    let mut nodes = vec![start];
    let (mut edges, mut first) = (Vec::new(), vec![0usize]);
    let mut next = Vec::new();
    while first.len() <= nodes.len() {
        Node::unpack(nodes[first.len() - 1]).successors(&mut next);
        for &node in &next {
            edges.push(*numbers.entry(node).or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u32 - 1
            }));
        }
        first.push(edges.len());
    }
    drop(numbers);
    // Backward from the ends, along edges sorted by where they lead.
    let mut last = vec![0usize; nodes.len() + 1];
    edges.iter().for_each(|&to| last[to as usize + 1] += 1);
    (0..nodes.len()).for_each(|i| last[i + 1] += last[i]);
    let mut before = vec![0u32; edges.len()];
    for from in 0..nodes.len() {
        for &to in &edges[first[from]..first[from + 1]] {
            before[last[to as usize]] = from as u32;
            last[to as usize] += 1;
        }
    }
    let mut left: Vec<usize> = first.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // Whoever is to move at an end has too few men or none that can move.
    let mut values: Vec<u8> = left
        .iter()
        .map(|&turns| if turns == 0 { 2 } else { 0 })
        .collect();
    let mut open: Vec<usize> = (0..nodes.len()).filter(|&i| left[i] == 0).collect();
    while let Some(i) = open.pop() {
        let begin = if i == 0 { 0 } else { last[i - 1] };
        for &earlier in &before[begin..last[i]] {
            let earlier = earlier as usize;
            left[earlier] -= 1;
            if values[earlier] == 0 && (values[i] == 2 || left[earlier] == 0) {
                values[earlier] = if values[i] == 2 { 1 } else { 2 };
                open.push(earlier);
            }
        }
    }
    (nodes, values)
}

/// Rows of men, positions, won, lost, drawn.
fn rows() -> Vec<[usize; 5]> {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/values/six-family.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let numbers = |line: &str| {
        line.split(',')
            .map(|n| n.parse().unwrap())
            .collect::<Vec<_>>()
    };
    text.lines()
        .skip(1)
        .map(|line| numbers(line).try_into().unwrap())
        .collect()
}

/// `MERELS_SIX` is the most men a side, four unless told; six take 5 GB and some two minutes.
#[test]
fn reachable_positions_agree_with_the_published_counts() {
    let most =
        std::env::var("MERELS_SIX").map_or(4, |men| men.parse().expect("MERELS_SIX is a number"));
    for [men, all, won, lost, drawn] in rows().into_iter().filter(|row| row[0] <= most) {
        let (nodes, values) = solve(men as u8);
        let count = |wanted: u8| values.iter().filter(|&&value| value == wanted).count();
        assert_eq!(
            [nodes.len(), count(1), count(2), count(0)],
            [all, won, lost, drawn],
            "{men} men"
        );
        if men == 4 {
            compare(&nodes, &values);
        }
    }
}

/// With four men a side nobody has too few before all are placed: the solution has the same values.
fn compare(nodes: &[u64], values: &[u8]) {
    let rules: Rules = "six[men=4]".parse().unwrap();
    let solution = Solver::new(&rules).unwrap().finish();
    for (node, &value) in nodes.iter().map(|&node| Node::unpack(node)).zip(values) {
        let mut setup = Setup::start(rules);
        setup.men.0 = node.men.map(Points::from_bits);
        setup.hands.0 = node.hands;
        setup.side_to_move = if node.black {
            merels::Side::Black
        } else {
            merels::Side::White
        };
        let position = Position::try_from(setup).unwrap();
        let found = match solution.value(&position).unwrap() {
            Value::Draw => 0,
            Value::Win(_) => 1,
            Value::Loss(_) => 2,
        };
        assert_eq!(found, value, "{position}");
    }
}
