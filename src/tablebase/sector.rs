//! Sectors: positions with the same counts of men, and which sectors a move can lead to.

use super::ranks::choose;
use crate::board::Points;
use crate::position::{Position, Setup, Side};
use crate::rules::{Begin, Goal, Mills, Phases, Rules};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// All positions with the same numbers of men on the board and in hand; `own` is the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sector {
    /// Men of the side to move on the board.
    pub own: usize,
    /// Men of the other side on the board.
    pub other: usize,
    /// Men of the side to move in hand.
    pub own_hand: usize,
    /// Men of the other side in hand.
    pub other_hand: usize,
}

impl Sector {
    /// The same counts with the other side to move.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            own_hand: self.other_hand,
            other_hand: self.own_hand,
        }
    }

    /// The sector after a placing that takes `captures` men.
    #[must_use]
    pub fn after_placing(self, captures: usize) -> Self {
        Self {
            own: self.other - captures,
            other: self.own + 1,
            own_hand: self.other_hand,
            other_hand: self.own_hand - 1,
        }
    }

    /// The sector after a move that takes `captures` men.
    #[must_use]
    pub fn after_move(self, captures: usize) -> Self {
        Self {
            own: self.other - captures,
            ..self.mirrored()
        }
    }

    /// Whether the side to move has too few men to go on.
    pub fn is_lost(self, rules: &Rules) -> bool {
        rules.goal == Goal::Capture && self.own + self.own_hand < rules.least_men()
    }

    /// Whether the side to move may move a man of its own (rather than having to place one).
    pub fn may_move(self, rules: &Rules) -> bool {
        self.own_hand == 0 || rules.phases == Phases::Mixed
    }

    /// The other sectors that a turn can lead to (some perhaps never do); not those where the game
    /// is over.
    pub fn successors(self, rules: &Rules) -> Vec<Self> {
        // With fewer than three men on the board there is no mill.
        let most = |men_after: usize| match (rules.goal, rules.mills) {
            _ if men_after < 3 => 0,
            (Goal::Mill, _) => 0,
            (Goal::Capture, Mills::One) => 1,
            (Goal::Capture, Mills::Each) => 6,
        };
        let mut found = Vec::new();
        if self.own_hand > 0 {
            found.extend(
                (0..=most(self.own + 1).min(self.other))
                    .map(|captures| self.after_placing(captures)),
            );
        }
        if self.may_move(rules) && self.own > 0 {
            found.extend(
                (0..=most(self.own).min(self.other)).map(|captures| self.after_move(captures)),
            );
        }
        found.retain(|next| !next.is_lost(rules));
        found
    }

    /// The sector that play begins in.
    pub fn start(rules: &Rules) -> Self {
        let men = usize::from(rules.men);
        match rules.begin {
            Begin::Hand => Self {
                own: 0,
                other: 0,
                own_hand: men,
                other_hand: men,
            },
            Begin::Board => Self {
                own: men,
                other: men,
                own_hand: 0,
                other_hand: 0,
            },
        }
    }

    /// The sectors without men in hand in which the two sides have `men` men together.
    pub fn endgames(rules: &Rules, men: usize) -> Vec<Self> {
        let most = usize::from(rules.men);
        let sector = |own: usize| Self {
            own,
            other: men - own,
            own_hand: 0,
            other_hand: 0,
        };
        let fits =
            |sector: &Self| sector.own.max(sector.other) <= most && sector.own <= sector.other;
        let least = rules.least_men();
        (least..(men + 1).saturating_sub(least))
            .map(sector)
            .filter(fits)
            .collect()
    }

    /// These sectors, their mirrors and every sector that their values depend on, in the order in
    /// which they can be solved: each before those that depend on it, mirrored ones together.
    #[cold]
    pub fn closure(roots: &[Self], rules: &Rules) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let mut open = roots.to_vec();
        while let Some(sector) = open.pop() {
            if seen.insert(sector) {
                open.extend(sector.successors(rules));
                // Where men move, the mirror is what a move without a capture leads to, or from.
                if sector.may_move(rules) || sector.mirrored().may_move(rules) {
                    open.push(sector.mirrored());
                }
            }
        }
        seen.into_iter().collect()
    }

    /// How many positions the sectors have about that these lead to, up to symmetry, without
    /// building an index; a little less than the slots of a [`Solver`](super::Solver) for them.
    pub fn positions(roots: &[Self], rules: &Rules) -> u64 {
        let (points, turns) = (rules.board.points().len(), rules.symmetries().len() as u64);
        let sets = |n: usize, k: usize| u64::from(choose(n, k));
        let of = |sector: &Self| {
            // Rounded up: positions that are symmetrical themselves make it a little more.
            sets(points, sector.own) * sets(points.saturating_sub(sector.own), sector.other) / turns
                + 1
        };
        Self::closure(roots, rules).iter().map(of).sum()
    }

    /// Orders sectors so that a turn leads to an earlier one or to the mirror: fewer men in hand,
    /// then fewer in all.
    fn order(self) -> [usize; 6] {
        let hands = self.own_hand + self.other_hand;
        let men = self.own + self.other;
        let pair = self.own.min(self.other);
        let hand = self.own_hand.min(self.other_hand);
        [hands, men, pair, hand, self.own, self.own_hand]
    }
}

impl PartialOrd for Sector {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sector {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

/// `7-6`: men on the board, the side to move's first; `3-4+6-5`: and in hand.
impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            own,
            other,
            own_hand,
            other_hand,
        } = self;
        match (own_hand, other_hand) {
            (0, 0) => f.pad(&format!("{own}-{other}")),
            _ => f.pad(&format!("{own}-{other}+{own_hand}-{other_hand}")),
        }
    }
}

impl FromStr for Sector {
    type Err = String;

    /// Reads what `Display` writes. `Err` says what was expected.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "a sector is written like 7-6 or 3-4+6-5, not “{}”",
                crate::coded::clip(text)
            )
        };
        let pair = |text: &str| {
            let (own, other) = text.split_once('-')?;
            let count = |text: &str| {
                text.parse()
                    .ok()
                    .filter(|&count| count <= 12 && !text.starts_with('+'))
            };
            Some((count(own)?, count(other)?))
        };
        let (board, hands) = text
            .split_once('+')
            .map_or((text, None), |(board, hands)| (board, Some(hands)));
        let (own, other) = pair(board).ok_or_else(wrong)?;
        let (own_hand, other_hand) = hands.map_or(Some((0, 0)), pair).ok_or_else(wrong)?;
        Ok(Self {
            own,
            other,
            own_hand,
            other_hand,
        })
    }
}

impl Sector {
    /// The position of the sector with these men, the side to move's first, White to move; `None`
    /// where the rules know no such position.
    pub fn position(self, rules: &Rules, own: Points, other: Points) -> Option<Position> {
        let mut setup = Setup::start(*rules);
        setup.men.0 = [own, other];
        setup.hands.0 = [self.own_hand as u8, self.other_hand as u8];
        setup.side_to_move = Side::White;
        setup.try_into().ok()
    }

    /// The sector of a position.
    pub fn of(position: &Position) -> Self {
        let (mover, other) = (position.side_to_move(), position.side_to_move().other());
        Self {
            own: position.men(mover).len(),
            other: position.men(other).len(),
            own_hand: position.hand(mover),
            other_hand: position.hand(other),
        }
    }
}
