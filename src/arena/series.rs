//! Players meet: every pair of them plays a number of games, from given openings, both colours in turn.

use super::estimate::Tally;
use super::player::{Fault, Player};
use super::spec::{Setting, Spec};
use super::work::work;
use crate::game::Game;
use crate::position::{BySide, Outcome, Side};
use crate::random::Random;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

/// Who meets, and how.
pub struct Series<'a> {
    /// The players, two or more.
    pub players: &'a [Spec],
    /// What they need.
    pub setting: &'a Setting,
    /// What the games begin with, each opening twice in a row, with colours changed; at least one.
    pub openings: &'a [Game],
    /// The games of each pair.
    pub games: usize,
    /// Which random choices are made.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
    /// A longer game is drawn.
    pub most_plies: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Rules(Outcome),
    /// A side's program failed it.
    Forfeit(Side, Fault),
    /// It became too long and is drawn.
    TooLong,
}

impl End {
    /// A fixed word, as [`Outcome::id`].
    pub fn id(&self) -> &'static str {
        match self {
            Self::Rules(outcome) => outcome.id(),
            Self::Forfeit(..) => "forfeit",
            Self::TooLong => "too-long",
        }
    }

    /// Who won; `None` in a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Forfeit(side, _) => Some(side.other()),
            Self::TooLong => None,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number among those of its pair, from 0.
    pub number: usize,
    /// The players by their places in the list.
    pub players: BySide<usize>,
    /// The game, ended, with tags for its record.
    pub game: Game,
    /// How it ended.
    pub end: End,
}

impl Played {
    /// Which side a player has; `None` where he did not play.
    pub fn side_of(&self, player: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.players[side] == player)
    }

    /// A side's points: 2 for a win, 1 for a draw.
    pub fn halves(&self, side: Side) -> u8 {
        match self.end.winner() {
            Some(winner) if winner == side => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// What games add up to; the games themselves are not kept.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// As White counts them, by who has which side.
    tallies: HashMap<BySide<usize>, Tally>,
    /// How often a game ended so, by [`End::id`].
    pub ends: BTreeMap<&'static str, u64>,
    /// The plies of all of them.
    pub plies: u64,
}

impl Standings {
    /// Counts a game.
    pub fn count(&mut self, played: &Played) {
        self.tallies.entry(played.players).or_default().count(played.halves(Side::White));
        *self.ends.entry(played.end.id()).or_default() += 1;
        self.plies += played.game.main_line().len() as u64 - 1;
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.ends.values().sum()
    }

    /// What a player, by his place in the list, has scored in those games that are asked for by who has which side.
    pub fn tally(&self, player: usize, which: impl Fn(BySide<usize>) -> bool) -> Tally {
        let scored = |(&players, &tally): (&BySide<usize>, &Tally)| match players {
            _ if !which(players) => None,
            BySide([white, _]) if white == player => Some(tally),
            BySide([_, black]) if black == player => Some(tally.reversed()),
            _ => None,
        };
        self.tallies.iter().filter_map(scored).fold(Tally::default(), Tally::and)
    }
}

impl Series<'_> {
    /// The pairs of players, by their places in the list.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let all = 0..self.players.len();
        all.clone().flat_map(|a| all.clone().filter(move |&b| a < b).map(move |b| (a, b))).collect()
    }

    /// Plays all games, the pairs in turn. `take` gets each as it ends, one at a time, with its number among all of them;
    /// once `stop` is set no further one is begun. Players that the clock does not limit play the same games for the same
    /// seed, on however many threads.
    ///
    /// A program that dies, hangs or answers nonsense loses the game.
    ///
    /// # Errors
    /// If a player cannot be made, or one that is not a program gives no legal turn.
    pub fn play(&self, stop: &AtomicBool, take: impl FnMut(usize, Played) + Send) -> Result<(), Fault> {
        let pairs = self.pairs();
        // Each thread makes the players that it needs, and keeps them.
        let hire = || self.players.iter().map(|spec| spec.player(self.setting)).collect::<Result<Vec<_>, _>>();
        let one = |players: &mut Vec<_>, at: usize| {
            let (pair, number) = (at % pairs.len(), at / pairs.len());
            let (a, b) = pairs[pair];
            let sides = if number.is_multiple_of(2) { BySide([a, b]) } else { BySide([b, a]) };
            self.one(players, sides, pair, number)
        };
        work(self.threads, pairs.len().saturating_mul(self.games), stop, hire, one, take)
    }

    fn one(
        &self,
        players: &mut [Box<dyn Player>],
        sides: BySide<usize>,
        pair: usize,
        number: usize,
    ) -> Result<Played, Fault> {
        let mut game = self.openings[number / 2 % self.openings.len()].clone();
        let mut seeds = Random::new(self.seed ^ (pair as u64) << 32 ^ number as u64);
        game.set_tag("Event", "merels match").map_err(Fault::of)?;
        for side in Side::BOTH {
            game.set_tag(&side.to_string(), &self.players[sides[side]].to_string()).map_err(Fault::of)?;
        }
        game.set_tag("Round", &(number + 1).to_string()).map_err(Fault::of)?;
        let mut failed = None;
        for side in Side::BOTH {
            let begun = players[sides[side]].begin(seeds.next());
            if failed.is_none() {
                failed = begun.err().map(|fault| (side, fault));
            }
        }
        let end = match failed {
            Some((side, fault)) => self.forfeit(&mut game, side, sides, fault)?,
            None => self.to_the_end(&mut game, players, sides)?,
        };
        let reason = match &end {
            End::Forfeit(side, fault) => format!("{side} forfeits: {fault}"),
            end => end.id().to_owned(),
        };
        game.set_tag("Reason", &reason).map_err(Fault::of)?;
        Ok(Played { number, players: sides, game, end })
    }

    fn to_the_end(&self, game: &mut Game, players: &mut [Box<dyn Player>], sides: BySide<usize>) -> Result<End, Fault> {
        loop {
            if let Some(outcome) = game.outcome() {
                return Ok(End::Rules(outcome));
            }
            if game.is_full() || self.most_plies.is_some_and(|most| game.path(game.current()).len() > most) {
                game.agree_draw().map_err(Fault::of)?;
                return Ok(End::TooLong);
            }
            let side = game.position().turn();
            let chosen = players[sides[side]].choose(game);
            let played = chosen.and_then(|mv| {
                let written = mv.display(game.position().board()).to_string();
                game.play(mv).map_err(|error| Fault(format!("{written} is illegal: {error}")))
            });
            if let Err(fault) = played {
                return self.forfeit(game, side, sides, fault);
            }
        }
    }

    /// A program's failure costs the game; that of a player of our own is an error.
    fn forfeit(&self, game: &mut Game, side: Side, sides: BySide<usize>, fault: Fault) -> Result<End, Fault> {
        let spec = &self.players[sides[side]];
        if !matches!(spec, Spec::Engine { .. }) {
            return Err(Fault(format!("{spec}: {fault} ({})", game.position())));
        }
        game.resign(side).map_err(Fault::of)?;
        Ok(End::Forfeit(side, fault))
    }
}
