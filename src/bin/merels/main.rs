//! The command line: move counts, legal moves, the engine. Errors go to stderr, one line, exit status 2.

// Both panic where they cannot write.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod atomic_file;
mod bench;
mod cpu;
mod engine;
mod exact_sources;
mod explorer;
mod failure;
mod games;
mod keep;
mod matches;
mod opening;
mod puzzles;
mod sample;
mod solve;
mod text;

use clap::{Parser, Subcommand};
use failure::{Failure, note};
use merels::{Move, Position, Rules, perft};
use std::io::{self, Write};
use std::process::ExitCode;

/// Nobody waits for the end of a deeper count, and each turn takes some of the stack.
const DEEPEST: i64 = 99;

/// The mill games: Nine Men's Morris and its whole family.
#[derive(Parser)]
#[command(name = "merels", version, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Counts the sequences of DEPTH whole turns.
    Perft {
        /// A preset or a rule set: nine, nine[fly=never].
        #[arg(value_name = "PRESET")]
        rules: Rules,
        /// How many turns.
        #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
        depth: u32,
        /// Count from this position, by the same rules, instead of the start.
        #[arg(long, value_name = "LINE")]
        position: Option<Position>,
        /// First show the count after each turn.
        #[arg(long)]
        divide: bool,
    },
    /// Lists the legal moves, one a line.
    Moves {
        /// A position line: "nine 3/3/3/6/3/3/3 w 9,9 0 1".
        #[arg(value_name = "LINE")]
        position: Position,
    },
    /// Speaks the engine protocol on standard input and output.
    Engine,
    /// Searches fixed positions of all presets; shows the total of nodes and the speed.
    Bench,
    /// Measures how well a player keeps the exact value.
    #[command(subcommand)]
    Keep(keep::KeepCommand),
    /// Lets players meet: levels, limits, exact values, other programs.
    Match(matches::MatchArguments),
    /// Lists a file of games, searches it, and says which of them cannot be read and why.
    Games(games::GamesArguments),
    /// Computes exact values into files, class by class; stopped, it goes on from the last finished class.
    Solve(solve::SolveArguments),
    /// Lists a game's classes: what each is solved with, what it needs and what it costs, as CSV.
    Plan(solve::PlanArguments),
    /// Recomputes values in a directory of tables from those of their successors, and compares all checksums.
    Verify(solve::VerifyArguments),
    /// Shows a position's exact value and each move's, from a directory of tables.
    Probe(solve::ProbeArguments),
    /// Packs the exact values of the first placings into one small file, from a directory of tables.
    Opening(opening::OpeningArguments),
    /// Packs the placings of the first plies, their exact values and how many replies hold, into one small file.
    Explorer(explorer::ExplorerArguments),
    /// Makes puzzles: positions in which one turn only is right.
    Puzzles(puzzles::PuzzlesArguments),
    /// Writes positions with their exact values, for training the evaluation.
    Sample(sample::SampleArguments),
    /// Lists the tables in a directory, what is won, lost and drawn in each, as CSV.
    Stats(solve::StatsArguments),
}

fn main() -> ExitCode {
    if let Some(feature) = cpu::missing() {
        note(format_args!("error: this program was built for another processor, one with {feature}: build it here"));
        return ExitCode::from(2);
    }
    let outcome = match Arguments::try_parse() {
        Ok(arguments) => run(arguments.command),
        Err(error) if error.use_stderr() => Err(Failure::Said(in_one_line(&error))),
        Err(help) => write!(io::stdout(), "{help}").map_err(Failure::from),
    };
    let message = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        // Whoever read the output has had enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) => format!("cannot write: {error}"),
        Err(Failure::Said(message)) => message,
    };
    note(format_args!("error: {message}"));
    ExitCode::from(2)
}

/// What is wrong with the arguments, without the usage that follows it.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    let text = text.split("\n\nFor more information").next().unwrap_or_default();
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Perft { rules, depth, position, divide } => count(rules, depth, position, divide),
        Command::Moves { position } => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            for mv in position.legal_moves() {
                writeln!(out, "{}", mv.display(position.board()))?;
            }
            Ok(out.flush()?)
        }
        Command::Engine => engine::run(),
        Command::Bench => bench::run(),
        Command::Keep(command) => keep::run(&command),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Plan(arguments) => solve::plan(&arguments),
        Command::Verify(arguments) => solve::verify(&arguments),
        Command::Probe(arguments) => solve::probe(&arguments),
        Command::Opening(arguments) => opening::make(&arguments),
        Command::Explorer(arguments) => explorer::make(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Sample(arguments) => sample::sample(&arguments),
        Command::Stats(arguments) => solve::stats(&arguments),
    }
}

fn count(rules: Rules, depth: u32, position: Option<Position>, divide: bool) -> Result<(), Failure> {
    let position = match position {
        Some(position) if *position.rules() != rules => {
            return Err(Failure::Said(format!("the position is one of {}, not of {rules}", position.rules())));
        }
        Some(position) => position,
        None => Position::start(rules).map_err(|error| Failure::Said(error.to_string()))?,
    };
    let mut out = io::stdout().lock();
    if !divide || depth == 0 {
        return Ok(writeln!(out, "{}", perft(&position, depth))?);
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        let count = perft(&after(&position, mv), depth - 1);
        total += count;
        writeln!(out, "{} {count}", mv.display(position.board()))?;
        out.flush()?;
    }
    Ok(writeln!(out, "{total}")?)
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}
