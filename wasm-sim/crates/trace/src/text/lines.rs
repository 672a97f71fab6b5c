//! Lines of a text that arrives in chunks.

use memchr::memchr;

use crate::error::ImportError;

/// The most bytes a line may have, its end not counted.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// The byte order mark, in UTF-8.
pub(crate) const BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The line without a byte order mark in front and a carriage return at its end, or None if it is blank or a comment (`#`).
#[inline]
pub(crate) fn content(line: &[u8]) -> Option<&[u8]> {
    let mut line = line.strip_suffix(b"\r").unwrap_or(line);
    // A mark is at the start of each file that was put behind another.
    while let Some(rest) = line.strip_prefix(&BOM) {
        line = rest;
    }
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None | Some(b'#') => None,
        Some(_) => Some(line),
    }
}

/// Whether the lines of a text that begins so end in a carriage return alone, as those of old Macs do.
pub(crate) fn end_in_returns(text: &[u8]) -> bool {
    memchr(b'\n', text).is_none() && memchr(b'\r', text).is_some()
}

/// Makes line feeds of carriage returns.
pub(crate) fn feed(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|byte| **byte == b'\r') {
        *byte = b'\n';
    }
}

/// The lines of a whole text with their numbers from 1, without line feeds.
pub(crate) fn text_lines(text: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    text.split(|&byte| byte == b'\n')
        .zip(1..)
        .map(|(line, number)| (number, line))
}

/// The receiver of the lines of a text.
pub(crate) trait TakeLines {
    /// Takes a line with its number, without its line feed.
    fn line(&mut self, number: u32, line: &[u8]) -> Result<(), ImportError>;

    /// Takes lines from where a text begins, as many as it likes, `before` lines having come. Returns how many, and their
    /// bytes with their line feeds.
    fn ahead(&mut self, before: u32, text: &[u8]) -> Result<(u32, usize), ImportError> {
        let _ = (before, text);
        Ok((0, 0))
    }
}

impl<F: FnMut(u32, &[u8]) -> Result<(), ImportError>> TakeLines for F {
    fn line(&mut self, number: u32, line: &[u8]) -> Result<(), ImportError> {
        self(number, line)
    }
}

/// Cuts chunks into lines. Keeps no more than the line that a chunk leaves unfinished.
#[derive(Default)]
pub(crate) struct Lines {
    unfinished: Vec<u8>,
    /// Lines handed on so far.
    pub count: u32,
}

impl Lines {
    /// Hands on each finished line with its number, without its line feed.
    ///
    /// The outcome does not depend on where the chunks are cut: an endless line is reported after all lines before it.
    pub fn push(&mut self, mut chunk: &[u8], take: &mut impl TakeLines) -> Result<(), ImportError> {
        if !self.unfinished.is_empty() {
            let Some(end) = memchr(b'\n', chunk) else {
                return self.keep(chunk);
            };
            let mut line = std::mem::take(&mut self.unfinished);
            line.extend_from_slice(&chunk[..end]);
            self.line(&line, take)?;
            chunk = &chunk[end + 1..];
            line.clear();
            self.unfinished = line; // Its memory is used again.
        }
        loop {
            chunk = self.ahead(chunk, take)?;
            let Some(end) = memchr(b'\n', chunk) else {
                return self.keep(chunk);
            };
            self.line(&chunk[..end], take)?;
            chunk = &chunk[end + 1..];
        }
    }

    /// Lets lines be taken several at a time; returns the rest of the chunk.
    fn ahead<'a>(
        &mut self,
        chunk: &'a [u8],
        take: &mut impl TakeLines,
    ) -> Result<&'a [u8], ImportError> {
        // The line that there is no number for is looked for one by one.
        if chunk.len() > (u32::MAX - self.count) as usize {
            return Ok(chunk);
        }
        let (lines, bytes) = take.ahead(self.count, chunk)?;
        self.count += lines;
        Ok(&chunk[bytes..])
    }

    /// Leaves out what has no line feed; whether there was anything.
    pub fn cut(&mut self) -> bool {
        !std::mem::take(&mut self.unfinished).is_empty()
    }

    /// Hands on the last line if it has no line feed.
    pub fn finish(&mut self, take: &mut impl TakeLines) -> Result<(), ImportError> {
        let line = std::mem::take(&mut self.unfinished);
        if line.is_empty() {
            Ok(())
        } else {
            self.line(&line, take)
        }
    }

    fn line(&mut self, line: &[u8], take: &mut impl TakeLines) -> Result<(), ImportError> {
        self.check(line)?;
        let Some(count) = self.count.checked_add(1) else {
            return Err(ImportError::TooManyRequests { line: u32::MAX });
        };
        self.count = count;
        take.line(self.count, line)
    }

    fn keep(&mut self, rest: &[u8]) -> Result<(), ImportError> {
        // One byte over the limit is enough to tell: the rest of an endless line is not kept.
        let room = MAX_LINE + 1 - self.unfinished.len();
        self.unfinished
            .extend_from_slice(&rest[..rest.len().min(room)]);
        if self.unfinished.len() > MAX_LINE {
            self.check(&self.unfinished)
        } else {
            Ok(())
        }
    }

    fn check(&self, line: &[u8]) -> Result<(), ImportError> {
        if line.len() > MAX_LINE {
            return Err(ImportError::LineTooLong {
                line: self.count.saturating_add(1),
                max_bytes: MAX_LINE as u32,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(chunks: &[&[u8]]) -> Result<Vec<(u32, String)>, ImportError> {
        let mut lines = Lines::default();
        let mut out = Vec::new();
        let mut take = |number, line: &[u8]| {
            out.push((number, String::from_utf8(line.to_vec()).unwrap()));
            Ok(())
        };
        for chunk in chunks {
            lines.push(chunk, &mut take)?;
        }
        lines.finish(&mut take)?;
        Ok(out)
    }

    #[test]
    fn a_line_may_be_spread_over_chunks() {
        let whole = cut(&[b"ab\ncd\n\nef"]).unwrap();
        assert_eq!(
            whole,
            [
                (1, "ab".into()),
                (2, "cd".into()),
                (3, String::new()),
                (4, "ef".into())
            ]
        );
        assert_eq!(
            cut(&[b"a", b"b\nc", b"", b"d\n", b"\ne", b"f"]).unwrap(),
            whole
        );
    }

    #[test]
    fn a_line_of_the_limit_passes_and_one_byte_more_does_not() {
        let mut text = vec![b'x'; MAX_LINE];
        assert_eq!(cut(&[&text]).unwrap().len(), 1);
        text.push(b'x');
        let error = Err(ImportError::LineTooLong {
            line: 2,
            max_bytes: 1 << 20,
        });
        assert_eq!(cut(&[b"\n", &text]), error);
        assert_eq!(cut(&[b"\n", &text[..7], &text[7..], b"\n"]), error);
    }

    #[test]
    fn blank_lines_and_comments_have_no_content() {
        assert_eq!(content(b"  \t\r"), None);
        assert_eq!(content(b"  # w5"), None);
        assert_eq!(content(b" w5 \r"), Some(&b" w5 "[..]));
        assert_eq!(content("\u{feff}\u{feff}w5".as_bytes()), Some(&b"w5"[..]));
        assert_eq!(content("\u{feff}# w5".as_bytes()), None);
    }
}
