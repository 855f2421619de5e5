//! What a turn does, in the game's vocabulary: which mill it closes, opens, blocks or prepares, which men it shuts in,
//! what it leaves to the other side. From the rules alone; what it does to an exact value is a [`Verdict`].

mod condition;

use crate::board::{Board, Point, Points};
use crate::moves::{IllegalMove, Move};
use crate::position::{Outcome, Position, WinBy};
use crate::rules::{Goal, Reform};
use crate::solution::Value;
use std::fmt;

pub use condition::{BadCondition, Condition};

/// One thing that a turn does. Displays on no board: see [`Fact::display`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub kind: Kind,
    /// Where: the points of the mill, or of the men, that it is about.
    pub points: Points,
}

impl Fact {
    /// As it is written: its word, then its points, `closes a7 d7 g7`.
    pub fn display(self, board: &'static Board) -> impl fmt::Display {
        Written(self, board)
    }

    /// The same fact seen through a symmetry of its board.
    #[must_use]
    pub fn mapped(self, symmetry: &[u8; crate::board::MAX_POINTS]) -> Self {
        let points = self.points.map(|point| Point::from_bits(symmetry[point.index()])).collect();
        Self { points, ..self }
    }
}

struct Written(Fact, &'static Board);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Fact { kind, points }, board) = self;
        f.write_str(kind.id())?;
        points.into_iter().try_for_each(|point| write!(f, " {}", board.coordinate(point)))
    }
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $Name:ident = $id:literal;)*) => {
        /// What a turn may do, the weightiest first. "It" is the side that plays the turn, "they" the other one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $($(#[$meta])* $Name,)*
        }

        impl Kind {
            /// Every kind, the weightiest first.
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
    /// It has made a double mill: one man between two mills, which closes one of them with every move. Points: both mills.
    Doubles = "double";
    /// It takes this man, or these.
    Takes = "takes";
    /// The man taken stood in this mill.
    BreaksMill = "breaks-mill";
    /// The man taken was one of two in this line, the third point of which is empty.
    BreaksPair = "breaks-pair";
    /// It can now close a mill at each of these points, and could not at all of them before.
    Forks = "fork";
    /// They could have closed this mill; now a man stands in it.
    Blocks = "blocks";
    /// It can now close this mill, and could not before.
    Prepares = "prepares";
    /// A man leaves this closed mill of its own.
    Opens = "opens";
    /// These men of theirs have no empty neighbour any more.
    ShutsIn = "shuts-in";
    /// These men of its own have an empty neighbour again.
    Frees = "frees";
    /// It places a man on a point with four neighbours or more, the most that the board has.
    Crosses = "crossing";
    /// They could have closed this mill, and still can.
    Leaves = "leaves";
    /// They can close this mill now, and could not have before.
    Allows = "allows";
    /// A man leaves this line, in which they have the two other points.
    GivesUp = "gives-up";
    /// These men of theirs have an empty neighbour again.
    LetsOut = "lets-out";
    /// They may fly from now on. Points: their men.
    LetsFly = "lets-fly";
}

