//! The kinds of reason, and what each of them claims.

use serde::Serialize;

macro_rules! kinds {
    ($($(#[$meta:meta])* $Name:ident = $id:literal;)*) => {
        /// What a reason claims. `P` is the position before the mistake, `Q` the one after it; *it*
        /// is the side that made the mistake, *they* are the other. `n` is [`turns`].
        ///
        /// A side *takes* with a turn that captures, and with one that wins the game. It *can take
        /// within `n`* where, with the move, it has a strategy by which one of its next `n` turns
        /// takes, whatever the other side plays, and the other side takes with none before.
        /// It *leads by `k` after `n`* where it has a strategy by which, `n` of its turns and `n`
        /// replies later, it has captured at least `k` men more than it has lost, or by which it
        /// has won before.
        /// *Every holding move* are the moves of `P` that keep the value that the mistake gives
        /// away, *every answer* their moves in `Q` that keep what it gave them. Where the rules end
        /// the game after a holding move, nobody can take there.
        ///
        /// The claims are checked in this order, and the first that holds is the reason.
        ///
        /// [`turns`]: super::Reason::turns
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
        #[non_exhaustive]
        pub enum ReasonKind {
            $($(#[$meta])* #[serde(rename = $id)] $Name,)*
        }

        impl ReasonKind {
            /// Every kind.
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
    /// After some holding move it can win within `n`, that move counted, up to five; after the
    /// mistake it cannot. The line leads there.
    WinMissed = "win-missed";
    /// It takes, and a holding move is the same but for the men taken. Points: the men that such
    /// moves take. The line goes on to what they take within three, where they can; else it is the
    /// mistake and an answer.
    WrongMan = "wrong-man";
    /// It takes, and lets them fly, which they could not before; every answer is a flight: it goes
    /// from a point to one that is no neighbour of it. Points: where an answer goes.
    LetsFly = "lets-fly";
    /// Every holding move takes, and the mistake does not. Mills: those, one or more, that the
    /// line's move closes. Points: where it goes.
    MillMissed = "mill-missed";
    /// The line's answer takes and closes a mill; after no holding move could they close that mill at
    /// once, and it has the point which the mistake's man left. Mills: that one. Points: that
    /// point.
    PostLeft = "post-left";
    /// The same, but it has not that point, and they could have closed it in `P` with the move.
    /// Points: where it is closed.
    BlockMissed = "block-missed";
    /// The same for any other mill.
    MillAllowed = "mill-allowed";
    /// They can take within `n`, from two to four and not within fewer, and after no holding move
    /// can they take within `n`. Before the last reply of the line they threaten to take on two
    /// points or more, all of them with mills. Mills: those. Points: those points.
    TwoMills = "two-mills";
    /// The same, but they do not threaten that. Mills: what the line's last move closes.
    /// Points: where it is closed.
    MillUnstoppable = "mill-unstoppable";
    /// Some holding moves take, and the mistake does not. Mills and points as in
    /// [`MillMissed`](Self::MillMissed).
    MillPassed = "mill-passed";
    /// After some holding move it can take within `n`, that move counted, whatever they play, from
    /// two to four and not within fewer after any; after the mistake, which does not take, it
    /// cannot. Mills and points as in [`TwoMills`](Self::TwoMills).
    TwoMillsMissed = "two-mills-missed";
    /// The same, as in [`MillUnstoppable`](Self::MillUnstoppable).
    UnstoppableMissed = "unstoppable-missed";
    /// They can force a running mill within `n`, two or three: whatever it plays, of the last two
    /// of their `n` turns each closes a mill with the same man, which goes there and back, the
    /// first from a mill; or they win the game. After no holding move can they. Mills: the two.
    /// Points: the ways of that man.
    RunningMill = "running-mill";
    /// After some holding move it can force a running mill within `n`, that move counted, and after
    /// the mistake it cannot. Mills and points as in [`RunningMill`](Self::RunningMill).
    RunningMillMissed = "running-mill-missed";
    /// It takes, no holding move does, and after some holding move they cannot keep it from taking
    /// within `n`, two or three, that move counted. Mills and points as in
    /// [`TwoMills`](Self::TwoMills).
    TooSoon = "too-soon";
    /// They can force within `n`, up to five, that it has no move, and after no holding move can
    /// they win within `n`. The line leads there. Points: its men at the line's end.
    ShutIn = "shut-in";
    /// They can force the end of the game within `n`, up to five, and after no holding move can
    /// they. The line leads there.
    Beaten = "beaten";
    /// Every answer goes to the point that the mistake's man left, and that man came out of a
    /// mill of its own. Points: that point. Mills: the mills.
    MillOpened = "mill-opened";
    /// The mistake takes nothing and threatens to, and every answer goes to one of the points where
    /// it would; none of them takes. Points: those points. Mills: what the line's answer in its
    /// turn threatens to close.
    ThreatParried = "threat-parried";
    /// The mistake places a man so that each line through its point has a man of theirs, and
    /// no holding placing does. None of the lines has two of theirs and no other. Points: where it
    /// is placed. Mills: the lines.
    WastedMan = "wasted-man";
    /// All men are placed. After the line's answer, which takes nothing, every move of its loses
    /// what it had, but they would not have kept what they were given had they to move there
    /// again. Turns: within how many they take then, up to four; 0 where they take none so soon.
    Zugzwang = "zugzwang";
    /// All men are placed. The line's first move, which holds and takes nothing, leaves them
    /// without a move that keeps what they were to get, but they would keep it if they could stand
    /// still.
    ZugzwangMissed = "zugzwang-missed";
    /// They lead by `k` after `n`, up to five, and after no holding move do they; the game is not
    /// won by a mill. [`margin`](super::Reason::margin) is `k`.
    ManLost = "man-lost";
    /// After some holding move it leads by `k` after `n`, that move counted, up to five; after the
    /// mistake it does not. The game is not won by a mill. Margin: `k`.
    ManMissed = "man-missed";
    /// Every holding move leaves these men of theirs without an empty neighbour, and after the
    /// mistake each has one; they have no man in hand and may not fly. Points: those men.
    LetOut = "let-out";
    /// Every answer leaves these men of its without an empty neighbour, which have one in `Q`; it
    /// has no man in hand and may not fly. Points: those men.
    MenShutIn = "men-shut-in";
    /// Every answer goes to the point that the mistake's man left. Points: that point.
    PointLeft = "point-left";
    /// Every answer goes to one point, and so do half of the holding moves or more. Points: that point.
    PointGiven = "point-given";
    /// The mistake places a man. Every holding move goes to a crossing, which is a point with the
    /// most neighbours that a point of the board has, and the mistake to another point; at least
    /// half of the crossings that a move can go to are held so. Points: those of the holding moves.
    CrossingMissed = "crossing-missed";
    /// The mistake places a man on a point that has fewer empty neighbours in `P` than any to which
    /// a holding move goes; of the points that a move can go to with at least as many as each of
    /// those, at least half are held so. Points: where the mistake goes.
    FewWays = "few-ways";
    /// The mistake's man came from a point, had another move, and no holding move is one of it.
    /// Points: that point.
    ManNeeded = "man-needed";
    /// Every answer goes to one point. Points: that point.
    OneAnswer = "one-answer";
    /// None of these. The line goes to the first lasting gain of the side that it helps, which is
    /// `n` of its turns away on this line; where `n` is 0, it is farther than the line was followed.
    Far = "far";
}
