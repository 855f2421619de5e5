//! What a move does: which mills it closes, opens, blocks or prepares, which men it traps, and what
//! it allows the opponent. All of it follows from the rules; a [`Verdict`] says how a move changes
//! the exact value.

mod condition;

use crate::board::{Board, Point, Points};
use crate::moves::{IllegalMove, Move};
use crate::position::{Outcome, Position, Side, WinBy};
use crate::rules::{Goal, Reform};
use crate::value::Wdl;
use serde::Serialize;
use std::fmt;

pub use condition::{BadCondition, Condition};

/// One thing that a move does. [`Fact::display`] writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact {
    /// What it is.
    pub kind: FactKind,
    /// Where: the points of the mill or of the men concerned.
    pub points: Points,
}

impl Fact {
    /// As it is written: its word, then its points, `closes a7 d7 g7`.
    pub fn display(self, board: &'static Board) -> impl fmt::Display {
        DisplayFact(self, board)
    }

    /// The same fact seen through a symmetry of its board.
    #[must_use]
    pub fn mapped(self, symmetry: &[u8; crate::board::MAX_POINTS]) -> Self {
        let points = self
            .points
            .map(|point| Point::from_bits(symmetry[point.index()]))
            .collect();
        Self { points, ..self }
    }
}

struct DisplayFact(Fact, &'static Board);

impl fmt::Display for DisplayFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Fact { kind, points }, board) = self;
        f.write_str(kind.id())?;
        points
            .into_iter()
            .try_for_each(|point| write!(f, " {}", board.coordinate(point)))
    }
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $Name:ident = $id:literal;)*) => {
        /// What a move may do, the most important first. "It" is the side that plays the move,
        /// "they" the opponent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
        #[non_exhaustive]
        pub enum FactKind {
            $($(#[$meta])* #[serde(rename = $id)] $Name,)*
        }

        impl FactKind {
            /// Every kind, the most important first.
            pub const ALL: &'static [Self] = &[$(Self::$Name),*];

            /// A fixed word for it, for programs and translations.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$Name => $id,)*
                }
            }
        }
    };
}

kinds! {
    /// It wins at once. Points: the mill, the men taken, or the men that cannot move.
    Wins = "wins";
    /// The game ends in a draw. No points.
    Draws = "draws";
    /// It closes this mill.
    Closes = "closes";
    /// It has made a double mill: one man between two mills, which closes one of them with every
    /// move. Points: both mills.
    Doubles = "double";
    /// It takes this man, or these.
    Takes = "takes";
    /// The man taken stood in this mill.
    BreaksMill = "breaks-mill";
    /// The man taken was one of two in this line, the third point of which is empty.
    BreaksPair = "breaks-pair";
    /// It can now close a mill at each of these points, which it could not before.
    Forks = "fork";
    /// They could have closed this mill, and it is now blocked.
    Blocks = "blocks";
    /// It can now close this mill, and could not before.
    Prepares = "prepares";
    /// It opens this closed mill of its own.
    Opens = "opens";
    /// These men of theirs no longer have an empty neighbour.
    ShutsIn = "shuts-in";
    /// These men of its own have an empty neighbour again.
    Frees = "frees";
    /// It places a man on a point with four or more neighbours, as many as any point of the board
    /// has.
    Crosses = "crossing";
    /// They could have closed this mill, and still can.
    Leaves = "leaves";
    /// They can close this mill now, and could not have before.
    Allows = "allows";
    /// They can come between these two men now and take both, and could not have before.
    Exposes = "exposes";
    /// They can enclose this man now and take it, and could not have before.
    Endangers = "endangers";
    /// A man leaves this line, on which they hold the two other points.
    GivesUp = "gives-up";
    /// These men of theirs have an empty neighbour again.
    LetsOut = "lets-out";
    /// They may fly from now on. Points: their men.
    LetsFly = "lets-fly";
}

/// What a legal turn does, the most important fact first; empty if there is nothing special.
///
/// # Errors
/// If the turn is not legal.
// Called once per hint: `cold` optimizes for size, since the page loads this code first.
#[cold]
pub fn describe_move(position: &Position, mv: Move) -> Result<Vec<Fact>, IllegalMove> {
    let after = position.play(mv)?;
    let mut facts = Vec::new();
    what_it_closes_and_takes(position, &after, mv, &mut facts);
    if after.outcome().is_none() {
        what_can_be_closed(position, &after, mv, &mut facts);
        who_can_move(position, &after, mv, &mut facts);
    }
    Ok(facts)
}

