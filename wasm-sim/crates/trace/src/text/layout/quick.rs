//! Rows as nearly all are written, read in one pass: digits where numbers belong, one separator behind each field, nothing
//! around them. A number is read while its end is looked for, and nothing is kept to tell of errors with. They are read
//! where they lie, in a text that goes on behind them: so eight bytes can be looked at anywhere, and the line's end is
//! found like that of a field.
//!
//! A line written in any other way, good or bad, is left to [`Layout::read`]: so every error is found in one place.

mod cursor;

use cursor::Cursor;

use super::{Fresh, Holds, LAST_PAGE, Layout, Row, unit_bytes};
use crate::format::FieldSpec;
use crate::options::{AddressUnit, TimeUnit, Units};
use crate::record::{Address, Record};
use crate::text::fields::{Field, Separator};
use crate::text::linux::{Rwbs, rwbs};

/// A plain line's result, and its bytes with the line feed: a request, or None if its operation makes none.
pub(crate) type Plain = (Option<Record>, usize);

impl<C: AsRef<[FieldSpec]>> Layout<C> {
    /// The line that a text begins with; None if it is not plain, or if so little is left of the text that one cannot tell.
    #[inline]
    pub(crate) fn quick(&self, text: &[u8], units: Units) -> Option<Plain> {
        self.quick_if(text, units, |_, _| true)
    }

    /// The same if unused fields, by their place, are as wanted; None at the first that is not.
    #[inline]
    pub(crate) fn quick_if(
        &self,
        text: &[u8],
        units: Units,
        wanted: impl FnMut(usize, &[u8]) -> bool,
    ) -> Option<Plain> {
        match self.separator {
            Separator::Byte(own) => self.read_plain(Cursor::<false>::new(text, own), units, wanted),
            Separator::Blank => self.read_plain(Cursor::<true>::new(text, b' '), units, wanted),
        }
    }

    #[inline]
    fn read_plain<const BLANK: bool>(
        &self,
        mut text: Cursor<'_, BLANK>,
        units: Units,
        mut wanted: impl FnMut(usize, &[u8]) -> bool,
    ) -> Option<Plain> {
        let mut fresh = Fresh::NONE;
        for (i, column) in self.columns.as_ref().iter().enumerate() {
            if !text.enter(i)? {
                if i < self.required {
                    return None;
                }
                break;
            }
            text.take(i, column, &mut fresh, units, &mut wanted)?;
        }
        let bytes = text.end(self.open)?;
        Some((fresh.plain()?, bytes))
    }
}

/// The line that a text begins with, as [`Layout::quick`] reads it, in code for this format alone: twice as fast. Unused
/// fields are as wanted.
#[inline]
pub(crate) fn quick_row<R: Row>(
    text: &[u8],
    units: Units,
    wanted: impl FnMut(usize, &[u8]) -> bool,
) -> Option<Plain> {
    match const { R::LAYOUT.separator } {
        Separator::Byte(own) => read_row::<R, false>(Cursor::new(text, own), units, wanted),
        Separator::Blank => read_row::<R, true>(Cursor::new(text, b' '), units, wanted),
    }
}

#[inline]
fn read_row<R: Row, const BLANK: bool>(
    mut text: Cursor<'_, BLANK>,
    units: Units,
    mut wanted: impl FnMut(usize, &[u8]) -> bool,
) -> Option<Plain> {
    let mut fresh = Fresh::NONE;
    let mut more = true;
    // A loop, unrolled: each column is a constant.
    macro_rules! columns {
        ($($i:literal)*) => {$(
            if let Some(column) = const { nth(R::LAYOUT.columns, $i) } && more {
                more = text.enter($i)?;
                if more {
                    text.take($i, column, &mut fresh, units, &mut wanted)?;
                } else if $i < R::LAYOUT.required {
                    return None;
                }
            }
        )*};
    }
    columns!(0 1 2 3 4 5 6 7 8);
    const { assert!(R::LAYOUT.columns.len() <= 9, "each column has its turn") };
    let bytes = text.end(R::LAYOUT.open)?;
    Some((fresh.plain()?, bytes))
}

