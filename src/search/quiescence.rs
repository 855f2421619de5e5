//! Quiescence search: beyond the nominal depth it searches only captures, up to a maximum number of
//! plies.

use super::alpha_beta::Visit;
use super::{MAX_QUIESCENCE_PLIES, Searcher};
use crate::rules::{Again, Goal, Placing};

/// The maximum number of plies where a capture is followed by another turn of the same side.
const MAX_QUIESCENCE_PLIES_AGAIN: i32 = 1;

impl Searcher {
    /// Visits a node of the quiescence search: the evaluation is the stand-pat score, and only
    /// captures are searched.
    pub(super) fn visit_quiescence(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Visit {
        let mut stand_pat = self.static_evaluation(ply);
        let frame = &mut self.frames[ply];
        if let Some(handicap) = self.limits.handicap.filter(|_| self.noisy) {
            stand_pat += handicap.evaluation_noise(frame.hash);
        }
        let most_plies = match frame.position.rules().again {
            Again::Never => MAX_QUIESCENCE_PLIES,
            // A side that takes on and on is stopped by no answer of the other.
            Again::Capture => MAX_QUIESCENCE_PLIES_AGAIN,
        };
        if stand_pat >= beta || depth <= -most_plies {
            return Visit::Score(stand_pat, false);
        }
        let moves = &mut self.plies[ply].moves;
        moves.clear();
        self.ordering.add_closings(&frame.position, moves, None);
        // A mill that captures nothing changes little.
        if frame.position.rules().goal == Goal::Capture
            && frame.position.rules().placing != Placing::Hand
            && moves
                .first()
                .is_some_and(|turn| turn.mv.captures().is_empty())
        {
            return Visit::Score(stand_pat, false);
        }
        if let Some(handicap) = self.limits.handicap.filter(|_| self.has_blind_spots) {
            moves.retain(|turn| !handicap.hides(&frame.position, turn.mv));
        }
        if moves.is_empty() {
            return Visit::Score(stand_pat, false);
        }
        frame.begin(alpha.max(stand_pat), beta, depth);
        (frame.original_alpha, frame.best, frame.proven) = (alpha, stand_pat, false);
        self.ply = ply;
        Visit::Expand
    }

    /// The static evaluation of the position at this ply, without a handicap's noise.
    #[inline]
    pub(super) fn static_evaluation(&mut self, ply: usize) -> i32 {
        let (position, evaluator) = (&self.frames[ply].position, &self.evaluator);
        // The key is all that the evaluation depends on, but for what only special rules remember.
        if position.special {
            return evaluator.evaluate(position);
        }
        self.evaluations
            .get_or(position.key(), || evaluator.evaluate(position))
    }
}
