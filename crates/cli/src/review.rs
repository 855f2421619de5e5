//! `merels review`: what each move of a game did to the value, as the page judges it.

use crate::best::{HASH, SLICE, exact_values, score_as_json};
use crate::{Failure, games, text, why};
use clap::Args;
use merels::coded::escaped;
use merels::game::NodeId;
use merels::notation::{GameReader, Summary};
use merels::review::{Certainty, Judged, Judgement, PositionScores, Review, review};
use merels::search::{Limits, Score, Searcher, Status};
use merels::{Game, Move, Outcome, Position, Probe, Side, Wdl};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The nodes of a search in a position that is not known exactly, as in the page.
const NODES: u64 = 200_000;

#[derive(Args)]
#[command(after_help = "Example: merels review game.txt --data data/nine")]
pub struct ReviewArguments {
    /// A file of game records, or of games in PlayOK's numbers. The main line of each is reviewed.
    file: PathBuf,
    /// A directory of tables, or a pack, whose exact values take the place of estimates.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The time for each estimate in milliseconds, instead of 200,000 nodes.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Write a JSON object for each game instead of text.
    #[arg(long)]
    json: bool,
}

/// Writes for each move its score before it and after it, to the side that played it, and what it
/// did; then how much of the value each side kept.
pub fn run(arguments: &ReviewArguments) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (file, mut number) = (arguments.file.display(), 0);
    for (_, game) in GameReader::new(text::read(&arguments.file)?) {
        let game = game.map_err(|error| Failure::Message(format!("{file}: {error}")))?;
        number += 1;
        let reviewed = Reviewed::new(game, arguments)?;
        if arguments.json {
            writeln!(out, "{}", reviewed.as_json(number))?;
        } else {
            reviewed.write(&mut out, number)?;
        }
        out.flush()?;
    }
    if number == 0 {
        return Err(Failure::Message(format!("{file}: there is no game in it")));
    }
    Ok(())
}

struct Reviewed {
    game: Game,
    /// Of each position of the main line, to the side to move.
    scores: Vec<Option<Score>>,
    review: Review,
}

impl Reviewed {
    fn new(game: Game, arguments: &ReviewArguments) -> Result<Self, Failure> {
        let line = game.main_line();
        let source = exact_values(arguments.data.as_deref(), game.position().rules())?;
        let mut judge = Judge {
            searcher: Searcher::new(HASH).map_err(Failure::from_error)?,
            source: source.clone(),
            millis: arguments.movetime,
        };
        judge.searcher.set_exact(source);
        let mut scores = vec![None; line.len()];
        let mut others = scores.clone();
        // From the end: what a search leaves in its table helps with earlier positions.
        for ply in (0..line.len()).rev() {
            let played = line.get(ply + 1).and_then(|&id| game.node(id).mv());
            (scores[ply], others[ply]) = match ended(&game, line[ply]) {
                Some(score) => (Some(score), None),
                None => judge.worth(&game, &line[..=ply], played),
            };
            if let Some(fault) = judge.source.as_ref().and_then(|source| source.fault()) {
                return Err(Failure::Message(fault));
            }
        }
        let known = PositionScores {
            scores: &scores,
            others: &others,
        };
        let review = review(&game, line[line.len() - 1], known);
        Ok(Self {
            game,
            scores,
            review,
        })
    }

    /// Each move: the position before it, itself, the scores before and after it, and what it did.
    fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        let line = self.game.main_line();
        self.review
            .turns
            .iter()
            .enumerate()
            .filter_map(move |(ply, judged)| {
                let (before, node) = (self.game.node(line[ply]), self.game.node(judged.node));
                let after = self.scores[ply + 1];
                Some(Turn {
                    position: before.position(),
                    mv: node.mv()?,
                    before: self.scores[ply],
                    after: match node.position().side_to_move() == judged.side {
                        true => after,
                        false => after.map(Score::opposite),
                    },
                    judged,
                })
            })
    }

    fn write(&self, out: &mut impl Write, number: usize) -> io::Result<()> {
        let summary = Summary::of(&self.game);
        let players = match summary.white.is_empty() && summary.black.is_empty() {
            true => String::new(),
            false => format!(": {}, {}", games::players(&summary), summary.result),
        };
        writeln!(out, "game {number}{}", escaped(&players))?;
        for turn in self.turns() {
            let number = why::move_number(turn.position);
            let mv = format!("{number} {}", turn.mv.display(turn.position.board()));
            let (before, after) = (in_words(turn.before), in_words(turn.after));
            let judged = judged_in_words(turn.judged);
            writeln!(out, "{mv:<20} {before:<9} {after:<9} {judged}")?;
        }
        let kept = Side::BOTH.map(|side| match self.review.accuracy[side] {
            Some(percent) => format!("{side} {percent:.1} %"),
            None => format!("{side} none"),
        });
        writeln!(out, "accuracy: {}", kept.join(", "))
    }

    fn as_json(&self, number: usize) -> Value {
        let turns = self.turns().map(|turn| {
            json!({
                "position": turn.position.to_string(),
                "move": turn.mv.display(turn.position.board()).to_string(),
                "side": turn.judged.side,
                "before": turn.before.map(score_as_json),
                "after": turn.after.map(score_as_json),
                "judgement": turn.judged.judgement,
                "only": turn.judged.only,
                "exact": turn.judged.exact,
                "lost": turn.judged.lost,
            })
        });
        json!({
            "game": number,
            "rules": self.game.position().rules(),
            "accuracy": self.review.accuracy,
            "moves": turns.collect::<Vec<_>>(),
        })
    }
}

