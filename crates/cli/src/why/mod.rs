//! `merels why`: why moves gave their value away, by exact values.

mod count;
mod words;

use crate::{Failure, text};
use clap::Args;
use count::ReasonCounts;
use merels::board::Points;
use merels::coded::escaped;
use merels::notation::{GameReader, read_move};
use merels::reason::{Reason, reason};
use merels::search::evaluate;
use merels::tablebase::Data;
use merels::{Move, Position, Probe};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Example: merels why game.txt --data data/nine")]
pub struct WhyArguments {
    /// A file of game records; with a move, a position line.
    #[arg(value_name = "RECORD")]
    subject: String,
    /// The move that is to be explained. Without it, every move of the games that gave the value
    /// away is.
    #[arg(value_name = "MOVE")]
    mv: Option<String>,
    /// A directory of tables or a pack.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Write a JSON object for each mistake instead of text.
    #[arg(long)]
    json: bool,
    /// Count the mistakes of the games by kind of reason and phase, as CSV, and say how long a reason
    /// takes.
    #[arg(long, conflicts_with_all = ["json", "mv"])]
    count: bool,
}

/// The number of the next move as it is written: `10.` or `10...`.
pub fn move_number(position: &Position) -> String {
    let first = position.side_to_move() == position.rules().first.into();
    let dots = if first { "." } else { "..." };
    format!("{}{dots}", position.number())
}

/// A move that gave the value away.
struct Mistake {
    /// Of which game of the file, from 1.
    game: Option<usize>,
    position: Position,
    mv: Move,
    reason: Reason,
}

pub fn run(arguments: &WhyArguments) -> Result<(), Failure> {
    let data = Data::open(&arguments.data, evaluate).map_err(Failure::from_error)?;
    let source = data.all_values();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Some(mv) = &arguments.mv {
        let position: Position = arguments.subject.parse().map_err(Failure::from_error)?;
        let mv = read_move(mv, position.board()).map_err(Failure::from_error)?;
        position.check(mv).map_err(Failure::from_error)?;
        let Some(mistake) = explained(None, position, mv, &*source)? else {
            return Err(Failure::Message("the move gives nothing away".to_owned()));
        };
        mistake.write(&mut out, arguments.json)?;
        return Ok(out.flush()?);
    }
    let mut counts = ReasonCounts::default();
    let path = Path::new(&arguments.subject);
    for (number, (_, game)) in GameReader::new(text::read(path)?).enumerate() {
        let game =
            game.map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?;
        for pair in game.main_line().windows(2) {
            let position = *game.node(pair[0]).position();
            let Some(mv) = game.node(pair[1]).mv() else {
                continue;
            };
            match explained(Some(number + 1), position, mv, &*source)? {
                Some(mistake) if arguments.count => counts.add(&mistake, &*source),
                Some(mistake) => mistake.write(&mut out, arguments.json)?,
                None => {}
            }
        }
    }
    if arguments.count {
        counts.write(&mut out)?;
    }
    Ok(out.flush()?)
}

/// A move with its reason; `None` if it gives nothing away.
fn explained(
    game: Option<usize>,
    position: Position,
    mv: Move,
    source: &dyn Probe,
) -> Result<Option<Mistake>, Failure> {
    let found = reason(&position, mv, source).map_err(|_| {
        let unknown = || format!("no value is known of {position} or of what follows from it");
        Failure::Message(source.fault().unwrap_or_else(unknown))
    })?;
    Ok(found.map(|reason| Mistake {
        game,
        position,
        mv,
        reason,
    }))
}

impl Mistake {
    fn text(&self, mv: Move) -> String {
        mv.display(self.position.board()).to_string()
    }

    fn texts(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.text(mv)).collect()
    }

    fn sentences(&self) -> String {
        words::sentences(&self.position, self.mv, &self.reason)
    }

    fn write(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return writeln!(out, "{}", self.as_json());
        }
        if let Some(game) = self.game {
            let number = move_number(&self.position);
            write!(out, "game {game}, {number} {}: ", self.text(self.mv))?;
        }
        writeln!(out, "{}", escaped(&self.sentences()))?;
        writeln!(out, "    line: {}", self.texts(&self.reason.line).join(" "))?;
        let holding = self.texts(&self.reason.holding);
        writeln!(out, "    what held: {}", holding.join(" "))
    }

    fn as_json(&self) -> Value {
        let reason = &self.reason;
        let names = |points: Points| -> Vec<_> {
            points
                .map(|point| self.position.board().coordinate(point).to_string())
                .collect()
        };
        let mills = reason.mills.iter().map(|&mill| names(mill));
        json!({
            "game": self.game,
            "position": self.position.to_string(),
            "move": self.text(self.mv),
            "had": reason.had.to_string(),
            "has": reason.has.to_string(),
            "kind": reason.kind.id(),
            "points": names(reason.points),
            "mills": mills.collect::<Vec<_>>(),
            "turns": reason.turns,
            "margin": reason.margin,
            "start": reason.start,
            "line": self.texts(&reason.line),
            "ends": reason.ends(&self.position),
            "holding": self.texts(&reason.holding),
            "answers": self.texts(&reason.answers),
            "text": self.sentences(),
        })
    }
}
