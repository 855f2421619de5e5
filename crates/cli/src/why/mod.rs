//! `merels why`: the reasons of mistakes, by exact values.

mod count;
mod words;

use crate::{Failure, text};
use clap::Args;
use merels::board::Points;
use merels::notation::{GameReader, read_move};
use merels::reason::{Reason, reason};
use merels::search::evaluate;
use merels::tablebase::Data;
use merels::{Move, Position, Probe};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct WhyArguments {
    /// A file of game records, all mistakes of which are explained; with a move, a position line.
    #[arg(value_name = "RECORD")]
    subject: String,
    /// The move that is to be explained.
    #[arg(value_name = "MOVE")]
    mistake: Option<String>,
    /// A directory of tables or a pack.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Write a JSON object for each mistake instead of text.
    #[arg(long)]
    json: bool,
    /// Count the mistakes of the games by kind of reason and phase, as CSV.
    #[arg(long, conflicts_with_all = ["json", "mistake"])]
    count: bool,
}

/// A mistake in a game.
struct Mistake {
    position: Position,
    mv: Move,
    reason: Reason,
}

pub fn run(arguments: &WhyArguments) -> Result<(), Failure> {
    let data = Data::open(&arguments.data, evaluate).map_err(Failure::from_error)?;
    let source = data.all_values();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut write = |place: &str, found: &Mistake| -> Result<(), Failure> {
        if arguments.json {
            return Ok(writeln!(out, "{}", as_json(place, found))?);
        }
        Ok(write_text(&mut out, place, found)?)
    };
    if let Some(mv) = &arguments.mistake {
        let position: Position = arguments.subject.parse().map_err(Failure::from_error)?;
        let mv = read_move(mv, position.board()).map_err(Failure::from_error)?;
        position.check(mv).map_err(Failure::from_error)?;
        let Some(reason) = explain(&position, mv, &*source)? else {
            return Err(Failure::Message("the move gives nothing away".to_owned()));
        };
        write(
            "",
            &Mistake {
                position,
                mv,
                reason,
            },
        )?;
        return Ok(out.flush()?);
    }
    let mut counts = count::Counts::default();
    each_mistake(Path::new(&arguments.subject), &*source, |place, found| {
        if arguments.count {
            counts.add(found);
            return Ok(());
        }
        write(place, found)
    })?;
    if arguments.count {
        counts.write(&mut out)?;
    }
    Ok(out.flush()?)
}

fn explain(position: &Position, mv: Move, source: &dyn Probe) -> Result<Option<Reason>, Failure> {
    reason(position, mv, source).map_err(|_| {
        let unknown = || format!("the value of {position} or of a position near it is not known");
        Failure::Message(source.fault().unwrap_or_else(unknown))
    })
}

/// Every mistake of the games in a file, with its place, as `game 2, 5... d6`.
fn each_mistake(
    path: &Path,
    source: &dyn Probe,
    mut tell: impl FnMut(&str, &Mistake) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let games = GameReader::new(text::read(path)?);
    for (number, (_, game)) in games.enumerate() {
        let game = game.map_err(Failure::from_error)?;
        for pair in game.main_line().windows(2) {
            let position = *game.node(pair[0]).position();
            let Some(mv) = game.node(pair[1]).mv() else {
                continue;
            };
            if let Some(reason) = explain(&position, mv, source)? {
                let place = format!("game {}, ", number + 1);
                tell(
                    &place,
                    &Mistake {
                        position,
                        mv,
                        reason,
                    },
                )?;
            }
        }
    }
    Ok(())
}

fn line_of(position: &Position, moves: &[Move]) -> Vec<String> {
    let texts = moves.iter();
    texts
        .map(|mv| mv.display(position.board()).to_string())
        .collect()
}

fn write_text(out: &mut impl Write, place: &str, found: &Mistake) -> io::Result<()> {
    let Mistake {
        position,
        mv,
        reason,
    } = found;
    let dots = if position.side_to_move() == merels::Side::White {
        "."
    } else {
        "..."
    };
    let number = position.number();
    let played = mv.display(position.board());
    writeln!(
        out,
        "{place}{number}{dots} {played} ({}): {}",
        reason.kind.id(),
        words::sentences(position, *mv, reason)
    )?;
    writeln!(
        out,
        "    position {position}, {} to {}",
        reason.had, reason.has
    )?;
    writeln!(
        out,
        "    line {}",
        line_of(position, &reason.line).join(" ")
    )?;
    writeln!(
        out,
        "    holds {}",
        line_of(position, &reason.holding).join(" ")
    )
}

fn as_json(_place: &str, found: &Mistake) -> Value {
    let Mistake {
        position,
        mv,
        reason,
    } = found;
    let names = |points: Points| -> Vec<_> {
        points
            .map(|point| position.board().coordinate(point).to_string())
            .collect()
    };
    json!({
        "position": position.to_string(),
        "move": mv.display(position.board()).to_string(),
        "had": reason.had.to_string(),
        "has": reason.has.to_string(),
        "kind": reason.kind.id(),
        "points": names(reason.points),
        "mills": reason.mills.iter().map(|&mill| names(mill)).collect::<Vec<_>>(),
        "turns": reason.turns,
        "margin": reason.margin,
        "start": reason.start,
        "line": line_of(position, &reason.line),
        "holding": line_of(position, &reason.holding),
        "answers": line_of(position, &reason.answers),
        "text": words::sentences(position, *mv, reason),
    })
}
