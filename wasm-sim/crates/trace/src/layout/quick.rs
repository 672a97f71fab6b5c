//! Rows as nearly all are written, read in one pass: digits where numbers belong, one separator behind each field, nothing
//! around them. A number is read while its end is looked for, and nothing is kept to tell of errors with.
//!
//! What is written in any other way, good or bad, is left to [`Layout::read`]: so every error is found in one place.

use super::{Fresh, Holds, LAST_PAGE, Layout, unit_bytes};
use crate::fields::{Field, Separator, leading_digits};
use crate::format::FieldSpec;
use crate::options::{AddressUnit, TimeUnit, Units};
use crate::record::{Address, Record};

/// Bytes of a line that are looked at, and those behind it that are read along with the last ones.
const LINE: usize = 200;
const BEHIND: usize = 24;

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

impl<C: AsRef<[FieldSpec]>> Layout<C> {
    /// The request of a line, or that it makes none; `None` if the line is not plain.
    #[inline]
    #[expect(clippy::option_option, reason = "the inner one is that of `read`")]
    pub(super) fn quick(&self, line: &[u8], units: Units) -> Option<Option<Record>> {
        let mut room = [0; LINE + BEHIND];
        room.get_mut(..LINE.min(line.len()))?
            .copy_from_slice(line.get(..line.len().min(LINE))?);
        if line.len() > LINE {
            return None;
        }
        let mut text = Cursor {
            room: &room,
            at: 0,
            end: line.len(),
            separator: self.separator,
        };
        let mut fresh = Fresh::NONE;
        for (i, column) in self.columns.as_ref().iter().enumerate() {
            if !text.enter(i)? {
                if i < self.required {
                    return None;
                }
                break;
            }
            match column.holds {
                Holds::Unused => {
                    text.word();
                }
                Holds::Number => {
                    text.number()?;
                }
                Holds::Time(own) => {
                    fresh.time_ns = Some(text.time(units.time.unwrap_or(own))?);
                }
                Holds::WholeTime(own) => {
                    fresh.time_ns = Some(match units.time {
                        Some(unit) => text.time(unit)?,
                        None => text.number()?.checked_mul(own.ns())?,
                    });
                }
                Holds::Device => fresh.device = text.number()?.try_into().ok()?,
                Holds::Temperature => fresh.temperature = text.number()?.try_into().ok()?,
                Holds::Address(unit) => {
                    fresh.offset = text.number()?.checked_mul(unit_bytes(unit, units))?;
                    fresh.unit = unit;
                }
                Holds::Length(unit) => {
                    let length = text.number()?.checked_mul(unit_bytes(unit, units))?;
                    fresh.length = length.try_into().ok()?;
                }
                other => {
                    let field = Field {
                        name: column.name,
                        at: 0,
                        text: text.word(),
                    };
                    fresh.take(&field, other, units).ok()?;
                }
            }
        }
        if text.at < text.end && !(self.open && text.ends(room[text.at])) {
            return None;
        }
        let Some(op) = fresh.op else {
            return Some(None);
        };
        let address = if fresh.unit == AddressUnit::Pages {
            let last = fresh
                .offset
                .checked_add(fresh.length.into())?
                .checked_sub(1)?;
            (last <= u64::from(LAST_PAGE)).then_some(Address::Lpn(fresh.offset as u32))?
        } else {
            fresh.offset.checked_add(fresh.length.into())?;
            Address::Byte(fresh.offset)
        };
        let record = Record {
            time_ns: fresh.time_ns,
            op,
            device: fresh.device,
            address,
            length: fresh.length,
            temperature: fresh.temperature,
        };
        (fresh.length > 0).then_some(Some(record))
    }
}

/// A line while it is read.
struct Cursor<'a> {
    room: &'a [u8; LINE + BEHIND],
    at: usize,
    /// The line's end in `room`; zeros follow.
    end: usize,
    separator: Separator,
}

