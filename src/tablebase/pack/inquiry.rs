//! The values of a position and of its turns from a pack of which only some pieces are in memory,
//! found step by step: for a page, which fetches what is asked for.

use super::cache::Cache;
use super::find::{Found, find};
use super::format::{PackError, Place};
use super::reader::{Pack, Pieces};
use super::search::KnownBounds;
use crate::moves::Move;
use crate::position::Position;
use crate::value::{Probe, Wdl};
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// The most bytes of pieces that are kept; what is decoded is kept besides.
const KEPT: usize = 8 << 20;

/// Pieces in memory, and those that were asked for and are not.
#[derive(Default)]
pub struct Fetched {
    pieces: HashMap<Place, Vec<u8>>,
    order: VecDeque<Place>,
    bytes: usize,
    asked: Mutex<Vec<Place>>,
    cache: Cache,
}

impl Fetched {
    /// Takes a piece.
    ///
    /// # Errors
    /// If it is damaged, or another piece.
    pub fn insert(&mut self, place: Place, bytes: Vec<u8>) -> Result<(), PackError> {
        place.check(&bytes)?;
        self.bytes += bytes.len();
        self.order.push_back(place.clone());
        if let Some(old) = self.pieces.insert(place, bytes) {
            self.bytes -= old.len();
        }
        while self.bytes > KEPT {
            let oldest = self
                .order
                .pop_front()
                .and_then(|place| self.pieces.remove(&place));
            self.bytes -= oldest.map_or(0, |bytes| bytes.len());
        }
        Ok(())
    }

    /// What was asked for lately and is not here.
    pub fn take_asked(&mut self) -> Vec<Place> {
        let asked = self.asked.get_mut().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(asked)
    }

    /// Has something look up values, as far as the pieces are here; and whether all that it asked
    /// for were.
    ///
    /// # Errors
    /// If a piece is damaged, or the pack does not know a position that it covers.
    pub fn ask<T>(
        &mut self,
        pack: &Pack,
        look_up: impl FnOnce(&dyn Probe) -> T,
    ) -> Result<(T, bool), PackError> {
        let memory = FetchedMemory {
            cache: std::mem::take(&mut self.cache),
            known: KnownBounds::default(),
            complete: true,
            error: None,
        };
        let probe = FetchedProbe {
            pack,
            fetched: self,
            memory: Mutex::new(memory),
        };
        let answer = look_up(&probe);
        let memory = probe.memory.into_inner();
        let memory = memory.unwrap_or_else(PoisonError::into_inner);
        self.cache = memory.cache;
        match memory.error {
            Some(error) => Err(error),
            None => Ok((answer, memory.complete)),
        }
    }
}

/// What the pieces at hand say, as a source of values.
struct FetchedProbe<'a> {
    pack: &'a Pack,
    fetched: &'a Fetched,
    memory: Mutex<FetchedMemory>,
}

struct FetchedMemory {
    cache: Cache,
    known: KnownBounds,
    /// Whether every value was found so far.
    complete: bool,
    error: Option<PackError>,
}

impl Probe for FetchedProbe<'_> {
    fn value(&self, position: &Position) -> Option<Wdl> {
        if !self.pack.covers(position) {
            return None;
        }
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let FetchedMemory { cache, known, .. } = &mut *memory;
        let found = find(self.pack, self.fetched, cache, known, position, usize::MAX);
        match found {
            Ok(Found::Value(value)) => return Some(value),
            Ok(Found::More | Found::Absent) => memory.complete = false,
            Err(error) => memory.error = Some(error),
        }
        None
    }

    fn covers(&self, position: &Position) -> bool {
        self.pack.covers(position)
    }
}

impl Pieces for Fetched {
    fn read(&self, place: &Place) -> Result<Vec<u8>, PackError> {
        self.pieces.get(place).cloned().ok_or_else(|| {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            if !asked.contains(place) {
                asked.push(place.clone());
            }
            PackError::Absent
        })
    }
}

/// How far an inquiry came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InquiryProgress {
    /// There is more to decode.
    More,
    /// Pieces must be fetched first.
    Absent,
    /// All values are there.
    Done,
}

/// A question for the values of a position and of its turns.
pub struct Inquiry {
    position: Position,
    value: Option<Wdl>,
    /// To the side that plays them.
    moves: Vec<(Move, Option<Wdl>)>,
    known: KnownBounds,
}

impl Inquiry {
    /// About a position in which the game is not over.
    pub fn new(position: Position) -> Self {
        let moves = position
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, None))
            .collect();
        Self {
            position,
            value: None,
            moves,
            known: KnownBounds::default(),
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The value of the position, once it is found.
    pub fn value(&self) -> Option<Wdl> {
        self.value
    }

    /// The turns and their values to the side that plays them, once all are found.
    pub fn moves(&self) -> Option<Vec<(Move, Wdl)>> {
        self.moves
            .iter()
            .map(|&(mv, value)| Some((mv, value?)))
            .collect()
    }

    /// Continues the search, decoding about `blocks` blocks.
    ///
    /// # Errors
    /// If a piece is damaged, or the pack does not know a position.
    pub fn step(
        &mut self,
        pack: &Pack,
        fetched: &mut Fetched,
        blocks: usize,
    ) -> Result<InquiryProgress, PackError> {
        let mut cache = std::mem::take(&mut fetched.cache);
        let of = |position: &Position, searched: &mut KnownBounds, cache: &mut Cache| {
            if let Some(outcome) = position.outcome() {
                return Ok(Found::Value(outcome.value(position.side_to_move())));
            }
            if !pack.covers(position) {
                return Err(PackError::Damaged("it does not have this position"));
            }
            find(pack, &*fetched, cache, searched, position, blocks)
        };
        let mut go = || {
            if self.value.is_none() {
                match of(&self.position, &mut self.known, &mut cache)? {
                    Found::Value(value) => self.value = Some(value),
                    Found::More => return Ok(InquiryProgress::More),
                    Found::Absent => return Ok(InquiryProgress::Absent),
                }
                return Ok(InquiryProgress::More);
            }
            let mut progress = InquiryProgress::Done;
            for (mv, value) in self.moves.iter_mut().filter(|(_, value)| value.is_none()) {
                match of(&self.position.after(*mv), &mut self.known, &mut cache)? {
                    Found::Value(found) => *value = Some(found.before()),
                    // What the other turns need is fetched together with it.
                    Found::Absent => progress = InquiryProgress::Absent,
                    Found::More => return Ok(InquiryProgress::More),
                }
            }
            Ok(progress)
        };
        let progress = go();
        fetched.cache = cache;
        progress
    }
}
