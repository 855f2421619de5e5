//! Why a move gave its value away: what it allowed or missed, with the shortest line that shows it.
//!
//! A reason is checked before it is given: what is forced is forced against every reply, and every
//! move of the side that gains keeps the value. [`ReasonKind`] says what each kind claims;
//! `tests/reasons` checks the claims by the rules and the values alone.

mod allowed;
mod answers;
mod case;
mod far;
mod force;
mod inquiry;
mod kind;
mod line;
mod missed;
mod values;
mod win;

use crate::board::Points;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::rules::Reform;
use crate::value::{Probe, Wdl};
use case::Case;
pub use inquiry::ReasonInquiry;
pub use kind::ReasonKind;
use serde::Serialize;
pub use values::Unknown;

/// What a reason's line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LineStart {
    /// The mistake: the line shows what it allows.
    Mistake,
    /// A move that holds: the line shows what was missed.
    Better,
}

/// Why a move gave its value away.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// What it claims.
    pub kind: ReasonKind,
    /// The side that made the mistake.
    pub side: Side,
    /// What the position was worth to it.
    pub had: Wdl,
    /// What the mistake left of that.
    pub has: Wdl,
    /// The points concerned, see the kind.
    pub points: Points,
    /// The mills or lines concerned, see the kind.
    pub mills: Vec<Points>,
    /// Within how many of their own turns the side that gains does, the line's first included if
    /// it is theirs; 0 where the kind says nothing of turns.
    pub turns: usize,
    /// How many men are won; 0 where the kind says nothing of men.
    pub margin: usize,
    /// What the line begins with.
    pub start: LineStart,
    /// The shortest line that shows it, from the position before the mistake. The moves of the side
    /// that gains keep the value, and the other side's hold out as long as they can.
    pub line: Vec<Move>,
    /// The moves that would have held, in the order of [`Position::legal_moves`].
    pub holding: Vec<Move>,
    /// The opponent's moves after the mistake that keep what it gave; none where it ended the game.
    pub answers: Vec<Move>,
    /// Whether values say that it was a mistake. Where it is an estimate, [`had`](Self::had) and
    /// [`has`](Self::has) say nothing, [`holding`](Self::holding) are the moves that were said to
    /// be better, and there are no [`answers`](Self::answers); what is forced is forced all the
    /// same.
    pub exact: bool,
}

/// Why a move gave its value away, by the values of `probe`; `None` where it did not, where it is
/// not legal, and by rules that no source of exact values knows.
///
/// It asks for the values of the moves in both positions, and for a few dozen others.
///
/// # Errors
/// If a value that is needed is not known.
pub fn reason(
    position: &Position,
    mistake: Move,
    probe: &dyn Probe,
) -> Result<Option<Reason>, Unknown> {
    if !can_explain(position, &[mistake]) {
        return Ok(None);
    }
    let Some(mut case) = Case::new(position, mistake, probe)? else {
        return Ok(None);
    };
    for check in CHECKS {
        if let Some(found) = check(&mut case)? {
            return Ok(Some(found));
        }
    }
    case.far().map(Some)
}

/// What a move allows or misses by force that `better` moves do not, where no values are known: they
/// are those that a search prefers to it by about a man or more. `None` where nothing of the kind is
/// found, where one of the moves is not legal, and by rules that [`reason`] does not explain either.
pub fn estimated_reason(position: &Position, mistake: Move, better: &[Move]) -> Option<Reason> {
    let legal = can_explain(position, &[mistake]) && can_explain(position, better);
    if !legal || better.is_empty() || better.contains(&mistake) {
        return None;
    }
    let mut case = Case::estimated(position, mistake, better);
    let found = FORCED.iter().find_map(|check| check(&mut case).ok()?);
    found.map(|reason| Reason {
        answers: Vec::new(),
        exact: false,
        ..reason
    })
}

/// Whether these moves are legal, by rules that are searched.
fn can_explain(position: &Position, moves: &[Move]) -> bool {
    let rules = position.rules();
    !position.special
        && !rules.takes_between()
        && rules.reform != Reform::Ban
        && moves.iter().all(|&mv| position.check(mv).is_ok())
}

