//! The JavaScript API: typed and small; it trusts no argument.
//!
//! Only this file and its modules use `wasm_bindgen`, `js_sys`, `web_sys` and `serde_wasm_bindgen`.
//! Arguments may be any JavaScript value and are checked here; invalid ones throw an `Error` whose
//! message says what is wrong, and whose code tells it from others, and leave the object unchanged.

// These docs are the page's: they say what throws.
#![allow(clippy::missing_errors_doc)]

mod argument;
#[cfg(feature = "game")]
mod game;
#[cfg(feature = "pack")]
mod pack;
#[cfg(feature = "package")]
mod package;
pub mod view;

use crate::game::{PlayError, RemarkError};
use crate::moves::IllegalMove;
use crate::notation::ReadError;
use crate::position::SetupError;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Tells the console the reason and the place of a panic: the trap that follows tells neither.
#[wasm_bindgen(start)]
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
    }));
}

/// What is thrown: an `Error` in English. Errors about what a player wrote or did can be translated
/// (see [`Refusal`](view::Refusal)); those about arguments of the wrong type cannot.
#[derive(Debug)]
pub struct Refused(JsValue);

impl Refused {
    /// A fault of the program that calls, not of what it was given to read: an argument of the
    /// wrong type, a number out of range, a call that comes too early.
    #[cold]
    fn misuse(message: &str) -> Self {
        view::misuse(message).into()
    }
}

impl From<Refused> for JsValue {
    fn from(refused: Refused) -> Self {
        refused.0
    }
}

impl From<JsError> for Refused {
    fn from(error: JsError) -> Self {
        Self(error.into())
    }
}

impl From<view::Refusal> for Refused {
    fn from(refusal: view::Refusal) -> Self {
        let error = js_sys::Error::new(&refusal.message);
        let fields = data(&refusal).unwrap_or_else(JsValue::from);
        Self(js_sys::Object::assign(&error, fields.unchecked_ref()).into())
    }
}

impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Self {
        view::refused_text(&error).into()
    }
}

macro_rules! refused {
    ($($Error:ty),*) => {
        $(impl From<$Error> for Refused {
            fn from(error: $Error) -> Self {
                view::refusal(&error).into()
            }
        })*
    };
}
refused!(SetupError, IllegalMove, RemarkError, PlayError);

/// What a function returns: plain data, of the type that it names.
type Data = Result<JsValue, Refused>;

fn data(value: &impl Serialize) -> Data {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_missing_as_null(true)
        .serialize_maps_as_objects(true);
    Ok(value.serialize(&serializer).map_err(JsError::from)?)
}