const fn nth(columns: &'static [FieldSpec], i: usize) -> Option<&'static FieldSpec> {
    if i < columns.len() {
        Some(&columns[i])
    } else {
        None
    }
}

impl<'a, const BLANK: bool> Cursor<'a, BLANK> {
    /// Reads the field here.
    // Of a known column a few instructions are left.
    #[inline(always)]
    fn take(
        &mut self,
        i: usize,
        column: &FieldSpec,
        fresh: &mut Fresh<'a>,
        units: Units,
        wanted: &mut impl FnMut(usize, &[u8]) -> bool,
    ) -> Option<()> {
        match column.holds {
            Holds::Unused => wanted(i, self.word()?).then_some(())?,
            Holds::Number => {
                self.number()?;
            }
            Holds::Time(own) => {
                fresh.time_ns = Some(self.time(units.time.unwrap_or(own))?);
            }
            // Unless the unit is known, times finer than a microsecond are for the careful reader, who takes note of them.
            Holds::Millis => {
                fresh.time_ns = Some(match units.time {
                    Some(unit) => self.time(unit)?,
                    None => self.time_to(TimeUnit::Milliseconds, 1000)?,
                });
            }
            Holds::WholeTime(own) => {
                fresh.time_ns = Some(match units.time {
                    Some(unit) => self.time(unit)?,
                    None => self.number()?.checked_mul(own.ns())?,
                });
            }
            Holds::Device => fresh.device = self.number()?.try_into().ok()?,
            Holds::MajorMinor => fresh.device = self.major_minor()?,
            Holds::Temperature => fresh.temperature = self.number()?.try_into().ok()?,
            Holds::Address(unit) => {
                fresh.offset = self.number()?.checked_mul(unit_bytes(unit, units))?;
                fresh.unit = unit;
            }
            Holds::Length(unit) => {
                let length = self.number()?.checked_mul(unit_bytes(unit, units))?;
                // Longer ones are for the careful reader.
                fresh.length = u32::try_from(length).ok()?.into();
            }
            // The careful reader counts commands that write zeros, manage zones or have to do with the drive's cache.
            Holds::Rwbs => {
                let field = Field {
                    name: column.name,
                    at: 0,
                    text: self.word()?,
                };
                fresh.op = match rwbs(&field).ok()? {
                    Rwbs::WriteZeroes | Rwbs::Zone => return None,
                    _ if field.text.contains(&b'F') => return None,
                    other => other.op(units),
                };
            }
            other => {
                let field = Field {
                    name: column.name,
                    at: 0,
                    text: self.word()?,
                };
                fresh.take(&field, other, units).ok()?;
            }
        }
        Some(())
    }
}

impl Fresh<'_> {
    /// The request of plain fields, or that there is none; None if it cannot be.
    #[inline]
    #[expect(clippy::option_option, reason = "the inner one is that of `read`")]
    fn plain(self) -> Option<Option<Record>> {
        let Some(op) = self.op else {
            return Some(None);
        };
        let address = if self.unit == AddressUnit::Pages {
            let last = self.offset.checked_add(self.length)?.checked_sub(1)?;
            (last <= u64::from(LAST_PAGE)).then_some(Address::Lpn(self.offset as u32))?
        } else {
            self.offset.checked_add(self.length)?;
            Address::Byte(self.offset)
        };
        (self.length > 0).then(|| Some(self.record(op, address)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::options::{OnError, Options};
    use crate::text::line_reader::Grammar;
    use crate::text::lines::content;
    use crate::text::recognise::SAMPLE;
    use crate::{Format, Importer};

    /// The byte that makes a line another, or none.
    const BYTES: &[u8] = b"0123456789,. \t\"-+RWrwFxe\xff:/";

    /// A line with bytes replaced, put in and taken out.
    fn change(line: &str, changes: &[(prop::sample::Index, u8, usize)]) -> Vec<u8> {
        let mut line = line.as_bytes().to_vec();
        for (at, what, byte) in changes {
            let at = at.index(line.len());
            match what {
                0 => line[at] = BYTES[*byte],
                1 => line.insert(at, BYTES[*byte]),
                _ if line.len() > 1 => drop(line.remove(at)),
                _ => {}
            }
        }
        line
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_line_is_read_as_the_careful_reader_reads_it(
            which in 0..Format::ALL.len(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, 0..BYTES.len()), 0..5),
            sectors in any::<bool>(), end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let spec = Format::ALL[which].spec();
            let Grammar::Rows { row, .. } = spec.grammar else { return Ok(()) };
            let line = change(spec.description.sample, &changes);
            let time_unit = sectors.then_some(crate::TimeUnit::Microseconds);
            let units = Options { time_unit, ..Options::default() }.units();
            let carefully = row.read(&line, units);
            let text = [&line[..], end.as_bytes(), b"behind it"].concat();
            if let Some((quick, bytes)) = row.quick(&text, units) {
                prop_assert!(content(&line).is_some());
                prop_assert_eq!(Ok(quick), carefully, "{}", String::from_utf8_lossy(&line));
                prop_assert_eq!(bytes, line.len() + end.len());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        /// Up to the end of a text nothing is plain: so one that stops behind the line shows what the careful reader makes of it.
        #[test]
        fn lines_that_hang_together_are_read_as_carefully(
            which in prop::sample::select(vec![
                (Format::Ops, "w5 r7+3,t10 W11"),
                (Format::Blkparse, "259,2    0        4     0.000003858  4020  D  RS 282624 + 8 [java]"),
                (Format::Fio, "878 /dev/sda write 0 16384"),
                (Format::Msr, "128166385295514663,hm,0,Write,9056014336,2048,2833"),
                (Format::Csv, "26.2,write,155426304,3584"),
            ]),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, 0..BYTES.len()), 0..4),
            end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let (format, line) = which;
            let header = if format == Format::Csv { "time_us,op,offset_bytes,size_bytes\n" } else { "" };
            // More lines than are kept, and more bytes than are looked at to recognise a format.
            let comments = ["#", &"x".repeat(SAMPLE), &"\n#".repeat(9)].concat();
            let head = format!("{comments}\n{header}{line}\n").into_bytes();
            let changed = [&change(line, &changes)[..], end.as_bytes()].concat();
            let import = |pieces: &[&[u8]]| {
                let options = Options { format: Some(format), on_error: OnError::Skip, ..Options::default() };
                let mut importer = Importer::new(options);
                for piece in pieces {
                    importer.push(piece)?;
                }
                // Any other text behind it is the same.
                importer.push(&b"# nothing comes any more\n"[..])?;
                importer.finish()
            };
            // Where a piece ends in the middle of a line, that line is not plain.
            let at = changed.len() / 2;
            let carefully = import(&[&head, &changed[..at], &changed[at..]]);
            let behind = [&changed[..], b"# behind it, so that it can be plain\n"].concat();
            let plain = import(&[&head, &behind]);
            match (carefully, plain) {
                (Ok(one), Ok(other)) => prop_assert_eq!(
                    (one.facts(), &one.summary().bad_lines, one.summary().passed_lines),
                    (other.facts(), &other.summary().bad_lines, other.summary().passed_lines)
                ),
                (one, other) => prop_assert_eq!(one.err(), other.err()),
            }
        }
    }

    #[test]
    fn the_samples_are_read_quickly() {
        for format in Format::ALL {
            let spec = format.spec();
            if let Grammar::Rows { row, .. } = spec.grammar {
                let text = [spec.description.sample.as_bytes(), b"\nbehind it"].concat();
                assert!(
                    row.quick(&text, Options::default().units()).is_some(),
                    "{format}"
                );
            }
        }
    }
}
