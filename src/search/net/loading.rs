//! Loads weights: built in, or from a file.

use super::Net;
use super::family::Family;
use super::weights::{self, WeightsError};
use crate::rules::Rules;
use std::sync::OnceLock;

impl Net {
    /// The net trained for these rules or similar ones, if there is one.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        Family::of(rules)?.net()
    }
}

impl Family {
    /// The built-in weights. The npm package has only those of Nine Men's Morris, the page none: it fetches what it needs
    /// and [loads](load_weights) it.
    fn built_in(self) -> Option<&'static [u8]> {
        match self {
            #[cfg(any(not(target_arch = "wasm32"), feature = "weights"))]
            Self::Nine => Some(include_bytes!("../../../data/nine.net")),
            #[cfg(not(any(not(target_arch = "wasm32"), feature = "weights")))]
            Self::Nine => None,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Lasker => Some(include_bytes!("../../../data/lasker.net")),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Twelve => Some(include_bytes!("../../../data/twelve.net")),
            #[cfg(target_arch = "wasm32")]
            Self::Lasker | Self::Twelve => None,
        }
    }

    fn place(self) -> &'static OnceLock<Net> {
        static NETS: [OnceLock<Net>; 3] = [const { OnceLock::new() }; 3];
        &NETS[self as usize]
    }

    /// The net, if its weights are here.
    fn net(self) -> Option<&'static Net> {
        let place = self.place();
        if place.get().is_none()
            && let Some(net) = self.built_in().and_then(|bytes| Net::read(self, bytes).ok())
        {
            // Another thread may have been faster, with the same net.
            let _ = place.set(net);
        }
        place.get()
    }
}

/// The weights file that this rule set needs and that is neither built in nor loaded, such as `lasker.net`; `None` if nothing is
/// missing.
#[must_use]
pub fn missing_weights(rules: &Rules) -> Option<String> {
    let family = Family::of(rules)?;
    // Built-in weights need not be parsed for that.
    let here = family.built_in().is_some() || family.place().get().is_some();
    (!here).then(|| format!("{}.net", family.name()))
}

/// Loads the weights of a family of games from the bytes of their file; searches started from then on use them. Loaded
/// weights stay: loading them again changes nothing. Natively all are built in.
///
/// # Errors
/// If the bytes are not a weights file, or it is damaged or of another version.
#[cold]
pub fn load_weights(bytes: &[u8]) -> Result<(), WeightsError> {
    let name = weights::name(bytes)?;
    let family = Family::ALL.into_iter().find(|family| family.name().as_bytes() == name);
    let family = family.ok_or(WeightsError::Shape)?;
    let _ = family.place().set(Net::read(family, bytes)?);
    Ok(())
}

/// Whether these bytes begin like a weights file.
#[must_use]
pub fn is_weights_file(bytes: &[u8]) -> bool {
    bytes.starts_with(weights::MAGIC)
}
