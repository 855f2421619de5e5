//! Placings, and canonical positions, which represent all positions equal under a symmetry.

use crate::board::MAX_POINTS;
use crate::moves::Move;
use crate::position::{Position, Setup, Side};
use crate::tablebase::numbering::Symmetries;
use crate::tablebase::value::Wdl;

/// What is told of a placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its value to the side that places.
    pub value: Wdl,
    /// How many legal turns answer it.
    pub replies: u32,
    /// How many of these keep what the other side has then: a win, or the draw; of a lost position, all do. `None` where
    /// their values are not known.
    pub holding: Option<u32>,
}

/// A position as it stands for all that are the same by a symmetry of the board, with White to move.
pub(super) struct Canonical {
    pub(super) position: Position,
    pub(super) key: u64,
    /// The symmetry that led to it.
    symmetry: usize,
}

impl Canonical {
    pub(super) fn of(position: &Position, turns: &Symmetries) -> Self {
        let position = with_white_to_move(position);
        let men = Side::BOTH.map(|side| position.men(side).bits());
        let rest = position.key() ^ key_of(men);
        let image = |symmetry| (rest | key_of(men.map(|men| turns.apply(symmetry, men))), symmetry);
        let (key, symmetry) = (0..turns.count()).map(image).min().unwrap_or((position.key(), 0));
        Self { key, position: position.mapped(&position.board().symmetries()[symmetry]), symmetry }
    }

    /// The symmetry that leads back.
    pub(super) fn back(&self) -> [u8; MAX_POINTS] {
        let board = self.position.board();
        let mut back = [0; MAX_POINTS];
        for (point, &image) in board.symmetries()[self.symmetry][..board.points().len()].iter().enumerate() {
            back[usize::from(image)] = point as u8;
        }
        back
    }
}

/// What the men of White and Black are in [`Position::key`].
fn key_of([white, black]: [u32; 2]) -> u64 {
    u64::from(white) | u64::from(black) << 24
}

/// The same position with the colours exchanged where Black is to move; its clock is 0.
fn with_white_to_move(position: &Position) -> Position {
    let mut setup = Setup { clock: 0, number: 1, turn: Side::White, ..(*position).into() };
    if position.turn() == Side::Black {
        setup.men.0.swap(0, 1);
        setup.hands.0.swap(0, 1);
        setup.closing.0.swap(0, 1);
    }
    setup.try_into().expect("colours do not matter to what is legal")
}

/// A position's legal turns, those together that are the same by a symmetry of it; in a fixed order.
pub(super) fn placings(position: &Position, turns: &Symmetries) -> Vec<Vec<Move>> {
    let men = Side::BOTH.map(|side| position.men(side).bits());
    let symmetries = position.board().symmetries().iter().enumerate().skip(1);
    let own: Vec<_> = symmetries.filter(|&(s, _)| men.map(|men| turns.apply(s, men)) == men).collect();
    let mut found: Vec<Vec<Move>> = Vec::new();
    for turn in position.legal_moves() {
        let same = |turns: &&mut Vec<Move>| own.iter().any(|(_, symmetry)| turns[0].mapped(symmetry) == turn);
        let known = if own.is_empty() { None } else { found.iter_mut().find(same) };
        match known {
            Some(turns) => turns.push(turn),
            None => found.push(vec![turn]),
        }
    }
    found
}
