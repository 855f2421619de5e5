//! The values of first placings that come with the program.

use super::format::OpeningHeader;
use super::{Opening, OpeningReader, placed};
use crate::position::Position;
use crate::rules::{Preset, Rules};
use crate::value::{Probe, Wdl};
use std::sync::{Arc, Mutex, OnceLock};

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
static HEADERS: [OnceLock<OpeningHeader>; SHIPPED.len()] =
    [const { OnceLock::new() }; SHIPPED.len()];
static READ: [OnceLock<Arc<Opening>>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];
/// Those that were read in part, as far as a position needed.
static BEGUN: [Mutex<Option<OpeningReader>>; SHIPPED.len()] =
    [const { Mutex::new(None) }; SHIPPED.len()];

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

/// The same values as a source that reads them when a position first asks for its value, and no
/// further than that: of fewer placings there are far fewer positions, and what lies behind the
/// first placings never waits for them.
#[derive(Clone, Copy, Debug)]
pub struct ShippedOpening {
    game: usize,
    header: &'static OpeningHeader,
}

impl ShippedOpening {
    /// A game's, if they come with the program.
    pub fn of(rules: &Rules) -> Option<Self> {
        let game = index(rules)?;
        let read = || OpeningHeader::read(FILES[game]).expect("a file that tests read");
        let header = HEADERS[game].get_or_init(|| read().0);
        Some(Self { game, header })
    }

    /// The maximum number of placings by both sides for which values are known.
    pub fn placings(&self) -> usize {
        self.header.placings
    }
}

impl Probe for ShippedOpening {
    fn value(&self, position: &Position) -> Option<Wdl> {
        if !self.covers(position) {
            return None;
        }
        if let Some(opening) = READ[self.game].get() {
            return opening.value(position);
        }
        const SOUND: &str = "a file that tests read";
        let mut begun = BEGUN[self.game].lock().expect(SOUND);
        let reader = begun
            .get_or_insert_with(|| OpeningReader::new(FILES[self.game].to_vec()).expect(SOUND));
        while !reader.covers(position) {
            if !reader.step().expect(SOUND) {
                // That was the last layer.
                let reader = begun.take()?;
                let opening = || Arc::new(reader.finish().expect(SOUND));
                return READ[self.game].get_or_init(opening).value(position);
            }
        }
        reader.value(position)
    }

    fn covers(&self, position: &Position) -> bool {
        placed(&self.header.rules, self.header.placings, position).is_some()
    }
}
