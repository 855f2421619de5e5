//! Families of games that share a net.

use super::{Net, WeightsError};
use crate::board::Board;
use crate::rules::{Goal, Least, Phases, Preset, Rules};
use std::sync::OnceLock;

/// Games that are similar enough for one net to evaluate them all.
pub(super) struct Family {
    /// Its name in the weights file.
    pub name: &'static str,
    /// The games that it was trained on; all are played on one board, with one rule of flying.
    games: &'static [Preset],
    /// The weights, where they are built in.
    pub built_in: Option<&'static [u8]>,
    /// The net, once its weights are read.
    pub net: OnceLock<Net>,
}

/// The weights in a file, which native programs have built in; the page fetches what it needs.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! native {
    ($file:literal) => {
        Some(include_bytes!(concat!("../../../data/", $file)))
    };
}
#[cfg(target_arch = "wasm32")]
macro_rules! native {
    ($file:literal) => {
        None
    };
}

/// Those of Nine Men's Morris, which the npm package has, too.
#[cfg(any(not(target_arch = "wasm32"), feature = "weights"))]
const OF_NINE: Option<&[u8]> = Some(include_bytes!("../../../data/nine.net"));
#[cfg(not(any(not(target_arch = "wasm32"), feature = "weights")))]
const OF_NINE: Option<&[u8]> = None;

pub(super) static FAMILIES: [Family; 12] = [
    Family::new("nine", &[Preset::Nine], OF_NINE),
    Family::new("lasker", &[Preset::Lasker], native!("lasker.net")),
    Family::new(
        "twelve",
        &[Preset::Twelve, Preset::Eleven, Preset::Morabaraba],
        native!("twelve.net"),
    ),
    Family::new("nao-guti", &[Preset::NaoGuti], native!("nao-guti.net")),
    Family::new(
        "marelle-triple",
        &[Preset::MarelleTriple],
        native!("marelle-triple.net"),
    ),
    Family::new("mul-mulan", &[Preset::MulMulan], native!("mul-mulan.net")),
    Family::new("dooz", &[Preset::Dooz], native!("dooz.net")),
    Family::new("one-time", &[Preset::OneTime], native!("one-time.net")),
    Family::new(
        "cham-gonu",
        &[Preset::ChamGonu, Preset::ZhiQi, Preset::DaSanQi],
        native!("cham-gonu.net"),
    ),
    Family::new(
        "cheng-san-qi",
        &[Preset::ChengSanQi],
        native!("cheng-san-qi.net"),
    ),
    Family::new("nerenchi", &[Preset::Nerenchi], native!("nerenchi.net")),
    Family::new(
        "el-filja",
        &[Preset::ElFilja, Preset::Shax],
        native!("el-filja.net"),
    ),
];

impl Family {
    const fn new(
        name: &'static str,
        games: &'static [Preset],
        built_in: Option<&'static [u8]>,
    ) -> Self {
        Self {
            name,
            games,
            built_in,
            net: OnceLock::new(),
        }
    }

    /// The family of a rule set, if it belongs to any.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        let played = rules.without_draw_rules();
        let own = |family: &&Self| {
            family
                .games
                .iter()
                .any(|game| game.rules().without_draw_rules() == played)
        };
        FAMILIES
            .iter()
            .find(own)
            .or_else(|| Self::named(similar(rules)?))
    }

    /// The family of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.name == name)
    }

    /// Whether its net is so much better than the hand-made weights that level 8, three plies deep,
    /// clearly beats level 7, six plies deep.
    pub fn is_strong(&self) -> bool {
        matches!(
            self.name,
            "nine" | "lasker" | "twelve" | "nerenchi" | "el-filja"
        )
    }

    /// Reads its weights from the bytes of their file.
    pub fn read(&self, bytes: &[u8]) -> Result<Net, WeightsError> {
        let rules = self.games[0].rules();
        Net::read(
            self.name,
            rules.board,
            rules.flying_limit().unwrap_or(0),
            bytes,
        )
    }
}

/// The family that evaluates a game which differs from its own by an option.
fn similar(rules: &Rules) -> Option<&'static str> {
    let board = rules.board;
    if rules.least != Least::Three || rules.takes_between() {
        return None;
    }
    match (rules.goal, rules.phases) {
        (Goal::Capture, Phases::Split) if board == Board::NINE && rules.men <= 9 => Some("nine"),
        (Goal::Capture, Phases::Mixed) if board == Board::NINE && rules.men <= 10 => Some("lasker"),
        (Goal::Capture, Phases::Split) if board == Board::TWELVE && rules.men <= 12 => {
            Some("twelve")
        }
        _ => None,
    }
}
