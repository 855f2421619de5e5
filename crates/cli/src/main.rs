//! The command-line program. An error is one line on standard error, with exit status 2.

// Both panic if they cannot write.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod best;
mod book;
mod convert;
mod cpu;
mod docs;
mod engine;
mod exact_sources;
mod failure;
mod games;
mod keep;
mod matches;
mod opening;
mod pack;
mod probe;
mod puzzles;
mod review;
mod rules;
mod sample;
mod show;
mod solve;
mod text;
mod why;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use failure::{Failure, note};
use merels::{Position, Rules, perft};
use serde_json::json;
use std::error::Error;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

/// The maximum depth: a deeper count would not end in a lifetime, and every ply takes some of the
/// stack.
const DEEPEST: i64 = 99;

/// The mill games: Nine Men's Morris and its whole family.
#[derive(Parser)]
#[command(name = "merels", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Finds the best move of a position.
    Best(best::BestArguments),
    /// Draws a position as text.
    Show(show::ShowArguments),
    /// Lists the games, or the options of one with what each of their values means.
    Rules(rules::RulesArguments),
    /// Writes a game or a position in another format.
    Convert(convert::ConvertArguments),
    /// Counts the sequences of DEPTH plies.
    #[command(after_help = "Example: merels perft nine 7")]
    Perft {
        /// A preset or a rule set: nine, nine[fly=never].
        #[arg(value_name = "PRESET")]
        rules: Rules,
        /// The depth in plies.
        #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
        depth: u32,
        /// Count from this position, by the same rules, instead of the start.
        #[arg(long, value_name = "LINE")]
        position: Option<Position>,
        /// Show the count after each first move, too.
        #[arg(long)]
        divide: bool,
        /// Write one JSON object instead of lines of text.
        #[arg(long)]
        json: bool,
    },
    /// Lists the legal moves, one per line.
    Moves {
        /// A position line: "nine 3/3/3/6/3/3/3 w 9,9 0 1".
        #[arg(value_name = "LINE")]
        position: Position,
        /// Write one JSON object instead of lines of text.
        #[arg(long)]
        json: bool,
    },
    /// Speaks the engine protocol on standard input and output.
    #[command(after_help = merels_cli::protocol::HELP)]
    Engine,
    /// Searches fixed positions of all presets and shows the total number of nodes and the speed.
    Bench,
    /// Measures how well a player keeps the exact value.
    #[command(subcommand)]
    Keep(keep::KeepCommand),
    /// Plays matches between levels, search limits, exact values and other programs.
    Match(matches::MatchArguments),
    /// Lists a file of games, searches it, and says which of them cannot be read and why.
    Games(games::GamesArguments),
    /// Computes exact values into files, sector by sector; a stopped run resumes after the last
    /// finished sector.
    Solve(solve::SolveArguments),
    /// Lists a game's sectors as CSV: what each is solved with, what it needs and what it costs.
    Plan(solve::PlanArguments),
    /// Recomputes values in a directory of tables from those of their successors, and compares all
    /// checksums.
    Verify(solve::VerifyArguments),
    /// Shows the exact values of a position and of each move, from a directory of tables or a pack.
    Probe(probe::ProbeArguments),
    /// Goes through games and judges each move by the scores before it and after it.
    Review(review::ReviewArguments),
    /// Says why moves gave their value away.
    Why(why::WhyArguments),
    /// Packs a whole solution into a few small files, from a directory of tables and the nets that
    /// predict its values.
    Pack(pack::PackArguments),
    /// Trains the nets for `pack`, from a directory of tables.
    Train(pack::TrainArguments),
    /// Packs the exact values of the first placings into one small file, from a directory of
    /// tables.
    Opening(opening::OpeningArguments),
    /// Shows the book of openings of a game: its lines with their names, the exact value of each, and
    /// which replies hold.
    Book(book::BookArguments),
    /// Makes puzzles: positions with only one right move.
    Puzzles(puzzles::PuzzlesArguments),
    /// Writes positions with their exact values, for training the evaluation.
    Sample(sample::SampleArguments),
    /// Lists the tables in a directory, with the wins, losses and draws in each, as CSV.
    Stats(solve::StatsArguments),
    /// Writes a script with which a shell completes the arguments of this program.
    Completions(docs::CompletionsArguments),
    /// Writes the manual page of this program, or of one of its commands.
    Man(docs::ManArguments),
}

