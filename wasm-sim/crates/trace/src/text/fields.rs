//! Fields of a line and the numbers in them, read from bytes without allocating.

#[cfg(test)]
mod tests;

use memchr::memchr;

use crate::text::excerpt::quote;
use crate::text::line_error::LineErrorKind;

/// Why a line was refused and where; the importer adds the line's number and text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldError {
    /// Byte offset in the line.
    pub at: usize,
    /// The field's name.
    pub field: &'static str,
    pub kind: LineErrorKind,
}

/// A field: its bytes without blanks around them, and where they start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub name: &'static str,
    pub at: usize,
    pub text: &'a [u8],
}

/// The separator of fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Separator {
    /// One byte, such as a comma; blanks around a field are not part of it, nor are quotes, between which it separates nothing.
    Byte(u8),
    /// A run of spaces and tabs.
    Blank,
}

impl Separator {
    pub const COMMA: Self = Self::Byte(b',');

    /// Whether the byte is white space around fields.
    const fn pads(self, byte: u8) -> bool {
        match self {
            Self::Byte(own) => blank(byte) && byte != own,
            Self::Blank => blank(byte),
        }
    }

    /// The separators among eight bytes: the upper bit of each.
    #[inline]
    const fn among(self, word: u64) -> u64 {
        match self {
            Self::Byte(own) => zeros(word ^ (EACH * own as u64)),
            Self::Blank => zeros(word ^ (EACH * b' ' as u64)) | zeros(word ^ (EACH * b'\t' as u64)),
        }
    }
}

/// The upper bit of each byte that is 0.
#[inline]
pub(crate) const fn zeros(word: u64) -> u64 {
    const LOWER: u64 = 0x7f * EACH;
    !(((word & LOWER) + LOWER) | word | LOWER)
}

/// A byte that is in each byte of a word.
pub(crate) const EACH: u64 = 0x0101_0101_0101_0101;

/// The eight bytes from `at` on, the first one lowest. Those past the end may be anything.
#[inline]
fn eight(line: &[u8], at: usize) -> u64 {
    if let Some(eight) = line[at..].first_chunk() {
        return u64::from_le_bytes(*eight);
    }
    if let Some(last) = line.last_chunk::<8>() {
        return u64::from_le_bytes(*last) >> (8 * (8 - (line.len() - at)));
    }
    line[at..]
        .iter()
        .rfold(0, |word, &byte| word << 8 | u64::from(byte))
}

const fn blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The fields of a line, one by one.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    line: &'a [u8],
    /// Where the next field starts; beyond the line's end when there is none.
    at: usize,
    separator: Separator,
    /// Up to where separators were looked for, eight bytes at a time, and those of the last eight that are still to come.
    seen: usize,
    found: u64,
}

impl<'a> Fields<'a> {
    pub fn new(line: &'a [u8], separator: Separator) -> Self {
        Self {
            line,
            at: 0,
            separator,
            seen: 0,
            found: 0,
        }
    }

    /// Where the next separator from `self.at` on is, or the line's end.
    #[inline]
    fn stop(&mut self) -> usize {
        loop {
            while self.found != 0 {
                let at = self.seen - 8 + self.found.trailing_zeros() as usize / 8;
                self.found &= self.found - 1;
                if at >= self.at {
                    return at;
                }
            }
            if self.seen >= self.line.len() {
                return self.line.len();
            }
            self.found = self.separator.among(eight(self.line, self.seen));
            self.seen += 8;
            if let Some(beyond) = self.seen.checked_sub(self.line.len()) {
                self.found &= u64::MAX >> (8 * beyond);
            }
        }
    }

