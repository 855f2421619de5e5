//! Families of games that share a net.

use crate::board::Board;
use crate::rules::{Goal, Least, Phases, Preset, Rules};

/// Games that are similar enough for one net to evaluate them all.
#[derive(Debug)]
pub(super) struct Family {
    /// Its name in the weights file.
    pub name: &'static str,
    /// The games that it was trained on; all are played on one board, with one rule of flying.
    games: &'static [Preset],
}

/// All of them. The first three evaluate games with other options on their boards, too.
pub(super) static FAMILIES: [Family; 12] = [
    Family { name: "nine", games: &[Preset::Nine] },
    Family { name: "lasker", games: &[Preset::Lasker] },
    Family { name: "twelve", games: &[Preset::Twelve, Preset::Eleven, Preset::Morabaraba] },
    Family { name: "nao-guti", games: &[Preset::NaoGuti] },
    Family { name: "marelle-triple", games: &[Preset::MarelleTriple] },
    Family { name: "mul-mulan", games: &[Preset::MulMulan] },
    Family { name: "dooz", games: &[Preset::Dooz] },
    Family { name: "one-time", games: &[Preset::OneTime] },
    Family { name: "cham-gonu", games: &[Preset::ChamGonu, Preset::ZhiQi, Preset::DaSanQi] },
    Family { name: "cheng-san-qi", games: &[Preset::ChengSanQi] },
    Family { name: "nerenchi", games: &[Preset::Nerenchi] },
    Family { name: "el-filja", games: &[Preset::ElFilja, Preset::Shax] },
];

impl Family {
    /// The place of a rule set's family in [`FAMILIES`], if it belongs to any.
    pub fn of(rules: &Rules) -> Option<usize> {
        let played = rules.without_draw_rules();
        let own = |family: &Family| family.games.iter().any(|game| game.rules().without_draw_rules() == played);
        FAMILIES.iter().position(own).or_else(|| Self::similar(rules))
    }

    /// The same for games that differ by an option.
    fn similar(rules: &Rules) -> Option<usize> {
        let board = rules.board;
        if rules.least != Least::Three || rules.takes_between() {
            return None;
        }
        match (rules.goal, rules.phases) {
            (Goal::Capture, Phases::Split) if board == Board::NINE && rules.men <= 9 => Some(0),
            (Goal::Capture, Phases::Mixed) if board == Board::NINE && rules.men <= 10 => Some(1),
            (Goal::Capture, Phases::Split) if board == Board::TWELVE && rules.men <= 12 => Some(2),
            _ => None,
        }
    }

    pub fn board(&self) -> &'static Board {
        self.games[0].rules().board
    }

    /// With how many men a side flies; 0: never.
    pub fn flying(&self) -> usize {
        self.games[0].rules().flying_limit().unwrap_or(0)
    }
}
