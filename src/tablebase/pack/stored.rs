//! Which positions a pack stores; search finds the values of the others.
//!
//! The points of a board with two colours, like a chessboard's squares, so that every step changes
//! the colour: a slide changes how many of the mover's men stand on the first colour by one. Let m
//! and o be the parities of that number for the side to move and for the other. After a slide
//! without a capture the sides change roles, and (m, o) becomes (o, 1 - m): (0, 0), (0, 1), (1, 1),
//! (1, 0), and again. So of the positions without men in hand, one quarter is enough, that with (0,
//! 0): from any other, three slides lead there, and captures lead to fewer men.
//!
//! A man that flies may keep its colour. Positions in which the side to move flies are all stored,
//! and none in which only the other side does: there any turn leads to one of the former.

use crate::board::{Board, Points};
use crate::rules::{Phases, Rules};
use crate::tablebase::Sector;

/// The positions that are stored.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// The points of the first colour.
    colour: Points,
    /// How many men let a side fly.
    flying: usize,
    /// Stored too: all positions with this many men in hand, of both sides together.
    hands: usize,
}

/// What is stored of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredPart {
    /// Nothing.
    None,
    /// The positions in which each side has an even number of men on the first colour.
    Quarter,
    /// Everything.
    All,
}

impl Stored {
    /// `None` where the rules are not made for it: the board needs two colours, and men are moved
    /// only after all are placed.
    pub fn new(rules: &Rules, hands: usize) -> Option<Self> {
        let colour = colour(rules.board)?;
        let fits = rules.phases == Phases::Split;
        fits.then(|| Self {
            colour,
            flying: rules.flying_limit().unwrap_or(0),
            hands,
        })
    }

    /// What is stored of a sector.
    pub fn part(&self, sector: Sector) -> StoredPart {
        let hands = sector.own_hand + sector.other_hand;
        match (sector.own <= self.flying, sector.other <= self.flying) {
            _ if hands > 0 => {
                if hands == self.hands {
                    StoredPart::All
                } else {
                    StoredPart::None
                }
            }
            (true, _) => StoredPart::All,
            (false, true) => StoredPart::None,
            (false, false) => StoredPart::Quarter,
        }
    }

    /// Whether a quarter has these men, of one side.
    pub fn is_even(&self, men: Points) -> bool {
        men.and(self.colour).len().is_multiple_of(2)
    }

    /// The points of the first colour.
    pub fn colour(&self) -> Points {
        self.colour
    }

    /// Whether a position is stored: the sector, the men of the side to move, and the other's.
    pub fn contains(&self, sector: Sector, own: Points, other: Points) -> bool {
        match self.part(sector) {
            StoredPart::None => false,
            StoredPart::Quarter => self.is_even(own) && self.is_even(other),
            StoredPart::All => true,
        }
    }
}

/// The points of the first point's colour where neighbours never have the same.
fn colour(board: &Board) -> Option<Points> {
    let neighbours = |points: Points| {
        points
            .into_iter()
            .fold(Points::EMPTY, |all, point| all.or(board.neighbours(point)))
    };
    let mut same = Points::first_n(1);
    loop {
        let more = same.or(neighbours(neighbours(same)));
        if more == same {
            break;
        }
        same = more;
    }
    let other = neighbours(same);
    (same.and(other).is_empty() && same.or(other) == board.points()).then_some(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    #[test]
    fn a_board_of_squares_or_triangles_without_crossings_has_two_colours() {
        let coloured = |board: &&Board| colour(board).is_some();
        let names: Vec<_> = Board::ALL
            .iter()
            .copied()
            .filter(coloured)
            .map(Board::name)
            .collect();
        assert_eq!(
            names,
            [
                "nine-holes",
                "six",
                "seven",
                "nine",
                "twelve",
                "triple",
                "madell"
            ]
        );
        assert_eq!(colour(Board::NINE).map(Points::len), Some(12));
    }

    #[test]
    fn each_slide_changes_the_colour() {
        let stored = Stored::new(&Preset::Nine.rules(), 0).unwrap();
        for point in Board::NINE.points() {
            for to in Board::NINE.neighbours(point) {
                assert_ne!(
                    stored.is_even(Points::EMPTY.with(point)),
                    stored.is_even(Points::EMPTY.with(to))
                );
            }
        }
    }
}
