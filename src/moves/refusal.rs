//! Why a move is illegal, or a man may not be captured or moved, in words for players.

use super::Closing;
use super::mv::Move;
use crate::board::{Point, Points};
use crate::coded::{AsParam, Param, coded};
use crate::position::{Outcome, Phase, Position, Side};
use crate::rules::{Fly, Phases};
use std::fmt;

coded! {
    /// Why a move is not legal. Displays as a sentence for players.
    pub enum IllegalMove {
        Over { ended: Outcome } = "over", "the game is over: {ended}";
        CannotPass { side: Side } = "cannot-pass", "{side} has a move and cannot pass";
        MustPass { side: Side } = "must-pass", "{side} has no move and must pass";
        OffBoard { number: usize } = "not-on-board", "point {number} is not on this board";
        NoneInHand { side: Side } = "none-in-hand", "{side} has no man in hand";
        MustRemove { side: Side } = "must-remove", "{side} has to remove a man first";
        NotOwed = "not-owed", "no man is to be removed now";
        OwnMan { side: Side } = "own-man", "{side} has to remove one of their own men";
        NotBeside { point: String } = "not-beside", "the man on {point} stands beside none of the blocked men";
        MustFree { side: Side } = "must-free", "{side} cannot move and must be freed";
        FreesWithout = "frees-without", "a turn that frees your opponent takes no man";
        MustPlace { side: Side } = "must-place", "{side} has men in hand and must place one";
        NoMan { man: Man, point: String } = "no-man", "there is no {man} on {point}";
        NotEmpty { point: String } = "not-empty", "{point} is not empty";
        Shut { point: String } = "shut", "{point} is shut until all men are placed";
        Centre = "centre", "no man may be placed in the centre";
        NotNeighbours { from: String, to: String, side: Side } = "not-neighbours", "{from} and {to} are not neighbours, and {side} may not fly";
        NoJump { from: String, to: String } = "no-jump", "{from} and {to} are not neighbours, and no man is between them to jump over";
        Banned { from: String } = "banned", "the man on {from} closed a mill on its last move and may not go straight back to close one";
        NoMill = "no-mill", "no mill is closed, so no man is taken";
        NoneToTake = "none-to-take", "no man may be taken";
        MustTake = "must-take", "a mill is closed, so a man must be taken";
        MustTakeBoth = "must-take-both", "a man comes between two, so both must be taken";
        MustTakeLeapt { point: String } = "must-take-leapt", "the man on {point} is leapt over, so it must be taken";
        MustTakeEnclosed = "must-take-enclosed", "a man is enclosed by two, so it must be taken";
        NoManToTake { man: Man, point: String } = "no-man-to-take", "there is no {man} to take on {point}";
        Protected { point: String } = "protected", "the man on {point} is protected: it stands in a mill";
        NotOneOfTwo { point: String } = "not-one-of-two", "the man on {point} is not one of the two that are taken";
        NotEnclosed { point: String } = "not-enclosed", "the man on {point} is not enclosed by two";
        MillOrTwo = "mill-or-two", "either the mill takes a man, or the two on either side are taken";
        OneCapture = "one-capture", "several captures are possible, and one of them is made";
        OnlyOne = "only-one", "only one man is taken";
        TakesSeveral { men: usize } = "takes-several", "{men} men must be taken";
    }
}

/// A side's man, in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man(pub Side);

impl AsParam for Man {
    fn param(&self) -> Param {
        match self.0 {
            Side::White => Param::Word {
                id: "white",
                english: "white piece",
            },
            Side::Black => Param::Word {
                id: "black",
                english: "black piece",
            },
        }
    }
}