type Check = fn(&mut Case) -> Result<Option<Reason>, Unknown>;

/// The most telling first.
const CHECKS: &[Check] = &[
    |case| case.win_missed(1..=1),
    |case| case.wrong_man(),
    |case| case.lets_fly(),
    |case| case.mill_missed(),
    |case| case.mill_allowed(),
    |case| case.running_mill(),
    |case| case.forced(2),
    |case| case.mill_passed(),
    |case| case.running_mill_missed(),
    |case| case.forced_missed(2),
    |case| case.too_soon(),
    |case| case.mill_opened(),
    |case| case.threat_parried(),
    |case| case.wasted_man(),
    |case| case.beaten(1..=3),
    |case| case.win_missed(2..=3),
    |case| case.forced(3),
    |case| case.forced_missed(3),
    |case| case.zugzwang(),
    |case| case.zugzwang_missed(),
    |case| case.forced(4),
    |case| case.forced_missed(4),
    |case| case.let_out(),
    |case| case.men_shut_in(),
    |case| case.beaten(4..=5),
    |case| case.win_missed(4..=5),
    |case| case.man_lost(),
    |case| case.man_missed(),
    |case| case.point_left(),
    |case| case.point_given(),
    |case| case.crossing_missed(),
    |case| case.few_ways(),
    |case| case.man_needed(),
    |case| case.one_answer(),
];

/// Those of them that need no values.
const FORCED: &[Check] = &[
    |case| case.win_missed(1..=1),
    // That nothing else holds is not known.
    |case| {
        let found = case.mill_missed()?;
        let kind = ReasonKind::MillPassed;
        Ok(found.map(|reason| Reason { kind, ..reason }))
    },
    |case| case.mill_allowed(),
    |case| case.running_mill(),
    |case| case.forced(2),
    |case| case.mill_passed(),
    |case| case.running_mill_missed(),
    |case| case.forced_missed(2),
    |case| case.beaten(1..=3),
    |case| case.win_missed(2..=3),
    |case| case.forced(3),
    |case| case.forced_missed(3),
    |case| case.forced(4),
    |case| case.forced_missed(4),
    |case| case.beaten(4..=5),
    |case| case.win_missed(4..=5),
    |case| case.man_lost(),
    |case| case.man_missed(),
];

impl Case<'_> {
    /// A reason whose line begins with the mistake.
    fn allowed(&self, kind: ReasonKind, rest: Vec<Move>) -> Reason {
        let line = line::before(self.mistake, rest);
        self.reason(kind, LineStart::Mistake, line)
    }

    /// A reason whose line begins with a move that holds.
    fn missed(&self, kind: ReasonKind, better: Move, rest: Vec<Move>) -> Reason {
        self.reason(kind, LineStart::Better, line::before(better, rest))
    }

    fn reason(&self, kind: ReasonKind, start: LineStart, line: Vec<Move>) -> Reason {
        Reason {
            kind,
            side: self.mover,
            had: self.had,
            has: self.has,
            points: Points::EMPTY,
            mills: Vec::new(),
            turns: 0,
            margin: 0,
            start,
            line,
            holding: self.holding.clone(),
            answers: self.answers.clone(),
            exact: true,
        }
    }
}

impl Reason {
    /// Whether its line ends with a side that has won; `position` is the one before the mistake.
    pub fn ends(&self, position: &Position) -> bool {
        let line = self.line.iter();
        let end = line.fold(*position, |position, &mv| position.after(mv));
        force::ended(&end).is_some_and(|outcome| outcome.winner().is_some())
    }

    fn at(self, points: Points) -> Self {
        Self { points, ..self }
    }

    fn of(self, mills: Vec<Points>) -> Self {
        Self { mills, ..self }
    }

    fn within(self, turns: usize) -> Self {
        Self { turns, ..self }
    }

    fn by(self, margin: usize) -> Self {
        Self { margin, ..self }
    }
}
