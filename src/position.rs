//! `Setup`, any arrangement that a person can set up; `Position`, which is always legal; and how a
//! position ends the game.

mod memory;
mod setup;

use crate::board::{Board, Point, Points};
pub use crate::outcome::{DrawBy, Outcome, WinBy};
use crate::rules::{Blocked, Fly, Full, Goal, Rules, Ten};
pub use crate::side::{BySide, Side};
pub use memory::Slide;
use memory::{MARKED, Memory};
use serde::Serialize;
pub use setup::{Setup, SetupError};

/// What a player may do in a turn, given how many men they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Places a man (or moves one, in [`Phases::Mixed`](crate::rules::Phases::Mixed)).
    Placing,
    /// Moves a man to a neighbouring point.
    Moving,
    /// Moves a man to any empty point.
    Flying,
}

/// A legal position: men, hands, side to move, draw clock, and the rules they are played by.
///
/// Legal means that the rules can be applied to it, not that play can reach it: the hands need not
/// be equal. The game may be over in it. Shown for debugging and serialized, it is its line.
///
/// ```
/// use merels::{Phase, Position, Preset, Side};
///
/// let position: Position = "nine WW1/1B1/3/4BW/B2/1W1/1B1 w 0,0 0 20".parse()?;
/// assert_eq!(position.phase(Side::White), Phase::Moving);
/// assert_eq!(position.men(Side::Black).len(), 4);
/// let closing = position.legal_moves().into_iter().filter(|mv| !mv.captures().is_empty());
/// assert_eq!(closing.count(), 4);
/// assert_eq!(position.outcome(), None);
/// assert_eq!(Position::start(Preset::Six.rules())?.hand(Side::White), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// A cache line: a search copies it at every node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) rules: Rules,
    // These are written by the moves alone, which change a position from legal to legal.
    pub(crate) men: BySide<Points>,
    /// The points that are not shut: those of the board but for marked ones.
    pub(crate) open: Points,
    pub(crate) number: u32,
    pub(crate) memory: Memory,
    pub(crate) hands: BySide<u8>,
    pub(crate) clock: u16,
    pub(crate) side_to_move: Side,
    /// Whether the rules are [special](Rules::is_special).
    pub(crate) special: bool,
}