/// Mills that are complete, men that are taken, the end of the game.
#[cold]
fn what_it_closes_and_takes(
    position: &Position,
    after: &Position,
    mv: Move,
    facts: &mut Vec<Fact>,
) {
    let enemy = position.men(position.side_to_move().other());
    let taken = mv.captures();
    let mut closed = Points::EMPTY;
    for mill in position.closes(mv) {
        add(facts, FactKind::Closes, mill);
        closed = mill;
    }
    add(facts, FactKind::Takes, taken);
    for &mill in position.board().mills() {
        let theirs = enemy.and(mill);
        if taken.and(mill).is_empty() {
            continue;
        } else if position
            .in_mills(position.side_to_move().other())
            .contains_all(mill)
        {
            add(facts, FactKind::BreaksMill, mill);
        } else if theirs.len() == 2
            && position
                .empty()
                .and(after.empty())
                .contains_all(mill.minus(theirs))
        {
            add(facts, FactKind::BreaksPair, mill);
        }
    }
    match after.outcome() {
        Some(Outcome::Win(_, WinBy::Mill)) => add(facts, FactKind::Wins, closed),
        Some(Outcome::Win(_, WinBy::Blocked)) => {
            add(facts, FactKind::Wins, after.men(after.side_to_move()))
        }
        Some(Outcome::Win(..)) => add(facts, FactKind::Wins, taken),
        Some(Outcome::Draw(_)) => facts.push(Fact {
            kind: FactKind::Draws,
            points: Points::EMPTY,
        }),
        None => {}
    }
}

/// Mills that either side can close, could close, or has opened.
#[cold]
fn what_can_be_closed(position: &Position, after: &Position, mv: Move, facts: &mut Vec<Fact>) {
    let (board, side) = (position.board(), position.side_to_move());
    let own = position.men(side);
    // The turn may be the same side's again.
    let passed = after.with_turn_passed();
    let (to_them, to_us) = if after.side_to_move() == side {
        (&passed, after)
    } else {
        (after, &passed)
    };
    let theirs = closings(&position.with_turn_passed());
    for &(mill, at) in &theirs {
        if mv.to() == Some(at) {
            add(facts, FactKind::Blocks, mill);
        }
    }
    for (mill, _) in closings(to_them) {
        let known = theirs.iter().any(|&(before, _)| before == mill);
        add(
            facts,
            if known {
                FactKind::Leaves
            } else {
                FactKind::Allows
            },
            mill,
        );
    }
    let mine = closings(position);
    let (mut prepared, mut goals) = (Vec::new(), Points::EMPTY);
    for (mill, at) in closings(to_us) {
        goals = goals.with(at);
        let was_closed = own.contains_all(mill);
        if !was_closed && !mine.iter().any(|&(before, _)| before == mill) {
            add(&mut prepared, FactKind::Prepares, mill);
        }
    }
    if goals.len() > 1 && !prepared.is_empty() {
        add(facts, FactKind::Forks, goals);
    } else {
        prepared
            .iter()
            .for_each(|fact| add(facts, fact.kind, fact.points));
    }
    for &mill in board.mills() {
        if !mv.from().is_some_and(|from| mill.contains(from)) {
            continue;
        } else if position.in_mills(side).contains_all(mill) {
            add(facts, FactKind::Opens, mill);
        } else if after.men(side.other()).and(mill).len() == 2 && own.and(mill).len() == 1 {
            add(facts, FactKind::GivesUp, mill);
        }
    }
    if position.rules().takes_between() {
        let before = takes_between(&position.with_turn_passed());
        for taken in takes_between(to_them) {
            if !before.contains(&taken) {
                let kind = match taken.len() {
                    1 => FactKind::Endangers,
                    _ => FactKind::Exposes,
                };
                add(facts, kind, taken);
            }
        }
    }
    if position.rules().goal == Goal::Capture && position.rules().reform != Reform::Ban {
        let before = doubles(position, side);
        for pair in doubles(after, side) {
            if !before.contains(&pair) {
                add(facts, FactKind::Doubles, pair);
            }
        }
    }
}

/// Men that are shut in, freed, may fly, or stand on a crossing.
#[cold]
fn who_can_move(position: &Position, after: &Position, mv: Move, facts: &mut Vec<Fact>) {
    let (board, side) = (position.board(), position.side_to_move());
    for (whose, locks, frees) in [
        (side.other(), FactKind::ShutsIn, FactKind::LetsOut),
        (side, FactKind::Takes, FactKind::Frees),
    ] {
        if after.may_fly(whose) {
            if whose != side && !position.may_fly(whose) {
                add(facts, FactKind::LetsFly, after.men(whose));
            }
            continue;
        }
        for man in after.men(whose).and(position.men(whose)) {
            let ways =
                |position: &Position| !position.steps(whose, man).and(position.empty()).is_empty();
            match (ways(position), ways(after)) {
                (true, false) if whose != side => widen(facts, locks, man),
                (false, true) => widen(facts, frees, man),
                _ => {}
            }
        }
    }
    if let (None, Some(to)) = (mv.from(), mv.to()) {
        let ways = board.neighbours(to).len();
        if ways >= 4
            && board
                .points()
                .all(|point| board.neighbours(point).len() <= ways)
        {
            add(facts, FactKind::Crosses, Points::EMPTY.with(to));
        }
    }
}