/// What a legal turn does, the weightiest first; nothing special is an empty list. `Err` says why the turn is not legal.
pub fn explain(position: &Position, mv: Move) -> Result<Vec<Fact>, IllegalMove> {
    let after = position.play(mv)?;
    let mut facts = Facts(Vec::new());
    let (board, side) = (position.board(), position.turn());
    let (own, own_after) = (position.men(side), after.men(side));
    let (enemy, enemy_after) = (position.men(side.other()), after.men(side.other()));
    let closed = position.closes(mv);

    facts.all(Kind::Closes, closed.iter().copied());
    facts.some(Kind::Takes, mv.captures());
    for man in mv.captures() {
        for mill in mills_with(board, man) {
            let rest = enemy.and(mill);
            if rest == mill {
                facts.add(Kind::BreaksMill, mill);
            } else if rest.len() == 2 && position.empty().and(after.empty()).contains_all(mill.minus(rest)) {
                facts.add(Kind::BreaksPair, mill);
            }
        }
    }
    match after.outcome() {
        Some(Outcome::Win(_, WinBy::Mill)) => facts.all(Kind::Wins, closed.first().copied()),
        Some(Outcome::Win(_, WinBy::Blocked)) => facts.add(Kind::Wins, enemy_after),
        Some(Outcome::Win(..)) => facts.add(Kind::Wins, mv.captures()),
        Some(Outcome::Draw(_)) => facts.add(Kind::Draws, Points::EMPTY),
        None => {}
    }
    if after.outcome().is_some() {
        return Ok(facts.sorted());
    }

    let theirs = closings(&position.with_turn_passed());
    let blocked = theirs.iter().filter(|(_, at)| mv.to() == Some(*at));
    facts.all(Kind::Blocks, blocked.map(|(mill, _)| *mill));
    let theirs_after = closings(&after);
    for &(mill, _) in &theirs_after {
        let known = theirs.iter().any(|(before, _)| *before == mill);
        facts.add(if known { Kind::Leaves } else { Kind::Allows }, mill);
    }

    let left: Vec<Points> = mv.from().into_iter().flat_map(|from| mills_with(board, from)).collect();
    facts.all(Kind::Opens, left.iter().copied().filter(|mill| own.contains_all(*mill)));
    let held = |mill: &Points| enemy_after.and(*mill).len() == 2 && own.and(*mill).len() == 1;
    facts.all(Kind::GivesUp, left.iter().copied().filter(held));

    let mine = closings(position);
    let mine_after = closings(&after.with_turn_passed());
    let known = |mill: &Points| left.contains(mill) && own.contains_all(*mill) || mine.iter().any(|(m, _)| m == mill);
    let prepared: Vec<Points> = mine_after.iter().map(|(mill, _)| *mill).filter(|mill| !known(mill)).collect();
    let goals: Points = mine_after.iter().map(|(_, at)| *at).collect();
    if goals.len() > 1 && !prepared.is_empty() {
        facts.add(Kind::Forks, goals);
    } else {
        facts.all(Kind::Prepares, prepared);
    }
    if position.rules().goal == Goal::Capture && position.rules().reform != Reform::Ban {
        let before = doubles(board, own, position.empty());
        let made = doubles(board, own_after, after.empty()).into_iter().filter(|pair| !before.contains(pair));
        facts.all(Kind::Doubles, made.map(|(one, other)| one.or(other)));
    }

    let stuck = |men: Points, position: &Position| -> Points {
        men.filter(|&man| board.neighbours(man).and(position.empty()).is_empty()).collect()
    };
    let (shut, shut_after) = (stuck(enemy, position), stuck(enemy_after, &after));
    if !after.may_fly(side.other()) {
        facts.some(Kind::ShutsIn, shut_after.minus(shut));
        facts.some(Kind::LetsOut, shut.minus(shut_after).and(enemy_after));
    } else if !position.may_fly(side.other()) {
        facts.add(Kind::LetsFly, enemy_after);
    }
    if !after.may_fly(side) {
        facts.some(Kind::Frees, stuck(own, position).minus(stuck(own_after, &after)).and(own_after));
    }
    if let (None, Some(to)) = (mv.from(), mv.to()) {
        let ways = |point| board.neighbours(point).len();
        if ways(to) >= 4 && board.points().all(|point| ways(point) <= ways(to)) {
            facts.add(Kind::Crosses, Points::EMPTY.with(to));
        }
    }
    Ok(facts.sorted())
}

/// Where somebody should look who wants to find the turn: the points of the weightiest fact that has some, or the lines
/// through the point that it goes to.
pub fn where_to_look(position: &Position, mv: Move, facts: &[Fact]) -> Points {
    let told = facts.iter().filter(|fact| fact.kind < Kind::Crosses && fact.kind != Kind::Takes);
    let points = told.map(|fact| fact.points).find(|points| !points.is_empty());
    let lines = || mv.to().into_iter().flat_map(|to| mills_with(position.board(), to)).fold(Points::EMPTY, Points::or);
    points.unwrap_or_else(lines)
}

