//! UTF-16 that arrives in chunks becomes UTF-8. A unit that is no character becomes U+FFFD, and the line that holds it is a bad one.

/// Pairs of bytes that are looked at where there is no mark.
const PAIRS: usize = 128;

pub(crate) struct Utf16 {
    big_endian: bool,
    /// The first byte of a unit whose second one has not come.
    half: Option<u8>,
    /// The first unit of a pair whose second one has not come.
    high: Option<u16>,
}

impl Utf16 {
    /// The decoder of a text that begins so; None if it is not UTF-16.
    pub fn of(head: &[u8]) -> Option<Self> {
        let big_endian = match head {
            [0xff, 0xfe, ..] => false,
            [0xfe, 0xff, ..] => true,
            _ => Self::guessed(head)?,
        };
        Some(Self {
            big_endian,
            half: None,
            high: None,
        })
    }

    /// Without a mark: whether nearly each pair has a zero on the same side, and hardly one on the other. Zeros alone are no text.
    fn guessed(head: &[u8]) -> Option<bool> {
        let (pairs, _) = head.as_chunks::<2>();
        let pairs = &pairs[..pairs.len().min(PAIRS)];
        let zeros = |side: usize| pairs.iter().filter(|pair| pair[side] == 0).count();
        let (first, second) = (zeros(0), zeros(1));
        // A letter of another script may have its zero on the other side.
        let nearly = |n: usize, other: usize| {
            pairs.len() >= 2 && 4 * n >= 3 * pairs.len() && 16 * other <= n
        };
        match (nearly(second, first), nearly(first, second)) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }

    /// Adds the characters of these bytes to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for &byte in bytes {
            let Some(first) = self.half.take() else {
                self.half = Some(byte);
                continue;
            };
            let unit = if self.big_endian {
                u16::from_be_bytes([first, byte])
            } else {
                u16::from_le_bytes([first, byte])
            };
            self.unit(unit, out);
        }
    }

    /// Adds what is left at the text's end.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.high.take().is_some() || self.half.take().is_some() {
            add(char::REPLACEMENT_CHARACTER, out);
        }
    }

    fn unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        let high = self.high.take();
        if (0xd800..0xdc00).contains(&unit) {
            if high.is_some() {
                add(char::REPLACEMENT_CHARACTER, out);
            }
            self.high = Some(unit);
            return;
        }
        for read in char::decode_utf16(high.into_iter().chain([unit])) {
            add(read.unwrap_or(char::REPLACEMENT_CHARACTER), out);
        }
    }
}

fn add(char: char, out: &mut Vec<u8>) {
    out.extend(char.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], chunk: usize) -> Option<String> {
        let mut utf16 = Utf16::of(bytes)?;
        let mut out = Vec::new();
        bytes
            .chunks(chunk)
            .for_each(|chunk| utf16.push(chunk, &mut out));
        utf16.finish(&mut out);
        Some(String::from_utf8(out).unwrap())
    }

    #[test]
    fn both_orders_are_read_with_a_mark_and_without_wherever_the_bytes_are_cut() {
        let text = "w5 \u{c4f0} \u{1f600}\nr7, w8 t9 r1 w2 w3\n";
        for mark in ["", "\u{feff}"] {
            let text = format!("{mark}{text}");
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for chunk in [1, 2, 3, 100] {
                assert_eq!(decoded(&little, chunk).as_deref(), Some(&*text));
                assert_eq!(decoded(&big, chunk).as_deref(), Some(&*text));
            }
        }
    }

    #[test]
    fn other_text_and_zeros_are_not_utf16_and_half_a_character_is_seen() {
        for text in ["", "w", "w5 r7\n"] {
            assert_eq!(decoded(text.as_bytes(), 9), None);
        }
        assert_eq!(decoded(&[0; 64], 9), None);
        let marked = |bytes: &[u8]| decoded(&[b"\xff\xfe", bytes].concat(), 9).unwrap();
        assert_eq!(marked(b"w\x005\0\x3d\xd8"), "\u{feff}w5\u{fffd}");
        assert_eq!(marked(b"\x00\xdc7\0x"), "\u{feff}\u{fffd}7\u{fffd}");
    }
}
