//! Lines of tokens as nearly all are written, read in one pass.

use crate::record::{Address, Op, Record};
use crate::text::fields::leading_digits;
use crate::text::layout::LAST_PAGE;
use crate::text::lines::MAX_LINE;

/// Bytes of the longest token that [`token`] reads, and two behind it.
const PLAIN: usize = 1 + 10 + 1 + 10 + 2;

/// The requests of the line that a text begins with, if its tokens are plain, one blank or comma between them, and its bytes
/// with the line feed.
#[inline]
pub(super) fn line(text: &[u8], out: &mut Vec<Record>) -> Option<usize> {
    out.clear();
    let mut at = 0;
    while at < MAX_LINE {
        let (record, end) = token(text[at..].first_chunk()?)?;
        out.push(record);
        at += end + 1;
        match text[at - 1] {
            b',' | b' ' | b'\t' => {}
            b'\n' => return Some(at),
            b'\r' if text[at] == b'\n' => return Some(at + 1),
            _ => return None,
        }
    }
    None
}

/// The token that a text begins with, and its length, if it is written as nearly all are: a letter and a number, and
/// a number behind a `+`. Any other byte, good or bad, is for `super::token`.
#[inline]
fn token(text: &[u8; PLAIN]) -> Option<(Record, usize)> {
    let op = match text[0] | 0x20 {
        b'w' => Op::Write,
        b'r' => Op::Read,
        b't' => Op::Trim,
        _ => return None,
    };
    let (lpn, mut end) = number_at(text, 1)?;
    let mut length = 1;
    if text[end] == b'+' {
        (length, end) = number_at(text, end + 1)?;
    }
    let sound = length > 0 && lpn + length - 1 <= u64::from(LAST_PAGE);
    let record = Record {
        time_ns: None,
        op,
        device: 0,
        address: Address::Lpn(lpn as u32),
        length,
        temperature: 0,
    };
    sound.then_some((record, end))
}

/// The number of up to ten digits that begins at this byte, at most the 13th, and where it ends.
#[inline]
fn number_at(text: &[u8; PLAIN], at: usize) -> Option<(u64, usize)> {
    let (digits, number) = leading_digits(*text[at..].first_chunk()?);
    let (mut number, mut end) = (u64::from(number), at + digits as usize);
    while digits == 8 && end < at + 10 && text[end].is_ascii_digit() {
        number = number * 10 + u64::from(text[end] - b'0');
        end += 1;
    }
    (digits > 0).then_some((number, end))
}
