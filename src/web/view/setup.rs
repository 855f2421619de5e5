//! A position being set up, as sent to and from the page.

use super::{Both, GameOutcome, indexes};
use crate::board::{Point, Points};
use crate::coded::Coded;
use crate::position::{BySide, Position, Setup, SetupError, Side};
use crate::rules::Rules;
use serde::Serialize;
use tsify::Tsify;

/// A position as a page holds it while it is set up.
#[derive(Clone, Debug, Tsify)]
pub struct SetupDraft {
    /// The rule set.
    pub spec: String,
    /// The man on each point, empty for a free point; `dead` for a marked man.
    #[tsify(type = "('' | 'dead' | Side)[]")]
    pub men: Vec<String>,
    /// The side to move.
    #[tsify(type = "Side")]
    pub turn: String,
    /// Men in hand.
    pub hands: Both<u8>,
    /// The position line that it was made from. What the rules remember of it (used lines, removals
    /// owed, …) is kept where it fits the men.
    #[tsify(optional)]
    pub from: Option<String>,
}

/// What is wrong with a position that is set up, or how the game is over in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SetupCheck {
    /// Its position line, legal or not.
    pub line: String,
    /// Everything that makes it illegal.
    pub faults: Vec<SetupFault>,
    /// How the game is over in it; null where it is illegal or the game goes on.
    pub outcome: Option<GameOutcome>,
    /// As in `GameState`.
    pub used: Both<Vec<Vec<usize>>>,
}

/// Why a setup is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SetupFault {
    /// The error's code, as in `Refusal`.
    pub id: &'static str,
    /// In English.
    pub text: String,
    /// The side that it concerns; null where it is not about one side.
    pub side: Option<Side>,
    /// How many men this side has in all.
    pub men: Option<usize>,
    /// How many men a side has in this game.
    pub most: u8,
}

/// Reads what a page has set up by these rules.
///
/// # Errors
/// If it is not even a setup; the error is in words.
pub fn read_setup(rules: Rules, draft: &SetupDraft) -> Result<Setup, String> {
    let points = rules.board.points().len();
    if draft.men.len() != points {
        return Err(format!(
            "the board has {points} points, but {} are given",
            draft.men.len()
        ));
    }
    let side = |name: &str| Side::named(name);
    let (mut men, mut marked) = (BySide::<Points>::default(), Points::EMPTY);
    for (i, man) in draft.men.iter().enumerate() {
        match (side(man), Point::new(i)) {
            (Some(side), Some(point)) => men[side] = men[side].with(point),
            (None, Some(point)) if man == "dead" => marked = marked.with(point),
            _ if man.is_empty() => {}
            _ => return Err("a point has white, black, dead or nothing".to_owned()),
        }
    }
    let turn = side(&draft.turn).ok_or("the side must be white or black")?;
    let hands = BySide([draft.hands.white, draft.hands.black]);
    let setup = Setup {
        men,
        hands,
        side_to_move: turn,
        marked,
        ..Setup::start(rules)
    };
    let from = draft
        .from
        .as_ref()
        .map(|line| line.parse::<Setup>())
        .transpose()
        .map_err(|error| error.to_string())?;
    Ok(from
        .and_then(|from| remembering(setup, &from))
        .unwrap_or(setup))
}

/// The setup with what the rules remember of another one; `None` where that is no position.
fn remembering(setup: Setup, from: &Setup) -> Option<Setup> {
    let Setup {
        closing,
        used,
        owed,
        first_mill,
        must_free,
        ..
    } = *from;
    let setup = Setup {
        closing,
        used,
        owed,
        first_mill,
        must_free,
        ..setup
    };
    (setup.rules == from.rules && Position::try_from(setup).is_ok()).then_some(setup)
}

/// What is wrong with a setup, or how the game is over in it.
pub fn check_setup(setup: &Setup) -> SetupCheck {
    let fault = |error: &SetupError| {
        let concerns = match error {
            SetupError::TooMany { side, men, .. } | SetupError::Missing { side, men, .. } => {
                Some((*side, *men))
            }
            _ => None,
        };
        SetupFault {
            id: error.code(),
            text: error.to_string(),
            side: concerns.map(|(side, _)| side),
            men: concerns.map(|(_, men)| men),
            most: setup.rules.men,
        }
    };
    SetupCheck {
        line: setup.to_string(),
        faults: setup.faults().iter().map(fault).collect(),
        outcome: Position::try_from(*setup)
            .ok()
            .and_then(|position| position.outcome())
            .map(GameOutcome::from),
        used: Both::of(|side| {
            setup
                .rules
                .board
                .mills_of(setup.used[side])
                .map(indexes)
                .collect()
        }),
    }
}
