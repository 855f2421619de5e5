//! Where the weights come from: built in, or loaded when they are wanted.

use super::Net;
use super::family::Family;
use super::weights::{self, WeightsError};
use crate::rules::Rules;
use std::sync::OnceLock;

impl Net {
    /// The net that was taught these rules or some that are close to them, where there is one.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        Family::of(rules)?.net()
    }
}

impl Family {
    /// The weights that are built in. A page has those of the game that it begins with; it fetches the others when they
    /// are wanted, and has them [`taught`](teach).
    fn built_in(self) -> Option<&'static [u8]> {
        match self {
            Self::Nine => Some(include_bytes!("nine.net")),
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
            // Another thread may have been quicker, with the same.
            let _ = place.set(net);
        }
        place.get()
    }
}

/// The file of weights that the games of this rule set are judged by, where it is not built in: `lasker.net`, `twelve.net`.
#[must_use]
pub fn weights_wanted(rules: &Rules) -> Option<String> {
    let family = Family::of(rules)?;
    // What is built in is not read for that.
    let here = family.built_in().is_some() || family.place().get().is_some();
    (!here).then(|| format!("{}.net", family.name()))
}

/// Takes the weights of a family of games from the bytes of their file; searches that begin from then on go by them. Once
/// taken they stay: taking them again changes nothing. Natively all are built in.
///
/// # Errors
/// Where the bytes are no such file, or it is damaged or of another version.
pub fn teach(bytes: &[u8]) -> Result<(), WeightsError> {
    let name = weights::name(bytes)?;
    let family = Family::ALL.into_iter().find(|family| family.name().as_bytes() == name);
    let family = family.ok_or(WeightsError::Shape)?;
    let _ = family.place().set(Net::read(family, bytes)?);
    Ok(())
}

/// Whether bytes begin as a file of weights does.
#[must_use]
pub fn are_weights(bytes: &[u8]) -> bool {
    bytes.starts_with(weights::MAGIC)
}
