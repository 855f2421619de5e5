//! `merels best`: the best move of a position.

use crate::Failure;
use clap::Args;
use merels::search::{Limits, MAX_DEPTH, Score, Searcher, Status, evaluate};
use merels::tablebase::Data;
use merels::tablebase::opening::ShippedOpening;
use merels::value::Probe;
use merels::{Move, Position, Rules};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The size of the transposition table, in MiB.
pub const HASH: u32 = 64;
/// The number of nodes between two looks at the clock.
pub const SLICE: u64 = 512;
/// How long it thinks if nothing is said, in milliseconds.
const USUAL_TIME: u64 = 1000;

#[derive(Args)]
#[command(after_help = "Example: merels best \"nine 3/1W1/3/6/3/3/3 b 8,9 0 1\" --data data/nine")]
pub struct BestArguments {
    /// A position line: "nine 3/3/3/6/3/3/3 w 9,9 0 1".
    #[arg(value_name = "LINE")]
    position: Position,
    /// The maximum depth in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// The maximum number of nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time in milliseconds [default: 1000, if no other limit is given].
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// A directory of tables, or a pack, whose exact values the search knows.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Write one JSON object instead of lines of text.
    #[arg(long)]
    json: bool,
}

/// Writes the move, then its score, the depth and the line; all for the side to move.
pub fn run(arguments: &BestArguments) -> Result<(), Failure> {
    let position = &arguments.position;
    if let Some(outcome) = position.outcome() {
        return Err(Failure::Message(format!("the game is over: {outcome}")));
    }
    let searcher = search(arguments)?;
    let written = |mv: &Move| mv.display(position.board()).to_string();
    let Some(best) = searcher.best_move().map(|mv| written(&mv)) else {
        return Err(Failure::Message("the search found no move".to_owned()));
    };
    // A search that ended in its first nodes has a move, but no score.
    let info = searcher.info();
    let pv = info.map(|info| info.pv.iter().map(written).collect::<Vec<_>>());
    let text = if arguments.json {
        let score = info.map(|info| score_as_json(info.score));
        json!({
            "position": position.to_string(),
            "move": best,
            "score": score,
            "depth": info.map(|info| info.depth),
            "nodes": searcher.nodes(),
            "pv": pv,
        })
        .to_string()
    } else if let (Some(info), Some(pv)) = (info, pv) {
        let (score, depth) = (info.score, info.depth);
        format!("{best}\nscore {score} depth {depth} pv {}", pv.join(" "))
    } else {
        best
    };
    Ok(writeln!(io::stdout(), "{text}")?)
}

fn search(arguments: &BestArguments) -> Result<Searcher, Failure> {
    let position = &arguments.position;
    let mut searcher = Searcher::new(HASH).map_err(Failure::from_error)?;
    searcher.set_exact(exact_values(arguments.data.as_deref(), position.rules())?);
    let mut limits = Limits::default();
    (limits.depth, limits.nodes) = (arguments.depth, arguments.nodes);
    let counted = limits != Limits::default();
    let millis = arguments
        .movetime
        .or_else(|| (!counted).then_some(USUAL_TIME));
    let began = Instant::now();
    let late = || millis.is_some_and(|millis| began.elapsed() >= Duration::from_millis(millis));
    searcher.start(position, &[], limits);
    while searcher.step(SLICE) == Status::Running && !late() {}
    if let Some(fault) = searcher.exact().and_then(|source| source.fault()) {
        return Err(Failure::Message(fault));
    }
    Ok(searcher)
}

/// A score as the JSON of every command has it.
pub fn score_as_json(score: Score) -> Value {
    match score {
        Score::Cp(score) => json!({ "cp": score }),
        Score::Win(plies) => json!({ "win": plies }),
        Score::Loss(plies) => json!({ "loss": plies }),
        Score::Draw => json!({ "draw": true }),
    }
}

/// The values of a directory, or those of the first placings.
pub fn exact_values(data: Option<&Path>, rules: &Rules) -> Result<Option<Arc<dyn Probe>>, Failure> {
    match data {
        Some(directory) => {
            let data = Data::open(directory, evaluate).map_err(Failure::from_error)?;
            Ok(Some(data.all_values()))
        }
        None => Ok(ShippedOpening::of(rules).map(|opening| Arc::new(opening) as Arc<dyn Probe>)),
    }
}
