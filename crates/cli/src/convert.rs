//! `merels convert`: a game or a position in another format.

use crate::{Failure, text};
use clap::{Args, ValueEnum};
use merels::notation::{
    read_any_with, write_fen, write_link, write_mfen, write_playok, write_record, write_sanmill,
};
use merels::{Game, Preset, Rules};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A game record.
    Record,
    /// PlayOK's numbers.
    Playok,
    /// A record as Sanmill reads it.
    Sanmill,
    /// What follows `#m=` in an address of the page.
    Link,
    /// A position line: the position at the end of the main line.
    Line,
    /// The same position as a FEN of 17 fields.
    Fen,
    /// The same position as an MFEN.
    Mfen,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  merels convert game.txt --to playok\n  merels convert - --to fen < game.txt"
)]
pub struct ConvertArguments {
    /// A file with one game or position in any format that is known: a record, PlayOK's numbers, a
    /// link, a position line, a FEN or an MFEN. - is the standard input.
    file: PathBuf,
    /// The format to write.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// The rules of a FEN or an MFEN, which does not tell them.
    #[arg(long, value_name = "PRESET", default_value_t = Preset::Nine.rules())]
    rules: Rules,
}

pub fn run(arguments: &ConvertArguments) -> Result<(), Failure> {
    let text = text::read(&arguments.file)?;
    let game = read_any_with(&text, arguments.rules).map_err(Failure::from_error)?;
    let written = written(&game, arguments.to).ok_or_else(|| {
        let format = arguments.to.to_possible_value();
        let name = format.map_or_else(String::new, |format| format.get_name().to_owned());
        Failure::Message(format!(
            "{}: {name} cannot say this of {}",
            arguments.file.display(),
            game.position().rules()
        ))
    })?;
    Ok(writeln!(io::stdout(), "{}", written.trim_end())?)
}

/// `None` where the format has no words for the game or the position.
fn written(game: &Game, format: Format) -> Option<String> {
    let last = game.main_line().last().copied();
    let position = game.node(last.unwrap_or(game.current())).position();
    match format {
        Format::Record => Some(write_record(game)),
        Format::Playok => write_playok(game),
        Format::Sanmill => write_sanmill(game),
        Format::Link => Some(write_link(game)),
        Format::Line => Some(position.to_string()),
        Format::Fen => write_fen(position),
        Format::Mfen => write_mfen(position),
    }
}
