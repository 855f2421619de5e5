//! A reason from a pack of which only some pieces are in memory, found step by step: for a page,
//! which fetches what is asked for.

use super::{Reason, reason};
use crate::moves::Move;
use crate::position::Position;
use crate::tablebase::pack::{Fetched, Inquiry, InquiryProgress, Pack, PackError};
use crate::value::{Probe, Wdl};
use std::collections::HashMap;

/// A question for the reason of a mistake.
pub struct ReasonInquiry {
    position: Position,
    mistake: Move,
    /// The positions before and after the mistake, while the values of their moves are looked for.
    open: Vec<Inquiry>,
    found: HashMap<u64, Wdl>,
    reason: Option<Option<Reason>>,
}

impl ReasonInquiry {
    /// About a legal move.
    pub fn new(position: Position, mistake: Move) -> Self {
        let both = [position.after(mistake), position];
        let goes_on = |position: &Position| position.outcome().is_none();
        Self {
            position,
            mistake,
            open: both.into_iter().filter(goes_on).map(Inquiry::new).collect(),
            found: HashMap::new(),
            reason: None,
        }
    }

    /// The position before the move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The reason, once it is found; in it `None` where the move gives nothing away.
    pub fn reason(&self) -> Option<Option<&Reason>> {
        self.reason.as_ref().map(Option::as_ref)
    }

    /// Goes on, decoding about `blocks` blocks, until the values of both positions' moves are
    /// known; then looks for the reason in one step.
    ///
    /// `other` knows what the pack does not, such as the first placings.
    ///
    /// # Errors
    /// If a piece is damaged, or the pack does not know a position.
    pub fn step(
        &mut self,
        pack: &Pack,
        fetched: &mut Fetched,
        other: Option<&dyn Probe>,
        blocks: usize,
    ) -> Result<InquiryProgress, PackError> {
        if self.reason.is_some() {
            return Ok(InquiryProgress::Done);
        }
        if let Some(inquiry) = self.open.last_mut() {
            let position = *inquiry.position();
            if pack.covers(&position) {
                let progress = inquiry.step(pack, fetched, blocks)?;
                if progress != InquiryProgress::Done {
                    return Ok(progress);
                }
                for (mv, value) in inquiry.turns().unwrap_or_default() {
                    self.found.insert(position.after(mv).key(), value.before());
                }
            }
            self.open.pop();
            return Ok(InquiryProgress::More);
        }
        let found = &self.found;
        let (answer, complete) = fetched.ask(pack, |values| {
            let all = Known {
                found,
                values,
                other,
            };
            reason(&self.position, self.mistake, &all)
        })?;
        match answer {
            Ok(reason) => {
                self.reason = Some(reason);
                Ok(InquiryProgress::Done)
            }
            Err(_) if complete => {
                // Nobody knows a value that is needed.
                self.reason = Some(None);
                Ok(InquiryProgress::Done)
            }
            Err(_) => Ok(InquiryProgress::Absent),
        }
    }
}

/// What was found so far, then the pack, then another source.
struct Known<'a> {
    found: &'a HashMap<u64, Wdl>,
    values: &'a dyn Probe,
    other: Option<&'a dyn Probe>,
}

impl Probe for Known<'_> {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let found = self.found.get(&position.key()).copied();
        let other = || {
            let covers = self.other.filter(|other| other.covers(position));
            covers.and_then(|other| other.value(position))
        };
        found.or_else(other).or_else(|| self.values.value(position))
    }
}