impl Position {
    /// Why a move that is not among the legal ones is not.
    #[cold]
    pub(super) fn why_illegal(&self, mv: Move, legal: &[Move]) -> IllegalMove {
        let (board, side) = (self.board(), self.side_to_move());
        let name = |point: Point| board.coordinate(point).to_string();
        if let Some(ended) = self.outcome() {
            return IllegalMove::Over { ended };
        }
        if legal == [Move::PASS] {
            return IllegalMove::MustPass { side };
        }
        let Some(to) = mv.to() else {
            return self.why_no_removal(mv);
        };
        if self.is_to_remove() {
            return IllegalMove::MustRemove { side };
        }
        let mut named = std::iter::once(to).chain(mv.from()).chain(mv.captures());
        if let Some(point) = named.find(|&point| !board.points().contains(point)) {
            return IllegalMove::OffBoard {
                number: point.index() + 1,
            };
        }
        match mv.from() {
            None if self.hand(side) == 0 => return IllegalMove::NoneInHand { side },
            Some(_) if self.hand(side) > 0 && self.rules().phases == Phases::Split => {
                return IllegalMove::MustPlace { side };
            }
            Some(from) if self.man(from) != Some(side) => {
                return IllegalMove::NoMan {
                    man: Man(side),
                    point: name(from),
                };
            }
            _ => {}
        }
        if self.man(to).is_some() {
            return IllegalMove::NotEmpty { point: name(to) };
        }
        if self.marked().contains(to) {
            return IllegalMove::Shut { point: name(to) };
        }
        if mv.from().is_none() && self.rules().barred().contains(to) {
            return IllegalMove::Centre;
        }
        let ways: Vec<_> = legal
            .iter()
            .filter(|way| way.from() == mv.from() && way.to() == mv.to())
            .collect();
        if ways.is_empty() {
            if self.must_free() && self.can_go(mv) {
                return IllegalMove::MustFree { side: side.other() };
            }
            let reaches = self.may_fly(side)
                || mv
                    .from()
                    .is_some_and(|from| self.steps(side, from).contains(to));
            let from = mv.from().map_or_else(String::new, name);
            return match self.rules().fly {
                _ if reaches => IllegalMove::Banned { from },
                Fly::Jump => IllegalMove::NoJump { from, to: name(to) },
                _ => IllegalMove::NotNeighbours {
                    from,
                    to: name(to),
                    side,
                },
            };
        }
        self.why_not_taken(mv, &ways)
    }

    /// Whether a move would be legal without its captures.
    fn can_go(&self, mv: Move) -> bool {
        self.moves_and_mills()
            .into_iter()
            .any(|(other, _)| other == mv.taking(Points::EMPTY))
    }

    /// For a pass, or the removal of a man.
    fn why_no_removal(&self, mv: Move) -> IllegalMove {
        let (board, side) = (self.board(), self.side_to_move());
        let Some(man) = mv.captures().next() else {
            return if self.is_to_remove() {
                IllegalMove::MustRemove { side }
            } else {
                IllegalMove::CannotPass { side }
            };
        };
        if !board.points().contains(man) {
            return IllegalMove::OffBoard {
                number: man.index() + 1,
            };
        }
        if !self.is_to_remove() {
            return IllegalMove::NotOwed;
        }
        let point = board.coordinate(man).to_string();
        match self.owed(side) {
            owed if owed < 0 => IllegalMove::OwnMan { side },
            _ if self.man(man) != Some(side.other()) => IllegalMove::NoManToTake {
                man: Man(side.other()),
                point,
            },
            0 => IllegalMove::NotBeside { point },
            _ => IllegalMove::Protected { point },
        }
    }

