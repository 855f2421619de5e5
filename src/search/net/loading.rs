//! Loads weights: built in, or from a file.

use super::Net;
use super::family::{FAMILIES, Family};
use super::weights::{self, WeightsError};
use crate::rules::Rules;
use std::sync::OnceLock;

/// The built-in weights, by the places of their families. The npm package has only those of Nine Men's Morris, the page none: it
/// fetches what it needs and [loads](load_weights) it.
static BUILT_IN: &[&[u8]] = &[
    #[cfg(any(not(target_arch = "wasm32"), feature = "weights"))]
    include_bytes!("../../../data/nine.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/lasker.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/twelve.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/nao-guti.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/marelle-triple.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/mul-mulan.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/dooz.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/one-time.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/cham-gonu.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/cheng-san-qi.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/nerenchi.net"),
    #[cfg(not(target_arch = "wasm32"))]
    include_bytes!("../../../data/el-filja.net"),
];

static NETS: [OnceLock<Net>; FAMILIES.len()] = [const { OnceLock::new() }; FAMILIES.len()];

impl Net {
    /// The net trained for these rules or similar ones, if there is one and its weights are here.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        let place = Family::of(rules)?;
        let net = &NETS[place];
        if net.get().is_none()
            && let Some(read) = BUILT_IN.get(place).and_then(|bytes| Self::read(&FAMILIES[place], bytes).ok())
        {
            // Another thread may have been faster, with the same net.
            let _ = net.set(read);
        }
        net.get()
    }
}

/// The weights file that this rule set needs and that is neither built in nor loaded, such as `lasker.net`; `None` if nothing is
/// missing.
#[must_use]
pub fn missing_weights(rules: &Rules) -> Option<String> {
    let place = Family::of(rules)?;
    // Built-in weights need not be parsed for that.
    let here = place < BUILT_IN.len() || NETS[place].get().is_some();
    (!here).then(|| format!("{}.net", FAMILIES[place].name))
}

/// Loads the weights of a family of games from the bytes of their file; searches started from then on use them. Loaded
/// weights stay: loading them again changes nothing. Natively all are built in.
///
/// # Errors
/// If the bytes are not a weights file, or it is damaged or of another version.
#[cold]
pub fn load_weights(bytes: &[u8]) -> Result<(), WeightsError> {
    let name = weights::name(bytes)?;
    let place = FAMILIES.iter().position(|family| family.name.as_bytes() == name).ok_or(WeightsError::Shape)?;
    let _ = NETS[place].set(Net::read(&FAMILIES[place], bytes)?);
    Ok(())
}

/// Whether these bytes begin like a weights file.
#[must_use]
pub fn is_weights_file(bytes: &[u8]) -> bool {
    bytes.starts_with(weights::MAGIC)
}
