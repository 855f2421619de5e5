//! `Setup`, any arrangement that a person can set up; `Position`, which is always legal; and how a position ends the
//! game.

use crate::board::{Board, Point, Points};
use crate::coded::coded;
pub use crate::outcome::{DrawBy, Outcome, WinBy};
use crate::rules::{Begin, Blocked, Fly, Full, Goal, Least, Preset, Reform, Rules, RulesError, Ten};
pub use crate::side::{BySide, Side};
use serde::Serialize;

/// A man's way over the board, without what it took: what the re-forming ban remembers of a closing move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The point it left.
    pub from: Point,
    /// The point it went to.
    pub to: Point,
}

/// What a player may do in a turn, by the men that he has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Places a man (in [`Phases::Mixed`](crate::rules::Phases::Mixed) also moves one, if he likes).
    Placing,
    /// Moves a man to a neighbouring point.
    Moving,
    /// Moves a man to any empty point.
    Flying,
}

/// Everything that a position is made of, put together by hand and perhaps illegal. [`Position::try_from`] checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules that it is to be played by.
    pub rules: Rules,
    /// The men on the board.
    pub men: BySide<Points>,
    /// How many men are in hand.
    pub hands: BySide<u8>,
    /// The side to move.
    pub turn: Side,
    /// Plies since the last capture or placing.
    pub clock: u16,
    /// The number of the move pair, from 1.
    pub number: u32,
    /// Each side's last move, if that closed a mill by moving a man; for [`Reform::Ban`].
    pub closing: BySide<Option<Slide>>,
}

impl Setup {
    /// How a game begins: on an empty board with all men in hand, or with the men where they start.
    pub fn start(rules: Rules) -> Self {
        let on_board = rules.begin == Begin::Board;
        Self {
            rules,
            men: BySide(Side::BOTH.map(|side| rules.home(side))),
            hands: BySide([if on_board { 0 } else { rules.men }; 2]),
            turn: rules.first.into(),
            clock: 0,
            number: 1,
            closing: BySide::default(),
        }
    }

    /// Everything that keeps it from being a position; nothing where it is one.
    #[cold]
    pub fn faults(&self) -> Vec<SetupError> {
        let mut faults = Vec::new();
        let (rules, board) = (&self.rules, self.rules.board);
        faults.extend(rules.check().err().map(SetupError::Rules));
        let [white, black] = self.men.0;
        if !board.points().contains_all(white.or(black)) {
            faults.push(SetupError::OffBoard);
            return faults;
        }
        faults.extend(white.and(black).map(|point| SetupError::Shared { point: board.coordinate(point).to_string() }));
        let in_all = BySide(Side::BOTH.map(|side| self.men[side].len() + usize::from(self.hands[side])));
        for side in Side::BOTH {
            let (men, most) = (in_all[side], rules.men);
            if men > most.into() {
                faults.push(SetupError::TooMany { side, men, variant: rules.base(), most });
            }
            if rules.goal == Goal::Mill && men < most.into() {
                faults.push(SetupError::Missing { side, men, most });
            }
        }
        if rules.goal == Goal::Capture && in_all.0.iter().all(|&men| men < rules.least_men()) {
            faults.push(match rules.least {
                Least::Three => SetupError::BothUnderThree,
                Least::One => SetupError::NeitherHasMen,
            });
        }
        let has_mill = |side: Side| !rules.in_mills(side, self.men[side]).is_empty();
        if rules.goal == Goal::Mill && Side::BOTH.into_iter().all(has_mill) {
            faults.push(SetupError::BothHaveMills);
        }
        let hands = Side::BOTH.into_iter().filter(|&side| rules.begin == Begin::Board && self.hands[side] > 0);
        faults.extend(hands.map(|side| SetupError::InHand { side }));
        if self.number == 0 {
            faults.push(SetupError::NumberZero);
        }
        for side in Side::BOTH {
            let Some(Slide { from, to }) = self.closing[side] else { continue };
            if rules.reform != Reform::Ban {
                faults.push(SetupError::NoBan);
                continue;
            }
            let men = self.men[side];
            // The other side may since have taken another man of that mill, or (on its move) entered the point left.
            if !men.contains(to) || men.contains(from) || !board.points().contains(from) {
                let slide = format!("{}-{}", board.coordinate(from), board.coordinate(to));
                faults.push(SetupError::Closing { side, slide });
            }
        }
        faults
    }
}

