//! Decides whether a position is a puzzle of a kind, and builds the puzzle.

use super::super::move_values::MoveValues;
use super::super::player::Fault;
use super::proof::provable;
use super::rating::Rater;
use merels::moves::Move;
use merels::position::Position;
use merels::puzzle::force::{Goal, ProofNode, Prover};
use merels::puzzle::{Puzzle, PuzzleKind, Wrong};
use merels::rules::Rules;
use merels::search::MovePrior;
use merels::value::{Probe, Wdl};

/// The maximum length of a win, in turns of the winner.
const LONGEST_WIN: usize = 4;
/// The maximum length of a refutation that is proved by search, in turns of the other side.
const LONGEST_LOSS: usize = 2;
/// The maximum number of nodes of a proof: a check of the puzzles proves them all again.
const MAX_NODES: u64 = 150_000;
/// The maximum number of nodes for all proofs of a game.
const NODES_A_GAME: u64 = 400_000;
/// A win is searched for only if the other side has at most this many men, or moves to empty
/// points.
const FEW_MEN: usize = 5;
const FEW_WAYS: usize = 5;

pub(super) struct Finder<'a> {
    source: &'a dyn Probe,
    rater: Rater,
    nodes_left: u64,
}

impl<'a> Finder<'a> {
    pub(super) fn new(source: &'a dyn Probe, rules: &Rules) -> Result<Self, Fault> {
        Ok(Self {
            source,
            rater: Rater::new(MovePrior::new(rules))?,
            nodes_left: 0,
        })
    }

    /// Begins another game, with a new node budget.
    pub(super) fn begin_game(&mut self) {
        self.nodes_left = NODES_A_GAME;
    }

    /// Runs a proof within the remaining node budget.
    fn proving<T>(
        &mut self,
        goal: Goal,
        prove: impl FnOnce(&mut Prover) -> Option<T>,
    ) -> Option<T> {
        let mut prover = Prover::new(goal, MAX_NODES.min(self.nodes_left));
        let proved = prove(&mut prover);
        self.nodes_left = self.nodes_left.saturating_sub(prover.nodes());
        proved
    }

    /// The puzzle of this kind in the position, if it is one. `judged` are the values of its moves,
    /// if they are known.
    pub(super) fn find(
        &mut self,
        kind: PuzzleKind,
        position: &Position,
        judged: Option<&MoveValues>,
    ) -> Option<Puzzle> {
        if position.count_legal_moves() < 3 {
            return None;
        }
        let (right, turns) = match kind {
            PuzzleKind::Win => self.win(position, judged)?,
            PuzzleKind::Mill => (self.mill(position, judged)?, 3),
            _ => (self.only_keeping_move(kind, position, judged?)?, 1),
        };
        let wrong = self.wrong(kind, position, right, turns)?;
        let solution = solution(kind, position, right, turns)?;
        let rating = self.rater.rate(position, right, turns);
        Some(Puzzle {
            position: *position,
            kind,
            turns,
            solution,
            rating,
            wrong,
        })
    }

    fn win(&mut self, position: &Position, judged: Option<&MoveValues>) -> Option<(Move, usize)> {
        let other = position.side_to_move().other();
        if judged.is_some_and(|judged| judged.value() != Some(Wdl::Win))
            || (position.in_all(other) > FEW_MEN && ways(position) > FEW_WAYS)
        {
            return None;
        }
        let node = ProofNode {
            position: *position,
            back: None,
        };
        self.proving(Goal::Win, |prover| {
            for turns in 1..=LONGEST_WIN {
                if prover.succeeds(&node, turns)? {
                    return Some((only_move(prover, &node, turns)?, turns)).filter(|_| turns > 1);
                }
            }
            None
        })
    }

    fn mill(&mut self, position: &Position, judged: Option<&MoveValues>) -> Option<Move> {
        if position.hand(position.side_to_move()) > 1
            || position.men(position.side_to_move()).len() < 4
        {
            return None;
        }
        let node = ProofNode {
            position: *position,
            back: None,
        };
        // One that is there already need not be found.
        let right = self.proving(Goal::Mill, |prover| {
            let found = !prover.succeeds(&node, 2)? && prover.succeeds(&node, 3)?;
            if found {
                only_move(prover, &node, 3)
            } else {
                None
            }
        })?;
        judged
            .is_none_or(|judged| judged.after(right) == Some(Wdl::Win))
            .then_some(right)
    }

    fn only_keeping_move(
        &mut self,
        kind: PuzzleKind,
        position: &Position,
        judged: &MoveValues,
    ) -> Option<Move> {
        let value = judged.value().filter(|&value| value != Wdl::Loss)?;
        let mut keeping = judged.keeping();
        let right = keeping.next()?;
        if keeping.next().is_some() || !judged.can_be_spoilt() {
            return None;
        }
        let tempting = position.legal_moves().into_iter().any(|mv| {
            mv != right
                && !mv.captures().is_empty()
                && (right.captures().is_empty() || way(mv) == way(right))
        });
        let fits = match kind {
            PuzzleKind::Take => tempting,
            PuzzleKind::Hold => value == Wdl::Draw && !tempting,
            _ => value == Wdl::Win && !tempting,
        };
        if !fits {
            return None;
        }
        let proved = match kind {
            PuzzleKind::Hold if !provable(position) => self.all_others_lose(position, right)?,
            // What is won in two turns is a puzzle of another kind.
            PuzzleKind::Only => {
                let node = ProofNode {
                    position: *position,
                    back: None,
                };
                provable(position)
                    && !self.proving(Goal::Win, |prover| prover.succeeds(&node, 2))?
            }
            _ => provable(position),
        };
        proved.then_some(right)
    }

