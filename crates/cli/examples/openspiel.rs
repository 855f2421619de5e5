//! Compares games of OpenSpiel's `nine_mens_morris`, which `scripts/openspiel.py compare` plays and
//! sends, with the rules here: in every state the legal actions and whether the game is over, and
//! in the end who has won.

use merels::moves::Move;
use merels::{Position, Rules, Side};
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, BufReader, Read};

const POINTS: u16 = 24;
/// The number of turns after which OpenSpiel ends a game.
const MOST_TURNS: usize = 200;
/// Stands before a result.
const OVER: u16 = u16::MAX;

fn number(from: &mut impl Read) -> io::Result<u16> {
    let mut bytes = [0; 2];
    from.read_exact(&mut bytes)?;
    Ok(u16::from_le_bytes(bytes))
}

/// A turn without its captures, as an action.
fn way(mv: Move) -> Option<u16> {
    let to = mv.to()?.index() as u16;
    Some(match mv.from() {
        None => to,
        Some(from) => POINTS + from.index() as u16 * POINTS + to,
    })
}

/// Where a game stands in OpenSpiel: after whole turns, or with a capture to come.
struct State {
    position: Position,
    /// The legal turns of the position: none where it is over.
    moves: Vec<Move>,
    turns: usize,
    begun: Option<u16>,
}

impl State {
    fn is_over(&self) -> bool {
        self.begun.is_none() && (self.turns >= MOST_TURNS || self.moves.is_empty())
    }

    fn actions(&self) -> BTreeSet<u16> {
        let moves = self.moves.iter().copied();
        match self.begun {
            None => moves.filter_map(way).collect(),
            Some(begun) => moves
                .filter(|&mv| way(mv) == Some(begun))
                .flat_map(|mv| mv.captures().map(|point| point.index() as u16))
                .collect(),
        }
    }

    fn play(&mut self, action: u16) -> Option<()> {
        let mut moves = self.moves.iter().filter(|&&mv| match self.begun {
            None => way(mv) == Some(action),
            Some(begun) => {
                let takes = mv.captures().any(|point| point.index() == action.into());
                way(mv) == Some(begun) && takes
            }
        });
        let mv = *moves.next()?;
        if self.begun.is_none() && !mv.captures().is_empty() {
            self.begun = Some(action);
        } else {
            self.position = self.position.after(mv);
            self.moves = self.position.legal_moves();
            self.turns += 1;
            self.begun = None;
        }
        Some(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules: Rules = "nine[quiet=never,repeat=never]".parse()?;
    let mut from = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let (mut games, mut states, mut capped) = (0_u64, 0_u64, 0_u64);
    loop {
        let position = Position::start(rules)?;
        let mut state = State {
            position,
            moves: position.legal_moves(),
            turns: 0,
            begun: None,
        };
        let mut count = match number(&mut from) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            count => count?,
        };
        while count != OVER {
            let theirs = (0..count)
                .map(|_| number(&mut from))
                .collect::<io::Result<BTreeSet<_>>>()?;
            let action = number(&mut from)?;
            let at = format!("game {games}, {}, begun {:?}", state.position, state.begun);
            if state.is_over() {
                return Err(format!("{at}: over here, not there").into());
            }
            let ours = state.actions();
            if ours != theirs {
                return Err(format!("{at}: here {ours:?}, there {theirs:?}").into());
            }
            state
                .play(action)
                .ok_or_else(|| format!("{at}: cannot play {action}"))?;
            states += 1;
            count = number(&mut from)?;
        }
        let outcome = state.position.outcome();
        let ours = match outcome.and_then(|outcome| outcome.winner()) {
            None => 0,
            Some(Side::White) => 1,
            Some(Side::Black) => 2,
        };
        let theirs = number(&mut from)?;
        if !state.is_over() || ours != theirs {
            let at = state.position;
            return Err(format!("game {games} ends with {theirs} there, {at} here").into());
        }
        capped += u64::from(outcome.is_none());
        games += 1;
    }
    println!("{games} games with {states} states agree; {capped} ended at {MOST_TURNS} turns");
    Ok(())
}
