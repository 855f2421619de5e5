//! `merels book`: the book of openings of a game, with the exact value of every position in it.

use crate::keep::sound;
use crate::{Failure, text};
use clap::Args;
use merels::book::{Book, Entry, Node};
use merels::chances::Replier;
use merels::search::evaluate;
use merels::tablebase::Data;
use merels::tablebase::opening::ShippedOpening;
use merels::{Board, Move, Position, Preset, Probe, Rules, Side, Wdl};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// The books with their values, as `merels book GAME --json --data DIR` writes them.
const SHIPPED: [(Preset, &str); 4] = [
    (
        Preset::Nine,
        include_str!("../../../data/openings/nine.json"),
    ),
    (
        Preset::Lasker,
        include_str!("../../../data/openings/lasker.json"),
    ),
    (
        Preset::Eleven,
        include_str!("../../../data/openings/eleven.json"),
    ),
    (
        Preset::Twelve,
        include_str!("../../../data/openings/twelve.json"),
    ),
];
/// The level whose replies count as natural: that of a club player.
const NATURAL: usize = 5;
/// The share of the replies, in per cent, from which one is named as natural.
const OFTEN: u64 = 10;

#[derive(Args)]
pub struct BookArguments {
    /// A preset that has a book: nine, lasker, eleven, twelve.
    #[arg(value_name = "PRESET")]
    rules: Rules,
    /// Compute the values again, from a directory of tables or a pack, or with `--shipped` from the
    /// values of the first placings. Without either, those that come with the program are shown.
    #[arg(long, value_name = "DIR", conflicts_with = "shipped")]
    data: Option<PathBuf>,
    /// Compute the values again, from those of the first placings.
    #[arg(long)]
    shipped: bool,
    /// Read this book instead of the game's; its values are computed.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Write JSON instead of a table.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &BookArguments) -> Result<(), Failure> {
    let rules = arguments.rules.without_draw_rules();
    let computed = arguments.data.is_some() || arguments.shipped || arguments.book.is_some();
    let found = if computed {
        compute(arguments, &rules)?
    } else {
        let of_game = |(preset, _): &&(Preset, &str)| preset.rules() == rules;
        let shipped = SHIPPED.iter().find(of_game).ok_or_else(|| none(&rules))?;
        shipped.1.to_owned()
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        out.write_all(found.as_bytes())?;
    } else {
        let book = serde_json::from_str(&found).map_err(Failure::from_error)?;
        out.write_all(table(&book).as_bytes())?;
    }
    Ok(out.flush()?)
}

fn none(rules: &Rules) -> Failure {
    Failure::Message(format!("there is no book of {rules}"))
}

fn compute(arguments: &BookArguments, rules: &Rules) -> Result<String, Failure> {
    let book = match &arguments.book {
        Some(path) => Book::read(&text::read(path)?)
            .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?,
        None => Book::shipped(rules).ok_or_else(|| none(rules))?,
    };
    let source: Arc<dyn Probe> = match &arguments.data {
        Some(directory) => Data::open(directory, evaluate)
            .map_err(Failure::from_error)?
            .all_values(),
        None => Arc::new(ShippedOpening::of(rules).ok_or_else(|| none(rules))?),
    };
    let mut player = Replier::of_level(NATURAL)
        .map_err(Failure::from_error)?
        .expect("a level that the model was fitted to");
    let nodes: Option<Vec<Value>> = book
        .nodes()
        .iter()
        .map(|node| judged(node, &*source, &mut player))
        .collect();
    sound(&*source)?;
    let nodes = nodes.ok_or_else(|| {
        Failure::Message("the value of a position of the book is not known".to_owned())
    })?;
    Ok(as_json(&book, &nodes))
}

/// A node with its value, and with those of the moves in it and how many club players of a hundred
/// choose each; `None` where a value is not known.
fn judged(node: &Node, source: &dyn Probe, player: &mut Replier) -> Option<Value> {
    let Node { position, .. } = node;
    let board = position.board();
    let moves = position.legal_moves();
    let shares = player.shares(position, &moves);
    let mut kinds = [Map::new(), Map::new(), Map::new()];
    let mut best = Wdl::Loss;
    for (&mv, share) in moves.iter().zip(shares) {
        let value = source.value_or_outcome(&position.after(mv))?.before();
        best = best.max(value);
        let share = (share * 100.0).round() as u64;
        kinds[value as usize].insert(mv.display(board).to_string(), share.into());
    }
    if source.value(position)? != best {
        return None;
    }
    let next = node.next.iter();
    let next: Map<String, Value> = next
        .map(|&(mv, node)| (mv.display(board).to_string(), node.into()))
        .collect();
    let mut object = json!({
        "moves": written(board, &node.moves),
        "men": men(position),
        "side": if position.side_to_move() == Side::White { "w" } else { "b" },
        "hands": Side::BOTH.map(|side| position.hand(side)),
        "opening": node.entry,
        "value": best.to_string(),
        "next": next,
    });
    for value in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
        object[value.to_string()] = std::mem::take(&mut kinds[value as usize]).into();
    }
    Some(object)
}

