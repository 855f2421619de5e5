//! Measures how often a player's moves keep the exact value.

use super::estimate::wilson;
use super::move_values::MoveValues;
use super::player::{Fault, Player};
use super::sample::placings;
use super::work::work;
use merels::game::Game;
use merels::moves::Move;
use merels::position::{BySide, Phase, Position, Setup, Side};
use merels::rules::{OPTIONS, Reform, Rules};
use merels::tablebase::directory::Tables;
use merels::value::Wdl;
use std::sync::atomic::AtomicBool;

/// What a player did in a position.
#[derive(Clone, Debug)]
pub struct KeepJudgement {
    /// The position.
    pub position: Position,
    /// The turn chosen.
    pub mv: Move,
    /// The position's value.
    pub before: Wdl,
    /// The value after the turn, to the side that played it.
    pub after: Wdl,
    /// A turn that keeps the value.
    pub better: Move,
}

impl KeepJudgement {
    /// Whether the value was kept.
    pub fn is_kept(&self) -> bool {
        self.after == self.before
    }

    /// The phase of the side that was to move.
    pub fn phase(&self) -> Phase {
        self.position.phase(self.position.side_to_move())
    }

    /// In the placing phase, the number of men placed before.
    pub fn placings(&self) -> Option<usize> {
        (self.phase() == Phase::Placing).then(|| placings(&self.position))
    }
}

/// Whether the [re-forming ban](Reform::Ban) can matter soon: it holds for one of the sides, or the
/// next turn of one of them can leave a mill to close another. Elsewhere the legal moves of the
/// next four plies are those of the same rules without the ban.
pub fn is_ban_near(position: &Position) -> bool {
    let leaves_mill = |position: &Position, mv: &Move| {
        let in_mills = position.in_mills(position.side_to_move());
        mv.from().is_some_and(|from| in_mills.contains(from)) && !position.closes(*mv).is_empty()
    };
    let can_begin = |position: &Position| {
        position
            .legal_moves()
            .iter()
            .any(|mv| leaves_mill(position, mv))
    };
    position.rules().reform == Reform::Ban
        && (Side::BOTH
            .iter()
            .any(|&side| position.closing(side).is_some())
            || can_begin(position)
            || position
                .legal_moves()
                .iter()
                .any(|&mv| can_begin(&position.after(mv))))
}

/// The position by the rules of tables that, draw rules aside, leave out only the re-forming ban;
/// any other as it is.
fn without_ban(tables: &Rules, position: &Position) -> Result<Position, Fault> {
    let mut rules = *position.rules();
    (rules.first, rules.quiet, rules.repeat, rules.ten) =
        (tables.first, tables.quiet, tables.repeat, tables.ten);
    rules.reform = Reform::Allow;
    let same = OPTIONS
        .iter()
        .map(|option| option.key)
        .all(|key| rules.get(key) == tables.get(key));
    if position.rules().reform != Reform::Ban || !same {
        return Ok(*position);
    }
    let mut setup = Setup::from(*position);
    (setup.rules, setup.closing) = (*tables, BySide::default());
    setup.try_into().map_err(Fault::of)
}

/// Asks a player for a move in a position, as if a game began there, and looks up what it does to
/// the value. Tables of rules without the re-forming ban judge positions with it as if there were
/// none: see [`is_ban_near`].
///
/// # Errors
/// If the player has no move or an illegal one, the game is over, or a table is missing.
pub fn judge(
    tables: &Tables,
    player: &mut dyn Player,
    position: &Position,
) -> Result<KeepJudgement, Fault> {
    let judged = MoveValues::of(tables, &without_ban(tables.rules(), position)?)?;
    let (Some(before), Some(better)) = (judged.value(), judged.keeping().next()) else {
        return Err(Fault(format!("the game is over: {position}")));
    };
    player.begin(0)?;
    let mv = player.choose(&Game::from_position(*position))?;
    let after = judged.after(mv).ok_or_else(|| {
        Fault(format!(
            "the player’s turn {} is illegal in {position}",
            mv.display(position.board())
        ))
    })?;
    Ok(KeepJudgement {
        position: *position,
        mv,
        before,
        after,
        better,
    })
}

/// Judges a player in all these positions, in order, with one player per thread. `watch` sees each
/// judgement as it is made. Once `stop` is set the remaining positions are skipped.
///
/// # Errors
/// If a player cannot be made, or any position cannot be [judged](judge).
pub fn judge_all(
    tables: &Tables,
    positions: &[Position],
    threads: usize,
    stop: &AtomicBool,
    hire: impl Fn() -> Result<Box<dyn Player>, Fault> + Sync,
    mut watch: impl FnMut(&KeepJudgement) + Send,
) -> Result<Vec<KeepJudgement>, Fault> {
    let mut judgements = Vec::new();
    let one =
        |player: &mut Box<dyn Player>, at: usize| judge(tables, player.as_mut(), &positions[at]);
    work(
        threads,
        positions.len(),
        stop,
        hire,
        one,
        |at, judgement| {
            watch(&judgement);
            judgements.push((at, judgement));
        },
    )?;
    judgements.sort_by_key(|&(at, _)| at);
    Ok(judgements
        .into_iter()
        .map(|(_, judgement)| judgement)
        .collect())
}

/// Counts of values kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Positions in which the value was kept.
    pub kept: u64,
    /// All positions.
    pub total: u64,
}

impl Share {
    /// Counts the judgements that `which` selects.
    pub fn of(judgements: &[KeepJudgement], which: impl Fn(&KeepJudgement) -> bool) -> Self {
        let mut share = Self::default();
        for judgement in judgements.iter().filter(|judgement| which(judgement)) {
            share.kept += u64::from(judgement.is_kept());
            share.total += 1;
        }
        share
    }

    /// The 95 % interval of the share, from 0 to 1.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.kept, self.total)
    }
}
