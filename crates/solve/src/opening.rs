//! Builds an opening file from any source of values.

use merels::board::Points;
use merels::checksum::Crc32;
use merels::rules::Rules;
use merels::tablebase::coder::Encoder;
use merels::tablebase::numbering::Numbering;
use merels::tablebase::opening::format::OpeningHeader;
use merels::tablebase::opening::layer::{
    Stage, UNKNOWN, is_placing_game, most_men, most_placings, wdl,
};
use merels::tablebase::opening::walk::{Walk, WalkStep};
use merels::tablebase::opening::{Opening, format::OpeningError};
use merels::value::Probe;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why there is no file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MakeError {
    /// Of this game first placings cannot be kept.
    #[error("{0} is not a game whose first placings can be kept")]
    Game(String),
    /// Not of that many placings; the maximum follows.
    #[error("of this game the values of at most {0} placings can be kept")]
    Placings(usize),
    /// The value of a position is not known.
    #[error("there is no value of “{0}”")]
    NoValue(String),
    /// The file does not give a position the value that it has: the source contradicts itself, or
    /// these rules let positions arise that the format takes for impossible.
    #[error("“{0}” has another value than the file would give it")]
    Wrong(String),
    /// What was written cannot be read.
    #[error(transparent)]
    Unreadable(#[from] OpeningError),
}

/// A file with the values of all reachable positions with at most `placings` placings by both
/// sides. It is read back, and each of these positions, found by playing, is compared with the
/// source.
///
/// # Errors
/// If the game has no such file for that number of placings, or the source has no value of a
/// position or contradicts itself.
pub fn make(
    source: &impl Probe,
    rules: &Rules,
    placings: usize,
) -> Result<(Vec<u8>, Opening), MakeError> {
    let rules = rules.without_draw_rules();
    if !is_placing_game(&rules) {
        return Err(MakeError::Game(rules.to_string()));
    }
    if placings > most_placings(&rules) {
        return Err(MakeError::Placings(most_placings(&rules)));
    }
    let mut unknown = None;
    let mut walk = Walk::new(rules, placings);
    let mut encoder = Encoder::new();
    let mut checksum = Crc32::new();
    let mut value = |stage: &Stage, own: Points, other: Points| {
        let position = stage
            .sector(&rules)
            .position(&rules, own, other)
            .expect("men and hands of a position in play");
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
            WalkStep::Sector(stage) => checksum.update(walk.layers[stage.placings()].bytes(&stage)),
            WalkStep::Over => break,
        }
    }
    if let Some(position) = unknown {
        return Err(MakeError::NoValue(position.to_string()));
    }
    let file = OpeningHeader {
        rules,
        placings,
        values: checksum.finish(),
    }
    .file(&encoder.finish());
    let opening = Opening::read(&file)?;
    check(source, &opening)?;
    Ok((file, opening))
}

/// The state of each slot, by the placings of the side to move, its men on the board and the other
/// side's.
type Reached = BTreeMap<(usize, usize, usize), Vec<State>>;

/// Whether a position has been reached, and its moves played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not reached.
    Unseen,
    /// Reached; its moves are still to be played.
    Open,
    /// Reached, and its moves have been played.
    Done,
}

/// Plays all games up to that number of placings, up to symmetry, and compares the values of all
/// positions on the way.
fn check(source: &impl Probe, opening: &Opening) -> Result<(), MakeError> {
    let rules = *opening.rules();
    let men = usize::from(rules.men);
    let numbering = Numbering::new(rules.board, most_men(&rules, opening.placings()));
    let mut layer = Reached::from([((0, 0, 0), vec![State::Open])]);
    for placings in 0..=opening.placings() {
        let mut next = Reached::new();
        // Where men move, positions of a layer lead to others of it.
        while let Some(key) = layer
            .iter()
            .find(|(_, slots)| slots.contains(&State::Open))
            .map(|(&key, _)| key)
        {
            let (own_placed, own, other) = key;
            let stage = Stage::of(&rules, (own_placed, placings - own_placed), own, other);
            let sector = stage.sector(&rules);
            let mut wrong = None;
            let open = layer.get_mut(&key).expect("a key of the map");
            let states = std::mem::take(open);
            *open = states
                .iter()
                .map(|&state| {
                    if state == State::Open {
                        State::Done
                    } else {
                        state
                    }
                })
                .collect();
            numbering
                .blocks(own, other)
                .each_canonical(|slot, mine, theirs| {
                    if states[slot] != State::Open {
                        return;
                    }
                    let position = sector
                        .position(&rules, mine, theirs)
                        .expect("men and hands of a position in play");
                    if position.outcome_but_blocked_or_clocks().is_some() {
                        return;
                    }
                    let known = wdl(opening.layers[placings].get(&stage, slot));
                    if known.is_none() || known != source.value(&position) {
                        wrong.get_or_insert(position);
                    }
                    let mut moves = Vec::new();
                    position.generate_into(&mut moves);
                    for mv in moves {
                        let into = match mv.from() {
                            Some(_) => &mut layer,
                            None if placings < opening.placings() => &mut next,
                            None => continue,
                        };
                        let after = position.after(mv);
                        let (mover, waiting) = (
                            after.men(after.side_to_move()),
                            after.men(after.side_to_move().other()),
                        );
                        let blocks = numbering.blocks(mover.len(), waiting.len());
                        let key = (
                            men - after.hand(after.side_to_move()),
                            mover.len(),
                            waiting.len(),
                        );
                        let slots = into
                            .entry(key)
                            .or_insert_with(|| vec![State::Unseen; blocks.len()]);
                        let state = &mut slots[blocks.canonical(mover, waiting)];
                        if *state == State::Unseen {
                            *state = State::Open;
                        }
                    }
                });
            if let Some(position) = wrong {
                return Err(MakeError::Wrong(position.to_string()));
            }
        }
        layer = next;
    }
    Ok(())
}
