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
        .iter()
        .copied()
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

/// How alike a name is to those of a game, in per cent: by the pairs of letters that they share. 0
/// where that is little, since a few in common mean nothing.
pub(super) fn likeness(name: &str, rules: &Rules) -> usize {
    const LEAST: usize = 50;
    let pairs = |name: &str| fold(name).chars().collect::<Vec<_>>();
    let given = pairs(name);
    let alike = |known: &str| {
        let known = pairs(known);
        let shared = given
            .windows(2)
            .filter(|pair| known.windows(2).any(|other| other == *pair));
        let all = (given.len() + known.len()).saturating_sub(2).max(1);
        200 * shared.count() / all
    };
    let (own, id) = (rules.name(), rules.base().id());
    let elsewhere = NAMES.lines().filter_map(|line| line.split_once(": "));
    let elsewhere = elsewhere.filter(|(of, _)| *of == id);
    let names = elsewhere.flat_map(|(_, names)| names.split("; "));
    let by = names.chain([&*own, id]).map(alike);
    by.max().filter(|&by| by > LEAST).unwrap_or(0)
}

/// A name without signs and spaces, in lower case. Unicode's own tables would be a large part of
/// the page's WebAssembly; this knows the letters of the names.
#[inline(never)]
fn fold(name: &str) -> String {
    let sign = |c: char| match c {
        ' '..='~' => !c.is_ascii_alphanumeric(),
        '\u{300}'..='\u{36f}' | '\u{2000}'..='\u{206f}' | '\u{a0}' | '·' | '・' => true,
        _ => c.is_control(),
    };
    let letters = name.chars().filter(|&c| !sign(c));
    letters.map(lower).collect()
}

/// A letter in lower case. The Turkish ı and İ are the same letter as i here.
fn lower(c: char) -> char {
    let below = |by: u32| char::from_u32(u32::from(c) + by).unwrap_or(c);
    match c {
        'ı' | 'İ' => 'i',
        'Ÿ' => 'ÿ',
        'À'..='Þ' if c != '×' => below(32),
        'Ā'..='ķ' | 'Ŋ'..='ŷ' | 'Ș'..='ț' => below(1 - (u32::from(c) & 1)),
        'Ĺ'..='ň' | 'Ź'..='ž' => below(u32::from(c) & 1),
        'А'..='Я' => below(32),
        'Ѐ'..='Џ' => below(80),
        'Ґ' => 'ґ',
        c => c.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_in_lower_case() {
        let own = Preset::ALL.iter().map(|preset| preset.name());
        for name in own.chain(NAMES.lines()) {
            let plain = |text: &str| text.to_lowercase().replace('\u{307}', "").replace('ı', "i");
            let letters =
                |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
            assert_eq!(letters(&fold(name)), letters(&plain(name)));
            assert_eq!(fold(&name.to_uppercase()), fold(name), "{name}");
        }
    }
}
