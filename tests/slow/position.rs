//! A position and its line of text.

use super::board::Board;
use super::rules::Rules;
use std::sync::Arc;

/// A colour of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    White,
    Black,
}
use Side::{Black, White};

impl Side {
    pub fn enemy(self) -> Side {
        match self {
            White => Black,
            Black => White,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            White => "white",
            Black => "black",
        }
    }
}

/// Something each side has.
#[derive(Clone, Debug, PartialEq)]
pub struct Each<T> {
    pub white: T,
    pub black: T,
}

impl<T> Each<T> {
    pub fn of(&self, side: Side) -> &T {
        match side {
            White => &self.white,
            Black => &self.black,
        }
    }

    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            White => &mut self.white,
            Black => &mut self.black,
        }
    }
}

/// From where to where a man went.
pub type Way = (usize, usize);

/// What is on the board and beside it.
#[derive(Clone, Debug)]
pub struct Position {
    pub rules: Arc<Rules>,
    /// The man on each point.
    pub men: Vec<Option<Side>>,
    pub to_move: Side,
    pub hands: Each<usize>,
    /// Plies since the last capture or placing.
    pub clock: usize,
    /// Number of the move pair, from 1.
    pub turn: usize,
    /// Each side's last move, if it was a slide or flight that closed a mill. Kept only under the re-forming ban.
    pub last_closing: Each<Option<Way>>,
}

impl Position {
    /// The empty board with all men in hand, or all men where they start.
    pub fn start(rules: Rules) -> Position {
        let mut position = Position::all_in_hand(rules);
        if position.rules.is("begin", "board") {
            for side in [White, Black] {
                for point in position.home(side) {
                    position.men[point] = Some(side);
                }
                *position.hands.of_mut(side) = 0;
            }
        }
        position
    }

    /// The points where a side's men start, in a game that begins with men on the board.
    pub fn home(&self, side: Side) -> Vec<usize> {
        let [white, black] = self.board().starts.clone().expect("points to start from");
        match side {
            White => white,
            Black => black,
        }
    }

    /// The empty board with all men in hand.
    pub fn all_in_hand(rules: Rules) -> Position {
        Position {
            men: vec![None; rules.board().points.len()],
            to_move: if rules.is("first", "black") { Black } else { White },
            hands: Each { white: rules.men(), black: rules.men() },
            clock: 0,
            turn: 1,
            last_closing: Each { white: None, black: None },
            rules: Arc::new(rules),
        }
    }

