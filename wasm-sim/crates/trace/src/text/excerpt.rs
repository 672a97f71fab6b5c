//! A few characters of a file, safe to show: cut short, with what does not print escaped.

use std::fmt::Write;

/// Characters of an excerpt, its cut marks included.
pub(crate) const MAX_CHARS: usize = 80;
/// Characters of a quoted field.
const MAX_QUOTE: usize = 32;

/// At most 80 characters of the line, around byte `at`; `…` marks a cut.
pub(crate) fn excerpt(line: &[u8], at: usize) -> String {
    // The last 79 bytes fit behind a cut mark if each shows as one character, as nearly all do.
    let start = if line.len() <= MAX_CHARS {
        0
    } else {
        at.saturating_sub(MAX_CHARS / 2)
            .min(line.len() + 1 - MAX_CHARS)
    };
    // Not inside a character: move to the next one's first byte.
    let start = (start..line.len())
        .find(|&i| line[i] & 0xC0 != 0x80)
        .unwrap_or(start);
    let window = &line[start..line.len().min(start + 4 * MAX_CHARS)];
    let head = if start > 0 { "…" } else { "" };
    cut(head, window, MAX_CHARS, start + window.len() < line.len())
}

/// A field or token, at most 32 characters.
pub(crate) fn quote(text: &[u8]) -> String {
    let window = &text[..text.len().min(4 * MAX_QUOTE)];
    cut("", window, MAX_QUOTE, window.len() < text.len())
}

/// The text of the line for a preview, at most `max` characters.
pub(crate) fn preview(line: &[u8], max: usize) -> String {
    let window = &line[..line.len().min(4 * max)];
    cut("", window, max, window.len() < line.len())
}

/// The whole text, with what does not print escaped.
pub(crate) fn printed(text: &[u8]) -> String {
    escaped(text).collect()
}

fn cut(head: &str, bytes: &[u8], max: usize, more: bool) -> String {
    let mut out = String::from(head);
    let mut used = head.chars().count();
    let mut pieces = escaped(bytes).peekable();
    while let Some(piece) = pieces.next() {
        let chars = piece.chars().count();
        let last = pieces.peek().is_none() && !more;
        if used + chars + usize::from(!last) > max {
            out.push('…');
            return out;
        }
        used += chars;
        out.push_str(&piece);
    }
    if more {
        out.push('…');
    }
    out
}

/// The bytes as characters: each as itself if it prints, otherwise as its escape.
fn escaped(bytes: &[u8]) -> impl Iterator<Item = String> + '_ {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|c| {
            if c.is_control() || redirects(c) {
                c.escape_default().to_string()
            } else {
                c.to_string()
            }
        });
        let invalid = chunk.invalid().iter().map(|byte| {
            let mut text = String::new();
            let _ = write!(text, "\\x{byte:02x}"); // Writing to a String cannot fail.
            text
        });
        valid.chain(invalid)
    })
}

/// Characters without ink that reorder or join the text around them: an error message must not carry them on.
fn redirects(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_shown_whole_with_escapes() {
        assert_eq!(excerpt(b"w5 \x1b[31m\xff\tx", 0), "w5 \\u{1b}[31m\\xff\\tx");
        assert_eq!(excerpt("a\u{202E}b".as_bytes(), 0), "a\\u{202e}b");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place_to_80_characters() {
        let line = "0123456789".repeat(50);
        for at in [0, 5, 250, 499, 500] {
            let text = excerpt(line.as_bytes(), at);
            assert!(text.chars().count() <= MAX_CHARS, "{text}");
        }
        assert!(
            excerpt(line.as_bytes(), 0).starts_with("0123")
                && excerpt(line.as_bytes(), 0).ends_with('…')
        );
        assert!(excerpt(line.as_bytes(), 250).starts_with('…'));
        assert!(excerpt(line.as_bytes(), 499).ends_with("789"));
        let wide = "é".repeat(200);
        assert!(
            excerpt(wide.as_bytes(), 101)
                .chars()
                .all(|c| c == 'é' || c == '…')
        );
    }
}
