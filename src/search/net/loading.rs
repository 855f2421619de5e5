//! Loads weights: built in, or from a file.

use super::Net;
use super::family::Family;
use super::weights::{self, WeightsError};
use crate::rules::Rules;

impl Net {
    /// The net trained for these rules or similar ones, if there is one and its weights are here.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        let family = Family::of(rules)?;
        if family.net.get().is_none()
            && let Some(net) = family.built_in.and_then(|bytes| family.read(bytes).ok())
        {
            // Another thread may have been faster, with the same net.
            let _ = family.net.set(net);
        }
        family.net.get()
    }
}

/// Whether a net is here that plays these rules much better than the hand-made weights.
pub(crate) fn has_strong_net(rules: &Rules) -> bool {
    Family::of(rules).is_some_and(Family::is_strong) && Net::of(rules).is_some()
}

/// The weights file that this rule set needs and that is neither built in nor loaded, such as
/// `lasker.net`; `None` if nothing is missing.
#[must_use]
pub fn missing_weights(rules: &Rules) -> Option<String> {
    let family = Family::of(rules)?;
    // Built-in weights need not be parsed for that.
    let here = family.built_in.is_some() || family.net.get().is_some();
    (!here).then(|| format!("{}.net", family.name))
}

/// Loads the weights of a family of games from the bytes of their file; searches started from then
/// on use them. Loaded weights stay: loading them again changes nothing. Natively all are built in.
///
/// # Errors
/// If the bytes are not a weights file, or it is damaged or of another version.
#[cold]
pub fn load_weights(bytes: &[u8]) -> Result<(), WeightsError> {
    let name = std::str::from_utf8(weights::name(bytes)?).ok();
    let family = name.and_then(Family::named).ok_or(WeightsError::Shape)?;
    let _ = family.net.set(family.read(bytes)?);
    Ok(())
}

/// Whether these bytes begin like a weights file.
#[must_use]
pub fn is_weights_file(bytes: &[u8]) -> bool {
    bytes.starts_with(weights::MAGIC)
}
