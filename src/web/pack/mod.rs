//! JavaScript API: a pack of values, of which the page fetches the pieces that are asked for.

mod practice;
mod reason;
mod solver;

use super::argument::{JsBytes, JsNumber, JsText, bytes, field, position, whole};
use super::{Data, Refused, data, view};
use crate::reason::ReasonInquiry;
use crate::tablebase::opening::{Opening, OpeningReader};
use crate::tablebase::pack::{Fetched, Inquiry, Pack, PackError, Place};
use wasm_bindgen::prelude::*;

/// The values of a whole game. It holds the pieces that were inserted lately and the values decoded
/// from them.
#[wasm_bindgen(js_name = Pack)]
pub struct WebPack {
    pack: Pack,
    fetched: Fetched,
    inquiry: Option<Inquiry>,
    mistake: Option<ReasonInquiry>,
    reading: Option<OpeningReader>,
    opening: Option<Opening>,
}

impl std::fmt::Debug for WebPack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebPack").finish_non_exhaustive()
    }
}

/// As an `Error` with a `code`: `version`, `other-pack` or `damaged`.
impl From<PackError> for Refused {
    fn from(error: PackError) -> Self {
        let code = match error {
            PackError::Version(_) => "version",
            PackError::OtherPack => "other-pack",
            _ => "damaged",
        };
        let error = js_sys::Error::new(&error.to_string());
        // A property of a new object can always be set.
        let _ = js_sys::Reflect::set(&error, &"code".into(), &code.into());
        Self(error.into())
    }
}

/// Loads evaluation weights, by which packs order their search. Throws where the file is damaged,
/// of another version or of another kind.
#[wasm_bindgen(js_name = loadWeights)]
pub fn load_weights(file: &JsBytes) -> Result<(), Refused> {
    Ok(crate::search::load_weights(&bytes(file)?).map_err(JsError::from)?)
}

#[wasm_bindgen(js_class = Pack)]
impl WebPack {
    /// Reads the index, and the checksums that say which piece belongs where. Throws where one is
    /// damaged, of another version or of another kind, or they are of two packs.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &JsBytes, checksums: &JsBytes) -> Result<WebPack, Refused> {
        let pack =
            Pack::open(&bytes(file)?, &bytes(checksums)?)?.ordered_by(crate::search::evaluate);
        Ok(Self {
            pack,
            fetched: Fetched::default(),
            inquiry: None,
            mistake: None,
            reading: None,
            opening: None,
        })
    }

    /// The checksum of the index, in hexadecimal: another pack has another one.
    pub fn version(&self) -> String {
        format!("{:08x}", self.pack.checksum())
    }

    /// The number of bytes of all pieces.
    pub fn bytes(&self) -> f64 {
        self.pack.bytes() as f64
    }

    /// Where every piece is, in order: each can be fetched, kept and inserted by itself.
    #[wasm_bindgen(unchecked_return_type = "PackPlace[]")]
    pub fn places(&self) -> Data {
        let places = self.pack.places();
        data(&places.iter().map(view::pack_place).collect::<Vec<_>>())
    }

    /// Checks the bytes of a piece. Throws where they are damaged or of another piece.
    pub fn check(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PackPlace")] place: &JsValue,
        bytes: &JsBytes,
    ) -> Result<(), Refused> {
        Ok(self.place(place)?.check(&self::bytes(bytes)?)?)
    }

    /// Checks that a part begins with these bytes. Throws where it does not, with the reason.
    #[wasm_bindgen(js_name = expectPart)]
    pub fn expect_part(&self, part: &JsNumber, bytes: &JsBytes) -> Result<(), Refused> {
        let part = whole(part, "the part", 0, u16::MAX.into())? as u16;
        Ok(self.pack.expect_part(part, &self::bytes(bytes)?)?)
    }

    /// The number of bytes that a part begins with before its first piece.
    #[wasm_bindgen(js_name = headBytes)]
    pub fn head_bytes(&self) -> usize {
        self.pack.part_head(0).len()
    }

    /// Takes a piece. Throws where it is damaged or another one.
    pub fn insert(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "PackPlace")] place: &JsValue,
        bytes: &JsBytes,
    ) -> Result<(), Refused> {
        let place = self.place(place)?.clone();
        Ok(self.fetched.insert(place, self::bytes(bytes)?)?)
    }

    /// Begins to look for the values of a position, instead of those asked for before; whether they
    /// can be found. They cannot where the game is over, or the position is of other rules or too
    /// early. Throws on a bad position line.
    pub fn ask(&mut self, line: &JsText) -> Result<bool, Refused> {
        let position = position(line)?;
        let known = self.pack.covers(&position) && position.outcome().is_none();
        self.inquiry = known.then(|| Inquiry::new(position));
        Ok(self.inquiry.is_some())
    }

    /// Continues the search, decoding about `blocks` blocks. Returns its progress and the pieces it
    /// needs. Throws where a piece is damaged.
    #[wasm_bindgen(unchecked_return_type = "PackProgress")]
    pub fn step(&mut self, blocks: &JsNumber) -> Data {
        let blocks = whole(blocks, "the number of blocks", 1, 10_000)? as usize;
        let Some(inquiry) = &mut self.inquiry else {
            return Err(Refused::misuse("nothing was asked"));
        };
        let progress = inquiry.step(&self.pack, &mut self.fetched, blocks)?;
        data(&view::pack_progress(progress, &self.fetched.take_asked()))
    }

    /// The value of the position that was asked about, to the side to move; null until it is found.
    #[wasm_bindgen(unchecked_return_type = "ExactValue | null")]
    pub fn value(&self) -> Data {
        let value = self.inquiry.as_ref().and_then(Inquiry::value);
        data(&value.map(view::ExactValue::from))
    }

    /// Its values and those of its turns; null until all are found.
    #[wasm_bindgen(unchecked_return_type = "PositionValues | null")]
    pub fn values(&self) -> Data {
        let found = self.inquiry.as_ref().and_then(|inquiry| {
            Some(view::values_without_distances(
                inquiry.position(),
                inquiry.value()?,
                &inquiry.moves()?,
            ))
        });
        data(&found)
    }
}

impl WebPack {
    /// The piece at a place argument.
    fn place(&self, value: &JsValue) -> Result<&Place, Refused> {
        let number =
            |name: &str, most: u64| whole(&field(value, name, "the place")?, name, 0, most);
        let part = number("part", u16::MAX.into())? as u16;
        let (start, end) = (
            number("start", u32::MAX.into())?,
            number("end", u32::MAX.into())?,
        );
        Ok(self
            .pack
            .place(part, start..end)
            .ok_or(PackError::Damaged("no piece of it is at this place"))?)
    }
}
