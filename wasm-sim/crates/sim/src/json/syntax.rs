//! Whether a text is JSON, and where it stops being it (RFC 8259).
//!
//! The words and places are those of `serde_json`, which people who write for JSON know and which the tests hold it to; the
//! crate itself would be three packed kilobytes of the page's engine.

use std::fmt;

/// What is wrong with the syntax of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: &'static str,
    /// From 1.
    pub line: u32,
    /// In bytes, from 1; 0 where the text ends with the line before.
    pub column: u32,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            message,
            line,
            column,
        } = self;
        write!(f, "{message} at line {line} column {column}")
    }
}

/// What is wrong with the syntax of a text, if anything is. Without recursion, so that no nesting is too deep.
pub(crate) fn syntax(text: &str) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    let mut judge = Judge { bytes, at: 0 };
    judge.document().map_err(|message| {
        // The byte that is wrong counts as read.
        let read = &bytes[..bytes.len().min(judge.at + 1)];
        let mut lines = read.rsplit(|&b| b == b'\n');
        let column = lines.next().unwrap_or_default().len() as u32;
        Fault {
            message,
            line: lines.count() as u32 + 1,
            column,
        }
    })
}

/// What is wrong with the byte that is next.
type Judged<T = ()> = Result<T, &'static str>;

const NO_NUMBER: &str = "invalid number";
const OPEN_STRING: &str = "EOF while parsing a string";
const OPEN_OBJECT: &str = "EOF while parsing an object";
const OPEN_VALUE: &str = "EOF while parsing a value";

struct Judge<'a> {
    bytes: &'a [u8],
    /// The next byte's offset.
    at: usize,
}

impl Judge<'_> {
    fn document(&mut self) -> Judged {
        let mut open = Vec::new(); // brackets not yet closed
        loop {
            let opened = self.value()?;
            let mut comma = opened.is_none();
            open.extend(opened);
            loop {
                let Some(&bracket) = open.last() else {
                    return self.token().map_or(Ok(()), |_| Err("trailing characters"));
                };
                match (self.token(), bracket) {
                    (None, b'[') => return Err("EOF while parsing a list"),
                    (None, _) => return Err(OPEN_OBJECT),
                    (Some(b']'), b'[') | (Some(b'}'), b'{') => {
                        open.pop();
                        comma = true;
                    }
                    (Some(b','), _) if comma => {
                        self.at += 1;
                        break;
                    }
                    (_, b'[') if comma => return Err("expected `,` or `]`"),
                    _ if comma => return Err("expected `,` or `}`"),
                    _ => break,
                }
                self.at += 1;
            }
            if open.last() == Some(&b'{') {
                self.key()?;
            }
        }
    }

    fn key(&mut self) -> Judged {
        match self.token() {
            Some(b'"') => self.string()?,
            Some(_) => return Err("key must be a string"),
            None => return Err(OPEN_OBJECT),
        }
        match self.token() {
            Some(b':') => self.at += 1,
            Some(_) => return Err("expected `:`"),
            None => return Err(OPEN_OBJECT),
        }
        Ok(())
    }

    /// A value, or the bracket that opens it.
    fn value(&mut self) -> Judged<Option<u8>> {
        let first = self.token().ok_or(OPEN_VALUE)?;
        match first {
            b'n' => self.word(b"null")?,
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'"' => self.string()?,
            b'[' | b'{' => {
                self.at += 1;
                return Ok(Some(first));
            }
            _ => return Err("expected value"),
        }
        Ok(None)
    }

    fn word(&mut self, word: &[u8]) -> Judged {
        for &letter in word {
            match self.next() {
                Some(b) if b == letter => self.at += 1,
                Some(_) => return Err("expected ident"),
                None => return Err(OPEN_VALUE),
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Judged {
        self.pass(|b| b == b'-');
        if self.pass(|b| b == b'0') {
            if self.next().is_some_and(|b| b.is_ascii_digit()) {
                return Err(NO_NUMBER);
            }
        } else {
            self.digits()?;
        }
        if self.pass(|b| b == b'.') {
            self.digits()?;
        }
        if self.pass(|b| matches!(b, b'e' | b'E')) {
            self.pass(|b| matches!(b, b'+' | b'-'));
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Judged {
        let from = self.at;
        while self.pass(|b| b.is_ascii_digit()) {}
        if self.at == from {
            Err(NO_NUMBER)
        } else {
            Ok(())
        }
    }

    fn string(&mut self) -> Judged {
        self.at += 1;
        loop {
            match self.next().ok_or(OPEN_STRING)? {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => self.escape()?,
                0..0x20 => {
                    self.at -= 1; // this one byte `serde_json` does not count as read
                    return Err("control character (\\u0000-\\u001F) found while parsing a string");
                }
                _ => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Judged {
        self.at += 1;
        let known = match self.next().ok_or(OPEN_STRING)? {
            b'u' => {
                let digits = self.bytes.get(self.at + 1..self.at + 5);
                self.at = self.bytes.len().min(self.at + 4);
                digits
                    .ok_or_else(|| {
                        self.at = self.bytes.len();
                        OPEN_STRING
                    })?
                    .iter()
                    .all(u8::is_ascii_hexdigit)
            }
            b => b"\"\\/bfnrt".contains(&b),
        };
        if !known {
            return Err("invalid escape");
        }
        self.at += 1;
        Ok(())
    }

    /// The next byte that is no space, which becomes the next.
    fn token(&mut self) -> Option<u8> {
        while self.pass(|b| matches!(b, b' ' | b'\n' | b'\t' | b'\r')) {}
        self.next()
    }

    fn next(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes the next byte if it is of these; says whether.
    fn pass(&mut self, these: impl Fn(u8) -> bool) -> bool {
        let is = self.next().is_some_and(these);
        self.at += usize::from(is);
        is
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::IgnoredAny;

    use super::*;

    const SOUND: &str = "{ \"a\": [1, -2.5e+7, 0, 0.1E-3, true, false, null],\n \"n\\u00e9\\n\": { \"é\": \"\\\"\" },\r\n\t\"\": [[], {}] }";

    fn same(text: &str) {
        let theirs = serde_json::from_str::<IgnoredAny>(text).map(|_| ());
        let theirs = theirs.map_err(|error| error.to_string());
        let ours = syntax(text).map_err(|fault| fault.to_string());
        assert_eq!(ours, theirs, "{text:?}");
    }

    /// Pieces that JSON is made of, and some that it is not.
    fn piece() -> impl Strategy<Value = String> {
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\"a\":", "\"\\n\"", "0", "1", "-",
            ".", "e", "+", "null", "tru", "false", " ", "\n", "\t", "é", "\0", "00e9", "1.5", "/",
        ];
        prop::sample::select(pieces.to_vec()).prop_map(str::to_owned)
    }

    #[test]
    fn every_beginning_of_a_document_is_judged_as_serde_json_does() {
        for (at, _) in SOUND.char_indices() {
            same(&SOUND[..at]);
        }
        same(SOUND);
        same(&"[".repeat(100_000));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn pieces_are_judged_as_serde_json_does(pieces in prop::collection::vec(piece(), 0..12)) {
            same(&pieces.concat());
        }

        #[test]
        fn a_changed_document_is_judged_as_serde_json_does(
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, piece()), 1..4),
        ) {
            let mut text: Vec<String> = SOUND.chars().map(String::from).collect();
            for (place, cut, piece) in changes {
                let at = place.index(text.len());
                let end = text.len().min(at + cut);
                text.splice(at..end, [piece]);
            }
            same(&text.concat());
        }
    }
}
