//! CRC-32 as in gzip and PNG. Native builds use a library that is as fast as the memory. In the
//! page that library's tables would be larger than the whole solver, so WebAssembly uses one table
//! of a kilobyte.

/// A checksum in the making.
#[derive(Clone, Debug, Default)]
pub struct Crc32(Hasher);

#[cfg(not(target_arch = "wasm32"))]
use crc32fast::Hasher;

#[cfg(target_arch = "wasm32")]
use small::Hasher;

impl Crc32 {
    /// Of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Of these bytes too.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Of all bytes so far.
    pub fn finish(self) -> u32 {
        self.0.finalize()
    }

    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> u32 {
        let mut crc = Self::new();
        crc.update(bytes);
        crc.finish()
    }
}

#[cfg(any(test, target_arch = "wasm32"))]
mod small {
    /// By byte: the remainder of it, followed by 32 zeros, in the division by the polynomial. Bits
    /// run from the lowest on, so the polynomial 0x04c11db7 stands reversed.
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut crc = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                crc = if crc & 1 == 1 {
                    crc >> 1 ^ 0xedb8_8320
                } else {
                    crc >> 1
                };
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };

    /// With the calls of the library's.
    #[derive(Clone, Debug)]
    pub struct Hasher(u32);

    impl Default for Hasher {
        fn default() -> Self {
            // Ones at the start and the complement at the end: zeros there change the sum too.
            Self(!0)
        }
    }

    impl Hasher {
        pub fn update(&mut self, bytes: &[u8]) {
            // A byte at a time (D. V. Sarwate, 1988).
            self.0 = bytes.iter().fold(self.0, |crc, &byte| {
                crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize]
            });
        }

        pub fn finalize(self) -> u32 {
            !self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Crc32, small};

    #[test]
    fn checksums_are_the_usual_ones() {
        assert_eq!(Crc32::of(b""), 0);
        assert_eq!(Crc32::of(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn both_ways_agree() {
        let bytes: Vec<u8> = (0..5000u32).map(|i| ((i * i) >> 3) as u8).collect();
        for length in [0, 1, 7, 8, 64, 1000, 5000] {
            let mut hasher = small::Hasher::default();
            hasher.update(&bytes[..length]);
            assert_eq!(hasher.finalize(), Crc32::of(&bytes[..length]), "{length}");
        }
    }
}
