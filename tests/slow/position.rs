//! A position: what is on the board, beside it and remembered.

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

/// A line of the board, its points in order.
pub type Line = Vec<usize>;

/// What is on the board and beside it.
#[derive(Clone, Debug)]
pub struct Position {
    pub rules: Arc<Rules>,
    /// The man on each point.
    pub men: Vec<Option<Side>>,
    /// The points shut by a dead man, in order.
    pub marked: Vec<usize>,
    pub to_move: Side,
    pub hands: Each<usize>,
    /// Plies since the last capture or placing.
    pub clock: usize,
    /// Number of the move pair, from 1.
    pub turn: usize,
    /// Each side's last move, if it was a slide or flight that closed a mill. Kept only under the
    /// re-forming ban.
    pub last_closing: Each<Option<Way>>,
    /// The lines that each side has closed, in order. Kept only where a line counts once.
    pub used: Each<Vec<Line>>,
    /// How many men each side has yet to remove; -1: one of its own.
    pub owed: Each<i32>,
    /// Who closed the first mill, while placing goes on. Kept only where that side starts.
    pub first_mill: Option<Side>,
    /// Must the side to move free the other?
    pub must_free: bool,
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
            marked: Vec::new(),
            to_move: rules.begins(),
            hands: Each {
                white: rules.men(),
                black: rules.men(),
            },
            clock: 0,
            turn: 1,
            last_closing: Each {
                white: None,
                black: None,
            },
            used: Each {
                white: Vec::new(),
                black: Vec::new(),
            },
            owed: Each { white: 0, black: 0 },
            first_mill: None,
            must_free: false,
            rules: Arc::new(rules),
        }
    }

    pub fn board(&self) -> &'static Board {
        self.rules.board()
    }

    /// The points where a side has men.
    pub fn standing(&self, side: Side) -> Vec<usize> {
        (0..self.men.len())
            .filter(|point| self.men[*point] == Some(side))
            .collect()
    }

    /// The points without a man, dead or alive.
    pub fn empty(&self) -> Vec<usize> {
        (0..self.men.len())
            .filter(|point| self.men[*point].is_none() && !self.marked.contains(point))
            .collect()
    }

    /// Has nobody a man in hand?
    pub fn hands_empty(&self) -> bool {
        self.hands.white == 0 && self.hands.black == 0
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

    /// What no game can come to is not a position.
    pub fn check(&self) -> Result<(), String> {
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
        } else if self.in_all(White) < self.rules.least() && self.in_all(Black) < self.rules.least()
        {
            return Err(format!("both have fewer than {} men", self.rules.least()));
        }
        if self.rules.is("begin", "board") && (self.hands.white > 0 || self.hands.black > 0) {
            return Err("men in hand where none ever are".to_string());
        }
        self.check_marked()?;
        self.check_used()?;
        self.check_owed()?;
        if self.first_mill.is_some() && self.hands_empty() {
            return Err("a first mill after placing has ended".to_string());
        }
        if self.must_free && self.has_turn(self.to_move.enemy()) {
            return Err("free: the other side has a turn".to_string());
        }
        if self.must_free && (self.owed.white != 0 || self.owed.black != 0) {
            return Err("free: removals are owed".to_string());
        }
        Ok(())
    }

    fn check_marked(&self) -> Result<(), String> {
        if !self.marked.is_empty() && self.hands_empty() {
            return Err("marked points with both hands empty".to_string());
        }
        let together = self.in_all(White) + self.in_all(Black) + self.marked.len();
        if together > 2 * self.rules.men() {
            return Err(format!(
                "{together} men and marked points, more than both sides have men"
            ));
        }
        Ok(())
    }

    fn check_used(&self) -> Result<(), String> {
        for side in [White, Black] {
            let lines = self.used.of(side);
            for (number, line) in lines.iter().enumerate() {
                if !self.board().mills.contains(line) {
                    return Err("a used line that the board does not have".to_string());
                }
                if lines[..number].contains(line) {
                    return Err("a used line twice".to_string());
                }
            }
        }
        Ok(())
    }

    fn check_owed(&self) -> Result<(), String> {
        for side in [White, Black] {
            let owed = *self.owed.of(side);
            if !(-1..=21).contains(&owed) {
                return Err(format!("{owed}: no number of removals"));
            }
            if owed == -1 && self.rules.played("placing") != "count" {
                return Err("-1: nobody removes his own men here".to_string());
            }
            if owed != 0 && !self.hands_empty() {
                return Err("removals owed before placing has ended".to_string());
            }
        }
        if *self.owed.of(self.to_move) == 0 && *self.owed.of(self.to_move.enemy()) != 0 {
            return Err("removals owed by the side that is not to move only".to_string());
        }
        Ok(())
    }
}
