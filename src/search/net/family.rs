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

/// Programs have the weights built in; the page fetches what it needs.
const fn native(weights: &'static [u8]) -> Option<&'static [u8]> {
    if cfg!(all(target_arch = "wasm32", feature = "web")) {
        None
    } else {
        Some(weights)
    }
}

/// Those of Nine Men's Morris, which the npm package has, too.
const OF_NINE: Option<&[u8]> = if cfg!(feature = "weights") {
    Some(include_bytes!("../../../data/nine.net"))
} else {
    native(include_bytes!("../../../data/nine.net"))
};

pub(super) static FAMILIES: [Family; 12] = [
    Family::new("nine", &[Preset::Nine], OF_NINE),
    Family::new(
        "lasker",
        &[Preset::Lasker],
        native(include_bytes!("../../../data/lasker.net")),
    ),
    Family::new(
        "twelve",
        &[Preset::Twelve, Preset::Eleven, Preset::Morabaraba],
        native(include_bytes!("../../../data/twelve.net")),
    ),
    Family::new(
        "nao-guti",
        &[Preset::NaoGuti],
        native(include_bytes!("../../../data/nao-guti.net")),
    ),
    Family::new(
        "marelle-triple",
        &[Preset::MarelleTriple],
        native(include_bytes!("../../../data/marelle-triple.net")),
    ),
    Family::new(
        "mul-mulan",
        &[Preset::MulMulan],
        native(include_bytes!("../../../data/mul-mulan.net")),
    ),
    Family::new(
        "dooz",
        &[Preset::Dooz],
        native(include_bytes!("../../../data/dooz.net")),
    ),
    Family::new(
        "one-time",
        &[Preset::OneTime],
        native(include_bytes!("../../../data/one-time.net")),
    ),
    Family::new(
        "cham-gonu",
        &[Preset::ChamGonu, Preset::ZhiQi, Preset::DaSanQi],
        native(include_bytes!("../../../data/cham-gonu.net")),
    ),
    Family::new(
        "cheng-san-qi",
        &[Preset::ChengSanQi],
        native(include_bytes!("../../../data/cheng-san-qi.net")),
    ),
    Family::new(
        "nerenchi",
        &[Preset::Nerenchi],
        native(include_bytes!("../../../data/nerenchi.net")),
    ),
    Family::new(
        "el-filja",
        &[Preset::ElFilja, Preset::Shax],
        native(include_bytes!("../../../data/el-filja.net")),
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