const _: () = assert!(size_of::<Position>() == 64);

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        if let Some(fault) = setup.faults().into_iter().next() {
            return Err(fault);
        }
        let position = Self::unchecked(&setup);
        if setup.must_free && position.with_turn_passed().has_ordinary_move() {
            return Err(SetupError::NotBlocked {
                side: setup.side_to_move.other(),
            });
        }
        Ok(position)
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        let Position {
            rules,
            men,
            number,
            memory,
            hands,
            clock,
            side_to_move,
            ..
        } = position;
        let once = rules.remembers_lines();
        Self {
            rules,
            men,
            hands,
            side_to_move,
            clock,
            number,
            closing: BySide(Side::BOTH.map(|side| position.closing(side))),
            marked: position.marked(),
            used: BySide(Side::BOTH.map(|side| if once { memory.used(side) } else { 0 })),
            owed: BySide(Side::BOTH.map(|side| memory.owed(side))),
            first_mill: memory.first_mill(),
            must_free: memory.must_free(),
        }
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

    fn unchecked(setup: &Setup) -> Self {
        let Setup {
            rules,
            men,
            marked,
            number,
            hands,
            clock,
            side_to_move,
            ..
        } = *setup;
        let mut memory = Memory::default();
        for side in Side::BOTH {
            if rules.remembers_lines() {
                memory.use_lines(side, setup.used[side]);
            } else {
                memory.set_closing(side, setup.closing[side]);
            }
            memory.set_owed(side, setup.owed[side]);
        }
        memory.set_first_mill(setup.first_mill);
        memory.set_must_free(setup.must_free);
        let open = rules.board.points().minus(marked);
        Self {
            rules,
            men,
            open,
            number,
            memory,
            hands,
            clock,
            side_to_move,
            special: rules.is_special(),
        }
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &'static Board {
        self.rules.board
    }

    /// A side's men on the board.
    #[inline]
    pub fn men(&self, side: Side) -> Points {
        self.men[side]
    }

    /// Whose man stands on the point; `None` where it is empty.
    pub fn man(&self, point: Point) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.men(side).contains(point))
    }

    /// The points without a man, marked ones left out.
    #[inline]
    pub fn empty(&self) -> Points {
        self.open.minus(self.men.0[0].or(self.men.0[1]))
    }

    /// The points of marked men, which are shut until all men are placed. They count for neither
    /// side.
    pub fn marked(&self) -> Points {
        self.board().points().minus(self.open)
    }

    /// The lines that a side has used up and that capture no more for it.
    pub fn used_lines(&self, side: Side) -> impl Iterator<Item = Points> {
        let used = if self.rules.remembers_lines() {
            self.memory.used(side)
        } else {
            0
        };
        self.board().mills_of(used)
    }

    /// How many men a side has still to remove, one a turn; -1 for one of its own men.
    pub fn owed(&self, side: Side) -> i8 {
        self.memory.owed(side)
    }

    /// Who closed the first mill, if the first turn after placing depends on that.
    pub fn first_mill(&self) -> Option<Side> {
        self.memory.first_mill()
    }

    /// Whether the side to move must free the other, which is blocked, without taking a man.
    pub fn must_free(&self) -> bool {
        self.memory.must_free()
    }

    /// How many men a side has in hand.
    #[inline]
    pub fn hand(&self, side: Side) -> usize {
        self.hands[side].into()
    }

    /// How many men a side has, on the board and in hand.
    #[inline]
    pub fn in_all(&self, side: Side) -> usize {
        self.men(side).len() + self.hand(side)
    }

    /// How many men a side has lost.
    pub fn lost(&self, side: Side) -> usize {
        usize::from(self.rules.men) - self.in_all(side)
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Plies since the last capture or placing.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move pair, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// A side's last move, if it closed a mill by moving a man and the re-forming ban holds.
    pub fn closing(&self, side: Side) -> Option<Slide> {
        if self.rules.remembers_lines() {
            None
        } else {
            self.memory.closing(side)
        }
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
        self.rules
            .flying_limit()
            .is_some_and(|limit| self.in_all(side) <= limit)
    }

    /// The points next to one, and by the rules that have it those that a man of this side jumps to
    /// from there; free or not. The other way round they are where one can come from.
    #[inline]
    pub(crate) fn steps(&self, side: Side, point: Point) -> Points {
        let steps = self.board().neighbours(point);
        if self.rules.jumps() {
            steps.or(self.jumps(side, point))
        } else {
            steps
        }
    }

    #[cold]
    fn jumps(&self, side: Side, point: Point) -> Points {
        let enemy = self.men(side.other());
        let over = match self.rules.fly {
            Fly::Jump => enemy.or(self.men(side)),
            Fly::Leap if self.in_all(side) <= 3 => enemy,
            _ if self.rules.leaps() => enemy,
            _ => Points::EMPTY,
        };
        self.board().jumps(point, over)
    }

    /// A side's men that stand in a mill of their own.
    #[inline]
    pub fn in_mills(&self, side: Side) -> Points {
        self.rules.in_mills(side, self.men(side))
    }

    /// A side's men that the other may take when it closes a mill.
    #[inline]
    pub fn takable(&self, side: Side) -> Points {
        self.rules.takable_of(side, self.men(side))
    }

    /// How the game has ended by the position alone; `None` while it goes on. Repetition,
    /// resignation and agreement are the [`Game`](crate::game::Game)'s to know.
    ///
    /// Ends are looked for in this order: too few men, a mill that wins, a full board,
    /// no move, then the clocks; so a move that wins on the ply that fills a clock wins.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_but_blocked_or_clocks()
            .or_else(|| {
                if self.can_move() {
                    None
                } else {
                    self.outcome_when_blocked()
                }
            })
            .or_else(|| self.outcome_by_clock())
    }

    /// The ends that need no move generation.
    #[inline]
    #[doc(hidden)]
    pub fn outcome_but_blocked_or_clocks(&self) -> Option<Outcome> {
        let rules = &self.rules;
        match rules.goal {
            // The side to move is the one that can have lost a man; a set-up may have either.
            Goal::Capture => {
                let least = rules.least_men();
                for side in [self.side_to_move(), self.side_to_move().other()] {
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
        if self.empty().is_empty() {
            self.outcome_when_full()
        } else {
            None
        }
    }

    /// What a full board means.
    #[cold]
    fn outcome_when_full(&self) -> Option<Outcome> {
        match self.rules.full {
            _ if self.owed(self.side_to_move) != 0 => None,
            Full::Draw => Some(Outcome::Draw(DrawBy::FullBoard)),
            Full::Loses => Some(Outcome::Win(
                Side::from(self.rules.first).other(),
                WinBy::FullBoard,
            )),
            Full::Play | Full::One | Full::Each => None,
        }
    }

    /// Who has a mill, first of all the side that has just moved.
    fn who_has_a_mill(&self) -> Option<Side> {
        [self.side_to_move().other(), self.side_to_move()]
            .into_iter()
            .find(|&side| !self.in_mills(side).is_empty())
    }

    /// What it means that the side to move has no move; `None` where it passes.
    pub(crate) fn outcome_when_blocked(&self) -> Option<Outcome> {
        match self.rules.blocked {
            _ if self.owed(self.side_to_move) != 0 => None,
            // A man to take was looked for.
            Blocked::Lose | Blocked::Take => {
                Some(Outcome::Win(self.side_to_move().other(), WinBy::Blocked))
            }
            Blocked::Draw => Some(Outcome::Draw(DrawBy::Blocked(self.side_to_move()))),
            Blocked::Pass => {
                let other = self.with_turn_passed();
                (!other.can_move()).then_some(Outcome::Draw(DrawBy::NeitherCanMove))
            }
            Blocked::Free => {
                let can_free = !self.must_free() && self.with_turn_passed().can_free();
                (!can_free).then_some(Outcome::Draw(DrawBy::NeitherCanMove))
            }
        }
    }

    /// The draws by a count of plies.
    #[inline]
    pub(crate) fn outcome_by_clock(&self) -> Option<Outcome> {
        if let Some(both) = self.ten_moves_count()
            && self.clock >= TEN_MOVES
        {
            return Some(Outcome::Draw(DrawBy::TenMoves { both }));
        }
        let limit = self.rules.quiet?.get();
        (self.clock >= limit).then_some(Outcome::Draw(DrawBy::Quiet(limit)))
    }

    /// Whether the ten-move draw counts here, and if so, whether because both sides have three men.
    #[inline]
    fn ten_moves_count(&self) -> Option<bool> {
        let ten = self.rules.ten;
        if ten == Ten::Never {
            return None;
        }
        let at_three = Side::BOTH.map(|side| self.in_all(side) <= 3);
        let both = at_three == [true, true];
        (both || (ten == Ten::Either && at_three != [false, false])).then_some(both)
    }

    /// After how many plies without a capture the ten-move draw ends the game; `None` where it does
    /// not count.
    pub fn ten_moves_limit(&self) -> Option<u16> {
        self.ten_moves_count().map(|_| TEN_MOVES)
    }

    /// What repetition compares: men, hands, side to move and what the rules remember, exactly,
    /// without clock and number.
    pub fn identity(&self) -> u128 {
        u128::from(self.key())
            | u128::from(self.memory.bits() | u64::from(self.marked().bits()) << MARKED) << 64
    }

    /// Men, hands and side to move in 57 bits, exactly: two positions by the same rules that differ
    /// in them have different keys. The clock and what only some rules remember are not in it.
    #[inline]
    pub fn key(&self) -> u64 {
        let Self {
            men,
            hands,
            side_to_move,
            ..
        } = *self;
        u64::from(men.0[0].bits())
            | u64::from(men.0[1].bits()) << 24
            | u64::from(hands.0[0]) << 48
            | u64::from(hands.0[1]) << 52
            | (side_to_move as u64) << 56
    }

    /// The same position seen through a symmetry of its board (see [`Board::symmetries`]).
    #[must_use]
    pub fn mapped(&self, symmetry: &[u8; crate::board::MAX_POINTS]) -> Self {
        let point = |point: Point| Point::from_bits(symmetry[point.index()]);
        let points = |points: Points| points.map(point).collect::<Points>();
        let mills = self.board().mills();
        let line = |i: usize| {
            mills
                .iter()
                .position(|&mill| mill == points(mills[i]))
                .unwrap_or(i)
        };
        Self {
            men: BySide(self.men.0.map(points)),
            open: points(self.open),
            memory: self
                .memory
                .mapped(self.rules.remembers_lines(), point, line),
            ..*self
        }
    }
}