fn written(board: &'static Board, moves: &[Move]) -> String {
    let words = moves.iter().map(|mv| mv.display(board).to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// What stands on each point, in their order.
fn men(position: &Position) -> String {
    let letter = |point| match position.man(point) {
        Some(Side::White) => 'W',
        Some(Side::Black) => 'B',
        None => '-',
    };
    position.board().points().map(letter).collect()
}

fn as_json(book: &Book, nodes: &[Value]) -> String {
    let board = book.rules().board;
    let points = board.points();
    let coordinates: Vec<String> = points
        .map(|point| board.coordinate(point).to_string())
        .collect();
    let symmetries: Vec<&[u8]> = book
        .rules()
        .symmetries()
        .iter()
        .map(|symmetry| &symmetry[..coordinates.len()])
        .collect();
    let id = |source: usize| &book.sources()[source].id;
    let opening = |entry: &Entry| {
        let names = entry.names.iter();
        let names: Vec<Value> = names
            .map(|name| json!({ "name": name.text, "source": id(name.source) }))
            .collect();
        json!({
            "moves": written(board, &entry.moves),
            "names": names,
            "plain": entry.plain,
            "see": entry.seen.iter().map(|&source| id(source)).collect::<Vec<_>>(),
            "idea": entry.idea,
            "disputed": entry.disputed,
            "node": entry.node,
        })
    };
    let sources = book.sources().iter();
    let sources: Vec<Value> = sources
        .map(|source| json!({ "id": source.id, "text": source.text }))
        .collect();
    let openings: Vec<Value> = book.entries().iter().map(opening).collect();
    format!(
        "{{\n\"game\":{},\n\"points\":{},\n\"symmetries\":{},\n\"sources\":{},\n\"openings\":{},\n\"nodes\":{}\n}}\n",
        json!(book.rules().to_string()),
        json!(coordinates),
        lines(&symmetries.iter().map(|one| json!(one)).collect::<Vec<_>>()),
        lines(&sources),
        lines(&openings),
        lines(nodes)
    )
}

/// One a line.
fn lines(values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    format!("[\n{}\n]", values.join(",\n"))
}

/// The book as a table in Markdown, one opening a line, and its sources.
fn table(book: &Value) -> String {
    let mut text = String::from(
        "| opening | names | value | replies that hold | natural replies that do not |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for opening in book["openings"].as_array().into_iter().flatten() {
        let node = &book["nodes"][opening["node"].as_u64().unwrap_or(0) as usize];
        let value = node["value"].as_str().unwrap_or_default();
        let mover = if node["side"] == "w" {
            "White"
        } else {
            "Black"
        };
        let other = if node["side"] == "w" {
            "Black"
        } else {
            "White"
        };
        let worth = match value {
            "win" => format!("{mover} wins"),
            "loss" => format!("{other} wins"),
            _ => value.to_owned(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {worth} | {} | {} |",
            opening["moves"].as_str().unwrap_or_default(),
            names(opening),
            if value == "loss" {
                "none".to_owned()
            } else {
                holding(node, value)
            },
            if value == "loss" {
                String::new()
            } else {
                natural(node, value)
            },
        );
    }
    let sources = book["sources"].as_array().into_iter().flatten();
    for (number, source) in sources.enumerate() {
        let field = |name: &str| source[name].as_str().unwrap_or_default();
        let gap = if number == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}- {}: {}", field("id"), field("text"));
    }
    text
}

/// The names of an opening, each with its source.
fn names(opening: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let names = opening["names"].as_array().into_iter().flatten();
    let names = names.map(|name| format!("{} ({})", text(&name["name"]), text(&name["source"])));
    let seen = opening["see"].as_array().into_iter().flatten().map(text);
    let plain = opening["plain"].as_str().map(|plain| format!("*{plain}*"));
    let all: Vec<String> = plain.into_iter().chain(names).chain(seen).collect();
    all.join("; ")
}

/// The moves that keep a value: all of a few, or how many.
fn holding(node: &Value, value: &str) -> String {
    let count = |kind: &str| node[kind].as_object().map_or(0, Map::len);
    let (holding, all) = (count(value), count("win") + count("draw") + count("loss"));
    let few = node[value]
        .as_object()
        .filter(|_| holding <= 4 && holding < all);
    let few = few.map(|moves| moves.keys().cloned().collect::<Vec<_>>().join(" "));
    match few {
        Some(few) => format!("{holding} of {all}: {few}"),
        None => format!("{holding} of {all}"),
    }
}

/// The moves that give a value away and are often chosen, the most frequent first.
fn natural(node: &Value, value: &str) -> String {
    let kinds = ["win", "draw", "loss"].into_iter();
    let worse = kinds.skip_while(|&kind| kind != value).skip(1);
    let moves = worse.filter_map(|kind| node[kind].as_object()).flatten();
    let mut moves: Vec<(&String, u64)> = moves
        .map(|(mv, share)| (mv, share.as_u64().unwrap_or(0)))
        .filter(|&(_, share)| share >= OFTEN)
        .collect();
    moves.sort_by_key(|&(mv, share)| (std::cmp::Reverse(share), mv));
    let words = moves.iter().map(|(mv, share)| format!("{mv} {share} %"));
    words.collect::<Vec<_>>().join(", ")
}