    pub fn board(&self) -> &'static Board {
        self.rules.board()
    }

    /// The points where a side has men.
    pub fn standing(&self, side: Side) -> Vec<usize> {
        (0..self.men.len()).filter(|point| self.men[*point] == Some(side)).collect()
    }

    /// The points without a man.
    pub fn empty(&self) -> Vec<usize> {
        (0..self.men.len()).filter(|point| self.men[*point].is_none()).collect()
    }

    /// A side's men in all: board and hand.
    pub fn in_all(&self, side: Side) -> usize {
        self.standing(side).len() + self.hands.of(side)
    }

    /// What must be the same for the position to be repeated: all but the counters.
    pub fn same(&self) -> String {
        let line = self.line();
        let fields: Vec<&str> = line.split(' ').collect();
        [&fields[..4], &fields[6..]].concat().join(" ")
    }

    /// The position in one line: `variant board side hands clock turn`, and the closing slides under the ban.
    pub fn line(&self) -> String {
        let mut ranks = Vec::new();
        for rank in self.board().ranks() {
            let mut text = String::new();
            let mut empty = 0;
            for &point in rank {
                if self.men[point].is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += if self.men[point] == Some(White) { "W" } else { "B" };
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let side = if self.to_move == White { "w" } else { "b" };
        let mut line = format!(
            "{} {} {side} {},{} {} {}",
            self.rules.spec(),
            ranks.join("/"),
            self.hands.white,
            self.hands.black,
            self.clock,
            self.turn
        );
        if self.rules.is("reform", "ban") {
            let way = |way: &Option<Way>| match way {
                None => "-".to_string(),
                Some((from, to)) => format!("{}-{}", self.board().points[*from], self.board().points[*to]),
            };
            line += &format!(" {},{}", way(&self.last_closing.white), way(&self.last_closing.black));
        }
        line
    }

    /// Reads a position line and sees that it is a position.
    pub fn read(line: &str) -> Result<Position, String> {
        let mut fields: Vec<&str> = line.split(' ').collect();
        let rules = Rules::read(fields[0])?;
        if rules.is("reform", "ban") && fields.len() == 6 {
            fields.push("-,-"); // nothing to remember
        }
        let wanted = if rules.is("reform", "ban") { 7 } else { 6 };
        if fields.len() != wanted {
            return Err(format!("{} fields, not {wanted}", fields.len()));
        }
        let board = rules.board();
        let mut position = Position::start(rules);

        let ranks = board.ranks();
        let texts: Vec<&str> = fields[1].split('/').collect();
        if texts.len() != ranks.len() {
            return Err(format!("{}: {} ranks, not {}", fields[1], texts.len(), ranks.len()));
        }
        for (rank, text) in ranks.iter().zip(texts) {
            let mut squares = Vec::new();
            for letter in text.chars() {
                match letter {
                    'W' => squares.push(Some(White)),
                    'B' => squares.push(Some(Black)),
                    '1'..='9' => squares.extend(vec![None; letter as usize - '0' as usize]),
                    _ => {
                        return Err(format!("{text}: {letter} is neither a man nor a number of empty points"));
                    }
                }
            }
            if squares.len() != rank.len() {
                return Err(format!("{text}: {} points, not {}", squares.len(), rank.len()));
            }
            for (point, man) in rank.iter().zip(squares) {
                position.men[*point] = man;
            }
        }

        position.to_move = match fields[2] {
            "w" => White,
            "b" => Black,
            other => return Err(format!("{other}: neither w nor b")),
        };
        let (white, black) = fields[3].split_once(',').ok_or_else(|| format!("{}: not two hands", fields[3]))?;
        position.hands = Each { white: number(white)?, black: number(black)? };
        position.clock = number(fields[4])?;
        position.turn = number(fields[5])?;
        if position.turn == 0 {
            return Err("0: turns are counted from 1".to_string());
        }
        if wanted == 7 {
            let (white, black) = fields[6].split_once(',').ok_or_else(|| format!("{}: not two slides", fields[6]))?;
            for (side, text) in [(White, white), (Black, black)] {
                *position.last_closing.of_mut(side) = position.read_closing(side, text)?;
            }
        }
        position.check()?;
        Ok(position)
    }

    fn read_closing(&self, side: Side, text: &str) -> Result<Option<Way>, String> {
        if text == "-" {
            return Ok(None);
        }
        let (from, to) = text.split_once('-').ok_or_else(|| format!("{text}: not a slide"))?;
        let point = |name: &str| self.board().point(name).ok_or_else(|| format!("{text}: {name} is no point"));
        let (from, to) = (point(from)?, point(to)?);
        if self.men[to] != Some(side) || self.men[from] == Some(side) {
            return Err(format!("{text}: {} cannot have gone there", side.name()));
        }
        Ok(Some((from, to)))
    }

    /// What no game can come to is not a position.
    fn check(&self) -> Result<(), String> {
        let men = self.rules.men();
        for side in [White, Black] {
            let in_all = self.in_all(side);
            if in_all > men {
                return Err(format!("{} has {in_all} men, more than {men}", side.name()));
            }
            if self.rules.is("goal", "mill") && in_all != men {
                return Err(format!("{} has {in_all} men, not {men}", side.name()));
            }
        }
        if self.rules.is("goal", "mill") {
            if self.has_mill(White) && self.has_mill(Black) {
                return Err("both have a mill".to_string());
            }
        } else if self.in_all(White) < self.rules.least() && self.in_all(Black) < self.rules.least() {
            return Err(format!("both have fewer than {} men", self.rules.least()));
        }
        if self.rules.is("begin", "board") && (self.hands.white > 0 || self.hands.black > 0) {
            return Err("men in hand where none ever are".to_string());
        }
        Ok(())
    }
}

/// A number written plainly.
fn number(text: &str) -> Result<usize, String> {
    let plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let plain = plain && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain).ok_or_else(|| format!("{text}: not a number"))
}