    /// The next field, which may be empty between separators, under this name; None behind the last one.
    #[inline]
    pub fn next(&mut self, name: &'static str) -> Option<Field<'a>> {
        while self.at < self.line.len() && self.separator.pads(self.line[self.at]) {
            self.at += 1;
        }
        let start = self.at;
        let least = match self.separator {
            Separator::Byte(_) => start,
            Separator::Blank => start + 1,
        };
        if least > self.line.len() {
            return None;
        }
        let stop = match self.quoted(start) {
            Some(stop) => stop,
            None => self.stop(),
        };
        let mut text = &self.line[start..stop];
        while let [front @ .., last] = text
            && self.separator.pads(*last)
        {
            text = front;
        }
        self.at = stop + 1;
        if let [b'"', inside @ .., b'"'] = text {
            return Some(Field {
                name,
                at: start + 1,
                text: inside,
            });
        }
        Some(Field {
            name,
            at: start,
            text,
        })
    }

    /// Where a field in quotes ends that starts here: behind the quote that a separator or the line's end follows. A quote among
    /// others is written twice.
    #[inline]
    fn quoted(&self, start: usize) -> Option<usize> {
        if self.separator == Separator::Blank || self.line.get(start) != Some(&b'"') {
            return None;
        }
        self.behind_quotes(start + 1)
    }

    #[cold]
    fn behind_quotes(&self, mut at: usize) -> Option<usize> {
        loop {
            at += memchr(b'"', self.line.get(at..)?)? + 1;
            if self.line.get(at) == Some(&b'"') {
                at += 1;
                continue;
            }
            let mut behind = self.line[at..].iter();
            let blanks = behind.position(|&byte| !self.separator.pads(byte));
            let stop = blanks.map_or(self.line.len(), |n| at + n);
            let next = self.line.get(stop);
            return next
                .is_none_or(|&byte| self.separator == Separator::Byte(byte))
                .then_some(stop);
        }
    }

    /// The next field of `expected`. An absent or empty one is an error that names it.
    #[inline]
    pub fn must(&mut self, name: &'static str, expected: usize) -> Result<Field<'a>, FieldError> {
        match self.next(name) {
            Some(field) if !field.text.is_empty() => Ok(field),
            Some(field) => Err(self.missing(name, field.at, expected)),
            None => Err(self.missing(name, self.line.len(), expected)),
        }
    }

    /// That the field at byte `at` is missing.
    #[cold]
    pub fn missing(&self, field: &'static str, at: usize, expected: usize) -> FieldError {
        let kind = LineErrorKind::MissingField {
            expected: expected as u32,
            found: self.count(),
        };
        FieldError { at, field, kind }
    }

    /// Refuses anything after the last field of `expected` but blanks.
    #[inline]
    pub fn end(mut self, expected: usize) -> Result<(), FieldError> {
        let Some(extra) = self.next("end of line") else {
            return Ok(());
        };
        Err(extra.error(LineErrorKind::ExtraField {
            expected: expected as u32,
            found: self.count(),
            value: extra.found(),
        }))
    }

    /// Fields of the whole line.
    pub fn count(&self) -> u32 {
        let mut fields = Fields::new(self.line, self.separator);
        let mut count = 0;
        while fields.next("").is_some() {
            count += 1;
        }
        count
    }
}

impl Field<'_> {
    pub fn error(&self, kind: LineErrorKind) -> FieldError {
        FieldError {
            at: self.at,
            field: self.name,
            kind,
        }
    }

    pub fn found(&self) -> String {
        quote(self.text)
    }

    /// A whole number, decimal digits only, at most `max`.
    #[inline]
    pub fn integer(&self, max: u64) -> Result<u64, FieldError> {
        match digits(self.text) {
            Ok(number) if number <= max => Ok(number),
            Ok(_) | Err(BadDigits::TooBig) => Err(self.too_big(max)),
            Err(BadDigits::NotDigits) => Err(self.not_a_number(LineErrorKind::NotAnInteger {
                found: self.found(),
            })),
        }
    }

    /// A whole number of at most 32 bits.
    #[inline]
    pub fn integer32(&self) -> Result<u32, FieldError> {
        self.integer(u64::from(u32::MAX))
            .map(|number| number as u32)
    }

    /// A number in hex digits, without a mark that says so.
    #[inline]
    pub fn hex(&self) -> Result<u32, FieldError> {
        let bad = || {
            self.not_a_number(LineErrorKind::NotHex {
                found: self.found(),
            })
        };
        if self.text.is_empty() {
            return Err(bad());
        }
        let mut number = 0u32;
        for &byte in self.text {
            let digit = (byte as char).to_digit(16).ok_or_else(bad)?;
            if number >> 28 != 0 {
                return Err(self.too_big(u64::from(u32::MAX)));
            }
            number = number << 4 | digit;
        }
        Ok(number)
    }

    /// A time in a unit of `unit_ns` nanoseconds, whole or with a decimal point, to exact nanoseconds.
    ///
    /// No floating point: `0.026214` s is 26,214,000 ns. Fractions of a nanosecond are cut off.
    #[inline]
    pub fn time_ns(&self, unit_ns: u64) -> Result<u64, FieldError> {
        let point = self.text.iter().position(|&byte| byte == b'.');
        let (whole, fraction) = point.map_or((self.text, None), |i| {
            (&self.text[..i], Some(&self.text[i + 1..]))
        });
        let not_decimal = || {
            self.not_a_number(LineErrorKind::NotADecimal {
                found: self.found(),
            })
        };
        let too_big = || self.too_big(u64::MAX / unit_ns);
        let whole = match digits(whole) {
            Ok(number) => number.checked_mul(unit_ns).ok_or_else(too_big)?,
            Err(BadDigits::TooBig) => return Err(too_big()),
            Err(BadDigits::NotDigits)
                if whole.is_empty() && fraction.is_some_and(|f| !f.is_empty()) =>
            {
                0
            }
            Err(BadDigits::NotDigits) => return Err(not_decimal()),
        };
        let mut ns = 0;
        let mut place = unit_ns; // Units are powers of ten, so the place ends at 1 and then 0: below a nanosecond.
        for &byte in fraction.unwrap_or_default() {
            if !byte.is_ascii_digit() {
                return Err(not_decimal());
            }
            place /= 10;
            ns += u64::from(byte - b'0') * place;
        }
        whole.checked_add(ns).ok_or_else(too_big)
    }

    /// Digits behind the point.
    pub fn decimals(&self) -> usize {
        let point = self.text.iter().position(|&byte| byte == b'.');
        point.map_or(0, |at| self.text.len() - at - 1)
    }

    pub fn too_big(&self, max: u64) -> FieldError {
        self.error(LineErrorKind::TooBig {
            found: self.found(),
            max: max.to_string(),
        })
    }

    fn not_a_number(&self, otherwise: LineErrorKind) -> FieldError {
        let negative = matches!(self.text, [b'-', b'0'..=b'9', ..]);
        self.error(if negative {
            LineErrorKind::Negative {
                found: self.found(),
            }
        } else {
            otherwise
        })
    }
}

/// Why digits spell no number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BadDigits {
    /// There are none, or there is something else among them.
    NotDigits,
    /// More than 64 bits.
    TooBig,
}