/// Facts that are being gathered.
struct Facts(Vec<Fact>);

impl Facts {
    fn add(&mut self, kind: Kind, points: Points) {
        let fact = Fact { kind, points };
        // Two ways into one mill are one fact.
        if !self.0.contains(&fact) {
            self.0.push(fact);
        }
    }

    fn some(&mut self, kind: Kind, points: Points) {
        if !points.is_empty() {
            self.add(kind, points);
        }
    }

    fn all(&mut self, kind: Kind, points: impl IntoIterator<Item = Points>) {
        points.into_iter().for_each(|points| self.add(kind, points));
    }

    fn sorted(mut self) -> Vec<Fact> {
        self.0.sort_by_key(|fact| (fact.kind, fact.points));
        self.0
    }
}

fn mills_with(board: &'static Board, point: Point) -> impl Iterator<Item = Points> {
    board.partners(point).iter().map(move |partners| partners.with(point))
}

/// The mills that the side to move can close with one turn, each with the point where it does.
fn closings(position: &Position) -> Vec<(Points, Point)> {
    let closing = |mv: Move| position.closes(mv).into_iter().zip(std::iter::repeat(mv)).collect::<Vec<_>>();
    let turns = position.legal_moves().into_iter().flat_map(closing);
    turns.filter_map(|(mill, mv)| Some((mill, mv.to()?))).collect()
}

/// Pairs of mills with a man that closes the one by leaving the other: the smaller set first.
fn doubles(board: &'static Board, own: Points, empty: Points) -> Vec<(Points, Points)> {
    let mut pairs = Vec::new();
    for closed in board.mills().iter().filter(|mill| own.contains_all(**mill)) {
        for man in *closed {
            for to in board.neighbours(man).and(empty) {
                let open = mills_with(board, to).filter(|mill| own.without(man).contains_all(mill.without(to)));
                pairs.extend(open.map(|open| if *closed < open { (*closed, open) } else { (open, *closed) }));
            }
        }
    }
    pairs
}

/// What a turn does to the exact value of its position, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It keeps the win.
    Win,
    /// It keeps the win, and no other turn does.
    OnlyWin,
    /// It keeps the draw.
    Draw,
    /// It keeps the draw, and no other turn does.
    OnlyDraw,
    /// The position was lost before.
    Loss,
    /// A win has become a draw.
    WinToDraw,
    /// A win has become a loss.
    WinToLoss,
    /// A draw has become a loss.
    DrawToLoss,
}

impl Verdict {
    /// Of a turn with this value, among all turns of its position.
    pub fn of(value: Value, all: impl Iterator<Item = Value> + Clone) -> Self {
        let class = |value: Value| value.order().signum();
        let best = all.clone().map(class).max().unwrap_or(0);
        let only = all.clone().count() > 1 && all.filter(|&value| class(value) == best).count() == 1;
        match (best, class(value)) {
            (1, 1) if only => Self::OnlyWin,
            (1, 1) => Self::Win,
            (1, 0) => Self::WinToDraw,
            (1, _) => Self::WinToLoss,
            (0, 0) if only => Self::OnlyDraw,
            (0, 0) => Self::Draw,
            (0, _) => Self::DrawToLoss,
            _ => Self::Loss,
        }
    }

    /// A fixed word for it, for programs and translations.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::OnlyWin => "only-win",
            Self::Draw => "draw",
            Self::OnlyDraw => "only-draw",
            Self::Loss => "loss",
            Self::WinToDraw => "win-to-draw",
            Self::WinToLoss => "win-to-loss",
            Self::DrawToLoss => "draw-to-loss",
        }
    }
}
