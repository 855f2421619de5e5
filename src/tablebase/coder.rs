//! A range coder for single bits, each with its probability: it encodes the values of a layer as
//! one long binary fraction.
//!
//! After G. N. N. Martin, "Range encoding" (1979), with the carry delayed as in the public-domain
//! LZMA coder. Existing crates would only replace these few lines; the model, which is most of the
//! work, would still be ours.

/// Writes bits, or reads them: one walk over the positions serves for both.
pub trait Coder {
    /// Codes a bit that is 1 with a probability of `one` in 65536, strictly between the two.
    /// Writing takes `bit` and gives it back; reading leaves it aside.
    fn code(&mut self, one: u32, bit: bool) -> bool;
}

/// Below this a byte is shifted out. So the range has at least 24 bits, and a probability in
/// 65536ths keeps 8 bits of it at least.
const TOP: u32 = 1 << 24;

/// How much of the range belongs to a 1; never nothing, never all.
fn share(range: u32, one: u32) -> u32 {
    ((u64::from(range) * u64::from(one)) >> 16) as u32
}

/// The most zeros that are left out at the end: after that and the four bytes that are read ahead,
/// nothing can be right.
const LEFT_OUT: usize = 8;

/// Reads. After the end of the bytes it reads zeros: whether they were the right ones is for
/// checksums to say.
#[derive(Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
    at: usize,
    range: u32,
    code: u32,
}

impl Decoder {
    /// Of these bytes from `at` on.
    pub fn new(bytes: Vec<u8>, at: usize) -> Self {
        let mut decoder = Self {
            bytes,
            at,
            range: u32::MAX,
            code: 0,
        };
        // As many bytes as the range has.
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        decoder
    }

    /// Whether it has read so far beyond the end of the bytes that some must be missing: going on
    /// would be wasted work.
    pub fn is_exhausted(&self) -> bool {
        self.at > self.bytes.len() + LEFT_OUT + 4
    }

    fn next(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte.into()
    }
}

impl Coder for Decoder {
    #[inline]
    fn code(&mut self, one: u32, _: bool) -> bool {
        let share = share(self.range, one);
        let bit = self.code < share;
        if bit {
            self.range = share;
        } else {
            self.code -= share;
            self.range -= share;
        }
        while self.range < TOP {
            self.range <<= 8;
            self.code = self.code << 8 | self.next();
        }
        bit
    }
}

/// The most answers that are counted: each further one weighs as little as the last.
const LIMIT: u16 = 255;

/// By answers seen: what share the next one has, in 65536ths.
pub fn shares() -> Vec<i32> {
    (0..=i32::from(LIMIT))
        // 1 / (seen + 1.5): the first answer has two thirds.
        .map(|seen| 65536 * 2 / (2 * seen + 3))
        .collect()
}

/// A probability that is learnt: in 65536ths, with the number of answers that it comes from, up to
/// a limit.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    pub p: u16,
    seen: u16,
}

impl Chance {
    /// Nothing learnt yet.
    pub const EVEN: Self = Self {
        p: 1 << 15,
        seen: 0,
    };

    /// Learns from an answer; `shares` are [`shares`].
    #[inline]
    pub fn learn(&mut self, bit: bool, shares: &[i32]) {
        // The difference is halved first, so that its product with a share, two thirds of 65536 at
        // most, fits into 32 bits.
        let goal = if bit { 65535 } else { 0 };
        let p = i32::from(self.p);
        self.p = (p + ((((goal - p) >> 1) * shares[usize::from(self.seen)]) >> 15)) as u16;
        self.seen += u16::from(self.seen < LIMIT);
    }
}

/// Writes.
#[derive(Debug)]
pub struct Encoder {
    bytes: Vec<u8>,
    low: u64,
    range: u32,
    /// Bytes that a carry may still change: the first, and how many of 255 follow.
    held: Option<u8>,
    full: usize,
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoder {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            low: 0,
            range: u32::MAX,
            held: None,
            full: 0,
        }
    }

    /// Takes the highest byte out of `low`.
    fn shift(&mut self) {
        // `low` has 32 bits and one for the carry.
        let (carry, byte) = ((self.low >> 32) as u8, (self.low >> 24) as u8);
        // A byte of 255 hands a carry on, so it waits; any other would absorb one.
        if carry == 0 && byte == u8::MAX {
            self.full += 1;
        } else {
            self.bytes.extend(self.held.map(|held| held + carry));
            self.bytes
                .extend(std::iter::repeat_n(u8::MAX.wrapping_add(carry), self.full));
            (self.held, self.full) = (Some(byte), 0);
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// The bytes; some zeros at their end are left out.
    pub fn finish(mut self) -> Vec<u8> {
        // The four bytes of `low`, and the one that is held.
        for _ in 0..5 {
            self.shift();
        }
        let zeros = self
            .bytes
            .iter()
            .rev()
            .take(LEFT_OUT)
            .take_while(|&&byte| byte == 0)
            .count();
        self.bytes.truncate(self.bytes.len() - zeros);
        self.bytes
    }
}

impl Coder for Encoder {
    fn code(&mut self, one: u32, bit: bool) -> bool {
        let share = share(self.range, one);
        if bit {
            self.range = share;
        } else {
            self.low += u64::from(share);
            self.range -= share;
        }
        while self.range < TOP {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        // Likely and unlikely bits, and long runs that make carries wait.
        let mut state = 1u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for (least, most) in [(1, 65535), (1, 4), (65530, 65535), (32767, 32769)] {
            let bits: Vec<_> = (0..20_000)
                .map(|_| {
                    let one = least + next(most - least);
                    (
                        one,
                        if next(50) == 0 {
                            next(2) == 0
                        } else {
                            next(65536) < one
                        },
                    )
                })
                .collect();
            let mut encoder = Encoder::new();
            for &(one, bit) in &bits {
                assert_eq!(encoder.code(one, bit), bit);
            }
            let mut decoder = Decoder::new(encoder.finish(), 0);
            for (i, &(one, bit)) in bits.iter().enumerate() {
                assert_eq!(decoder.code(one, !bit), bit, "bit {i} of {least} to {most}");
            }
            assert!(!decoder.is_exhausted());
        }
    }

    #[test]
    fn what_is_not_there_is_not_read_for_long() {
        // Nothing but likely bits, which are all zeros when they are written.
        let mut encoder = Encoder::new();
        for _ in 0..10_000_000 {
            encoder.code(65535, true);
        }
        let mut whole = Decoder::new(encoder.finish(), 0);
        for _ in 0..10_000_000 {
            assert!(whole.code(65535, false));
        }
        assert!(!whole.is_exhausted());
        let mut cut = Decoder::new(Vec::new(), 0);
        let read = (0..10_000_000)
            .take_while(|_| !cut.is_exhausted() && cut.code(65535, false))
            .count();
        assert!(read < 5_000_000, "{read}");
    }
}