    /// For a move whose captures are wrong, and nothing else.
    fn why_not_taken(&self, mv: Move, ways: &[&Move]) -> IllegalMove {
        if self.must_free() {
            return IllegalMove::FreesWithout;
        }
        let (board, enemy, rest) = (self.board(), self.side_to_move().other(), self.rest(mv));
        let name = |point: Point| board.coordinate(point).to_string();
        let leapt = mv.to().map_or(Points::EMPTY, |to| {
            self.men(enemy).minus(self.not_leapt(to, rest))
        });
        if let Some(point) = leapt.minus(mv.captures()).next() {
            return IllegalMove::MustTakeLeapt { point: name(point) };
        }
        // What it takes besides.
        let taken = mv.captures().minus(leapt);
        let most = ways
            .iter()
            .map(|way| way.captures().minus(leapt).len())
            .max()
            .unwrap_or(0);
        let closes = !self.closes(mv).is_empty();
        let between = mv.to().map_or(0, |to| self.takes_between(to, rest));
        let (pair, encloses) = (
            between & Closing::PAIR != 0,
            between & Closing::ENCLOSED != 0,
        );
        if most == 0 {
            let safe = |to| self.enclosed_of(to, rest, self.men(enemy));
            return match mv.to().and_then(|to| safe(to).and(taken).next()) {
                _ if closes => IllegalMove::NoneToTake,
                Some(point) => IllegalMove::Protected { point: name(point) },
                None => IllegalMove::NoMill,
            };
        }
        if taken.is_empty() {
            return match () {
                () if closes => IllegalMove::MustTake,
                () if pair && encloses => IllegalMove::OneCapture,
                () if pair => IllegalMove::MustTakeBoth,
                () => IllegalMove::MustTakeEnclosed,
            };
        }
        if let Some(point) = taken.minus(self.men(enemy)).next() {
            return IllegalMove::NoManToTake {
                man: Man(enemy),
                point: name(point),
            };
        }
        let takable = ways
            .iter()
            .fold(Points::EMPTY, |all, way| all.or(way.captures()));
        match taken.minus(takable).next() {
            Some(point) if closes => IllegalMove::Protected { point: name(point) },
            Some(point) if encloses => IllegalMove::NotEnclosed { point: name(point) },
            Some(point) => IllegalMove::NotOneOfTwo { point: name(point) },
            None => match most {
                _ if encloses && most > 1 => IllegalMove::OneCapture,
                _ if closes && pair => IllegalMove::MillOrTwo,
                1 => IllegalMove::OnlyOne,
                men => IllegalMove::TakesSeveral { men },
            },
        }
    }

    /// Why the man on a point may not be taken or moved now; `None` where nothing stands in the
    /// way, or the point is empty.
    pub fn restriction(&self, point: Point) -> Option<Restriction> {
        let owner = self.man(point)?;
        if self.is_to_remove() && self.outcome().is_none() {
            return (!self.removable().contains(point)).then_some(
                match owner == self.side_to_move() {
                    true => Restriction::Removes(owner),
                    false if self.owed(self.side_to_move()) > 0 => Restriction::Protected(owner),
                    false => Restriction::NotNow(owner),
                },
            );
        }
        if owner == self.side_to_move() {
            return match self.phase(owner) {
                Phase::Placing if self.rules().phases == Phases::Split => {
                    Some(Restriction::InHand(owner))
                }
                _ if self.legal_moves().iter().any(|mv| mv.from() == Some(point)) => None,
                _ if self.must_free()
                    && self
                        .moves_and_mills()
                        .iter()
                        .any(|(mv, _)| mv.from() == Some(point)) =>
                {
                    Some(Restriction::NotNow(owner))
                }
                _ => Some(Restriction::NoWay(owner)),
            };
        }
        if self.must_free() {
            return Some(Restriction::NotNow(owner));
        }
        (!self.takable(owner).contains(point)).then_some(Restriction::Protected(owner))
    }
}

/// Why a man may not be taken or moved, with its owner. Displays as a sentence without its full
/// stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Restriction {
    /// Its owner still places men.
    InHand(Side),
    /// It has no empty point beside it.
    NoWay(Side),
    /// It stands in a mill.
    Protected(Side),
    /// Its owner has to remove a man first.
    Removes(Side),
    /// The move is for something else: to remove another man, or to free the other side.
    NotNow(Side),
}

impl Restriction {
    /// A fixed word for it.
    pub fn id(self) -> &'static str {
        match self {
            Self::InHand(_) => "in-hand",
            Self::NoWay(_) => "no-way",
            Self::Protected(_) => "protected",
            Self::Removes(_) => "removes",
            Self::NotNow(_) => "not-now",
        }
    }

    /// Whose man it is.
    pub fn side(self) -> Side {
        match self {
            Self::InHand(side)
            | Self::NoWay(side)
            | Self::Protected(side)
            | Self::Removes(side)
            | Self::NotNow(side) => side,
        }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InHand(side) => write!(f, "{side} still has men in hand and places one"),
            Self::NoWay(_) => f.write_str("Blocked: no empty point beside it"),
            Self::Protected(_) => f.write_str("Protected: it stands in a mill"),
            Self::Removes(side) => write!(f, "{side} has to remove a man first"),
            Self::NotNow(_) => f.write_str("It cannot be moved or taken now"),
        }
    }
}