fn main() -> ExitCode {
    if let Some(feature) = cpu::missing() {
        note(format_args!(
            "error: this program was built for another processor, one with {feature}: build it here"
        ));
        return ExitCode::from(2);
    }
    let outcome = match Arguments::try_parse() {
        Ok(arguments) => run(arguments.command),
        Err(error) if is_fault(&error) => Err(Failure::Message(in_one_line(&error))),
        Err(help) => write!(io::stdout(), "{help}").map_err(Failure::from),
    };
    let message = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        // The reader of the output has closed it.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Failure::Output(error)) => format!("cannot write: {error}"),
        Err(Failure::Message(message)) => message,
    };
    note(format_args!("error: {message}"));
    ExitCode::from(2)
}

/// Whether the arguments are wrong. Help that is asked for is no fault, nor is a command that wants
/// another and has none: it gets help, as from Cargo.
fn is_fault(error: &clap::Error) -> bool {
    error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The error in the arguments, without the usage text that follows it.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    let text = text
        .split("\n\nFor more information")
        .next()
        .unwrap_or_default();
    let words: Vec<_> = text.split_whitespace().collect();
    let mut line = words.join(" ");
    // What the standard library says of a bad number is written for programmers.
    if let Some(fault) = error
        .source()
        .and_then(|source| source.downcast_ref::<ParseIntError>())
    {
        let plain = match fault.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "the number is out of range",
            _ => "expected a whole number",
        };
        line = line.replace(&fault.to_string(), plain);
    }
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Perft {
            rules,
            depth,
            position,
            divide,
            json,
        } => {
            let position = from(rules, position)?;
            if json {
                count_as_json(&position, depth, divide)
            } else {
                count(&position, depth, divide)
            }
        }
        Command::Moves { position, json } => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            if json {
                let moves = position.legal_moves().into_iter();
                let moves: Vec<_> = moves
                    .map(|mv| mv.display(position.board()).to_string())
                    .collect();
                let object = json!({ "position": position.to_string(), "moves": moves });
                writeln!(out, "{object}")?;
                return Ok(out.flush()?);
            }
            for mv in position.legal_moves() {
                writeln!(out, "{}", mv.display(position.board()))?;
            }
            Ok(out.flush()?)
        }
        Command::Best(arguments) => best::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Engine => engine::run(),
        Command::Bench => bench::run(),
        Command::Keep(command) => keep::run(&command),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Plan(arguments) => solve::plan(&arguments),
        Command::Verify(arguments) => solve::verify(&arguments),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Train(arguments) => pack::train(&arguments),
        Command::Opening(arguments) => opening::make(&arguments),
        Command::Book(arguments) => book::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Sample(arguments) => sample::sample(&arguments),
        Command::Stats(arguments) => solve::stats(&arguments),
        Command::Completions(arguments) => docs::completions(&arguments),
        Command::Man(arguments) => docs::man(&arguments),
    }
}

/// Where `perft` counts from.
fn from(rules: Rules, position: Option<Position>) -> Result<Position, Failure> {
    match position {
        Some(position) if *position.rules() != rules => Err(Failure::Message(format!(
            "the position is one of {}, not of {rules}",
            position.rules()
        ))),
        Some(position) => Ok(position),
        None => Position::start(rules).map_err(Failure::from_error),
    }
}

fn count(position: &Position, depth: u32, divide: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if !divide || depth == 0 {
        return Ok(writeln!(out, "{}", perft(position, depth))?);
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        let count = perft(&position.after(mv), depth - 1);
        total += count;
        writeln!(out, "{} {count}", mv.display(position.board()))?;
        out.flush()?;
    }
    Ok(writeln!(out, "{total}")?)
}

fn count_as_json(position: &Position, depth: u32, divide: bool) -> Result<(), Failure> {
    let mut object = json!({ "position": position.to_string(), "depth": depth });
    let count = if divide && depth > 0 {
        let (mut total, mut moves) = (0, Vec::new());
        for mv in position.legal_moves() {
            let count = perft(&position.after(mv), depth - 1);
            total += count;
            moves.push(json!({ "move": mv.display(position.board()).to_string(), "count": count }));
        }
        object["moves"] = moves.into();
        total
    } else {
        perft(position, depth)
    };
    object["count"] = count.into();
    Ok(writeln!(io::stdout(), "{object}")?)
}