coded! {
    /// Why a [`Setup`] is no position. Displays as a sentence for players.
    pub enum SetupError {
        OffBoard = "off-board", "a man stands off the board";
        Shared { point: String } = "shared", "two men stand on {point}";
        TooMany { side: Side, men: usize, variant: Preset, most: u8 } = "too-many", "{side} has {men} men in all; {variant} is played with {most}";
        Missing { side: Side, men: usize, most: u8 } = "missing", "{side} has {men} men in all, but none is ever taken in this game: there must be {most}";
        BothUnderThree = "both-under-three", "both sides have fewer than three men";
        NeitherHasMen = "neither-has-men", "neither side has a man";
        InHand { side: Side } = "men-in-hand", "{side} has men in hand, but in this game all men begin on the board";
        BothHaveMills = "both-have-mills", "both sides have a mill, and the first one won";
        NumberZero = "number-zero", "turns are counted from 1";
        NoBan = "no-ban", "these rules have no re-forming ban, so no closing move is remembered";
        Closing { side: Side, slide: String } = "closing", "{side} cannot just have closed a mill by {slide}";
        @Rules(RulesError);
    }
}

/// A legal position: men, hands, side to move, draw clock, and the rules they are played by.
///
/// Legal means that the rules can be applied to it, not that play can reach it: the hands need not be equal. The game
/// may be over in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(Setup);

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        match setup.faults().into_iter().next() {
            None => Ok(Self(setup)),
            Some(fault) => Err(fault),
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        position.0
    }
}

/// Ten moves by each side, in plies.
const TEN_MOVES: u16 = 20;

impl Position {
    /// The position that a game by these rules begins with.
    ///
    /// # Errors
    /// If the options do not fit together.
    pub fn start(rules: Rules) -> Result<Self, SetupError> {
        Setup::start(rules).try_into()
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &'static Board {
        self.0.rules.board
    }

    /// A side's men on the board.
    #[inline]
    pub fn men(&self, side: Side) -> Points {
        self.0.men[side]
    }

