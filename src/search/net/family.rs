//! Which games share a net, and where its weights come from.

use super::Net;
use super::weights::{self, WeightsError};
use crate::board::Board;
use crate::rules::{Goal, Phases, Rules};
use std::sync::OnceLock;

/// Games that are so much alike that one net judges them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Nine Men's Morris.
    Nine,
    /// Lasker Morris: men may move while there are some in hand.
    Lasker,
    /// The games on the board with diagonals.
    Twelve,
}

impl Family {
    const ALL: [Self; 3] = [Self::Nine, Self::Lasker, Self::Twelve];

    /// The family of a rule set, if it belongs to any.
    pub fn of(rules: &Rules) -> Option<Self> {
        let board = rules.board;
        match (rules.goal, rules.phases) {
            (Goal::Capture, Phases::Split) if board == Board::NINE && rules.men <= 9 => Some(Self::Nine),
            (Goal::Capture, Phases::Mixed) if board == Board::NINE && rules.men <= 10 => Some(Self::Lasker),
            (Goal::Capture, Phases::Split) if board == Board::TWELVE && rules.men <= 12 => Some(Self::Twelve),
            _ => None,
        }
    }

    /// As the file of weights has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nine => "nine",
            Self::Lasker => "lasker",
            Self::Twelve => "twelve",
        }
    }

    pub fn board(self) -> &'static Board {
        match self {
            Self::Nine | Self::Lasker => Board::NINE,
            Self::Twelve => Board::TWELVE,
        }
    }

    /// The weights that are built in. A page has those of the game that it begins with; it fetches the others when they
    /// are wanted, and has them [`taught`](teach).
    fn built_in(self) -> Option<&'static [u8]> {
        match self {
            Self::Nine => Some(include_bytes!("nine.net")),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Lasker => Some(include_bytes!("../../../data/lasker.net")),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Twelve => Some(include_bytes!("../../../data/twelve.net")),
            #[cfg(target_arch = "wasm32")]
            Self::Lasker | Self::Twelve => None,
        }
    }

    fn place(self) -> &'static OnceLock<Net> {
        static NETS: [OnceLock<Net>; 3] = [const { OnceLock::new() }; 3];
        &NETS[self as usize]
    }

    /// The net, if its weights are here.
    pub fn net(self) -> Option<&'static Net> {
        let place = self.place();
        if place.get().is_none()
            && let Some(net) = self.built_in().and_then(|bytes| Net::read(self, bytes).ok())
        {
            // Another thread may have been quicker, with the same.
            let _ = place.set(net);
        }
        place.get()
    }
}

/// The file of weights that the games of this rule set are judged by, where it is not built in: `lasker.net`, `twelve.net`.
#[must_use]
pub fn weights_wanted(rules: &Rules) -> Option<String> {
    let family = Family::of(rules)?;
    // What is built in is not read for that.
    let here = family.built_in().is_some() || family.place().get().is_some();
    (!here).then(|| format!("{}.net", family.name()))
}

/// Takes the weights of a family of games from the bytes of their file; searches that begin from then on go by them. Once
/// taken they stay: taking them again changes nothing. Natively all are built in.
///
/// # Errors
/// Where the bytes are no such file, or it is damaged or of another version.
pub fn teach(bytes: &[u8]) -> Result<(), WeightsError> {
    let name = weights::name(bytes)?;
    let family = Family::ALL.into_iter().find(|family| family.name().as_bytes() == name);
    let family = family.ok_or(WeightsError::Shape)?;
    let _ = family.place().set(Net::read(family, bytes)?);
    Ok(())
}

/// Whether bytes begin as a file of weights does.
#[must_use]
pub fn are_weights(bytes: &[u8]) -> bool {
    bytes.starts_with(weights::MAGIC)
}