/// The number that eight digits spell, side by side: a third of the time that one after another takes.
#[inline]
fn eight_digits(text: [u8; 8]) -> Option<u64> {
    let digits = u64::from_le_bytes(text) ^ 0x3030_3030_3030_3030;
    // A byte above 9 either has a bit of the upper half or gets one from 6 more.
    if (digits | digits.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0 != 0 {
        return None;
    }
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours & 0xffff) * 10_000 + (fours >> 32))
}

/// The number that four digits spell.
#[inline]
fn four_digits(text: [u8; 4]) -> Option<u64> {
    let digits = u32::from_le_bytes(text) ^ 0x3030_3030;
    if (digits | digits.wrapping_add(0x0606_0606)) & 0xf0f0_f0f0 != 0 {
        return None;
    }
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff;
    Some(u64::from((pairs & 0xff) * 100 + (pairs >> 16)))
}

/// How many decimal digits a text of at least eight bytes begins with, up to eight, and the number that they spell.
#[inline]
pub(crate) fn leading_digits(text: [u8; 8]) -> (u32, u32) {
    let digits = u64::from_le_bytes(text) ^ 0x3030_3030_3030_3030;
    // A byte above 9 has its upper bit, or gets it from 0x76 more; what is carried goes behind it, where no one looks.
    let other = (digits | digits.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let n = other.trailing_zeros() / 8;
    if n == 0 {
        return (0, 0);
    }
    // Zeros in front, as if the number had eight digits.
    let digits = digits << (64 - 8 * n);
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (n, ((fours & 0xffff) * 10_000 + (fours >> 32)) as u32)
}

/// The number that decimal digits spell.
#[inline]
pub(crate) fn digits(text: &[u8]) -> Result<u64, BadDigits> {
    if text.is_empty() {
        return Err(BadDigits::NotDigits);
    }
    if text.len() <= 19 {
        // 19 nines fit in 64 bits: no check in the loop that reads nearly every number of a trace.
        let mut number = 0u64;
        let mut rest = text;
        while let Some((eight, behind)) = rest.split_first_chunk() {
            let eight = eight_digits(*eight).ok_or(BadDigits::NotDigits)?;
            number = number * 100_000_000 + eight;
            rest = behind;
        }
        if let Some((four, behind)) = rest.split_first_chunk() {
            let four = four_digits(*four).ok_or(BadDigits::NotDigits)?;
            number = number * 10_000 + four;
            rest = behind;
        }
        for &byte in rest {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return Err(BadDigits::NotDigits);
            }
            number = number * 10 + u64::from(digit);
        }
        return Ok(number);
    }
    if !text.iter().all(u8::is_ascii_digit) {
        return Err(BadDigits::NotDigits);
    }
    let number = text.iter().try_fold(0u64, |number, &byte| {
        number.checked_mul(10)?.checked_add(u64::from(byte - b'0'))
    });
    number.ok_or(BadDigits::TooBig)
}
