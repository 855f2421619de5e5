//! `Setup`, any arrangement that a person can set up, and what keeps it from being a position.

use super::memory::{MOST_OWED, Slide};
use crate::board::Points;
use crate::coded::coded;
use crate::rules::{
    Begin, Blocked, Goal, Least, Placing, Preset, Reform, Rules, RulesError, Starts,
};
use crate::side::{BySide, Side};

/// Everything that a position is made of, put together by hand and perhaps illegal.
/// [`Position::try_from`](super::Position) checks it.
///
/// ```
/// use merels::{Position, Preset, Setup, Side};
///
/// let mut setup = Setup::start(Preset::Nine.rules());
/// setup.side_to_move = Side::Black;
/// assert!(Position::try_from(setup).is_ok());
/// setup.hands[Side::White] = 10;
/// assert_eq!(setup.faults().len(), 1);
/// assert!(Position::try_from(setup).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Setup {
    /// The rules that it is to be played by.
    pub rules: Rules,
    /// The men on the board.
    pub men: BySide<Points>,
    /// How many men are in hand.
    pub hands: BySide<u8>,
    /// The side to move.
    pub side_to_move: Side,
    /// Plies since the last capture or placing.
    pub clock: u16,
    /// The number of the move pair, from 1.
    pub number: u32,
    /// Each side's last move, if that closed a mill by moving a man; for [`Reform::Ban`].
    pub closing: BySide<Option<Slide>>,
    /// The points of marked men, for [`Placing::Mark`]: dead, and shut until all men are placed.
    pub marked: Points,
    /// The lines that each side has used, a bit for each of [`Board::mills`](crate::Board::mills);
    /// for [`Lines::Once`](crate::rules::Lines), and the last of them for `Lines::Another`.
    pub used: BySide<u32>,
    /// How many men each side has still to remove, -1 for one of its own; for
    /// [`Full::One`](crate::rules::Full::One), [`Full::Each`](crate::rules::Full::Each) and
    /// [`Placing::Count`](crate::rules::Placing::Count).
    pub owed: BySide<i8>,
    /// Who closed the first mill, while men are placed; for [`Starts::FirstMill`].
    pub first_mill: Option<Side>,
    /// Whether the side to move must free the other, which is blocked; for [`Blocked::Free`].
    pub must_free: bool,
}

impl Setup {
    /// How a game begins: on an empty board with all men in hand, or with the men where they start.
    pub fn start(rules: Rules) -> Self {
        let on_board = rules.begin == Begin::Board;
        Self {
            rules,
            men: BySide(Side::BOTH.map(|side| rules.home(side))),
            hands: BySide([if on_board { 0 } else { rules.men }; 2]),
            side_to_move: rules.first.into(),
            clock: 0,
            number: 1,
            closing: BySide::default(),
            marked: Points::EMPTY,
            used: BySide::default(),
            owed: BySide::default(),
            first_mill: None,
            must_free: false,
        }
    }

    /// What keeps it from being a position; nothing where it is one. Whether a side that must be
    /// freed is blocked is for [`Position::try_from`](super::Position) to see.
    #[cold]
    pub fn faults(&self) -> Vec<SetupError> {
        let mut faults = Vec::new();
        let (rules, board) = (&self.rules, self.rules.board);
        faults.extend(rules.check().err().map(SetupError::Rules));
        let [white, black] = self.men.0;
        if !board.points().contains_all(white.or(black).or(self.marked)) {
            faults.push(SetupError::OffBoard);
            return faults;
        }
        let shared = white.and(black).or(self.marked.and(white.or(black)));
        faults.extend(shared.map(|point| SetupError::Shared {
            point: board.coordinate(point).to_string(),
        }));
        let in_all =
            BySide(Side::BOTH.map(|side| self.men[side].len() + usize::from(self.hands[side])));
        for side in Side::BOTH {
            let (men, most) = (in_all[side], rules.men);
            if men > most.into() {
                faults.push(SetupError::TooMany {
                    side,
                    men,
                    variant: rules.base(),
                    most,
                });
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
        let hands = Side::BOTH
            .into_iter()
            .filter(|&side| rules.begin == Begin::Board && self.hands[side] > 0);
        faults.extend(hands.map(|side| SetupError::InHand { side }));
        if self.number == 0 {
            faults.push(SetupError::NumberZero);
        }
        for side in Side::BOTH {
            let Some(Slide { from, to }) = self.closing[side] else {
                continue;
            };
            if rules.reform != Reform::Ban {
                faults.push(SetupError::NoBan);
                continue;
            }
            let men = self.men[side];
            // The other side may since have taken another man of that mill, or (on its move)
            // entered the point left.
            if !men.contains(to) || men.contains(from) || !board.points().contains(from) {
                let slide = format!("{}-{}", board.coordinate(from), board.coordinate(to));
                faults.push(SetupError::Closing { side, slide });
            }
        }
        self.add_memory_faults(in_all, &mut faults);
        faults
    }

    /// The faults of what only some rules remember.
    fn add_memory_faults(&self, in_all: BySide<usize>, faults: &mut Vec<SetupError>) {
        let rules = &self.rules;
        let placing = self.hands.0 != [0, 0];
        let marked = self.marked.len();
        if marked > 0 {
            if rules.placing != Placing::Mark || !placing {
                faults.push(SetupError::Marked);
            } else if in_all.0[0] + in_all.0[1] + marked > 2 * usize::from(rules.men) {
                faults.push(SetupError::TooManyMarked { marked });
            }
        }
        let lines = (1u32 << rules.board.mills().len()) - 1;
        if self
            .used
            .0
            .iter()
            .any(|&used| used != 0 && (!rules.remembers_lines() || used & !lines != 0))
        {
            faults.push(SetupError::Used);
        }
        let least = if rules.placing == Placing::Count {
            -1
        } else {
            0
        };
        let [mine, other] =
            [self.side_to_move, self.side_to_move.other()].map(|side| self.owed[side]);
        if (mine, other) != (0, 0) {
            let in_range = self
                .owed
                .0
                .iter()
                .all(|owed| (least..=MOST_OWED).contains(owed));
            if !rules.owes_removals() || placing || mine == 0 || !in_range {
                faults.push(SetupError::Owed);
            }
        }
        if self.first_mill.is_some() && (rules.starts != Starts::FirstMill || !placing) {
            faults.push(SetupError::FirstMill);
        }
        if self.must_free && (rules.blocked != Blocked::Free || (mine, other) != (0, 0)) {
            faults.push(SetupError::NotBlocked {
                side: self.side_to_move.other(),
            });
        }
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
        NumberZero = "number-zero", "move numbers start at 1";
        NoBan = "no-ban", "these rules have no re-forming ban, so no closing move is remembered";
        Closing { side: Side, slide: String } = "closing", "{side} cannot just have closed a mill by {slide}";
        Marked = "marked", "points are shut only while men are placed, in games in which a mill marks a man";
        TooManyMarked { marked: usize } = "too-many-marked", "{marked} points are shut, but fewer men are missing";
        Used = "used-lines", "this game doesn't remember these lines as used";
        Owed = "owed", "neither side can have that many men to remove now";
        FirstMill = "first-mill", "under these rules it doesn't matter now who closed the first mill";
        NotBlocked { side: Side } = "not-blocked", "{side} has a move and need not be freed";
        @Rules(RulesError);
    }
}
