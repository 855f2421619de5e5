//! The games on offer, and a rule set with its options and their choices.

use super::{BoardInfo, board};
use crate::rules::text::by_each;
use crate::rules::{NAMED_SETS, OPTIONS, OptionValues, Preset, Rules};
use serde::Serialize;
use tsify::Tsify;

/// Where an offered game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum VariantKind {
    /// A preset.
    Preset,
    /// A preset with some options changed, known under a name.
    Named,
}

/// A game that is offered: a preset or a named set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct VariantInfo {
    /// A fixed word, by which its name and summary are translated.
    pub id: &'static str,
    /// The rule set, as it is written: `nine`, `nine[fly=never]`.
    pub spec: &'static str,
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Whether it is a preset or a named set.
    pub kind: VariantKind,
    /// Its board's name.
    pub board: &'static str,
    /// Men a side.
    pub men: u8,
}

/// Every game that is offered: the presets, then the named sets.
pub fn variants() -> Vec<VariantInfo> {
    let presets = Preset::ALL.iter().copied().map(|preset| {
        let Rules { board, men, .. } = preset.rules();
        let (spec, name, summary) = (preset.id(), preset.name(), preset.summary());
        VariantInfo {
            id: spec,
            spec,
            name,
            summary,
            kind: VariantKind::Preset,
            board: board.name(),
            men,
        }
    });
    let named = NAMED_SETS.iter().filter_map(|set| {
        let Rules { board, men, .. } = set.spec.parse().ok()?;
        Some(VariantInfo {
            id: set.id,
            spec: set.spec,
            name: set.name,
            summary: set.summary,
            kind: VariantKind::Named,
            board: board.name(),
            men,
        })
    });
    presets.chain(named).collect()
}

/// A rule set in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct RulesInfo {
    /// The preset or named set that it is, as in `VariantInfo`; null where it is neither.
    pub id: Option<&'static str>,
    /// As it is written, defaults left out.
    pub spec: String,
    /// Its name, or "custom, from …".
    pub name: String,
    /// The preset that it starts from.
    pub base: &'static str,
    /// Whether it differs from that.
    pub custom: bool,
    /// Men a side.
    pub men: u8,
    /// Every option, sorted by key.
    pub options: Vec<RuleOption>,
    /// The board.
    pub board: BoardInfo,
}

/// An option of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct RuleOption {
    /// Its name in a written rule set.
    pub key: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Its value, as it is written.
    pub value: String,
    /// Its value, in words.
    pub words: String,
    /// Whether it differs from the preset.
    pub changed: bool,
    /// The values to choose from.
    pub choices: Vec<RuleChoice>,
}

/// A value to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct RuleChoice {
    /// As it is written.
    pub value: String,
    /// In words.
    pub words: String,
}

/// A rule set in full.
pub fn rules(rules: &Rules) -> RulesInfo {
    let usual = rules.base().rules();
    let options = OPTIONS.iter().filter_map(|option| {
        let value = rules.get(option.key)?;
        let changed = usual.get(option.key).as_ref() != Some(&value);
        let choices = choices(rules, option.key, &option.values, &value);
        let words = choices
            .iter()
            .find(|choice| choice.value == value)
            .map_or_else(String::new, |c| c.words.clone());
        Some(RuleOption {
            key: option.key,
            title: option.title,
            value,
            words,
            changed,
            choices,
        })
    });
    RulesInfo {
        id: rules.id(),
        spec: rules.to_string(),
        name: rules.name(),
        base: rules.base().id(),
        custom: rules.is_custom(),
        men: rules.men,
        options: options.collect(),
        board: board(rules.board),
    }
}

fn choices(rules: &Rules, key: &str, values: &OptionValues, current: &str) -> Vec<RuleChoice> {
    /// Limits of quiet plies that a settings page offers; any other can be written.
    const USUAL_LIMITS: [u16; 5] = [20, 40, 60, 100, 200];
    let numbers: Vec<u16> = match values {
        OptionValues::Choices(choices) => {
            let view = |c: &crate::rules::Choice| RuleChoice {
                value: c.value.to_owned(),
                words: c.words.to_owned(),
            };
            return choices.iter().map(view).collect();
        }
        OptionValues::Number(least, _, true) => {
            let mut limits = USUAL_LIMITS.to_vec();
            if let Ok(current) = current.parse()
                && let Err(at) = limits.binary_search(&current)
            {
                limits.insert(at, current);
            }
            limits.retain(|limit| limit >= least);
            limits
        }
        OptionValues::Number(least, most, false) => {
            let fits = |men: &u16| usize::from(*men) * 2 <= rules.board.points().len();
            (*least..=*most).filter(fits).collect()
        }
    };
    let mut choices: Vec<_> = numbers
        .into_iter()
        .map(|number| RuleChoice {
            value: number.to_string(),
            words: match key {
                "quiet" => format!(
                    "Draw after {} moves each with nothing placed or captured",
                    by_each(number)
                ),
                _ => format!("{number} men per side"),
            },
        })
        .collect();
    if let OptionValues::Number(_, _, true) = values {
        choices.push(RuleChoice {
            value: "never".to_owned(),
            words: "No limit".to_owned(),
        });
    }
    choices
}
