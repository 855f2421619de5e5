//! Which game a record is of that does not tell it, or names one that no game here is called.

use super::error::ReadError;
use super::names::likeness;
use super::record::Reading;
use crate::rules::{NAMED_SETS, Preset, Rules};

/// All games that are offered, the likeliest first: by how much of the record they can play, then by
/// the name, then Nine Men's Morris.
#[cold]
pub(super) fn likeliest(
    name: &str,
    read: &dyn Fn(Rules) -> Result<Reading, ReadError>,
) -> Vec<Rules> {
    let sets = NAMED_SETS.iter().filter_map(|set| set.spec.parse().ok());
    let all = Preset::ALL.iter().map(|preset| preset.rules()).chain(sets);
    // In order, without a sort: that would be a large part of the page's WebAssembly.
    let mut ranked = Vec::new();
    for rules in all {
        let (is_whole, turns) = read(rules).map_or((false, 0), |reading| {
            (reading.error.is_none(), reading.game.main_line().len())
        });
        let is_nine = rules == Preset::Nine.rules();
        let by = (is_whole, turns, likeness(name, &rules), is_nine);
        let place = ranked.iter().position(|(other, _)| *other < by);
        ranked.insert(place.unwrap_or(ranked.len()), (by, rules));
    }
    ranked.into_iter().map(|(_, rules)| rules).collect()
}
