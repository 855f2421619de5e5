//! Remarks: tags, comments and glyphs. They have the size limits of a game record, so that every
//! game can be written and read back.

use super::{Game, NodeId};
use crate::coded::coded;

/// The maximum size of a game's remarks, in bytes as in its record.
pub const MAX_REMARK_BYTES: usize = 1 << 20;
/// The maximum number of tags, besides those that follow from the game itself.
pub(crate) const MAX_TAGS: usize = 1_000;
/// The bytes of a tag besides its name and value: `[`, ` "`, `"]` and a line break.
const TAG: usize = 6;

coded! {
    /// Why a remark is refused.
    pub enum RemarkError {
        TooLong { most: usize } = "too-long", "no more than {most} bytes are read";
        TooManyTags { most: usize } = "too-many-tags", "there are more than {most} tags";
        NoTagName = "no-tag-name", "a tag's name of letters, digits and _ is missing";
    }
}

impl Game {
    /// Sets the comment on a turn (at the root: on the game).
    ///
    /// # Errors
    /// If the remarks become longer than [`MAX_REMARK_BYTES`].
    ///
    /// # Panics
    /// If this game has no such node.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> Result<(), RemarkError> {
        self.count(written(&self.node(id).comment), written(comment))?;
        comment.clone_into(&mut self.node_mut(id).comment);
        Ok(())
    }

    /// Appends to the comment on a turn.
    ///
    /// # Errors
    /// If the remarks become longer than [`MAX_REMARK_BYTES`].
    pub(crate) fn add_comment(&mut self, id: NodeId, text: &str) -> Result<(), RemarkError> {
        self.count(0, written(text))?;
        let comment = &mut self.node_mut(id).comment;
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
        Ok(())
    }

    /// Sets the glyphs of a turn by their numbers (1 is good, 2 a mistake, …).
    ///
    /// # Errors
    /// If the remarks become longer than [`MAX_REMARK_BYTES`].
    ///
    /// # Panics
    /// If this game has no such node.
    pub fn set_glyphs(&mut self, id: NodeId, glyphs: &[u8]) -> Result<(), RemarkError> {
        let in_record = |glyphs: &[u8]| glyphs.iter().copied().map(glyph_written).sum();
        self.count(in_record(&self.node(id).glyphs), in_record(glyphs))?;
        glyphs.clone_into(&mut self.node_mut(id).glyphs);
        Ok(())
    }

    /// Adds a glyph to a turn.
    ///
    /// # Errors
    /// If the remarks become longer than [`MAX_REMARK_BYTES`].
    pub(crate) fn add_glyph(&mut self, id: NodeId, glyph: u8) -> Result<(), RemarkError> {
        self.count(0, glyph_written(glyph))?;
        self.node_mut(id).glyphs.push(glyph);
        Ok(())
    }

    /// The tags of the game's record, in order, without those that the game itself knows (`Result`,
    /// `Variant`, `Position`).
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// A tag's value.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets or changes a tag.
    ///
    /// # Errors
    /// If the name has characters other than letters, digits and `_`, or there are too many tags or
    /// bytes.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), RemarkError> {
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(RemarkError::NoTagName);
        }
        let place = self.tags.iter().position(|(tag, _)| tag == name);
        if place.is_none() && self.tags.len() == MAX_TAGS {
            return Err(RemarkError::TooManyTags { most: MAX_TAGS });
        }
        let in_record = |value: &str| name.len() + escaped(value) + TAG;
        self.count(
            place.map_or(0, |place| in_record(&self.tags[place].1)),
            in_record(value),
        )?;
        match place {
            Some(place) => value.clone_into(&mut self.tags[place].1),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Counts remarks of `new` bytes that replace `old` bytes.
    fn count(&mut self, old: usize, new: usize) -> Result<(), RemarkError> {
        let bytes = self.remark_bytes.saturating_sub(old) + new;
        // Shrinking is always allowed.
        if bytes > MAX_REMARK_BYTES && new > old {
            return Err(RemarkError::TooLong {
                most: MAX_REMARK_BYTES,
            });
        }
        self.remark_bytes = bytes;
        Ok(())
    }
}

/// The length of a text in a record, where some characters have a backslash before them.
fn escaped(text: &str) -> usize {
    text.len() + text.bytes().filter(|b| b"\\}\"\n\r".contains(b)).count()
}

/// The length of a comment in a record. Its braces are more than what stands between it and another
/// one, and more than the backslash before a comment that looks like a mark.
fn written(comment: &str) -> usize {
    if comment.is_empty() {
        0
    } else {
        escaped(comment) + 2
    }
}

/// The length of a glyph in a record, with the space before it.
fn glyph_written(glyph: u8) -> usize {
    match glyph {
        0..10 => 3,
        10..100 => 4,
        100.. => 5,
    }
}
