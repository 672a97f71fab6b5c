//! A text, field by field, while its first line is read. Behind the text nothing is plain: near its end everything here
//! says None, or finds no digit.

use memchr::memchr;

use crate::options::TimeUnit;
use crate::text::fields::{EACH, leading_digits, zeros};
use crate::text::lines::MAX_LINE;
use crate::text::linux::{MAX_MAJOR, MAX_MINOR, MINOR_BITS};

/// Powers of ten.
const TENS: [u64; 10] = {
    let mut tens = [1; 10];
    let mut i = 1;
    while i < 10 {
        tens[i] = 10 * tens[i - 1];
        i += 1;
    }
    tens
};

/// A text while its first line is read; the separator is blanks, or one byte.
pub(super) struct Cursor<'a, const BLANK: bool> {
    text: &'a [u8],
    at: usize,
    own: u8,
}

impl<'a, const BLANK: bool> Cursor<'a, BLANK> {
    /// Where `text` begins; `own` is the separator, if that is not blanks.
    #[inline]
    pub fn new(text: &'a [u8], own: u8) -> Self {
        Self { text, at: 0, own }
    }

    /// The byte here; 0, which no plain line has, behind the text.
    #[inline]
    fn byte(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    /// Goes to where field `i` begins; false if the line has no such field, None if something else is in the way.
    #[inline]
    pub fn enter(&mut self, i: usize) -> Option<bool> {
        let from = self.at;
        if BLANK {
            while matches!(self.byte(), b' ' | b'\t') {
                self.at += 1;
            }
        }
        if i == 0 {
            // A comment, or perhaps one, or nothing.
            let first = self.byte();
            return (first != b'#' && !first.is_ascii_whitespace()).then_some(true);
        }
        if self.at_end() {
            return Some(false);
        }
        if BLANK {
            return (self.at > from).then_some(true);
        }
        let there = self.byte() == self.own;
        self.at += 1;
        there.then_some(true)
    }

    /// Whether the line ends here.
    #[inline]
    fn at_end(&self) -> bool {
        match self.byte() {
            b'\n' => true,
            b'\r' => self.text.get(self.at + 1) == Some(&b'\n'),
            _ => false,
        }
    }

    /// The bytes of the line with its line feed, if it ends here, or may have more fields.
    #[inline]
    pub fn end(&self, open: bool) -> Option<usize> {
        let bytes = match self.byte() {
            b'\n' => self.at + 1,
            b'\r' => (self.text.get(self.at + 1) == Some(&b'\n')).then_some(self.at + 2)?,
            byte if open && self.separates(byte) => {
                self.at + memchr(b'\n', &self.text[self.at..])? + 1
            }
            _ => return None,
        };
        (bytes <= MAX_LINE).then_some(bytes)
    }

    /// The digits from here on as a number of at most 19.
    // A call costs half as much as a number.
    #[inline(always)]
    pub fn number(&mut self) -> Option<u64> {
        let (n, first) = self.eight();
        let mut number = u64::from(first);
        if n == 8 {
            let (n, second) = self.eight();
            number = number * TENS[n] + u64::from(second);
            if n == 8 {
                let (n, third) = self.eight();
                if n > 3 {
                    return None;
                }
                number = number * TENS[n] + u64::from(third);
            }
        }
        (n > 0).then_some(number)
    }

    /// Up to eight digits: how many, and their number.
    #[inline]
    fn eight(&mut self) -> (usize, u32) {
        // None where fewer than eight bytes are left: the text's last line is for the careful reader.
        let text = self.text.get(self.at..).and_then(|text| text.first_chunk());
        let (n, number) = leading_digits(text.copied().unwrap_or_default());
        self.at += n as usize;
        (n as usize, number)
    }

    /// A time in nanoseconds; of a fraction as many digits as there are in the unit.
    #[inline]
    pub fn time(&mut self, unit: TimeUnit) -> Option<u64> {
        self.time_to(unit, 1)
    }

    /// The same, no finer than this many nanoseconds, a power of ten.
    #[inline]
    pub fn time_to(&mut self, unit: TimeUnit, finest: u64) -> Option<u64> {
        let unit = unit.ns();
        let whole = self.number()?.checked_mul(unit)?;
        if self.byte() != b'.' {
            return Some(whole);
        }
        self.at += 1;
        let from = self.at;
        let fraction = self.number()?;
        let tens = TENS.get(self.at - from)?;
        // A unit is a power of ten: it has as many digits behind the point, or more.
        if *tens > unit / finest {
            return None;
        }
        whole.checked_add(fraction * (unit / tens))
    }

    /// A Linux device number: two numbers with a comma.
    #[inline]
    pub fn major_minor(&mut self) -> Option<u32> {
        let major = self.number()?;
        let comma = self.byte() == b',';
        self.at += 1;
        let minor = self.number()?;
        (comma && major <= MAX_MAJOR && minor <= MAX_MINOR)
            .then_some((major << MINOR_BITS | minor) as u32)
    }

    /// The bytes up to the next separator or the line's end. Quotes are for the careful reader.
    #[inline]
    pub fn word(&mut self) -> Option<&'a [u8]> {
        if !BLANK && self.byte() == b'"' {
            return None;
        }
        let from = self.at;
        loop {
            let eight = self.text.get(self.at..)?.first_chunk()?;
            let word = u64::from_le_bytes(*eight);
            let found = self.among(word) | zeros(word ^ (EACH * u64::from(b'\n')));
            if found != 0 {
                self.at += found.trailing_zeros() as usize / 8;
                break;
            }
            self.at += 8;
        }
        if let Some(b"\r\n") = self.text.get((self.at - 1).max(from)..=self.at) {
            self.at -= 1;
        }
        Some(&self.text[from..self.at])
    }

    /// The separators among eight bytes: the upper bit of each.
    #[inline]
    fn among(&self, word: u64) -> u64 {
        let own = zeros(word ^ (EACH * u64::from(self.own)));
        if BLANK {
            own | zeros(word ^ (EACH * u64::from(b'\t')))
        } else {
            own
        }
    }

    /// Whether a byte is a separator.
    #[inline]
    fn separates(&self, byte: u8) -> bool {
        byte == self.own || BLANK && byte == b'\t'
    }
}
