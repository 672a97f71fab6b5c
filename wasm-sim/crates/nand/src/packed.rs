//! Numbers packed into as many bits as they need. It is here, beside [`Columns`](crate::Columns), because this crate
//! is compiled for speed everywhere: a checkpoint packs millions of numbers.

/// Numbers of which the leading bits that all have in common are kept once, and the rest of each packed side by side. Page states
/// take two bits, logical pages of a small device ten: about a third less than whole words, so a third more checkpoints in the
/// same room.
#[derive(Debug, PartialEq)]
pub struct Packed {
    len: u32,
    /// Bits of each that are not common.
    bits: u32,
    /// The bits common to all, the other bits 0.
    common: u64,
    words: Box<[u64]>,
}

impl Packed {
    /// Packs numbers.
    pub fn new(values: &[u64]) -> Self {
        let first = values.first().copied().unwrap_or(0);
        let differ = values
            .iter()
            .fold(0, |differ, value| differ | (value ^ first));
        let bits = 64 - differ.leading_zeros();
        let mask = low(bits);
        let mut words = vec![0; (values.len() * bits as usize).div_ceil(64)];
        // 64 of them take whole words.
        for (values, words) in values
            .chunks(64)
            .zip(words.chunks_mut(bits.max(1) as usize))
        {
            let mut words = words.iter_mut();
            let mut put = |word| words.next().into_iter().for_each(|place| *place = word);
            let (mut word, mut filled) = (0, 0);
            for value in values.iter().map(|value| value & mask) {
                word |= value << filled;
                filled += bits;
                if filled >= 64 {
                    put(word);
                    filled -= 64;
                    // The bits that did not fit, in two steps: nothing may be left over, and a shift by 64 has no
                    // meaning.
                    word = value >> 1 >> (bits - filled - 1);
                }
            }
            if filled > 0 {
                put(word);
            }
        }
        Self {
            len: values.len() as u32,
            bits,
            common: first & !mask,
            words: words.into(),
        }
    }

    /// Appends the numbers to `values`.
    #[inline]
    pub fn unpack(&self, values: &mut Vec<u64>) {
        if self.bits == 0 {
            values.resize(values.len() + self.len as usize, self.common);
            return;
        }
        let mask = low(self.bits);
        let (mut at, mut skip) = (0, 0);
        values.extend((0..self.len).map(|_| {
            let mut value = self.words[at] >> skip;
            if skip + self.bits > 64 {
                value |= self.words[at + 1] << (64 - skip);
            }
            skip += self.bits;
            if skip >= 64 {
                (at, skip) = (at + 1, skip - 64);
            }
            self.common | (value & mask)
        }));
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        40 + self.words.len() * 8
    }
}

/// That many of the lowest bits.
fn low(bits: u32) -> u64 {
    u64::MAX.checked_shr(64 - bits).unwrap_or(0)
}
