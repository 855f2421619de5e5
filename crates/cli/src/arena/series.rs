//! Matches: each pair of players plays a number of games from given openings, alternating colours.

use super::estimate::Tally;
use super::player::{Fault, Player};
use super::spec::{Setting, Spec};
use super::work::work;
use merels::game::Game;
use merels::position::{BySide, Outcome, Side};
use merels::random::Random;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

/// A match or a round robin: who plays, and under what conditions.
pub struct Series<'a> {
    /// The players, two or more.
    pub players: &'a [Spec],
    /// What the players are made from.
    pub setting: &'a Setting,
    /// The openings, at least one; each is played twice in a row, with colours reversed.
    pub openings: &'a [Game],
    /// The games of each pair.
    pub games: usize,
    /// The seed of the random choices.
    pub seed: u64,
    /// The number of games played at once.
    pub threads: usize,
    /// The maximum length in plies; a longer game is drawn.
    pub most_plies: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Rules(Outcome),
    /// A side's program failed.
    Forfeit(Side, Fault),
    /// It was too long, and drawn.
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

/// A finished game.
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
    /// Which side a player has; `None` if it is not in this game.
    pub fn side_of(&self, player: usize) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.players[side] == player)
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

/// Running totals; the games themselves are not kept.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Wins, draws and losses for White, by who has which side.
    tallies: HashMap<BySide<usize>, Tally>,
    /// The number of games by how they ended, as [`End::id`].
    pub ends: BTreeMap<&'static str, u64>,
    /// The total number of plies.
    pub plies: u64,
}

impl Standings {
    /// Counts a game.
    pub fn count(&mut self, played: &Played) {
        self.tallies
            .entry(played.players)
            .or_default()
            .count(played.halves(Side::White));
        *self.ends.entry(played.end.id()).or_default() += 1;
        self.plies += played.game.main_line().len() as u64 - 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.ends.values().sum()
    }

    /// A player's score (by its index in the list) in the games selected by who has which side.
    pub fn tally(&self, player: usize, which: impl Fn(BySide<usize>) -> bool) -> Tally {
        let scored = |(&players, &tally): (&BySide<usize>, &Tally)| match players {
            _ if !which(players) => None,
            BySide([white, _]) if white == player => Some(tally),
            BySide([_, black]) if black == player => Some(tally.reversed()),
            _ => None,
        };
        self.tallies
            .iter()
            .filter_map(scored)
            .fold(Tally::default(), Tally::and)
    }
}

impl Series<'_> {
    /// The pairs of players, by their places in the list.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let all = 0..self.players.len();
        all.clone()
            .flat_map(|a| all.clone().filter(move |&b| a < b).map(move |b| (a, b)))
            .collect()
    }

    /// Plays all games, pair by pair. `take` gets each as it ends, one at a time, with its overall
    /// number; no game is started once `stop` is set. With players that are not limited by time,
    /// the same seed gives the same games on any number of threads.
    ///
    /// A program that dies, hangs or answers nonsense loses the game.
    ///
    /// # Errors
    /// If a player cannot be created, or one of ours has no legal move.
    pub fn play(
        &self,
        stop: &AtomicBool,
        take: impl FnMut(usize, Played) + Send,
    ) -> Result<(), Fault> {
        let pairs = self.pairs();
        // Each thread creates the players it needs, and keeps them.
        let hire = || {
            self.players
                .iter()
                .map(|spec| spec.player(self.setting))
                .collect::<Result<Vec<_>, _>>()
        };
        let one = |players: &mut Vec<_>, at: usize| {
            let (pair, number) = (at % pairs.len(), at / pairs.len());
            let (a, b) = pairs[pair];
            let sides = if number.is_multiple_of(2) {
                BySide([a, b])
            } else {
                BySide([b, a])
            };
            self.one(players, sides, pair, number)
        };
        work(
            self.threads,
            pairs.len().saturating_mul(self.games),
            stop,
            hire,
            one,
            take,
        )
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
            game.set_tag(&side.to_string(), &self.players[sides[side]].to_string())
                .map_err(Fault::of)?;
        }
        game.set_tag("Round", &(number + 1).to_string())
            .map_err(Fault::of)?;
        let mut failed = None;
        for side in Side::BOTH {
            let begun = players[sides[side]].begin(seeds.bits());
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
        Ok(Played {
            number,
            players: sides,
            game,
            end,
        })
    }

    fn to_the_end(
        &self,
        game: &mut Game,
        players: &mut [Box<dyn Player>],
        sides: BySide<usize>,
    ) -> Result<End, Fault> {
        loop {
            if let Some(outcome) = game.outcome() {
                return Ok(End::Rules(outcome));
            }
            if game.is_full()
                || self
                    .most_plies
                    .is_some_and(|most| game.path(game.current()).len() > most)
            {
                game.agree_draw().map_err(Fault::of)?;
                return Ok(End::TooLong);
            }
            let side = game.position().side_to_move();
            let chosen = players[sides[side]].choose(game);
            let played = chosen.and_then(|mv| {
                let written = mv.display(game.position().board()).to_string();
                game.play(mv)
                    .map_err(|error| Fault(format!("{written} is illegal: {error}")))
            });
            if let Err(fault) = played {
                return self.forfeit(game, side, sides, fault);
            }
        }
    }

    /// A program that fails loses the game; if a player of ours fails, that is an error.
    fn forfeit(
        &self,
        game: &mut Game,
        side: Side,
        sides: BySide<usize>,
        fault: Fault,
    ) -> Result<End, Fault> {
        let spec = &self.players[sides[side]];
        if !matches!(spec, Spec::Engine { .. }) {
            return Err(Fault(format!("{spec}: {fault} ({})", game.position())));
        }
        game.resign(side).map_err(Fault::of)?;
        Ok(End::Forfeit(side, fault))
    }
}
