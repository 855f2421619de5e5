//! The values of first placings that come with the program.

use super::Opening;
use crate::rules::{Preset, Rules};
use std::sync::{Arc, OnceLock};

/// The games, each with its file in `data/`.
const SHIPPED: [(Preset, &str); 4] = [
    (Preset::Nine, "nine.opening"),
    (Preset::Lasker, "lasker.opening"),
    (Preset::Eleven, "eleven.opening"),
    (Preset::Twelve, "twelve.opening"),
];
static FILES: [&[u8]; SHIPPED.len()] = [
    include_bytes!("../../../data/nine.opening"),
    include_bytes!("../../../data/lasker.opening"),
    include_bytes!("../../../data/eleven.opening"),
    include_bytes!("../../../data/twelve.opening"),
];
static READ: [OnceLock<Arc<Opening>>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];

fn index(rules: &Rules) -> Option<usize> {
    let rules = rules.without_draw_rules();
    SHIPPED
        .iter()
        .position(|(preset, _)| preset.rules() == rules)
}

impl Opening {
    /// The name of the file of a game's values; `None` if none comes with the program. Draws by
    /// repetition and count make no difference.
    pub fn shipped_name(rules: &Rules) -> Option<&'static str> {
        index(rules).map(|game| SHIPPED[game].1)
    }

    /// A game's values, if they come with the program. They are read when they are first asked for,
    /// which takes a second or two.
    pub fn shipped(rules: &Rules) -> Option<Arc<Self>> {
        let read = |game: usize| Arc::new(Self::read(FILES[game]).expect("a file that tests read"));
        index(rules).map(|game| Arc::clone(READ[game].get_or_init(|| read(game))))
    }

    /// The same if they have been read by now.
    pub fn shipped_if_read(rules: &Rules) -> Option<Arc<Self>> {
        index(rules).and_then(|game| READ[game].get().cloned())
    }
}