impl<'a> Cursor<'a> {
    /// Goes to where field `i` begins; false if the line has no such field, None if something else is in the way.
    #[inline]
    fn enter(&mut self, i: usize) -> Option<bool> {
        match self.separator {
            Separator::Byte(own) if i > 0 => {
                if self.at == self.end {
                    return Some(false);
                }
                let there = self.room[self.at] == own;
                self.at += 1;
                there.then_some(true)
            }
            Separator::Byte(_) => Some(true),
            Separator::Blank => {
                let from = self.at;
                while matches!(self.room[self.at], b' ' | b'\t') {
                    self.at += 1;
                }
                (i == 0 || self.at > from || self.at == self.end).then_some(self.at < self.end)
            }
        }
    }

    /// The digits from here on as a number of at most 19.
    #[inline]
    fn number(&mut self) -> Option<u64> {
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
        // No line is so long that there are not eight bytes from here on: at most 16 digits are read beyond its end.
        let text = self.room[self.at..].first_chunk().copied();
        let (n, number) = leading_digits(text.unwrap_or_default());
        self.at += n as usize;
        (n as usize, number)
    }

    /// A time in nanoseconds; of a fraction as many digits as there are in the unit.
    #[inline]
    fn time(&mut self, unit: TimeUnit) -> Option<u64> {
        let unit = unit.ns();
        let whole = self.number()?.checked_mul(unit)?;
        if self.room[self.at] != b'.' {
            return Some(whole);
        }
        self.at += 1;
        let from = self.at;
        let fraction = self.number()?;
        let tens = TENS.get(self.at - from)?;
        // A unit is a power of ten: it has as many digits behind the point, or more.
        if *tens > unit {
            return None;
        }
        whole.checked_add(fraction * (unit / tens))
    }

    /// The bytes up to the next separator.
    #[inline]
    fn word(&mut self) -> &'a [u8] {
        let from = self.at;
        while self.at < self.end && !self.ends(self.room[self.at]) {
            self.at += 1;
        }
        &self.room[from..self.at]
    }

    /// Whether a byte is a separator.
    #[inline]
    fn ends(&self, byte: u8) -> bool {
        match self.separator {
            Separator::Byte(own) => byte == own,
            Separator::Blank => matches!(byte, b' ' | b'\t'),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Format;
    use crate::line_reader::Grammar;
    use crate::options::Options;

    /// What makes a line another, or none.
    const BYTES: &[u8] = b"0123456789,. \t\"-+RWrwFxe\xff:/";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_line_is_read_as_the_careful_reader_reads_it(
            which in 0..Format::ALL.len(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, 0..BYTES.len()), 0..5),
            sectors in any::<bool>(),
        ) {
            let spec = Format::ALL[which].spec();
            let Grammar::Rows(row) = spec.grammar else { return Ok(()) };
            let mut line = spec.description.sample.as_bytes().to_vec();
            for (at, what, byte) in changes {
                let at = at.index(line.len());
                match what {
                    0 => line[at] = BYTES[byte],
                    1 => line.insert(at, BYTES[byte]),
                    _ if line.len() > 1 => drop(line.remove(at)),
                    _ => {}
                }
            }
            let time_unit = sectors.then_some(crate::TimeUnit::Microseconds);
            let units = Options { time_unit, ..Options::default() }.units();
            let carefully = row.read_carefully(&line, units);
            if let Some(quick) = row.quick(&line, units) {
                prop_assert_eq!(Ok(quick), carefully, "{}", String::from_utf8_lossy(&line));
            }
        }
    }

    #[test]
    fn the_samples_are_read_quickly() {
        for format in Format::ALL {
            let spec = format.spec();
            if let Grammar::Rows(row) = spec.grammar {
                let line = spec.description.sample.as_bytes();
                assert!(
                    row.quick(line, Options::default().units()).is_some(),
                    "{format}"
                );
            }
        }
    }
}
