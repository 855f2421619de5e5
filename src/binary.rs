//! What the formats of binary files share: a magic and a version at the start, and a CRC-32 behind
//! the bytes that it is of.

use crate::checksum::Crc32;

/// Why bytes do not start as a file of a format does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadStart {
    /// They begin in another way.
    Magic,
    /// They end before the header does.
    Short,
    /// They are of this version of the format, which is not known here.
    Version(u16),
}

/// What a file of a format begins with. As in PNG, a magic begins with a byte that is no ASCII and
/// ends with a line feed: who sends the file as text damages it in the first bytes.
pub fn start(magic: &[u8; 8], version: u16) -> Vec<u8> {
    [&magic[..], &version.to_le_bytes()].concat()
}

/// Splits a file after a header of fixed size that begins with the magic and the version.
///
/// # Errors
/// If it begins in another way, is shorter, or is of another version.
pub fn split_header<'a, const N: usize>(
    magic: &[u8; 8],
    version: u16,
    bytes: &'a [u8],
) -> Result<(&'a [u8; N], &'a [u8]), BadStart> {
    if bytes.iter().zip(magic).any(|(byte, magic)| byte != magic) {
        return Err(BadStart::Magic);
    }
    let (header, rest) = bytes.split_first_chunk::<N>().ok_or(BadStart::Short)?;
    match u16::from_le_bytes([header[8], header[9]]) {
        found if found == version => Ok((header, rest)),
        found => Err(BadStart::Version(found)),
    }
}

/// A little-endian number as its bytes, of which there must be enough.
pub fn number_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

/// Adds the checksum of all bytes.
pub fn add_checksum(bytes: &mut Vec<u8>) {
    bytes.extend(Crc32::of(bytes).to_le_bytes());
}

/// The bytes before their checksum; `None` if it is wrong.
pub fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (checked, checksum) = bytes.split_last_chunk()?;
    (Crc32::of(checked).to_le_bytes() == *checksum).then_some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_start() {
        let file = [&start(b"MAGICAL\n", 0x102)[..], b"rest"].concat();
        assert_eq!(file, b"MAGICAL\n\x02\x01rest");
        let split = |version, bytes| split_header::<12>(b"MAGICAL\n", version, bytes);
        let (header, rest) = split(0x102, &file).unwrap();
        assert_eq!((&header[10..], rest), (&b"re"[..], &b"st"[..]));
        assert_eq!(split(1, &file), Err(BadStart::Version(0x102)));
        for length in 0..12 {
            assert_eq!(split(0x102, &file[..length]), Err(BadStart::Short));
        }
        assert_eq!(split(0x102, b"MAGICIAN"), Err(BadStart::Magic));
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let mut bytes = b"123456789".to_vec();
        add_checksum(&mut bytes);
        assert_eq!(bytes[9..], 0xcbf4_3926_u32.to_le_bytes());
        assert_eq!(checked(&bytes), Some(&b"123456789"[..]));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(checked(&changed), None);
        }
        assert_eq!(checked(b"123"), None);
    }
}