struct Turn<'a> {
    position: &'a Position,
    mv: Move,
    before: Option<Score>,
    after: Option<Score>,
    judged: &'a Judged,
}

/// What positions are worth: exactly, or by a search.
struct Judge {
    searcher: Searcher,
    source: Option<Arc<dyn Probe>>,
    millis: Option<u64>,
}

impl Judge {
    /// The score of the last position of a line, and that of the best move but the one played there.
    fn worth(
        &mut self,
        game: &Game,
        line: &[NodeId],
        played: Option<Move>,
    ) -> (Option<Score>, Option<Score>) {
        let positions: Vec<_> = line.iter().map(|&id| *game.node(id).position()).collect();
        let Some((position, earlier)) = positions.split_last() else {
            return (None, None);
        };
        if let Some(source) = &self.source
            && let Some(worth) = exactly(&**source, position, played)
        {
            return worth;
        }
        let earlier: Vec<_> = earlier.iter().map(Position::identity).collect();
        self.search(position, &earlier);
        let score = self.searcher.info().map(|info| info.score);
        let others = self.searcher.lines().iter();
        let mut others = others.filter(|info| info.pv.first().copied() != played);
        (score, others.next().map(|info| info.score))
    }

    fn search(&mut self, position: &Position, earlier: &[u128]) {
        let limits = Limits::default().lines(2);
        let limits = match self.millis {
            Some(_) => limits,
            None => limits.nodes(NODES),
        };
        let began = Instant::now();
        let time = self.millis.map(Duration::from_millis);
        self.searcher.start(position, earlier, limits);
        while self.searcher.step(SLICE) == Status::Running
            && time.is_none_or(|time| began.elapsed() < time)
        {}
    }
}

/// As [`Judge::worth`], by exact values; `None` where one of them is not known.
fn exactly(
    source: &dyn Probe,
    position: &Position,
    played: Option<Move>,
) -> Option<(Option<Score>, Option<Score>)> {
    if !source.covers(position) {
        return None;
    }
    let score = score(source.value(position)?, source.plies(position));
    let others = position.legal_moves().into_iter();
    let others = others
        .filter(|&mv| Some(mv) != played)
        .map(|mv| Some(source.value_or_outcome(&position.after(mv))?.before()));
    let best = others.collect::<Option<Vec<_>>>()?.into_iter().max();
    Some((Some(score), best.map(|value| self::score(value, None))))
}

/// An exact value as a score; the distance of a win or a loss may not be known.
fn score(value: Wdl, plies: Option<u32>) -> Score {
    match (value, plies) {
        (Wdl::Draw, _) => Score::Draw,
        (Wdl::Win, Some(plies)) => Score::Win(plies),
        (Wdl::Loss, Some(plies)) => Score::Loss(plies),
        (Wdl::Win, None) => Score::Cp(WON),
        (Wdl::Loss, None) => Score::Cp(-WON),
    }
}

/// The score of a win whose distance is not known, in hundredths of a man.
const WON: i32 = 10_000;

/// The score of a position in which the rules end the game.
fn ended(game: &Game, id: NodeId) -> Option<Score> {
    let node = game.node(id);
    let outcome = game.outcome_at(id).filter(|_| node.declared().is_none());
    outcome.map(|outcome: Outcome| score(outcome.value(node.position().side_to_move()), Some(0)))
}

/// As the engine writes it, but for wins whose distance is not known.
fn in_words(score: Option<Score>) -> String {
    match score {
        Some(Score::Cp(WON..)) => "win".to_owned(),
        Some(Score::Cp(cp)) if cp <= -WON => "loss".to_owned(),
        Some(score) => score.to_string(),
        None => "-".to_owned(),
    }
}

/// What a move did, in the words of the page.
fn judged_in_words(judged: &Judged) -> String {
    let (words, exact) = match (judged.only, judged.judgement) {
        (Some(certainty), _) => (
            "the only move that kept the result",
            certainty == Certainty::Exact,
        ),
        (None, Judgement::Unknown) => return "not analysed".to_owned(),
        (None, judgement) => (
            match judgement {
                Judgement::WinDrawn => "turned a win into a draw",
                Judgement::WinLost => "turned a win into a loss",
                Judgement::DrawLost => "turned a draw into a loss",
                Judgement::Dubious => "dubious",
                Judgement::Mistake => "a mistake",
                Judgement::Blunder => "a blunder",
                Judgement::Unknown | Judgement::Kept => "kept the result",
            },
            judged.exact,
        ),
    };
    match exact {
        true => words.to_owned(),
        false => format!("{words} (estimate)"),
    }
}
