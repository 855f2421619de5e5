//! Builds an opening file from any source of values.

use super::format::OpeningHeader;
use super::layer::{Stage, UNKNOWN, is_placing_game, most_plies, placed, wdl};
use super::walk::{Walk, WalkStep};
use super::{Opening, OpeningError};
use crate::board::Points;
use crate::checksum::Crc32;
use crate::rules::Rules;
use crate::tablebase::Probe;
use crate::tablebase::coder::Encoder;
use crate::tablebase::numbering::Numbering;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why there is no file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MakeError {
    /// Of this game first placings cannot be kept.
    #[error("{0} is not a game whose first placings can be kept")]
    Game(String),
    /// Not of that many plies; the maximum follows.
    #[error("of this game the values of at most {0} plies can be kept")]
    Plies(usize),
    /// The value of a position is not known.
    #[error("there is no value of “{0}”")]
    NoValue(String),
    /// The file does not give a position the value that it has: the source contradicts itself, or these rules let
    /// positions arise that the format takes for impossible.
    #[error("“{0}” has another value than the file would give it")]
    Wrong(String),
    /// What was written cannot be read.
    #[error(transparent)]
    Unreadable(#[from] OpeningError),
}

/// A file with the values of all positions that a game can reach in `plies` plies. It is read again, and each of these
/// positions, found by playing, is compared with the source.
///
/// # Errors
/// If the game has no such file of that many plies, or the source has no value of a position or contradicts itself.
pub fn make(source: &impl Probe, rules: &Rules, plies: usize) -> Result<(Vec<u8>, Opening), MakeError> {
    let rules = rules.without_draw_rules();
    if !is_placing_game(&rules) {
        return Err(MakeError::Game(rules.to_string()));
    }
    if plies > most_plies(&rules) {
        return Err(MakeError::Plies(most_plies(&rules)));
    }
    let mut unknown = None;
    let mut walk = Walk::new(rules, plies);
    let mut encoder = Encoder::new();
    let mut checksum = Crc32::new();
    let mut value = |stage: &Stage, own: Points, other: Points| {
        let position = stage.sector(&rules).position(&rules, own, other).expect("men and hands of a position in play");
        source.value(&position).map_or_else(
            || {
                unknown.get_or_insert(position);
                UNKNOWN
            },
            |value| value as u8,
        )
    };
    loop {
        match walk.step(&mut encoder, &mut value) {
            WalkStep::Part => {}
            WalkStep::Sector(Stage { ply, own, other, .. }) => checksum.update(walk.layers[ply].bytes(own, other)),
            WalkStep::Over => break,
        }
    }
    if let Some(position) = unknown {
        return Err(MakeError::NoValue(position.to_string()));
    }
    let file = OpeningHeader { rules, plies, values: checksum.finish() }.file(&encoder.finish());
    let opening = Opening::read(&file)?;
    check(source, &opening)?;
    Ok((file, opening))
}

/// Plays all games of that many plies, up to symmetry, and compares the values of all positions on the way.
fn check(source: &impl Probe, opening: &Opening) -> Result<(), MakeError> {
    let rules = opening.rules;
    let numbering = Numbering::new(rules.board, opening.plies().div_ceil(2));
    // Of a layer: by men on the board, the slots that are reached.
    let mut reached = BTreeMap::from([((0, 0), vec![true])]);
    for ply in 0..=opening.plies() {
        let mut next = BTreeMap::<_, Vec<bool>>::new();
        let mut wrong = None;
        for (&(own, other), slots) in &reached {
            let (own_placed, other_placed) = placed(ply);
            let stage = Stage { ply, own, other, lost: (own_placed - own, other_placed - other) };
            let sector = stage.sector(&rules);
            numbering.blocks(own, other).each_canonical(|slot, mine, theirs| {
                let known = wdl(opening.layers[ply].get(own, other, slot));
                if !slots[slot] {
                    return;
                }
                let position = sector.position(&rules, mine, theirs).expect("men and hands of a position in play");
                if position.outcome_but_blocked_or_clocks().is_some() {
                    return;
                }
                if known.is_none() || known != source.value(&position) {
                    wrong.get_or_insert(position);
                }
                if ply == opening.plies() {
                    return;
                }
                let mut turns = Vec::new();
                position.generate_into(&mut turns);
                for turn in turns {
                    let after = position.after(turn);
                    let (mover, waiting) = (after.men(after.turn()), after.men(after.turn().other()));
                    let blocks = numbering.blocks(mover.len(), waiting.len());
                    let slots = next.entry((mover.len(), waiting.len())).or_insert_with(|| vec![false; blocks.len()]);
                    slots[blocks.canonical(mover, waiting)] = true;
                }
            });
        }
        if let Some(position) = wrong {
            return Err(MakeError::Wrong(position.to_string()));
        }
        reached = next;
    }
    Ok(())
}