    /// Whose man stands on the point; `None` where it is empty.
    pub fn man(&self, point: Point) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.men(side).contains(point))
    }

    /// The points without a man.
    #[inline]
    pub fn empty(&self) -> Points {
        self.board().points().minus(self.0.men.0[0].or(self.0.men.0[1]))
    }

    /// How many men a side has in hand.
    #[inline]
    pub fn hand(&self, side: Side) -> usize {
        self.0.hands[side].into()
    }

    /// How many men a side has, on the board and in hand.
    #[inline]
    pub fn in_all(&self, side: Side) -> usize {
        self.men(side).len() + self.hand(side)
    }

    /// How many men a side has lost.
    pub fn lost(&self, side: Side) -> usize {
        usize::from(self.0.rules.men) - self.in_all(side)
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.0.turn
    }

    /// Plies since the last capture or placing.
    pub fn clock(&self) -> u16 {
        self.0.clock
    }

    /// The number of the move pair, from 1.
    pub fn number(&self) -> u32 {
        self.0.number
    }

    /// A side's last move, if it closed a mill by moving a man and the re-forming ban holds.
    pub fn closing(&self, side: Side) -> Option<Slide> {
        self.0.closing[side]
    }

    /// What a side does on its turn.
    #[inline]
    pub fn phase(&self, side: Side) -> Phase {
        if self.hand(side) > 0 {
            Phase::Placing
        } else if self.may_fly(side) {
            Phase::Flying
        } else {
            Phase::Moving
        }
    }

    /// Whether a side may move a man to any empty point, if it may move one at all.
    #[inline]
    pub fn may_fly(&self, side: Side) -> bool {
        self.0.rules.flying_limit().is_some_and(|limit| self.in_all(side) <= limit)
    }

    /// The points next to one, and by the rules that have it those that a man jumps to from there; free or not. The other way
    /// round they are where a man can come from.
    #[inline]
    pub(crate) fn steps(&self, point: Point) -> Points {
        let steps = self.board().neighbours(point);
        if self.0.rules.fly == Fly::Jump { steps.or(self.jumps(point)) } else { steps }
    }

    #[cold]
    fn jumps(&self, point: Point) -> Points {
        self.board().jumps(point, self.men(Side::White).or(self.men(Side::Black)))
    }

    /// A side's men that stand in a mill of their own.
    #[inline]
    pub fn in_mills(&self, side: Side) -> Points {
        self.0.rules.in_mills(side, self.men(side))
    }

    /// A side's men that the other may take when it closes a mill.
    #[inline]
    pub fn takable(&self, side: Side) -> Points {
        self.0.rules.takable_of(side, self.men(side))
    }

    /// How the game has ended by the position alone; `None` while it goes on. Repetition, resignation
    /// and agreement are the [`Game`](crate::game::Game)'s to know.
    ///
    /// Ends are looked for in the order of `rules.md`: too few men, a mill that wins, a full board, no move,
    /// then the clocks; so a move that wins on the ply that fills a clock wins.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_but_blocked_or_clocks()
            .or_else(|| if self.can_move() { None } else { self.outcome_when_blocked() })
            .or_else(|| self.outcome_by_clock())
    }

    /// The ends that need no move generation.
    #[inline]
    pub(crate) fn outcome_but_blocked_or_clocks(&self) -> Option<Outcome> {
        let rules = &self.0.rules;
        match rules.goal {
            // The side to move is the one that can have lost a man; a set-up may have either.
            Goal::Capture => {
                let least = rules.least_men();
                for side in [self.turn(), self.turn().other()] {
                    if self.in_all(side) < least {
                        return Some(Outcome::Win(side.other(), rules.won_by_captures()));
                    }
                }
            }
            Goal::Mill => {
                if let Some(side) = self.who_has_a_mill() {
                    return Some(Outcome::Win(side, WinBy::Mill));
                }
            }
        }
        (rules.full == Full::Draw && self.empty().is_empty()).then_some(Outcome::Draw(DrawBy::FullBoard))
    }

    /// Who has a mill, first of all the side that has just moved.
    fn who_has_a_mill(&self) -> Option<Side> {
        [self.turn().other(), self.turn()].into_iter().find(|&side| !self.in_mills(side).is_empty())
    }

    /// What it means that the side to move has no move; `None` where it passes.
    pub(crate) fn outcome_when_blocked(&self) -> Option<Outcome> {
        match self.0.rules.blocked {
            Blocked::Lose => Some(Outcome::Win(self.turn().other(), WinBy::Blocked)),
            Blocked::Draw => Some(Outcome::Draw(DrawBy::Blocked(self.turn()))),
            Blocked::Pass => {
                let other = Self(Setup { turn: self.turn().other(), ..self.0 });
                (!other.can_move()).then_some(Outcome::Draw(DrawBy::NeitherCanMove))
            }
        }
    }

    /// The draws by a count of plies.
    #[inline]
    pub(crate) fn outcome_by_clock(&self) -> Option<Outcome> {
        if let Some(both) = self.ten_moves_count()
            && self.0.clock >= TEN_MOVES
        {
            return Some(Outcome::Draw(DrawBy::TenMoves { both }));
        }
        let limit = self.0.rules.quiet?;
        (self.0.clock >= limit).then_some(Outcome::Draw(DrawBy::Quiet(limit)))
    }

    /// Whether the ten-move draw counts here, and if so, whether because both sides have three men.
    #[inline]
    fn ten_moves_count(&self) -> Option<bool> {
        let ten = self.0.rules.ten;
        if ten == Ten::Never {
            return None;
        }
        let at_three = Side::BOTH.map(|side| self.in_all(side) <= 3);
        let both = at_three == [true, true];
        (both || (ten == Ten::Either && at_three != [false, false])).then_some(both)
    }

    /// After how many plies without a capture the ten-move draw ends the game; `None` where it does not count.
    pub fn ten_moves_limit(&self) -> Option<u16> {
        self.ten_moves_count().map(|_| TEN_MOVES)
    }

    /// What repetition compares: men, hands, side to move and the ban's memory, exactly, without clock and number.
    pub fn identity(&self) -> u128 {
        let slide = |side| match self.closing(side) {
            Some(Slide { from, to }) => 1 << 10 | (from.index() as u128) << 5 | to.index() as u128,
            None => 0,
        };
        u128::from(self.key()) | slide(Side::White) << 64 | slide(Side::Black) << 80
    }

    /// Men, hands and side to move in 57 bits, exactly: two positions by the same rules that differ in them have
    /// different keys. The ban's memory and the clock are not in it.
    #[inline]
    pub fn key(&self) -> u64 {
        let Setup { men, hands, turn, .. } = self.0;
        u64::from(men.0[0].bits())
            | u64::from(men.0[1].bits()) << 24
            | u64::from(hands.0[0]) << 48
            | u64::from(hands.0[1]) << 52
            | (turn as u64) << 56
    }

    /// The same position seen through a symmetry of its board (see [`Board::symmetries`]).
    #[must_use]
    pub fn mapped(&self, symmetry: &[u8; crate::board::MAX_POINTS]) -> Self {
        let point = |point: Point| Point::from_bits(symmetry[point.index()]);
        let slide = |slide: Option<Slide>| slide.map(|s| Slide { from: point(s.from), to: point(s.to) });
        Self(Setup {
            men: BySide(self.0.men.0.map(|men| men.map(point).collect())),
            closing: BySide(self.0.closing.0.map(slide)),
            ..self.0
        })
    }

    /// For the moves, which change it from legal to legal.
    #[inline]
    pub(crate) fn parts_mut(&mut self) -> &mut Setup {
        &mut self.0
    }
}
