//! `merels probe`: the exact values of a position and of its moves.

use crate::Failure;
use clap::Args;
use merels::search::evaluate;
use merels::tablebase::directory::Tables;
use merels::tablebase::pack::PackDirectory;
use merels::tablebase::{Data, Sector};
use merels::value::{Value, Wdl};
use merels::{Move, Position};
use serde_json::json;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Example: merels probe data/nine \"nine 3/1W1/3/6/3/3/3 b 8,9 0 1\"")]
pub struct ProbeArguments {
    /// A directory of tables, or a pack.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// A position line.
    #[arg(value_name = "LINE")]
    position: Position,
    /// Write one JSON object instead of lines of text.
    #[arg(long)]
    json: bool,
}

/// A value, and how many plies away the end is, where that is known.
pub struct Probed {
    pub value: Wdl,
    pub plies: Option<u32>,
}

impl From<Wdl> for Probed {
    fn from(value: Wdl) -> Self {
        Self { value, plies: None }
    }
}

impl fmt::Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies}", self.value),
            None => self.value.fmt(f),
        }
    }
}

/// The values of a position and of its moves, the best first; `None` for one that is not known.
pub struct Answer {
    pub value: Probed,
    pub moves: Vec<(Move, Option<Probed>)>,
}

pub fn run(arguments: &ProbeArguments) -> Result<(), Failure> {
    let position = &arguments.position;
    let answer = if PackDirectory::is_one(&arguments.directory) {
        of_pack(&arguments.directory, position)?
    } else {
        let tables = Tables::open(&arguments.directory).map_err(Failure::from_error)?;
        of_tables(&tables, position)?
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        writeln!(out, "{}", as_json(position, &answer))?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{}", answer.value)?;
    for (mv, value) in answer.moves {
        let value = value.map_or("unknown".to_owned(), |value| value.to_string());
        writeln!(out, "{} {value}", mv.display(position.board()))?;
    }
    Ok(out.flush()?)
}

fn of_tables(tables: &Tables, position: &Position) -> Result<Answer, Failure> {
    let value = tables.value(position).map_err(Failure::from_error)?;
    let moves = tables.move_values(position).map_err(Failure::from_error)?;
    // With the distance, where there are tables of distances.
    let probed = |position: &Position, value: Wdl, before: bool| {
        let found = tables.distance(position).map_err(Failure::from_error)?;
        let found = found.map(|found| if before { found.before() } else { found });
        let plies = match found {
            Some(Value::Win(plies) | Value::Loss(plies)) => Some(plies),
            _ => None,
        };
        Ok::<_, Failure>(Probed { value, plies })
    };
    let Some(value) = value else {
        return Err(Failure::Message(format!(
            "there is no table of sector {}",
            Sector::of(position)
        )));
    };
    let of_move = |(mv, value): (Move, Option<Wdl>)| {
        let next = position.play(mv).map_err(Failure::from_error)?;
        let value = value.map(|value| probed(&next, value, true)).transpose()?;
        Ok((mv, value))
    };
    Ok(Answer {
        value: probed(position, value, false)?,
        moves: moves
            .into_iter()
            .map(of_move)
            .collect::<Result<_, Failure>>()?,
    })
}

fn of_pack(directory: &Path, position: &Position) -> Result<Answer, Failure> {
    let data = Data::open(directory, evaluate).map_err(Failure::from_error)?;
    if let Data::Pack(pack) = &data {
        let [rules, asked] = [pack.pack().rules(), position.rules()];
        if rules.without_draw_rules() != asked.without_draw_rules() {
            return Err(Failure::Message(format!(
                "the pack is of {rules}, not of {asked}"
            )));
        }
    }
    let source = data.all_values();
    let value = |position: &Position| {
        let unknown = || {
            source
                .fault()
                .unwrap_or_else(|| "the pack does not know this position".to_owned())
        };
        source
            .value_or_outcome(position)
            .ok_or_else(|| Failure::Message(unknown()))
    };
    let found = value(position)?;
    let moves = position
        .legal_moves()
        .into_iter()
        .map(|mv| Ok((mv, value(&position.after(mv))?.before())));
    let mut moves = moves.collect::<Result<Vec<_>, Failure>>()?;
    moves.sort_by_key(|&(_, value): &(_, Wdl)| std::cmp::Reverse(value));
    let moves = moves
        .into_iter()
        .map(|(mv, value)| (mv, Some(value.into())));
    Ok(Answer {
        value: found.into(),
        moves: moves.collect(),
    })
}

fn as_json(position: &Position, answer: &Answer) -> serde_json::Value {
    let value = |probed: &Probed| probed.value.to_string();
    let moves = answer.moves.iter().map(|(mv, probed)| {
        json!({
            "move": mv.display(position.board()).to_string(),
            "value": probed.as_ref().map(value),
            "plies": probed.as_ref().and_then(|probed| probed.plies),
        })
    });
    json!({
        "position": position.to_string(),
        "value": value(&answer.value),
        "plies": answer.value.plies,
        "moves": moves.collect::<Vec<_>>(),
    })
}
