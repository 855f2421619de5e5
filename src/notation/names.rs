//! The names of the games, as records from elsewhere have them: those of other programs and those
//! of other languages.

use crate::rules::{NAMED_SETS, Preset, Rules};

/// A line a game: its id, then names that it has besides its own in English.
const NAMES: &str = include_str!("names.txt");
/// What other programs write where they do not tell the rules.
const UNTOLD: [&str; 4] = ["", "standard", "custom", "unknown"];

/// What a `Variant` tag tells.
pub(super) enum Variant {
    Rules(Rules),
    /// That it does not tell.
    Untold,
    /// A name that no game here has.
    Unknown,
}

/// Reads a name, in whatever case and with whatever signs and spaces.
pub(super) fn find(name: &str) -> Variant {
    if let Ok(rules) = name.parse() {
        return Variant::Rules(rules);
    }
    let name = fold(name);
    if UNTOLD.contains(&name.as_str()) {
        return Variant::Untold;
    }
    let preset = |preset: &Preset| [preset.id(), preset.name()].map(fold).contains(&name);
    let set = NAMED_SETS
        .iter()
        .find(|set| [set.id, set.name].map(fold).contains(&name));
    let rules = Preset::ALL
        .into_iter()
        .find(preset)
        .map(Preset::rules)
        .or_else(|| set?.spec.parse().ok())
        .or_else(|| elsewhere(&name));
    rules.map_or(Variant::Unknown, Variant::Rules)
}

/// The game that has this name elsewhere.
fn elsewhere(name: &str) -> Option<Rules> {
    let (id, _) = NAMES
        .lines()
        .filter_map(|line| line.split_once(": "))
        .find(|(_, names)| names.split("; ").any(|known| fold(known) == name))?;
    Preset::by_id(id).map(Preset::rules)
}

/// Its letters and digits, in lower case. The Turkish ı has the capital of i.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    let lower = letters.flat_map(char::to_lowercase);
    lower
        .filter(|c| c.is_alphanumeric())
        .map(|c| if c == 'ı' { 'i' } else { c })
        .collect()
}
