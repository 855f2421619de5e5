//! `merels rules`: the games, and the options of one.

use crate::Failure;
use clap::Args;
use merels::rules::{NAMED_SETS, OPTIONS, OptionInfo, OptionValues};
use merels::{Preset, Rules};
use serde_json::{Value, json};
use std::io::{self, Write};

#[derive(Args)]
#[command(after_help = "Examples:\n  merels rules\n  merels rules \"nine[fly=never]\"")]
pub struct RulesArguments {
    /// A preset or a rule set: nine, nine[fly=never]. Without it, all presets are listed, and the
    /// other rule sets that have a name.
    #[arg(value_name = "PRESET")]
    rules: Option<Rules>,
    /// Write JSON objects instead of lines of text: one, or in the list one a line.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &RulesArguments) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match &arguments.rules {
        None => {
            let presets = Preset::ALL
                .iter()
                .map(|preset| (preset.id(), preset.name(), preset.summary()));
            let named = NAMED_SETS
                .iter()
                .map(|set| (set.spec, set.name, set.summary));
            for (rules, name, summary) in presets.chain(named) {
                if arguments.json {
                    let line = json!({ "rules": rules, "name": name, "summary": summary });
                    writeln!(out, "{line}")?;
                } else {
                    writeln!(out, "{rules:<32} {name}")?;
                }
            }
        }
        Some(rules) if arguments.json => {
            let options = OPTIONS.iter().map(|option| as_json(option, rules));
            let object = json!({
                "rules": rules.to_string(),
                "name": rules.name(),
                "options": options.collect::<Vec<_>>(),
            });
            writeln!(out, "{object}")?;
        }
        Some(rules) => {
            writeln!(out, "{rules}: {}", rules.name())?;
            for option in OPTIONS {
                write_option(&mut out, option, rules)?;
            }
        }
    }
    Ok(out.flush()?)
}

/// An option, its value marked by a star.
fn write_option(out: &mut impl Write, option: &OptionInfo, rules: &Rules) -> io::Result<()> {
    let (key, value) = (option.key, rules.get(option.key).unwrap_or_default());
    writeln!(out, "\n{key}: {}", option.title)?;
    match option.values {
        OptionValues::Choices(choices) => {
            for choice in choices {
                let star = if choice.value == value { '*' } else { ' ' };
                writeln!(out, "{star} {key}={:<12} {}", choice.value, choice.words)?;
            }
        }
        OptionValues::Number(least, most, never) => {
            let never = if never { ", or never" } else { "" };
            writeln!(out, "* {key}={value:<12} {least} to {most}{never}")?;
        }
        _ => writeln!(out, "* {key}={value}")?,
    }
    Ok(())
}

fn as_json(option: &OptionInfo, rules: &Rules) -> Value {
    let mut object = json!({
        "key": option.key,
        "title": option.title,
        "value": rules.get(option.key),
    });
    match option.values {
        OptionValues::Choices(choices) => {
            let choices = choices
                .iter()
                .map(|choice| json!({ "value": choice.value, "words": choice.words }));
            object["choices"] = choices.collect();
        }
        OptionValues::Number(least, most, never) => {
            object["least"] = least.into();
            object["most"] = most.into();
            object["never"] = never.into();
        }
        _ => {}
    }
    object
}