    /// Whether a search shows that each turn but one loses soon, and that this one does not.
    fn all_others_lose(&mut self, position: &Position, right: Move) -> Option<bool> {
        let node = ProofNode {
            position: *position,
            back: None,
        };
        self.proving(Goal::Win, |prover| {
            for mv in position.legal_moves() {
                let next = node.after(mv);
                if next.position.outcome().is_some()
                    || prover.succeeds(&next, LONGEST_LOSS)? == (mv == right)
                {
                    return Some(false);
                }
            }
            Some(true)
        })
    }

    /// The wrong first turns, each with its value and refutation.
    fn wrong(
        &self,
        kind: PuzzleKind,
        position: &Position,
        right: Move,
        turns: usize,
    ) -> Option<Vec<Wrong>> {
        let mut prover = Prover::new(kind.goal().unwrap_or(Goal::Win), 4 * MAX_NODES);
        let node = ProofNode {
            position: *position,
            back: None,
        };
        // For each turn its value and the replies that show it.
        let mut open: Vec<(Move, Option<Wdl>, Vec<Move>)> = Vec::new();
        for mv in position.legal_moves().into_iter().filter(|&mv| mv != right) {
            let next = node.after(mv);
            let value = self
                .source
                .value_or_outcome(&next.position)
                .map(Wdl::before);
            let replies = next.position.legal_moves();
            let keeps = |&reply: &Move| {
                value.is_some()
                    && self.source.value_or_outcome(&next.after(reply).position) == value
            };
            let mut showing: Vec<Move> = if kind.goal().is_some() {
                let mut escapes = Vec::new();
                for &reply in &replies {
                    if prover.is_escape(&next, reply, turns - 1)? {
                        escapes.push(reply);
                    }
                }
                escapes
            } else if provable(position) {
                replies.clone()
            } else {
                // The reply must lead to the win that was proved.
                let mut winning = Vec::new();
                for &reply in &replies {
                    if prover.works(&next, reply, LONGEST_LOSS, next.position.side_to_move())? {
                        winning.push(reply);
                    }
                }
                winning
            };
            if showing.iter().any(keeps) {
                showing.retain(keeps);
            }
            if showing.is_empty() && !replies.is_empty() {
                return None;
            }
            open.push((mv, value, showing));
        }
        Some(grouped(open))
    }
}

/// The one turn that works; `None` where there are several, or the prover gave up.
fn only_move(prover: &mut Prover, node: &ProofNode, turns: usize) -> Option<Move> {
    let mut found = None;
    for mv in node.position.legal_moves() {
        if prover.fits(node, mv, turns)
            && prover.works(node, mv, turns, node.position.side_to_move())?
        {
            if found.is_some() {
                return None;
            }
            found = Some(mv);
        }
    }
    found
}

/// Chooses the replies so that few show all that is wrong.
fn grouped(mut open: Vec<(Move, Option<Wdl>, Vec<Move>)>) -> Vec<Wrong> {
    let mut wrong: Vec<Wrong> = Vec::new();
    open.retain(|(mv, value, replies)| {
        if replies.is_empty() {
            wrong.push(Wrong {
                mv: *mv,
                value: *value,
                reply: None,
            });
        }
        !replies.is_empty()
    });
    while !open.is_empty() {
        let mut most: Option<(usize, Option<Wdl>, Move)> = None;
        for (_, value, replies) in &open {
            for &reply in replies {
                let count = open
                    .iter()
                    .filter(|(_, other, shown)| other == value && shown.contains(&reply))
                    .count();
                if most.is_none_or(|(so_far, ..)| count > so_far) {
                    most = Some((count, *value, reply));
                }
            }
        }
        let Some((_, value, reply)) = most else { break };
        open.retain(|(mv, other, replies)| {
            let here = *other == value && replies.contains(&reply);
            if here {
                wrong.push(Wrong {
                    mv: *mv,
                    value,
                    reply: Some(reply),
                });
            }
            !here
        });
    }
    wrong
}

/// The turns of both sides; `None` where the game is over before.
fn solution(kind: PuzzleKind, position: &Position, right: Move, turns: usize) -> Option<Vec<Move>> {
    let mut line = vec![right];
    let Some(goal) = kind.goal() else {
        return Some(line);
    };
    let mut prover = Prover::new(goal, 4 * MAX_NODES);
    let mut node = ProofNode {
        position: *position,
        back: None,
    }
    .after(right);
    for left in (1..turns).rev() {
        let reply = prover.defence(&node, left)?;
        node = node.after(reply);
        let mut working = None;
        for mv in node.position.legal_moves() {
            if prover.fits(&node, mv, left)
                && prover.works(&node, mv, left, position.side_to_move())?
            {
                working = Some(mv);
                break;
            }
        }
        node = node.after_solver(working?);
        line.extend([reply, working?]);
    }
    Some(line)
}

/// How many ways the men of the side that is not to move have to empty points.
fn ways(position: &Position) -> usize {
    let other = position.side_to_move().other();
    if position.hand(other) > 1 || position.may_fly(other) {
        return usize::MAX;
    }
    position
        .men(other)
        .map(|from| {
            position
                .board()
                .neighbours(from)
                .and(position.empty())
                .len()
        })
        .sum()
}

/// A turn without what it takes.
fn way(mv: Move) -> Move {
    mv.taking(merels::board::Points::EMPTY)
}
