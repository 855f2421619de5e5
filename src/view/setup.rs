//! A position that somebody is setting up, on its way in and out.

use super::{Both, OutcomeView, side_name};
use crate::board::{Point, Points};
use crate::coded::Coded;
use crate::position::{BySide, Position, Setup, SetupError, Side};
use crate::rules::Rules;
use serde::Serialize;

/// A position as a page holds it while it is set up.
#[derive(Clone, Debug)]
pub struct SetupDraft {
    /// For each point: `white`, `black` or nothing.
    pub men: Vec<String>,
    /// The side to move.
    pub turn: String,
    /// Men in hand.
    pub hands: Both<u8>,
}

/// What is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupCheck {
    /// Its position line, legal or not.
    pub line: String,
    /// Everything that keeps it from being a position.
    pub faults: Vec<Fault>,
    /// How the game is over in it, if it is a position and the game is over.
    pub outcome: Option<OutcomeView>,
}

/// Why it is no position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// A fixed word: see [`Coded::code`].
    pub id: &'static str,
    /// In words.
    pub text: String,
    /// The side that it concerns.
    pub side: Option<&'static str>,
    /// The men in all that this side has.
    pub men: Option<usize>,
    /// The men in all that the game is played with.
    pub most: u8,
}

/// Reads what a page has set up by these rules. `Err` in words where it is not even a setup.
pub fn read_setup(rules: Rules, draft: &SetupDraft) -> Result<Setup, String> {
    let points = rules.board.points().len();
    if draft.men.len() != points {
        return Err(format!("the board has {points} points, but {} are given", draft.men.len()));
    }
    let side = |name: &str| Side::BOTH.into_iter().find(|&side| side_name(side) == name);
    let mut men = BySide::<Points>::default();
    for (i, man) in draft.men.iter().enumerate() {
        match (side(man), Point::new(i)) {
            (Some(side), Some(point)) => men[side] = men[side].with(point),
            _ if man.is_empty() => {}
            _ => return Err("a point has white, black or nothing".to_owned()),
        }
    }
    let turn = side(&draft.turn).ok_or("the side must be white or black")?;
    let hands = BySide([draft.hands.white, draft.hands.black]);
    Ok(Setup { men, hands, turn, ..Setup::start(rules) })
}

/// Everything that is to be said of a position that is set up.
pub fn check_setup(setup: &Setup) -> SetupCheck {
    let fault = |error: &SetupError| {
        let concerns = match error {
            SetupError::TooMany { side, men, .. } | SetupError::Missing { side, men, .. } => Some((*side, *men)),
            _ => None,
        };
        Fault {
            id: error.code(),
            text: error.to_string(),
            side: concerns.map(|(side, _)| side_name(side)),
            men: concerns.map(|(_, men)| men),
            most: setup.rules.men,
        }
    };
    SetupCheck {
        line: setup.to_string(),
        faults: setup.faults().iter().map(fault).collect(),
        outcome: Position::try_from(*setup).ok().and_then(|position| position.outcome()).map(OutcomeView::from),
    }
}
