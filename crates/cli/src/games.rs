//! `merels games`: lists the games in a file, or those that match a search.

use crate::{Failure, note, text};
use clap::Args;
use merels::coded::escaped;
use merels::notation::{GameReader, Summary};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example: merels games games.txt --search \"ann d6 f4\"")]
pub struct GamesArguments {
    /// A file of game records, or of games in PlayOK's numbers.
    file: PathBuf,
    /// Only games in whose names, event, date, result, rules or first eight turns all these words
    /// stand.
    #[arg(long, value_name = "WORDS", default_value = "")]
    search: String,
    /// Write the games as they stand in the file, instead of a line for each.
    #[arg(long)]
    records: bool,
    /// Write a JSON object for each game instead of text.
    #[arg(long, conflicts_with = "records")]
    json: bool,
}

/// Writes the games to standard output, and what cannot be read to standard error, each with its
/// line; the sums last.
pub fn run(arguments: &GamesArguments) -> Result<(), Failure> {
    let text = text::read(&arguments.file)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut found, mut bad, mut shown) = (0, 0, 0);
    let mut reader = GameReader::new(text);
    while let Some((place, game)) = reader.next() {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                bad += 1;
                note(error);
                continue;
            }
        };
        found += 1;
        let summary = Summary::of(&game);
        if !summary.matches(&arguments.search) {
            continue;
        }
        shown += 1;
        if arguments.records {
            writeln!(out, "{}\n", &reader.text()[place.bytes])?;
            continue;
        }
        if arguments.json {
            writeln!(out, "{}", as_json(place.line, &summary))?;
            continue;
        }
        writeln!(out, "line {}: {}", place.line, escaped(&in_words(&summary)))?;
    }
    out.flush()?;
    note(format_args!(
        "{shown} of {found} games; {bad} could not be read"
    ));
    if found == 0 && bad > 0 {
        return Err(Failure::Message(format!(
            "{}: no game of it could be read",
            arguments.file.display()
        )));
    }
    Ok(())
}

/// Who plays whom.
pub fn players(summary: &Summary) -> String {
    let named = |name: &str| if name.is_empty() { "?" } else { name }.to_owned();
    format!("{} - {}", named(&summary.white), named(&summary.black))
}

/// What is known of a game, in a line.
fn in_words(summary: &Summary) -> String {
    let plies = summary.plies;
    let parts = [
        players(summary),
        summary.result.to_owned(),
        summary.rules.to_string(),
        format!("{plies} {}", if plies == 1 { "ply" } else { "plies" }),
        summary.event.clone(),
        summary.date.clone(),
    ];
    let known: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}: {}", known.join(", "), summary.opening)
}

fn as_json(line: usize, summary: &Summary) -> Value {
    let known = |text: &String| (!text.is_empty()).then(|| text.clone());
    json!({
        "line": line,
        "white": known(&summary.white),
        "black": known(&summary.black),
        "event": known(&summary.event),
        "date": known(&summary.date),
        "result": summary.result,
        "rules": summary.rules.to_string(),
        "plies": summary.plies,
        "opening": summary.opening,
    })
}
