//! Reviews a game: what each move did to the value, and how much of it each side kept.
//!
//! A score becomes an expected result: 1 for a win, 1/2 for a draw, 0 for a loss, and `1 / (1 +
//! 3^-m)` for an estimate of `m` men. That is 3/4 at one man, where a win is as likely as a draw. A
//! move loses the difference between its side's expectation before and after it. A side's accuracy
//! is the share of its expectation, summed over its moves, that the moves kept: `100 *
//! sum(min(after, before)) / sum(before)`. A move in a lost position has nothing to lose and does
//! not count.

use crate::game::{Game, NodeId};
use crate::position::{BySide, Outcome, Side};
use crate::search::Score;
use serde::Serialize;

/// The score, in hundredths of a man, of a win at an unknown distance.
pub(crate) const WON: i32 = 10_000;
/// The least loss of an estimate, in games won, that is dubious; twice as much is a mistake, four
/// times as much a blunder.
const DUBIOUS: f64 = 0.1;
/// The natural logarithm of 3: powers are computed with `exp`, which the WebAssembly contains
/// anyway.
const LN_3: f64 = 1.098_612_288_668_109_8;
/// Expectations below this count as nothing to keep.
const NOTHING: f64 = 1e-9;

/// What the side to move may expect, in games won: 0 to 1.
pub fn expected(score: Score) -> f64 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Draw => 0.5,
        Score::Cp(WON..) => 1.0,
        Score::Cp(cp) if cp <= -WON => 0.0,
        Score::Cp(cp) => 1.0 / (1.0 + (LN_3 * f64::from(-cp) / 100.0).exp()),
    }
}

/// Whether a score is a value that was proved, not an estimate.
pub fn is_exact(score: Score) -> bool {
    !matches!(score, Score::Cp(cp) if cp.abs() < WON)
}

/// What a turn did to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// One of the two positions has no score.
    Unknown,
    /// It lost nothing worth a word.
    Kept,
    /// A won game is drawn.
    WinDrawn,
    /// A won game is lost.
    WinLost,
    /// A drawn game is lost.
    DrawLost,
    /// By an estimate, it lost a tenth of a game or more.
    Dubious,
    /// By an estimate, a fifth or more.
    Mistake,
    /// By an estimate, two fifths or more.
    Blunder,
}

impl Judgement {
    /// Whether it is worth a word.
    pub fn is_turning(self) -> bool {
        !matches!(self, Self::Unknown | Self::Kept)
    }
}

/// What a turn did, from the scores before it and after it, both of the side that played it.
pub fn judge(before: Score, after: Score) -> Judgement {
    let (had, has) = (expected(before), expected(after));
    if is_exact(before) && is_exact(after) {
        return match (had, has) {
            (1.0, 0.5) => Judgement::WinDrawn,
            (1.0, 0.0) => Judgement::WinLost,
            (0.5, 0.0) => Judgement::DrawLost,
            _ => Judgement::Kept,
        };
    }
    match (had - has) / DUBIOUS {
        4.0.. => Judgement::Blunder,
        2.0.. => Judgement::Mistake,
        1.0.. => Judgement::Dubious,
        _ => Judgement::Kept,
    }
}

/// How far a statement can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// It rests on estimates.
    Estimate,
}

/// A turn that was judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "web"),
    derive(tsify::Tsify),
    tsify(missing_as_null)
)]
#[non_exhaustive]
pub struct Judged {
    /// The number of the node after it.
    #[cfg_attr(all(target_arch = "wasm32", feature = "web"), tsify(type = "number"))]
    pub node: NodeId,
    /// Who played it.
    pub side: Side,
    /// What it did to the value.
    pub judgement: Judgement,
    /// What it lost, in games won: 0 to 1.
    pub lost: f64,
    /// Whether the scores before and after it are exact.
    pub exact: bool,
    /// How certain it is that no other turn would have kept the value; null where another would, or
    /// that is not known.
    pub only: Option<Certainty>,
}

/// What White may expect in a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Expected {
    /// In games won: 0 to 1.
    pub white: f64,
    /// Whether it is exact.
    pub exact: bool,
}

/// A game that was judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "web"),
    derive(tsify::Tsify),
    tsify(missing_as_null, rename = "ReviewInfo")
)]
#[non_exhaustive]
pub struct Review {
    /// For each position of the line, the first included; null where it has no score.
    pub values: Vec<Option<Expected>>,
    /// The turns in order.
    pub turns: Vec<Judged>,
    /// The turning points by their place in `turns`, the worst first.
    pub turning: Vec<usize>,
    /// In per cent; null for a side that had nothing to keep.
    #[cfg_attr(
        all(target_arch = "wasm32", feature = "web"),
        tsify(type = "Both<number | null>")
    )]
    pub accuracy: BySide<Option<f64>>,
}