/// Where to look for the move, as a hint: a mill that it closes, the points of the most important
/// fact that has some, or the lines through its target.
#[cold]
pub fn where_to_look(position: &Position, mv: Move, facts: &[Fact]) -> Points {
    let closed = facts.iter().find(|fact| fact.kind == FactKind::Closes);
    for fact in closed.into_iter().chain(facts) {
        if fact.kind < FactKind::Crosses && fact.kind != FactKind::Takes && !fact.points.is_empty()
        {
            return fact.points;
        }
    }
    let mut lines = Points::EMPTY;
    for &mill in position.board().mills() {
        if mv.to().is_some_and(|to| mill.contains(to)) {
            lines = lines.or(mill);
        }
    }
    lines
}

/// Inserts a fact by importance, unless it has no points or is there already: two ways into one
/// mill are one fact.
#[cold]
fn add(facts: &mut Vec<Fact>, kind: FactKind, points: Points) {
    let order = |fact: &Fact| (fact.kind as u32, fact.points.bits());
    let fact = Fact { kind, points };
    let at = facts
        .iter()
        .take_while(|other| order(other) < order(&fact))
        .count();
    if !points.is_empty() && facts.get(at) != Some(&fact) {
        facts.insert(at, fact);
    }
}

/// Adds a point to the only fact of its kind.
#[cold]
fn widen(facts: &mut Vec<Fact>, kind: FactKind, point: Point) {
    match facts.iter_mut().find(|fact| fact.kind == kind) {
        Some(fact) => fact.points = fact.points.with(point),
        None => add(facts, kind, Points::EMPTY.with(point)),
    }
}

/// The mills that the side to move can close in one move, each with the closing point, perhaps more
/// than once.
#[cold]
fn closings(position: &Position) -> Vec<(Points, Point)> {
    let mut found = Vec::new();
    for mv in position.legal_moves() {
        for mill in position.closes(mv) {
            found.extend(mv.to().map(|to| (mill, to)));
        }
    }
    found
}

/// The men that the side to move can take between two, those that are taken with one move together,
/// perhaps more than once.
#[cold]
fn takes_between(position: &Position) -> Vec<Points> {
    let moves = position.legal_moves();
    moves
        .into_iter()
        .filter(|&mv| position.takes_without_mill(mv))
        .map(Move::captures)
        .collect()
}

/// The points of each pair of mills with a man that closes one by leaving the other.
#[cold]
fn doubles(position: &Position, side: Side) -> Vec<Points> {
    let (board, own) = (position.board(), position.men(side));
    let mut pairs = Vec::new();
    for &closed in board.mills() {
        for &open in board.mills() {
            // One point of the open mill is empty, and a man of the closed one stands next to it.
            let gap = open.minus(own);
            if !own.contains_all(closed) || !position.empty().contains_all(gap) || gap.len() != 1 {
                continue;
            }
            let beside = gap
                .into_iter()
                .fold(Points::EMPTY, |all, point| all.or(board.neighbours(point)));
            if closed.and(open).is_empty() && !beside.and(closed).is_empty() {
                pairs.push(closed.or(open));
            }
        }
    }
    pairs
}

/// What a move does to the exact value, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It keeps the win.
    Win,
    /// It keeps the win, and no other move does.
    OnlyWin,
    /// It keeps the draw.
    Draw,
    /// It keeps the draw, and no other move does.
    OnlyDraw,
    /// The position was lost anyway.
    Loss,
    /// It turns a win into a draw.
    WinToDraw,
    /// It turns a win into a loss.
    WinToLoss,
    /// It turns a draw into a loss.
    DrawToLoss,
}

impl Verdict {
    /// The verdict on a move with this value, among all moves of its position.
    pub fn of(value: Wdl, all: impl Iterator<Item = Wdl>) -> Self {
        use Wdl::{Draw, Loss, Win};
        let (mut best, mut as_good, mut turns) = (Loss, 0, 0);
        for value in all {
            turns += 1;
            as_good = if value > best {
                1
            } else {
                as_good + u32::from(value == best)
            };
            best = best.max(value);
        }
        let only = turns > 1 && as_good == 1;
        match (best, value) {
            (Win, Win) if only => Self::OnlyWin,
            (Win, Win) => Self::Win,
            (Win, Draw) => Self::WinToDraw,
            (Win, Loss) => Self::WinToLoss,
            (Draw, Draw) if only => Self::OnlyDraw,
            (Draw, Draw) => Self::Draw,
            (Draw, Loss) => Self::DrawToLoss,
            _ => Self::Loss,
        }
    }
}