/// The scores of the positions of a line, the root's first, each for the side to move; missing ones
/// are unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionScores<'a> {
    /// The score of each position.
    pub scores: &'a [Option<Score>],
    /// The score of the best turn that was not played; `None` also if there is no other turn.
    pub others: &'a [Option<Score>],
}

/// Whether a turn kept what was there while the best of all others, worth `other` to the same side,
/// would have lost it, and how certain that is. An estimate has to fall by as much as makes a
/// mistake.
pub fn only(before: Score, after: Score, other: Score) -> Option<Certainty> {
    let certainty = match [before, after, other].into_iter().all(is_exact) {
        true => Certainty::Exact,
        false => Certainty::Estimate,
    };
    let loses = !matches!(
        judge(before, other),
        Judgement::Unknown | Judgement::Kept | Judgement::Dubious
    );
    (judge(before, after) == Judgement::Kept && loses).then_some(certainty)
}

/// Judges the line from the root to a node by the given scores. Where the rules end the game, the
/// score follows from them.
///
/// ```
/// use merels::notation::read_record;
/// use merels::review::{Judgement, PositionScores, review};
/// use merels::search::Score;
///
/// let game = read_record("[Variant \"three\"]\n\n1. a3 *")?;
/// let last = game.main_line()[1];
/// // Only the centre would have won.
/// let scores = [Some(Score::Win(9)), Some(Score::Draw)];
/// let judged = review(&game, last, PositionScores { scores: &scores, others: &[] });
/// assert_eq!(judged.turns[0].judgement, Judgement::WinDrawn);
/// assert_eq!(judged.accuracy[merels::Side::White], Some(50.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the game has no such node.
#[cold]
pub fn review(game: &Game, last: NodeId, given: PositionScores) -> Review {
    let PositionScores { scores, others } = given;
    let path = game.path(last);
    let turn = |id: NodeId| game.node(id).position().side_to_move();
    let scores: Vec<_> = path
        .iter()
        .enumerate()
        .map(|(ply, &id)| ended(game, id).or_else(|| scores.get(ply).copied().flatten()))
        .collect();
    let mut review = Review::default();
    let (mut had, mut kept) = (BySide([0.0; 2]), BySide([0.0; 2]));
    for (ply, &id) in path.iter().enumerate() {
        review.values.push(scores[ply].map(|score| Expected {
            white: seen_by(Side::White, turn(id), score),
            exact: is_exact(score),
        }));
        let Some(before) = ply.checked_sub(1) else {
            continue;
        };
        let side = turn(path[before]);
        let judged = scores[before].zip(scores[ply]).map(|(before, after)| {
            let after = if turn(id) == side {
                after
            } else {
                after.opposite()
            };
            let (expects, keeps) = (expected(before), expected(after).min(expected(before)));
            had[side] += expects;
            kept[side] += keeps;
            let only = others
                .get(ply - 1)
                .copied()
                .flatten()
                .and_then(|other| only(before, after, other));
            (
                judge(before, after),
                expects - keeps,
                is_exact(before) && is_exact(after),
                only,
            )
        });
        let (judgement, lost, exact, only) =
            judged.unwrap_or((Judgement::Unknown, 0.0, false, None));
        review.turns.push(Judged {
            node: id,
            side,
            judgement,
            lost,
            exact,
            only,
        });
    }
    for (at, turn) in review
        .turns
        .iter()
        .enumerate()
        .filter(|(_, turn)| turn.judgement.is_turning())
    {
        let place = review
            .turning
            .partition_point(|&other| review.turns[other].lost >= turn.lost);
        review.turning.insert(place, at);
    }
    for side in Side::BOTH {
        review.accuracy[side] = (had[side] > NOTHING).then(|| 100.0 * kept[side] / had[side]);
    }
    review
}

/// What a side may expect of a score that is another's, or its own.
fn seen_by(side: Side, turn: Side, score: Score) -> f64 {
    if side == turn {
        expected(score)
    } else {
        1.0 - expected(score)
    }
}

/// The score of a position in which the rules end the game: not that of one which was given up.
fn ended(game: &Game, id: NodeId) -> Option<Score> {
    let node = game.node(id);
    let outcome = game.outcome_at(id).filter(|_| node.declared().is_none())?;
    Some(match outcome {
        Outcome::Win(side, _) if side == node.position().side_to_move() => Score::Win(0),
        Outcome::Win(..) => Score::Loss(0),
        Outcome::Draw(_) => Score::Draw,
    })
}
